//! Documents that belong together by the words between them: `Also:`, `and`, `Step 2:` behind `Step 1:`.

use super::words::aside::{ADDS, LITTLE, SECONDS, STEPS};
use super::words::{corrected, further};
use super::{frame, heading, is_fence, words};

/// How much of the words before and between is looked at.
const REACH: usize = 120;

/// Most words that say nothing but that something is added.
const ADDED: usize = 4;

/// Whether the words between two documents of a text, which stand at these offsets, say that the second is wanted, too.
pub(in crate::find) fn are_joined(text: &str, first: (usize, usize), second: (usize, usize)) -> bool {
    if text.get(first.1..second.0).is_none_or(|gap| gap.len() > 2 * REACH || !gap.contains(char::is_alphanumeric)) {
        return false;
    }
    let (start, end) = frame::around(text, 0, first);
    let (until, _) = frame::around(text, end.min(second.0), second);
    let lead = text.get(..start).unwrap_or_default();
    text.get(end..until).is_some_and(|gap| joins(lead, gap))
}

/// The same of the words between them; `lead` is what stands before the first.
fn joins(lead: &str, gap: &str) -> bool {
    if gap.len() > REACH || !gap.contains(char::is_alphanumeric) || gap.contains(['?', '!', '<']) {
        return false;
    }
    let label = label(gap);
    let said = words::of(&label);
    let adds = |word: &String| ADDS.has(word);
    if said.len() <= ADDED && said.iter().any(adds) && said.iter().all(|word| adds(word) || LITTLE.has(word)) {
        return true;
    }
    let titled = label.trim_end_matches(['*', '_']).ends_with(':') || label.starts_with(['#', '*']);
    if titled && said.len() <= 3 && said.first().or(said.get(1)).is_some() && said.iter().any(|word| SECONDS.has(word))
    {
        return said
            .iter()
            .all(|word| SECONDS.has(word) || matches!(word.as_str(), "al" | "în" | "rând" | "en" | "lugar"));
    }
    let (named, two) = match said.as_slice() {
        [two] if label.ends_with(['.', ')']) => (None, two),
        [named, two] if titled && STEPS.has(named) => (Some(named), two),
        _ => return false,
    };
    let lead = lead.get(lead.floor_char_boundary(lead.len().saturating_sub(REACH))..).unwrap_or_default();
    let before = words::of(&self::label(lead.rsplit("\n\n").next().unwrap_or_default()));
    let (step, one) = match before.as_slice() {
        [.., step, one] => (Some(step), one),
        [one] => (None, one),
        [] => return false,
    };
    (named.is_none() || named == step) && follows(one, two)
}

/// So many bytes between an answer and the one in its place are looked at.
const REACH_ANEW: usize = 480;

/// Longest label of what takes a place, in words.
const LABEL_ANEW: usize = 8;

/// Whether the words between two documents put the second in the place of the first: a label before the second
/// (`Corrected:`, `Sorry, the correct version:`, `Final answer:`), somebody who thinks again (`Wait, that misses it.`), and
/// the channel of an answer.
pub(in crate::find) fn takes_its_place(gap: &str) -> bool {
    if gap.len() > REACH_ANEW || !gap.contains(char::is_alphabetic) {
        return false;
    }
    let again = |word: &String| corrected::AGAIN.has(word) && word != "no";
    let anew = |word: &String| {
        further::ANEW.has(word) || further::CORRECT.has(word) || corrected::LABELS.has(word) || again(word)
    };
    let said = label(gap);
    // `No, it must be:`, and not `No todo is left:`.
    let first = said.split(char::is_whitespace).next().unwrap_or_default();
    let denies = first.ends_with([',', '.', '!', '-', '–', '—', ':', ';']) && said.len() > first.len();
    let denies = denies && words::of(first).first().is_some_and(|word| corrected::AGAIN.has(word));
    // Without its emphasis, and of several sentences the last; or the title over it (`**Final**`).
    let titled = gap.lines().map(str::trim).rfind(|line| !line.is_empty() && !is_fence(line)).and_then(heading);
    let last = said.trim_end_matches(['*', '_', '`', ' ']).strip_suffix([':', '：']).or(titled).unwrap_or_default();
    let last = words::of(last.rsplit(['.', '!', '?']).next().unwrap_or_default());
    gap.contains("<|channel|>final")
        || denies
        || words::of(&said).first().is_some_and(again)
        || last.len() <= LABEL_ANEW && last.iter().any(anew)
}

