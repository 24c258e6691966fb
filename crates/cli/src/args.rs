//! The command line: verbs, flags, and an example for every verb. The English of their help is here; the
//! other languages' is in `locales/help`, and everything said while running in `locales`.

mod agent;
mod agents;
mod calibrate;
mod desk;
mod eval;
mod explain;
mod images;
mod mcp_servers;
mod model;
mod outputs;
mod parts;
mod revise;
mod rules;
mod selection;
mod sessions;
mod todos;
mod wrong;

pub(crate) use agent::{Agent, Continue, Fineness, Way};
pub(crate) use agents::{Decisions, Wake};
pub(crate) use calibrate::Calibrate;
pub(crate) use desk::Desk;
pub(crate) use eval::Eval;
pub(crate) use explain::{ExplainCommand, ExplainPatch, ExplainVerb};
pub(crate) use images::{Image, ImagesVerb};
pub(crate) use mcp_servers::{McpServersVerb, Reads};
pub(crate) use model::{ModelVerb, Pull};
pub(crate) use outputs::{OutputRead, OutputsList, OutputsVerb};
pub(crate) use parts::{Dates, Interpret, Occurrences, Recover};
pub(crate) use revise::Revise;
pub(crate) use rules::{AddRule, CheckRule, Remember, RulesVerb, RunAll, Sign};
pub(crate) use selection::{Items, SetRef, UndoRef};
pub(crate) use sessions::{PlanEditing, PlanVerb, SessionsVerb, StateChoice};
pub(crate) use todos::{Add, Changes, Clear, Edit, Fields, Filter, TodosVerb};
pub(crate) use wrong::Wrong;

use clap::builder::Resettable;
use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use jiff::civil::Date;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

const CODES: &str = "\
Exit codes: 0 nothing is pending, 2 something waits for a decision, 3 something has drifted,
1 it failed. Without a terminal nothing is ever asked: what would need an answer is refused, with
the flag that says it.

Examples:
  countersign serve                         start the server and print the page's address
  countersign \"buy milk tomorrow 9am\"       propose (short for countersign ask); nothing is changed
  countersign sign 14 1,3-5                 sign items of change set 14
  countersign apply 14                      carry out what is signed
  countersign undo 14.2                     propose the inverse of one applied item";

/// An agent proposes. You countersign. Nothing else changes, and what todos and files were can be brought back.
#[derive(Debug, Parser)]
#[command(name = "countersign", version, after_help = CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
}

impl Cli {
    /// Reads a command line. A variable that is set to nothing is as good as none.
    pub(crate) fn read(args: &[OsString]) -> Result<Self, clap::Error> {
        let matches = set(Self::command()).try_get_matches_from(args)?;
        Self::from_arg_matches(&matches)
    }
}

/// The command without the variables that are set to nothing.
fn set(command: Command) -> Command {
    let empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    command
        .mut_args(|arg| if arg.get_env().is_some_and(empty) { arg.env(Resettable::Reset) } else { arg })
        .mut_subcommands(set)
}

/// Flags that every verb takes.
#[derive(Debug, Clone, Args)]
pub(crate) struct Global {
    /// Folder of the database [default: $COUNTERSIGN_DATA, or the platform's data folder]
    #[arg(
        long,
        global = true,
        help_heading = "Everywhere",
        value_name = "DIR",
        env = "COUNTERSIGN_DATA",
        hide_env = true
    )]
    pub(crate) data: Option<PathBuf>,
    /// Print the answer as one line of JSON
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) json: bool,
    /// No colour and no symbols: for screen readers
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) plain: bool,
    /// IANA zone, e.g. Europe/Berlin [default: $TIMEZONE, or the machine's]
    #[arg(long, global = true, help_heading = "Everywhere", value_name = "ZONE", env = "TIMEZONE", hide_env = true)]
    pub(crate) zone: Option<String>,
    /// Language of what is said: en, de, es, fr or ro [default: $COUNTERSIGN_LANG, the setting "language", $LANG]
    #[arg(
        long,
        global = true,
        help_heading = "Everywhere",
        value_name = "TAG",
        env = "COUNTERSIGN_LANG",
        hide_env = true
    )]
    pub(crate) lang: Option<String>,
    /// Work as if it were this time, e.g. 2026-11-21T10:00; what is written is dated so and stays
    #[arg(long, global = true, help_heading = "Everywhere", value_name = "TIME", hide_short_help = true)]
    pub(crate) now: Option<String>,
}

