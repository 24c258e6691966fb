//! Mentions, routes, and what is done without a model.

use super::project;
use crate::work::direct;
use crate::work::mentions::{might_name_files, scan};
use crate::work::route::{Way, route};
use crate::work::{NamedFile, Project, fit};
use countersign_core::file::WorkspaceId;
use countersign_planner::dates::Clock;
use serde_json::{Value, json};

const PATHS: [&str; 10] = [
    "README.md",
    "a.txt",
    "Cargo.toml",
    "docs/guide.md",
    "src/main.rs",
    "src/UserService.java",
    "src/parser/mod.rs",
    "src/lexer/mod.rs",
    "with space.txt",
    "Makefile",
];

/// What the folder is called.
fn roots() -> Vec<String> {
    ["/home/me/p", "~/p"].map(str::to_owned).to_vec()
}

fn paths() -> Vec<String> {
    PATHS.map(str::to_owned).to_vec()
}

/// What the message names, as the engine would hand it over.
fn about(message: &str) -> Project {
    let found = scan(message, &roots(), &paths());
    let file = |path: &String| NamedFile {
        workspace: WorkspaceId("p".into()),
        path: path.clone(),
        hash: "h".repeat(64),
        text: Some("text\n".into()),
        cut: false,
    };
    Project {
        roots: roots(),
        workspace: Some(WorkspaceId("p".into())),
        files: found.files.iter().flat_map(|m| m.paths.iter().map(file)).collect(),
        missing: found.missing,
        protected: found.protected,
        ..Project::default()
    }
}

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn way(message: &str, goes_on: bool, alone: bool) -> &'static str {
    let project = Project { goes_on, ..about(message) };
    match route(message, &project, &clock(), alone) {
        Way::Todos => "todos",
        Way::Project => "project",
        Way::Direct(_) => "direct",
    }
}

#[test]
fn a_message_is_about_the_project_or_about_todos() {
    let project = [
        "edit a.txt so that it greets the reader",
        "what does src/main.rs do?",
        "explain main.rs",
        "fix the typo in README.md",
        "fix the typo in Readme",
        "please add a section about installing to the README",
        "@docs/guide.md is too long, shorten it",
        "@a.txt",
        "look at @src/main.rs and tell me what it does tomorrow",
        "why does src/parser/mod.rs:12:5 fail?",
        "refactor UserService",
        "create notes.md with a summary of a.txt",
        "write docs/new.md about the parser",
        "run the tests",
        "please run the test suite",
        "run cargo test and fix what fails",
        "fix the failing tests",
        "refactor the parser",
        "implement the endpoint for users",
        "add a unit test for the lexer function",
        "why is the build broken in this project?",
        "explain this code",
        "rename the function foo to bar",
        "edit ../x and make it nicer",
        "fix ~/notes",
        "explain /etc/hosts",
        "update the changelog",
        "clean up the imports",
        "what is in .env?",
        "delete the dead code in src/main.rs",
        "make a.txt nicer",
        "compare a.txt with docs/guide.md",
        "review Cargo.toml",
        "is the Makefile correct?",
    ];
    for message in project {
        assert_eq!(way(message, false, false), "project", "{message}");
    }
    let direct = [
        "run cargo test",
        "Run `cargo test --all`",
        "please run npm run build",
        "execute ./build.sh --release",
        "run git status",
        "run git log --since yesterday",
        "$ ls -la",
        "create notes.md with \"hello\"",
        "delete a.txt",
        "remove the file docs/guide.md",
        "delete a.txt and docs/guide.md",
        "rename a.txt to b.txt",
        "move a.txt to docs/",
        "edit a.txt: replace text with words",
        "in a.txt replace \"text\" with \"words\"",
        "replace `text` with `words` in a.txt",
    ];
    for message in direct {
        assert_eq!(way(message, false, false), "direct", "{message}");
    }
    let todos = [
        "buy milk tomorrow",
        "run errands",
        "run 5km on saturday",
        "go for a run",
        "run a bath",
        "remind me to edit a.txt tomorrow",
        "todo: fix the failing tests",
        "add a todo to review src/main.rs",
        "call Anna about README.md",
        "delete #3",
        "complete #4",
        "delete the dentist appointment",
        "rename the todo dentist to Dr. Weber",
        "move the dentist to friday",
        "create a reminder for the parcel at 5",
        "what is due today?",
        "write the report by friday",
        "fix the bike",
        "fix the kitchen tap on monday",
        "read novel",
        "is the rent overdue?",
        "email bob@example.com tomorrow",
        "send the invoice e.g. to Tom",
        "pay 3.50 for coffee",
        "test the new oven",
        "undo that",
        "thanks",
        "hello",
        "note to self: update the readme",
        "send report.pdf to Anna on monday",
        "buy milk @errands",
        "call @Anna",
        "run cargo test tomorrow",
        "create notes.md tomorrow",
    ];
    for message in todos {
        assert_eq!(way(message, false, false), "todos", "{message}");
    }
    assert!(project.len() + direct.len() + todos.len() >= 60);
}

