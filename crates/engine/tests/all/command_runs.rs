//! Several commands one after the other under supervision: real processes, and a scripted model
//! where one has to say something.

use crate::world::{World, models, replies, request, sign, sign_all, user, workshop};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::command_run::{CommandRunStatus, StepStatus};
use countersign_core::ids::SetId;
use countersign_core::rule::Grant;
use countersign_core::wire::{CommandRunView, NewCommandRun, NewRule, SetView, Steer};
use countersign_engine::{ApplyRequest, EngineError, Key};
use countersign_llm::Models;
use countersign_testkit::{Kind, ModelServer, Script};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::fs;

fn with(server: &ModelServer) -> Models {
    models("openai", server, json!({ "models": { "test": { "provider": "p" } } }))
}

async fn world() -> World {
    workshop().opening(|o| o.at("2026-11-22T10:00:00Z")).open().await
}

/// A world whose model gives these verdicts, one after the other.
async fn watched(verdicts: &[Value]) -> World {
    let script = Script { kind: Kind::OpenAi, answers: replies(verdicts), ..Script::default() };
    let server = ModelServer::start(script).await.unwrap();
    let models = with(&server);
    workshop().opening(|o| o.at("2026-11-22T10:00:00Z")).asking(server, models).open().await
}

fn all_of(set: &SetView) -> NewCommandRun {
    NewCommandRun { change_set: set.id, digest: set.digest.clone(), sign: sign_all(set), confirm: None }
}

impl World {
    /// Signs and runs all, until it waits or ends.
    async fn run_all(&self, commands: &[&str]) -> CommandRunView {
        let set = self.commands(commands).await;
        self.engine.start_command_run(all_of(&set), user(), None).await.unwrap();
        self.rest(set.id).await
    }

    /// What a run comes to by itself.
    async fn rest(&self, set: SetId) -> CommandRunView {
        let all: Vec<_> = self.engine.follow_command_run(set).await.unwrap().collect().await;
        all.into_iter().last().unwrap().unwrap()
    }

    async fn steer(&self, set: SetId, steer: Steer) -> Result<CommandRunView, String> {
        let done = self.engine.steer_command_run(set, steer, user()).await;
        done.map_err(|e| e.code().to_owned())
    }
}

fn steps(run: &CommandRunView) -> Vec<StepStatus> {
    run.steps.iter().map(|step| step.status).collect()
}

use StepStatus::{Failed, Queued, Replaced, Succeeded};

#[tokio::test]
async fn they_run_in_order_and_each_says_where_it_stands() {
    let w = world().await;
    let run = w.run_all(&["echo one", "echo two", "echo three"]).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Done, vec![Succeeded; 3]));
    assert_eq!((run.text.as_str(), run.done, run.total), ("✓ 3 succeeded, ✗ 0 failed", 3, 3));
    let told: Vec<&str> = run.steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(told, ["Command 1/3 ✓ echo one", "Command 2/3 ✓ echo two", "Command 3/3 ✓ echo three"]);
    assert_eq!((run.steps[1].preview.as_str(), run.steps[1].exit, run.remaining.len()), ("two\n", Some(0), 0));
    let set = w.engine.change_set(run.change_set).await.unwrap();
    assert!(set.items.iter().all(|item| item.status == ItemStatus::Applied));
    assert_eq!(w.engine.command_runs(10).await.unwrap(), [run]);
    w.sound().await;
}

