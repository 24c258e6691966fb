//! The values that a request says: dates, labels, notes, reasons, titles of new todos. Only these can
//! be offered to a model.

use super::SaidValues;
use crate::cues::{Cue, Deed, levels};
use crate::input::Input;
use crate::words::Words;
use countersign_core::todos::Todos;
use countersign_planner::dates::{self, Role, What};

/// Temporal phrases of a request, by what they can be for.
#[derive(Default)]
pub(super) struct Dates {
    pub(super) when: Vec<String>,
    pub(super) due: Vec<String>,
    pub(super) any: Vec<String>,
    pub(super) repeats: Vec<String>,
    pub(super) lengths: Vec<String>,
    /// Time without a date.
    pub(super) times: Vec<String>,
    pub(super) past: bool,
}

pub(super) fn dates_of(request: &str, input: &Input) -> Dates {
    let mut out = Dates::default();
    let shifts = shifts(&Words::new(request));
    let today = input.clock.now.date();
    for f in dates::find(request, &input.clock) {
        let Some(said) = request.get(f.span.clone()) else { continue };
        let said = said.trim().to_owned();
        let lower = said.to_lowercase();
        if !shifts.is_empty() && ["earlier", "later", "sooner"].iter().any(|way| lower.ends_with(way)) {
            continue;
        }
        // "now" and "from now on" are no dates to move to.
        if matches!(lower.trim_start_matches("right "), "now" | "from now") || lower.ends_with(" now") {
            continue;
        }
        let bare = ["on ", "until ", "till ", "to ", "from ", "by ", "before ", "til ", "at ", "for "]
            .iter()
            .find_map(|p| lower.starts_with(p).then(|| said.get(p.len()..).unwrap_or_default().trim().to_owned()))
            .unwrap_or_else(|| said.clone());
        match &f.what {
            What::Recurrence { .. } => out.repeats.push(said),
            What::Duration { .. } => out.lengths.push(bare.trim_start_matches("about ").to_owned()),
            What::Date { date, .. } | What::DateTime { date, .. } if *date < today => {
                out.past = true;
                out.any.push(said);
            }
            What::Time { .. } => {
                out.times.push(bare);
                out.any.push(said);
            }
            _ if f.role == Role::Due => {
                out.due.push(bare);
                out.any.push(said);
            }
            _ => {
                out.when.push(bare);
                out.any.push(said);
            }
        }
    }
    out
}

/// Every day, time and level of a request, possessives ("tuesday's swim") among them.
pub(super) fn said(request: &str, input: &Input, words: &Words) -> SaidValues {
    let today = input.clock.now.date();
    let mut out = SaidValues::default();
    let mut found = dates::find(request, &input.clock);
    found.extend(dates::find_possessive(request, &input.clock));
    for f in found {
        let Some(text) = request.get(f.span.clone()).map(|t| t.trim().trim_end_matches("'s").trim_end_matches("’s"))
        else {
            continue;
        };
        let lower = text.to_lowercase();
        if matches!(lower.trim_start_matches("right "), "now" | "from now") || lower.ends_with(" now") {
            continue;
        }
        let lead = ["on ", "until ", "till ", "to ", "from ", "by ", "before ", "til ", "at ", "for "];
        let lead = lead.iter().find(|p| lower.starts_with(**p)).map_or(0, |p| p.len());
        let bare = text.get(lead..).unwrap_or(text).trim().to_owned();
        let list = match &f.what {
            What::Date { date, .. } if *date < today => &mut out.past,
            What::Date { .. } | What::DateTime { .. } | What::Range { .. } => &mut out.days,
            What::Time { .. } => &mut out.times,
            What::Recurrence { .. } | What::Duration { .. } | What::Ambiguous { .. } | What::Invalid { .. } => continue,
        };
        if list.len() < 2 && !list.contains(&bare) {
            list.push(bare);
        }
    }
    out.levels = levels(words).iter().map(|(l, _)| (*l).to_owned()).collect();
    out.times.extend(shifts(words).into_iter().take(1));
    out
}

/// "one day earlier", "an hour later", "back two weeks".
pub(super) fn shifts(words: &Words) -> Vec<String> {
    let number = |w: &str| {
        w.bytes().all(|b| b.is_ascii_digit())
            || matches!(w, "a" | "an" | "one" | "two" | "three" | "four" | "five" | "six" | "ten")
    };
    let unit = |w: &str| matches!(w.trim_end_matches('s'), "minute" | "hour" | "day" | "week" | "month" | "min" | "hr");
    let way = |w: &str| matches!(w, "earlier" | "later" | "sooner");
    words
        .all
        .windows(3)
        .filter(|w| matches!(w, [n, u, to] if !n.fold.is_empty() && number(&n.fold) && unit(&u.fold) && way(&to.fold)))
        .map(|w| {
            let way = if w[2].fold == "sooner" { "earlier" } else { &w[2].fold };
            let half = words.says("half an hour earlier|half an hour later|half an hour sooner");
            let (n, unit) = if half { ("30", "minutes") } else { (w[0].fold.as_str(), w[1].fold.as_str()) };
            format!("{n} {unit} {way}")
        })
        .collect()
}

