//! What an answer of the server makes of the desk.

use super::call::{Call, Effect, Told, Typed};
use super::prompt::{Asked, Prompt};
use super::sheet::CARDS;
use super::state::{Focus, Notice, State};
use super::thread::Turn;
use crate::client::read;
use crate::failure::Failure;
use crate::screen::{Screen, clean};
use crate::show;
use crate::texts::say;
use crate::verbs::{effect, in_the_way};
use countersign_core::ids::Seq;
use countersign_core::problem::Problem;
use countersign_core::wire::{Confirmation, ErrorBody, ItemNews, Receipt, RunStatus, RunView, SetView, UndoConflict};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use serde_json::Value;

impl State {
    /// Takes what was heard.
    pub(crate) fn told(&mut self, told: Told) -> Vec<Effect> {
        match told {
            Told::Answer(call, value) => {
                self.sheet.heard(&call);
                self.answer(call, &value)
            }
            Told::Refused(call, body) => {
                self.sheet.heard(&call);
                self.refused(call, body)
            }
            Told::Run { run, name, data } => self.run_event(&run, &name, &data),
            Told::Output { set, n, text } => {
                self.sheet.wrote(set, n, &text);
                Vec::new()
            }
            Told::Stands(news) => self.stands(&news),
            Told::News { what, sets } => self.news(&what, sets.as_deref()),
            Told::Away => {
                self.away = true;
                Vec::new()
            }
            Told::Back => {
                self.away = false;
                let mut wanted = self.news(&["inbox".to_owned(), "sessions".to_owned()], None);
                // A run went on meanwhile, or was cut off: its own record tells.
                let running = self.thread.turns.iter().filter(|turn| turn.is_running());
                wanted.extend(running.filter_map(|turn| turn.run.clone()).map(|run| Effect::Ask(Call::Follow { run })));
                wanted
            }
        }
    }

    /// An item stands otherwise. The answer to an apply holds the whole set.
    fn stands(&mut self, news: &Value) -> Vec<Effect> {
        let Some(news) = self.taken::<ItemNews>(news) else { return Vec::new() };
        let id = news.set.0;
        let applied = self.sheet.applying.as_ref().and_then(Call::set) == Some(id);
        match applied || self.sheet.stands(news) {
            true => Vec::new(),
            false => vec![Effect::Ask(Call::Set { id })],
        }
    }

    /// Something has changed: what is on the screen of it is read again.
    fn news(&mut self, what: &[String], sets: Option<&[i64]>) -> Vec<Effect> {
        let mut wanted = vec![Effect::Ask(Call::Status)];
        if self.sheet.applying.is_none() {
            let touched = |id: &i64| sets.is_none_or(|sets| sets.contains(id));
            wanted.extend(self.sheet.watched().into_iter().filter(touched).map(|id| Effect::Ask(Call::Set { id })));
        }
        wanted.extend(self.read(self.page));
        if let Some(id) = &self.thread.session
            && what.iter().any(|subject| subject == "sessions")
            && !self.thread.is_busy()
        {
            wanted.push(Effect::Ask(Call::Session { id: id.clone() }));
        }
        wanted
    }

    fn answer(&mut self, call: Call, value: &Value) -> Vec<Effect> {
        match call {
            Call::Status => self.status(value),
            Call::Inbox => self.lists.inbox = self.taken(&value["change_sets"]),
            Call::Todos => {
                let mut all: Option<Vec<countersign_core::todo::Todo>> = self.taken(&value["todos"]);
                if let Some(todos) = &mut all {
                    todos.retain(|todo| !todo.status.is_closed());
                    crate::show::soonest_first(todos, self.standing.today);
                }
                self.lists.todos = all;
            }
            Call::Ledger => {
                self.lists.ledger = self.taken(&value["entries"]);
                self.lists.current = value["current"].as_i64().map(Seq);
            }
            Call::Session { .. } => return self.session(value),
            Call::Set { .. } => self.set(value),
            Call::Edit { set, .. } | Call::Rebase { set, .. } => {
                self.set(value);
                // The person knows what they changed themselves.
                self.sheet.renewed.remove(&set);
                return self.say(say!("cli-desk-decide-again"));
            }
            Call::Decide { set, items, .. } => {
                self.sheet.answered(set, &items);
                self.set(value);
            }
            Call::Pick { .. } => {
                let Some(set) = self.taken::<SetView>(value) else { return self.pick_refused() };
                let wanted = self.pick_read(&set);
                self.sheet.put(set);
                return wanted;
            }
            Call::Turn { .. } => {
                self.set(value);
                return self.pick_turned();
            }
            Call::Diff { set, n, digest } => drop(self.sheet.diffs.insert((set, n), (digest, value["diff"].clone()))),
            Call::Send { key, .. } => return self.begun(key, value),
            Call::Follow { .. } => return self.ended(value),
            Call::Input { .. } => {
                return self.thread.session.clone().map(|id| Effect::Ask(Call::Session { id })).into_iter().collect();
            }
            Call::Cancel { .. } | Call::Stop { .. } => {}
            Call::Apply { set, .. } => {
                self.sheet.applying = None;
                self.sheet.renewed.remove(&set);
                if let Some(receipt) = self.taken::<Receipt>(value) {
                    self.sheet.put(receipt.change_set.clone());
                    self.sheet.receipts.insert(set, receipt);
                }
                return vec![Effect::Ask(Call::Status)];
            }
            Call::Undo { .. } => {
                let Some(set) = self.taken::<SetView>(value) else { return Vec::new() };
                let id = set.id.0;
                self.sheet.put(set);
                self.focus = Focus::Sheet;
                self.say(say!("cli-desk-undo-proposed", set = id));
                return self.open(id);
            }
        }
        Vec::new()
    }

