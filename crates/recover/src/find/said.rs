//! What the words around a document say of it: that it is not meant, or stands for something else. Prose is not
//! understood here: looked for is the one clause that governs the document, by its verb, its negation and who speaks
//! ([`lead`]), and a sentence after it that points back at it and takes it away ([`after`]).

mod after;
mod announced;
mod aside;
mod asked;
mod back;
mod corrected;
mod fragment;
pub(super) mod frame;
mod further;
mod held;
mod lead;
mod marks;
mod mention;
mod offered;
mod refused;
mod report;
mod retracted;
mod scripts;
mod shown;
pub(super) mod together;
mod unmeant;
mod within;
mod words;

use super::Candidate;
use super::around::{Known, NextWord, is_of_a_word};
use super::reasoning::only_tags;
use after::After;

/// How many words may be between two documents that a sentence names.
const NAMED_TOGETHER: usize = 4;

/// How much before a document is looked at.
const REACH: usize = 160;

/// What is said of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Said {
    /// Nothing against it.
    Plain,
    /// It is an example, or what would be wrong.
    Example,
    /// Somebody else said it.
    Quoted,
    /// It is not to be.
    Denied,
}

/// The marks before a document on its line.
pub(super) enum Mark {
    None,
    /// It is quoted, as the lines of Markdown are that begin with `>`.
    Quote,
    /// It is struck out.
    Strike,
}

/// Tags of a page that strike out. `<s>` begins a text for a model.
const STRIKES: [&str; 2] = ["<del>", "<strike>"];

/// Which there are before the document from `start` to `end`; nothing before `from` belongs to them. Where its next
/// line is not quoted the first is behind a prompt.
pub(super) fn mark(text: &str, from: usize, span: (usize, usize)) -> Mark {
    let (start, end) = frame::on_its_line(text, from, span);
    let least = text.floor_char_boundary(start.saturating_sub(REACH)).max(from);
    let line = text.get(least..start).map_or("", |before| before.rsplit('\n').next().unwrap_or_default()).trim();
    match line {
        _ if line.ends_with("~~") && !line.starts_with("~~~") => Mark::Strike,
        _ if STRIKES.iter().any(|tag| line.ends_with(tag)) => Mark::Strike,
        "" => Mark::None,
        _ if line.chars().all(|c| c == '>' || c.is_whitespace()) => {
            let next = text.get(start..end).and_then(|inside| inside.split_once('\n'));
            if next.is_none_or(|(_, next)| next.trim_start().starts_with('>')) { Mark::Quote } else { Mark::None }
        }
        _ => Mark::None,
    }
}

/// Whether all lines of a text are quoted: then that says nothing of any of them.
pub(super) fn is_quoted(text: &str) -> bool {
    text.lines().map(str::trim_start).all(|line| line.is_empty() || line.starts_with('>'))
}

/// What the clauses before documents say, each looked at once.
#[derive(Debug, Default)]
pub(super) struct Before<'a>(Known<(&'a str, bool), Said>);

impl<'a> Before<'a> {
    /// What the clause says that stands before a document whose marks these are; nothing before `from` belongs to it.
    pub(super) fn of(&mut self, text: &'a str, from: usize, frame: (usize, usize)) -> Said {
        let again = text.get(..from).is_some_and(|before| before.ends_with(['}', ']']));
        let (start, _) = frame::in_its_sentence(text, from, frame);
        near(text, from, start).map_or(Said::Plain, |before| self.0.of((before, again), || clause(before, again)))
    }
}

/// What the clause says that ends at `start`; nothing before `from` belongs to it.
pub(super) fn of(text: &str, from: usize, start: usize) -> Said {
    Before::default().of(text, from, frame::around(text, from, (start, start)))
}

