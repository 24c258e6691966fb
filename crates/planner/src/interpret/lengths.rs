//! How long something takes: "30 min", "1h30", "estimated at two hours", "a 45 minute call".

use super::lexicon::one_of;
use super::text::Clause;
use crate::dates::What;

/// A length of time at word `i`, in minutes, with the index behind it: "30 min", "2h", "1.5 hours", "1h 30m".
pub(super) fn minutes(c: &Clause, i: usize) -> Option<(u32, usize)> {
    if let Some(end) = c.any(i, "half an hour|half hour|a half hour") {
        return Some((30, end));
    }
    if let Some(end) = c.any(i, "an hour and a half|one and a half hours|hour and a half") {
        return Some((90, end));
    }
    if let Some(end) = c.any(i, "an hour|one hour|a hour") {
        return Some((60, end));
    }
    let word = c.word(i).trim_start_matches(['~', '(']);
    // "1h30", "2h15m"; "9h30" is a time.
    if let Some((hours, rest)) = word.split_once('h')
        && let (Ok(hours @ 0..=4), Ok(more @ 0..=59)) =
            (hours.parse::<u32>(), rest.trim_end_matches("min").trim_end_matches('m').parse::<u32>())
        && hours * 60 + more > 0
    {
        return Some((hours * 60 + more, i + 1));
    }
    let digits = word.find(|ch: char| !ch.is_ascii_digit() && ch != '.').unwrap_or(word.len());
    let spelled =
        ["two", "three", "four", "five", "six", "ten", "fifteen", "twenty", "thirty", "forty", "fortyfive", "ninety"]
            .iter()
            .zip([2.0, 3.0, 4.0, 5.0, 6.0, 10.0, 15.0, 20.0, 30.0, 40.0, 45.0, 90.0])
            .find(|(w, _)| word == **w || word == "forty-five" && **w == "fortyfive")
            .map(|(_, n)| n);
    let n: f64 = match spelled {
        Some(n) => n,
        None => word.get(..digits).filter(|d| !d.is_empty() && d.len() <= 5)?.parse().ok()?,
    };
    let glued = if spelled.is_some() { "" } else { word.get(digits..).unwrap_or_default() };
    let factor = |unit: &str| match unit.trim_end_matches('.') {
        "m" | "min" | "mins" | "minute" | "minutes" | "-minute" | "-min" => Some(1.0),
        "h" | "hr" | "hrs" | "hour" | "hours" | "-hour" => Some(60.0),
        _ => None,
    };
    let (factor, mut end) = if glued.is_empty() {
        (factor(c.word(i + 1)).filter(|_| c.word(i + 1) != "m")?, i + 2)
    } else {
        (factor(glued)?, i + 1)
    };
    let mut total = n * factor;
    if factor > 1.0 {
        let next = c.at(end, "and").unwrap_or(end);
        if let Some(more) = c
            .word(next)
            .strip_suffix('m')
            .or_else(|| c.word(next).strip_suffix("min"))
            .and_then(|m| m.parse::<u32>().ok())
        {
            total += f64::from(more);
            end = next + 1;
        } else if let Ok(more) = c.word(next).parse::<u32>()
            && matches!(c.word(next + 1), "m" | "min" | "mins" | "minutes")
        {
            total += f64::from(more);
            end = next + 2;
        }
    }
    // Estimates are 1 to 1440 minutes.
    (1.0..=1440.0).contains(&total).then(|| (total.round() as u32, end))
}

/// What a length without an article is said of.
const LASTS: &str = "call|meeting|walk|run|jog|session|slot|block|break|nap|workout|chat|review|ride|swim|drive|check-in|sync|\
    stand-up|standup|yoga|meditation|practice|study|window|focus|lunch|catch-up|interview|appointment|massage|rehearsal|\
    task|visit|talk|presentation|stretch|training|exercise|demo|class|lesson|work|reading|cleaning|writing";

/// In front of a length, behind a mark.
const LASTING: &str = "estimated at|estimated to take|estimated to last|estimated|with an estimate of|an estimate of|which should take|\
    which will take|it should take|it will take|it takes|it will last|which takes|lasting|taking|i should allow|allow|i think it will take";

/// "compare contracts, 45 min, low": a length of time between marks, behind what it is said of.
pub(super) fn length_apart(c: &mut Clause, from: usize) -> Option<u32> {
    let marked = |c: &Clause, i: usize| {
        c.toks.get(i).is_some_and(|t| !t.quoted && matches!(t.after, Some(',' | ';' | '.' | ')' | ':')))
    };
    let opens = |c: &Clause, i: usize| {
        marked(c, i - 1) || c.toks.get(i).and_then(|t| c.text.get(..t.start)).is_some_and(|front| front.ends_with('('))
    };
    let (at, n, end) = (from + 1..c.len()).filter(|i| opens(c, *i) && !c.is_used(*i)).find_map(|at| {
        let begin = c.any(at, LASTING).unwrap_or(at);
        let begin = c.any(begin, "about|around|approx|roughly|ca|est").unwrap_or(begin);
        let (n, end) = minutes(c, begin)?;
        let closed = end == c.len() || marked(c, end - 1) || c.is_used(end);
        (closed && (at..end).all(|i| !c.is_used(i))).then_some((at, n, end))
    })?;
    c.take(at..end, "estimate");
    Some(n)
}

/// Takes the length out of "a 45 minute slot to study", "a 15 min call with Raj": an estimate in front of
/// what it is said of. A noun that only holds the time goes with it.
pub(super) fn slot(c: &mut Clause, from: usize) -> Option<u32> {
    let mut i = from;
    while c.is_used(i) && i < c.len() || one_of(c.word(i), "a|an|another|the|my|some") {
        i += 1;
    }
    let (length, end) = minutes(c, i)?;
    let unit = c.word(end - 1).trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == '-');
    let alone = end >= c.len() || c.is_used(end) || c.toks.get(end - 1).is_some_and(|t| t.after.is_some());
    let dated =
        |k: usize| c.found.iter().any(|f| !matches!(f.what, What::Duration { .. }) && c.toks_of(&f.span).contains(&k));
    if !one_of(unit, "minute|min|hour|hr|h|m")
        || alone
        || dated(end)
        || one_of(c.word(end), "later|earlier|before|after|from")
    {
        return None;
    }
    // "2 minute noodles" is their name, "45 minute call" says how long.
    let whole = one_of(unit, "minute|hour") && i == from && length != 60;
    let after = c.is_used(end + 1)
        || end + 1 >= c.len()
        || dated(end + 1)
        || one_of(c.word(end + 1), "with|to|for|on|at|in|about|and");
    if whole && !(one_of(c.word(end), LASTS) && after) && !one_of(c.word(end), "to|for|of") {
        return None;
    }
    c.take(from..i, "");
    c.take(i..end, "estimate");
    c.consumed.retain(|taken| !taken.taken_as.is_empty());
    if let Some(held) = c.any(
        end,
        "slot to|slot for|session to|session for|block to|block for|block of|window to|window for|time to|to|for|of",
    ) && held < c.len()
    {
        c.spend(end..held);
    }
    Some(length)
}
