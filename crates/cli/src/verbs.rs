//! What each verb does: ask through the [`Client`], show the answer, give the exit code.

mod acp;
pub(crate) mod agent;
mod agents;
mod ask;
mod calibrate;
mod doctor;
mod earlier;
pub(crate) mod edit;
mod eval;
mod files;
mod held;
mod history;
mod images;
mod interview;
mod live;
mod mcp;
mod mcp_servers;
mod model;
mod outputs;
mod patch;
mod plan;
mod prompt;
mod restored;
mod review;
mod revise;
mod rules;
mod run;
mod run_all;
mod serve;
mod sessions;
mod settings;
mod todos;
mod watch;
mod workspace;

pub(crate) use ask::{around, last_session};
pub(crate) use history::in_the_way;
pub(crate) use interview::place;
pub(crate) use prompt::run as prompt;
pub(crate) use review::{effect, sign_item};

use crate::args::{
    Cli, ExplainVerb, Filter, Global, ImagesVerb, McpServersVerb, ModelVerb, OutputsList, OutputsVerb, PlanVerb,
    RulesVerb, SessionsVerb, SettingsVerb, StateChoice, TodosVerb, Verb, WorkspaceVerb,
};
use crate::batch;
use crate::client::Client;
use crate::failure::{Exit, Failure, Result, cause};
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::{Early, Ink, Screen, clean};
use crate::texts::{self, say};
use clap::CommandFactory;
use countersign_core::change_set::Verdict;
use countersign_core::wire::{InterruptedApply, InterruptedState};
use serde_json::{Map, Value};
use std::io::Read;
use std::path::Path;

/// What verbs that use data work with.
pub(crate) struct Session<'a> {
    pub(crate) client: Client,
    pub(crate) screen: &'a mut Screen,
}

impl<'a> Session<'a> {
    /// Reaches the data folder's server, or opens the folder; makes it only if the verb `begins`
    /// something.
    pub(crate) async fn open(global: &Global, screen: &'a mut Screen, begins: bool) -> Result<Self> {
        let (home, moment) = (Home::find(global.data.as_deref())?, Moment::read(global)?);
        let client = Client::open(&home, &moment, begins).await?;
        Self::over(global, &home, client, screen).await
    }

    /// As [`Self::open`], with what the ledger makes made anew where it cannot be read.
    async fn restoring(global: &Global, screen: &'a mut Screen) -> Result<Self> {
        let (home, moment) = (Home::find(global.data.as_deref())?, Moment::read(global)?);
        let client = Client::restoring(&home, &moment).await?;
        Self::over(global, &home, client, screen).await
    }

    async fn over(global: &Global, home: &Home, mut client: Client, screen: &'a mut Screen) -> Result<Self> {
        // What was said on the command line stands before the person's own setting, and that
        // before the machine's.
        let mut wanted = global.lang.clone();
        if wanted.is_none() {
            wanted = client.get("/api/settings").await?["settings"]["language"].as_str().map(str::to_owned);
        }
        if let Some(tag) = &wanted {
            texts::speak(tag);
        }
        if !global.json {
            client.listen(wanted.as_deref());
        }
        for line in recovered(&client.recovered()) {
            screen.error(screen.ink(Ink::Change, line))?;
        }
        if client.is_nothing() && !screen.is_json() {
            screen.error(screen.ink(Ink::Faint, say!("cli-no-data", dir = home.dir().display().to_string())))?;
        }
        let dir = home.dir().display().to_string();
        match client.looks() {
            // Said to programs as well: what they read is not all there was.
            Some(why) if client.misses() => {
                let what = crate::show::sentence(&why.message);
                screen.error(screen.ink(Ink::Danger, say!("cli-looking-missing", what = what, dir = dir)))?;
            }
            Some(why) if client.is_damaged() => {
                let what = crate::show::sentence(&texts::again(&why.message));
                let said = match client.is_restored() {
                    true => say!("cli-looking-damaged", what = what, dir = dir),
                    false => say!("cli-looking-broken", what = what, dir = dir),
                };
                screen.error(screen.ink(Ink::Danger, said))?;
            }
            Some(_) if !screen.is_json() => screen.error(screen.ink(Ink::Faint, say!("cli-looking", dir = dir)))?,
            None => {
                if let Some(broken) = client.broken() {
                    let what = crate::show::verdict_on(&broken);
                    screen.error(screen.ink(Ink::Danger, say!("cli-ledger-broken", what = what)))?;
                }
                match client.differing() {
                    _ if client.is_spoilt() => {
                        screen.error(screen.ink(Ink::Danger, say!("cli-damaged-now")))?;
                    }
                    0 => {}
                    count => screen.error(screen.ink(Ink::Danger, say!("cli-stored-differs", count = count)))?,
                }
            }
            _ => {}
        }
        Ok(Self { client, screen })
    }

