//! What of a text is no answer, however well it satisfies the schema: reasoning, others' turns, what the words
//! before it deny, and what stands in a sentence. What is left out for another answer is told.

use countersign_recover::{Failure, Finish, Reason, Recovered, Request, Schema, recover};
use serde_json::{Value, json};

const ADD: &str = r#"{"operations":[{"op":"create","title":"Buy milk"}]}"#;
const CUT_ADD: &str = r#"{"operations":[{"op":"create","title":"Buy milk"}]"#;
const DEL: &str = r#"{"operations":[{"op":"delete","id":5}]}"#;

fn schema() -> Schema {
    let kinds = json!([
        {"type": "object", "properties": {"op": {"const": "create"}, "title": {"type": "string"}},
            "required": ["op", "title"], "additionalProperties": false},
        {"type": "object", "properties": {"op": {"const": "delete"}, "id": {"type": "integer"}},
            "required": ["op", "id"], "additionalProperties": false},
        {"type": "object", "properties": {"op": {"const": "run"}, "command": {"type": "string"}},
            "required": ["op", "command"], "additionalProperties": false}
    ]);
    let schema = json!({"type": "object", "required": ["operations"], "properties": {
        "operations": {"type": "array", "items": {"anyOf": kinds}}, "summary": {"type": "string"}}});
    Schema::compile(&schema).unwrap()
}

fn read(input: &str) -> Recovered {
    recover(&Request { input, schema: Some(&schema()), finish: None })
}

fn value(found: &Recovered) -> String {
    found.value().map(|v| v.get().to_string()).unwrap_or_default()
}

fn reasons(found: &Recovered) -> Vec<Reason> {
    found.dropped.iter().map(|d| d.reason).collect()
}

#[test]
fn reasoning_whose_end_is_the_end_of_the_text_is_all_there_is() {
    for close in ["</think>", "</thinking>", "</reasoning>", "[/THINK]", "<|end_of_thought|>"] {
        for input in [
            format!("X {DEL}\n{close}"),
            format!("{DEL}{close}\n\n"),
            format!("Perhaps:\n{DEL}\nbut no.\n{close}<|im_end|>\n"),
            format!("X {{\"operations\":[{{\"op\":\"delete\",\"id\":5}},{{\"op\":\"x\"\n{close}"),
        ] {
            for finish in [None, Some(Finish::Stop), Some(Finish::Length)] {
                let found = recover(&Request { input: &input, schema: Some(&schema()), finish });
                assert!(!found.has_value() && !found.complete, "{input}\n{found:?}");
                assert_eq!(found.error, Some(Failure::OnlyReasoning), "{input}");
            }
        }
        assert_eq!(value(&read(&format!("X {DEL}\n{close}\n{ADD}"))), ADD, "{close}");
    }
    assert_eq!(value(&read(&format!("<answer>{ADD}</answer>\n</s>"))), ADD, "another tag ends nothing");
}

#[test]
fn a_wrapper_that_was_cut_is_no_answer_and_what_is_in_it_is() {
    let both = r#"{"operations":[{"op":"create","title":"Buy milk"},{"op":"delete","id":5}]}"#;
    for input in [
        format!("{{\"response\":{both}"),
        format!("{{\"response\":{},", &both[..both.len() - 2]),
        format!("{{\"result\":{both}"),
        format!("{{\"tool_calls\":[{{\"name\":\"propose\",\"parameters\":{both}}}"),
        format!("{{\"name\":\"propose\",\"arguments\":{both}"),
        format!("[TOOL_CALLS][{{\"name\":\"propose\",\"arguments\":{both}}}"),
        format!("[{both}"),
    ] {
        let found = read(&input);
        assert_eq!(value(&found), both, "{input}\n{found:?}");
        assert!(!found.complete && found.violations.is_empty(), "{input}\n{found:?}");
    }
    let cut = read(&format!("[TOOL_CALLS][{{\"name\":\"propose\",\"arguments\":{CUT_ADD}"));
    assert!(!cut.has_value() && !cut.dropped.is_empty(), "a call that is cut itself is none: {cut:?}");
}

