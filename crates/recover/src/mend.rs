//! One wrong character: a document that is JSON but for one that was lost, doubled, mistaken for another
//! or swapped with its neighbour. All texts one character away are read (`search`), those that satisfy
//! the schema are weighed (`likely`), and one is taken if no other reading comes near it.

mod doubt;
mod likely;
mod machine;
mod search;
mod settle;

use crate::choose::Chosen;
use crate::find::Candidate;
use crate::gate::body;
use crate::node::{Data, Marks, Node};
use crate::parse::scan::{Scan, open_brackets};
use crate::parse::{Parsed, Parser};
use crate::repair::{Repair, Repairs};
use crate::schema::Schema;
pub(crate) use likely::has_odd_quotes;
use search::{Edit, Fix};
pub(crate) use settle::settle;

/// Longest document that is mended: many times what a reply with operations is. Reading stays linear.
const LONGEST: usize = 1 << 14;

/// Bytes of documents that may be read as a whole.
const WHOLE_READINGS: usize = 1 << 19;

/// How far the next reading must be behind.
const LEAD: u32 = 1;

/// Readings that are no further behind may be right about a body.
const BODY_LEAD: u32 = 2;

/// A reading that is further behind is no rival of one that a schema knows all of.
const RIVAL_LEAD: u32 = 3;

/// What may stand before a document whose first character is not its bracket.
const BEFORE: usize = 2;

/// A document that is one character away from the text.
struct Reading {
    chosen: Chosen,
    edit: Edit,
    cost: u32,
    /// It makes a value up (`doubt`): not used, unless it is the only one that a schema knows (`only`).
    guessed: bool,
    /// No schema tells whether it is right.
    unsure: bool,
    /// The character was another, and is none that is mistaken for the right one.
    far_fetched: bool,
}

/// The document that stands where `chosen` was read, if one wrong character is all that is the matter
/// and there is no doubt which.
pub(crate) fn mend(text: &str, chosen: &Chosen, schema: Option<&Schema>) -> Option<Chosen> {
    let (start, end) = chosen.span;
    let (first, latest) = (body_start(text), latest_end(text, start));
    // `{"a": 1}, "b": [2]}`: what was read is a part of what stands there.
    let part = text.get(first..).is_some_and(|t| t.starts_with(['{', '[', '"'])) && (first, latest) != (start, end);
    if !part && !chosen.is_doubtful() || chosen.has_only_raw_newlines() {
        return None;
    }
    let earliest = earliest_start(text, start);
    let mut spans = vec![(first, latest), (earliest, latest), (start, latest), (earliest, end), (start, end)];
    spans.dedup();
    // What the text goes on after, though it should not, is not whole however it is mended.
    let over = if chosen.closed { end } else { text.len() };
    let readings = spans.into_iter().filter(|(from, to)| ends_well(text, *to, over) && to > from).find_map(|span| {
        let found = readings(text, span, chosen, schema);
        (!found.is_empty()).then_some(found)
    })?;
    let likeliest = likeliest(readings, chosen, schema)?;
    if closes_twice(text, end) && chosen.closed && chosen.repairs_of_text_only && !chosen.has_doubts() {
        // `{…}]}`: JSON with brackets too many, or one that is open where it should close. What both say is certain.
        let mut contested = chosen.clone();
        contest(&mut contested.node, &likeliest.node);
        return Some(contested);
    }
    Some(likeliest)
}

/// Whether nothing but closing brackets, and several, is left of the text.
fn closes_twice(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let closers = rest.bytes().filter(|byte| matches!(byte, b'}' | b']')).count();
    closers > 1 && rest.chars().all(|c| c.is_whitespace() || matches!(c, '}' | ']'))
}

