//! Self-corrections: "no wait, monday", "actually today". The last wins (TODOS.md rule 16).

use super::edits::Edits;
use super::lexicon::{Verb, one_of};
use super::redated::redated;
use super::run::{Run, Said, Stop};
use super::split::{clauses, lead, plausible, verb_at};
use super::target::content;
use super::text::{Clause, has_phrase};
use crate::dates::{self, What};

/// Words that take back what was said right before.
pub(super) const STRONG: &str = "no wait|wait no|wait|no actually|actually no|no|i mean|i meant|sorry|scratch that|make that|or rather|\
    rather|oops|on second thought|correction|actually|no sorry|sorry no|nope|or actually|oh wait|hmm no|\
    no make that|no make it|actually make it|actually make that|sorry i meant|sorry i mean|no i mean|\
    no i meant|wait i mean|i mean actually|no wait make it|wait make it|let's say|better|no rather|\
    strike that|err|well actually|wait actually|actually wait|actually let's make it|no let's say|\
    no let's make it|or better|or make it|make it|uh no|um no|er no|and actually|but actually|no not|\
    hang on|hold on|ah no|hmm|hm|uh|um|erm|no forgive me|no pardon me|forgive me|pardon me|forgive me no|\
    i beg your pardon|no i beg your pardon|let us say|no let us say|or let us say|i should say|no i should say|\
    my mistake|my bad|sorry my mistake|sorry my bad|oops my mistake|oops my bad|my mistake sorry|my bad sorry|no just|no just to|no only|wait no its|wait no it's|no wait its|no wait it's|no its|no it's|no that should be";

/// Sounds in front of a correction.
const SIGHS: &str = "ah|aah|oh|ooh|uh|um|er|hmm|hm|ugh|argh|ach|oops|whoops|shoot|damn|ouch|ehm|eh|well|ok|okay";

/// What takes back all that was said, at the end of it.
pub(super) const RETRACTED: &str = "actually no|actually don't|never mind|nevermind|nvm|never mind that|cancel that|forget it|forget that|forget about it|forget i said that|\
    scratch that|strike that|ignore that|disregard that|wait no|no wait|wait no don't|actually never mind|\
    oh never mind|no never mind|sorry never mind|wait never mind|actually forget it|actually cancel that|no cancel that|\
    oh wait no|no forget it|don't bother|actually don't bother|on second thought never mind|no leave it|actually leave it|just kidding|only kidding|kidding|jk|lol jk|i'm kidding|i'm just kidding|i'm joking|just joking|not really|\
    i take it back|i take that back|and then don't|in your dreams";

/// As [`RETRACTED`], at the end of an order, with no pause in front.
const REFUSED: &str = "no|nope|nah|naw|noo|no no|no no no|no wait|wait no|oh no|no stop|no don't|no dont|actually no|nah never mind|no never mind|wait|wait wait|\
    hold on|hang on|on second thought|scratch that|forget it|forget that|just kidding|jk";

/// Behind these a word ends a name: "learn to say no", "a firm no".
const OWN: &str =
    "say|says|said|saying|a|an|the|and|or|to|is|was|of|vs|but|why|yes|not|my|it's|please|pls|can't|cannot|don't";

/// "delete #6 no": where the order ends that is refused by the last words of its own message.
fn refused(c: &Clause, run: &Run<'_>) -> Option<usize> {
    let l = lead(c);
    let head = verb_at(c, l.at, l.ing)?;
    let at = (head.next + 1..c.len()).find(|i| c.any(*i, REFUSED) == Some(c.len()))?;
    let said = c.slice(at..c.len()).to_lowercase();
    // What is new may be called so: "tell Tom to hold on".
    let plain = head.verb != Verb::Create || one_of(said.split(' ').next().unwrap_or_default(), "no|nope|nah|nvm");
    let titled = !super::target::same_title(run.todos, c.slice(head.next..c.len())).is_empty();
    let quoted = c.toks.get(at).is_none_or(|t| t.quoted);
    (plain && !titled && !quoted && !one_of(c.word(at - 1), OWN)).then_some(at)
}

