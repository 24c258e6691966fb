//! Lines that stand for text they leave out: "… rest unchanged …", "// ... existing code ...".

use crate::refusal::{Reason, Refusal};
use crate::text::Text;
use std::collections::HashSet;

/// Refuses new lines that leave text out, unless the old text has the very line.
///
/// # Errors
/// [`Reason::Elided`] with the first such line.
pub(crate) fn check<'l>(text: &Text<'_>, new: impl IntoIterator<Item = &'l str>) -> Result<(), Refusal> {
    let mut above = "";
    let mut suspects: Vec<&str> = Vec::new();
    for line in new {
        if elides(line, above) {
            suspects.push(line.trim());
        }
        if !line.trim().is_empty() {
            above = line;
        }
    }
    if suspects.is_empty() {
        return Ok(());
    }
    let wanted: HashSet<&[u8]> = suspects.iter().map(|line| line.as_bytes()).collect();
    let present: HashSet<&[u8]> = text.lines().map(<[u8]>::trim_ascii).filter(|line| wanted.contains(line)).collect();
    match suspects.into_iter().find(|line| !present.contains(line.as_bytes())) {
        Some(line) => Err(Refusal::new(
            Reason::Elided,
            format!("\"{line}\" stands for text that is left out; write all of it, or leave it out of the edit"),
        )),
        None => Ok(()),
    }
}

/// Whether a line leaves text out. `above` is the last line before it that is not blank.
pub(crate) fn elides(line: &str, above: &str) -> bool {
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.len() > 200 {
        return false;
    }
    let (inner, comment) = uncommented(trimmed);
    let text = inner.to_lowercase().replace('…', "...");
    let bare = text
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '[' | ']' | '(' | ')' | '<' | '>' | '*' | '-'));
    let dots = text.trim_start_matches(['[', '(', '<', ' ', '*', '-']).starts_with("...")
        || text.trim_end_matches([']', ')', '>', ' ', '*', '-']).ends_with("...");
    if bare.is_empty() {
        // Python's own `...` is the body of what the line above opens.
        let body = !comment && trimmed == "..." && above.trim_end().ends_with(':') && depth(above) < depth(line);
        return text.contains("...") && !body;
    }
    let wrapped = comment || trimmed.starts_with(['[', '(', '<']) && trimmed.ends_with([']', ')', '>']);
    if dots && !comment && !wrapped && !(text.trim_start().starts_with("...")) {
        // "Loading ..." is prose or code; only the strongest phrases count.
        return strong(bare) && words(bare).len() <= 8;
    }
    if dots && (comment || wrapped || text.trim_end().ends_with("...")) && (leads(bare) || strong(bare)) {
        return true;
    }
    if dots && text.trim_start().starts_with("...") && text.trim_start()[3..].starts_with(' ') {
        return leads(bare) || strong(bare);
    }
    let hollow = ["{ ... }", "{...}", "{ /* ... */ }", "{/* ... */}", "{ // ... }"];
    if hollow.iter().any(|body| text.ends_with(body) || text.ends_with(&format!("{body};"))) {
        return true;
    }
    wrapped && leads(bare) && strong(bare)
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
}

/// A line without its comment signs, and whether it had any.
fn uncommented(line: &str) -> (&str, bool) {
    let pairs = [("{/*", "*/}"), ("/*", "*/"), ("<!--", "-->"), ("{#", "#}"), ("<%--", "--%>"), ("(*", "*)")];
    for (open, close) in pairs {
        if let Some(rest) = line.strip_prefix(open) {
            return (rest.strip_suffix(close).unwrap_or(rest).trim(), true);
        }
    }
    for open in ["//", "#", "--", ";", "%", "\"", "'", "REM ", "* "] {
        if let Some(rest) = line.strip_prefix(open) {
            return (rest.trim_start_matches(['/', '#', '-', ';', '%', '!']).trim(), true);
        }
    }
    (line, false)
}

/// Begins as such remarks do.
fn leads(text: &str) -> bool {
    const FIRST: [&str; 24] = [
        "rest",
        "remaining",
        "remainder",
        "existing",
        "previous",
        "other",
        "same",
        "unchanged",
        "omitted",
        "keep",
        "your",
        "original",
        "more",
        "everything",
        "all",
        "no",
        "code",
        "snip",
        "truncated",
        "etc",
        "content",
        "and",
        "as",
        "here",
    ];
    let mut words = words(text).into_iter().skip_while(|word| matches!(*word, "the" | "with" | "include" | "insert"));
    words.next().is_some_and(|word| FIRST.contains(&word) || word.chars().all(|c| c.is_ascii_digit()))
}

