//! Tags and tokens that runtimes leave in a text: reasoning, tool-call wrappers, channels, ends.

/// Names of tags around reasoning.
const REASONING: &[&str] = &[
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reason",
    "reflection",
    "analysis",
    "scratchpad",
    "inner_monologue",
    "seed:think",
    "plan_thinking",
    "planning",
    "antml:thinking",
    "antthinking",
];

/// Marks that models are trained to reason between and that are no tags: what begins it, and what ends it.
pub const MARKED: [(&str, &str); 7] = [
    BRACKETED,
    // OpenThinker, Sky-T1.
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|thinking|>", "<|/thinking|>"),
    // Command A.
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    // Gemma 4.
    ("<|channel>thought", "<channel|>"),
    ("<|channel>analysis", "<channel|>"),
    // Kimi.
    ("◁think▷", "◁/think▷"),
];

/// Magistral's marks.
const BRACKETED: (&str, &str) = ("[THINK]", "[/THINK]");

/// Tokens that end what a model says. What comes after one is a run-on.
const ENDS: &[&str] = &[
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end|>",
    "<|return|>",
    "<|call|>",
    "<｜end▁of▁sentence｜>",
    "<|END_OF_TURN_TOKEN|>",
    "<|end_of_turn|>",
    "<end_of_turn>",
    "<turn|>",
    "<eos>",
    "<eot>",
    "<EOT>",
    "</s>",
];

/// What begins a turn, or the next message in one.
const TURNS: &[&str] =
    &["<|im_start|>", "<|start_header_id|>", "<start_of_turn>", "<|start|>", "<|turn>", "<|start_of_role|>"];

/// Longest token or comment that is looked for.
const TOKEN_REACH: usize = 160;

/// A mark of reasoning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thought {
    /// Reasoning begins, and is over behind this offset; none where the text ends inside of it.
    Opens(Option<usize>),
    /// Reasoning ends whose beginning is not marked; the mark has this length.
    Closes(usize),
}

/// The mark of reasoning that `text` begins with.
#[must_use]
pub fn thought(text: &str) -> Option<Thought> {
    let (open, close) = BRACKETED;
    let opens = |len: usize, close: End| {
        let inside = text.get(len..).unwrap_or_default();
        Some(Thought::Opens(close.find(inside).map(|after| len + after)))
    };
    match text.chars().next()? {
        '[' if text.starts_with(open) => opens(open.len(), End::Text(close)),
        '[' => text.starts_with(close).then_some(Thought::Closes(close.len())),
        '<' | '◁' => match tag(text)? {
            Tag::Open { len, close } => opens(len, close),
            Tag::Close { len } => Some(Thought::Closes(len)),
            Tag::Turn { .. } | Tag::End { .. } | Tag::Other { .. } => None,
        },
        _ => None,
    }
}