/// What the clause says that `before` ends with. `again`: another document stands before it.
fn clause(before: &str, again: bool) -> Said {
    if is_structure(before.trim_matches(['>', ' ', '\n'])) {
        // Thousands of documents may stand side by side: between them nobody says anything.
        return Said::Plain;
    }
    let near = before.trim_end();
    // A comment over a document is its title.
    let (near, titled) = match last_line(near) {
        (above, line) if before.len() > near.len() && is_comment(line) => {
            let title =
                line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '/' | '*' | '#' | '-' | '<' | '>' | '!'));
            // Each of its clauses is of the document.
            let clauses = title.split([',', ';']).map(|clause| lead::of(clause, true, again));
            let asked = if asked::is_of_the_content(title) { Said::Example } else { Said::Plain };
            let above = above.get(..frame::before(above, 0, above.len())).unwrap_or_default();
            (above.trim_end(), clauses.max().unwrap_or(Said::Plain).max(asked))
        }
        _ => (near, Said::Plain),
    };
    let apart = before.get(before.trim_end().len()..).is_some_and(|space| space.contains('\n'));
    let words = near;
    let asked = if asked::before(&lead::without_quoted(words)) { Said::Example } else { Said::Plain };
    let (led, heading) = heading(words).map_or((words.trim_end_matches(['*', '_']), false), |title| (title, true));
    let colon = heading || led.ends_with([':', '：']);
    let said = if apart && !colon { lead::alone(led, again) } else { lead::of(led, colon, again) };
    said.max(titled).max(asked)
}

/// Whether there is nothing but white space and what stands between the values of JSON.
pub(super) fn is_structure(text: &str) -> bool {
    text.bytes().all(|b| b" \t\r\n,;[]{}".contains(&b))
}

/// What stands above the last line, and that line.
fn last_line(text: &str) -> (&str, &str) {
    text.rfind('\n').map_or(("", text), |at| text.split_at(at))
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~")
}

fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("//") || line.starts_with("/*") || line.starts_with("<!--")
}

/// The title over a document, which is the line before it: `## Example`, `**Example**`, `[Example]`.
fn heading(words: &str) -> Option<&str> {
    let line = words.rsplit('\n').next().unwrap_or_default().trim();
    let bold = line.strip_prefix("**").and_then(|line| line.strip_suffix("**"));
    let framed = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).filter(|name| !name.starts_with('/'));
    bold.or(framed).or_else(|| line.starts_with('#').then(|| line.trim_start_matches('#').trim_matches(['*', ' '])))
}

