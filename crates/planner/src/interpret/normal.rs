//! A clause said the plain way: what it says beside its instruction (an exception, the value that was, "just
//! this once") is taken out and kept, so that the rest is read as if it stood alone. Nothing is dropped: an
//! exception that no set takes up leaves the clause unread.

use super::left_out::Exception;
use super::lexicon::one_of;
use super::run::{Ask, Run, Said, Stop};
use super::target::Want;
use super::text::Clause;
use super::value::value;

/// Said of one occurrence of a series.
pub(super) const ONCE: &str = "just this once|only this once|this once|just that one|only that one|just this one|only this one|\
    just this time|only this time|this time only|just that time|only that time|just the once|one time only|\
    just for that day|only that day|just that day|this one time|and only this once|and just this once|but only this once|but just this once|\
    and only that once|and this once only|this once only";

/// In front of what a set leaves out.
pub(super) const EXCEPT: &str = "except|except for|apart from|other than|excluding|aside from|not including|with the exception of|\
    but not|but leave|but keep|but leave out|just not|only not|save for|all but|but without|leaving out|but skip|save|but for|excepting|barring|with the sole exception of|\
    with the single exception of";

/// Behind the name of what is left out.
const LEFT: &str =
    "though|tho|alone|as is|as it is|as they are|out|where it is|where they are|there|out of it|be|in place|untouched";

/// In front of the value that was.
const OLD: &str = "instead of|rather than|and not|but not|not";

/// What is moved keeps its time anyway.
const SAME: &str = "same time|at the same time|the same time|keep the time|keep the same time|same hour|same time as before|\
    same time as always|same time though|but same time|but at the same time|but keep the time|time stays|\
    time stays the same|same time of day|and keep the time|keeping the same hour|keeping the same time|keeping the time|keeping the hour|\
    the hour stays the same|the hour remaining the same|the time remaining the same|the hour remaining as it is|the time remaining as it is|\
    the day remaining as it is|the day remaining the same|the day stays the same|the day stays as it is|the date remaining as it is|\
    the date remaining the same|keeping the same day|keeping the day|on the same day|same day|the same day|day stays the same|same day though";

/// Between the fields of what is noted down: "milk - tomorrow - high".
const SEPARATORS: [&str; 5] = [" - ", " – ", " — ", " | ", " / "];

/// The clause with commas between its fields. Where a piece behind the first is no field by itself, or may be the end
/// of a stretch ("3 - 5pm"), it stays as it is.
fn fielded(run: &Run<'_>, text: &str) -> String {
    let Some(mark) = SEPARATORS.iter().find(|mark| text.contains(**mark)) else { return text.to_owned() };
    let pieces: Vec<&str> = text.split(mark).collect();
    let dated = |piece: &str| !crate::dates::find(piece, run.clock).is_empty();
    let field = |piece: &str| {
        let first = piece.chars().next().is_some_and(|c| c.is_alphabetic() || c == '#');
        first && matches!(value(run, piece), Ok(Some(_)))
    };
    let stretch = |pair: &[&str]| dated(pair[0]) && dated(pair[1]);
    let fields = pieces.iter().skip(1).all(|piece| field(piece)) && !pieces.windows(2).any(stretch);
    if fields { pieces.join(", ") } else { text.to_owned() }
}

/// The clause without its exception, its old value and "just this once".
pub(super) fn plain(run: &mut Run<'_>, text: &str) -> Said<String> {
    // Most clauses have none of the words: they are not taken apart for it.
    let lower = super::text::fold(text);
    let has = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    let mut text = text.to_owned();
    if has(&SEPARATORS) {
        text = fielded(run, &text);
    }
    if has(&[",", ";", "pls", "please", "plz", "thanks"]) {
        text = remarked(run, &text);
    }
    if has(&["same", "keep", "stays", "remaining"]) {
        text = match super::same_day::plain(&text, run)? {
            Some(later) => later,
            None => same(run, &text),
        };
    }
    if has(&["once", "that one", "this one", "time", "that day"]) {
        text = once(run, &text);
        if has(&["same", "keep", "stays", "remaining"]) {
            text = same(run, &text);
        }
    }
    if has(&[
        "series",
        "all",
        "every",
        "now",
        "here",
        "forward",
        "good",
        "permanent",
        "then",
        "time",
        "future",
        "notice",
    ]) {
        text = super::occurrence::whole(run, &text);
    }
    if has(&["mistake", "accident", "wrongly", "error", "open"]) {
        text = super::otherwise::by_mistake(run, &text);
    }
    if has(&["later", "earlier", "sooner"]) {
        text = super::amount::spelled(&text);
    }
    if has(&["following", "next day", "after", "later", "earlier", "sooner"]) {
        text = super::amount::compared(run, &text);
    }
    if has(&["from"]) {
        text = super::half::from_to(run, &text);
    }
    if has(&["instead", "rather", "not", "n't"]) && !spared(run, &text) {
        text = contrast(run, &text)?;
    }
    if !run.trying && has(&["1", "2", "3", "4", "5", "6", "7", "8", "9", "past", "quarter", "half", "at "]) {
        text = super::half::kept(run, &text);
    }
    if has(&["except", "apart", "other", "exclud", "aside", "not", "but", "only", "save", "leaving"]) {
        text = except(run, &text)?;
    }
    Ok(text)
}

