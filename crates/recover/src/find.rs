//! Candidate finder: every JSON document in what a model said, without its reasoning, fences, tags
//! and prose. It finds; it does not judge (that is `select`).

mod alone;
mod around;
mod bare;
mod behind;
mod between;
mod calls;
mod candidate;
mod commented;
mod doubled;
mod drafts;
mod encoded;
mod envelope;
mod listed;
pub(crate) mod members;
mod named;
mod prefixed;
mod reasoning;
mod residue;
mod respelled;
mod rockets;
mod said;
mod thinking;
mod turns;
mod unended;
mod yaml;

use crate::node::Marks;
use crate::parse::scan::Scan;
use crate::parse::{Parsed, Parser, Stack};
use crate::repair::Repair;
pub(crate) use behind::behind_words;
pub use calls::{CALL_FORMS, CallForm, call_in_tags};
pub(crate) use calls::{before_an_open_call, ends_in_a_call};
use candidate::is_weak;
pub(crate) use candidate::{Candidate, Found};
use encoded::{escaped_start, once_unescaped, without_entities};
pub(crate) use envelope::opened;
pub(crate) use named::with_names;
pub use reasoning::{MARKED, Thought, spoken_from, thought};
pub(crate) use respelled::{SPELLINGS, Spelling};
use said::Mark;
pub(crate) use said::Said;
pub(crate) use unended::is_in_open_brackets;
pub(crate) use yaml::without_kept_texts;

/// How many documents of a text may have their brackets counted up to its end.
const WEIGHINGS: usize = 4;

/// How many tags of others have the one looked for that closes them.
const FOREIGN: usize = 64;

/// The first byte of the marks that are no tags.
const MARK: u8 = 0xe2;

/// From so many documents on their number is estimated.
const MANY: usize = 1 << 10;

/// Finds all documents.
pub(crate) fn find(text: &str) -> Found {
    if encoded::is_for_a_page(text) {
        let plain = without_entities(text);
        let mut finder = Finder::new(&plain, 0, Found::default());
        finder.run();
        finder.found.repairs.add(Repair::DoubleEncoded);
        return finder.found;
    }
    let trimmed = reasoning::without_end_tokens(text);
    let ends_trimmed = trimmed.len() < text.len();
    let mut finder = Finder::new(trimmed, 0, Found::default());
    finder.run();
    let mut found = finder.found;
    // The end of a fence is one of the tokens at the end.
    found.in_fence &= !ends_trimmed;
    if found.candidates.is_empty() && !found.in_reasoning {
        escaped(trimmed, &mut found);
    }
    if ends_trimmed && !found.candidates.is_empty() && !found.repairs.has(Repair::Fence) {
        found.repairs.add(Repair::Wrapper);
    }
    found
}

/// Text that was escaped once too often: `{\"a\": 1}`.
fn escaped(text: &str, found: &mut Found) {
    let start = text.find(['{', '[']).filter(|&at| escaped_start(&text[at..]));
    let Some(start) = start.or_else(|| text.starts_with("\\\"").then_some(0)) else { return };
    let plain = once_unescaped(&text[start..]);
    let mut finder = Finder::new(&plain, 0, Found::default());
    finder.run();
    *found = finder.found;
    found.repairs.add(Repair::DoubleEncoded);
}

