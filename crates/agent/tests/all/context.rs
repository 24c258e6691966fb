//! What a step's prompt holds beside the request: stored outputs that can be named, instructions of
//! the folders that were looked into, and as much of the conversation as the runtime has room for.

use crate::world::setup;
use countersign_agent::machine::{Effect, End, Exchange, Input, Machine, Nearby, Setup, Stored, ToolResult};
use countersign_agent::prompt::needed;
use countersign_agent::step::Form;
use countersign_agent::stored::in_full;
use countersign_agent::tool::Registry;
use countersign_core::model::{Call, Reply, Told, Usage, estimate_tokens};
use countersign_core::session::meter::Calibration;
use countersign_core::wire::{AgentStep, RunEvent, StepStatus};
use countersign_testkit::reply;
use serde_json::{Value, json};

fn call(machine: &Machine) -> Call {
    match machine.pending() {
        Effect::CallModel(call) => call,
        other => panic!("{other:?}"),
    }
}

fn tokens(call: &Call) -> u64 {
    call.messages.iter().map(|m| estimate_tokens(&m.content)).sum()
}

/// The machine after a call of a tool and its result.
fn after(machine: &mut Machine, tool: &str, args: &Value, usage: Usage, result: ToolResult) {
    let said = json!({ "thinking": "t", "action": "next_step", "tool": tool, "args": args });
    let reply = Reply { text: said.to_string(), usage, ..reply("") };
    let effects = machine.step(Input::Reply(reply)).unwrap();
    let Some(Effect::RunTools(calls)) = effects.last() else { panic!("{effects:?}") };
    let result = ToolResult { call: calls[0].id.clone(), ok: true, ..result };
    machine.step(Input::Results(vec![result])).unwrap();
}

/// Where a tool's answer is.
fn stored(n: usize, whole: bool) -> Option<Stored> {
    Some(Stored { id: format!("o{n}"), begins: format!("MARK{n} begins"), chars: 5_000, whole })
}

#[test]
fn a_small_model_can_name_what_is_stored_and_nothing_before() {
    let (mut machine, _) = Machine::begin(setup("Which names are in data.json?"));
    let names = |machine: &Machine| {
        let schema = call(machine).format.unwrap().schema;
        let tools: Vec<String> = serde_json::from_value(schema["properties"]["tool"]["enum"].clone()).unwrap();
        let output = schema["properties"]["args"]["properties"]["output"]["enum"].clone();
        (tools.into_iter().filter(|t| t.starts_with("tool_outputs")).collect::<Vec<_>>(), output)
    };
    assert_eq!(names(&machine), (vec![], Value::Null));
    let before = tokens(&call(&machine));
    for n in 1..=6 {
        let result = ToolResult { stored: stored(n, false), ..ToolResult::default() };
        after(&mut machine, "read_file", &json!({ "path": format!("{n}.json") }), Usage::default(), result);
    }
    let four = ["tool_outputs_read", "tool_outputs_extract", "tool_outputs_count", "tool_outputs_sample"];
    assert_eq!(names(&machine), (four.map(str::to_owned).to_vec(), json!(["o6", "o5", "o4", "o3"])));
    assert!(call(&machine).messages[0].content.contains("Counts the values at a JSONPath"));
    let (told, _) = Machine::begin(Setup { outputs: vec!["o1".to_owned()], ..setup("Which names are in data.json?") });
    assert!(tokens(&call(&told)) - before < 400, "{}", tokens(&call(&told)) - before);

    // A call says the least, and is carried out in full.
    let outputs = ["o1".to_owned(), "o2".to_owned()];
    let tools = told.tools();
    let full = |tool: &str, args: Value| in_full(tools.find(tool).unwrap(), &args, &outputs);
    assert_eq!(
        full("tool_outputs_extract", json!({ "path": "$.a" })),
        json!({ "id": "o2", "paths": ["$.a"] }),
        "the newest, where none is named"
    );
    assert_eq!(
        full("tool_outputs_read", json!({ "output": "o1", "offset": 40 })),
        json!({ "id": "o1", "unit": "lines", "offset": 40, "limit": 40 })
    );
    assert_eq!(
        full("tool_outputs_read", json!({ "unit": "chars", "offset": 3000 })),
        json!({ "id": "o2", "unit": "chars", "offset": 3000, "limit": 3000 }),
        "where a line is too long"
    );
    assert_eq!(
        full("tool_outputs_count", json!({ "path": "$[*]" })),
        json!({ "id": "o2", "counts": [{ "name": "values", "path": "$[*]" }] })
    );
    let other = json!({ "path": "a.txt" });
    assert_eq!(full("read_file", other.clone()), other);
}

