//! What is left out of what is said: "everything except work", "acme but not globex", "on monday and wednesday but not friday".

use super::kept::AROUND;
use super::lexicon::{Verb, one_of};
use super::run::{Run, Said, Stop};
use super::series::Span;
use super::split::{lead, verb_at};
use super::target::{Match, Want, content, inflections, same_title};
use super::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::words;
use jiff::civil::Date;

/// Says of what follows that it is not meant, without a word of totality.
const NOT: &str = "but not the|but not|but leave|but keep|and not|not";

/// The same of days in a stretch: "skip gym next week except wednesday".
const EXCEPT: &str = "except for|except on|except|excluding|apart from|other than|but for";

/// Stands around the days that are left out.
const BESIDE: &str = "on|the|and|or|nor|not|for|at|in|of|one|ones|please";

/// What an order leaves out of the set that it names.
#[derive(Debug, Clone)]
pub(super) struct Exception {
    /// The words that name it.
    pub(super) name: String,
    pub(super) ids: Vec<TodoId>,
    /// They name all of a kind.
    pub(super) set: bool,
}

/// The numbers, where a name is nothing else and none has the sign of a todo's: "6", "5 and 6".
fn bare_numbers(name: &str) -> Vec<String> {
    let said = content(name);
    let figures = |word: &String| word.bytes().all(|b| b.is_ascii_digit());
    if !name.contains('#') && said.iter().all(figures) { said } else { Vec::new() }
}

/// "complete buy milk, not groceries": with two whole names the second is what is not meant, as behind "but not".
pub(super) fn but_not(text: &str, run: &Run<'_>) -> Option<String> {
    let (front, behind) = text.split_once(", not ")?;
    let c = Clause::new(front, run.clock);
    let head = verb_at(&c, lead(&c).at, false).filter(|h| h.verb != Verb::Create)?;
    // "tag the gutters with urgent, not the library books": what is named there is no label.
    let labels = head.verb == Verb::Label && c.seek(head.next + 1, "with|as").is_some();
    let named = |name: &str| matches!(run.find(&content(name), Want::Open), Match::One(_));
    if labels && !behind.contains([',', ';', '.']) && named(behind) {
        return Some(front.to_owned());
    }
    let whole = |name: &str| {
        let name = name.trim_matches([' ', '.', '!', '"']);
        matches!(same_title(run.todos, name.strip_prefix("the ").unwrap_or(name)).as_slice(), [_])
    };
    (whole(c.slice(head.next..c.len())) && whole(behind)).then(|| format!("{front} but not {behind}"))
}

