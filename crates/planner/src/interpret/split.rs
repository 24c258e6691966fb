//! One message into instructions: self-corrections first, then sentences, then "and" (TODOS.md rules 6, 16).

use super::bare;
use super::lexicon::{FILLERS, TAILS, VERBS, Verb, lists};
use super::run::{Run, Said, Stop};
use super::target::{Match, Want, content, is_typo};
use super::text::{Clause, has_phrase, quotes};
use crate::dates::{self, What};

/// The verb of a clause and where its object begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    pub(super) verb: Verb,
    /// Index of the verb's first word.
    pub(super) at: usize,
    /// Index behind the verb.
    pub(super) next: usize,
    /// Spelled wrong, so only believed with a target.
    pub(super) typo: bool,
    /// "i finished", "did": it has happened.
    pub(super) past: bool,
}

/// What stood in front of the verb.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Lead {
    /// Index of the first word that matters.
    pub(super) at: usize,
    /// "would you mind moving".
    pub(super) ing: bool,
    /// "can you …", "i want to …": not a note to oneself.
    pub(super) asked: bool,
}

/// Steps over filler at the start.
pub(super) fn lead(c: &Clause) -> Lead {
    let mut out = Lead::default();
    while out.at < c.len() {
        let Some(end) = c.any(out.at, FILLERS) else { break };
        let single = end == out.at + 1;
        let word = c.word(out.at);
        let free = matches!(word, "please" | "pls" | "plz" | "kindly" | "also" | "and" | "then" | "hey" | "um" | "uh" | "umm" | "uhm" | "hmm" | "ok" | "okay" | "so" | "finally" | "let's" | "lets" | "oh" | "erm" | "er" | "afterwards" | "btw" | "basically");
        let mark = c.toks.get(end - 1).is_some_and(|t| t.after.is_some());
        if single && !free && !mark && verb_at(c, end, false).is_none() && c.any(end, FILLERS).is_none() {
            break;
        }
        if end >= c.len() {
            break;
        }
        let phrase = c.slice(out.at..end).to_lowercase();
        out.ing |= phrase.contains("mind");
        out.asked |= ["can", "could", "would", "will", "want", "like", "able", "possible", "wanna", "love", "wonder", "help", "prefer", "appreciate", "may", "might", "hoping", "need"].iter().any(|w| phrase.split(' ').any(|p| p == *w || p == format!("{w}ing")));
        out.at = end;
    }
    out
}

/// Steps over politeness at the end, marking it spent.
pub(super) fn trim_tail(c: &mut Clause) {
    let mut len = c.len();
    'again: while len > 1 {
        for n in (1..=4.min(len - 1)).rev() {
            if let Some(at) = len.checked_sub(n)
                && c.any(at, TAILS) == Some(len)
            {
                c.spend(at..len);
                len = at;
                continue 'again;
            }
        }
        break;
    }
}

fn ing(verb: &str) -> [String; 3] {
    let last = verb.chars().next_back().unwrap_or('x');
    let cut = verb.char_indices().next_back().map_or("", |(i, _)| &verb[..i]);
    [format!("{verb}ing"), format!("{cut}ing"), format!("{verb}{last}ing")]
}

/// The verb that stands at `i`.
pub(super) fn verb_at(c: &Clause, i: usize, gerund: bool) -> Option<Head> {
    let mut best: Option<Head> = None;
    for (phrase, verb) in VERBS {
        if let Some(next) = c.at(i, phrase)
            && best.is_none_or(|b| next > b.next)
        {
            let past = *verb == Verb::Complete && phrase.split(' ').any(|w| matches!(w, "did" | "done" | "finished" | "completed" | "ticked" | "checked" | "knocked" | "wrapped" | "accomplished"));
            best = Some(Head { verb: *verb, at: i, next, typo: false, past });
        }
    }
    if best.is_none() && gerund {
        let word = c.word(i);
        best = VERBS.iter().find(|(p, _)| !p.contains(' ') && ing(p).iter().any(|g| g == word)).map(|(_, verb)| Head { verb: *verb, at: i, next: i + 1, typo: false, past: false });
        if let Some(head) = &mut best
            && let Some((_, verb)) = VERBS.iter().find(|(p, _)| p.split_once(' ').is_some_and(|(a, b)| ing(a).iter().any(|g| g == word) && c.at(i + 1, b).is_some()))
        {
            head.verb = *verb;
            head.next = i + 2;
        }
    }
    best
}

