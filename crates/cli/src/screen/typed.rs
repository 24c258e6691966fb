//! The line that a person types. What was typed before a question stood there answers nothing, and what is pasted is
//! text: only Enter, pressed, ends a line.

use super::line::Line;
use super::{clean, pieces, text};
use crate::interrupt;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpid, kill_process};
use rustix::stdio::stdin;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr, tcsetattr,
};
use std::collections::VecDeque;
use std::io::{self, Stdout, Write};
use std::sync::Mutex;
use terminal_size::{Height, Width, terminal_size_of};
use unicode_segmentation::UnicodeSegmentation;

/// So long nothing comes before a question is drawn: a paste that a slow line brings in pieces is over then, and nobody
/// has read the question yet.
const QUIET: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
/// So soon the rest of a key's sequence follows its first byte.
const SEQUENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 25_000_000 };

/// What marks a paste, to a terminal that knows it.
const MARK_PASTES: &str = "\u{1b}[?2004h";
const LEAVE_PASTES: &str = "\u{1b}[?2004l";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// The terminal's modes as they were, while a line is typed.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// Keys one by one, until it is dropped.
struct Taken;

impl Taken {
    fn take() -> io::Result<Self> {
        let before = tcgetattr(stdin())?;
        let mut keys = before.clone();
        keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
        keys.input_modes.insert(InputModes::ICRNL);
        keys.special_codes[SpecialCodeIndex::VMIN] = 1;
        keys.special_codes[SpecialCodeIndex::VTIME] = 0;
        // A program that is ended meanwhile gives the modes back first.
        interrupt::listen_once();
        if let Ok(mut modes) = BEFORE.lock() {
            tcsetattr(stdin(), OptionalActions::Now, &keys)?;
            *modes = Some(before);
        }
        Ok(Self)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was, if a line is being typed.
pub(crate) fn give_back() {
    let before = BEFORE.lock().ok().and_then(|mut modes| modes.take());
    if let Some(before) = before {
        let mut out = io::stdout();
        let _ = write!(out, "{LEAVE_PASTES}").and_then(|()| out.flush());
        let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
    }
}

/// Something that a person did.
enum Heard {
    Key(KeyEvent),
    Paste(String),
    /// The input is over.
    End,
}

/// What was read of the terminal and is of no line yet.
#[derive(Default)]
pub(super) struct Keyboard {
    waiting: VecDeque<u8>,
}

impl Keyboard {
    /// Asks with a question, and gives the line that is typed; `None` when the input has ended. `early`: what was typed
    /// before is the beginning of it, and else is left out, and `left` says so.
    pub(super) fn line(&mut self, question: &str, early: bool, left: &str) -> io::Result<Option<String>> {
        // Not through what leaves out colours: it leaves out all that moves the cursor, too.
        let out = &mut io::stdout();
        let taken = Taken::take()?;
        if !early && self.left_out()? {
            writeln!(out, "\r\u{1b}[K{left}")?;
        }
        write!(out, "{MARK_PASTES}")?;
        let (above, prompt) = question.rsplit_once('\n').unwrap_or(("", question));
        if !above.is_empty() {
            writeln!(out, "{above}")?;
        }
        let said = self.typed(out, &format!("{prompt} "));
        drop(taken);
        said
    }

    /// Leaves out what waits, until nothing more comes; whether there was anything.
    fn left_out(&mut self) -> io::Result<bool> {
        let mut any = !self.waiting.is_empty();
        self.waiting.clear();
        while ready(&QUIET)? && self.more()? {
            any = true;
            let interrupted = self.waiting.contains(&INTERRUPT);
            self.waiting.clear();
            if interrupted {
                stopped(Signal::INT);
            }
        }
        Ok(any)
    }

    fn typed(&mut self, out: &mut Stdout, prompt: &str) -> io::Result<Option<String>> {
        let mut line = Line::default();
        let mut drawn = Drawn::default();
        drawn.anew(out, prompt, &line)?;
        loop {
            let key = match self.heard()? {
                Heard::End => {
                    writeln!(out)?;
                    return Ok(None);
                }
                Heard::Paste(text) => {
                    line.insert(&text);
                    drawn.again(out, prompt, &line)?;
                    continue;
                }
                Heard::Key(key) => key,
            };
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            match key.code {
                KeyCode::Enter => {
                    line.key(&KeyEvent::from(KeyCode::End));
                    drawn.again(out, prompt, &line)?;
                    writeln!(out)?;
                    return Ok(Some(line.take()));
                }
                KeyCode::Char('d') if control && line.is_empty() => {
                    writeln!(out)?;
                    return Ok(None);
                }
                KeyCode::Char(c @ ('c' | 'z' | '\\')) if control => {
                    give_back();
                    stopped(match c {
                        'c' => Signal::INT,
                        'z' => Signal::TSTP,
                        _ => Signal::QUIT,
                    });
                    // Whoever goes on finds the question and what was typed.
                    std::mem::forget(Taken::take()?);
                    write!(out, "{MARK_PASTES}")?;
                    drawn.anew(out, prompt, &line)?;
                }
                _ => {
                    if line.key(&key) {
                        drawn.again(out, prompt, &line)?;
                    }
                }
            }
        }
    }

    /// Waits for what is done next.
    fn heard(&mut self) -> io::Result<Heard> {
        loop {
            let Some(first) = self.byte()? else { return Ok(Heard::End) };
            let heard = match first {
                b'\r' | b'\n' => key(KeyCode::Enter),
                0x7f | 0x08 => key(KeyCode::Backspace),
                b'\t' => key(KeyCode::Char(' ')),
                0x1b => match self.sequence()? {
                    Some(heard) => heard,
                    None => continue,
                },
                0x1c => held('\\'),
                0x01..=0x1a => held(char::from(first - 1 + b'a')),
                0x00..=0x1f => continue,
                first => key(KeyCode::Char(self.character(first)?)),
            };
            return Ok(heard);
        }
    }

    /// What follows an escape character; none where it is no key of a line.
    fn sequence(&mut self) -> io::Result<Option<Heard>> {
        if self.waiting.is_empty() && !(ready(&SEQUENCE)? && self.more()?) {
            return Ok(None);
        }
        let Some(kind) = self.byte()? else { return Ok(None) };
        let mut parameters = String::new();
        let last = match kind {
            b'[' => loop {
                match self.byte()? {
                    None => return Ok(None),
                    Some(byte @ 0x40..=0x7e) => break byte,
                    Some(byte) => parameters.push(char::from(byte)),
                }
            },
            b'O' => match self.byte()? {
                None => return Ok(None),
                Some(byte) => byte,
            },
            // Alt and a key: what the key itself sends follows.
            0x1b => {
                self.waiting.push_front(kind);
                return Ok(None);
            }
            _ => return Ok(None),
        };
        // A function key of the Linux console sends a letter more, which is no text.
        if (last, parameters.as_str()) == (b'[', "") {
            self.byte()?;
            return Ok(None);
        }
        let (what, modifier) = parameters.split_once(';').unwrap_or((&parameters, ""));
        let code = match (last, what) {
            (b'~', "200") => return self.paste().map(Some),
            (b'C', _) => KeyCode::Right,
            (b'D', _) => KeyCode::Left,
            (b'H', _) | (b'~', "1" | "7") => KeyCode::Home,
            (b'F', _) | (b'~', "4" | "8") => KeyCode::End,
            (b'~', "3") => KeyCode::Delete,
            _ => return Ok(None),
        };
        let modifiers = if modifier == "5" { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
        Ok(Some(Heard::Key(KeyEvent::new(code, modifiers))))
    }

    /// What is pasted, to its end. What comes on its heels nobody typed: an end that stands in the text itself ends
    /// nothing.
    fn paste(&mut self) -> io::Result<Heard> {
        let mut bytes = Vec::new();
        while !bytes.ends_with(PASTE_ENDS) {
            let Some(byte) = self.byte()? else { return Ok(Heard::End) };
            bytes.push(byte);
        }
        bytes.truncate(bytes.len() - PASTE_ENDS.len());
        while !self.waiting.is_empty() || ready(&SEQUENCE)? {
            let Some(byte) = self.byte()? else { return Ok(Heard::End) };
            bytes.push(byte);
        }
        // The marks of a second paste, and the end behind one that the text itself says.
        let text = String::from_utf8_lossy(&bytes).replace("\u{1b}[200~", "").replace("\u{1b}[201~", "");
        Ok(Heard::Paste(text))
    }

    /// The character that begins with this byte.
    fn character(&mut self, first: u8) -> io::Result<char> {
        let mut bytes = vec![first];
        let rest = match first {
            0xc0..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf7 => 3,
            _ => 0,
        };
        for _ in 0..rest {
            match self.byte()? {
                Some(byte @ 0x80..=0xbf) => bytes.push(byte),
                // A byte of another encoding takes no key with it.
                Some(byte) => {
                    self.waiting.push_front(byte);
                    break;
                }
                None => break,
            }
        }
        Ok(String::from_utf8_lossy(&bytes).chars().next().unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        if self.waiting.is_empty() {
            self.more()?;
        }
        Ok(self.waiting.pop_front())
    }

    /// Waits for more; false = the input is over.
    fn more(&mut self) -> io::Result<bool> {
        let mut bytes = [0; 1024];
        loop {
            match rustix::io::read(stdin(), &mut bytes) {
                Ok(count) => {
                    self.waiting.extend(bytes.get(..count).unwrap_or_default());
                    return Ok(count > 0);
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// What Ctrl+C is as a character.
const INTERRUPT: u8 = 3;

fn key(code: KeyCode) -> Heard {
    Heard::Key(KeyEvent::from(code))
}

fn held(letter: char) -> Heard {
    Heard::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

/// Whether a line can be drawn again in its place.
pub(super) fn draws() -> bool {
    std::env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb")
}

/// Leaves out what waits in a terminal that gives whole lines, until nothing more comes.
pub(super) fn flushed() -> io::Result<()> {
    tcflush(stdin(), QueueSelector::IFlush)?;
    while ready(&QUIET)? {
        tcflush(stdin(), QueueSelector::IFlush)?;
    }
    Ok(())
}

/// Whether something comes within this time.
fn ready(time: &Timespec) -> io::Result<bool> {
    let input = stdin();
    loop {
        match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(time)) {
            Ok(count) => return Ok(count > 0),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Sends this process what a key of the terminal stands for, and gives whoever listens for it a moment.
fn stopped(signal: Signal) {
    const MOMENT: std::time::Duration = std::time::Duration::from_millis(100);
    if kill_process(getpid(), signal).is_ok() {
        std::thread::sleep(MOMENT);
    }
}

/// A question and its line as they stand in the terminal.
#[derive(Default)]
struct Drawn {
    /// What stands behind the question.
    shown: String,
    /// The row of the cursor below the question's.
    row: usize,
    at_end: bool,
}

impl Drawn {
    /// Draws it where the cursor is.
    fn anew(&mut self, out: &mut Stdout, prompt: &str, line: &Line) -> io::Result<()> {
        self.row = 0;
        self.all(out, prompt, line)
    }

    /// Draws it over what is drawn: where letters come or go at the end, only those.
    fn again(&mut self, out: &mut Stdout, prompt: &str, line: &Line) -> io::Result<()> {
        let (shown, before) = (clean(line.text()), clean(line.before()));
        let at_end = shown == before;
        let (end, _) = ends(prompt, &shown);
        let stays = self.at_end && at_end && end.0 == self.row && end.1 > 0;
        let typed = shown.strip_prefix(self.shown.as_str()).filter(|_| stays);
        let removed = self.shown.strip_prefix(shown.as_str()).filter(|_| stays);
        match (typed, removed) {
            (Some(typed), _) => write!(out, "{typed}")?,
            (None, Some(removed)) => write!(out, "{}", "\u{8} \u{8}".repeat(text::width(removed)))?,
            (None, None) => return self.all(out, prompt, line),
        }
        self.shown = shown;
        out.flush()
    }

    fn all(&mut self, out: &mut Stdout, prompt: &str, line: &Line) -> io::Result<()> {
        if self.row > 0 {
            write!(out, "\u{1b}[{}A", self.row)?;
        }
        let (shown, before) = (clean(line.text()), clean(line.before()));
        write!(out, "\r\u{1b}[J{prompt}{shown}")?;
        let (end, full) = ends(prompt, &shown);
        if full {
            writeln!(out)?;
        }
        let (at, _) = ends(prompt, &before);
        if at != end {
            if end.0 > at.0 {
                write!(out, "\u{1b}[{}A", end.0 - at.0)?;
            }
            write!(out, "\r")?;
            if at.1 > 0 {
                write!(out, "\u{1b}[{}C", at.1)?;
            }
        }
        self.at_end = shown == before;
        (self.shown, self.row) = (shown, at.0);
        out.flush()
    }
}

/// The row and column behind a question and a text, and whether the row before is full.
fn ends(prompt: &str, shown: &str) -> ((usize, usize), bool) {
    let wide = match terminal_size_of(io::stdout()) {
        Some((Width(wide @ 1..), Height(_))) => usize::from(wide),
        _ => usize::MAX,
    };
    let prompt: String = pieces(prompt).into_iter().map(|(_, text)| text).collect();
    let (mut row, mut column) = (0, 0);
    for grapheme in prompt.graphemes(true).chain(shown.graphemes(true)) {
        let width = text::width(grapheme);
        if column + width > wide {
            (row, column) = (row + 1, 0);
        }
        column += width;
    }
    match column == wide {
        true => ((row + 1, 0), true),
        false => ((row, column), false),
    }
}