/// "every weekday but not friday": what is not is said of the repetition.
fn spared(run: &Run<'_>, text: &str) -> bool {
    let not = |said: &str| said.split(' ').any(|w| w == "not");
    let found = crate::dates::find(text, run.clock);
    found.iter().any(|f| f.role == crate::dates::Role::Every && text.get(f.span.clone()).is_some_and(not))
}

/// "skip piano on tuesday, the teacher is sick": why, told behind the order, asks for nothing. What may be a
/// condition or an exception, names a todo or a date stays.
fn remarked(run: &Run<'_>, text: &str) -> String {
    const SUBJECT: &str = "we|we're|we'll|i|i'm|i'll|i've|we've|he|he's|she|she's|they|they're|it|it's|it'll|that's|there's|because|cos|cuz|\
        since|as|my|the|too|bc|everyone|everyone's|everyones|everybody|everybody's|nobody|nobody's|kids|both";
    const COPULA: &str = "is|are|was|were|has|have|had|got|we're|i'm|he's|she's|they're|it's|there's|that's|can't|isn't|aren't|everyone's|\
        everyones|everybody's|nobody's";
    const OFF: &str = "off|out|over|sick|ill|away|closed|here|gone|busy|broken|down|ruined|cancelled|canceled";
    let c = Clause::new(text, run.clock);
    let at = super::split::lead(&c).at;
    let creates = super::split::verb_at(&c, at, false).is_some_and(|h| {
        use super::lexicon::Verb;
        matches!(h.verb, Verb::Create | Verb::Note | Verb::Rename | Verb::Hold | Verb::Block | Verb::Reject)
    });
    if creates || c.any(at, SUBJECT).is_some() && c.word(at) != "the" && c.word(at) != "my" {
        return text.to_owned();
    }
    for i in at + 2..c.len() {
        let paused = c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')))
            || one_of(c.word(i - 1), "pls|please|plz|thanks");
        if !paused || c.len() - i < 2 {
            continue;
        }
        let why = c.slice(i..c.len());
        let first = one_of(c.word(i), SUBJECT);
        // "the trip's off"
        let off = c.word(c.len() - 2).ends_with("'s") && one_of(c.word(c.len() - 1), OFF);
        let copula = off || (i..c.len()).any(|k| one_of(c.word(k), COPULA));
        let open = (i..c.len()).any(|k| {
            one_of(
                c.word(k),
                "if|unless|except|but|not|only|keep|leave|instead|and|or|don't|dont|same|should|can|could|must|needs|need|\
                change|done|also|too|then|either|both|all|every|everything",
            )
        });
        let dated = c.found.iter().any(|f| c.toks_of(&f.span).end > i);
        let ordered = (i..c.len()).any(|k| {
            super::split::verb_at(&c, k, false)
                .is_some_and(|h| k == i || !one_of(c.word(h.at), "have|get|off|start|call|no|make|did|has|set|work"))
        });
        let names = matches!(
            run.find(&super::target::content(why), Want::Open),
            super::target::Match::One(_) | super::target::Match::Tie(_)
        );
        let valued = (i..c.len()).any(|k| super::fields::level(c.word(k)).is_some());
        let begins = super::split::names_something(c.slice(0..i), run);
        if (first || c.len() - i <= 6) && copula && !open && !dated && !ordered && !names && !valued && begins {
            return c.slice(0..i).to_owned();
        }
    }
    text.to_owned()
}

