//! A dictated message without what only fills the breath: "um", "you know", "let me think", "the invoice, yeah, that
//! one". Read after corrections, of which "uh" may be a sign.

use super::lexicon::one_of;
use super::run::Run;
use super::split::{lead, names_something, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;

/// Says nothing wherever it stands.
const SOUNDS: &str = "um|umm|uh|uhh|uhm|uhhm|erm|ehm|ahem|hmm";

/// Sounds in front of what is said.
const INTERJECTIONS: &str = "so|oh|ok|okay|well|right|alright|hey|ah|yeah|hi";

/// Says nothing at the beginning of a sentence or behind "so", "and", "oh".
const OPENERS: &str = "let me think|let me see|let's see|lets see|what else|let's see what else|oh yes|oh yeah|oh right|next one|next thing|\
    next up|the next one|the next thing|another one|one more|last one|last but not least|right so|right then|listen|look|you know what|guess what|so basically|basically what happened is|what happened is|the thing is|\
    long story short|as i said|like i said|as you know|by the way|before i forget|while we're at it|yeah|yes|yep|sure|\
    i just remembered|i just realised|i just realized|that reminds me|oh and|ah yes|ah right|ok cool|okay cool|alright so|\
    okay so|ok so|all right so|for the record|just so you know|fyi|hear me out|quick update|update|small update|good news|\
    bad news|please note that|kindly note that|please be advised that|be advised that|record that|please record that|\
    be so kind as to record that|i would like to inform you that|i wish to inform you that|i am pleased to say that|\
    i am happy to say that|i am happy to report that|i am pleased to inform you that|i regret to say that|unfortunately|sadly|luckily|thankfully|fortunately|apparently|turns out|it turns out|turns out that|\
    it turns out that|when you get a chance|whenever you get a chance|when you get a moment|when you have a chance|when you have a moment|\
    when you have a minute|when you have time|whenever you have time|whenever you have a moment|if you get a chance|if you have a moment|\
    if you have a minute|if you have time|per our discussion|as per our discussion|per our conversation|following our discussion|as discussed|\
    as we discussed|as agreed|per my last email|so like|oops|whoops|honestly|to be honest|tbh|frankly|anyway|anyways|where was i|where were we|new item|new one|new entry|\
    yay|woohoo|woo hoo|hooray|hurray|hurrah|yippee|phew|whew|ugh|argh";

/// Behind a subject: says only that it is meant.
const RESUMED: &str = "yeah that one|yes that one|that one|that thing|yeah that|well that one|yeah";

/// The message without it.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let lower = super::text::fold(text);
    let has = |list: &str| list.split('|').any(|w| lower.contains(w));
    let mut text = text.to_owned();
    if lower.contains(" comma ") {
        text = marked(&text, run).unwrap_or(text);
    }
    if has(SOUNDS) || lower.contains(" like ") {
        text = silent(&text, run);
    }
    if has(OPENERS) {
        text = opened(&text, run);
    }
    // "remind me 2 hours before …" counts.
    let counts = text
        .to_lowercase()
        .split_once("remind me 2 ")
        .is_some_and(|(_, behind)| super::amount::length(&Clause::new(&format!("2 {behind}"), run.clock), 0).is_some());
    if has("remind me 2 ") && !counts {
        text = text.replacen("emind me 2 ", "emind me to ", 1);
    }
    if lower.contains(" 2 ") {
        text = two(&text, run).unwrap_or(text);
    }
    if text.contains(" - ") {
        text = dashed(&text, run).unwrap_or(text);
    }
    if text.contains([':', '(', ',']) {
        text = super::bracketed::plain(&text, run).unwrap_or(text);
    }
    text = super::announced::plain(&text, run).unwrap_or(text);
    text = super::plainly::plain(&text, run);
    text = halves(&text, run);
    text = hours(&text, run).unwrap_or(text);
    text = set_right(&text, run).unwrap_or(text);
    if has("what's|what is|whats") {
        text = what_is(&text, run).unwrap_or(text);
    }
    if has("i think|i guess|i reckon|i suppose") {
        text = opined(&text, run).unwrap_or(text);
    }
    if has("that one|that thing|yeah") {
        text = resumed(&text, run).unwrap_or(text);
    }
    text
}

/// "remind me tmrw 2 pay the bill": the figure is the word that sounds like it.
fn two(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = (1..c.len().saturating_sub(1)).find(|i| {
        let dated = c.found.iter().any(|f| c.toks_of(&f.span).end == *i);
        let reminded = one_of(c.word(0), "remind|reminder|rmeind|remember") && dated;
        c.word(*i) == "2" && reminded && super::bare::is_everyday(c.word(i + 1))
    })?;
    let tok = c.toks.get(at).filter(|t| !t.quoted)?;
    Some(format!("{}to{}", text.get(..tok.start)?, text.get(tok.end..)?))
}

