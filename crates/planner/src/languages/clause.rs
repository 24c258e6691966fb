//! One clause: which instruction it is, what it is about, and the phrases beside it.

mod bare;

use super::concepts;
use super::objects::{self, Object};
use super::pattern::{Phrase, Reader};
use super::render;
use super::separable;
use super::table::{Deed, Kind, Language, has};
use super::words::Word;
use crate::dates::Clock;
use countersign_core::todos::Todos;
use std::ops::Range;

/// What a clause comes to.
#[derive(Debug, Clone)]
pub(super) enum Outcome {
    Said(Said),
    Talk,
    Unknown,
}

/// An instruction in English.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) english: String,
    /// Pieces of it with the words they stand for.
    pub(super) pieces: Vec<(String, String)>,
    /// It began with a command, not with a name.
    pub(super) command: bool,
    deed: Option<Deed>,
    /// The same as something new, in the person's own words, where the English has those of a todo that is there.
    new: Option<String>,
}

impl Said {
    /// Both, one after the other.
    pub(super) fn then(mut self, other: Said) -> Said {
        self.english = format!("{}, then {}", self.english, other.english);
        self.pieces.extend(other.pieces);
        Said { command: self.command && other.command, deed: other.deed, new: None, ..self }
    }

    /// With the last date that was said put otherwise.
    pub(super) fn put_right(mut self, when: &str, own: String) -> Said {
        self.english = format!("{}, no, {when}", self.english);
        self.pieces.push((when.to_owned(), own));
        self
    }

    /// A report that something is done.
    pub(super) fn reports(&self) -> bool {
        self.deed == Some(Deed::Done)
    }

    /// A level, a date or another value of what is there.
    pub(super) fn sets_a_value(&self) -> bool {
        matches!(self.deed, Some(Deed::High | Deed::Low | Deed::Put))
    }

    /// The command to make a todo.
    pub(super) fn adds(&self) -> bool {
        self.deed == Some(Deed::Add)
    }

    /// One todo that is there is done.
    pub(super) fn completes_one(&self) -> bool {
        self.deed == Some(Deed::Complete) && self.english.starts_with("complete #") && !self.english.contains(" and ")
    }

    /// Behind another part bare text is something new, and no name of what that part gives; where it is a todo that is there
    /// it stays as it is, and is asked about.
    pub(super) fn behind(self) -> Said {
        if self.new.is_some() { self } else { self.clone().made().unwrap_or(self) }
    }

    /// Bare text as the command to make a todo of it.
    pub(super) fn made(mut self) -> Option<Said> {
        if self.deed.is_some() || self.command {
            return None;
        }
        if let Some(new) = self.new.take() {
            self.english = new;
        }
        if !self.english.starts_with("add ") {
            self.english.insert_str(0, "add ");
        }
        Some(Said { command: true, ..self })
    }
}

/// Reads clauses of one message.
#[derive(Clone, Copy)]
pub(super) struct Clauses<'a> {
    pub(super) language: &'static Language,
    pub(super) text: &'a str,
    pub(super) todos: &'a Todos,
    pub(super) clock: &'a Clock,
}

/// What a frame took from a clause.
pub(super) struct Framed<'a> {
    pub(super) deed: Deed,
    /// The words without the phrases.
    pub(super) words: Vec<Word>,
    pub(super) stars: Vec<Range<usize>>,
    pub(super) phrases: &'a [Phrase],
}