/// The verb at `i`, or a misspelt one.
pub(super) fn verb_or_typo(c: &Clause, i: usize, gerund: bool, run: &Run<'_>) -> Option<Head> {
    if let Some(head) = verb_at(c, i, gerund) {
        return Some(head);
    }
    let word = c.word(i);
    let known = bare::is_everyday(word) || run.todos.count_word(word) > 0 || !word.chars().all(|ch| ch.is_ascii_lowercase()) || super::target::inflections(word).iter().any(|w| VERBS.iter().any(|(v, _)| v == w));
    if c.at(i + 1, "me").is_some() && is_typo(word, "remind") {
        return Some(Head { verb: Verb::Create, at: i, next: i + 2, typo: true, past: false });
    }
    if known || word.len() < 2 {
        return None;
    }
    let short = [("ad", Verb::Create), ("addd", Verb::Create), ("dd", Verb::Create), ("mvoe", Verb::Move), ("moev", Verb::Move), ("mov", Verb::Move), ("cahnge", Verb::Set), ("chnge", Verb::Set), ("mkae", Verb::Set), ("ste", Verb::Set), ("delet", Verb::Delete), ("crate", Verb::Create), ("tik", Verb::Tick), ("rname", Verb::Rename), ("dleete", Verb::Delete)];
    if let Some((_, verb)) = short.iter().find(|(s, _)| *s == word) {
        return Some(Head { verb: *verb, at: i, next: i + 1, typo: true, past: false });
    }
    VERBS
        .iter()
        .filter(|(p, _)| p.len() >= 5 && !p.contains(' ') && word.len() >= 4 && is_typo(word, p))
        .min_by_key(|(p, _)| strsim::osa_distance(word, p))
        .map(|(p, verb)| Head { verb: *verb, at: i, next: i + 1, typo: true, past: matches!(*p, "finished" | "completed") })
}

