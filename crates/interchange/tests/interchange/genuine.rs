//! What a JSON file claims to have been kept of another format: only what a file of that format would
//! leave there is taken, and only that is ever written.

use super::*;
use countersign_interchange::losses;
use serde_json::{Value, json};

/// What is kept, what stays of it, and what of it never stands in a file.
fn forged() -> Vec<(Format, Value, Value, &'static str)> {
    use Format::{Ics, Markdown, Taskwarrior, TodoTxt, Todoist};
    vec![
        (Ics, json!({ "lines": ["END:VTODO", "BEGIN:VTODO", "UID:inj3", "SUMMARY:FORGED"] }), json!({}), "FORGED"),
        (Ics, json!({ "priority": "1\r\nSUMMARY:FORGED", "lines": [] }), json!({}), "FORGED"),
        (
            Ics,
            json!({ "lines": ["SUMMARY:FORGED", "UID:FORGED", "STATUS:COMPLETED", "X-A:b"] }),
            json!({ "lines": ["X-A:b"] }),
            "FORGED",
        ),
        (Ics, json!({ "lines": ["BEGIN:VALARM"] }), json!({}), "VALARM"),
        (
            Ics,
            json!({ "lines": ["BEGIN:VALARM", "BEGIN:VTODO", "SUMMARY:FORGED", "END:VTODO", "END:VALARM"] }),
            json!({}),
            "FORGED",
        ),
        (Ics, json!({ "lines": ["X-A:b\r\nSUMMARY:FORGED", "no line", 7] }), json!({}), "FORGED"),
        (Ics, json!({ "lines": ["X-COUNTERSIGN:{\"title\":[\"t\",\"FORGED\"]}"] }), json!({}), "FORGED"),
        (Ics, json!({ "rule": ["SUMMARY:FORGED"] }), json!({}), "FORGED"),
        (Ics, json!({ "SUMMARY": "SUMMARY;LANGUAGE=en:t\r\nSTATUS:FORGED" }), json!({}), "FORGED"),
        (
            Ics,
            json!({ "occurrences": { "2026-12-01": ["UID:FORGED", "END:VTODO"], "x": ["X-A:FORGED"] } }),
            json!({}),
            "FORGED",
        ),
        (Ics, json!("FORGED"), json!({}), "FORGED"),
        (
            Taskwarrior,
            json!({ "description": "FORGED", "status": "completed", "uuid": "FORGED", "mine": 3 }),
            json!({ "mine": 3 }),
            "FORGED",
        ),
        (Taskwarrior, json!({ "parent": "FORGED" }), json!({}), "FORGED"),
        (TodoTxt, json!({ "rec": "x\nx FORGED" }), json!({}), "FORGED"),
        (TodoTxt, json!({ "rec": "x due:2020-02-02" }), json!({}), "2020-02-02"),
        (Markdown, json!({ "heading": "H\n- [x] FORGED" }), json!({}), "FORGED"),
        (Markdown, json!({ "rule": "x 📅 2020-02-02" }), json!({}), "2020-02-02"),
        (Markdown, json!({ "rule": "x <!-- uid:FORGED -->" }), json!({}), "FORGED"),
        (Todoist, json!({ "date": "2020-02-02", "columns": { "CONTENT": "FORGED" } }), json!({}), "2020-02-02"),
    ]
}

fn file(format: Format, extra: &Value) -> String {
    json!({ "todos": [{ "uid": "u-1", "title": "t", "extra": { format.name(): extra } }] }).to_string()
}

#[test]
fn what_is_kept_of_a_format_is_such_or_left_out_and_named() {
    for (format, extra, stays, forged) in forged() {
        let parsed = read(Format::Json, &file(format, &extra), &env()).unwrap();
        let [incoming] = parsed.todos.as_slice() else { panic!("{extra}: {parsed:?}") };
        let kept = incoming.todo.extra.get(format.name()).cloned().unwrap_or_else(|| json!({}));
        assert_eq!(kept, stays, "{extra}");
        let [problem] = parsed.problems.as_slice() else { panic!("{extra}: {:?}", parsed.problems) };
        assert_eq!((problem.code.as_ref(), problem.path.as_deref()), ("extra_left_out", Some("/todos/0")));
        // The same in a database that has it already: not written, and said.
        let mut old = incoming.todo.clone();
        old.extra.insert(format.name().to_owned(), extra.clone());
        let text = write(format, &mut [&old].into_iter(), &env());
        assert!(!text.contains(forged), "{extra}: {text}");
        let said = losses(format, &mut [&old].into_iter(), &env());
        assert!(said.iter().any(|p| p.message.contains("is left out")), "{extra}: {said:?}");
        let back = read(format, &text, &env()).unwrap();
        assert_eq!((back.todos.len(), back.todos[0].todo.title.as_str()), (1, "t"), "{text}");
    }
}

#[test]
fn what_a_file_left_there_is_taken_as_it_is() {
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "END:VALARM", "LOCATION:Home"];
    for (format, extra) in [
        (Format::Ics, json!({ "lines": alarm, "priority": "3", "percent": "40", "dueTime": "170000" })),
        (Format::Ics, json!({ "rule": ["RRULE:FREQ=SECONDLY"], "SUMMARY": "SUMMARY;LANGUAGE=en:t" })),
        (Format::Taskwarrior, json!({ "project": "p", "mine": { "a": [1] }, "priority": "" })),
        (Format::TodoTxt, json!({ "pri": "D", "projects": ["p"], "rec": "5x" })),
        (Format::Markdown, json!({ "heading": "Work & home", "rule": "every blue moon" })),
        (Format::Todoist, json!({ "heading": "H", "columns": { "AUTHOR": "me" }, "date": "some day" })),
    ] {
        let parsed = read(Format::Json, &file(format, &extra), &env()).unwrap();
        assert_eq!(parsed.problems, [], "{extra}");
        assert_eq!(parsed.todos[0].todo.extra.get(format.name()), Some(&extra));
        let todo = &parsed.todos[0].todo;
        assert!(losses(format, &mut [todo].into_iter(), &env()).iter().all(|p| !p.message.contains("is left out")));
    }
}
