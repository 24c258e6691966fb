//! What others found wrong with files, by number of their report, with neighbours of each.

use super::*;
use countersign_core::todo::Priority;
use countersign_interchange::losses;
use jiff::civil::{Date, date};

fn todo(title: &str, change: impl Fn(&mut Todo)) -> Todo {
    let uid = "0f0c2f6e-3c2b-4e51-8f53-6f2f0c9a1b11".to_owned();
    let mut todo = Todo::new(TodoId(7), uid, title.to_owned(), "2026-11-01T10:00:00Z".parse().unwrap());
    change(&mut todo);
    todo
}

fn series(rule: Recurrence, start: Date) -> Todo {
    todo("Again", |t| {
        t.scheduled_for = Some(start);
        t.recurrence = rule.clone();
    })
}

fn monthly(by_day: &[ByDay], by_month_day: &[i8]) -> Recurrence {
    Recurrence {
        by_day: by_day.to_vec(),
        by_month_day: by_month_day.to_vec(),
        ..Recurrence::every(Frequency::Monthly, 1)
    }
}

/// 5 (a): a series that began before today comes back with the same dates, and importing it again plans nothing.
#[test]
fn a_series_of_a_template_keeps_its_weeks() {
    let every = Recurrence::every;
    let cases = [
        (Recurrence::weekly_on(2, [Monday, Wednesday, Friday]), date(2026, 11, 2)),
        (Recurrence::weekly_on(2, [Monday, Wednesday, Friday]), date(2026, 11, 9)),
        (every(Frequency::Daily, 3), date(2026, 11, 10)),
        (every(Frequency::Monthly, 2), date(2026, 10, 5)),
        (every(Frequency::Monthly, 2), date(2026, 9, 15)),
        (every(Frequency::Yearly, 1), date(2020, 3, 1)),
        (Recurrence { count: Some(5), ..Recurrence::weekly_on(1, [Friday]) }, date(2026, 11, 6)),
        (Recurrence::weekly_on(1, [Monday]), date(2027, 3, 1)),
    ];
    for (rule, start) in cases {
        let known = series(rule.clone(), start);
        assert_eq!(losses(Format::Todoist, &mut std::iter::once(&known), &env()), [], "{}", rule.describe());
        let todos = Todos::new([known.clone()]);
        let file = parsed(Format::Todoist, &written(Format::Todoist, &todos));
        let back = &file.todos[0].todo;
        let from = env().today;
        let said: Vec<Date> = back.recurrence.iter(back.scheduled_for.unwrap()).take(9).collect();
        let dates: Vec<Date> = rule.iter_from(start, from).take(9).collect();
        assert_eq!((said, &file.problems), (dates, &vec![]), "{}", rule.describe());
        assert_eq!(plan(&file, &todos, TodoId(8)), [], "{}", rule.describe());
        // Another series of that name is another todo.
        let other = Todos::new([series(rule.clone(), start.tomorrow().unwrap().tomorrow().unwrap())]);
        if !matches!(rule.frequency, Frequency::Weekly) {
            assert_eq!(plan(&file, &other, TodoId(8)).len(), 1, "{}", rule.describe());
        }
    }
}

/// 5 (b): what no phrase says is named at the export, and is no other todo when it comes back.
#[test]
fn a_rule_without_a_phrase_is_warned_of() {
    let start = date(2026, 12, 31);
    let unsaid = [
        series(monthly(&[], &[31]), start),
        series(monthly(&[], &[5, 20]), date(2026, 12, 5)),
        series(monthly(&[ByDay::nth(2, Monday), ByDay::nth(4, Monday)], &[]), date(2026, 12, 14)),
        series(
            Recurrence {
                by_day: vec![ByDay::nth(2, jiff::civil::Weekday::Sunday)],
                ..Recurrence::every(Frequency::Yearly, 1)
            },
            date(2026, 12, 13),
        ),
        // Over: it would begin anew.
        series(Recurrence { count: Some(5), ..Recurrence::weekly_on(1, [Friday]) }, date(2026, 1, 2)),
        series(Recurrence::every(Frequency::Daily, 7), date(2026, 11, 23)),
        todo("Time only", |t| t.time_of_day = TimeOfDay::parse("09:00")),
    ];
    for known in unsaid {
        let said = losses(Format::Todoist, &mut std::iter::once(&known), &env());
        assert!(!said.is_empty() && said.iter().all(|p| p.message.contains("#7")), "{known:?}: {said:?}");
        let todos = Todos::new([known.clone()]);
        let file = parsed(Format::Todoist, &written(Format::Todoist, &todos));
        assert_eq!(plan(&file, &todos, TodoId(8)), [], "{} {:?}", known.recurrence.describe(), known.scheduled_for);
    }
}

