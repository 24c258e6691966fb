//! Laws of the way out and back, for any todo.

use super::*;
use countersign_core::todo::{ChecklistItem, Field, Moved, Priority, Status};
use jiff::Timestamp;
use jiff::civil::Date;
use proptest::prelude::*;

fn date() -> impl Strategy<Value = Date> {
    (2000i16..2100, 1i8..=12, 1i8..=28).prop_map(|(y, m, d)| jiff::civil::date(y, m, d))
}
fn time() -> impl Strategy<Value = TimeOfDay> {
    (0i8..24, 0i8..60).prop_map(|(h, m)| TimeOfDay::new(jiff::civil::time(h, m, 0, 0)))
}
fn stamp() -> impl Strategy<Value = Timestamp> {
    (946_684_800i64..4_000_000_000).prop_map(|s| Timestamp::from_second(s).unwrap())
}
/// Any text a title may be: separators, quotes and words of every grammar among it.
fn wild(max: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_filter("no NUL", |c| *c != '\0').prop_map(String::from),
        prop::sample::select(vec![
            "\n",
            "\r\n",
            ",",
            ";",
            "\\",
            "\"",
            "'",
            "due:2026-01-01",
            "@home",
            "- [ ] ",
            "📅 2026-01-01",
            "END:VTODO",
            "-->",
            "é",
            "👩‍👩‍👧",
            " "
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 1..max).prop_map(|p| p.concat())
}
/// Words without a meaning in any of the formats.
fn words(max: usize) -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "buy",
        "milk",
        "Grüße",
        "日本語",
        "a,b",
        "c;d",
        "\"quoted\"",
        "it's",
        "50%",
        "back\\slash",
        "(x)",
        "e=mc²",
        "🙂",
    ]);
    prop::collection::vec(word, 1..max).prop_map(|w| format!("Do {}", w.join(" ")))
}
fn title() -> impl Strategy<Value = String> {
    wild(20).prop_filter("a title", |t| t.chars().any(|c| !c.is_whitespace() && !c.is_control()))
}
fn status() -> impl Strategy<Value = Status> {
    use Status::*;
    prop::sample::select(vec![Open, InProgress, Groomed, Blocked, OnHold, Done, Rejected])
}
fn recurrence() -> impl Strategy<Value = Recurrence> {
    prop_oneof![Just(Recurrence::none()), prop::sample::select(rules())]
}

prop_compose! {
    fn any_todo()(
        title in title(), notes in prop_oneof![Just(String::new()), wild(40)],
        (scheduled_for, time_of_day, due_date) in (prop::option::of(date()), prop::option::of(time()), prop::option::of(date())),
        priority in prop::sample::select(vec![Priority::Low, Priority::Medium, Priority::High]),
        (status, reason, estimate) in (status(), prop::option::of(wild(5)), prop::option::of(1u32..=1440)),
        labels in prop::collection::vec(words(3), 0..4), lines in prop::collection::vec((title(), any::<bool>()), 0..4),
        rule in recurrence(), dates in prop::collection::btree_set(date(), 0..4), moves in prop::collection::btree_map(date(), (date(), prop::option::of(time())), 0..3),
        (version, created_at, updated_at, extra) in (1u64..1000, stamp(), stamp(), prop::option::of(wild(4))),
    ) -> Todo {
        let mut todo = Todo::new(TodoId(0), "0f0c2f6e-3c2b-4e51-8f53-6f2f0c9a1b11".into(), title, created_at);
        let mut seen = std::collections::HashSet::new();
        todo.labels = labels.into_iter().filter(|l| seen.insert(l.to_lowercase())).collect();
        todo.checklist = lines.into_iter().enumerate().map(|(n, (title, checked))| ChecklistItem { id: format!("c{n}"), title, checked }).collect();
        todo.recurrence = if scheduled_for.is_some() { rule } else { Recurrence::none() };
        todo.completed_dates = dates.iter().take(2).copied().collect();
        todo.skipped_dates = dates.iter().skip(2).copied().collect();
        todo.moved = moves.into_iter().map(|(from, (date, time))| (from, Moved { date, time })).collect();
        todo.extra = extra.map(|text| ("other".to_owned(), serde_json::json!({"kept": text, "n": 1.5}))).into_iter().collect();
        Todo { notes, scheduled_for, time_of_day, due_date, priority, status, status_reason: reason, estimate, version, updated_at, ..todo }
    }
}

