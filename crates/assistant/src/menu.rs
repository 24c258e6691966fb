//! What a request allows: a few todos by title, a few deeds its words call for, and the values it
//! says. The grounded schema is this menu; what is not on it cannot be said (MODELS.md §2).

mod candidates;
mod reports;
mod values;

use crate::cues::{Cue, Deed, cues, levels};
use crate::input::Input;
use crate::words::{Words, asks};
use candidates::{ranked, recents, shown};
use countersign_core::ids::TodoId;
use countersign_core::todos::{Todos, View, words as folded};
use countersign_planner::interpret::near;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use values::{Dates, dates_of, labels, note, reason, said, shifts, titles};

pub(crate) use candidates::line;
pub(crate) use reports::done_by;
use reports::undone_by;

/// Todos offered; more do not help (MODELS.md: the target was among four in 23 of 24 cases).
pub(crate) const MOST_CANDIDATES: usize = 4;

/// A todo that the request may be about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Candidate {
    pub(crate) id: TodoId,
    /// As the model sees and names it: cut, and made unlike the others.
    pub(crate) name: String,
    pub(crate) line: String,
    pub(crate) repeating: bool,
    pub(crate) closed: bool,
    /// Meant beyond reasonable doubt if anything is.
    pub(crate) clear: bool,
}

/// A deed on offer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Choice {
    pub(crate) deed: Deed,
    /// The words hardly mean anything else.
    pub(crate) strong: bool,
    /// A phrase says so, not only a value that would fit: enough to doubt another reading.
    pub(crate) cued: bool,
    /// Places in [`Menu::candidates`]; empty for create and for bulk deeds.
    pub(crate) targets: Vec<usize>,
    /// The values of the request that fit; empty = the deed has none.
    pub(crate) values: Vec<String>,
}

/// All that a request allows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Menu {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) choices: Vec<Choice>,
    /// The date phrase that goes with a new todo or picks an occurrence.
    pub(crate) when: Option<String>,
    /// The level that goes with a new todo.
    pub(crate) level: Option<String>,
    /// Why something is blocked or on hold, in the words of the request.
    pub(crate) reason: Option<String>,
    /// The request as the model sees it and as titles are checked against.
    pub(crate) request: String,
    /// The values of the request, whatever its words call for.
    #[serde(default)]
    pub(crate) said: SaidValues,
    /// Conditions that a bulk deed can take, as the planner reads them ("tasks labeled work").
    pub(crate) groups: Vec<String>,
}

/// Days, times and levels in the words of a request.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct SaidValues {
    pub(crate) days: Vec<String>,
    pub(crate) times: Vec<String>,
    pub(crate) levels: Vec<String>,
    /// Days that are over.
    pub(crate) past: Vec<String>,
}

/// One thing the request may mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reading {
    pub(crate) deed: Deed,
    /// Place in [`Menu::candidates`].
    pub(crate) target: Option<usize>,
    /// The value, or the title of a new todo.
    pub(crate) value: Option<String>,
    /// Which todos, for a bulk deed.
    pub(crate) group: Option<String>,
    pub(crate) strong: bool,
}