struct Finder<'a> {
    text: &'a str,
    scan: Scan<'a>,
    pos: usize,
    begin: usize,
    in_fence: bool,
    /// What the last fence is made of.
    fence_mark: u8,
    retries: usize,
    reread: usize,
    weighings: usize,
    /// Where a document begins that stands for the one before.
    apart: usize,
    /// Where the last reasoning ended.
    thought_to: usize,
    /// Where the last turn of somebody else ended.
    turned_to: usize,
    /// Whose turn it is, by a name that says nothing.
    speaker: &'a str,
    /// Where what somebody else says ends, as far as a tag tells it.
    foreign_to: usize,
    /// Where what a tool gave ends, if what stands before it is an answer.
    given_back_to: usize,
    /// Whether the whole text is quoted, once it was asked.
    quoted: Option<bool>,
    /// Where the next word of prose begins.
    next_word: around::NextWord,
    /// What was looked for ahead.
    ahead: around::Ahead,
    /// What the words before documents say of them.
    said_before: said::Before<'a>,
    /// Whether no turn of the model comes any more.
    unanswered: bool,
    /// Where the line begins on which the last document did.
    line: around::LineStart,
    /// Whether no label of an answer comes any more.
    unlabelled: bool,
    /// How many tags had the one looked for that closes them.
    foreign: usize,
    /// Where the last answer ends, and the last tag that nothing but tags stands before behind it.
    tags_behind: (usize, Option<usize>),
    /// So many of the first candidates are known to be brackets in prose.
    weak_to: usize,
    stack: Stack,
    found: Found,
}

impl<'a> Finder<'a> {
    fn new(text: &'a str, begin: usize, found: Found) -> Self {
        Self {
            text,
            scan: Scan::new(text),
            pos: begin,
            begin,
            in_fence: false,
            fence_mark: b'`',
            retries: 0,
            reread: 0,
            weighings: 0,
            apart: usize::MAX,
            thought_to: 0,
            turned_to: 0,
            speaker: "",
            foreign_to: 0,
            given_back_to: 0,
            quoted: None,
            foreign: 0,
            tags_behind: (usize::MAX, None),
            weak_to: 0,
            unlabelled: false,
            next_word: around::NextWord::default(),
            ahead: around::Ahead::default(),
            said_before: said::Before::default(),
            unanswered: false,
            line: around::LineStart::default(),
            stack: Stack::default(),
            found,
        }
    }

    fn run(&mut self) {
        if self.whole_string() || self.cut_string() {
            return;
        }
        let spoken = spoken_from(&self.text[self.begin..]);
        if spoken > 0 {
            self.reasoned(self.begin + spoken);
        }
        let mut prose = false;
        while !self.scan.done(self.pos) {
            let at = self.pos;
            match self.scan.at(at) {
                _ if self.spoken_turn(at) || self.labelled(at) => {}
                b'{' | b'[' if self.marker(at) => {}
                b'[' if turns::is_check_box(self.text, at) => {
                    prose = true;
                    self.pos += 1;
                }
                b'[' if let Some(length) = turns::title(self.text, at) => {
                    prose = true;
                    self.pos += length;
                }
                b'{' | b'[' => self.container(at, prose),
                b'(' if !bare::is_aside(&self.text[at..]) && (self.in_fence || self.opens_text(at)) => {
                    self.container(at, prose);
                }
                b'`' | b'~' if self.scan.starts(at, "```") || self.scan.starts(at, "~~~") => self.fence(),
                b'\'' | b'"' if self.quote_fence(at) => self.fence(),
                b'<' | MARK if self.scan.at(at) == b'<' || self.text[at..].starts_with('◁') => {
                    match reasoning::tag(&self.text[at..]) {
                        Some(tag) => self.tag(tag),
                        None => {
                            prose = true;
                            self.pos += 1;
                        }
                    }
                }
                b'"' if self.encoded_string(at) => {}
                b'"' if self.in_fence && self.opens_text(at) && self.fenced_string(at) => {}
                b'"' | b'\'' if self.opens_text(at) && self.scan.quoted_key(at) => self.missing_brace(at),
                b'}' | b']' | b',' | b':'
                    if self.opens_text(at) && self.scan.quoted_key(self.scan.skip_space(at + 1)) =>
                {
                    // `}"a": 1}`: another mark stands for the bracket.
                    self.found.repairs.add(Repair::WrongBracket);
                    self.missing_brace(self.scan.skip_space(at + 1));
                }
                b'/' | b'#' if self.comment(at, prose) => {}
                _ => match self.scan.space_len(at) {
                    0 => {
                        prose |= !matches!(self.scan.at(at), b',' | b';');
                        self.pos += 1;
                    }
                    n => self.pos += n,
                },
            }
        }
        self.found.in_fence = self.in_fence;
        if self.found.candidates.is_empty() && self.thought_to > 0 {
            // Nothing but reasoning: what ended it ends the text.
            self.found.in_reasoning |= self.text[self.thought_to..].trim().is_empty();
        }
        residue::judge(self.text, &mut self.found.candidates);
        said::judge(self.text, self.own_words(), &mut self.found.candidates);
        if self.found.candidates.is_empty() {
            self.scalar();
        } else if prose {
            self.found.repairs.add(Repair::Prose);
        }
    }