/// 14: words of a title that a line of todo.txt or a row of Todoist would read otherwise stay words of it, and
/// labels labels.
#[test]
fn titles_of_words_that_mean_something_else_come_back() {
    for title in [
        "Call Mom",
        "2026-11-11 starts with a date",
        "see http://example.org/due",
        "ratio 3:4 key:value",
        "x marks the spot",
        "(A) is a letter",
        "pay +proj @ctx due:2026-01-01 key:value",
        "read the t:2026-05-05 note, due:2026-05-05",
        "rec:+1w of songs",
        "uid:1 is root",
        "pri:A first",
        "meet at time:09:00",
        "mail @anna",
        "@anna and +bob",
        "@anna",
        "learn c +plus",
        "take #5 @home",
        "\u{2060}@marked already",
    ] {
        for labels in [&[][..], &["anna", "home", "two words"], &["ctx"]] {
            let known = todo(title, |t| {
                t.labels = labels.iter().map(|l| (*l).to_owned()).collect();
                t.checklist = vec![];
            });
            let todos = Todos::new([known.clone()]);
            for format in [Format::TodoTxt, Format::Todoist] {
                let said = losses(format, &mut std::iter::once(&known), &env());
                assert_eq!(said, [], "{format} {title}");
                let text = written(format, &todos);
                let file = parsed(format, &text);
                assert_eq!(file.problems, [], "{text}");
                let back = &file.todos[0].todo;
                let sorted = |labels: &[String]| labels.iter().cloned().collect::<std::collections::BTreeSet<_>>();
                assert_eq!((&back.title, sorted(&back.labels)), (&known.title, sorted(&known.labels)), "{text}");
                assert_eq!(plan(&file, &todos, TodoId(8)), [], "{text}");
            }
        }
    }
    // Elsewhere a tag is a tag: nothing invisible is written where nothing needs it.
    let between = todo("mail @anna back", |t| t.labels = vec!["anna".to_owned()]);
    for format in [Format::TodoTxt, Format::Todoist] {
        let text = written(format, &Todos::new([between.clone()]));
        assert!(text.contains("mail @anna back") && !text.contains('\u{2060}'), "{text}");
    }
    let lines = todo("Pack", |t| {
        t.checklist = vec![countersign_core::todo::ChecklistItem {
            id: String::new(),
            title: "ask @anna".to_owned(),
            checked: false,
        }];
    });
    let file = parsed(Format::Todoist, &written(Format::Todoist, &Todos::new([lines])));
    assert_eq!((file.todos.len(), file.todos[0].todo.checklist[0].title.as_str()), (1, "ask @anna"));
}

/// A series that begins in the hour that is left out in spring has that time on its other dates.
#[test]
fn a_series_that_begins_in_a_gap_keeps_its_time() {
    let berlin = Env { zone: TimeZone::get("Europe/Berlin").unwrap(), ..env() };
    let text =
        "BEGIN:VTODO\nUID:u\nSUMMARY:Backup\nDTSTART;TZID=Europe/Berlin:20270328T023000\nRRULE:FREQ=WEEKLY\nEND:VTODO";
    let file = read(Format::Ics, text, &berlin).unwrap();
    let back = &file.todos[0].todo;
    assert_eq!((back.scheduled_for, back.time_of_day), (Some(date(2027, 3, 28)), TimeOfDay::parse("02:30")));
}

/// Times of day are floating: a task that was written in one zone says the same in another.
#[test]
fn tasks_mean_the_same_in_another_zone() {
    let known = [
        todo("Timed", |t| {
            (t.scheduled_for, t.time_of_day) = (Some(date(2026, 12, 24)), TimeOfDay::parse("18:30"));
            t.due_date = Some(date(2026, 12, 25));
        }),
        todo("A day", |t| t.scheduled_for = Some(date(2026, 11, 29))),
        todo("Due", |t| t.due_date = Some(date(2026, 12, 1))),
        series(
            Recurrence { until: Some(date(2027, 3, 1)), ..Recurrence::every(Frequency::Daily, 3) },
            date(2026, 11, 23),
        ),
    ];
    for (from, to) in [("Europe/Berlin", "America/New_York"), ("Pacific/Auckland", "Pacific/Honolulu")] {
        let at = |zone: &str| Env { zone: TimeZone::get(zone).unwrap(), ..env() };
        for known in &known {
            let text = write(Format::Taskwarrior, &mut std::iter::once(known), &at(from));
            let file = read(Format::Taskwarrior, &text, &at(to)).unwrap();
            assert_eq!(file.todos[0].todo.diff(known), [], "{text}");
            assert_eq!(plan(&file, &Todos::new([known.clone()]), TodoId(8)), [], "{text}");
        }
    }
}