    /// Asks the person; `None` where nobody can answer. What was typed before the question stood there answers nothing.
    /// Other verbs can use the folder while the question stands.
    pub(crate) async fn ask(&mut self, question: &str) -> Result<Option<String>> {
        self.asked(question, Early::LeftOut).await
    }

    /// Waits for the next sentence, which may have been typed before; it decides nothing.
    pub(crate) async fn sentence(&mut self) -> Result<Option<String>> {
        self.asked(">", Early::Counts).await
    }

    /// Asks for yes or no until it is one of them (R35); `enter` = what Enter alone says. No at the end of the input, and
    /// where nobody can answer.
    pub(crate) async fn agrees(&mut self, question: &str, enter: bool) -> Result<bool> {
        while let Some(said) = self.ask(question).await? {
            match yes(&said, enter) {
                Some(yes) => return Ok(yes),
                None => self.screen.line(say!("cli-yes-no"))?,
            }
        }
        Ok(false)
    }

    async fn asked(&mut self, question: &str, early: Early) -> Result<Option<String>> {
        if !self.screen.can_ask() {
            return Ok(None);
        }
        let shared = self.client.share().await;
        let said = self.screen.ask(question, early);
        if let Some(shared) = shared {
            shared.end().await;
        }
        said
    }
}

/// Whether an answer says yes or no; none where it says neither.
pub(crate) fn yes(said: &str, enter: bool) -> Option<bool> {
    match said.to_lowercase().as_str() {
        "" => Some(enter),
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

/// The keys that answer a question. In plain output they are shown, and may be typed, as their numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys<'k> {
    keys: &'k [&'k str],
    numbered: bool,
}

impl Keys<'_> {
    /// As it stands in the question.
    pub(crate) fn shown(&self, key: &str) -> String {
        match self.keys.iter().position(|one| *one == key).filter(|_| self.numbered) {
            Some(at) => (at + 1).to_string(),
            None => key.to_owned(),
        }
    }

    /// The key that was typed, or what else was.
    fn typed(&self, said: String) -> String {
        let place = said.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|_| self.numbered);
        place.and_then(|at| self.keys.get(at)).map_or(said, |key| (*key).to_owned())
    }
}

impl Session<'_> {
    /// The keys of a question as they are shown here.
    pub(crate) fn keys<'k>(&self, keys: &'k [&'k str]) -> Keys<'k> {
        Keys { keys, numbered: self.screen.is_plain() }
    }

    /// Asks with keys, each of which stands in the question before what it does.
    pub(crate) async fn choose(&mut self, question: &str, keys: Keys<'_>) -> Result<Option<String>> {
        Ok(self.ask(question).await?.map(|said| keys.typed(said)))
    }
}

