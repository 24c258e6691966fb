//! Follow-ups over a lived-in list, in five languages: what a message leaves out of those it points at, an answer that says more
//! than which, an answer that counts from the todo's own date, and what goes on from a change of one day of a series.

use crate::findings::{line, plain};
use crate::following::talked;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;

const TABLE: &str = include_str!("../data/followups.txt");
const TODOS: &str = include_str!("../data/followups.json");

#[test]
fn what_follows_is_about_what_was_spoken_of() {
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap());
    let rows: Vec<(&str, &str)> = TABLE
        .lines()
        .filter(|row| !row.starts_with("# ") && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    let mut wrong = Vec::new();
    for (row, right) in &rows {
        let (answer, waited) = talked(&row.split(" || ").collect::<Vec<_>>(), &todos);
        let mut got = line(&answer);
        for taken in &answer.takes {
            let item = waited.iter().find(|p| (p.set, p.n) == (taken.set, taken.n)).unwrap();
            got.push_str(&format!(" {}({})", if taken.replaced { "~" } else { "-" }, plain(item.op.to_value())));
        }
        if got != *right {
            wrong.push(format!("{row}\n  right {right}\n    got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
