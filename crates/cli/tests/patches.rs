//! `propose --patch` with what real git writes, and changes that have drifted.

use crate::world::{Ran, World, binary, run};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

struct Repository {
    world: World,
    root: PathBuf,
    _folder: tempfile::TempDir,
}

impl Repository {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let root = folder.path().canonicalize().unwrap().join("project");
        fs::create_dir(&root).unwrap();
        let r = Self { world: World::new(), root, _folder: folder };
        for (path, text) in files {
            r.put(path, text);
        }
        r.git(&["init", "-q"]);
        r.git(&["add", "-A"]);
        r.git(&["commit", "-qm", "one"]);
        assert_eq!(r.countersign(&["workspace", "open", "."], "").code, 0);
        r
    }

    fn git(&self, words: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"]);
        let ran = git.args(words).current_dir(&self.root).output().unwrap();
        assert!(ran.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap()
    }

    fn countersign(&self, args: &[&str], input: &str) -> Ran {
        run(binary().current_dir(&self.root).arg("--data").arg(self.world.dir.path()).args(args), input.as_bytes())
    }

    /// Everything that changed since the commit, by content and mode.
    fn difference(&self, options: &[&str]) -> String {
        self.git(&["add", "-A"]);
        self.git(&[&["diff", "--cached"][..], options, &["HEAD"]].concat())
    }
}

fn lines(range: std::ops::Range<u32>) -> String {
    range.map(|n| format!("line {n}\n")).collect()
}

/// The labels of a set's items, each with a member of its first problem.
fn told<'s>(set: &'s Value, member: &str) -> Vec<(&'s str, &'s str)> {
    let items = set["items"].as_array().unwrap().iter();
    items.map(|i| (i["label"].as_str().unwrap(), i["problems"][0][member].as_str().unwrap_or_default())).collect()
}

#[test]
fn a_patch_of_git_does_what_git_would_do() {
    let long = lines(1..40);
    let r = Repository::new(&[
        ("edit.txt", &long),
        ("gone/deep.txt", "bye\n"),
        ("no end.txt", "a\nb"),
        ("moved.txt", &lines(50..90)),
        ("moved and edited.txt", &lines(100..140)),
        ("source.txt", &lines(200..240)),
        ("run.sh", "#!/bin/sh\n"),
        ("was empty.txt", ""),
        ("tr\u{e4}ge/\"q\".txt", "x\n"),
    ]);
    let execute = |path: &str| {
        fs::set_permissions(r.root.join(path), fs::Permissions::from_mode(0o755)).unwrap();
    };
    r.put("edit.txt", &long.replace("line 7\n", "seven\n").replace("line 30\n", ""));
    fs::remove_dir_all(r.root.join("gone")).unwrap();
    fs::remove_file(r.root.join("was empty.txt")).unwrap();
    r.put("no end.txt", "a\nB");
    fs::create_dir(r.root.join("sub")).unwrap();
    fs::rename(r.root.join("moved.txt"), r.root.join("sub/moved.txt")).unwrap();
    fs::remove_file(r.root.join("moved and edited.txt")).unwrap();
    r.put("renamed.txt", &lines(100..140).replace("line 120\n", "LINE 120\n"));
    r.put("source.txt", &lines(200..240).replace("line 201\n", "LINE 201\n"));
    r.put("copy.txt", &lines(200..240).replace("line 230\n", "LINE 230\n"));
    execute("run.sh");
    r.put("new/run", "#!/bin/sh\necho new\n");
    execute("new/run");
    r.put("new/empty.txt", "");
    r.put("tr\u{e4}ge/\"q\".txt", "y\n");
    let wanted = r.difference(&["-M", "-C"]);
    for part in ["rename from moved.txt", "copy from source.txt", "deleted file mode", "new mode 100755", "\\303\\244"]
    {
        assert!(wanted.contains(part), "git writes no {part}: {wanted}");
    }
    for options in
        [&["-M", "-C"][..], &["--no-renames"], &["--no-prefix", "-M"], &["--src-prefix=i/", "--dst-prefix=w/"]]
    {
        let patch = r.difference(options);
        r.git(&["reset", "-q", "--hard"]);
        let proposed = r.countersign(&["propose", "--patch", "-", "--json"], &patch);
        assert_eq!(proposed.code, 2, "{options:?}: {proposed:?}");
        let set = proposed.json();
        let items = set["items"].as_array().unwrap();
        assert!(items.iter().all(|item| item["problems"] == json!([])), "{options:?}: {set}");
        let applied = r.countersign(&["apply", &set["id"].to_string(), "--all"], "");
        assert_eq!(applied.code, 0, "{options:?}: {applied:?}");
        assert_eq!(r.difference(&["-M", "-C"]), wanted, "{options:?}");
    }
}