impl Verb {
    /// Whether it begins something. Everything else is about what is there, and makes no data
    /// folder where there is none.
    pub(crate) fn begins(&self) -> bool {
        matches!(
            self,
            Self::Ask(_)
                | Self::Desk(_)
                | Self::Agent(_)
                | Self::Import(_)
                | Self::Propose(_)
                | Self::Run(_)
                | Self::Wake(_)
                | Self::Workspace { verb: WorkspaceVerb::Open { .. } }
                | Self::Image(_)
                | Self::McpServers { verb: Some(McpServersVerb::Reads { .. }) }
                | Self::Outputs { verb: OutputsVerb::Add { .. } }
                | Self::Todos { verb: Some(TodosVerb::Add(_)) }
                | Self::Settings { verb: Some(SettingsVerb::Set { .. }) }
                | Self::Sessions { verb: Some(SessionsVerb::New { .. }) }
        )
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Start the server and print the page's address
    Serve(Serve),
    /// Print the address of the running server's page, with a fresh one-time token
    #[command(after_help = "Example:\n  xdg-open \"$(countersign open)\"")]
    Open,
    /// Say in words what should change; shows the proposal and changes nothing
    Ask(Ask),
    /// The full-screen desk: conversation and change set side by side, with the page's keys
    Desk(Desk),
    /// Have a model work on a request in steps, with tools; what it would change waits for you
    Agent(Agent),
    /// Go on with an agent's run that waits: answer it, allow its tools, keep its summary
    Continue(Continue),
    /// Show a change set, or one item of it in detail
    #[command(
        after_help = "Examples:\n  countersign show 14\n  countersign show 14.2\n  countersign show 14.2 --all   every line of a long change"
    )]
    Show {
        /// Change set, e.g. 14, or item, e.g. 14.2
        #[arg(value_name = "SET[.ITEM]")]
        set: SetRef,
        /// Every line of a file's change, however many
        #[arg(long)]
        all: bool,
    },
    /// Sign items; apply carries them out
    #[command(
        after_help = "Examples:\n  countersign sign 14 1,3-5\n  countersign sign 14 all\n  countersign sign 14.2 --base 9f3c   refuse if the set has changed since it was shown\n  countersign sign 14.2 --remember    run it, and let its like run unasked from now on"
    )]
    Sign(Sign),
    /// Turn items down
    #[command(after_help = "Examples:\n  countersign reject 14.2 -m \"wrong date\"\n  countersign reject 14 all")]
    Reject(Reasoned),
    /// Put items off; they stay in the inbox
    #[command(after_help = "Example:\n  countersign defer 14 2-4 -m \"after the holidays\"")]
    Defer(Reasoned),
    /// Take decisions back
    #[command(after_help = "Example:\n  countersign undecide 14.2")]
    Undecide(Choice),
    /// Change what an item would do, before you sign it; it wants a decision again
    Edit(Revise),
    /// Put drifted items on the values as they are now; they want a decision again
    #[command(
        after_help = "Examples:\n  countersign rebase 14.2\n  countersign rebase 14 all\n  countersign rebase 14.2 --content mine.txt"
    )]
    Rebase(Rebase),
    /// Carry out what is signed
    Apply(Apply),
    /// Propose a command; it runs once you say so
    Run(Run),
    /// Run several signed commands one after the other, with a verdict after each
    RunAll(RunAll),
    /// What runs unasked because you said so: standing rules
    #[command(
        after_help = "Examples:\n  countersign rules\n  countersign rules add --days 7 cargo test\n  countersign rules check \"cargo test -p core\"\n  countersign rules revoke 3 -m \"not any more\""
    )]
    Rules {
        #[command(subcommand)]
        verb: Option<RulesVerb>,
    },
    /// Propose the inverse of what was applied
    Undo(Undo),
    /// Propose going back to the state right after a ledger entry
    #[command(after_help = "Examples:\n  countersign rewind 31\n  countersign rewind @31 --yes")]
    Rewind {
        /// Ledger entry, from `countersign log`
        #[arg(value_name = "ENTRY", value_parser = selection::entry)]
        entry: i64,
        /// Sign and apply it at once
        #[arg(long, short)]
        yes: bool,
        /// Go on above the thresholds (20 deletions, 50 updates)
        #[arg(long)]
        confirm: bool,
    },
    /// What waits for a decision
    #[command(after_help = "Examples:\n  countersign inbox\n  countersign inbox --all --limit 100")]
    Inbox {
        /// Also what is resolved
        #[arg(long)]
        all: bool,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
        limit: u32,
    },
    /// What happened, newest first
    Log(Log),
    /// Wake the built-in agent: it proposes what the list itself shows to be amiss
    Wake(Wake),
    /// What you said to what was proposed, newest first
    Decisions(Decisions),
    /// Check the ledger's hash chain
    #[command(after_help = "Example:\n  countersign verify && echo sound")]
    Verify,
    /// Compute todos and change sets again from the ledger, and compare
    #[command(
        after_help = "Examples:\n  countersign rebuild            compare only\n  countersign rebuild --write    replace what differs"
    )]
    Rebuild {
        /// Replace what differs
        #[arg(long)]
        write: bool,
    },
    /// List, search and edit todos directly; an edit of yours is signed by being made
    #[command(
        alias = "todo",
        after_help = "Examples:\n  countersign todos\n  countersign todos add \"Pay rent\" --on friday --at 9:00\n  countersign todos done 5\n  countersign todos week"
    )]
    Todos {
        #[command(subcommand)]
        verb: Option<TodosVerb>,
    },
    /// Propose what a file of another program holds
    Import(Import),
    /// Write all todos in another program's format
    #[command(after_help = "Examples:\n  countersign export ics -o todos.ics\n  countersign export json | jq .")]
    Export {
        /// json, ics, todo.txt, todoist, taskwarrior, markdown or audit.jsonl
        format: String,
        /// File to write [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Folders whose files may be proposed for change
    #[command(after_help = "Examples:\n  countersign workspace open .\n  countersign workspace list")]
    Workspace {
        #[command(subcommand)]
        verb: WorkspaceVerb,
    },
    /// Stored outputs of tools: list, query, keep
    #[command(
        after_help = "Examples:\n  countersign outputs add data.json\n  countersign outputs stats o1\n  countersign outputs extract o1 '$.items[*].name'"
    )]
    Outputs {
        #[command(subcommand)]
        verb: OutputsVerb,
    },
    /// Have a model make pictures; they are kept here, and saved when you say so
    Image(Image),
    /// Pictures: list, show, save into an open folder, make anew, take away
    #[command(
        after_help = "Examples:\n  countersign images\n  countersign images show last -o look.png\n  countersign images save last --folder assets"
    )]
    Images {
        #[command(subcommand)]
        verb: Option<ImagesVerb>,
    },
    /// Conversations: list, find, name, put away, bring back
    #[command(
        after_help = "Examples:\n  countersign sessions search rent\n  countersign sessions rename last \"Rent week\""
    )]
    Sessions {
        #[command(subcommand)]
        verb: Option<SessionsVerb>,
    },
    /// The plan document of a session: goal, criteria, decisions, log
    #[command(
        after_help = "Examples:\n  countersign plan\n  countersign plan show\n  countersign plan edit --goal \"Pay the rent\""
    )]
    Plan {
        #[command(subcommand)]
        verb: Option<PlanVerb>,
    },
    /// Propose operations or a patch from a file; they wait for a signature
    Propose(Propose),
    /// What the built-in planner would make of a sentence; changes nothing, needs no server
    Interpret(Interpret),
    /// What a date phrase means
    Dates(Dates),
    /// What is safe in a model's text: closed, validated, nothing guessed
    Recover(Recover),
    /// The dates of a repetition
    Occurrences(Occurrences),
    /// What would be made of something, without doing it; needs no server
    #[command(
        after_help = "Examples:\n  countersign explain command \"git status; rm x\"\n  countersign explain patch --file src/main.rs < answer.diff"
    )]
    Explain {
        #[command(subcommand)]
        verb: ExplainVerb,
    },
    /// Read or change settings
    #[command(
        after_help = "Examples:\n  countersign settings\n  countersign settings get\n  countersign settings set zone Europe/Berlin"
    )]
    Settings {
        #[command(subcommand)]
        verb: Option<SettingsVerb>,
    },
    /// Models: which are here; getting, choosing and removing one
    #[command(
        after_help = "Examples:\n  countersign model list\n  countersign model pull smollm2-135m\n  countersign model use smollm2-135m"
    )]
    Model {
        #[command(subcommand)]
        verb: ModelVerb,
    },
    /// Programs whose tools agents may use (MCP): which there are, and what they offer
    #[command(
        after_help = "Named in mcp.json beside the database, in the form that other clients use. A program runs without network and writes nothing but a folder of its own, unless \"confined\" is false there; a server at an address (\"url\") runs elsewhere. What only looks is asked about or allowed; every other call waits for your signature.\n\nExamples:\n  countersign mcp-servers\n  countersign mcp-servers test notes\n  {\"mcpServers\": {\"notes\": {\"command\": \"notes-mcp\", \"args\": [\"--stdio\"]}}}\n  {\"mcpServers\": {\"web\": {\"url\": \"https://example.org/mcp\"}}}"
    )]
    McpServers {
        #[command(subcommand)]
        verb: Option<McpServersVerb>,
    },
    /// Let another agent read and propose, over the Model Context Protocol on standard input and output
    #[command(
        after_help = "For an editor or agent that starts it as a server. What it proposes waits for your signature; it can neither sign nor apply. The set says which program proposed it, as mcp:NAME.\n\nExample:\n  {\"mcpServers\": {\"countersign\": {\"command\": \"countersign\", \"args\": [\"mcp\"]}}}"
    )]
    Mcp,
    /// Be an agent in your editor, over the Agent Client Protocol on standard input and output
    #[command(
        after_help = "For an editor that starts it and shows what it asks: each change is one question there. What you allow is signed as on the page, and applied once all are answered; whoever starts this decides as you do. A setting of the editor that answers such questions by itself signs for you. In Zed this goes into settings.json.\n\nExample:\n  {\"agent_servers\": {\"Countersign\": {\"command\": \"countersign\", \"args\": [\"acp\"]}}}"
    )]
    Acp,
    /// Measure what a model is worth behind this product, case by case
    Eval(Eval),
    /// What people did with what was proposed, and the thresholds it speaks for
    Calibrate(Calibrate),
    /// Check the installation and the data; says what to do about each finding
    #[command(after_help = "Exit code 1 when something is bad.\n\nExample:\n  countersign doctor")]
    Doctor,
    /// Go on with what is in the data folder, though entries are missing: you put a backup back
    #[command(
        after_help = "Shows what is missing and asks first. Nothing is deleted: what cannot be opened is moved aside.\n\nExample:\n  countersign restored"
    )]
    Restored {
        /// Go on without being asked
        #[arg(long, short)]
        yes: bool,
    },
    /// Write the database as it is to a new file in the data folder
    #[command(
        after_help = "Also what a running server still holds when its file was removed or replaced.\n\nExample:\n  countersign save"
    )]
    Save,
    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  countersign completions bash > ~/.local/share/bash-completion/completions/countersign"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the OpenAPI document of the HTTP interface
    #[command(after_help = "Example:\n  countersign openapi > openapi.json")]
    Openapi,
}

