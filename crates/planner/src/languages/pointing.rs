//! "The second one", "beide", "el té", "celui du matin", "l": what a message points at among what was proposed, and what it
//! says of it. Only a message that is that and nothing else is read; every word of it counts.

mod deeds;
mod table;

use super::pattern::Reader;
use super::table::{Language, has, meaning};
use super::words::{Word, words};
use super::{concepts, dated, detect, inflected};
use crate::dates::{self, Clock};
use countersign_core::todos::Todos;
use table::{ALL, Pointing};

/// More words are a message of its own.
const MOST_WORDS: usize = 16;
/// Behind a name, without a pause: that one is not meant.
const NO: &str = "no non nein nu";
/// Words of a phrase of the tables.
const MOST_JOINED: usize = 4;

/// Which of the proposals are meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    /// What was proposed last.
    It,
    Them,
    Both,
    All,
    /// All, and they are so many.
    Count(usize),
    /// From 1; 0 is the last.
    Place(usize),
    /// So many from the front of the list.
    First(usize),
    /// So many from its end.
    Last(usize),
    /// Those with these words in their titles.
    Titled {
        words: Vec<String>,
        /// With an article: it was spoken of before.
        definite: bool,
        /// The same words with their diacritics, where the end of one may be its article: "ședința".
        own: Vec<String>,
    },
    /// Those on that day, at that time, in that part of a day; in English.
    Trait(String),
    /// All on one of these days, in English.
    Days(Vec<String>),
    Several(Vec<Which>),
}

/// What a message says of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Deed {
    /// They are not wanted.
    Withdraw { which: Which, how: How },
    /// The others are not.
    Only(Which),
    /// They stay: as what is wanted of the proposals, or as what is there and is to be let alone.
    Keep(Which),
    /// This is not to be done to them.
    Spare { which: Which, act: Act },
    /// What was to end stays after all: "reopen it", "bring the dentist back".
    Restore { which: Which, act: Act },
    /// They are not to have this value.
    Lacks { which: Which, field: Field },
    /// Of those to which this was to be done, only to these.
    Just { which: Which, act: Act },
    /// These are not, the others are.
    Without(Which),
    /// Nothing.
    Named(Which),
    /// They get these values, in English.
    Put { which: Which, values: Vec<String>, verb: Verb },
    /// They stand at this place of a longer order.
    Within { which: Which, before: String, after: String },
}

/// With which word something is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// One for what was only proposed.
    Takes,
    /// One for appointments as well.
    Cancels,
    /// One that deletes what is there.
    Deletes,
}

/// What is not to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Anything at all.
    Any,
    /// Anything to what is there.
    There,
    Delete,
    Complete,
    Skip,
    /// Gives other values.
    Change,
    Make,
}

/// A value that a proposal may do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Date,
    Time,
    Deadline,
    Priority,
    Labels,
    Estimate,
    Repetition,
}

/// What introduces a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verb {
    None,
    /// May begin an errand too.
    Make,
    Put,
}

/// A message that points at what was proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pointed {
    /// It sets something right: "no, …".
    pub(crate) corrects: bool,
    /// The word for that stands apart.
    pub(crate) apart: bool,
    pub(crate) deed: Deed,
}

impl Pointed {
    /// Whether it says of some of them that they stay as they are.
    pub(crate) fn lets_be(&self) -> bool {
        matches!(self.deed, Deed::Keep(_) | Deed::Spare { .. } | Deed::Without(_))
    }

    /// The same of what was asked about and is known now.
    pub(crate) fn of_several(&self) -> Self {
        let mut known = self.clone();
        match &mut known.deed {
            Deed::Withdraw { which, .. } | Deed::Put { which, .. } | Deed::Within { which, .. } => *which = Which::Them,
            Deed::Only(which) | Deed::Without(which) | Deed::Named(which) => *which = Which::Them,
            // Where it is not clear what is kept, it is asked what is not wanted.
            Deed::Lacks { which, .. } | Deed::Just { which, .. } => *which = Which::Them,
            Deed::Keep(_) | Deed::Spare { .. } | Deed::Restore { .. } => {
                known.deed = Deed::Withdraw { which: Which::Them, how: How::Takes };
            }
        }
        known
    }
}

