//! Input that wishes us ill: nothing panics, every line is accounted for, time grows with length.

use super::*;
use countersign_core::todo::ChecklistItem;
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// Files a program would not write.
fn nasty(n: usize) -> Vec<(Format, String)> {
    let repeat = |text: &str, n: usize| text.repeat(n);
    let ics = |body: String| format!("BEGIN:VCALENDAR\n{body}END:VCALENDAR\n");
    let counted = |line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    vec![
        (Format::TodoTxt, counted(&|i| format!("({}) task {i} due:2026-02-30 rec:x\n", 'A'))),
        (Format::TodoTxt, repeat("x ", n)),
        (Format::TodoTxt, repeat("@a +b ", n)),
        (Format::Markdown, counted(&|i| format!("{}- [ ] t{i}\n", " ".repeat(i % 50)))),
        (Format::Markdown, format!("- [ ] t\n{}", repeat("  - [ ] same\n", n))),
        (Format::Markdown, format!("- [ ] {}", repeat("📅 #a ", n))),
        (Format::Markdown, format!("- [ ] {}", repeat("<!-- uid:", n))),
        (Format::Todoist, format!("TYPE,CONTENT,INDENT\n{}", counted(&|i| format!("task,t{i},{i}\n")))),
        (Format::Todoist, format!("TYPE,CONTENT{}\n{}", repeat(",A", n), repeat("task,t\n", n))),
        (Format::Todoist, format!("TYPE,CONTENT\n\"{}", repeat("task,\"t\n", n))),
        (Format::Todoist, format!("TYPE,CONTENT\ntask,t\n{}", repeat("note,more\n", n))),
        (
            Format::Taskwarrior,
            counted(&|i| format!("{{\"description\":\"t{i}\",\"parent\":\"p\",\"due\":\"99999999T999999Z\"}}\n")),
        ),
        (Format::Taskwarrior, format!("{{\"description\":\"a\"}}\n{}", repeat("}{\n", n))),
        (Format::Json, counted(&|i| format!("{{\"title\":\"same\",\"uid\":\"{}\"}}\n", i % 3))),
        (Format::Json, format!("{{\"title\":\"a\"}}\n{}", repeat("[[[[\n", n))),
        (Format::Ics, ics(repeat("BEGIN:VTODO\n", n))),
        (Format::Ics, ics(repeat("BEGIN:VALARM\n", n) + &repeat("END:VTODO\n", n))),
        (Format::Ics, ics(format!("BEGIN:VTODO\nSUMMARY:t\n{}END:VTODO\n", repeat("X-A:b\n ", n)))),
        (
            Format::Ics,
            ics(format!(
                "BEGIN:VTODO\nUID:s\nSUMMARY:t\nDTSTART:20260101T000000\nRRULE:FREQ=DAILY\n{}END:VTODO\n",
                repeat("EXDATE:20260101T000000\n", n)
            )),
        ),
        (
            Format::Ics,
            ics(format!(
                "BEGIN:VTODO\nUID:s\nSUMMARY:t\nDTSTART;TZID=No/Where:20260101T000000\nRRULE:FREQ=DAILY\nEND:VTODO\n{}",
                counted(&|i| format!(
                    "BEGIN:VTODO\nUID:s\nRECURRENCE-ID;TZID=No/Where{i}:20260{}{:02}T000000\nX-A:1\nEND:VTODO\n",
                    i % 9 + 1,
                    i % 28 + 1
                ))
            )),
        ),
        (
            Format::Ics,
            ics(format!(
                "BEGIN:VTODO\nSUMMARY:t\nDTSTART:20260101\nRRULE:FREQ=DAILY;BYDAY={}MO\nEND:VTODO\n",
                repeat("MO,", n)
            )),
        ),
        (Format::Ics, ics(format!("BEGIN:VTODO\nSUMMARY:t\nCATEGORIES:{}\nEND:VTODO\n", repeat("a,", n)))),
    ]
}

#[test]
fn a_hundred_thousand_bad_lines_are_read_in_time_that_grows_with_them() {
    for ((format, text), (_, shorter)) in nasty(100_000).into_iter().zip(nasty(2_000)) {
        let begun = Instant::now();
        let file = read(format, &text, &env());
        assert!(file.is_ok_and(|f| f.todos.len() + f.problems.len() > 0));
        let todos = read(format, &shorter, &env()).as_ref().map(imported).unwrap_or_default();
        let again = written(format, &todos);
        // A quadratic reader takes minutes at this length; unoptimised and on a busy machine this takes seconds.
        let taken = begun.elapsed();
        let sizes = (text.len(), again.len());
        assert!(
            taken < Duration::from_secs(30),
            "{format} took {taken:?} for {sizes:?}: {:?}",
            text.chars().take(80).collect::<String>()
        );
    }
}

