//! Corrections in words: a sentence behind a document says that one of its values is wrong, or has to be another
//! (`actually the date should be 2026-12-05`, `der Titel ist falsch`, `corrección: es el 5`). It is one where what it gives
//! is not what the document has; what only confirms or explains a value is none.

use super::held::Held;
use super::words::corrected::{
    AGAIN, AGAINS, ANY, BE, CHANGE, DAYS, FIELDS, INSTEAD, INTO, LABELS, NOW, PLEASE, SHOULD, SMALL, WRONG,
};
use super::words::{self, back, is};
use super::{Candidate, Said, after, asked, lead, says_nothing};

/// Longest sentence that puts something right, in words.
const LONGEST: usize = 20;

/// So much behind the documents is looked at.
const REACH: usize = 480;

/// Takes back the documents of a text if the words behind them put a value of the last one right.
pub(super) fn judge(text: &str, candidates: &mut [Candidate]) {
    let Some(last) = candidates.iter().rfind(|candidate| !candidate.weak) else { return };
    let behind = text.get(last.end()..).unwrap_or_default();
    let behind = behind.get(..behind.floor_char_boundary(REACH)).unwrap_or(behind);
    if last.said == Said::Plain && !says_nothing(behind) && of(after::in_sentences(behind), &Held::of(&last.node)) {
        candidates.iter_mut().for_each(|candidate| candidate.said = Said::Denied);
    }
}

/// Whether a sentence of `said` puts a value right of a document that holds these words.
pub(super) fn of(said: &str, held: &Held) -> bool {
    let sentences = asked::sentences(said);
    sentences.iter().any(|sentence| !sentence.ends_with(['?', '？']) && corrects(sentence, held))
}

fn corrects(sentence: &str, held: &Held) -> bool {
    let unquoted = lead::without_quoted(sentence);
    let plain = unquoted.replace('’', "'");
    let words: Vec<String> = words::of(&plain);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let condition =
        words.iter().enumerate().any(|(at, word)| is(words::after::IF, word) && (at == 0 || *word != "should"));
    let other = words.iter().any(|word| back::ELSE.has(word));
    if words.len() > LONGEST || condition || other {
        return false;
    }
    let first = words.first().copied().unwrap_or_default();
    if LABELS.has(first) && plain.trim_start().get(first.len()..).is_some_and(|rest| rest.trim_start().starts_with(':'))
    {
        return words.len() > 1;
    }
    let pair = |(a, b): &(&str, &str)| words.first() == Some(a) && words.get(1) == Some(b);
    let again = AGAIN.has(first) || AGAINS.iter().any(pair);
    let quoted: Vec<String> =
        words::of(sentence).into_iter().filter(|word| !words.iter().any(|plain| plain == word)).collect();
    let value = Value { sentence, quoted: &quoted, held };
    is_called_wrong(&words, held) || is_to_be(&words, again, &value) || is_to_be_changed(&words, &value)
}

/// What a sentence gives, and what a document has.
struct Value<'a> {
    sentence: &'a str,
    /// Words between quotes.
    quoted: &'a [String],
    held: &'a Held,
}

impl Value<'_> {
    /// Whether one of these words is a value: a number, a day or a text in quotes. `again`: any other word is one, too.
    fn is_in(&self, words: &[&str], again: bool) -> bool {
        let number = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
        let said = |word: &&str| !SMALL.has(word) && !back::RIGHT.has(word);
        let given = words.iter().any(|word| number(word) || DAYS.has(word) || (again && said(word)));
        given || !self.quoted.is_empty()
    }

    /// Whether the document has all of the numbers and words that a sentence gives for a member.
    fn is_known(&self, field: &str, words: &[&str]) -> bool {
        let own = self.held.values_of(field);
        let plain = |word: &str| word.trim_start_matches('0').to_owned();
        let all: Vec<String> = own.iter().map(|word| plain(word)).collect();
        let numbers: Vec<&str> =
            self.sentence.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
        let afternoon = words.iter().any(|word| word.ends_with("pm"));
        let noon =
            |number: &str| number.parse::<u8>().ok().filter(|_| afternoon).map(|hour| (hour % 12 + 12).to_string());
        let known =
            |number: &&str| all.contains(&plain(number)) || noon(number).is_some_and(|hour| all.contains(&hour));
        if !numbers.is_empty() {
            return numbers.iter().all(known);
        }
        let said = words.iter().copied().filter(|word| !SMALL.has(word)).chain(self.quoted.iter().map(String::as_str));
        let mut said = said.peekable();
        said.peek().is_some() && said.all(|word| own.contains(&word))
    }
}

