//! The change set that is being decided: which items are marked, what a verdict does, what an apply
//! would carry out. The server holds the set; this holds what is on the screen of it.

use super::call::Call;
use crate::screen::line::Line;
use countersign_core::change_set::{ItemStatus, SetStatus, Verdict};
use countersign_core::wire::{ItemNews, ItemView, Receipt, SetView, SignItem};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What the inspector shows of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tab {
    Preview,
    Why,
    Checks,
    Raw,
}

impl Tab {
    pub(crate) const ALL: [Self; 4] = [Self::Preview, Self::Why, Self::Checks, Self::Raw];
}

/// Which side of a change the preview shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Side {
    #[default]
    Both,
    Before,
    After,
}

/// Sets beside the one on the sheet that are kept as they are on the server.
pub(crate) const CARDS: usize = 10;

/// Characters of a command's output that are kept on the screen.
const OUTPUT: usize = 20_000;

/// The sheet.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) current: Option<i64>,
    sets: BTreeMap<i64, SetView>,
    /// The item under the cursor, by number.
    pub(crate) cursor: u32,
    pub(crate) tab: Option<Tab>,
    pub(crate) side: Side,
    /// Rows of the inspector that are above its window.
    pub(crate) scroll: usize,
    pub(crate) filter: Line,
    /// Verdicts on their way: an answer to an earlier one does not take them off the screen.
    sent: BTreeMap<(i64, u32), (ItemStatus, u32)>,
    /// Of each set how many calls that hold the whole of it are on their way: their answers may be older than news.
    under_way: BTreeMap<i64, usize>,
    /// Items that were decided on from here: news of them may be older than the answer.
    answered: BTreeSet<(i64, u32)>,
    /// What was decided, newest last.
    pub(crate) decided: Vec<(i64, u32)>,
    /// The apply that is under way.
    pub(crate) applying: Option<Call>,
    /// An apply that nobody answered; sent again with its key it does no harm.
    pub(crate) unsure: Option<Call>,
    pub(crate) receipts: BTreeMap<i64, Receipt>,
    pub(crate) diffs: BTreeMap<(i64, u32), (String, Value)>,
    pub(crate) output: BTreeMap<(i64, u32), String>,
    /// Of a set that has a new version: how many items differ.
    pub(crate) renewed: BTreeMap<i64, usize>,
}

/// Whether something of a set may still be decided.
pub(crate) fn is_open(set: &SetView) -> bool {
    matches!(set.status, SetStatus::Pending | SetStatus::PartiallyResolved)
}

impl Sheet {
    /// The set that is shown.
    pub(crate) fn set(&self) -> Option<&SetView> {
        self.sets.get(&self.current?)
    }

    /// A set that was read, on the screen or not.
    pub(crate) fn known(&self, id: i64) -> Option<&SetView> {
        self.sets.get(&id)
    }

    /// The set that is shown, and those that wait and are on the screen as cards.
    pub(crate) fn watched(&self) -> BTreeSet<i64> {
        let open = |set: &&SetView| matches!(set.status, SetStatus::Pending | SetStatus::PartiallyResolved);
        self.sets.values().rev().filter(open).take(CARDS).map(|set| set.id.0).chain(self.current).collect()
    }

    /// Shows a set, with the cursor where it was or on the first item that waits.
    pub(crate) fn open(&mut self, id: i64) {
        if self.current != Some(id) {
            self.current = Some(id);
            (self.tab, self.scroll, self.cursor) = (None, 0, 0);
            self.filter.take();
        }
        self.settle();
    }

    /// Takes a set as the server has it.
    pub(crate) fn put(&mut self, set: SetView) {
        let id = set.id.0;
        if let Some(before) = self.sets.get(&id).filter(|before| before.version < set.version) {
            let same = |item: &&ItemView| before.items.iter().any(|old| old.n == item.n && old.digest == item.digest);
            self.renewed.insert(id, set.items.len() - set.items.iter().filter(same).count());
        }
        self.sets.insert(id, set);
        self.overlay(id);
        if self.current == Some(id) {
            self.settle();
        }
    }

