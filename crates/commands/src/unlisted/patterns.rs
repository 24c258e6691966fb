//! Patterns between slashes in code, which are no paths.

use std::borrow::Cow;

/// Languages that have them, and the marks around their texts.
const QUOTES: &[(&[&str], &str)] = &[
    (&["awk", "gawk", "mawk", "nawk"], "\""),
    (&["perl", "ruby", "node", "nodejs", "deno", "bun", "tsx", "ts-node"], "\"'`"),
];
/// Marks behind which a value begins, and nothing is divided; and more of them where more than one kind of text is.
const MARKS: &str = "\n({,;!~&|";
const MORE: &str = "=?:[";
/// Words behind which one begins, or that say what the pattern does.
const WORDS: &[&str] = &[
    "if", "unless", "and", "or", "not", "when", "while", "until", "split", "grep", "return", "m", "qr", "s", "tr", "y",
];
/// Words that make a text of what the next mark opens: `q{/x}`.
const TEXTS: &[&str] = &["q", "qq", "qw", "qx", "w", "W", "Q", "x", "I", "i"];

/// The code without them. A slash begins one where a value may begin, outside of texts.
pub(crate) fn without<'c>(name: &str, code: &'c str) -> Cow<'c, str> {
    let quotes = QUOTES.iter().find(|(names, _)| names.contains(&name));
    let Some((_, quotes)) = quotes.filter(|_| code.contains('/')) else { return Cow::Borrowed(code) };
    let more = quotes.len() > 1;
    // Lines of such a text begin like code.
    if more && code.contains("<<") {
        return Cow::Borrowed(code);
    }
    let mut kept = String::with_capacity(code.len());
    let mut open: Option<char> = None;
    let mut rest = code.chars();
    while let Some(c) = rest.next() {
        let pattern = c == '/' && open.is_none() && begins(&kept, more);
        if let Some(end) = pattern.then(|| end(rest.as_str())).flatten() {
            rest = rest.as_str()[end + 1..].chars();
            // Behind it a value has ended.
            kept.push_str(" _ ");
            continue;
        }
        kept.push(c);
        if c == '\\' {
            kept.extend(rest.next());
        }
        open = match open {
            _ if c == '\n' => None,
            None => Some(c).filter(|c| quotes.contains(*c)),
            Some(mark) if mark == c => None,
            open => open,
        };
    }
    Cow::Owned(kept)
}

/// Whether a value may begin behind this code.
fn begins(before: &str, more: bool) -> bool {
    let line = before.trim_end_matches([' ', '\t']);
    let Some(mark) = line.chars().next_back() else { return true };
    let word = |text: &str| {
        let from = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        // `$s`, `x.m` and `{m}` are names.
        let named = text[..from].ends_with(['$', '@', '.', '>', ':']);
        (!named).then(|| text[from..].to_owned()).filter(|word| !word.is_empty())
    };
    if MARKS.contains(mark) || more && MORE.contains(mark) {
        let opens = line[..line.len() - mark.len_utf8()].trim_end_matches([' ', '\t']);
        let text = opens.ends_with('%') || word(opens).is_some_and(|word| TEXTS.contains(&word.as_str()));
        return !(more && text);
    }
    more && word(line).is_some_and(|word| WORDS.contains(&word.as_str()))
}

/// Where the slash stands that ends a pattern, on the same line.
fn end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' => return None,
            '/' if !escaped => return Some(at),
            c => escaped = c == '\\' && !escaped,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn patterns_go_and_paths_stay() {
        for (name, code, kept) in [
            ("awk", "/secret/ { print }", " _  { print }"),
            ("awk", "{ getline < \"/etc/shadow\" }", "{ getline < \"/etc/shadow\" }"),
            ("perl", "print if /secret/", "print if  _ "),
            ("perl", "/secret/ && print", " _  && print"),
            ("perl", "print if m/secret/i", "print if m _ i"),
            ("ruby", "x.scan(/secret/).size", "x.scan( _ ).size"),
            ("node", "const r = /secret/;", "const r =  _ ;"),
            ("node", "a / secret / b", "a / secret / b"),
            ("node", "(a) / secret / b", "(a) / secret / b"),
            ("perl", "open(F, '/etc/shadow')", "open(F, '/etc/shadow')"),
            ("perl", "open(F, q{/etc/shadow})", "open(F, q{/etc/shadow})"),
            ("perl", "open(F, q(/etc/x/y))", "open(F, q(/etc/x/y))"),
            ("perl", "open(F, q|/etc/x/y|)", "open(F, q|/etc/x/y|)"),
            ("ruby", "%w[/etc/x/y].each", "%w[/etc/x/y].each"),
            ("ruby", "File.read %(/etc/x/y)", "File.read %(/etc/x/y)"),
            ("perl", "print split /,/, `cat /etc/x/y`", "print split  _ , `cat /etc/x/y`"),
            ("perl", "open(F, <<E);\n/etc/x/y\nE", "open(F, <<E);\n/etc/x/y\nE"),
            ("perl", "$s / 2 / 3", "$s / 2 / 3"),
            ("python3", "x = (/secret/)", "x = (/secret/)"),
        ] {
            assert_eq!(without(name, code), kept, "{name} {code}");
        }
    }
}
