//! A message like a letter: whom it is to and from, sentences that only greet, thank or excuse, and what is told beside
//! the order. The order is read as if it stood alone.

use super::correct::STRONG;
use super::edits::Edits;
use super::fields;
use super::lexicon::{REPORTS, TAILS, Verb, one_of};
use super::run::{Ref, Run};
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::telling::{is_finite, sentences, tells};
use super::text::Clause;
use super::{Answer, reasons, requests, standing};
use std::ops::Range;

/// Begins what is said for kindness alone, up to the end of the sentence or to the order in it.
const BOWS: &str = "i beg your pardon|i do beg your pardon|beg your pardon|forgive me for|please forgive me for|forgive my|please forgive|forgive the|\
    pardon me for|pardon my|pardon the|excuse me for|excuse my|please excuse|i apologise|i apologize|my apologies|apologies for|with apologies|\
    i am sorry to|i'm sorry to|i am so sorry to|i'm so sorry to|sorry to bother|sorry to trouble|sorry to be|sorry for|i am sorry for|\
    i'm sorry for|i hope you are|i hope you're|i hope this|i hope that this|i hope that is|i hope that you|i hope all is|i hope it is|\
    i trust you are|i trust this|i trust that this|i trust all is|thank you for|thanks for|thank you so much for|many thanks for|\
    i hate to|i do not wish to be|i don't wish to be|i do hope|as always|as ever|it is only me|it's only me|it is me again|it's me again";

/// Says nothing that is to be done, whole.
const IDLE: &str = "thank you|thank you kindly|thank you very much|thank you so much|thank you very much indeed|thank you in advance|many thanks|\
    thanks|thanks ever so|thank you ever so much|with many thanks|bless you|god bless|god bless you|much obliged|i am much obliged|\
    i should be most grateful|i would be most grateful|i should be very grateful|i would be very grateful|i would be grateful|\
    i should be grateful|i'd be grateful|i'd be so grateful|i would be so grateful|i should be so grateful|it would be a great help|\
    that would be a great help|that would be most helpful|that would be most kind|that would be very kind|that is most kind|\
    that is very kind of you|that's very kind of you|you are most kind|you are very kind|you are too kind|how kind of you|\
    i have changed my mind|i've changed my mind|i changed my mind|i have thought better of it|i thought better of it|\
    that is all|that's all|that will be all|that is all for now|that's all for now|that will be all for today|that is all for today|\
    there is no hurry|there's no hurry|there is no hurry whatever|there is no hurry at all|there's no hurry at all|there is no great hurry|\
    there is no particular hurry|there is no rush|there's no rush|there is no rush at all|there's no rush at all|no hurry|no rush|no hurry at all|\
    no rush at all|there is no hurry about it|there is no urgency|there is no great urgency|there is no need to hurry|no need to hurry|\
    it is not urgent|it's not urgent|it isn't urgent|in your own time|at your leisure|at your convenience|whenever it suits you|\
    i know i can rely on you|i rely on you|what would i do without you|i don't know what i would do without you|dear me|oh dear|goodness me|\
    good gracious|my goodness|how time flies|such is life|you know how it is|that is a relief|what a relief|what a nuisance|what a pity|\
    i hope that is all right|i hope that's all right|i hope that's ok|i hope that is not too much trouble|if it is not too much trouble|\
    good morning|good afternoon|good evening|good day|hello|hello again|good morning again|good evening again|greetings";

/// Asks for what the sentence in front of it has told.
const ARRANGE: &str = "arrange|see to|take care of|sort out|sort|organise|organize|act on|attend to|deal with";

/// Behind them.
const ARRANGED: &str = "that|it|this|for|me|please|accordingly|so|kindly|then|if|you|would|could|will";