/// Every way in which a message may be read so, the likeliest first.
pub(crate) fn readings(text: &str, todos: &Todos, clock: &Clock) -> Vec<Pointed> {
    let likely = detect::languages(text, todos, clock);
    let code = |p: &Pointing| p.language.map(|l| l.code);
    let rank = |p: &&&Pointing| match code(p) {
        None => likely.len(),
        Some(code) => likely.iter().position(|l| l.code == code).unwrap_or(likely.len() + 1),
    };
    let mut tables: Vec<&&Pointing> = ALL.iter().collect();
    tables.sort_by_key(rank);
    let mut found: Vec<Pointed> = Vec::new();
    for table in tables {
        let all = words(text, table.language);
        let asks = all.last().is_none_or(|w| w.after == Some('?'));
        if asks || all.len() > MOST_WORDS {
            continue;
        }
        let one = Message { table, text, clock };
        // "auch", "too": something else is wanted, or something else is to stay as well.
        let more = |w: &Word| !w.quoted && has(table.more, &w.fold);
        match all.iter().any(more) {
            false => found.extend(one.readings(&all)),
            true => {
                let front = all.iter().take_while(|w| more(w)).count();
                let behind = all.iter().rev().take_while(|w| more(w)).count();
                let rest = all.get(front..all.len().saturating_sub(behind)).unwrap_or_default();
                if !rest.is_empty() && !rest.iter().any(more) {
                    found.extend(one.readings(rest).into_iter().filter(Pointed::lets_be));
                }
            }
        }
    }
    found
}

/// Whether a message says no to what was said before it, and nothing else.
pub(crate) fn refuses(text: &str, clock: &Clock) -> bool {
    const REFUSES: &str = "no nope nah wait no_no wait_no no_wait no_thanks no_thank_you no_please please_no oh_no not_that no_not_that \
        no_way no_don't don't please_don't rather_not i'd_rather_not not_like_that no_stop stop no_leave_it cancel no_cancel";
    let all = words(text, None);
    let asks = all.last().is_none_or(|w| w.after == Some('?'));
    let other = || !matches!(all.as_slice(), [one] if has("cancel nothing none neither", &one.fold));
    // "wait" alone is no answer yet.
    let only_waits = matches!(all.as_slice(), [one] if one.fold == "wait");
    !asks && !only_waits && (listed(&all, REFUSES) || other() && super::refuses(text, clock))
}

/// What words alone point at, in any language.
pub(crate) fn which(text: &str, clock: &Clock) -> Vec<Which> {
    let read = |table: &&'static Pointing| {
        let all = words(text, table.language);
        let one = Message { table, text, clock };
        let (_, body) = one.body(&all);
        one.which(body)
    };
    ALL.iter().filter_map(read).collect()
}

/// "And wednesday", "y el viernes", "und am Mittwoch": days that are wanted as well, in English.
pub(crate) fn more_days(text: &str, clock: &Clock) -> Option<Vec<String>> {
    ALL.iter().find_map(|table| {
        let all = words(text, table.language);
        let one = Message { table, text, clock };
        let asks = all.last().is_none_or(|w| w.after == Some('?'));
        let led = all.iter().take_while(|w| !w.quoted && (has(table.and, &w.fold) || has(table.more, &w.fold))).count();
        let end = all.len() - all.iter().rev().take_while(|w| !w.quoted && has(table.more, &w.fold)).count();
        let rest = all.get(led..end).filter(|rest| led > 0 && !asks && !rest.is_empty())?;
        one.days(rest)
    })
}

/// "die ersten zwei", "el segundo", "ultimele două": places in a list, in English.
pub(super) fn placed(language: &Language, said: &[Word]) -> Option<String> {
    const NTH: [&str; 6] = ["last", "first", "second", "third", "fourth", "fifth"];
    const COUNTS: [&str; 6] = ["", "", "two", "three", "four", "five"];
    let table = of(language)?;
    let small = |w: &&Word| has(table.articles, &w.fold) || has(table.nouns, &w.fold) || has(table.glue, &w.fold);
    let plain: Vec<&Word> = said.iter().filter(|w| w.quoted || !small(w)).collect();
    let share = |from: &str, n: usize| COUNTS.get(n).map(|count| format!("the {from} {count}"));
    match plain.as_slice() {
        [a, b] => match table.share(a, b)? {
            Which::First(n) => share("first", n),
            Which::Last(n) => share("last", n),
            _ => None,
        },
        [one] if !one.quoted && said.len() > 1 => {
            let n: usize = meaning(table.places, &one.fold)?.parse().ok()?;
            NTH.get(n).map(|nth| format!("the {nth} one"))
        }
        _ => None,
    }
}