    /// Puts an item as it stands by now in its place; false where the whole set has to be read instead.
    pub(crate) fn stands(&mut self, news: ItemNews) -> bool {
        let id = news.set.0;
        let Some(set) = self.sets.get_mut(&id) else { return true };
        let known = set.items.iter().find(|item| item.n == news.item);
        let late = self.answered.contains(&(id, news.item)) && known.is_some_and(|item| item.status != news.status);
        if late || set.version != news.version || self.under_way.contains_key(&id) {
            return false;
        }
        (set.status, set.blast, set.resolved_at) = (news.set_status, news.blast, news.resolved_at);
        if let Some(item) = set.items.iter_mut().find(|item| item.n == news.item) {
            *item = news.view;
        }
        self.overlay(id);
        true
    }

    /// A call is on its way.
    pub(crate) fn asked(&mut self, call: &Call) {
        if let Some(id) = call.set().filter(|_| call.in_turn()) {
            *self.under_way.entry(id).or_default() += 1;
        }
    }

    /// It was answered, or refused.
    pub(crate) fn heard(&mut self, call: &Call) {
        if let Some(id) = call.set().filter(|_| call.in_turn())
            && let Some(left) = self.under_way.get_mut(&id)
        {
            *left -= 1;
            if *left == 0 {
                self.under_way.remove(&id);
            }
        }
    }

    /// Puts the verdicts that are on their way over what the server said.
    fn overlay(&mut self, id: i64) {
        let Some(set) = self.sets.get_mut(&id) else { return };
        for item in &mut set.items {
            if let Some((status, _)) = self.sent.get(&(id, item.n)) {
                item.status = *status;
            }
        }
    }

    /// A verdict was sent: it shows at once.
    pub(crate) fn sending(&mut self, items: &[SignItem], verdict: Verdict) {
        let Some(id) = self.current else { return };
        for one in items {
            let key = (id, one.item);
            let under_way = self.sent.get(&key).map_or(0, |(_, n)| *n);
            self.sent.insert(key, (status_of(verdict), under_way + 1));
            self.decided.retain(|old| *old != key);
            if verdict != Verdict::Undecided {
                self.decided.push(key);
            }
        }
        self.overlay(id);
    }

    /// A verdict was answered, whichever way.
    pub(crate) fn answered(&mut self, set: i64, items: &[SignItem]) {
        for one in items {
            self.answered.insert((set, one.item));
            match self.sent.get_mut(&(set, one.item)) {
                Some((_, n)) if *n > 1 => *n -= 1,
                _ => drop(self.sent.remove(&(set, one.item))),
            }
        }
    }

    /// The items that are shown, group by group.
    pub(crate) fn visible(&self) -> Vec<&ItemView> {
        let Some(set) = self.set() else { return Vec::new() };
        let words = self.filter.text().to_lowercase();
        let has = |item: &&ItemView| {
            let text = format!("{} {} {}", item.target, item.label, item.status.name()).to_lowercase();
            words.split_whitespace().all(|word| text.contains(word))
        };
        let mut items: Vec<&ItemView> = set.items.iter().filter(has).collect();
        items.sort_by_key(|item| (group(item), item.file.as_ref().map(|f| f.path.clone()), item.n));
        items
    }

    /// The item under the cursor.
    pub(crate) fn item(&self) -> Option<&ItemView> {
        self.visible().into_iter().find(|item| item.n == self.cursor)
    }

    /// Moves the cursor by rows.
    pub(crate) fn step(&mut self, by: isize) {
        let items = self.visible();
        let at = items.iter().position(|item| item.n == self.cursor).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(items.len().saturating_sub(1));
        if let Some(n) = items.get(to).map(|item| item.n) {
            self.go(n);
        }
    }

    /// Puts the cursor on an item.
    pub(crate) fn go(&mut self, n: u32) {
        if n != self.cursor {
            (self.cursor, self.scroll) = (n, 0);
        }
    }

    /// To the next item that waits; stays where nothing waits.
    pub(crate) fn advance(&mut self) {
        let items = self.visible();
        let at = items.iter().position(|item| item.n == self.cursor).unwrap_or(0);
        let (before, after) = items.split_at(at.min(items.len()));
        let next = after.iter().skip(1).chain(before).find(|item| waits(item)).map(|item| item.n);
        if let Some(n) = next {
            self.go(n);
        }
    }

    /// Keeps the cursor on a row that is there.
    pub(crate) fn settle(&mut self) {
        let items = self.visible();
        if items.iter().any(|item| item.n == self.cursor) {
            return;
        }
        let first = items.iter().find(|item| waits(item)).or(items.first()).map(|item| item.n);
        self.cursor = first.unwrap_or(0);
    }