    /// A value as the type it has on the wire; what cannot be read is said.
    fn taken<T: DeserializeOwned>(&mut self, value: &Value) -> Option<T> {
        match read(value) {
            Ok(value) => Some(value),
            Err(failure) => {
                self.failed(&failure.body());
                None
            }
        }
    }

    fn set(&mut self, value: &Value) {
        if let Some(set) = self.taken::<SetView>(value) {
            self.sheet.put(set);
        }
    }

    fn status(&mut self, value: &Value) {
        let standing = &mut self.standing;
        standing.todos = value["todos"].as_i64().unwrap_or(0);
        standing.inbox = value["inbox"].as_i64().unwrap_or(0);
        standing.model = value["model"].as_str().map(str::to_owned);
        standing.zone = value["zone"].as_str().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC);
        standing.today = value["today"].as_str().and_then(|day| day.parse().ok()).unwrap_or(Date::ZERO);
    }

    fn session(&mut self, value: &Value) -> Vec<Effect> {
        let Some(runs) = self.taken::<Vec<RunView>>(&value["runs"]) else { return Vec::new() };
        self.thread.restored(value["session"]["title"].as_str().unwrap_or_default(), runs);
        let running = |turn: &&mut Turn| turn.is_running() && !turn.followed;
        let mut wanted = Vec::new();
        for turn in self.thread.turns.iter_mut().filter(running) {
            turn.followed = true;
            wanted.extend(turn.run.clone().map(|run| Effect::Ask(Call::Follow { run })));
        }
        let sets: Vec<i64> = self.thread.turns.iter().rev().filter_map(|turn| turn.set).take(CARDS).collect();
        wanted.extend(
            sets.into_iter().filter(|id| self.sheet.known(*id).is_none()).map(|id| Effect::Ask(Call::Set { id })),
        );
        wanted
    }

    /// The server has a message.
    fn begun(&mut self, key: u32, value: &Value) -> Vec<Effect> {
        let run = value["run"].as_str().unwrap_or_default().to_owned();
        let Some(turn) = self.thread.begun(key, &run, value["session"].as_str().unwrap_or_default()) else {
            return Vec::new();
        };
        turn.followed = true;
        // It was replaced before it had a name.
        match turn.status {
            RunStatus::Cancelled => vec![Effect::Ask(Call::Cancel { run })],
            _ => vec![Effect::Ask(Call::Follow { run })],
        }
    }

    fn run_event(&mut self, run: &str, name: &str, data: &Value) -> Vec<Effect> {
        self.thread.heard(run, name, data);
        let set = self.thread.turns.last().filter(|turn| turn.run.as_deref() == Some(run)).and_then(|turn| turn.set);
        match (name, set) {
            ("change_set" | "ops", Some(id)) => {
                self.sheet.open(id);
                vec![Effect::Ask(Call::Set { id })]
            }
            _ => Vec::new(),
        }
    }

    /// A run has come to its end: its record has the last word.
    fn ended(&mut self, value: &Value) -> Vec<Effect> {
        let Some(view) = self.taken::<RunView>(value) else { return Vec::new() };
        let (run, set, status) = (view.id.clone(), view.change_set, view.status);
        self.thread.ended(view);
        let last = self.thread.turns.last().is_some_and(|turn| turn.run.as_ref() == Some(&run.0));
        let Some(id) = set.filter(|_| last && status == RunStatus::Done) else { return Vec::new() };
        self.sheet.open(id.0);
        vec![Effect::Ask(Call::Set { id: id.0 })]
    }

    /// Something was refused: what failed, what is safe, what to do.
    fn refused(&mut self, call: Call, body: ErrorBody) -> Vec<Effect> {
        let lost = body.error == "server_lost";
        match call {
            Call::Decide { set, items, .. } => {
                self.sheet.answered(set, &items);
                self.failed(&body);
                return vec![Effect::Ask(Call::Set { id: set })];
            }
            Call::Edit { set, n, typed, .. } => {
                self.unedited(set, n, typed, &body);
                return vec![Effect::Ask(Call::Set { id: set })];
            }
            Call::Rebase { set, .. } => {
                self.failed(&body);
                return vec![Effect::Ask(Call::Set { id: set })];
            }
            Call::Pick { .. } | Call::Turn { .. } => {
                self.failed(&body);
                return self.pick_refused();
            }
            Call::Send { key, .. } => self.thread.unsent(key, body),
            Call::Apply { .. } => return self.unapplied(call, &body),
            Call::Undo { entry, .. } if body.error == "undo_conflict" => {
                let mut screen = Screen::kept();
                let (mut outside, mut keeps) = (false, true);
                if let Some(conflict) = body.details.as_ref().and_then(|details| read::<UndoConflict>(details).ok()) {
                    (outside, keeps) = (conflict.in_the_way.is_empty(), conflict.keeps);
                    // Keeping lines cannot fail.
                    let _ = in_the_way(&mut screen, &conflict);
                }
                self.prompt = Some(Prompt::new(Asked::Conflict { entry, lines: screen.lines(), outside, keeps }));
            }
            // Who tries again hears of it when the server is back.
            Call::Follow { .. } if lost => {}
            Call::Follow { run } => {
                let data = serde_json::to_value(&body).unwrap_or_default();
                self.thread.heard(&run, "error", &data);
                let _ = self.thread.stop();
            }
            // What is only looked at is looked at again; a strip says that nobody answers.
            Call::Status
            | Call::Inbox
            | Call::Todos
            | Call::Ledger
            | Call::Diff { .. }
            | Call::Set { .. }
            | Call::Session { .. }
                if lost => {}
            _ => self.failed(&body),
        }
        Vec::new()
    }

    /// A value that was not taken is asked for again as it was typed, with its field and what is wrong with it.
    fn unedited(&mut self, set: i64, n: u32, typed: Option<Typed>, body: &ErrorBody) {
        self.failed(body);
        let Some(typed) = typed else { return };
        let problems = body.details.as_ref().and_then(|details| read::<Vec<Problem>>(&details["problems"]).ok());
        let why = problems.and_then(|problems| problems.into_iter().next());
        if let Some(notice) = &mut self.notice {
            if let Some(why) = &why {
                (notice.text, notice.hint) = (show::sentence(&why.message), clean(&why.hint));
            }
            notice.text = format!("{}: {}", show::field(&typed.field), notice.text);
        }
        let here = self.sheet.set().filter(|here| here.id.0 == set && self.prompt.is_none());
        let item = here.and_then(|here| here.items.iter().find(|item| item.n == n));
        if let Some(again) = item.and_then(|item| Prompt::again(item, &typed)) {
            self.prompt = Some(again);
        }
    }

    fn unapplied(&mut self, call: Call, body: &ErrorBody) -> Vec<Effect> {
        self.sheet.applying = None;
        let Call::Apply { set, body: mut sent, key, commands } = call else { return Vec::new() };
        let needed = body.details.as_ref().and_then(|details| read::<Confirmation>(details).ok());
        match (body.error.as_str(), needed) {
            ("confirmation_required" | "confirmation_mismatch", Some(needed)) => {
                let counts = &needed.counts;
                let (text, number) = if counts.sensitive.is_empty() {
                    let number = counts.deletes.max(counts.updates);
                    (say!("cli-confirm-needed", effect = effect(counts)), number)
                } else {
                    let files = clean(&counts.sensitive.join(", "));
                    (say!("cli-confirm-sensitive", files = files), counts.sensitive.len() as u64)
                };
                sent["confirm"] = needed.token.into();
                let call = Call::Apply { set, body: sent, key: None, commands };
                // Where one half is shown, it is the half that asks.
                self.open(set);
                self.focus = Focus::Sheet;
                self.prompt = Some(Prompt::new(Asked::Count { call, text, number }));
                Vec::new()
            }
            ("server_lost" | "call_failed", _) => {
                self.sheet.unsure = Some(Call::Apply { set, body: sent, key, commands });
                Vec::new()
            }
            _ => {
                self.failed(body);
                vec![Effect::Ask(Call::Set { id: set })]
            }
        }
    }

    /// Says what failed until the next key.
    fn failed(&mut self, body: &ErrorBody) {
        let hint = Failure::hint(body).as_deref().map(clean).unwrap_or_default();
        self.notice = Some(Notice { text: show::sentence(&body.message), hint, failed: true });
    }
}
