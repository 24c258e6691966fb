//! Writing to the terminal: colour or none, symbols or words, text or one line of JSON; and asking,
//! which happens only where a person can answer.

pub(crate) mod line;
pub(crate) mod text;
#[cfg(unix)]
mod typed;

use crate::failure::Result;
use crate::texts::say;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use countersign_core::hidden;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, IsTerminal, Stdout, Write};
use terminal_size::{Height, Width, terminal_size_of};

/// What a piece of text is, and with that how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    /// A heading.
    Strong,
    /// Beside the point.
    Faint,
    /// Adds something.
    Add,
    /// Changes something.
    Change,
    /// Deletes or has failed.
    Danger,
    /// Signed. No other thing has this colour.
    Signed,
}

impl Ink {
    const ALL: [Self; 6] = [Self::Strong, Self::Faint, Self::Add, Self::Change, Self::Danger, Self::Signed];

    fn style(self) -> Style {
        let colour = |c: AnsiColor| Style::new().fg_color(Some(c.into()));
        match self {
            Self::Strong => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Add => colour(AnsiColor::Green),
            Self::Change => colour(AnsiColor::Yellow),
            Self::Danger => colour(AnsiColor::Red),
            Self::Signed => colour(AnsiColor::Blue).bold(),
        }
    }

    /// A text in this ink.
    fn on(self, text: impl std::fmt::Display) -> String {
        let style = self.style();
        format!("{style}{text}{style:#}")
    }
}

/// Where lines go.
enum Out {
    Terminal(AutoStream<Stdout>),
    /// Kept for whoever draws them itself.
    Kept(Vec<String>),
}

/// Standard output, and whether there is a person at the other end.
pub(crate) struct Screen {
    out: Out,
    json: bool,
    plain: bool,
    announced: bool,
    /// Nobody reads standard output any more (`… | head -1`). What was asked for is done all the same,
    /// and the exit code says how it went.
    unread: bool,
    #[cfg(unix)]
    keyboard: typed::Keyboard,
}

/// What was typed before a question stood there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Early {
    /// Answers nothing: nobody had read the question.
    LeftOut,
    /// Is the next sentence.
    Counts,
}

/// Gives the terminal back as it was, if a line is being typed in it.
pub(crate) fn give_back() {
    #[cfg(unix)]
    typed::give_back();
}

impl Screen {
    /// For these flags.
    pub(crate) fn new(json: bool, plain: bool) -> Self {
        let stdout = io::stdout();
        // auto() obeys NO_COLOR, CLICOLOR_FORCE and TERM=dumb, and looks for a terminal.
        let out = if plain || json { AutoStream::new(stdout, ColorChoice::Never) } else { AutoStream::auto(stdout) };
        Self::of(Out::Terminal(out), json, plain)
    }

    /// Keeps its lines, with their ink: for whoever draws them on a screen of its own.
    pub(crate) fn kept() -> Self {
        Self::of(Out::Kept(Vec::new()), false, false)
    }

    fn of(out: Out, json: bool, plain: bool) -> Self {
        Self {
            out,
            json,
            plain,
            announced: false,
            unread: false,
            #[cfg(unix)]
            keyboard: typed::Keyboard::default(),
        }
    }

    /// The lines that were kept.
    pub(crate) fn lines(self) -> Vec<String> {
        match self.out {
            Out::Terminal(_) => Vec::new(),
            Out::Kept(lines) => lines,
        }
    }

    /// Answers are one line of JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Words instead of symbols.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Whether a question would reach a person.
    pub(crate) fn can_ask(&self) -> bool {
        matches!(self.out, Out::Terminal(_)) && !self.json && is_terminal()
    }

    /// Text in this ink.
    pub(crate) fn ink(&self, ink: Ink, text: impl std::fmt::Display) -> String {
        ink.on(text)
    }

