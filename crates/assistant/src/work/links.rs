//! Texts of a model as people read them: labels without markup, commands marked in prose.

/// A label as plain text: tags gone, entities read, white space folded (S1-36).
pub(super) fn plain(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let name = tail.get(1..).and_then(|t| t.chars().next());
        let tag = name.is_some_and(|c| c.is_ascii_alphabetic() || c == '/' || c == '!');
        match tail.find('>') {
            Some(end) if tag => rest = tail.get(end + 1..).unwrap_or_default(),
            _ => {
                out.push('<');
                rest = tail.get(1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    let read = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    let text = read.iter().fold(out, |text, (entity, sign)| text.replace(entity, sign));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The commands of lines that begin with 🖥️ (S1-14a). With `closed`, the last line counts only when
/// it ends, since nothing else says that it is whole.
pub(super) fn marked(text: &str, closed: bool) -> Vec<String> {
    text.split_inclusive('\n')
        .filter(|line| !closed || line.ends_with('\n'))
        .filter_map(|line| {
            let rest = line.trim().trim_start_matches(['-', '*', ' ']).strip_prefix('🖥')?;
            let rest = rest.trim_start_matches('\u{fe0f}').trim().trim_start_matches(':').trim();
            let rest = rest.strip_prefix("**").map_or(rest, |r| r.trim_end_matches("**"));
            let command = match rest.strip_prefix('`') {
                Some(inner) => inner.split_once('`')?.0,
                None => rest.strip_prefix("$ ").unwrap_or(rest),
            };
            let command = command.trim();
            (!command.is_empty()).then(|| command.to_owned())
        })
        .collect()
}

/// A reply without what a model thought before it.
pub(super) fn without_thoughts(text: &str) -> &str {
    let text = text.rsplit_once("</think>").map_or(text, |(_, after)| after);
    text.split_once("<think>").map_or(text, |(before, _)| before)
}