/// What was stored before such labels were refused, and what other programs call things.
#[test]
fn nothing_that_is_written_steers_a_terminal() {
    let hostile = "a\u{1b}]0;PWN\u{7}\u{9b}31m\u{7f}\u{85}b";
    let mut todo =
        Todo::new(TodoId(1), hostile.to_owned(), hostile.to_owned(), "2026-11-01T10:00:00Z".parse().unwrap());
    todo.labels = vec![hostile.to_owned()];
    todo.notes = hostile.to_owned();
    todo.checklist = vec![ChecklistItem { id: hostile.to_owned(), title: hostile.to_owned(), checked: false }];
    todo.status_reason = Some(hostile.to_owned());
    todo.extra.insert("other".to_owned(), serde_json::json!({ hostile: hostile }));
    for format in Format::ALL {
        let file = write(format, &mut [&todo].into_iter(), &env());
        let steers = |c: &char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        assert_eq!(file.chars().find(steers), None, "{format}: {file:?}");
        if format == Format::Json {
            let read: serde_json::Value = serde_json::from_str(&file).unwrap();
            assert_eq!(
                (read["todos"][0]["labels"][0].as_str(), file.contains("\\u009b")),
                (Some(hostile), true),
                "{file}"
            );
        } else {
            // Its words are the same ones whoever reads the file.
            let file = parsed(format, &file);
            let labels: Vec<&str> = file.todos.iter().flat_map(|t| &t.todo.labels).map(|l| l.trim()).collect();
            assert!(labels.iter().all(|l| l.starts_with('a') && l.ends_with('b')), "{format}: {labels:?}");
        }
    }
}

#[test]
fn one_huge_line_is_cut_to_the_limits_and_said() {
    let long = "ä".repeat(3_000_000);
    let cases = [
        (Format::TodoTxt, long.clone()),
        (Format::Markdown, format!("- [ ] {long}")),
        (Format::Todoist, format!("TYPE,CONTENT\ntask,{long}\n")),
        (Format::Taskwarrior, format!("{{\"description\":\"{long}\"}}")),
        (Format::Ics, format!("BEGIN:VTODO\nSUMMARY:{long}\nEND:VTODO\n")),
    ];
    for (format, text) in cases {
        let file = parsed(format, &text);
        let sizes: Vec<_> =
            file.todos.iter().map(|i| (i.todo.title.chars().count(), i.todo.notes.chars().count())).collect();
        let codes: Vec<_> = file
            .problems
            .iter()
            .map(|p| (p.code.as_ref(), p.path.as_deref().unwrap_or_default().starts_with("/line/")))
            .collect();
        assert_eq!(
            (sizes, codes),
            (vec![(500, 20_000)], vec![("title_shortened", true), ("notes_shortened", true)]),
            "{format}"
        );
    }
    assert_eq!(parsed(Format::Json, &format!("[{{\"title\":\"{long}\"}}]")).problems.len(), 1);
}

#[test]
fn marks_controls_and_line_endings_are_no_obstacle() {
    let cases = [
        (Format::TodoTxt, "\u{feff}one\rtwo\0\r\nthree\n\n", vec!["one", "two", "three"]),
        (Format::Markdown, "\u{feff}- [ ] one\r- [ ] two\0\r\n- [ ] three", vec!["one", "two", "three"]),
        (Format::Todoist, "\u{feff}TYPE,CONTENT\rtask,one\rtask,two\0\r\ntask,three", vec!["one", "two", "three"]),
        (
            Format::Ics,
            "\u{feff}BEGIN:VTODO\rSUMMARY:o\r ne\rEND:VTODO\r\nBEGIN:VTODO\nSUMMARY:two\0\nEND:VTODO",
            vec!["one", "two"],
        ),
        (
            Format::Taskwarrior,
            "\u{feff}{\"description\":\"one\"}\r\n{\"description\":\"two\\u0000\"}",
            vec!["one", "two"],
        ),
        (Format::Json, "\u{feff}[{\"title\":\"one\"},\r{\"title\":\"two\"}]", vec!["one", "two"]),
    ];
    for (format, text, expected) in cases {
        let file = parsed(format, text);
        let titles: Vec<&str> = file.todos.iter().map(|i| i.todo.title.as_str()).collect();
        assert_eq!((titles, file.problems), (expected, vec![]), "{format}");
    }
}

