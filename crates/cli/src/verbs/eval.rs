//! `countersign eval`: cases through the harness and a model, judged by effect.

use super::read_file;
use crate::args::Eval;
use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::screen::{Ink, Screen, clean};
use crate::store::models_for;
use crate::texts::say;
use countersign_assistant::{Input, Size, Step, Turn, Without};
use countersign_core::model::Role;
use countersign_engine::effects;
use countersign_eval::{Case, Got, Paired, Row, Share, Totals, World, judge, paired, profile, read, without};
use countersign_llm::{Delta, LlmError, ModelInfo, Models, catalogue};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// What a run's file begins with: only the same run goes on in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    model: String,
    without: Vec<String>,
    cases: String,
    digest: String,
}

/// What a run works with.
struct Run {
    models: Models,
    info: Option<ModelInfo>,
    switched_off: Vec<String>,
    without: Without,
}

/// Runs the verb.
pub(crate) async fn run(args: &Eval, home: &Home, screen: &mut Screen) -> Result<Exit> {
    let (text, cases) = cases(args)?;
    let mut switched_off: Vec<String> = args.without.iter().map(|part| part.word().to_owned()).collect();
    switched_off.sort();
    switched_off.dedup();
    let grammar = !switched_off.iter().any(|part| part == "grammar");
    let models = models_for(home, args.model.as_deref(), grammar).await?;
    let info = models.available(Role::Propose);
    if info.is_none() && args.model.as_deref() != Some("none") {
        return Err(Failure::new("no_model", say!("cli-no-model"), say!("cli-eval-no-model-hint")));
    }
    // A model that cannot answer is found out before the first case: the planner's figures are not its own.
    if let Some(info) = &info {
        models.probe(&info.name).await.map_err(|e| Failure::new(e.code(), e.to_string(), e.hint()))?;
    }
    let model = info.as_ref().map_or_else(|| "none".to_owned(), |info| info.name.clone());
    let head = Head {
        model,
        without: switched_off.clone(),
        cases: args.cases.clone(),
        digest: effects::digest(text.as_bytes()),
    };
    let against = args.against.as_deref().map(|file| against(file, &head)).transpose()?;
    let parts = without(&switched_off).map_err(|word| Failure::new("usage", word.to_owned(), String::new()))?;
    let run = Run { models, info, switched_off, without: parts };
    let wanted = |case: &&Case| args.kind.as_ref().is_none_or(|kind| *kind == case.kind);
    let chosen: Vec<&Case> = cases.iter().filter(wanted).take(args.most.unwrap_or(usize::MAX)).collect();
    if chosen.is_empty() {
        return Err(Failure::new("no_cases", say!("cli-eval-no-cases"), say!("cli-eval-no-cases-hint")));
    }
    let mut rows = args.out.as_deref().map_or(Ok(Vec::new()), |out| kept(out, &head))?;
    let known: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    rows.retain(|row| chosen.iter().any(|case| case.id == row.id));
    let todo: Vec<&&Case> = chosen.iter().filter(|case| !known.contains(&case.id)).collect();
    for (n, case) in todo.iter().enumerate() {
        let row = run.case(case).await?;
        if let Some(out) = &args.out {
            append(out, &row)?;
        }
        if args.verbose && !row.verdict.right {
            screen.error(format!("{}  {}  {}", row.id, clean(&row.said), clean(&row.did.to_string())))?;
        }
        if (n + 1).is_multiple_of(20) && !screen.is_json() {
            screen.error(say!("cli-eval-progress", done = rows.len() + 1, all = chosen.len()))?;
        }
        rows.push(row);
    }
    // In the order of the cases, however often the run was stopped.
    rows.sort_by_key(|row| chosen.iter().position(|case| case.id == row.id));
    let other = against.map(|(head, others)| Other::of(head, others, &rows)).transpose()?;
    report(screen, &head, &rows, other.as_ref())?;
    Ok(Exit::Clear)
}

/// Another run, of the cases that both have.
struct Other {
    head: Head,
    totals: Totals,
    paired: Paired,
}

impl Other {
    fn of(head: Head, others: Vec<Row>, rows: &[Row]) -> Result<Self> {
        let shared: Vec<&Row> = others.iter().filter(|other| rows.iter().any(|row| row.id == other.id)).collect();
        if shared.is_empty() {
            return Err(other_cases());
        }
        Ok(Self { head, totals: Totals::of(&shared), paired: paired(rows, &others) })
    }
}