/// Labels that the request names: after a cue, with a sign, or known ones.
pub(super) fn labels(words: &Words, cues: &[Cue], todos: &Todos) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut put = |name: &str| {
        let name = name.trim_start_matches(['#', '@']).to_owned();
        if !name.is_empty() && !out.contains(&name) {
            out.push(name);
        }
    };
    for (n, word) in words.all.iter().enumerate() {
        if word.fold.starts_with(['#', '@'])
            && word.fold.len() > 1
            && !word.fold.bytes().skip(1).all(|b| b.is_ascii_digit())
        {
            put(&word.fold);
        }
        let after = cues.iter().any(|c| c.deed == Deed::Label && c.at.end == n);
        let filler = matches!(word.fold.as_str(), "as" | "with" | "the" | "it" | "label" | "tag" | "a" | "to");
        if after && !filler || todos.has_label(&word.fold) && !after {
            put(&word.fold);
        }
        if after
            && filler
            && let Some(next) = words.all.get(n + 1)
        {
            put(&next.fold);
        }
    }
    out.truncate(4);
    out
}

/// What a note says: behind a colon, between quotation marks, or before the cue.
pub(super) fn note(words: &Words) -> Option<String> {
    if let Some(quote) = words.quotes.first() {
        return words.text.get(quote.start + 1..quote.end).map(|t| t.trim_matches(['"', '”', '\'', '’']).to_owned());
    }
    if let Some((_, tail)) = words.text.split_once(": ") {
        return Some(tail.trim().to_owned()).filter(|t| !t.is_empty() && t.chars().count() <= 400);
    }
    let (head, tail) = words.text.split_once(", ")?;
    let cue = |t: &str| Words::new(t).says("note|jot|write|notes|jot that|note that");
    match (cue(head), cue(tail)) {
        (false, true) => Some(head.trim().to_owned()),
        (true, false) => Some(tail.trim().to_owned()),
        _ => None,
    }
}

/// Why it cannot go on: from "waiting", "until", "because" on.
pub(super) fn reason(words: &Words) -> Option<String> {
    const FROM: &str =
        "waiting for|waiting on|until|till|because|due to|since|held up by|blocked by|depends on|hinges on|pending";
    let at = FROM.split('|').flat_map(|p| words.find(p)).map(|at| at.start).min()?;
    let text = words.slice(at..words.all.len()).trim_end_matches(['.', '!', ',']);
    let text = text.strip_prefix("because ").unwrap_or(text);
    (text.split_whitespace().count() > 1 && text.chars().count() <= 300).then(|| text.to_owned())
}

/// Titles a new todo may have, in the words of the request: without cue and dates.
pub(super) fn titles(words: &Words, dates: &[String]) -> Vec<String> {
    const LEADS: &str = "i promised|promised|i need to|we need to|need to|i need|we need|need|i have to|have to|i've got to|\
        gotta|got to|i should really|i should|should really|should|i must|must|remind me to|remember to|don't forget to|\
        don't let me forget to|don't let me forget|don't forget|note to self|i want to|want to|running low on|we're running low on|\
        we ran out of|ran out of|we're out of|out of|we are out of|asap|urgent|someone has to|somebody has to|someone should|make sure to|make sure|add|todo|new task|has to|needs to|needs|\
        put|don't lose sight of|really";
    let mut text = words.text.clone();
    for date in dates {
        if let Some(at) = text.find(date.as_str()) {
            text.replace_range(at..at + date.len(), " ");
        }
    }
    let mut out: Vec<String> = Vec::new();
    let tidy = |t: &str| {
        t.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .trim_matches(|c: char| matches!(c, ',' | '.' | '!' | ';' | ':' | '-' | ' '))
            .to_owned()
    };
    let bare = Words::new(&tidy(&text));
    let mut from = 0;
    if let Some(at) = bare.find("promised").next()
        && let Some(to) = (at.end..at.end + 4).find(|n| bare.all.get(*n).is_some_and(|w| w.fold == "to"))
    {
        // "promised Lisa to send her the photos"
        from = to;
    }
    for lead in LEADS.split('|') {
        for at in bare.find(lead) {
            if at.start <= from + 3 {
                from = from.max(at.end);
            }
        }
    }
    while bare
        .all
        .get(from)
        .is_some_and(|w| matches!(w.fold.as_str(), "to" | "that" | "a" | "an" | "some" | "i" | "i'd" | "the"))
    {
        from += 1;
    }
    let mut title = tidy(bare.slice(from..bare.all.len()));
    for tail in [" asap", " and that's me", " sometime", " please", " right away", " urgently", " somehow"] {
        title = title.strip_suffix(tail).unwrap_or(&title).to_owned();
    }
    if let Some((head, _)) = title.split_once(", ").filter(|(h, _)| h.split(' ').count() > 1) {
        out.push(head.to_owned());
    }
    if !title.is_empty() && title.chars().count() <= 120 {
        out.push(title);
    }
    out.truncate(3);
    out
}