#[tokio::test]
async fn no_other_command_of_a_set_begins_while_one_runs() {
    let w = world().await;
    let slow = "sh -c 'echo first >> order.txt; sleep 1; echo second >> order.txt'";
    let set = w.commands(&[slow, "sh -c 'echo third >> order.txt'"]).await;
    let runs = |set: &SetView| set.items[0].status == ItemStatus::Applying;
    let begun = async |set: SetId| {
        while !runs(&w.engine.change_set(set).await.unwrap()) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        w.engine.change_set(set).await.unwrap()
    };
    let apply = |set: &SetView| ApplyRequest { digest: set.digest.clone(), ..ApplyRequest::default() };
    let code = |refused: Result<(), EngineError>| refused.unwrap_err().code().to_owned();

    // A run under way: neither an apply nor a second run takes its next command from it.
    w.engine.start_command_run(all_of(&set), user(), None).await.unwrap();
    let now = begun(set.id).await;
    assert_eq!(code(w.engine.apply(set.id, apply(&now), user(), None).await.map(drop)), "already_running");
    let again = NewCommandRun { sign: Vec::new(), digest: now.digest.clone(), ..all_of(&now) };
    assert_eq!(code(w.engine.start_command_run(again, user(), None).await.map(drop)), "already_running");
    let run = w.rest(set.id).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Done, vec![Succeeded; 2]));
    assert_eq!(fs::read_to_string(w.root.join("order.txt")).unwrap(), "first\nsecond\nthird\n");

    // An apply under way: the same.
    let set = w.commands(&[slow, "sh -c 'echo fourth >> order.txt'"]).await;
    let (engine, all) = (w.engine.clone(), ApplyRequest { sign: sign_all(&set), ..apply(&set) });
    let first = tokio::spawn(async move { engine.apply(set.id, all, user(), None).await });
    let now = begun(set.id).await;
    assert_eq!(code(w.engine.apply(set.id, apply(&now), user(), None).await.map(drop)), "already_running");
    let run = NewCommandRun { sign: Vec::new(), digest: now.digest.clone(), ..all_of(&now) };
    assert_eq!(code(w.engine.start_command_run(run, user(), None).await.map(drop)), "already_running");
    first.await.unwrap().unwrap();
    let order = fs::read_to_string(w.root.join("order.txt")).unwrap();
    assert_eq!(order, "first\nsecond\nthird\nfirst\nsecond\nfourth\n");
    // Afterwards it is free again.
    let set = w.commands(&["echo five"]).await;
    let all = ApplyRequest { sign: sign_all(&set), ..apply(&set) };
    w.engine.apply(set.id, all, user(), None).await.unwrap();
    w.sound().await;
}

#[tokio::test]
async fn a_failure_waits_and_the_person_goes_on() {
    let w = world().await;
    let run = w.run_all(&["echo one", "grep x nothing", "echo three"]).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Paused, vec![Succeeded, Failed, Queued]));
    assert_eq!((run.why.as_str(), run.remaining.as_slice()), ("it failed", &["echo three".to_owned()][..]));
    assert_eq!(run.steps[1].text, "Command 2/3 ✗ grep x nothing");
    assert_eq!(w.steer(run.change_set, Steer::Pause).await.unwrap_err(), "not_running");
    w.steer(run.change_set, Steer::Resume).await.unwrap();
    let run = w.rest(run.change_set).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Done, vec![Succeeded, Failed, Succeeded]));
    assert_eq!(run.text, "✓ 2 succeeded, ✗ 1 failed");
    assert_eq!(w.steer(run.change_set, Steer::Resume).await.unwrap_err(), "not_paused");
    w.sound().await;
}

/// What waits in a paused run and is run by an apply is no more waited for.
#[tokio::test]
async fn what_is_run_apart_from_a_paused_run_is_known_to_it() {
    let w = world().await;
    let run = w.run_all(&["echo one", "grep x nothing", "echo three"]).await;
    let set = w.engine.change_set(run.change_set).await.unwrap();
    w.engine.apply(set.id, request(&set, Vec::new()), user(), None).await.unwrap();
    let run = w.engine.command_run(set.id).await.unwrap();
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Done, vec![Succeeded, Failed, Succeeded]));
    assert_eq!((run.why.as_str(), run.steps[2].preview.as_str()), ("", "three\n"));

    // One that is turned down instead is passed over.
    let run = w.run_all(&["echo one", "grep x nothing", "echo three"]).await;
    let set = w.engine.change_set(run.change_set).await.unwrap();
    w.engine.decide(set.id, sign(&set, &[3]), Verdict::Rejected, None, user()).await.unwrap();
    let run = w.engine.command_run(set.id).await.unwrap();
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Done, vec![Succeeded, Failed, StepStatus::Skipped]));
    w.sound().await;
}

