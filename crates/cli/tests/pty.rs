//! A program in a terminal of its own: what it writes there, and what a person would see of it.

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long a program may take for one thing on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// See the module.
pub(crate) struct Terminal {
    pub(crate) child: Child,
    master: File,
    /// The program's side, kept open: its modes can be asked for when the program is gone.
    side: File,
    pieces: Receiver<Vec<u8>>,
    /// All that was written.
    written: String,
    seen: vt100::Parser,
}

impl Terminal {
    /// Starts a program in a terminal that does not know its size: no line is cut to it.
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::with(command, None)
    }

    /// Starts a program in a terminal of this size.
    pub(crate) fn sized(command: &mut Command, columns: u16, rows: u16) -> Self {
        Self::with(command, Some((columns, rows)))
    }

    fn with(command: &mut Command, size: Option<(u16, u16)>) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let side = || File::options().read(true).write(true).open(&name).unwrap();
        if let Some((columns, rows)) = size {
            tcsetwinsize(side(), Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        }
        let (columns, rows) = size.unwrap_or((80, 24));
        let child = command.stdin(side()).stdout(side()).stderr(side()).spawn().unwrap();
        let master = File::from(master);
        let mut reader = master.try_clone().unwrap();
        let (to, pieces) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The last writer's end is an error on Linux.
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                if to.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        let seen = vt100::Parser::new(some(rows), some(columns), 0);
        Self { child, master, side: side(), pieces, written: String::new(), seen }
    }

    /// Reads until these words were written, or stand on the screen whatever their ink.
    pub(crate) fn until(&mut self, words: &str) {
        self.wait(words, |terminal| terminal.written.contains(words) || terminal.screen().contains(words));
    }

    /// Reads until these words are on the screen.
    pub(crate) fn sees(&mut self, words: &str) {
        self.wait(words, |terminal| terminal.screen().contains(words));
    }

    /// Reads until these words are on the screen no more.
    pub(crate) fn sees_no_more(&mut self, words: &str) {
        self.wait(words, |terminal| !terminal.screen().contains(words));
    }

    fn wait(&mut self, words: &str, there: impl Fn(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !there(self) {
            let left = end.saturating_duration_since(Instant::now());
            let piece =
                self.pieces.recv_timeout(left).unwrap_or_else(|e| panic!("{e}: {words:?} in\n{}", self.screen()));
            self.written.push_str(&String::from_utf8_lossy(&piece));
            self.seen.process(&piece);
        }
    }

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        self.seen.screen().contents()
    }

    /// Types keys.
    pub(crate) fn types(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line where the program asks for one, and sees that it is taken.
    pub(crate) fn answers(&mut self, line: &str) {
        self.wait("a question", |terminal| terminal.seen.screen().bracketed_paste());
        let taken = |terminal: &Self| terminal.written.matches("\u{1b}[?2004l").count();
        let before = taken(self);
        self.types(&format!("{line}\r"));
        self.wait("that the line is taken", |terminal| taken(terminal) > before);
    }

    /// Presses keys where the program asks for a line.
    pub(crate) fn presses(&mut self, keys: &str) {
        self.wait("a question", |terminal| terminal.seen.screen().bracketed_paste());
        self.types(keys);
    }

    /// Pastes a text, as terminals do for a program that wants to know what is pasted.
    pub(crate) fn pastes(&mut self, text: &str) {
        self.presses(&format!("\u{1b}[200~{text}\u{1b}[201~"));
    }

    /// Makes it another size, as a person who drags its window.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        tcsetwinsize(&self.master, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        self.seen.screen_mut().set_size(some(rows), some(columns));
        self.signal(Signal::WINCH);
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the program's end; gives its exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Reads until the terminal is as a shell wants it: lines are edited and echoed, nothing is drawn
    /// over, the cursor is seen, and what is pasted is plain.
    pub(crate) fn is_given_back(&mut self) {
        self.wait("a terminal that is given back", |terminal| {
            let modes = tcgetattr(&terminal.side).unwrap().local_modes;
            let screen = terminal.seen.screen();
            modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
                && !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
        });
    }
}

fn some(n: u16) -> NonZero<u16> {
    NonZero::new(n).unwrap()
}