#[test]
fn a_large_model_keeps_its_tools_whatever_is_stored() {
    let given = Registry::workspace();
    let (mut machine, _) = Machine::begin(Setup { form: Form::Large, tools: given.clone(), ..setup("Look") });
    let result = ToolResult { stored: stored(1, false), ..ToolResult::default() };
    after(&mut machine, "read_file", &json!({ "path": "a" }), Usage::default(), result);
    assert_eq!(machine.tools(), &given);
}

#[test]
fn instructions_of_a_folder_are_told_once_it_was_looked_into_and_the_nearest_last() {
    let near = |folder: &str, text: &str| Nearby { folder: folder.to_owned(), text: text.to_owned(), cut: false };
    let (mut machine, _) = Machine::begin(setup("Look at src/deep/b.txt"));
    assert!(!call(&machine).messages[1].content.contains("# Instructions for"));
    let looked = |nearby: Vec<Nearby>| ToolResult { text: "two".to_owned(), nearby, ..ToolResult::default() };
    let read = |path: &str| json!({ "path": path });
    let deep = near("src/deep", &"Deep says: no tabs. ".repeat(20));
    after(&mut machine, "read_file", &read("src/deep/b.txt"), Usage::default(), looked(vec![deep.clone()]));
    after(&mut machine, "read_file", &read("src/a.txt"), Usage::default(), looked(vec![near("src", "Src: spaces.")]));
    after(&mut machine, "read_file", &read("src/deep/c.txt"), Usage::default(), looked(vec![deep]));
    let text = call(&machine).messages[1].content.clone();
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} in {text}"));
    assert!(at("# Instructions for src\nSrc: spaces.") < at("# Instructions for src/deep\nDeep says"));
    assert!(at("Deep says") < at("# Request"));
    assert_eq!(text.matches("# Instructions for src/deep").count(), 1);
    let parts = machine.parts();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(
        names,
        ["rules", "tools", "examples", "instructions src", "instructions src/deep", "request", "results"]
    );
    let told: u64 = parts.iter().map(|part| part.tokens).sum();
    assert!(tokens(&call(&machine)).abs_diff(told) < 40, "{told} of {}", tokens(&call(&machine)));
    // What is nearer keeps its room.
    let long = near("lib", &"Lib says much. ".repeat(2_000));
    after(&mut machine, "read_file", &read("lib/c"), Usage::default(), looked(vec![long]));
    let text = call(&machine).messages[1].content.clone();
    assert!(text.contains("# Instructions for src/deep\nDeep says") && tokens(&call(&machine)) <= 8_000, "{text}");
}

#[test]
fn a_proposal_that_is_only_claimed_is_asked_for_and_then_kept_with_a_warning() {
    let begun = |form: Form| Machine::begin(Setup { form, ..setup("Which changes of b.txt were proposed?") }).0;
    let say = |machine: &mut Machine, message: &str| {
        let text = json!({ "thinking": "t", "action": "complete", "message": message }).to_string();
        machine.step(Input::Reply(Reply { text, ..reply("") })).unwrap()
    };
    let ends = |effects: &[Effect]| effects.iter().any(|e| matches!(e, Effect::Finish(End::Done { .. })));
    let warned = |effects: &[Effect]| {
        effects.iter().any(|e| matches!(e, Effect::Emit(RunEvent::Recovery { what, .. }) if what == "not_proposed"))
    };
    let completed = |effects: &[Effect]| {
        effects.iter().any(|e| matches!(e, Effect::Emit(RunEvent::Step(s)) if s.status == StepStatus::Completed))
    };
    let mut machine = begun(Form::Small);
    for _ in 0..2 {
        let effects = say(&mut machine, "hello.txt is proposed.");
        assert!(matches!(effects.last(), Some(Effect::CallModel(_))), "{effects:?}");
        let heard = call(&machine).messages.last().unwrap().content.clone();
        assert!(heard.starts_with("Nothing is queued, so nothing is proposed"), "{heard}");
    }
    // More than the example is worth more than how it is said; the example alone is no result.
    let mut other = machine.clone();
    let effects = say(&mut other, "Hello.txt is proposed. It says one.");
    assert!(completed(&effects) && warned(&effects), "{effects:?}");
    let effects = say(&mut machine, "Hello.txt is proposed.");
    let failed = |s: &AgentStep| s.status == StepStatus::Failed;
    let is_failed = |e: &Effect| matches!(e, Effect::Emit(RunEvent::Step(s)) if failed(s));
    assert!(effects.iter().any(is_failed) && !completed(&effects), "{effects:?}");
    // A placeholder is none either, whoever says it.
    let effects = say(&mut begun(Form::Large), "…");
    assert!(matches!(effects.last(), Some(Effect::CallModel(_))), "{effects:?}");
    // An answer that uses the words is no claim, and a large model says no example again.
    for (form, fine) in [
        (Form::Small, "It says one."),
        (Form::Small, "Nothing is proposed: it is there already."),
        (Form::Small, "RFC 12 was proposed in May; 3 jobs are queued."),
        (Form::Large, "RFC 12 was proposed in May; 3 jobs are queued."),
        (Form::Large, "hello.txt is proposed."),
    ] {
        let effects = say(&mut begun(form), fine);
        assert!((completed(&effects) || ends(&effects)) && !warned(&effects), "{fine}: {effects:?}");
    }
}