/// "move the dentist to friday, same time".
fn same(run: &Run<'_>, text: &str) -> String {
    let c = Clause::new(text, run.clock);
    let cut = (2..c.len()).find(|i| c.any(*i, SAME) == Some(c.len()));
    let makes = || {
        super::split::verb_at(&c, super::split::lead(&c).at, false)
            .is_some_and(|h| h.verb == super::lexicon::Verb::Create && !one_of(c.word(h.at), "put|stick|throw|pop"))
    };
    let told = |i: usize| !c.found.is_empty() || (1..i).any(|k| super::amount::length(&c, k).is_some());
    match cut.filter(|i| told(*i) && !makes() && super::split::names_something(c.slice(0..*i), run)) {
        Some(i) => c.slice(0..i).to_owned(),
        None => text.to_owned(),
    }
}

/// "… just this once": the answer to "this one or the series?" is given already.
fn once(run: &mut Run<'_>, text: &str) -> String {
    let c = Clause::new(text, run.clock);
    let len = c.len();
    if c.found.is_empty() || len < 4 {
        return text.to_owned();
    }
    let ends = (2..len).find(|i| c.any(*i, ONCE) == Some(len));
    let cut = match (ends, c.any(0, ONCE).filter(|e| *e + 2 < len)) {
        (Some(i), _) => c.slice(0..i).to_owned(),
        (None, Some(e)) => c.slice(e..len).to_owned(),
        (None, None) => return text.to_owned(),
    };
    run.fixed.series = run.fixed.series.or(Some(false));
    cut
}

/// "… is at 4 instead of 3", "wednesday, not tuesday": the value that was is not one to set.
fn contrast(run: &mut Run<'_>, text: &str) -> Said<String> {
    let c = Clause::new(text, run.clock);
    if let Some(said) = denied_first(run, &c) {
        return Ok(said);
    }
    for i in 2..c.len() {
        let Some(e) = c.any(i, OLD).filter(|e| *e < c.len()) else { continue };
        let marked = c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '(')));
        let (kept, old) = (c.slice(0..i), c.slice(e..c.len()).trim_end_matches(" please").trim_end_matches(" pls"));
        // Without a pause only beside a date: "friday not thursday".
        if c.word(i) == "not" && !marked && crate::dates::whole(old, run.clock).is_none() {
            continue;
        }
        let Ok(Some(was)) = value(run, old) else { continue };
        // "tomorrow, not urgent" sets nothing against the day.
        if (1..i).any(|k| matches!(value(run, c.slice(k..i)), Ok(Some(is)) if was.is_like(&is))) {
            run.contrasted = true;
            run.was =
                c.found.iter().find(|f| c.toks_of(&f.span).start >= i).and_then(|f| super::resolve::span_of(f, text));
            return Ok(super::half::nearer(run, kept));
        }
    }
    Ok(text.to_owned())
}

