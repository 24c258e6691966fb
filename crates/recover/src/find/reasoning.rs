//! Tags and tokens that runtimes leave in a text: reasoning, tool-call wrappers, channels, ends.

mod names;

pub use names::spoken_from;
use names::{Does, bracketed, is_draft, is_thought, named};
pub(in crate::find) use names::{answer_below, is_labelled};

/// Marks that models are trained to reason between and that are no tags: what begins it, and what ends it.
pub const MARKED: [(&str, &str); 8] = [
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
    // Gemma's fine-tunes of medicine.
    ("<unused94>", "<unused95>"),
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
const TURNS: &[&str] = &[
    "<|im:start|>",
    "<role>",
    "<|im_start|>",
    "<|start_header_id|>",
    "<start_of_turn>",
    "<|start|>",
    "<|turn>",
    "<|start_of_role|>",
];

/// What begins a message of the same turn.
const CHANNEL: &str = "<|channel|>";

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
    let opens = |len: usize, close: End<'_>| {
        let inside = text.get(len..).unwrap_or_default();
        Some(Thought::Opens(close.find(inside).map(|after| len + after)))
    };
    match text.chars().next()? {
        '[' => match bracketed(text)? {
            (Does::Ends, _, len) => Some(Thought::Closes(len)),
            (does, name, len) => {
                // A name alone may be anything, as long as nothing ends it.
                let sure = does == Does::Begins || text.starts_with(BRACKETED.0);
                opens(len, End::Brackets(name)).filter(|thought| sure || *thought != Thought::Opens(None))
            }
        },
        '<' | '◁' => match tag(text)? {
            Tag::Open { len, close } => opens(len, close),
            Tag::Close { len } => Some(Thought::Closes(len)),
            Tag::Turn { .. } | Tag::Named { .. } | Tag::End { .. } | Tag::Other { .. } => None,
        },
        _ => None,
    }
}