/// Whether a reading may stand in place of what was read: not if that says the same without a guess, and
/// where that is without doubt, not if the reading is far-fetched.
fn may_replace(best: &Reading, chosen: &Chosen) -> bool {
    let guess = Marks::UNCLOSED.with(Marks::GUESSED).with(Marks::LOSSY);
    let sound = chosen.closed && chosen.violations.is_empty() && !chosen.node.any(guess);
    let same = sound && chosen.node.same_value(&best.chosen.node);
    !same && (chosen.has_doubts() || best.cost <= likely::oddness(&chosen.node) + 1)
}

/// Where the text begins, or what is in the fence before the first document.
fn body_start(text: &str) -> usize {
    let before = text.find(['{', '[', '"']).and_then(|at| text.get(..at)).unwrap_or_default();
    let fenced = before.rfind("```").and_then(|fence| text[fence..].find('\n').map(|line| fence + line));
    Scan::new(text).skip_space(fenced.unwrap_or(0))
}

/// Includes what stands on the line before the bracket, if that is next to nothing.
fn earliest_start(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default();
    let line = before.rfind(['\n', '>', '`', '\u{feff}']).map_or(0, |at| at + 1);
    let line = (line..=start).find(|at| text.is_char_boundary(*at)).unwrap_or(start);
    let said = before.get(line..).unwrap_or_default().trim_start();
    if said.len() <= BEFORE { start - said.len() } else { start }
}

/// After the last bracket of the text or of its fence.
fn latest_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let fence = rest.find("\n```").unwrap_or(rest.len());
    rest.get(..fence).and_then(|inside| inside.rfind(['}', ']'])).map_or(start, |at| start + at + 1)
}

/// Nothing that could belong to the document comes after it.
fn ends_well(text: &str, end: usize, as_read: usize) -> bool {
    let scan = Scan::new(text);
    let after = scan.skip_space(end);
    scan.done(after) || scan.wrapper_end(after) || end == as_read
}

fn readings(text: &str, (start, end): (usize, usize), as_read: &Chosen, schema: Option<&Schema>) -> Vec<Reading> {
    let document = text.get(start..end).unwrap_or_default();
    // Without its last bracket it is a cut, and nothing may close it.
    if document.len() > LONGEST || !document.ends_with(['}', ']']) {
        return Vec::new();
    }
    let (edits, all) = search::edits(document).unwrap_or_default();
    if edits.len() * document.len() > WHOLE_READINGS {
        return Vec::new();
    }
    // What was read as one closed document is no cut.
    let opened = !as_read.closed || ((start, end) != as_read.span && open_brackets(document) > 0);
    let mut readings: Vec<_> = edits.iter().filter_map(|edit| read(document, *edit, opened, schema, start)).collect();
    readings.iter_mut().for_each(|r| r.unsure |= !all);
    readings
}

fn read(document: &str, edit: Edit, opened: bool, schema: Option<&Schema>, start: usize) -> Option<Reading> {
    let mended = edit.apply(document)?;
    let at = mended.find(['{', '['])?;
    let mut parsed = Parser::container(&mended, at, true, false).0?;
    let strict = parsed.repairs.is_empty() || parsed.repairs.is_only(Repair::DuplicateKey);
    if !strict || !mended.get(parsed.end..)?.trim().is_empty() {
        return None;
    }
    let cost = likely::cost(document, edit) + likely::oddness(&parsed.node);
    let ends =
        doubt::splits_a_text(document, &parsed.node, edit) || doubt::may_end(document, &parsed.node, edit, opened);
    let made = doubt::takes_a_sign(document, edit)
        || doubt::makes_an_empty_one(document, edit)
        || doubt::takes_a_backtick(document, edit)
        || doubt::cuts_an_expression(document, edit);
    let guessed = ends
        || made
        || doubt::unquotes_a_literal(document, edit)
        || doubt::moves_into_a_text(document, edit)
        || (opened && doubt::sets_a_bracket(document, edit))
        || doubt::touches_a_value(document, edit)
        || !doubt::keeps_numbers(&parsed.node, document, &mended, edit);
    let unsure = ends
        || made
        || doubt::ends_a_text(document, &parsed.node, edit)
        || doubt::ends_before_a_blank(document, edit)
        || doubt::makes_a_number(document, edit);
    let quote = likely::moves_a_quote(document, edit);
    conclude(&mut parsed.node, edit, quote);
    if quote {
        doubt::doubt_begun_bodies(&mut parsed.node, edit);
    }
    let mut repairs = Repairs::default();
    repairs.add(repair(document, edit));
    let mended = Parsed::new(parsed.node, start + document.len(), repairs);
    let chosen = Chosen::of(Candidate::new(mended, start, false), schema);
    let cost = cost + u32::from(chosen.is_coerced());
    // A number that becomes a text where a comma is put: it may be what became of the comma.
    let made_up = edit.fix == Fix::Insert(b',') && chosen.is_coerced();
    let (guessed, unsure) = (guessed || made_up, unsure || made_up);
    let far_fetched = matches!(edit.fix, Fix::Replace(_)) && likely::cost(document, edit) > 0;
    chosen.violations.is_empty().then_some(Reading { chosen, edit, cost, guessed, unsure, far_fetched })
}