/// What is in front of the body of a message.
#[derive(Debug, Clone, Copy, Default)]
struct Lead {
    corrects: bool,
    apart: bool,
}

#[derive(Clone, Copy)]
struct Message<'a> {
    table: &'static Pointing,
    text: &'a str,
    clock: &'a Clock,
}

impl Message<'_> {
    fn readings(&self, all: &[Word]) -> Vec<Pointed> {
        let (lead, body) = self.body(all);
        let mut found: Vec<Deed> = Vec::new();
        // "no el primero": without a pause it denies, and sets nothing right.
        if let Some(denied) = self.denied(all) {
            found.extend(self.which(denied).map(Deed::Without));
        }
        found.extend(self.spared(all));
        found.extend(self.restored(body));
        found.extend(self.just(body));
        found.extend(self.lacks(lead, body));
        found.extend(self.withdrawn(body));
        found.extend(self.kept(body).map(Deed::Keep));
        found.extend(self.only(body).map(Deed::Only));
        found.extend(self.without(body));
        if let Some(which) = self.which(body) {
            found.push(if lead.corrects { Deed::Only(which) } else { Deed::Named(which) });
        }
        found.extend(self.put(body));
        found.extend(self.within(body));
        found.into_iter().map(|deed| Pointed { corrects: lead.corrects, apart: lead.apart, deed }).collect()
    }

    /// The words without those in front that set something right, and without idle ones.
    fn body<'w>(&self, all: &'w [Word]) -> (Lead, &'w [Word]) {
        let t = self.table;
        let mut lead = Lead::default();
        let mut body = all;
        loop {
            let corrects = starts(body, t.corrects).filter(|n| *n < body.len());
            let Some(n) = corrects.or_else(|| starts(body, t.idle).filter(|n| *n < body.len())) else { break };
            lead.corrects |= corrects.is_some();
            lead.apart |= corrects.is_some() && body.get(n - 1).is_some_and(|w| w.after.is_some());
            body = body.get(n..).unwrap_or_default();
        }
        loop {
            let apart = |n: &usize| {
                body.len().checked_sub(n + 1).and_then(|at| body.get(at)).is_some_and(|w| w.after.is_some())
            };
            // "Bathroom no": without a pause it denies what it stands behind.
            let denies = |n: &usize| !apart(n) && ends(body, NO).is_some();
            let corrects =
                ends(body, t.corrects).filter(|n| *n < body.len() && ends(body, t.not).is_none() && !denies(n));
            let Some(n) = corrects.or_else(|| ends(body, t.idle).filter(|n| *n < body.len())) else { break };
            lead.corrects |= corrects.is_some();
            lead.apart |= corrects.is_some();
            body = body.get(..body.len() - n).unwrap_or_default();
        }
        (lead, body)
    }

    /// All on a day, where the words are days and nothing else; else as [`Self::which`].
    fn days_or(&self, said: &[Word]) -> Option<Which> {
        // "pas le deuxième" is a place before it is a day of the month.
        if let Some(pointer) = self.which(said).filter(is_pointer).filter(|which| !matches!(which, Which::Trait(_))) {
            return Some(pointer);
        }
        self.days(said).map(Which::Days).or_else(|| self.which(said))
    }

    /// Words that are days and nothing else, in English.
    fn days(&self, said: &[Word]) -> Option<Vec<String>> {
        let parts = split(said, self.table.and);
        let day = |part: &&[Word]| {
            let english = self.date(part)?;
            let plain = english.trim_start_matches("on ");
            matches!(dates::whole(plain, self.clock), Some(dates::What::Date { .. })).then(|| plain.to_owned())
        };
        let days: Option<Vec<String>> = parts.iter().map(day).collect();
        days.filter(|days| !days.is_empty())
    }

    /// A stretch of words that names some of what was proposed, whole.
    fn which(&self, said: &[Word]) -> Option<Which> {
        let t = self.table;
        let in_list = |list: &'static str, w: &Word| !w.quoted && has(list, &w.fold);
        let parts: Vec<&[Word]> = split(said, t.and).into_iter().filter(|part| !part.is_empty()).collect();
        if parts.len() > 1 {
            let each: Option<Vec<Which>> = parts.into_iter().map(|part| self.which(part)).collect();
            return each.filter(|each| !each.contains(&Which::It)).map(Which::Several);
        }
        let definite = said.iter().any(|w| in_list(t.articles, w) || in_list(t.nouns, w));
        let small = |w: &Word| in_list(t.articles, w) || in_list(t.nouns, w) || in_list(t.glue, w);
        let (all, them, it) =
            (|w: &Word| in_list(t.all, w), |w: &Word| in_list(t.them, w), |w: &Word| in_list(t.it, w));
        let plain: Vec<&Word> = said.iter().filter(|w| !small(w)).collect();
        let count = |w: &Word| meaning(t.counts, &w.fold).and_then(|n| n.parse().ok()).map(Which::Count);
        let place = |w: &Word| match meaning(t.places, &w.fold) {
            Some(n) => n.parse().ok(),
            // "number 2"
            None => w.fold.parse().ok().filter(|n| (1..=9).contains(n) && said.iter().any(|w| in_list(t.nouns, w))),
        };
        let named = match plain.as_slice() {
            [] if said.iter().any(|w| it(w) && !in_list(t.nouns, w)) => Some(Which::It),
            [] if said.iter().any(them) => Some(Which::Them),
            [] => None,
            [w] if w.quoted => None,
            [w] if it(w) => Some(Which::It),
            [w] if them(w) => Some(Which::Them),
            [w] if has(t.both, &w.fold) => Some(Which::Both),
            // "both of them", "all of it"
            [w, of] if has(t.both, &w.fold) && them(of) => Some(Which::Both),
            [w, of] if all(w) && (them(of) || it(of)) => Some(Which::All),
            [w] if all(w) => Some(Which::All),
            [a, b] if t.share(a, b).is_some() => t.share(a, b),
            [a, b, of] if them(of) && t.share(a, b).is_some() => t.share(a, b),
            // "cele două" are two, "a doua" is the second.
            [w] => {
                let several = said.iter().any(|w| in_list("the die los las les cele cei", w));
                count(w).filter(|_| several).or_else(|| place(w).map(Which::Place))
            }
            [every, w] if all(every) => count(w),
            _ => None,
        };
        if let Some(named) = named {
            return Some(named);
        }
        if let Some(of) = self.of_trait(said) {
            return Some(Which::Trait(of));
        }
        let own = |w: &&&Word| w.quoted || !in_list(t.puts, w) && !in_list(t.corrects, w) && !in_list(t.not, w);
        if plain.is_empty() || plain.iter().filter(own).count() < plain.len() {
            return None;
        }
        let joined = t.language.is_some_and(|l| l.code == "ro");
        let errand = |w: &&Word| joined && concepts::verb("ro", &w.fold).is_some();
        let article = |w: &&Word| joined && !w.quoted && inflected::has_article(&w.fold);
        let noun = !plain.iter().any(errand);
        Some(Which::Titled {
            words: plain.iter().map(|w| w.fold.clone()).collect(),
            definite: definite || noun && plain.iter().any(article),
            own: plain.iter().filter(|_| joined && noun).map(|w| w.lower.clone()).collect(),
        })
    }

    /// "The morning one", "el del viernes", "celui de 9h", "der am Freitag".
    fn of_trait(&self, said: &[Word]) -> Option<String> {
        let t = self.table;
        let noun = |w: &Word| !w.quoted && (has(t.nouns, &w.fold) || has("cel cea", &w.fold));
        let article = |w: &Word| !w.quoted && has(t.articles, &w.fold);
        let from = said.iter().take_while(|w| article(w) || noun(w)).count();
        let to = said.len() - said.iter().rev().take_while(|w| noun(w)).count();
        if from == 0 && to == said.len() || from >= to {
            return None;
        }
        let rest = said.get(from..to)?;
        let own: Vec<&Word> = rest.iter().filter(|w| !has(t.glue, &w.fold) && !has(t.articles, &w.fold)).collect();
        if let [w] = own.as_slice()
            && let Some(part) = meaning(t.parts, &w.fold)
        {
            return Some(part.to_owned());
        }
        self.date(rest)
    }

    /// Words that are a date or a time throughout, in English.
    fn date(&self, said: &[Word]) -> Option<String> {
        match self.table.language {
            Some(language) => {
                let reader = Reader::new(language, said, self.clock);
                // "el de las 9": the preposition of the name is none of the time's.
                let tail = |n: usize| said.get(n..).filter(|said| !said.is_empty());
                let read = |said: &[Word]| dated::english(&Reader::new(reader.language, said, reader.clock), said);
                read(said).or_else(|| read(tail(1)?))
            }
            None => {
                let slice = self.slice(said)?;
                let whole = |said: &str| dates::whole(said, self.clock).map(|_| said.to_owned());
                whole(slice)
                    .or_else(|| whole(slice.strip_prefix("on ")?))
                    .or_else(|| whole(slice.strip_prefix("for ")?))
            }
        }
    }

    fn slice(&self, said: &[Word]) -> Option<&str> {
        self.text.get(said.first()?.span.start..said.last()?.span.end)
    }

    /// Values, with what they are for named somewhere beside them, or not at all.
    fn put(&self, body: &[Word]) -> Option<Deed> {
        for (from, to) in windows(body.len()) {
            let Some(which) = body.get(from..to).and_then(|said| self.which(said)).filter(is_pointer) else { continue };
            let (Some(before), Some(after)) = (body.get(..from), body.get(to..)) else { continue };
            let (mut verb, mut values) = (Verb::None, Vec::new());
            let whole = [before, after]
                .iter()
                .all(|part| self.values(part, &mut verb, &mut values).is_some_and(|left| left.is_empty()));
            if whole && !values.is_empty() {
                return Some(Deed::Put { which, values, verb });
            }
        }
        let (mut verb, mut values) = (Verb::None, Vec::new());
        let left = self.values(body, &mut verb, &mut values)?;
        if values.is_empty() {
            return None;
        }
        let them = |w: &Word| has(self.table.them, &w.fold) && !has(self.table.it, &w.fold);
        let which = match left.as_slice() {
            [] if body.iter().any(|w| !w.quoted && them(w) && !has(self.table.articles, &w.fold)) => Which::Them,
            [] => Which::It,
            left => self.which(left)?,
        };
        Some(Deed::Put { which, values, verb })
    }

    /// Takes the values and the verb out of a stretch of words; what is left, without small words where that is all.
    fn values(&self, said: &[Word], verb: &mut Verb, values: &mut Vec<String>) -> Option<Vec<Word>> {
        let t = self.table;
        let mut used = vec![false; said.len()];
        let mut at: Vec<(usize, String)> = Vec::new();
        for (range, english) in self.phrases(said) {
            at.push((range.start, english));
            used.get_mut(range)?.fill(true);
        }
        let word = |n: usize| said.get(n).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
        for n in 0..said.len() {
            let named = [n.checked_sub(1), n.checked_sub(2), Some(n + 1)];
            let beside = named.into_iter().flatten().find(|k| has(t.priority, word(*k)));
            // "la leche alta" names no level: only with the word for it, behind a verb, or as one that needs none.
            if let Some(level) = meaning(t.levels, word(n)).filter(|_| used.get(n) == Some(&false)) {
                at.push((n, format!("{level} priority")));
                used.get_mut(n..=n)?.fill(true);
                if let Some(k) = beside {
                    used.get_mut(k..=k)?.fill(true);
                }
            }
        }
        at.sort_by_key(|(n, _)| *n);
        at.dedup_by(|a, b| a.1 == b.1);
        values.extend(at.into_iter().map(|(_, english)| english));
        for (n, slot) in used.iter_mut().enumerate().filter(|(_, used)| !**used) {
            let found = match word(n) {
                w if has(t.puts, w) => Verb::Put,
                w if has(t.makes, w) => Verb::Make,
                _ => continue,
            };
            *verb = (*verb).max(found);
            *slot = true;
        }
        let left: Vec<Word> = said.iter().zip(&used).filter(|(_, used)| !**used).map(|(w, _)| w.clone()).collect();
        let small = |w: &Word| {
            let lists = [t.glue, t.articles, t.it, t.them, "draus daraus"];
            !w.quoted && lists.iter().any(|list| has(list, &w.fold))
        };
        Some(if left.iter().all(small) { Vec::new() } else { left })
    }

    /// The dates, times, repetitions and levels among words, with their English.
    fn phrases(&self, said: &[Word]) -> Vec<(std::ops::Range<usize>, String)> {
        let Some(language) = self.table.language else {
            let (Some(first), Some(slice)) = (said.first(), self.slice(said)) else { return Vec::new() };
            let place = |found: &dates::Found| {
                let span = first.span.start + found.span.start..first.span.start + found.span.end;
                let from = said.iter().position(|w| w.span.end > span.start)?;
                let to = said.iter().rposition(|w| w.span.start < span.end)? + 1;
                Some((from..to, slice.get(found.span.clone())?.to_owned()))
            };
            return dates::find(slice, self.clock).iter().filter_map(place).collect();
        };
        let reader = Reader::new(language, said, self.clock);
        reader.phrases().into_iter().map(|phrase| (phrase.at, phrase.english)).collect()
    }

    /// A longer order about what is pointed at.
    fn within(&self, body: &[Word]) -> Option<Deed> {
        // "the second one to": the small word belongs to what stands behind it.
        let small = |at: usize| body.get(at).is_some_and(|w| !w.quoted && has(self.table.glue, &w.fold));
        let own = |from: usize, to: usize| !small(to - 1) && (!small(from) || self.table.articles.is_empty());
        let (from, to, which) = windows(body.len()).filter(|(from, to)| own(*from, *to)).find_map(|(from, to)| {
            let pointer = |which: &Which| is_pointer(which) || from > 0 && matches!(which, Which::It | Which::Them);
            let which = body.get(from..to).and_then(|said| self.which(said)).filter(pointer)?;
            Some((from, to, which))
        })?;
        let part = |said: Option<&[Word]>| said.and_then(|said| self.slice(said)).unwrap_or_default().to_owned();
        Some(Deed::Within { which, before: part(body.get(..from)), after: part(body.get(to..)) })
    }
}