/// "delete the dentist, never mind": nothing is to be done. Of several orders it may mean the last or all.
pub(super) fn retracted(text: &str, run: &Run<'_>) -> Option<Stop> {
    let c = Clause::new(text, run.clock);
    let undone = |at: usize| if clauses(c.slice(0..at), run).len() > 1 { Stop::Unsure } else { Stop::Chat };
    if let Some(at) = refused(&c, run) {
        return Some(undone(at));
    }
    let at = (1..c.len()).find(|i| c.any(*i, RETRACTED) == Some(c.len()))?;
    let before = c.toks.get(at - 1)?;
    let gap = c.text.get(before.end..c.toks.get(at)?.start)?;
    let paused = before.after.is_some() || gap.contains(['-', '—', '–', '\n', '…', '.']);
    if !paused && !one_of(c.word(at), "nevermind|nvm") && c.at(at, "never mind").is_none() || before.quoted {
        return None;
    }
    Some(undone(at))
}

/// "friday or maybe monday": which of the two is not said, and neither takes the other's place.
fn alternatives(c: &Clause) -> Option<String> {
    const OR: &str = "or maybe|or perhaps|or possibly|or else|or even|or alternatively|or otherwise|or maybe even|or perhaps even|or if not|\
        or rather maybe|or failing that|maybe|perhaps|alternatively";
    let found: Vec<_> = c.found.iter().map(|f| c.toks_of(&f.span)).collect();
    let (at, end) = found.iter().find_map(|before| {
        let end = c.any(before.end, OR)?;
        let behind = [end, end + usize::from(one_of(c.word(end), "on|at"))];
        found.iter().any(|next| behind.contains(&next.start)).then_some((before.end, end))
    })?;
    let last = c.slice(at.checked_sub(1)?..at).to_owned();
    let mut edits = Edits::default();
    edits.put(at - 1..end, &format!("{last} or"));
    edits.apply(c)
}

