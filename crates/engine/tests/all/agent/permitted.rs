//! What an agent may use, and who lets it.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn allow_files_beside_the_data_ask_for_what_they_do_not_cover_and_name_a_bad_line() {
    let w = World::new(&[
        call("read_file", json!({ "path": "src/main.rs" })),
        call("read_file", json!({ "path": "a.txt" })),
    ])
    .await;
    let allow = w.folder.path().join("data/agent/project/allow");
    std::fs::create_dir_all(&allow).unwrap();
    std::fs::write(allow.join("read_file"), "src/**\n").unwrap();
    let run = w.start("Read it", AgentOptions::default()).await;
    let Some(AgentWait::Approval { calls }) = run.agent.unwrap().wait else { panic!() };
    assert_eq!(calls[0].args, json!({ "path": "a.txt" }));
    std::fs::write(allow.join("read_file"), "src/**\n[x\n").unwrap();
    let run = w.start("Read it", AgentOptions::default()).await;
    let events = w.events(&run.id).await;
    let error = events.iter().find_map(|e| if let RunEvent::Error(e) = e { Some(e.clone()) } else { None }).unwrap();
    assert_eq!(error.error, "bad_pattern");
    assert!(error.message.ends_with("allow/read_file, line 2: only * and ** are patterns: [x"), "{}", error.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_neither_yes_nor_no_allows_no_tool() {
    let read = call("read_file", json!({ "path": "a.txt" }));
    let w = World::new(&[read, done("It says one.")]).await;
    let permissions = [("read_file".to_owned(), Permission::Ask)].into();
    let run = w.start("What does it say?", AgentOptions { permissions, ..AgentOptions::default() }).await;
    assert_eq!(run.status, RunStatus::Waiting);
    let say = |text: &str| request(Some(run.session.clone()), text, AgentOptions::default());
    let unclear = w.engine.start_run(say("perhaps later")).await.unwrap_err();
    assert_eq!((unclear.code(), unclear.status()), ("unclear_answer", 400));
    assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Waiting);
    assert_eq!(w.engine.start_run(say("Ja")).await.unwrap().id, run.id);
    w.events(&run.id).await;
    assert_eq!(w.engine.run(&run.id).await.unwrap().status, RunStatus::Done);
    assert!(w.heard()[1].contains("two"), "{}", w.heard()[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn permissions_of_a_conversation_hold_for_its_later_runs_and_name_tools_that_exist() {
    let read = call("read_file", json!({ "path": "a.txt" }));
    let w = World::new(&[read.clone(), done("No."), read.clone(), done("No."), read, done("It says one.")]).await;
    let options = |said: &[(&str, Permission)]| AgentOptions {
        permissions: said.iter().map(|(tool, p)| ((*tool).to_owned(), *p)).collect(),
        ..AgentOptions::default()
    };
    let first = w.start("What does it say?", options(&[("read-file", Permission::Deny)])).await;
    let say = async |said: &[(&str, Permission)]| {
        let run = w.engine.start_run(request(Some(first.session.clone()), "And now?", options(said))).await.unwrap();
        w.events(&run.id).await;
        w.engine.run(&run.id).await.unwrap().agent.unwrap().tools[0].status
    };
    assert_eq!(first.agent.clone().unwrap().tools[0].status, ToolStatus::Denied);
    assert_eq!(say(&[("tool_outputs_read", Permission::Deny)]).await, ToolStatus::Denied);
    assert_eq!(say(&[("read_file", Permission::Allow)]).await, ToolStatus::Completed);
    let wrong = request(None, "Read", options(&[("read_fil", Permission::Deny)]));
    let wrong = w.engine.start_run(wrong).await.unwrap_err();
    assert_eq!((wrong.code(), wrong.status()), ("unknown_tool", 400));
    assert!(wrong.body().hint.unwrap().contains("read_file"));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_permissions_that_name_no_tool_or_one_twice_refuse_the_run() {
    for (file, text, code) in [
        ("permissions.json", r#"{"read_fil":"deny"}"#, "unknown_tool"),
        ("permissions.json", r#"{"read_file":"deny","read_file":"allow"}"#, "bad_permissions"),
        ("permissions.json", r#"{"read_file":"deny","read-file":"allow"}"#, "bad_permissions"),
        ("allow/nope_tool", "*", "unknown_tool"),
    ] {
        let w = World::new(&[done("x")]).await;
        let workspace = w.engine.workspaces()[0].id.clone();
        let path = w.folder.path().join("data/agent").join(&workspace.0).join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        let run = w.start("Look", AgentOptions::default()).await;
        assert_eq!((run.status, run.error.map(|e| e.error)), (RunStatus::Failed, Some(code.to_owned())), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_only_plans_has_no_tool_that_proposes() {
    let w = World::new(&[call("write_file", json!({ "path": "b.txt", "content": "b" })), done("I would write b.txt.")])
        .await;
    let run = w.start("Write b.txt", AgentOptions { mode: AgentMode::Plan, ..AgentOptions::default() }).await;
    assert_eq!((run.status, run.change_set), (RunStatus::Done, None));
    let first = w.server.calls()[0].to_string();
    assert!(
        first.contains("read_file: ") && !first.contains("write_file: ") && first.contains("You plan only"),
        "{first}"
    );
    assert!(run.said.unwrap().starts_with("I would write b.txt."));
    let prompts = w.server.calls().iter().map(Value::to_string).collect::<String>();
    for word in ["what you write is queued", "Proposal queued", "\\\"write_file\\\"", "hello.txt is proposed"] {
        assert!(!first.contains(word), "{word}: {first}");
    }
    assert!(prompts.contains("only look"), "{prompts}");
}

/// A web server on this machine: what it was asked, and what it says of each path.
async fn web(pages: Vec<(&'static str, String)>) -> (u16, Arc<std::sync::Mutex<Vec<String>>>) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let asked = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = asked.clone();
    tokio::spawn(async move {
        while let Ok((mut line, _)) = listener.accept().await {
            let mut bytes = vec![0; 4_096];
            let n = line.read(&mut bytes).await.unwrap_or(0);
            let head = String::from_utf8_lossy(&bytes[..n]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
            seen.lock().unwrap().push(head);
            let page = pages.iter().find(|(at, _)| *at == path).map_or("HTTP/1.1 404 Not Found\r\n\r\n", |(_, p)| p);
            line.write_all(page.as_bytes()).await.unwrap();
        }
    });
    (port, asked)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_fetches_only_what_a_person_lets_it_and_nothing_leads_it_elsewhere() {
    let page =
        |body: &str| format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
    let to =
        |at: &str| format!("HTTP/1.1 302 Found\r\nlocation: {at}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    let (inside, inside_asked) = web(vec![("/secret", page("INSIDE"))]).await;
    let long = format!("{}WEBEND", "a line of the page\n".repeat(900));
    let (port, asked) = web(vec![
        ("/page", page(&long)),
        ("/hop", to("/page")),
        ("/away", to(&format!("http://127.0.0.1:{inside}/secret"))),
        ("/round", to("/round")),
        ("/raw", page("a\0b")),
    ])
    .await;
    let at = |path: &str| format!("http://127.0.0.1:{port}{path}");
    let fetch = |url: String| call("fetch", json!({ "url": url }));
    let urls = [
        at("/hop"),
        at("/away"),
        at("/round"),
        at("/raw"),
        format!("http://127.0.0.1:{inside}/secret"),
        at("/page?key=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"),
    ];
    let mut replies: Vec<Value> = urls.iter().cloned().map(fetch).collect();
    replies.extend([fetch(at("/page?denied")), done("Fetched.")]);
    let w = World::new(&replies).await;
    let workspace = w.engine.workspaces()[0].id.clone();
    let list = w.folder.path().join("data/agent").join(&workspace.0).join("allow/fetch");
    std::fs::create_dir_all(list.parent().unwrap()).unwrap();
    std::fs::write(list, format!("http://127.0.0.1:{port}/**\n")).unwrap();
    // Even what is named and allowed asks each time: the address itself can carry something away.
    let allowed =
        AgentOptions { permissions: [("fetch".to_owned(), Permission::Allow)].into(), ..AgentOptions::default() };
    let mut run = w.start("What does the page say?", allowed).await;
    for url in &urls {
        let Some(AgentWait::Approval { calls }) = run.agent.clone().unwrap().wait else { panic!("{run:?}") };
        assert_eq!((calls[0].tool.as_str(), &calls[0].args), ("fetch", &json!({ "url": url })));
        run = w.answer(&run, AgentInput::Approval { allow: vec![calls[0].call.clone()] }).await;
    }
    run = w.answer(&run, AgentInput::Approval { allow: Vec::new() }).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let heard = w.heard();
    assert!(heard[1].contains("a line of the page") && heard[1].contains("are stored as o1."), "{}", heard[1]);
    for (n, what) in [
        (2, "leads to http://127.0.0.1"),
        (3, "leads from one to another without end"),
        (4, "is no text in UTF-8"),
        (5, "is on this machine or in a private network"),
        (6, "the address holds a secret"),
        (7, "fetch was denied"),
    ] {
        assert!(heard[n].contains("❌ Error:") && heard[n].contains(what), "{n}: {}", heard[n]);
    }
    assert_eq!(*inside_asked.lock().unwrap(), Vec::<String>::new(), "no redirect led there");
    let asked = asked.lock().unwrap();
    assert!(asked.iter().all(|head| head.starts_with("GET ") && !head.to_lowercase().contains("cookie")), "{asked:?}");
    assert!(!asked.iter().any(|head| head.contains("ghp_") || head.contains("denied")), "{asked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_persons_word_there_is_no_tool_that_fetches() {
    for (permissions, there) in
        [(vec![], false), (vec![("fetch", Permission::Deny)], false), (vec![("fetch", Permission::Ask)], true)]
    {
        let w = World::new(&[done("Fine.")]).await;
        let permissions = permissions.into_iter().map(|(tool, word)| (tool.to_owned(), word)).collect();
        w.start("Look at the web", AgentOptions { permissions, ..AgentOptions::default() }).await;
        assert_eq!(w.server.calls()[0].to_string().contains("fetch: Fetches a text"), there);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn permissions_name_tools_that_there_are() {
    let w = World::new(&[done("Fine.")]).await;
    let with = |name: &str| AgentOptions {
        permissions: [(name.to_owned(), Permission::Allow)].into(),
        ..AgentOptions::default()
    };
    let refused = w.engine.start_run(request(None, "Look", with("nope"))).await.unwrap_err();
    assert_eq!(refused.code(), "unknown_tool");
    for name in ["shell_exec", "tool_outputs.read", "update_plan", "todo_delete"] {
        let run = w.engine.start_run(request(None, "Look", with(name))).await.unwrap();
        w.events(&run.id).await;
    }
}
