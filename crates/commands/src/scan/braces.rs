//! What braces come to, as a shell does it before it reads the word any further: `{a,b}.txt`, `{1..3}`, one in another
//! and several in a word.

/// Into more words than this no word is spread.
const MOST: usize = 64;
/// A word with nothing but one list may come to more words, of so many letters altogether.
const LETTERS: usize = 64 * 1024;
/// Of more pairs than this in a word it is not looked what they come to.
const PAIRS: usize = 16;

/// A letter of a word as it is written, and whether it means what it is: not quoted, and in no substitution.
type Written = (char, bool);

/// What the braces of a word come to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// The words, as they are written; the word itself where it has no braces.
    pub(super) words: Vec<String>,
    /// Whether there are more than these: then each range stands for its ends, and one of letters, which may spell a
    /// name, for any letter.
    pub(super) cut: bool,
}

/// The words that the braces of one come to. None where its lists alone come to too many.
pub(super) fn spread(written: &str) -> Option<Spread> {
    if !written.contains('{') {
        return Some(Spread { words: vec![written.to_owned()], cut: false });
    }
    let letters = marked(written);
    let pairs = letters.iter().filter(|letter| **letter == ('{', true)).count();
    if pairs > PAIRS {
        return None;
    }
    let alone = if pairs == 1 { listed(&letters) } else { 0 };
    let all = come_to(&letters, alone.max(MOST), false);
    let cut = all.is_none();
    let words = all.or_else(|| come_to(&letters, MOST, true))?;
    Some(Spread { words: words.into_iter().map(|word| word.into_iter().map(|(c, _)| c).collect()).collect(), cut })
}

/// How many words the one list of a word comes to, unless they have too many letters.
fn listed(letters: &[Written]) -> usize {
    let Some(from) = letters.iter().position(|letter| *letter == ('{', true)) else { return 0 };
    let Some(to) = closes(letters, from) else { return 0 };
    let words = letters[from..to].iter().filter(|letter| **letter == (',', true)).count() + 1;
    let around = letters.len() - (to - from);
    if words * around + letters.len() <= LETTERS { words } else { 0 }
}

fn marked(written: &str) -> Vec<Written> {
    let (mut quote, mut escaped, mut before) = (None, false, ' ');
    // The brackets of `$(…)` and `${…}` that are open.
    let mut open: Vec<char> = Vec::new();
    let mark = |c: char| {
        let plain = !escaped && quote.is_none() && open.is_empty() && !matches!(c, '\'' | '"' | '\\' | '`');
        let begins = matches!(c, '(' | '{') && !escaped && quote != Some('\'') && (before == '$' || !open.is_empty());
        match c {
            _ if escaped => escaped = false,
            '\\' if quote != Some('\'') => escaped = true,
            c if quote == Some(c) => quote = None,
            '\'' | '"' | '`' if quote.is_none() => quote = Some(c),
            '(' if begins => open.push(')'),
            '{' if begins => open.push('}'),
            c if open.last() == Some(&c) => drop(open.pop()),
            _ => {}
        }
        before = c;
        (c, plain && !begins)
    };
    written.chars().map(mark).collect()
}

/// The words that letters come to, no more than so many, with no more of each range than its ends where it is `cut`.
fn come_to(letters: &[Written], most: usize, cut: bool) -> Option<Vec<Vec<Written>>> {
    let begin = (0..letters.len()).filter(|at| letters[*at] == ('{', true));
    let Some((from, to, choices)) = begin.into_iter().find_map(|from| {
        let to = closes(letters, from)?;
        Some((from, to, choices(&letters[from + 1..to], cut)?))
    }) else {
        return Some(vec![letters.to_vec()]);
    };
    let (mut found, behind) = (Vec::new(), come_to(&letters[to + 1..], most, cut)?);
    for choice in choices {
        for middle in come_to(&choice, most, cut)? {
            let whole = behind.iter().map(|behind| [&letters[..from], &middle, behind].concat());
            found.extend(whole);
            if found.len() > most {
                return None;
            }
        }
    }
    Some(found)
}

/// Where the brace is closed that is opened at `from`.
fn closes(letters: &[Written], from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    (from..letters.len()).find(|at| {
        match letters[*at] {
            ('{', true) => depth += 1,
            ('}', true) => depth -= 1,
            _ => return false,
        }
        depth == 0
    })
}

/// What stands between its commas, or the numbers or letters of its range.
fn choices(inside: &[Written], cut: bool) -> Option<Vec<Vec<Written>>> {
    let mut depth = 0_usize;
    let choices: Vec<Vec<Written>> = inside
        .split(|letter| {
            depth = (depth + usize::from(*letter == ('{', true))).saturating_sub(usize::from(*letter == ('}', true)));
            depth == 0 && *letter == (',', true)
        })
        .map(<[Written]>::to_vec)
        .collect();
    if choices.len() > 1 {
        return Some(choices);
    }
    let text: String = inside.iter().filter(|(_, plain)| *plain).map(|(c, _)| c).collect();
    let words = (text.len() == inside.len()).then(|| range(&text, cut)).flatten()?;
    Some(words.into_iter().map(|word| word.chars().map(|c| (c, true)).collect()).collect())
}

