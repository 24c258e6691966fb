//! Clauses that tell why within an order: ", as the optician closes early", ", who lent us the tables", "as I grow
//! forgetful, …". Only with their comma, and only where somebody or something and a verb follow: "dress as a pirate" and
//! "read the book about people who lie" are titles.

use super::edits::Edits;
use super::fields;
use super::letter::orders;
use super::lexicon::one_of;
use super::run::Run;
use super::target::{Match, Want, content};
use super::telling::{is_finite, sentences, tells};
use super::text::Clause;
use std::ops::Range;

/// Begins such a clause.
const WHY: &str = "as|since|because|for|seeing that|seeing as|given that|considering that|now that|inasmuch as|so that|although|though|even though|\
    whereas|while|bc|cos|cuz";

/// "as soon as": a condition, or a comparison.
const NOT_WHY: &str = "soon|long|far|well|of|for|per|a|an|many|much|often|usual|always|ever|before|planned|agreed|discussed|promised|if|though|yet|then|next|if|possible";

/// Says when something is: "the licence, which is due on 31 december".
const DUE: &str = "which is due|which are due|that is due|which falls due|which is to be done|which must be done|which has to be done|\
    which needs to be done|which should be done|which ought to be done|which is wanted|which is needed";
const ON: &str = "which is to be|which is|which are|which takes place|which will be|which falls|which will take place|which begins|which starts";

/// The text without such clauses.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let lower = super::text::fold(text);
    let has = |words: &str| words.split('|').any(|w| lower.contains(w));
    if text.contains('\n') || !has(WHY) && !has("which|who") || !text.contains(',') {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let mut edits = Edits::default();
    for sentence in sentences(&c) {
        if let Some(end) = leading(&c, &sentence, run) {
            edits.cut(sentence.start..end);
            continue;
        }
        let mut i = sentence.start + 1;
        while i < sentence.end {
            if !paused(&c, i) {
                i += 1;
                continue;
            }
            if let Some((words, instead)) = dated(&c, i, sentence.end) {
                i = words.end;
                edits.put(words, instead);
            } else if let Some(at) = clause(&c, i, sentence.end, run) {
                i = at.end;
                edits.cut(at);
            } else {
                i += 1;
            }
        }
    }
    edits.apply(&c)
}

fn paused(c: &Clause, i: usize) -> bool {
    i > 0 && c.toks.get(i - 1).is_some_and(|t| !t.quoted && t.after == Some(','))
}

/// "As I grow forgetful, please …": where the order begins.
fn leading(c: &Clause, sentence: &Range<usize>, run: &Run<'_>) -> Option<usize> {
    let why = c.any(
        sentence.start,
        "as|since|because|seeing that|seeing as|given that|considering that|now that|although|though",
    )?;
    let end = (why + 1..sentence.end).find(|i| paused(c, *i) && orders(c, &(*i..sentence.end), run))?;
    let told = why..end;
    // "as the passport has come, file it": what "it" is is named there.
    let named = !matches!(run.find(&content(c.slice(told.clone())), Want::Open), Match::None | Match::Weak(_));
    let refers = (end..sentence.end).any(|i| one_of(c.word(i), "it|that|them|this|those"));
    let open =
        told.clone().any(|i| one_of(c.word(i), "due|deadline|priority|label") || fields::level(c.word(i)).is_some());
    let more = open || named && refers || one_of(c.word(why), NOT_WHY);
    (tells(c, &told) && !more).then_some(end)
}

/// ", which is due on 31 december": the words in front of the date, and what stands for them.
fn dated(c: &Clause, i: usize, end: usize) -> Option<(Range<usize>, &'static str)> {
    let at = |from: usize| c.found.iter().map(|f| c.toks_of(&f.span)).find(|r| r.start == from && r.end <= end);
    // The date ends the sentence: what goes on may be where something moves.
    let ends =
        |from: usize| at(from).filter(|r| r.end == end || c.toks.get(r.end - 1).is_some_and(|t| t.after.is_some()));
    // "due on 31 december" may be one phrase.
    if let Some(word) = c.any(i, DUE).filter(|word| (word - 1..=*word).any(|from| ends(from).is_some())) {
        return Some((i..word, "due"));
    }
    let word = c.any(i, ON).filter(|word| ends(*word).is_some())?;
    Some((i..word, ""))
}

/// A clause that tells why, or who or what somebody or something is, from a comma on.
fn clause(c: &Clause, i: usize, end: usize, run: &Run<'_>) -> Option<Range<usize>> {
    let why = c.any(i, WHY).filter(|e| !one_of(c.word(*e), NOT_WHY));
    let relative = one_of(c.word(i), "which|who|whom|whose");
    let from = match why {
        Some(e) => e,
        None if relative => i + 1,
        None => return None,
    };
    let stop = (from + 1..end).find(|k| paused(c, *k) && goes_on(c, *k, end, run)).unwrap_or(end);
    let told = from..stop;
    let finite = if relative { (from..stop.min(from + 4)).any(|k| is_finite(c, k)) } else { tells(c, &told) };
    let open = (i..stop).any(|k| {
        c.toks.get(k).is_some_and(|t| t.quoted)
            || one_of(
                c.word(k),
                "if|unless|except|instead|otherwise|remind|priority|label|labelled|tag|deadline|due|needed|required|wanted",
            )
            || fields::level(c.word(k)).is_some()
    });
    // Of a relative clause with a date, and of "as it is on friday", it is not told whose date it is.
    let whose = relative || one_of(c.word(from), "it|it's|this|that|that's|they|they're");
    let ahead = whose && c.found.iter().any(|f| told.contains(&c.toks_of(&f.span).start));
    (finite && !open && !ahead).then_some(i..stop)
}

/// Whether behind a comma the order goes on: with another verb, or with when.
fn goes_on(c: &Clause, i: usize, end: usize, run: &Run<'_>) -> bool {
    let at = c.any(i, "and then|and also|and|then|but|so").unwrap_or(i);
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).start == i);
    let led = one_of(c.word(i), "to|until|till") && c.found.iter().any(|f| c.toks_of(&f.span).start == i + 1);
    dated || led || orders(c, &(at..end), run) && at < end
}
