//! A document inside of brackets that the text never closes: `propose(operations=[dict(op="complete"), {"op": "delete"}`.
//! It is closed itself, and the text ended before everything it opened was.

/// So much before a document is looked at.
const REACH: usize = 2000;

/// Whether a bracket stands open before the document from `start` to `end`, on its line or those that lead to it without a
/// blank one, that nothing behind it closes. A round one counts behind a name (`propose(`), a square one around a call, and
/// of those on the lines before only what goes on at their end: `I called get_todos( and got nothing.` is a sentence.
pub(crate) fn is_in_open_brackets(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(text.floor_char_boundary(start.saturating_sub(REACH))..start).unwrap_or_default();
    let before = before.rsplit("\n\n").next().unwrap_or_default();
    let before = before.rsplit("```").next().unwrap_or_default();
    // What closes each bracket, and whether a call stands in it.
    let mut open: Vec<(char, bool)> = Vec::new();
    // Only of a member the value may stand on the next line: `{ body:`, and not `Answer:`.
    let mut braces = 0_usize;
    let mut quote = None;
    let (mut last, mut shown) = (' ', ' ');
    for sign in before.chars() {
        if sign == '\n' && !matches!(shown, '(' | '[' | '{' | ',' | '=') && !(shown == ':' && braces > 0) {
            open.clear();
            braces = 0;
        }
        match (quote, sign) {
            (Some(own), _) if sign == own && last != '\\' || sign == '\n' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if !last.is_alphanumeric() => quote = Some(sign),
            (None, '{') => braces += 1,
            (None, '}') => braces = braces.saturating_sub(1),
            (None, '[') => open.push((']', false)),
            (None, '(') if last.is_alphanumeric() || last == '_' => open.push((')', true)),
            (None, ']' | ')') if open.last().is_some_and(|(close, _)| *close == sign) => {
                open.pop();
                if let Some((_, called)) = open.last_mut().filter(|_| sign == ')') {
                    *called = true;
                }
            }
            _ => {}
        }
        last = sign;
        shown = if sign.is_whitespace() { shown } else { sign };
    }
    let called = open.iter().any(|(_, called)| *called);
    let Some((close, _)) = open.last().copied().filter(|_| called) else { return false };
    !text.get(end..).is_some_and(|rest| rest.contains(close))
}

#[cfg(test)]
mod tests {
    use super::is_in_open_brackets;

    #[test]
    fn brackets_of_a_call_stay_open_where_the_text_ends_in_it() {
        for (before, after, open) in [
            ("Sure!\npropose(operations=[dict(op='complete', id=2), ", "", true),
            ("ops = [Op('complete', 2), ", "", true),
            ("ops = [Op('complete', 2), ", "]", false),
            ("See [1, 2: ", "", false),
            ("Sure!\npropose(operations=[dict(op='complete'), ", "])", false),
            ("f(ops=[g('a[b'), ", "\n", true),
            ("propose({ operations:\n[Op('complete', 2), ", "", true),
            ("propose({\n  body:\n  [dict(op='complete'), ", "\n", true),
            ("propose({\n  body:\n  [dict(op='complete'), ", "]})", false),
            ("I called get_todos( and {x}.\nAnswer:\n", "", false),
            ("f(g(x), with:\n", "", false),
            ("Here you go (I hope): ", "", false),
            ("See [1]: ", "", false),
            ("f(x) gives ", "", false),
            ("f(x\n\nAnswer: ", "", false),
            ("I called get_todos( and got nothing.\n", "", false),
            ("Use delete(id\n", "", false),
            ("Sure (as asked, e.g. via delete(9):\n", "", false),
            ("propose(\n", "", true),
            ("propose(\n  operations=[\n    dict(op='complete', id=2),\n    ", "", true),
            ("propose(operations=[dict(op='complete', id=2),\n", "", true),
        ] {
            let text = format!("{before}{{}}{after}");
            assert_eq!(is_in_open_brackets(&text, before.len(), before.len() + 2), open, "{text}");
        }
    }
}
