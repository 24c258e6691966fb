//! Every verb, with its line of help and its examples.

use super::{
    Agent, Apply, Ask, Calibrate, Choice, Continue, Dates, Decisions, Desk, Eval, ExplainVerb, Image, ImagesVerb,
    Import, Interpret, Log, McpServersVerb, ModelVerb, Occurrences, OutputsVerb, PlanVerb, Propose, Reasoned, Rebase,
    Recover, Revise, RulesVerb, Run, RunAll, Serve, SessionsVerb, SetRef, SettingsVerb, Sign, TodosVerb, Undo, Wake,
    WorkspaceVerb, selection,
};
use clap::Subcommand;
use std::path::PathBuf;

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
        after_help = "Examples:\n  countersign sign 14 1,3-5\n  countersign sign 14 1 3 4 5\n  countersign sign 14 all\n  countersign sign 14.2 --base 9f3c   refuse if the set has changed since it was shown\n  countersign sign 14.2 --remember    run it, and let its like run unasked from now on"
    )]
    Sign(Sign),
    /// Turn items down
    #[command(
        after_help = "Examples:\n  countersign reject 14.2 -m \"wrong date\"\n  countersign reject 14 2 3\n  countersign reject 14 all"
    )]
    Reject(Reasoned),
    /// Put items off; they stay in the inbox
    #[command(
        after_help = "Examples:\n  countersign defer 14 2-4 -m \"after the holidays\"\n  countersign defer 14 2 3"
    )]
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
        /// Only sets before this one
        #[arg(long, value_name = "SET", value_parser = clap::value_parser!(i64).range(1..))]
        before: Option<i64>,
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
    #[command(after_help = "Examples:\n  countersign workspace\n  countersign workspace open .")]
    Workspace {
        #[command(subcommand)]
        verb: Option<WorkspaceVerb>,
    },
    /// Stored outputs of tools: list, query, keep
    #[command(
        after_help = "Examples:\n  countersign outputs\n  countersign outputs add data.json\n  countersign outputs stats o1\n  countersign outputs extract o1 '$.items[*].name'"
    )]
    Outputs {
        #[command(subcommand)]
        verb: Option<OutputsVerb>,
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
        after_help = "Examples:\n  countersign model\n  countersign model pull smollm2-135m\n  countersign model use smollm2-135m"
    )]
    Model {
        #[command(subcommand)]
        verb: Option<ModelVerb>,
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
                | Self::Workspace { verb: Some(WorkspaceVerb::Open { .. }) }
                | Self::Image(_)
                | Self::McpServers { verb: Some(McpServersVerb::Reads { .. }) }
                | Self::Outputs { verb: Some(OutputsVerb::Add { .. }) }
                | Self::Todos { verb: Some(TodosVerb::Add(_)) }
                | Self::Settings { verb: Some(SettingsVerb::Set { .. }) }
                | Self::Sessions { verb: Some(SessionsVerb::New { .. }) }
        )
    }
}
