//! Sentences whose effect was decided from TODOS.md before the planner had seen them.
//!
//! `sentence => effect`, `#` comments. An effect is `&`-joined changes (`+ title | on … | at …`, `#7 on …; p high`,
//! `#7 gone`, `undo b1`), or no change: `chat`, `chat 1,2` (what answers), `ask` (clarify or unsure), `ask 1,2` (the
//! todos asked about), `quiet` (anything but operations). Readings that are equally right are joined by `||`.

use super::clock;
use crate::effect;
use countersign_core::recurrence::{Anchor, Frequency};
use countersign_core::todo::{Field, Todo};
use countersign_core::todos::Todos;
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use std::collections::BTreeSet;

const SNAPSHOTS: &str = include_str!("../../data/interpret/snapshots.json");
const TABLES: [(&str, &str); 15] = [
    ("one", include_str!("../../data/fresh/one.txt")),
    ("two", include_str!("../../data/fresh/two.txt")),
    ("three", include_str!("../../data/fresh/three.txt")),
    ("four", include_str!("../../data/fresh/four.txt")),
    ("five", include_str!("../../data/fresh/five.txt")),
    ("six", include_str!("../../data/fresh/six.txt")),
    ("seven", include_str!("../../data/fresh/seven.txt")),
    ("eight", include_str!("../../data/fresh/eight.txt")),
    ("nine", include_str!("../../data/fresh/nine.txt")),
    ("ten", include_str!("../../data/fresh/ten.txt")),
    ("eleven", include_str!("../../data/fresh/eleven.txt")),
    ("twelve", include_str!("../../data/fresh/twelve.txt")),
    ("thirteen", include_str!("../../data/fresh/thirteen.txt")),
    ("fourteen", include_str!("../../data/fresh/fourteen.txt")),
    ("fifteen", include_str!("../../data/fresh/fifteen.txt")),
];

fn world() -> Todos {
    let mut all: serde_json::Value = serde_json::from_str(SNAPSHOTS).unwrap();
    let todos: Vec<Todo> = serde_json::from_value(all["flat"].take()).unwrap();
    Todos::new(todos)
}

/// `weekly/2 MO,WE <2026-12-31 x6 !`: the days an absent list stands for are written out.
fn rule(todo: &Todo) -> String {
    let r = &todo.recurrence;
    if !r.is_repeating() {
        return "none".to_owned();
    }
    let value = serde_json::to_value(r).unwrap();
    let mut out = format!(
        "{}/{}{}",
        value["type"].as_str().unwrap(),
        r.interval,
        if r.anchor == Anchor::Completion { "!" } else { "" }
    );
    let start = todo.scheduled_for;
    let days = r.by_day.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let month_days = r.by_month_day.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    // "weekly" on a Monday is "weekly on Monday".
    let days = match (days.is_empty() && r.frequency == Frequency::Weekly, start) {
        (true, Some(start)) => format!("{:?}", start.weekday())[..2].to_uppercase(),
        _ => days,
    };
    if !days.is_empty() {
        out.push_str(&format!(" {days}"));
    }
    let own_day = start.is_some_and(|s| s.day().to_string() == month_days);
    if !month_days.is_empty() && !own_day {
        out.push_str(&format!(" {month_days}"));
    }
    if let Some(until) = r.until {
        out.push_str(&format!(" <{until}"));
    }
    if let Some(count) = r.count {
        out.push_str(&format!(" x{count}"));
    }
    out
}

