//! The binary `countersign`: the server, the terminal client, and verbs for scripts (DESIGN §9).
//!
//! Every verb that uses data goes through one [`client::Client`], which asks the running server or
//! calls the same router in this process; so the terminal can do nothing that the page cannot.

mod acp;
mod args;
mod batch;
mod client;
mod desk;
mod failure;
mod help;
mod home;
mod interrupt;
mod limits;
mod mcp;
mod moment;
mod screen;
mod show;
mod slash;
mod stdio;
mod store;
mod texts;
mod verbs;

use args::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use countersign_core::problem::Problem;
use countersign_engine::effects::{chats, sandbox};
use failure::{Exit, Failure, Result};
use screen::{Ink, Screen, clean};
use serde_json::Value;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;
use texts::say;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    // Before anything else: these are processes of our own.
    match arguments.next() {
        // Its exit code is the confined command's.
        Some(verb) if verb == sandbox::VERB => return ExitCode::from(sandbox::sandboxed(arguments)),
        Some(verb) if verb == chats::VERB && arguments.next().is_none() => return ExitCode::from(chats::written()),
        _ => {}
    }
    ExitCode::from(run().code())
}

fn run() -> Exit {
    let mut args: Vec<OsString> = std::env::args_os().collect();
    let read = Cli::read(&args).or_else(|error| {
        let read = as_list(&args).into_iter().chain(as_sentence(&error, &args)).find_map(|other| {
            let cli = Cli::read(&other).ok()?;
            args = other;
            Some(cli)
        });
        read.ok_or(error)
    });
    let cli = match read {
        Ok(cli) => cli,
        Err(error) => return unread(&error, &args),
    };
    let mut screen = Screen::new(cli.global.json, cli.global.plain);
    if let Some(tag) = &cli.global.lang {
        if !texts::spoken(tag) {
            let text = say!("cli-unknown-language", tag = tag.as_str());
            return failed(&mut screen, &Failure::new("unknown_language", text, say!("cli-unknown-language-hint")));
        }
        texts::speak(tag);
    }
    let ended = match runtime() {
        Ok(runtime) => {
            let ended = runtime.block_on(async {
                match cli.verb {
                    Some(verb) => verbs::run(&cli.global, verb, &mut screen).await,
                    None => verbs::prompt(&cli.global, &mut screen).await,
                }
            });
            // Whatever computes or waits for a disk by itself ends with the process.
            runtime.shutdown_timeout(LEFT_OVER);
            ended
        }
        Err(failure) => Err(failure),
    };
    match ended {
        Ok(exit) => exit,
        Err(failure) if failure.is_broken_pipe() => Exit::Clear,
        Err(Failure::Stream(cause)) if client::has_changed() => {
            let text = say!("cli-answer-lost", cause = cause.to_string());
            failed(&mut screen, &Failure::new("answer_lost", text, say!("cli-answer-lost-hint")))
        }
        Err(failure) => failed(&mut screen, &failure),
    }
}

fn failed(screen: &mut Screen, failure: &Failure) -> Exit {
    // Where standard output takes nothing, at least a person is told.
    if report(screen, failure).is_err() {
        let _ = report(&mut Screen::new(false, screen.is_plain()), failure);
    }
    failure.exit()
}

/// `countersign ask "- buy milk"`: what begins with a hyphen and a blank is a line of a list and no flag. The same
/// words behind the sign from which on there are none; where no verb stands, they are asked.
fn as_list(args: &[OsString]) -> Vec<Vec<OsString>> {
    let line = |arg: &OsString| {
        arg.to_str().and_then(|arg| arg.strip_prefix('-')).is_some_and(|rest| rest.starts_with(char::is_whitespace))
    };
    let flags = args.iter().position(|arg| *arg == "--").unwrap_or(args.len());
    let (before, rest) = args.split_at(flags);
    let (lines, others): (Vec<&OsString>, Vec<&OsString>) = before.iter().partition(|arg| line(arg));
    if lines.is_empty() || !rest.is_empty() {
        return Vec::new();
    }
    let with = |verb: Option<&str>| {
        let (others, lines) = (others.iter().map(|arg| (*arg).clone()), lines.iter().map(|arg| (*arg).clone()));
        others.chain(verb.map(OsString::from)).chain([OsString::from("--")]).chain(lines).collect()
    };
    vec![with(None), with(Some("ask"))]
}

