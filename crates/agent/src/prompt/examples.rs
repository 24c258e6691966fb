//! What a step's prompt shows before the task, in the one form that its model is asked for (S4-29).

use crate::machine::Setup;
use crate::prompt::LAST_WORDS;
use crate::step::Form;
use crate::tool::Access;
use serde_json::{Value, json};

/// Few-shot examples in the one form that this model is asked for (S4-29); with `more` also those of several calls,
/// for models that are asked for such.
pub(super) fn examples(setup: &Setup, more: bool) -> String {
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
    if more && setup.form == Form::Large && has("read_file") {
        let read = |path: &str| json!({ "name": "read_file", "parameters": args(json!({ "path": path })) });
        let both = json!({
            "thinking": thinking("Both files, at once."), "action": "next_step", "tool_calls": [read("a.md"), read("b.md")],
        });
        all.push(("What is different in a.md and b.md?", both.to_string()));
        if has("write_file") {
            let path = json!({ "path": "list.md" });
            all.push(("Add eggs to list.md", call("I need what it says now.", "read_file", path)));
            let written = json!({ "path": "list.md", "content": "milk\neggs\n" });
            all.push(("Tool result: [1] ✓ milk", call("All of it, with eggs.", "write_file", written)));
        }
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