    /// Nothing but white space, fences and tags before `at`.
    fn opens_text(&self, at: usize) -> bool {
        let before = self.text[self.begin..at].trim_end();
        before.is_empty() || (before.ends_with('>') && before.starts_with('<')) || self.fence_line_before(before)
    }

    fn fence_line_before(&self, before: &str) -> bool {
        if !self.in_fence {
            return false;
        }
        // An info string is short; a long line is not looked through again for each of its brackets.
        let from = before.len().saturating_sub(80);
        let near = before.as_bytes().get(from..).unwrap_or_default();
        let line = near.rsplit(|b| *b == b'\n').next().unwrap_or_default();
        line.trim_ascii_start().starts_with(&[self.fence_mark; 3])
    }

    /// Three quotes in the place of a fence's backticks: `'''json`.
    fn quote_fence(&self, at: usize) -> bool {
        let three = self.scan.starts(at, "'''") || self.scan.starts(at, "\"\"\"");
        three && if self.in_fence { self.scan.at(at) == self.fence_mark } else { self.quoted_as_it_is(at) }
    }

    /// `[TOOL_CALLS]`, `[/INST]`: markers of chat templates, not arrays.
    fn marker(&mut self, at: usize) -> bool {
        // Thousands of lists may stand side by side: a name begins with a letter.
        let begins_data = |next: u8| matches!(next, b'[' | b']' | b'{' | b'}' | b'"' | b'\'' | b'0'..=b'9');
        if self.scan.at(at) != b'[' || begins_data(self.scan.at(at + 1)) {
            return false;
        }
        match thought(&self.text[at..]) {
            Some(Thought::Opens(end)) => {
                self.found.in_reasoning |= end.is_none();
                self.found.repairs.add(Repair::Think);
                self.pos = end.map_or(self.text.len(), |end| at + end);
                self.thought_to = self.pos;
                return true;
            }
            Some(Thought::Closes(len)) => {
                self.reasoned(at + len);
                return true;
            }
            None => {}
        }
        let rest = &self.text.as_bytes()[at + 1..];
        let len = rest.iter().take_while(|b| b.is_ascii_uppercase() || matches!(b, b'_' | b'/')).count();
        if len < 3 || rest.get(len) != Some(&b']') {
            return false;
        }
        self.found.repairs.add(Repair::Wrapper);
        let name = rest.get(..len).unwrap_or_default();
        if name.ends_with(b"_RESULTS") || name.ends_with(b"_RESULT") || name.ends_with(b"_OUTPUT") {
            let close = format!("[/{}]", String::from_utf8_lossy(name));
            let end = self.ahead.find(self.text, at, &close).unwrap_or(self.text.len());
            self.foreign_to = self.foreign_to.max(end);
        }
        let turn = rest.starts_with(b"INST]");
        self.pos = match self.found.candidates.is_empty() {
            false if turn => self.text.len(),
            true if turn => self.ahead.find(self.text, at, "[/INST]").unwrap_or(at + len + 2),
            _ => at + len + 2,
        };
        self.turned_to = if turn { self.pos } else { self.turned_to };
        true
    }

