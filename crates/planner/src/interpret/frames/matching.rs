//! A clause as a stream of plain words and dates, and the patterns found in it.

use super::table::{Deed, is_doing, is_past, is_present};
use crate::dates::What;
use crate::interpret::bare::is_everyday;
use crate::interpret::fields::level;
use crate::interpret::lexicon::one_of;
use crate::interpret::text::Clause;
use std::ops::Range;

/// Words that colour and say nothing of what is to be done.
const COLOUR: &str = "really|actually|just|please|pls|plz|also|now|finally|already|then|so|definitely|ok|okay|well|too|anyway|\
    basically|quite|very|super|pretty|simply|btw|hey|oh|ah|um|uh|yeah|yes|right|still|kindly|thanks|thx|\
    unfortunately|sadly|luckily|again|apparently|certainly|obviously|honestly|sorry|ideally|preferably|both|all|even|->|→|=>|therefore|\
    after_all|of_course|by_the_way|as_well|for_me|for_now|i_mean|you_know|at_last|in_fact|\
    that's_why|hence|thus|alright|hi|hello|once_more|if_possible|tho|though|instead";

/// What ties a date to what stands in front.
const TIES: &str =
    "on|at|for|to|until|till|in|by|from|of|around|about|before|due|only|onto|back|the|not_before|over|up";

/// Words taken apart, so that a frame says each in one way.
const APART: &[(&str, &str)] = &[
    ("i'm", "i am"),
    ("im", "i am"),
    ("i'll", "i will"),
    ("i've", "i have"),
    ("ive", "i have"),
    ("i'd", "i would"),
    ("we're", "we are"),
    ("we'll", "we will"),
    ("we've", "we have"),
    ("we'd", "we would"),
    ("it's", "it is"),
    ("its", "it is"),
    ("it'll", "it will"),
    ("that's", "that is"),
    ("thats", "that is"),
    ("that'll", "that will"),
    ("there's", "there is"),
    ("theres", "there is"),
    ("they're", "they are"),
    ("they'll", "they will"),
    ("can't", "can not"),
    ("cant", "can not"),
    ("cannot", "can not"),
    ("couldn't", "could not"),
    ("won't", "will not"),
    ("wont", "will not"),
    ("wouldn't", "would not"),
    ("don't", "do not"),
    ("dont", "do not"),
    ("doesn't", "does not"),
    ("doesnt", "does not"),
    ("didn't", "did not"),
    ("didnt", "did not"),
    ("isn't", "is not"),
    ("isnt", "is not"),
    ("aren't", "are not"),
    ("arent", "are not"),
    ("wasn't", "was not"),
    ("wasnt", "was not"),
    ("weren't", "were not"),
    ("haven't", "have not"),
    ("havent", "have not"),
    ("hasn't", "has not"),
    ("needn't", "need not"),
    ("shouldn't", "should not"),
    ("let's", "let us"),
    ("lets", "let us"),
    ("gonna", "going to"),
    ("wanna", "want to"),
    ("gotta", "have to"),
];

#[derive(Debug, Clone, PartialEq)]
enum Item {
    Word(String),
    Date,
    Length,
}

/// What a frame took.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Caught {
    pub(super) name: Option<Range<usize>>,
    pub(super) date: Option<Range<usize>>,
    pub(super) length: Option<Range<usize>>,
    pub(super) level: Option<usize>,
    pub(super) did: Option<usize>,
    /// Free text, kept as written.
    pub(super) text: Option<Range<usize>>,
    /// An amount by which a date moves.
    pub(super) by: Option<Range<usize>>,
}

/// The items of a clause behind its filler, each with its words.
pub(super) struct Stream {
    items: Vec<(Item, Range<usize>)>,
}

