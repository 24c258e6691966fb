//! From the words of an instruction to the todos it is about.

use super::lexicon::one_of;
use super::run::{Ask, Ref, Run, Said, Stop};
use super::series::{self, Span};
use super::supplied;
use super::target::{self, MOST_OPTIONS, Match, Want, content};
use super::text::{Clause, quotes, tokens};
use super::{filter, numbered};
use crate::dates::{self, Found, What};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::wire::Where;
use serde_json::json;

/// The todos an instruction is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Targets {
    pub(super) refs: Vec<Ref>,
    /// Chosen by a condition ("all work tasks"), not by name.
    pub(super) bulk: bool,
    /// "everything", with no condition at all.
    pub(super) all: bool,
    /// The condition asked for repeating ones.
    pub(super) repeating: bool,
    /// Chosen for a date ("friday's", "on friday").
    pub(super) span: Option<Span>,
    /// Chosen as entries or by when they are, which holds of what is done as well: "all tasks tagged work", "everything
    /// before october", and not "all errands".
    pub(super) entries: bool,
    /// Statuses were named, so closed ones are meant too.
    pub(super) explicit: bool,
    /// The date fits none of those named.
    pub(super) unmet: bool,
    /// The conditions they were chosen by.
    pub(super) about: Where,
}

impl Targets {
    pub(super) fn ids(&self) -> Vec<TodoId> {
        self.refs.iter().filter_map(|r| if let Ref::Todo(id) = r { Some(*id) } else { None }).collect()
    }
}

/// What a question about which todo says, with its options.
pub(super) fn which(run: &Run<'_>, question: String, ids: &[TodoId]) -> Stop {
    let mut ids: Vec<TodoId> = ids.to_vec();
    // Those that need attention first.
    ids.sort_by_cached_key(|id| {
        run.todo(*id).map(|t| (t.status.is_closed(), t.scheduled_for.is_none(), t.scheduled_for, t.id))
    });
    ids.truncate(target::MOST_CANDIDATES);
    let options = ids
        .iter()
        .map(|id| (json!(id), run.todo(*id).map(countersign_core::label::choice).unwrap_or_default()))
        .collect();
    match Ask::about(question, "which", options) {
        Stop::Ask(mut ask) => {
            ids.truncate(MOST_OPTIONS);
            ask.options = ids;
            Stop::Ask(ask)
        }
        other => other,
    }
}

/// What should happen to one todo: a question with what can be done at once as its choices.
pub(super) fn deeds(run: &Run<'_>, question: String, id: TodoId) -> Stop {
    let title = run.todo(id).map(|t| t.title.as_str()).unwrap_or_default();
    let options =
        vec![(json!("complete"), format!("“{title}” is done")), (json!("delete"), format!("Delete “{title}”"))];
    match Ask::about(question, "value", options) {
        Stop::Ask(mut ask) => {
            ask.options = vec![id];
            Stop::Ask(ask)
        }
        other => other,
    }
}

/// The day or days a found phrase selects.
pub(super) fn span_of(found: &Found, text: &str) -> Option<Span> {
    let said = text.get(found.span.clone()).unwrap_or_default().to_lowercase();
    let said = said.trim_end_matches("'s").trim_end_matches("’s");
    let last = said.rsplit(' ').next().unwrap_or_default();
    let bare = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().any(|d| last.starts_with(d))
        && !said.contains("next")
        && !said.contains("last")
        && !said.contains("this")
        && !said.contains("week");
    match &found.what {
        What::Date { date, .. } | What::DateTime { date, .. } => Some(Span { from: *date, to: *date, weekday: bare }),
        What::Range { from, to, .. } => Some(Span { from: *from, to: *to, weekday: false }),
        _ => None,
    }
}

const PRONOUNS: &str = "it|that|this|that one|this one|the same|the same one|the last one|last one|the previous one|the last task|\
    the task i just added|the one i just added|the one i just created|the task i just created|the last todo|\
    the last item|that task|this task|that todo|this todo|that item|this item|the latter|the new one|\
    the new task|same|that thing|the thing|the task|the todo|the item|the one|that reminder|this reminder|\
    the last task i added|the task i added";