impl Menu {
    /// Reads a request against the todos.
    pub(crate) fn of(input: &Input, request: &str, only: Option<&[TodoId]>, todos: &Todos) -> Self {
        let words = Words::new(request);
        let found = dates_of(request, input);
        let mut menu = Self { request: request.to_owned(), ..Self::default() };
        let (near, recent) = match only {
            Some(ids) => (Vec::new(), ids.to_vec()),
            None => (near::near(request, todos, 12), recents(input, &words, todos)),
        };
        let cues = cues(&words);
        menu.level = levels(&words).first().map(|(l, _)| (*l).to_owned());
        menu.when = found.any.first().cloned();
        menu.reason = reason(&words);
        menu.said = said(request, input, &words);
        let near = ranked(near, &words, &cues, todos);
        let clear = only.map_or(near.len() == 1 || recent.len() == 1 && near.is_empty(), |ids| ids.len() == 1);
        let leads = near.len() > 1 && near.first().zip(near.get(1)).is_some_and(|(a, b)| a.1 >= 1.35 * b.1);
        let ids: Vec<TodoId> = if near.is_empty() { recent } else { near.iter().map(|n| n.0).collect() };
        for id in ids.into_iter().take(MOST_CANDIDATES) {
            if let Some(todo) = todos.todo(id) {
                let first = menu.candidates.is_empty();
                let mut name = shown(&todo.title);
                if menu.candidates.iter().any(|c| c.name == name) {
                    name = format!("{name} #{id}");
                }
                menu.candidates.push(Candidate {
                    id,
                    line: line(&name, todo),
                    name,
                    repeating: todo.recurrence.is_repeating(),
                    closed: todo.status.is_closed(),
                    clear: first && (clear || leads),
                });
            }
        }
        if !asks(request) {
            menu.offer(&words, &cues, &found, todos);
        }
        menu
    }

    fn add(&mut self, deed: Deed, strong: bool, targets: Vec<usize>, values: Vec<String>) {
        if let Some(known) = self.choices.iter_mut().find(|c| c.deed == deed) {
            known.strong |= strong;
            known.cued |= strong;
            known.targets.extend(targets);
            known.targets.sort_unstable();
            known.targets.dedup();
        } else {
            self.choices.push(Choice { deed, strong, cued: strong, targets, values });
        }
    }

    fn cue(&mut self, deed: Deed, cued: bool) {
        if let Some(choice) = self.choices.iter_mut().find(|c| c.deed == deed) {
            choice.cued = cued;
        }
    }

    fn which(&self, test: impl Fn(&Candidate) -> bool) -> Vec<usize> {
        self.candidates.iter().enumerate().filter(|(_, c)| test(c)).map(|(n, _)| n).collect()
    }

