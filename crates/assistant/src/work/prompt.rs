//! The prompt and the schema of a structured reply: rules and examples that never change, then the
//! folder, then the request (MODELS.md §1).

use super::{NamedFile, Project};
use crate::input::{Input, Size};
use crate::prompt::{Prompt, conversation, today};
use countersign_core::model::{Format, estimate_tokens};
use countersign_core::prompt::Line;
use serde_json::{Value, json};

/// Estimated tokens of the parts beside files: rules, examples, listing, conversation, request.
const AROUND: u64 = 1_500;
/// Caps of these parts.
const TURNS: u64 = 250;
/// Less room than this beside the request and the files is too little for examples.
const LEAST: u64 = 200;
/// What was handed over takes at most so many tokens.
const CARRIED: u64 = 700;

const RULES: &str = "You help a person with the files of a project folder. Answer with one JSON object and nothing around it. \
    You change nothing yourself: every file change and command is reviewed and signed by the person first, so never say \
    that something is done; say what would change.\n\
    summary: one to four plain sentences that answer the request. sections: longer explanations, {heading, body}. \
    todos: your own steps for this request, {text, completed}, only when there are several. fileChanges: one entry for each \
    place that changes. commands: {command, why}, one program call each, run in the folder. nextSteps: at most 3 messages \
    that the person may want to send next, {html, inputText}.\n\
    Leave out what you do not need; a question needs only summary and sections. Change only files that are shown in full or \
    files that are new. Copy search texts exactly from the file, whole lines, long enough to occur once. Never write \
    \"...\" or \"rest unchanged\" for text you leave out. todoIndex says which of todos, from 0, a change carries out.";

const SMALL: &str = "fileChanges: {path, search, replace}; an empty search makes a new file of replace.";
const LARGE: &str = "fileChanges: {path, action, edits: [{search, replace}]} for a file that is there; {path, action: \"create\", \
    content} for a new one; action delete, or rename with to. With three or more steps or files list ALL steps in todos, \
    carry out one or two, and offer to continue in nextSteps.";

fn rules(size: Size) -> String {
    format!("{RULES}\n{}", if size == Size::Small { SMALL } else { LARGE })
}

const FIX: (&str, &str) = ("File shop.md:\n```\n# Shop\n- bred\n- milk\n```\nRequest: fix the spelling in shop.md", "");

fn shots(size: Size) -> [(&'static str, &'static str); 3] {
    let (fix, make) = match size {
        Size::Small => (
            "{\"summary\":\"In shop.md “bred” would become “bread”.\",\"fileChanges\":[{\"path\":\"shop.md\",\"search\":\"- bred\",\"replace\":\"- bread\"}]}",
            "{\"summary\":\"A new file hello.sh would print Hello; the command then tries it.\",\"todos\":[{\"text\":\"Write hello.sh\",\"completed\":false},{\"text\":\"Try it\",\"completed\":false}],\"fileChanges\":[{\"path\":\"hello.sh\",\"search\":\"\",\"replace\":\"echo Hello\\n\",\"todoIndex\":0}],\"commands\":[{\"command\":\"sh hello.sh\",\"why\":\"shows that it prints Hello\"}],\"nextSteps\":[{\"html\":\"Greet by name\",\"inputText\":\"Let hello.sh greet the name it is given\"}]}",
        ),
        Size::Large => (
            "{\"summary\":\"In shop.md “bred” would become “bread”.\",\"fileChanges\":[{\"path\":\"shop.md\",\"action\":\"edit\",\"edits\":[{\"search\":\"- bred\",\"replace\":\"- bread\"}]}]}",
            "{\"summary\":\"A new file hello.sh would print Hello; the command then tries it.\",\"todos\":[{\"text\":\"Write hello.sh\",\"completed\":false},{\"text\":\"Try it\",\"completed\":false}],\"fileChanges\":[{\"path\":\"hello.sh\",\"action\":\"create\",\"content\":\"echo Hello\\n\",\"todoIndex\":0}],\"commands\":[{\"command\":\"sh hello.sh\",\"why\":\"shows that it prints Hello\"}],\"nextSteps\":[{\"html\":\"Greet by name\",\"inputText\":\"Let hello.sh greet the name it is given\"}]}",
        ),
    };
    [
        (FIX.0, fix),
        (
            "File add.py:\n```\ndef add(a, b):\n    return a + b\n```\nRequest: what does add.py do?",
            "{\"summary\":\"add.py defines one function that returns the sum of its two arguments.\",\"sections\":[{\"heading\":\"add(a, b)\",\"body\":\"Returns `a + b`. It checks nothing, so texts are joined.\"}]}",
        ),
        ("Request: make a script hello.sh that says hello and try it", make),
    ]
}