    fn fence(&mut self) {
        let mark = self.scan.at(self.pos);
        while self.scan.at(self.pos) == mark {
            self.pos += 1;
        }
        self.in_fence = !self.in_fence;
        self.fence_mark = mark;
        if self.in_fence {
            if reasoning::is_labelled(&format!("{}:", self.info())) {
                self.reasoned_fence(mark);
                return;
            }
            self.given_in_a_fence(mark);
            self.found.repairs.add(Repair::Fence);
            // The info string: up to the line's end, or to the document on the same line.
            while !self.scan.done(self.pos) && !matches!(self.scan.at(self.pos), b'\n' | b'{' | b'[' | b'`') {
                self.pos += 1;
            }
        }
    }

    fn tag(&mut self, tag: reasoning::Tag<'a>) {
        let at = self.pos;
        match tag {
            reasoning::Tag::Open { len, close } => {
                self.found.repairs.add(Repair::Think);
                match close.find(&self.text[at + len..]) {
                    Some(after) => {
                        self.pos = at + len + after;
                        self.thought_to = self.pos;
                    }
                    None => {
                        self.found.in_reasoning = true;
                        self.pos = self.text.len();
                    }
                }
            }
            reasoning::Tag::Close { len } => {
                self.reasoned(at + len);
            }
            reasoning::Tag::Turn { len } if !self.has_answer() => {
                // The model says again what it was sent.
                self.forget();
                self.found.repairs.add(Repair::Wrapper);
                self.pos = reasoning::turn_end(self.text, at + len);
                self.turned_to = self.pos;
            }
            reasoning::Tag::End { len } if !self.has_answer() => {
                self.pos = at + len;
            }
            reasoning::Tag::Named { len, name } if !self.has_answer() || self.speaker == name => {
                self.speaker = name;
                self.found.repairs.add(Repair::Wrapper);
                self.pos = at + len;
            }
            reasoning::Tag::Turn { .. } | reasoning::Tag::Named { .. } | reasoning::Tag::End { .. } => {
                // The model went on with what it made up.
                self.found.repairs.add(Repair::Wrapper);
                self.pos = self.text.len();
            }
            reasoning::Tag::Other { len } => {
                let answered = self.follows_an_answer(at);
                if self.foreign < FOREIGN
                    && let Some(to) = reasoning::foreign(&self.text[at..], answered)
                {
                    self.foreign += 1;
                    let sure = !answered || reasoning::foreign(&self.text[at..], false).is_some();
                    let until = if sure { &mut self.foreign_to } else { &mut self.given_back_to };
                    *until = (*until).max(at + to);
                }
                if self.tags_behind.1 == Some(at) {
                    self.tags_behind.1 = Some(at + len);
                }
                self.found.repairs.add(Repair::Wrapper);
                self.pos = at + len;
            }
        }
    }

    /// Whether anything was found that is more than brackets in prose.
    fn has_answer(&mut self) -> bool {
        let found = &self.found.candidates;
        self.weak_to += found.iter().skip(self.weak_to).take_while(|c| c.weak).count();
        self.weak_to < found.len()
    }

    /// Whether an answer stands before the tag at `at`, and nothing but tags between. Each gap is looked through once.
    fn follows_an_answer(&mut self, at: usize) -> bool {
        let Some(end) = self.found.candidates.last().map(Candidate::end).filter(|_| self.has_answer()) else {
            return false;
        };
        if self.tags_behind.0 != end {
            self.tags_behind = (end, Some(end));
        }
        let Some(from) = self.tags_behind.1 else { return false };
        let only_tags = self.text.get(from..at).is_some_and(|gap| gap.trim().trim_matches('`').is_empty());
        self.tags_behind.1 = only_tags.then_some(at);
        only_tags
    }

    /// Nothing of what was found is the model's answer.
    fn forget(&mut self) {
        self.found.candidates.clear();
        self.weak_to = 0;
    }

