//! What braces come to, as a shell does it before it reads the word any further: `{a,b}.txt`, `{1..3}`, one in another
//! and several in a word.

/// Into more words than this none is spread.
const MOST: usize = 64;
/// Of more pairs than this in a word it is not looked what they come to.
const PAIRS: usize = 16;

/// A letter of a word as it is written, and whether it means what it is: not quoted, and in no substitution.
type Written = (char, bool);

/// The words, as they are written, that the braces of one come to; the word itself where it has none, and where they
/// are but one long range. None where they come to too many otherwise.
pub(super) fn spread(written: &str) -> Option<Vec<String>> {
    if !written.contains('{') {
        return Some(vec![written.to_owned()]);
    }
    let letters = marked(written);
    let pairs = letters.iter().filter(|letter| **letter == ('{', true)).count();
    if pairs > PAIRS {
        return None;
    }
    let Some(words) = come_to(&letters) else {
        // `{1..1000}` hides no name: its words are told by the one.
        return (pairs == 1 && !letters.contains(&(',', true))).then(|| vec![written.to_owned()]);
    };
    Some(words.into_iter().map(|word| word.into_iter().map(|(c, _)| c).collect()).collect())
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

fn come_to(letters: &[Written]) -> Option<Vec<Vec<Written>>> {
    let begin = (0..letters.len()).filter(|at| letters[*at] == ('{', true));
    let Some((from, to, choices)) = begin.into_iter().find_map(|from| {
        let to = closes(letters, from)?;
        Some((from, to, choices(&letters[from + 1..to])?))
    }) else {
        return Some(vec![letters.to_vec()]);
    };
    let (mut found, behind) = (Vec::new(), come_to(&letters[to + 1..])?);
    for choice in choices {
        for middle in come_to(&choice)? {
            let whole = behind.iter().map(|behind| [&letters[..from], &middle, behind].concat());
            found.extend(whole);
            if found.len() > MOST {
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
fn choices(inside: &[Written]) -> Option<Vec<Vec<Written>>> {
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
    let words = (text.len() == inside.len()).then(|| range(&text)).flatten()?;
    Some(words.into_iter().map(|word| word.chars().map(|c| (c, true)).collect()).collect())
}

fn range(text: &str) -> Option<Vec<String>> {
    let mut ends = text.split("..");
    let (first, last) = (ends.next()?, ends.next()?);
    let step: usize = ends.next().map_or(Some(1), |step| step.trim_start_matches('-').parse().ok())?.max(1);
    if ends.next().is_some() {
        return None;
    }
    let letter = |text: &str| text.bytes().next().filter(|byte| text.len() == 1 && byte.is_ascii_alphabetic());
    let steps = |from: i64, to: i64| -> Vec<i64> {
        let up: Vec<i64> = (from.min(to)..=from.max(to)).collect();
        let all: Vec<i64> = if from <= to { up } else { up.into_iter().rev().collect() };
        all.into_iter().step_by(step).collect()
    };
    if let (Some(from), Some(to)) = (letter(first), letter(last)) {
        let letters = steps(from.into(), to.into());
        return Some(
            letters.into_iter().filter_map(|n| char::from_u32(u32::try_from(n).ok()?)).map(String::from).collect(),
        );
    }
    let (from, to): (i64, i64) = (first.parse().ok()?, last.parse().ok()?);
    if from.checked_sub(to).is_none_or(|far| far.unsigned_abs() > 4 * MOST as u64) {
        // Too many, whatever the step is.
        return Some(vec![String::new(); MOST + 1]);
    }
    let padded = [first, last]
        .iter()
        .any(|end| end.trim_start_matches('-').len() > 1 && end.trim_start_matches('-').starts_with('0'));
    let wide = if padded { first.len().max(last.len()) } else { 0 };
    Some(steps(from, to).into_iter().map(|n| format!("{n:0wide$}")).collect())
}

#[cfg(test)]
mod tests {
    use super::spread;

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
            assert_eq!(spread(written).map(|words| words.join(" ")).as_deref(), Some(words), "{written}");
        }
        for written in ["a{1..1000}", "{1..9999999999999}"] {
            assert_eq!(spread(written), Some(vec![written.to_owned()]), "{written}");
        }
        let many = format!("{{{}}}", ["a"; 65].join(","));
        for written in
            ["{1..1000}{a,}".to_owned(), "{1..99}{1..9}".to_owned(), many, "{a,b}".repeat(9), "{/,".repeat(5_000)]
        {
            assert_eq!(spread(&written), None, "{}", &written[..9]);
        }
        // None of this takes long, or goes deeper than a stack is.
        let nested = "{a,".repeat(16) + &"}".repeat(16);
        assert_eq!(spread(&nested).map(|words| words.len()), Some(17));
    }
}
