//! Sets of which it was said how many they are, and deletions that name no status (TODOS.md rules 12 and 13).

use super::findings::line;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::{Value, json};

/// Errands of which one is done, another todo, and one that is done and has no label.
fn errands(open: usize) -> Todos {
    let names = ["Buy milk", "Get the cake", "Post office", "Buy cheese"];
    let todo = |id: usize, title: &str, label: &str, status: &str| {
        let labels = if label.is_empty() { json!([]) } else { json!([label]) };
        json!({"id": id, "title": title, "labels": labels, "status": status})
    };
    let mut todos: Vec<Value> =
        names.iter().take(open).enumerate().map(|(n, name)| todo(n + 1, name, "errands", "open")).collect();
    todos.push(todo(5, "Renew passport", "errands", "done"));
    todos.push(todo(6, "Call dad", "family", "open"));
    todos.push(todo(7, "Old thing", "", "done"));
    Todos::new(serde_json::from_value::<Vec<Todo>>(Value::Array(todos)).unwrap())
}

fn check(open: usize, rows: &[(&str, &str)]) {
    let todos = errands(open);
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    for (text, right) in rows {
        assert_eq!(line(&interpret(text, &todos, &clock, &Context::default())), *right, "{text} with {open} open");
    }
}

#[test]
fn a_deletion_takes_what_is_done_only_where_it_says_so() {
    let rows = [
        ("delete all errands", "bulk_delete where=[1,2,3]"),
        ("delete my errands", "bulk_delete where=[1,2,3]"),
        // As entries they are all of them.
        ("delete all todos labeled errands", "bulk_delete where=[1,2,3,5]"),
        ("delete all errands except the milk", "bulk_delete where=[2,3]"),
        ("complete all errands", "bulk_complete where=[1,2,3] completed=true"),
        ("delete all done errands", "bulk_delete where=[5]"),
        ("delete all completed todos", "bulk_delete where=[5,7]"),
        ("delete all todos", "bulk_delete where=true [deletes_everything]"),
    ];
    check(3, &rows);
    // With nothing open they are what is meant.
    check(0, &[("delete all errands", "bulk_delete where=[5]")]);
}

#[test]
fn so_many_are_those_or_none() {
    let which = "ask which=1,2,3";
    let rows = [
        ("delete all three errands", "bulk_delete where=[1,2,3]"),
        ("delete the 3 errands", "bulk_delete where=[1,2,3]"),
        ("complete all three errands", "bulk_complete where=[1,2,3] completed=true"),
        ("move all three errands to friday", "bulk_update where=[1,2,3] set=2026-11-27"),
        ("delete all four todos", "bulk_delete where=[1,2,3,6]"),
        ("delete the 2 completed todos", "bulk_delete where=[5,7]"),
        ("delete both errands", which),
        ("complete both errands", which),
        ("delete all four errands", which),
        ("delete the 2 errands", which),
        ("move both errands to monday", which),
        ("set all four errands to high priority", which),
        ("delete all 3 completed todos", "ask which=5,7"),
    ];
    check(3, &rows);
    let which = "ask which=1,2,3,4";
    let rows = [
        ("delete all three errands", which),
        ("delete the 3 errands", which),
        ("complete both errands", which),
        ("delete the 3 errands and call dad", which),
        ("delete all four errands", "bulk_delete where=[1,2,3,4]"),
    ];
    check(4, &rows);
}

#[test]
fn so_many_are_those_or_none_in_five_languages() {
    let which = "ask which=1,2,3";
    let all = "delete id=1; delete id=2; delete id=3";
    let moved =
        "update id=1 scheduledFor=2026-11-27; update id=2 scheduledFor=2026-11-27; update id=3 scheduledFor=2026-11-27";
    let rows = [
        ("lösche die drei errands", all),
        ("lösche alle 3 errands", all),
        ("supprime mes trois errands", all),
        ("borra los 3 errands", all),
        ("șterge cele trei errands", all),
        (
            "erledige alle drei errands",
            "complete id=1 completed=true; complete id=2 completed=true; complete id=3 completed=true",
        ),
        ("déplace les trois errands à vendredi", moved),
        ("mueve mis tres errands al viernes", moved),
        ("mută toate cele 3 errands pe vineri", moved),
        ("lösche alle vier Aufgaben", "bulk_delete where=[1,2,3,6]"),
        ("supprime les deux tâches terminées", "bulk_delete where=[5,7]"),
        ("borra las 2 tareas completadas", "bulk_delete where=[5,7]"),
        ("șterge cele două sarcini finalizate", "bulk_delete where=[5,7]"),
        // Another number than there are.
        ("lösche beide errands", which),
        ("lösche die 2 errands", which),
        ("supprime les quatre errands", which),
        ("borra ambos errands", which),
        ("completa mis dos errands", which),
        ("șterge ambele errands", which),
    ];
    check(3, &rows);
}

#[test]
fn so_many_of_a_name_are_those_or_none() {
    let names = ["Mama anrufen", "Bank anrufen", "Llamar a Luis", "Llamar al banco", "Llamar a Eva"];
    let todos: Vec<Value> = names.iter().zip(1..).map(|(name, id)| json!({"id": id, "title": name})).collect();
    let todos = Todos::new(serde_json::from_value::<Vec<Todo>>(Value::Array(todos)).unwrap());
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    for (text, right) in [
        ("erledige meine zwei Anrufe", "complete id=1 completed=true; complete id=2 completed=true"),
        ("erledige meine drei Anrufe", "ask which=1,2"),
    ] {
        assert_eq!(line(&interpret(text, &todos, &clock, &Context::default())), right, "{text}");
    }
}
