//! What a kill left, as the person finds it: it waits again, is ended, or is named and left alone.

use super::*;

#[test]
fn what_a_kill_left_waits_again_and_is_signed_as_a_whole() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    for n in 1..=5 {
        cut_off(&project, n);
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.err.contains("Applying #1 was cut off before") && shown.err.contains("show 1"), "{n}: {shown:?}");
        assert!(shown.out.contains("All of them are as they were before"), "{n}: {shown:?}");
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), old()), "{n}");
        let log = terminal(&project, &["log"]);
        assert!(log.out.contains("Put back as it was") && !log.out.contains("failed"), "{n}: {log:?}");
        let signed = terminal(&project, &["sign", "1", "all"]);
        assert_eq!(signed.code, 2, "{n}: {signed:?}");
        let applied = terminal(&project, &["apply", "1"]);
        assert_eq!((applied.code, files(&project.root)), (0, new()), "{n}: {applied:?}");
    }
}

/// A command that was signed in one step with files is not left signed alone where they were put back; one that was
/// signed before stays so.
#[test]
fn a_command_is_not_left_signed_without_what_it_was_signed_with() {
    if !can_trace() {
        return;
    }
    let mut operations = super::operations();
    operations.as_array_mut().unwrap().push(json!({ "op": "run_command", "command": "touch ran.txt" }));
    let project = Project::at(tempfile::tempdir().unwrap(), None, old(), &operations);
    let count = operations.as_array().unwrap().len();
    for before in [false, true] {
        project.reset();
        if before {
            assert_eq!(terminal(&project, &["sign", "1", &count.to_string()]).code, 2);
        }
        let mut server = Server::start(&project.data());
        let mut set = Client(&server).set();
        if before {
            set["items"].as_array_mut().unwrap().pop();
        }
        let mut tracer = Tracer::attach(&server, &["renameat2:signal=SIGKILL:when=3".to_owned()]);
        assert!(Client(&server).apply(&set).is_none());
        server.wait();
        tracer.0.wait().unwrap();
        let set = terminal(&project, &["show", "1", "--json"]).json();
        let statuses: Vec<&str> =
            set["items"].as_array().unwrap().iter().map(|i| i["status"].as_str().unwrap()).collect();
        let command = if before { "confirmed" } else { "pending" };
        assert_eq!(statuses, [vec!["pending"; count - 1], vec![command]].concat(), "{set}");
        assert!(!project.root.join("ran.txt").exists());
        if !before {
            let shown = terminal(&project, &["show", "1"]);
            assert!(shown.out.contains("What it was signed with was cut off, and this was not run."), "{shown:?}");
        }
    }
}

/// Who asks again with the same key for what was put back is told to sign it again, not that nothing was to do.
#[test]
fn an_apply_that_was_put_back_is_not_answered_as_if_there_was_nothing_to_do() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    assert_eq!(terminal(&project, &["sign", "1", "all"]).code, 2);
    let mut server = Server::start(&project.data());
    let body = json!({ "digest": Client(&server).set()["digest"] });
    let apply =
        |server: &Server| http(server.port, &server.token, "POST", "/api/change-sets/1/apply", Some(&body), Some("kk"));
    let mut tracer = Tracer::attach(&server, &["renameat2:signal=SIGKILL:when=3".to_owned()]);
    assert!(apply(&server).is_none());
    server.wait();
    tracer.0.wait().unwrap();
    let server = Server::start(&project.data());
    let (status, told) = apply(&server).unwrap();
    assert_eq!((status, &told["error"]), (409, &json!("put_back")), "{told}");
    Client(&server).goes_on(&project, "put back");
}