/// Not of what is only told: an order, an exception or a condition may be in it.
const OPEN: &str = "if|unless|except|instead|rather|otherwise|or|should|must|ought|remember|remind|reminder|add|note|delete|remove|cancel|\
    cancelled|canceled|skip|wait|sorry|mean|meant|priority|label|labels|due|deadline|postponed|moved|rescheduled|\
    only|but|keep|apart|besides|task|todo|list|let|whichever|either|actually|need|needs|want|wants|wish|wishes|like|overdue|today|it|that|them|those";

/// The message without what only frames it.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let mut text = super::shorthand::plain(&addressed(text, run), run);
    text = super::typed::plain(&text, run);
    if let Some(said) = requests::plain(&text, run) {
        text = said;
    }
    if let Some(said) = reported(&text, run) {
        text = said;
    }
    if let Some(said) = bowed(&text, run) {
        text = said;
    }
    if let Some(said) = reasons::plain(&text, run) {
        text = said;
    }
    if let Some(said) = told(&text, run) {
        text = said;
    }
    let text = super::carried::plain(&text, run).unwrap_or(text);
    let text = super::beside::plain(&text, run);
    let spans = text.contains(['-', '–']);
    let text = if spans { super::rows::spanned(&text, run).unwrap_or(text) } else { text };
    let text = super::rows::plain(&text, run).unwrap_or(text);
    let text = super::shifted_too::plain(&text, run.clock).unwrap_or(text);
    super::hurried::plain(&text, run)
}

/// "Dear assistant, …, kind regards, Anna": a letter without whom it is to and from.
fn addressed(text: &str, run: &Run<'_>) -> String {
    const CLOSES: &str = "kind regards|best regards|warm regards|regards|yours sincerely|yours faithfully|yours truly|yours|sincerely|\
        best wishes|with best wishes|with kind regards|with thanks|with many thanks|respectfully";
    let lower = super::text::fold(text);
    if !lower.starts_with("dear ") && !CLOSES.split('|').any(|w| lower.contains(w)) {
        return text.to_owned();
    }
    let c = Clause::new(text, run.clock);
    let marked =
        |i: usize| c.toks.get(i).is_some_and(|t| !t.quoted && matches!(t.after, Some(',' | '!' | ':' | '.' | ';')));
    let from = (1..c.len().min(4)).find(|i| c.word(0) == "dear" && marked(*i)).map_or(0, |i| i + 1);
    // Behind it stands at most a name.
    let to = (from + 1..c.len())
        .find(|i| {
            let line = c
                .toks
                .get(*i)
                .and_then(|t| c.text.get(..t.start))
                .is_some_and(|t| t.trim_end_matches(' ').ends_with('\n'));
            (marked(i - 1) || line)
                && c.any(*i, CLOSES).is_some_and(|e| c.len() <= e + 3 && (marked(e - 1) || e == c.len()))
        })
        .unwrap_or(c.len());
    match (c.toks.get(from), to.checked_sub(1).and_then(|last| c.toks.get(last))) {
        (Some(a), Some(b)) if to > from => {
            let start = if from == 0 { 0 } else { a.start };
            let end = if to == c.len() { text.len() } else { b.end };
            let quote = text.get(..start).is_some_and(|front| from > 0 && front.ends_with(['"', '“']));
            text.get(start - usize::from(quote)..end).unwrap_or(text).trim().to_owned()
        }
        _ => text.to_owned(),
    }
}

/// Whether words begin with an order, or with what is to be done.
pub(super) fn orders(c: &Clause, at: &Range<usize>, run: &Run<'_>) -> bool {
    let part = Clause::new(c.slice(at.clone()), run.clock);
    let l = lead(&part);
    verb_at(&part, l.at, l.ing).is_some_and(|h| h.next < part.len())
}

