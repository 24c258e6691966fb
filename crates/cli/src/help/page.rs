//! A verb's page, laid out as clap does it.

use super::after;
use super::ids;
use super::words::Words;
use crate::args::Cli;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// Columns where nobody says how many there are, and the most that are used.
const WIDTH: usize = 100;
/// Between the columns, and before the first.
const TAB: usize = 2;
/// Where texts begin that stand below what they are about.
const BELOW: usize = 10;
/// What `-s, ` takes, which is left free where there is no such letter.
const LETTER: usize = 4;
/// From which share of the width on the first column is too wide for texts beside it.
const WIDE: f32 = 0.40;

/// The page of the verb with these names, for the terminal's width; styled, to be written by something that
/// knows whether styles are wanted.
pub(crate) fn page(path: &[String], long: bool, words: &Words) -> String {
    let mut root = Cli::command();
    root.build();
    let verb = path.iter().try_fold(&root, |command, name| command.find_subcommand(name));
    Page { command: verb.unwrap_or(&root), path, long, words, width: columns() }.written()
}

fn columns() -> usize {
    let told = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let found = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    found.or_else(told).unwrap_or(WIDTH).min(WIDTH)
}

/// Lines of at most so many columns, broken at spaces; a mark that stands alone, as in French, stays with
/// the word before it.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut words = paragraph.split(' ').peekable();
        while let Some(word) = words.next() {
            let mut word = word.to_owned();
            while let Some(next) =
                words.next_if(|next| word.ends_with('«') || next.starts_with([':', ';', '?', '!', '»']))
            {
                word.push(' ');
                word.push_str(next);
            }
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
    }
    lines
}

/// A line of two columns: what it is about, without and with styles, and what is said of it.
struct Entry<'a> {
    plain: String,
    styled: String,
    text: String,
    facts: Vec<String>,
    about: Option<&'a Arg>,
}

pub(super) struct Page<'a> {
    pub(super) command: &'a Command,
    pub(super) path: &'a [String],
    pub(super) long: bool,
    pub(super) words: &'a Words,
    pub(super) width: usize,
}