/// "Unchanged" and "left out", in the other languages of the product.
const LEFT_ALONE: [&str; 18] = [
    "unverändert",
    "unveränderte",
    "unveränderter",
    "ausgelassen",
    "weggelassen",
    "inchangé",
    "inchangée",
    "inchangés",
    "inchangées",
    "omise",
    "omises",
    "omitido",
    "omitida",
    "omitidos",
    "neschimbat",
    "neschimbată",
    "neschimbate",
    "omisă",
];

/// "Existing" and "remaining".
const EXISTING: [&str; 9] = [
    "existant",
    "existante",
    "existente",
    "existent",
    "bestehender",
    "vorhandener",
    "restlicher",
    "übriger",
    "restante",
];

/// Says that something is left out or left alone.
fn strong(text: &str) -> bool {
    const NOUNS: [&str; 34] = [
        "code",
        "código",
        "codul",
        "inhalt",
        "file",
        "function",
        "functions",
        "method",
        "methods",
        "class",
        "implementation",
        "content",
        "contents",
        "component",
        "document",
        "text",
        "imports",
        "styles",
        "lines",
        "logic",
        "body",
        "script",
        "tests",
        "page",
        "module",
        "config",
        "configuration",
        "fields",
        "properties",
        "rules",
        "sections",
        "items",
        "entries",
        "handlers",
    ];
    let words = words(text);
    let has = |word: &str| words.contains(&word);
    let noun = words.iter().any(|word| NOUNS.contains(word));
    let left_alone = has("unchanged")
        || has("omitted")
        || has("elided")
        || has("snip")
        || has("snipped")
        || has("truncated")
        || (has("same") && (has("as") || has("remains") || has("remain") || has("stays")))
        || (has("remains") || has("remain") || has("stays")) && (has("is") || has("as"))
        || (has("no") && has("changes"))
        || (has("not") && has("changed"))
        || words.iter().any(|word| LEFT_ALONE.contains(word))
        || (has("sin") && has("cambios"));
    let rest = has("rest") && (has("of") || noun);
    let kept = (has("existing")
        || has("remaining")
        || has("previous")
        || has("original")
        || has("other")
        || has("keep")
        || has("more")
        || has("your")
        || words.iter().any(|word| EXISTING.contains(word)))
        && (noun || has("here") || words.len() <= 2);
    left_alone || rest || kept
}

#[cfg(test)]
mod tests {
    use super::elides;

    #[test]
    fn what_leaves_text_out() {
        for line in [
            "...",
            "…",
            "    ...",
            "// ...",
            "# ...",
            "/* ... */",
            "<!-- ... -->",
            "-- ...",
            "{/* ... */}",
            "[...]",
            "(...)",
            "// ... existing code ...",
            "# ... existing code ...",
            "… rest unchanged …",
            "... rest of the file unchanged ...",
            "// rest of the code remains the same",
            "# rest of the file unchanged",
            "/* ... rest of component ... */",
            "// ... (rest of the function unchanged)",
            "# (rest of the code unchanged)",
            "<!-- rest of page unchanged -->",
            "// ... other methods ...",
            "// existing code here...",
            "# ... previous imports ...",
            "// ...rest of code",
            "[rest of file unchanged]",
            "[... 120 lines omitted ...]",
            "... 45 more lines ...",
            "// ... keep existing code",
            "// unchanged code omitted",
            "// ... same as before ...",
            "# ... (unchanged)",
            "... (truncated)",
            "function f() { ... }",
            "fn f() {...}",
            "// remaining methods unchanged",
            "/* existing styles unchanged */",
            "// ... your existing code here ...",
            "// … rest of the code …",
            "; ... rest of the config ...",
            "# ... remaining code stays the same ...",
            "// code omitted for brevity",
            "// ... all other fields remain as is",
            "# ... der Rest bleibt unverändert ...",
            "<!-- ... le reste est inchangé ... -->",
            "// ... el resto sin cambios ...",
            "# ... restul rămâne neschimbat ...",
            "// ... code existant ...",
            "// ... bestehender Code ...",
        ] {
            assert!(elides(line, "x = 1"), "{line}");
        }
    }

    #[test]
    fn what_does_not() {
        for (line, above) in [
            ("    ...", "def f(self) -> int:"),
            ("...args,", "f("),
            ("...rest", "const { a,"),
            ("    ...existing,", "const x = {"),
            ("print('Loading...')", ""),
            ("// wait for the other side to close", ""),
            ("# The rest API is documented elsewhere", ""),
            ("// keep going until the queue is empty", ""),
            ("let range = 0..10;", ""),
            ("echo \"Existing code ...\"", ""),
            ("// returns the same value", ""),
            ("foo(...)", ""),
            ("int printf(const char *fmt, ...);", ""),
            ("Thinking ...", ""),
            ("", ""),
            ("// more than one place matches", ""),
            ("# no trailing comma", ""),
            ("// all items are checked", ""),
            ("- ... and then?", ""),
        ] {
            assert!(!elides(line, above), "{line}");
        }
    }
}