#[tokio::test]
async fn only_what_is_signed_runs_and_the_same_key_begins_once() {
    let w = world().await;
    let set = w.commands(&["echo one", "touch made"]).await;
    let none = NewCommandRun { sign: Vec::new(), ..all_of(&set) };
    assert_eq!(w.engine.start_command_run(none, user(), None).await.unwrap_err().code(), "no_commands");
    let stale = NewCommandRun { digest: "0".into(), ..all_of(&set) };
    assert_eq!(w.engine.start_command_run(stale, user(), None).await.unwrap_err().code(), "stale");
    let mut one = all_of(&set);
    one.sign.truncate(1);
    let key = || Some(Key { key: "k".into(), request: "r".into() });
    w.engine.start_command_run(one.clone(), user(), key()).await.unwrap();
    let run = w.rest(set.id).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Done, vec![Succeeded]));
    let again = w.engine.start_command_run(one, user(), key()).await.unwrap();
    assert_eq!(again, run, "the same key begins nothing new");
    assert!(!w.root.join("made").exists());
    let after = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(after.items[1].status, ItemStatus::Pending);
}

#[tokio::test]
async fn files_of_the_set_are_written_before_its_commands_run() {
    let w = world().await;
    let list = json!([
        { "op": "run_command", "command": "cat new.txt" },
        { "op": "write_file", "path": "new.txt", "content": "written\n" },
    ]);
    let set = w.engine.propose(None, &list, user()).await.unwrap();
    w.engine.start_command_run(all_of(&set), user(), None).await.unwrap();
    let run = w.rest(set.id).await;
    assert_eq!((run.status, run.steps[0].preview.as_str()), (CommandRunStatus::Done, "written\n"));
    w.sound().await;
}

#[tokio::test]
async fn a_stop_ends_what_runs_and_the_rest_stays_signed() {
    let w = world().await;
    let set = w.commands(&["sleep 6402", "touch made"]).await;
    w.engine.start_command_run(all_of(&set), user(), None).await.unwrap();
    assert_eq!(w.engine.start_command_run(all_of(&set), user(), None).await.unwrap_err().code(), "already_running");
    let mut live = Box::pin(w.engine.follow_command_run(set.id).await.unwrap());
    while live.next().await.unwrap().unwrap().steps[0].status != StepStatus::Running {}
    w.steer(set.id, Steer::Stop).await.unwrap();
    let run = w.rest(set.id).await;
    assert_eq!((run.status, run.why.as_str()), (CommandRunStatus::Stopped, "stopped by you"));
    assert_eq!(steps(&run), [Failed, Queued]);
    let after = w.engine.change_set(set.id).await.unwrap();
    assert_eq!((after.items[0].status, after.items[1].status), (ItemStatus::Failed, ItemStatus::Confirmed));
    assert!(!w.root.join("made").exists());
    w.sound().await;
}

#[tokio::test]
async fn a_model_goes_on_or_stops_and_the_exit_code_decides_success() {
    let w = watched(&[
        json!({ "verdict": "continue", "why": "fine" }),
        json!({ "verdict": "continue", "why": "it does not matter" }),
        json!({ "verdict": "stop", "why": "look at this" }),
    ])
    .await;
    let run = w.run_all(&["echo one", "grep x nothing", "echo three", "echo four"]).await;
    assert_eq!((run.status, run.why.as_str()), (CommandRunStatus::Paused, "look at this"));
    assert_eq!(steps(&run), [Succeeded, Failed, Succeeded, Queued]);
    let by = |at: usize| run.steps[at].advice.as_ref().and_then(|advice| advice.by.clone());
    assert_eq!((by(0).as_deref(), by(3)), (Some("test"), None));
    let calls = w.server.calls();
    let asked = calls[1].to_string();
    assert!(asked.contains("I ran the command: `grep x nothing`") && asked.contains("Exit code: 2"), "{asked}");
    assert!(asked.contains("- echo three") && asked.contains("✓ 1 succeeded, ✗ 1 failed"), "{asked}");
    w.sound().await;
}