    /// `User:`, `### Instruction:` at the beginning of a line: what the model makes others say after its answer,
    /// or what it was sent, as long as it says where its own words begin.
    fn spoken_turn(&mut self, at: usize) -> bool {
        if !self.in_fence && turns::role(self.text, at).is_some() && self.has_answer() {
            self.pos = self.text.len();
            self.found.repairs.add(Repair::Wrapper);
            return true;
        }
        let Some(turn) = turns::spoken(self.text, at).filter(|_| !self.in_fence) else { return false };
        if self.has_answer() {
            self.pos = self.text.len();
        } else if self.unanswered {
            return false;
        } else if let Some(after) = turns::answered(self.text, at + turn) {
            (self.pos, self.turned_to) = (after, after);
        } else {
            self.unanswered = true;
            return false;
        }
        self.found.repairs.add(Repair::Wrapper);
        true
    }

    fn container(&mut self, at: usize, prose: bool) {
        let first = self.opens_text(at);
        if first && escaped_start(&self.text[at..]) {
            self.pos = self.text.len();
            return;
        }
        if !first && let Some((members, start)) = self.members_before(at) {
            return self.push(members, start, true);
        }
        let weigh = self.weighings < WEIGHINGS;
        let (parsed, weighed) = Parser::container_on(&mut self.stack, self.text, at, first, weigh);
        self.weighings += usize::from(weighed);
        let Some(mut parsed) = parsed else {
            self.pos = at + 1;
            return;
        };
        if let Some(next) = self.begun_again(&parsed, at) {
            // A draft that was left, and the document once more: each is read for itself.
            if let Some(draft) = Parser::container(&self.text[..next], at, true, false).0 {
                parsed = draft;
                self.apart = next;
            }
        }
        if parsed.known.has(Marks::UNCLOSED) && !first {
            // A draft in reasoning whose opening tag is missing.
            if let Some(end) = reasoning::closing_tag(&self.text[at..parsed.end])
                && self.ends_reasoning(&parsed.node, at + end)
            {
                self.reasoned(at + end);
                return;
            }
            if !self.in_fence && prose && self.may_read_again() {
                if !self.later_start(at, &parsed) {
                    return self.push(parsed, at, false);
                }
                self.retries += 1;
                self.reread += parsed.end - at;
                self.pos = at + 1;
                return;
            }
        }
        self.push(parsed, at, first || self.in_fence);
    }