/// What ends a stretch of reasoning.
#[derive(Debug, Clone, Copy)]
pub(in crate::find) enum End<'t> {
    /// `</name>`
    Tag(&'t str),
    /// `<|/name|>`, `<|end_of_name|>`
    Token(&'t str),
    /// `[/NAME]`, `[END NAME]`
    Brackets(&'t str),
    /// Another text.
    Text(&'static str),
    /// The next token of a channel format.
    Channel,
}

impl End<'_> {
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

    /// Offset after the mark that ends `name`, in `text`, unless something else begins before it.
    fn find_mark<'t>(
        text: &'t str,
        (open, name): (&str, &str),
        mark: impl Fn(&'t str) -> Option<(Does, &'t str, usize)>,
    ) -> Option<usize> {
        let mut marks = text.match_indices(open).filter_map(|(at, _)| Some((at, mark(text.get(at..)?)?)));
        let (at, (does, _, len)) = marks.find(|(_, (does, own, _))| *does != Does::Ends || *own == name)?;
        (does == Does::Ends).then_some(at + len)
    }

    /// Offset after the end, in `text`.
    pub(super) fn find(self, text: &str) -> Option<usize> {
        match self {
            Self::Tag(name) => Self::find_named(text, name),
            Self::Token(name) => Self::find_mark(text, ("<|", name), token),
            Self::Brackets(name) => Self::find_mark(text, ("[", name), bracketed),
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
pub(in crate::find) enum Tag<'t> {
    /// Reasoning, up to `close`.
    Open { len: usize, close: End<'t> },
    /// The end of reasoning.
    Close { len: usize },
    /// The turn of somebody other than the model.
    Turn { len: usize },
    /// The turn of somebody whose name says nothing: behind an answer it is somebody else, unless it is who gave it.
    Named { len: usize, name: &'t str },
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
pub(in crate::find) fn tag(text: &str) -> Option<Tag<'_>> {
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
    if let Some(mark) = thinking(text) {
        return Some(mark);
    }
    if let Some(len) = turn(text) {
        return Some(Tag::Turn { len });
    }
    if let Some(named) = named_turn(text) {
        return Some(named);
    }
    if let Some(token) = ENDS.iter().find(|token| text.starts_with(**token)) {
        let after = text.get(token.len()..).unwrap_or_default().trim_start();
        // The model's own next message may come, or somebody's turn, which is another question.
        if !TURNS.iter().chain([&CHANNEL]).any(|begins| after.starts_with(begins)) {
            return Some(Tag::End { len: token.len() });
        }
    }
    let len = other_tag(text)?;
    Some(Tag::Other { len })
}

/// The mark of reasoning at the start of `text` whose name tells it.
fn thinking(text: &str) -> Option<Tag<'_>> {
    if let Some((does, name, len)) = token(text) {
        let close = End::Token(name);
        let opens = does == Does::Begins || close.find(text.get(len..)?).is_some();
        return match does {
            Does::Ends => Some(Tag::Close { len }),
            Does::Begins | Does::Names => opens.then_some(Tag::Open { len, close }),
        };
    }
    let (begins, rest) = match text.strip_prefix("</") {
        Some(rest) => (false, rest),
        None => (true, text.strip_prefix('<')?),
    };
    let inside = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':');
    let name = rest.get(..rest.bytes().take(TOKEN_REACH).position(|b| !inside(b))?)?;
    let after = strip_name(rest, name).or_else(|| {
        let with = rest.get(name.len()..).filter(|with| begins && with.starts_with(' '))?;
        let end = with.bytes().take(TOKEN_REACH).position(|b| matches!(b, b'>' | b'<' | b'{'))?;
        with.get(end..)?.strip_prefix('>')
    })?;
    let len = text.len() - after.len();
    let open = Tag::Open { len, close: End::Tag(name) };
    match begins {
        false => is_thought(name).then_some(Tag::Close { len }),
        true if is_thought(name) => Some(open),
        true if is_draft(name) => {
            // Up to the next of them.
            let inside = after.split(text.get(..=name.len())?).next()?;
            let rest = after.get(End::Tag(name).find(inside)?..)?;
            rest.contains(char::is_alphanumeric).then_some(open)
        }
        true => {
            // `<details><summary>Thinking</summary>`
            let summary = after.trim_start().strip_prefix("<summary>").filter(|_| name == "details")?;
            let first = summary.trim_start().split(|c: char| !c.is_alphabetic()).next()?;
            is_thought(first).then_some(open)
        }
    }
}

/// The token of reasoning at the start of `text`: `<|begin_of_thinking|>`.
fn token(text: &str) -> Option<(Does, &str, usize)> {
    let inside = text.strip_prefix("<|")?;
    let end = inside.bytes().take(TOKEN_REACH).position(|b| matches!(b, b'|' | b'<' | b'>'))?;
    let (does, name) = inside.get(end..)?.starts_with("|>").then(|| named(inside.get(..end)?)).flatten()?;
    Some((does, name, end + 4))
}

/// The roles that are the model's: what begins a turn in a template's tokens names somebody.
const OWN: &[&str] =
    &["assistant", "model", "bot", "ai", "gpt", "final", "analysis", "commentary", "think", "response"];

/// The roles that are not the model's.
const OTHERS: &[&str] =
    &["user", "human", "system", "tool", "ipython", "developer", "observation", "environment", "function"];

/// Length of the token at the start of `text`, if it begins the turn of somebody else, or what a tool gave.
fn turn(text: &str) -> Option<usize> {
    let begins = |said: &str, roles: &[&str]| {
        roles.iter().any(|role| said.get(..role.len()).is_some_and(|s| s.eq_ignore_ascii_case(role)))
    };
    let other =
        |said: &str| said.starts_with("functions.") || begins(said, OTHERS) && !begins(said, &["function_call"]);
    let named = TURNS.iter().find(|token| text.strip_prefix(**token).is_some_and(|said| other(said.trim_start())));
    if let Some(token) = named {
        return Some(token.len());
    }
    let inside = text.strip_prefix("<|").or_else(|| text.strip_prefix("<｜"))?;
    let end = inside.bytes().take(TOKEN_REACH).position(|b| matches!(b, b'>' | b'<'))?;
    let role = inside.get(..end)?.trim_end_matches(['|', '｜']);
    let role = role.strip_suffix("_TOKEN").unwrap_or(role);
    let other =
        OTHERS.iter().any(|other| role.eq_ignore_ascii_case(other)) || begins_a_result(role) || begins_a_party(role);
    let named = inside.as_bytes()[end] == b'>' && other;
    named.then(|| text.len() - inside.len() + end + 1)
}

/// Length of the token at the start of `text`, if it begins a turn and a name that is no known role stands in the place of
/// one. It may be the model's own, or what it says: `<|im_start|>Here is the JSON:`.
fn named_turn(text: &str) -> Option<Tag<'_>> {
    let token = TURNS.iter().find(|token| text.starts_with(**token))?;
    let said = text.get(token.len()..)?.trim_start();
    let end = said.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))?;
    let (name, rest) = said.split_at(end);
    let begins = |role: &&str| name.get(..role.len()).is_some_and(|s| s.eq_ignore_ascii_case(role));
    let stands = !name.is_empty() && rest.starts_with(['\n', '\r', '<']);
    (stands && !OWN.iter().any(begins)).then_some(Tag::Named { len: token.len(), name })
}

