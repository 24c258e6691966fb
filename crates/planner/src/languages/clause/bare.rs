//! A clause without a command: a title with its dates, a report, a set, or the name of a todo that is there.

use super::{Clauses, Framed, Outcome, Said, without};
use crate::languages::concepts;
use crate::languages::objects::{self, Object};
use crate::languages::pattern::Phrase;
use crate::languages::pointing;
use crate::languages::render;
use crate::languages::sentence;
use crate::languages::separable;
use crate::languages::table::{Deed, Kind, has, meaning};
use crate::languages::words::Word;
use countersign_core::todos::{View, normal_title};
use std::ops::Range;

/// Verbs whose object is a day where nothing else is.
const PLANS: &str = "planen verplanen durchplanen organisieren vorbereiten gestalten einteilen planear planificar organizar preparar \
    planifier organiser preparer planifica organiza pregati";

impl<'a> Clauses<'a> {
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
        // "Rechnung dringend"
        if phrases.is_empty()
            && let Some((word, name)) = kept.split_last().filter(|(_, name)| !name.is_empty())
            && let Some(level) = pointing::level(l, std::slice::from_ref(word))
            && matches!(objects::named(l, self.text, kept, 0..name.len(), self.todos), Object::One { .. })
        {
            let deed = match level {
                "high" => Deed::High,
                "low" => Deed::Low,
                _ => return None,
            };
            let stars: Vec<Range<usize>> = std::iter::once(0..name.len()).collect();
            let framed = Framed { deed, words: kept.to_vec(), stars, phrases };
            return Some(self.carry_out(&framed, words, false));
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
    pub(super) fn bare(&self, words: &'a [Word], phrases: &[Phrase]) -> Outcome {
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
            !w.quoted
                && (finite(w)
                    || elsewhere(w)
                    || has(l.not, &w.fold)
                    || has(l.conditions, &w.fold)
                    || has(l.nouns, &w.fold))
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
        let verb = kept.first().filter(|w| !w.quoted).and_then(|w| sentence::deed(l, &w.fold));
        let open = kept.last().is_some_and(|w| !w.quoted && has(l.edges, &w.fold));
        if kept.len() > 1 && verb == Some("move") && open {
            return Outcome::Unknown;
        }
        // "füge Kerzen zu X hinzu und Auto waschen morgen": an order with more behind it that was not read.
        let imperative = |w: &Word| !w.quoted && !l.infinitives.iter().any(|end| w.fold.ends_with(end));
        let ordered = |w: &Word| imperative(w) && sentence::ordered(l, &w.fold).is_some();
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