/// Start the server and print the page's address.
#[derive(Debug, Args)]
#[command(after_help = "\
Listens on the loopback address only. The address printed carries a token that works once; take
another one with `countersign open`. Ctrl+C ends the server; every change is on the disk already.

Examples:
  countersign serve
  countersign serve --port 0 --json     any free port; one JSON line for scripts
  COUNTERSIGN_TOKEN=$(openssl rand -hex 16) countersign serve")]
pub(crate) struct Serve {
    /// Open this folder as a workspace; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Vec<PathBuf>,
    /// Port; 0 = any free one
    #[arg(long, value_name = "PORT", default_value_t = 4177)]
    pub(crate) port: u16,
    /// Bearer token for scripts [default: a random one, in server.json]
    #[arg(long, value_name = "TOKEN", env = "COUNTERSIGN_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
}

/// Say in words what should change.
#[derive(Debug, Args)]
#[command(after_help = "\
In a terminal each item is offered for a decision; elsewhere the proposal waits in the inbox and
the exit code is 2.

Examples:
  countersign ask \"move dentist to friday and buy cake\"
  countersign ask --continue \"the second one\"
  countersign ask --json \"what is due today?\"
  countersign ask \"fix the typo in README.md\"   in a folder that is open, see countersign workspace
  countersign ask --about 14.2                   have the output of a command that ran looked at")]