    fn offer(&mut self, words: &Words, cues: &[Cue], found: &Dates, todos: &Todos) {
        let said = |deed: Deed| cues.iter().any(|c| c.deed == deed);
        let strongly = |deed: Deed| cues.iter().any(|c| c.deed == deed && c.strong);
        let open = self.which(|c| !c.closed);
        let closed = self.which(|c| c.closed);
        let single = self.which(|c| !c.closed && !c.repeating);
        let repeating = self.which(|c| !c.closed && c.repeating);
        // Done: by a phrase, or by what the title says to do in the past tense.
        let shown: Vec<usize> = open
            .iter()
            .copied()
            .filter(|n| self.candidates.get(*n).and_then(|c| todos.todo(c.id)).is_some_and(|t| done_by(words, t)))
            .collect();
        if !shown.is_empty() {
            self.add(Deed::Complete, true, shown.clone(), Vec::new());
        } else if said(Deed::Complete) && !open.is_empty() {
            self.add(Deed::Complete, strongly(Deed::Complete), open.clone(), Vec::new());
        }
        let undone = closed
            .iter()
            .any(|n| self.candidates.get(*n).and_then(|c| todos.todo(c.id)).is_some_and(|t| undone_by(words, t)));
        if (said(Deed::Reopen) || undone) && !closed.is_empty() {
            self.add(Deed::Reopen, strongly(Deed::Reopen) || undone, closed, Vec::new());
        }
        let reported = !shown.is_empty();
        // A date with a series means one occurrence of it.
        let skips = said(Deed::Skip) && !found.any.is_empty();
        let gone: Vec<usize> = if skips { single.clone() } else { open.clone() };
        if said(Deed::Delete) && !gone.is_empty() {
            self.add(Deed::Delete, strongly(Deed::Delete) && !reported, gone, Vec::new());
        }
        if said(Deed::Skip) && !repeating.is_empty() {
            self.add(Deed::Skip, strongly(Deed::Skip) && !found.any.is_empty(), repeating.clone(), Vec::new());
        }
        let due_word = words.says("due|deadline|by|before|no later than|needed till|needed until|needed by");
        if !open.is_empty() && !found.past {
            let mut when = found.when.clone();
            when.extend(found.times.iter().cloned());
            when.extend(shifts(words));
            when.truncate(4);
            let clear = self.candidates.iter().any(|c| c.clear);
            if !when.is_empty() && !reported {
                let moves = strongly(Deed::Move) || clear && !said(Deed::Create) && !said(Deed::Delete);
                self.add(Deed::Move, moves && !due_word, open.clone(), when);
                self.cue(Deed::Move, strongly(Deed::Move));
            }
            let mut due = found.due.clone();
            if due_word {
                due.extend(found.when.iter().cloned());
            }
            due.truncate(3);
            if !due.is_empty() && !reported {
                self.add(Deed::Due, due_word, open.clone(), due);
                self.cue(
                    Deed::Due,
                    words.says("is due|are due|deadline|needs to be|need to be|has to be|have to be|must be|extended|isn't needed till"),
                );
            }
        }
        let levels = levels(words);
        if !levels.is_empty() && !open.is_empty() {
            let strong = levels.iter().any(|(_, s)| *s);
            let values = levels.iter().map(|(l, _)| (*l).to_owned()).collect();
            self.add(Deed::Priority, strong, open.clone(), values);
            self.cue(
                Deed::Priority,
                words.says("is|are|isn't|aren't|became|becomes|got|just|now|getting|can|no|there's"),
            );
        }
        let quotes: Vec<String> = words
            .quotes
            .iter()
            .filter_map(|q| words.text.get(q.clone()))
            .map(|q| q.trim_matches(['"', '“', '”', '\'', '‘', '’', '«', '»']).trim().to_owned())
            .filter(|q| !q.is_empty() && q.chars().count() <= 200)
            .take(3)
            .collect();
        if said(Deed::Rename) && !quotes.is_empty() && !open.is_empty() {
            self.add(Deed::Rename, strongly(Deed::Rename), open.clone(), quotes);
        }
        let labels = labels(words, cues, todos);
        if said(Deed::Label) && !labels.is_empty() && !open.is_empty() {
            self.add(Deed::Label, strongly(Deed::Label), open.clone(), labels);
        }
        if let Some(note) = note(words).filter(|_| said(Deed::Note) && !open.is_empty()) {
            self.add(Deed::Note, strongly(Deed::Note), open.clone(), vec![note]);
        }
        for deed in [Deed::Start, Deed::Block, Deed::Hold] {
            if said(deed) && !open.is_empty() && !reported {
                self.add(deed, strongly(deed), open.clone(), Vec::new());
            }
        }
        if !found.lengths.is_empty() && !open.is_empty() {
            self.add(
                Deed::Estimate,
                words.says("takes|take|will take|estimate|needs|should take"),
                single,
                found.lengths.clone(),
            );
        }
        if !found.repeats.is_empty() && !open.is_empty() {
            self.add(Deed::Repeat, true, open.clone(), found.repeats.clone());
            self.cue(Deed::Repeat, false);
        }
        self.tick(words, cues, todos);
        if (said(Deed::Create) || open.is_empty() && !found.any.is_empty()) && !reported && !strongly(Deed::Delete) {
            let clear = self.candidates.iter().any(|c| c.clear);
            self.add(Deed::Create, strongly(Deed::Create) && !clear, Vec::new(), titles(words, &found.any));
        }
        self.offer_bulk(words, cues, found, todos);
    }

