//! What a step's prompt shows before the task, in the one form that its model is asked for (S4-29).

use crate::machine::Setup;
use crate::prompt::LAST_WORDS;
use crate::step::Form;
use crate::tool::Access;
use serde_json::{Value, json};

/// Few-shot examples in the one form that this model is asked for (S4-29).
pub(super) fn examples(setup: &Setup) -> String {
    let thinking = |line: &str| match setup.form {
        Form::Small => json!(line),
        Form::Large => json!({ "task": line, "facts": [], "decisions": [], "risks": [], "confidence": null }),
    };
    let args = |args: Value| match setup.form {
        Form::Small => args,
        Form::Large => Value::String(args.to_string()),
    };
    let call = |line: &str, tool: &str, with: Value| {
        json!({ "thinking": thinking(line), "action": "next_step", "tool": tool, "args": args(with) }).to_string()
    };
    let mut all = Vec::new();
    let has = |tool: &str| setup.tools.find(tool).is_some();
    let writes = setup.tools.iter().any(|tool| tool.access == Access::Write);
    if has("read_file") {
        all.push(("What does notes/a.md say?", call("I need the file.", "read_file", json!({ "path": "notes/a.md" }))));
    }
    if has("write_file") {
        all.push((
            "Write hello into hello.txt",
            call("A new file.", "write_file", json!({ "path": "hello.txt", "content": "hello\n" })),
        ));
    }
    if has("todo_create") {
        all.push(("Add a todo to buy milk", call("A new todo.", "todo_create", json!({ "title": "Buy milk" }))));
    }
    if has("update_plan") {
        let decided = json!({ "decisions_made": ["SQLite: one file"], "decisions_rejected": ["Redis: a server"] });
        all.push(("We use SQLite, not Redis", call("A decision to keep.", "update_plan", decided)));
    }
    let done = |line: &str, message: &str| {
        json!({ "thinking": thinking(line), "action": "complete", "message": message }).to_string()
    };
    let ask = json!({ "thinking": thinking("Two files fit."), "action": "ask_user", "question": "Which file: a.md or b.md?" });
    if writes {
        all.push(("Tool result: [1] ✓ Proposal queued for user review.", done("It is queued.", LAST_WORDS)));
        all.push(("Delete the notes file", ask.to_string()));
    } else {
        all.push(("Tool result: [1] ✓ 0 todos", done("The list is empty.", "There are no todos.")));
        all.push(("What does the notes file say?", ask.to_string()));
    }
    all.iter().map(|(said, reply)| format!("{said}\n→ {reply}")).collect::<Vec<_>>().join("\n")
}
