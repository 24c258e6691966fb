//! Words for the person, from facts: never what a model wrote about what it did (R23).

use crate::outcome::ProposedOp;
use countersign_core::change_set::propose;
use countersign_core::effect::Moment;
use countersign_core::ids::TodoId;
use countersign_core::label::{label, quoted};
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View};

/// One to three sentences on what is proposed: number first, verb, consequence.
pub(crate) fn of(operations: &[ProposedOp], left_out: &[TodoId], todos: &Todos, moment: Moment) -> String {
    let valid: Vec<&Operation> = operations.iter().filter(|o| o.is_valid()).filter_map(|o| o.op.as_ref()).collect();
    let invalid = operations.len() - valid.len();
    let changes = |n: usize| if n == 1 { "1 change".to_owned() } else { format!("{n} changes") };
    let mut text = match valid.as_slice() {
        // Why not is known where something was tried (S0-72).
        [] => match operations.iter().flat_map(|op| &op.problems).next() {
            Some(problem) => {
                format!("Nothing could be proposed: {}. {}", problem.message, problem.hint).trim_end().to_owned()
            }
            None => "Nothing could be proposed. Name a todo and what should happen to it.".to_owned(),
        },
        many => {
            let shown: Vec<String> = many.iter().take(3).map(|op| lower(&say(op, todos, moment))).collect();
            let more = many.len().saturating_sub(3);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            let undoable = many.iter().any(|op| matches!(op, Operation::Delete { .. } | Operation::BulkDelete { .. }));
            let undoable = if undoable { " (can be undone)" } else { "" };
            format!(
                "{} proposed: {}{more}{undoable}. Nothing happens until you sign.",
                changes(many.len()),
                shown.join("; ")
            )
        }
    };
    if invalid > 0 && !valid.is_empty() {
        text.push_str(&format!(" {} could not be used.", changes(invalid)));
    }
    if let Some(problem) = propose::left_out(left_out, todos).filter(|_| !valid.is_empty()) {
        text.push_str(&format!(" {}.", problem.message));
    }
    text
}