    fn push(&mut self, parsed: Parsed, start: usize, set_off: bool) {
        let adjoins = start != self.apart
            && self.found.candidates.last().is_some_and(|last| only_separators(&self.text[last.end()..start]));
        let before = self.found.candidates.last().map(Candidate::end);
        let lead = self.found.candidates.last().and_then(|last| self.text.get(..last.start())).unwrap_or_default();
        let between = before.and_then(|end| self.text.get(end..start));
        let gap = between.filter(|gap| !gap.is_empty());
        let listed = gap.is_some_and(|gap| reasoning::only_tags(gap) || listed::joins(lead, gap));
        let last = self.found.candidates.last().map(|last| (last.start(), last.end()));
        let added = last.is_some_and(|last| said::together::are_joined(self.text, last, (start, parsed.end)));
        let anew = !added && gap.is_some_and(said::together::takes_its_place);
        let first = self.found.candidates.last().map(|last| &last.node);
        let called = first.zip(between).is_some_and(|(first, gap)| named::joins_calls(first, gap, &parsed.node));
        self.found.too_deep |= parsed.too_deep;
        // Below the deepest level there is nothing to look for.
        self.pos = if parsed.too_deep { self.text.len() } else { parsed.end.max(start + 1) };
        let unclosed = parsed.known.has(Marks::UNCLOSED);
        let led = self.text[..start].trim_end().ends_with([':', '>']);
        let begun = unclosed && (adjoins || led || self.text[..start].ends_with('\n'));
        let exact = parsed.repairs.is_empty() && !unclosed && !parsed.node.is_empty();
        if let Some(last) = self.found.candidates.last_mut().filter(|last| adjoins && exact && last.repairs.is_empty())
        {
            last.weak = false;
            self.weak_to = self.weak_to.min(self.found.candidates.len() - 1);
        }
        let brackets = is_weak(&parsed.node);
        let line = self.line_before(start);
        let crumb = bare::is_named(line, self.in_fence) && (brackets || parsed.node.is_hollow());
        let data = (set_off && !(crumb && start > self.begin + line.len())) || begun || (adjoins && exact);
        if brackets && (bare::is_argument(line) || bare::is_link(&self.text[parsed.end..])) {
            self.found.repairs.add(Repair::Prose);
            return;
        }
        let words = parsed.repairs.has(Repair::UnquotedString) && !unclosed;
        if brackets && words && (!data || self.scan.at(start) == b'(') {
            // `[see below]`, `(this, that)`: said in brackets, and no data.
            self.found.repairs.add(Repair::Prose);
            return;
        }
        let weak = !data && (brackets || crumb);
        self.make_room(parsed.end);
        let from = before.unwrap_or_else(|| self.own_words());
        // Of brackets alone nothing is said, however many there are.
        let from = if said::is_structure(&self.text[from..start]) { start } else { from };
        let span = (start, parsed.end);
        let frame = if adjoins { span } else { said::frame::around(self.text, from, span) };
        let said = match adjoins || from == start {
            _ if start < self.foreign_to => Said::Denied,
            true => Said::Plain,
            false => self.said_before.of(self.text, from, frame).max(self.marked(from, span)),
        };
        let inline = !adjoins && said::is_inline(self.text, from, frame, &mut self.next_word);
        let parted = gap.is_some_and(|gap| gap.contains(char::is_alphabetic));
        let given_back = start < self.given_back_to;
        let new = Candidate { parted, given_back, ..Candidate::new(parsed, start, self.in_fence) };
        self.found.candidates.push(Candidate { adjoins, listed, called, added, anew, weak, said, inline, ..new });
    }

    /// What stands before `start` on its line. Of a longer line it counts only that it is longer: it is not looked
    /// through again for each of its brackets; and what ends in a bracket names nothing that follows it.
    fn line_before(&mut self, start: usize) -> &'a str {
        if matches!(self.text.as_bytes().get(start.wrapping_sub(1)), Some(b'}' | b']')) {
            return "";
        }
        let least = self.text.floor_char_boundary(start.saturating_sub(bare::LINE + 1)).max(self.begin.min(start));
        self.text.get(least.max(self.line.before(self.text, start))..start).unwrap_or_default()
    }

    /// Where the words begin that are neither reasoning nor somebody else's turn.
    fn own_words(&self) -> usize {
        self.begin.max(self.thought_to).max(self.turned_to)
    }

    /// What the marks before a document say of it.
    fn marked(&mut self, from: usize, span: (usize, usize)) -> Said {
        match said::mark(self.text, from, span) {
            Mark::None => Said::Plain,
            Mark::Strike => Said::Denied,
            Mark::Quote if *self.quoted.get_or_insert_with(|| said::is_quoted(self.text)) => Said::Plain,
            Mark::Quote => Said::Quoted,
        }
    }

    /// Room for as many more documents as there are likely to come: to grow by doubling leaves holes as large.
    fn make_room(&mut self, read: usize) {
        let all = &mut self.found.candidates;
        if all.len() == all.capacity() && all.len() >= MANY {
            let likely = all.len().saturating_mul(self.text.len()) / read.max(1);
            all.reserve_exact(likely.saturating_sub(all.len()) + MANY);
        }
    }
}

/// White space, commas, semicolons and comments.
fn only_separators(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '\u{feff}'));
        let skip = if rest.starts_with("//") || rest.starts_with("# ") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else {
            return rest.is_empty();
        };
        rest = &rest[skip..];
    }
}