impl Page<'_> {
    pub(super) fn written(&self) -> String {
        let about = self.command.get_about().map(ToString::to_string).unwrap_or_default();
        let about = self.words.first(&[ids::verb(self.path)], &about);
        let mut parts = vec![
            wrapped(&about, self.width).join("\n"),
            format!("{} {}", self.heading("help-heading-usage"), self.usage()),
        ];
        let verbs: Vec<Entry<'_>> =
            self.command.get_subcommands().filter(|verb| !verb.is_hide_set()).map(|verb| self.verb(verb)).collect();
        let shown = |arg: &&Arg| {
            !arg.is_hide_set() && !(if self.long { arg.is_hide_long_help_set() } else { arg.is_hide_short_help_set() })
        };
        let args: Vec<&Arg> = self.command.get_arguments().filter(shown).collect();
        let of = |which: &dyn Fn(&Arg) -> bool| -> Vec<Entry<'_>> {
            args.iter().filter(|arg| which(arg)).map(|arg| self.argument(arg)).collect()
        };
        for (heading, entries) in [
            ("help-heading-commands", verbs),
            ("help-heading-arguments", of(&Arg::is_positional)),
            ("help-heading-options", of(&|arg| !arg.is_positional() && arg.get_help_heading().is_none())),
            ("help-heading-everywhere", of(&|arg| !arg.is_positional() && arg.get_help_heading().is_some())),
        ] {
            if !entries.is_empty() {
                parts.push(format!("{}\n{}", self.heading(heading), self.columns(&entries)));
            }
        }
        if let Some(below) = self.command.get_after_help() {
            parts.push(after::written(&below.to_string(), self.path, self.words, self.width));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n") + "\n"
    }

    fn heading(&self, id: &str) -> String {
        let style = self.command.get_styles().get_header();
        format!("{style}{}{style:#}", self.words.say(id))
    }

    /// How it is written, in clap's words and ours.
    fn usage(&self) -> String {
        let usage = self.command.clone().render_usage().ansi().to_string();
        let style = self.command.get_styles().get_usage();
        let bare = usage.strip_prefix(&format!("{style}Usage:{style:#} ")).unwrap_or(&usage);
        self.words.usage(bare.trim_end(), self.command.has_subcommands())
    }

    fn verb(&self, verb: &Command) -> Entry<'_> {
        let style = self.command.get_styles().get_literal();
        let path: Vec<String> = self.path.iter().cloned().chain([verb.get_name().to_owned()]).collect();
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        Entry {
            plain: verb.get_name().to_owned(),
            styled: format!("{style}{}{style:#}", verb.get_name()),
            text: self.words.first(&[ids::verb(&path)], &about),
            facts: Vec::new(),
            about: None,
        }
    }

    fn argument<'a>(&self, arg: &'a Arg) -> Entry<'a> {
        let style = self.command.get_styles().get_literal();
        let placeholder = self.command.get_styles().get_placeholder();
        let whole = arg.to_string();
        let (plain, styled) = match (arg.get_short(), arg.get_long()) {
            (letter, Some(long)) => {
                let rest = whole.strip_prefix(&format!("--{long}")).unwrap_or_default();
                let (before, styled) = match letter {
                    Some(letter) => (format!("-{letter}, "), format!("{style}-{letter}{style:#}, ")),
                    None => (" ".repeat(LETTER), " ".repeat(LETTER)),
                };
                let suffix = match rest {
                    "" => String::new(),
                    rest => format!("{placeholder}{rest}{placeholder:#}"),
                };
                (format!("{before}{whole}"), format!("{styled}{style}--{long}{style:#}{suffix}"))
            }
            _ => (whole.clone(), format!("{placeholder}{whole}{placeholder:#}")),
        };
        let ids = ids::argument(self.path, arg);
        let said = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let text = match arg.get_long_help().map(ToString::to_string).filter(|long| self.long && *long != said) {
            Some(long) => self.words.first(&ids::at_length(&ids), &long),
            None => self.words.first(&ids, &said),
        };
        Entry { plain, styled, text, facts: self.facts(arg), about: Some(arg) }
    }

    /// What is known of an argument: its variable, its default, its values if they are not listed.
    fn facts(&self, arg: &Arg) -> Vec<String> {
        let mut facts = Vec::new();
        if let Some(name) = arg.get_env().filter(|_| !arg.is_hide_env_set()) {
            let value = arg.is_hide_env_values_set().then(String::new).unwrap_or_else(|| {
                format!("={}", std::env::var_os(name).map(|v| v.to_string_lossy().into_owned()).unwrap_or_default())
            });
            let variable = format!("{}{value}", name.to_string_lossy());
            facts.push(self.words.tell("help-fact-variable", &[("variable", &variable)]));
        }
        let takes = arg.get_action().takes_values();
        let default: Vec<String> = arg.get_default_values().iter().map(|v| quoted(&v.to_string_lossy())).collect();
        if takes && !default.is_empty() && !arg.is_hide_default_value_set() {
            facts.push(self.words.tell("help-fact-default", &[("value", &default.join(" "))]));
        }
        let values = arg.get_possible_values();
        if !values.is_empty() && !arg.is_hide_possible_values_set() && !self.lists(arg) {
            let names: Vec<String> = values.iter().filter(|v| !v.is_hide_set()).map(|v| quoted(v.get_name())).collect();
            facts.push(self.words.tell("help-fact-values", &[("values", &names.join(", "))]));
        }
        facts
    }

    /// Whether its values are listed with what each means.
    fn lists(&self, arg: &Arg) -> bool {
        self.long && arg.get_possible_values().iter().any(|v| !v.is_hide_set() && v.get_help().is_some())
    }

    fn columns(&self, entries: &[Entry<'_>]) -> String {
        let first = entries.iter().map(|entry| entry.plain.width()).fold(TAB, usize::max);
        let taken = first + TAB * 2;
        let beside = |entry: &Entry<'_>| {
            let text = entry.text.width() + entry.facts.join(" ").width();
            #[allow(clippy::cast_precision_loss, reason = "columns of a terminal")]
            let wide = self.width >= taken && taken as f32 / self.width as f32 > WIDE;
            !(self.long && entry.about.is_some() || wide && text > self.width - taken)
        };
        let beside = entries.iter().all(beside);
        let spaced = self.long && entries.iter().any(|entry| entry.about.is_some());
        let all: Vec<String> = entries.iter().map(|entry| self.entry(entry, beside.then_some(first))).collect();
        all.join(if spaced { "\n\n" } else { "\n" })
    }

    /// An entry, with its text beside a first column of this width, or below.
    fn entry(&self, entry: &Entry<'_>, beside: Option<usize>) -> String {
        let from = beside.map_or(BELOW, |first| first + TAB * 2);
        let room = self.width.saturating_sub(from);
        let mut lines: Vec<String> = Vec::new();
        match entry.about {
            Some(arg) if self.long => {
                let mut parts = vec![wrapped(&entry.text, room)];
                if self.lists(arg) {
                    parts.push(self.values(arg, room));
                }
                if !entry.facts.is_empty() {
                    parts.push(entry.facts.iter().flat_map(|fact| wrapped(fact, room)).collect());
                }
                parts.retain(|part| part.iter().any(|line| !line.is_empty()));
                for (n, part) in parts.into_iter().enumerate() {
                    lines.extend((n > 0).then(String::new));
                    lines.extend(part);
                }
            }
            _ => {
                let all = [entry.text.as_str()].into_iter().chain(entry.facts.iter().map(String::as_str));
                let all: Vec<&str> = all.filter(|part| !part.is_empty()).collect();
                lines.extend(wrapped(&all.join(" "), room));
            }
        }
        let mut out = format!("{:TAB$}{}", "", entry.styled);
        let mut pad = match beside {
            Some(first) => " ".repeat(first + TAB - entry.plain.width()),
            None => format!("\n{:from$}", ""),
        };
        for line in lines {
            let _ = match line.is_empty() {
                true => writeln!(out),
                false => write!(out, "{pad}{line}"),
            };
            pad = format!("\n{:from$}", "");
        }
        out
    }

    /// The list of an argument's values.
    fn values(&self, arg: &Arg, room: usize) -> Vec<String> {
        let style = self.command.get_styles().get_literal();
        let ids = ids::argument(self.path, arg);
        let values = arg.get_possible_values();
        let shown: Vec<_> = values.iter().filter(|value| !value.is_hide_set()).collect();
        let longest = shown.iter().map(|value| value.get_name().width()).max().unwrap_or(0);
        let mut lines = vec![self.words.say("help-heading-values")];
        for value in shown {
            let name = value.get_name();
            let Some(help) = value.get_help() else {
                lines.push(format!("- {style}{name}{style:#}"));
                continue;
            };
            let help = self.words.first(&ids::value(&ids, value), &help.to_string());
            let from = longest + 2;
            let text = wrapped(&help, room.saturating_sub(from + 2));
            for (n, line) in text.iter().enumerate() {
                lines.push(match n {
                    0 => format!("- {style}{name}{style:#}: {:pad$}{line}", "", pad = longest - name.width()),
                    _ => format!("{:from$}  {line}", ""),
                });
            }
        }
        lines
    }
}

/// A value as it would be typed.
fn quoted(value: &str) -> String {
    match value.is_empty() || value.contains(char::is_whitespace) {
        true => format!("{value:?}"),
        false => value.to_owned(),
    }
}
