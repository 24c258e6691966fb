//! What is wrong with a command line, as clap says it.

use super::words::Words;
use crate::args::{Cli, Wrong};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};
use std::error::Error as _;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// An error of the command line, without styles: what is wrong, what may be meant, how it is written.
pub(crate) fn fault(error: &Error, words: &Words) -> String {
    let fault = Fault { error, words };
    let english = error.render().to_string();
    let what = fault.what().unwrap_or_else(|| {
        let first = english.split("\n\n").next().unwrap_or_default().trim_end();
        first.strip_prefix("error: ").unwrap_or(first).to_owned()
    });
    let mut parts = vec![format!("{} {what}", words.say("help-fault-error"))];
    let tips = fault.tips();
    if !tips.is_empty() {
        let tip = words.say("help-fault-tip");
        parts.push(tips.iter().map(|text| format!("  {tip} {text}")).collect::<Vec<_>>().join("\n"));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let bare = without_global(usage.strip_prefix("Usage: ").unwrap_or(&usage).trim_end());
        parts.push(format!("{} {}", words.say("help-heading-usage"), words.usage(&bare, has_verbs(&bare))));
    }
    if english.contains("For more information, try '--help'.") {
        parts.push(words.say("help-fault-more"));
    }
    parts.join("\n\n")
}

/// A usage without the flags that every verb takes: clap repeats those that are given, also by the environment, and
/// they read there as if they were needed.
pub(crate) fn without_global(usage: &str) -> String {
    let root = Cli::command();
    root.get_arguments().filter(|arg| arg.is_global_set()).fold(usage.to_owned(), |usage, arg| {
        let [long, value] = [arg.get_long(), arg.get_value_names().and_then(|names| Some(names.first()?.as_str()))];
        match (long, value) {
            (Some(long), Some(value)) => usage.replace(&format!(" --{long} <{value}>"), ""),
            (Some(long), None) => usage.replace(&format!(" --{long}"), ""),
            (None, _) => usage,
        }
    })
}

/// Whether verbs can stand at the end of what is written so.
fn has_verbs(usage: &str) -> bool {
    let root = Cli::command();
    let names = usage.split_whitespace().skip(1);
    names
        .map_while(|name| name.starts_with(char::is_alphabetic).then_some(name))
        .try_fold(&root, |command, name| command.find_subcommand(name))
        .is_some_and(Command::has_subcommands)
}

struct Fault<'a> {
    error: &'a Error,
    words: &'a Words,
}