/// Applies "no wait, monday" and "actually today": the last wins (rule 16).
pub(super) fn corrected(text: &str, run: &Run<'_>) -> Said<String> {
    let c = Clause::new(text, run.clock);
    if let Some(plain) = alternatives(&c) {
        return corrected(&plain, run);
    }
    let (mut at, mut paused) = (None, false);
    for i in 1..c.len() {
        // "…, no rush" takes nothing back.
        let Some(mut end) = c.any(i, STRONG).filter(|_| !super::asides::is_idle(&c, i)) else { continue };
        // "I'm away until jan 3. no gym": what does not take place then.
        if c.word(i) == "no" && run.away.is_some() && run.one_series(c.slice(i + 1..c.len())).is_some() {
            continue;
        }
        // "…, no more yoga": an order.
        let more = c.word(i) == "no" && c.word(i + 1) == "more" && c.toks.get(i).is_some_and(|t| t.after.is_none());
        if more || super::apart::is_off(run, &c, i) {
            continue;
        }
        // "…, ah sorry I mean on monday": the sigh belongs to it.
        let said = i;
        let sigh = (1..i).rev().take_while(|k| one_of(c.word(*k), SIGHS)).last();
        // "to thursday oops i mean the report" needs no mark.
        let meant = c.any(i, "i mean|i meant").is_some();
        let i = sigh.filter(|k| meant || c.toks.get(k - 1).is_some_and(|t| t.after.is_some())).unwrap_or(i);
        // A weak marker needs a pause in front of it.
        let pause = c.toks.get(i - 1).is_some_and(|t| t.after.is_some())
            || c.text
                .get(c.toks.get(i - 1).map_or(0, |t| t.end)..c.toks.get(i).map_or(0, |t| t.start))
                .is_some_and(|gap| gap.contains(['-', '—', '–', '\n']));
        let plain = one_of(
            &c.slice(said..end).to_lowercase(),
            "no|wait|sorry|rather|better|make it|hold on|correction|let's say|err|oops|nope|hang on|hmm|hm|uh|um|erm|\
            forgive me|pardon me|i beg your pardon|let us say|i should say|my mistake|my bad",
        );
        let (old, date) = between_dates(&c, said, end, run).unwrap_or((said, false));
        if date && !pause {
            // "on the 5th scratch that the 6th": the word in front is said of both.
            let led =
                one_of(c.word(old), "on|at|by|in|for|before|due") && !one_of(c.word(end), "on|at|by|in|for|before|due");
            let old = old + usize::from(led);
            return corrected(&format!("{} {}", c.slice(0..old), c.slice(end..c.len())), run);
        }
        // "delete #6 no #7"
        let numbers = i > 0 && is_number(c.word(i - 1)) && is_number(c.word(end)) && end + 1 == c.len();
        if plain && !pause && old == said && !numbers {
            continue;
        }
        while let Some(more) = c.any(end, STRONG) {
            end = more;
        }
        // "hmm, low actually": with nothing behind it, it only stresses what was said.
        if end >= c.len() && at.is_some() {
            continue;
        }
        if at.is_none_or(|(_, e)| i >= e) {
            at = Some((i, end));
            paused = pause || numbers;
            // "a, no wait, b, actually c": the last correction wins.
        }
    }
    let Some((i, end)) = at else { return Ok(text.to_owned()) };
    let left = c.slice(0..i).trim().to_owned();
    // Corrections in the left part first.
    let left = corrected(&left, run)?;
    let start = c.toks.get(end).map_or(c.text.len(), |t| t.start);
    let right = c.text.get(start..).unwrap_or_default().trim().trim_end_matches(['.', '!', ',']).to_owned();
    let right = kept_but(&right, run).unwrap_or(right);
    // "only the shoes", "just the ink": those, and not all that was said.
    let narrowed = ["only ", "just "].iter().find_map(|word| right.strip_prefix(word)).map(str::to_owned);
    let narrows = narrowed.is_some() || ["only", "just"].contains(&c.word(end.saturating_sub(1)));
    let right = narrowed.unwrap_or(right);
    if let Some(behind) = value_within(&left, &right, run) {
        return Ok(behind);
    }
    let right = objected(&left, &right, c.word(end.saturating_sub(1)) == "not", run).unwrap_or(right);
    let folded: Vec<String> = right
        .split_whitespace()
        .map(|w| super::text::fold(w.trim_matches(|ch: char| !ch.is_alphanumeric() && ch != '\'')))
        .collect();
    let cue = c.slice(i..end).to_lowercase();
    if right.is_empty() {
        return if cue.contains("scratch") || cue.contains("strike") || cue.starts_with("no") {
            Err(Stop::Chat)
        } else {
            Ok(text.to_owned())
        };
    }
    if [
        "never mind",
        "nevermind",
        "forget it",
        "forget that",
        "don't",
        "dont",
        "do not",
        "leave it",
        "cancel that",
        "not",
        "ignore that",
        "don't do that",
        "keep it",
        "scratch that",
    ]
    .iter()
    .any(|p| {
        folded.join(" ") == *p
            || (folded.len() <= 5 && folded.join(" ").starts_with(&format!("{p} ")) && *p != "not" && *p != "keep it")
    }) {
        return Err(Stop::Chat);
    }
    let r = Clause::new(&right, run.clock);
    // "tomorrow, no wait, on tuesday pick up the uniform": only the day was said so far.
    if dates::whole(&left, run.clock).is_some_and(|w| matches!(w, What::Date { .. } | What::DateTime { .. }))
        && r.found.first().map(|f| r.toks_of(&f.span)).is_some_and(|at| at.start == 0 && at.end < r.len())
    {
        return Ok(right);
    }
    let tail = r
        .at(0, "make it")
        .or_else(|| r.at(0, "make that"))
        .or_else(|| r.at(0, "let's make it"))
        .or_else(|| r.at(0, "it's"))
        .or_else(|| r.at(0, "it should be"))
        .or_else(|| told_why(&r, run))
        .unwrap_or(0);
    // "… hmm, thursday rather", "… no, wednesday is better"
    let end = (tail + 1..r.len())
        .find(|i| {
            r.any(
                *i,
                "rather|instead|better|actually|is better|is best|works better|would be better|suits me better|it is|then",
            ) == Some(r.len())
        })
        .unwrap_or(r.len());
    let right_value = r.slice(tail..end).to_owned();
    let as_date = dates::whole(
        right_value.trim_start_matches("to ").trim_start_matches("on ").trim_start_matches("at "),
        run.clock,
    );
    let as_date =
        as_date.or_else(|| right_value.starts_with("at ").then(|| dates::whole(&right_value, run.clock)).flatten());
    // "at 3, no 4"
    let hour = right_value.trim_start_matches("at ").to_owned();
    // "move it to 4, no 5": a bare number at the end is an hour, too.
    let hour_at = left.rsplit_once(' ').filter(|(before, n)| {
        n.len() <= 2 && n.bytes().all(|b| b.is_ascii_digit()) && (before.ends_with(" to") || before.ends_with(" at"))
    });
    if let Some((before, _)) = hour_at
        && hour.len() <= 2
        && hour.bytes().all(|b| b.is_ascii_digit())
        && !hour.is_empty()
    {
        return Ok(format!("{before} {hour}"));
    }
    let timed = dates::find(&left, run.clock).last().is_some_and(|f| {
        matches!(f.what, What::Time { .. } | What::DateTime { .. } | What::Recurrence { time: Some(_), .. })
    });
    let as_date = as_date.or_else(|| {
        (timed && hour.len() <= 2 && hour.bytes().all(|b| b.is_ascii_digit()))
            .then(|| dates::whole(&format!("at {hour}"), run.clock))
            .flatten()
    });
    let right_value = if timed && hour.len() <= 2 && hour.bytes().all(|b| b.is_ascii_digit()) {
        format!("at {hour}")
    } else {
        right_value
    };
    if let Some(new) = as_date {
        return redated(&left, &right_value, &new, run.clock).ok_or(Stop::Unsure);
    }
    // "…; make it high priority" is an instruction of its own.
    if matches!(cue.trim(), "make it" | "and make it") {
        return Ok(text.to_owned());
    }
    let l = Clause::new(&left, run.clock);
    let mut rc = Clause::new(&right_value, run.clock);
    let n = rc.len();
    if let Some(_p) = super::fields::priority(&mut rc, 0..n, true)
        && rc.free(0..n).is_empty()
    {
        let at = (0..l.len())
            .rev()
            .find(|k| super::fields::level(l.word(*k)).is_some() && !l.word(*k).chars().all(|ch| ch.is_ascii_digit()));
        let level = right_value.replace(" priority", "");
        return Ok(at.and_then(|k| l.toks.get(k)).map_or_else(
            || format!("{left} {right_value}"),
            |t| format!("{}{level}{}", &left[..t.start], &left[t.end..]),
        ));
    }
    let rl = lead(&r);
    if verb_at(&r, rl.at, false).is_some_and(|h| h.verb != Verb::Set || tail == 0) && plausible(&right, run) {
        // A whole new instruction: what it corrects is the clause just before it.
        let pieces = clauses(&left, run);
        let l_ok = pieces.len() > 1 && !matches!(cue.trim(), "scratch that");
        if content(&right).iter().any(|w| matches!(w.as_str(), "it" | "that"))
            || r.toks.iter().any(|t| matches!(t.fold.as_str(), "it" | "that" | "them"))
        {
            let target = lead(&l);
            if let Some(h) = verb_at(&l, target.at, false) {
                // "delete the report, actually complete it": the verb is corrected.
                let noun = l.slice(h.next..l.len()).to_owned();
                if h.verb != Verb::Create && !noun.is_empty() {
                    let swapped: Vec<String> = r
                        .toks
                        .iter()
                        .map(|t| {
                            if matches!(t.fold.as_str(), "it" | "that" | "them") {
                                object_of(&noun, run)
                            } else {
                                right.get(t.start..t.end).unwrap_or_default().to_owned()
                            }
                        })
                        .collect();
                    return Ok(swapped.join(" "));
                }
                return Ok(format!("{left}; {right}"));
            }
        }
        return Ok(if l_ok { format!("{}; {right}", pieces[..pieces.len() - 1].join("; ")) } else { right });
    }
    if folded.first().is_some_and(|w| w == "not") {
        return Err(Stop::Unsure);
    }
    if let Some(said) = super::named::instead(&left, &right, run) {
        return Ok(said);
    }
    // "delete the report, no wait, the dentist": another object for the same verb.
    let ll = lead(&l);
    if let Some(h) = verb_at(&l, ll.at, ll.ing)
        && h.verb != Verb::Create
        && run.names(&content(&right))
    {
        // "complete everything due today, no wait, only the ink": the whole set goes, with its day.
        let set = narrows && super::split::sets(l.slice(h.next..l.len()));
        // "tag the tax papers with urgent, sorry, ella's party": the label is none of the name.
        let label = if h.verb == Verb::Label { l.seek(h.next + 1, "with|as").map(|(to, _)| to) } else { None };
        let noun = if let Some(to) = label.filter(|_| !set) {
            l.slice(h.next..to).to_owned()
        } else if set {
            set_of(&l, h.next)
        } else {
            object_of(l.slice(h.next..l.len()), run)
        };
        // "delete the kitchen and the garage, sorry, the bathroom": which of the two it takes the place of is not said.
        if !set && several(&noun, run) {
            return Err(Stop::Unsure);
        }
        if let Some(at) = left.find(&noun).filter(|_| !noun.is_empty()) {
            return Ok(format!("{}{right}{}", &left[..at], &left[at + noun.len()..]));
        }
    }
    if let Some(value) = another_value(&l, &right) {
        return Ok(value);
    }
    // "actually" within ordinary words is no correction.
    if one_of(cue.trim(), "actually|rather|better|i mean|sorry|no|wait|hold on|make it|let's say|hmm|hm|uh|um|erm")
        && !has_phrase(&folded, "instead")
        && !paused
    {
        return Ok(text.to_owned());
    }
    if let Some(h) = verb_at(&l, ll.at, ll.ing)
        && h.verb == Verb::Create
    {
        let found = l.found.first().map(|f| left.get(f.span.clone()).unwrap_or_default().to_owned());
        let said = if r.found.is_empty() { found.unwrap_or_default() } else { String::new() };
        let kept = kept(&l, h.next, &r).ok_or(Stop::Unsure)?;
        return Ok(format!("{} {kept} {right} {said}", l.slice(h.at..h.next)).replace("  ", " ").trim().to_owned());
    }
    Err(Stop::Unsure)
}