/// The run to compare with, which must be of the same cases.
fn against(file: &Path, head: &Head) -> Result<(Head, Vec<Row>)> {
    match rows_of(file)? {
        (None, _) => Err(Failure::new("not_a_run", say!("cli-eval-not-a-run"), say!("cli-eval-not-a-run-hint"))),
        (Some(other), _) if other.digest != head.digest => Err(other_cases()),
        (Some(other), rows) => Ok((other, rows)),
    }
}

fn other_cases() -> Failure {
    Failure::new("other_cases", say!("cli-eval-other-cases"), say!("cli-eval-other-cases-hint"))
}

/// The text of the case file and its cases.
fn cases(args: &Eval) -> Result<(String, Vec<Case>)> {
    let text = match countersign_eval::built_in(&args.cases) {
        Some(text) => text.to_owned(),
        None => read_file(Path::new(&args.cases))?,
    };
    // The held-out cases were written for their own todos.
    let world = if args.cases == "held-out" { "house" } else { "flat" };
    let cases = read(&text, world).map_err(|bad| {
        let first: Vec<String> = bad.iter().take(5).map(|b| format!("{}: {}", b.line, b.why)).collect();
        Failure::new("invalid_cases", say!("cli-eval-bad-cases", count = bad.len()), clean(&first.join("; ")))
    })?;
    Ok((text, cases))
}

/// A run's file: its head and its rows; a last line that was cut is passed over.
fn rows_of(file: &Path) -> Result<(Option<Head>, Vec<Row>)> {
    let text = read_file(file)?;
    let mut lines = text.lines();
    let head = lines.next().and_then(|line| serde_json::from_str(line).ok());
    Ok((head, lines.filter_map(|line| serde_json::from_str(line).ok()).collect()))
}

/// What an earlier start of the same run has done; begins the file where there is none.
fn kept(out: &Path, head: &Head) -> Result<Vec<Row>> {
    let rows = match out.try_exists() {
        Ok(true) => {
            let (found, rows) = rows_of(out)?;
            if found.as_ref() != Some(head) {
                return Err(Failure::new("other_run", say!("cli-eval-other-run"), say!("cli-eval-other-run-hint")));
            }
            rows
        }
        _ => Vec::new(),
    };
    // Whole lines only, so that the next one begins one.
    let mut text = format!("{}\n", json!(head));
    rows.iter().for_each(|row| text.push_str(&format!("{}\n", json!(row))));
    effects::write_file(out, text.as_bytes())?;
    Ok(rows)
}

fn append(out: &Path, row: &Row) -> Result<()> {
    Ok(effects::append(out, format!("{}\n", json!(row)).as_bytes())?)
}

impl Run {
    async fn case(&self, case: &Case) -> Result<Row> {
        let Some(world) = World::named(&case.world) else {
            return Err(Failure::new("invalid_cases", case.world.clone(), String::new()));
        };
        let mut input = Input::new(&case.said, world.clock.clone());
        input.without = self.without;
        input.model = self.info.as_ref().map(|info| {
            let size = match info.size {
                catalogue::Size::Small => Size::Small,
                catalogue::Size::Large => Size::Large,
            };
            profile(size, &self.switched_off)
        });
        let started = Instant::now();
        let mut got = Got::default();
        let (mut turn, mut step) = Turn::begin(input, &world.todos);
        let outcome = loop {
            step = match step {
                // Talk is not judged, so it is not asked for.
                Step::Call(call) if call.format.is_none() => turn.failed("talk is not measured", &world.todos),
                Step::Call(call) => match self.ask(call, started, &mut got).await? {
                    Ok(reply) => turn.reply(reply, &world.todos),
                    Err(why) => turn.failed(&why, &world.todos),
                },
                Step::Ops(_) => turn.proceed(&world.todos),
                Step::Done(outcome) => break outcome,
            };
        };
        got.seconds = started.elapsed().as_secs_f64();
        Ok(judge(case, &world, &outcome, got))
    }

    /// One call. A model that cannot be reached ends the run: what was done is kept.
    async fn ask(
        &self,
        call: countersign_core::model::Call,
        started: Instant,
        got: &mut Got,
    ) -> Result<std::result::Result<countersign_core::model::Reply, String>> {
        got.calls += 1;
        let mut first = None;
        let mut lost = Vec::new();
        let mut hear = |delta: Delta| match delta {
            Delta::Text(_) | Delta::Thinking(_) => {
                first.get_or_insert_with(|| started.elapsed().as_secs_f64());
            }
            Delta::Spent { usage, .. } => lost.push(usage),
            _ => {}
        };
        let answered = self.models.call(call, &mut hear, &CancellationToken::new()).await;
        got.first_token = got.first_token.or(first);
        for usage in lost {
            got.prompt_tokens += usage.prompt_tokens;
            got.completion_tokens += usage.completion_tokens;
        }
        match answered {
            Ok(reply) => {
                got.prompt_tokens += reply.usage.prompt_tokens;
                got.completion_tokens += reply.usage.completion_tokens;
                Ok(Ok(reply))
            }
            Err(
                e @ (LlmError::NotConfigured
                | LlmError::Config(_)
                | LlmError::Unreachable { .. }
                | LlmError::Unauthorised { .. }
                | LlmError::NoKey { .. }
                | LlmError::ModelNotFound { .. }
                | LlmError::Unusable { .. }
                | LlmError::Budget { .. }),
            ) => Err(Failure::new(e.code(), e.to_string(), e.hint())),
            Err(e) => {
                got.error = Some(e.to_string());
                Ok(Err(e.to_string()))
            }
        }
    }
}