/// Applies "no wait, monday" and "actually today": the last wins (rule 16).
pub(super) fn corrected(text: &str, run: &Run<'_>) -> Said<String> {
    let c = Clause::new(text, run.clock);
    const STRONG: &[&str] = &["no wait", "wait no", "wait", "no actually", "actually no", "no", "i mean", "i meant", "sorry", "scratch that", "make that", "or rather", "rather", "oops", "on second thought", "correction", "actually", "no sorry", "sorry no", "nope", "or actually", "oh wait", "hmm no", "no make that", "no make it", "actually make it", "actually make that", "sorry i meant", "sorry i mean", "no i mean", "no i meant", "wait i mean", "i mean actually", "no wait make it", "wait make it", "let's say", "better", "no rather", "strike that", "err", "well actually", "wait actually", "actually wait", "actually let's make it", "no let's say", "no let's make it", "or better", "or make it", "make it", "uh no", "um no", "er no", "and actually", "but actually", "no not", "hang on", "hold on", "ah no"];
    let mut at = None;
    for i in 1..c.len() {
        let Some(mut end) = c.any(i, STRONG) else { continue };
        // A weak marker needs a pause in front of it.
        let pause = c.toks.get(i - 1).is_some_and(|t| t.after.is_some()) || c.text.get(c.toks.get(i - 1).map_or(0, |t| t.end)..c.toks.get(i).map_or(0, |t| t.start)).is_some_and(|gap| gap.contains(['-', '—', '–', '\n']));
        let plain = matches!(c.slice(i..end).to_lowercase().as_str(), "no" | "wait" | "sorry" | "rather" | "better" | "make it" | "hold on" | "correction" | "let's say" | "err" | "oops" | "nope" | "hang on");
        if plain && !pause {
            continue;
        }
        while let Some(more) = c.any(end, STRONG) {
            end = more;
        }
        if at.is_none_or(|(_, e)| i >= e) {
            at = Some((i, end));
            // "a, no wait, b, actually c": the last correction wins.
        }
    }
    let Some((i, end)) = at else { return Ok(text.to_owned()) };
    let left = c.slice(0..i).trim().to_owned();
    // Corrections in the left part first.
    let left = corrected(&left, run)?;
    let start = c.toks.get(end).map_or(c.text.len(), |t| t.start);
    let right = c.text.get(start..).unwrap_or_default().trim().trim_end_matches(['.', '!', ',']).to_owned();
    let folded: Vec<String> = right.split_whitespace().map(|w| super::text::fold(w.trim_matches(|ch: char| !ch.is_alphanumeric() && ch != '\''))).collect();
    let cue = c.slice(i..end).to_lowercase();
    if right.is_empty() {
        return if cue.contains("scratch") || cue.contains("strike") || cue.starts_with("no") { Err(Stop::Chat) } else { Ok(text.to_owned()) };
    }
    if ["never mind", "nevermind", "forget it", "forget that", "don't", "dont", "do not", "leave it", "cancel that", "not", "ignore that", "don't do that", "keep it", "scratch that"].iter().any(|p| folded.join(" ") == *p || (folded.len() <= 5 && folded.join(" ").starts_with(&format!("{p} ")) && *p != "not" && *p != "keep it")) {
        return Err(Stop::Chat);
    }
    let r = Clause::new(&right, run.clock);
    let tail = r.at(0, "make it").or_else(|| r.at(0, "make that")).or_else(|| r.at(0, "let's make it")).or_else(|| r.at(0, "it's")).or_else(|| r.at(0, "it should be")).unwrap_or(0);
    let right_value = r.slice(tail..r.len()).to_owned();
    let as_date = dates::whole(right_value.trim_start_matches("to ").trim_start_matches("on ").trim_start_matches("at "), run.clock);
    // "at 3, no 4"
    let hour = right_value.trim_start_matches("at ").to_owned();
    let timed = dates::find(&left, run.clock).last().is_some_and(|f| matches!(f.what, What::Time { .. } | What::DateTime { .. }));
    let as_date = as_date.or_else(|| (timed && hour.len() <= 2 && hour.bytes().all(|b| b.is_ascii_digit())).then(|| dates::whole(&format!("at {hour}"), run.clock)).flatten());
    let right_value = if timed && hour.len() <= 2 && hour.bytes().all(|b| b.is_ascii_digit()) { format!("at {hour}") } else { right_value };
    if let Some(new) = as_date {
        return Ok(redated(&left, &right_value, &new, run));
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
        let at = (0..l.len()).rev().find(|k| super::fields::level(l.word(*k)).is_some() && !l.word(*k).chars().all(|ch| ch.is_ascii_digit()));
        let level = right_value.replace(" priority", "");
        return Ok(at.and_then(|k| l.toks.get(k)).map_or_else(|| format!("{left} {right_value}"), |t| format!("{}{level}{}", &left[..t.start], &left[t.end..])));
    }
    let rl = lead(&r);
    if verb_at(&r, rl.at, false).is_some_and(|h| h.verb != Verb::Set || tail == 0) && plausible(&right, run) {
        // A whole new instruction: what it corrects is the clause just before it.
        let pieces = clauses(&left, run);
        let l_ok = pieces.len() > 1 && !matches!(cue.trim(), "scratch that");
        if content(&right).iter().any(|w| matches!(w.as_str(), "it" | "that")) || r.toks.iter().any(|t| matches!(t.fold.as_str(), "it" | "that" | "them")) {
            let target = lead(&l);
            if let Some(h) = verb_at(&l, target.at, false) {
                // "delete the report, actually complete it": the verb is corrected.
                let noun = l.slice(h.next..l.len()).to_owned();
                if h.verb != Verb::Create && !noun.is_empty() {
                    let swapped: Vec<String> = r.toks.iter().map(|t| if matches!(t.fold.as_str(), "it" | "that" | "them") { object_of(&noun, run) } else { right.get(t.start..t.end).unwrap_or_default().to_owned() }).collect();
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
    // "delete the report, no wait, the dentist": another object for the same verb.
    let ll = lead(&l);
    if let Some(h) = verb_at(&l, ll.at, ll.ing)
        && h.verb != Verb::Create
        && matches!(run.search(&content(&right), Want::Open, &|_| true), Match::One(_) | Match::Tie(_))
    {
        let noun = object_of(l.slice(h.next..l.len()), run);
        if let Some(at) = left.find(&noun).filter(|_| !noun.is_empty()) {
            return Ok(format!("{}{right}{}", &left[..at], &left[at + noun.len()..]));
        }
    }
    // "actually" within ordinary words is no correction.
    if matches!(cue.trim(), "actually" | "rather" | "better" | "i mean" | "sorry" | "no" | "wait" | "hold on" | "make it" | "let's say") && !has_phrase(&folded, "instead") && c.toks.get(i - 1).is_some_and(|t| t.after.is_none()) {
        return Ok(text.to_owned());
    }
    if let Some(h) = verb_at(&l, ll.at, ll.ing)
        && h.verb == Verb::Create
    {
        let found = l.found.first().map(|f| left.get(f.span.clone()).unwrap_or_default().to_owned());
        let said = if r.found.is_empty() { found.unwrap_or_default() } else { String::new() };
        return Ok(format!("{} {right} {said}", l.slice(h.at..h.next)).trim().to_owned());
    }
    Err(Stop::Unsure)
}

/// The part of an object phrase before its destination.
fn object_of(noun: &str, run: &Run<'_>) -> String {
    let c = Clause::new(noun, run.clock);
    let stop = (1..c.len()).find(|k| matches!(c.word(*k), "to" | "until" | "till" | "by" | "on" | "for" | "at" | "as" | "back" | "high" | "low" | "done") || c.found.iter().any(|f| c.toks_of(&f.span).start == *k)).unwrap_or(c.len());
    c.slice(0..stop).to_owned()
}

/// Replaces the last date (or time) of a text by another.
fn redated(left: &str, right: &str, new: &What, run: &Run<'_>) -> String {
    let found = dates::find(left, run.clock);
    let only_time = matches!(new, What::Time { .. });
    let is_dated = |w: &What| matches!(w, What::Date { .. } | What::DateTime { .. } | What::Range { .. } | What::Time { .. } | What::Recurrence { .. } | What::Ambiguous { .. } | What::Invalid { .. });
    let Some(last) = found.iter().rev().find(|f| is_dated(&f.what)) else { return format!("{left} {right}") };
    let old = left.get(last.span.clone()).unwrap_or_default();
    // A preposition of the old phrase stays unless the new one brings its own.
    let lower = old.to_lowercase();
    let keep = ["due by ", "due on ", "due ", "by ", "before "].iter().find(|p| lower.starts_with(**p) && !right.to_lowercase().starts_with(**p)).copied().unwrap_or("");
    let day = match (&last.what, new) {
        // "tomorrow at 3, no, 4": the day stays.
        (What::DateTime { date, .. }, What::Time { .. }) if only_time => date.to_string() + " at ",
        (What::DateTime { time, .. }, What::Date { .. }) => return format!("{}{keep}{right} at {}{}", &left[..last.span.start], time.strftime("%H:%M"), &left[last.span.end..]),
        _ => String::new(),
    };
    format!("{}{keep}{day}{}{}", &left[..last.span.start], if day.is_empty() { right.trim_start_matches("to ") } else { right.trim_start_matches("to ").trim_start_matches("at ") }, &left[last.span.end..])
}

/// Whether a text is an instruction of its own: a verb with something to act on.
pub(super) fn plausible(text: &str, run: &Run<'_>) -> bool {
    let mut c = Clause::new(text, run.clock);
    trim_tail(&mut c);
    let l = lead(&c);
    let Some(h) = verb_or_typo(&c, l.at, l.ing, run) else { return false };
    let rest = c.rest(h.next..c.len());
    if h.verb == Verb::Create {
        return !rest.is_empty() && (matches!(c.word(h.at), "add" | "create" | "remind" | "i" | "new" | "don't" | "dont" | "todo" | "note" | "remember") || h.next > h.at + 1);
    }
    names_something(&rest, run)
}

/// Whether some leading part of a text names a todo, a set, or "it".
pub(super) fn names_something(rest: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(rest, run.clock);
    if c.len() == 0 {
        return false;
    }
    let pronoun = (0..c.len()).any(|i| matches!(c.word(i), "it" | "that" | "them" | "this" | "those" | "these" | "both" | "everything" | "all" | "overdue"));
    if pronoun || c.toks.iter().any(|t| t.fold.strip_prefix('#').is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))) || super::filter::is_bulk(&c, run) {
        return true;
    }
    let object = object_of(rest, run);
    [object.as_str(), rest].iter().any(|t| {
        let t = t.trim_start_matches("the ");
        let words = content(t);
        !words.is_empty() && matches!(run.search(&words, Want::Open, &|_| true), Match::One(_) | Match::Tie(_))
    }) || (0..c.len()).any(|i| {
        // Any single telling word that is a title of its own: "set priority of report to high".
        let words = content(c.slice(i..i + 1));
        words.iter().all(|w| !lists(super::lexicon::STOP, w)) && words.iter().any(|w| w.len() > 2) && matches!(run.search(&words, Want::Open, &|_| true), Match::One(_))
    })
}

/// The clauses of a message, in order.
pub(super) fn clauses(text: &str, run: &Run<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let mut lines: Vec<&str> = text.split('\n').map(bullet).filter(|l| !l.is_empty()).collect();
    // "delete:" over a list is said of every line; "todos:" only names the list.
    let mut verb = String::new();
    if let Some(header) = lines.first().filter(|l| lines.len() > 1 && l.ends_with(':')) {
        let c = Clause::new(header, run.clock);
        let l = lead(&c);
        match verb_at(&c, l.at, false) {
            Some(h) if h.next >= c.len() && h.verb != Verb::Create => {
                verb = format!("{} ", c.slice(h.at..h.next));
                lines.remove(0);
            }
            Some(h) if h.verb == Verb::Create => {
                lines.remove(0);
            }
            _ if (0..c.len()).any(|i| matches!(c.word(i), "list" | "todos" | "tasks" | "todo" | "to-dos" | "groceries")) => {
                lines.remove(0);
            }
            _ => {}
        }
    }
    for line in lines {
        if verb.is_empty() {
            out.extend(sentence(line, run));
        } else {
            out.push(format!("{verb}{line}"));
        }
    }
    out
}

/// A line without its bullet or number.
fn bullet(line: &str) -> &str {
    let line = line.trim();
    let bare = line.trim_start_matches(['-', '*', '•', '–', '·', '+']).trim_start();
    let bare = bare.strip_prefix("[ ]").unwrap_or(bare).trim_start();
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    match bare.get(digits..) {
        Some(rest) if (1..=2).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") ")) => rest[2..].trim_start(),
        _ => bare,
    }
}