/// The words of a language.
fn of(language: &Language) -> Option<&'static Pointing> {
    ALL.into_iter().find(|table| table.language.is_some_and(|own| own.code == language.code))
}

/// A level of priority that words say, and nothing else: "wichtig", "alta prioridad".
pub(super) fn level(language: &Language, said: &[Word]) -> Option<&'static str> {
    let table = of(language)?;
    let plain = said.iter().all(|w| !w.quoted) && said.len() <= 2;
    let mut levels = said.iter().filter_map(|w| meaning(table.levels, &w.fold));
    let level = levels.next().filter(|_| plain && levels.next().is_none())?;
    said.iter().all(|w| has(table.priority, &w.fold) || meaning(table.levels, &w.fold).is_some()).then_some(level)
}

/// Points at what was proposed without its title.
fn is_pointer(which: &Which) -> bool {
    match which {
        Which::Both | Which::All | Which::Count(_) | Which::Place(_) | Which::Trait(_) => true,
        Which::First(_) | Which::Last(_) => true,
        Which::Days(_) => false,
        Which::Several(each) => each.iter().all(is_pointer),
        Which::It | Which::Them | Which::Titled { .. } => false,
    }
}

/// All stretches of so many words, the longest first.
fn windows(len: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=len).rev().flat_map(move |size| (0..=len - size).map(move |from| (from, from + size)))
}

/// How many words in front are a phrase of the list, the longest.
fn starts(said: &[Word], list: &'static str) -> Option<usize> {
    (1..=MOST_JOINED.min(said.len())).rev().find(|n| said.get(..*n).is_some_and(|front| listed(front, list)))
}

/// The same at the end.
fn ends(said: &[Word], list: &'static str) -> Option<usize> {
    (1..=MOST_JOINED.min(said.len())).rev().find(|n| said.get(said.len() - n..).is_some_and(|back| listed(back, list)))
}

fn listed(said: &[Word], list: &'static str) -> bool {
    let joined = said.iter().map(|w| w.fold.as_str()).collect::<Vec<_>>().join("_");
    said.iter().all(|w| !w.quoted) && has(list, &joined)
}

/// Parted at words that join, and at commas.
fn split<'w>(said: &'w [Word], and: &'static str) -> Vec<&'w [Word]> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, word) in said.iter().enumerate() {
        if !word.quoted && has(and, &word.fold) {
            out.extend(said.get(from..at));
            from = at + 1;
        } else if word.after == Some(',') {
            out.extend(said.get(from..=at));
            from = at + 1;
        }
    }
    out.extend(said.get(from..));
    out
}