/// The reading that no other comes near; what another reading has otherwise in a body is a guess.
fn likeliest(readings: Vec<Reading>, tolerant: &Chosen, schema: Option<&Schema>) -> Option<Chosen> {
    let best = readings.iter().enumerate().min_by_key(|(_, r)| (r.cost, r.guessed)).map(|(at, _)| at)?;
    let (node, cost) = (&readings[best].chosen.node, readings[best].cost);
    // One bracket lost, or another too many: the likelier of the two is not likely enough.
    let lead = if readings[best].chosen.repairs.has(Repair::MissingBracket) { LEAD + 1 } else { LEAD };
    let near = readings.iter().any(|r| r.cost < cost + lead && !r.chosen.node.same_value(node));
    let sure = !readings[best].guessed || schema.is_some_and(|schema| is_only(&readings, best, tolerant, schema));
    if near && readings[best].chosen.repairs.has_bracket() && tolerant.repairs.has(Repair::MissingBracket) {
        // Nor is it where it was concluded as it was read.
        let mut contested = tolerant.clone();
        for rival in readings.iter().filter(|r| r.cost < cost + lead) {
            contest(&mut contested.node, &rival.chosen.node);
        }
        return Some(contested);
    }
    if near || !sure || !may_replace(&readings[best], tolerant) {
        return None;
    }
    let others: Vec<Vec<String>> = readings
        .iter()
        .filter(|r| r.cost < cost + BODY_LEAD && !r.chosen.node.same_value(node))
        .map(|r| {
            let mut found = Vec::new();
            bodies(&r.chosen.node, false, &mut found);
            found
        })
        .collect();
    let mut chosen = readings.into_iter().nth(best)?.chosen;
    doubt_bodies(&mut chosen.node, false, &others);
    Some(chosen)
}

/// Marks as guesses what another reading, that is as likely, says otherwise.
fn contest(node: &mut Node, other: &Node) {
    match (&mut node.data, &other.data) {
        (Data::Object(members), Data::Object(others)) => {
            for (key, value) in members {
                match others.iter().find(|(name, _)| name == key) {
                    Some((_, other)) => contest(value, other),
                    None => value.marks.add(Marks::GUESSED),
                }
            }
        }
        (Data::Array(items), Data::Array(others)) if items.len() == others.len() => {
            items.iter_mut().zip(others).for_each(|(item, other)| contest(item, other));
        }
        (Data::Array(items), Data::Array(others)) => {
            let alike = |pair: &(&Node, &Node)| pair.0.same_value(pair.1);
            let before = items.iter().zip(others).take_while(alike).count();
            let rest = (items.iter().rev()).zip(others.iter().rev()).take_while(alike).count();
            let after = items.len() - rest.min(items.len().min(others.len()) - before);
            match items.get_mut(before..after) {
                Some(differing) if !differing.is_empty() => {
                    differing.iter_mut().for_each(|n| n.marks.add(Marks::GUESSED));
                }
                _ => node.marks.add(Marks::GUESSED),
            }
        }
        (own, other) if own != other => node.marks.add(Marks::GUESSED),
        _ => {}
    }
}

