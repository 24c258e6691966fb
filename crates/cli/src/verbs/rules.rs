//! `countersign rules`, and remembering a command for the next time ("Add & Run").

use super::{Session, review, workspace};
use crate::args::{AddRule, CheckRule, Remember, RulesVerb, Sign};
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, clean};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::Verdict;
use countersign_core::rule::{DEFAULT_DAYS, Examples, Grant, RuleStatus};
use countersign_core::wire::{CommandView, ItemView, RuleFinding, RuleView, SetView};
use serde_json::{Value, json};

/// Runs `countersign rules`.
pub(crate) async fn run(s: &mut Session<'_>, verb: RulesVerb) -> Result<Exit> {
    match verb {
        RulesVerb::List => list(s).await,
        RulesVerb::Add(args) => add(s, args).await,
        RulesVerb::Revoke { id, reason } => {
            let value = s.client.post(&format!("/api/rules/{id}/revoke"), &json!({ "reason": reason })).await?;
            if s.screen.is_json() {
                s.screen.json(&value)?;
                return Ok(Exit::Clear);
            }
            let rule: RuleView = read(&value)?;
            let text = match rule.grant {
                Grant::NotProposed { .. } => say!("cli-rule-revoked-silent", id = rule.id.0, name = clean(&rule.name)),
                _ => say!("cli-rule-revoked", id = rule.id.0, name = clean(&rule.name)),
            };
            s.screen.line(text)?;
            Ok(Exit::Clear)
        }
        RulesVerb::Check(args) => check(s, &args).await,
    }
}

async fn list(s: &mut Session<'_>) -> Result<Exit> {
    let value = s.client.get("/api/rules").await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let rules: Vec<RuleView> = read(&value["rules"])?;
    if rules.is_empty() {
        s.screen.line(say!("cli-rules-none"))?;
    }
    for rule in &rules {
        let ink = if rule.status == RuleStatus::Active { Ink::Signed } else { Ink::Faint };
        let parts = [
            Some(format!("{:<3}", rule.id.0)),
            Some(s.screen.ink(ink, status(rule.status))),
            Some(s.screen.ink(Ink::Strong, clean(&rule.name))),
            Some(clean(&rule.workspace.0)).filter(|workspace| !workspace.is_empty()),
            Some(uses(rule)),
            Some(say!("cli-rule-until", date = day(rule))),
            rule.copied.then_some(say!("cli-rule-copied")),
            rule.from.map(|from| say!("cli-rule-from", item = format!("#{}.{}", from.set, from.item))),
            rule.ended.as_ref().map(|ended| clean(&ended.why)).filter(|why| !why.is_empty()),
            rule.problem.as_ref().map(|problem| s.screen.ink(Ink::Danger, clean(&problem.message))),
        ];
        s.screen.line(parts.into_iter().flatten().collect::<Vec<_>>().join("  "))?;
    }
    Ok(Exit::Clear)
}

fn status(status: RuleStatus) -> String {
    match status {
        RuleStatus::Active => say!("cli-rule-active"),
        RuleStatus::UsedUp => say!("cli-rule-used-up"),
        RuleStatus::Expired => say!("cli-rule-expired"),
        RuleStatus::Suspended => say!("cli-rule-suspended"),
        RuleStatus::Revoked => say!("cli-rule-revoked-word"),
    }
}

fn uses(rule: &RuleView) -> String {
    match rule.cap {
        Some(cap) => say!("cli-rule-uses-of", uses = rule.uses, cap = cap),
        None => say!("cli-rule-uses", uses = rule.uses),
    }
}

fn day(rule: &RuleView) -> String {
    rule.expires_at.to_string().chars().take(10).collect()
}

/// The flags of this verb. Behind the words they would be words.
const FLAGS: [&str; 7] = ["--days", "--cap", "--match", "--no-match", "--read-only", "--files", "--json"];

