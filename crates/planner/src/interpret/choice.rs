//! Which of the things offered an answer means: by its place, its number or a trait (TODOS.md rule 13).

use super::lexicon::one_of;
use super::places;
use super::target::{self, content, inflections};
use crate::dates::{self, Clock, What};
use countersign_core::ids::TodoId;
use countersign_core::todo::{Priority, Todo};
use countersign_core::todos::{Todos, View, words};
use jiff::civil::Date;

/// "the second one" as a place in a list of `n`.
pub(super) fn ordinal(spoken: &str, n: usize) -> Option<usize> {
    let plain = spoken
        .trim_start_matches("the ")
        .trim_start_matches("number ")
        .trim_start_matches("option ")
        .trim_start_matches("no. ")
        .trim_end_matches(" one")
        .trim_end_matches(" option")
        .trim_end_matches(" task");
    let at = match plain {
        "first" | "1st" | "one" | "former" | "top" => 0,
        "second" | "2nd" | "two" | "latter" => 1,
        "third" | "3rd" | "three" => 2,
        "fourth" | "4th" | "four" => 3,
        "fifth" | "5th" | "five" => 4,
        "sixth" | "6th" | "six" => 5,
        "seventh" | "7th" | "seven" => 6,
        "last" | "final" | "bottom" => n.checked_sub(1)?,
        _ => return None,
    };
    (at < n).then_some(at)
}

/// Whether all of what is offered is meant.
pub(super) fn is_all(spoken: &str) -> bool {
    const ALL: &str = "both|all|all of them|\
        both of them|every one|everyone|all of those|all of these|them all|all three|all two|\
        each|everything|each of them|every one of them|both please|all four|\
        the lot|both of those|both of these|all the above|all of the above|them both|all five";
    one_of(spoken, ALL)
}

/// The todos of a list that an answer names, by place, number or trait; empty = it does not say which.
pub(super) fn choose(
    spoken: &str,
    said: &[String],
    options: &[TodoId],
    todos: &Todos,
    clock: &Clock,
) -> Option<Vec<TodoId>> {
    if options.is_empty() || matches!(spoken, "later" | "back") {
        return None;
    }
    if is_all(spoken) {
        let counted = [("both", 2), ("two", 2), ("three", 3), ("four", 4), ("five", 5)];
        if counted.iter().any(|(word, count)| spoken.contains(word) && options.len() != *count) {
            return Some(Vec::new());
        }
        return Some(options.to_vec());
    }
    if let Some(n) = ordinal(spoken, options.len()) {
        return options.get(n).map(|id| vec![*id]);
    }
    if one_of(spoken, "the other one|the other|any|whichever|either|either one|any of them|that|this|it") {
        return Some(Vec::new());
    }
    // "the one without a date" leaves out nothing.
    let bare = spoken.trim_start_matches("the ");
    if let Some(has) = possessed(bare).filter(|_| bare.starts_with("one ")) {
        let fits = |id: &&TodoId| todos.todo(**id).is_some_and(|todo| has.of(todo));
        let hits: Vec<TodoId> = options.iter().filter(fits).copied().collect();
        return Some(if hits.len() == 1 { hits } else { Vec::new() });
    }
    if let Some(ids) = places::several(spoken, options).or_else(|| places::left(spoken, options, todos, clock)) {
        return Some(ids);
    }
    // "1 and 3", "#7", "the first and the third"
    let parts: Vec<String> = spoken
        .split([','])
        .flat_map(|p| p.split(" and "))
        .flat_map(|p| p.split(" & "))
        .flat_map(numbers)
        .map(|p| p.trim().to_owned())
        .filter(|p| !p.is_empty())
        .collect();
    let mut ids = Vec::new();
    for part in &parts {
        let digits = part
            .trim_start_matches("the ")
            .trim_start_matches("number ")
            .trim_start_matches("task ")
            .trim_start_matches("todo ")
            .trim_start_matches("option ");
        let sign = digits.starts_with('#') || part.starts_with("task ") || part.starts_with("todo ");
        let number: Option<i64> = digits.trim_start_matches('#').parse().ok();
        let hit = match number {
            Some(n) => {
                let by_id = options.iter().find(|id| id.0 == n).copied();
                let by_place = usize::try_from(n)
                    .ok()
                    .and_then(|n| n.checked_sub(1))
                    .and_then(|n| options.get(n))
                    .copied()
                    .filter(|_| !sign);
                match (by_id, by_place) {
                    (Some(a), Some(b)) if a != b => return Some(Vec::new()),
                    (Some(a), _) => Some(a),
                    // "6" to "chapter 5 or chapter 6?"
                    (None, b) => b.or_else(|| numbered(n, options, todos).filter(|_| !sign)),
                }
            }
            None => ordinal(part, options.len()).and_then(|n| options.get(n)).copied(),
        };
        match hit {
            Some(id) => ids.push(id),
            None if number.is_some() => return Some(Vec::new()),
            None => {
                ids.clear();
                break;
            }
        }
    }
    if !ids.is_empty() {
        return Some(ids);
    }
    by_trait(spoken, said, options, todos, clock)
}