#[test]
fn calls_in_one_list_are_made_together() {
    let call = |arguments: &str| format!("{{\"name\":\"propose\",\"arguments\":{arguments}}}");
    let both = r#"{"operations":[{"op":"create","title":"Buy milk"},{"op":"delete","id":5}]}"#;
    for input in [
        format!("[TOOL_CALLS][{},{}]", call(ADD), call(DEL)),
        format!("[{}, {}]", call(ADD), call(DEL)),
        format!("{{\"tool_calls\":[{},{}]}}", call(ADD), call(DEL)),
        format!("<tool_call>{}</tool_call><tool_call>{}</tool_call>", call(ADD), call(DEL)),
        format!("[TOOL_CALLS][{},{}]", call(&json!(ADD).to_string()), call(&json!(DEL).to_string())),
        // What is said twice is not done twice.
        format!("[TOOL_CALLS][{},{},{}]", call(ADD), call(ADD), call(DEL)),
    ] {
        let found = read(&input);
        assert_eq!(value(&found), both, "{input}\n{found:?}");
        assert!(found.complete && found.dropped.is_empty(), "{input}\n{found:?}");
    }
    let twice = read(&format!("[TOOL_CALLS][{},{}]", call(ADD), call(ADD)));
    assert_eq!(value(&twice), ADD, "{twice:?}");
    // What cannot be done is told, and is not in the way of the other call.
    let fly = read(&format!("[TOOL_CALLS][{},{}]", call(ADD), call(r#"{"operations":[{"op":"fly"}]}"#)));
    assert_eq!((value(&fly).as_str(), reasons(&fly)), (ADD, vec![Reason::Violation]), "{fly:?}");
    let mixed = read(&format!("[TOOL_CALLS][{},{{\"op\":\"fly\"}}]", call(ADD)));
    assert!(!mixed.has_value() && !mixed.dropped.is_empty(), "{mixed:?}");
}

#[test]
fn brackets_in_prose_are_not_made_an_answer() {
    for input in [
        "- [ ] Buy milk\n- [x] Pay rent",
        "1. [x] Pay rent\n2. [ ] Buy milk",
        "I would use [] here, but the request is unclear.",
        "Nothing. []",
        "See {} for details.",
    ] {
        let found = read(input);
        assert!(!found.has_value(), "{input}\n{found:?}");
    }
    // What is given, and not named in a sentence.
    for input in ["[]", "{\"operations\":[]}", "Nothing to do: {\"operations\":[]}"] {
        assert_eq!(value(&read(input)), r#"{"operations":[]}"#, "{input}");
    }
}

#[test]
fn an_empty_list_in_a_sentence_takes_no_answers_place() {
    for rest in ["\n\nNote: an empty answer would be {\"operations\": []}.", " or {\"operations\":[]}"] {
        let found = read(&format!("{ADD}{rest}"));
        assert_eq!(value(&found), ADD, "{rest}\n{found:?}");
    }
    let found = read(&format!("{ADD}\n\nNo, nothing:\n{{\"operations\":[]}}"));
    assert_eq!(value(&found), r#"{"operations":[]}"#);
    assert_eq!(reasons(&found), [Reason::Superseded]);
}

#[test]
fn an_answer_that_was_begun_stands_for_the_ones_before_it_also_where_it_is_cut() {
    let lead = ["\n\nCorrected:\n", "\n```json\n", "\nFinal answer: ", "\nNo, rather: "];
    let cuts =
        ["{\"operations\":[{\"op\":\"delete\",\"id", "{\"operations\":[", "{\"operations\":[{\"op\"", "{\"op", "{"];
    for (lead, cut) in lead.iter().flat_map(|lead| cuts.map(|cut| (lead, cut))) {
        for finish in [None, Some(Finish::Length)] {
            let input = format!("{ADD}{lead}{cut}");
            let found = recover(&Request { input: &input, schema: Some(&schema()), finish });
            assert!(!value(&found).contains("milk") && !found.complete, "{input}\n{found:?}");
            assert!(reasons(&found).contains(&Reason::Superseded), "{input}\n{found:?}");
        }
    }
    // Without a word between them nothing is put right: of two calls the first is whole, and so is one that is said
    // again and cut.
    let adjoining = ["\n", " ", ",\n", "</tool_call>\n<tool_call>\n"];
    for (lead, cut) in adjoining.iter().flat_map(|lead| cuts.map(|cut| (lead, cut))) {
        let found = read(&format!("{ADD}{lead}{cut}"));
        assert!(value(&found) == ADD && !found.complete, "{lead}{cut}\n{found:?}");
    }
    for rest in [ADD, "{\"operations\":[{\"op\":\"create\",\"title\":\"Buy milk\"},"] {
        let found = read(&format!("{ADD}\n{}", &rest[..rest.len() - 1]));
        assert!(value(&found) == ADD && !found.complete, "{found:?}");
    }
    // What it has that is whole is its own.
    let found = read(&format!("{ADD}\n{{\"operations\":[{{\"op\":\"delete\",\"id\":7}},{{\"op\":\"cr"));
    assert_eq!(value(&found), r#"{"operations":[{"op":"delete","id":7}]}"#, "{found:?}");
    // A bracket in a sentence begins no answer.
    let found = read(&format!("{ADD}\nNote: the form {{\"operations\":[ is"));
    assert!(value(&found) == ADD && !found.complete, "{found:?}");
}

#[test]
fn an_earlier_list_is_told() {
    let schema = Schema::compile(&json!({"type": "array", "items": {"type": "object", "required": ["id"]}})).unwrap();
    for between in ["\n", "\n\nNo, rather:\n", "\n```json\n"] {
        let input = format!("[{{\"id\":1}}]{between}[{{\"id\":2}}]");
        let found = recover(&Request { input: &input, schema: Some(&schema), finish: None });
        assert_eq!((value(&found).as_str(), reasons(&found)), ("[{\"id\":2}]", vec![Reason::Superseded]), "{input}");
    }
}

#[test]
fn entries_that_are_set_off_are_one_list_and_drafts_are_not() {
    let schema = Schema::compile(&json!({"type": "array", "items": {"type": "object", "required": ["id"]}})).unwrap();
    let get = |input: &str| recover(&Request { input, schema: Some(&schema), finish: None });
    let (a, b) = ("{\"id\":1}", "{\"id\":2}");
    for input in [
        format!("```json\n{a}\n```\n```json\n{b}\n```"),
        format!("1. {a}\n1. {b}"),
        format!("- {a}\n- {b}"),
        format!("- `{a}`\n- `{b}`"),
        format!("First: {a}\nSecond: {b}"),
        format!("Operation: {a}\nOperation: {b}"),
        format!("### Step 1\n{a}\n### Step 2\n{b}"),
        format!("data: {a}\n\ndata: {b}\n"),
    ] {
        let found = get(&input);
        assert_eq!((value(&found).as_str(), reasons(&found)), ("[{\"id\":1},{\"id\":2}]", vec![]), "{input}");
    }
    for input in [format!("{a}\nNo, rather:\n{b}"), format!("Draft: {a}\nFinal: {b}")] {
        let found = get(&input);
        assert_eq!((value(&found).as_str(), reasons(&found)), ("[{\"id\":2}]", vec![Reason::Superseded]), "{input}");
    }
}

#[test]
fn what_only_shows_the_form_supersedes_nothing() {
    for form in [" is the form.", "", "\n"] {
        let found = read(&format!("{ADD}\n{{\"operations\":[...]}}{form}"));
        assert_eq!((value(&found).as_str(), reasons(&found)), (ADD, vec![]), "{form}\n{found:?}");
    }
}

#[test]
fn only_what_a_text_gives_is_its_answer() {
    // What is shown, quoted, or somebody else's.
    for input in [
        format!("A wrong answer would be {DEL}"),
        format!("Format: {DEL}"),
        format!("e.g. {DEL}"),
        format!("An attacker wrote: {DEL}"),
        format!("The file contains:\n```json\n{DEL}\n```\nwhich is an instruction I will ignore."),
        format!("The notes of #1 say {DEL} but that is an injection, so I propose nothing."),
        format!("<tool_response>{DEL}</tool_response>\nI will do nothing."),
        format!("<function_results>\n{DEL}\n</function_results>"),
        format!("<document index=\"1\">{DEL}</document>"),
        format!("<user>{DEL}"),
        format!("[TOOL_RESULTS]{DEL}[/TOOL_RESULTS]"),
        format!("Observation: {DEL}"),
        format!("{DEL}\nActually, ignore that. I need to know more first."),
        format!("```json\n{DEL}\n```\nThat was just an example."),
        format!("{DEL} <- don't do this"),
        format!("{ADD}\n{DEL}\nI won't do this."),
    ] {
        let found = read(&input);
        assert!(!found.is_meant() && found.answer().is_none(), "{input}\n{found:?}");
    }
    // Beside an answer they leave it alone.
    for other in [
        format!("\nI ignored this text in the file: {DEL}"),
        format!("\n<tool_response>{DEL}</tool_response>"),
        format!("\n[TOOL_RESULTS]{DEL}[/TOOL_RESULTS]"),
        format!("\nObservation: {DEL}"),
        format!("\nPrevious output was: {DEL}"),
        format!("\n{DEL} is what the note says; I ignore it."),
    ] {
        let found = read(&format!("{ADD}{other}"));
        assert!(value(&found) == ADD && found.is_meant(), "{other}\n{found:?}");
    }
    // And an answer is one, whatever is said politely around it.
    for input in [
        format!("Here is the JSON: {ADD}"),
        format!("Sure! The answer in JSON format:\n```json\n{ADD}\n```\nLet me know if that is not what you want."),
        format!("The user did not give a date:\n```json\n{ADD}\n```\nI did not change anything else."),
        format!("<response>{ADD}</response>\nThis will create it. No other changes are needed."),
        format!("<output>{ADD}</output>"),
        format!("{ADD}\nIf that is wrong, ignore it."),
        format!("The tag <user> is of HTML.\n{ADD}"),
    ] {
        let found = read(&input);
        assert_eq!(found.answer().map(|v| v.get().to_string()).as_deref(), Some(ADD), "{input}\n{found:?}");
    }
}

#[test]
fn answers_before_the_one_that_counts_are_told() {
    for input in [
        format!("{ADD}\n{DEL}"),
        format!("```json\n{ADD}\n```\nBetter:\n```json\n{DEL}\n```"),
        format!("{ADD}\n{ADD}\nrather\n{DEL}"),
    ] {
        let found = read(&input);
        assert_eq!(value(&found), DEL, "{input}");
        assert_eq!(reasons(&found), [Reason::Superseded], "{input}\n{found:?}");
        assert!(found.is_safe("/operations/0") && found.reason("/operations/0").is_none());
    }
    for input in
        [format!("{DEL}\n{DEL}"), format!("See {{\"x\":1}}:\n{DEL}"), format!("Example: {ADD}\n\nAnswer: {DEL}")]
    {
        let found = read(&input);
        assert_eq!((value(&found).as_str(), reasons(&found)), (DEL, vec![]), "{input}");
    }
}

#[test]
fn what_the_words_before_it_deny_is_not_done() {
    for before in
        ["Do not send this: ", "I must never send ", "I will NOT do this:\n```json\n", "Das ist nicht zu tun: "]
    {
        let alone = read(&format!("{before}{DEL}"));
        assert!(!alone.has_value() && alone.best_effort().is_some(), "{before}\n{alone:?}");
        assert_eq!(reasons(&alone), [Reason::Denied], "{before}");
        for input in [format!("{before}{DEL}\n```\n{ADD}"), format!("{ADD}\n\n{before}{DEL}")] {
            assert_eq!(value(&read(&input)), ADD, "{input}");
        }
    }
    for before in ["(The wrong answer would have been ", "For example: ", "as in, e.g. "] {
        let beside = read(&format!("{ADD}\n\n{before}{DEL}.)"));
        assert_eq!((value(&beside).as_str(), reasons(&beside)), (ADD, vec![Reason::Superseded]), "{before}");
        let alone = read(&format!("{}{DEL}", before.trim_start_matches('(')));
        let told = alone.repairs.iter().any(|r| r.as_str() == "example");
        assert!(!alone.has_value() && alone.best_effort().is_some() && told, "{before}\n{alone:?}");
        assert_eq!(reasons(&alone), [Reason::Denied], "{before}");
        // Where any JSON is wanted an example is one.
        let any = recover(&Request { input: &format!("For example: {DEL}"), schema: None, finish: None });
        assert!(value(&any) == DEL && !any.is_meant(), "{any:?}");
    }
    // The words are of another clause.
    for before in ["I cannot see a date, so: ", "Do not forget: ", "Nothing else is not done. Answer:\n", "Note: "] {
        let found = read(&format!("{before}{DEL}"));
        assert_eq!((value(&found).as_str(), reasons(&found)), (DEL, vec![]), "{before}");
    }
    let any = |input| recover(&Request { input, schema: None, finish: None });
    assert_eq!(value(&any("{\"a\":1}\n\nNot, for example, {\"a\":2}.")), "{\"a\":1}");
}

#[test]
fn what_others_say_is_never_the_answer() {
    for run_on in ["\n\nUser: now ", "\n### Instruction:\n", "\n\nHuman: and\n", "\n**System:** "] {
        assert_eq!(value(&read(&format!("{ADD}{run_on}{DEL}"))), ADD, "{run_on}");
    }
    for (echo, own) in [
        ("<|im_start|>system\nUse: ", "<|im_end|>\n<|im_start|>assistant\n"),
        ("<|start_header_id|>user<|end_header_id|>\n", "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n"),
        ("<start_of_turn>user\n", "<end_of_turn>\n<start_of_turn>model\n"),
        ("<|user|>", "<|assistant|>"),
        ("[INST] ", " [/INST] "),
        ("System: Use: ", "\nAssistant: "),
        ("### Instruction:\n", "\n### Response:\n"),
    ] {
        let nothing = read(&format!("{echo}{DEL}{own}I do not know."));
        assert!(!nothing.has_value(), "{echo}\n{nothing:?}");
        assert_eq!(value(&read(&format!("{echo}{DEL}{own}{ADD}"))), ADD, "{echo}");
    }
    // Who speaks of a user speaks.
    assert_eq!(value(&read(&format!("User: wants milk.\n{ADD}"))), ADD);
}

#[test]
fn an_element_that_is_commented_out_leaves_the_others() {
    for comment in ["# skip {\"op\":\"x\"}", "// [\"a\", \"b\"]", "# {\"op\":\"x\", \"id\": 1} for later"] {
        let found = read(&format!("{{\"operations\":[{{\"op\":\"create\",\"title\":\"Buy milk\"}}, {comment}\n]}}"));
        assert_eq!(value(&found), ADD, "{comment}\n{found:?}");
        // What a body would say is not settled by that.
        let body = read(&format!("{{\"operations\":[{{\"op\":\"run\",\"command\":\"ls\"}}, {comment}\n]}}"));
        assert!(!body.has_value(), "{comment}\n{body:?}");
    }
}

#[test]
fn only_a_body_is_lost_for_a_character() {
    for (escape, read_as) in [("\\ud83d", "\u{fffd}"), ("\\uZZZZ", "\\uZZZZ")] {
        let title = read(&format!("{{\"operations\":[{{\"op\":\"create\",\"title\":\"x {escape}\"}}]}}"));
        let got: Value = title.value().map(|v| v.get().to_serde()).unwrap_or_default();
        assert_eq!(got["operations"][0]["title"], format!("x {read_as}"), "{title:?}");
        assert!(!title.repairs.is_empty());
        let body = read(&format!("{{\"operations\":[{{\"op\":\"run\",\"command\":\"x {escape}\"}}]}}"));
        assert_eq!((body.has_value(), reasons(&body)), (false, vec![Reason::LossyBody]), "{body:?}");
    }
}
