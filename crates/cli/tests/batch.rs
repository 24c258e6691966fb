//! The protocol of the black-box verbs: lines in, lines out, whatever the lines are.

use crate::world::{Ran, binary, run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

const NOW: [&str; 4] = ["--now", "2026-11-21T10:00", "--zone", "America/New_York"];

fn batch(args: &[&str], input: &[u8]) -> Ran {
    run(binary().args(args).arg("--batch"), input)
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The answers, with the prose of errors taken out.
fn codes(ran: &Ran) -> Vec<Value> {
    let mut found = lines(ran);
    for line in &mut found {
        if let Some(error) = line.get_mut("error").and_then(Value::as_object_mut) {
            for part in ["message", "hint"] {
                assert!(
                    error.remove(part).is_some_and(|m| m.as_str().is_some_and(|m| !m.is_empty())),
                    "every error says what is wrong, and what to do"
                );
            }
        }
    }
    found
}

#[test]
fn dates_are_answered_line_by_line() {
    let input = concat!(
        "{\"id\":\"1\",\"phrase\":\"friday week\"}\r\n",
        "not json\n",
        "\n",
        "{\"id\":2,\"phrase\":\"feb 30\"}\n",
        "{\"id\":3}\n",
        "{\"phrase\":\"today\"}\n",
        "{\"id\":\"5\",\"phrase\":\"tomorrow 9am\"}",
    );
    let mut args = vec!["dates"];
    args.extend(NOW);
    let ran = batch(&args, input.as_bytes());
    let mut found = codes(&ran);
    for line in &mut found {
        if let Some(line) = line.as_object_mut() {
            line.remove("note");
        }
    }
    let answer = |id: Value, kind: &str, date: Value, time: Value| json!({"id": id, "kind": kind, "date": date, "time": time, "from": null, "to": null});
    assert_eq!(
        found,
        [
            answer(json!("1"), "date", json!("2026-12-04"), Value::Null),
            json!({"id": null, "error": {"code": "invalid_json"}}),
            answer(json!(2), "invalid", Value::Null, Value::Null),
            json!({"id": 3, "error": {"code": "invalid_phrase"}}),
            json!({"id": null, "error": {"code": "invalid_id"}}),
            answer(json!("5"), "datetime", json!("2026-11-22"), json!("09:00")),
        ]
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a_locale_says_what_5_6_is() {
    for (locale, kind, date) in [
        (None, "ambiguous", Value::Null),
        (Some("en-US"), "date", json!("2027-05-06")),
        (Some("en-GB"), "date", json!("2027-06-05")),
        (Some("de"), "date", json!("2027-06-05")),
        (Some("fr"), "date", json!("2027-06-05")),
        (Some("sv"), "date", json!("2027-06-05")),
        (Some("ja"), "date", json!("2027-05-06")),
    ] {
        let mut args = vec!["dates"];
        args.extend(NOW);
        if let Some(locale) = locale {
            args.extend(["--locale", locale]);
        }
        let ran = batch(&args, b"{\"id\":1,\"phrase\":\"5/6\"}\n");
        let line = lines(&ran).remove(0);
        assert_eq!((line["kind"].as_str(), &line["date"]), (Some(kind), &date), "{locale:?}: {line}");
    }
}

#[test]
fn occurrences_are_answered_line_by_line() {
    let input = concat!(
        "{\"id\":\"w\",\"recurrence\":{\"type\":\"weekly\",\"byDay\":[\"MO\",\"FR\"]},\"scheduledFor\":\"2026-11-21\"}\n",
        "{\"id\":\"m\",\"recurrence\":{\"type\":\"monthly\",\"byMonthDay\":[31]},\"scheduledFor\":\"2026-10-31\"}\n",
        "{\"id\":\"n\",\"recurrence\":{\"type\":\"hourly\"},\"scheduledFor\":\"2026-10-31\"}\n",
        "{\"id\":\"s\",\"recurrence\":{\"type\":\"daily\"}}\n",
        "{\"id\":\"t\",\"recurrence\":{\"type\":\"daily\"},\"scheduledFor\":\"2026-11-21T10:00\"}\n",
    );
    let ran = batch(&["occurrences", "--from", "2026-11-01", "--to", "2026-12-04"], input.as_bytes());
    assert_eq!(
        codes(&ran),
        [
            json!({"id": "w", "dates": ["2026-11-23", "2026-11-27", "2026-11-30", "2026-12-04"]}),
            json!({"id": "m", "dates": []}),
            json!({"id": "n", "error": {"code": "invalid_recurrence"}}),
            json!({"id": "s", "error": {"code": "invalid_scheduledFor"}}),
            json!({"id": "t", "error": {"code": "invalid_scheduledFor"}}),
        ]
    );
    assert_eq!(ran.code, 0);
}

#[test]
fn a_field_that_means_nothing_is_refused_and_the_rest_goes_on() {
    let window = ["--from", "2026-11-01", "--to", "2026-12-01"];
    for (verb, args, good, bad) in [
        ("dates", &NOW[..], "\"phrase\":\"today\"", "\"phrase\":\"today\",\"locale\":\"de\""),
        (
            "occurrences",
            &window[..],
            "\"recurrence\":{\"type\":\"daily\"},\"scheduledFor\":\"2026-11-21\"",
            "\"recurrence\":{\"type\":\"daily\"},\"scheduledFor\":\"2026-11-21\",\"until\":\"2026-11-22\"",
        ),
        ("interpret", &NOW[..], "\"instruction\":\"hello\"", "\"instruction\":\"hello\",\"todos\":[]"),
        (
            "interpret",
            &NOW[..],
            "\"instruction\":\"hello\",\"context\":{\"turns\":[{\"role\":\"user\",\"text\":\"x\"}]}",
            "\"instruction\":\"hello\",\"context\":{\"turns\":[{\"role\":\"user\",\"txt\":\"x\"}]}",
        ),
        (
            "interpret",
            &NOW[..],
            "\"instruction\":\"hello\",\"context\":{\"clarify\":null}",
            "\"instruction\":\"hello\",\"context\":{\"clarfy\":{\"question\":\"Which?\"}}",
        ),
    ] {
        let mut all = vec![verb];
        all.extend(args);
        let ran = batch(&all, format!("{{\"id\":1,{bad}}}\n{{\"id\":2,{good}}}\n").as_bytes());
        let found = codes(&ran);
        assert_eq!(found[0], json!({"id": 1, "error": {"code": "unknown_field"}}), "{bad}");
        assert_eq!((&found[1]["id"], found[1].get("error"), ran.code), (&json!(2), None, 0), "{good}");
    }
    let ran = batch(&["dates"], b"{\"id\":1,\"phrse\":\"today\"}\n");
    let error = &lines(&ran)[0]["error"];
    assert_eq!(error["message"], "\"phrse\" is not a field here");
    assert_eq!(error["hint"], "Remove the field or correct its name. It could be: id, phrase.");
}

/// What went before may be said in full, as the operations and answers of the document are.
#[test]
fn a_history_of_whole_operations_is_read() {
    let todo = "{\"id\":5,\"title\":\"Dentist\",\"notes\":null,\"timeOfDay\":\"\"}";
    let ops = [
        format!("{{\"op\":\"update\",\"id\":5,\"scheduledFor\":\"2026-11-21\",\"before\":{todo}}}"),
        format!("{{\"op\":\"complete\",\"id\":5,\"completed\":true,\"before\":{todo}}}"),
        "{\"op\":\"create\",\"id\":5,\"title\":\"Dentist\",\"before\":null}".to_owned(),
        format!(
            "{{\"op\":\"move_occurrence\",\"id\":5,\"occurrenceDate\":\"2026-11-21\",\"to\":{{\"time\":\"09:00\"}},\"before\":{todo}}}"
        ),
        format!(
            "{{\"op\":\"bulk_delete\",\"where\":{{\"all\":true}},\"before\":[{todo},{{\"id\":6,\"title\":\"Bins\"}}]}}"
        ),
    ];
    let mut input = String::new();
    for (n, op) in ops.iter().enumerate() {
        let history = format!("[{{\"batch\":\"b{n}\",\"at\":\"2026-11-21T09:00:00Z\",\"title\":null,\"ops\":[{op}]}}]");
        input +=
            &format!("{{\"id\":{n},\"instruction\":\"undo\",\"context\":{{\"turns\":null,\"history\":{history}}}}}\n");
    }
    let ran = batch(&["interpret", NOW[0], NOW[1], NOW[2], NOW[3]], input.as_bytes());
    for (n, found) in lines(&ran).iter().enumerate() {
        assert_eq!(found["ops"], json!([{"op": "undo", "batch": format!("b{n}")}]), "{}", ops[n]);
    }
    // A question comes back as it was asked.
    let clarify = "{\"question\":\"Which one?\",\"options\":[{\"id\":5,\"title\":\"Call mom\"},{\"id\":6,\"title\":\"Call Bob\"}],\
                   \"sections\":[{\"kind\":\"which\",\"options\":[{\"value\":5,\"label\":\"Call mom\"}]}],\"instruction\":\"complete call\"}";
    let file = snapshot("{\"todos\":[{\"id\":5,\"title\":\"Call mom\"},{\"id\":6,\"title\":\"Call Bob\"}]}");
    let line = format!("{{\"id\":1,\"instruction\":\"the first\",\"context\":{{\"clarify\":{clarify}}}}}\n");
    let ran = batch(
        &["interpret", "--snapshot", file.path().to_str().unwrap(), NOW[0], NOW[1], NOW[2], NOW[3]],
        line.as_bytes(),
    );
    assert_eq!(lines(&ran)[0]["ops"][0]["id"], 5, "{ran:?}");
}

#[test]
fn what_is_null_in_a_snapshot_takes_its_default() {
    let fields = [
        "uid",
        "notes",
        "scheduledFor",
        "timeOfDay",
        "dueDate",
        "priority",
        "status",
        "statusReason",
        "completed",
        "estimate",
        "labels",
        "checklist",
        "recurrence",
        "completedDates",
        "skippedDates",
        "moved",
        "version",
        "createdAt",
        "updatedAt",
    ];
    let nulls: String = fields.iter().map(|field| format!(",\"{field}\":null")).collect();
    let series = "{\"id\":6,\"title\":\"Gym\",\"scheduledFor\":\"2026-11-20\",\"dueDate\":\"\",\"recurrence\":{\"type\":\"daily\"},\
                  \"moved\":{\"2026-11-22\":{\"time\":\"19:00\"}}}";
    let file = snapshot(&format!("{{\"todos\":[{{\"id\":5,\"title\":\"Dentist\"{nulls}}},{series}]}}"));
    let ran = batch(
        &["interpret", "--snapshot", file.path().to_str().unwrap(), NOW[0], NOW[1], NOW[2], NOW[3]],
        b"{\"id\":1,\"instruction\":\"move dentist to friday\"}\n",
    );
    assert_eq!(lines(&ran)[0]["ops"][0]["id"], 5, "{ran:?}");
}

fn snapshot(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

#[test]
fn sentences_are_interpreted_against_the_snapshot() {
    let file = snapshot("{\"todos\":[{\"id\":5,\"title\":\"Dentist\",\"scheduledFor\":\"2026-11-23\"}]}");
    let input = concat!(
        "{\"id\":\"1\",\"instruction\":\"move dentist to friday\",\"context\":null}\n",
        "{\"id\":2,\"instruction\":7}\n",
        "{\"id\":3,\"instruction\":\"dentist\",\"context\":7}\n",
        "{\"id\":4,\"instruction\":\"undo\",\"context\":{\"history\":[{\"batch\":\"b17\",\"ops\":[{\"op\":\"delete\",\"id\":7,\"before\":{\"id\":7,\"title\":\"Old\"}}]}]}}\n",
    );
    let mut args = vec!["interpret", "--snapshot", file.path().to_str().unwrap()];
    args.extend(NOW);
    let ran = batch(&args, input.as_bytes());
    let found = codes(&ran);
    assert_eq!(found.len(), 4, "{ran:?}");
    assert_eq!((&found[0]["id"], &found[0]["decision"]), (&json!("1"), &json!("plan")));
    assert_eq!(found[0]["ops"], json!([{"op": "update", "id": 5, "scheduledFor": "2026-11-27"}]));
    assert_eq!(found[1], json!({"id": 2, "error": {"code": "invalid_instruction"}}));
    assert_eq!(found[2], json!({"id": 3, "error": {"code": "invalid_context"}}));
    assert_eq!(found[3]["ops"], json!([{"op": "undo", "batch": "b17"}]));
    let keys: Vec<&String> = found[0].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["id", "decision", "ops", "question", "options", "sections", "answer_ids", "warnings", "consumed"]
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

/// What is asked is in the language that was asked for, what a person wrote as it was written.
#[test]
fn a_question_is_put_in_the_language_asked_for() {
    let file = snapshot("{\"todos\":[{\"id\":5,\"title\":\"Call mom\"}]}");
    let mut args = vec!["interpret", "--snapshot", file.path().to_str().unwrap(), "call mom"];
    args.extend(NOW);
    let german = "Es gibt schon eine offene Aufgabe „Call mom“. Noch eine anlegen?";
    for (more, question) in [
        (&["--json"][..], "There is an open todo “Call mom” already. Add another?"),
        (&["--json", "--lang", "de"], german),
    ] {
        let ran = run(binary().args(&args).args(more), b"");
        assert_eq!((&ran.json()["question"], ran.code), (&json!(question), 0), "{ran:?}");
    }
    let told = run(binary().args(&args).args(["--lang", "de"]), b"");
    assert!(told.out.starts_with(german), "{told:?}");
    let line = b"{\"id\":1,\"instruction\":\"call mom\"}\n";
    args.retain(|word| *word != "call mom");
    let ran = run(binary().args(&args).args(["--batch", "--lang", "de"]), line);
    assert_eq!(lines(&ran)[0]["question"], json!(german), "{ran:?}");
}

#[test]
fn usage_errors_answer_nothing_and_end_with_1() {
    let twice = snapshot("{\"todos\":[{\"id\":5,\"title\":\"a\"},{\"id\":5,\"title\":\"b\"}]}");
    let untitled = snapshot("{\"todos\":[{\"id\":5}]}");
    let list = snapshot("[]");
    let at = |file: &tempfile::NamedTempFile| file.path().to_str().unwrap().to_owned();
    for (args, said) in [
        (vec!["dates".to_owned(), "--zone".into(), "Mars/Base".into()], "Mars/Base"),
        (vec!["dates".into(), "--now".into(), "yesterday".into()], "yesterday"),
        (vec!["dates".into(), "--bogus".into()], "--bogus"),
        (vec!["occurrences".into(), "--from".into(), "2026-11-01".into()], "--to"),
        (
            vec!["occurrences".into(), "--from".into(), "2026-11-02".into(), "--to".into(), "2026-11-01".into()],
            "2026-11-02",
        ),
        (
            vec!["occurrences".into(), "--from".into(), "2026-02-30".into(), "--to".into(), "2026-11-01".into()],
            "2026-02-30",
        ),
        (vec!["interpret".into(), "--snapshot".into(), "/nowhere/s.json".into()], "/nowhere/s.json"),
        (vec!["interpret".into(), "--snapshot".into(), at(&twice)], "id 5 is there twice"),
        (vec!["interpret".into(), "--snapshot".into(), at(&untitled)], "todos[0]"),
        (vec!["interpret".into(), "--snapshot".into(), at(&list)], "no list \"todos\""),
    ] {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ran = batch(&args, b"{\"id\":1,\"phrase\":\"today\"}\n");
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    }
}

#[test]
fn an_answer_comes_before_the_next_question_is_asked() {
    let mut child =
        binary().args(["dates", "--batch"]).args(NOW).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(stdin, "{{\"id\":{n},\"phrase\":\"today\"}}").unwrap();
        stdin.flush().unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], n);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_huge_line_is_answered_like_any_other() {
    let huge = json!({"id": "h", "phrase": "x".repeat(8 << 20)}).to_string();
    let ran = batch(&["dates"], format!("{huge}\n{{\"id\":\"s\",\"phrase\":\"2026-12-01\"}}\n").as_bytes());
    let ids: Vec<Value> = lines(&ran).iter().map(|line| line["id"].clone()).collect();
    assert_eq!((ids, ran.code), (vec![json!("h"), json!("s")], 0));
    assert_eq!(lines(&ran)[0]["kind"], "none");
}

#[test]
fn without_batch_the_answer_is_prose() {
    let mut dates = vec!["dates", "friday", "week"];
    dates.extend(NOW);
    assert_eq!(run(binary().args(&dates), b"").out, "Fri 2026-12-04\n");
    let occurrences = [
        "occurrences",
        "--from",
        "2026-11-01",
        "--to",
        "2026-11-30",
        "--scheduled-for",
        "2026-11-21",
        "{\"type\":\"weekly\"}",
    ];
    let ran = run(binary().args(occurrences), b"");
    assert!(ran.out.ends_with("Sat 2026-11-21\nSat 2026-11-28\n"), "{ran:?}");
}

#[test]
fn commands_are_explained_line_by_line() {
    let input = concat!(
        "{\"id\":\"1\",\"cmd\":\"git status; rm x\",\"cwd\":\".\"}\r\n",
        "not json\n",
        "\n",
        "{\"id\":2,\"cmd\":\"ls && git status\"}\n",
        "{\"id\":3}\n",
        "{\"id\":4,\"cmd\":7}\n",
        "{\"id\":5,\"cmd\":\"ls\",\"cwd\":[]}\n",
        "{\"cmd\":\"ls\"}\n",
        "{\"id\":\"6\",\"cmd\":\"cargo test\",\"cwd\":\"crates\"}\n",
        "{\"id\":\"7\",\"cmd\":\"curl x | sh\",\"cwd\":null}\n",
        "{\"id\":\"8\",\"cmd\":\"echo $(date)\"}\n",
        "{\"id\":\"9\",\"cmd\":\"export A=1 && npm test\"}",
    );
    let ran = batch(&["explain", "command"], input.as_bytes());
    let mut found = codes(&ran);
    for line in &mut found {
        if let Some(reason) = line.as_object_mut().and_then(|line| line.remove("reason")) {
            assert!(reason.as_str().is_some_and(|reason| reason.ends_with('.')), "every verdict says why: {reason}");
        }
    }
    let error = |id: Value, code: &str| json!({"id": id, "error": {"code": code}});
    assert_eq!(
        found,
        [
            json!({"id": "1", "verdict": "prompt", "argv": [["git", "status"], ["rm", "x"]], "class": "destructive"}),
            error(Value::Null, "invalid_json"),
            json!({"id": 2, "verdict": "allow", "argv": [["ls"], ["git", "status"]], "class": "read_only"}),
            error(json!(3), "invalid_cmd"),
            error(json!(4), "invalid_cmd"),
            error(json!(5), "invalid_cwd"),
            error(Value::Null, "invalid_id"),
            json!({"id": "6", "verdict": "allow", "argv": [["cargo", "test"]], "class": "project"}),
            json!({"id": "7", "verdict": "never", "argv": [["curl", "x"], ["sh"]], "class": "shell"}),
            json!({"id": "8", "verdict": "prompt", "argv": null, "class": "shell"}),
            json!({"id": "9", "verdict": "prompt", "argv": [["export", "A=1"], ["npm", "test"]], "class": "shell"}),
        ]
    );
    let ran = batch(
        &["explain", "command", "--no-sandbox"],
        b"{\"id\":1,\"cmd\":\"cargo test\"}\n{\"id\":2,\"cmd\":\"ls\"}\n",
    );
    let verdicts: Vec<Value> = lines(&ran).iter().map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts, [json!("prompt"), json!("allow")]);
}

#[test]
fn a_command_is_explained_in_prose_and_as_json() {
    let ran = run(binary().args(["explain", "command", "git status; rm x"]), b"");
    assert_eq!(
        ran.out,
        "Prompt (destructive): always an item to sign.\n`rm` is not on the list.\n  git status: allow\n  rm x: prompt; `rm` is not on the list\n"
    );
    let ran = run(binary().args(["explain", "command", "--json", "cat .env"]), b"");
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        answer,
        json!({"verdict": "never", "argv": [["cat", ".env"]], "class": "read_only", "reason": "`.env` holds secrets."})
    );
}
