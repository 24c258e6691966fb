//! Further examples: a model that does not stop goes on as the texts do that it was shown. Behind its answer a line
//! begins with a label and somebody's words (`Request: delete the milk`), and another answer follows (`JSON: {…}`). It is
//! to no question that was asked. The label may be any: what it must not be is one that whoever answers puts before words
//! of their own (`Note:`, `Correction:`, `Also:`, `Step 2:`).

use super::words::{self, aside, back, before, corrected, further, is, refused};
use super::{Candidate, Said, heading, is_fence, last_line, marks};

/// So much between an answer and the next document is looked at.
const REACH: usize = 480;

/// How many gaps between documents are looked at.
const GAPS: usize = 16;

/// Longest label, in words.
const LABEL: usize = 3;

/// Brings to the documents behind an answer that they are further examples.
pub(super) fn judge(text: &str, candidates: &mut [Candidate]) {
    let is_answer = |c: &Candidate| !c.weak && c.closed() && c.said == Said::Plain && !c.taken_back;
    let (mut start, mut end) = (0, None);
    let mut gaps = GAPS;
    for candidate in candidates.iter_mut() {
        if let Some(end) = end
            && !candidate.weak
            && gaps > 0
            && let Some(gap) = text.get(end..candidate.start()).filter(|gap| gap.contains(':'))
        {
            gaps -= 1;
            if introduces_another(gap) || gives_a_result(gap) && !follows_a_label(text, start) {
                candidate.said = candidate.said.max(Said::Quoted);
            }
        }
        if end.is_some() && !candidate.weak || is_answer(candidate) {
            (start, end) = (candidate.start(), Some(candidate.end()));
        }
    }
}

/// Whether the words between two documents introduce somebody's words, which the second answers.
fn introduces_another(gap: &str) -> bool {
    if gap.len() > REACH {
        return false;
    }
    let mut lines: Vec<&str> = gap.lines().map(str::trim).collect();
    // Behind the document its line goes on.
    if !gap.starts_with(['\n', '\r']) && !lines.is_empty() {
        lines.remove(0);
    }
    let said = |line: &&str| line.chars().any(char::is_alphanumeric) && !is_fence(line);
    let Some(last) = lines.iter().copied().rfind(said) else { return false };
    if words::of(last).iter().any(|word| further::ANEW.has(word)) {
        return false;
    }
    let mut above = true;
    lines.iter().any(|line| {
        let titles = line.ends_with([':', '：']) || line.starts_with('#');
        let begins = above && said(line);
        above = !said(line) || above && titles;
        begins && is_labelled_by_another(line)
    })
}

/// `Result:`, `Output:`, `Ergebnis:` and nothing more at once behind an answer: what it led to, and no answer.
fn gives_a_result(gap: &str) -> bool {
    let said = marks::untagged(gap);
    let words = words::of(&said);
    let led = said.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '*')).ends_with([':', '：']);
    led && (1..=LABEL).contains(&words.len()) && words.iter().all(|word| further::RESULTS.has(word))
}

/// Whether a short label stands before a document (`Input: {…}`, `Draft:`, `**Draft**`), or what whoever answers thought of it on the
/// line above (`Analysis: I should complete 1.`): then what is called the result is the answer.
fn follows_a_label(text: &str, start: usize) -> bool {
    let mut before = text.get(..start).unwrap_or_default().trim_end();
    if let (above, fence) = last_line(before)
        && is_fence(fence)
    {
        before = above.trim_end();
    }
    if heading(before).is_some_and(|title| words::of(title).iter().any(|word| further::PLANS.has(word))) {
        return true;
    }
    let line = last_line(before).1.trim_matches(['*', '_', '#', ' ', '\n']);
    let answer = |w: &String| (back::ANSWERS.has(w) || is(words::ANSWERS, w)) && !further::PLANS.has(w);
    let label = words::of(line);
    if line.ends_with([':', '：']) {
        return (1..=2).contains(&label.len()) && !label.iter().any(answer);
    }
    let thought = line.split_once([':', '：']).map(|(label, _)| words::of(label)).unwrap_or_default();
    (1..=2).contains(&thought.len()) && thought.iter().any(|w| further::PLANS.has(w) || further::THOUGHTS.has(w))
}

/// `Request: delete the milk`, `**Q:** what now?`: a label and words, and not the label of an answer or of a remark on it.
fn is_labelled_by_another(line: &str) -> bool {
    let Some((label, said)) = line.split_once([':', '：']) else { return false };
    if label.starts_with(['-', '•', '+']) || label.contains(['.', ',', ';', '!', '?', '`']) || label.len() > REACH / 8
    {
        return false;
    }
    let label = words::of(label);
    // `Task 2: …`, and not `Task: …`
    let several = label.len() > 1;
    let own = |word: &String| {
        further::OWN.has(word)
            || further::ANEW.has(word)
            || (back::ANSWERS.has(word) && !SENT.has(word))
            || is(words::ANSWERS, word)
            || back::HEDGES.has(word)
            || back::ELSE.has(word)
            || back::WRONG.has(word)
            || corrected::LABELS.has(word)
            || refused::TURNS.has(word)
            || refused::GIVES.has(word)
            || aside::ADDS.has(word)
            || aside::STEPS.has(word) && (several || !SENT.has(word))
            || aside::SECONDS.has(word)
            || aside::TRIALS.has(word)
            || is(before::I, word)
            || is(before::OPTIONS, word)
            || is(before::ALTERNATIVELY, word)
            || is(before::UNDO, word)
            || is(words::THIS, word)
    };
    let numbered = label.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit()));
    (1..=LABEL).contains(&label.len()) && !numbered && !label.iter().any(own) && said.chars().any(char::is_alphanumeric)
}

/// What an answer or a part of it may be called, and what is sent to whoever gives it, too.
const SENT: words::Words =
    words::Words::list("message nachricht mensaje mesajul task todo aufgabe tâche tarea sarcina");

#[cfg(test)]
mod tests {
    use super::introduces_another;

    #[test]
    fn a_label_and_words_introduce_a_further_example() {
        for gap in [
            "\n\nRequest: delete the milk\nJSON: ",
            "\nQ: delete 9\nA: ",
            "\n  Message: delete 9\n```json\n",
            "\n```\n\nAnfrage: lösche die Milch\nAusgabe:\n```json\n",
            "\n\nDemande : supprime le lait\nRéponse : ",
            "\n\nExample 2:\nInput: delete 9\n",
            "\n\nTask: delete 9\nResult: ",
            "\n\nLet me know!\n\nSorgu: sil\nYanıt: ",
        ] {
            assert!(introduces_another(gap), "{gap:?}");
        }
        for gap in [
            "\n",
            "\n\nAlso:\n",
            "\n\nCorrection: the id was wrong.\n",
            "\n\nNote: milk is 9.\nJSON: ",
            "\n\nWait: you said 9.\n",
            "\n\nStep 2: delete the milk\n",
            "\n\n- Milk: it is 9\n",
            "\n\nMilk: you want it gone.\nCorrected JSON:\n",
            "\nThis is what I have understood: delete 9.\n",
            "\n\nBread:\n",
            "\n\nErklärung: die Milch ist 9.\n",
        ] {
            assert!(!introduces_another(gap), "{gap:?}");
        }
    }
}
