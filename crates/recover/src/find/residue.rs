//! What stands after a document: prose, or the rest of a text of which a quote inside, that has no
//! backslash, made an end of the document.

use super::around::Ahead;
use super::drafts::first_words;
use super::{Candidate, only_separators};
use crate::node::{Marks, Node};
use crate::parse::comments_data_out;
use crate::parse::scan::{Scan, open_brackets};
use crate::repair::Repair;

/// Longest tag that is passed over.
const TAG_REACH: usize = 1 << 8;

/// How often the rest of a text is looked through for what a document may be a part of.
const LOOKS: usize = 16;

/// Doubts the documents that seem to go on after their end, and takes away those that are pieces of them.
pub(super) fn judge(text: &str, candidates: &mut Vec<Candidate>) {
    let (mut broken, mut open) = (false, false);
    let (mut kept, mut running) = (None, None);
    let mut body: Option<String> = None;
    let mut looks = LOOKS;
    let (mut ahead, mut pieces, mut fences) = (0, false, (Ahead::default(), EndingQuotes::default()));
    for at in 0..candidates.len() {
        // Prose and brackets in prose, up to the next document.
        ahead = ahead.max(at + 1);
        ahead += candidates.iter().skip(ahead).take_while(|c| c.weak).count();
        let until = candidates.get(ahead).map_or(text.len(), Candidate::start);
        let Some(candidate) = candidates.get_mut(at) else { break };
        let inside = open && candidate.fenced && resumes(text, candidate, &mut fences);
        broken |= inside;
        let document = text.get(candidate.start()..).unwrap_or_default();
        // Nobody knows where a file ended in whose text quotes stand bare, and what it holds besides.
        let in_body = !candidate.called && body.as_ref().is_some_and(|words| *words != first_words(document));
        if inside || in_body || (broken && !begins_a_line(text, candidate.start())) {
            running = kept;
            candidate.piece = true;
            pieces = true;
            continue;
        }
        let runs_on = !candidate.weak && (goes_on(text, candidate, until) || is_part(text, candidate, &mut looks));
        if runs_on {
            candidate.doubt(|node| {
                node.doubt_end();
                node.doubt_last_text();
            });
            running = Some(candidate.start());
        }
        if is_an_element(text, candidate) {
            candidate.doubt(|node| node.marks.add(Marks::GUESSED));
        }
        if !candidate.weak {
            body = candidate.node.guessed_body().map(|_| first_words(document));
        }
        kept = (!candidate.weak).then_some(candidate.start()).or(kept);
        let gap = text.get(candidate.end()..until).unwrap_or_default();
        let doubtful = !candidate.weak && candidate.any(Marks::UNCLOSED.with(Marks::GUESSED));
        broken = runs_on || doubtful && only_separators(gap);
        open = !candidate.weak && !candidate.fenced && !candidate.closed();
    }
    if pieces {
        candidates.retain(|c| !c.piece);
    }
    if let Some(last) = candidates.iter_mut().rfind(|c| !c.weak)
        && running == Some(last.start())
        && !closes(text.get(last.end()..).unwrap_or_default())
    {
        // It ended too soon, and what goes on is cut.
        last.doubt(|node| node.marks.add(Marks::UNCLOSED));
    }
    if let Some(last) = candidates.iter_mut().rfind(|c| !c.weak)
        && last.node.guessed_body().is_some_and(Node::is_left_open)
    {
        // The brackets behind the body may be the body's.
        last.doubt(|node| node.marks.add(Marks::UNCLOSED));
    }
    for at in 1..candidates.len() {
        let (before, rest) = candidates.split_at_mut(at);
        if let (Some(before), Some(next)) = (before.last_mut(), rest.first())
            && next.adjoins
            && next.any(Marks::CONCLUDED.with(Marks::GUESSED))
        {
            before.doubt(Node::doubt_begun_bodies);
        }
        if let (Some(before), Some(next)) = (before.last_mut(), rest.first())
            && !next.closed()
            && next.repairs.has(Repair::Comment)
            && text
                .get(before.end()..next.start())
                .is_some_and(|gap| !gap.contains(|c: char| c.is_alphanumeric() || c == '\n'))
        {
            // `"a"}]{ # b"`: a comment ate what is left, and all of it may be one text.
            before.doubt(|node| node.doubt_last_bodies(Marks::GUESSED));
        }
    }
}

/// Whether the rest of a text closes more than it opens, and says nothing after that.
fn closes(rest: &str) -> bool {
    let after = rest.rfind(['}', ']']).and_then(|at| rest.get(at..)).unwrap_or_default();
    open_brackets(rest) < 0 && !after.contains('"')
}

fn begins_a_line(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.ends_with('\n') || before.ends_with("```"))
}

/// Whether a document ended too soon: what comes after it goes on as the inside of a container does, and
/// closes more than it opens (`[1, [2]], 3]`).
fn is_part(text: &str, candidate: &Candidate, looks: &mut usize) -> bool {
    let rest = text.get(candidate.end()..).unwrap_or_default();
    if candidate.adjoins || *looks == 0 || !is_more_data(rest) {
        return false;
    }
    *looks -= 1;
    open_brackets(rest.find("\n```").map_or(rest, |fence| &rest[..fence])) < 0
}

