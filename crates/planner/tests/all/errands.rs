//! Errands in plain words: an order and its thing, of which there is no todo yet, alone or several in a row.

use super::findings::line;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::json;

fn check(rows: &[(&str, &str)]) {
    let todos = json!([
        {"id": 1, "title": "Board meeting", "scheduledFor": "2026-11-26", "timeOfDay": "14:00"},
        {"id": 2, "title": "Buy milk"},
        {"id": 3, "title": "Team lunch", "scheduledFor": "2026-11-25"},
        {"id": 4, "title": "Dentist appointment", "scheduledFor": "2026-11-26"},
        {"id": 5, "title": "Update the insurance"},
    ]);
    let todos = Todos::new(serde_json::from_value::<Vec<Todo>>(todos).unwrap());
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    for (text, right) in rows {
        assert_eq!(line(&interpret(text, &todos, &clock, &Context::default())), *right, "{text}");
    }
}

#[test]
fn what_only_a_person_does_is_something_to_do() {
    for text in [
        "fix the sink",
        "fix the leak in the kitchen",
        "open a bank account",
        "plan mom's birthday",
        "write thank-you notes",
        "write new year's cards",
        "update resume",
        "update my resume",
        "tidy the garage",
        "talk to Sam about the budget",
        "talk to mom about the trip",
        "ein Bankkonto eröffnen",
        "Lebenslauf aktualisieren",
        "Bericht schreiben",
        "Auto reparieren",
        "ouvrir un compte en banque",
        "abrir una cuenta bancaria",
        "deschide un cont bancar",
    ] {
        check(&[(text, &format!("create title={text}"))]);
    }
}

#[test]
fn what_a_model_could_do_is_left_to_it() {
    for text in [
        "fix the failing test",
        "fix the door component",
        "open the file",
        "plan a trip to Paris",
        "plan my day",
        "write a poem about rain",
        "talk to me about history",
    ] {
        check(&[(text, "unsure")]);
    }
    check(&[
        ("update the docs", "ask [no_change]"),
        // A todo of that name is what is meant.
        ("update the insurance", "ask value="),
    ]);
}

#[test]
fn a_kind_of_thing_is_no_duplicate() {
    check(&[
        ("meeting tomorrow at 3", "create title=meeting scheduledFor=2026-11-22 timeOfDay=15:00"),
        ("meeting with IT friday", "create title=meeting with IT scheduledFor=2026-11-27"),
        ("lunch tomorrow", "create title=lunch scheduledFor=2026-11-22"),
        ("board meeting tomorrow", "ask duplicate=move,create,keep"),
        ("dentist friday", "ask duplicate=move,create,keep"),
        ("buy milk", "ask duplicate=create,keep"),
    ]);
}

#[test]
fn errands_in_a_row_are_each_their_own() {
    let three = "create title=call dad; create title=email Kim; create title=book flights";
    check(&[
        ("call dad, email Kim, book flights", three),
        ("call dad, email Kim and book flights", three),
        ("call dad, email Kim, and book flights", three),
        ("add call dad, email Kim, book flights", three),
        ("remind me to call dad, email Kim, book flights", three),
        (
            "call dad today, email Kim, buy bread",
            "create title=call dad scheduledFor=2026-11-21; create title=email Kim; create title=buy bread",
        ),
        (
            "buy bread, call the bank, paint the fence",
            "create title=buy bread; create title=call the bank; create title=paint the fence",
        ),
        ("buy eggs, flour, bread", "create title=buy eggs, flour, bread"),
        ("wash, dry and fold laundry", "create title=wash, dry and fold laundry"),
        ("get eggs, water bottles, tape", "create title=get eggs, water bottles, tape"),
        (
            "call the bank, ask about fees, cancel the card",
            "create title=call the bank, ask about fees, cancel the card",
        ),
        (
            "call dad, email Kim, buy bread tomorrow",
            "create title=call dad, email Kim, buy bread scheduledFor=2026-11-22",
        ),
    ]);
}

#[test]
fn errands_in_a_row_are_each_their_own_in_five_languages() {
    let german = "create title=Brot kaufen; create title=Oma anrufen; create title=Miete zahlen";
    let french = "create title=acheter du pain; create title=appeler mamie; create title=payer la facture";
    let spanish = "create title=comprar pan; create title=llamar a la abuela; create title=pagar la factura";
    check(&[
        ("Brot kaufen, Oma anrufen und Miete zahlen", german),
        ("ich muss Brot kaufen, Oma anrufen und Miete zahlen", german),
        (
            "kaufe Brot, rufe Oma an, putze den Keller",
            "create title=kaufe Brot; create title=rufe Oma an; create title=putze den Keller",
        ),
        ("acheter du pain, appeler mamie et payer la facture", french),
        ("ajoute acheter du pain, appeler mamie et payer la facture", french),
        ("il faut acheter du pain, appeler mamie, et payer la facture", french),
        ("comprar pan, llamar a la abuela y pagar la factura", spanish),
        ("tengo que comprar pan, llamar a la abuela y pagar la factura", spanish),
        (
            "cumpără pâine, sună bunica și plătește factura",
            "create title=cumpără pâine; create title=sună bunica; create title=plătește factura",
        ),
        (
            "trebuie să cumpăr pâine, să sun la bunica și să plătesc factura",
            "create title=cumpăr pâine; create title=sun la bunica; create title=plătesc factura",
        ),
        (
            "acheter du pain lundi, appeler mamie et payer la facture mardi",
            "create title=acheter du pain scheduledFor=2026-11-23; create title=appeler mamie; \
             create title=payer la facture scheduledFor=2026-11-24",
        ),
        // Things under one verb, and a date that may be everybody's.
        ("Tisch, Stuhl und Lampe kaufen", "create title=Tisch, Stuhl und Lampe kaufen"),
        ("comprar pan, mantequilla y mermelada", "create title=comprar pan, mantequilla y mermelada"),
        (
            "Brot kaufen, Oma anrufen und Miete zahlen morgen",
            "create title=Brot kaufen, Oma anrufen und Miete zahlen scheduledFor=2026-11-22",
        ),
    ]);
}

#[test]
fn reports_in_a_row_are_no_errands() {
    for text in [
        "compré pan, llamé a la abuela y pagué la factura",
        "acheté du pain, appelé mamie et payé la facture",
        "Brot gekauft, Oma angerufen und Miete bezahlt",
    ] {
        let todos = Todos::new(Vec::new());
        let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
        let got = line(&interpret(text, &todos, &clock, &Context::default()));
        assert!(!got.contains(';'), "{text}: {got}");
    }
}

#[test]
fn a_romanian_infinitive_is_something_to_do() {
    check(&[
        ("a repara bicicleta", "create title=a repara bicicleta"),
        ("find a plumber", "create title=find a plumber"),
    ]);
}