#[test]
fn what_a_step_needs_grows_with_the_plan_and_with_what_the_runtime_counts() {
    let plan = "Goal: all of it. ".repeat(500);
    let with = |plan: &str, counted: Calibration| {
        needed(&Setup { plan_document: plan.to_owned(), counted, ..setup("Look at it") })
    };
    let plain = with("", Calibration::default());
    assert!(with(&plan, Calibration::default()) >= plain + 2_100, "the whole plan, not its capped part");
    let mut counted = Calibration::default();
    counted.take(3_000, 1_000);
    assert_eq!(with("", counted), plain * 3);
}

#[test]
fn the_conversation_gives_way_to_what_the_runtime_counts() {
    let history: Vec<Exchange> =
        (0..7).map(|i| Exchange { user: format!("turn{i}"), agent: "word ".repeat(100), done: Vec::new() }).collect();
    let told = |machine: &Machine| {
        let text = call(machine).messages[1].content.clone();
        (0..9).filter(|i| text.contains(&format!("turn{i}"))).collect::<Vec<_>>()
    };
    let (mut machine, _) = Machine::begin(Setup { history: history.clone(), ..setup("Look at it") });
    assert_eq!(told(&machine), [2, 3, 4, 5, 6]);
    let usage = |prompt_tokens: u64, estimated: bool| Usage { prompt_tokens, estimated, ..Usage::default() };
    let went = |machine: &mut Machine, n: u64, usage: Usage| {
        let fine = ToolResult { text: "fine".to_owned(), ..ToolResult::default() };
        after(machine, "read_file", &json!({ "path": format!("{n}") }), usage, fine);
    };
    // Our own estimate says nothing new, and a runtime that counts little gives no more room.
    let sent = tokens(&call(&machine));
    went(&mut machine, 1, usage(sent * 9, true));
    went(&mut machine, 2, usage(1, false));
    assert_eq!(told(&machine), [2, 3, 4, 5, 6]);
    // It counts twice as much, then four times.
    let (mut machine, _) = Machine::begin(Setup { history: history.clone(), ..setup("Look at it") });
    went(&mut machine, 1, usage(sent * 2, false));
    assert_eq!(told(&machine), [4, 5, 6]);
    went(&mut machine, 2, usage(sent * 7, false));
    assert_eq!(told(&machine), [6]);
    // It is known from the beginning where an earlier run measured it; prompts as a whole fit, too.
    let mut counted = Calibration::default();
    counted.take(3_000, 1_000);
    let long = "all work and no play ".repeat(4_000);
    let (machine, _) = Machine::begin(Setup {
        history,
        counted,
        instructions: vec![Told::new("instructions", long.clone())],
        ..setup("Look at it")
    });
    assert_eq!(told(&machine), [6]);
    assert!(counted.tokens(tokens(&call(&machine))) <= 8_000, "{}", counted.tokens(tokens(&call(&machine))));
}

/// The words of a prompt.
fn said(call: &Call) -> String {
    call.messages.iter().map(|m| format!("{}\n", m.content)).collect()
}