impl Fault<'_> {
    fn one(&self, kind: ContextKind) -> Option<&str> {
        match self.error.get(kind)? {
            ContextValue::String(text) => Some(text),
            _ => None,
        }
    }

    fn many(&self, kind: ContextKind) -> Vec<&str> {
        match self.error.get(kind) {
            Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
            Some(ContextValue::String(text)) => vec![text],
            _ => Vec::new(),
        }
    }

    fn number(&self, kind: ContextKind) -> Option<String> {
        match self.error.get(kind)? {
            ContextValue::Number(n) => Some(n.to_string()),
            _ => None,
        }
    }

    /// What is wrong; none where only clap knows.
    fn what(&self) -> Option<String> {
        let argument = || self.one(ContextKind::InvalidArg);
        let value = || self.one(ContextKind::InvalidValue);
        let tell = |id: &str, gaps: &[(&'static str, &str)]| self.words.tell(id, gaps);
        match self.error.kind() {
            ErrorKind::ArgumentConflict => self.conflict(),
            ErrorKind::NoEquals => Some(tell("help-fault-equals", &[("argument", argument()?)])),
            ErrorKind::InvalidValue => {
                let said = match value()? {
                    "" => tell("help-fault-no-value", &[("argument", argument()?)]),
                    value => tell("help-fault-value", &[("value", value), ("argument", argument()?)]),
                };
                Some(said + &self.list("help-fact-values", "values", ContextKind::ValidValue))
            }
            ErrorKind::ValueValidation => {
                let said = tell("help-fault-value", &[("value", value()?), ("argument", argument()?)]);
                Some(match self.why() {
                    Some(why) => tell("help-fault-why", &[("fault", &said), ("why", &why)]),
                    None => said,
                })
            }
            ErrorKind::UnknownArgument => Some(tell("help-fault-unknown", &[("argument", argument()?)])),
            ErrorKind::InvalidSubcommand => {
                Some(tell("help-fault-verb", &[("verb", self.one(ContextKind::InvalidSubcommand)?)]))
            }
            ErrorKind::MissingSubcommand => {
                let said = tell("help-fault-no-verb", &[("verb", self.one(ContextKind::InvalidSubcommand)?)]);
                Some(said + &self.list("help-fact-verbs", "verbs", ContextKind::ValidSubcommand))
            }
            ErrorKind::MissingRequiredArgument => {
                let missing = self.many(ContextKind::InvalidArg);
                let lines: String = missing.iter().map(|argument| format!("\n  {argument}")).collect();
                Some(self.words.say("help-fault-missing") + &lines)
            }
            ErrorKind::TooManyValues => {
                Some(tell("help-fault-too-many", &[("value", value()?), ("argument", argument()?)]))
            }
            ErrorKind::TooFewValues => {
                let least = self.number(ContextKind::MinValues)?;
                Some(tell("help-fault-too-few", &[("argument", argument()?), ("least", &least)]))
            }
            ErrorKind::WrongNumberOfValues => {
                let wanted = self.number(ContextKind::ExpectedNumValues)?;
                Some(tell("help-fault-count", &[("argument", argument()?), ("wanted", &wanted)]))
            }
            _ => None,
        }
    }

    fn conflict(&self) -> Option<String> {
        let tell = |id: &str, gaps: &[(&'static str, &str)]| self.words.tell(id, gaps);
        let (argument, others) = (self.one(ContextKind::InvalidArg)?, self.many(ContextKind::PriorArg));
        Some(match others.as_slice() {
            [other] if *other == argument => tell("help-fault-twice", &[("argument", argument)]),
            [other] if matches!(self.error.get(ContextKind::PriorArg), Some(ContextValue::String(_))) => {
                tell("help-fault-together", &[("argument", argument), ("other", other)])
            }
            others => {
                let lines: String = others.iter().map(|other| format!("\n  {other}")).collect();
                tell("help-fault-together-with", &[("argument", argument)]) + &lines
            }
        })
    }

    fn list(&self, id: &str, name: &'static str, kind: ContextKind) -> String {
        match self.many(kind).join(", ") {
            list if list.is_empty() => list,
            list => format!("\n  {}", self.words.tell(id, &[(name, &list)])),
        }
    }

    /// Why a value cannot be taken: ours by its name, those of numbers by what they are.
    fn why(&self) -> Option<String> {
        let source = self.error.source()?;
        if let Some(wrong) = source.downcast_ref::<Wrong>() {
            let (id, word) = wrong.said();
            return Some(self.words.tell(id, &[("word", word)]));
        }
        if let Some(error) = source.downcast_ref::<ParseIntError>() {
            return Some(self.words.say(match error.kind() {
                IntErrorKind::Empty => "help-wrong-empty",
                IntErrorKind::PosOverflow => "help-wrong-large",
                IntErrorKind::NegOverflow => "help-wrong-small",
                _ => "help-wrong-digit",
            }));
        }
        if source.is::<ParseFloatError>() {
            return Some(self.words.say("help-wrong-number"));
        }
        let english = source.to_string();
        match english.split_once(" is not in ") {
            Some((word, bounds)) => Some(self.words.tell("help-wrong-bounds", &[("word", word), ("bounds", bounds)])),
            None => Some(english),
        }
    }

    /// What may be meant.
    fn tips(&self) -> Vec<String> {
        let mut tips = Vec::new();
        for (kind, one, several) in [
            (ContextKind::SuggestedSubcommand, "help-tip-verb", "help-tip-verbs"),
            (ContextKind::SuggestedArg, "help-tip-argument", "help-tip-arguments"),
            (ContextKind::SuggestedValue, "help-tip-value", "help-tip-values"),
        ] {
            let similar: Vec<String> = self.many(kind).iter().map(|name| format!("'{name}'")).collect();
            if !similar.is_empty() {
                let id = if similar.len() == 1 { one } else { several };
                tips.push(self.words.tell(id, &[("similar", &similar.join(", "))]));
            }
        }
        if let Some(ContextValue::StyledStrs(others)) = self.error.get(ContextKind::Suggested) {
            tips.extend(others.iter().map(|other| self.tip(&other.to_string())));
        }
        if tips.is_empty()
            && let Some(word) = self.said()
        {
            tips.push(self.words.tell("help-tip-ask", &[("word", word)]));
        }
        tips
    }

    /// A word that stands where a verb of the program itself could, and may be all that somebody has to say.
    fn said(&self) -> Option<&str> {
        let Some(ContextValue::StyledStr(usage)) = self.error.get(ContextKind::Usage) else { return None };
        let below = usage.to_string().split_whitespace().nth(2)?.starts_with(char::is_alphabetic);
        self.one(ContextKind::InvalidSubcommand).filter(|_| !below)
    }

    /// A tip that clap gives as a sentence: what it names stands in quotes.
    fn tip(&self, english: &str) -> String {
        let between = |before: &str, after: &str| english.strip_prefix(before)?.strip_suffix(after);
        if let Some((word, usage)) = between("to pass '", "'").and_then(|s| s.split_once("' as a value, use '")) {
            return self.words.tell("help-tip-dashes", &[("word", word), ("usage", usage)]);
        }
        if let Some(verb) = between("subcommand '", "' exists; to use it, remove the '--' before it") {
            return self.words.tell("help-tip-no-dashes", &[("verb", verb)]);
        }
        match between("'", "' exists") {
            Some(usage) => self.words.tell("help-tip-exists", &[("usage", usage)]),
            None => english.to_owned(),
        }
    }
}