/// The only one of those offered that has a number in its title.
fn numbered(number: i64, options: &[TodoId], todos: &Todos) -> Option<TodoId> {
    let number = number.to_string();
    let has = |id: &&TodoId| todos.todo(**id).is_some_and(|todo| words(&todo.title).contains(&number));
    let mut hits = options.iter().filter(has).copied();
    hits.next().filter(|_| hits.next().is_none())
}

/// "1 2": numbers in a row are each their own part.
fn numbers(part: &str) -> Vec<&str> {
    let number = |w: &str| w.trim_start_matches('#').parse::<i64>().is_ok();
    if part.split_whitespace().all(number) { part.split_whitespace().collect() } else { vec![part] }
}

/// Whether words ask for several things of that name: "the emails", where the titles say "email".
fn plural(spoken: &str, wanted: &[String], titles: &[Vec<String>]) -> bool {
    let ends = [("ies", "y"), ("es", ""), ("s", "")];
    let said = wanted.last().filter(|w| spoken.ends_with(w.as_str()));
    said.is_some_and(|w| {
        titles.iter().all(|title| {
            let singular = |(end, one): &(&str, &str)| w.strip_suffix(end).map(|stem| format!("{stem}{one}"));
            !title.contains(w) && ends.iter().filter_map(singular).any(|one| title.contains(&one))
        })
    })
}

/// What one of several has, or has not.
struct Possessed {
    field: &'static str,
    without: bool,
}

impl Possessed {
    fn of(&self, todo: &Todo) -> bool {
        let has = match self.field {
            "time" => todo.time_of_day.is_some(),
            "deadline" => todo.due_date.is_some(),
            "date" => todo.scheduled_for.is_some(),
            "label" => !todo.labels.is_empty(),
            "estimate" => todo.estimate.is_some(),
            "notes" => !todo.notes.is_empty(),
            _ => !todo.checklist.is_empty(),
        };
        has != self.without
    }
}

/// "the one with a time", "one without a date".
fn possessed(plain: &str) -> Option<Possessed> {
    const FIELDS: [(&str, &str); 7] = [
        ("time", "time|set time|time of day|hour"),
        ("deadline", "deadline|due date"),
        ("date", "date|day"),
        ("label", "label|labels|tag|tags"),
        ("estimate", "estimate|duration"),
        ("notes", "note|notes"),
        ("checklist", "checklist|sub-tasks|subtasks"),
    ];
    let said = plain.trim_start_matches("one ").trim_start_matches("that has ").trim_start_matches("which has ");
    let (without, named) =
        match ["without ", "with no ", "that has no "].iter().find_map(|lead| said.strip_prefix(lead)) {
            Some(named) => (true, named),
            None => (false, said.strip_prefix("with ").or_else(|| (said.len() < plain.len()).then_some(said))?),
        };
    let named = ["a ", "an ", "the ", "any "].iter().find_map(|lead| named.strip_prefix(lead)).unwrap_or(named);
    let (field, _) = FIELDS.iter().find(|(_, words)| one_of(named, words))?;
    Some(Possessed { field, without })
}