/// 15: what is damaged is named with its place, and nothing is guessed.
#[test]
fn damaged_files_are_not_guessed_at() {
    let ics = |lines: &str| format!("BEGIN:VTODO\nUID:u\nSUMMARY:a\nDTSTART:20261201\n{lines}\nEND:VTODO");
    let csv = |rows: &str| format!("TYPE,CONTENT,DESCRIPTION\ntask,a,\n{rows}");
    let cases = [
        (Format::Ics, ics("RRULE:FREQ=DAILY;INTERVAL=0;COUNT=-1"), 1, "recurrence_kept", "/line/5"),
        (Format::Ics, ics("RRULE:FREQ=DAILY;COUNT=-1"), 1, "recurrence_kept", "/line/5"),
        (Format::Ics, ics("RRULE:FREQ=DAILY;INTERVAL=two"), 1, "recurrence_kept", "/line/5"),
        (Format::Ics, ics("RRULE:FREQ=WEEKLY;BYDAY=MO,XX"), 1, "recurrence_kept", "/line/5"),
        (Format::Ics, ics("RRULE:FREQ=MONTHLY;BYMONTHDAY=0"), 1, "recurrence_kept", "/line/5"),
        (Format::Ics, ics("RRULE:FREQ=DAILY;COUNT=2;COUNT=3"), 1, "recurrence_kept", "/line/5"),
        (Format::Ics, ics("RDATE:20261202,20261203"), 1, "recurrence_kept", "/line/5"),
        // What has no end is left out, like a row or an object; where the calendar goes on it is not cut.
        (Format::Ics, ics("") + "\nBEGIN:VTODO\nUID:2\nSUMMARY:un", 1, "unterminated_todo", "/line/7"),
        (Format::Ics, ics("") + "\nBEGIN:VTODO\nUID:2\nSUMMARY:una\n", 1, "unterminated_todo", "/line/7"),
        (
            Format::Ics,
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:2\nSUMMARY:una\nEND:VCALENDAR\n".into(),
            1,
            "unterminated_todo",
            "/line/2",
        ),
        (Format::Todoist, csv("task,b,\"cut here\ntask,c,"), 1, "unterminated_quote", "/line/3"),
        (Format::Todoist, csv("task,\"b"), 1, "unterminated_quote", "/line/3"),
        (Format::Todoist, csv("task,b,\"two\nlines \"\"quoted\"\"\"\ntask,c,\""), 2, "unterminated_quote", "/line/5"),
        (Format::Taskwarrior, r#"{"description":"a","due":1796083200}"#.into(), 1, "invalid_dueDate", "/line/1"),
        (
            Format::Taskwarrior,
            r#"{"description":"a","scheduled":20261201}"#.into(),
            1,
            "invalid_scheduledFor",
            "/line/1",
        ),
        (Format::Taskwarrior, r#"{"description":"a","recur":7}"#.into(), 1, "invalid_recurrence", "/line/1"),
        (Format::Taskwarrior, r#"{"description":"a","priority":1}"#.into(), 1, "invalid_priority", "/line/1"),
        (
            Format::Taskwarrior,
            r#"[{"description":"a"},{"description":"b","description":"c"}]"#.into(),
            1,
            "duplicate_key",
            "/line/1",
        ),
        (
            Format::Taskwarrior,
            "{\"description\":\"a\"}\n{\"due\":\"\",\"due\":\"\"}".into(),
            1,
            "duplicate_key",
            "/line/2",
        ),
        (Format::Json, r#"[{"title":"a"},{"title":"b","title":"c"}]"#.into(), 1, "duplicate_key", "/1"),
        (
            Format::Json,
            r#"{"todos":[{"title":"a","recurrence":{"type":"daily","type":"none"}}]}"#.into(),
            0,
            "duplicate_key",
            "/todos/0",
        ),
        (Format::Json, "{\"title\":\"a\"}\n{\"title\":\"b\",\"id\":1,\"id\":2}".into(), 1, "duplicate_key", "/line/2"),
    ];
    for (format, text, todos, code, path) in cases {
        let file = parsed(format, &text);
        let said: Vec<_> = file.problems.iter().map(|p| (p.code.as_ref(), p.path.as_deref())).collect();
        assert_eq!((file.todos.len(), said), (todos, vec![(code, Some(path))]), "{format}: {text}");
        assert!(file.todos.iter().all(|i| !i.todo.recurrence.is_repeating() && i.todo.due_date.is_none()), "{text}");
    }
    assert!(read(Format::Json, r#"{"todos":[],"todos":[{"title":"a"}]}"#, &env()).is_err());
}

/// What a child of a series says of its own is not dropped, and a moved one is the same date of the series.
#[test]
fn children_of_a_recurring_task_keep_what_they_say() {
    let parent = r#"{"uuid":"s","description":"Standup","status":"recurring","due":"20261130T140000Z","recur":"weekly","until":"20261228T050000Z","entry":"20261101T100000Z"}"#;
    let child = |n: u32, rest: &str| {
        format!(
            r#"{{"uuid":"c{n}","parent":"s","recur":"weekly","imask":{n},"entry":"20261101T100000Z","description":"Standup",{rest}}}"#
        )
    };
    let text = [
        parent.to_owned(),
        child(0, r#""status":"completed","due":"20261130T140000Z""#),
        child(1, r#""status":"pending","due":"20261207T160000Z""#),
        child(2, r#""status":"pending","due":"20261215T140000Z""#),
        child(3, r#""status":"pending","due":"20261221T140000Z","priority":"H""#),
    ]
    .join("\n");
    let file = read(Format::Taskwarrior, &text, &env()).unwrap();
    let [series, apart] = file.todos.as_slice() else { panic!("{:?}", file.todos) };
    let series = &series.todo;
    // Nothing recurs after midnight of the 28th, and so nothing at nine on that day.
    assert_eq!(series.recurrence.until, Some(date(2026, 12, 27)));
    assert_eq!(series.completed_dates.iter().copied().collect::<Vec<_>>(), [date(2026, 11, 30)]);
    let moved: Vec<String> =
        series.moved.iter().map(|(from, to)| format!("{from} {} {:?}", to.date, to.time)).collect();
    assert_eq!(moved.len(), 2, "{moved:?}");
    assert!(moved[0].starts_with("2026-12-07 2026-12-07 Some"), "{moved:?}");
    assert!(moved[1].starts_with("2026-12-14 2026-12-15 None"), "{moved:?}");
    // The one of its own is not a date of the series as well.
    assert_eq!(series.skipped_dates.iter().copied().collect::<Vec<_>>(), [date(2026, 12, 21)]);
    assert_eq!((apart.todo.due_date, apart.todo.priority), (Some(date(2026, 12, 21)), Priority::High));
}

/// A child is found by the date its series goes by, and two times in one task are told.
#[test]
fn a_series_that_is_planned_before_it_is_due_has_its_children() {
    let times = r#""scheduled":"20261128T050000Z","due":"20261201T170000Z","recur":"monthly","entry":"20261101T100000Z","description":"Rent""#;
    let text = format!(
        "{{\"uuid\":\"s\",\"status\":\"recurring\",{times}}}\n{{\"uuid\":\"c\",\"parent\":\"s\",\"imask\":0,\"status\":\"completed\",{times}}}"
    );
    let file = read(Format::Taskwarrior, &text, &env()).unwrap();
    let [series] = file.todos.as_slice() else { panic!("{:?}", file.todos) };
    assert!(series.todo.completed_dates.contains(&date(2026, 11, 28)));
    assert!(
        file.problems.iter().any(|p| p.code == "due_time_kept" && p.path.as_deref() == Some("/line/1")),
        "{:?}",
        file.problems
    );
}

/// A level of Todoist that has no place here is named.
#[test]
fn levels_that_are_lost_are_named() {
    let text = "TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,Trip,4,1,\ntask,Book,1,2,tomorrow\ntask,Pack,4,2,\ntask,Socks,4,3,\ntask,Passport,1,4,\n";
    let file = read(Format::Todoist, text, &env()).unwrap();
    let told: Vec<(&str, &str)> =
        file.problems.iter().map(|p| (p.code.as_ref(), p.path.as_deref().unwrap_or_default())).collect();
    assert_eq!(told, [("level_lost", "/line/3"), ("level_lost", "/line/5"), ("level_lost", "/line/6")]);
    assert_eq!(file.todos.len(), 3, "{:?}", file.todos);
}