/// "isn't due monday but wednesday", "not on sunday but on monday": the value that was comes first.
fn denied_first(run: &mut Run<'_>, c: &Clause) -> Option<String> {
    let i = (1..c.len()).find(|i| one_of(c.word(*i), "not|isn't|isnt|aren't|wasn't"))?;
    // "not fri, sat now"
    let paused =
        |k: &usize| c.word(i) == "not" && c.toks.get(k - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')));
    let joint = (i + 2..c.len()).find(|k| c.word(*k) == "but" && k + 1 < c.len() || paused(k))?;
    let from = joint + usize::from(c.word(joint) == "but");
    let end = c.len() - usize::from(c.len() > from + 1 && one_of(c.word(c.len() - 1), "now|instead|please|pls|rather"));
    let (old, new) = (c.slice(i + 1..joint), c.slice(from..end));
    let is_value = |text: &str| matches!(value(run, text), Ok(Some(_)));
    if !is_value(old) || !is_value(new) {
        return None;
    }
    let copula = match c.word(i) {
        "isn't" | "isnt" => "is ",
        "aren't" => "are ",
        "wasn't" => "was ",
        _ => "",
    };
    // "due monday but wednesday": of both.
    let due = if c.word(i + 1) == "due" && c.word(from) != "due" { "due " } else { "" };
    run.contrasted = true;
    run.was = c
        .found
        .iter()
        .find(|f| (i + 1..joint).contains(&c.toks_of(&f.span).start))
        .and_then(|f| super::resolve::span_of(f, &c.text));
    Some(format!("{} {copula}{due}{new}", c.slice(0..i)))
}

/// "move everything to monday except the gym": kept for the set that the clause names.
fn except(run: &mut Run<'_>, text: &str) -> Said<String> {
    let c = Clause::new(text, run.clock);
    // "all the lab stuff to low, not the report tho"
    let paused = |i: &usize| c.word(*i) == "not" && c.toks.get(i - 1).is_some_and(|t| t.after == Some(','));
    let spared = c.seek(2, EXCEPT).or_else(|| (2..c.len()).find(paused).map(|i| (i, i + 1)));
    let Some((i, e)) = spared.filter(|(_, e)| *e < c.len()) else { return Ok(text.to_owned()) };
    // "everything except the gym to monday" says where the rest goes behind it.
    let l = super::split::lead(&c);
    let tags = super::split::verb_at(&c, l.at, l.ing).is_some_and(|h| h.verb == super::lexicon::Verb::Label);
    let gets = |k: usize| {
        tags && c.word(k) == "with" && k + 1 < c.len()
            || one_of(c.word(k), "to|until|till|onto|into|as|->|→")
                && k + 1 < c.len()
                && (c.word(k) == "as" || !matches!(value(run, c.slice(k + 1..c.len())), Ok(None)))
    };
    let rest = (e + 1..c.len()).find(|k| gets(*k)).unwrap_or(c.len());
    let behind = (e + 1..rest).find(|k| c.any(*k, LEFT) == Some(rest)).unwrap_or(rest);
    let named = as_set(c.slice(e..behind));
    if !super::split::sets(c.slice(0..i)) {
        return Ok(text.to_owned());
    }
    if let Some(stop) = unknown_set(run, &c, i) {
        return Err(stop);
    }
    // What cannot be found here may have more behind it: "everything except the gym to monday".
    let found = run.attempt(|run| run.objects(&named, Want::Open)).filter(|t| !t.unmet);
    let Some(targets) = found else { return Ok(text.to_owned()) };
    let (name, ids) = (named, targets.ids());
    run.except = Vec::from_iter((!ids.is_empty()).then_some(Exception { name, ids, set: targets.bulk }));
    Ok(format!("{} {}", c.slice(0..i), c.slice(rest..c.len())).trim().to_owned())
}

/// "everything for the trip gets high priority, except the charger", where nothing is known of a trip: what is left out of
/// no set is not what is meant, either.
fn unknown_set(run: &Run<'_>, c: &Clause, until: usize) -> Option<Stop> {
    let from = (0..until).find(|i| one_of(c.word(*i), "everything|anything|all|every|whatever"))?;
    let ends = |i: &usize| c.any(*i, super::terse::GETS).is_some() || one_of(c.word(*i), "to|until|till|as|should");
    let end = (from + 1..until).find(ends)?;
    let named = c.slice(from..end);
    let mut known = super::filter::conditions(&mut Clause::new(named, run.clock), run);
    let unknown = std::mem::take(&mut known.unknown).join(" ");
    // "every open garden job": what is known of it narrows the set down.
    (!unknown.is_empty() && known.is_empty())
        .then(|| Ask::plain(format!("Which todos do you mean by “{named}”? I do not know “{unknown}”.")))
}

/// "those with high priority", "the work ones": a set in the words that every set is named by.
fn as_set(name: &str) -> String {
    const FRONT: [&str; 6] = ["those ", "the ones ", "any ", "anything ", "whatever is ", "ones "];
    const CONDITIONS: [&str; 9] =
        ["with ", "labelled ", "labeled ", "tagged ", "marked ", "due ", "that ", "which ", "without "];
    let lower = super::text::fold(name);
    let rest = FRONT.iter().find_map(|front| lower.strip_prefix(front).map(|_| front.len()));
    let rest = rest
        .and_then(|at| name.get(at..))
        .filter(|rest| CONDITIONS.iter().any(|word| rest.to_lowercase().starts_with(word)));
    match (rest, lower.strip_suffix(" ones")) {
        (Some(rest), _) => format!("all tasks {rest}"),
        (None, Some(front)) => format!("all {} tasks", front.trim_start_matches("the ")),
        _ => name.to_owned(),
    }
}

/// An exception that no set took up.
pub(super) fn unheard(run: &mut Run<'_>) -> Said<()> {
    if std::mem::take(&mut run.except).is_empty() { Ok(()) } else { Err(Stop::Unsure) }
}

/// "only the groceries", "just the report": the word in front of a name that limits nothing by itself.
pub(super) fn unlimited(text: &str) -> &str {
    match text.split_once(' ') {
        Some((first, rest)) if one_of(&first.to_lowercase(), "only|just|even") => rest,
        _ => text,
    }
}