/// A run's name: its model, its cases, and what was switched off.
fn title(head: &Head) -> String {
    let off = if head.without.is_empty() { String::new() } else { format!("  --without {}", head.without.join(",")) };
    format!("{}  {}{off}", clean(&head.model), clean(&head.cases))
}

/// `120 / 242   49.6 %  (43.3–55.9)`.
fn share(share: Share, of: usize) -> String {
    let percent = |part: f64| 100.0 * part;
    let (low, high) = (percent(share.low), percent(share.high));
    format!("{:>4} / {of}  {:>5.1} %  ({low:.1}–{high:.1})", share.hits, percent(share.share))
}

fn cost(totals: &Totals) -> String {
    let seconds = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |s| format!("{s:.2}"));
    say!(
        "cli-eval-cost",
        asked = totals.asked_model,
        read = totals.prompt_tokens,
        written = totals.completion_tokens,
        first = seconds(totals.first_token),
        each = seconds(totals.seconds),
        all = format!("{:.1}", totals.all_seconds)
    )
}

fn report(screen: &mut Screen, head: &Head, rows: &[Row], other: Option<&Other>) -> Result<()> {
    let all: Vec<&Row> = rows.iter().collect();
    let totals = Totals::of(&all);
    let kinds = Totals::parts(rows, |row| &row.kind);
    let languages = Totals::parts(rows, |row| &row.language);
    if screen.is_json() {
        return screen.json(&json!({
            "run": head, "totals": totals, "kinds": kinds, "languages": languages,
            "against": other.map(|other| &other.paired),
            "other": other.map(|other| json!({ "run": other.head, "totals": other.totals })),
        }));
    }
    screen.line(screen.ink(Ink::Strong, title(head)))?;
    let beside = other.map(|other| title(&other.head));
    if let Some(beside) = &beside {
        screen.line(screen.ink(Ink::Strong, format!("| {beside}")))?;
    }
    type Of = fn(&Totals) -> Share;
    let shares: [(String, Of); 6] = [
        (say!("cli-eval-valid"), |t| t.valid),
        (say!("cli-eval-operation"), |t| t.operation),
        (say!("cli-eval-target"), |t| t.target),
        (say!("cli-eval-right"), |t| t.right),
        (say!("cli-eval-wrong-sure"), |t| t.wrong_sure),
        (say!("cli-eval-offered"), |t| t.offered),
    ];
    for (name, of) in shares {
        let own = share(of(&totals), totals.n);
        match other {
            Some(other) => {
                let beside = share(of(&other.totals), other.totals.n);
                screen.line(format!("{own:<36} | {beside:<36}  {name}"))?;
            }
            None => screen.line(format!("{own}  {name}"))?,
        }
    }
    screen.line(cost(&totals))?;
    if let Some(other) = other {
        screen.line(format!("| {}", cost(&other.totals)))?;
    }
    if totals.failed > 0 {
        let why = rows.iter().find_map(|row| row.got.error.as_deref()).unwrap_or_default();
        screen.line(screen.ink(Ink::Danger, say!("cli-eval-failed", count = totals.failed, why = clean(why))))?;
    }
    parts(screen, &kinds)?;
    parts(screen, &languages)?;
    if let Some(Other { paired: pairs, .. }) = other {
        screen.line(say!(
            "cli-eval-against",
            this = pairs.only_this.len(),
            other = pairs.only_other.len(),
            n = pairs.n,
            p = format!("{:.4}", pairs.p)
        ))?;
    }
    Ok(())
}

fn parts(screen: &mut Screen, parts: &BTreeMap<String, Totals>) -> Result<()> {
    let one = |(name, t): (&String, &Totals)| format!("{} {}/{}", clean(name), t.right.hits, t.n);
    screen.line(screen.ink(Ink::Faint, parts.iter().map(one).collect::<Vec<_>>().join("  ")))
}
