//! What is typed in a hurry: a sigh at the end, somebody's reason run on without a mark, "2" for "to".

use super::bare::is_everyday;
use super::correct::STRONG;
use super::edits::Edits;
use super::fields;
use super::lexicon::{REPORTS, one_of};
use super::run::Run;
use super::split::{lead, verb_at};
use super::target::{Match, Want, content, is_typo};
use super::telling::tells;
use super::text::Clause;
use crate::dates::What;

const SIGHS: &str = "ugh|phew|argh|aargh|omg|yay|woohoo|woop|grr|sigh|whew|smh|lol|haha|hehe|yikes|gosh|eek|gah|meh|xx|xxx|fml|jeez|tbh|btw|idk|lmao|rofl|innit|yayy|yayyy|yayyyy|woo|whoop|duh";

/// "what a day": what one sighs of.
const OF: &str =
    "day|week|morning|mess|nightmare|night|life|month|year|pain|relief|shame|joke|circus|weekend|afternoon";

/// In front of "2": "to".
const TO: &str = "remember|me|need|have|got|want|forget|gotta|going|wanna";

/// Behind "r": "are".
const IS: &str = "due|done|not|all|on|at|in|ready|here|back|still|now|gone|fixed|paid|bought|ordered|booked|sent|cancelled|canceled|off|coming|\
    overdue|both|too|finished|packed|sorted|needed|urgent";

/// Somebody, of whom is told why.
const WHO: &str = "i|he|she|they|we|im|ive|i'm|i've|hes|shes|theyre|he's|she's|they're|we're|we've|they've|were|everyone's|everyones|nobody's";

/// Has somebody say something, or find it out: what is run on may be what.
const SAYS: &str = "tell|ask|say|text|email|let|inform|warn|check|see|find|call|if|when|whether|that|because|before|after|until|once|while|what|where|who|how|know|make|ensure|hope";

/// Of what is run on: may be more than why.
const MORE: &str = "if|unless|except|instead|should|must|have to|need|needs|meant|mean|want|wants|wait|cancelled|canceled|moved|skip|delete|\
    remind|only|but|keep|not|don't|dont|it|that|them|and|also|then|due|at|by";

/// The message without sighs and run-on reasons.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let mut text = afterthought(text, run).unwrap_or_else(|| text.to_owned());
    text = sighed(&text, run).unwrap_or(text);
    if text.contains(" 2 ") || text.contains(" r ") || text.to_lowercase().starts_with("rem") {
        text = spelt(&text, run).unwrap_or(text);
    }
    text = hedged(&text, run).unwrap_or(text);
    run_on(&text, run).unwrap_or(text)
}

/// "… while ur there", "… thank god", "… per ed dept": said at the end, of no todo.
fn afterthought(text: &str, run: &Run<'_>) -> Option<String> {
    const SAID: &str = "while ur there|while you're there|while youre there|while u r there|while ur at it|while you're at it|while youre at it|\
        thank god|thank goodness|thank heavens|thank fuck|no exceptions|for once|if u can|when u can|if u get a sec|when u get a sec|as discussed|\
        as agreed|as promised|like i said|like we said";
    /// Who says so.
    const SOURCE: &str = "per|as per|according to";
    /// The longest name of who says so.
    const MOST: usize = 3;
    let c = Clause::new(text, run.clock);
    let named = |i: usize| run.names(&content(c.slice(i..c.len())));
    // "27/11 per …": a day that is none in front of other words.
    let figured = |i: usize| c.word(i - 1).ends_with(|ch: char| ch.is_ascii_digit());
    let from = (2..c.len()).find(|i| {
        let source = || {
            c.any(*i, SOURCE).is_some_and(|end| end < c.len() && c.len() - end <= MOST)
                && (closed(&c, *i) || figured(*i))
        };
        (c.any(*i, SAID) == Some(c.len()) || source()) && !named(*i)
    })?;
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).end > from);
    let mut edits = Edits::default();
    edits.cut(from..c.len());
    edits.apply(&c).filter(|_| !dated)
}

