//! Calls whose name stands outside of their JSON, among the marks of a model: `[TOOL_CALLS]add[ARGS]{…}`,
//! `to=functions.add<|message|>{…}`, `Action: add` above `Action Input: {…}`. Where a call is wanted with its name, the
//! two are one object.

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
        format!(
            r"(?P<STAYS>(?m:^)[ \t]*(?:\*\*)?Action:(?:\*\*)?[ \t]*){name}[ \t]*\n\s*(?:\*\*)?Action Input:(?:\*\*)?\s*{fence}"
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

/// What the form that was found has for a part.
fn group<'t>(forms: &Regex, found: &regex::Captures<'t>, part: &str) -> Option<&'t str> {
    let mut named = forms.capture_names().flatten().filter(|name| name.starts_with(part));
    named.find_map(|name| found.name(name)).map(|part| part.as_str())
}
