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
use failure::{Exit, Failure, Result};
use screen::{Ink, Screen, clean};
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
    screen.error(screen.ink(Ink::Danger, clean(&body.message)))?;
    for defect in defects(&body) {
        screen.error(format!("  {}", clean(&defect)))?;
    }
    match body.hint.filter(|hint| !hint.is_empty()) {
        Some(hint) => screen.error(clean(&hint)),
        None => Ok(()),
    }
}

/// The problems listed in an answer's details, wherever it keeps them.
fn defects(body: &countersign_core::wire::ErrorBody) -> Vec<String> {
    use serde_json::Value;
    fn problem(value: &Value) -> Option<String> {
        let (message, hint) = (value["message"].as_str()?, value["hint"].as_str().unwrap_or_default());
        Some(texts::say!("cli-problem", message = message, hint = hint))
    }
    let Some(details) = &body.details else { return Vec::new() };
    let lists = [details, &details["items"]].into_iter().filter_map(Value::as_array).flatten();
    let nested = lists.flat_map(|entry| {
        let errors = entry["errors"].as_array().into_iter().flatten().filter_map(problem);
        errors.chain(problem(&entry["problem"])).collect::<Vec<_>>()
    });
    nested.chain(details["problems"].as_array().into_iter().flatten().filter_map(problem)).collect()
}
