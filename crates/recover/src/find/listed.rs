//! Whether documents that stand apart are the entries of one list: nothing is between them but what sets each off, a
//! fence, a bullet, a number, or the label that the one before has, too.

/// How much of a line before a document is looked at.
const REACH: usize = 80;

/// Words of labels that count.
const ORDINALS: [&str; 9] = ["first", "second", "third", "fourth", "next", "then", "also", "finally", "and"];

/// Whether a document is the next entry after the one before it. `lead` is what stands before that one, `gap` what
/// stands between the two.
pub(super) fn joins(lead: &str, gap: &str) -> bool {
    if gap.len() > 2 * REACH {
        return false;
    }
    let mut between = label(gap);
    match (between.next(), between.next()) {
        (None, _) => gap.contains('`') || gap.contains("~~~"),
        (Some(mark), None) if is_mark(mark) => true,
        (Some(end), Some(next)) if is_of_a_table(end) && is_of_a_table(next) => between.next().is_none(),
        (Some(named), None) if is_title(named) => {
            let lead = lead.get(lead.floor_char_boundary(lead.len().saturating_sub(REACH))..).unwrap_or_default();
            label(lead).last().is_some_and(|before| is_title(before) && alike(before, named))
        }
        _ => false,
    }
}

/// The lines that say something, without fences.
fn label(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.trim());
    let said = lines.filter(|line| !line.starts_with("```") && !line.starts_with("~~~"));
    said.map(|line| line.trim_matches('`').trim()).filter(|line| !line.is_empty())
}

/// What stands over an entry, rather than says something.
fn is_title(line: &str) -> bool {
    line.trim_end_matches('*').ends_with(':') || line.starts_with('#')
}

/// A bullet, or a number.
fn is_mark(line: &str) -> bool {
    let number = line.strip_suffix(['.', ')']).unwrap_or_default();
    matches!(line, "-" | "*" | "+" | "•" | "data:")
        || (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// What ends a row of a table, or begins the next: `|`, `| 2 |`.
fn is_of_a_table(line: &str) -> bool {
    line.starts_with('|') && line.ends_with('|') && !line.contains(char::is_alphabetic)
}

/// Labels of one kind: the same words but for their number, or words that count.
fn alike(one: &str, other: &str) -> bool {
    let words = |line: &str| -> Vec<String> {
        let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
        line.split_whitespace().map(letters).filter(|word: &String| !word.is_empty()).collect()
    };
    let (a, b) = (words(one), words(other));
    let counts = |words: &[String]| words.first().is_some_and(|word| ORDINALS.contains(&word.as_str()));
    (1..=3).contains(&b.len()) && (a == b || (counts(&a) && counts(&b) && a.len() <= 3))
}

#[cfg(test)]
mod tests {
    use super::joins;

    #[test]
    fn entries_of_one_list_are_set_off_alike() {
        for (lead, gap) in [
            ("```json\n", "\n```\n```json\n"),
            ("1. ", "\n2. "),
            ("- ", "\n- "),
            ("Here:\n* `", "`\n* `"),
            ("First: ", "\nSecond: "),
            ("Operation: ", "\nOperation: "),
            ("### Step 1\n", "\n### Step 2\n"),
            ("**Step 1:** ", "\n**Step 2:** "),
            ("| 1 | ", " |\n| 2 | "),
        ] {
            assert!(joins(lead, gap), "{lead:?} {gap:?}");
        }
        for (lead, gap) in [
            ("", "\nNo, rather:\n"),
            ("Draft: ", "\nFinal: "),
            ("Example: ", "\nAnswer: "),
            ("```json\n", "\n```\nCorrected:\n```json\n"),
            ("", " then "),
        ] {
            assert!(!joins(lead, gap), "{lead:?} {gap:?}");
        }
    }
}