#[test]
fn what_was_begun_goes_on_but_todos_stay_todos() {
    for message in ["continue", "yes, do the next step", "now make it faster", "fix that", "why?"] {
        assert_eq!(way(message, true, false), "project", "{message}");
        assert_eq!(way(message, false, false), "todos", "{message}");
    }
    for message in [
        "buy milk",
        "remind me to continue tomorrow",
        "call mom",
        "what is due today?",
        "add bread",
        "delete the gym one",
    ] {
        assert_eq!(way(message, true, false), "todos", "{message}");
    }
}

#[test]
fn words_are_taken_literally_only_where_nobody_could_do_better() {
    for (message, alone, with) in [
        ("create notes.md with Milk and bread", "direct", "project"),
        ("create notes.md: Milk", "direct", "direct"),
        ("edit a.txt so that it greets the reader", "project", "project"),
        ("run the tests", "project", "project"),
        ("run cargo test", "direct", "direct"),
    ] {
        assert_eq!((way(message, false, true), way(message, false, false)), (alone, with), "{message}");
    }
}

#[test]
fn what_is_said_outright_becomes_exactly_that() {
    let base = "h".repeat(64);
    let read = |message: &str| -> Value {
        let mut all = json!(direct::read(message, &about(message), true));
        for op in all.as_array_mut().into_iter().flatten() {
            op.as_object_mut().unwrap().remove("workspace");
        }
        all
    };
    for (message, want) in [
        ("run cargo test", json!([{"op": "run_command", "command": "cargo test"}])),
        (
            "run cargo test -- --nocapture \"a b\"",
            json!([{"op": "run_command", "command": "cargo test -- --nocapture \"a b\""}]),
        ),
        ("please run `echo hi; ls`", json!([{"op": "run_command", "command": "echo hi; ls"}])),
        ("create notes.md", json!([{"op": "write_file", "path": "notes.md", "content": ""}])),
        ("create notes.md with Milk", json!([{"op": "write_file", "path": "notes.md", "content": "Milk\n"}])),
        (
            "create a file notes.md containing \"a\"",
            json!([{"op": "write_file", "path": "notes.md", "content": "a\n"}]),
        ),
        ("delete a.txt", json!([{"op": "delete_file", "path": "a.txt", "base": base}])),
        ("rename a.txt to b.txt", json!([{"op": "rename_file", "path": "a.txt", "to": "b.txt", "base": base}])),
        ("move a.txt to docs/", json!([{"op": "rename_file", "path": "a.txt", "to": "docs/a.txt", "base": base}])),
        (
            "rename docs/guide.md to manual.md",
            json!([{"op": "rename_file", "path": "docs/guide.md", "to": "docs/manual.md", "base": base}]),
        ),
        (
            // Its own name is out of its folder, or nothing.
            "rename docs/guide.md to guide.md",
            json!([{"op": "rename_file", "path": "docs/guide.md", "to": "guide.md", "base": base}]),
        ),
        (
            // Refused by name when it is read; never a todo.
            "edit ../x: replace a with b",
            json!([{"op": "edit_file", "path": "../x", "edit": [{"search": "a", "replace": "b"}], "format": "search_replace"}]),
        ),
        (
            "edit a.txt: replace \"x = 1\" with \"x = 2\"",
            json!([{"op": "edit_file", "path": "a.txt", "edit": [{"search": "x = 1", "replace": "x = 2"}], "format": "search_replace", "base": base}]),
        ),
        (
            "replace foo with bar in a.txt",
            json!([{"op": "edit_file", "path": "a.txt", "edit": [{"search": "foo", "replace": "bar"}], "format": "search_replace", "base": base}]),
        ),
        (
            "edit \"with space.txt\": replace a with b",
            json!([{"op": "edit_file", "path": "with space.txt", "edit": [{"search": "a", "replace": "b"}], "format": "search_replace", "base": base}]),
        ),
        (
            "rename 'with space.txt' to “new name.txt”.",
            json!([{"op": "rename_file", "path": "with space.txt", "to": "new name.txt", "base": base}]),
        ),
        (
            "delete «with space.txt» and a.txt",
            json!([{"op": "delete_file", "path": "with space.txt", "base": base}, {"op": "delete_file", "path": "a.txt", "base": base}]),
        ),
        ("create `a b/c d.md` with „x y“", json!([{"op": "write_file", "path": "a b/c d.md", "content": "x y\n"}])),
        (
            "replace “it is” with \"it's\" in \"with space.txt\"",
            json!([{"op": "edit_file", "path": "with space.txt", "edit": [{"search": "it is", "replace": "it's"}], "format": "search_replace", "base": base}]),
        ),
        (
            // Below the folder's own name it is in the folder.
            "edit /home/me/p/a.txt: replace a with b",
            json!([{"op": "edit_file", "path": "a.txt", "edit": [{"search": "a", "replace": "b"}], "format": "search_replace", "base": base}]),
        ),
        ("delete ~/p/a.txt", json!([{"op": "delete_file", "path": "a.txt", "base": base}])),
        // Refused by name as well, whoever could work on it.
        ("rename .env to x.env", json!([{"op": "rename_file", "path": ".env", "to": "x.env"}])),
        ("delete keys/id_rsa", json!([{"op": "delete_file", "path": "keys/id_rsa"}])),
        ("move .git/config to docs/", json!([{"op": "rename_file", "path": ".git/config", "to": "docs/config"}])),
        ("rename a.txt to new name.txt", Value::Null),
        ("run with the dog", Value::Null),
        ("run cargo test and then fix it", Value::Null),
        ("delete everything", Value::Null),
        ("replace with nothing in a.txt", Value::Null),
    ] {
        assert_eq!(read(message), want, "{message}");
    }
}