#[test]
fn each_change_holds_its_own_part_of_a_patch() {
    let names: Vec<String> = (0..20).map(|n| format!("f{n}")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "one\n")).collect();
    let long = lines(0..9_000);
    files.push(("long", &long));
    let r = Repository::new(&files);
    names.iter().for_each(|name| r.put(name, "two\n"));
    r.git(&["rm", "-q", "long"]);
    r.git(&["add", "-A"]);
    let patch = r.git(&["diff", "--cached"]);
    assert!(patch.len() > 60_000, "twenty times the whole is more than one request holds");
    r.git(&["reset", "-q", "--hard"]);
    let ran = r.countersign(&["propose", "--patch", "-", "--yes"], &patch);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(names.iter().all(|name| r.read(name) == "two\n") && !r.root.join("long").exists());
}

#[test]
fn what_no_patch_can_say_here_is_refused_by_name() {
    let r = Repository::new(&[("a.txt", "a\n")]);
    fs::write(r.root.join("pic.png"), [0_u8, 1, 2, 255, 0]).unwrap();
    let patch = r.difference(&[]);
    r.git(&["reset", "-q", "--hard"]);
    let refused = r.countersign(&["propose", "--patch", "-"], &patch);
    assert!(refused.code == 1 && refused.err.contains("\"pic.png\" is binary"), "{refused:?}");
    std::os::unix::fs::symlink("a.txt", r.root.join("link")).unwrap();
    let patch = r.difference(&[]);
    r.git(&["reset", "-q", "--hard"]);
    let refused = r.countersign(&["propose", "--patch", "-"], &patch);
    assert!(refused.code == 1 && refused.err.contains("\"link\" is a symbolic link"), "{refused:?}");
    assert_eq!(r.countersign(&["inbox"], "").code, 0, "nothing waits");
    // A deletion that does not know all lines of the file.
    let patch = "diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n";
    let refused = r.countersign(&["propose", "--patch", "-"], patch);
    assert!(refused.code == 1 && refused.err.contains("a.txt"), "{refused:?}");
}

#[test]
fn an_edit_that_names_its_files_is_known_by_its_look() {
    let r = Repository::new(&[("a.txt", "a\n")]);
    r.put("a.txt", "b\n");
    let diff = r.difference(&[]);
    r.git(&["reset", "-q", "--hard"]);
    let blocks = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    let begun = "*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch\n";
    for (args, text) in [(&["-"][..], &diff[..]), (&["-"], begun), (&["-", "--path", "a.txt"], blocks)] {
        let set = r.countersign(&[&["propose", "--json"], args].concat(), text).json();
        assert!(set["items"][0]["file"]["path"] == "a.txt" && set["items"][0]["file"]["change"] == "edit", "{set}");
    }
    for text in [blocks, "not json", "{\"op\": 1"] {
        let refused = r.countersign(&["propose", "-"], text);
        assert!(refused.code == 1 && refused.err.contains("--path"), "{refused:?}");
    }
}