/// "ray about the permits - put that on monday": a todo, and an order about it.
fn dashed(text: &str, run: &Run<'_>) -> Option<String> {
    let (name, order) = text.split_once(" - ")?;
    let named = matches!(run.find(&content(name), Want::Open), Match::One(_));
    let about = super::split::of_it(&Clause::new(order, run.clock));
    (named && about && super::text::quotes(text).is_empty()).then(|| format!("{name}, {order}"))
}

/// "milk comma eggs period": marks that were dictated as words, of which no title has one.
fn marked(text: &str, run: &Run<'_>) -> Option<String> {
    const MARKS: [(&str, char); 6] = [
        ("comma", ','),
        ("colon", ':'),
        ("full stop", '.'),
        ("period", '.'),
        ("semicolon", ';'),
        ("question mark", '?'),
    ];
    let c = Clause::new(text, run.clock);
    let mut out = String::new();
    let mut at = 0;
    while at < c.len() {
        let mark = MARKS.iter().find_map(|(said, mark)| c.at(at, said).map(|end| (end, *mark)));
        match mark.filter(|_| at > 0 && run.todos.count_word(c.word(at)) == 0) {
            Some((end, mark)) => {
                // What is listed behind "make a list" is its lines.
                let lists = mark == '.' && (0..at).any(|i| c.word(i) == "list");
                out.push(if lists { ':' } else { mark });
                at = end;
            }
            None => {
                let from = c.toks.get(at)?.start;
                let to = c.toks.get(at + 1).map_or(text.len(), |next| next.start);
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
                out.push_str(text.get(from..to)?.trim_end());
                at += 1;
            }
        }
    }
    Some(out)
}

/// Without the words of these places.
fn cut(c: &Clause, gone: &[usize]) -> String {
    let mut out = String::new();
    let mut from = 0;
    for at in gone {
        let Some(tok) = c.toks.get(*at) else { continue };
        // The mark behind it belongs to it, unless a sentence ends there.
        let next = c.toks.get(at + 1).map_or(c.text.len(), |t| t.start);
        let to = if matches!(tok.after, None | Some(',')) { next } else { tok.end };
        out.push_str(c.text.get(from..tok.start).unwrap_or_default());
        from = to.max(from);
    }
    out.push_str(c.text.get(from..).unwrap_or_default());
    out.trim().to_owned()
}

/// Without "um" and the like, and the "like" that only spaces words out.
fn silent(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let spaces = |i: usize| {
        let before = i.checked_sub(1).map_or("", |b| c.word(b));
        one_of(before, "at|for|in|on|around|by|until|you|just|was|could|can|also|um|uh|and|so")
            && (one_of(before, "at|for|in|on|around|by|until") || verb_at(&c, i + 1, false).is_some())
            && !one_of(c.word(i + 1), "to|it|that|a|the")
    };
    let gone: Vec<usize> = (0..c.len())
        .filter(|i| one_of(c.word(*i), SOUNDS) || c.word(*i) == "like" && i + 1 < c.len() && spaces(*i))
        .collect();
    if gone.is_empty() || gone.len() == c.len() { text.to_owned() } else { cut(&c, &gone) }
}

/// Without sayings that open a sentence, where something stands behind them.
fn opened(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let mut gone: Vec<usize> = Vec::new();
    let mut begins = true;
    let mut at = 0;
    while at < c.len() {
        let end = c.any(at, OPENERS).filter(|e| begins && *e < c.len());
        // "last one to finish", "next thing monday": more than a saying where a name or a date follows at once.
        let end = end.filter(|e| {
            let single = *e == at + 1;
            let paused = c.toks.get(e - 1).is_some_and(|t| t.after.is_some());
            let spoken = !one_of(c.word(at), "another|one|last|new|update|look|next|sure|yes|yeah") || paused;
            (spoken || !single && verb_at(&c, *e, false).is_some())
                && !one_of(c.word(*e), "of|to|is|for|on|at|in|was|that|with")
                && !c.found.iter().any(|f| c.toks_of(&f.span).contains(&at))
        });
        match end {
            Some(e) => {
                // "right, let me think": the sounds before it say nothing, either.
                let before = (0..at).rev().take_while(|i| one_of(c.word(*i), INTERJECTIONS));
                gone.extend(before);
                gone.extend(at..e);
                at = e;
            }
            None => {
                let stop = c.toks.get(at).is_some_and(|t| matches!(t.after, Some('.' | '!' | '?' | ';')));
                begins =
                    stop || begins && one_of(c.word(at), INTERJECTIONS) || begins && one_of(c.word(at), "and|but|now");
                at += 1;
            }
        }
    }
    gone.sort_unstable();
    if gone.is_empty() || gone.len() == c.len() { text.to_owned() } else { cut(&c, &gone) }
}