#[tokio::test]
async fn what_a_model_asks_for_waits_for_a_signature() {
    let w = watched(&[
        json!({ "verdict": "replace", "why": "the folder is missing", "command": "touch fixed" }),
        json!({ "verdict": "continue", "why": "mended" }),
        json!({ "verdict": "continue", "why": "done" }),
    ])
    .await;
    let run = w.run_all(&["cat fixed", "echo two", "cat fixed"]).await;
    assert_eq!(steps(&run), [Failed, Queued, Replaced, Queued]);
    assert_eq!((run.status, run.total), (CommandRunStatus::Paused, 3));
    let put_in = &run.steps[1];
    assert_eq!((put_in.command.as_str(), put_in.inserted, put_in.unsigned), ("touch fixed", true, true));
    assert_eq!(run.why, format!("{}.1 wants your signature", put_in.set));
    assert!(!w.root.join("fixed").exists(), "a verdict runs nothing");
    let waiting = w.engine.change_set(put_in.set).await.unwrap();
    assert_eq!(
        (waiting.items[0].status, waiting.items[0].why.as_str(), waiting.items[0].said_by.as_deref()),
        (ItemStatus::Pending, "the folder is missing", Some("test"))
    );
    w.steer(run.change_set, Steer::Resume).await.unwrap();
    assert_eq!(w.rest(run.change_set).await.status, CommandRunStatus::Paused, "it still wants a signature");
    let sign = sign(&waiting, &[1]);
    w.engine.decide(put_in.set, sign, Verdict::Confirmed, None, user()).await.unwrap();
    w.steer(run.change_set, Steer::Resume).await.unwrap();
    let run = w.rest(run.change_set).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Done, vec![Failed, Succeeded, Replaced, Succeeded]));
    assert!(w.root.join("fixed").exists());
    w.sound().await;
}

#[tokio::test]
async fn a_model_that_says_stop_stops_them_though_the_command_succeeded() {
    // As a provider answers that wants every member.
    let w = watched(&[json!({ "verdict": "stop", "why": "look at it first", "command": null })]).await;
    let run = w.run_all(&["echo one", "touch two"]).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Paused, vec![Succeeded, Queued]));
    assert!(run.why.contains("look at it first"), "{}", run.why);
    assert!(!w.root.join("two").exists());
}

#[tokio::test]
async fn a_rule_signs_what_a_model_asks_for_and_never_what_is_refused() {
    let w = watched(&[
        json!({ "verdict": "replace", "why": "try", "command": "echo mended" }),
        json!({ "verdict": "replace", "why": "try harder", "command": "rm -rf /" }),
    ])
    .await;
    let grant = Grant::Command { prefix: vec!["echo".into(), "mended".into()], cwd: String::new() };
    let rule = NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None };
    w.engine.make_rule(rule, user()).await.unwrap();
    let run = w.run_all(&["grep x nothing", "echo two", "echo three"]).await;
    assert_eq!(run.status, CommandRunStatus::Paused);
    assert_eq!((run.steps[1].command.as_str(), run.steps[1].status), ("echo mended", Succeeded));
    let refused = run.steps.iter().find(|step| step.command == "rm -rf /").unwrap();
    assert_eq!(refused.status, StepStatus::Skipped);
    assert!(run.why.contains("is refused"), "{}", run.why);
    assert_eq!(w.engine.rules()[0].uses, 1);
    w.sound().await;
}

