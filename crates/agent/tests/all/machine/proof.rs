//! What a step that is said to be done has to show (DESIGN §4: receipts write the status).

use super::*;

/// Gives what came of the writes that are under way: refused, or not needed.
fn answer(w: &mut World, text: &str, already: bool) {
    let Some(Effect::RunTools(calls)) = w.out.last().cloned() else { panic!("{:?}", w.out) };
    let result = |call: String| ToolResult { call, text: text.to_owned(), already, ..ToolResult::default() };
    let results = calls.iter().map(|call| result(call.id.clone())).collect();
    w.out = w.machine.step(Input::Results(results)).unwrap();
    w.all.extend(w.out.clone());
}

/// A reply that the world does not answer.
fn say(w: &mut World, text: &str) {
    w.out = w.machine.step(reply(text)).unwrap();
    w.all.extend(w.out.clone());
}

#[test]
fn a_step_whose_writes_were_all_refused_is_not_done_whatever_the_model_says() {
    let mut w = World::new(setup(COMPLEX));
    w.say(PLAN).say(&done("Read."));
    say(&mut w, &write("b.txt", "two"));
    answer(&mut w, "there is a file b.txt, and you have not read it", false);
    say(&mut w, &done("b.txt is proposed."));
    let asked = w.call().messages.iter().map(|m| m.content.clone()).collect::<String>();
    assert!(asked.contains("This is not done: there is a file b.txt, and you have not read it"), "{asked}");
    say(&mut w, &done("b.txt is proposed."));
    say(&mut w, &done("b.txt is proposed."));
    use StepStatus::{Cancelled, Completed, Failed};
    assert_eq!(w.statuses(), [Completed, Failed, Cancelled, Cancelled]);
    // The log of the work does not claim it either.
    w.say(r#"{"log_entry":{"action":"Wrote b.txt","details":"As asked.","result":"x"}}"#);
    let AgentWait::Summary { summary } = w.wait() else { panic!("{:?}", w.out) };
    assert!(!summary.action.contains("Wrote"), "{summary:?}");
    assert!(summary.result.starts_with("1 of 4 steps done; 0 changes"), "{summary:?}");
    assert!(w.text().contains("nothing of it is proposed: there is a file b.txt"), "{}", w.text());
}

#[test]
fn a_step_that_is_refused_once_and_then_writes_is_done() {
    let mut w = World::new(setup("Change it"));
    say(&mut w, &write("b.txt", "two"));
    answer(&mut w, "there is a file b.txt, and you have not read it", false);
    w.say(&read("b.txt")).say(&write("b.txt", "two")).say(&done("Changed."));
    assert_eq!(w.statuses(), [StepStatus::Completed]);
}

#[test]
fn what_was_announced_is_written_or_it_is_not_done() {
    let announced = || Setup { puts: vec!["d.txt".to_owned()], form: Form::Large, ..setup("Sum it up into d.txt") };
    let mut w = World::new(announced());
    w.say(&done("I fixed it.")).say(&done("I fixed it.")).say(&done("I fixed it."));
    assert_eq!(w.statuses(), [StepStatus::Failed]);
    assert!(w.failure().ends_with("nothing of it is proposed: nothing was written to d.txt."), "{}", w.failure());
    let mut w = World::new(announced());
    w.say(&write("d.txt", "all")).say(&done("It is proposed."));
    assert_eq!(w.statuses(), [StepStatus::Completed]);
    // A file that holds it already is as it should be.
    let mut w = World::new(announced());
    say(&mut w, &write("d.txt", "all"));
    answer(&mut w, "d.txt holds exactly that already", true);
    w.say(&done("It says so already."));
    assert_eq!(w.statuses(), [StepStatus::Completed]);
}

#[test]
fn a_write_that_the_person_did_not_allow_is_not_asked_for_again() {
    let mut permissions = Permissions::default();
    permissions.conversation.insert("write_file".into(), Permission::Deny);
    let mut w = World::new(Setup { permissions, ..setup("Change it") });
    w.say(&write("b.txt", "two")).say(&done("Changed."));
    assert_eq!(w.statuses(), [StepStatus::Failed]);
    assert!(w.failure().contains("it is not permitted here"), "{}", w.failure());
}