/// The operation in words.
pub(crate) fn say(op: &Operation, todos: &Todos, moment: Moment) -> String {
    label(op, todos, propose::counted(op, todos, moment))
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// A compact line of S0-72: `op #id “title≤60” @date|@unscheduled prio:x`.
pub(crate) fn line(op: &Operation, todos: &Todos, moment: Moment) -> String {
    let todo = op.target().and_then(|t| t.id()).and_then(|id| todos.todo(id));
    let subject = todo.map_or_else(String::new, |t| {
        let date = t.scheduled_for.map_or_else(|| "@unscheduled".to_owned(), |d| format!("@{d}"));
        let prio =
            serde_json::to_value(t.priority).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let done = if t.completed() { " [done]" } else { "" };
        format!(" #{} {} {date} prio:{prio}{done}", t.id, quoted(&t.title))
    });
    format!("{}{subject}: {}", op.name(), say(op, todos, moment))
}

/// A text in which nothing steers a screen: control characters and line separators are spaces; what
/// turns the order of letters, or is not seen, is gone.
pub(crate) fn harmless(text: &str) -> String {
    let unseen = |c: &char| {
        matches!(*c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            || matches!(u32::from(*c), 0xE0000..=0xE007F)
    };
    let space = |c: char| if c.is_control() && c != '\n' || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c };
    text.chars().filter(|c| !unseen(c)).map(space).collect()
}

/// Markdown's links and pictures as their words: an address of a model's is no place to go to.
pub(crate) fn unlinked(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('[') {
        let link = rest.get(at + 1..).and_then(|inner| inner.split_once("](")).and_then(|(words, target)| {
            let (_, behind) = target.split_once(')')?;
            (!words.contains(['[', ']', '\n'])).then_some((words, behind))
        });
        let before = rest.get(..at).unwrap_or_default();
        match link {
            Some((words, behind)) => {
                out.push_str(before.strip_suffix('!').unwrap_or(before));
                out.push_str(words);
                rest = behind;
            }
            None => {
                out.push_str(before);
                out.push('[');
                rest = rest.get(at + 1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// A model's text without what it thought.
fn unthought(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("<think>") {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).and_then(|r| r.split_once("</think>")).map_or("", |(_, tail)| tail);
    }
    out.push_str(rest);
    out.rsplit("</think>").next().unwrap_or_default().to_owned()
}

/// Nothing was said: the text is blank, or only thought.
pub(crate) fn is_empty(text: &str) -> bool {
    unthought(text).trim().is_empty()
}

/// A model's words of several lines as people are shown them: nothing in them steers a screen or leads
/// elsewhere.
pub fn worded(text: &str) -> String {
    harmless(&unlinked(text)).trim().to_owned()
}

/// A model's words so far as people are shown them: plain text of one paragraph.
pub fn spoken(text: &str) -> String {
    sanitised(text, 4_000)
}

/// A model's sentences as plain text of one paragraph (S0-61); empty when nothing is left.
pub(crate) fn sanitised(text: &str, most: usize) -> String {
    // Reasoning is not for the person, nor are blocks of data; what a block of code says is.
    let out = unthought(text).replace("<response>", " ").replace("</response>", " ");
    let shown = out.split("```").enumerate().map(|(n, part)| if n % 2 == 1 { block(part) } else { unlinked(part) });
    let said = harmless(&shown.collect::<Vec<_>>().join(" "));
    let line = unemphasised(&said.split_whitespace().collect::<Vec<_>>().join(" "));
    if is_data(&line) || loops(&line) {
        return String::new();
    }
    match line.char_indices().nth(most) {
        None => line,
        Some((at, _)) => {
            let head = line.get(..at).unwrap_or_default();
            let end = head.rfind(['.', '!', '?']).map(|e| e + 1);
            end.and_then(|e| head.get(..e)).map_or_else(|| format!("{head}…"), str::to_owned)
        }
    }
}

/// What a fenced block says, without the name of its language; nothing where it is data.
fn block(fenced: &str) -> String {
    let code =
        fenced.split_once('\n').map_or(fenced, |(info, code)| if info.trim().contains(' ') { fenced } else { code });
    if code.trim_start().starts_with(['{', '[', '<']) { String::new() } else { code.to_owned() }
}

/// Whether a text is data, whole or cut, and not words that begin with a bracket: `[x] done`, `{"a": 1} is JSON`.
fn is_data(line: &str) -> bool {
    let begins = line
        .strip_prefix('{')
        .map(|rest| (rest, "\"'}"))
        .or_else(|| line.strip_prefix('[').map(|rest| (rest, "{[\"'")));
    let Some((rest, next)) = begins else { return false };
    let mut values = serde_json::Deserializer::from_str(line).into_iter::<serde::de::IgnoredAny>();
    if matches!(values.next(), Some(Ok(_))) {
        let behind = line.get(values.byte_offset()..).unwrap_or_default().trim_start();
        let more = behind.starts_with(['{', '[']) || !behind.contains(char::is_alphabetic);
        return more && !rest.starts_with(|c: char| c.is_ascii_digit());
    }
    rest.trim_start().chars().next().is_none_or(|c| next.contains(c))
}

/// Whether a text holds data, whole or cut, wherever in it: `Format: {"operations":[…]}`.
pub(crate) fn holds_data(text: &str) -> bool {
    text.match_indices(['{', '[']).take(MOST_BRACKETS).any(|(at, _)| {
        let data = text.get(at..).unwrap_or_default();
        let next = data.trim_start_matches(['{', '[']).trim_start();
        let mut values = serde_json::Deserializer::from_str(data).into_iter::<serde::de::IgnoredAny>();
        next.starts_with('"')
            && match values.next() {
                Some(Ok(_)) => true,
                Some(Err(error)) => error.is_eof(),
                None => false,
            }
    })
}

/// Brackets of a text that are looked at.
const MOST_BRACKETS: usize = 16;

/// A line without the stars that emphasise words: pairs, of which the first stands before a word and the second after
/// one. A star that multiplies, matches or points stays, and so does all that is code between backticks.
fn unemphasised(line: &str) -> String {
    let pieces: Vec<&str> = line.split('`').collect();
    // A backtick without another is a sign like any other.
    let code = |n: usize| n % 2 == 1 && n + 1 < pieces.len();
    let read = |(n, piece): (usize, &&str)| {
        if code(n) { (*piece).to_owned() } else { without_pairs(&without_pairs(piece, "**"), "*") }
    };
    pieces.iter().enumerate().map(read).collect::<Vec<_>>().join("`")
}

/// A text without the pairs of a mark around words.
fn without_pairs(text: &str, mark: &str) -> String {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let open = |at: usize, from: &str| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = from.get(mark.len()..).and_then(|t| t.chars().next());
        !word(before)
            && !matches!(before, Some('*' | '/' | '\\'))
            && after.is_some_and(|c| c.is_alphabetic() || matches!(c, '"' | '“' | '„' | '#'))
    };
    let close = |inner: &str, behind: &str| {
        let last = inner.chars().next_back();
        last.is_some_and(|c| !c.is_whitespace() && !matches!(c, '*' | '(' | ','))
            && !word(behind.chars().next())
            && !behind.starts_with('*')
    };
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(from) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(next) = from.find(mark) else {
            out.push_str(from);
            break;
        };
        out.push_str(from.get(..next).unwrap_or_default());
        let begin = at + next;
        let rest = text.get(begin..).unwrap_or_default();
        let inside = rest.get(mark.len()..).unwrap_or_default();
        let end = inside.find(mark).filter(|end| {
            open(begin, rest)
                && close(inside.get(..*end).unwrap_or_default(), inside.get(end + mark.len()..).unwrap_or_default())
        });
        match end {
            Some(end) => {
                out.push_str(inside.get(..end).unwrap_or_default());
                at = begin + end + 2 * mark.len();
            }
            None => {
                out.push_str(mark);
                at = begin + mark.len();
            }
        }
    }
    out
}

/// The first sentences of a text, at most so many (S0-60). One ends at a full stop, question or
/// exclamation mark before a space and what can begin another: not in `e.g. this` or `3.5`.
pub(crate) fn sentences(text: &str, most: usize) -> &str {
    let mut left = most;
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let Some((space, ' ')) = chars.peek().copied() else { continue };
        let begins = text.get(space + 1..).and_then(|rest| rest.chars().next()).is_some_and(|c| !c.is_lowercase());
        if matches!(c, '.' | '!' | '?' | '…') && begins {
            left -= 1;
            if left == 0 {
                return text.get(..space).unwrap_or(text);
            }
        }
    }
    text
}

/// The same words over and over.
fn loops(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    (1..=8).any(|n| words.len() >= 5 * n && words.windows(2 * n).filter(|w| w[..n] == w[n..]).count() >= 3 * n)
}

#[cfg(test)]
mod tests {
    use super::{holds_data, sanitised};

    #[test]
    fn data_is_found_in_words() {
        for text in [
            "Format: {\"operations\":[{\"op\":\"delete\",\"id\":1}]} Answer: {\"op",
            "[{\"op\": \"x\"}]",
            "so: { \"a\"",
        ] {
            assert!(holds_data(text), "{text}");
        }
        for text in ["It moves [the dentist] to {Friday}.", "{name} and [1]", "[\"a\" or b]", ""] {
            assert!(!holds_data(text), "{text}");
        }
    }

    #[test]
    fn a_models_words_keep_what_they_say() {
        for text in [
            "Run rm -rf ./* and 2*3*4 = 24 in `x`.",
            "2**10 = 1024 and 17 * 23 = 391.",
            "x *= 2 and SELECT * FROM t.",
            "Delete *.rs and *.py files.",
            "f(a*b), my p*ss*word, 4*4.",
            "def f(*args, **kwargs) in `g(*args, *more)`.",
            "[x] done",
            "[1] first",
            "{name} is a placeholder",
            "{\"a\": 1} is JSON",
            "One ` is enough.",
        ] {
            assert_eq!(sanitised(text, 400), text);
        }
        for (text, shown) in [
            ("**Why** not? *So* it is.", "Why not? So it is."),
            ("It is **done**.", "It is done."),
            ("Run:\n```sh\nls *.rs\n```\nThen look.", "Run: ls *.rs Then look."),
            ("```json\n{\"operations\":[]}\n```\nNothing.", "Nothing."),
            ("{\"operations\":[{\"op\":\"cr", ""),
            ("[{\"op\":\"create\"}]", ""),
            ("{", ""),
        ] {
            assert_eq!(sanitised(text, 400), shown, "{text}");
        }
    }
}