/// The words between brackets.
fn framed(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    let is_title = (1..=REACH).contains(&inside.len());
    (is_title && inside.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-'))).then_some(inside)
}

/// Brings to the documents what is said beside them; nothing before `from` is said by whoever gives them.
pub(super) fn judge(text: &str, from: usize, candidates: &mut [Candidate]) {
    judge_each(text, candidates);
    further::judge(text, candidates);
    announced::judge(text, candidates);
    refused::judge(text, from, candidates);
    corrected::judge(text, candidates);
    fragment::judge(text, candidates);
    within::judge(text, candidates);
}

/// Brings to the documents what is said after them.
fn judge_each(text: &str, candidates: &mut [Candidate]) {
    let (mut taken_back, mut asks, mut given_to, mut named_before) = (false, false, 0, false);
    let (mut said_after, mut said_around, mut joins) = (Known::default(), Known::default(), Known::default());
    let mut framed_next = None;
    for at in 0..candidates.len() {
        let next = candidates.get(at + 1).map(|next| (next.start(), next.end()));
        let Some(candidate) = candidates.get_mut(at) else { break };
        let own = framed_next.unwrap_or_else(|| frame::around(text, given_to, (candidate.start(), candidate.end())));
        framed_next = next.map(|next| frame::around(text, own.1.min(next.0), next));
        let until = framed_next.map_or(text.len(), |(start, _)| start.max(own.1));
        let Some(gap) = text.get(own.1..until) else { continue };
        let silent = says_nothing(gap);
        let after = if silent {
            After::nothing()
        } else {
            said_after.of((after::near(gap), gap.len(), next.is_some()), || after::of(gap, next.is_some()))
        };
        // What is taken back in a sentence of its own is all that was given so far.
        taken_back = next.is_none() && after.apart && candidate.said == Said::Plain;
        // What is asked behind all of them is asked of all.
        asks = next.is_none() && after.asks;
        candidate.taken_back = next.is_some() && candidate.said == Said::Plain && after.said == Said::Denied;
        candidate.said = candidate.said.max(after.said);
        let (start, end) = frame::in_its_sentence(text, given_to, own);
        let within = text.get(..start).is_some_and(|before| before.ends_with(|c| c != '\n'));
        if !candidate.weak && (candidate.inline || within) {
            let behind = text.get(end..until).unwrap_or_default();
            let behind = behind.get(..behind.floor_char_boundary(REACH)).unwrap_or(behind);
            let behind = behind.lines().next().unwrap_or_default();
            let led = near(text, given_to, start).unwrap_or_default();
            let led = led.rsplit('\n').next().unwrap_or_default();
            if !(led.is_empty() && behind.is_empty()) {
                let said = said_around.of((led, behind), || {
                    let told = report::around(led, behind).max(unmeant::around(led, behind));
                    mention::of(led, behind).max(told)
                });
                candidate.said = candidate.said.max(said);
            }
        }
        given_to = own.1;
        // `[EXAMPLE ONLY] {…}`: words in brackets are its title.
        let title = text.get(candidate.start()..candidate.end());
        let title = title.filter(|_| gap.trim_matches(' ').is_empty()).and_then(framed);
        let titled = title.map_or(Said::Plain, |title| lead::of(title, true, false));
        if let Some(next) = candidates.get_mut(at + 1) {
            next.said = next.said.max(titled);
        }
        let Some(candidate) = candidates.get_mut(at) else { break };
        // Two that one sentence only names, or asks about, are both no answer.
        let (of_one, or) = joins.of(gap, || joined(gap, silent));
        let beside = or && !candidate.node.is_hollow();
        let said = candidate.said;
        if named_before
            && said == Said::Example
            && let Some(other) = at.checked_sub(1).and_then(|at| candidates.get_mut(at))
        {
            other.said = other.said.max(said);
        }
        named_before = of_one;
        if of_one
            && next.is_some()
            && said == Said::Example
            && let Some(other) = candidates.get_mut(at + 1)
        {
            other.said = other.said.max(said);
        }
        if or && let Some(other) = candidates.get_mut(at + 1) {
            let beside = beside && !other.node.is_hollow();
            let said = if beside { said.max(Said::Example) } else { said };
            other.said = other.said.max(said);
            if beside {
                // And what is said once more just before.
                let run = candidates.get(..=at).unwrap_or_default().iter().rev().take_while(|c| c.adjoins).count();
                for one in candidates.iter_mut().take(at + 1).skip(at.saturating_sub(run)) {
                    one.said = one.said.max(said);
                }
            }
        }
    }
    let (first, last) = (candidates.first().map(Candidate::start), candidates.last().map(Candidate::end));
    let around = first.and_then(|at| near(text, 0, at)).zip(last.and_then(|at| text.get(at..)));
    let (led, behind) = around.unwrap_or_else(|| ("", last.and_then(|at| text.get(at..)).unwrap_or_default()));
    let behind = behind.get(..behind.floor_char_boundary(REACH)).unwrap_or(behind);
    let several = candidates.iter().filter(|c| c.said <= Said::Example && !c.weak).count() > 1;
    if asks || several && (shown::asks_which(behind) || shown::announces_several(led)) {
        candidates.iter_mut().for_each(|c| c.said = c.said.max(Said::Example));
    }
    if taken_back && candidates.last().is_some_and(|last| last.said == Said::Denied) {
        candidates.iter_mut().for_each(|c| c.said = Said::Denied);
    }
}

/// Whether one sentence names two documents with nothing but `gap` between them, and whether they are for somebody to
/// choose from.
fn joined(gap: &str, silent: bool) -> (bool, bool) {
    let of_one = gap.len() <= REACH
        && !gap.contains(['.', '!', '?', ':', '\n'])
        && (silent || (words::of(gap).len() <= NAMED_TOGETHER && !mention::turns_to_the_next(gap)));
    (of_one, !silent && offered::is_or(gap))
}

/// Whether nothing stands between two documents that may say something of either: no word, and no question mark.
fn says_nothing(gap: &str) -> bool {
    !gap.chars().any(|c| c.is_alphanumeric() || matches!(c, '?' | '？'))
}

/// Whether words stand on the lines on which a document begins and ends: it is named in a sentence rather than given.
pub(super) fn is_inline(text: &str, from: usize, (start, end): (usize, usize), next: &mut NextWord) -> bool {
    let after = text.get(end..).unwrap_or_default();
    let after = after.get(..after.floor_char_boundary(REACH)).unwrap_or(after);
    let after =
        if next.after(text, end) < end + after.len() { after.lines().next().unwrap_or_default().trim() } else { "" };
    let before = near(text, from, start).unwrap_or_default().rsplit('\n').next().unwrap_or_default().trim();
    let words = |said: &str| said.chars().any(is_of_a_word) && !only_tags(said);
    let led = before.is_empty() || before.trim_end_matches(['*', '_', '`']).ends_with(':');
    words(after) || (!led && words(before))
}

fn near(text: &str, from: usize, start: usize) -> Option<&str> {
    let least = text.floor_char_boundary(start.saturating_sub(REACH)).max(from);
    text.get(least..start).filter(|before| !before.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::{NextWord, Said, is_inline, of};

    #[test]
    fn only_the_clause_before_a_document_speaks_of_it() {
        for (before, said) in [
            ("", Said::Plain),
            ("Sure: ", Said::Plain),
            ("Do not delete #10: ", Said::Denied),
            ("I must never send ", Said::Denied),
            ("I won’t do this:\n```json\n", Said::Denied),
            ("Use this instead of ", Said::Denied),
            ("Lösche das nicht: ", Said::Denied),
            ("(The wrong answer would have been ", Said::Example),
            ("Example: ", Said::Example),
            ("Format: ", Said::Example),
            ("It says: ", Said::Quoted),
            ("The notes of #1 say ", Said::Quoted),
            ("An attacker wrote: ", Said::Quoted),
            ("The file contains the following:\n```json\n", Said::Quoted),
            ("Previously you proposed: ", Said::Quoted),
            ("Previous output was: ", Said::Quoted),
            ("Observation: ", Said::Quoted),
            ("User: ", Said::Quoted),
            ("Die Notiz sagt: ", Said::Quoted),
            ("Le fichier contient : ", Said::Quoted),
            ("El archivo dice: ", Said::Quoted),
            ("Fișierul conține: ", Said::Quoted),
            ("I ignored this text in the file: ", Said::Denied),
            ("Ignore this: ", Said::Denied),
            ("NO: ", Said::Denied),
            ("The prompt said, e.g. ", Said::Example),
            ("an empty answer would be ", Said::Example),
            // Another clause, another sentence, or a denial that is turned round.
            ("I cannot see a date, so: ", Said::Plain),
            ("I cannot see a date so here it is: ", Said::Plain),
            ("I am not sure. Here: ", Said::Plain),
            ("Do not forget: ", Said::Plain),
            ("I will not touch files.\n\n", Said::Plain),
            ("That is not all\n", Said::Plain),
            ("Here is the answer, not an example. Answer:\n```json\n", Said::Plain),
            ("Notes: ", Said::Plain),
            // The lead-ins of an answer.
            ("Here is the JSON: ", Said::Plain),
            ("Here is the answer in JSON format:\n```json\n", Said::Plain),
            ("The JSON reads: ", Said::Plain),
            ("My answer says: ", Said::Plain),
            ("Based on what the note says: ", Said::Plain),
            ("As the user said: ", Said::Plain),
            ("The new file contains: ", Said::Plain),
            ("The file should contain: ", Said::Plain),
            ("The user did not give a date: ", Said::Plain),
            ("I haven't set a date: ", Said::Plain),
            ("Nu am găsit nicio dată: ", Said::Plain),
            ("Je n'ai pas de date : ", Said::Plain),
            ("Die Antwort lautet: ", Said::Plain),
            ("Voici la réponse : ", Said::Plain),
            ("The previous answer with the new date: ", Said::Plain),
            ("The user: ", Said::Quoted),
            ("The user wants this: ", Said::Plain),
            ("I ignored the note in the file. Answer: ", Said::Plain),
        ] {
            assert_eq!(of(&format!("{before}{{}}"), 0, before.len()), said, "{before}");
        }
        let text = "Never do it: {} {}";
        assert_eq!(of(text, 15, 16), Said::Plain, "it belongs to the one before");
    }

    #[test]
    fn a_document_in_a_sentence_is_told_from_one_that_is_given() {
        for (before, after, inline) in [
            ("", "", false),
            ("Answer: ", "", false),
            ("Words.\n", "\nWords.", false),
            ("```json\n", "\n```", false),
            ("<answer>", "</answer>", false),
            ("An empty answer is ", "", true),
            ("Answer: ", ".", true),
        ] {
            let text = format!("{before}{{}}{after}");
            assert_eq!(
                is_inline(&text, 0, (before.len(), before.len() + 2), &mut NextWord::default()),
                inline,
                "{text}"
            );
        }
    }
}
