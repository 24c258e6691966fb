//! Imports as operations.

use super::*;
use serde_json::json;

#[test]
fn importing_a_file_twice_plans_nothing() {
    for (format, name) in FILES {
        let file = parsed(format, &data(name));
        let todos = imported(&file);
        assert_eq!(todos.len(), file.todos.len(), "{name}");
        assert_eq!(plan(&parsed(format, &data(name)), &todos, TodoId(100)), vec![], "{name}");
    }
}

#[test]
fn importing_an_export_of_what_is_there_plans_nothing() {
    let all = parsed(Format::Json, OURS);
    assert_eq!(all.problems, vec![]);
    let todos = imported(&all);
    for format in Format::ALL {
        let export = written(format, &todos);
        let file = parsed(format, &export);
        assert_eq!((plan(&file, &todos, TodoId(100)), file.problems), (vec![], vec![]), "{format}: {export}");
    }
}

/// Also of what another program's file had said first: a typed "tomorrow" goes out as the date it stood for.
#[test]
fn importing_an_export_of_what_was_imported_plans_nothing() {
    for (format, name) in FILES {
        let todos = imported(&parsed(format, &data(name)));
        for out in [format, Format::Json] {
            let export = written(out, &todos);
            let planned = plan(&parsed(out, &export), &todos, TodoId(100));
            let planned: Vec<_> = planned.iter().map(Operation::to_value).collect();
            assert_eq!(planned, Vec::<serde_json::Value>::new(), "{name} as {out}: {export}");
        }
    }
    // Once the date is another one, what was typed stands for nothing any more.
    let todos = imported(&parsed(Format::Todoist, &data("project.csv")));
    let export = written(Format::Todoist, &todos).replace("2026-11-22", "2026-11-24");
    let planned: Vec<_> =
        plan(&parsed(Format::Todoist, &export), &todos, TodoId(100)).iter().map(Operation::to_value).collect();
    let fields = &planned[0]["fields"];
    assert_eq!((planned.len(), &fields["scheduledFor"]), (1, &json!("2026-11-24")), "{planned:?}");
    assert!(fields["extra"]["todoist"].get("phrase").is_none(), "{planned:?}");
}

#[test]
fn control_characters_in_what_is_there_are_no_change() {
    let list = r#"{"todos":[{"id":1,"uid":"one","title":"a\tb","checklist":[{"id":"l","title":"x\u001by","checked":false}]},
        {"id":2,"uid":"two","title":"x\u001by"}]}"#;
    let todos = imported(&parsed(Format::Json, list));
    assert_eq!(todos.len(), 2);
    for format in Format::ALL {
        let export = written(format, &todos);
        assert_eq!(plan(&parsed(format, &export), &todos, TodoId(100)), vec![], "{format}: {export}");
    }
}

/// A row has no identity but what it says, so it is looked for as it would be written and read.
#[test]
fn rows_that_say_a_todo_otherwise_are_still_that_todo() {
    let mut todos = Vec::new();
    for (id, title, notes, labels) in [
        (1, "trailing", "text\n", vec![]),
        (2, "leading", " text", vec![]),
        (3, "lines", "a\r\nb\rc", vec![]),
        (4, "mail me @home", "", vec![]),
        (5, "@only", "", vec![]),
        (6, "mail @home today", "", vec!["work", "home"]),
        (7, "tab\there", "", vec!["deep work"]),
    ] {
        let uid = format!("01890000-0000-7000-8000-0000000000{id:02}");
        let mut todo = Todo::new(TodoId(id), uid, title.to_owned(), "2026-11-01T12:00:00Z".parse().unwrap());
        notes.clone_into(&mut todo.notes);
        todo.labels = labels.into_iter().map(str::to_owned).collect();
        todos.push(todo);
    }
    let todos = Todos::new(todos);
    for format in [Format::Todoist, Format::Markdown] {
        let export = written(format, &todos);
        let planned = plan(&parsed(format, &export), &todos, TodoId(100));
        assert_eq!(
            planned.iter().map(Operation::to_value).collect::<Vec<_>>(),
            Vec::<serde_json::Value>::new(),
            "{format}: {export}"
        );
    }
    // Another todo is another one.
    let row = "TYPE,CONTENT,DESCRIPTION,PRIORITY\ntask,mail me @office,,2\n";
    assert_eq!(plan(&parsed(Format::Todoist, row), &todos, TodoId(100)).len(), 1);
}

const OURS: &str = r#"{"todos":[
{"id":7,"uid":"01890000-0000-7000-8000-000000000007","title":"Plain","createdAt":"2026-11-01T12:00:00Z","updatedAt":"2026-11-02T12:00:00Z"},
{"id":9,"uid":"01890000-0000-7000-8000-000000000009","title":"Blocked, with everything","notes":"one\n\n- [ ] two; three, \"four\"\n  five \\ six","scheduledFor":"2026-11-23","timeOfDay":"09:00","dueDate":"2026-11-30","priority":"high","status":"blocked","statusReason":"waiting","estimate":45,"labels":["work","deep work"],"checklist":[{"id":"a","title":"one","checked":true},{"id":"b","title":"two","checked":false}],"version":4,"createdAt":"2026-11-01T12:00:00Z","updatedAt":"2026-11-02T12:00:00Z"},
{"id":12,"uid":"01890000-0000-7000-8000-00000000000c","title":"Stand-up","scheduledFor":"2026-11-02","timeOfDay":"09:00","recurrence":{"type":"weekly","interval":1,"byDay":["MO"]},"completedDates":["2026-11-02"],"skippedDates":["2026-11-09"],"moved":{"2026-11-16":{"date":"2026-11-17","time":"10:00"}},"version":9,"createdAt":"2026-11-01T12:00:00Z","updatedAt":"2026-11-17T12:00:00Z"},
{"id":13,"uid":"01890000-0000-7000-8000-00000000000d","title":"Done long ago","status":"done","priority":"low","createdAt":"2026-10-01T12:00:00Z","updatedAt":"2026-10-17T12:00:00Z"}
]}"#;