/// The fields that differ, in the words of the table.
fn fields(old: &Todo, new: &Todo) -> BTreeSet<String> {
    let plain = |v: serde_json::Value| match v {
        serde_json::Value::Null => "-".to_owned(),
        serde_json::Value::String(s) => s,
        serde_json::Value::Array(a) if a.is_empty() => "-".to_owned(),
        serde_json::Value::Array(a) => a.iter().filter_map(|v| v.as_str()).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    old.diff(new)
        .into_iter()
        .filter(|field| *field != Field::StatusReason)
        .map(|field| match field {
            Field::Title => format!("title {}", new.title),
            Field::ScheduledFor => format!("on {}", plain(new.get(field))),
            Field::TimeOfDay => format!("at {}", plain(new.get(field))),
            Field::DueDate => format!("due {}", plain(new.get(field))),
            Field::Priority => format!("p {}", plain(new.get(field))),
            Field::Estimate => format!("est {}", plain(new.get(field))),
            Field::Labels => format!("labels {}", plain(new.get(field))),
            Field::Notes if new.notes.is_empty() => "notes -".to_owned(),
            Field::Notes => format!("notes {}", new.notes.replace('\n', "\\n")),
            Field::CompletedDates => format!("did {}", plain(new.get(field))),
            Field::SkippedDates => format!("skip {}", plain(new.get(field))),
            Field::Recurrence => format!("rec {}", rule(new)),
            Field::Checklist => {
                let lines: Vec<String> =
                    new.checklist.iter().map(|l| format!("{}{}", if l.checked { "✓" } else { "" }, l.title)).collect();
                format!("list {}", lines.join(","))
            }
            Field::Moved => {
                let moved: Vec<String> = new
                    .moved
                    .iter()
                    .map(|(d, m)| {
                        let time = m.time.map(|t| format!(" {}", t.time().strftime("%H:%M"))).unwrap_or_default();
                        format!("{d}→{}{time}", m.date)
                    })
                    .collect();
                format!("moved {}", moved.join(","))
            }
            other => format!("{} {}", other.name(), plain(new.get(other))),
        })
        .collect()
}

fn effect(answer: &Answer, todos: &Todos) -> String {
    let (changes, undone, refused) = effect::changes_of(&answer.ops, todos, &clock());
    let mut out: Vec<String> = refused.into_iter().map(|r| format!("refused {r}")).collect();
    out.extend(undone.into_iter().map(|b| format!("undo {b}")));
    for c in changes {
        match (c.before, c.after) {
            (None, Some(new)) => {
                let blank = Todo::new(c.id, String::new(), String::new(), jiff::Timestamp::UNIX_EPOCH);
                let rest: Vec<String> = fields(&blank, &new).into_iter().filter(|f| !f.starts_with("title ")).collect();
                let tail = rest.iter().map(|f| format!(" | {f}")).collect::<String>();
                out.push(format!("+ {}{tail}", new.title));
            }
            (Some(old), Some(new)) => {
                let changed = fields(&old, &new);
                if !changed.is_empty() {
                    out.push(format!("#{} {}", c.id, changed.into_iter().collect::<Vec<_>>().join("; ")));
                }
            }
            (Some(_), None) => out.push(format!("#{} gone", c.id)),
            (None, None) => {}
        }
    }
    out.sort();
    out.join(" & ")
}

/// The same text with its parts in order.
fn normal(want: &str) -> String {
    let mut parts: Vec<String> = want
        .split(" & ")
        .map(|part| {
            let part = part.trim();
            if part.starts_with('+') {
                let mut fields: Vec<&str> = part.split(" | ").map(str::trim).collect();
                if let Some(rest) = fields.get_mut(1..) {
                    rest.sort_unstable();
                }
                fields.join(" | ")
            } else if let Some((id, rest)) = part.split_once(' ') {
                let mut fields: Vec<&str> = rest.split("; ").map(str::trim).collect();
                fields.sort_unstable();
                format!("{id} {}", fields.join("; "))
            } else {
                part.to_owned()
            }
        })
        .collect();
    parts.sort();
    parts.join(" & ")
}

fn ids(text: &str) -> BTreeSet<i64> {
    text.split(',').filter_map(|s| s.trim().parse().ok()).collect()
}

fn agrees(want: &str, answer: &Answer, todos: &Todos) -> bool {
    let want = want.trim();
    let (word, rest) = want.split_once(' ').unwrap_or((want, ""));
    match word {
        "quiet" => effect(answer, todos).is_empty(),
        "chat" => {
            answer.decision == Decision::Chat
                && (rest.is_empty() || ids(rest) == answer.answer_ids.iter().map(|i| i.0).collect())
        }
        "unsure" => answer.decision == Decision::Unsure,
        "ask" if rest.is_empty() => matches!(answer.decision, Decision::Clarify | Decision::Unsure),
        "ask" => answer.decision == Decision::Clarify && ids(rest) == answer.options.iter().map(|i| i.0).collect(),
        _ => answer.decision == Decision::Plan && effect(answer, todos) == normal(want),
    }
}

fn said(answer: &Answer, todos: &Todos) -> String {
    let list =
        |ids: &[countersign_core::ids::TodoId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match answer.decision {
        Decision::Plan => effect(answer, todos),
        Decision::Chat => format!("chat {}", list(&answer.answer_ids)),
        Decision::Unsure => "unsure".to_owned(),
        Decision::Clarify => {
            format!("ask {} ({})", list(&answer.options), answer.question.as_deref().unwrap_or_default())
        }
    }
}

#[test]
fn fresh_sentences_have_the_effect_the_rules_give() {
    let todos = world();
    let (mut rows, mut wrong) = (0, Vec::new());
    for (table, text) in TABLES {
        for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with("# ")) {
            let (sentence, want) = line.rsplit_once(" => ").unwrap_or_else(|| panic!("{table}: {line}"));
            let sentence = sentence.replace("\\n", "\n");
            let answer = interpret(&sentence, &todos, &clock(), &Context::default());
            rows += 1;
            if !want.split(" || ").any(|want| agrees(want, &answer, &todos)) {
                wrong.push(format!("{table}: {sentence}\n    want {want}\n    got  {}", said(&answer, &todos)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {rows} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= 300, "{rows} rows");
}
