//! The names that reasoning goes by, in tags, tokens and brackets of any model, and the labels and words that stand
//! for marks: `Thought:`, `## Analysis`, `Thinking...`.

/// Words of which one names reasoning.
const THOUGHTS: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reason",
    "reflection",
    "analysis",
    "scratchpad",
    "monologue",
    "planning",
    "cot",
    "rationale",
    "deliberation",
    "brainstorm",
    "brainstorming",
    "introspection",
    "antthinking",
    "chainofthought",
    "thoughtprocess",
];

/// Words that may stand beside it.
const BESIDE: &[&str] = &[
    "inner", "internal", "process", "content", "tag", "block", "step", "steps", "of", "chain", "trace", "plan", "my",
    "the", "self", "antml", "seed", "pre", "hidden", "private", "text", "mode", "deep", "let", "me",
];

/// What is put aside under its name, where something else is said after it.
const DRAFTS: [&str; 4] = ["draft", "drafts", "scratch", "attempt"];

/// Longest name.
const LONGEST: usize = 40;

/// Whether a name is one of reasoning.
pub(super) fn is_thought(name: &str) -> bool {
    let among = |list: &[&str], part: &str| list.iter().any(|word| word.eq_ignore_ascii_case(part));
    let parts = || name.split(['_', '-', ':', ' ', '.']).filter(|part| !part.is_empty());
    name.len() <= LONGEST
        && parts().any(|part| among(THOUGHTS, part))
        && parts().all(|part| among(THOUGHTS, part) || among(BESIDE, part))
}

/// Whether a name is one of what is put aside.
pub(super) fn is_draft(name: &str) -> bool {
    DRAFTS.iter().any(|draft| draft.eq_ignore_ascii_case(name))
}

/// What a mark does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// It says that something begins.
    Begins,
    /// It has nothing but the name.
    Names,
    /// It says that something ends.
    Ends,
}

/// The name of reasoning in the name of a mark, and what the mark does: `BEGIN THINKING`, `/thinking`, `end_of_thought`.
pub(super) fn named(mark: &str) -> Option<(Does, &str)> {
    const WORDS: [(&str, Does); 4] =
        [("begin", Does::Begins), ("start", Does::Begins), ("end", Does::Ends), ("/", Does::Ends)];
    let word = |(word, does): &(&str, Does)| {
        let rest =
            mark.get(word.len()..).filter(|_| mark.get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word)))?;
        let rest = rest.trim_start_matches([' ', '_']);
        let of = rest.get(..3).is_some_and(|of| of.eq_ignore_ascii_case("of_") || of.eq_ignore_ascii_case("of "));
        let name = if of { rest.get(3..)? } else { rest };
        is_thought(name).then_some((*does, name))
    };
    WORDS.iter().find_map(word).or_else(|| is_thought(mark).then_some((Does::Names, mark)))
}

/// The name in the brackets that `text` begins with, which are no array: `[BEGIN THINKING]`. Their length, too.
pub(super) fn bracketed(text: &str) -> Option<(Does, &str, usize)> {
    let inside = text.strip_prefix('[')?;
    let end =
        inside.bytes().take(LONGEST).position(|b| !(b.is_ascii_uppercase() || matches!(b, b' ' | b'_' | b'/')))?;
    let (name, rest) = inside.split_at(end);
    let (does, name) = rest.starts_with(']').then(|| named(name)).flatten()?;
    Some((does, name, end + 2))
}

/// What says that an answer begins, as a label behind reasoning.
const ANSWERS: [&str; 9] = [
    "final answer",
    "answer",
    "final response",
    "final output",
    "final",
    "response",
    "action",
    "final decision",
    "reply",
];