/// A todo in words that every format has.
fn plain_todo() -> impl Strategy<Value = Todo> {
    (
        any_todo(),
        words(6),
        prop::option::of(prop::collection::vec(words(5), 1..4)),
        prop::collection::vec(words(4), 0..3),
        any::<bool>(),
    )
        .prop_map(|(todo, title, notes, lines, done)| Todo {
            title,
            notes: notes.unwrap_or_default().join("\n"),
            checklist: lines
                .into_iter()
                .enumerate()
                .map(|(n, title)| ChecklistItem { id: format!("c{n}"), title, checked: false })
                .collect(),
            // A time belongs to a date.
            time_of_day: todo.time_of_day.filter(|_| todo.scheduled_for.is_some()),
            status: if done { Status::Done } else { Status::Open },
            status_reason: None,
            extra: Default::default(),
            ..todo
        })
}

fn back(format: Format, todo: &Todo) -> Todo {
    let text = write(format, &mut std::iter::once(todo), &env());
    let file = parsed(format, &text);
    assert_eq!((file.todos.len(), file.problems), (1, vec![]), "{text}");
    file.todos.into_iter().next().unwrap().todo
}

/// The fields that came back different.
fn lost(format: Format, todo: &Todo, fields: &[Field]) -> Vec<Field> {
    let back = back(format, todo);
    let checklist = |t: &Todo| t.checklist.iter().map(|l| (l.title.clone(), l.checked)).collect::<Vec<_>>();
    let differs = |f: &Field| {
        if *f == Field::Checklist { checklist(&back) != checklist(todo) } else { back.get(*f) != todo.get(*f) }
    };
    fields.iter().copied().filter(differs).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn native_json_is_lossless(todo in any_todo()) {
        prop_assert_eq!(back(Format::Json, &todo), todo);
    }

    /// Our own property carries what VTODO and Taskwarrior have no words for, so nothing is lost there either.
    #[test]
    fn calendars_and_tasks_keep_every_field(todo in any_todo()) {
        let fields: Vec<Field> = Field::ALL.into_iter().filter(|f| *f != Field::Extra).collect();
        for format in [Format::Ics, Format::Taskwarrior] {
            let read = back(format, &todo);
            prop_assert_eq!(lost(format, &todo, &fields), vec![], "{}: {}", format, write(format, &mut std::iter::once(&todo), &env()));
            prop_assert_eq!((read.uid, read.created_at, read.updated_at), (todo.uid.clone(), todo.created_at, todo.updated_at));
        }
    }

    /// RFC 5545, 3.1: lines end in CRLF and are at most 75 octets long.
    #[test]
    fn calendars_are_folded(todo in any_todo()) {
        let text = write(Format::Ics, &mut std::iter::once(&todo), &env());
        let (lines, end) = text.rsplit_once("\r\n").unwrap();
        let bad: Vec<&str> = lines.split("\r\n").filter(|l| l.is_empty() || l.len() > 75 || l.contains(['\r', '\n'])).collect();
        prop_assert_eq!((bad, end), (vec![], ""));
    }

    #[test]
    fn the_other_formats_keep_what_they_have_words_for(todo in plain_todo()) {
        let no_rule = Todo { recurrence: Recurrence::none(), ..todo.clone() };
        use Field as F;
        let open = Todo { status: Status::Open, ..no_rule.clone() };
        let cases: [(Format, &Todo, &[Field]); 4] = [
            (Format::TodoTxt, &no_rule, &[F::Title, F::ScheduledFor, F::TimeOfDay, F::DueDate, F::Priority, F::Status, F::Labels, F::Recurrence]),
            (Format::TodoTxt, &todo, &[F::Title, F::ScheduledFor, F::TimeOfDay, F::DueDate, F::Priority, F::Status, F::Labels]),
            (Format::Markdown, &todo, &[F::Title, F::Notes, F::ScheduledFor, F::TimeOfDay, F::DueDate, F::Priority, F::Status, F::Labels, F::Checklist, F::Recurrence]),
            (Format::Todoist, &open, &[F::Title, F::Notes, F::ScheduledFor, F::TimeOfDay, F::DueDate, F::Priority, F::Estimate, F::Labels, F::Checklist, F::Recurrence]),
        ];
        for (format, todo, fields) in cases {
            prop_assert_eq!(lost(format, todo, fields), vec![], "{}", write(format, &mut std::iter::once(todo), &env()));
        }
    }
}

/// Each rule through each format; what is listed is what a format cannot say.
#[test]
fn rules_survive_where_the_format_can_say_them() {
    let start: Date = "2026-11-23".parse().unwrap();
    for format in Format::ALL {
        let mut unsaid = Vec::new();
        for rule in rules() {
            let mut todo =
                Todo::new(TodoId(0), "0f0c2f6e-3c2b-4e51-8f53-6f2f0c9a1b11".into(), "Again".into(), env().now);
            todo.scheduled_for = Some(start);
            todo.recurrence = rule.clone();
            if back(format, &todo).recurrence != rule {
                unsaid.push(rule.describe());
            }
        }
        assert_eq!(unsaid, Vec::<String>::new(), "{format}");
    }
}
