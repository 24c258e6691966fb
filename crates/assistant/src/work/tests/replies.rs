//! Replies in every dialect, cut ones, mended ones.

use super::project;
use crate::work::reply::{read, so_far};
use crate::work::{Project, WorkOp};
use countersign_core::model::Finish;
use proptest::prelude::*;
use serde_json::{Value, json};

fn shown() -> Project {
    project(&[("a.txt", "one\ntwo\n"), ("src/b.rs", "fn b() {}\n")])
}

/// Operations without workspace and base.
fn values(operations: &[WorkOp]) -> Vec<Value> {
    operations
        .iter()
        .map(|op| {
            let mut value = op.value.clone();
            let map = value.as_object_mut().unwrap();
            map.remove("workspace");
            map.remove("base");
            if let Some(problem) = &op.problem {
                map.insert("problem".into(), json!(problem.code));
            }
            value
        })
        .collect()
}

fn proposed(reply: &Value) -> Vec<Value> {
    values(&read(&reply.to_string(), Finish::Stop, &shown(), false, true).operations)
}

#[test]
fn every_dialect_says_the_same() {
    let pair = json!([{"op": "edit_file", "path": "a.txt", "edit": [{"search": "one", "replace": "1"}], "format": "search_replace"}]);
    for reply in [
        json!({"summary": "s", "fileChanges": [{"path": "a.txt", "search": "one", "replace": "1"}]}),
        json!({"summary": "s", "file_changes": [{"file_path": "a.txt", "old_string": "one", "new_string": "1"}]}),
        json!({"summary": "s", "files": [{"filePath": "./a.txt", "edits": [{"oldText": "one", "newText": "1"}]}]}),
        json!({"summary": "s", "changes": [{"filename": "A.TXT", "action": "edit", "replacements": [{"find": "one", "replace": "1"}]}]}),
        json!({"response": {"summary": "s", "fileChanges": [{"path": "a.txt", "action": "edit", "edits": [{"search": "one", "replace": "1"}]}]}}),
        json!({"summary": "s", "operations": [{"op": "edit_file", "args": {"path": "a.txt", "search": "one", "replace": "1"}}]}),
        json!({"summary": "s", "tool_calls": [{"function": {"name": "str_replace", "arguments": "{\"path\":\"a.txt\",\"old_str\":\"one\",\"new_str\":\"1\"}"}}]}),
        json!({"summary": "s", "actions": [{"action": "call", "tool": "edit_file", "parameters": {"file": "a.txt", "before": "one", "after": "1"}}]}),
        json!({"summary": "s", "toolName": "edit_file", "args": {"path": "a.txt", "search": "one", "replace": "1"}}),
        json!([{"tool": "edit_file", "params": {"path": "a.txt", "search": "one", "replace": "1"}}]),
    ] {
        assert_eq!(json!(proposed(&reply)), pair, "{reply}");
    }
}

