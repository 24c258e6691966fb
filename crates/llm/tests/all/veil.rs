//! What a model elsewhere is sent, and what one here is.

use crate::world::{KINDS, World, asking, in_format, message, world_with};
use countersign_core::model::{Role, Speaker};
use countersign_llm::Delta;
use countersign_testkit::{Answer, Kind, Script};
use serde_json::json;

const TOKEN: &str = "ghp_a1B2c3D4e5a1B2c3D4e5a1B2c3D4e5";

/// The same server under a name that is not known to be this machine.
async fn elsewhere(kind: Kind, answers: Vec<Answer>) -> World {
    world_with(Script { kind, answers, ..Script::default() }, |settings| {
        let provider = &mut settings["providers"]["p"];
        let url = provider["baseUrl"].as_str().unwrap().replace("127.0.0.1", "127.1");
        *provider = json!({ "kind": provider["kind"], "baseUrl": url, "allowInsecureHttp": true });
    })
    .await
}

#[tokio::test]
async fn a_model_elsewhere_is_sent_no_secret_and_its_answer_has_none_but_where_it_was() {
    for kind in KINDS {
        let answer = || Answer::text("{\"content\":\"token=[secret 1]; [secret 2]\"}");
        let world = elsewhere(kind, vec![answer(), Answer::text("ok")]).await;
        let text = format!("my token {TOKEN} again {TOKEN}");
        let (reply, heard) = world.hear(asking(&text)).await;
        let sent = world.server.calls()[0].to_string();
        assert!(!sent.contains(TOKEN) && sent.contains("my token [secret 1] again [secret 1]"), "{sent}");
        let said = reply.unwrap().text;
        assert!(said.starts_with("{\"content\":\"token=[secret ") && !said.contains("[secret 1]"), "{said}");
        // Of the second one nobody knows what it stands for.
        let back = world.models.put_back(&said, &text);
        assert_eq!(back, format!("{{\"content\":\"token={TOKEN}; [secret 2]\"}}"));
        assert_eq!(world.models.put_back(&said, "another text"), said);
        // What it stands for is known as long as the server runs, and it is known for one that was.
        let placeholder = countersign_redact::placeholder_in(&said).unwrap();
        assert!(!world.models.is_forgotten(placeholder) && countersign_llm::Models::none().is_forgotten(placeholder));
        assert!(!world.models.is_forgotten("[secret 2]"));
        let hidden =
            heard.iter().find_map(|d| if let Delta::Hidden { kinds } = d { Some(kinds.clone()) } else { None });
        assert_eq!(hidden.unwrap().into_iter().collect::<Vec<_>>(), [("GitHub token".to_owned(), 1)]);
        let mut record = vec![message(Speaker::User, &text)];
        world.models.as_sent(Role::Propose, None, &mut record);
        assert_eq!(record[0].content, "my token [secret 1] again [secret 1]");
        // Whatever it said stands for the same secret where it is sent it back.
        world.hear(asking(&format!("you said {said} of {TOKEN}"))).await.0.unwrap();
        let sent = world.server.calls()[1].to_string();
        assert!(sent.contains("token=[secret 3]; [secret 2]") && sent.contains("of [secret 3]"), "{sent}");
    }
}

#[tokio::test]
async fn a_schema_holds_no_secret_either_and_what_was_hidden_stays_so() {
    let answer = Answer::text(r#"{"title":"rotate [secret 1]","why":"as rotate [secret 1] says"}"#);
    let world = elsewhere(Kind::OpenAi, vec![answer, Answer::text("ok")]).await;
    let schema = json!({ "type": "object", "properties": { "title": { "enum": [format!("rotate {TOKEN}"), "password: hunter2horse"] } } });
    let reply = world.hear(in_format(schema)).await.0.unwrap().text;
    // One of the values that it is offered is a choice, and no text of its own.
    assert!(reply.contains(&format!(r#"{{"title":"rotate {TOKEN}","why":"as rotate [secret "#)), "{reply}");
    // Nothing tells here that it is a secret.
    world.hear(asking("is hunter2horse a horse?")).await.0.unwrap();
    let calls = world.server.calls();
    assert!(!calls[0].to_string().contains(TOKEN) && !calls[0].to_string().contains("hunter2horse"), "{}", calls[0]);
    assert!(calls[1].to_string().contains("is [secret 1] a horse?"), "{}", calls[1]);
}

#[tokio::test]
async fn a_model_here_is_sent_the_text_as_it_is() {
    let world = world_with(
        Script { kind: Kind::OpenAi, answers: vec![Answer::text("[secret 1]")], ..Script::default() },
        |_| {},
    )
    .await;
    let (reply, heard) = world.hear(asking(&format!("my token {TOKEN}"))).await;
    assert!(world.server.calls()[0].to_string().contains(TOKEN));
    assert_eq!(reply.unwrap().text, "[secret 1]");
    assert!(!heard.iter().any(|d| matches!(d, Delta::Hidden { .. })));
}