    /// Drawn as marked though nothing is stored: apply signs it (S0-84).
    pub(crate) fn premarked(&self, set: &SetView, item: &ItemView) -> bool {
        item.preselected
            && item.problems.is_empty()
            && set.status != SetStatus::Expired
            && matches!(item.status, ItemStatus::Pending | ItemStatus::Blocked)
            && met(set, item, |needed| self.marked(set, needed))
    }

    /// Signed, or drawn as marked.
    pub(crate) fn marked(&self, set: &SetView, item: &ItemView) -> bool {
        item.status == ItemStatus::Confirmed || self.premarked(set, item)
    }

    /// What an apply would carry out.
    pub(crate) fn to_apply<'a>(&self, set: &'a SetView) -> Vec<&'a ItemView> {
        set.items.iter().filter(|item| self.marked(set, item)).collect()
    }

    /// More of a command's output; the beginning of a long one goes.
    pub(crate) fn wrote(&mut self, set: i64, n: u32, text: &str) {
        let kept = self.output.entry((set, n)).or_default();
        kept.push_str(text);
        let mut from = kept.len().saturating_sub(OUTPUT);
        while !kept.is_char_boundary(from) {
            from += 1;
        }
        kept.drain(..from);
    }
}

/// Where a group stands on the sheet: added, changed, deleted, files, run.
pub(crate) fn group(item: &ItemView) -> u8 {
    match (item.file.is_some(), item.verb.as_str()) {
        (true, _) => 3,
        (_, "add") => 0,
        (_, "delete") => 2,
        (_, "run") => 4,
        _ => 1,
    }
}

/// What an item needs is applied, or chosen with it.
fn met(set: &SetView, item: &ItemView, chosen: impl Fn(&ItemView) -> bool) -> bool {
    item.needs.iter().all(|n| {
        let needed = set.items.iter().find(|other| other.n == *n);
        needed.is_none_or(|needed| needed.status == ItemStatus::Applied || chosen(needed))
    })
}

/// Whether somebody has to look at it.
pub(crate) fn waits(item: &ItemView) -> bool {
    matches!(item.status, ItemStatus::Pending | ItemStatus::Drifted | ItemStatus::Unknown)
}

/// Can be signed as it stands.
pub(crate) fn signable(item: &ItemView) -> bool {
    use ItemStatus::{Confirmed, Deferred, Failed, Pending, Rejected, Unknown};
    matches!(item.status, Pending | Deferred | Failed | Unknown | Rejected | Confirmed)
        && item.rejected_with.is_none()
        && item.problems.is_empty()
}

/// Can be decided one way or the other.
pub(crate) fn open(set: &SetView, item: &ItemView) -> bool {
    use ItemStatus::{Applied, Applying, Expired, Retracted, Undone};
    set.status != SetStatus::Expired && !matches!(item.status, Applied | Applying | Undone | Expired | Retracted)
}

/// What an item's status becomes by a verdict.
fn status_of(verdict: Verdict) -> ItemStatus {
    match verdict {
        Verdict::Confirmed => ItemStatus::Confirmed,
        Verdict::Rejected => ItemStatus::Rejected,
        Verdict::Deferred => ItemStatus::Deferred,
        Verdict::Retracted => ItemStatus::Retracted,
        Verdict::Undecided => ItemStatus::Pending,
    }
}

/// Numbers of a set's items by what became of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) marked: usize,
    pub(crate) rejected: usize,
    pub(crate) deferred: usize,
    pub(crate) applied: usize,
    pub(crate) drifted: usize,
    pub(crate) open: usize,
}

impl Sheet {
    /// Counts a set's items.
    pub(crate) fn tally(&self, set: &SetView) -> Tally {
        let mut tally = Tally::default();
        for item in &set.items {
            let place = match item.status {
                _ if self.marked(set, item) => &mut tally.marked,
                // What was taken back is history, and nobody turned it down.
                ItemStatus::Retracted => continue,
                ItemStatus::Rejected => &mut tally.rejected,
                ItemStatus::Deferred => &mut tally.deferred,
                ItemStatus::Applied | ItemStatus::Undone => &mut tally.applied,
                ItemStatus::Drifted => &mut tally.drifted,
                _ => &mut tally.open,
            };
            *place += 1;
        }
        tally
    }
}