pub(crate) struct Ask {
    /// The sentence
    #[arg(required_unless_present = "about", num_args = 1.., value_name = "MESSAGE")]
    pub(crate) message: Vec<String>,
    /// Send the output of a command that ran, e.g. 14.2, along with the sentence
    #[arg(long, value_name = "SET.ITEM")]
    pub(crate) about: Option<SetRef>,
    /// A picture that goes with the sentence; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) image: Vec<PathBuf>,
    /// The open folder it is about [default: the one around the current folder]
    #[arg(long, value_name = "ID")]
    pub(crate) workspace: Option<String>,
    /// Whether to answer, to propose, or to let the router choose
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    pub(crate) mode: Mode,
    /// Go on in this conversation
    #[arg(long, value_name = "ID", conflicts_with = "continue_")]
    pub(crate) session: Option<String>,
    /// Go on in the last conversation, e.g. to answer its question
    #[arg(long = "continue", short = 'c')]
    pub(crate) continue_: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    Auto,
    Chat,
    Plan,
}

/// Items of a set.
#[derive(Debug, Args)]
pub(crate) struct Choice {
    /// Change set, e.g. 14, or item, e.g. 14.2
    #[arg(value_name = "SET[.ITEM]")]
    pub(crate) set: SetRef,
    /// Items, e.g. 1,3-5 or all
    pub(crate) items: Option<Items>,
    /// Refuse if the set no longer begins with this, as shown after "base"
    #[arg(long, value_name = "HEX")]
    pub(crate) base: Option<String>,
}

