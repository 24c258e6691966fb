//! "Take pills at 8, 12 and 20": each of a row of hours is a time, though "at" stands in front of the first only. A todo has one
//! time, so that they are asked about like any two.

use super::edits::Edits;
use super::lexicon::{Verb, one_of};
use super::split::{lead, verb_at};
use super::text::Clause;
use crate::dates::Clock;

/// The message with "at" in front of each of such a row; `None` where there is none.
pub(super) fn plain(text: &str, clock: &Clock) -> Option<String> {
    let c = Clause::new(text, clock);
    let hour = |i: usize| {
        let hour = |n: &str| n.len() <= 2 && n.parse::<u32>().is_ok_and(|n| (1..=24).contains(&n));
        let minutes = |n: &str| n.len() == 2 && n.parse::<u32>().is_ok_and(|n| n < 60);
        let word = c.word(i);
        word.split_once(':').map_or_else(|| hour(word), |(h, m)| hour(h) && minutes(m))
    };
    let after = |i: usize| c.toks.get(i).and_then(|t| t.after);
    // "look at 3 and 4" has no time at all.
    let looks = |i: usize| i > 0 && one_of(c.word(i - 1), "look|looking|looked|glance|peek|stare|aim|point");
    // "stop at 2 and 3" gives nothing a time.
    if verb_at(&c, lead(&c).at, false).is_some_and(|head| matches!(head.verb, Verb::Stop | Verb::Skip | Verb::Complete))
    {
        return None;
    }
    let at = (0..c.len()).find(|i| c.word(*i) == "at" && hour(i + 1) && !looks(*i))?;
    let mut edits = Edits::default();
    let (mut last, mut several) = (at + 1, false);
    loop {
        let joins = one_of(c.word(last + 1), "and|&");
        let next = last + 1 + usize::from(joins);
        if !(joins || after(last) == Some(',')) || !hour(next) {
            break;
        }
        edits.put(next..next + 1, &format!("at {}", c.word(next)));
        (last, several) = (next, true);
    }
    // "at 3, 4 people": a number of something else.
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).start == i);
    let clock = "every|daily|o'clock|on|today|tomorrow|tonight|please";
    let each = c.word(last + 1) == "each" && one_of(c.word(last + 2), "day|morning|afternoon|evening|night|weekday");
    let closed = last + 1 >= c.len()
        || matches!(after(last), Some('.' | ';' | '!'))
        || dated(last + 1)
        || each
        || one_of(c.word(last + 1), clock);
    (several && closed).then(|| edits.apply(&c)).flatten()
}
