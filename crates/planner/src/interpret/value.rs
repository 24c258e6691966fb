//! Reading a phrase as the values it would set: "high priority", "done", "friday at 9".

use super::breaks::goes_on;
use super::fields::{self, When, absorb};
use super::lengths;
use super::lexicon::one_of;
use super::run::{Run, Said, Stop};
use super::text::Clause;
use crate::dates::{self, Found, Role, What};
use countersign_core::todo::{Priority, Status};

/// What a phrase would set.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Value {
    pub(super) priority: Option<Priority>,
    pub(super) status: Option<Status>,
    pub(super) reason: Option<String>,
    /// "not repeat", "a one-off".
    pub(super) unrepeat: bool,
    pub(super) labels: Vec<String>,
    pub(super) when: When,
    pub(super) due: bool,
}

impl Value {
    /// Whether both give the same field a value.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.priority.is_some() && other.priority.is_some()
            || self.status.is_some() && other.status.is_some()
            || !self.labels.is_empty() && !other.labels.is_empty()
            || !self.when.is_empty() && !other.when.is_empty()
            || self.unrepeat && !other.when.is_empty()
            || other.unrepeat && !self.when.is_empty()
    }
}

/// What the words in front of "to" say is being set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hint {
    Title,
    Notes,
    Labels,
    Due,
    Estimate,
    Other,
    Status,
}

fn status_word(c: &Clause, i: usize) -> Option<(Status, usize)> {
    let table: [(&str, Status); 8] = [
        (
            "not done|not complete|not completed|not finished|incomplete|undone|open|to do|todo|unfinished|\
            uncompleted|not done yet|active|reopened",
            Status::Open,
        ),
        (
            "done|complete|completed|finished|ticked|checked|ticked off|checked off|closed|all done|paid|sent|\
            handled|sorted|taken care of|over|dealt with|settled",
            Status::Done,
        ),
        ("in progress|in-progress|started|ongoing|underway|under way|in the works|wip", Status::InProgress),
        ("blocked", Status::Blocked),
        ("on hold|on-hold|paused", Status::OnHold),
        ("rejected|declined|won't do|wont do|wontfix|will not do|not doing", Status::Rejected),
        ("groomed|ready", Status::Groomed),
        ("unblocked", Status::Open),
    ];
    table.iter().filter_map(|(words, s)| c.any(i, words).map(|e| (*s, e))).max_by_key(|(_, e)| *e)
}

pub(super) const GLUE: &str = "as|to|a|an|the|with|and|of|be|is|for|at|on|being|now|again|also|status|due|date|deadline|time|repeat|\
    repeating|recurring|it|label|tag|estimate|already|set|set to|by|please|have|recur|happen|instead|marked|\
    actually|take|takes|scheduled|start|starting|today's|from|long|priority|moved|only|end|just|about|around|roughly|approximately|approx|probably|\
    finally|fully|completely|totally|officially|definitely|level|more|like|closer|rather";