#[test]
fn a_uid_twice_in_a_file_counts_once() {
    let cases = [
        (Format::Json, r#"[{"title":"a","uid":"u"},{"title":"b","uid":"u"}]"#, "/1"),
        (Format::TodoTxt, "a uid:u\nb uid:u", "/line/2"),
        (Format::Markdown, "- [ ] a <!-- uid:u -->\n- [ ] b <!-- uid:u -->", "/line/2"),
        (
            Format::Taskwarrior,
            "{\"description\":\"a\",\"uuid\":\"u\"}\n{\"description\":\"b\",\"uuid\":\"u\"}",
            "/line/2",
        ),
        (Format::Ics, "BEGIN:VTODO\nUID:u\nSUMMARY:a\nEND:VTODO\nBEGIN:VTODO\nUID:u\nSUMMARY:b\nEND:VTODO", "/line/5"),
    ];
    for (format, text, path) in cases {
        let file = parsed(format, text);
        let titles: Vec<&str> = file.todos.iter().map(|i| i.todo.title.as_str()).collect();
        let problems: Vec<_> = file.problems.iter().map(|p| (p.code.as_ref(), p.path.as_deref())).collect();
        assert_eq!((titles, problems), (vec!["a"], vec![("duplicate_uid", Some(path))]), "{format}");
    }
}

#[test]
fn a_file_of_another_kind_is_refused() {
    for (format, code) in [
        (Format::Json, "invalid_json"),
        (Format::Ics, "not_icalendar"),
        (Format::Todoist, "not_todoist"),
        (Format::Taskwarrior, "invalid_json"),
    ] {
        let refused = read(format, "<html>no</html>", &env()).unwrap_err();
        assert_eq!(refused.code, code);
        assert!(!refused.hint.is_empty() && !refused.message.is_empty());
    }
}

/// Pieces of every grammar, in any order.
fn shreds() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "BEGIN:VTODO\n",
            "END:VTODO\n",
            "BEGIN:VALARM\n",
            "END:VALARM\n",
            "SUMMARY:a\\",
            "\n ",
            "DTSTART;TZID=",
            "Europe/Berlin:",
            "20261121T1",
            "20260230",
            "RRULE:FREQ=",
            "WEEKLY;BYDAY=",
            "-6MO,",
            "UNTIL=9999",
            "EXDATE:",
            "RECURRENCE-ID:",
            "X-COUNTERSIGN:{",
            "UID:u\n",
            "- [ ] ",
            "- [x]",
            "  ",
            "\t",
            "📅 ",
            "🔁 ",
            "⏰ 9:",
            "<!-- uid:",
            "-->",
            "#",
            "\\#",
            "\\- [ ] ",
            "```\n",
            "x ",
            "(A) ",
            "due:",
            "rec:+",
            "9999999999w",
            "@",
            "TYPE,CONTENT,DATE\n",
            "task,",
            "note,",
            "section,",
            "\"",
            "{\"description\":\"",
            "\"title\":\"",
            "\"recur\":\"P0D\"",
            "}",
            "[",
            "]",
            "\u{feff}",
            "\r",
            "\0",
            "\u{fe0f}",
            "0000-00-00",
            "-9999-01-01",
            "9999-12-31",
            "00010101T000000Z",
            "99991231T235959Z",
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn shreds_of_files_never_panic_and_import_once(text in shreds()) {
        for format in Format::ALL {
            let text = match format {
                Format::Ics => format!("BEGIN:VCALENDAR\nBEGIN:VTODO\n{text}"),
                Format::Todoist => format!("TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,{text}"),
                _ => text.clone(),
            };
            if let Ok(file) = read(format, &text, &env()) {
                let todos = imported(&file);
                prop_assert_eq!(todos.len(), file.todos.len());
                prop_assert_eq!(plan(&file, &todos, TodoId(1_000)), vec![]);
                let back = parsed(format, &written(format, &todos));
                prop_assert!(back.todos.len() <= file.todos.len() || format == Format::Todoist);
            }
        }
    }
}