fn sentence(line: &str, run: &Run<'_>) -> Vec<String> {
    let c = Clause::new(line, run.clock);
    let quoted = quotes(line);
    let mut probe = c.clone();
    // Free text runs to the end: nothing is split behind its beginning.
    let free_from = {
        let before = probe.used.clone();
        let _ = super::fields::notes(&mut probe, 0);
        let noted = probe.used != before;
        let _ = super::fields::checklist(&mut probe, 0);
        let listed = probe.used != before;
        if noted || listed { probe.used.iter().position(|u| *u) } else { None }
    };
    // "note for slides: add the logo and …" is all text.
    let first = lead(&c);
    let noting = verb_at(&c, first.at, first.ing).is_some_and(|h| h.verb == Verb::Note) || c.any(first.at, &["add a note", "add note", "add the note", "add a comment", "leave a note"]).is_some();
    let free_from = if noting { Some(0) } else { free_from };
    let free_from = free_from.or_else(|| (0..c.len()).find(|i| c.any(*i, &["because", "saying", "that says", "with reason"]).is_some())).unwrap_or(c.len());
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    let mut i = 1;
    while i < c.len().min(free_from) {
        let inside = c.toks.get(i).is_some_and(|t| quoted.iter().any(|q| q.start < t.start && t.start < q.end));
        let mark = c.toks.get(i - 1).and_then(|t| t.after).filter(|m| !matches!(m, ':' | '(' | ')' | '"'));
        let joiner = c.any(i, &["and then", "and also", "then", "and", "&", "plus", "also", "after that", "and after that", "afterwards", "and finally", "finally", "as well as", "but", "or", "and please", "and next", "next"]);
        if inside || (mark.is_none() && joiner.is_none()) {
            i += 1;
            continue;
        }
        let next = joiner.unwrap_or(i);
        let hard = matches!(mark, Some(';' | '!' | '?')) || (mark == Some('.') && c.toks.get(i).is_some_and(|t| line.get(t.start..).and_then(|r| r.chars().next()).is_some_and(|ch| ch.is_uppercase() || ch.is_ascii_lowercase())));
        let left = c.slice(start..i).to_owned();
        let right = c.slice(next..c.len()).to_owned();
        if !right.is_empty() && !left.is_empty() && (hard && (mark != Some('.') || ends_sentence(&c, i)) || breaks(&left, &right, mark, joiner.is_some_and(|e| e > i), run)) {
            cuts.push((start, i));
            start = next;
            i = next.max(i) + 1;
        } else {
            i += 1;
        }
    }
    cuts.push((start, c.len()));
    let last = cuts.len() - 1;
    cuts.into_iter()
        .enumerate()
        .map(|(n, (a, b))| {
            let from = c.toks.get(a).map_or(0, |t| t.start);
            // Brackets and quotes around the first word are the clause's.
            let from = if a == 0 { 0 } else { line.get(..from).map_or(from, |before| from - before.chars().rev().take_while(|ch| matches!(ch, '"' | '“' | '(' | '\'' | '‘')).map(char::len_utf8).sum::<usize>()) };
            let to = if n == last { line.len() } else { c.toks.get(b).map_or(line.len(), |t| t.start) };
            line.get(from..to).unwrap_or_default().trim().trim_end_matches([',', ';', '.']).trim().to_owned()
        })
        .filter(|s| !s.is_empty())
        .collect()
}