async fn add(s: &mut Session<'_>, args: AddRule) -> Result<Exit> {
    let ours = |word: &&String| FLAGS.iter().any(|flag| word.split('=').next() == Some(*flag));
    if let Some(flag) = args.words.iter().find(ours) {
        return Err(Failure::new(
            "usage",
            say!("cli-rule-flags", flag = clean(flag)),
            say!("cli-rule-flags-hint", flag = clean(flag)),
        ));
    }
    let words = match args.words.as_slice() {
        // One text is read as its words, so that nobody has to unquote it.
        [one] => one.split_whitespace().map(str::to_owned).collect(),
        many => many.to_vec(),
    };
    let (workspace, cwd) = workspace::meant_here(s, args.workspace.as_deref()).await?;
    let grant = match args.files {
        Some(folder) => Grant::Files { folder: folder.trim_end_matches('/').to_owned() },
        None if args.read_only => Grant::ReadOnly {},
        None => Grant::Command { prefix: words, cwd },
    };
    let examples = (!args.matches.is_empty())
        .then(|| Examples { matches: args.matches.clone(), not_matches: args.not_matches.clone() });
    let body = json!({
        "workspace": workspace, "grant": grant, "cap": args.limits.cap, "days": args.limits.days, "examples": examples,
    });
    let value = s.client.post("/api/rules", &body).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        made(s, &read(&value)?)?;
    }
    Ok(Exit::Clear)
}

fn made(s: &mut Session<'_>, rule: &RuleView) -> Result<()> {
    s.screen.line(say!(
        "cli-rule-made",
        id = rule.id.0,
        name = clean(&rule.name),
        workspace = clean(&rule.workspace.0),
        date = day(rule)
    ))?;
    if let Some(cap) = rule.cap {
        s.screen.line(say!("cli-rule-made-cap", cap = cap))?;
    }
    if rule.copied { s.screen.line(say!("cli-rule-made-copied")) } else { Ok(()) }
}

async fn check(s: &mut Session<'_>, args: &CheckRule) -> Result<Exit> {
    let (workspace, cwd) = workspace::meant_here(s, args.workspace.as_deref()).await?;
    let rule = args.prefix.as_ref().map(|prefix| {
        let words: Vec<&str> = prefix.split_whitespace().collect();
        json!({ "workspace": workspace, "grant": { "kind": "command", "prefix": words, "cwd": cwd } })
    });
    let body = json!({ "rule": rule, "command": args.command, "cwd": cwd, "workspace": workspace });
    let value = s.client.post("/api/rules/check", &body).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let found: RuleFinding = read(&value)?;
    if let Some(problem) = &found.problem {
        s.screen.line(s.screen.ink(Ink::Danger, clean(&problem.message)))?;
        s.screen.line(clean(&problem.hint))?;
    }
    if let Some(command) = &found.command {
        s.screen.line(format!("{}  {}", say!("cli-rule-judged"), clean(&show::judged(command))))?;
    }
    match (found.matches, rule.is_some(), found.covered_by.as_slice()) {
        (Some(true), true, _) => s.screen.line(say!("cli-rule-lets"))?,
        (Some(false), true, _) => s.screen.line(say!("cli-rule-lets-not"))?,
        // It waits for nobody, as is said above.
        (Some(_), false, []) if found.command.as_ref().is_some_and(|c| c.verdict == "never") => {}
        (Some(_), false, []) => s.screen.line(say!("cli-rule-waits"))?,
        (Some(_), false, by) => {
            let rules = by.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            s.screen.line(say!("cli-rule-covered", rules = rules))?;
        }
        (None, ..) => {}
    }
    if let Some(past) = &found.past {
        s.screen.line(say!("cli-rule-past", matched = past.matched, signed = past.signed, rejected = past.rejected))?;
        for one in &past.samples {
            s.screen.line(format!("  #{}.{}  {}", one.set, one.n, clean(&one.label)))?;
        }
    }
    if let Some(suggested) = found.suggested.filter(|list| rule.is_none() && !list.is_empty()) {
        s.screen.line(say!("cli-rule-suggested", prefixes = shown(&suggested)))?;
    }
    Ok(Exit::Clear)
}

fn shown(prefixes: &[Vec<String>]) -> String {
    prefixes.iter().map(|words| clean(&words.join(" "))).collect::<Vec<_>>().join(" · ")
}