/// `countersign "buy milk"`: a sentence where a verb would stand is asked. One word is not taken for a
/// sentence, so that a mistyped verb stays an error.
fn as_sentence(error: &clap::Error, args: &[OsString]) -> Option<Vec<OsString>> {
    let Some(ContextValue::String(said)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let mut args = args.to_vec();
    let place = args.iter().position(|arg| arg.to_str() == Some(said))?;
    args.insert(place, "ask".into());
    said.trim().contains(char::is_whitespace).then_some(args)
}

/// A command line that cannot be read, or a question for help or the version.
fn unread(error: &clap::Error, args: &[OsString]) -> Exit {
    // Nothing can be done about a terminal that is gone, here and below.
    if error.kind() == ErrorKind::DisplayVersion {
        let _ = error.print();
        return Exit::Clear;
    }
    let language = help::language(args).or_else(|| in_settings(args));
    if let Some(tag) = &language {
        texts::speak(tag);
    }
    let words = || help::Words::of(language.as_deref());
    if !error.use_stderr() {
        let _ = match help::wanted(args) {
            Some(wanted) => help::show(&help::page(&wanted.path, wanted.long, &words()), false),
            None => error.print(),
        };
        return Exit::Clear;
    }
    let json = args.iter().skip(1).take_while(|arg| *arg != "--").any(|arg| arg == "--json");
    let mut screen = Screen::new(json, false);
    if json {
        let _ = report(&mut screen, &usage(error.kind(), &error.render().to_string()));
    } else if let Some(wanted) = help::wanted(args) {
        let _ = help::show(&help::page(&wanted.path, wanted.long, &words()), true);
    } else {
        // Line by line: what was typed is repeated in it.
        for line in help::fault(error, &words()).lines() {
            let _ = screen.error(clean(line));
        }
    }
    // clap's own code for a usage error is 2, which here says that something is pending.
    Exit::Failed
}

/// The language of the settings, of whichever folder a command line names.
fn in_settings(args: &[OsString]) -> Option<String> {
    let home = home::Home::find(help::folder(args).as_deref()).ok()?;
    runtime().ok()?.block_on(store::language(&home))
}

/// clap's text as message and hint, for programs: its first paragraph, and what follows.
fn usage(kind: ErrorKind, text: &str) -> Failure {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if kind == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let usage = text.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
        return Failure::new("usage", say!("cli-usage-no-command"), joined(usage));
    }
    let (message, hint) = text.split_once("\n\n").unwrap_or((text, ""));
    Failure::new("usage", joined(message.trim_start_matches("error: ")), help::without_global(&joined(hint)))
}

/// How long work that nobody waits for any more may go on at the end.
const LEFT_OVER: Duration = Duration::from_secs(3);

fn runtime() -> Result<tokio::runtime::Runtime> {
    limits::enough_files()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    #[cfg(unix)]
    {
        // SIGXFSZ ends who has no word for it: with one, a file beyond its limit is an error like any other.
        const FILE_TOO_LARGE: i32 = 25;
        let _inside = runtime.enter();
        drop(tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(FILE_TOO_LARGE)));
    }
    Ok(runtime)
}

/// Says what failed, what is to blame, and what to do next.
fn report(screen: &mut Screen, failure: &Failure) -> Result<()> {
    let body = failure.body();
    if screen.is_json() {
        return screen.json(&body);
    }
    let message = match failure {
        // The server's begin small and without a full stop, since they stand in logs too.
        Failure::Answered(_) => show::sentence(&body.message),
        Failure::Refused { .. } | Failure::Stream(_) => show::stopped(&clean(&body.message)),
    };
    screen.error(screen.ink(Ink::Danger, message))?;
    if let Some(cause) = body.details.as_ref().and_then(|details| details["cause"].as_str()) {
        screen.error(format!("  {}", clean(cause)))?;
    }
    for problem in problems(body.details.as_ref()) {
        screen.error(format!("  {}", show::defect(&problem)))?;
    }
    match Failure::hint(&body).filter(|hint| !hint.is_empty()) {
        Some(hint) => screen.error(clean(&hint)),
        None => Ok(()),
    }
}

/// The problems listed in an answer's details, wherever it keeps them.
fn problems(details: Option<&Value>) -> Vec<Problem> {
    let Some(details) = details else { return Vec::new() };
    let entries = [details, &details["items"]].into_iter().filter_map(Value::as_array).flatten();
    let nested = entries.flat_map(|entry| [&entry["errors"], &entry["problem"]]);
    let all = nested.chain([&details["problems"]]).flat_map(|found| match found {
        Value::Array(list) => list.clone(),
        other => vec![other.clone()],
    });
    all.filter_map(|value| serde_json::from_value(value).ok()).collect()
}
