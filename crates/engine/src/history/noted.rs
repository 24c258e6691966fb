//! What an entry that changes nothing tells: how a sentence was read, what a model was asked, what became of a run.

use countersign_core::label::quoted;
use countersign_core::prompt::Line;
use serde_json::Value;

/// So much of a note, or of a reason, is told in a line, in characters.
const NOTE: usize = 300;

/// A fact of the audit in a line.
pub(super) fn title(action: &str, detail: &Value) -> String {
    let text = |name: &str| detail[name].as_str().unwrap_or_default().to_owned();
    let count = |name: &str| detail[name].as_u64().unwrap_or_default();
    // Why it is so, where that is known.
    let because = |told: &str, name: &str| match text(name) {
        why if why.is_empty() => told.to_owned(),
        why => format!("{told}: {}", short(&why)),
    };
    match action {
        "agent_note" => format!("Note of {}: {}", text("agent"), short(&joined(&detail["note"]))),
        "router_decision" => match text("decision").as_str() {
            "plan" => "Read as a change of todos".to_owned(),
            "work" => "Read as work on files".to_owned(),
            "clarify" => because("Asked back", "question"),
            _ => "Read as something to answer in words".to_owned(),
        },
        "assistant_understanding" => match (count("ops_count"), count("invalid_count")) {
            (1, 0) => "1 change understood".to_owned(),
            (n, 0) => format!("{n} changes understood"),
            (n, invalid) => format!("{n} changes understood, {invalid} of them not possible"),
        },
        "assistant_message" => "Answered in words".to_owned(),
        "repair_attempted" => "The model was asked to mend its answer".to_owned(),
        "repair_success" => "The answer was mended".to_owned(),
        "repair_failed" => "The answer could not be mended".to_owned(),
        "repair_error" => because("The model did not mend its answer", "error"),
        "plan_retry" => because("The plan document could not be read and the model was asked for another", "why"),
        "model_raw" => format!("Answer of {}", text("model")),
        "model_failed" => because("The model did not answer", "message"),
        "parsed_body" => format!("Answer of {} read", text("model")),
        "wake" => match count("proposed") {
            0 => "Woke and proposed nothing".to_owned(),
            1 => "Woke and proposed 1 change".to_owned(),
            n => format!("Woke and proposed {n} changes"),
        },
        "wake_model" => "Asked the model what to propose".to_owned(),
        "command_run_paused" => because("The run of commands waits", "why"),
        "command_run_resumed" => "The run of commands goes on".to_owned(),
        "command_run_stopped" => "The run of commands was stopped".to_owned(),
        "command_run_interrupted" => "The run of commands was cut off".to_owned(),
        "command_run_done" => "The run of commands is done".to_owned(),
        "command_run_skipped" => because("A command of the run was skipped", "why"),
        "command_run_step" => because("A step of the run of commands", "command"),
        "tool_reads" => format!("Tools of {}: what only reads was settled", quoted(&text("server"))),
        "workspace_opened" => format!("Folder {} opened", quoted(&text("workspace"))),
        "workspace_closed" => format!("Folder {} closed", quoted(&text("workspace"))),
        "output_kept" => format!("Output {} kept", text("output")),
        "image_made" => because("A picture was made", "prompt"),
        "image_replaced" => because("A picture was made anew", "prompt"),
        "image_given" => "A picture was added".to_owned(),
        "image_deleted" => because("A picture was taken away", "prompt"),
        "image_restored" => because("A picture was brought back", "prompt"),
        "work_summary_saved" => "The summary of the work was kept".to_owned(),
        "work_summary_discarded" => "The summary of the work was discarded".to_owned(),
        // Of a version that knows more.
        other => other.replace('_', " "),
    }
}

/// Values of a note, one after the other.
fn joined(note: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    note.as_object().into_iter().flat_map(|note| note.values()).map(text).collect::<Vec<_>>().join(" ")
}

fn short(text: &str) -> String {
    Line::of(text.chars().take(NOTE).collect::<String>()).as_str().to_owned()
}