#[test]
fn every_form_of_a_change_is_kept_as_it_is() {
    for (change, want) in [
        (json!({"path": "n.md", "content": "x\n"}), json!({"op": "write_file", "path": "n.md", "content": "x\n"})),
        (
            json!({"path": "n.md", "search": "", "replace": "x"}),
            json!({"op": "write_file", "path": "n.md", "content": "x"}),
        ),
        (
            json!({"path": "a.txt", "lineOperations": [{"type": "delete", "line": 1, "expectedContent": "one"}]}),
            json!({"op": "edit_file", "path": "a.txt", "edit": [{"type": "delete", "line": 1, "expectedContent": "one"}], "format": "lines"}),
        ),
        (
            json!({"path": "a.txt", "isDiff": true, "newContent": "@@\n-one\n+1\n"}),
            json!({"op": "edit_file", "path": "a.txt", "edit": "@@\n-one\n+1\n", "format": "auto"}),
        ),
        (
            json!({"path": "a.txt", "diff": "@@ -1,2 +1,2 @@\n-one\n+1\n two\n"}),
            json!({"op": "edit_file", "path": "a.txt", "edit": "@@ -1,2 +1,2 @@\n-one\n+1\n two\n", "format": "auto"}),
        ),
        (
            json!({"path": "a.txt", "edit": "<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n"}),
            json!({"op": "edit_file", "path": "a.txt", "edit": "<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n", "format": "auto"}),
        ),
        (
            json!({"path": "a.txt", "edits": ["@@\n-one\n+1", "@@\n-two\n+2\n"]}),
            json!({"op": "edit_file", "path": "a.txt", "edit": "@@\n-one\n+1\n@@\n-two\n+2\n", "format": "auto"}),
        ),
        (
            json!({"path": "a.txt", "edits": "[{\"search\": \"one\", \"replace\": \"1\"}]"}),
            json!({"op": "edit_file", "path": "a.txt", "edit": [{"search": "one", "replace": "1"}], "format": "search_replace"}),
        ),
        (
            json!({"path": "a.txt", "edit": {"old_string": "one", "new_string": "1"}}),
            json!({"op": "edit_file", "path": "a.txt", "edit": [{"search": "one", "replace": "1"}], "format": "search_replace"}),
        ),
        (
            json!({"path": "a.txt", "edit": 7}),
            json!({"op": "edit_file", "path": "a.txt", "edit": {"path": "a.txt", "edit": 7}, "problem": "edit_refused"}),
        ),
        (json!({"path": "a.txt", "action": "delete"}), json!({"op": "delete_file", "path": "a.txt"})),
        (
            json!({"path": "a.txt", "action": "rename", "to": "c.txt"}),
            json!({"op": "rename_file", "path": "a.txt", "to": "c.txt"}),
        ),
        (
            json!({"path": "a.txt", "hash": "0000000000000000", "search": "one", "replace": "1"}),
            json!({"op": "edit_file", "path": "a.txt", "edit": [{"search": "one", "replace": "1"}], "format": "search_replace"}),
        ),
        (
            json!({"path": "a.txt", "hash": "deadbeef00", "content": "1\n"}),
            json!({"op": "write_file", "path": "a.txt", "content": "1\n", "problem": "base_changed"}),
        ),
        (
            json!({"path": "a.txt"}),
            json!({"op": "edit_file", "path": "a.txt", "edit": {"path": "a.txt"}, "problem": "edit_refused"}),
        ),
    ] {
        assert_eq!(
            proposed(&json!({"summary": "s", "fileChanges": [change]})),
            std::slice::from_ref(&want),
            "{change}"
        );
    }
    let hashes = json!({"summary": "s", "fileHashes": {"a.txt": "ffffffffffff"}, "fileChanges": [{"path": "a.txt", "content": "1\n"}]});
    assert_eq!(proposed(&hashes)[0]["problem"], "base_changed");
    // All of a file that was shown in part.
    let mut part = shown();
    part.files[0].cut = true;
    let whole = json!({"summary": "s", "fileChanges": [{"path": "a.txt", "content": "1\n"}]}).to_string();
    assert_eq!(values(&read(&whole, Finish::Stop, &part, false, true).operations)[0]["problem"], "not_shown");
}

#[test]
fn the_engine_fills_in_the_hash_that_was_shown_and_one_file_is_one_change() {
    let reply = json!({"summary": "s", "fileChanges": [
        {"path": "a.txt", "search": "one", "replace": "1", "todoIndex": 1},
        {"path": "src/b.rs", "content": "fn b() { 1 }\n"},
        {"path": "a.txt", "search": "two", "replace": "2"},
        {"path": "unseen.txt", "search": "x", "replace": "y"},
    ], "commands": ["cargo test", {"cmd": "ls", "reason": "to look", "cwd": "src"}, {"command": ["git", "status"]}]});
    let read = read(&reply.to_string(), Finish::Stop, &shown(), false, true);
    assert_eq!(
        values(&read.operations),
        [
            json!({"op": "edit_file", "path": "a.txt", "edit": [{"search": "one", "replace": "1"}, {"search": "two", "replace": "2"}], "format": "search_replace"}),
            json!({"op": "write_file", "path": "src/b.rs", "content": "fn b() { 1 }\n"}),
            json!({"op": "edit_file", "path": "unseen.txt", "edit": [{"search": "x", "replace": "y"}], "format": "search_replace"}),
            json!({"op": "run_command", "command": "cargo test"}),
            json!({"op": "run_command", "command": "ls", "cwd": "src"}),
            json!({"op": "run_command", "command": "git status"}),
        ]
    );
    assert_eq!(read.operations[0].value["base"], format!("{:064x}", 5));
    assert!(read.operations[2].value.get("base").is_none(), "it was not shown, so nothing vouches for it");
    assert_eq!((read.operations[0].step, read.operations[4].why.as_str()), (Some(1), "to look"));
    assert!(!read.operations[3].sure && read.operations[0].sure);
}