/// "Dr. Smith" and "e.g. this" end no sentence.
fn ends_sentence(c: &Clause, i: usize) -> bool {
    let before = c.word(i - 1);
    !matches!(before, "dr" | "mr" | "mrs" | "ms" | "st" | "e.g" | "i.e" | "no" | "vs" | "prof" | "approx" | "ca" | "etc" | "jr" | "sr" | "a.m" | "p.m" | "a.m." | "nr" | "inc" | "co" | "mt" | "ave" | "rd" | "apt") && before.len() > 1
}

/// Whether a new instruction begins at `right`.
fn breaks(left: &str, right: &str, mark: Option<char>, joined: bool, run: &Run<'_>) -> bool {
    let c = Clause::new(right, run.clock);
    let lc = Clause::new(left, run.clock);
    let l = lead(&c);
    let ll = lead(&lc);
    let left_head = verb_or_typo(&lc, ll.at, ll.ing, run);
    // Nothing but filler is no instruction.
    if ll.at >= lc.len() || (left_head.is_some_and(|h| h.next >= lc.len())) {
        return false;
    }
    let rest_first = c.word(l.at);
    if matches!(rest_first, "label" | "tag") && matches!(c.word(l.at + 1), "it") {
        return true;
    }
    if let Some(h) = verb_or_typo(&c, l.at, l.ing, run) {
        let object = c.slice(h.next..c.len());
        let explicit = matches!(h.verb, Verb::Create) && matches!(rest_first, "add" | "create" | "remind") || h.verb == Verb::Create && h.next > h.at + 1;
        if explicit && !object.is_empty() {
            return true;
        }
        let own = !matches!(h.verb, Verb::Create) && !object.is_empty();
        if own && left_head.is_some_and(|lh| lh.verb != Verb::Create) {
            // "delete the report and move flurb": a clear verb of ours is a new instruction even without a target.
            let clear = matches!(rest_first, "delete" | "complete" | "move" | "reschedule" | "postpone" | "rename" | "mark" | "set" | "remove" | "cancel" | "finish" | "reopen" | "skip" | "tick" | "push");
            if clear && !h.typo || names_something(object, run) {
                return true;
            }
        } else if own && names_something(object, run) && plausible(right, run) {
            // Behind something to do, "call mom" is more of it; "complete mom" is not.
            let pronoun = matches!(c.word(h.next), "it" | "that" | "them" | "this");
            if pronoun || !bare::is_everyday(rest_first) || matches!(rest_first, "complete" | "finish" | "cancel" | "move" | "remove" | "set" | "mark" | "tick") {
                return true;
            }
        }
    }
    // Both halves carry their own date.
    let dated = |c: &Clause| c.found.iter().any(|f| matches!(f.what, What::Date { .. } | What::DateTime { .. } | What::Range { .. } | What::Recurrence { .. } | What::Time { .. }));
    let both = dated(&lc) && dated(&c);
    if both && (joined || mark.is_some()) {
        // …and something besides the date.
        let name = |c: &Clause| {
            let taken: Vec<_> = c.found.iter().map(|f| c.toks_of(&f.span)).collect();
            (0..c.len()).any(|i| !taken.iter().any(|r| r.contains(&i)) && !lists(super::lexicon::STOP, c.word(i)) && !c.word(i).is_empty() && !matches!(c.word(i), "due" | "repeat" | "starting" | "until" | "high" | "low" | "priority" | "every" | "not" | "no" | "instead" | "rather"))
        };
        let first = c.found.first().map(|f| c.toks_of(&f.span));
        // The date of the right half must be its own: in the first clause of what follows.
        return name(&c) && name(&lc) && first.is_none_or(|r| r.start > 0 || c.found.len() == 1 && r.end < c.len());
    }
    // "set report to high and dentist to low"
    if left_head.is_some_and(|h| matches!(h.verb, Verb::Set | Verb::Rename | Verb::Label | Verb::Move)) && (joined || mark.is_some()) {
        if let Some((to, _)) = c.seek(1, &["to", "as", "->"])
            && lc.seek(1, &["to", "as", "->"]).is_some()
        {
            return matches!(run.search(&content(c.slice(0..to)), Want::Open, &|_| true), Match::One(_) | Match::Tie(_));
        }
        return (0..lc.len()).any(|i| super::fields::level(lc.word(i)).is_some()) && (1..c.len()).any(|i| super::fields::level(c.word(i)).is_some()) && left_head.is_some_and(|h| h.verb == Verb::Set) && names_something(right, run);
    }
    false
}