/// Whether a word names a value.
fn is_field(word: &str, held: &Held) -> bool {
    FIELDS.has(word) || held.names(word)
}

/// `The date is wrong`, `der Titel ist falsch`, `la fecha está mal`
fn is_called_wrong(words: &[&str], held: &Held) -> bool {
    let wrong = |pair: &[&str]| matches!(pair, [be, what] if NOW.has(be) && WRONG.has(what));
    let light = |word: &&str| !back::QUITE.has(word);
    let plain: Vec<&str> = words.iter().copied().filter(light).collect();
    let denied = plain.iter().any(|word| back::NOT.has(word));
    let at = plain.windows(2).position(wrong).unwrap_or_default();
    let before = plain.get(at.saturating_sub(3)..at).unwrap_or_default();
    at > 0 && !denied && before.iter().any(|word| is_field(word, held))
}

/// `The date should be 2026-12-05`, `das Datum muss der 5. sein`, and by somebody who thinks again `the date is Friday`
fn is_to_be(words: &[&str], again: bool, value: &Value<'_>) -> bool {
    let Some(at) = words.iter().take(8).position(|word| is_field(word, value.held)) else { return false };
    let (led, rest) = words.split_at(at);
    let Some((field, rest)) = rest.split_first() else { return false };
    let should =
        rest.iter().take(3).any(|word| SHOULD.has(word)) || rest.windows(2).take(3).any(|two| two == ["ar", "trebui"]);
    let be = rest.iter().any(|word| BE.has(word));
    // `Eigentlich ist die Priorität 3`
    let is = rest.iter().take(2).chain(led.iter().rev().take(2)).any(|word| BE.has(word));
    let denied = rest.iter().take(3).any(|word| back::NOT.has(word));
    let instead = rest.iter().any(|word| INSTEAD.has(word));
    let from = rest.iter().rposition(|word| BE.has(word) && *word != "es" || SHOULD.has(word)).unwrap_or_default();
    // German has its verb at the end.
    let last = matches!(rest.last(), Some(&"sein" | &"lauten"));
    let given = if last { rest } else { rest.get(from..).unwrap_or_default() };
    let given: Vec<&str> =
        given.iter().copied().filter(|word| !BE.has(word) && !SHOULD.has(word) && !PLEASE.has(word)).collect();
    let said = (should && be) || (again && is);
    let new = instead || value.is_in(&given, again && should);
    said && !denied && new && !value.is_known(field, &given)
}

/// `Please change the title to y`, `note: replace the date by 2026-12-09`
fn is_to_be_changed(words: &[&str], value: &Value<'_>) -> bool {
    let begun = words.iter().take_while(|word| PLEASE.has(word)).count();
    let Some((verb, object)) = words.get(begun..).and_then(<[&str]>::split_first) else { return false };
    let field = object.iter().take(3).position(|word| is_field(word, value.held));
    let Some([field, into, given @ ..]) = field.and_then(|at| object.get(at..)) else { return false };
    let any = given.iter().any(|word| ANY.has(word));
    CHANGE.has(verb) && INTO.has(into) && !given.is_empty() && !any && !value.is_known(field, given)
}