#[tokio::test]
async fn a_rule_signs_nothing_a_model_asks_for_in_a_folder_that_cannot_be_copied() {
    let w = watched(&[json!({ "verdict": "replace", "why": "try", "command": "touch mended" })]).await;
    std::fs::File::create(w.root.join("large")).unwrap().set_len(1_000_000_001).unwrap();
    let grant = Grant::Command { prefix: vec!["touch".into(), "mended".into()], cwd: String::new() };
    let rule = NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None };
    w.engine.make_rule(rule, user()).await.unwrap();
    let run = w.run_all(&["grep x nothing", "echo two"]).await;
    assert_eq!((run.status, run.steps[1].unsigned), (CommandRunStatus::Paused, true), "{}", run.why);
    assert_eq!(w.engine.rules()[0].uses, 0);
    w.sound().await;
}

#[tokio::test]
async fn at_most_three_commands_are_put_in_for_a_failure() {
    let w = watched(&[
        json!({ "verdict": "replace", "why": "a", "command": "grep x n1" }),
        json!({ "verdict": "replace", "why": "b", "command": "grep x n2" }),
        json!({ "verdict": "replace", "why": "c", "command": "grep x n3" }),
        json!({ "verdict": "replace", "why": "d", "command": "grep x n4" }),
    ])
    .await;
    let rule =
        NewRule { workspace: None, grant: Grant::ReadOnly {}, cap: None, days: None, examples: None, from: None };
    // Made after the proposal, so that only what the model asks for falls under it.
    let set = w.commands(&["grep x nothing", "echo two"]).await;
    w.engine.make_rule(rule, user()).await.unwrap();
    w.engine.start_command_run(all_of(&set), user(), None).await.unwrap();
    let run = w.rest(set.id).await;
    assert_eq!(run.steps.iter().filter(|step| step.inserted).count(), 3);
    assert!(run.why.starts_with("3 commands were put in"), "{}", run.why);
    assert!(run.steps.iter().all(|step| step.command != "grep x n4"));
    w.sound().await;
}

#[tokio::test]
async fn a_model_that_gives_no_verdict_leaves_it_to_the_exit_code() {
    let w = watched(&[json!("please stop"), json!({ "verdict": "run it", "why": "" })]).await;
    let run = w.run_all(&["echo stop", "echo two", "grep x nothing", "echo four"]).await;
    assert_eq!((run.status, steps(&run)), (CommandRunStatus::Paused, vec![Succeeded, Succeeded, Failed, Queued]));
    assert!(run.steps.iter().take(3).all(|step| step.advice.as_ref().is_some_and(|advice| advice.by.is_none())));
}

#[tokio::test]
async fn git_shows_no_committed_secret_also_of_a_submodule() {
    let w = world().await;
    let git = |folder: &str, words: &str| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "protocol.file.allow=always", "-c", "user.name=a", "-c", "user.email=a@example.com"]);
        let ran = git.args(words.split(' ')).current_dir(w.root.join(folder)).output().unwrap();
        assert!(ran.status.success(), "git {words}: {}", String::from_utf8_lossy(&ran.stderr));
    };
    for folder in ["inner", "outer"] {
        fs::create_dir(w.root.join(folder)).unwrap();
        git(folder, "init -q");
        fs::write(w.root.join(folder).join(".env"), "KEY=canary\n").unwrap();
        fs::write(w.root.join(folder).join("a.txt"), "in sight\n").unwrap();
        git(folder, "add -A -f");
        git(folder, "commit -q -m one");
    }
    git("outer", "submodule --quiet add ../inner inner");
    git("outer", "commit -q -m two");
    git("outer", "config diff.submodule diff");
    let run = w.run_all(&["git -C outer log -p | grep sight", "git -C outer log -p | grep canary"]).await;
    assert_eq!(steps(&run), [Succeeded, Failed], "{run:?}");
}
