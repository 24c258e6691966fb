//! What a key does, by where the keyboard is (UI.md "Keys"). Letters decide only on the sheet; in the
//! composer they are text.

use super::call::{Call, Effect};
use super::prompt::{Asked, Prompt};
use super::sheet::Tab;
use super::state::{Focus, Mode, Page, State};
use super::thread::Said;
use crate::screen::line::Line;
use crate::slash::Slash;
use crate::texts::say;
use countersign_core::change_set::Verdict;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Rows of a page up or down.
const LEAF: usize = 10;

impl State {
    /// Does what a key does.
    pub(crate) fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.notice = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | '.') if control => return self.stop(),
            KeyCode::Char('z') if control => return vec![Effect::Suspend],
            KeyCode::Char('d') if control && (self.focus != Focus::Composer || self.composer.is_empty()) => {
                return self.quit();
            }
            KeyCode::Char(c @ '1'..='4') if key.modifiers.contains(KeyModifiers::ALT) => {
                let at = c.to_digit(10).map_or(0, |n| n as usize).saturating_sub(1);
                let mode = Mode::ALL.get(at).copied().unwrap_or_default();
                if !mode.offered(&self.standing) {
                    return self.say(say!("cli-desk-no-agent"));
                }
                self.mode = mode;
                return Vec::new();
            }
            _ => {}
        }
        if let Some(top) = self.help {
            self.help = match key.code {
                KeyCode::Char('j') | KeyCode::Down => Some(top + 1),
                KeyCode::Char('k') | KeyCode::Up => Some(top.saturating_sub(1)),
                KeyCode::PageDown | KeyCode::Char(' ') => Some(top + LEAF),
                KeyCode::PageUp => Some(top.saturating_sub(LEAF)),
                _ => None,
            };
            return Vec::new();
        }
        if let Some(prompt) = self.prompt.take() {
            return self.prompt_key(prompt, key);
        }
        if key.code == KeyCode::F(1) {
            self.help = Some(0);
            return Vec::new();
        }
        if self.page != Page::Desk {
            return self.page_key(key);
        }
        match (key.code, self.focus) {
            (KeyCode::Tab, focus) => self.focus(next(focus)),
            (KeyCode::BackTab, focus) => self.focus(next(next(focus))),
            (KeyCode::Enter, _) if control => self.apply_marked(),
            (KeyCode::PageUp, Focus::Composer | Focus::Thread) => {
                self.thread.scroll += LEAF;
                Vec::new()
            }
            (KeyCode::PageDown, Focus::Composer | Focus::Thread) => {
                self.thread.scroll = self.thread.scroll.saturating_sub(LEAF);
                Vec::new()
            }
            (_, Focus::Composer) => self.composer_key(key),
            (_, Focus::Thread) => self.thread_key(key),
            (_, Focus::Sheet) => self.sheet_key(key),
        }
    }

    fn focus(&mut self, focus: Focus) -> Vec<Effect> {
        self.focus = focus;
        self.going = false;
        if focus == Focus::Thread {
            self.thread.cursor = self.thread.turns.len().checked_sub(1);
        } else {
            self.thread.cursor = None;
        }
        Vec::new()
    }

    /// Stops what is under way: the commands of an apply, or the runs.
    fn stop(&mut self) -> Vec<Effect> {
        if let Some(Call::Apply { set, commands, .. }) = self.sheet.applying.as_ref().filter(|call| runs(call)) {
            let stops = commands.iter().map(|n| Effect::Ask(Call::Stop { set: *set, n: *n })).collect();
            self.say(say!("cli-run-stopping"));
            return stops;
        }
        if self.thread.is_busy() {
            let cancels = self.thread.stop().into_iter().map(|run| Effect::Ask(Call::Cancel { run })).collect();
            self.say(say!("cli-agent-cancelled"));
            return cancels;
        }
        if self.prompt.take().is_some() || !self.composer.take().is_empty() {
            return Vec::new();
        }
        self.say(say!("cli-desk-nothing-runs"))
    }

    /// A key while a message is typed.
    fn composer_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Enter if self.composer.is_empty() && self.awaits_review() => self.focus(Focus::Sheet),
            KeyCode::Enter => self.send(),
            KeyCode::Esc => self.focus(if self.sheet.current.is_some() { Focus::Sheet } else { Focus::Thread }),
            KeyCode::Up => self.recall(true),
            KeyCode::Down => self.recall(false),
            _ => {
                self.composer.key(key);
                Vec::new()
            }
        }
    }

    /// A message that was sent before, older or newer.
    fn recall(&mut self, older: bool) -> Vec<Effect> {
        let said: Vec<&str> = self.thread.turns.iter().rev().map(|turn| turn.message.as_str()).collect();
        let at = if older { self.recalled + 1 } else { self.recalled.saturating_sub(1) }.min(said.len());
        // What is being typed is not replaced.
        if at != self.recalled && (self.recalled > 0 || self.composer.is_empty()) {
            self.composer =
                at.checked_sub(1).and_then(|at| said.get(at)).map_or_else(Line::default, |text| Line::of(*text));
            self.recalled = at;
        }
        Vec::new()
    }

    /// Sends what was typed. A run that is under way is replaced: it is cancelled first.
    fn send(&mut self) -> Vec<Effect> {
        let text = self.composer.take().trim().to_owned();
        self.recalled = 0;
        if text.is_empty() {
            return Vec::new();
        }
        if Slash::read(&text) == Some(Slash::Inbox) {
            return self.go(Page::Inbox);
        }
        if self.away {
            self.composer = Line::of(text);
            return self.say(say!("cli-desk-away"));
        }
        let mut wanted: Vec<Effect> = Vec::new();
        if self.thread.is_busy() {
            wanted.extend(self.thread.stop().into_iter().map(|run| Effect::Ask(Call::Cancel { run })));
        }
        match self.thread.said(&text, self.mode.name()) {
            Said::Message(key, body) => {
                self.seconds = 0;
                wanted.push(Effect::Ask(Call::Send { key, body }));
            }
            Said::Input(run, body) => wanted.push(Effect::Ask(Call::Input { run, body })),
            Said::Unclear => wanted.extend(self.say(say!("cli-desk-how-summary"))),
            Said::Chosen => {}
        }
        wanted
    }

    /// A key while the conversation is looked at.
    fn thread_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let at = self.thread.cursor.unwrap_or(0);
        match key.code {
            KeyCode::Char('j') | KeyCode::Down => {
                self.thread.cursor = Some((at + 1).min(self.thread.turns.len().saturating_sub(1)));
            }
            KeyCode::Char('k') | KeyCode::Up => self.thread.cursor = Some(at.saturating_sub(1)),
            KeyCode::Enter => {
                let set = self.thread.turns.get(at).and_then(|turn| turn.set);
                return match set {
                    Some(id) => {
                        self.focus(Focus::Sheet);
                        self.open(id)
                    }
                    None => self.say(say!("cli-desk-no-set-here")),
                };
            }
            KeyCode::Esc => return self.focus(Focus::Composer),
            _ => return self.plain_key(key),
        }
        Vec::new()
    }

    /// Keys that are the same wherever letters are not text.
    pub(crate) fn plain_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let going = std::mem::take(&mut self.going);
        match key.code {
            KeyCode::Char('d') if going => self.go(Page::Desk),
            KeyCode::Char('i') if going => self.go(Page::Inbox),
            KeyCode::Char('t') if going => self.go(Page::Todos),
            KeyCode::Char('l' | 'h') if going => self.go(Page::Ledger),
            KeyCode::Char('g') => {
                self.going = true;
                Vec::new()
            }
            KeyCode::Char('?') => {
                self.help = Some(0);
                Vec::new()
            }
            KeyCode::Char('q') => self.quit(),
            KeyCode::Char('i') => {
                self.page = Page::Desk;
                self.focus(Focus::Composer)
            }
            KeyCode::Char('/')
                if self.page != Page::Desk || (self.focus == Focus::Sheet && self.sheet.set().is_some()) =>
            {
                let line = self.filter_line().clone();
                self.prompt = Some(Prompt { asked: Asked::Filter, line });
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Opens a page, and reads it.
    fn go(&mut self, page: Page) -> Vec<Effect> {
        self.page = page;
        self.lists.cursor = 0;
        self.picked.sets.clear();
        self.lists.filter.take();
        match page {
            Page::Desk => self.focus(if self.sheet.current.is_some() { Focus::Sheet } else { Focus::Composer }),
            page => self.read(page),
        }
    }

    /// Reads what a page shows.
    pub(crate) fn read(&self, page: Page) -> Vec<Effect> {
        match page {
            Page::Desk => Vec::new(),
            Page::Inbox => vec![Effect::Ask(Call::Inbox)],
            Page::Todos => vec![Effect::Ask(Call::Todos)],
            Page::Ledger => vec![Effect::Ask(Call::Ledger)],
        }
    }

    /// A key on a page beside the desk.
    fn page_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let by = match key.code {
            _ if self.going => return self.plain_key(key),
            KeyCode::Char('j') | KeyCode::Down => 1,
            KeyCode::Char('k') | KeyCode::Up => -1,
            KeyCode::PageDown => LEAF.cast_signed(),
            KeyCode::PageUp => -LEAF.cast_signed(),
            KeyCode::Home => isize::MIN,
            KeyCode::End => isize::MAX,
            KeyCode::Esc if self.page == Page::Inbox && !self.marked_sets().is_empty() => {
                self.picked.sets.clear();
                return Vec::new();
            }
            KeyCode::Esc => return self.go(Page::Desk),
            KeyCode::Char(' ') if self.page == Page::Inbox => return self.pick(),
            KeyCode::Char('n') if self.page == Page::Inbox => return self.turn_picked(Verdict::Rejected),
            KeyCode::Char('d') if self.page == Page::Inbox => return self.turn_picked(Verdict::Deferred),
            KeyCode::Char('u') if self.page == Page::Inbox => return self.take_picked_back(),
            KeyCode::Enter if self.page == Page::Inbox => {
                let Some(id) = self.lists.sets().get(self.lists.cursor).map(|set| set.id.0) else { return Vec::new() };
                self.focus(Focus::Sheet);
                return self.open(id);
            }
            KeyCode::Enter if self.page == Page::Ledger => {
                let set = self.lists.entries().get(self.lists.cursor).and_then(|entry| entry.set);
                let Some(id) = set else { return self.say(say!("cli-desk-no-set-here")) };
                self.focus(Focus::Sheet);
                return self.open(id.0);
            }
            KeyCode::Char('u') if self.page == Page::Ledger => {
                let entry = self.lists.entries().get(self.lists.cursor).map(|entry| (entry.seq.0, entry.undoable));
                return match entry {
                    Some((entry, true)) => vec![Effect::Ask(Call::Undo { entry, conflicts: "stop" })],
                    Some((_, false)) => self.say(say!("cli-desk-not-undoable")),
                    None => Vec::new(),
                };
            }
            _ => return self.plain_key(key),
        };
        self.lists.step(self.page, by);
        Vec::new()
    }

    /// A key on the sheet.
    fn sheet_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        if self.going {
            return self.plain_key(key);
        }
        match key.code {
            KeyCode::Char('j') | KeyCode::Down => self.sheet.step(1),
            KeyCode::Char('k') | KeyCode::Up => self.sheet.step(-1),
            KeyCode::Home => self.sheet.step(isize::MIN),
            KeyCode::End => self.sheet.step(isize::MAX),
            KeyCode::PageDown if self.sheet.tab.is_some() => self.sheet.scroll += LEAF,
            KeyCode::PageUp if self.sheet.tab.is_some() => self.sheet.scroll = self.sheet.scroll.saturating_sub(LEAF),
            KeyCode::PageDown => self.sheet.step(LEAF.cast_signed()),
            KeyCode::PageUp => self.sheet.step(-LEAF.cast_signed()),
            KeyCode::Enter => self.inspect(Tab::Preview),
            KeyCode::Char('w') => self.inspect(Tab::Why),
            KeyCode::Char('o') => self.turn(),
            KeyCode::Left | KeyCode::Char('h') => self.sheet.tab = self.sheet.tab.map(|tab| beside(tab, 3)),
            KeyCode::Right | KeyCode::Char('l') => self.sheet.tab = self.sheet.tab.map(|tab| beside(tab, 1)),
            KeyCode::Esc if self.sheet.tab.is_some() => self.sheet.tab = None,
            KeyCode::Esc => return self.focus(Focus::Composer),
            KeyCode::Char(c) => {
                return match self.deciding_key(c) {
                    Some(wanted) => wanted,
                    None => self.plain_key(key),
                };
            }
            _ => {}
        }
        Vec::new()
    }

    /// Opens the inspector here, or closes it where it is.
    fn inspect(&mut self, tab: Tab) {
        self.sheet.scroll = 0;
        self.sheet.tab = if self.sheet.tab == Some(tab) { None } else { Some(tab) };
    }

    /// Both sides, the one before, the one after.
    fn turn(&mut self) {
        use super::sheet::Side::{After, Before, Both};
        if self.sheet.tab != Some(Tab::Preview) {
            self.sheet.tab = Some(Tab::Preview);
            return;
        }
        self.sheet.scroll = 0;
        self.sheet.side = match self.sheet.side {
            Both => Before,
            Before => After,
            After => Both,
        };
    }
}

/// Where Tab leads.
fn next(focus: Focus) -> Focus {
    match focus {
        Focus::Composer => Focus::Sheet,
        Focus::Sheet => Focus::Thread,
        Focus::Thread => Focus::Composer,
    }
}

/// The tab so many places on.
fn beside(tab: Tab, by: usize) -> Tab {
    let at = Tab::ALL.iter().position(|one| *one == tab).unwrap_or(0);
    Tab::ALL.get((at + by) % Tab::ALL.len()).copied().unwrap_or(tab)
}

/// Whether an apply runs commands.
fn runs(call: &Call) -> bool {
    matches!(call, Call::Apply { commands, .. } if !commands.is_empty())
}