/// `tool▁outputs▁begin`, `START_TOOL_RESULT`: the name of a token before what a tool gave.
fn begins_a_result(name: &str) -> bool {
    let parts: Vec<String> = name.split(|c: char| !c.is_alphanumeric()).map(str::to_ascii_lowercase).collect();
    let has = |list: &[&str]| parts.iter().any(|part| list.contains(&part.as_str()));
    let first = parts.first().is_some_and(|first| first == "dsml");
    has(&["tool", "function"]) && has(RESULTS) && (first || has(&["begin", "start"]))
}

/// `user_start`, `userprompt`: the name of a token before what somebody else says.
fn begins_a_party(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let who = ["user", "human", "system", "developer"].iter().find_map(|who| name.strip_prefix(who));
    let rest = who.map(|rest| rest.trim_start_matches(['_', '-', ':', '▁']));
    rest.is_some_and(|rest| ["start", "begin", "prompt", "message", "turn", "input"].contains(&rest))
}

/// Where what somebody else says is over that the tag at the start of `text` puts it into: a tool's result, a
/// document, an example. A tag that nothing closes holds only what follows at once.
/// `answered`: it stands at once behind an answer, and then what gives something back gives what that led to.
pub(super) fn foreign(text: &str, answered: bool) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let of_a_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b':');
    let end = inside.bytes().take(TOKEN_REACH).position(|b| !of_a_name(b))?;
    let name = inside.get(..end)?;
    // `<minimax:tool_result>`
    let (is_result, is_of_another) = who(name.rsplit(':').next().unwrap_or(name));
    let is_result = is_result || answered && RESULTS.contains(&name.to_ascii_lowercase().as_str());
    if !is_result && !is_of_another {
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

/// Whether the name of a tag is that of what a tool gave back, or of what somebody else said.
fn who(name: &str) -> (bool, bool) {
    let mut parts = name.split(['_', '-']).map(str::to_ascii_lowercase);
    let first = parts.next().unwrap_or_default();
    let result = parts.next_back().is_some_and(|last| RESULTS.contains(&last.as_str()));
    (result && TOOLS.contains(&first.as_str()), PARTIES.contains(&first.as_str()))
}

/// Whether the name of a fence is that of what a tool gave: ```` ```tool_output ````.
pub(super) fn is_of_a_tool(name: &str) -> bool {
    who(name).0
}

/// What gives something back, as the first word of a name.
const TOOLS: &[&str] = &["tool", "function", "search"];

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
    "schema",
    "template",
    "sample",
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
        if let Some((Does::Ends, _, len)) = bracketed(rest) {
            return Some(begin + len);
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

/// The text without the tokens at its end, and the white space before them.
pub(super) fn without_tokens(text: &str) -> &str {
    let mut rest = text;
    while let Some(at) = token_at_the_end(rest.trim_end()) {
        let token = &rest[at..];
        if token.starts_with("</") && !token.starts_with("</s>") {
            break;
        }
        rest = &rest[..at];
    }
    rest.trim_end()
}

/// Where the token or closing tag begins that a text ends with, but for one that ends reasoning or what somebody else says.
fn token_at_the_end(text: &str) -> Option<usize> {
    text.ends_with('>').then(|| text.rfind('<')).flatten().filter(|&at| {
        let token = &text[at..];
        let ending = token.starts_with("<|") || token.starts_with("<｜") || token.starts_with("</");
        let named = ENDS.contains(&token);
        // What somebody else says may begin with words, and its end tells that a document is in it.
        let another = token.strip_prefix("</").is_some_and(|name| who(name.trim_end_matches('>')).1);
        (ending || named)
            && !another
            && other_tag(token) == Some(token.len())
            && !matches!(tag(token), Some(Tag::Close { .. }))
    })
}

/// The text without the tokens and closing tags at its end, but for one that ends reasoning or what somebody else says. The line break before a closing tag or a
/// fence belongs to it; all other white space is the document's, and may be what ends a number.
pub(super) fn without_end_tokens(text: &str) -> &str {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_end();
        rest = match token_at_the_end(trimmed) {
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
