//! `countersign explain command`: the verdict on a command, and why.

use super::{BadLine, Line, each_line};
use crate::args::{ExplainCommand, Global};
use crate::client::{Client, read};
use crate::failure::{Exit, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::{Screen, clean};
use crate::texts::{again, say};
use countersign_commands::{Class, Judgement, Segment, Setting, Verdict, judge};
use countersign_core::problem::Problem;
use countersign_core::wire::WorkspaceView;
use countersign_engine::effects::process::has_bash;
use countersign_engine::{command_text, judge_in, must_fail};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct Answer {
    verdict: Verdict,
    /// Also of plain words that only a shell can run: `eval x`.
    argv: Option<Vec<Vec<String>>>,
    class: Class,
    reason: String,
    /// Why it is refused here all the same: it must fail where it would run, or cannot be proposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
}

/// What was found of a command.
struct Looked {
    judged: Judgement,
    fails: Option<Problem>,
}

impl From<Looked> for Answer {
    fn from(Looked { judged, fails }: Looked) -> Self {
        Self { verdict: judged.verdict, argv: judged.words, class: judged.class, reason: judged.reason, problem: fails }
    }
}

/// Runs the verb.
pub(crate) async fn run(args: &ExplainCommand, global: &Global, screen: &mut Screen) -> Result<Exit> {
    // Without a data folder there is no data to guard, and no server that left a note.
    let data = Home::find(global.data.as_deref()).ok();
    let here = Setting {
        home: std::env::home_dir().map(|home| home.to_string_lossy().into_owned()),
        data: data.iter().flat_map(|home| written(home.dir())).collect(),
        workspace: data.as_ref().and_then(|home| around(home.dir())),
        port: data.as_ref().and_then(Home::note).map(|note| note.port),
        sandbox: !args.no_sandbox,
        no_bash: !has_bash(),
        ..Setting::default()
    };
    let Some(text) = args.text.as_ref().filter(|_| !args.batch) else {
        return each_line(io::stdin().lock(), io::stdout().lock(), |line| answer(line, &here));
    };
    let looked = match open_around(global, data.as_ref(), &args.cwd).await {
        Some((root, cwd)) => {
            let workspace = Some(root.to_string_lossy().into_owned());
            looked_in(&root, text, &Setting { cwd, workspace, ..here })
        }
        None => looked(text, &Setting { cwd: args.cwd.clone(), ..here }),
    };
    if screen.is_json() {
        screen.json(&Answer::from(looked))?;
    } else {
        for line in prose(&looked) {
            screen.line(clean(&line))?;
        }
    }
    Ok(Exit::Clear)
}

fn answer(line: &Line, here: &Setting) -> Result<Answer, BadLine> {
    let text: String = line.required("cmd", "invalid_cmd")?;
    let cwd: String = line.optional("cwd", "invalid_cwd")?.unwrap_or_default();
    Ok(looked(&text, &Setting { cwd, ..here.clone() }).into())
}

/// The open workspace around a folder, and the folder within it: where running it there would run it.
async fn open_around(global: &Global, data: Option<&Home>, cwd: &str) -> Option<(PathBuf, String)> {
    let folder = std::env::current_dir().ok()?.join(cwd).canonicalize().ok()?;
    let client = Client::open(data?, &Moment::read(global).ok()?, false).await.ok()?;
    let told = client.get("/api/workspaces").await.ok()?;
    let open: Vec<WorkspaceView> = read(&told["workspaces"]).ok()?;
    let around = open.iter().filter(|one| folder.starts_with(&one.root)).max_by_key(|one| one.root.len())?;
    let within = folder.strip_prefix(&around.root).ok()?.to_str()?.to_owned();
    Some((PathBuf::from(&around.root), within))
}

/// Judges a text; in a folder that is there, with what its links lead to. A relative one is within the
/// folder that the verb runs in.
fn looked(text: &str, setting: &Setting) -> Looked {
    let folder = Path::new(&setting.cwd);
    // An absolute one is the workspace itself.
    let setting = match folder.is_absolute() {
        true => &Setting { workspace: None, ..setting.clone() },
        false => setting,
    };
    let root = if folder.is_absolute() { Some(folder.to_owned()) } else { std::env::current_dir().ok() };
    match root.filter(|root| root.join(folder).is_dir()) {
        Some(root) => looked_in(&root, text, setting),
        None => Looked { judged: judge(text, setting), fails: command_text(text).err() },
    }
}

/// Judges a text in a folder that is there.
fn looked_in(root: &Path, text: &str, setting: &Setting) -> Looked {
    let judged = judge_in(root, &[], text, setting);
    let asked = setting.sandbox && judged.verdict == Verdict::Prompt;
    let must = || asked.then(|| must_fail(root, &setting.cwd, &judged)).flatten();
    let fails = command_text(text).err().or_else(must);
    Looked { judged, fails }
}

/// A folder by all of its names: from the root, and without links.
fn written(folder: &Path) -> Vec<String> {
    let mut names: Vec<PathBuf> = [std::path::absolute(folder), folder.canonicalize()].into_iter().flatten().collect();
    names.dedup();
    names.into_iter().map(|name| name.to_string_lossy().into_owned()).collect()
}

/// The folder that the verb runs in, if our data lies in it: only then must it be known by its whole path.
fn around(data: &Path) -> Option<String> {
    let here = std::env::current_dir().ok()?;
    let within = std::path::absolute(data).is_ok_and(|data| data.starts_with(&here));
    within.then(|| here.to_string_lossy().into_owned())
}

fn prose(Looked { judged, fails }: &Looked) -> Vec<String> {
    let class = name(judged.class);
    let first = match judged.verdict {
        Verdict::Allow | Verdict::Prompt if fails.as_ref().is_some_and(|why| why.code != "repository_read_only") => {
            say!("cli-explain-refused", class = class)
        }
        Verdict::Prompt if fails.is_some() => say!("cli-explain-fails", class = class),
        Verdict::Allow => say!("cli-explain-allow", class = class),
        Verdict::Prompt => say!("cli-explain-prompt", class = class),
        Verdict::Never => say!("cli-explain-never", class = class),
    };
    let why = fails.as_ref().map_or_else(
        || crate::show::sentence(&again(&judged.reason)),
        |problem| format!("{} {}", crate::show::sentence(&again(&problem.message)), again(&problem.hint)),
    );
    let mut lines = vec![first, why];
    if judged.argv.as_ref().is_some_and(|argv| argv.len() > 1) {
        lines.extend(judged.segments.iter().map(|segment| format!("  {}", part(segment))));
    }
    lines
}

fn part(segment: &Segment) -> String {
    let command = segment.argv.join(" ");
    let verdict = name(segment.verdict);
    match segment.objections.iter().max_by_key(|objection| objection.verdict) {
        Some(objection) => {
            say!("cli-explain-part-why", command = command, verdict = verdict, why = again(&objection.text))
        }
        None => say!("cli-explain-part", command = command, verdict = verdict),
    }
}

/// The word of the protocol.
fn name(word: impl Serialize) -> String {
    serde_json::to_value(word).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
