//! Commands that run: followed, stopped, ended with all they started, and their output kept.

use super::{unconfined, world, world_with};
use crate::world::{World, sign, user};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::ids::SetId;
use countersign_core::wire::Outcome;
use countersign_engine::effects::process::STORED;
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::{ApplyRequest, OutputEvent, Setup};
use futures_util::StreamExt;
use serde_json::json;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn limited(seconds: f64) -> Setup {
    Setup { command_limit: Some(Duration::from_secs_f64(seconds)), ..Setup::default() }
}

/// Processes whose command line holds this.
fn alive(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter(|e| e.file_name().to_str().is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit())))
        .filter_map(|e| fs::read(e.path().join("cmdline")).ok())
        .map(|c| String::from_utf8_lossy(&c).replace('\0', " "))
        .filter(|c| c.contains(mark))
        .collect()
}

/// A process that was killed is gone a moment later.
async fn gone(mark: &str) {
    for _ in 0..200 {
        if alive(mark).is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("still there: {:?}", alive(mark));
}

#[tokio::test]
async fn a_command_that_runs_for_too_long_is_ended_with_all_it_started() {
    for setup in [limited(0.7), Setup { sandbox: Some(Sandbox::None), ..limited(0.7) }] {
        let w = world_with(setup).await;
        let begun = Instant::now();
        let ran = w.run("sleep 6101").await;
        assert!(begun.elapsed() < Duration::from_secs(4), "asked first, and it obeyed: {:?}", begun.elapsed());
        assert_eq!((ran.ok, ran.outcome.timed_out, ran.outcome.stopped), (false, true, false), "{ran:?}");
        assert!(ran.why.starts_with("stopped after 0 s"), "{}", ran.why);
        gone("sleep 6101").await;

        w.script("stubborn", "trap '' TERM INT HUP; echo begun; while :; do sleep 6102; done");
        let ran = w.run("./stubborn").await;
        assert!(ran.outcome.timed_out && ran.text.contains("begun"), "{ran:?}");
        assert!(ran.outcome.elapsed_ms > 2_000 && ran.outcome.elapsed_ms < 8_000, "{ran:?}");
        gone("sleep 6102").await;

        w.script("polite", "trap 'echo cleaned up; exit 7' TERM; while :; do sleep 0.05; done");
        let ran = w.run("./polite").await;
        assert!(ran.text.contains("cleaned up"), "it may clean up before it is ended: {ran:?}");
        assert_eq!((ran.ok, ran.outcome.timed_out, ran.outcome.exit), (false, true, Some(7)));

        // A pipeline is ended as a whole, and what would follow does not begin.
        let ran = w.run("sleep 6103 | sleep 6104 ; touch after").await;
        assert!(ran.outcome.timed_out, "{ran:?}");
        gone("sleep 610").await;
        assert!(!w.root.join("after").exists());
    }
}

#[tokio::test]
async fn nothing_outlives_its_command() {
    for setup in [Setup::default(), unconfined()] {
        let confined = setup.sandbox.is_none();
        let w = world_with(setup).await;
        w.script("daemon", "echo begun\nsetsid sh -c 'sleep 6201; true' >/dev/null 2>&1 &\n(setsid sleep 6202 &) &\nsleep 6203 &\nexit 0");
        let begun = Instant::now();
        let ran = w.run("./daemon").await;
        assert_eq!((ran.ok, ran.text.as_str()), (true, "begun\n"), "{confined}: {ran:?}");
        assert!(begun.elapsed() < Duration::from_secs(10), "its children are not waited for");
        gone("sleep 620").await;
    }
}

#[tokio::test]
async fn an_output_is_stored_whole_up_to_a_cap_and_shown_by_its_ends() {
    let w = world().await;
    let ran = w.run("seq 1 200000").await;
    assert_eq!((ran.outcome.bytes, ran.outcome.dropped), (1_288_895, 0));
    assert_eq!(ran.text.lines().count(), 200_000);
    let shown = &ran.outcome.preview;
    assert!(shown.chars().count() <= 5_000 && shown.starts_with("1\n2\n") && shown.ends_with("199999\n200000\n"));
    assert_eq!(w.engine.command_output(ran.set.id, 1, 1_288_888).await.unwrap(), b"200000\n");
    assert_eq!(w.engine.command_output(ran.set.id, 1, u64::MAX).await.unwrap(), b"");

    w.script("much", "head -c 1000000000 /dev/zero | tr '\\0' 'ä' ; echo the end");
    let begun = Instant::now();
    let ran = w.run("./much").await;
    assert!(ran.ok, "{:?} {:?}", ran.outcome.exit, ran.why);
    assert_eq!(ran.outcome.bytes, STORED);
    assert_eq!(ran.outcome.bytes + ran.outcome.dropped, 1_000_000_008);
    assert!(ran.outcome.preview.ends_with("the end\n"), "the end is shown although it is not stored");
    assert!(ran.outcome.preview.chars().count() <= 5_000);
    eprintln!("1 GB of output in {:?}", begun.elapsed());

    // Not text, and cut characters: never an error.
    w.script("binary", "printf 'a\\377\\303'; printf '\\251b\\360\\237'");
    let ran = w.run("./binary").await;
    assert_eq!(ran.outcome.bytes, 7);
    assert_eq!(ran.outcome.preview, "a\u{fffd}éb\u{fffd}");
    w.sound().await;
}

#[tokio::test]
async fn a_signal_and_a_missing_program_are_told() {
    for setup in [Setup::default(), unconfined()] {
        let w = world_with(setup).await;
        w.script("suicide", "kill -9 $$");
        w.script("crash", "kill -SEGV $$");
        let ran = w.run("./suicide").await;
        assert_eq!(
            (ran.ok, ran.outcome.exit, ran.outcome.signal, ran.why.as_str()),
            (false, None, Some(9), "ended by signal 9")
        );
        w.script("usage", "exit 129");
        let ran = w.run("./usage").await.outcome;
        assert_eq!((ran.exit, ran.signal), (Some(129), None));
        assert_eq!(w.run("./crash").await.outcome.signal, Some(11));
        let ran = w.run("not-a-program --flag").await;
        assert_eq!((ran.ok, ran.outcome.exit, ran.why.as_str()), (false, Some(127), "exit 127"));
        fs::write(w.root.join("plain"), "echo x").unwrap();
        assert_eq!(w.run("./plain").await.outcome.exit, Some(127), "it cannot be executed");
    }
}

async fn running(w: &World, set: SetId) {
    for _ in 0..500 {
        if w.engine.change_set(set).await.unwrap().items[0].status == ItemStatus::Applying
            && !w.engine.command_output(set, 1, 0).await.unwrap_or_default().is_empty()
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it does not run");
}

#[tokio::test]
async fn a_running_command_is_followed_and_stopped() {
    for setup in [Setup::default(), unconfined()] {
        let w = Arc::new(world_with(setup).await);
        w.script("long", "printf 'b\\303'; sleep 0.2; printf '\\251gun\\n'; sleep 6301; echo never");
        let set = w.commands(&["./long"]).await;
        let sign = sign(&set, &[1]);
        let signed = w.engine.decide(set.id, sign, Verdict::Confirmed, None, user()).await.unwrap();
        assert_eq!(w.engine.stop_command(set.id, 1).unwrap_err().code(), "not_found", "it does not run yet");
        // Followed from before it begins.
        let follow = tokio::spawn(w.engine.follow_output(set.id, 1, 0).await.unwrap().collect::<Vec<_>>());
        let at_work = w.clone();
        let applying = tokio::spawn(async move { at_work.apply(&signed).await.unwrap() });
        running(&w, set.id).await;
        // Nothing waits for a command that runs.
        let other = w.propose(json!([{ "op": "create", "title": "Meanwhile" }])).await;
        assert_eq!(w.apply(&other).await.unwrap().outcome, Outcome::Applied);
        // A second apply does not run it a second time.
        let now = w.engine.change_set(set.id).await.unwrap();
        let request = ApplyRequest { digest: now.digest.clone(), ..ApplyRequest::default() };
        let second = w.engine.apply(set.id, request, user(), None).await.unwrap();
        assert_eq!((second.outcome, second.results.len()), (Outcome::NothingChanged, 0));
        while !String::from_utf8_lossy(&w.engine.command_output(set.id, 1, 0).await.unwrap()).contains('\n') {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        w.engine.stop_command(set.id, 1).unwrap();
        let receipt = applying.await.unwrap();
        let outcome = receipt.results[0].command.clone().unwrap();
        assert_eq!((outcome.stopped, outcome.timed_out, receipt.results[0].ok), (true, false, false));
        assert!(receipt.results[0].problem.as_ref().unwrap().message.starts_with("stopped by you"));
        gone("sleep 6301").await;
        let events: Vec<OutputEvent> = follow.await.unwrap().into_iter().map(Result::unwrap).collect();
        let text: String =
            events.iter().map(|e| if let OutputEvent::Chunk { text, .. } = e { text.as_str() } else { "" }).collect();
        assert_eq!(text, "bégun\n", "no character is cut between pieces");
        let done = OutputEvent::Done { status: ItemStatus::Failed, outcome: Some(Box::new(outcome)) };
        assert_eq!(events.last(), Some(&done));
        // Afterwards it is replayed from what was stored.
        let replay: Vec<OutputEvent> =
            w.engine.follow_output(set.id, 1, 1).await.unwrap().map(Result::unwrap).collect().await;
        assert_eq!(replay[0], OutputEvent::Chunk { to: 7, text: "égun\n".into() });
        assert_eq!(replay.last(), Some(&done));
        w.sound().await;
    }
}