#[test]
fn words_steps_and_suggestions_come_through_plain() {
    let reply = json!({
        "summary": "What it does.",
        "sections": [{"title": "A", "content": "b"}, "c", {"heading": "List", "body": ["x", "y"]}],
        "todos": [{"text": "one", "completed": true}, "two", {"task": "three", "status": "done"}],
        "nextSteps": [{"html": "<b>Go</b> on &amp; <img src=x onerror=y> on", "inputText": "continue"}, "Stop", {"label": "a < b", "prompt": "p"}],
    });
    let got = read(&reply.to_string(), Finish::Stop, &shown(), false, true).reply;
    let parts: Vec<(&str, &str)> = got.sections.iter().map(|s| (s.heading.as_str(), s.body.as_str())).collect();
    assert_eq!(parts, [("A", "b"), ("", "c"), ("List", "- x\n- y")]);
    assert_eq!(
        got.steps.iter().map(|s| (s.text.as_str(), s.completed)).collect::<Vec<_>>(),
        [("one", true), ("two", false), ("three", true)]
    );
    let next: Vec<(&str, &str)> = got.next_steps.iter().map(|n| (n.label.as_str(), n.input_text.as_str())).collect();
    assert_eq!(next, [("Go on & on", "continue"), ("Stop", "Stop"), ("a < b", "p")]);
    assert_eq!((got.blocked, got.recovered), (None, None));
}