/// Reads a whole text as values; `None` when some word is none.
pub(super) fn value(run: &Run<'_>, text: &str) -> Said<Option<Value>> {
    let mut c = Clause::new(text, run.clock);
    let len = c.len();
    if len == 0 {
        return Ok(None);
    }
    // "change stand-up to 10"
    if len == 1 && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit()) {
        let said = format!("at {text}");
        let Some(what) = dates::whole(&said, run.clock) else { return Ok(None) };
        let mut v = Value::default();
        absorb(run, &Found { span: 0..said.len(), role: Role::When, what }, &said, &mut v.when)?;
        return Ok(Some(v));
    }
    let mut v =
        Value { due: (0..len).any(|i| c.at(i, "due").is_some() || c.at(i, "deadline").is_some()), ..Value::default() };
    // Why something is stopped holds no other value: "blocked because of tom, who is away on friday".
    let why = (0..len).find_map(|i| {
        let (status, end) = status_word(&c, i).filter(|(s, _)| matches!(s, Status::Blocked | Status::OnHold))?;
        let from = c.any(end, "because of|because|due to").filter(|from| *from < len)?;
        Some((status, i, from))
    });
    if let Some((status, at, from)) = why {
        if goes_on(run, c.slice(from..len)) {
            return Err(Stop::Unsure);
        }
        (v.status, v.reason) = (Some(status), Some(c.slice(from..len).to_owned()));
        c.spend(at..len);
    }
    v.labels = fields::labels(&mut c, 0..len);
    for i in 0..len {
        if let Some(e) = c.any(
            i,
            "not repeat|not repeating|non-repeating|not recurring|non-recurring|a one-off|one-off|\
            no longer repeat|not recur|a one-time task|stop repeating|a single task|one-time|\
            no longer repeating|never repeat|not repeat anymore",
        ) {
            v.unrepeat = true;
            c.spend(i..e);
        }
    }
    for i in 0..len {
        if let Some(e) = c.any(i, "the label|a label|label|the tag|tag")
            && e < len
            && !c.is_used(i)
        {
            v.labels.push(fields::raw(&c, e).trim_start_matches('#').to_owned());
            c.take(i..e + 1, "labels");
        }
    }
    for i in 0..len {
        if !c.is_used(i)
            && let Some((minutes, end)) = lengths::minutes(&c, i)
            && !(i > 0 && matches!(c.word(i - 1), "in" | "by"))
            && !one_of(c.word(end), "later|earlier|from|ago|before|after")
        {
            v.when.minutes = Some(minutes);
            c.spend(i..end);
            break;
        }
    }
    // A whole date is read before its words could be anything else.
    let mut date_from = None;
    for i in 0..len {
        if c.is_used(i) {
            continue;
        }
        if let Some((found, end)) = (i + 1..=len).rev().find_map(|e| {
            let t = c.slice(i..e);
            (!c.is_used(e - 1))
                .then(|| dates::whole(t, run.clock))
                .flatten()
                .map(|what| (Found { span: 0..t.len(), role: Role::When, what }, e))
        }) && date_from.is_none()
        {
            let said = c.slice(i..end).to_owned();
            if let What::Duration { minutes } = found.what {
                v.when.minutes = Some(minutes);
            } else if let Some(settled) = fields::settled(run).filter(|_| fields::unclear(&found)) {
                v.when = settled;
            } else {
                let role = match c.word(i) {
                    "until" | "till" | "through" => Role::Until,
                    _ => Role::When,
                };
                absorb(run, &Found { role, ..found }, &said, &mut v.when)?;
            }
            c.spend(i..end);
            date_from = Some(i);
        }
    }
    for f in c.found.clone() {
        let r = c.toks_of(&f.span);
        if !r.clone().any(|i| c.is_used(i)) {
            let before = v.when.clone();
            absorb(run, &f, text, &mut v.when)?;
            let ruled = v.when.rule.is_some();
            super::when::one_each(run, &before, &mut v.when, ruled)?;
            c.spend(r);
        }
    }
    for i in 0..len {
        if !c.is_used(i)
            && let Some((s, e)) = status_word(&c, i)
        {
            v.status = Some(s);
            c.spend(i..e);
            if let Some(r) = c
                .any(e, "because of|because|due to|by|since|until|waiting for|waiting on|for|on")
                .filter(|r| c.word(r - 1) != "on" || c.found.is_empty())
                .filter(|r| *r < len && matches!(s, Status::Blocked | Status::OnHold | Status::Rejected))
            {
                let from = if matches!(c.word(e), "until" | "waiting") { e } else { r };
                v.reason = Some(c.slice(from..len).to_owned());
                c.spend(e..len);
            } else if matches!(s, Status::Blocked | Status::OnHold)
                && c.toks.get(e - 1).is_some_and(|t| matches!(t.after, Some(':' | ',')))
                && e < len
            {
                v.reason = Some(c.slice(e..len).to_owned());
                c.spend(e..len);
            }
            break;
        }
    }
    v.priority = fields::priority(&mut c, 0..len, true);
    let left = c.free(0..len).into_iter().any(|i| !one_of(c.word(i), GLUE) || c.toks.get(i).is_some_and(|t| t.quoted));
    let empty = !v.unrepeat && v.priority.is_none() && v.status.is_none() && v.labels.is_empty() && v.when.is_empty();
    Ok(if left || empty { None } else { Some(v) })
}

/// Whether a text is a length of time and nothing else: "about two hours".
pub(super) fn is_length(run: &Run<'_>, text: &str) -> bool {
    let only = |v: &Value| {
        v.when.minutes.is_some()
            && *v == Value { when: When { minutes: v.when.minutes, ..When::default() }, ..Value::default() }
    };
    matches!(value(run, text), Ok(Some(v)) if only(&v))
}

/// Finds the field named in front of the object: "the priority of the report", "report's due date".
pub(super) fn hinted(text: &str) -> (String, Option<Hint>) {
    let lower = text.to_lowercase();
    let nouns: [(&str, Hint); 24] = [
        ("priority level", Hint::Other),
        ("priority", Hint::Other),
        ("due date", Hint::Due),
        ("due", Hint::Due),
        ("deadline", Hint::Due),
        ("time estimate", Hint::Estimate),
        ("estimate", Hint::Estimate),
        ("estimated time", Hint::Estimate),
        ("duration", Hint::Estimate),
        ("start time", Hint::Other),
        ("time", Hint::Other),
        ("scheduled date", Hint::Other),
        ("date", Hint::Other),
        ("labels", Hint::Labels),
        ("label", Hint::Labels),
        ("tags", Hint::Labels),
        ("tag", Hint::Labels),
        ("title", Hint::Title),
        ("name", Hint::Title),
        ("notes", Hint::Notes),
        ("note", Hint::Notes),
        ("description", Hint::Notes),
        ("status", Hint::Status),
        ("recurrence", Hint::Other),
    ];
    for (noun, hint) in nouns {
        for article in ["the ", "", "a ", "new "] {
            for prep in [" of ", " for ", " on ", " in "] {
                let phrase = format!("{article}{noun}{prep}");
                if lower.starts_with(&phrase) && text.is_char_boundary(phrase.len()) {
                    return (text.split_at(phrase.len()).1.to_owned(), Some(hint));
                }
            }
        }
        for link in ["'s ", "’s ", " "] {
            let phrase = format!("{link}{noun}");
            if lower.ends_with(&phrase)
                && lower.len() == text.len()
                && text.len() > phrase.len()
                && text.is_char_boundary(text.len() - phrase.len())
            {
                return (text.split_at(text.len() - phrase.len()).0.to_owned(), Some(hint));
            }
        }
    }
    (text.to_owned(), None)
}

pub(super) fn field_of(v: &Value) -> &'static str {
    if v.status.is_some() {
        "status"
    } else if v.when.rule.is_some() {
        "recurrence"
    } else if v.due || v.when.due.is_some() {
        "dueDate"
    } else if v.when.date.is_some() {
        "scheduledFor"
    } else if v.when.time.is_some() {
        "timeOfDay"
    } else if v.when.minutes.is_some() {
        "estimate"
    } else if v.priority.is_some() {
        "priority"
    } else {
        "labels"
    }
}
