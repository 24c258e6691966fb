//! What is something new and what is meant of what is there: errands behind a change, a choice to add what no todo is called,
//! a time said alone or in front of a name, hours of meals, and what only says of what kind a todo is.

use crate::findings::{home, line, plain};
use crate::following::talked;

const TABLE: &str = include_str!("../data/anew.txt");

#[test]
fn what_is_new_is_told_from_what_is_there() {
    let todos = home();
    let rows: Vec<(&str, &str)> = TABLE
        .lines()
        .filter(|row| !row.starts_with("# ") && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= 100, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for (row, right) in rows {
        let (answer, waited) = talked(&row.split(" || ").collect::<Vec<_>>(), &todos);
        let mut got = line(&answer);
        for taken in &answer.takes {
            let item = waited.iter().find(|p| (p.set, p.n) == (taken.set, taken.n)).unwrap();
            got.push_str(&format!(" {}({})", if taken.replaced { "~" } else { "-" }, plain(item.op.to_value())));
        }
        if got != right {
            wrong.push(format!("{row}\n  right {right}\n    got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
