//! What the model itself says, for the forms that only a whole text has: without the reasoning at its
//! beginning and the tokens at its end, which say nothing of what is between them.

use super::reasoning::{Thought, spoken_from, thought, without_tokens};

/// Tags that calls stand between, whatever they are written in.
const TAGS: [&str; 6] = ["function_calls", "function_call", "tool_calls", "tool_call", "tool_code", "code"];

/// The own words of a text; nothing where it ends in reasoning.
pub(super) fn words(text: &str) -> &str {
    without_tokens(behind_reasoning(text)).trim()
}

/// What stands behind the reasoning that a text begins with.
pub(super) fn behind_reasoning(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(char::is_whitespace);
        rest = match thought(rest) {
            Some(Thought::Opens(end)) => end.and_then(|end| rest.get(end..)).unwrap_or_default(),
            Some(Thought::Closes(len)) => rest.get(len..).unwrap_or_default(),
            None => match spoken_from(rest) {
                0 => return rest,
                from => rest.get(from..).unwrap_or_default(),
            },
        };
    }
}

/// How long the mark is that ends reasoning.
const MARK: usize = 64;

/// The words behind reasoning whose beginning is not marked, if they begin so; None where they do not.
pub(super) fn behind_thoughts(words: &str, begin: impl Fn(&str) -> bool) -> Option<&str> {
    let mut opened = None;
    words.match_indices(['<', '[', '◁', '>', ']', '▷']).find_map(|(at, sign)| {
        if matches!(sign, "<" | "[" | "◁") {
            opened = Some(at);
            return None;
        }
        let end = at + sign.len();
        let mark = opened.filter(|from| at - from <= MARK).and_then(|from| words.get(from..end))?;
        // `</think>`, `<|end_of_thought|>`, `[/THINK]`, `[END THINKING]`: no other tag is looked at any further.
        if !["</", "<|", "[/", "[E", "◁"].iter().any(|begins| mark.starts_with(begins)) {
            return None;
        }
        let rest = words.get(end..).map(str::trim)?;
        (begin(rest) && thought(words.get(end - mark.len()..)?) == Some(Thought::Closes(mark.len()))).then_some(rest)
    })
}

/// What stands between the tags of a call that all of it stands between.
pub(super) fn in_tags(words: &str) -> &str {
    let inside = |tag: &&str| {
        let rest = words.strip_prefix('<')?.strip_prefix(*tag)?.strip_prefix('>')?;
        rest.strip_suffix('>')?.strip_suffix(*tag)?.strip_suffix("</")
    };
    TAGS.iter().find_map(inside).map_or(words, str::trim)
}

#[cfg(test)]
mod tests {
    use super::{behind_thoughts, in_tags, words};

    #[test]
    fn what_stands_around_the_own_words_is_off() {
        for text in [
            "f(a=1)",
            "<think>ok</think>\nf(a=1)",
            "<think>\nf(b=2)\n</think>\n\n[THINK]x[/THINK]f(a=1)\n",
            "f(a=1)<|im_end|>",
            "f(a=1)</s>\n",
            "f(a=1)<|eot_id|><|end_of_text|>",
            "f(a=1)<end_of_turn>",
        ] {
            assert_eq!(words(text), "f(a=1)", "{text}");
        }
        assert_eq!(words("<think>f(a=1)"), "");
        let begin = |rest: &str| rest.starts_with('f');
        for text in
            ["so\n</think>\nf(a=1)", "[a] <b>so</think> f(a=1)\n", "x\n[/THINK]f(a=1)", "<b>f()</thinking>f(a=1)"]
        {
            assert_eq!(behind_thoughts(text, begin), Some("f(a=1)"), "{text}");
        }
        for text in ["f(a=1)", "<b>f(a=1)", "so</think>g(a=1)", "so</b>f(a=1)"] {
            assert_eq!(behind_thoughts(text, begin), None, "{text}");
        }
        assert_eq!(in_tags("<function_calls>\nf(a=1)\n</function_calls>"), "f(a=1)");
        assert_eq!(in_tags("<tool_call>f(a=1)</tool_calls>"), "<tool_call>f(a=1)</tool_calls>");
    }
}
