//! Documents that a record in another notation holds in one of its texts: `notes: '{…}'` below `title: x`,
//! `create(title='x', notes='{…}')`, `<notes>{…}</notes>` beside `<title>`, a cell of a table under `notes`, or a fence
//! without quotes as a member of JSON. The names of the members are the schema's.

use super::around::Known;
use super::calls::literals;
use super::{Candidate, Said};
use std::cell::RefCell;

/// How much before and behind a document is looked at.
const REACH: usize = 400;

/// How many documents, from the last one on, and rows of a table are looked at.
const LOOKS: usize = 64;

/// Longest name of a member.
const NAME: usize = 32;

/// What a name is to a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    Nothing,
    /// A member.
    Member,
    /// A member that is a text and nothing else.
    Text,
}

/// Marks the documents that a text of another notation holds.
pub(crate) fn judge(text: &str, candidates: &mut [Candidate], named: &dyn Fn(&str) -> Named) {
    if candidates.is_empty() {
        return;
    }
    let texts = literals(text);
    let known = RefCell::new(Known::default());
    let named = &|name: &str| known.borrow_mut().of(name.to_owned(), || named(name));
    let first = candidates.len().saturating_sub(LOOKS);
    let (mut from, mut before) = (0, None);
    for candidate in candidates.iter_mut().skip(first) {
        let (start, end) = (candidate.start(), candidate.end());
        let place = Place { text, from, start, end, named };
        let held = match before {
            Some(held) if candidate.adjoins => held,
            _ => texts.iter().any(|text| text.contains(&start)) || place.is_held(),
        };
        before = Some(held);
        if held {
            hold(candidate);
        } else if candidate.closed() {
            // One that is held is a part of its record, which goes on behind it.
            from = end;
        }
    }
    // Of those before the ones that are looked at nothing is known but what they stand in front of.
    if candidates.get(first).is_some_and(|candidate| candidate.held) {
        candidates.iter_mut().take(first).for_each(hold);
    }
}

fn hold(candidate: &mut Candidate) {
    candidate.held = true;
    candidate.said = candidate.said.max(Said::Quoted);
}

/// Where a document stands.
struct Place<'t> {
    text: &'t str,
    /// Nothing before is of the same record.
    from: usize,
    start: usize,
    end: usize,
    named: &'t dyn Fn(&str) -> Named,
}

impl<'t> Place<'t> {
    fn is_held(&self) -> bool {
        let before = self.before();
        let line = before.rsplit('\n').next().unwrap_or_default();
        if line.trim_start().starts_with('|') {
            return self.is_in_a_cell(line);
        }
        let argument = open_argument(before).filter(|name| self.is_text(name));
        if argument.is_some_and(|name| is_of_a_call(before, name)) {
            return true;
        }
        let named = [name_at_the_end(without_opening(before)), name_of_line(line), argument, kept_by(before)];
        let label = named.into_iter().flatten().find(|name| self.is_text(name)).or_else(|| self.tag_around(before));
        label.is_some_and(|name| self.has_another(name))
    }