/// Items of a set that are made for what is there now.
#[derive(Debug, Args)]
pub(crate) struct Rebase {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// The text that the item's file shall have, from a file or - for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) content: Option<PathBuf>,
}

/// Items of a set, and why.
#[derive(Debug, Args)]
pub(crate) struct Reasoned {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Why, in your words, or one of: wrong-target, wrong-value, my-wording, not-now, not-needed,
    /// too-risky, already-done, duplicate, other
    #[arg(long, short = 'm', value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}

/// Carry out what is signed.
#[derive(Debug, Args)]
#[command(after_help = "\
All or nothing, unless --best-effort. Above 20 deletions or 50 updates, or for files that decide what
gets built, installed or run, it needs --confirm, or your answer in a terminal.

Examples:
  countersign apply 14
  countersign apply 14 --sign 1,3
  countersign apply 14 --all --confirm")]
pub(crate) struct Apply {
    /// Change set, e.g. 14
    #[arg(value_name = "SET")]
    pub(crate) set: SetRef,
    /// Sign these first, e.g. 1,3-5
    #[arg(long, value_name = "ITEMS", conflicts_with = "all")]
    pub(crate) sign: Option<Items>,
    /// Sign everything that can be signed first
    #[arg(long)]
    pub(crate) all: bool,
    /// Go on above the thresholds
    #[arg(long)]
    pub(crate) confirm: bool,
    /// Apply what can be applied, even if other items fail
    #[arg(long)]
    pub(crate) best_effort: bool,
    /// Refuse if the set no longer begins with this, as shown after "base"
    #[arg(long, value_name = "HEX")]
    pub(crate) base: Option<String>,
}

/// Propose a command.
#[derive(Debug, Args)]
#[command(after_help = "\
Shows how the command is judged and how it will be confined. In a terminal you are asked whether to
run it once; elsewhere it waits in the inbox and the exit code is 2. Ctrl+C ends a command that runs,
with all it has started. At most 30 seconds.

Examples:
  countersign run \"cargo test\"
  countersign run \"ls -l | head\" --cwd src
  countersign run \"npm test\" --workspace ~/projects/site --yes
  countersign run \"cargo test -p core\" --add     run it, and let `cargo test` run unasked from now on")]
pub(crate) struct Run {
    /// The command as one text
    pub(crate) command: String,
    /// Folder in the workspace [default: where you are, if that is in it]
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<String>,
    /// Open workspace by its name, or a folder to open as one [default: the one around this folder]
    #[arg(long, value_name = "NAME|DIR")]
    pub(crate) workspace: Option<String>,
    /// Sign and run it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Run it in a copy of the folder and propose what it does to files; nothing is changed
    #[arg(long, conflicts_with_all = ["yes", "add"])]
    pub(crate) preview: bool,
    /// Sign a rule for commands that begin so, then run it; a number says how many words are remembered
    #[arg(long, value_name = "WORDS", num_args = 0..=1, require_equals = true)]
    #[allow(clippy::option_option)]
    pub(crate) add: Option<Option<usize>>,
    #[command(flatten)]
    pub(crate) limits: Remember,
}

/// Propose the inverse of what was applied.
#[derive(Debug, Args)]
#[command(after_help = "\
Undo is a change set of its own: it is shown, signed and applied like any other, and never
overwrites what was changed since.