    /// Lines of checklists whose words were said to be done.
    fn tick(&mut self, words: &Words, cues: &[Cue], todos: &Todos) {
        let done =
            cues.iter().any(|c| c.deed == Deed::Complete) || words.all.iter().any(|w| !near::bases(&w.fold).is_empty());
        if !done {
            return;
        }
        let said: BTreeSet<&str> = words.all.iter().map(|w| w.fold.as_str()).collect();
        let holds = |line: &str| folded(line).iter().all(|w| said.contains(w.as_str()));
        let mut hits: Vec<(TodoId, String)> = Vec::new();
        for todo in todos.iter().filter(|t| !t.status.is_closed() && !t.checklist.is_empty()).take(1_000) {
            hits.extend(
                todo.checklist.iter().filter(|l| !l.checked && holds(&l.title)).map(|l| (todo.id, l.title.clone())),
            );
        }
        if let [(id, line_title)] = hits.as_slice()
            && let Some(todo) = todos.todo(*id)
            && !self.choices.iter().any(|c| c.deed == Deed::Complete && c.strong && !c.targets.is_empty())
        {
            let at = self.candidates.iter().position(|c| c.id == *id).unwrap_or(self.candidates.len());
            if at == self.candidates.len() {
                let name = shown(&todo.title);
                let line = line(&name, todo);
                let clear = self.candidates.is_empty();
                self.candidates.push(Candidate { id: *id, name, line, repeating: false, closed: false, clear });
            }
            self.add(Deed::Tick, true, vec![at], vec![line_title.clone()]);
        }
    }

    fn offer_bulk(&mut self, words: &Words, cues: &[Cue], found: &Dates, todos: &Todos) {
        if !words.says("all|every|everything|each|whatever|whole|entire|any|anything") {
            return;
        }
        let mut groups = Vec::new();
        for word in words.all.iter().filter(|w| !w.quoted) {
            let name = word.fold.trim_start_matches(['#', '@']);
            if todos.has_label(name) {
                groups.push(format!("tasks labeled {name}"));
            }
        }
        if words.says("overdue|late") {
            groups.push("overdue tasks".to_owned());
        }
        for day in ["today", "tomorrow", "this week", "next week", "this weekend"] {
            if words.says(day) || words.says(&format!("{day}'s")) {
                groups.push(format!("tasks scheduled for {day}"));
            }
        }
        groups.sort();
        groups.dedup();
        groups.truncate(4);
        if groups.is_empty() {
            return;
        }
        let said = |deed: Deed| cues.iter().any(|c| c.deed == deed);
        if said(Deed::Complete) {
            self.add(Deed::CompleteAll, true, Vec::new(), Vec::new());
        }
        if said(Deed::Delete) {
            self.add(Deed::DeleteAll, true, Vec::new(), Vec::new());
        }
        if !found.when.is_empty() {
            self.add(Deed::MoveAll, said(Deed::Move), Vec::new(), found.when.clone());
        }
        let levels: Vec<String> = levels(words).iter().map(|(l, _)| (*l).to_owned()).collect();
        if !levels.is_empty() {
            self.add(Deed::PriorityAll, true, Vec::new(), levels);
        }
        self.groups = groups;
    }

    /// Everything the request may mean, without the titles a model would write.
    pub(crate) fn readings(&self) -> Vec<Reading> {
        let mut out = Vec::new();
        for choice in &self.choices {
            let values: Vec<Option<String>> = if choice.values.is_empty() {
                vec![None]
            } else {
                choice.values.iter().map(|v| Some(v.clone())).collect()
            };
            let bulk = matches!(choice.deed, Deed::CompleteAll | Deed::DeleteAll | Deed::MoveAll | Deed::PriorityAll);
            let groups: Vec<Option<String>> =
                if bulk { self.groups.iter().map(|g| Some(g.clone())).collect() } else { vec![None] };
            let targets: Vec<Option<usize>> = if bulk || choice.deed == Deed::Create {
                vec![None]
            } else {
                choice.targets.iter().map(|t| Some(*t)).collect()
            };
            for target in &targets {
                for value in &values {
                    for group in &groups {
                        out.push(Reading {
                            deed: choice.deed,
                            target: *target,
                            value: value.clone(),
                            group: group.clone(),
                            strong: choice.strong,
                        });
                    }
                }
            }
        }
        out
    }
}