/// The reply's schema. The bodies of large models have no `maxLength`: grammars of runtimes refuse
/// repetitions above about 2 000, and the token limit ends them.
pub(crate) fn format(size: Size) -> Format {
    let text = |most: u32| json!({"type": "string", "maxLength": most});
    let object = |properties: Value, required: &[&str]| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let list = |items: Value, most: u32| json!({"type": "array", "items": items, "maxItems": most});
    let small = size == Size::Small;
    let change = if small {
        object(
            json!({"path": text(200), "search": text(1_500), "replace": text(1_800), "todoIndex": {"type": "integer"}}),
            &["path", "search", "replace"],
        )
    } else {
        let edit = object(json!({"search": {"type": "string"}, "replace": {"type": "string"}}), &["search", "replace"]);
        object(
            json!({
                "path": text(300), "action": {"enum": ["edit", "create", "delete", "rename"]}, "edits": list(edit, 20),
                "content": {"type": "string"}, "to": text(300), "todoIndex": {"type": "integer"},
            }),
            &["path", "action"],
        )
    };
    let (parts, body) = if small { (3, 900) } else { (8, 1_900) };
    Format {
        name: "reply".to_owned(),
        schema: object(
            json!({
                "summary": text(if small { 600 } else { 1_500 }),
                "sections": list(object(json!({"heading": text(120), "body": text(body)}), &["heading", "body"]), parts),
                "todos": list(object(json!({"text": text(200), "completed": {"type": "boolean"}}), &["text"]), if small { 6 } else { 20 }),
                "fileChanges": list(change, if small { 4 } else { 20 }),
                "commands": list(object(json!({"command": text(400), "why": text(200)}), &["command"]), if small { 3 } else { 12 }),
                "nextSteps": list(object(json!({"html": text(80), "inputText": text(300)}), &["html", "inputText"]), 3),
            }),
            &["summary"],
        ),
    }
}

/// How many estimated tokens files may take of a prompt for this message, in a conversation that goes
/// on with `carried`.
pub(crate) fn room_for_files(message: &str, carried: &str, prompt_tokens: u64) -> u64 {
    let told = estimate_tokens(message) + estimate_tokens(carried).min(CARRIED);
    prompt_tokens.saturating_sub(AROUND + told).max(300)
}

/// The prompt of a structured reply.
pub(crate) fn ask(input: &Input, project: &Project, size: Size) -> Prompt {
    let cap = project.reads();
    let rules = rules(size);
    let files: u64 = project.files.iter().filter_map(|f| f.text.as_deref()).map(|t| estimate_tokens(t) + 24).sum();
    let firm = estimate_tokens(&input.message) + files;
    // The examples go before anything that the person said or named.
    let shown = Prompt::begin(&rules, &shots(size));
    let mut p = if shown.tokens() + firm + LEAST <= cap { shown } else { Prompt::begin(&rules, &[]) };
    let small = size == Size::Small;
    let (listed, told) = if small { (150, 150) } else { (600, 1_000) };
    let room = p.room(cap, &input.message).saturating_sub(files);
    let instructions = p.told(&input.instructions, told.min(room / 3));
    let carried = p.section("carried", &input.carried, CARRIED.min(room / 4));
    let listing = p.lines("listing", project.listing.iter().cloned(), listed.min(room / 4));
    let mut text = String::new();
    if !instructions.is_empty() {
        text.push_str(&format!("Standing instructions:\n{instructions}\n"));
    }
    text.push_str(&carried);
    if !listing.is_empty() {
        text.push_str(&format!("In the folder:\n{listing}"));
    }
    for file in &project.files {
        match &file.text {
            Some(content) => {
                p.file(file);
                text.push_str(&block(file, content));
            }
            None => text.push_str(&format!("File {} is not shown.\n", Line::of(&file.path))),
        }
    }
    for name in &project.unread {
        text.push_str(&format!("{} is there and cannot be shown.\n", Line::of(name)));
    }
    for name in &project.protected {
        text.push_str(&format!("File {} is never shown: it holds secrets.\n", Line::of(name)));
    }
    let turns = p.lines("conversation", conversation(input), TURNS.min(room / 8));
    if !turns.is_empty() {
        text.push_str(&format!("Before:\n{turns}"));
    }
    let request = p.pinned(&input.message);
    p.user(format!("{text}{}\nRequest: {request}", today(input)));
    p
}

/// The same with the reply that could not be read, once (S1-6).
pub(crate) fn mend(input: &Input, project: &Project, size: Size, answer: &str) -> Prompt {
    let mut p = ask(input, project, size);
    let room = project.reads().saturating_sub(p.tokens() + 60).max(100);
    let answer = p.section("answer", answer, room.min(if size == Size::Small { 600 } else { 4_000 }));
    let answer = if answer.trim().is_empty() { "(nothing)".to_owned() } else { answer };
    p.assistant(answer);
    p.user("That is not one whole JSON object with summary. Write the same reply again as valid JSON, every string closed.".to_owned());
    p
}

/// The same with the reply, and why some of its changes cannot be made as they are, once (R10).
pub(crate) fn amend(input: &Input, project: &Project, size: Size, answer: &str, hints: &[String]) -> Prompt {
    let mut p = ask(input, project, size);
    let room = project.reads().saturating_sub(p.tokens() + 120).max(100);
    let hints = p.lines("hints", hints.iter().cloned(), room / 2);
    let answer = p.section("answer", answer, (room / 2).min(if size == Size::Small { 600 } else { 4_000 }));
    p.assistant(answer);
    p.user(format!(
        "These changes cannot be made:\n{hints}Write the reply again with only these fileChanges, corrected: copy search \
         texts exactly from the file as it is shown."
    ));
    p
}

/// A file in a fence that nothing in it can close.
fn block(file: &NamedFile, content: &str) -> String {
    let longest = content.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if content.is_empty() || content.ends_with('\n') { "" } else { "\n" };
    let cut = if file.cut { " (only its beginning)" } else { "" };
    format!("File {}{cut}:\n{fence}\n{content}{end}{fence}\n", Line::of(&file.path))
}
