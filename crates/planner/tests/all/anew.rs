//! What is something new and what is meant of what is there: errands behind a change, a choice to add what no todo is called,
//! a time said alone or in front of a name, hours of meals, and what only says of what kind a todo is.

use crate::findings::home;
use crate::talks::wrong;

const TABLE: &str = include_str!("../data/anew.txt");

#[test]
fn what_is_new_is_told_from_what_is_there() {
    let wrong = wrong(TABLE, 100, &home());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