/// Whether a text goes on as the inside of a container does: a comma, a word or number at once, a value.
fn is_more_data(rest: &str) -> bool {
    let inside = |c: char| c.is_whitespace() || matches!(c, '}' | ']');
    let scan = Scan::new(rest);
    let begin = scan.skip_space(0);
    rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        || rest.trim_start_matches(inside).starts_with(',')
        || scan.plain_scalar(begin)
        || scan.delimited_string(begin)
}

/// Whether a document is the last element of a list whose opening bracket is missing: `1, {"a": 2}]`.
fn is_an_element(text: &str, candidate: &Candidate) -> bool {
    let before = text.get(..candidate.start()).unwrap_or_default().trim_ascii_end();
    let after = text.get(candidate.end()..).unwrap_or_default().trim_ascii_start();
    !candidate.weak && before.ends_with(',') && after.starts_with(']')
}

/// Whether the text that the fence around a document stands in goes on after it: `\n```\n", "next": 1}`.
fn resumes(text: &str, candidate: &Candidate, (fences, quotes): &mut (Ahead, EndingQuotes)) -> bool {
    fences.find(text, candidate.end(), "\n```").is_some_and(|fence| quotes.has(text, fence + 4))
}

/// Whether what stands between the end of a document and `until` can hardly be prose: a quote or an
/// escape follows at once, or the brackets at the end of it all follow a quote.
fn goes_on(text: &str, candidate: &Candidate, until: usize) -> bool {
    let gap = text.get(candidate.end()..until).unwrap_or_default();
    if gap.trim_ascii().is_empty() {
        return false;
    }
    let gap = gap.find("\n```").and_then(|fence| gap.get(..fence)).unwrap_or(gap);
    let scan = Scan::new(gap);
    let begin = scan.skip_space(0);
    if scan.slash_comment(begin) || scan.at(begin) == b'#' {
        let at = candidate.end() + begin;
        let whole = Scan::new(text);
        let end = whole.comment_end(at);
        return whole.may_end_a_string(candidate.start(), at, end) && !comments_data_out(text, at, end);
    }
    let said = gap.get(begin..).unwrap_or_default().trim_end();
    // A tag may be a wrapper's, but not where it ended what was still open.
    let said = if candidate.closed() { said } else { after_tags(said) };
    if said.is_empty()
        || said.starts_with(['<', '`'])
        || said == "\"\"\""
        || said == "\"" && opens_with(text, candidate.start(), '"')
    {
        return false;
    }
    let line = gap.lines().next().unwrap_or_default();
    let at_once = line.contains(['"', '\\']) && !said.starts_with(char::is_alphabetic) && !line.starts_with(' ');
    let ended = text.get(candidate.start()..candidate.end().saturating_sub(1)).unwrap_or_default();
    at_once
        || has_ending_quote(said)
        || (begin > 0 && scan.quoted_key(begin))
        || (begin == 0 && is_rest_of_a_key(said, ended.trim_end().ends_with(',')))
}

/// What comes after the closing tags and tokens that a text begins with.
fn after_tags(text: &str) -> &str {
    let mut rest = text;
    while let Some(tag) = rest.strip_prefix('<') {
        match tag.bytes().take(TAG_REACH).position(|b| matches!(b, b'>' | b'<' | b'\n')) {
            Some(end) if tag.as_bytes()[end] == b'>' => rest = tag[end + 1..].trim_start(),
            _ => return "",
        }
    }
    rest
}

/// Whether a word at once after the bracket is what is left of a key: `}arguments": {`, or the last of
/// the text after a comma that nothing follows, `,}argu`.
fn is_rest_of_a_key(said: &str, comma: bool) -> bool {
    let scan = Scan::new(said);
    let end = scan.word(0);
    let quoted = scan.at(end) == b'"' && scan.at(scan.skip_space(end + 1)) == b':';
    end > 0 && (quoted || (comma && end == said.len()))
}

/// Whether [`has_ending_quote`] holds of what is left of a text from offsets that are asked for one after the other.
#[derive(Default)]
struct EndingQuotes {
    /// The last that ends something, of those that an even and an odd number of quotes stand before.
    last: Option<[Option<usize>; 2]>,
    /// How many quotes stand before this offset.
    before: (usize, usize),
}

impl EndingQuotes {
    fn has(&mut self, text: &str, from: usize) -> bool {
        let last = self.last.get_or_insert_with(|| {
            let mut last = [None; 2];
            for (n, (at, _)) in text.match_indices('"').enumerate().filter(|(_, (at, _))| ends_something(text, *at)) {
                last[n % 2] = Some(at);
            }
            last
        });
        let (seen, count) = if self.before.0 <= from { self.before } else { (0, 0) };
        let new = text.get(seen..from).unwrap_or_default().bytes().filter(|b| *b == b'"').count();
        self.before = (from, count + new);
        last[(count + new) % 2].is_some_and(|at| at >= from)
    }
}

/// Whether the quote at `at` stands before a mark of structure.
fn ends_something(text: &str, at: usize) -> bool {
    text.get(at + 1..).is_some_and(|rest| rest.trim_start().starts_with([',', '}', ']', ':']))
}

/// A quote that should open what is quoted, and ends something before a mark of structure.
pub(super) fn has_ending_quote(gap: &str) -> bool {
    gap.match_indices('"').step_by(2).any(|(at, _)| ends_something(gap, at))
}

fn opens_with(text: &str, start: usize, quote: char) -> bool {
    text.get(..start).is_some_and(|before| before.trim_end().ends_with(quote))
}