impl Run<'_> {
    /// The todos that words of an exception name: the name of a label is all that have it, whatever titles have the word
    /// too, and a plural is all of its name. A number that no todo has may still be one of a title.
    pub(super) fn exempted(&mut self, name: &str) -> Said<Exception> {
        let of = |ids: Vec<TodoId>, set: bool| Exception { name: name.to_owned(), ids, set };
        let parts = super::fields::list(name);
        let whole = !same_title(self.todos, name).is_empty();
        if !whole && parts.len() > 1 && parts.iter().all(|part| self.exempt_set(part).is_some()) {
            return Ok(of(parts.iter().filter_map(|part| self.exempt_set(part)).flatten().collect(), true));
        }
        match self.exempt_set(name).filter(|_| !whole) {
            Some(ids) => Ok(of(ids, true)),
            None => match self.objects(name, Want::Open) {
                Err(_) if !bare_numbers(name).is_empty() => Ok(of(Vec::new(), false)),
                targets => targets.map(|targets| of(targets.ids(), targets.bulk)),
            },
        }
    }

    /// "delete everything on saturday except the cake", where two are called so: which of them stays nobody can tell, and
    /// what is asked about would be deleted.
    pub(super) fn leaves_out_one_of_several(&mut self, text: &str) -> bool {
        if text.trim_end().ends_with('?') {
            return false;
        }
        const ALL: &str = "everything|all|every|each|anything|both";
        // "buy everything except milk", "coffee every day without milk": what is not in a todo, and no order about some.
        const OWN: [Verb; 3] = [Verb::Create, Verb::Rename, Verb::Note];
        let c = Clause::new(text, self.clock);
        let l = lead(&c);
        let changes = match verb_at(&c, l.at, l.ing) {
            Some(head) => !OWN.contains(&head.verb),
            None => one_of(c.word(l.at), ALL),
        };
        let Some(all) = c.seek(0, ALL).map(|(at, _)| at).filter(|_| changes) else { return false };
        let Some(from) = (all..c.len()).find_map(|i| c.any(i, super::sets::EXCEPT)).filter(|from| *from < c.len())
        else {
            return false;
        };
        // "delete all todos that are not about milk" says which they are.
        if one_of(c.word(from), "about|regarding|concerning") {
            return false;
        }
        // "except the cake to sunday"
        let last = c.found.last().map(|f| c.toks_of(&f.span)).filter(|day| day.end == c.len() && day.start > from + 1);
        let front = last.map(|day| (from + 1..day.start).rev().find(|i| !one_of(c.word(*i), "to|on|for")));
        for to in [Some(c.len()), front.flatten().map(|i| i + 1)].into_iter().flatten() {
            let name = c.slice(from..to).to_owned();
            let is_set = self.label_named(&name).is_some() || self.plural(&name).is_some();
            if is_set || !bare_numbers(&name).is_empty() || self.refer(&name).is_some() {
                return false;
            }
            if self.called(&super::fields::list(&name)).len() > 1 {
                return true;
            }
        }
        false
    }

    /// The todos, done ones too, whose titles have all the words of one of some names; none where a name is no todo's, or
    /// one's alone and wholly.
    fn called(&self, names: &[String]) -> Vec<TodoId> {
        let mut out = Vec::new();
        for name in names {
            let said = content(name);
            let has = |id: &TodoId| {
                let title = self.todo(*id).map(|t| words(&t.title)).unwrap_or_default();
                said.iter().all(|w| inflections(w).iter().any(|form| title.contains(form)))
            };
            let first = said.first().map(|w| inflections(w)).unwrap_or_default();
            let mut like: Vec<TodoId> = first.iter().flat_map(|w| self.todos.with_word(w)).filter(has).collect();
            like.sort_unstable();
            like.dedup();
            if !same_title(self.todos, name).is_empty() || like.is_empty() {
                return Vec::new();
            }
            out.extend(like);
        }
        out
    }

    /// What exceptions take out of a set: what they name of it, or what of it is numbered so ("both chapters except 6",
    /// with #6 none of them). `None` where one takes nothing out, or may mean either.
    pub(super) fn taken_out(&self, exceptions: &[Exception], set: &[TodoId], of_days: bool) -> Option<Vec<TodoId>> {
        let each = exceptions.iter().map(|one| {
            let numbers = bare_numbers(&one.name);
            let has = |id: &TodoId, n: &String| self.todo(*id).is_some_and(|t| words(&t.title).contains(n));
            let numbered = |id: &&TodoId| numbers.iter().any(|n| has(id, n));
            let titled: Vec<TodoId> = set.iter().filter(numbered).copied().collect();
            let all = numbers.iter().all(|n| titled.iter().any(|id| has(id, n)));
            match (!titled.is_empty() && all, one.ids.iter().any(|id| set.contains(id))) {
                (false, true) => Some(one.ids.clone()),
                (true, false) => Some(titled),
                (true, true) => None,
                // Of a kind of todos there may be none among them, and what is not done today need not be of today.
                (false, false) => {
                    let called = numbers.is_empty() && !one.name.contains('#');
                    (one.set || of_days && called).then(Vec::new)
                }
            }
        });
        let out: Option<Vec<Vec<TodoId>>> = each.collect();
        out.map(|out| out.concat())
    }

    fn exempt_set(&self, name: &str) -> Option<Vec<TodoId>> {
        if let Some(label) = self.label_named(name) {
            return Some(self.labelled(&label));
        }
        self.plural(name)
    }

    /// "work", "the work todos", "anything labelled work".
    pub(super) fn label_named(&self, name: &str) -> Option<String> {
        let c = Clause::new(name, self.clock);
        let mut own = (0..c.len()).filter(|i| !one_of(c.word(*i), AROUND));
        let at = own.next().filter(|_| own.next().is_none())?;
        let label = c.word(at).trim_start_matches(['#', '@']).to_owned();
        (!c.toks.get(at)?.quoted && self.is_label(&label)).then_some(label)
    }

    /// The todos that have a label.
    pub(super) fn labelled(&self, label: &str) -> Vec<TodoId> {
        let has = |t: &&countersign_core::todo::Todo| t.labels.iter().any(|own| own.to_lowercase() == label);
        self.todos.iter().filter(has).map(|t| t.id).collect()
    }

    /// "the invoices": all open todos of that name, where no title has the word as it was said.
    pub(super) fn plural(&self, name: &str) -> Option<Vec<TodoId>> {
        // "two of the emails" are not all of them.
        const SOME: &str = "one|two|three|four|five|some|half|any|either|neither|none|most|few|other|first|last|next|all|both|every|each";
        if super::text::tokens(name)
            .iter()
            .any(|t| t.quoted || one_of(&t.fold, SOME) || t.fold.bytes().all(|b| b.is_ascii_digit()))
        {
            return None;
        }
        let said = content(name);
        let last = said.last().filter(|w| w.len() > 3 && w.ends_with('s') && !w.ends_with("ss"))?;
        let singular = inflections(last)
            .into_iter()
            .any(|w| w != *last && last.starts_with(w.as_str()) && self.todos.count_word(&w) > 0);
        if !singular || self.todos.count_word(last) > 0 {
            return None;
        }
        let Match::Tie(ids) = self.find(&said, Want::Open) else { return None };
        let each = |id: &TodoId| {
            let title = self.todo(*id).filter(|t| !t.status.is_closed()).map(|t| words(&t.title)).unwrap_or_default();
            said.iter().all(|w| inflections(w).iter().any(|form| title.contains(form)))
        };
        (ids.len() > 1 && ids.iter().all(each)).then_some(ids)
    }

    /// "set the invoices to high": all of that name, where they only get a value; what is deleted or done is asked about.
    pub(super) fn all_of_a_name(&self, name: &str) -> Option<Vec<TodoId>> {
        let c = Clause::new(&self.said, self.clock);
        let l = lead(&c);
        let head = verb_at(&c, l.at, l.ing)?;
        let gives = matches!(head.verb, Verb::Move | Verb::Set | Verb::Schedule);
        let definite = one_of(Clause::new(name, self.clock).word(0), "the|my|our|these|those");
        (gives && definite && self.fixed.ids.is_none()).then(|| self.plural(name)).flatten()
    }

    /// "move the interviews to friday, leave marco alone": what the message has ordered of him is not meant.
    pub(super) fn spare_named(&mut self, c: &Clause, at: usize) -> Said<()> {
        let Some(named) = super::mood::leaves_alone(c, at) else { return Ok(()) };
        let Some(targets) = self.refer(c.slice(named)).filter(|t| !t.unmet) else { return Ok(()) };
        let ids = targets.ids();
        let ops: Vec<Operation> = self.ops.iter().filter_map(|op| super::spared::less(op, &ids)).collect();
        // Nothing is left of what was ordered: which of the two is meant is not said.
        if ops.is_empty() && !self.ops.is_empty() {
            self.refused = true;
            return Err(Stop::Unsure);
        }
        self.ops = ops;
        Ok(())
    }

    /// The clause without "but not globex", where that is a todo that is there and not the one that is meant.
    pub(super) fn spared(&self, text: &str) -> Option<String> {
        const TOTAL: &str = "all|everything|every|each|else|other|rest|anything|any|both";
        const TO: &str = "to|on|at|as|until|till|by|high|low|medium";
        let c = Clause::new(text, self.clock);
        let l = lead(&c);
        let head = verb_at(&c, l.at, l.ing).filter(|h| h.verb != Verb::Create)?;
        if (0..c.len()).any(|i| one_of(c.word(i), TOTAL)) {
            return None;
        }
        let (not, behind) = c.seek(head.next + 1, "but not the|but not|but leave|but keep")?;
        let one = |name: &str| match self.find(&content(name), Want::Open) {
            Match::One(id) => Some(vec![id]),
            _ => self.plural(name),
        };
        // "move the dentist to friday but leave the passport": where it goes is no part of its name.
        let named = c.slice(head.next..not);
        let meant = one(named).or_else(|| one(&super::correct::object_of(named, self)))?;
        (behind + 1..=c.len()).rev().find_map(|end| {
            let kept = one(c.slice(behind..end))?;
            let apart = !kept.iter().any(|id| meant.contains(id));
            let rest = c.slice(end..c.len());
            (apart && (rest.is_empty() || one_of(c.word(end), TO)))
                .then(|| format!("{} {rest}", c.slice(0..not)).trim().to_owned())
        })
    }

    /// "skip gym on monday and wednesday but not friday": the order without the days that are not meant, and these.
    pub(super) fn without_days(&self, text: &str) -> Said<Option<(String, Vec<Span>)>> {
        let c = Clause::new(text, self.clock);
        let l = lead(&c);
        let skips = verb_at(&c, l.at, l.ing).filter(|h| matches!(h.verb, Verb::Skip | Verb::Delete));
        let Some(head) = skips else { return Ok(None) };
        let except =
            || c.seek(head.next + 1, EXCEPT).filter(|(not, _)| c.found.iter().any(|f| c.toks_of(&f.span).end <= *not));
        let parted = except().or_else(|| c.seek(head.next + 1, NOT));
        let Some((not, behind)) = parted.filter(|(_, end)| *end < c.len()) else { return Ok(None) };
        let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
        let days = c.found.iter().filter(|f| c.toks_of(&f.span).end > behind);
        let spans: Option<Vec<Span>> = days.map(|f| super::resolve::span_of(f, &c.text)).collect();
        let only = (behind..c.len()).all(|i| dated(i) || one_of(c.word(i), BESIDE));
        let Some(spans) = spans.filter(|spans| !spans.is_empty() && only) else { return Ok(None) };
        // Which days are meant was not said.
        if !c.found.iter().any(|f| c.toks_of(&f.span).end <= not) {
            return Err(Stop::Unsure);
        }
        Ok(Some((c.slice(0..not).trim_end_matches([',', ' ']).to_owned(), spans)))
    }

    /// Takes the days that are not meant out of what was read.
    pub(super) fn spare(&mut self, days: &[Span]) -> Said<()> {
        let skipped = |op: &Operation| match op {
            Operation::SkipOccurrence { occurrence_date, .. } => Some(*occurrence_date),
            _ => None,
        };
        if days.is_empty() || self.ops.is_empty() {
            return Ok(());
        }
        let all = self.ops.iter().all(|op| skipped(op).is_some());
        let dates: Vec<Date> = self.ops.iter().filter_map(skipped).collect();
        // "from dec 7 to 9 except tuesday": the one among them, and not the next there is.
        let among =
            |day: &Span, date: Date| day.weekday && !dates.contains(&day.from) && day.from.weekday() == date.weekday();
        let spared = |date: Date| days.iter().any(|day| day.holds(date) || among(day, date));
        self.ops.retain(|op| !skipped(op).is_some_and(spared));
        self.days_excepted = all && self.ops.len() < dates.len();
        if all && !self.ops.is_empty() { Ok(()) } else { Err(Stop::Unsure) }
    }
}