    /// Writes a line; one that is wider than the terminal is broken between its words.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        let line = inked_only(text.as_ref());
        self.written_line(self.fitted(line, terminal_size_of(io::stdout())))
    }

    /// Writes a line of a file, a diff or an output, where each space counts, as it is.
    pub(crate) fn verbatim(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.written_line(inked_only(text.as_ref()))
    }

    /// What is written to a terminal of a known width; a screen reader needs no lines.
    fn fitted(&self, line: String, size: Option<(Width, Height)>) -> String {
        match size {
            Some((Width(width), _)) if matches!(self.out, Out::Terminal(_)) && !self.json && !self.plain => {
                text::fitted(&line, usize::from(width))
            }
            _ => line,
        }
    }

    fn written_line(&mut self, line: String) -> Result<()> {
        // A screen reader's user hears first what kind of output this is (UI.md "Terminal").
        if self.plain && !self.json && !self.announced {
            self.announced = true;
            self.put(say!("cli-plain-mode"))?;
        }
        self.put(line)
    }

    fn put(&mut self, line: String) -> Result<()> {
        match &mut self.out {
            Out::Terminal(_) if self.unread => {}
            Out::Terminal(out) => {
                let written = writeln!(out, "{line}");
                self.written(written)?;
            }
            Out::Kept(lines) => lines.push(line),
        }
        Ok(())
    }

    /// What came of writing; a reader who has gone is no failure.
    fn written(&mut self, outcome: io::Result<()>) -> Result<()> {
        match outcome {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.unread = true,
            outcome => outcome?,
        }
        Ok(())
    }

    /// Writes a line to standard error. Where nobody can be told there (a full disk, a reader who has gone), the work
    /// goes on all the same.
    pub(crate) fn error(&mut self, text: impl AsRef<str>) -> Result<()> {
        let choice = if self.plain { ColorChoice::Never } else { AutoStream::choice(&io::stderr()) };
        let line = self.fitted(inked_only(text.as_ref()), terminal_size_of(io::stderr()));
        let _ = writeln!(AutoStream::new(io::stderr(), choice), "{line}");
        Ok(())
    }

    /// Writes text as it is, e.g. an export: a file's own bytes are never stripped or coloured. Only
    /// where a person looks at it is it made harmless.
    pub(crate) fn raw(&mut self, text: &str) -> Result<()> {
        if self.unread {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        let written = match out.is_terminal() {
            true => out.write_all(text.split('\n').map(clean).collect::<Vec<_>>().join("\n").as_bytes()),
            false => out.write_all(text.as_bytes()),
        };
        let written = written.and_then(|()| out.flush());
        drop(out);
        self.written(written)
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value).map_err(io::Error::from)?;
        self.raw(&format!("{}\n", countersign_core::hidden::escaped(&text)))
    }

    /// Writes a whole file as it is; as JSON its `text`, beside what else is known of it.
    pub(crate) fn file(&mut self, text: &str, mut besides: Map<String, Value>) -> Result<()> {
        if !self.is_json() {
            return self.raw(text);
        }
        besides.insert("text".to_owned(), text.into());
        self.json(&besides)
    }

    /// Asks, and gives the trimmed answer; `None` when the input has ended.
    pub(crate) fn ask(&mut self, question: &str, early: Early) -> Result<Option<String>> {
        let size = terminal_size_of(io::stdout());
        let fitted = |text: &str| self.fitted(text.to_owned(), size);
        let question = inked_only(question);
        // Where it takes more than a line, the keys that answer it have lines of their own.
        let question = match question.rsplit_once("  ") {
            Some((what, keys)) if fitted(&question) != question => [fitted(what), fitted(keys)].join("\n"),
            _ => fitted(&question),
        };
        #[cfg(unix)]
        let left = self.ink(Ink::Faint, say!("cli-typed-early"));
        let Out::Terminal(out) = &mut self.out else { return Ok(None) };
        #[cfg(unix)]
        if typed::draws() {
            out.flush()?;
            let bare = |line: &str| pieces(line).into_iter().map(|(_, text)| text).collect::<String>();
            let as_shown = |text: &str| match out.current_choice() {
                ColorChoice::Never => text.split('\n').map(bare).collect::<Vec<_>>().join("\n"),
                _ => text.to_owned(),
            };
            let (question, left) = (as_shown(&question), as_shown(&left));
            let said = self.keyboard.line(&question, early == Early::Counts, &left)?;
            return Ok(said.map(|said| said.trim().to_owned()));
        }
        #[cfg(unix)]
        if early == Early::LeftOut {
            typed::flushed()?;
        }
        write!(out, "{question} ")?;
        out.flush()?;
        let mut answer = String::new();
        match io::stdin().read_line(&mut answer)? {
            0 => {
                writeln!(out)?;
                Ok(None)
            }
            _ => Ok(Some(answer.trim().to_owned())),
        }
    }
}

/// A text from data, made harmless: no escape sequence of a title moves the cursor or hides words,
/// and it stays on one line.
pub(crate) fn clean(text: &str) -> String {
    hidden::marked(text)
}

/// A line in which the only sequences are those of [`Ink`]: what a caller forgot to [`clean`] is
/// still one line that steers nothing.
fn inked_only(text: &str) -> String {
    let styles = inks().map(|(_, code)| code);
    let mut out = String::with_capacity(text.len());
    for token in tokens(text, &styles) {
        match token {
            Token::Code(n) => out.extend(styles.get(n).map(String::as_str)),
            Token::Char(c) => out.push(c),
        }
    }
    out
}