/// "the blue one", "the one on friday", "the high priority one", "the older one".
fn by_trait(spoken: &str, said: &[String], options: &[TodoId], todos: &Todos, clock: &Clock) -> Option<Vec<TodoId>> {
    let of: Vec<&Todo> = options.iter().filter_map(|id| todos.todo(*id)).collect();
    let pick = |keep: &dyn Fn(&Todo) -> bool| -> Vec<TodoId> { of.iter().filter(|t| keep(t)).map(|t| t.id).collect() };
    let sole = |hits: Vec<TodoId>| match hits.as_slice() {
        [] => None,
        [one] => Some(vec![*one]),
        _ => Some(Vec::new()),
    };
    let dated = |t: &Todo| t.scheduled_for.or(t.due_date);
    let plain = spoken.trim_start_matches("the ").trim_end_matches(" one").trim_end_matches(" ones").trim();
    let extreme = |last: bool| {
        let mut by: Vec<(Date, TodoId)> = of.iter().filter_map(|t| dated(t).map(|d| (d, t.id))).collect();
        by.sort_unstable();
        let hit = if last { by.last() } else { by.first() };
        hit.map(|(_, id)| vec![*id])
    };
    match plain {
        "earlier" | "earliest" | "sooner" | "soonest" => return extreme(false),
        "later" | "latest" => return extreme(true),
        "older" | "oldest" => return options.iter().min().map(|id| vec![*id]),
        "newer" | "newest" | "most recent" => return options.iter().max().map(|id| vec![*id]),
        "overdue" => return sole(pick(&|t| countersign_core::predicate::overdue(t, clock.now.date()))),
        "repeating" | "recurring" => return sole(pick(&|t| t.recurrence.is_repeating())),
        _ => {}
    }
    if let Some(has) = possessed(plain) {
        return sole(pick(&|t| has.of(t)));
    }
    let open: Vec<String> = said
        .iter()
        .filter(|w| {
            !one_of(
                w,
                "the|one|ones|on|for|at|with|that|which|is|task|todo|due|scheduled|i|mean|about|label|labelled|tagged|\
        in|and|a|my|please|from|priority",
            )
        })
        .cloned()
        .collect();
    // Words of the titles first.
    let wanted = content(&open.join(" "));
    if !wanted.is_empty() {
        let hits = pick(&|t| {
            let title = words(&t.title);
            wanted.iter().all(|w| {
                inflections(w).iter().any(|v| title.contains(v)) || title.iter().any(|h| target::is_typo(w, h))
            })
        });
        if let Some(hit) = sole(hits.clone()) {
            if hit.is_empty() {
                let exact = pick(&|t| content(&t.title).len() == wanted.len() && hits.contains(&t.id));
                if exact.len() == 1 {
                    return Some(exact);
                }
                let titles: Vec<Vec<String>> =
                    of.iter().filter(|t| hits.contains(&t.id)).map(|t| words(&t.title)).collect();
                if plural(spoken, &wanted, &titles) {
                    return Some(hits);
                }
            }
            return Some(hit);
        }
        // "the dentist and the report": one each.
        let each: Vec<Vec<TodoId>> = spoken
            .split(" and ")
            .map(|p| {
                let w = content(p);
                pick(&|t| {
                    let title = words(&t.title);
                    !w.is_empty() && w.iter().all(|x| inflections(x).iter().any(|v| title.contains(v)))
                })
            })
            .collect();
        if each.len() > 1 && each.iter().all(|e| e.len() == 1) {
            return Some(each.concat());
        }
    }
    if let Some(what) = dates::whole(&open.join(" "), clock).or_else(|| {
        dates::whole(plain.trim_start_matches("one ").trim_start_matches("on ").trim_start_matches("for "), clock)
    }) {
        let (from, to) = match what {
            What::Date { date, .. } | What::DateTime { date, .. } => (date, date),
            What::Range { from, to, .. } => (from, to),
            What::Time { time, .. } => return sole(pick(&|t| t.time_of_day.is_some_and(|x| x.time() == time))),
            _ => return None,
        };
        return sole(pick(&|t| dated(t).is_some_and(|d| from <= d && d <= to)));
    }
    if let [one] = open.as_slice() {
        if let Some(p) = super::fields::level(one).filter(|_| {
            said.iter().any(|w| w == "priority") || matches!(one.as_str(), "high" | "low" | "medium" | "urgent")
        }) {
            return sole(pick(&|t: &Todo| t.priority == p || one == "urgent" && t.priority == Priority::High));
        }
        let label = one.trim_start_matches('#');
        let hits = pick(&|t| t.labels.iter().any(|l| l.to_lowercase() == label));
        if !hits.is_empty() {
            return sole(hits);
        }
    }
    None
}