/// What a part of a text says, without its fences.
fn label(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !is_fence(line)).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// Whether a number is the next after another.
fn follows(one: &str, two: &str) -> bool {
    let number = |word: &str| word.parse::<usize>().ok();
    number(one).zip(number(two)).is_some_and(|(one, two)| one + 1 == two)
}

#[cfg(test)]
mod tests {
    use super::{joins, takes_its_place};

    #[test]
    fn a_label_or_somebody_who_thinks_again_puts_one_in_the_place_of_another() {
        for (gap, anew) in [
            ("\n\nCorrected:\n", true),
            ("\n\nSorry, the correct version:\n\n", true),
            ("\n```\n\n**Final answer:**\n```json\n", true),
            ("\n\nI misread the id. Here is the corrected version:\n", true),
            ("\n\nWait, that misses something.\n\n", true),
            ("\n\nVersion corrigée :\n", true),
            ("<|end|><|start|>assistant<|channel|>final<|message|>", true),
            ("\n\nIt is done. The list then holds:\n", false),
            ("\n\nNo, it must be:\n", true),
            ("\nNo. The id is another:\n", true),
            ("\nNein, es muss so sein:\n", true),
            ("\nNon, plutôt ceci :\n", true),
            ("\nNo, debe ser:\n", true),
            ("\nNu, trebuie să fie:\n", true),
            ("\n\n**Final**\n", true),
            ("\n```\n\n## Corrected answer\n```json\n", true),
            ("\n\n**Result**\n", false),
            ("\n\n## The final state\n\nIt holds this\n", false),
            ("\nNo todo is left:\n", false),
            ("\nNo other todo changes:\n", false),
            ("\nNon-urgent todos:\n", false),
            ("\nNo:\n", false),
            ("\n\nWhat changes:\n", false),
            ("\n\nOkay, todo 1:\n", false),
            ("\n\nThat is right, the todo was ", false),
            ("\n\nThe new title is set, and this is the todo: ", false),
            ("\n\nHere it is as it will be in the updated list of all the todos:\n", false),
            ("\n", false),
        ] {
            assert_eq!(takes_its_place(gap), anew, "{gap:?}");
        }
    }

    #[test]
    fn words_that_add_join_and_others_do_not() {
        for (lead, gap) in [
            ("", "\n\nAlso:\n"),
            ("", " and "),
            ("", "\nAdditionally, "),
            ("```json\n", "\n```\nThen:\n```json\n"),
            ("", "\nUnd außerdem:\n"),
            ("", "\ny también\n"),
            ("", "\nDe plus :\n"),
            ("", "\nDe asemenea:\n"),
            ("First: ", "\nSecond: "),
            ("Erstens: ", "\nZweitens: "),
            ("1. ", "\n2. "),
            ("Step 1:\n", "\n\nStep 2:\n"),
            ("Sure.\n\n**Operation 1**\n```json\n", "\n```\n**Operation 2**\n```json\n"),
        ] {
            assert!(joins(lead, gap), "{lead:?} {gap:?}");
        }
        for (lead, gap) in [
            ("", "\n"),
            ("", "\nor\n"),
            ("", "\nNo, rather:\n"),
            ("", "\nand not "),
            ("", "\nThen again, better:\n"),
            ("Draft 1:\n", "\nDraft 2:\n"),
            ("Answer 1: ", "\nAnswer 2: "),
            ("2. ", "\n1. "),
            ("1. ", "\n3. "),
        ] {
            assert!(!joins(lead, gap), "{lead:?} {gap:?}");
        }
    }
}