#[test]
fn names_are_found_as_people_write_them() {
    let names = |message: &str| {
        scan(message, &roots(), &paths()).files.iter().flat_map(|m| m.paths.clone()).collect::<Vec<_>>().join(" ")
    };
    for (message, want) in [
        ("look at src/main.rs", "src/main.rs"),
        ("look at SRC/Main.rs please", "src/main.rs"),
        ("`main.rs`, and \"a.txt\".", "src/main.rs a.txt"),
        ("@\"with space.txt\" here", "with space.txt"),
        ("look at “with space.txt”, please", "with space.txt"),
        ("say \"see src/main.rs\" there", "src/main.rs"),
        ("look at /home/me/p/src/main.rs:3", "src/main.rs"),
        ("look at /home/me/parts/main.rs", ""),
        ("mod.rs", "src/lexer/mod.rs src/parser/mod.rs"),
        ("UserService is slow", "src/UserService.java"),
        ("the Readme and the Makefile", "README.md Makefile"),
        ("README", "README.md"),
        ("at src/main.rs:10:4 it says", "src/main.rs"),
        ("(see docs/guide.md)", "docs/guide.md"),
        ("a.txt's end", "a.txt"),
        ("Main street", ""),
        ("the guide", ""),
        ("e.g. 3.5 and/or 1/2", ""),
    ] {
        assert_eq!(names(message), want, "{message}");
    }
    let found = scan("see https://x.org/a.txt and new.rs, .env, ../etc/passwd and keys/id_rsa", &[], &paths());
    assert_eq!(found.urls, ["https://x.org/a.txt"]);
    assert_eq!(found.missing, ["new.rs", "../etc/passwd"]);
    assert_eq!(found.protected, [".env", "keys/id_rsa"]);
    assert!(found.files.is_empty());
    assert!(might_name_files("the Readme") && might_name_files("a.txt") && !might_name_files("buy milk tomorrow"));
}

#[test]
fn texts_are_cut_at_lines_to_their_share() {
    let long = "0123456789abcde\n".repeat(100);
    let fitted = fit(&["one\n", &long, &long], 300);
    let sizes: Vec<Option<(usize, bool)>> = fitted.iter().map(|f| f.as_ref().map(|(t, cut)| (t.len(), *cut))).collect();
    assert_eq!(sizes, [Some((4, false)), Some((592, true)), Some((592, true))]);
    assert_eq!(fit(&[&long], 400), [Some((long.clone(), false))]);
    assert_eq!(fit(&["words without an end"], 2), [None]);
    let p = project(&[("A.txt", "x")]);
    assert!(p.file("a.txt").is_some() && p.file("./A.txt").is_some() && p.file("b.txt").is_none());
}
