//! `where`: which todos are meant, closed and never empty.

use super::fields::Fields;
use super::values::{date_value, labels, one_or_many, priority, some_of, status, todo_id};
use crate::predicate::{DateRange, Predicate};
use crate::problem::Problem;
use serde_json::Value;

fn range(f: &mut Fields<'_>, name: &'static str, codes: [&'static str; 3]) -> Option<DateRange> {
    let value = f.take(name)?;
    let Value::Object(map) = value else {
        f.bad(codes[0], name, value);
        return None;
    };
    let mut inner = Fields::new(map, if name == "due_range" { "/where/due_range" } else { "/where/scheduled_range" });
    let from = inner.nullable("from", codes[1], date_value).flatten();
    let to = inner.nullable("to", codes[2], date_value).flatten();
    let problems = inner.finish();
    let sound = problems.is_empty();
    f.problems.extend(problems);
    if sound && from.is_none() && to.is_none() {
        f.bad(codes[0], name, value);
    }
    if let (Some(a), Some(b)) = (from, to)
        && a > b
    {
        f.bad(codes[2], name, value);
    }
    Some(DateRange { from, to })
}

/// Reads `where`: closed, and never empty (R2).
///
/// # Errors
/// All defects that were found.
pub fn predicate(value: Option<&Value>) -> Result<Predicate, Vec<Problem>> {
    let Some(Value::Object(map)) = value else {
        return Err(vec![Problem::new("invalid_where_object", "where is missing or is not an object").at("/where")]);
    };
    let mut f = Fields::new(map, "/where");
    let text = |v: &Value| v.as_str().map(str::trim).filter(|t| !t.is_empty() && t.len() <= 2_000).map(str::to_owned);
    let got = Predicate {
        ids: f.read("ids", "invalid_where_ids", |v| v.is_array().then(|| one_or_many(v, todo_id)).flatten()),
        text: f.read("text", "invalid_where_title_contains", text),
        title_contains: f.read("title_contains", "invalid_where_title_contains", text),
        scheduled_range: range(
            &mut f,
            "scheduled_range",
            ["invalid_where_scheduled_range", "invalid_where_scheduled_range_from", "invalid_where_scheduled_range_to"],
        ),
        due_range: range(&mut f, "due_range", ["invalid_where_due_range"; 3]),
        overdue: f.read("overdue", "invalid_where_overdue", Value::as_bool),
        priority: f.read("priority", "invalid_where_priority", |v| some_of(v, priority)),
        labels: f.read("labels", "invalid_where_labels", |v| labels(v).filter(|l| !l.is_empty())),
        completed: f.read("completed", "invalid_where_completed", Value::as_bool),
        repeating: f.read("repeating", "invalid_where_repeating", Value::as_bool),
        status: f.read("status", "invalid_where_status", |v| some_of(v, status)),
        all: f.read("all", "invalid_where_all", |v| v.as_bool().filter(|b| *b)).unwrap_or(false),
    };
    let mut problems = f.finish();
    if problems.is_empty() && got.is_empty() {
        problems.push(Problem::new("invalid_where_object", "where is empty: it would match everything").at("/where"));
    }
    if got.all && got != (Predicate { all: true, ..Predicate::default() }) {
        problems.push(Problem::new("invalid_where_all", "where.all stands beside other conditions").at("/where/all"));
    }
    if problems.is_empty() { Ok(got) } else { Err(problems) }
}
