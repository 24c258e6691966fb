//! The binary `countersign`: the server, the terminal client, and verbs for scripts (DESIGN §9).
//!
//! Every verb that uses data goes through one [`client::Client`], which asks the running server or
//! calls the same router in this process; so the terminal can do nothing that the page cannot.

mod args;
mod batch;
mod client;
mod failure;
mod home;
mod moment;
mod screen;
mod show;
mod store;
mod texts;
mod verbs;

use args::Cli;
use clap::Parser;
use countersign_core::problem::Problem;
use failure::{Exit, Failure, Result};
use screen::{Ink, Screen, clean};
use serde_json::Value;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(run().code())
}

fn run() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be done about a terminal that is gone.
            let _ = error.print();
            // clap's own code for a usage error is 2, which here says that something is pending.
            return if error.use_stderr() { Exit::Failed } else { Exit::Clear };
        }
    };
    let mut screen = Screen::new(cli.global.json, cli.global.plain);
    let ended = match runtime() {
        Ok(runtime) => runtime.block_on(async {
            match cli.verb {
                Some(verb) => verbs::run(&cli.global, verb, &mut screen).await,
                None => verbs::prompt(&cli.global, &mut screen).await,
            }
        }),
        Err(failure) => Err(failure),
    };
    match ended {
        Ok(exit) => exit,
        Err(failure) if failure.is_broken_pipe() => Exit::Clear,
        Err(failure) => {
            let _ = report(&mut screen, &failure);
            failure.exit()
        }
    }
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

/// Says what failed, what is to blame, and what to do next.
fn report(screen: &mut Screen, failure: &Failure) -> Result<()> {
    let body = failure.body();
    if screen.is_json() {
        return screen.json(&body);
    }
    screen.error(screen.ink(Ink::Danger, show::sentence(&body.message)))?;
    for problem in problems(body.details.as_ref()) {
        screen.error(format!("  {}", show::defect(&problem)))?;
    }
    match body.hint.filter(|hint| !hint.is_empty()) {
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