fn range(text: &str, cut: bool) -> Option<Vec<String>> {
    let mut ends = text.split("..");
    let (first, last) = (ends.next()?, ends.next()?);
    let step: u64 = ends.next().map_or(Some(1), |step| step.trim_start_matches('-').parse().ok())?.max(1);
    if ends.next().is_some() {
        return None;
    }
    let letter = |text: &str| text.bytes().next().filter(|byte| text.len() == 1 && byte.is_ascii_alphabetic());
    if let (Some(from), Some(to)) = (letter(first), letter(last)) {
        if cut {
            return Some(vec!["?".to_owned()]);
        }
        let letters = steps(from.into(), to.into(), step, false).into_iter();
        return Some(letters.filter_map(|n| char::from_u32(u32::try_from(n).ok()?)).map(String::from).collect());
    }
    let (from, to): (i64, i64) = (first.parse().ok()?, last.parse().ok()?);
    let padded = [first, last]
        .iter()
        .any(|end| end.trim_start_matches('-').len() > 1 && end.trim_start_matches('-').starts_with('0'));
    let wide = if padded { first.len().max(last.len()) } else { 0 };
    Some(steps(from, to, step, cut).into_iter().map(|n| format!("{n:0wide$}")).collect())
}

/// The numbers from one to another, or the first and the last of them; where they are too many, more than are spread.
fn steps(from: i64, to: i64, step: u64, cut: bool) -> Vec<i64> {
    let count = from.abs_diff(to) / step;
    let at = |n: u64| match from <= to {
        true => from.saturating_add_unsigned(n * step),
        false => from.saturating_sub_unsigned(n * step),
    };
    match cut {
        true if count == 0 => vec![from],
        true => vec![from, at(count)],
        false => (0..=count.min(MOST as u64)).map(at).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Spread, spread};

    fn joined(written: &str) -> Option<(String, bool)> {
        spread(written).map(|Spread { words, cut }| (words.join(" "), cut))
    }

    #[test]
    fn braces_come_to_what_a_shell_makes_of_them() {
        for (written, words) in [
            ("a", "a"),
            ("{a,q}.txt", "a.txt q.txt"),
            ("{a,b}{1,2}", "a1 a2 b1 b2"),
            ("x{a,{b,c}d}y", "xay xbdy xcdy"),
            ("{a,}b", "ab b"),
            ("{1..3}", "1 2 3"),
            ("{3..1}", "3 2 1"),
            ("{08..10}", "08 09 10"),
            ("{1..5..2}", "1 3 5"),
            ("{a..c}.txt", "a.txt b.txt c.txt"),
            ("{a}", "{a}"),
            ("{}", "{}"),
            ("HEAD@{1}", "HEAD@{1}"),
            ("{a,b", "{a,b"),
            ("{a{b,c}", "{ab {ac"),
            ("'{a,b}'", "'{a,b}'"),
            ("\"{a,b}\"", "\"{a,b}\""),
            ("\\{a,b}", "\\{a,b}"),
            ("{'a,b',c}", "'a,b' c"),
            ("${x:-{a,b}}", "${x:-{a,b}}"),
            ("$(echo {a,b})", "$(echo {a,b})"),
            ("\"$d\"/{a,b}", "\"$d\"/a \"$d\"/b"),
            ("${d}/{a,b}", "${d}/a ${d}/b"),
        ] {
            assert_eq!(joined(written), Some((words.to_owned(), false)), "{written}");
        }
        for (written, words) in [
            ("a{1..1000}", "a1 a1000"),
            ("{1..9999999999999}", "1 9999999999999"),
            ("{-9223372036854775808..9223372036854775807}", "-9223372036854775808 9223372036854775807"),
            ("{1..1000}{a,}", "1a 1 1000a 1000"),
            ("{1..99}{1..9}", "11 19 991 999"),
            ("{2019..2024}/{01..12}", "2019/01 2019/12 2024/01 2024/12"),
            ("{x,y}-{100..1}", "x-100 x-1 y-100 y-1"),
            ("{1..1000..7}{1..1}", "11 9951"),
            ("{a,{1..100}}b", "ab 1b 100b"),
            ("/{a..z}{c..z}{1..9}", "/??1 /??9"),
        ] {
            assert_eq!(joined(written), Some((words.to_owned(), true)), "{written}");
        }
        // A list alone is as long as it is written.
        let long = format!("a{{{}}}", ["b"; 500].join(","));
        assert_eq!(spread(&long), Some(Spread { words: vec!["ab".to_owned(); 500], cut: false }));
        let many = format!("{{{}}}{{1..2}}", ["a"; 65].join(","));
        let huge = format!("{}{{{}}}", "a".repeat(6_000), ["b"; 5_000].join(","));
        for written in [many, huge, "{a,b}".repeat(9), format!("{}{{1..100}}", "{a,b}".repeat(6)), "{/,".repeat(5_000)]
        {
            assert_eq!(spread(&written), None, "{}", &written[..9]);
        }
        // None of this takes long, or goes deeper than a stack is.
        let nested = "{a,".repeat(16) + &"}".repeat(16);
        assert_eq!(spread(&nested).map(|spread| spread.words.len()), Some(17));
    }
}
