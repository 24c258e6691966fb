//! What a message says of what it points at: withdrawn, kept, spared, brought back, narrowed, done without.

use super::super::table::{has, meaning};
use super::super::words::Word;
use super::{Act, Deed, Field, How, Lead, Message, Which, ends, listed, starts};

impl Message<'_> {
    /// What stands behind a word that denies, without a pause.
    pub(super) fn denied<'w>(&self, all: &'w [Word]) -> Option<&'w [Word]> {
        let t = self.table;
        let [first, rest @ ..] = all else { return None };
        let denies = !first.quoted && has(t.not, &first.fold) && has(t.corrects, &first.fold) && first.after.is_none();
        let led = starts(rest, t.only).is_some() || starts(rest, t.corrects).is_some();
        (denies && !led && !rest.is_empty()).then_some(rest)
    }

    pub(super) fn withdrawn(&self, body: &[Word]) -> Option<Deed> {
        let t = self.table;
        let verbs = [(t.takes, How::Takes), (t.cancels, How::Cancels), (t.deletes, How::Deletes)];
        let front =
            verbs.into_iter().filter_map(|(list, how)| Some((starts(body, list)?, how))).max_by_key(|(n, _)| *n);
        let away = ends(body, t.away).filter(|n| front.map_or(0, |(from, _)| from) + n < body.len());
        // "Kitchen löschen" has its verb behind it.
        let behind = || {
            let said = body.get(body.len() - away?..)?;
            verbs.into_iter().rev().find(|(list, _)| listed(said, list)).map(|(_, how)| (0, how))
        };
        let (from, how) = front.or_else(behind).unwrap_or((0, How::Takes));
        // "lass den Tee" keeps it, "lass den Tee weg" does not.
        let weak = body.first().is_some_and(|w| has("lass nimm tu", &w.fold));
        if away.is_none() && (from == 0 || weak) {
            return None;
        }
        let which = self.which(body.get(from..body.len() - away.unwrap_or(0))?)?;
        Some(Deed::Withdraw { which, how })
    }

    /// "Don't delete the flights", "leave the lunch where it is".
    pub(super) fn spared(&self, all: &[Word]) -> Option<Deed> {
        let t = self.table;
        let idle = |said: &[Word]| starts(said, t.idle).filter(|n| *n < said.len());
        let corrects = |said: &[Word]| starts(said, t.corrects).filter(|n| *n < said.len());
        let mut body = all;
        while let Some(n) = ends(body, t.idle).filter(|n| *n < body.len()) {
            body = body.get(..body.len() - n)?;
        }
        // What corrects may be the word that denies: "no borres el té".
        loop {
            if let Some(deed) = self.denied_deed(body) {
                return Some(deed);
            }
            let Some(n) = idle(body).or_else(|| corrects(body)) else { break };
            body = body.get(n..)?;
        }
        if let Some(n) = ends(body, t.stays).filter(|n| *n < body.len()) {
            let mut name = body.get(..body.len() - n)?;
            while let Some(n) = ends(name, t.idle).filter(|n| *n < name.len()) {
                name = name.get(..name.len() - n)?;
            }
            return self.which(name).map(|which| Deed::Spare { which, act: Act::There });
        }
        let n = starts(body, t.leaves)?;
        if let Some(end) = ends(body, t.as_is).filter(|end| n + end < body.len()) {
            let which = self.which(body.get(n..body.len() - end)?)?;
            return Some(Deed::Spare { which, act: Act::Any });
        }
        // "Deja Kitchen", without a word that says how: as what is there is.
        let keeps = starts(body, t.keeps).is_some();
        let which = self.which(body.get(n..)?).filter(|which| !keeps && !matches!(which, Which::It | Which::Them))?;
        Some(Deed::Spare { which, act: Act::There })
    }

    /// "Don't delete the flights", "den Flug nicht löschen", "lösche den Flug nicht".
    fn denied_deed(&self, body: &[Word]) -> Option<Deed> {
        let t = self.table;
        let act = |found: &dyn Fn(&'static str) -> Option<usize>| {
            t.acts.iter().filter_map(|(list, act)| Some((found(list)?, *act))).max_by_key(|(n, _)| *n)
        };
        let front = starts(body, t.never).or((t.never.is_empty() || t.acts_deny).then_some(0));
        if let Some(said) = front.and_then(|n| body.get(n..))
            && let Some((n, act)) = act(&|list| starts(said, list))
        {
            let rest = said.get(n..)?;
            let rest = match t.never.is_empty() {
                false => rest,
                true => rest.get(..rest.len() - ends(rest, t.not).filter(|n| *n < rest.len())?)?,
            };
            return self.which(rest).map(|which| Deed::Spare { which, act });
        }
        let (n, act) = act(&|list| ends(body, list)).filter(|_| t.never.is_empty())?;
        let rest = body.get(..body.len() - n)?;
        let which = self.which(rest.get(..rest.len() - ends(rest, t.not)?)?)?;
        Some(Deed::Spare { which, act })
    }

    /// "Delete only the kitchen", "only delete the kitchen", "borra solo Kitchen".
    pub(super) fn just(&self, body: &[Word]) -> Option<Deed> {
        let t = self.table;
        let act = |said: &[Word]| {
            let deletes = starts(said, t.deletes).map(|n| (n, Act::Delete));
            let acts = t.acts.iter().filter_map(|(list, act)| Some((starts(said, list)?, *act)));
            acts.chain(deletes).max_by_key(|(n, _)| *n)
        };
        let led = starts(body, t.only).unwrap_or(0);
        let (n, act) = act(body.get(led..)?)?;
        let rest = body.get(led + n..)?;
        let inner = starts(rest, t.only).filter(|_| led == 0);
        let behind = ends(rest, t.only).filter(|_| led == 0 && inner.is_none());
        let which = self.which(rest.get(inner.unwrap_or(0)..rest.len() - behind.unwrap_or(0))?)?;
        (led > 0 || inner.is_some() || behind.is_some()).then_some(Deed::Just { which, act })
    }

    /// "Reopen the rent", "bring the dentist back", "hol Kitchen zurück".
    pub(super) fn restored(&self, body: &[Word]) -> Option<Deed> {
        let t = self.table;
        let back = ends(body, t.back).filter(|n| *n < body.len());
        let (n, act) = match t.restores.iter().find_map(|(list, act)| Some((starts(body, list)?, *act))) {
            Some(found) => found,
            None => (starts(body, t.brings).filter(|_| back.is_some() || t.back.is_empty())?, Act::There),
        };
        let which = self.which(body.get(n..body.len() - back.unwrap_or(0))?)?;
        Some(Deed::Restore { which, act })
    }

    /// "Without the time", "the tea without a date", "no time", "drop the deadline".
    pub(super) fn lacks(&self, lead: Lead, body: &[Word]) -> Option<Deed> {
        let t = self.table;
        let small = |w: &Word| !w.quoted && (has(t.articles, &w.fold) || has(t.glue, &w.fold));
        let field = |said: &[Word]| {
            let own: Vec<&Word> = said.iter().filter(|w| !small(w)).collect();
            match own.as_slice() {
                [one] if !one.quoted => meaning(t.fields, &one.fold).and_then(field_of),
                _ => None,
            }
        };
        if lead.corrects
            && !lead.apart
            && let Some(field) = field(body)
        {
            return Some(Deed::Lacks { which: Which::It, field });
        }
        (0..body.len()).find_map(|at| {
            let said = body.get(at..)?;
            let n =
                [t.without, t.deletes, t.cancels, t.takes, t.not].iter().filter_map(|list| starts(said, list)).max()?;
            let field = field(said.get(n..)?)?;
            let which = if at == 0 { Which::It } else { self.which(body.get(..at)?)? };
            Some(Deed::Lacks { which, field })
        })
    }

    /// "Keep the tea", without a word that says it of nothing else.
    pub(super) fn kept(&self, body: &[Word]) -> Option<Which> {
        let t = self.table;
        if let Some(n) = ends(body, t.stays).filter(|n| *n < body.len()) {
            return self.which(body.get(..body.len() - n)?);
        }
        let small = |w: &Word| !w.quoted && has("i we want to need would_like like i'd", &w.fold);
        let at = body.iter().take_while(|w| small(w)).count();
        let word = body.get(at).filter(|w| !w.quoted && has(t.keeps, &w.fold))?;
        let rest = body.get(at + 1..)?;
        let alone = word.after.is_none() && starts(rest, t.only).is_none() && ends(rest, t.only).is_none();
        if alone { self.which(rest) } else { None }
    }

    pub(super) fn only(&self, body: &[Word]) -> Option<Which> {
        let t = self.table;
        if let Some(n) = ends(body, t.only).filter(|n| *n < body.len()) {
            return self.days_or(body.get(..body.len() - n)?);
        }
        let (mut at, mut said) = (0, false);
        while let Some(word) = body.get(at).filter(|w| !w.quoted) {
            let keeps = has(t.only, &word.fold) || has(t.keeps, &word.fold);
            let small = has(t.makes, &word.fold) || has("ne con want need", &word.fold);
            if !(keeps || small) {
                break;
            }
            said |= keeps;
            at += 1;
        }
        if said { self.days_or(body.get(at..)?) } else { None }
    }

    /// "All but the first", "not the tea", "not the first, the second".
    pub(super) fn without(&self, body: &[Word]) -> Option<Deed> {
        let t = self.table;
        let all = body.iter().take_while(|w| !w.quoted && has(t.all, &w.fold)).count();
        let rest = body.get(all..)?;
        let but = if all > 0 { starts(rest, "but mais pero aber dar") } else { None };
        if let Some(n) = starts(rest, t.without).or(but) {
            return self.which(rest.get(n..)?).map(Deed::Without);
        }
        let n = starts(rest, t.not).filter(|_| all == 0)?;
        let rest = rest.get(n..)?;
        let turn = rest.iter().position(|w| w.after == Some(','));
        if let Some((left, right)) = turn.map(|at| rest.split_at(at + 1)) {
            const BUT: &str = "but only just sondern nur sino solo mais seulement ci doar rather";
            let right = right.get(right.iter().take_while(|w| has(BUT, &w.fold)).count()..)?;
            if let (Some(_), Some(stays)) = (self.which(left), self.which(right)) {
                return Some(Deed::Only(stays));
            }
        }
        self.days_or(rest).map(Deed::Without)
    }
}

fn field_of(name: &str) -> Option<Field> {
    Some(match name {
        "date" => Field::Date,
        "time" => Field::Time,
        "deadline" => Field::Deadline,
        "priority" => Field::Priority,
        "labels" => Field::Labels,
        "estimate" => Field::Estimate,
        "repetition" => Field::Repetition,
        _ => return None,
    })
}