/// "tag milk with home, no, errands", "rename milk to oat milk, no, soy milk": the one value of an order takes another.
fn another_value(l: &Clause, right: &str) -> Option<String> {
    let at = lead(l).at;
    let head = verb_at(l, at, false).filter(|h| matches!(h.verb, Verb::Label | Verb::Rename))?;
    let to = (head.next + 1..l.len()).rev().find_map(|i| l.any(i, "with|as|to|into|->"))?;
    let several = head.verb == Verb::Label
        && (to..l.len()).any(|i| {
            one_of(l.word(i), "and|&|+|plus") || i + 1 < l.len() && l.toks.get(i).is_some_and(|t| t.after == Some(','))
        });
    let value = ["to ", "with ", "as "].iter().find_map(|led| right.strip_prefix(led)).unwrap_or(right);
    (to < l.len() && !several && !value.is_empty()).then(|| format!("{} {value}", l.slice(0..to)))
}

/// The words of a set of which all goes, up to where the order leads.
fn set_of(l: &Clause, from: usize) -> String {
    let end = l.seek(from + 1, "to|until|till").map_or(l.len(), |(to, _)| to);
    l.slice(from..end).to_owned()
}

/// "at 1, I mean 2 tomorrow", "at 3, make that 4, tomorrow": only the hour is put right, and the day follows.
fn value_within(left: &str, right: &str, run: &Run<'_>) -> Option<String> {
    let r = Clause::new(right, run.clock);
    let hour = |text: &str| text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty();
    let from = r.any(0, "make it|make that|it's|let's say|at").unwrap_or(0);
    if dates::whole(r.slice(from..r.len()), run.clock).is_some() && !hour(r.word(from)) {
        return None;
    }
    let last = dates::find(left, run.clock).pop().filter(|f| f.span.end == left.trim_end().len());
    let timed = last.is_some_and(|f| matches!(f.what, What::Time { .. } | What::DateTime { .. }));
    // "move it to 3": a bare number at the end is an hour, too.
    let bare = left.rsplit_once(' ').filter(|(front, n)| hour(n) && (front.ends_with(" to") || front.ends_with(" at")));
    (from + 1..r.len().min(from + 4)).find_map(|cut| {
        let said = r.slice(from..cut).trim_end_matches(',');
        let said = if hour(said) { format!("at {said}") } else { said.to_owned() };
        let new = dates::whole(&said, run.clock).filter(|what| matches!(what, What::Time { .. }))?;
        let rest = r.slice(cut..r.len());
        matches!(dates::whole(rest, run.clock)?, What::Date { .. }).then_some(())?;
        let again = redated(left, &said, &new, run.clock).filter(|_| timed);
        let again = again.or_else(|| bare.map(|(front, _)| format!("{front} {}", said.trim_start_matches("at "))))?;
        Some(format!("{again} {rest}"))
    })
}