#[test]
fn whatever_a_model_reads_the_request_and_the_newest_result_are_told_or_it_is_not_asked() {
    const LINE: &str = "line of the file with words in it\n";
    let words = |n: usize| format!("Look: {} ZEBRAEND", "part ".repeat(n));
    // Windows as the engine shares them, the request's words, lines of a result: asked, and all of it told.
    for (form, window, request, lines, (asked, whole)) in [
        (Form::Large, 2_048, 10, 2, (true, true)),
        (Form::Large, 2_048, 10, 90, (true, false)),
        (Form::Large, 2_048, 900, 2, (false, false)),
        (Form::Large, 4_096, 10, 2, (true, true)),
        (Form::Large, 4_096, 10, 400, (true, false)),
        (Form::Large, 4_096, 2_000, 2, (false, false)),
        (Form::Large, 8_192, 10, 2, (true, true)),
        (Form::Large, 8_192, 10, 900, (true, false)),
        (Form::Large, 8_192, 1_500, 2, (true, true)),
        (Form::Large, 32_768, 2_000, 300, (true, true)),
        (Form::Large, 32_768, 4_000, 30, (true, true)),
        (Form::Large, 32_768, 20_000, 2, (false, false)),
        (Form::Small, 4_096, 10, 2, (true, true)),
        (Form::Small, 4_096, 10, 400, (true, false)),
        (Form::Small, 8_192, 1_200, 100, (true, true)),
    ] {
        let case = format!("{form:?} {window}: {request} words, {lines} lines");
        let prompt_tokens = countersign_core::model::Window::share(window, 4_000).prompt;
        let long = "So it is and so it was. ".repeat(600);
        let begun = Setup {
            form,
            prompt_tokens,
            history: (0..5).map(|_| Exchange { user: long.clone(), agent: long.clone(), done: Vec::new() }).collect(),
            instructions: vec![
                Told::new("instructions", "Mine: never. ".to_owned() + &long),
                Told::new("instructions .", "Root: tabs."),
            ],
            plan_document: format!("Goal: {long}"),
            carried: long.clone(),
            ..setup(&words(request))
        };
        let (mut machine, effects) = Machine::begin(begun);
        let refused = |effects: &[Effect]| {
            effects.iter().any(|e| matches!(e, Effect::Finish(End::Failed { code, message }) if code == "context_too_long" && message.contains("reads too little")))
        };
        assert_eq!(!refused(&effects), asked, "{case}");
        if !asked {
            assert!(machine.is_ended(), "{case}");
            continue;
        }
        assert!(said(&call(&machine)).contains("ZEBRAEND"), "{case}");
        let text = format!("MARKER7\n{}ENDMARK", LINE.repeat(lines));
        for n in 0..4 {
            let result = ToolResult { text: text.clone(), ..ToolResult::default() };
            after(&mut machine, "read_file", &json!({ "path": format!("{n}.txt") }), Usage::default(), result);
            let told = said(&call(&machine));
            assert!(told.contains("ZEBRAEND") && told.contains("MARKER7"), "{case}");
            assert!(told.contains("Mine: never.") && told.contains("Root: tabs."), "each has its share: {case}");
            assert!(tokens(&call(&machine)) <= prompt_tokens, "{case}: {} of {prompt_tokens}", tokens(&call(&machine)));
            let cut = machine.parts().iter().any(|part| part.name == "results" && part.cut);
            assert_eq!((told.contains("ENDMARK"), cut), (whole, !whole), "{case}");
        }
    }
}

/// The tools over stored outputs that a model can call now.
fn over_outputs(machine: &Machine) -> bool {
    machine.tools().iter().any(|tool| tool.name.starts_with("tool_outputs."))
}

#[test]
fn what_has_no_room_any_more_is_told_by_its_line_and_can_be_looked_into() {
    let (mut machine, _) = Machine::begin(Setup { prompt_tokens: 4_000, ..setup("Compare the files") });
    for n in 1..=4 {
        let text = format!("MARK{n} begins\n{}", "a line of some words\n".repeat(150));
        let result = ToolResult { text, stored: stored(n, true), ..ToolResult::default() };
        after(&mut machine, "read_file", &json!({ "path": format!("{n}.txt") }), Usage::default(), result);
        let told = said(&call(&machine));
        assert!(told.contains(&format!("MARK{n} begins\na line")), "the newest is whole: {told}");
        for before in 1..n {
            let whole = told.contains(&format!("MARK{before} begins\na line"));
            let line = told.contains(&format!("MARK{before} begins (all 5000 characters are stored as o{before})"));
            assert!(whole != line, "{before} of {n}: whole {whole}, line {line}\n{told}");
        }
        assert_eq!(over_outputs(&machine), told.contains("are stored as o"), "{n}");
    }
    assert!(over_outputs(&machine), "something had no room");
    assert!(tokens(&call(&machine)) <= 4_000);
}