Examples:
  countersign undo              the last change
  countersign undo 14.2 --yes   one item, at once
  countersign undo @31          everything that ledger entry 31 applied")]
pub(crate) struct Undo {
    /// Item 14.2, set 14, or ledger entry @31 [default: the last change]
    #[arg(value_name = "WHAT")]
    pub(crate) what: Option<UndoRef>,
    /// Sign and apply it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Go on above the thresholds
    #[arg(long)]
    pub(crate) confirm: bool,
    /// What to do about later changes of the same things
    #[arg(long, value_enum, default_value_t = Conflicts::Stop)]
    pub(crate) conflicts: Conflicts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Conflicts {
    /// Show them and propose nothing
    Stop,
    /// Undo them as well
    #[value(alias = "with_later")]
    WithLater,
    /// Undo only what nobody changed since
    Keep,
}

/// What happened, newest first.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign log\n  countersign log --todo 5 --limit 50\n  countersign log --set 14 --json"
)]
pub(crate) struct Log {
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) limit: u32,
    /// Only entries before this one
    #[arg(long, value_name = "ENTRY", value_parser = selection::entry)]
    pub(crate) before: Option<i64>,
    /// Only about this change set
    #[arg(long, value_name = "SET")]
    pub(crate) set: Option<i64>,
    /// Only about this todo
    #[arg(long, value_name = "ID")]
    pub(crate) todo: Option<i64>,
    /// Also what the router and the assistant noted
    #[arg(long)]
    pub(crate) audit: bool,
}

/// Propose what a file of another program holds.
#[derive(Debug, Args)]
#[command(after_help = "\
Reads json, ics, todo.txt, todoist (CSV), taskwarrior and markdown. Importing a file again proposes
only what differs.

Examples:
  countersign import todos.ics
  task export | countersign import - --format taskwarrior
  countersign import list.md --yes")]
pub(crate) struct Import {
    /// File, or - for standard input
    pub(crate) file: PathBuf,
    /// Format [default: by name and content]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Sign and apply it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Go on above the thresholds
    #[arg(long)]
    pub(crate) confirm: bool,
}

/// Folders whose files may be proposed for change.
#[derive(Debug, Subcommand)]
pub(crate) enum WorkspaceVerb {
    /// The open ones
    List,
    /// Open a folder
    Open {
        /// The folder
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Close one; its files and its history stay
    Close {
        /// Its name, as listed
        #[arg(value_name = "NAME")]
        id: String,
    },
}

/// Propose operations or a patch.
#[derive(Debug, Args)]
#[command(after_help = "\
The file holds {\"operations\": […]}, a list of operations, or one; with --patch it holds an edit:
a unified diff, search/replace blocks or *** Begin Patch. Nothing is changed before it is signed.
Of a file that is there, an operation names the hash it was read with as \"base\".

Examples:
  git diff | countersign propose --patch -
  countersign propose --patch answer.txt --path src/main.rs
  echo '[{\"op\":\"write_file\",\"path\":\"notes.md\",\"content\":\"# Notes\"}]' | countersign propose -")]
pub(crate) struct Propose {
    /// The file; - = standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// It holds an edit, not operations
    #[arg(long)]
    pub(crate) patch: bool,
    /// The file that the edit is for, when it does not say
    #[arg(long, value_name = "PATH", requires = "patch")]
    pub(crate) path: Option<String>,
    /// The workspace [default: the one that holds the current folder, or the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) workspace: Option<String>,
    /// One line that says what it is
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Sign and apply all of it at once
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Also confirm a change of very many files, or of one that decides what gets built, installed or run
    #[arg(long, requires = "yes")]
    pub(crate) confirm: bool,
}

/// Read or change settings.
#[derive(Debug, Subcommand)]
pub(crate) enum SettingsVerb {
    /// All settings, or one
    #[command(after_help = "Examples:\n  countersign settings get\n  countersign settings get dayParts.morning")]
    Get {
        /// Name, e.g. zone
        name: Option<String>,
    },
    /// Change one
    #[command(
        after_help = "Examples:\n  countersign settings set zone Europe/Berlin\n  countersign settings set dateOrder dmy\n  countersign settings set zone null"
    )]
    Set {
        /// Name, e.g. zone or dayParts.morning
        name: String,
        /// Value; null for the default of a setting that can be unset
        #[arg(allow_negative_numbers = true)]
        value: String,
    },
}