/// Whether words name several todos, each by its own name.
fn several(noun: &str, run: &Run<'_>) -> bool {
    let parts = super::fields::list(noun);
    let whole = matches!(run.find(&content(noun), super::target::Want::Open), super::target::Match::One(_));
    parts.len() > 1 && !whole && parts.iter().all(|part| run.names(&content(part)))
}

/// Whether what is put right in a message is one of several names, and not said which.
pub(super) fn names_several(text: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let Some(head) = verb_at(&c, l.at, l.ing).filter(|head| head.verb != Verb::Create) else { return false };
    let turn = (head.next + 1..c.len()).find(|i| c.any(*i, STRONG).is_some());
    turn.is_some_and(|at| several(&object_of(c.slice(head.next..at), run), run))
}

fn is_number(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// "…, oh wait, we're away, so saturday": where the date begins, behind what says why.
fn told_why(r: &Clause, run: &Run<'_>) -> Option<usize> {
    let at = (2..r.len()).find(|i| one_of(r.word(*i), "so"))?;
    let date = dates::whole(r.slice(at + 1..r.len()).trim_start_matches("on "), run.clock)?;
    let day = matches!(date, What::Date { .. } | What::DateTime { .. } | What::Time { .. });
    (day && super::telling::tells(r, &(0..at))).then_some(at + 1)
}

/// "wed no thurs", "12:30 wait 1pm": a day between two days, or a time between two times, needs no pause. Where the one
/// that was begins, and whether the other just takes its place.
fn between_dates(c: &Clause, at: usize, end: usize, run: &Run<'_>) -> Option<(usize, bool)> {
    /// Words of a date.
    const MOST: usize = 3;
    let kind = |said: &str| match dates::whole(said, run.clock)? {
        What::Date { .. } => Some((true, true)),
        What::DateTime { .. } => Some((true, false)),
        What::Time { .. } => Some((false, true)),
        _ => None,
    };
    let front = (at.saturating_sub(MOST)..at).filter(|from| !one_of(c.word(*from), "to|until|till|from"));
    let (from, was) = front.filter_map(|from| Some((from, kind(c.slice(from..at))?))).next()?;
    let is = (end + 1..=c.len().min(end + MOST)).rev().find_map(|to| kind(c.slice(end..to)))?;
    (was.0 == is.0).then_some((from, was.1 && is.1))
}

/// What stays of a new title of which a part is taken back: "email Jon, no, Joan about the lease" is still an email;
/// `None` where it cannot be told which part that is.
fn kept<'c>(l: &'c Clause, from: usize, r: &Clause) -> Option<&'c str> {
    let of_date = |i: usize| l.found.iter().any(|f| l.toks_of(&f.span).contains(&i));
    let end = (from..l.len()).find(|i| of_date(*i)).unwrap_or(l.len());
    if super::bare::is_everyday(r.word(0)) {
        return Some("");
    }
    // "a ticket for Ann, no, for Bob"
    let tie = (from + 1..end)
        .rev()
        .find(|i| one_of(l.word(*i), "for|to|with|at|in|from|about|on") && l.word(*i) == r.word(0));
    let named = |c: &Clause, i: usize| {
        c.toks.get(i).and_then(|t| c.text.get(t.start..)).is_some_and(|t| t.starts_with(char::is_uppercase))
    };
    let verb = super::bare::is_everyday(l.word(from)) && from + 1 < end;
    match tie {
        Some(at) => Some(l.slice(from..at)),
        // A name for a name.
        None if end > from + 1 && named(l, end - 1) && named(r, 0) => Some(l.slice(from..end - 1)),
        None if verb => (end - from <= 4).then(|| l.slice(from..from + 1)),
        None => (end - from <= 3).then_some(""),
    }
}