/// Without sentences that only greet, thank or excuse; "sorry to trouble you, please move the gym" keeps its order.
fn bowed(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let all = sentences(&c);
    let mut edits = Edits::default();
    let mut kept = 0;
    for at in &all {
        // "and", "so" and "please" in front say nothing either.
        let begin = at.start + usize::from(one_of(c.word(at.start), "and|so|but|well|oh|ah"));
        let idle = c.any(begin, IDLE).is_some_and(|end| {
            end == at.end || (end..at.end).all(|i| one_of(c.word(i), "again|indeed|then|dear|friend|my|now|assistant"))
        });
        let ordered = |from: usize| (from..at.end).find(|i| paused(&c, *i) && orders(&c, &(*i..at.end), run));
        if idle && all.len() > 1 {
            edits.cut(at.clone());
        } else if let Some(end) = c.any(begin, BOWS).filter(|end| *end < at.end) {
            match ordered(end) {
                Some(from) => {
                    edits.cut(at.start..from);
                    kept += 1;
                }
                None if all.len() > 1 => edits.cut(at.clone()),
                None => return None,
            }
        } else if at.start > 0 && is_arranged(&c, at, run) && comes_to_something(c.slice(0..at.start), run) {
            edits.cut(at.clone());
        } else {
            kept += 1;
        }
    }
    edits.apply(&c).filter(|_| kept > 0)
}

fn paused(c: &Clause, i: usize) -> bool {
    i > 0 && c.toks.get(i - 1).is_some_and(|t| !t.quoted && matches!(t.after, Some(',' | ':')))
}

/// "Would you arrange that, please?"
fn is_arranged(c: &Clause, at: &Range<usize>, run: &Run<'_>) -> bool {
    let part = Clause::new(c.slice(at.clone()), run.clock);
    let from = lead(&part).at;
    let Some(end) = part.any(from, ARRANGE) else { return false };
    end < part.len()
        && one_of(part.word(end), "that|it|this")
        && (end..part.len()).all(|i| one_of(part.word(i), ARRANGED) || one_of(part.word(i), TAILS))
}

/// Without sentences that tell why, where an order stands beside them that is about what they are about.
fn told(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let all = sentences(&c);
    let taken_back = (1..c.len())
        .any(|k| c.any(k, STRONG).is_some_and(|end| end > k + 1 || one_of(c.word(k), "no|sorry|actually|oops")));
    if all.len() < 2 || text.contains('\n') || taken_back {
        return None;
    }
    let mut edits = Edits::default();
    let (mut about, mut kept) = (Vec::new(), Vec::new());
    for (n, at) in all.iter().enumerate() {
        // What "it" in the next sentence stands for is named in this one.
        let named = all.get(n + 1).is_some_and(|next| orders(&c, next, run) && refers(&c, next));
        match remark(&c, at, run).filter(|_| !named) {
            Some(refs) => {
                edits.cut(at.clone());
                about.extend(refs);
            }
            None => kept.push(at.clone()),
        }
    }
    if kept.is_empty() || !kept.iter().any(|at| orders(&c, at, run)) {
        return None;
    }
    let said = edits.apply(&c)?;
    // Of another todo it may be a report; and "I owe Tim money. Remind me tomorrow" says what of.
    let answer = alone(&said, run);
    let touched = standing::ids(&answer.ops);
    let same = about.iter().all(|r| matches!(r, Ref::Todo(id) if touched.contains(id)));
    let whole = !answer.ops.is_empty() || about.is_empty() && !answer.options.is_empty();
    (whole && same).then_some(said)
}

/// Whether a text by itself changes something.
fn comes_to_something(text: &str, run: &Run<'_>) -> bool {
    !alone(text, run).ops.is_empty()
}

/// What a text comes to by itself.
fn alone(text: &str, run: &Run<'_>) -> Answer {
    let mut read = run.beside();
    read.trying = false;
    read.message(text)
}

fn refers(c: &Clause, at: &Range<usize>) -> bool {
    at.clone().any(|i| one_of(c.word(i), "it|that|them|this|those|these|one|ones|him|her|both"))
}

