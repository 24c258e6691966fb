//! The desk as a value: what is on it, and what an event makes of it. Nothing here reads a clock, a
//! terminal or a socket; what is wanted of those comes out as [`Effect`]s.

use super::call::{Call, Effect, Told};
use super::lists::Lists;
use super::picked::Picked;
use super::prompt::Prompt;
use super::sheet::{Sheet, Tab};
use super::thread::Thread;
use crate::screen::line::Line;
use crate::texts::say;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use ratatui::crossterm::event::KeyEvent;

/// What happened.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "events are few and short-lived; an answer is the largest")]
pub(crate) enum Event {
    Key(KeyEvent),
    Paste(String),
    /// Columns and rows.
    Size(u16, u16),
    Told(Told),
    /// A second has passed while something runs.
    Tick,
    /// The program is asked to end.
    End,
}

/// Which page is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Page {
    #[default]
    Desk,
    Inbox,
    Todos,
    Ledger,
}

/// Where keys go on the desk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Focus {
    #[default]
    Composer,
    Sheet,
    Thread,
}

/// Which route a message takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    #[default]
    Auto,
    Chat,
    Plan,
    Agent,
}

impl Mode {
    pub(crate) const ALL: [Self; 4] = [Self::Auto, Self::Chat, Self::Plan, Self::Agent];

    /// Whether it can be chosen: an agent is a model's.
    pub(crate) fn offered(self, standing: &Standing) -> bool {
        self != Self::Agent || standing.model.is_some()
    }

    /// Its word on the wire.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Chat => "chat",
            Self::Plan => "plan",
            Self::Agent => "agent",
        }
    }
}

/// How the server stands.
#[derive(Debug, Clone)]
pub(crate) struct Standing {
    pub(crate) todos: i64,
    pub(crate) inbox: i64,
    pub(crate) model: Option<String>,
    pub(crate) zone: TimeZone,
    pub(crate) today: Date,
}

/// One line that is said until the next key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) hint: String,
    pub(crate) failed: bool,
}

/// From so many columns on, thread and sheet stand side by side.
pub(crate) const WIDE: u16 = 100;

/// The desk.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) size: (u16, u16),
    pub(crate) page: Page,
    pub(crate) focus: Focus,
    pub(crate) mode: Mode,
    pub(crate) composer: Line,
    pub(crate) thread: Thread,
    pub(crate) sheet: Sheet,
    pub(crate) lists: Lists,
    pub(crate) picked: Picked,
    pub(crate) prompt: Option<Prompt>,
    pub(crate) notice: Option<Notice>,
    pub(crate) standing: Standing,
    /// Nobody answers.
    pub(crate) away: bool,
    /// Rows of the help that are above its window; none = it is closed.
    pub(crate) help: Option<usize>,
    /// `g` was pressed: the next letter names a page.
    pub(crate) going: bool,
    /// Seconds for which something runs.
    pub(crate) seconds: u64,
    /// Messages that were recalled with ↑.
    pub(crate) recalled: usize,
}

impl State {
    /// An empty desk.
    pub(crate) fn new(size: (u16, u16), workspace: Option<String>) -> Self {
        Self {
            size,
            page: Page::Desk,
            focus: Focus::Composer,
            mode: Mode::Auto,
            composer: Line::default(),
            thread: Thread::new(workspace),
            sheet: Sheet::default(),
            lists: Lists::default(),
            picked: Picked::default(),
            prompt: None,
            notice: None,
            standing: Standing { todos: 0, inbox: 0, model: None, zone: TimeZone::UTC, today: Date::ZERO },
            away: false,
            help: None,
            going: false,
            seconds: 0,
            recalled: 0,
        }
    }

    /// What is read first: how the server stands, and what the desk was opened with.
    pub(crate) fn begin(&mut self, set: Option<(i64, Option<u32>)>, session: Option<String>) -> Vec<Effect> {
        let mut wanted = vec![Effect::Ask(Call::Status)];
        if let Some(id) = session {
            self.thread.session = Some(id.clone());
            wanted.push(Effect::Ask(Call::Session { id }));
        }
        if let Some((id, item)) = set {
            wanted.extend(self.open(id));
            self.sheet.cursor = item.unwrap_or(0);
            self.focus = Focus::Sheet;
        }
        wanted
    }

    /// What an event makes of the desk, and what it wants done.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Effect> {
        let mut wanted = match event {
            Event::Key(key) => self.key(&key),
            Event::Paste(text) => self.pasted(&text),
            Event::Size(columns, rows) => {
                self.size = (columns, rows);
                Vec::new()
            }
            Event::Told(told) => self.told(told),
            Event::Tick => {
                self.seconds = if self.is_busy() { self.seconds + 1 } else { 0 };
                Vec::new()
            }
            Event::End => vec![Effect::Quit],
        };
        wanted.extend(self.diff());
        for effect in &wanted {
            if let Effect::Ask(call) = effect {
                self.sheet.asked(call);
            }
        }
        wanted
    }

    /// Closes the desk, unless something is being applied: what came of that is to be seen.
    pub(crate) fn quit(&mut self) -> Vec<Effect> {
        match self.sheet.applying.is_some() && !self.away {
            true => self.say(say!("cli-desk-applying-wait")),
            false => vec![Effect::Quit],
        }
    }

    /// Whether something runs whose seconds are counted.
    pub(crate) fn is_busy(&self) -> bool {
        self.thread.is_busy() || self.sheet.applying.is_some()
    }

    /// Whether both halves are seen.
    pub(crate) fn is_wide(&self) -> bool {
        self.size.0 >= WIDE
    }

    /// Shows a set on the sheet, and reads it.
    pub(crate) fn open(&mut self, id: i64) -> Vec<Effect> {
        self.page = Page::Desk;
        self.sheet.open(id);
        vec![Effect::Ask(Call::Set { id })]
    }

    /// Whether something on the sheet waits for a decision. The keyboard stays where the next message is typed until
    /// the person moves it: a letter of a message must never decide anything.
    pub(crate) fn awaits_review(&self) -> bool {
        self.thread.question().is_none() && self.sheet.set().is_some_and(super::sheet::is_open)
    }

    /// Says something until the next key.
    pub(crate) fn say(&mut self, text: impl Into<String>) -> Vec<Effect> {
        self.notice = Some(Notice { text: text.into(), hint: String::new(), failed: false });
        Vec::new()
    }

    /// The diff that the inspector shows, where it is not here yet.
    fn diff(&mut self) -> Option<Effect> {
        let set = self.sheet.current?;
        let item = self.sheet.item().filter(|item| item.file.is_some() && self.sheet.tab == Some(Tab::Preview))?;
        let (n, digest) = (item.n, item.digest.clone());
        if self.sheet.diffs.get(&(set, n)).is_some_and(|(of, _)| *of == digest) {
            return None;
        }
        self.sheet.diffs.insert((set, n), (digest.clone(), serde_json::Value::Null));
        Some(Effect::Ask(Call::Diff { set, n, digest }))
    }

    fn pasted(&mut self, text: &str) -> Vec<Effect> {
        match &mut self.prompt {
            Some(prompt) => prompt.line.insert(&text.replace('\n', " ")),
            None => {
                // What is pasted is text, wherever the keyboard is.
                if self.page == Page::Desk {
                    self.focus = Focus::Composer;
                    self.composer.insert(text);
                }
            }
        }
        Vec::new()
    }
}