    /// What stands before it, as far as that is looked at.
    fn before(&self) -> &'t str {
        let least = self.text.floor_char_boundary(self.start.saturating_sub(REACH)).max(self.from);
        self.text.get(least..self.start).unwrap_or_default()
    }

    fn is_text(&self, name: &str) -> bool {
        (self.named)(name) == Named::Text
    }

    /// The name of the tag that it stands in.
    fn tag_around(&self, before: &'t str) -> Option<&'t str> {
        let inside = before.rsplit('<').next().filter(|_| before.contains('<'))?;
        let (tag, _) = inside.split_once('>')?;
        let name = tag_name(tag);
        let behind = self.text.get(self.end..)?;
        let near = behind.get(..behind.floor_char_boundary(REACH))?;
        (!tag.starts_with('/') && self.is_text(name) && near.contains("</")).then_some(name)
    }

    /// Whether another member stands beside it, with its name as it has its own.
    fn has_another(&self, name: &str) -> bool {
        let behind = self.text.get(self.end..).unwrap_or_default();
        let behind = behind.get(..behind.floor_char_boundary(REACH)).unwrap_or_default();
        [self.before(), behind].into_iter().any(|near| {
            near.match_indices([':', '=', '>']).any(|(at, sign)| {
                let until = near.get(..at + 1).unwrap_or_default();
                let other = match sign {
                    ">" => until.rsplit('<').next().map(|tag| tag_name(tag.trim_end_matches('>'))),
                    _ => name_at_the_end(until),
                };
                other.is_some_and(|other| other != name && (self.named)(other) != Named::Nothing)
            })
        })
    }

    /// Whether it stands in a table under the name of a text, beside other members.
    fn is_in_a_cell(&self, line: &str) -> bool {
        let above = self.text.get(self.from..self.start).unwrap_or_default();
        let rows = above.rsplit('\n').skip(1).take_while(|row| row.trim_start().starts_with('|'));
        let Some(head) = rows.take(LOOKS).last() else { return false };
        let names = |row: &'t str| row.split('|').map(|cell| cell.trim().trim_matches(['*', '`', '_']));
        let column = line.matches('|').count();
        let members = names(head).filter(|name| (self.named)(name) != Named::Nothing).count();
        members > 1 && names(head).nth(column).is_some_and(|name| self.is_text(name))
    }
}

/// The name in a tag: `<notes>`, `<parameter=notes>`, `<parameter name="notes">`.
fn tag_name(tag: &str) -> &str {
    let value = tag.split_once('=').map_or(tag, |(_, value)| value);
    value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))
}

/// Without what opens a text or a fence: `notes: '`, "notes:\n```json\n", `notes: |`.
fn without_opening(before: &str) -> &str {
    let quotes = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '~' | '“' | '„' | '‘' | '«');
    // A line break may be written as the escape that it has in the text.
    let trimmed = before.trim_end_matches(quotes).trim_end_matches("\\n").trim_end_matches(quotes);
    let word = trimmed.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    let opened = word.strip_suffix("```").or_else(|| word.strip_suffix("~~~")).unwrap_or(trimmed);
    let opened = opened.trim_end_matches(quotes);
    let mark = opened.trim_end_matches(['|', '>', '-', '+']);
    if mark.len() < opened.len() && mark.ends_with(' ') { mark.trim_end() } else { opened }
}

/// The name that a text ends with, with the sign that parts it from its value: `notes:`, `"notes" =`, `**Notes:**`.
fn name_at_the_end(text: &str) -> Option<&str> {
    let marks = |c: char| matches!(c, '*' | '_' | ' ' | '\t');
    let text = text.trim_end_matches(marks);
    let named = text.strip_suffix("=>").or_else(|| text.strip_suffix([':', '=']))?;
    let named = named.trim_end_matches(|c: char| marks(c) || matches!(c, '"' | '\'' | '`' | '“' | '”' | '«' | '»'));
    let least = named.floor_char_boundary(named.len().saturating_sub(NAME));
    let near = named.get(least..)?;
    let name = near.rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).next()?;
    (!name.is_empty()).then_some(name)
}

/// The name that a line begins with: `notes: see `, `- **Notes:** `.
fn name_of_line(line: &str) -> Option<&str> {
    let said = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•' | '+' | '_'));
    let sign = said.get(..said.floor_char_boundary(NAME))?.find([':', '='])?;
    let name = name_at_the_end(said.get(..=sign)?)?;
    said.trim_start_matches(['"', '\'', '`']).starts_with(name).then_some(name)
}

/// The name of the argument of a call whose text is still open: `notes='see `.
fn open_argument(before: &str) -> Option<&str> {
    before.rmatch_indices('=').find_map(|(at, _)| {
        let value = before.get(at + 1..)?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let said = value.get(1..)?;
        (!said.contains(quote)).then(|| name_at_the_end(before.get(..=at)?)).flatten()
    })
}

/// Whether a name stands in the brackets of a call: `add("x", notes=`.
fn is_of_a_call(before: &str, name: &str) -> bool {
    let until = before.rfind(name).and_then(|at| before.get(..at)).unwrap_or_default();
    until.matches('(').count() > until.matches(')').count()
}

/// The name of the text of YAML that keeps its lines, in which the last of these is: `notes: |`.
fn kept_by(before: &str) -> Option<&str> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut lines = before.rsplit('\n');
    let own = indent(lines.next()?);
    let said = |line: &&str| !line.trim().is_empty();
    let above = lines.filter(said).find(|line| indent(line) < own)?.trim_end();
    let mark = above.trim_end_matches(['-', '+']);
    name_at_the_end(mark.strip_suffix(['|', '>'])?)
}

#[cfg(test)]
mod tests {
    use super::{kept_by, name_at_the_end, name_of_line, open_argument, without_opening};

    #[test]
    fn names_stand_before_what_they_hold() {
        for (text, name) in [
            ("x\nnotes:", Some("notes")),
            ("{\"a\": 1, \"notes\" :", Some("notes")),
            ("- **Notes:**", Some("Notes")),
            ("f(a=1, notes=", Some("notes")),
            ("{«notes» =>", Some("notes")),
            ("see the notes", None),
            ("", None),
            (":", None),
        ] {
            assert_eq!(name_at_the_end(text), name, "{text}");
        }
        for text in
            ["notes: '", "notes: |\n  ", "notes:\n```json\n", "notes:```json\n", "notes: >-\n  ", "notes: '```json\\n"]
        {
            assert_eq!(name_at_the_end(without_opening(text)), Some("notes"), "{text}");
        }
        assert_eq!(name_of_line("- **Notes:** see `"), Some("Notes"));
        assert_eq!(name_of_line("I note: "), None);
        assert_eq!(open_argument("add(title='x', notes='see "), Some("notes"));
        assert_eq!(open_argument("add(notes='see', n="), None);
        assert_eq!(kept_by("- notes: |\n    see\n    "), Some("notes"));
        assert_eq!(kept_by("notes: x\n    "), None);
    }
}