#[test]
fn the_text_files_of_a_patch_are_proposed_and_what_is_left_out_is_named_and_counted() {
    let r = Repository::new(&[("a.txt", "a\n"), ("was.txt", "text\n")]);
    fs::write(r.root.join("old.png"), [0_u8, 1, 2, 255]).unwrap();
    r.git(&["add", "-A"]);
    r.git(&["commit", "-qm", "two"]);
    r.put("a.txt", "b\n");
    fs::write(r.root.join("old.png"), [0_u8, 9, 9, 255]).unwrap();
    fs::write(r.root.join("new.png"), [0_u8, 1, 2, 255, 0]).unwrap();
    fs::remove_file(r.root.join("was.txt")).unwrap();
    std::os::unix::fs::symlink("a.txt", r.root.join("was.txt")).unwrap();
    for options in [&["--binary"][..], &[]] {
        let patch = r.difference(options);
        r.git(&["stash", "-q"]);
        let proposed = r.countersign(&["propose", "--patch", "-", "--json"], &patch);
        assert_eq!(proposed.code, 2, "{proposed:?}");
        let set = proposed.json();
        let told = told(&set, "message");
        let binary = "is binary: a binary patch cannot be reviewed as text";
        assert_eq!(
            told,
            [
                ("Edit a.txt, +1 −1", ""),
                ("Edit new.png", format!("\"new.png\" {binary}").as_str()),
                ("Edit old.png", format!("\"old.png\" {binary}").as_str()),
                ("Edit was.txt", "\"was.txt\" is a symbolic link: links are not changed here"),
            ]
        );
        let shown = r.countersign(&["show", &set["id"].to_string()], "");
        assert!(shown.out.contains("old.png") && shown.out.contains("is binary"), "{shown:?}");
        // "Yes" is to all of it.
        let refused = r.countersign(&["propose", "--patch", "-", "--yes"], &patch);
        assert_eq!((refused.code, r.read("a.txt").as_str()), (1, "a\n"), "{refused:?}");
        assert!(refused.err.contains("3 of 4"), "{refused:?}");
        r.git(&["stash", "pop", "-q"]);
    }
}

#[test]
fn one_file_that_cannot_be_proposed_does_not_hold_up_the_others() {
    let r = Repository::new(&[("a.txt", "a\n"), ("t\tab.txt", "t\n"), ("moved.txt", &lines(1..30))]);
    fs::write(r.root.join("latin.txt"), b"caf\xe9\nb\n").unwrap();
    r.git(&["add", "-A"]);
    r.git(&["commit", "-qm", "two"]);
    r.put("a.txt", "b\n");
    r.put("t\tab.txt", "T\n");
    r.put(".env", "KEY=1\n");
    fs::write(r.root.join("latin.txt"), b"th\xe9\nb\n").unwrap();
    fs::rename(r.root.join("moved.txt"), r.root.join("mo\tved.txt")).unwrap();
    r.git(&["add", "-A"]);
    let patch = Command::new("git").args(["diff", "--cached", "-M"]).current_dir(&r.root).output().unwrap().stdout;
    assert!(std::str::from_utf8(&patch).is_err() && patch.windows(7).any(|part| part == b"\"a/t\\ta"));
    r.git(&["reset", "-q", "--hard"]);
    let propose = |patch: &[u8]| {
        let mut countersign = binary();
        countersign.current_dir(&r.root).arg("--data").arg(r.world.dir.path());
        run(countersign.args(["propose", "-", "--json"]), patch)
    };
    let proposed = propose(&patch);
    assert_eq!(proposed.code, 2, "{proposed:?}");
    let set = proposed.json();
    let told = told(&set, "code");
    assert_eq!(told.len(), 5, "{told:?}");
    assert_eq!(told.iter().filter(|(_, code)| code.is_empty()).collect::<Vec<_>>(), [&("Edit a.txt, +1 −1", "")]);
    let code = |part: &str| told.iter().find(|(label, _)| label.contains(part)).map(|(_, code)| *code);
    assert_eq!((code("latin.txt"), code(".env")), (Some("edit_refused"), Some("protected_path")), "{told:?}");
    assert_eq!(told.iter().filter(|(_, code)| *code == "invalid_path").count(), 2, "{told:?}");
    let applied = r.countersign(&["apply", &set["id"].to_string(), "--sign", "1"], "");
    assert!(applied.code != 1 && r.read("a.txt") == "b\n", "{applied:?}");
    // Where nothing else is in it, there is nothing to wait for.
    let only = patch.split_inclusive(|b| *b == b'\n').skip_while(|line| !line.starts_with(b"diff --git \"a/t"));
    let refused = propose(&only.collect::<Vec<_>>().concat());
    assert!(refused.code == 1 && refused.json()["error"] == "invalid_path", "{refused:?}");
}

