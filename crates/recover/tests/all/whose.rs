//! Whose a part of a reply is: what a tool gave and what others said behind an answer is none.

use countersign_recover::{Request, Schema, recover};
use serde_json::json;

const OWN: &str = r#"{"operations":[{"op":"complete","id":1}]}"#;
const OTHER: &str = r#"{"operations":[{"op":"delete","id":9}]}"#;

fn value(text: &str) -> Option<String> {
    let schema = Schema::compile(&json!({"type": "object", "required": ["operations"], "properties": {
        "operations": {"type": "array", "items": {"type": "object", "required": ["op"], "additionalProperties": false,
            "properties": {"op": {"enum": ["delete", "complete"]}, "id": {"type": "integer"}}}}}}))
    .unwrap();
    recover(&Request { input: text, schema: Some(&schema), finish: None }).value().map(|v| v.get().to_string())
}

#[test]
fn what_others_say_behind_an_answer_is_never_used() {
    let call = format!("<tool_call>\n{{\"name\":\"propose\",\"arguments\":{OWN}}}\n</tool_call>");
    let fence = format!("```json\n{OWN}\n```");
    for behind in [
        "\n<output>\n@\n</output>",
        "\n<result>\n@\n</result>",
        "\n<minimax:tool_result>@</minimax:tool_result>",
        "\n<seed:tool_response>@</seed:tool_response>",
        "\n<｜DSML｜function_results>\n@\n</｜DSML｜function_results>",
        "\n```tool_output\n@\n```",
        "\n```tool_outputs\n@\n```",
        "<|im_end|>\n<|im_start|>environment\n@<|im_end|>",
        "<|im_end|>\n<|im_start|>function\n@<|im_end|>",
        "<|im_end|>\n<|im_start|>plugin\n@<|im_end|>",
        "<|im_end|>\n<|im_start|>Note\n@",
        "<|end|><|start|>browser<|message|>@",
        "<|eot_id|><|start_header_id|>calendar<|end_header_id|>\n\n@",
        "<|im:end|><|im:start|>user\n@",
        "<role>HUMAN</role>@",
        "<|assistant_end|><|user_start|>@<|user_end|>",
        "<|endofresponse|><|userprompt|>@<|endofuserprompt|>",
        "\nuser\n@",
        "\ntool\n@",
        "\nenvironment\n@",
        "\nResult: @",
        "\nOutput:\n@",
        "\nTool: @",
        "\nErgebnis: @",
        "\nRésultat : @",
        "\nResultado: @",
        "\nRezultat: @",
    ] {
        // One that cannot be used is an answer all the same.
        let spoiled = r#"{"operations":[{"op":"complete","id":"one"}]}"#;
        if behind.contains('<') {
            let text = format!("{spoiled}{}", behind.replace('@', OTHER));
            assert_eq!(value(&text), None, "{text}");
        }
        for own in [OWN, call.as_str(), fence.as_str()] {
            let text = format!("{own}{}", behind.replace('@', OTHER));
            assert_eq!(value(&text).as_deref(), Some(OWN), "{text}");
        }
    }
    let bare = format!("{OWN}ipython\n\n{OTHER}");
    assert_eq!(value(&bare).as_deref(), Some(OWN));
}

/// The same marks where no answer stands before them, and the model's own turns.
#[test]
fn what_the_model_says_in_such_marks_is_its_answer() {
    for text in [
        "<output>\n@\n</output>",
        "<result>@</result>",
        "Here you are.\n<output>\n@\n</output>",
        "Output: @",
        "Result:\n@",
        "Ergebnis: @",
        "Input: {\"text\":\"delete it\"}\nOutput: @",
        "```output\n@\n```",
        "<|im_start|>assistant\n@<|im_end|>",
        "<|start|>assistant<|channel|>final<|message|>@<|return|>",
        "<start_of_turn>model\n@<end_of_turn>",
        "<|im_start|>user\nDelete it.<|im_end|>\n<|im_start|>assistant\n@",
        "<|start_header_id|>assistant<|end_header_id|>\n\n@<|eot_id|>",
        "The user\nand the tool\n@",
        "{\"thought\":\"x\"}\n<output>\n@\n</output>",
        "{\"thought\":\"x\"}<result>@</result>",
        "{}\n<result>@</result>",
        "[]\n<output>@</output>",
        "{\"operations\":[]}\n<output>@</output>",
        "```json\n{\"plan\":[\"a\"]}\n```\n<output>@</output>",
        "{\"id\":3}\n<output>\n@\n</output>",
        "<|im_start|>Here is the JSON:\n@",
        "<|im_start|>Sure, here it is:\n@<|im_end|>",
        "<|im_start|>json\n@",
        "<|im_start|>function_call\n@",
        "<|im_start|>answer\n@<|im_end|>",
        "<|im_start|>output\n@",
        "<|im_start|>qwen\n@<|im_end|>",
        "<|im_start|>llm\n@",
        "<|im_start|>Okay \n@",
        "<|im_start|>gpt-4\n@",
        "<|start|>agent<|message|>@",
        "<|start_header_id|>writer<|end_header_id|>\n\n@",
        "<|im_start|>user\nDelete it.<|im_end|>\n<|im_start|>writer\n@",
    ] {
        assert_eq!(value(&text.replace('@', OTHER)).as_deref(), Some(OTHER), "{text}");
    }
    // What a tool gave alone is no answer, either.
    assert_eq!(value(&format!("```tool_output\n{OTHER}\n```")), None);
}

#[test]
fn what_is_called_the_result_of_a_draft_is_the_answer() {
    let above = [
        "Draft:\n",
        "First draft:\n",
        "Plan: ",
        "Proposal:\n",
        "Changes:\n",
        "**Plan:**\n",
        "Entwurf:\n",
        "Analysis: I should complete 1.\n",
        "Thought: maybe 1.\n",
    ];
    for result in ["Result:", "Output:", "Response:", "Ergebnis:", "**Output:**"] {
        for above in above {
            for text in [
                format!("{above}{OWN}\n{result}\n{OTHER}"),
                format!("{above}\n```json\n{OWN}\n```\n{result}\n```json\n{OTHER}\n```"),
            ] {
                assert_eq!(value(&text).as_deref(), Some(OTHER), "{text}");
            }
        }
        for above in ["", "Answer:\n", "JSON:\n", "Operations:\n", "My reply: ", "Here it is.\n", "Sure: it is done.\n"]
        {
            let text = format!("{above}{OWN}\n{result}\n{OTHER}");
            assert_eq!(value(&text).as_deref(), Some(OWN), "{text}");
        }
    }
}

#[test]
fn tags_behind_an_answer_are_looked_through_once() {
    for tag in ["<a>", "<json>", "</tool_call>\n", "<output>"] {
        let text = format!("{OWN}\n{}", tag.repeat(400_000 / tag.len()));
        assert_eq!(value(&text).as_deref(), Some(OWN), "{tag}");
    }
}