/// A start that cannot reach the files, or not change one, leaves the apply as open as the kill did.
#[test]
fn what_a_kill_left_is_ended_when_its_files_can_be_reached() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    let aside = project.dir.path().join("elsewhere");
    let edited = project.root.join("edit.txt");
    let lock = |how: &str| works(Command::new("chattr").arg(how).arg(&edited));
    for moved in [true, false] {
        let (answer, lived) = apply_under(&project, &["renameat2:signal=SIGKILL:when=3".to_owned()]);
        assert!(!lived && answer.is_none());
        let half = files(&project.root);
        match moved {
            true => fs::rename(&project.root, &aside).unwrap(),
            false if lock("+i") => {}
            false => return passed_over("chattr makes no file immutable here"),
        }
        for _ in 0..2 {
            let shown = terminal(&project, &["show", "1", "--json"]);
            let item = &shown.json()["items"][0];
            // What an item displaced is there as long as it is not known how this ends.
            if !moved {
                let found: Vec<Vec<u8>> = files(&project.root).into_values().map(|(content, _)| content).collect();
                assert!(old().into_values().all(|(content, _)| found.contains(&content)), "an old content is gone");
            }
            assert_eq!(
                (&item["status"], &item["failure"]["code"]),
                (&json!("applying"), &json!("needs_recovery")),
                "{item}"
            );
            let applied = terminal(&project, &["apply", "1", "--all", "--json"]);
            assert_eq!((applied.code, &applied.json()["error"]), (1, &json!("needs_recovery")), "{applied:?}");
        }
        match moved {
            true => fs::rename(&aside, &project.root).unwrap(),
            false => assert!(lock("-i")),
        }
        assert!(!moved || files(&project.root) == half, "nobody touched what nobody could see");
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.out.contains("All of them are as they were before"), "{shown:?}");
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), old()));
        let applied = terminal(&project, &["apply", "1", "--all"]);
        assert_eq!((applied.code, files(&project.root)), (0, new()), "{applied:?}");
    }
}

#[test]
fn what_somebody_changed_after_a_kill_is_named_left_alone_and_has_a_way_on() {
    if !can_trace() {
        return;
    }
    let project = Project::new();
    for n in 1..=5 {
        let killed = || cut_off(&project, n);
        // A line above what was to change: it is made again.
        killed();
        fs::write(project.root.join("edit.txt"), "mine\none\ntwo\n").unwrap();
        let shown = terminal(&project, &["show", "1"]);
        assert!(shown.out.contains("somebody changed edit.txt since"), "{n}: {shown:?}");
        let mut mine = old();
        mine.get_mut("edit.txt").unwrap().0 = b"mine\none\ntwo\n".to_vec();
        assert_eq!((project.left(), files(&project.root)), (Vec::new(), mine.clone()), "{n}");
        let again = terminal(&project, &["rebase", "1", "all"]);
        assert_eq!(again.code, 2, "{n}: {again:?}");
        let applied = terminal(&project, &["apply", "1", "--all"]);
        let mut both = new();
        both.get_mut("edit.txt").unwrap().0 = b"mine\none\nTWO\n".to_vec();
        assert_eq!((applied.code, files(&project.root)), (0, both), "{n}: {applied:?}");

        // The very line: nobody guesses; the item is dropped, and the others go on.
        killed();
        fs::write(project.root.join("edit.txt"), "one\nZWEI\n").unwrap();
        let refused = terminal(&project, &["rebase", "1", "all", "--json"]);
        assert_eq!((refused.code, &refused.json()["error"]), (1, &json!("edit_conflict")), "{n}: {refused:?}");
        assert!(refused.json()["message"].as_str().unwrap().contains("edit.txt"), "{refused:?}");
        let dropped = terminal(&project, &["reject", "1", "1", "-m", "mine is better"]);
        assert_eq!(dropped.code, 2, "{n}: {dropped:?}");
        let applied = terminal(&project, &["apply", "1", "--sign", "2-5"]);
        let mut others = new();
        others.get_mut("edit.txt").unwrap().0 = b"one\nZWEI\n".to_vec();
        assert_eq!(files(&project.root), others, "{n}: {applied:?}");
        assert!(project.left().is_empty(), "{n}");
    }
}
