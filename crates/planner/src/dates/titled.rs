//! Titles that read as dates: "watch Yesterday", "read 11/22/63", "ring Tuesday Weld".

use super::scan::Scan;
use super::words;

/// Verbs in front of what has a title of its own.
const TITLED: [&str; 12] =
    ["watch", "rewatch", "read", "reread", "play", "stream", "hear", "see", "order", "borrow", "rent", "to"];

/// Verbs in front of a name.
const CALLED: [&str; 9] = ["ring", "call", "phone", "text", "email", "meet", "ask", "invite", "tell"];

/// Small words that only a title writes with a capital, when no date goes with them.
const TIES: [&str; 8] = ["was", "is", "of", "a", "and", "but", "called", "named"];

/// "Mr. Friday", "Dr. Sun": behind a title of address stands somebody's name. "call dr friday" may be the doctor on that day.
pub(super) fn addressed(scan: &Scan, at: usize) -> bool {
    let dotted = at > 1 && scan.mark(at - 1) == Some('.') && scan.glued(at - 1);
    let title = at.wrapping_sub(if dotted { 2 } else { 1 });
    scan.is(title, &["mr", "mrs", "ms", "mx"]) || dotted && scan.is(title, &["dr", "prof", "rev"])
}

/// "watch The Day After Tomorrow", "play Friday I'm in Love", "read Every Day is for the Thief": capitals that no date has,
/// behind a verb of such things. The index behind the words that are written so.
pub(super) fn titled(scan: &Scan, at: usize, end: usize) -> Option<usize> {
    let before = scan.word_before(at);
    let verb = TITLED.contains(&before) && (before != "to" || scan.is(at.wrapping_sub(2), &["listen", "listening"]));
    let carried = scan.words(at, "every day carry");
    let proper = |at: usize| words::weekday(scan.word(at)).is_some() || words::month(scan.word(at)).is_some();
    let capitals = scan.upper(at)
        && ((at + 1..end).any(|i| scan.upper(i) && !proper(i)) || scan.upper(end) && !scan.word(end).is_empty());
    // "watch Yesterday", "order Today newspaper": no day that everybody writes so.
    let small = at > 0 && !scan.upper(at - 1);
    let name = scan.upper(at) && small && scan.is(at, &["yesterday", "today", "tomorrow", "tonight"]);
    // "watch 28 days later", "read 11/22/63"
    let counted = scan.number(at).is_some() && end > at + 1;
    let later = counted && scan.word(end - 1) == "later";
    let past = counted && scan.mark(at + 1) == Some('/') && scan.digits(end - 1, 2).is_some() && end == at + 5;
    // "ring Tuesday Weld": somebody.
    let person = scan.upper(at)
        && small
        && end == at + 1
        && proper(at)
        && scan.is(at - 1, &CALLED)
        && scan.upper(end)
        && !proper(end)
        && scan.number(end).is_none();
    // "read The Man Who Was Thursday": no small word in front of a date is written so.
    let tied = scan.upper(at) && at > 1 && scan.upper(at - 1) && scan.is(at - 1, &TIES);
    let run = (0..at).rev().take_while(|i| scan.upper(*i)).last().unwrap_or(at);
    let tied = tied && run > 0 && TITLED.contains(&scan.word_before(run));
    if verb && (name || later || past) || person || tied {
        return Some((end..=scan.len()).find(|i| !scan.upper(*i)).unwrap_or(end).max(end));
    }
    if !(verb && capitals) {
        return carried;
    }
    (end..=scan.len()).find(|i| !scan.upper(*i))
}