/// What ends a stretch of reasoning.
#[derive(Debug, Clone, Copy)]
pub(in crate::find) enum End {
    /// `</name>`
    Tag(&'static str),
    /// Another text.
    Text(&'static str),
    /// The next token of a channel format.
    Channel,
}

impl End {
    /// Offset after the tag that closes `name`, in `text`.
    fn find_named(text: &str, name: &str) -> Option<usize> {
        let mut from = 0;
        while let Some(at) = text[from..].find("</") {
            let begin = from + at + 2;
            let rest = &text[begin..];
            if let Some(after) = strip_name(rest, name) {
                return Some(begin + rest.len() - after.len());
            }
            from = begin;
        }
        None
    }

    /// Offset after the end, in `text`.
    pub(super) fn find(self, text: &str) -> Option<usize> {
        match self {
            Self::Tag(name) => Self::find_named(text, name),
            Self::Text(mark) => text.find(mark).map(|at| at + mark.len()),
            Self::Channel => {
                let mut from = 0;
                while let Some(at) = text[from..].find("<|") {
                    let token = &text[from + at..];
                    if token.starts_with("<|end|>") {
                        return Some(from + at + "<|end|>".len());
                    }
                    if token.starts_with("<|start|>") || token.starts_with("<|channel|>") {
                        return Some(from + at);
                    }
                    from += at + 2;
                }
                None
            }
        }
    }
}

/// What a `<` begins.
#[derive(Debug, Clone, Copy)]
pub(in crate::find) enum Tag {
    /// Reasoning, up to `close`.
    Open { len: usize, close: End },
    /// The end of reasoning.
    Close { len: usize },
    /// The turn of somebody other than the model.
    Turn { len: usize },
    /// The end of what the model says.
    End { len: usize },
    /// A tag or token without a meaning for us.
    Other { len: usize },
}

/// `name` and the rest of its tag; what comes after the tag.
fn strip_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let rest = text.get(name.len()..)?;
    if !text.get(..name.len())?.eq_ignore_ascii_case(name) {
        return None;
    }
    let rest = rest.trim_start_matches([' ', '\n', '\t']);
    rest.strip_prefix('>')
}

/// The tag or token at the start of `text`, which is a `<`.
pub(in crate::find) fn tag(text: &str) -> Option<Tag> {
    match text.as_bytes().get(1)? {
        b'|' | b'/' | b'!' => {}
        _ if text.starts_with('◁') => {}
        b if b.is_ascii_alphabetic() || !b.is_ascii() => {}
        _ => return None,
    }
    for channel in ["<|channel|>analysis", "<|channel|>thought"] {
        if text.starts_with(channel) {
            return Some(Tag::Open { len: channel.len(), close: End::Channel });
        }
    }
    if text.starts_with("<![CDATA[") {
        return Some(Tag::Other { len: "<![CDATA[".len() });
    }
    if text.starts_with("<|channel|>") {
        let near = &text[..text.floor_char_boundary(TOKEN_REACH)];
        let len = near.find("<|message|>").map_or("<|channel|>".len(), |at| at + "<|message|>".len());
        return Some(Tag::Other { len });
    }
    for (open, close) in MARKED {
        if text.starts_with(open) {
            return Some(Tag::Open { len: open.len(), close: End::Text(close) });
        }
        if text.starts_with(close) {
            return Some(Tag::Close { len: close.len() });
        }
    }
    if let Some(rest) = text.strip_prefix("</") {
        for name in REASONING {
            if let Some(after) = strip_name(rest, name) {
                return Some(Tag::Close { len: text.len() - after.len() });
            }
        }
    } else if let Some(rest) = text.strip_prefix('<') {
        for name in REASONING {
            if let Some(after) = strip_name(rest, name) {
                return Some(Tag::Open { len: text.len() - after.len(), close: End::Tag(name) });
            }
        }
    }
    if let Some(len) = turn(text) {
        return Some(Tag::Turn { len });
    }
    if let Some(token) = ENDS.iter().find(|token| text.starts_with(**token)) {
        let after = text.get(token.len()..).unwrap_or_default().trim_start();
        // The model's own next message may come, or somebody's turn, which is another question.
        if !TURNS.iter().any(|turn| after.starts_with(turn)) {
            return Some(Tag::End { len: token.len() });
        }
    }
    let len = other_tag(text)?;
    Some(Tag::Other { len })
}

/// The roles that are not the model's.
const OTHERS: &[&str] = &["user", "human", "system", "tool", "ipython", "developer", "observation"];

/// Length of the token at the start of `text`, if it begins the turn of somebody else, or what a tool gave.
fn turn(text: &str) -> Option<usize> {
    let other = |said: &str| {
        said.starts_with("functions.")
            || OTHERS.iter().any(|role| said.get(..role.len()).is_some_and(|s| s.eq_ignore_ascii_case(role)))
    };
    let named = TURNS.iter().find(|token| text.strip_prefix(**token).is_some_and(|said| other(said.trim_start())));
    if let Some(token) = named {
        return Some(token.len());
    }
    let inside = text.strip_prefix("<|").or_else(|| text.strip_prefix("<｜"))?;
    let end = inside.bytes().take(TOKEN_REACH).position(|b| matches!(b, b'>' | b'<'))?;
    let role = inside.get(..end)?.trim_end_matches(['|', '｜']);
    let role = role.strip_suffix("_TOKEN").unwrap_or(role);
    let other = OTHERS.iter().any(|other| role.eq_ignore_ascii_case(other)) || begins_a_result(role);
    let named = inside.as_bytes()[end] == b'>' && other;
    named.then(|| text.len() - inside.len() + end + 1)
}

/// `tool▁outputs▁begin`, `START_TOOL_RESULT`: the name of a token before what a tool gave.
fn begins_a_result(name: &str) -> bool {
    let parts: Vec<String> = name.split(|c: char| !c.is_alphanumeric()).map(str::to_ascii_lowercase).collect();
    let has = |list: &[&str]| parts.iter().any(|part| list.contains(&part.as_str()));
    has(&["tool", "function"]) && has(RESULTS) && has(&["begin", "start"])
}

/// Where what somebody else says is over that the tag at the start of `text` puts it into: a tool's result, a
/// document, an example. A tag that nothing closes holds only what follows at once.
pub(super) fn foreign(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let end =
        inside.bytes().take(TOKEN_REACH).position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')))?;
    let name = inside.get(..end)?;
    let mut parts = name.split(['_', '-']).map(str::to_ascii_lowercase);
    let first = parts.next()?;
    let last = parts.next_back();
    let result = last.as_deref().is_some_and(|last| RESULTS.contains(&last));
    let is_result = result && ["tool", "function", "search"].contains(&first.as_str());
    if !is_result && !PARTIES.contains(&first.as_str()) {
        return None;
    }
    let len = other_tag(text)?;
    let rest = text.get(len..)?;
    let close = End::find_named(rest, name).map(|after| len + after);
    close.or_else(|| {
        let held = rest.trim_start();
        let begin = text.len() - held.len() + 1;
        (is_result || held.starts_with(['{', '['])).then_some(if is_result { text.len() } else { begin })
    })
}

/// What a tool gives back, as the last word of a tag's name.
const RESULTS: &[&str] = &["response", "responses", "result", "results", "output", "outputs"];

/// Who or what is not the model, as the first word of a tag's name.
const PARTIES: &[&str] = &[
    "user",
    "human",
    "system",
    "untrusted",
    "example",
    "examples",
    "observation",
    "document",
    "documents",
    "email",
    "emails",
    "quote",
    "quoted",
    "blockquote",
    "transcript",
    "prompt",
    "instruction",
    "instructions",
    "context",
    "webpage",
];

/// Length of a tag or token at the start of `text`.
fn other_tag(text: &str) -> Option<usize> {
    for (open, close) in [("<|", "|>"), ("<｜", "｜>"), ("<!--", "-->")] {
        if text.starts_with(open) {
            let near = &text.as_bytes()[..text.len().min(TOKEN_REACH)];
            // A token holds no other; a comment may hold tags.
            let next = near.iter().skip(1).position(|b| *b == b'<').map_or(near.len(), |at| at + 1);
            let near = if open == "<!--" { near } else { &near[..next] };
            let mut ends = near.iter().enumerate().filter(|(_, b)| **b == b'>').map(|(at, _)| at + 1);
            return ends.find(|&end| end >= open.len() + close.len() && near[..end].ends_with(close.as_bytes()));
        }
    }
    let name = text.strip_prefix("</").or_else(|| text.strip_prefix('<'))?;
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let end = text.bytes().take(200).skip(1).position(|b| matches!(b, b'>' | b'<' | b'{' | b'\n'))? + 1;
    (text.as_bytes()[end] == b'>').then_some(end + 1)
}

/// Whether there is nothing but tags and white space, and a tag.
pub(super) fn only_tags(text: &str) -> bool {
    let mut rest = text.trim_start();
    let begun = rest.starts_with('<');
    while rest.starts_with('<') {
        let Some(Tag::Other { len }) = tag(rest) else { return false };
        rest = rest.get(len..).unwrap_or_default().trim_start();
    }
    begun && rest.is_empty()
}

/// Offset after the first closing tag of reasoning.
pub(super) fn closing_tag(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(['<', '[', '◁']) {
        let begin = from + at;
        let rest = &text[begin..];
        if rest.starts_with(BRACKETED.1) {
            return Some(begin + BRACKETED.1.len());
        }
        if let (false, Some(Tag::Close { len })) = (rest.starts_with('['), tag(rest)) {
            return Some(begin + len);
        }
        from = begin + rest.chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// Where the turn of somebody else that begins before `from` is over.
pub(super) fn turn_end(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(['<', '['])) {
        let begin = at + next;
        let rest = &text[begin..];
        if let Some(token) = ENDS.iter().chain(&["[/INST]"]).find(|token| rest.starts_with(**token)) {
            return begin + token.len();
        }
        let own = TURNS.iter().any(|token| rest.starts_with(*token)) || rest.starts_with("<|assistant|>");
        if own && turn(rest).is_none() {
            return begin;
        }
        at = begin + 1;
    }
    text.len()
}

/// The text without the tokens and closing tags at its end, but for one that ends reasoning. The line break before a closing tag or a
/// fence belongs to it; all other white space is the document's, and may be what ends a number.
pub(super) fn without_end_tokens(text: &str) -> &str {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_end();
        let token = trimmed.ends_with('>').then(|| trimmed.rfind('<')).flatten().filter(|&at| {
            let token = &trimmed[at..];
            let ending = token.starts_with("<|") || token.starts_with("<｜") || token.starts_with("</");
            let named = ENDS.contains(&token);
            (ending || named) && other_tag(token) == Some(token.len()) && !matches!(tag(token), Some(Tag::Close { .. }))
        });
        rest = match token {
            Some(at) if trimmed[at..].starts_with("</") && &trimmed[at..] != "</s>" => {
                let before = &trimmed[..at];
                before.strip_suffix("\r\n").or_else(|| before.strip_suffix('\n')).unwrap_or(before)
            }
            Some(at) => &trimmed[..at],
            None => match trimmed.strip_suffix("\n```") {
                Some(before) => before.strip_suffix('\r').unwrap_or(before),
                None => return rest,
            },
        };
    }
}