/// "order the costume, sheep i think": what somebody is not sure of is not the todo's name.
fn hedged(text: &str, run: &Run<'_>) -> Option<String> {
    /// The longest guess.
    const MOST: usize = 6;
    let c = Clause::new(text, run.clock);
    let from = (2..c.len()).rev().find(|i| c.toks.get(i - 1).is_some_and(|t| !t.quoted && t.after == Some(',')))?;
    let guess =
        c.len().checked_sub(2).and_then(|i| c.any(i, "i think|i guess|i reckon|i suppose|i believe")) == Some(c.len());
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).end > from);
    let named = run.names(&content(c.slice(from..c.len() - 2)));
    if !guess || dated || named || c.len() - from > MOST {
        return None;
    }
    let mut edits = Edits::default();
    edits.cut(from..c.len());
    edits.apply(&c)
}

/// "… to saturday ugh what a day"
fn sighed(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let sigh = |i: usize| one_of(c.word(i), SIGHS) && run.todos.count_word(c.word(i)) == 0;
    let what = c.len().checked_sub(3).filter(|i| c.any(*i, "what a").is_some() && one_of(c.word(c.len() - 1), OF));
    let end = what.filter(|i| *i > 1 && (sigh(i - 1) || closed(&c, *i))).unwrap_or(c.len());
    let from = (2..end).rev().take_while(|i| sigh(*i)).last().unwrap_or(end);
    let mut edits = Edits::default();
    edits.cut(from..c.len());
    edits.apply(&c)
}

/// "remmeber 2 defrost the mince"
fn spelt(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let mut edits = Edits::default();
    for i in 0..c.len() {
        let two = c.word(i) == "2" && i > 0 && is_everyday(c.word(i + 1));
        let before = if i > 0 { c.word(i - 1) } else { "" };
        if two && (one_of(before, TO) || is_typo(before, "remember")) {
            edits.put(i..i + 1, "to");
        }
        // "candles r due friday"
        if c.word(i) == "r" && i > 0 && one_of(c.word(i + 1), IS) {
            edits.put(i..i + 1, "are");
        }
        let meant = one_of(c.word(i + 1), "to|2") && c.word(i) != "remember" && is_typo(c.word(i), "remember");
        if meant && lead(&c).at == i {
            edits.put(i..i + 1, "remember");
        }
    }
    edits.apply(&c)
}

/// Whether what stands in front of a word has its field, or its mark: a new thought may begin there.
fn closed(c: &Clause, i: usize) -> bool {
    let i = i - usize::from(i > 1 && one_of(c.word(i - 1), "instead|now|pls|please|plz|too"));
    let marked = c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | '!' | '.' | ';' | ')')));
    marked || c.found.iter().any(|f| c.toks_of(&f.span).end == i) || fields::level(c.word(i - 1)).is_some()
}

/// "pick up Nora thurs 4:15 she finishes early this week": somebody, and why, behind the date.
fn run_on(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let i = (3..c.len().saturating_sub(1)).find(|i| one_of(c.word(*i), WHO) && closed(&c, *i))?;
    let told = i..c.len();
    // "complete the offer. sorry, I meant the invoice" takes something back.
    let said = (0..i).any(|k| one_of(c.word(k), SAYS)) || (1..c.len()).any(|k| c.any(k, STRONG).is_some());
    // "in ten days I have to …": when, in front.
    let dated = |k: &usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(k));
    let from = verb_at(&c, lead(&c).at, false).map_or(lead(&c).at, |h| h.next);
    if (from..i).all(|k| dated(&k)) {
        return None;
    }
    let more = told
        .clone()
        .any(|k| one_of(c.word(k), MORE) || one_of(c.word(k), REPORTS) || fields::level(c.word(k)).is_some());
    // "this week" may be when she does; a day or a time may be the todo's.
    let dated =
        c.found.iter().any(|f| told.contains(&c.toks_of(&f.span).start) && !matches!(f.what, What::Range { .. }));
    let named = !matches!(run.find(&content(c.slice(told.clone())), Want::Open), Match::None | Match::Weak(_));
    // "complete the tap, i'm working on the invoice": what becomes of another todo.
    let speaks = || super::apart::speaks_alone(run, &Clause::new(c.slice(told.clone()), run.clock));
    if said || more || dated || named || text.trim_end().ends_with('?') || !tells(&c, &told) || speaks() {
        return None;
    }
    let mut edits = Edits::default();
    edits.cut(told);
    edits.apply(&c)
}