/// "not the gutters, the lawn": what was said before is taken back, and what is meant follows.
fn objected(left: &str, right: &str, led: bool, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(right, run.clock);
    let from = usize::from(c.word(0) == "not");
    if from == 0 && !led {
        return None;
    }
    let paused = |i: usize| c.toks.get(i).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')));
    let cut = (from..c.len()).find(|i| paused(*i) || c.word(*i + 1) == "but")?;
    let (wrong, meant) = (content(c.slice(from..cut + 1)), c.slice(cut + 1..c.len()));
    let mut said = content(left);
    // A todo by its number is called as its title says.
    let named = super::text::tokens(left).into_iter().filter_map(|t| t.fold.strip_prefix('#')?.parse().ok());
    said.extend(
        named.filter_map(|id| run.todo(countersign_core::ids::TodoId(id))).flat_map(|todo| content(&todo.title)),
    );
    (!wrong.is_empty() && !meant.is_empty() && wrong.iter().all(|w| said.contains(w)))
        .then(|| meant.trim_start_matches("but ").to_owned())
}

/// The part of an object phrase before its destination.
pub(super) fn object_of(noun: &str, run: &Run<'_>) -> String {
    let c = Clause::new(noun, run.clock);
    let stop = (1..c.len())
        .find(|k| {
            one_of(c.word(*k), "to|until|till|by|on|for|at|as|back|high|low|done")
                || c.found.iter().any(|f| c.toks_of(&f.span).start == *k)
        })
        .unwrap_or(c.len());
    c.slice(0..stop).to_owned()
}

/// "…, no keep it, just push it to friday": what is done instead of what was taken back.
fn kept_but(right: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(right, run.clock);
    let kept = c.any(0, "keep it|leave it|keep that|keep them|leave them")?;
    let paused = c.toks.get(kept - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')));
    let at = c.any(kept, "but just|and just|just|but|and|instead").unwrap_or(kept);
    let orders = verb_at(&c, at, false).is_some_and(|h| h.verb != Verb::Create && h.next < c.len());
    (paused && orders).then(|| c.slice(at..c.len()).to_owned())
}