/// Whether a guess is none: all readings that satisfy the schema say the same, but for those where a
/// character stands for one that it is not mistaken for, and the schema names all that is around.
fn is_only(readings: &[Reading], best: usize, tolerant: &Chosen, schema: &Schema) -> bool {
    let Reading { chosen: Chosen { node, .. }, edit, cost, unsure, .. } = &readings[best];
    let guess = Marks::UNCLOSED.with(Marks::GUESSED).with(Marks::LOSSY).with(Marks::CONCLUDED);
    let sound = tolerant.closed && tolerant.violations.is_empty() && !tolerant.node.any(guess);
    let rival = |r: &Reading| !r.far_fetched && r.cost < cost + RIVAL_LEAD && !r.chosen.node.same_value(node);
    !sound && !unsure && !readings.iter().any(rival) && schema.names_all(node, Some(edit.at))
}

/// The texts that are written or run.
fn bodies(node: &Node, inside: bool, found: &mut Vec<String>) {
    match &node.data {
        Data::Text(text) if inside => found.push(text.clone()),
        Data::Array(items) => items.iter().for_each(|n| bodies(n, inside, found)),
        Data::Object(members) => members.iter().for_each(|(k, n)| bodies(n, inside || body(k).is_some(), found)),
        _ => {}
    }
}

fn doubt_bodies(node: &mut Node, inside: bool, others: &[Vec<String>]) {
    match &mut node.data {
        Data::Text(text) if inside && others.iter().any(|other| !other.contains(text)) => {
            node.marks.add(Marks::GUESSED);
        }
        Data::Array(items) => items.iter_mut().for_each(|n| doubt_bodies(n, inside, others)),
        Data::Object(members) => {
            members.iter_mut().for_each(|(k, n)| doubt_bodies(n, inside || body(k).is_some(), others));
        }
        _ => {}
    }
}

/// Marks the strings that the edit touched.
fn conclude(node: &mut Node, edit: Edit, quote: bool) {
    let (start, end) = (node.start as usize, node.end as usize);
    let near = if quote { 1 } else { 0 };
    match &mut node.data {
        Data::Text(_) if start < edit.at + 1 + 2 * near && edit.at < end + near => node.marks.add(Marks::CONCLUDED),
        Data::Array(items) => items.iter_mut().for_each(|n| conclude(n, edit, quote)),
        Data::Object(members) => members.iter_mut().for_each(|(_, n)| conclude(n, edit, quote)),
        _ => {}
    }
}

/// The kind of a fix in reports.
fn repair(document: &str, edit: Edit) -> Repair {
    let own = document.as_bytes().get(edit.at).copied().unwrap_or(0);
    match (edit.fix, own) {
        (Fix::Swap, _) => Repair::Swapped,
        (Fix::Insert(b',') | Fix::Replace(b','), _) => Repair::MissingComma,
        (Fix::Insert(b':') | Fix::Replace(b':'), _) => Repair::MissingColon,
        (Fix::Insert(b'"') | Fix::Replace(b'"'), _) => Repair::MissingQuote,
        (Fix::Insert(b'\\'), _) => Repair::UnescapedQuote,
        (Fix::Insert(b'{' | b'}' | b'[' | b']'), _) => Repair::MissingBracket,
        (Fix::Replace(b'{' | b'}' | b'[' | b']'), _) | (Fix::Delete, b'{' | b'}' | b'[' | b']') => Repair::WrongBracket,
        (Fix::Delete, b',') => Repair::ExtraComma,
        (Fix::Delete, _) => Repair::Junk,
        (Fix::Insert(_) | Fix::Replace(_), _) => Repair::MisspeltLiteral,
    }
}