impl<'a> Clauses<'a> {
    fn reader(&self, words: &'a [Word]) -> Reader<'a> {
        Reader::new(self.language, words, self.clock)
    }

    /// Without what is said before and after an instruction.
    pub(super) fn trimmed(language: &'static Language, all: &'a [Word], clock: &'a Clock) -> &'a [Word] {
        let mut words = all;
        loop {
            let reader = Reader::new(language, words, clock);
            // "So 10 Uhr" is a sunday, and begins nothing.
            let lead = if reader.short_weekday(0).is_some() { None } else { reader.longest(0, language.leads) };
            // Behind a number it counts: "Yoga jeden Montag 5 mal".
            let counts = |at: usize| {
                let mut phrases = reader.matching(at - 1, language.phrases, false);
                phrases.any(|((kind, ..), end, _)| *kind == Kind::Times && end > at)
            };
            let tail =
                (1..words.len()).find(|at| !counts(*at) && reader.matching(*at, language.tails, true).next().is_some());
            let tail = tail.or_else(|| {
                words.len().checked_sub(1).filter(|at| *at > 0 && super::courtesy::says_please(words.get(*at)))
            });
            let from = lead.filter(|end| *end < words.len()).unwrap_or(0);
            let to = tail.filter(|at| *at > from).unwrap_or(words.len());
            if from == 0 && to == words.len() {
                return words;
            }
            words = words.get(from..to).unwrap_or_default();
        }
    }

    /// Understands one clause.
    pub(super) fn clause(&self, all: &'a [Word]) -> Outcome {
        if self.talk(all, &[Deed::Talk]) {
            return Outcome::Talk;
        }
        let words = Self::trimmed(self.language, all, self.clock);
        let polite = words.first().map(|w| w.span.start) != all.first().map(|w| w.span.start);
        if self.talk(words, &[Deed::Talk, Deed::Wonder]) {
            return Outcome::Talk;
        }
        if let Some(order) = super::labels::order(self, words) {
            return order;
        }
        if let Some(order) = super::lines::read(self, all, false) {
            return order;
        }
        if let Some(order) = super::lengths::order(self, words) {
            return order;
        }
        let mut phrases = self.reader(words).phrases();
        if self.reader(words).torn(&phrases) {
            return Outcome::Unknown;
        }
        phrases.retain(|phrase| !self.is_named(words, phrase));
        let asks = all.last().is_some_and(|w| w.after == Some('?'));
        let each = super::weekdays::each_week(self.language, words, &phrases);
        let of_series =
            |f: &Framed<'_>| matches!(f.deed, Deed::Skip | Deed::Off | Deed::Only | Deed::NoMore | Deed::Except);
        let habits = each.as_ref().map(|each| self.framed(words, each, polite)).unwrap_or_default();
        let frames = match habits.first().filter(|first| of_series(first) && render::english(self, first).is_some()) {
            Some(_) => habits,
            None => self.framed(words, &phrases, polite),
        };
        let open = without(words, &phrases, &|_| true);
        let spared = objects::exception(self.language, &open, 0..open.len());
        let doubt = open.iter().enumerate().any(|(at, w)| {
            !w.quoted
                && has(self.language.conditions, &w.lower)
                && spared.as_ref().is_none_or(|exception| !exception.contains(&at))
        });
        let asking = |deed| matches!(deed, Deed::List | Deed::Count | Deed::WhenIs);
        if doubt && frames.first().is_none_or(|f| !asking(f.deed)) {
            return Outcome::Unknown;
        }
        // A frame that the words only seem to fit comes to nothing; the next may.
        let outcome = frames.iter().map(|framed| self.carry_out(framed, words, asks && !polite));
        let read = outcome.reduce(|first, next| if matches!(first, Outcome::Unknown) { next } else { first });
        match read {
            Some(outcome) => outcome,
            None if self.denied(words, &phrases) => Outcome::Talk,
            None if asks => Outcome::Unknown,
            None => self.bare(words, &phrases),
        }
    }

    /// "… and B on Friday" after "move A to Monday": the same deed, where B is a todo that is there.
    pub(super) fn carried(&self, first: &Said, words: &'a [Word]) -> Option<Said> {
        let deed = first.deed.filter(|d| matches!(d, Deed::Move | Deed::Put | Deed::Due))?;
        let phrases = self.shifted_too(first, words).unwrap_or_else(|| self.reader(words).phrases());
        let kept = without(words, &phrases, &|_| true);
        let all = 0..kept.len();
        let named = objects::named(self.language, self.text, &kept, all.clone(), self.todos);
        let aimed = phrases.iter().any(|p| matches!(p.kind, Kind::When | Kind::Shift));
        if !matches!(named, Object::One { .. }) || !aimed {
            return None;
        }
        let framed = Framed { deed, words: kept, stars: std::iter::once(all).collect(), phrases: &phrases };
        match self.carry_out(&framed, words, false) {
            Outcome::Said(said) => Some(said),
            Outcome::Talk | Outcome::Unknown => None,
        }
    }

    /// "yoga um 19 Uhr" beside an order about another todo: of the one that is there.
    pub(super) fn placed(&self, words: &'a [Word]) -> Option<Said> {
        let phrases = self.reader(words).phrases();
        let kept = without(words, &phrases, &|_| true);
        let all = 0..kept.len();
        let verb = kept.iter().any(|w| !w.quoted && concepts::verb(self.language.code, &w.fold).is_some());
        let named = objects::named(self.language, self.text, &kept, all.clone(), self.todos);
        if verb || phrases.is_empty() || !matches!(named, Object::One { .. }) {
            return None;
        }
        let framed = Framed { deed: Deed::Put, words: kept, stars: std::iter::once(all).collect(), phrases: &phrases };
        match self.carry_out(&framed, words, false) {
            Outcome::Said(said) => Some(said),
            Outcome::Talk | Outcome::Unknown => None,
        }
    }

    /// "… um 2 Tage und den Bericht um 3": a bare number is so many of what the first was shifted by.
    pub(super) fn shifted_too(&self, first: &Said, words: &'a [Word]) -> Option<Vec<Phrase>> {
        const BY: &str = "um de d cu en unos unas";
        let (before, direction) = first.english.rsplit_once(' ')?;
        let (before, unit) = before.rsplit_once(' ')?;
        let amount = before.rsplit(' ').next().is_some_and(|n| n.parse::<u32>().is_ok());
        if !amount || !matches!(direction, "later" | "earlier") {
            return None;
        }
        let reader = self.reader(words);
        let (at, (_, n)) = (1..words.len())
            .filter_map(|at| Some((at, reader.number(at)?)))
            .find(|(_, (end, _))| *end == words.len())?;
        let start = at - usize::from(at > 1 && has(BY, reader.fold(at - 1)));
        Some(vec![Phrase { kind: Kind::Shift, at: start..words.len(), english: format!("{n} {unit} {direction}") }])
    }

    /// "la salle, change l'échéance au 3": a todo, and its deadline as the object of what is ordered. `Some(None)` where
    /// the order is about a deadline and no todo is named.
    pub(super) fn deadline_of(&self, topic: &[Word], order: &'a [Word]) -> Option<Option<Said>> {
        const DEADLINES: &str =
            "echeance deadline frist falligkeit faelligkeit vencimiento plazo termen termenul scadenta limite";
        const BESIDE: &str = "date fecha";
        let small = |w: &Word| {
            !w.quoted && (objects::is_small(self.language, &w.fold) || has(DEADLINES, &w.fold) || has(BESIDE, &w.fold))
        };
        let phrases = self.reader(order).phrases();
        let deadline = order.iter().any(|w| !w.quoted && has(DEADLINES, &w.fold));
        let open = without(order, &phrases, &|_| true);
        let verbs: Vec<&Word> = open.iter().filter(|w| !small(w)).collect();
        let first = order.first().map(|w| w.span.start);
        let [verb] = verbs.as_slice() else { return None };
        if !deadline || Some(verb.span.start) != first || phrases.is_empty() {
            return None;
        }
        let all = 0..topic.len();
        if !matches!(objects::named(self.language, self.text, topic, all.clone(), self.todos), Object::One { .. }) {
            return Some(None);
        }
        let stars = std::iter::once(all).collect();
        let framed = Framed { deed: Deed::Due, words: topic.to_vec(), stars, phrases: &phrases };
        Some(match self.carry_out(&framed, order, false) {
            Outcome::Said(said) => Some(said),
            Outcome::Talk | Outcome::Unknown => None,
        })
    }

    fn talk(&self, words: &'a [Word], deeds: &[Deed]) -> bool {
        self.reader(words).matching(0, self.language.frames, true).any(|((deed, _), _, _)| deeds.contains(deed))
    }

    /// The frames that take the whole clause, in their order.
    pub(super) fn framed<'p>(&self, words: &'a [Word], phrases: &'p [Phrase], polite: bool) -> Vec<Framed<'p>> {
        let mut out = Vec::new();
        let kept = without(words, phrases, &|_| true);
        let titled = without(words, phrases, &|p| !matches!(p.kind, Kind::Of | Kind::Shift));
        let frames = self.language.frames.iter().map(|f| (f, false));
        let notes = self.language.notes.iter().map(|f| (f, true));
        for ((deed, pattern), note) in frames.chain(notes) {
            // What is quoted word for word keeps its dates.
            let pool = match deed {
                Deed::Talk | Deed::Wonder => continue,
                Deed::Rename | Deed::Note => words,
                Deed::Add => &titled,
                _ => &kept,
            };
            let reader = Reader::new(self.language, pool, self.clock);
            let Some((_, caught)) = reader.matches(0, pattern, true) else { continue };
            // "tout ce qui est fait" tells which are meant, and no news.
            let last = caught.stars.first().filter(|r| r.end > 1).and_then(|r| pool.get(r.end - 1));
            if pattern.starts_with("* ")
                && last.is_some_and(|w| !w.quoted && has("qui que care ce lo e est este sont esta estan sunt", &w.fold))
            {
                continue;
            }
            // "lösch das Licht aus", "stell die Tonne raus": with its front, the verb is another one.
            let to_the_end = caught.stars.last().is_some_and(|star| star.end == pool.len());
            let ordered = to_the_end && !pattern.starts_with('*') && *deed != Deed::Add;
            if ordered && separable::is_parted(self.language, pool) {
                continue;
            }
            // "was hat hohe Priorität" asks, and orders nothing of "was".
            let asks = matches!(deed, Deed::List | Deed::Count | Deed::WhenIs);
            let star = caught.stars.first().and_then(|star| pool.get(star.clone())).unwrap_or_default();
            let only_asks = |w: &Word| !w.quoted && has(super::sentence::ASKING, &w.fold);
            if !asks && !star.is_empty() && star.iter().all(only_asks) {
                continue;
            }
            // "Fotos löschen", "changer les pneus" is also something to do: a command only about a todo that is there.
            let infinitive = !matches!(deed, Deed::Add | Deed::UndoSome | Deed::UndoOf)
                && !caught.stars.is_empty()
                && pool.first().is_some_and(|w| self.language.infinitives.iter().any(|end| w.fold.ends_with(end)));
            if (note || infinitive && !pattern.starts_with('*')) && !polite {
                let star = caught.stars.first().cloned().unwrap_or_default();
                let object = objects::object(self.language, self.text, pool, star, self.todos);
                if !matches!(
                    object,
                    Object::One { .. }
                        | Object::Several { .. }
                        | Object::Bulk { .. }
                        | Object::SoMany { .. }
                        | Object::Numbered(_)
                        | Object::Placed(_)
                        | Object::Pronoun(_)
                ) {
                    continue;
                }
            }
            let framed = Framed { deed: *deed, words: pool.to_vec(), stars: caught.stars, phrases };
            let of_days = matches!(deed, Deed::Off | Deed::Only | Deed::NoMore | Deed::Except);
            if of_days && render::english(self, &framed).is_none() {
                continue;
            }
            out.push(framed);
        }
        out
    }

    /// A change that is said not to be made.
    fn denied(&self, words: &'a [Word], phrases: &[Phrase]) -> bool {
        let kept = without(words, phrases, &|_| true);
        let plain: Vec<Word> = kept.iter().filter(|w| w.quoted || !has(self.language.not, &w.fold)).cloned().collect();
        if plain.len() == kept.len() {
            return false;
        }
        let reader = Reader::new(self.language, &plain, self.clock);
        self.language.frames.iter().any(|(deed, pattern)| {
            !matches!(
                deed,
                Deed::Talk | Deed::Wonder | Deed::List | Deed::Count | Deed::WhenIs | Deed::Done | Deed::Complete
            ) && (reader.matches(0, pattern, true).is_some()
                || pattern.strip_suffix(" *").is_some_and(|verb| reader.matches(0, verb, true).is_some()))
        })
    }

    pub(super) fn carry_out(&self, framed: &Framed<'_>, words: &'a [Word], asks: bool) -> Outcome {
        let deed = framed.deed;
        let asking = matches!(deed, Deed::List | Deed::Count | Deed::WhenIs);
        let said = |w: &Word, list: &'static str| !w.quoted && has(list, &w.fold);
        if asks && !asking {
            return Outcome::Unknown;
        }
        let exception = objects::exception(self.language, &framed.words, 0..framed.words.len()).unwrap_or(0..0);
        let starred = framed.stars.iter().flat_map(|r| r.clone());
        let starred = starred.filter(|at| !exception.contains(at)).filter_map(|at| framed.words.get(at));
        if !matches!(deed, Deed::Add | Deed::Note | Deed::Rename) && starred.clone().any(|w| said(w, self.language.not))
        {
            // A report that something is not done is no command either.
            return if matches!(deed, Deed::Done | Deed::Complete) || asking {
                Outcome::Unknown
            } else {
                Outcome::Talk
            };
        }
        if self.swallows(framed) || self.is_spread(framed, words) {
            return Outcome::Unknown;
        }
        let Some(english) = render::english(self, framed) else { return Outcome::Unknown };
        Outcome::Said(self.said(english, framed.phrases, words, !matches!(deed, Deed::Done), Some(deed)))
    }

    /// Whether a phrase is part of the name of a todo: the "lunar" of "Raport lunar" repeats nothing.
    fn is_named(&self, words: &[Word], phrase: &Phrase) -> bool {
        let ahead = phrase.at.start.checked_sub(1).and_then(|at| words.get(at));
        let (Some(ahead), Some(word), 1, Kind::Every) =
            (ahead, words.get(phrase.at.start), phrase.at.len(), phrase.kind)
        else {
            return false;
        };
        objects::all_named(self.language, &[ahead.clone(), word.clone()], self.todos)
            .iter()
            .any(|todo| !todo.status.is_closed())
    }

    /// "Milch kaufen und Yoga löschen": whether the first is to be deleted, too, is not told.
    fn swallows(&self, framed: &Framed<'_>) -> bool {
        if framed.deed == Deed::Rename {
            return self.renames_and_more(framed);
        }
        let changes = !matches!(
            framed.deed,
            Deed::Add | Deed::Note | Deed::Rename | Deed::Done | Deed::List | Deed::Count | Deed::WhenIs
        );
        let Some(star) = framed.stars.first().filter(|s| s.start == 0 && s.end < framed.words.len()) else {
            return false;
        };
        let code = self.language.code;
        changes
            && star.clone().any(|at| {
                let Some(word) = framed.words.get(at).filter(|w| !w.quoted) else { return false };
                let joined = word.after == Some(',')
                    || framed.words.get(at + 1).is_some_and(|w| !w.quoted && has(self.language.and, &w.fold));
                at + 1 < star.end && joined && concepts::verb(code, &word.fold).is_some()
            })
    }

    /// "yoga um 19 Uhr und der Keller hat hohe Priorität": the time is that of the first, and the level that of the second.
    fn is_spread(&self, framed: &Framed<'_>, words: &[Word]) -> bool {
        let level = || framed.phrases.iter().any(|p| p.kind == Kind::Level);
        let sets = match framed.deed {
            Deed::High | Deed::Low => true,
            Deed::Put => level(),
            _ => false,
        };
        let dated = |kind| !matches!(kind, Kind::Level | Kind::Label | Kind::Of);
        let and = |at: usize| words.get(at).is_some_and(|w| !w.quoted && has(self.language.and, &w.fold));
        let comma = |at: usize| words.get(at - 1).is_some_and(|w| !w.quoted && w.after == Some(','));
        sets && framed.phrases.iter().any(|p| {
            let joined = and(p.at.end) || comma(p.at.end) && p.at.end < words.len();
            dated(p.kind) && p.at.start > 0 && joined
        })
    }

    /// "renomme la cave en atelier, et la facture à lundi": no title ends with what becomes of another todo.
    fn renames_and_more(&self, framed: &Framed<'_>) -> bool {
        let Some(title) = framed.stars.last() else { return false };
        let and = |at: usize| framed.words.get(at).is_some_and(|w| !w.quoted && has(self.language.and, &w.fold));
        let stops = |at: usize| framed.words.get(at).is_some_and(|w| !w.quoted && w.after == Some(','));
        let goes = |from: usize| {
            let day = framed.phrases.iter().find(|p| p.at.end == title.end && p.at.start > from);
            let Some(day) = day.filter(|p| p.kind != Kind::Of) else { return false };
            let verb = framed.words.get(from).is_some_and(|w| concepts::verb(self.language.code, &w.fold).is_some());
            let named = || objects::named(self.language, self.text, &framed.words, from..day.at.start, self.todos);
            verb && day.at.start > from + 1 || matches!(named(), Object::One { .. } | Object::Bulk { .. })
        };
        (title.start + 1..title.end)
            .filter(|at| and(*at) || stops(at - 1))
            .map(|at| at + usize::from(and(at)))
            .any(goes)
    }

    pub(super) fn said(
        &self,
        english: String,
        phrases: &[Phrase],
        words: &[Word],
        command: bool,
        deed: Option<Deed>,
    ) -> Said {
        let own = |range: &Range<usize>| match (words.get(range.start), words.get(range.end.saturating_sub(1))) {
            (Some(a), Some(b)) => self.text.get(a.span.start..b.span.end).unwrap_or_default().to_owned(),
            _ => String::new(),
        };
        let mut pieces: Vec<(usize, String, String)> = phrases
            .iter()
            .filter_map(|p| english.find(&p.english).map(|at| (at, p.english.clone(), own(&p.at))))
            .collect();
        pieces.sort_by_key(|(at, _, _)| *at);
        Said { pieces: pieces.into_iter().map(|(_, a, b)| (a, b)).collect(), english, command, deed, new: None }
    }
}

/// The words that are in none of the phrases that go.
pub(super) fn without(words: &[Word], phrases: &[Phrase], goes: &dyn Fn(&Phrase) -> bool) -> Vec<Word> {
    let taken = |at: usize| phrases.iter().any(|p| goes(p) && p.at.contains(&at));
    words.iter().enumerate().filter(|(at, _)| !taken(*at)).map(|(_, w)| w.clone()).collect()
}