#[test]
fn a_later_step_is_told_in_a_line_each_what_the_ones_before_found() {
    let plan = json!({ "task_list": [{ "description": "Read it" }, { "description": "Tell" }] });
    let (mut machine, _) = Machine::begin(setup("- read it\n- change it\n- tell"));
    machine.step(Input::Reply(Reply { text: plan.to_string(), ..reply("") })).unwrap();
    let result = ToolResult { text: "all of it".to_owned(), stored: stored(1, true), ..ToolResult::default() };
    after(&mut machine, "read_file", &json!({ "path": "a.txt" }), Usage::default(), result);
    let result = ToolResult { text: "2 todos\n#1 Milk\n#2 Rent".to_owned(), ..ToolResult::default() };
    after(&mut machine, "read_todos", &json!({}), Usage::default(), result);
    assert!(!said(&call(&machine)).contains("# Done before") && !over_outputs(&machine));
    let end = json!({ "thinking": "t", "action": "complete", "message": "It has 5000 characters." });
    machine.step(Input::Reply(Reply { text: end.to_string(), ..reply("") })).unwrap();
    let told = said(&call(&machine));
    for line in [
        "# Done before\n",
        "\nread_file {\"path\":\"a.txt\"} → ✓ MARK1 begins (all 5000 characters are stored as o1)\n",
        "\nread_todos {} → ✓ 2 todos #1 Milk #2 Rent\n",
        "\nstep 1 completed: It has 5000 characters.\n",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(over_outputs(&machine), "what it names can be looked into");
}

#[test]
fn what_fits_its_share_is_told_to_its_end_in_every_window() {
    let long = "So it is and so it was. ".repeat(600);
    for form in [Form::Large, Form::Small] {
        for window in [2_048, 4_096, 8_192, 16_384, 32_768] {
            for context in ["", long.as_str()] {
                let case = format!("{form:?} {window} {}", context.len());
                let prompt_tokens = countersign_core::model::Window::share(window, 4_000).prompt;
                let begun = Setup {
                    form,
                    prompt_tokens,
                    history: vec![Exchange { user: context.to_owned(), agent: context.to_owned(), done: Vec::new() }],
                    instructions: vec![Told::new("instructions", context)],
                    plan_document: context.to_owned(),
                    ..setup("Look")
                };
                let (mut machine, _) = Machine::begin(begun);
                for n in 1..=3 {
                    let args = json!({ "path": format!("{n}.txt") });
                    let asked = json!({ "thinking": "t", "action": "next_step", "tool": "read_file", "args": args });
                    let effects = machine.step(Input::Reply(Reply { text: asked.to_string(), ..reply("") })).unwrap();
                    let Some(Effect::RunTools(calls)) = effects.last() else { panic!("{case}: {effects:?}") };
                    let room = machine.room(calls);
                    assert!(room > 100, "{case}: {room}");
                    // As long as its share allows.
                    let mut text = "word ".repeat(usize::try_from(room * 4 / 5).unwrap()) + "ENDMARK";
                    while estimate_tokens(&countersign_core::prompt::bordered(&text)) > room {
                        text = text.split_off(5);
                    }
                    let nearby = Nearby { folder: format!("f{n}"), text: context.to_owned(), cut: false };
                    let result = ToolResult {
                        call: calls[0].id.clone(),
                        ok: true,
                        text,
                        stored: stored(n, n % 2 == 0),
                        nearby: vec![nearby],
                        ..ToolResult::default()
                    };
                    machine.step(Input::Results(vec![result])).unwrap();
                    assert!(said(&call(&machine)).contains("word ENDMARK"), "{case}: {n}, {room}");
                    assert!(tokens(&call(&machine)) <= prompt_tokens, "{case}: {n}");
                }
            }
        }
    }
}