/// `countersign sign`; with `--remember` a rule from the item first, and the item run at once.
pub(crate) async fn sign(s: &mut Session<'_>, args: &Sign) -> Result<Exit> {
    let Some(words) = args.remember else {
        return review::decide(s, &args.choice, Verdict::Confirmed, None).await;
    };
    let set = review::set(s, args.choice.set.set).await?;
    let only = args.choice.set.item.and_then(|n| set.items.iter().find(|item| item.n == n));
    let item = only
        .filter(|item| item.kind == "command")
        .cloned()
        .ok_or_else(|| Failure::new("usage", say!("cli-rule-one-command"), say!("cli-show-hint", set = set.id.0)))?;
    let prefixes = offered(s, &item, words).await?;
    remember(s, &set, &item, &prefixes, &args.limits).await?;
    review::carry_out(s, &set, vec![review::sign_item(&item)], false, false).await
}

/// The prefixes that would be remembered of a command item; `words` says how many of a single one.
pub(crate) async fn offered(s: &Session<'_>, item: &ItemView, words: Option<usize>) -> Result<Vec<Vec<String>>> {
    let none = || Failure::new("cannot_remember", say!("cli-rule-never"), say!("cli-rule-never-hint"));
    let command = item.command.as_ref().ok_or_else(none)?;
    let body = json!({ "command": command.command, "cwd": command.cwd, "workspace": command.workspace });
    let found: RuleFinding = read(&s.client.post("/api/rules/check", &body).await?)?;
    let suggested = found.suggested.filter(|list| !list.is_empty()).ok_or_else(none)?;
    match (words, command.argv.as_deref(), suggested.as_slice()) {
        (None, ..) => Ok(suggested),
        (Some(n), Some([argv]), [_]) if (1..=argv.len()).contains(&n) => {
            Ok(vec![argv.iter().take(n).cloned().collect()])
        }
        (Some(_), argv, _) => {
            let most = argv.and_then(|all| all.first()).map_or(0, Vec::len);
            Err(Failure::new("usage", say!("cli-rule-words", most = most), say!("cli-rule-words-hint")))
        }
    }
}

/// Signs the rules that let a command through from now on.
pub(crate) async fn remember(
    s: &mut Session<'_>,
    set: &SetView,
    item: &ItemView,
    prefixes: &[Vec<String>],
    limits: &Remember,
) -> Result<()> {
    let workspace = item.command.as_ref().map(|command| command.workspace.clone());
    let cwd = item.command.as_ref().map(|command| command.cwd.clone()).unwrap_or_default();
    for prefix in prefixes {
        let body = json!({
            "workspace": workspace,
            "grant": { "kind": "command", "prefix": prefix, "cwd": cwd },
            "cap": limits.cap,
            "days": limits.days,
            "from": { "set": set.id, "item": item.n, "digest": item.digest },
        });
        let value: Value = s.client.post("/api/rules", &body).await?;
        if !s.screen.is_json() {
            made(s, &read(&value)?)?;
        }
    }
    Ok(())
}

/// Asks which words are remembered; none when the person does not want that.
pub(crate) async fn agreed(
    s: &mut Session<'_>,
    item: &ItemView,
    limits: &Remember,
) -> Result<Option<Vec<Vec<String>>>> {
    let mut prefixes = offered(s, item, None).await?;
    let place = |command: &CommandView| match command.cwd.as_str() {
        "" => command.workspace.0.clone(),
        cwd => format!("{}/{cwd}", command.workspace),
    };
    let workspace = item.command.as_ref().map(place).unwrap_or_default();
    loop {
        let days = limits.days.unwrap_or(DEFAULT_DAYS);
        let question = say!("cli-rule-ask", prefix = shown(&prefixes), workspace = clean(&workspace), days = days);
        let said = s.ask(&question).await?.map(|said| said.trim().to_lowercase());
        match said.as_deref() {
            Some("y" | "yes") => return Ok(Some(prefixes)),
            Some("n" | "no") | None => return Ok(None),
            Some(other) => match other.parse::<usize>() {
                Ok(words) => match offered(s, item, Some(words)).await {
                    Ok(other) => prefixes = other,
                    Err(failure) => s.screen.line(failure.to_string())?,
                },
                Err(_) => s.screen.line(say!("cli-rule-keys"))?,
            },
        }
    }
}
