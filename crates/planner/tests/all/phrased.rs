//! The same wishes in other words: lists under a head, letters, events, quotations, sets without "all", an order behind a
//! name, and what one did, in Spanish and Romanian too.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, interpret};
use serde_json::{Value, json};

fn world() -> Todos {
    let weekly = |day: &str| json!({"type": "weekly", "interval": 1, "byDay": [day]});
    let all = json!([
        {"id": 1, "title": "Choir practice", "scheduledFor": "2026-11-04", "timeOfDay": "20:00", "recurrence": weekly("WE")},
        {"id": 2, "title": "Tune-up for Mr. Okafor", "scheduledFor": "2026-11-25"},
        {"id": 3, "title": "Tune-up for the courier", "scheduledFor": "2026-11-27"},
        {"id": 4, "title": "Fix the gate", "labels": ["repairs"]},
        {"id": 5, "title": "Fix the lamp", "scheduledFor": "2026-11-26", "labels": ["repairs"]},
        {"id": 6, "title": "Comprar tornillos de latón"},
        {"id": 7, "title": "Sună contabilul pentru TVA"},
        {"id": 8, "title": "Read novel"},
        {"id": 9, "title": "Launch checklist", "checklist": [
            {"id": "a", "title": "Pricing page"}, {"id": "b", "title": "Changelog"}, {"id": "c", "title": "Press email"}]},
        {"id": 10, "title": "Email Tom about budget"},
        {"id": 11, "title": "Hairdresser", "scheduledFor": "2026-11-24", "timeOfDay": "15:00"},
        {"id": 12, "title": "Order tournament boards"},
        {"id": 13, "title": "Call the vet"},
        {"id": 14, "title": "Call with Priya"},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(all).unwrap())
}

/// What is proposed; `asks` or `nothing`.
fn proposed(said: &str) -> Value {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let answer = interpret(said, &world(), &clock, &Context::default());
    match answer.decision {
        Decision::Plan => json!(answer.ops.iter().map(|op| op.to_value()).collect::<Vec<_>>()),
        Decision::Clarify => json!("asks"),
        Decision::Chat | Decision::Unsure => json!("nothing"),
    }
}

#[track_caller]
fn check(rows: &[(&str, Value)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(said, wants)| {
            let got = proposed(said);
            (got != *wants).then(|| format!("{said}\n  wants {wants}\n  got   {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn with(title: &str, lines: &[&str]) -> Value {
    let lines: Vec<Value> = lines.iter().map(|l| json!({"id": "", "title": l, "checked": false})).collect();
    json!([{"op": "create", "title": title, "checklist": lines}])
}

fn on(title: &str, day: &str, time: Option<&str>) -> Value {
    let mut op = json!({"op": "create", "title": title, "scheduledFor": day});
    if let Some(time) = time {
        op["timeOfDay"] = json!(time);
    }
    json!([op])
}

#[test]
fn a_head_with_things_under_it_is_one_todo_and_a_list_has_lines() {
    let mut fair = with("fair", &["banner", "tables"]);
    fair[0]["scheduledFor"] = json!("2026-12-12");
    check(&[
        ("pharmacy: plasters, ibuprofen", with("pharmacy", &["plasters", "ibuprofen"])),
        (
            "hardware store: hinges, 40 grit paper, a drill bit",
            with("hardware store", &["hinges", "40 grit paper", "a drill bit"]),
        ),
        ("school: sign form, return tablet", with("school", &["sign form", "return tablet"])),
        ("packing list for the cabin: boots, rope", with("packing list for the cabin", &["boots", "rope"])),
        ("make me a checklist for fair on dec 12: banner, tables", fair),
        (
            "launch checklist: check pricing page, changelog",
            json!([{
            "op": "update", "id": 9, "checklist_check": ["Pricing page", "Changelog"]}]),
        ),
        ("launch checklist: add tweet to checklist", json!([{"op": "update", "id": 9, "checklist_add": ["tweet"]}])),
        // What is there, a value, or what becomes of it is no such list.
        (
            "hairdresser: friday, 4pm",
            json!([{
            "op": "update", "id": 11, "scheduledFor": "2026-11-27", "timeOfDay": "16:00"}]),
        ),
    ]);
}

#[test]
fn a_letter_says_what_is_between_greeting_and_name() {
    check(&[
        (
            "Dear assistant, please add call the bank on Friday. Kind regards, Anna",
            on("call the bank", "2026-11-27", None),
        ),
        (
            "I should be obliged if you would remind me to write to Mrs Lowell on Monday.",
            on("write to Mrs Lowell", "2026-11-23", None),
        ),
        ("We shall no longer be needing the tournament boards.", json!([{"op": "delete", "id": 12}])),
    ]);
}

#[test]
fn when_something_new_is_makes_a_todo_of_it() {
    check(&[
        ("the parents evening is on thursday at 7pm", on("parents evening", "2026-11-26", Some("19:00"))),
        (
            "the boiler inspection takes place on 2 December at 11:00",
            on("boiler inspection", "2026-12-02", Some("11:00")),
        ),
        ("tell me to water the ferns tomorrow", on("water the ferns", "2026-11-22", None)),
        ("put a reminder for me to defrost the turkey tomorrow", on("defrost the turkey", "2026-11-22", None)),
        ("add something about the smoke detector for sunday", on("smoke detector", "2026-11-22", None)),
        (
            "pick up the parcel, latest on wednesday",
            json!([{
            "op": "create", "title": "pick up the parcel", "dueDate": "2026-11-25"}]),
        ),
        (
            "new task: compare phone contracts, 45 min, low prio",
            json!([{
            "op": "create", "title": "compare phone contracts", "estimate": 45, "priority": "low"}]),
        ),
        (
            "water the ferns daily 6am until feb 15",
            json!([{
            "op": "create", "title": "water the ferns", "scheduledFor": "2026-11-21", "timeOfDay": "06:00",
            "recurrence": {"type": "daily", "interval": 1, "byDay": [], "byMonthDay": [], "until": "2027-02-15",
                "count": null, "anchor": "schedule"}}]),
        ),
        // It would say nothing.
        ("do it tomorrow", json!("asks")),
        ("it is on thursday", json!("nothing")),
    ]);
}

#[test]
fn a_quotation_keeps_its_marks_wherever_it_is_cut() {
    check(&[
        (
            "change \"Read novel\" to \"Finish the novel\"",
            json!([{"op": "update", "id": 8, "title": "Finish the novel"}]),
        ),
        (
            "add 'buy paper' for dec 5 and 'mail parcels' for dec 14",
            json!([
            {"op": "create", "title": "buy paper", "scheduledFor": "2026-12-05"},
            {"op": "create", "title": "mail parcels", "scheduledFor": "2026-12-14"}]),
        ),
    ]);
}

/// The todos that are changed, and what else is said of each operation.
fn changed(said: &str) -> (Vec<i64>, String) {
    let ops = proposed(said);
    let mut ids = Vec::new();
    for op in ops.as_array().into_iter().flatten() {
        ids.extend(op["id"].as_i64());
        ids.extend(op["where"]["ids"].as_array().into_iter().flatten().filter_map(Value::as_i64));
    }
    ids.sort_unstable();
    (ids, ops.to_string())
}

#[test]
fn a_label_alone_and_a_word_of_titles_are_sets() {
    for (said, ids, what) in [
        ("delete repairs with no date", &[4][..], "delete"),
        ("add label urgent to #repairs", &[4, 5], "\"labels_add\":[\"urgent\"]"),
        ("add label money to everything with budget in the title", &[10], "\"labels_add\":[\"money\"]"),
        ("mark both sets of tune-ups as urgent", &[2, 3], "\"priority\":\"high\""),
    ] {
        let (got, ops) = changed(said);
        assert_eq!(got, ids, "{said}: {ops}");
        assert!(ops.contains(what), "{said}: {ops}");
    }
}

#[test]
fn the_order_may_stand_behind_a_series() {
    let moved = json!([{"op": "move_occurrence", "id": 1, "occurrenceDate": "2026-11-25", "to": {"time": "19:30"}}]);
    check(&[
        ("choir skip wed", json!([{"op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-11-25"}])),
        ("choir - skip the next one", json!([{"op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-11-25"}])),
        ("choir at 7:30pm this wednesday", moved),
        (
            "no choir on the 25th and none on the 2nd",
            json!([
            {"op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-11-25"},
            {"op": "skip_occurrence", "id": 1, "occurrenceDate": "2026-12-02"}]),
        ),
        (
            "i went to choir on wednesday, mark it",
            json!([{
            "op": "complete_occurrence", "id": 1, "occurrenceDate": "2026-11-18", "completed": true}]),
        ),
    ]);
}

#[test]
fn what_one_did_is_done_in_other_languages_too() {
    let done = |id: i64| json!([{"op": "complete", "id": id, "completed": true}]);
    check(&[
        ("ya compré los tornillos", done(6)),
        ("compré los tornillos", done(6)),
        ("he comprado los tornillos", done(6)),
        ("am sunat contabilul", done(7)),
        // Of nothing that is there it makes no todo.
        ("llamé al fontanero", json!("nothing")),
    ]);
}

#[test]
fn what_one_has_to_do_about_somebody_is_no_date_with_them() {
    check(&[
        (
            "vet appointment tomorrow 9am",
            json!([{"op": "create", "title": "vet appointment", "scheduledFor": "2026-11-22", "timeOfDay": "09:00"}]),
        ),
        ("move the priya meeting to friday", json!([{"op": "update", "id": 14, "scheduledFor": "2026-11-27"}])),
        (
            "the hairdresser appointment tomorrow at 4pm",
            json!([{"op": "update", "id": 11, "scheduledFor": "2026-11-22", "timeOfDay": "16:00"}]),
        ),
    ]);
}

#[test]
fn it_is_what_was_spoken_of_last_and_nothing_older() {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let context = |said: &[&str]| {
        let turns: Vec<Value> = said.iter().map(|text| json!({"role": "user", "text": text})).collect();
        let batch = json!({"batch": "b1", "at": "2026-11-21T09:00:00Z", "ops": [{"op": "update", "id": 8}]});
        serde_json::from_value::<Context>(json!({"turns": turns, "history": [batch]})).unwrap()
    };
    let read = |said: &str, before: &[&str]| interpret(said, &world(), &clock, &context(before));
    // What is still to be made is changed in its making.
    for (before, said, date) in [
        ("buy milk tomorrow", "move it to friday", "2026-11-27"),
        ("füge morgen Brot hinzu", "verschieb es auf Montag", "2026-11-23"),
    ] {
        let ops = json!(read(said, &["read novel is long", before]).ops);
        assert_eq!(
            (&ops[0]["op"], &ops[0]["scheduledFor"]),
            (&json!("create"), &json!(date)),
            "{before}; {said}: {ops}"
        );
    }
    for (before, said) in [("add a todo: paint fence", "complete it"), ("buy milk tomorrow", "delete it")] {
        let answer = read(said, &["read novel is long", before]);
        assert_eq!((answer.decision, answer.ops.len()), (Decision::Clarify, 0), "{before}; {said}");
    }
    let answer = read("complete it", &["buy milk tomorrow", "move fix the lamp to monday"]);
    assert_eq!(answer.ops.first().and_then(|op| op.to_value()["id"].as_i64()), Some(5));
}

#[test]
fn ones_list_is_all_of_it_whatever_has_a_list_in_its_title() {
    let all: Vec<Todo> = ["Old list", "Pay rent"]
        .iter()
        .zip(1..)
        .map(|(title, id)| serde_json::from_value(json!({"id": id, "title": title})).unwrap())
        .collect();
    let todos = Todos::new(all);
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let asked = interpret("clear my list", &todos, &clock, &Context::default());
    assert_eq!(asked.decision, Decision::Clarify);
    let pending = json!({"clarify": {"question": asked.question, "options": [], "instruction": "clear my list"}});
    let context: Context = serde_json::from_value(pending).unwrap();
    for answer in ["delete them", "Delete them", "the first"] {
        let read = interpret(answer, &todos, &clock, &context);
        let ops: Vec<Value> = read.ops.iter().map(|op| op.to_value()).collect();
        assert_eq!(json!(ops), json!([{"op": "bulk_delete", "where": {"all": true}}]), "{answer}");
    }
    let named = interpret("delete the old list", &todos, &clock, &Context::default());
    assert_eq!(named.ops.first().map(|op| op.to_value()), Some(json!({"op": "delete", "id": 1})));
}

/// What is made, as title, day and time.
fn made(rows: &[(&str, &str, &str)]) -> Value {
    let one = |(title, day, time): &(&str, &str, &str)| json!({"op": "create", "title": title, "scheduledFor": day, "timeOfDay": time});
    rows.iter().map(one).collect()
}

#[test]
fn a_day_said_once_is_of_all_parts_of_the_sentence() {
    const SUN: &str = "2026-11-22";
    const MON: &str = "2026-11-23";
    const FRI: &str = "2026-11-27";
    let both = |day: &str| made(&[("call Bob", day, "09:00"), ("call Ann", day, "10:00")]);
    check(&[
        ("on monday call Bob at 9 and Ann at 10", both(MON)),
        ("call Bob at 9 and Ann at 10 on monday", both(MON)),
        ("call Bob on monday at 9 and Ann at 10", both(MON)),
        ("tomorrow buy milk at 9 and call Bob at 10", made(&[("buy milk", SUN, "09:00"), ("call Bob", SUN, "10:00")])),
        ("call Bob at 9, Eve at 10 tomorrow", made(&[("call Bob", SUN, "09:00"), ("call Eve", SUN, "10:00")])),
        (
            "meeting with Tom at 3 and Jerry at 4 tomorrow",
            made(&[("meeting with Tom", SUN, "15:00"), ("meeting with Jerry", SUN, "16:00")]),
        ),
        ("on friday: gym at 7, dinner at 8pm", made(&[("gym", FRI, "07:00"), ("dinner", FRI, "20:00")])),
        // Of one or of both.
        ("pay rent on friday and call Bob at 11", json!("nothing")),
        // Another sentence.
        (
            "Call Bob tomorrow at 9. Buy milk at 11am.",
            made(&[("Call Bob", SUN, "09:00"), ("Buy milk", "2026-11-21", "11:00")]),
        ),
    ]);
}
/// New todos of these titles and days.
fn all(rows: &[(&str, Option<&str>)]) -> Value {
    let row = |(title, day): &(&str, Option<&str>)| match day {
        Some(day) => json!({"op": "create", "title": title, "scheduledFor": day}),
        None => json!({"op": "create", "title": title}),
    };
    rows.iter().map(row).collect()
}

#[test]
fn greeting_closing_and_name_are_no_todos() {
    let friday = Some("2026-11-27");
    check(&[
        (
            "Hi team, please add the following for friday:\n- call Bob\n- send invoice\nThanks, Anna",
            all(&[("call Bob", friday), ("send invoice", friday)]),
        ),
        (
            "Dear Anna,\nplease buy milk and eggs on friday.\nAlso call Bob.\nKind regards\nTom",
            all(&[("buy milk and eggs", friday), ("call Bob", None)]),
        ),
        (
            "Hi,\n\nplease add the following:\n1. call Bob\n2. send invoice by friday\n\nThanks,\nAnna",
            json!([{"op": "create", "title": "call Bob"},
                {"op": "create", "title": "send invoice", "dueDate": "2026-11-27"}]),
        ),
        ("Hallo,\nbitte ruf Bob am Freitag an.\nViele Grüße\nTom", all(&[("ruf Bob an", friday)])),
        (
            "Bitte füge für Freitag hinzu:\n- Bob anrufen\n- Rechnung senden\nDanke",
            all(&[("Bob anrufen", friday), ("Rechnung senden", friday)]),
        ),
    ]);
}

#[test]
fn a_head_over_lines_is_read_as_in_one_line() {
    let friday = Some("2026-11-27");
    let tomorrow = Some("2026-11-22");
    check(&[
        ("pharmacy: aspirin, plasters", with("pharmacy", &["aspirin", "plasters"])),
        ("pharmacy:\naspirin\nplasters", with("pharmacy", &["aspirin", "plasters"])),
        ("Groceries\n- milk\n- eggs", with("Groceries", &["milk", "eggs"])),
        ("buy:\n- milk\n- eggs", all(&[("buy milk", None), ("buy eggs", None)])),
        (
            "work:\n- call Bob friday\n- mail Ann\nhome:\n- laundry",
            json!([{"op": "create", "title": "call Bob", "scheduledFor": friday}, {"op": "create", "title": "mail Ann"},
                {"op": "create", "title": "home", "checklist": [{"id": "", "title": "laundry", "checked": false}]}]),
        ),
        ("tomorrow:\n- call Bob\n- send invoice", all(&[("call Bob", tomorrow), ("send invoice", tomorrow)])),
    ]);
}