/// Where what is told begins behind "I regret that", "I am pleased to report that".
fn announced(c: &Clause, at: usize) -> usize {
    const SAYS: &str = "i regret that|i am afraid that|i'm afraid that|i am afraid|i'm afraid|i fear that|i am told that|i am informed that|i hear that|\
        i gather that|i understand that|i see that|i find that|i notice that|i know that|i think that|i fear|i gather|i am sorry that|it seems that|it appears that|\
        as it happens|as you may know|as you know|you may recall that|i must tell you that|i should explain that|i should say that|i ought to say that";
    c.any(at, SAYS).unwrap_or(at)
}

/// "I am delighted to report that the roses are pruned": what is reported.
fn reported(text: &str, run: &Run<'_>) -> Option<String> {
    const GLAD: &str =
        "pleased|happy|glad|delighted|relieved|proud|able|sorry|thrilled|ashamed|writing|here|bound|obliged";
    const SAY: &str =
        "say|report|tell you|tell|announce|inform you|inform|let you know|confirm|advise you|advise|record|note";
    let c = Clause::new(text, run.clock);
    let mut edits = Edits::default();
    for at in sentences(&c) {
        let begin = at.start + usize::from(one_of(c.word(at.start), "and|so|but|well"));
        let Some(am) = c.any(begin, "i am|i'm|i must|i have to|i wish to|i would like to|i should like to|i want to|this is|may i|let me|allow me to|i can") else {
            continue;
        };
        let glad = (am..am + 3).find(|i| one_of(c.word(*i), GLAD)).map_or(am, |i| i + 1);
        let to = c.any(glad, "to").unwrap_or(glad);
        let said = c.any(to, SAY).and_then(|e| c.any(e, "that")).filter(|e| *e + 1 < at.end);
        if let Some(end) = said {
            edits.cut(at.start..end);
        }
    }
    edits.apply(&c)
}

/// The todos of which a sentence tells something that asks for nothing; `None` where it may be more than that.
fn remark(c: &Clause, at: &Range<usize>, run: &Run<'_>) -> Option<Vec<Ref>> {
    let at = &(announced(c, at.start)..at.end);
    let first = c.word(at.start);
    let ordered = || {
        let part = Clause::new(c.slice(at.clone()), run.clock);
        let l = lead(&part);
        verb_at(&part, l.at, l.ing).is_some_and(|h| h.verb != Verb::Set || h.at == 0)
    };
    let more = |word: &str| one_of(word, OPEN) || one_of(word, REPORTS) || fields::level(word).is_some();
    let open = at.clone().any(|i| more(c.word(i)));
    let dated = c.found.iter().any(|f| at.contains(&c.toks_of(&f.span).start));
    let quoted = at.clone().any(|i| c.toks.get(i).is_some_and(|t| t.quoted));
    let pointing = one_of(first, "it|that|this|there|no|it's|that's|there's|these|those|all|both|some|one");
    // "I'm working on the invoice": what becomes of another todo.
    let speaks = || super::apart::speaks_alone(run, &Clause::new(c.slice(at.clone()), run.clock));
    if open || dated || quoted || pointing || !tells(c, at) || ordered() || speaks() {
        return None;
    }
    let subject = (at.start + 1..at.end).find(|i| is_finite(c, *i)).map_or("", |i| c.slice(at.start..i));
    let refs = |ids: Vec<countersign_core::ids::TodoId>| ids.into_iter().map(Ref::Todo).collect::<Vec<_>>();
    // Of what is done or has come about the list would want to know, though it be named by a single word.
    let said = c.slice(at.clone());
    match (run.find(&content(subject), Want::Open), run.find(&content(said), Want::Open)) {
        (Match::Tie(_), _) | (_, Match::Tie(_)) => None,
        (Match::One(id), _) | (_, Match::One(id)) => Some(refs(vec![id])),
        _ => Some(refs(run.loosely(said))),
    }
}