/// The operations of importing `text` over [`OURS`], as JSON.
fn check(format: Format, text: &str, expected: serde_json::Value) {
    let todos = imported(&parsed(Format::Json, OURS));
    let operations: Vec<_> = plan(&parsed(format, text), &todos, TodoId(20)).iter().map(Operation::to_value).collect();
    assert_eq!(json!(operations), expected, "{text}");
}

#[test]
fn only_what_the_file_says_otherwise_changes() {
    let of = |id: u32| format!("01890000-0000-7000-8000-00000000000{id:x}");
    check(
        Format::TodoTxt,
        &format!("(A) Renamed t:2026-11-24 time:09:00 due:2026-11-30 @work @deep\u{a0}work uid:{}", of(9)),
        json!([{"op":"restore","id":9,"fields":{"title":"Renamed","scheduledFor":"2026-11-24","extra":{"todo.txt":{"undated":true}}}}]),
    );
    check(
        Format::Json,
        &format!(r#"[{{"uid":"{}","notes":"new","title":"Plain"}}]"#, of(7)),
        json!([{"op":"restore","id":7,"fields":{"notes":"new"}}]),
    );
    check(
        Format::Markdown,
        &format!(
            "- [ ] Blocked, with everything #work #deep\u{a0}work ⏫ ⏳ 2026-11-23 ⏰ 09:00 📅 2026-11-30 <!-- uid:{} -->\n  - [x] two\n  - [ ] three",
            of(9)
        ),
        json!([{"op":"restore","id":9,"fields":{"notes":"","checklist":[
            {"id":"b","title":"two","checked":true},
            {"id":"a8d6ad5d-27ac-873a-ac8a-1a56700c0246","title":"three","checked":false}]}}]),
    );
}

#[test]
fn native_json_keeps_its_number_where_that_is_free() {
    let todos = Todos::new([Todo::new(TodoId(5), "other".into(), "There".into(), env().now)]);
    let file = parsed(
        Format::Json,
        r#"[{"id":5,"uid":"a","title":"A"},{"id":6,"uid":"b","title":"B"},{"id":6,"uid":"c","title":"C"},{"uid":"d","title":"D"}]"#,
    );
    let numbers: Vec<_> = plan(&file, &todos, TodoId(6))
        .into_iter()
        .map(|op| match op {
            Operation::Revive { todo } => (todo.uid, todo.id.0),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected: Vec<(String, i64)> = [("a", 7), ("b", 6), ("c", 8), ("d", 9)].map(|(u, n)| (u.to_owned(), n)).into();
    assert_eq!(numbers, expected);
}

#[test]
fn what_is_kept_from_one_format_survives_an_import_from_another() {
    let ics = "BEGIN:VTODO\nUID:x\nSUMMARY:Both\nX-COLOUR:red\nPRIORITY:5\nEND:VTODO\n";
    let todos = imported(&parsed(Format::Ics, ics));
    let file = parsed(Format::TodoTxt, "Both note pri:Z uid:x");
    let todos = carried_out(&todos, &plan(&file, &todos, TodoId(5)));
    let extra = todos.iter().next().map(|t| json!(t.extra));
    assert_eq!(extra, Some(json!({"ics":{"lines":["X-COLOUR:red"]},"todo.txt":{"pri":"Z","undated":true}})));
}

#[test]
fn tags_of_todo_txt_hold_anything_but_blanks() {
    let one = |line: &str| parsed(Format::TodoTxt, line).todos.remove(0).todo;
    for (line, title, labels) in [
        ("Call Mom +Family @phone", "Call Mom", &["Family", "phone"][..]),
        ("Pay @(home) +#1", "Pay", &["(home)", "#1"]),
        ("Pay @🏠 +日本語 @a:b @due:2026-01-01", "Pay", &["🏠", "日本語", "a:b", "due:2026-01-01"]),
        ("Pay @-x +c++ @a@b +a/b", "Pay", &["-x", "c++", "a@b", "a/b"]),
        // Signs alone, and signs within a word, are no tags.
        ("Check +/- 5% of x += 1", "Check +/- 5% of x += 1", &[]),
        ("a + b @ c ++ @@", "a + b @ c ++ @@", &[]),
        ("Write to ann@example.org about 1+1", "Write to ann@example.org about 1+1", &[]),
    ] {
        let todo = one(line);
        // A leading # is how labels are shown, and is not part of them.
        let expected: Vec<&str> = labels.iter().map(|l| l.trim_start_matches('#')).collect();
        assert_eq!(
            (todo.title.as_str(), todo.labels.iter().map(String::as_str).collect()),
            (title, expected),
            "{line}"
        );
        let again = one(&write(Format::TodoTxt, &mut std::iter::once(&todo), &env()));
        assert_eq!((again.title, again.labels), (todo.title, todo.labels), "{line}");
    }
}