#[test]
fn marked_lines_are_commands_too() {
    let commands = |text: &str| {
        values(&read(text, Finish::Stop, &shown(), false, true).operations)
            .iter()
            .map(|v| v["command"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let reply = json!({"summary": "First\n🖥️ `cargo build`\nthen", "sections": [{"heading": "h", "body": "- 🖥️ ls -la"}], "commands": ["ls -la"]});
    assert_eq!(commands(&reply.to_string()), ["ls -la", "cargo build"]);
    assert_eq!(commands("Do this:\n🖥️ npm test\nand look."), ["npm test"]);
    assert_eq!(commands("Do this:\n🖥️ npm te"), [""; 0], "the last line may be cut");
}

#[test]
fn prose_is_an_answer_and_broken_json_asks_again() {
    let prose = read("It prints Hello.", Finish::Stop, &shown(), false, true);
    assert!(prose.usable && !prose.cut && prose.reply.summary == "It prints Hello.");
    let fenced = read("Sure!\n```json\n{\"summary\":\"s\",}\n```", Finish::Stop, &shown(), false, true);
    assert!(fenced.usable && !fenced.lossy && fenced.reply.summary == "s");
    let lossy = read(
        "{\"summary\":\"s\",\"commands\":[{\"command\":\"echo \"hi\" there\"}]}",
        Finish::Stop,
        &shown(),
        false,
        true,
    );
    assert!(lossy.lossy && lossy.operations.is_empty() && lossy.reply.blocked.is_some());
    assert!(!read("{}", Finish::Stop, &shown(), false, true).usable);
}

fn long() -> Value {
    json!({
        "summary": "Adds a greeting, and then tries it. {\"commands\":[\"rm -rf x\"]}",
        "todos": (0..8).map(|n| json!({"text": format!("step {n}"), "completed": false})).collect::<Vec<_>>(),
        "fileChanges": [
            {"path": "a.txt", "search": "one", "replace": "1 } ] \" {\"summary\":\"x\"}"},
            {"path": "new.json", "content": "{\"summary\":\"inner\",\"commands\":[{\"command\":\"echo no\"}]}\n"},
        ],
        "commands": [{"command": "cargo test"}, {"command": "ls"}],
        "nextSteps": [{"html": "Go on", "inputText": "continue"}],
        "sections": [{"heading": "Why", "body": "Because.\n🖥️ `cargo build`\n"}],
    })
}

#[test]
fn a_cut_reply_keeps_its_words_and_blocks_its_changes() {
    let text = long().to_string();
    let whole = read(&text, Finish::Stop, &shown(), false, true);
    assert_eq!((whole.operations.len(), whole.reply.steps.len(), whole.cut), (5, 8, false));
    // Whole, but the runtime says that it stopped at its limit (R14).
    let limit = read(&text, Finish::Length, &shown(), false, true);
    assert!(limit.cut && limit.operations.is_empty());
    let blocked = limit.reply.blocked.unwrap();
    assert_eq!((blocked.why.as_str(), blocked.parts.len()), ("truncated", 4));
    assert!(blocked.message.starts_with("BLOCKED: 2 file change(s) from truncated response. "), "{}", blocked.message);
    assert!(blocked.message.ends_with("NO changes have been applied."), "{}", blocked.message);

    let at = text.find("\"ls\"").unwrap();
    let cut = read(&text[..at], Finish::Stop, &shown(), false, true);
    assert!(cut.cut && cut.operations.is_empty());
    assert_eq!((cut.reply.steps.len(), cut.reply.next_steps.len()), (8, 0));
    assert_eq!(
        cut.reply.recovered.as_deref(),
        Some("Recovered: 8 todo(s), 2 file change(s), 1 command(s). The content below may be incomplete.")
    );
    let parts: Vec<String> = cut.reply.blocked.unwrap().parts.into_iter().map(|p| p.target).collect();
    assert_eq!(parts, ["a.txt", "new.json", "cargo test"]);
}

#[test]
fn a_step_of_blocked_changes_is_not_done() {
    let text = json!({
        "summary": "s",
        "todos": [{ "text": "fix it", "completed": true }, { "text": "think", "completed": true }],
        "fileChanges": [{ "path": "a.txt", "search": "one", "replace": "1", "todoIndex": 0 }],
    });
    let ticks = |finish| {
        read(&text.to_string(), finish, &shown(), false, true)
            .reply
            .steps
            .iter()
            .map(|s| s.completed)
            .collect::<Vec<_>>()
    };
    assert_eq!(ticks(Finish::Length), [false, false]);
    assert!(ticks(Finish::Stop)[1], "what nothing hangs on is the model's to say");
}

#[test]
fn in_chat_nothing_is_proposed() {
    let got = read(&long().to_string(), Finish::Stop, &shown(), true, true);
    assert!(got.operations.is_empty() && got.reply.steps.len() == 8);
    assert_eq!(got.reply.blocked.unwrap().why, "chat");
}

#[test]
fn a_summary_is_shown_while_it_is_written() {
    assert_eq!(so_far("{\"summary\":\"It pri").as_deref(), Some("It pri"));
    assert_eq!(so_far("{\"summ"), None);
    assert_eq!(so_far(""), None);
}

/// What stands around a reply: fences, prose, thoughts with drafts.
fn around() -> impl Strategy<Value = (String, String)> {
    prop_oneof![
        Just((String::new(), String::new())),
        Just(("```json\n".to_owned(), "\n```".to_owned())),
        Just(("Sure, here it is:\n".to_owned(), "\nTell me if that helps.".to_owned())),
        Just(("<think>maybe {\"summary\":\"d\",\"commands\":[\"rm x\"]} no</think>".to_owned(), String::new())),
    ]
}

fn body() -> impl Strategy<Value = String> {
    "[ -~\n\"{}\\[\\]\\\\]{0,40}"
}

prop_compose! {
    fn reply()(
        changes in prop::collection::vec((0..3_u8, body(), body()), 0..4),
        commands in prop::collection::vec(body(), 0..3),
        summary in body(),
        tail in body(),
    ) -> Value {
        let changes: Vec<Value> = changes.into_iter().enumerate().map(|(n, (form, a, b))| match form {
            0 => json!({"path": "a.txt", "search": a, "replace": b}),
            1 => json!({"path": format!("n{n}.txt"), "content": a}),
            _ => json!({"path": "src/b.rs", "diff": b}),
        }).collect();
        json!({"summary": summary, "fileChanges": changes, "commands": commands, "sections": [{"heading": "h", "body": tail}]})
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// RECOVERY: a prefix that ends before the object does never proposes anything, whatever the
    /// runtime says of how it ended.
    #[test]
    fn no_prefix_of_a_reply_can_be_signed(reply in reply(), (before, after) in around(), at in 0.0..1.0_f64, finish in 0..3_u8) {
        let json = reply.to_string();
        let text = format!("{before}{json}{after}");
        let end = before.len() + json.len();
        let mut cut = ((end as f64) * at) as usize;
        while !text.is_char_boundary(cut) { cut -= 1; }
        let finish = [Finish::Stop, Finish::Unknown, Finish::Length][usize::from(finish)];
        let got = read(&text[..cut.min(end - 1)], finish, &shown(), false, true);
        prop_assert!(got.operations.is_empty(), "{:?} of {}", got.operations, &text[..cut]);
    }

    /// The whole reply proposes everything that it holds.
    #[test]
    fn a_whole_reply_proposes_all_of_it(reply in reply(), (before, after) in around()) {
        let text = format!("{before}{reply}{after}");
        let got = read(&text, Finish::Stop, &shown(), false, true);
        prop_assert!(!got.cut);
        let commands = reply["commands"].as_array().unwrap().iter().filter(|c| !c.as_str().unwrap().trim().is_empty()).count();
        let proposed = got.operations.iter().filter(|o| o.value["op"] == "run_command").count();
        prop_assert!(got.lossy || got.reply.blocked.is_some() || proposed >= commands, "{proposed} of {commands}");
    }
}

/// R14 over S1-25: a reply that speaks of something truncated, or is short, is whole if it ended and is
/// closed; one that did not end is not, whatever it says.
#[test]
fn words_and_length_say_nothing_of_a_cut() {
    let reply =
        json!({"summary": "Logs are truncated.", "fileChanges": [{"path": "a.txt", "search": "one", "replace": "1"}]});
    let text = reply.to_string();
    assert!(text.len() < 200);
    for text in [text.clone(), format!("{text}\n\nThat is all.")] {
        let whole = read(&text, Finish::Stop, &shown(), false, true);
        assert_eq!((whole.operations.len(), whole.reply.blocked, whole.cut), (1, None, false), "{text}");
    }
    let long = json!({"summary": "s".repeat(300), "fileChanges": [{"path": "a.txt", "search": "one", "replace": "1"}]});
    for (text, finish) in [(long.to_string(), Finish::Length), (text[..text.len() - 2].to_owned(), Finish::Stop)] {
        let cut = read(&text, finish, &shown(), false, true);
        assert_eq!((cut.operations.len(), cut.cut), (0, true), "{text}");
        assert!(cut.reply.blocked.unwrap().message.starts_with("BLOCKED: 1 file change(s) from truncated response."));
    }
}

#[test]
fn what_lost_a_character_on_the_way_is_not_proposed() {
    for part in [
        json!({"fileChanges": [{"path": "n.txt", "action": "create", "content": "caf\u{fffd}\n"}]}),
        json!({"fileChanges": [{"path": "n\u{fffd}.txt", "content": "a\n"}]}),
        json!({"fileChanges": [{"path": "a.txt", "edits": [{"search": "one", "replace": "\u{fffd}"}]}]}),
        json!({"commands": [{"command": "cat caf\u{fffd}"}]}),
    ] {
        let mut reply = part.clone();
        reply["summary"] = json!("s");
        let got = read(&reply.to_string(), Finish::Stop, &shown(), false, true);
        assert!(got.lossy && got.operations.is_empty(), "{part}: {:?}", got.operations);
        assert_eq!(got.reply.blocked.unwrap().why, "lossy", "{part}");
    }
    // Its words may show what is left of them.
    let told = json!({"summary": "caf\u{fffd}", "fileChanges": [{"path": "n.txt", "content": "a\n"}]}).to_string();
    let got = read(&told, Finish::Stop, &shown(), false, true);
    assert_eq!((got.lossy, got.operations.len()), (false, 1));
}