/// The label of a line, without its signs: `**Thought:**`, `## Analysis`. Its length, too.
fn label(line: &str) -> Option<(&str, usize)> {
    let said = line.trim_start_matches(['#', '*', ' ', '>']);
    let signs = line.len() - said.len();
    let end = said.bytes().take(LONGEST).position(|b| matches!(b, b':' | b'*' | b'\n')).unwrap_or(said.len());
    let name = said.get(..end.min(LONGEST))?;
    let rest = said.get(name.len()..)?;
    let colon = rest.trim_start_matches('*').starts_with(':');
    let alone = signs > 0 && rest.trim_start_matches('*').split('\n').next().is_some_and(|rest| rest.trim().is_empty());
    (colon || alone).then(|| (name.trim(), signs + name.len()))
}

/// Whether a line begins with the label of reasoning.
pub(in crate::find) fn is_labelled(line: &str) -> bool {
    let begins = line.trim_start_matches(['#', '*', ' ']).starts_with(|c: char| "TtRrAaSsIi".contains(c));
    begins && label(line).is_some_and(|(name, _)| is_thought(name))
}

/// Where the label of an answer begins, on a line of its own below the first.
pub(in crate::find) fn answer_below(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let named = |name: &str| ANSWERS.iter().any(|answer| answer.eq_ignore_ascii_case(name));
        if at > 0 && label(line).is_some_and(|(name, _)| named(name)) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Where the reasoning ends that a text begins with and that only words set off: Ollama's `Thinking...`, and gpt-oss'
/// channels without their tokens (`analysis…assistantfinal`).
#[must_use]
pub fn spoken_from(text: &str) -> usize {
    let begin = text.len() - text.trim_start().len();
    let said = text.get(begin..).unwrap_or_default();
    let after = |mark: &str| said.find(mark).map(|at| begin + at + mark.len());
    if said.starts_with("Thinking...\n") || said.starts_with("Thinking…\n") {
        return after("...done thinking.").or_else(|| after("…done thinking.")).unwrap_or(0);
    }
    let channel = said.strip_prefix("analysis").filter(|rest| !rest.starts_with(char::is_whitespace));
    if channel.is_none_or(|rest| rest.starts_with(|c: char| c.is_lowercase() || matches!(c, ':' | '_' | '"'))) {
        return 0;
    }
    after("assistantfinal").or_else(|| after("assistantcommentary to=")).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Does, answer_below, bracketed, is_labelled, is_thought, named, spoken_from};

    #[test]
    fn names_of_reasoning_are_made_of_its_words() {
        for name in ["think", "THINKING", "reasoning_content", "chain_of_thought", "thought-process", "antml:thinking"]
        {
            assert!(is_thought(name), "{name}");
        }
        for name in ["", "of", "process", "analysis_result", "thoughtful", "no_reason", "answer"] {
            assert!(!is_thought(name), "{name}");
        }
        assert_eq!(named("begin_of_thought"), Some((Does::Begins, "thought")));
        assert_eq!(named("endthink"), Some((Does::Ends, "think")));
        assert_eq!(bracketed("[END THINKING]x"), Some((Does::Ends, "THINKING", 14)));
        assert_eq!(bracketed("[/REASONING]"), Some((Does::Ends, "REASONING", 12)));
        assert_eq!(bracketed("[1, 2]").or_else(|| bracketed("[TOOL_CALLS]")), None);
    }

    #[test]
    fn labels_and_words_set_reasoning_off() {
        for line in ["Thought: x", "**Thought:** x", "## Analysis\n", "**Reasoning**\nx", "Thinking:"] {
            assert!(is_labelled(line), "{line}");
        }
        for line in ["Thought\n", "Thinking about it: x", "# Answer\n", "Our reasoning: x", "Think"] {
            assert!(!is_labelled(line), "{line}");
        }
        assert_eq!(answer_below("Thought: x\nFinal Answer: y"), Some(11));
        assert_eq!(answer_below("# Analysis\nx\n## Final\ny"), Some(13));
        assert_eq!(answer_below("Thought: x\nThe answer: y"), None);
        assert_eq!(spoken_from("Thinking...\nx\n...done thinking.\ny"), 31);
        assert_eq!(spoken_from("analysisThe user xassistantfinaly"), 32);
        assert_eq!(spoken_from("analysis of it: assistantfinal") + spoken_from("Thinking...\nx"), 0);
    }
}