const PLURALS: &str = "them|those|these|both|both of them|all of them|all of those|all of these|the two|those two|these two|they|\
    those tasks|these tasks|them all|them both|those both|both those|both tasks|all three|each of them|all three of them";

/// Whether a text is "it", "both" or the like and no name.
pub(super) fn is_pronoun(text: &str) -> bool {
    let text = text.to_lowercase();
    one_of(&text, PRONOUNS) || one_of(&text, PLURALS)
}

/// Between titles in quotation marks.
const QUOTES_JOINED: &str =
    "and|&|+|plus|the|both|as|well|also|then|along|together|with|next|followed|by|finally|after|that|too";

/// All of one's todos, by a name for the list.
pub(super) const WHOLE_LIST: &str = "my list|my todo list|my to-do list|my to do list|my task list|my whole list|my entire list|\
    my whole todo list|my entire todo list|my whole to-do list|my entire to-do list";

impl Run<'_> {
    /// The todos meant by `text`, the object of a verb.
    pub(super) fn objects(&mut self, text: &str, want: Want) -> Said<Targets> {
        let text = super::normal::unlimited(text);
        if let Some(share) = self.share_of(text, want) {
            return share;
        }
        if let Some(both) = self.united(text, want) {
            return both;
        }
        if let Some(set) = self.so_many(text).filter(|_| self.fixed.ids.is_none() && self.set.is_none()) {
            self.of_set = true;
            return set;
        }
        let spoken = text.trim().to_lowercase();
        let pronoun = spoken.is_empty() || is_pronoun(&spoken);
        // "clear my list" is about all there is, whatever else has "list" in its title.
        let whole = one_of(&spoken, WHOLE_LIST) && target::same_title(self.todos, &spoken).is_empty();
        let targets = self.meant(if whole { "everything" } else { text }, want)?;
        // "both bookings", where one is found.
        if let ([_], false, true) = (targets.refs.as_slice(), pronoun, spoken.starts_with("both ")) {
            self.warn("weak_match");
            let question = format!("I find one todo for “{}”. Which do you mean?", text.trim());
            return Err(which(self, question, &targets.ids()));
        }
        Ok(self.with_day(targets, pronoun))
    }

    fn meant(&mut self, text: &str, want: Want) -> Said<Targets> {
        let clause = Clause::new(text, self.clock);
        let spoken = clause.toks.iter().map(|t| t.fold.as_str()).collect::<Vec<_>>().join(" ");
        if spoken.is_empty() {
            return self.chosen().map_or_else(|| Err(Ask::plain(supplied::WHICH)), Ok);
        }
        if let Some(last) = self.last_of_list(&spoken) {
            return Ok(last);
        }
        let plural = one_of(&spoken, PLURALS);
        if plural || one_of(&spoken, PRONOUNS) {
            return match self.just_made(&spoken) {
                Some(ids) => Ok(Targets { refs: ids.into_iter().map(Ref::Todo).collect(), ..Targets::default() }),
                None => self.pronoun(plural || self.of_set && spoken == "it"),
            };
        }
        if let Some(placed) = self.of_list(&spoken).or_else(|| self.rest_of_list(&spoken)) {
            return placed;
        }
        // Words beside "them" are not part of the set.
        if self.set.is_some() && spoken.split(' ').any(|w| w == "them") {
            return Err(Stop::Unsure);
        }
        // "bump it up to high"
        if let Some((front, "up" | "down" | "back" | "forward" | "out")) = spoken.rsplit_once(' ')
            && is_pronoun(front)
        {
            return self.pronoun(one_of(front, PLURALS) || self.of_set && front == "it");
        }
        // "a new one" is none that is there.
        if one_of(&spoken, "a new one|new one|another one|a different one|another|a new|one|some") {
            return Err(Stop::Unsure);
        }
        self.of_set = false;
        if let Some(targets) = self.by_number(&clause, want)? {
            return Ok(targets);
        }
        // "add the label urgent to #thesis": all that have that label.
        if clause.len() == 1 && clause.word(0).strip_prefix('#').is_some_and(|label| self.is_label(label)) {
            let all = Clause::new(&format!("everything {text}"), self.clock);
            if let Some(set) = filter::parse(&all, self)? {
                self.of_set = true;
                return Ok(set);
            }
        }
        if let Some(all) = self.quoted_each(text) {
            return Ok(all);
        }
        if let Some(quote) = quotes(text).first() {
            let inner = super::fields::unquoted(text.get(quote.clone()).unwrap_or_default());
            let same = target::same_title(self.todos, &inner);
            if let [one] = same.as_slice() {
                // "“call mom”, just kidding": words that no title has are no part of a name.
                if quotes(text).len() > 1 || !self.says_no_more(&clause, 0, *one) {
                    return self.settle(Match::Weak(same), text);
                }
                return Ok(Targets { refs: vec![Ref::Todo(*one)], ..Targets::default() });
            }
            return self.named(&inner, &clause, want);
        }
        if let Some(both) = self.set_and_name(text, want) {
            return Ok(both);
        }
        if let Some(filter) = filter::parse(&clause, self)? {
            self.of_set = true;
            return Ok(filter);
        }
        if let Some(next) = self.next_named(&clause) {
            return Ok(next);
        }
        if let Some(of_day) = self.of_day(&clause).filter(|_| self.fixed.ids.is_none()) {
            return of_day;
        }
        self.named(text, &clause, want)
    }

    /// What the answered question chose, if it was about which todo.
    pub(super) fn chosen(&mut self) -> Option<Targets> {
        let ids = self.fixed.ids.take()?;
        Some(Targets { refs: ids.into_iter().map(Ref::Todo).collect(), ..Targets::default() })
    }

    fn pronoun(&mut self, plural: bool) -> Said<Targets> {
        let refs = |refs: Vec<Ref>| Ok(Targets { refs, ..Targets::default() });
        if let Some(set) = self.set.as_ref().filter(|_| plural) {
            return Ok(set.clone());
        }
        if let Some(chosen) = self.chosen() {
            return Ok(chosen);
        }
        // "I called mum and emailed paul, tick both": each was said in a clause of its own.
        if plural && self.last.len() == 1 && self.seen.len() > 1 {
            return refs(self.seen.clone());
        }
        if !self.last.is_empty() && (plural || self.last.len() == 1) {
            return refs(self.last.clone());
        }
        if self.last.is_empty() {
            let ids = self.recent();
            if ids.len() == 1 || (plural && ids.len() > 1) {
                return refs(ids.into_iter().map(Ref::Todo).collect());
            }
            if ids.len() > 1 {
                return Err(which(self, supplied::WHICH.to_owned(), &ids));
            }
            // What was changed last may have been changed elsewhere: it is offered.
            let latest = self.latest();
            if (1..=MOST_OPTIONS).contains(&latest.len()) && !self.spoke_of_new() {
                return Err(which(self, supplied::WHICH.to_owned(), &latest));
            }
        }
        let ids: Vec<TodoId> =
            self.last.iter().filter_map(|r| if let Ref::Todo(id) = r { Some(*id) } else { None }).collect();
        if ids.is_empty() {
            Err(Ask::plain(supplied::WHICH))
        } else {
            Err(which(self, supplied::WHICH.to_owned(), &ids))
        }
    }

    /// Open todos that have a telling word of the text in their title, when those are few.
    pub(super) fn loosely(&self, text: &str) -> Vec<TodoId> {
        let mut ids: Vec<TodoId> = content(text)
            .iter()
            .filter(|w| w.len() >= 4 && !super::lexicon::verbs().any(|(v, _)| v == *w))
            .filter(|w| self.todos.count_word(w) <= 5)
            .flat_map(|w| self.todos.with_word(w))
            .filter(|id| self.todo(*id).is_some_and(|t| !t.status.is_closed()))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Whether a text has to do with a todo that is there, or could be its name misspelt.
    pub(super) fn touches(&self, text: &str) -> bool {
        !matches!(self.find(&content(text), Want::Open), Match::None) || !self.loosely(text).is_empty()
    }

    /// "all errands and the passport": a set, and one that is named beside it.
    fn set_and_name(&mut self, text: &str, want: Want) -> Option<Targets> {
        let parts = super::fields::list(text);
        let [set, name] = parts.as_slice() else { return None };
        let is_set = |text: &str| filter::is_bulk(&Clause::new(text, self.clock), self);
        let Match::One(id) = self.find(&content(name), want) else { return None };
        if !is_set(set) || is_set(name) {
            return None;
        }
        let mut targets = self.attempt(|run| run.objects(set, want)).filter(|t| !t.refs.is_empty())?;
        if !targets.refs.contains(&Ref::Todo(id)) {
            targets.refs.push(Ref::Todo(id));
        }
        self.of_set = true;
        Some(Targets { all: false, ..targets })
    }

    /// The todos a statement is about: the open ones that share most words with it, else the closed ones.
    pub(super) fn topic(&self, text: &str) -> Vec<TodoId> {
        let mut score: std::collections::BTreeMap<TodoId, usize> = std::collections::BTreeMap::new();
        for word in content(text) {
            let forms = target::inflections(&word);
            if forms.iter().map(|w| self.todos.count_word(w)).sum::<usize>() <= 50 {
                let ids: std::collections::BTreeSet<TodoId> =
                    forms.iter().flat_map(|w| self.todos.with_word(w)).collect();
                ids.into_iter().for_each(|id| *score.entry(id).or_default() += 1);
            }
        }
        let best = |closed: bool| -> Vec<TodoId> {
            let some =
                || score.iter().filter(|(id, _)| self.todo(**id).is_some_and(|t| t.status.is_closed() == closed));
            let most = some().map(|(_, n)| *n).max();
            some().filter(|(_, n)| Some(**n) == most).map(|(id, _)| *id).collect()
        };
        let open = best(false);
        if open.is_empty() { best(true) } else { open }
    }

    fn named(&mut self, text: &str, clause: &Clause, want: Want) -> Said<Targets> {
        let one = |id: TodoId| Targets { refs: vec![Ref::Todo(id)], ..Targets::default() };
        let whole = self.find(&content(text), want);
        if let Match::One(id) = whole {
            if let Some(ids) = self.also_a_label(text, id) {
                return Err(which(self, format!("Which one do you mean by “{}”?", text.trim()), &ids));
            }
            if let Some(each) = self.each_titled(text) {
                return Ok(each);
            }
            return self.said_twice(text, id, want).unwrap_or_else(|| Ok(one(id)));
        }
        if let Some(id) = self.of_its_time(clause, want) {
            return Ok(one(id));
        }
        if let Some(ids) = self.all_of_a_name(text).filter(|_| matches!(whole, Match::Tie(_))) {
            return Ok(Targets { refs: ids.into_iter().map(Ref::Todo).collect(), ..Targets::default() });
        }
        if let Some(ids) = self.counted(clause, want) {
            return Ok(Targets { refs: ids.into_iter().map(Ref::Todo).collect(), ..Targets::default() });
        }
        // Created by this very message: "add buy milk and move milk to friday".
        let words = content(text);
        if !matches!(whole, Match::Tie(_))
            && let Some(n) = self.ops.iter().rposition(|op| matches!(op, countersign_core::operation::Operation::Create(d) if !words.is_empty() && words.iter().all(|w| content(&d.title).contains(w))))
        {
            return Ok(Targets { refs: vec![Ref::New(n)], ..Targets::default() });
        }
        if !matches!(whole, Match::Tie(_))
            && let Some(targets) = self.several(text, want)?
        {
            return Ok(targets);
        }
        let (rest, span, narrow) = self.selectors(clause);
        let outcome = if rest == text {
            whole
        } else {
            let today = self.today();
            let fits = |t: &Todo| {
                span.is_none_or(|s| {
                    t.scheduled_for.is_some_and(|d| s.holds(d)) && !t.recurrence.is_repeating()
                        || t.due_date.is_some_and(|d| s.holds(d))
                        || (t.recurrence.is_repeating() && !series::within(t, s, today).is_empty())
                }) && narrow.priority.is_none_or(|p| t.priority == p)
                    && narrow.labels.iter().all(|l| t.labels.iter().any(|have| have.to_lowercase() == *l))
            };
            let words = content(&rest);
            let near = self.search(&words, want, &fits);
            match (near, span) {
                (Match::One(id), _) => return Ok(Targets { span, ..one(id) }),
                (Match::Tie(ids), _) => Match::Tie(ids),
                (other, Some(_)) => match self.find(&words, want) {
                    Match::One(id) => return Ok(Targets { span, unmet: true, ..one(id) }),
                    Match::None => other,
                    found => found,
                },
                (other, None) => other,
            }
        };
        self.settle(outcome, text).map(|t| Targets { span, ..t })
    }

    /// "work", where that is a label of others and a mere part of this title: the todo with those that have the label.
    fn also_a_label(&self, text: &str, id: TodoId) -> Option<Vec<TodoId>> {
        if self.fixed.ids.is_some() || !target::same_title(self.todos, text).is_empty() {
            return None;
        }
        let label = self.label_named(text)?;
        let open = |id: &TodoId| self.todo(*id).is_some_and(|t| !t.status.is_closed());
        let others: Vec<TodoId> =
            self.labelled(&label).into_iter().filter(|other| *other != id && open(other)).collect();
        let own = self.todo(id).is_some_and(|t| t.labels.iter().any(|l| l.to_lowercase() == label));
        (!own && !others.is_empty()).then(|| std::iter::once(id).chain(others).collect())
    }

    /// "both gifts", "the two gifts", "all the gifts": as many as the name has, where it says how many they are or that
    /// they are all meant.
    fn counted(&self, clause: &Clause, want: Want) -> Option<Vec<TodoId>> {
        const TWO: &str =
            "both of the|both of my|both the|both my|both|the two|my two|these two|those two|the other two";
        const THREE: &str = "all three of the|all three of my|all three|the three|my three|these three|those three";
        /// Of a kind that the name is one of: "both sets of minutes".
        const KINDS: &str = "sets of|kinds of|pairs of|rounds of|batches of|lots of";
        const ALL: &str = "all of the|all of my|all of our|all the|all my|all our|all these|all those|all|every one of the|each of the";
        let (from, count) = match (clause.any(0, TWO), clause.any(0, THREE)) {
            (Some(e), _) => (e, Some(2)),
            (None, Some(e)) => (e, Some(3)),
            (None, None) => (clause.any(0, ALL)?, None),
        };
        let from = clause.any(from, KINDS).unwrap_or(from);
        // "all the tune-ups": a plural says that there are several, "all that paint" does not.
        let plural = clause.len().checked_sub(1).is_some_and(|last| clause.word(last).ends_with('s'));
        let name = content(clause.slice(from..clause.len()));
        let all = |want| match self.find(&name, want) {
            Match::Tie(ids) if count.map_or(plural && ids.len() <= target::MOST_OPTIONS, |n| ids.len() == n) => {
                Some(ids)
            }
            _ => None,
        };
        // How many they are is said: one without a date is meant as well, where they are moved.
        all(want).or_else(|| count.and_then(|_| all(Want::Open)))
    }

    pub(super) fn settle(&mut self, outcome: Match, text: &str) -> Said<Targets> {
        if let Some(fixed) = &self.fixed.ids {
            let fits = match &outcome {
                Match::Tie(ids) | Match::Weak(ids) => fixed.iter().any(|f| ids.contains(f)),
                Match::One(_) => false,
                Match::None => true,
            };
            if fits && let Some(chosen) = self.chosen() {
                return Ok(chosen);
            }
        }
        let named = text.trim();
        let ends_so = |id: &TodoId| {
            let said = target::ending(named);
            said.is_some() && self.todo(*id).and_then(|t| target::ending(&t.title)) == said
        };
        let outcome = match outcome {
            Match::Tie(ids) => match ids.iter().copied().filter(ends_so).collect::<Vec<_>>().as_slice() {
                [one] => Match::One(*one),
                _ => Match::Tie(ids),
            },
            other => other,
        };
        if matches!(outcome, Match::Weak(_) | Match::None) {
            self.lost = Some(named.to_owned());
        }
        match outcome {
            Match::One(id) => Ok(Targets { refs: vec![Ref::Todo(id)], ..Targets::default() }),
            Match::Tie(ids) => Err(which(self, format!("Which one do you mean by “{named}”?"), &ids)),
            Match::Weak(ids) => {
                self.warn("weak_match");
                Err(which(self, format!("No todo is called “{named}”. Do you mean one of these?"), &ids))
            }
            Match::None => {
                self.warn("not_found");
                Err(Ask::plain(format!("No todo is called “{named}”. Which one do you mean?")))
            }
        }
    }

    /// "buy milk and buy oat milk": titles in full, of which one has all words of the others. `None` where a member is
    /// no title, or the whole is one ("salt and pepper").
    fn each_titled(&self, text: &str) -> Option<Targets> {
        let parts = super::fields::list(&text.replace(" as well as ", " and ").replace(" plus ", " and "));
        if !(2..=30).contains(&parts.len()) || !target::same_title(self.todos, text).is_empty() {
            return None;
        }
        self.titles(parts.iter().map(String::as_str))
    }

    /// "the milk and the oat milk": a word said of each is said of two todos, though one title has all the words.
    fn said_twice(&mut self, text: &str, id: TodoId, want: Want) -> Option<Said<Targets>> {
        let parts = super::fields::list(text);
        let words: Vec<Vec<String>> = parts.iter().map(|part| content(part)).collect();
        let (first, rest) = words.split_first()?;
        let shared = first.iter().any(|word| !rest.is_empty() && rest.iter().all(|other| other.contains(word)));
        let own = self.todo(id).is_some_and(|t| super::fields::list(&t.title).len() > 1);
        if !shared || own || parts.len() > 4 {
            return None;
        }
        let mut refs = Vec::new();
        for part in &parts {
            match self.objects(part, want) {
                Ok(targets) => {
                    refs.extend(targets.refs.into_iter().filter(|one| !refs.contains(one)).collect::<Vec<_>>())
                }
                Err(stop) => return Some(Err(stop)),
            }
        }
        Some(Ok(Targets { refs, ..Targets::default() }))
    }

    /// "“buy milk” and “buy oat milk”": each is a title.
    fn quoted_each(&self, text: &str) -> Option<Targets> {
        let all = quotes(text);
        let joined = tokens(text).iter().all(|t| t.quoted || one_of(&t.fold, QUOTES_JOINED));
        if all.len() < 2 || !joined {
            return None;
        }
        let inner: Vec<String> =
            all.iter().map(|q| super::fields::unquoted(text.get(q.clone()).unwrap_or_default())).collect();
        self.titles(inner.iter().map(String::as_str))
    }

    /// The todos of these titles, where each is the title of one and no two are the same.
    fn titles<'t>(&self, titles: impl Iterator<Item = &'t str>) -> Option<Targets> {
        let mut refs = Vec::new();
        for title in titles {
            let same = target::same_title(self.todos, title.trim());
            let one = same.first().map(|id| Ref::Todo(*id)).filter(|_| same.len() == 1)?;
            if refs.contains(&one) {
                return None;
            }
            refs.push(one);
        }
        Some(Targets { refs, ..Targets::default() })
    }

    /// "dentist, the report and gym": each member must name a todo.
    fn several(&mut self, text: &str, want: Want) -> Said<Option<Targets>> {
        // "both the dentist and the report"
        let both = text.get(..5).is_some_and(|front| front.eq_ignore_ascii_case("both "));
        let text = if both { text.get(5..).unwrap_or_default() } else { text };
        let parts = super::fields::list(&text.replace(" as well as ", " and ").replace(" plus ", " and "));
        if parts.len() < 2 || parts.len() > 30 {
            return Ok(None);
        }
        // "delete the novel, lunch is on": what says something by itself is no member.
        let speaks = |part: &String| super::telling::speaks(self, &Clause::new(part, self.clock), 0);
        if parts.iter().skip(1).any(|part| speaks(part) && target::same_title(self.todos, part).is_empty()) {
            return Err(Stop::Unsure);
        }
        let parts = numbered_alike(parts);
        let mut refs = Vec::new();
        let mut span = None;
        let mut open: Option<Stop> = None;
        for part in &parts {
            if content(part).is_empty() {
                return Ok(None);
            }
            match self.objects(part, want) {
                Ok(t) => {
                    // "tomorrow's yoga and thursday's yoga": one day for all of them would be another for some.
                    let other = t.span.is_some_and(|own| span.is_some_and(|span: Span| span != own));
                    let repeats = |id: &TodoId| self.todo(*id).is_some_and(|t| t.recurrence.is_repeating());
                    if other
                        && (t.ids().iter().any(repeats)
                            || refs.iter().any(|r| matches!(r, Ref::Todo(id) if repeats(id))))
                    {
                        return Err(Stop::Unsure);
                    }
                    span = span.or(t.span);
                    for r in t.refs {
                        if !refs.contains(&r) {
                            refs.push(r);
                        }
                    }
                }
                Err(stop) => open = Some(open.unwrap_or(stop)),
            }
        }
        match open {
            // Some members are known: the rest is a question, not a guess.
            Some(stop) if !refs.is_empty() => Err(stop),
            Some(_) => Ok(None),
            None => Ok(Some(Targets { refs, span, ..Targets::default() })),
        }
    }

    /// Splits "the friday meeting" or "the high-priority report" into name, date and other conditions.
    fn selectors(&self, clause: &Clause) -> (String, Option<Span>, Narrow) {
        let mut c = clause.clone();
        let mut span = None;
        let mut narrow = Narrow::default();
        let mut found = dates::find_possessive(&c.text, self.clock);
        found.extend(c.found.clone());
        for f in found {
            let range = c.toks_of(&f.span);
            if let Some(s) = self.there(&f, &c.text)
                && span.is_none()
            {
                span = Some(s);
                c.spend(range);
            }
        }
        // A date word as an adjective: "the friday meeting".
        if span.is_none() {
            for i in 0..c.len() {
                if !c.is_used(i)
                    && let Some(what) = dates::whole(c.word(i), self.clock)
                    && let Some(s) =
                        span_of(&Found { span: 0..c.word(i).len(), role: dates::Role::When, what }, c.word(i))
                {
                    span = Some(s);
                    c.spend(i..i + 1);
                    break;
                }
            }
        }
        let len = c.len();
        narrow.priority = super::fields::priority(&mut c, 0..len, true);
        for i in 0..len {
            let w = c.word(i).trim_start_matches('#').to_owned();
            // Only beside words that do name something.
            let beside = (0..len).any(|k| k != i && !c.is_used(k) && self.todos.count_word(c.word(k)) > 0);
            if beside && !c.is_used(i) && self.todos.count_word(&w) == 0 && self.is_label(&w) {
                narrow.labels.push(w);
                c.spend(i..i + 1);
            }
        }
        let rest = c.rest(0..len);
        if content(&rest).is_empty() { (clause.text.clone(), span, Narrow::default()) } else { (rest, span, narrow) }
    }
}

/// "archive box 1, 2 and 3": the numbers that follow are of the same name, and no numbers of todos.
fn numbered_alike(parts: Vec<String>) -> Vec<String> {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let first = parts.first().and_then(|first| first.rsplit_once(' '));
    let Some((name, _)) = first.filter(|(name, last)| number(last) && !numbered::is_noun(name)) else { return parts };
    let name = name.to_owned();
    parts.into_iter().map(|part| if number(&part) { format!("{name} {part}") } else { part }).collect()
}

/// Conditions said beside a name.
#[derive(Debug, Clone, Default)]
struct Narrow {
    priority: Option<countersign_core::todo::Priority>,
    labels: Vec<String>,
}
