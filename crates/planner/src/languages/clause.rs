//! One clause: which instruction it is, what it is about, and the phrases beside it.

use super::concepts;
use super::objects::{self, Object};
use super::pattern::{Phrase, Reader};
use super::render;
use super::separable;
use super::table::{Deed, Kind, Language, has, meaning};
use super::words::Word;
use crate::dates::Clock;
use countersign_core::todos::{Todos, View, normal_title};
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

/// Verbs whose object is a day where nothing else is.
const PLANS: &str = "planen verplanen durchplanen organisieren vorbereiten gestalten einteilen planear planificar organizar preparar \
    planifier organiser preparer planifica organiza pregati";

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
        Reader { language: self.language, words, clock: self.clock }
    }

    /// Without what is said before and after an instruction.
    pub(super) fn trimmed(language: &'static Language, all: &'a [Word], clock: &'a Clock) -> &'a [Word] {
        let mut words = all;
        loop {
            let reader = Reader { language, words, clock };
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
            let reader = Reader { language: self.language, words: pool, clock: self.clock };
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
        let reader = Reader { language: self.language, words: &plain, clock: self.clock };
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
        if self.swallows(framed) {
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

    /// Text without a command that is no new todo: a report ("Miete bezahlt"), a set or a name with where it goes
    /// ("alle überfälligen auf Montag", "Zahnarzt auf Freitag").
    fn told(&self, words: &'a [Word], kept: &[Word], phrases: &[Phrase]) -> Option<Outcome> {
        let l = self.language;
        let framed = |deed| {
            let stars: Vec<Range<usize>> = std::iter::once(0..kept.len()).collect();
            Framed { deed, words: kept.to_vec(), stars, phrases }
        };
        let first = kept.first().filter(|w| !w.quoted)?;
        let done = kept.len() > 1 && kept.last().is_some_and(|w| !w.quoted && concepts::is_done(l.code, &w.fold));
        if done && let outcome @ Outcome::Said(_) = self.carry_out(&framed(Deed::Done), words, false) {
            return Some(outcome);
        }
        // "pagué el alquiler": what one did, with the verb in front; its accent tells it from an order. No title begins so.
        let did = l.code == "es" && first.lower.ends_with(['é', 'í']) && concepts::is_done(l.code, &first.fold);
        if did && kept.len() > 1 {
            return Some(self.carry_out(&framed(Deed::Done), words, false));
        }
        let set =
            matches!(objects::object(l, self.text, kept, 0..kept.len(), self.todos), Object::Bulk { every: true, .. });
        let begins = has(l.all, &first.fold) && first.fold != "todo" && first.fold != "cada";
        let aimed = |p: &Phrase| {
            let said = words.get(p.at.start).map_or("", |w| w.fold.as_str());
            matches!(p.kind, Kind::When | Kind::At) && l.code == "de" && said == "auf" || p.kind == Kind::Level
        };
        let there = matches!(objects::named(l, self.text, kept, 0..kept.len(), self.todos), Object::One { .. });
        // Beside a repetition it is asked whether the todo that is there is meant.
        let repeats = phrases.iter().any(|p| p.kind == Kind::Every);
        if set && !phrases.is_empty() || there && !repeats && phrases.iter().any(aimed) {
            return Some(self.carry_out(&framed(Deed::Put), words, false));
        }
        (begins && kept.len() > 1).then_some(Outcome::Unknown)
    }

    /// "erledigte Aufgaben", "sarcini cu prioritate mare": a set alone is shown.
    fn lone_set(&self, words: &'a [Word], phrases: &[Phrase]) -> Option<Outcome> {
        let l = self.language;
        let open = without(words, phrases, &|_| true);
        let noun = |w: &Word| !w.quoted && has(l.nouns, &w.fold);
        let means = |w: &Word| !w.quoted && meaning(l.traits, &w.fold).is_some();
        let small = |w: &Word| !w.quoted && objects::is_small(l, &w.fold);
        let chosen = open.iter().any(means) || phrases.iter().any(|p| matches!(p.kind, Kind::Level | Kind::Label));
        let ends = open.first().is_some_and(noun) || open.last().is_some_and(noun);
        if !chosen || !ends || !open.iter().all(|w| noun(w) || means(w) || small(w)) {
            return None;
        }
        let stars = std::iter::once(0..open.len()).collect();
        let framed = Framed { deed: Deed::List, words: open, stars, phrases };
        Some(self.carry_out(&framed, words, false))
    }

    /// "joi 18 cină": whether the figure behind a weekday is a day, an hour or part of the title is asked about; where more
    /// is said of when, it is not read.
    fn beside_figure(&self, words: &'a [Word], phrases: &[Phrase]) -> Option<Outcome> {
        let l = self.language;
        let day = phrases.iter().find(|p| p.kind == Kind::When && p.at.start == 0)?;
        let last = words.get(day.at.end.checked_sub(1)?)?;
        let (figure, next) = (words.get(day.at.end)?, words.get(day.at.end + 1)?);
        let number = figure.fold.parse().is_ok_and(|n: u32| (1..=31).contains(&n)) && figure.fold.len() <= 2;
        let counts =
            meaning(l.units, &next.fold).is_some() || next.fold.ends_with('s') || has("km kg h x % euro", &next.fold);
        let free = !figure.quoted && last.after.is_none() && !phrases.iter().any(|p| p.at.contains(&day.at.end));
        if !free || !number || counts || meaning(l.weekdays, &last.fold).is_none() {
            return None;
        }
        if phrases.len() > 1 {
            return Some(Outcome::Unknown);
        }
        let own = self.text.get(figure.span.start..words.last()?.span.end)?;
        let english = format!("{} {own}", day.english.trim_start_matches("on "));
        Some(Outcome::Said(self.said(english, phrases, words, false, None)))
    }

    /// The title of the open todo that words name with nothing missing, but the verb that says what is done to it: "die
    /// Milch" of "Milch kaufen", "zahl die Miete" of "Miete zahlen". It is meant, or another like it: that is asked.
    fn there_already(&self, kept: &[Word]) -> Option<String> {
        let l = self.language;
        let thing = if separable::is_parted(l, kept) { 1..kept.len() - 1 } else { 0..kept.len() };
        let Object::One { id, .. } = objects::named(l, self.text, kept, thing, self.todos) else { return None };
        let todo = self.todos.todo(id).filter(|todo| !todo.status.is_closed())?;
        objects::names_all_but_the_deed(l, kept, todo).then(|| todo.title.clone())
    }

    fn written_small(&self, word: &Word) -> bool {
        self.text.get(word.span.clone()).is_some_and(|own| own.starts_with(char::is_lowercase))
    }

    /// Text without a command: a title with its dates, where nothing in it says otherwise.
    fn bare(&self, words: &'a [Word], phrases: &[Phrase]) -> Outcome {
        let l = self.language;
        let titled = |p: &Phrase| match p.kind {
            Kind::Of | Kind::Shift => false,
            // "des" is "dès", or an article; "depuis" tells since when.
            Kind::From => words.get(p.at.start).is_some_and(|w| w.lower != "des" && w.lower != "depuis"),
            _ => true,
        };
        let kept = without(words, phrases, &titled);
        // "à" is not "a".
        let finite = |w: &Word| has(l.finite, &w.lower) || w.fold.len() > 2 && has(l.finite, &w.fold);
        // "Zahnarzt ist en cours": what is said in two languages at once.
        let elsewhere = |w: &Word| {
            const TELLS: &str = "ist sind wurde habe est sont sunt este estan esta";
            has(TELLS, &w.lower) && !has(l.strong, &w.fold) && !has(l.weak, &w.fold)
        };
        let spoken = |w: &Word| {
            !w.quoted && (finite(w) || elsewhere(w) || has(l.not, &w.fold) || has(l.conditions, &w.fold) || has(l.nouns, &w.fold))
        };
        if let Some(shown) = self.lone_set(words, phrases) {
            return shown;
        }
        const SAID_DONE: &str = "hecho hecha hechos hechas erledigt fait faite faits faites facut facuta facute";
        let done = |w: &Word| !w.quoted && has(SAID_DONE, &w.fold);
        // "den Freitag planen", as "plan friday": what is to be done with the day, and not on it.
        let plans = kept.len() == 1 && kept.iter().all(|w| !w.quoted && has(PLANS, &w.fold));
        if plans
            || kept.is_empty()
            || kept.len() > 9
            || kept.iter().any(spoken)
            || kept.len() > 2 && kept.iter().any(done)
        {
            return Outcome::Unknown;
        }
        // "Yoga nur am Montag", "gym în afară de lunea": what says which days are meant ends no title.
        const OF_DAYS: &str = "nur noch bloss solo solamente seulement uniquement doar numai nie niemals nunca jamais niciodata \
            ausser statt anstatt excepto salvo sauf zusatzlich ademas afara lieu vez lugar loc";
        let hangs = |w: &Word| {
            has(OF_DAYS, &w.fold) || l.code != "de" && kept.len() > 1 && has("de du del", &w.fold) && w.after.is_none()
        };
        if !phrases.is_empty() && kept.last().is_some_and(|w| !w.quoted && hangs(w)) {
            return Outcome::Unknown;
        }
        if let Some(said) = self.told(words, &kept, phrases) {
            return said;
        }
        // "Zahnarzt eine Stunde später": of what is there; of nothing else.
        if phrases.iter().any(|p| p.kind == Kind::Shift) {
            let plain = without(words, phrases, &|_| true);
            let stars: Vec<Range<usize>> = std::iter::once(0..plain.len()).collect();
            let named = objects::named(l, self.text, &plain, 0..plain.len(), self.todos);
            let framed = Framed { deed: Deed::Put, words: plain, stars, phrases };
            return if matches!(named, Object::One { .. }) {
                self.carry_out(&framed, words, false)
            } else {
                Outcome::Unknown
            };
        }
        if let Some(said) = self.beside_figure(words, phrases) {
            return said;
        }
        if let Some(title) = self.there_already(&kept) {
            let framed =
                Framed { deed: Deed::Add, stars: std::iter::once(0..kept.len()).collect(), words: kept, phrases };
            let Some((own, rest)) = render::created(self, &framed) else { return Outcome::Unknown };
            let quoted = |title: &str| format!("\"{}\" {rest}", title.replace('"', "'")).trim_end().to_owned();
            // Called just so, it is asked about by its own words.
            let title = if normal_title(&own) == normal_title(&title) { &own } else { &title };
            let said = self.said(quoted(title), phrases, words, false, None);
            return Outcome::Said(Said { new: Some(quoted(&own)), ..said });
        }
        // "verschieb den Zahnarzt auf abends": an order that was not read makes no todo.
        let verb = kept.first().filter(|w| !w.quoted).and_then(|w| super::sentence::deed(l, &w.fold));
        let open = kept.last().is_some_and(|w| !w.quoted && has(l.edges, &w.fold));
        if kept.len() > 1 && verb == Some("move") && open {
            return Outcome::Unknown;
        }
        // "füge Kerzen zu X hinzu und Auto waschen morgen": an order with more behind it that was not read.
        let imperative = |w: &Word| !w.quoted && !l.infinitives.iter().any(|end| w.fold.ends_with(end));
        let ordered = |w: &Word| imperative(w) && super::sentence::ordered(l, &w.fold).is_some();
        let joins = |w: &Word| w.after == Some(',') || !w.quoted && (has(l.and, &w.fold) || has(l.then, &w.fold));
        let begins = kept.iter().skip(1).any(joins) && kept.first().is_some_and(ordered);
        // "… y pon la leche en alta": of a todo that is there.
        const PUTS: &str = "pon haz mets mach setz setze stell pune fa gib";
        let puts = |at: usize| {
            let rest = words.get(at + 1..).unwrap_or_default();
            let other = self.reader(rest).phrases();
            let named = without(rest, &other, &|_| true);
            let object = objects::object(l, self.text, &named, 0..named.len(), self.todos);
            matches!(object, Object::One { whole: true, .. } | Object::Numbered(_) | Object::Bulk { .. })
        };
        let orders =
            |at: usize| words.get(at).is_some_and(|w| ordered(w) || !w.quoted && has(PUTS, &w.fold) && puts(at));
        let within = (1..words.len()).any(|at| words.get(at - 1).is_some_and(joins) && orders(at));
        if begins || within {
            return Outcome::Unknown;
        }
        // A verb that is not known, about a todo that is there.
        let about = |range: Range<usize>| {
            matches!(objects::named(l, self.text, &kept, range, self.todos), Object::One { whole: true, .. })
        };
        let last = l.code == "de" && kept.last().is_some_and(|w| w.lower.ends_with('n') && self.written_small(w));
        // "morgen Milch kaufen" is an errand of that day, and no change of "milk".
        let errand = |w: Option<&Word>| w.is_some_and(|w| !w.quoted && concepts::verb(l.code, &w.fold).is_some());
        let first = about(1..kept.len()) && !errand(kept.first());
        if kept.len() > 1 && (first || last && about(0..kept.len() - 1) && !errand(kept.last())) {
            return Outcome::Unknown;
        }
        let framed = Framed { deed: Deed::Add, stars: std::iter::once(0..kept.len()).collect(), words: kept, phrases };
        match render::created(self, &framed) {
            Some((title, rest)) => {
                // Without a date only the command says that it is something new.
                let dated = [Kind::When, Kind::At, Kind::Part, Kind::Every, Kind::By]
                    .map(|k| phrases.iter().any(|p| p.kind == k));
                let add = if rest.is_empty() || dated.contains(&true) { "" } else { "add " };
                let english = format!("{add}\"{title}\" {rest}").trim_end().to_owned();
                Outcome::Said(self.said(english, phrases, words, false, None))
            }
            None => Outcome::Unknown,
        }
    }
}

/// The words that are in none of the phrases that go.
pub(super) fn without(words: &[Word], phrases: &[Phrase], goes: &dyn Fn(&Phrase) -> bool) -> Vec<Word> {
    let taken = |at: usize| phrases.iter().any(|p| goes(p) && p.at.contains(&at));
    words.iter().enumerate().filter(|(at, _)| !taken(*at)).map(|(_, w)| w.clone()).collect()
}
