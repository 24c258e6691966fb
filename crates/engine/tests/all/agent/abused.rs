//! Folders, pages and clocks that are not as they should be, under a run.

use super::*;
use crate::hand::Hand;
use countersign_core::settings::{Mirror, Settings};
use countersign_engine::Engine;
use std::fs;
use std::time::Duration;

/// As it is when it ends or waits, which must not take long.
async fn soon(w: &World, text: &str, options: AgentOptions) -> RunView {
    tokio::time::timeout(Duration::from_secs(60), w.start(text, options)).await.expect("the run is held up")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_hangs_or_is_huge_in_a_folder_holds_no_run_up() {
    let read = |path: &str| call("read_file", json!({ "path": path }));
    let w = World::new(&[
        read("pipe"),
        read("huge.txt"),
        read("line.txt"),
        call("search_files", json!({ "query": "two" })),
        call("list_files", json!({})),
        done("It is as it is."),
    ])
    .await;
    // What only looks like a file, where files are read unasked too.
    for name in ["pipe", "src/.gitignore", "src/AGENTS.md", "AGENTS.md"] {
        rustix::fs::mkfifoat(rustix::fs::CWD, w.root.join(name), rustix::fs::Mode::RWXU).unwrap();
    }
    fs::remove_file(w.root.join(".gitignore")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, w.root.join(".gitignore"), rustix::fs::Mode::RWXU).unwrap();
    fs::File::create(w.root.join("huge.txt")).unwrap().set_len(100_000_000).unwrap();
    w.put("line.txt", &"x".repeat(19_000_000));
    let run = soon(&w, "Look at it all", AgentOptions::default()).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let (failed, done) = (ToolStatus::Failed, ToolStatus::Completed);
    let tools: Vec<ToolStatus> = run.agent.unwrap().tools.iter().map(|t| t.status).collect();
    assert_eq!(tools, [failed, failed, done, done, done]);
    let heard = w.heard();
    assert!(heard[2].contains("has 100000000 bytes"), "{}", heard[2]);
    assert!(heard[3].contains("xxxx"), "{}", heard[3]);
    assert!(heard[4].contains("a.txt:2: two") && heard[5].contains("a.txt 8 bytes"), "{heard:?}");
    assert!(heard.iter().all(|h| h.len() < 20_000), "no prompt holds what is huge");
    // The same folder under a plain message about the project.
    let said = tokio::time::timeout(Duration::from_secs(60), w.say("edit a.txt: replace one with three"));
    let run = said.await.expect("the message is held up");
    assert_eq!(w.set(&run).await.items[0].op["path"], "a.txt");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_without_an_end_is_refused_and_one_that_never_comes_is_stopped_with_its_run() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let sent = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = sent.clone();
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((mut line, _)) = listener.accept().await {
            let mut bytes = vec![0; 4_096];
            let n = line.read(&mut bytes).await.unwrap_or(0);
            if String::from_utf8_lossy(&bytes[..n]).starts_with("GET /never") {
                held.push(line);
                continue;
            }
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n";
            line.write_all(head.as_bytes()).await.unwrap();
            // 100 MB, or as much of it as is taken.
            for _ in 0..1_600 {
                if line.write_all(&[b'x'; 65_536]).await.is_err() {
                    break;
                }
                counted.fetch_add(65_536, std::sync::atomic::Ordering::Relaxed);
            }
        }
    });
    let at = |path: &str| json!({ "url": format!("http://127.0.0.1:{port}{path}") });
    let w = World::new(&[call("fetch", at("/endless")), call("fetch", at("/never"))]).await;
    let list = w.folder.path().join("data/agent").join(&w.workspace.id.0).join("allow/fetch");
    fs::create_dir_all(list.parent().unwrap()).unwrap();
    fs::write(list, format!("http://127.0.0.1:{port}/**\n")).unwrap();
    let permissions = [("fetch".to_owned(), Permission::Ask)].into();
    let run = w.start("What does the page say?", AgentOptions { permissions, ..AgentOptions::default() }).await;
    let allow = |run: &RunView| {
        let Some(AgentWait::Approval { calls }) = run.agent.clone().unwrap().wait else { panic!("{run:?}") };
        AgentInput::Approval { allow: vec![calls[0].call.clone()] }
    };
    let run = w.answer(&run, allow(&run)).await;
    assert!(w.heard()[1].contains("❌ Error:"), "{}", w.heard()[1]);
    assert!(sent.load(std::sync::atomic::Ordering::Relaxed) < 50_000_000, "it was not read to its end");
    w.engine.answer_run(&run.id, allow(&run)).await.unwrap();
    let stopped = tokio::time::timeout(Duration::from_secs(5), w.engine.cancel_run(&run.id)).await;
    assert_eq!(stopped.expect("it is stopped at once").unwrap().status, RunStatus::Cancelled);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_back_under_a_run_changes_nothing_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let write = call("write_file", json!({ "path": "b.txt", "content": "b\n" }));
    let answers =
        [json!({ "action": "ask_user", "question": "Which file?" }), write, done("Proposed."), json!("no summary")];
    let script = Script { answers: crate::world::replies(&answers), ..Script::default() };
    let server = ModelServer::start(script).await.unwrap();
    let clock = Hand::at(crate::world::SATURDAY);
    let open = || beside(folder.path()).clock(clock.clone()).models(small(&server)).open();
    let back = || clock.back(30);
    let engine: Engine = open().await;
    let root = folder.path().join("project");
    fs::create_dir(&root).unwrap();
    engine.open_workspace(&root, user()).await.unwrap();
    let run = crate::world::say(&engine, request(None, "Write it", AgentOptions::default())).await;
    assert_eq!(run.status, RunStatus::Waiting, "{run:?}");
    back();
    // Over a restart, too.
    drop(engine);
    let engine = open().await;
    back();
    engine.answer_run(&run.id, AgentInput::Answer { text: "b.txt".into() }).await.unwrap();
    crate::world::told(&engine, &run.id).await;
    let ended = engine.run(&run.id).await.unwrap();
    assert_eq!(ended.status, RunStatus::Done, "{ended:?}");
    assert!(ended.finished_at.unwrap() >= ended.created_at, "it ends after it began: {ended:?}");
    let set = engine.change_set(ended.change_set.unwrap()).await.unwrap();
    back();
    crate::world::apply(&engine, &set).await.unwrap();
    assert_eq!(fs::read_to_string(root.join("b.txt")).unwrap(), "b\n");
    crate::world::sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_that_are_deleted_under_a_run_lose_nothing_of_it() {
    let w = World::new(&[
        json!({ "action": "ask_user", "question": "Which file?" }),
        call("read_file", json!({ "path": "a.txt" })),
        call("write_file", json!({ "path": "b.txt", "content": "b\n" })),
        done("Proposed."),
        summary(),
    ])
    .await;
    w.engine.put_settings(Settings { mirror: Mirror::On, ..Settings::default() }, user()).await.unwrap();
    let run = w.start("Write it", AgentOptions::default()).await;
    w.engine.settle_mirrors().await;
    let folder = w.engine.mirror(&run.session).await.unwrap().folder.expect("there is a folder");
    let sessions = w.folder.path().join("data/sessions");
    fs::remove_dir_all(&sessions).unwrap();
    // The project goes as well.
    let away = w.folder.path().join("away");
    fs::rename(&w.root, &away).unwrap();
    let ended = w.answer(&run, AgentInput::Answer { text: "b.txt".into() }).await;
    let heard = w.heard();
    assert!(heard[2].contains("❌ Error:"), "{heard:?}");
    assert!(matches!(ended.status, RunStatus::Done | RunStatus::Failed), "{ended:?}");
    w.engine.settle_mirrors().await;
    let log = fs::read_to_string(Path::new(&folder).join("chat_history.log")).unwrap();
    assert!(log.contains("USER: Write it") && log.contains("USER: b.txt"), "written again, whole: {log}");
    // Back again, what was proposed can be signed, or the message sent again; nothing else has happened.
    fs::rename(&away, &w.root).unwrap();
    assert_eq!((w.read("a.txt").as_deref(), w.read("b.txt")), (Some("one\ntwo\n"), None));
    w.sound().await;
}
