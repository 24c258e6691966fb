//! What an export says it leaves out is what does not come back.

use super::*;
use countersign_core::todo::{ChecklistItem, Field, Moved, Priority, Status};
use countersign_interchange::losses;
use jiff::civil::date;

fn todo(n: i64, change: impl Fn(&mut Todo)) -> Todo {
    let uid = format!("0f0c2f6e-3c2b-4e51-8f53-6f2f0c9a1b{n:02}");
    let mut todo = Todo::new(TodoId(n), uid, format!("Todo {n}"), "2026-11-01T10:00:00Z".parse().unwrap());
    change(&mut todo);
    todo
}

/// One todo for each thing that a todo may say.
fn each() -> Vec<(&'static str, Todo)> {
    let day = date(2026, 11, 23);
    // One of those that the phrases of these tests name.
    let weekly = || Recurrence::weekly_on(1, [Monday]);
    let line = |checked| ChecklistItem { id: "c".into(), title: "line".into(), checked };
    vec![
        ("plain", todo(1, |_| {})),
        ("notes", todo(2, |t| t.notes = "by card".into())),
        ("scheduledFor", todo(3, |t| t.scheduled_for = Some(day))),
        ("dueDate", todo(4, |t| t.due_date = Some(day))),
        ("priority", todo(5, |t| t.priority = Priority::High)),
        ("estimate", todo(6, |t| t.estimate = Some(15))),
        ("labels", todo(7, |t| t.labels = vec!["home".into()])),
        ("checklist", todo(8, |t| t.checklist = vec![line(false)])),
        ("ticked", todo(9, |t| t.checklist = vec![line(true)])),
        ("done", todo(10, |t| t.status = Status::Done)),
        ("rejected", todo(11, |t| t.status = Status::Rejected)),
        ("in progress", todo(12, |t| t.status = Status::InProgress)),
        (
            "blocked",
            todo(13, |t| {
                t.status = Status::Blocked;
                t.status_reason = Some("the bank".into());
            }),
        ),
        (
            "series",
            todo(14, |t| {
                t.scheduled_for = Some(day);
                t.recurrence = weekly();
            }),
        ),
        (
            "completedDates",
            todo(15, |t| {
                t.scheduled_for = Some(day);
                t.recurrence = weekly();
                t.completed_dates = [day].into();
            }),
        ),
        (
            "moved",
            todo(16, |t| {
                t.scheduled_for = Some(day);
                t.recurrence = weekly();
                t.moved = [(day, Moved { date: date(2026, 11, 24), time: None })].into();
                t.skipped_dates = [date(2026, 11, 30)].into();
            }),
        ),
        ("a tab in the title", todo(17, |t| t.title = "one\ttwo\u{85}three".into())),
        ("line ends of notes", todo(18, |t| t.notes = "a\r\nb".into())),
        ("an end of notes", todo(19, |t| t.notes = "text\n".into())),
        (
            "a line end in a line",
            todo(20, |t| {
                t.checklist = vec![ChecklistItem { id: "c".into(), title: "one\ntwo".into(), checked: false }];
            }),
        ),
        (
            "kept",
            todo(21, |t| {
                t.extra.insert("elsewhere".into(), serde_json::json!({ "lines": ["X-FOO:1"] }));
            }),
        ),
    ]
}

#[test]
fn what_is_not_warned_of_comes_back() {
    for format in Format::ALL {
        let mut warned = Vec::new();
        for (what, todo) in each() {
            let warnings = losses(format, &mut std::iter::once(&todo), &env());
            let text = countersign_interchange::write(format, &mut std::iter::once(&todo), &env());
            let back = countersign_interchange::read(format, &text, &env()).unwrap();
            let same = |field: &Field| {
                let of = |t: &Todo| match field {
                    // Ids of lines are ours.
                    Field::Checklist => {
                        serde_json::json!(t.checklist.iter().map(|l| (&l.title, l.checked)).collect::<Vec<_>>())
                    }
                    field => t.get(*field),
                };
                let kept = |b: &Todo| todo.extra.iter().all(|(of, what)| b.extra.get(of) == Some(what));
                if *field == Field::Extra {
                    return back.todos.first().is_some_and(|b| kept(&b.todo));
                }
                back.todos.first().is_some_and(|b| of(&b.todo) == of(&todo))
            };
            let lost = Field::ALL.iter().filter(|field| !same(field)).map(|f| f.name()).collect::<Vec<_>>();
            assert_eq!(lost.is_empty(), warnings.is_empty(), "{format}, {what}: lost {lost:?}, said {warnings:?}");
            if !warnings.is_empty() {
                assert!(warnings.iter().all(|w| w.message.contains(&format!("#{}", todo.id))), "{warnings:?}");
                warned.push(what);
            }
        }
        const ODD: [&str; 4] = ["a tab in the title", "line ends of notes", "an end of notes", "a line end in a line"];
        let named: &[&str] = match format {
            Format::Json | Format::Ics | Format::Taskwarrior => &[],
            Format::TodoTxt => &[
                "notes",
                "estimate",
                "checklist",
                "ticked",
                "rejected",
                "in progress",
                "blocked",
                "completedDates",
                "moved",
            ],
            Format::Todoist => &["ticked", "done", "rejected", "in progress", "blocked", "completedDates", "moved"],
            Format::Markdown => &["estimate", "blocked", "completedDates", "moved"],
        };
        let expected: Vec<&str> = match format {
            Format::Json => Vec::new(),
            Format::Ics | Format::Taskwarrior => vec!["kept"],
            _ => named.iter().copied().chain(ODD).chain(["kept"]).collect(),
        };
        assert_eq!(warned, expected, "{format}");
    }
}

#[test]
fn many_todos_are_counted_after_the_first_five() {
    let all: Vec<Todo> = (1..=9).map(|n| todo(n, |t| t.estimate = Some(5))).collect();
    let said = losses(Format::TodoTxt, &mut all.iter(), &env());
    let [only] = said.as_slice() else { panic!("{said:?}") };
    assert_eq!(only.code, "not_exported");
    assert_eq!(only.message, "todo.txt has no place for estimate; left out of #1, #2, #3, #4, #5 and 4 more");
}

/// Nobody should find out when the only copy left is that file: the guide says it, too.
#[test]
fn the_guide_names_what_a_plain_format_leaves_out() {
    let guide = include_str!("../../../../docs/guide.md");
    for format in [Format::TodoTxt, Format::Markdown, Format::Todoist] {
        let row = guide.lines().find(|line| line.starts_with(&format!("| `{format}` |"))).unwrap();
        for (name, todo) in each() {
            for warning in losses(format, &mut std::iter::once(&todo), &env()) {
                let place = format!("{format} has no place for ");
                let Some(field) = warning.message.strip_prefix(&place).and_then(|rest| rest.split(';').next()) else {
                    continue;
                };
                let said = field.contains(' ') || row.contains(&format!("`{field}`"));
                assert!(said, "{name}: {format} leaves out {field}: {row}");
            }
        }
    }
}