/// Runs a verb.
pub(crate) async fn run(global: &Global, verb: Verb, screen: &mut Screen) -> Result<Exit> {
    let begins = verb.begins();
    match verb {
        Verb::Serve(args) => {
            serve::run(&args, &Home::find(global.data.as_deref())?, &Moment::read(global)?, screen).await
        }
        Verb::Open => serve::open(&Home::find(global.data.as_deref())?, screen).await,
        Verb::Acp => acp::run(global, screen).await,
        Verb::Mcp => mcp::run(Home::find(global.data.as_deref())?, Moment::read(global)?, screen).await,
        Verb::Eval(args) => eval::run(&args, &Home::find(global.data.as_deref())?, screen).await,
        Verb::Model { verb } => {
            let verb = verb.unwrap_or(ModelVerb::List);
            model::run(&Home::find(global.data.as_deref())?, &Moment::read(global)?, screen, &verb).await
        }
        Verb::Restored { yes } => restored::run(&Home::find(global.data.as_deref())?, yes, screen).await,
        Verb::Save => restored::save(global, screen).await,
        Verb::Doctor => doctor::run(&Home::find(global.data.as_deref())?, global, screen).await,
        Verb::Rebuild { write: false } => {
            history::rebuild(&mut Session::open(global, screen, begins).await?, false).await
        }
        Verb::Rebuild { write: true } => history::rebuild(&mut Session::restoring(global, screen).await?, true).await,
        Verb::Interpret(args) => batch::interpret(&args, global.lang.as_deref(), &Moment::read(global)?, screen),
        Verb::Recover(args) => batch::recover(&args, screen),
        Verb::Dates(args) => batch::dates(&args, &Moment::read(global)?, screen),
        Verb::Occurrences(args) => batch::occurrences(&args, screen),
        Verb::Explain { verb: ExplainVerb::Patch(args) } => batch::patch(&args, screen),
        Verb::Explain { verb: ExplainVerb::Command(args) } => batch::commands(&args, global, screen).await,
        Verb::Openapi => openapi(screen),
        Verb::Completions { shell } => completions(shell, screen),
        Verb::Calibrate(args) => calibrate::run(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Desk(args) => crate::desk::run(global, &args, screen).await,
        Verb::Ask(args) => ask::run(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Agent(args) => agent::run(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Continue(args) => agent::go_on(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Show { set, all } => review::show(&mut Session::open(global, screen, begins).await?, set, all).await,
        Verb::Sign(args) => rules::sign(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::RunAll(args) => run_all::run(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Rules { verb } => {
            let verb = verb.unwrap_or(RulesVerb::List);
            rules::run(&mut Session::open(global, screen, begins).await?, verb).await
        }
        Verb::Reject(args) => {
            review::decide(
                &mut Session::open(global, screen, begins).await?,
                &args.choice,
                Verdict::Rejected,
                args.reason.as_deref(),
            )
            .await
        }
        Verb::Defer(args) => {
            review::decide(
                &mut Session::open(global, screen, begins).await?,
                &args.choice,
                Verdict::Deferred,
                args.reason.as_deref(),
            )
            .await
        }
        Verb::Undecide(choice) => {
            review::decide(&mut Session::open(global, screen, begins).await?, &choice, Verdict::Undecided, None).await
        }
        Verb::Edit(args) => revise::run(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Rebase(args) => review::rebase(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Apply(args) => review::apply(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Run(args) => run::run(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Inbox { all, limit, before } => {
            review::inbox(&mut Session::open(global, screen, begins).await?, all, limit, before).await
        }
        Verb::Undo(args) => history::undo(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Rewind { entry, yes, confirm } => {
            history::rewind(&mut Session::open(global, screen, begins).await?, entry, yes, confirm).await
        }
        Verb::Log(args) => history::log(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Wake(args) => agents::wake(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Decisions(args) => agents::decisions(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Verify => history::verify(&mut Session::open(global, screen, begins).await?).await,
        Verb::Todos { verb } => {
            let verb = verb.unwrap_or_else(|| TodosVerb::List(Filter::default()));
            todos::run(&mut Session::open(global, screen, begins).await?, verb).await
        }
        Verb::Import(args) => files::import(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Export { format, output } => {
            files::export(&mut Session::open(global, screen, begins).await?, &format, output.as_deref()).await
        }
        Verb::Workspace { verb } => {
            let verb = verb.unwrap_or(WorkspaceVerb::List);
            workspace::run(&mut Session::open(global, screen, begins).await?, &verb).await
        }
        Verb::Outputs { verb } => {
            let verb = verb.unwrap_or_else(|| OutputsVerb::List(OutputsList::default()));
            outputs::run(&mut Session::open(global, screen, begins).await?, &verb).await
        }
        Verb::Image(args) => images::make(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Images { verb } => {
            let verb = verb.unwrap_or(ImagesVerb::List { limit: 20, offset: 0, deleted: false });
            images::run(&mut Session::open(global, screen, begins).await?, verb).await
        }
        Verb::Sessions { verb } => {
            let verb = verb.unwrap_or(SessionsVerb::List { state: StateChoice::Active, limit: 50 });
            sessions::run(&mut Session::open(global, screen, begins).await?, &verb).await
        }
        Verb::McpServers { verb } => {
            let verb = verb.unwrap_or(McpServersVerb::List);
            mcp_servers::run(&mut Session::open(global, screen, begins).await?, &verb).await
        }
        Verb::Plan { verb } => {
            let verb = verb.unwrap_or(PlanVerb::Show { session: "last".to_owned() });
            plan::run(&mut Session::open(global, screen, begins).await?, &verb).await
        }
        Verb::Propose(args) => workspace::propose(&mut Session::open(global, screen, begins).await?, &args).await,
        Verb::Settings { verb } => {
            let verb = verb.unwrap_or(SettingsVerb::Get { name: None });
            settings::run(&mut Session::open(global, screen, begins).await?, &verb).await
        }
    }
}

fn openapi(screen: &mut Screen) -> Result<Exit> {
    let document = countersign_server::openapi_json();
    match serde_json::from_str::<Value>(&document) {
        Ok(value) if screen.is_json() => screen.json(&value)?,
        _ => screen.raw(&document)?,
    }
    Ok(Exit::Clear)
}

fn completions(shell: clap_complete::Shell, screen: &mut Screen) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "countersign", &mut script);
    screen.file(&String::from_utf8_lossy(&script), Map::from_iter([("shell".to_owned(), shell.to_string().into())]))?;
    Ok(Exit::Clear)
}

/// What is told of applies that were cut off.
pub(crate) fn recovered(sets: &[InterruptedApply]) -> Vec<String> {
    let line = |one: &InterruptedApply| match one.state {
        InterruptedState::Finished => say!("cli-recovered-done", set = one.set.0),
        InterruptedState::PutBack => say!("cli-recovered-put-back", set = one.set.0),
        InterruptedState::Unknown => say!("cli-recovered-open", set = one.set.0),
        InterruptedState::Open => {
            format!("{} {}", say!("cli-recovered-waits", set = one.set.0, why = clean(&one.message)), clean(&one.hint))
        }
    };
    sets.iter().map(line).collect()
}

/// Reads a file the person named; `-` is standard input.
pub(crate) fn read_file(path: &Path) -> Result<String> {
    read_file_as(path, |bytes| String::from_utf8(bytes).map_err(|e| e.utf8_error()))
}

/// As [`read_file`], its bytes made a text by `decoded`.
pub(crate) fn read_file_as(
    path: &Path,
    decoded: impl FnOnce(Vec<u8>) -> std::result::Result<String, std::str::Utf8Error>,
) -> Result<String> {
    let unreadable = |cause: String| {
        Failure::new(
            "unreadable_file",
            say!("cli-file-unreadable", file = path.display().to_string(), cause = cause),
            say!("cli-file-unreadable-hint"),
        )
    };
    let bytes = match path == Path::new("-") {
        true => read_input()?,
        false => {
            let open = std::fs::File::open(path).map_err(|e| unreadable(cause(&e)))?;
            let mut bytes = Vec::new();
            open.take(MOST_READ + 1).read_to_end(&mut bytes).map_err(|e| unreadable(cause(&e)))?;
            bytes
        }
    };
    if bytes.len() as u64 > MOST_READ {
        return Err(unreadable(say!("cli-file-too-long", most = MOST_READ >> 20)));
    }
    decoded(bytes).map_err(|_| unreadable(say!("cli-cause-text")))
}

/// So many bytes of one text are read: what never ends (a pipe, /dev/zero) would take all memory.
pub(crate) const MOST_READ: u64 = 64 << 20;

/// Standard input to its end.
pub(crate) fn read_input() -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(MOST_READ + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MOST_READ {
        true => {
            let cause = say!("cli-file-too-long", most = MOST_READ >> 20);
            let text = say!("cli-file-unreadable", file = "-", cause = cause);
            Err(Failure::new("unreadable_file", text, say!("cli-input-too-long-hint", most = MOST_READ >> 20)))
        }
        false => Ok(bytes),
    }
}

/// The folder that this process is in.
///
/// # Errors
/// `no_folder` when it is gone.
pub(crate) fn here() -> Result<std::path::PathBuf> {
    std::env::current_dir().and_then(|dir| dir.canonicalize()).map_err(|error| {
        Failure::new("no_folder", say!("cli-no-folder", cause = cause(&error)), say!("cli-no-folder-hint"))
    })
}

#[cfg(test)]
mod tests {
    use super::Keys;

    #[test]
    fn the_keys_of_a_question_are_numbers_in_plain_output() {
        let keys = |numbered| Keys { keys: &["y", "n", "q"], numbered };
        assert_eq!(["y", "q", "x"].map(|key| keys(true).shown(key)), ["1", "3", "x"]);
        assert_eq!(["y", "q"].map(|key| keys(false).shown(key)), ["y", "q"]);
        let typed = |numbered, said: &str| keys(numbered).typed(said.to_owned());
        assert_eq!([" 2", "n", "4", "0", "make it 2"].map(|said| typed(true, said)), ["n", "n", "4", "0", "make it 2"]);
        assert_eq!(typed(false, "2"), "2");
    }
}