#[test]
fn a_drifted_change_is_made_again_where_it_fits_and_is_a_conflict_where_not() {
    let long = lines(1..30);
    let r = Repository::new(&[("a.txt", &long), ("gone.txt", "x\n"), ("run.sh", "#!/bin/sh\n"), ("old.txt", "o\n")]);
    r.put("a.txt", &long.replace("line 20\n", "twenty\n"));
    fs::remove_file(r.root.join("gone.txt")).unwrap();
    fs::set_permissions(r.root.join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::rename(r.root.join("old.txt"), r.root.join("new.txt")).unwrap();
    let patch = r.difference(&["-M"]);
    r.git(&["reset", "-q", "--hard"]);
    assert_eq!(r.countersign(&["propose", "--patch", "-"], &patch).code, 2);
    // Somebody goes on working on all of them.
    let mine = long.replace("line 3\n", "three\n");
    r.put("a.txt", &mine);
    r.put("gone.txt", "y\n");
    r.put("run.sh", "#!/bin/sh\necho\n");
    r.put("old.txt", "O\n");
    let shown = r.countersign(&["show", "1.1"], "");
    assert!(shown.out.contains("-line 3") && shown.out.contains("+three"), "what changed since is shown: {shown:?}");
    assert!(r.countersign(&["show", "1"], "").out.contains("countersign rebase 1 all"), "{shown:?}");
    assert_eq!(r.countersign(&["sign", "1", "all"], "").code, 3);
    assert_eq!(r.countersign(&["rebase", "1", "all"], "").code, 2);
    let applied = r.countersign(&["apply", "1", "--all"], "");
    assert_eq!(applied.code, 0, "{applied:?}");
    assert_eq!(r.read("a.txt"), mine.replace("line 20\n", "twenty\n"));
    assert!(!r.root.join("gone.txt").exists() && !r.root.join("old.txt").exists());
    assert_eq!((r.read("new.txt").as_str(), r.read("run.sh").as_str()), ("O\n", "#!/bin/sh\necho\n"));
    assert_eq!(fs::metadata(r.root.join("run.sh")).unwrap().permissions().mode() & 0o777, 0o755);

    // Changed at the same place, there twice, or gone: refused, and nothing is changed.
    for (now, part) in [
        (Some(mine.replace("line 10\n", "ten\n")), "does not fit any more"),
        (Some(format!("{mine}{mine}")), "places"),
        (None, "not there any more"),
    ] {
        r.put("a.txt", &mine);
        let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -9,3 +9,3 @@\n line 9\n-line 10\n+10\n line 11\n";
        let set = r.countersign(&["propose", "--patch", "-", "--json"], patch).json()["id"].to_string();
        match &now {
            Some(text) => r.put("a.txt", text),
            None => fs::remove_file(r.root.join("a.txt")).unwrap(),
        }
        let refused = r.countersign(&["rebase", &set, "all"], "");
        assert!(refused.code == 1 && refused.err.contains(part), "{part}: {refused:?}");
        assert_eq!(fs::read_to_string(r.root.join("a.txt")).ok(), now);
        assert!(refused.err.contains(&format!("countersign rebase {set}.1 --content FILE")), "{refused:?}");
        assert_eq!(fs::read_to_string(r.root.join("a.txt")).ok(), now);
        if now.is_some() {
            let own = r.countersign(&["rebase", &format!("{set}.1"), "--content", "-"], "mine\n");
            assert_eq!(own.code, 2, "{own:?}");
            assert_eq!(r.countersign(&["apply", &set, "--all"], "").code, 0);
            assert_eq!(r.read("a.txt"), "mine\n");
        } else {
            assert_eq!(r.countersign(&["reject", &set, "all"], "").code, 0);
        }
    }
}

#[test]
fn all_that_was_signed_has_drifted_and_that_is_said() {
    let r = Repository::new(&[("a.txt", "one\n"), ("b.txt", "two\n")]);
    let patch =
        "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-two\n+TWO\n";
    assert_eq!(r.countersign(&["propose", "--patch", "-"], patch).code, 2);
    assert_eq!(r.countersign(&["sign", "1", "all"], "").code, 2);
    r.put("a.txt", "mine\n");
    r.put("b.txt", "mine\n");
    let applied = r.countersign(&["apply", "1"], "");
    assert_eq!(applied.code, 3, "{applied:?}");
    assert!(applied.err.contains("Nothing has been changed") && applied.err.contains("rebase 1"), "{applied:?}");
    assert_eq!(r.countersign(&["apply", "1", "--json"], "").json()["error"], "drifted");
}

#[test]
fn an_undo_after_a_command_says_so_and_a_mere_yes_takes_nothing_back() {
    let r = Repository::new(&[("a.txt", "one\n"), ("b.txt", "b\n")]);
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n";
    assert_eq!(r.countersign(&["propose", "--patch", "-", "--yes"], patch).code, 0);
    let ran = r.countersign(&["run", "cp -p a.txt b.txt", "--yes"], "");
    assert_eq!((ran.code, r.read("b.txt").as_str()), (0, "ONE\n"), "{ran:?}");
    let undone = r.countersign(&["undo", "--yes"], "");
    assert_eq!(undone.code, 1, "{undone:?}");
    assert!(undone.err.contains("Run cp -p a.txt b.txt") && undone.err.contains("countersign undo @"), "{undone:?}");
    assert_eq!((r.read("a.txt").as_str(), r.read("b.txt").as_str()), ("ONE\n", "ONE\n"));
    let offered = r.countersign(&["undo"], "");
    assert!(offered.code == 2 && offered.out.contains("Run cp -p a.txt b.txt"), "{offered:?}");
    let entry = undone.err.split("countersign undo ").nth(1).unwrap().split_whitespace().next().unwrap();
    assert_eq!(r.countersign(&["undo", entry, "--yes"], "").code, 0);
    assert_eq!(r.read("a.txt"), "one\n");
    // What only looked is in nobody's way.
    assert_eq!(r.countersign(&["propose", "--patch", "-", "--yes"], patch).code, 0);
    assert_eq!(r.countersign(&["run", "ls", "--yes"], "").code, 0);
    assert_eq!(r.countersign(&["undo", "--yes"], "").code, 0);
    assert_eq!(r.read("a.txt"), "one\n");
}

#[test]
fn an_undo_after_a_command_that_moved_files_takes_that_back() {
    let r = Repository::new(&[("a.txt", "one\n"), ("b.txt", "b\n")]);
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+ONE\n";
    assert_eq!(r.countersign(&["propose", "--patch", "-", "--yes"], patch).code, 0);
    let ran = r.countersign(&["run", "mv a.txt b.txt", "--yes"], "");
    assert_eq!((ran.code, r.read("b.txt").as_str()), (0, "ONE\n"), "{ran:?}");
    let undone = r.countersign(&["undo", "--yes"], "");
    if undone.code == 1 {
        // Without a sandbox it ran in the folder itself.
        return crate::world::passed_over("no sandbox");
    }
    assert_eq!((r.read("a.txt").as_str(), r.read("b.txt").as_str()), ("ONE\n", "b\n"), "{undone:?}");
}

#[test]
fn operations_are_about_the_folder_that_they_are_proposed_in() {
    let r = Repository::new(&[("a.txt", "one\n")]);
    let other = r.root.parent().unwrap().join("other");
    fs::create_dir(&other).unwrap();
    assert_eq!(r.countersign(&["workspace", "open", other.to_str().unwrap()], "").code, 0);
    let operations =
        json!([{ "op": "write_file", "path": "n.txt", "content": "n\n" }, { "op": "create", "title": "t" }]);
    let applied = r.countersign(&["propose", "-", "--yes"], &operations.to_string());
    assert_eq!((applied.code, r.read("n.txt").as_str()), (0, "n\n"), "{applied:?}");
    let applied = r.countersign(&["propose", "-", "--yes", "--workspace", "other"], &operations.to_string());
    assert_eq!((applied.code, fs::read_to_string(other.join("n.txt")).unwrap().as_str()), (0, "n\n"), "{applied:?}");
}

#[test]
fn a_proposal_that_was_taken_back_is_not_to_be_applied() {
    let r = Repository::new(&[("Makefile", "all:\n")]);
    let patch = "--- a/Makefile\n+++ b/Makefile\n@@ -1 +1 @@\n-all:\n+all: x\n";
    let refused = r.countersign(&["propose", "--patch", "-", "--yes"], patch);
    assert!(refused.code == 1 && refused.err.contains("propose it again with --confirm"), "{refused:?}");
    let applied = r.countersign(&["propose", "--patch", "-", "--yes", "--confirm"], patch);
    assert_eq!((applied.code, r.read("Makefile").as_str()), (0, "all: x\n"), "{applied:?}");
}

#[test]
fn a_command_that_is_refused_before_it_is_signed_is_explained_as_refused() {
    let r = Repository::new(&[("a.txt", "one\n")]);
    for command in ["git commit -m x", "git add . && git commit -m x"] {
        let said = r.countersign(&["explain", "command", command], "").out;
        assert!(said.starts_with("Refused here (write): where it would run, it must fail.\n"), "{said}");
        assert!(said.contains("commands here can only read it. Run it in a terminal of your own."), "{said}");
        for cwd in [r.root.to_str().unwrap(), "."] {
            let line = json!({ "id": "1", "cmd": command, "cwd": cwd });
            let found = r.countersign(&["explain", "command", "--batch"], &format!("{line}\n")).json();
            assert_eq!(found["verdict"], "prompt", "the verdict is of its words");
            assert_eq!(found["problem"]["code"], "repository_read_only", "{command} in {cwd}");
        }
        // As running it says, where there is a sandbox.
        let ran = r.countersign(&["run", "--yes", "--json", command], "");
        let refused = ran.out.contains("repository_read_only");
        let none = r.countersign(&["doctor"], "").out.contains("No sandbox");
        assert!(refused || none, "{ran:?}");
    }
    let fine = r.countersign(&["explain", "command", "--json", "git status"], "").json();
    assert_eq!(fine["problem"], json!(null));
    let without = r.countersign(&["explain", "command", "--no-sandbox", "git commit -m x"], "").out;
    assert!(without.starts_with("Prompt (write): always an item to sign."), "{without}");
}

#[test]
fn our_own_data_is_known_by_every_name_of_its_folder() {
    let r = Repository::new(&[("a.txt", "one\n")]);
    std::fs::create_dir(r.root.join("store")).unwrap();
    std::os::unix::fs::symlink("store", r.root.join("named")).unwrap();
    let whole = r.root.join("store");
    let explained = |data: &str, command: &str| {
        let words = ["--data", data, "explain", "command", "--json", command];
        run(binary().current_dir(&r.root).args(words), b"").json()
    };
    for data in ["store", "./store", "named", whole.to_str().unwrap()] {
        for command in ["cat store/countersign.log", &format!("cat {}/x", whole.display()), "rm -r store"] {
            let found = explained(data, command);
            let said = (&found["verdict"], &found["class"]);
            assert_eq!(said, (&json!("never"), &json!("control_plane")), "{data} {command}");
        }
        assert_eq!(explained(data, "cat a.txt")["verdict"], "allow", "{data}");
    }
}

#[test]
fn a_command_is_explained_with_what_its_links_lead_to() {
    let r = Repository::new(&[(".env", "S=1\n"), ("a.txt", "one\n")]);
    std::os::unix::fs::symlink(".env", r.root.join("leads")).unwrap();
    std::os::unix::fs::symlink("/etc", r.root.join("out")).unwrap();
    std::os::unix::fs::symlink("a.txt", r.root.join("same")).unwrap();
    for (command, verdict) in
        [("cat leads", "never"), ("cat out/passwd", "prompt"), ("cat same", "allow"), ("cat a.txt", "allow")]
    {
        let found = r.countersign(&["explain", "command", "--json", command], "").json()["verdict"].clone();
        assert_eq!(found, verdict, "{command}");
        for cwd in [r.root.to_str().unwrap(), "."] {
            let line = json!({ "id": "1", "cmd": command, "cwd": cwd });
            let found =
                r.countersign(&["explain", "command", "--batch"], &format!("{line}\n")).json()["verdict"].clone();
            assert_eq!(found, verdict, "{command} in {cwd}");
        }
        let line = json!({ "id": "1", "cmd": command, "cwd": "no-such-folder" });
        let words = r.countersign(&["explain", "command", "--batch"], &format!("{line}\n")).json()["verdict"].clone();
        assert_eq!(words, "allow", "{command}: by its words alone");
    }
}

#[test]
fn a_command_is_explained_in_the_readers_language_with_all_its_reasons() {
    let r = Repository::new(&[("a.txt", "one\n")]);
    let said = |words: &[&str]| r.countersign(&[&["--lang", "de", "explain"], words].concat(), "").out;
    let fails = said(&["command", "git commit -m x"]);
    assert!(fails.starts_with("Hier abgelehnt (write): "), "{fails}");
    assert!(fails.contains("`git commit` schreibt in das Repository"), "{fails}");
    assert!(!fails.contains("Run it in a terminal"), "the hint too: {fails}");
    assert!(said(&["command", "cat .env"]).contains("`.env` enthält Geheimnisse."));
    let parts = said(&["command", "ls; rm x"]);
    assert!(!parts.contains("is not on the list"), "of each part too: {parts}");
    let edit = "<<<<<<< SEARCH\nzwei\n=======\ndrei\n>>>>>>> REPLACE\n";
    let refused = r.countersign(&["--lang", "de", "explain", "patch", "--file", "a.txt"], edit).out;
    let english = r.countersign(&["--lang", "en", "explain", "patch", "--file", "a.txt"], edit).out;
    assert_ne!(refused.lines().next(), english.lines().next());
}

#[test]
fn what_cannot_be_proposed_is_explained_as_it_is_refused() {
    let r = Repository::new(&[("a.txt", "one\n")]);
    let long = format!("ls {}", "a".repeat(20_000));
    for (command, code) in [("", "invalid_command"), ("  ", "invalid_command"), (&long, "invalid_command")] {
        let ran = r.countersign(&["run", "--json", command], "").json();
        let explained = r.countersign(&["explain", "command", "--json", command], "").json();
        assert_eq!(ran["items"][0]["problems"][0]["code"], code, "{ran}");
        assert_eq!(explained["problem"], ran["items"][0]["problems"][0], "{explained}");
        let said = r.countersign(&["explain", "command", command], "").out;
        assert!(said.starts_with("Refused (shell): it cannot be proposed like this."), "{said}");
    }
    let line = json!({ "id": "1", "cmd": "echo [secret 1]" });
    let found = r.countersign(&["explain", "command", "--batch"], &format!("{line}\n")).json();
    assert_eq!(found["problem"]["code"], "placeholder");
}

#[test]
fn a_command_is_explained_where_it_would_run() {
    let r = Repository::new(&[("other/a.txt", "one\n"), ("sub/b.txt", "two\n"), ("x.tfstate", "{}\n")]);
    let inside = |words: &[&str]| {
        let data = r.world.dir.path();
        run(binary().current_dir(r.root.join("sub")).arg("--data").arg(data).args(words), b"").json()
    };
    for command in ["cat ../other/a.txt", "rm -rf ../other", "cat ../x.tfstate", "cat ../../x", "rm -rf ../.."] {
        let ran = inside(&["run", "--json", command]);
        let shown = &ran["items"][0]["command"];
        let explained = inside(&["explain", "command", "--json", command]);
        for said in ["verdict", "class"] {
            assert_eq!(explained[said], shown[said], "{command}: {explained} {shown}");
        }
    }
}

#[test]
fn an_empty_patch_is_refused_by_name() {
    let r = Repository::new(&[("a.txt", "one\n")]);
    let refused = r.countersign(&["propose", "--patch", "-"], " \n");
    assert_eq!(refused.code, 1);
    assert!(refused.err.starts_with("There is nothing to read"), "{refused:?}");
}

#[test]
fn what_is_made_again_shows_its_new_difference() {
    let r = Repository::new(&[("a.txt", "one\ntwo\nthree\n")]);
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
    assert_eq!(r.countersign(&["propose", "--patch", "-"], patch).code, 2);
    r.put("a.txt", "zero\none\ntwo\nthree\n");
    let rebased = r.countersign(&["rebase", "1", "all"], "");
    assert!(rebased.out.contains("@@ -1,4 +1,4 @@") && rebased.out.contains("    +2"), "{rebased:?}");
    assert_eq!(r.countersign(&["apply", "1", "--all"], "").code, 0);
    let again = r.countersign(&["propose", "--patch", "-"], patch);
    assert!(again.out.contains("What the edit would make is in the file already."), "{again:?}");
}