impl Stream {
    pub(super) fn new(clause: &Clause, from: usize, split: bool) -> Self {
        let mut items: Vec<(Item, Range<usize>)> = Vec::new();
        let mut at = from;
        while at < clause.len() {
            let found =
                clause.found.iter().map(|f| (f, clause.toks_of(&f.span))).find(|(_, r)| r.start == at && !r.is_empty());
            match found {
                Some((f, range)) if matches!(f.what, What::Duration { .. }) => {
                    at = range.end;
                    items.push((Item::Length, range));
                }
                Some((f, range)) if !matches!(f.what, What::Recurrence { .. }) => {
                    at = range.end;
                    items.push((Item::Date, range));
                }
                _ => {
                    if let Some((_, end)) = crate::interpret::lengths::minutes(clause, at).filter(|(_, e)| *e > at + 1)
                    {
                        items.push((Item::Length, at..end));
                        at = end;
                        continue;
                    }
                    let word = clause.word(at).to_owned();
                    match APART.iter().find(|(short, _)| *short == word) {
                        Some((_, long)) => {
                            items.extend(long.split(' ').map(|w| (Item::Word(w.to_owned()), at..at + 1)));
                        }
                        None if split && word.len() > 3 && word.ends_with("'s") => {
                            let noun = word.trim_end_matches("'s").to_owned();
                            let verb = if one_of(clause.word(at + 1), "been|got|gone") { "has" } else { "is" };
                            items.extend([noun, verb.to_owned()].map(|w| (Item::Word(w), at..at + 1)));
                        }
                        None => items.push((Item::Word(word), at..at + 1)),
                    }
                    at += 1;
                }
            }
        }
        Self { items }
    }

    /// The words of a run of items.
    pub(super) fn tokens(&self, items: &Range<usize>) -> Range<usize> {
        let from = self.items.get(items.start).map_or(0, |(_, r)| r.start);
        let to = items.end.checked_sub(1).and_then(|last| self.items.get(last)).map_or(from, |(_, r)| r.end);
        from..to
    }

    pub(super) fn word(&self, at: usize) -> &str {
        match self.items.get(at) {
            Some((Item::Word(word), _)) => word,
            _ => "",
        }
    }

    /// Whether any of its words is one of these.
    pub(super) fn has(&self, words: &'static str) -> bool {
        (0..self.items.len()).any(|at| one_of(self.word(at), words))
    }

    fn is(&self, at: usize, item: &Item) -> bool {
        self.items.get(at).is_some_and(|(have, _)| have == item)
    }

    /// Every way in which a pattern explains the whole clause.
    pub(super) fn all(&self, pattern: &str, deed: Deed) -> Vec<Caught> {
        let elements: Vec<&str> = pattern.split_whitespace().collect();
        // Most patterns have a word that is not there: that is looked at first.
        let there = |element: &&str| {
            element.ends_with('?')
                || element.starts_with(['~', '@', '%', '^', '<', '*'])
                || element.split('|').any(|phrase| {
                    phrase
                        .split('_')
                        .next()
                        .is_some_and(|first| self.items.iter().any(|(i, _)| matches!(i, Item::Word(w) if w == first)))
                })
        };
        if !elements.iter().all(there) || deed.dated() && !self.items.iter().any(|(i, _)| *i == Item::Date) {
            return Vec::new();
        }
        let mut out = Vec::new();
        self.step(0, &elements, deed, Caught::default(), &mut out);
        out.retain(|c| !deed.dated() || c.date.is_some());
        out.dedup();
        out
    }

