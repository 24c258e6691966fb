//! Talks in five languages in which what was just proposed is corrected, let be, extended or called off: what the last message
//! comes to, and which proposals it takes back (`-`) or takes the place of (`~`).

use crate::findings::{line, plain};
use crate::following::talked;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;

const TABLE: &str = include_str!("../data/talks.txt");
const TODOS: &str = include_str!("../data/talks.json");

/// The rows of a table of talks that come to something else: what the last message comes to, and what it takes back (`-`)
/// or takes the place of (`~`).
pub(crate) fn wrong(table: &str, least: usize, todos: &Todos) -> Vec<String> {
    let rows: Vec<(&str, &str)> = table
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= least, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for (row, right) in rows {
        let (answer, waited) = talked(&row.split(" || ").collect::<Vec<_>>(), todos);
        let mut got = line(&answer);
        for taken in &answer.takes {
            let item = waited.iter().find(|p| (p.set, p.n) == (taken.set, taken.n)).unwrap();
            got.push_str(&format!(" {}({})", if taken.replaced { "~" } else { "-" }, plain(item.op.to_value())));
        }
        if got != right {
            wrong.push(format!("{row}\n  right {right}\n    got {got}"));
        }
    }
    wrong
}

#[test]
fn a_change_of_mind_withdraws_what_it_contradicts_and_nothing_else() {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    let wrong = wrong(TABLE, 200, &todos);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
