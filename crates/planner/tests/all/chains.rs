//! Corrections of corrections, and days behind days: whatever goes on from whatever, it comes to an end, and the last that
//! is sure stands.

use crate::following::talked;
use countersign_core::operation::Operation;
use countersign_core::todos::Todos;
use proptest::prelude::*;

const ORDERS: &[&str] = &[
    "add dentist friday 3pm",
    "add milk",
    "add gym every monday at 7",
    "add rent and call anna tomorrow",
    "füge Zahnarzt am Freitag um 15 Uhr hinzu",
    "adaugă dentist vineri la 15",
    "skip the dentist",
    "move the dentist to monday",
];

const FURTHER: &[&str] = &[
    "[sign]",
    "make it 4pm",
    "make it 5pm",
    "no, thursday",
    "at 6 instead",
    "make it high priority",
    "make that low",
    "no, wednesday",
    "and rent too",
    "make it every week",
    "push it by an hour",
    "no, an hour and a half",
    "rename it to brunch",
    "the second one",
    "only this week",
    "actually delete it",
    "nein, am Donnerstag",
    "lieber um 17 Uhr",
    "nu, joi",
    "plutôt mardi",
    "mejor el lunes",
    "thanks",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn corrections_of_corrections_come_to_an_end(
        order in proptest::sample::select(ORDERS),
        further in proptest::collection::vec(proptest::sample::select(FURTHER), 1..6),
    ) {
        let talk: Vec<&str> = [order].into_iter().chain(further).collect();
        talked(&talk, &Todos::default());
    }
}

#[test]
fn what_was_added_and_signed_is_put_right_more_than_once() {
    for (talk, field, value) in [
        (["add dentist friday 3pm", "[sign]", "make it 4pm", "make it 5pm"], "timeOfDay", "17:00"),
        (["add dentist friday 3pm", "[sign]", "no, thursday", "no, wednesday"], "scheduledFor", "2026-11-25"),
        (["add milk", "[sign]", "make it high priority", "make it low priority"], "priority", "low"),
        (["adaugă dentist vineri la 15", "[sign]", "nu, joi", "nu, miercuri"], "scheduledFor", "2026-11-25"),
        (["ajoute dentiste vendredi à 15h", "[sign]", "non, jeudi", "non, mercredi"], "scheduledFor", "2026-11-25"),
    ] {
        let (answer, _) = talked(&talk, &Todos::default());
        let [op @ Operation::Update { .. }] = answer.ops.as_slice() else { panic!("{talk:?}: {:?}", answer.ops) };
        assert_eq!(op.to_value()[field], value, "{talk:?}: {op:?}");
        assert_eq!(op.target().and_then(|target| target.id()).map(|id| id.0), Some(101), "{talk:?}");
    }
}

/// A row of days doubled the time with each: three of them took minutes, six would not end.
#[test]
fn rows_of_short_weekdays_come_to_an_end() {
    const LONG: std::time::Duration = std::time::Duration::from_secs(120);
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for (row, before, time) in [
            (["lun", "mar", "mié", "jue", "vie", "sáb"], "deporte", "a las 18"),
            (["lun", "mar", "mer", "jeu", "ven", "sam"], "sport", "à 18h"),
            (["lun", "mar", "mie", "joi", "vin", "sâm"], "sport", "la 18"),
            (["Mo", "Di", "Mi", "Do", "Fr", "Sa"], "Sport", "um 18 Uhr"),
        ] {
            for many in [1, 2, 3, 4, 6, 12, 24] {
                let days: Vec<&str> = row.iter().copied().cycle().take(many).collect();
                let said = format!("{before} {} {time}", days.join(" "));
                let articles = format!("{before} el {} {time}", days.join(" el "));
                talked(&[said.as_str()], &Todos::default());
                talked(&[articles.as_str()], &Todos::default());
            }
        }
        done.send(()).unwrap();
    });
    ended.recv_timeout(LONG).expect("a row of days is still being read");
}
