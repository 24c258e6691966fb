//! "Mo-Fr", "lun-vie", "Mo/Mi/Fr": weekdays with a mark between them; and the weekdays that stand beside "every week" and "every
//! day": "Mo, Mi und Fr jede Woche", "de lunes a viernes cada semana", "du lundi au vendredi toutes les deux semaines", "täglich
//! von Montag bis Freitag".

use super::{Phrase, Reader};
use crate::languages::render::DAYS;
use crate::languages::table::{Kind, has, meaning};
use crate::languages::words::Word;

fn is_weekday(word: &str) -> bool {
    DAYS.contains(&word)
}

impl Reader<'_> {
    /// A weekday, whole or cut short, whatever stands beside it.
    fn any_weekday(&self, word: &str) -> Option<&'static str> {
        let word = word.trim_end_matches('.');
        let habit = || meaning(self.language.habits, word);
        meaning(self.language.weekdays, word).or_else(|| meaning(self.language.short_weekdays, word)).or_else(habit)
    }

    /// "Mo-Fr", "lunes-viernes", "Mo/Mi/Fr": a span of weekdays or several of them. From Monday to Friday is each week, as it is
    /// in words.
    pub(super) fn marked_weekdays(&self, at: usize) -> Option<Phrase> {
        // "do-mi" is sung.
        let long = |w: &Word| w.fold.split(['-', '/']).all(|part| part.len() > 2);
        let word = self.words.get(at).filter(|w| !w.quoted && (w.capital || long(w)))?;
        let (end, first, last) = match word.fold.split_once('-') {
            Some((first, last)) => (at + 1, first, last),
            None if word.after == Some('–') => (at + 2, word.fold.as_str(), self.fold(at + 1)),
            None => return self.slashed_weekdays(at, &word.fold),
        };
        let (first, last) = (self.any_weekday(first)?, self.any_weekday(last)?);
        let (kind, english) = match (first, last) {
            ("monday", "friday") => (Kind::Every, "every weekday".to_owned()),
            _ => (Kind::When, format!("{first} to {last}")),
        };
        (first != last).then_some(Phrase { kind, at: at..end, english })
    }

    fn slashed_weekdays(&self, at: usize, word: &str) -> Option<Phrase> {
        let days: Option<Vec<&str>> = word.split('/').map(|day| self.any_weekday(day)).collect();
        let days = days.filter(|days| days.len() > 1 && (1..days.len()).all(|n| !days[..n].contains(&days[n])))?;
        Some(Phrase { kind: Kind::When, at: at..at + 1, english: days.join("/") })
    }

    /// The phrases with each "every week" and the weekdays beside it as one.
    pub(super) fn with_weeks(&self, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
        self.span_on(&mut phrases);
        let mut at = 0;
        while at < phrases.len() {
            let found = phrases.get(at).filter(|p| is_of_weeks(p) || is_daily(p)).and_then(|every| {
                let (from, days) = self
                    .weekdays_before(&phrases, at)
                    .or_else(|| self.weekdays_behind(&phrases, at))
                    // Of every day, only those from one to another can be meant.
                    .filter(|(_, days)| is_of_weeks(every) || days.contains(" to "))?;
                let places = from.start.min(at)..from.end.max(at + 1);
                let (first, last) = (phrases.get(places.start)?, phrases.get(places.end - 1)?);
                let english = format!("{} {days}", every.english);
                Some((places, Phrase { kind: Kind::Every, at: first.at.start..last.at.end, english }))
            });
            if let Some((places, phrase)) = found {
                at = places.start;
                phrases.splice(places, [phrase]);
            }
            at += 1;
        }
        phrases
    }

    /// "alle 2 Wochen Montag bis Freitag": a day that was read as the only one, and the one up to which it goes.
    fn span_on(&self, phrases: &mut Vec<Phrase>) {
        let spans = |pair: &[Phrase]| match pair {
            [every, to] if every.kind == Kind::Every && to.kind == Kind::By && every.at.end == to.at.start => {
                let to = to.english.strip_prefix("by ").filter(|to| is_weekday(to))?;
                let (weeks, from) = match every.english.strip_prefix("every other ") {
                    Some(from) => ("2 weeks", from),
                    None => ("week", every.english.strip_prefix("every ")?),
                };
                is_weekday(from).then(|| format!("every {weeks} {from} to {to}"))
            }
            _ => None,
        };
        while let Some((at, english)) = phrases.windows(2).enumerate().find_map(|(at, pair)| Some((at, spans(pair)?))) {
            let to = phrases.remove(at + 1);
            if let Some(every) = phrases.get_mut(at) {
                (every.at.end, every.english) = (to.at.end, english);
            }
        }
    }

    /// "le mardi et le jeudi à midi" beside a repetition: the time is of all its days, and no part of the last.
    pub(super) fn with_times_apart(&self, phrases: Vec<Phrase>) -> Vec<Phrase> {
        if !phrases.iter().any(|p| p.kind == Kind::Every) {
            return phrases;
        }
        let mut out = Vec::new();
        for phrase in phrases {
            let day = phrase.english.split_once(' ').map(|(day, _)| day).filter(|day| is_weekday(day));
            let place = phrase.at.clone().find(|at| day.is_some() && self.any_weekday(self.fold(*at)) == day);
            let time = place.and_then(|at| self.phrase(at + 1)).filter(|time| time.at.end == phrase.at.end);
            match (
                day,
                place,
                time.filter(|time| phrase.kind == Kind::When && matches!(time.kind, Kind::At | Kind::Part)),
            ) {
                (Some(day), Some(at), Some(time)) => {
                    let at = phrase.at.start..at + 1;
                    out.extend([Phrase { kind: Kind::When, at, english: day.to_owned() }, time]);
                }
                _ => out.push(phrase),
            }
        }
        out
    }

    fn weekdays_before(&self, phrases: &[Phrase], every: usize) -> Option<(std::ops::Range<usize>, String)> {
        let begins = phrases.get(every)?.at.start;
        if self.broken(begins) || phrases.get(every.checked_sub(1)?)?.at.end != begins {
            return None;
        }
        let row = |from: &usize| self.row(phrases.get(*from..every)?).map(|days| (*from..every, days));
        (0..every).find_map(|from| row(&from))
    }

    fn weekdays_behind(&self, phrases: &[Phrase], every: usize) -> Option<(std::ops::Range<usize>, String)> {
        let ends = phrases.get(every)?.at.end;
        if self.broken(ends) || phrases.get(every + 1)?.at.start != ends {
            return None;
        }
        (every + 2..=phrases.len())
            .rev()
            .find_map(|end| Some((every + 1..end, self.row(phrases.get(every + 1..end)?)?)))
    }

    /// What phrases beside each other say that are all of weekdays: "on monday and friday", "monday to friday".
    fn row(&self, phrases: &[Phrase]) -> Option<String> {
        if let [first, last] = phrases
            && let Some(to) = last.english.strip_prefix("by ").filter(|to| last.kind == Kind::By && is_weekday(to))
        {
            let from = plain(first).filter(|from| is_weekday(from) && first.at.end == last.at.start)?;
            return Some(format!("{from} to {to}"));
        }
        let joined = |(one, next): (&Phrase, &Phrase)| {
            let comma =
                next.at.start.checked_sub(1).and_then(|b| self.words.get(b)).is_some_and(|w| w.after == Some(','));
            let and = (one.at.end..next.at.start).all(|at| has(self.language.and, self.fold(at)));
            and && (comma || next.at.start > one.at.end)
        };
        if !phrases.iter().zip(phrases.iter().skip(1)).all(joined) {
            return None;
        }
        let mut days: Vec<&str> = Vec::new();
        for phrase in phrases {
            let said = plain(phrase)?;
            if said == "weekday" || said.split_once(" to ").is_some_and(|(a, b)| is_weekday(a) && is_weekday(b)) {
                let span = if said == "weekday" { "monday to friday" } else { said };
                return (phrases.len() == 1).then(|| span.to_owned());
            }
            let all = said.split([' ', ',', '/']).filter(|w| !w.is_empty() && *w != "and");
            days.extend(all);
        }
        let (last, front) = days.split_last()?;
        let listed = if front.is_empty() { (*last).to_owned() } else { format!("{} and {last}", front.join(", ")) };
        days.iter().all(|day| is_weekday(day)).then(|| format!("on {listed}"))
    }
}

/// "every week", "every 2 weeks".
fn is_of_weeks(phrase: &Phrase) -> bool {
    let counted = || phrase.english.strip_prefix("every ")?.strip_suffix(" weeks")?.parse::<u32>().ok();
    phrase.kind == Kind::Every && (phrase.english == "every week" || counted().is_some())
}

fn is_daily(phrase: &Phrase) -> bool {
    phrase.kind == Kind::Every && phrase.english == "every day"
}

/// The days of a phrase, without what stands in front of them.
fn plain(phrase: &Phrase) -> Option<&str> {
    let english = phrase.english.as_str();
    match phrase.kind {
        Kind::When | Kind::Of => Some(english.strip_prefix("on ").unwrap_or(english)),
        Kind::Every => english.strip_prefix("every "),
        _ => None,
    }
}