/// "eleven thirty a m": the half of the day, spelled out.
fn halves(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let mut out = text.to_owned();
    // From the end, so that the places before stay.
    for i in (1..c.len().saturating_sub(1)).rev() {
        let (Some(half), Some(m)) = (c.toks.get(i), c.toks.get(i + 1)) else { continue };
        let spelled = one_of(c.word(i), "a|p") && c.word(i + 1) == "m" && half.after.is_none() && !half.quoted;
        if spelled && c.found.iter().any(|f| c.toks_of(&f.span).contains(&(i - 1))) {
            out.replace_range(half.start..m.end, &format!("{}m", c.word(i)));
        }
    }
    out
}

/// "vet sat 11": an hour behind a weekday, at the end; but "fri 4" where the 4th is a friday may be the day.
fn hours(text: &str, run: &Run<'_>) -> Option<String> {
    const DAYS: &str = "mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tmrw|tmr";
    let c = Clause::new(text, run.clock);
    let i = (1..c.len().saturating_sub(1)).find(|i| {
        let ends = i + 2 == c.len() || c.toks.get(i + 1).is_some_and(|t| matches!(t.after, Some(',' | ';')));
        one_of(c.word(*i), DAYS) && ends && c.word(i + 1).parse::<i8>().is_ok_and(|n| (1..=12).contains(&n))
    })?;
    let hour: i8 = c.word(i + 1).parse().ok()?;
    let tok = c.toks.get(i + 1)?;
    let untimed = c.found.iter().all(|f| !c.toks_of(&f.span).contains(&(i + 1)));
    let day = match crate::dates::whole(c.word(i), run.clock)? {
        crate::dates::What::Date { date, .. } => date,
        _ => return None,
    };
    let next =
        (0..32).filter_map(|n| run.today().checked_add(jiff::Span::new().days(n)).ok()).find(|d| d.day() == hour)?;
    let date = next.weekday() == day.weekday();
    (untimed && !date).then(|| format!("{}at {}", &text[..tok.start], &text[tok.start..]))
}

/// "not the doctor, the hairdresser should be at 4:30": what is not meant, in front.
fn set_right(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    if c.word(0) != "not" {
        return None;
    }
    let cut = (1..c.len().min(6)).find(|i| c.toks.get(*i).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.'))))?;
    let name = |text: &str| run.names(&content(text));
    let rest = c.slice(cut + 1..c.len());
    (name(c.slice(1..cut + 1)) && names_something(rest, run)).then(|| rest.to_owned())
}

/// "what's overdue goes to monday": a set and where it goes, and no question.
fn what_is(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let e = c.any(at, "what's|whats|what is")?;
    let goes = c.seek(e + 1, super::news::GOES).is_some_and(|(_, e)| e < c.len());
    (goes && !text.trim_end().ends_with('?')).then(|| format!("everything {}", c.slice(e..c.len())))
}

/// "i think the dentist should be on friday": an order, said with care.
fn opined(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = (0..c.len().min(4)).find(|i| c.any(*i, "i think|i guess|i reckon|i suppose").is_some())?;
    let e = at + 2;
    let i = (e + 2..c.len()).find(|i| one_of(c.word(*i), "should|must") || c.any(*i, "needs to|has to").is_some())?;
    let named = matches!(run.find(&content(c.slice(e..i)), Want::Open), Match::One(_));
    (one_of(c.word(e), "the|my|our") && named && !c.found.is_empty()).then(|| c.slice(e..c.len()).to_owned())
}

/// "the invoice for Meyer, yeah, that one needs to be done": the subject said once.
fn resumed(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let i = (2..c.len()).find(|i| {
        c.any(*i, RESUMED).is_some_and(|e| {
            one_of(c.word(e), "is|was|needs|need|has|should|can|must|could|goes|moves|will|got") && e + 1 < c.len()
        })
    })?;
    let e = c.any(i, RESUMED)?;
    let from = (1..i)
        .rev()
        .find(|k| c.toks.get(k - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.'))))
        .filter(|k| *k + 1 < i)
        .unwrap_or(0);
    names_something(c.slice(from..i), run).then(|| cut(&c, &(i..e).collect::<Vec<_>>()))
}
