//! What a person says to a run that waits.

use super::*;
use countersign_engine::Key;

#[tokio::test(flavor = "multi_thread")]
async fn a_question_and_a_permission_wait_for_the_person() {
    let w = World::new(&[
        json!({ "action": "ask_user", "question": "Which file?" }),
        call("read_file", json!({ "path": "a.txt" })),
        done("It says one, two."),
    ])
    .await;
    let permissions = [("read_file".to_owned(), Permission::Ask)].into();
    let run = w.start("Read the file", AgentOptions { permissions, ..AgentOptions::default() }).await;
    let Some(AgentWait::Answer { question, .. }) = run.agent.clone().unwrap().wait else { panic!("{run:?}") };
    assert_eq!(question, "Which file?");
    let run = w.answer(&run, AgentInput::Answer { text: "a.txt".into() }).await;
    let Some(AgentWait::Approval { calls }) = run.agent.clone().unwrap().wait else { panic!("{run:?}") };
    assert_eq!((calls[0].tool.as_str(), &calls[0].args), ("read_file", &json!({ "path": "a.txt" })));
    assert_eq!(w.heard().len(), 2, "nothing was read yet");
    let run = w.answer(&run, AgentInput::Approval { allow: vec![calls[0].call.clone()] }).await;
    assert_eq!(
        (run.status, run.text.as_deref(), run.said.as_deref()),
        (RunStatus::Done, Some("Nothing has been changed."), Some("It says one, two."))
    );
    assert_eq!(w.heard()[1], "The person answers: a.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_waits_can_be_cancelled() {
    let w = World::new(&[json!({ "action": "ask_user", "question": "Which file?" })]).await;
    let run = w.start("Delete it", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Waiting);
    let run = w.engine.cancel_run(&run.id).await.unwrap();
    assert_eq!((run.status, run.change_set), (RunStatus::Cancelled, None));
    assert_eq!(run.agent.unwrap().steps[0].status, StepStatus::Cancelled);
}

/// A plan of three steps, of which two are done: it waits to go on.
async fn paused(rest: &[Value]) -> (World, RunView) {
    let plan =
        json!({ "task_list": [{ "description": "Read a" }, { "description": "Look" }, { "description": "Write c" }] });
    let all: Vec<Value> = [plan, done("read"), done("looked")].into_iter().chain(rest.iter().cloned()).collect();
    let w = World::new(&all).await;
    let run = w.start("- read a\n- look\n- write c", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Waiting);
    (w, run)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_a_conversation_whose_run_waits_goes_to_that_run() {
    for (said, mode, told) in
        [("Weiter!", Mode::Auto, None), ("use German from here", Mode::Agent, Some("use German from here"))]
    {
        let (w, run) = paused(&[done("written"), summary()]).await;
        let new = NewRun { mode, ..request(Some(run.session.clone()), said, AgentOptions::default()) };
        let key = || Some(Key { key: "said".into(), request: said.into() });
        let goes_on = w.engine.start_run_once(new.clone(), key()).await.unwrap();
        assert_eq!(goes_on.id, run.id, "{said}");
        w.events(&run.id).await;
        // Said again under its key it was said already.
        assert_eq!(w.engine.start_run_once(new, key()).await.unwrap().id, run.id, "{said}");
        assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Done, "{said}");
        assert_eq!(w.heard()[3].contains("use German"), told.is_some(), "{}", w.heard()[3]);
        assert_eq!(w.engine.session(&run.session).await.unwrap().runs.len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_under_a_key_is_stored_with_it_or_not_at_all() {
    let (w, run) = paused(&[done("written"), summary()]).await;
    let database = w.folder.path().join("data/countersign.db");
    let sql = |sql: &str| rusqlite::Connection::open(&database).unwrap().execute_batch(sql).unwrap();
    let new = request(Some(run.session.clone()), "use German from here", AgentOptions::default());
    let say = || w.engine.start_run_once(new.clone(), Some(Key { key: "said".into(), request: "r".into() }));
    sql("CREATE TRIGGER refuses BEFORE INSERT ON idempotency BEGIN SELECT RAISE(ABORT, 'refused'); END");
    say().await.unwrap_err();
    let waits = w.engine.run(&run.id).await.unwrap();
    assert_eq!((waits.status, waits.agent.unwrap().told), (RunStatus::Waiting, Vec::<String>::new()));
    assert_eq!(w.heard().len(), 3, "no model was told");
    sql("DROP TRIGGER refuses");
    assert_eq!(say().await.unwrap().id, run.id);
    // Who is told that it was said finds it stored, whatever becomes of the server.
    let told = |run: &RunView| run.agent.as_ref().unwrap().told.clone();
    assert_eq!(told(&w.engine.run(&run.id).await.unwrap()), ["use German from here"]);
    assert_eq!(say().await.unwrap().id, run.id);
    w.events(&run.id).await;
    let ended = w.engine.run(&run.id).await.unwrap();
    assert_eq!((ended.status, told(&ended)), (RunStatus::Done, vec!["use German from here".to_owned()]));
    assert_eq!(w.engine.session(&run.session).await.unwrap().runs.len(), 1);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_answer_goes_to_the_question_of_its_own_conversation_unless_it_is_sent_apart() {
    let ask = json!({ "action": "ask_user", "question": "Which colour?" });
    let w = World::new(&[ask, done("Another."), done("It is green.")]).await;
    let run = w.start("Paint it", AgentOptions::default()).await;
    // In another conversation, in a mode of its own, or apart, it means something else.
    let apart = NewRun { apart: true, ..request(Some(run.session.clone()), "green", AgentOptions::default()) };
    let other = w.engine.start_run(apart).await.unwrap();
    assert_ne!(other.id, run.id);
    w.events(&other.id).await;
    // Behind something else only "go on" is meant for it, and that is no colour.
    let plain =
        |text: &str| NewRun { mode: Mode::Auto, ..request(Some(run.session.clone()), text, AgentOptions::default()) };
    let later = w.engine.start_run(plain("go on")).await.unwrap();
    assert_ne!(later.id, run.id);
    w.events(&later.id).await;
    assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Waiting);

    let ask = json!({ "action": "ask_user", "question": "Which colour?" });
    let w = World::new(&[ask, done("It is green.")]).await;
    let run = w.start("Paint it", AgentOptions::default()).await;
    let answer = NewRun { mode: Mode::Auto, ..request(Some(run.session.clone()), "green", AgentOptions::default()) };
    assert_eq!(w.engine.start_run(answer).await.unwrap().id, run.id);
    w.events(&run.id).await;
    let ended = w.engine.run(&run.id).await.unwrap();
    assert!(ended.said.unwrap().starts_with("It is green."));
    assert!(w.heard()[1].contains("The person answers: green"), "{}", w.heard()[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_to_a_run_stands_in_its_record_and_in_the_log() {
    let (w, run) = paused(&[
        json!({ "action": "next_step", "type": "respond", "message": "I begin." }),
        done("written"),
        summary(),
    ])
    .await;
    let ended = w.answer(&run, AgentInput::Continue { auto: None, message: Some("use German from here".into()) }).await;
    assert_eq!(ended.agent.clone().unwrap().told, ["use German from here"]);
    let verdict = AgentInput::Summary { verdict: "no".into(), action: None, details: None };
    w.answer(&ended, verdict).await;
    let log = w.engine.transcript(&run.session).await.unwrap();
    for line in [
        "USER: use German from here",
        "AGENT: The model says: I begin.",
        "SYSTEM: The summary of the work was discarded.",
    ] {
        assert_eq!(log.matches(line).count(), 1, "{line}\n{log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn editing_the_plan_lets_a_run_wait_and_begins_none() {
    let (w, run) = paused(&[json!({ "action": "ask_user", "question": "Go on?" })]).await;
    let say = |text: &str| request(Some(run.session.clone()), text, AgentOptions::default());
    let view = w.engine.start_run(say("/edit-plan")).await.unwrap();
    assert_eq!((view.id.clone(), view.status), (run.id.clone(), RunStatus::Waiting));
    let shown = view.plan.unwrap();
    assert_eq!((shown.changes.len(), shown.saved), (0, false), "{shown:?}");
    // What was edited in the conversation's folder is shown, and not saved by that.
    let folder = w.engine.mirror_now(&run.session).await.unwrap().folder.unwrap();
    let document = Path::new(&folder).join("plan_doc.md");
    let edited = shown.markdown.replacen("_No goal defined yet._", "Five languages greet", 1);
    std::fs::write(&document, &edited).unwrap();
    let view = w.engine.start_run(say("/edit-plan")).await.unwrap();
    let shown = view.plan.unwrap();
    let goals: Vec<_> =
        shown.changes.iter().map(|c| (c.field.as_str(), c.after.as_deref().unwrap_or_default().trim())).collect();
    assert_eq!(goals[0], ("goal", "Five languages greet"), "{goals:?}");
    assert_eq!(w.engine.plan(&run.session, None).await.unwrap().plan.metadata.version, 0);
    // Once it is saved, the run goes on with it.
    let edit = PlanEdit { base: 0, markdown: Some(edited), plan: None, accept: Some(shown.digest) };
    assert!(w.engine.edit_plan(&run.session, edit, user()).await.unwrap().saved);
    let before = w.server.calls().len();
    w.answer(&run, AgentInput::Continue { auto: None, message: None }).await;
    assert!(w.server.calls()[before].to_string().contains("Five languages greet"));
    let events = w.events(&run.id).await;
    let told = |e: &RunEvent| matches!(e, RunEvent::Recovery { what, .. } if what == "plan_edited");
    assert_eq!(events.iter().filter(|e| told(e)).count(), 1);
    assert_eq!(w.engine.session(&run.session).await.unwrap().runs.len(), 1);
    w.engine.cancel_run(&run.id).await.unwrap();
    assert_eq!(w.engine.start_run(say("/edit-plan")).await.unwrap_err().code(), "not_waiting");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_answer_leaves_the_question_waiting() {
    let w = World::new(&[json!({ "action": "ask_user", "question": "Which file?" }), done("b.txt it is.")]).await;
    let run = w.start("Delete the file", AgentOptions::default()).await;
    for text in ["", "  \n", "\t"] {
        let refused = w.engine.answer_run(&run.id, AgentInput::Answer { text: text.into() }).await.unwrap_err();
        assert_eq!((refused.code(), w.engine.run(&run.id).await.unwrap().status), ("empty_answer", RunStatus::Waiting));
    }
    let asked = w.engine.run(&run.id).await.unwrap().agent.unwrap().wait.unwrap();
    assert!(matches!(asked, AgentWait::Answer { question, .. } if question == "Which file?"));
    assert_eq!(w.answer(&run, AgentInput::Answer { text: "b.txt".into() }).await.status, RunStatus::Done);
}