/// A line as pieces of one ink each, for whoever draws it itself; nothing in it steers a terminal.
pub(crate) fn pieces(line: &str) -> Vec<(Option<Ink>, String)> {
    let codes = inks();
    let styles = codes.clone().map(|(_, code)| code);
    let mut out: Vec<(Option<Ink>, String)> = Vec::new();
    let mut now = None;
    for token in tokens(line, &styles) {
        match (token, out.last_mut().filter(|(ink, _)| *ink == now)) {
            (Token::Code(n), _) => now = codes.get(n).and_then(|(ink, _)| *ink),
            (Token::Char(c), Some((_, text))) => text.push(c),
            (Token::Char(c), None) => out.push((now, c.to_string())),
        }
    }
    out
}

/// What begins each ink, and, last, what ends one.
fn inks() -> [(Option<Ink>, String); Ink::ALL.len() + 1] {
    let reset = (None, Ink::Strong.style().render_reset().to_string());
    std::array::from_fn(|n| match Ink::ALL.get(n) {
        Some(ink) => (Some(*ink), ink.style().render().to_string()),
        None => reset.clone(),
    })
}

enum Token {
    /// The sequence at this place of the list.
    Code(usize),
    /// A character, made harmless.
    Char(char),
}

/// A text as the sequences among these that are in it, whole, and its other characters.
fn tokens<'a>(text: &'a str, codes: &'a [String]) -> impl Iterator<Item = Token> + 'a {
    let (mut chars, mut rest) = (hidden::each(text), text);
    std::iter::from_fn(move || {
        // Longest first: one style's sequences may begin with another's.
        let code = codes.iter().enumerate().filter(|(_, code)| rest.starts_with(code.as_str()));
        let (token, taken) = match code.max_by_key(|(_, code)| code.len()) {
            Some((n, code)) => {
                code.chars().zip(chars.by_ref()).for_each(drop);
                (Token::Code(n), code.len())
            }
            None => {
                let (c, unseen) = chars.next()?;
                (Token::Char(hidden::sign((c, unseen))), c.len_utf8())
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
        Some(token)
    })
}

/// Whether a person sits at both ends.
pub(crate) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::{Ink, Screen, clean, inked_only, pieces};

    #[test]
    fn nothing_in_a_title_steers_the_terminal() {
        for (text, expected) in [
            ("Pay rent", "Pay rent"),
            ("a\u{1b}[2Jb", "a\u{241b}[2Jb"),
            ("a\nb\tc\r", "a\u{240a}b\u{2409}c\u{240d}"),
            ("\u{9b}31m\u{7f}", "\u{fffd}31m\u{2421}"),
            ("safe\u{202e}gpj.exe", "safe\u{fffd}gpj.exe"),
            (
                "a\u{115f}b\u{2800}c\u{3164}d\u{e0100}e\u{fe0f}\u{e000}",
                "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}\u{fffd}",
            ),
            ("👩\u{200d}🚀 ❤\u{fe0f} a\u{200d}b", "👩\u{200d}🚀 ❤\u{fe0f} a\u{fffd}b"),
            ("žluťoučký 🐎 日本", "žluťoučký 🐎 日本"),
        ] {
            assert_eq!(clean(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_keeps_its_ink_and_nothing_else_that_steers() {
        let signed = |text: &str| {
            let style = Ink::Signed.style();
            format!("{style}{text}{style:#}")
        };
        assert_eq!(inked_only(&signed("Paid é 🐎")), signed("Paid é 🐎"));
        assert_eq!(inked_only(&signed("a\u{1b}]8;;x\u{7}b\nc")), signed("a\u{241b}]8;;x\u{2407}b\u{240a}c"));
        // Hidden text is no ink of ours.
        assert_eq!(inked_only("\u{1b}[8mx\u{1b}[0K"), "\u{241b}[8mx\u{241b}[0K");
    }

    #[test]
    fn a_kept_line_is_pieces_of_one_ink_each() {
        let mut screen = Screen::kept();
        let line = format!("a{}c\u{1b}[2J", screen.ink(Ink::Danger, "b"));
        screen.line(line).unwrap();
        let text = |text: &str| text.to_owned();
        let expected = vec![(None, text("a")), (Some(Ink::Danger), text("b")), (None, text("c\u{241b}[2J"))];
        assert_eq!(screen.lines().iter().map(|line| pieces(line)).collect::<Vec<_>>(), [expected]);
    }
}
