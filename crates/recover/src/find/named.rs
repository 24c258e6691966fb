//! Calls whose name stands outside of their JSON, among the marks of a model: `[TOOL_CALLS]add[ARGS]{…}`,
//! `to=functions.add<|message|>{…}`, `Action: add` above `Action Input: {…}`. Where a call is wanted with its name, the
//! two are one object.

use super::reasoning;
use crate::node::{Data, Node};
use crate::parse::Parser;
use regex::Regex;
use std::sync::LazyLock;

/// What stands before the arguments, with the name as `name`; what of it stays before the object, as `stays`.
static FORMS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"(?P<NAME>[\w.-]+)";
    let fence = r"(?P<FENCE>```(?:json)?\s*)?";
    let forms = [
        format!(r"\[TOOL_CALLS\]\s*{name}\s*(?:\[CALL_ID\][\w-]+)?(?:\[ARGS\])?\s*"),
        format!(r"<function=\x22?{name}\x22?>\s*"),
        format!(r"functions\.{name}(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*"),
        format!(r"to=(?:functions\.)?{name}[^{{}}\n]{{0,80}}?<\|message\|>\s*"),
        format!(r"<｜tool▁call▁begin｜>function<｜tool▁sep｜>{name}\s*{fence}"),
        format!(r"<｜tool▁call▁begin｜>{name}<｜tool▁sep｜>\s*"),
        format!(r"<tool_call>\s*{name}\s*{fence}"),
        format!(r"(?m:^)>>>{name}\r?\n\s*"),
        format!(
            r"(?P<STAYS>(?m:^)[ \t]*(?:\*\*)?Action:(?:\*\*)?[ \t]*){name}[ \t]*\r?\n\s*(?:\*\*)?Action Input:(?:\*\*)?\s*{fence}"
        ),
    ];
    // A group has one place: each form has names of its own.
    let numbered = forms.iter().enumerate().map(|(n, form)| {
        form.replace("NAME", &format!("name{n}"))
            .replace("FENCE", &format!("fence{n}"))
            .replace("STAYS", &format!("stays{n}"))
    });
    Regex::new(&numbered.collect::<Vec<_>>().join("|")).ok()
});

/// The text with each such call as one object; none where it has none.
pub(crate) fn with_names(text: &str) -> Option<String> {
    let forms = FORMS.as_ref()?;
    let (mut plain, mut from) = (String::new(), 0);
    for found in forms.captures_iter(text) {
        let (Some(whole), Some(name)) = (found.get(0), group(forms, &found, "name")) else { continue };
        let at = whole.end();
        if whole.start() < from || !text.get(at..).is_some_and(|rest| rest.starts_with('{')) {
            continue;
        }
        let end =
            Parser::container(text, at, true, false).0.filter(|read| !read.node.any(crate::node::Marks::UNCLOSED));
        let arguments = text.get(at..end.as_ref().map_or(text.len(), |read| read.end))?;
        plain.push_str(text.get(from..whole.start())?);
        plain.push_str(group(forms, &found, "stays").unwrap_or_default());
        plain.push_str(group(forms, &found, "fence").unwrap_or_default());
        plain.push_str(&format!("{{\"name\":\"{name}\",\"arguments\":{arguments}"));
        from = at + arguments.len();
        if end.is_none() {
            break;
        }
        plain.push('}');
        if found.get(0).is_some_and(|mark| mark.as_str().starts_with("<function=")) {
            let rest = text.get(from..)?;
            from += rest.len() - rest.trim_start().strip_prefix("</function>").unwrap_or(rest).len();
        }
    }
    plain.push_str(text.get(from..)?);
    (from > 0).then_some(plain)
}

/// Longest text between two calls.
const BETWEEN: usize = 240;

/// What ends a call, as a part of a tag's or token's name.
const ENDS: [&str; 8] = [
    "/tool_call",
    "/function_call",
    "/toolcall",
    "/functioncall",
    "/function>",
    "tool_call_end",
    "tool▁call▁end",
    "|call|",
];

/// Words of a message's head between tokens.
const HEAD: [&str; 2] = ["assistant", "commentary"];

/// Whether nothing is between a document and the next but what ends one call and begins another: a tag, a token, the
/// next name; or nothing at all, a comma or a semicolon, where both are calls themselves.
pub(super) fn joins_calls(first: &Node, gap: &str, next: &Node) -> bool {
    let gap = gap.trim_start();
    if matches!(gap.trim_end(), "" | "," | ";") {
        return is_call(first) && is_call(next);
    }
    if gap.len() > BETWEEN || !(gap.contains(['<', '>', '[']) || gap.contains("Action:")) {
        return false;
    }
    let head = FORMS.as_ref().and_then(|forms| forms.find_iter(gap).find(|found| found.end() == gap.len()));
    let marks = head.map_or(gap, |head| gap.get(..head.start()).unwrap_or_default());
    let ends = || marks.split('<').skip(1).any(|tag| ENDS.iter().any(|end| tag.contains(end)));
    (head.is_some() || ends()) && only_marks(marks)
}

/// A name with what it is called with.
fn is_call(node: &Node) -> bool {
    let Data::Object(members) = &node.data else { return false };
    let has = |keys: &[&str]| members.iter().any(|(key, _)| keys.contains(&key.as_str()));
    has(&["name"]) && has(&["parameters", "arguments"])
}

/// Whether a text is tags, tokens, the words of a message's head and separators.
fn only_marks(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '`'));
        let word = HEAD.iter().find_map(|word| rest.strip_prefix(word));
        rest = match (word, reasoning::tag(rest)) {
            (Some(after), _) => after,
            (None, Some(reasoning::Tag::Other { len })) => rest.get(len..).unwrap_or_default(),
            _ => return rest.is_empty(),
        };
    }
}

/// What the form that was found has for a part.
fn group<'t>(forms: &Regex, found: &regex::Captures<'t>, part: &str) -> Option<&'t str> {
    let mut named = forms.capture_names().flatten().filter(|name| name.starts_with(part));
    named.find_map(|name| found.name(name)).map(|part| part.as_str())
}