    fn step(&self, at: usize, elements: &[&str], deed: Deed, caught: Caught, out: &mut Vec<Caught>) {
        /// More ways than these are no sentence.
        const MOST: usize = 24;
        if out.len() >= MOST {
            return;
        }
        if let Some((element, rest)) = elements.split_first() {
            let (core, optional) = element.strip_suffix('?').map_or((*element, false), |core| (core, true));
            match core {
                "~" => {
                    for end in at + 1..=self.items.len() {
                        let caught = Caught { name: Some(at..end), ..caught.clone() };
                        self.step(end, rest, deed, caught, out);
                    }
                }
                "*" => {
                    for end in at + 1..=self.items.len() {
                        let caught = Caught { text: Some(at..end), ..caught.clone() };
                        self.step(end, rest, deed, caught, out);
                    }
                }
                "<by>" | "<more>" | "<plus>" => {
                    if let Some(range) = self.amount(at, core) {
                        self.step(range.end, rest, deed, Caught { by: Some(range), ..caught.clone() }, out);
                    }
                }
                "@" if caught.date.is_none() => {
                    if let Some(range) = self.date(at, false) {
                        self.step(range.end, rest, deed, Caught { date: Some(range), ..caught.clone() }, out);
                    }
                }
                "%" if self.is(at, &Item::Length) => {
                    self.step(at + 1, rest, deed, Caught { length: Some(at..at + 1), ..caught.clone() }, out);
                }
                "^" if level(self.word(at)).is_some() && !self.word(at).starts_with(|c: char| c.is_ascii_digit()) => {
                    self.step(at + 1, rest, deed, Caught { level: Some(at), ..caught.clone() }, out);
                }
                // "read the novel tonight" may be wished as well.
                "<did>"
                    if is_past(self.word(at))
                        && (at > 0
                            || !is_present(self.word(at))
                            || !self.items.iter().any(|(item, _)| *item == Item::Date)) =>
                {
                    self.step(at + 1, rest, deed, Caught { did: Some(at), ..caught.clone() }, out);
                }
                "<doing>" if is_doing(self.word(at)) => {
                    self.step(at + 1, rest, deed, Caught { did: Some(at), ..caught.clone() }, out);
                }
                "<do>" if is_everyday(self.word(at)) => {
                    self.step(at + 1, rest, deed, Caught { did: Some(at), ..caught.clone() }, out);
                }
                _ => {
                    for end in self.words(at, core) {
                        self.step(end, rest, deed, caught.clone(), out);
                    }
                }
            }
            if optional {
                self.step(at, rest, deed, caught.clone(), out);
            }
        } else if at == self.items.len() {
            out.push(caught);
            return;
        }
        // A date may stand anywhere, words that only colour too.
        if deed.floats()
            && caught.date.is_none()
            && let Some(range) = self.date(at, matches!(deed, Deed::Skip | Deed::Did))
        {
            self.step(range.end, elements, deed, Caught { date: Some(range), ..caught.clone() }, out);
        }
        for end in self.words(at, COLOUR) {
            self.step(end, elements, deed, caught.clone(), out);
        }
    }

    /// "two days", "two more days", "+2 days".
    fn amount(&self, at: usize, kind: &str) -> Option<Range<usize>> {
        const MORE: &str = "more|extra|additional|another|further";
        let plus = self.word(at).starts_with('+');
        let mut end = at;
        let mut more = false;
        while one_of(self.word(end), MORE) {
            (more, end) = (true, end + 1);
        }
        let number = self.word(end).trim_start_matches('+');
        let counted = number.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty()
            || one_of(number, "a|an|one|two|three|four|five|six|seven|eight|nine|ten|couple|few");
        if counted {
            end += 1;
        }
        while one_of(self.word(end), MORE) {
            (more, end) = (true, end + 1);
        }
        let unit = one_of(self.word(end), "day|days|week|weeks|month|months|hour|hours|hrs|minutes|mins|fortnight");
        let said = match kind {
            "<more>" => more,
            "<plus>" => plus,
            _ => counted,
        };
        (unit && said && (counted || more)).then_some(at..end + 1)
    }

    /// A date with what ties it, and the time behind it; `several` = days said in a row.
    fn date(&self, at: usize, several: bool) -> Option<Range<usize>> {
        let first = (at..self.items.len().min(at + 3)).find(|i| self.is(*i, &Item::Date))?;
        if !(at..first).all(|i| one_of(self.word(i), TIES)) {
            return None;
        }
        let mut end = first + 1;
        loop {
            let joint = "at|on|around|in|the|from";
            let joins = |i: usize| one_of(self.word(i), joint) || several && one_of(self.word(i), "and|&|plus");
            let next = (end..end + 3).find(|i| !joins(*i)).unwrap_or(end);
            if !self.is(next, &Item::Date) {
                return Some(at..end);
            }
            end = next + 1;
        }
    }

    /// Where any of the phrases that stand at a place end, the longest first.
    fn words(&self, at: usize, phrases: &str) -> Vec<usize> {
        if !matches!(self.items.get(at), Some((Item::Word(_), _))) {
            return Vec::new();
        }
        let mut ends: Vec<usize> = phrases
            .split('|')
            .filter_map(|phrase| {
                let mut n = at;
                for word in phrase.split('_') {
                    if word.is_empty() || self.word(n) != word {
                        return None;
                    }
                    n += 1;
                }
                Some(n)
            })
            .collect();
        ends.sort_unstable_by(|a, b| b.cmp(a));
        ends.dedup();
        ends
    }
}
