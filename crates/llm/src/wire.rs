//! The three wire formats, pure: a prompt becomes a request's body, frames become an [`Answer`].

pub(crate) mod anthropic;
pub(crate) mod ollama;
pub(crate) mod openai;
pub(crate) mod refusal;

use crate::answer::{Answer, Failure, FailureKind};
use crate::catalogue::{Dialect, Kind, Structured, Thinking, thousandths};
use crate::frames::{Frame, Framing};
use crate::models::{Delta, Shown};
use countersign_core::model::{Format, Message, Speaker};
use serde_json::{Map, Value, json};

/// Fields of a request that not every runtime knows; one that it refuses is left out from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Optional {
    Temperature,
    StreamOptions,
    Logprobs,
    Stop,
    Think,
    /// `chat_template_kwargs`.
    TemplateSettings,
    /// `max_completion_tokens` where only `max_tokens` is known, and the other way round.
    OtherTokenLimit,
    CacheControl,
    /// JSON mode as a schema of any object where only `json_object` is known, and the other way round.
    OtherJsonMode,
    /// Pictures as bytes, where only their addresses can be had.
    ImageBytes,
    /// `response_format` of pictures altogether.
    ImageFormat,
}

/// What is to be sent, decided: settings merged, limits applied, the rung of the ladder chosen.
#[derive(Debug, Clone)]
pub(crate) struct Request<'a> {
    pub(crate) model: &'a str,
    pub(crate) dialect: Dialect,
    pub(crate) messages: Vec<Message>,
    /// Pictures that go with the last user message.
    pub(crate) shown: &'a [Shown],
    pub(crate) format: Option<&'a Format>,
    pub(crate) structured: Structured,
    pub(crate) max_tokens: u32,
    pub(crate) temperature: f32,
    pub(crate) stop: &'a [String],
    pub(crate) thinking: Thinking,
    pub(crate) context: u64,
    pub(crate) logprobs: bool,
    pub(crate) without: &'a [Optional],
}

impl Request<'_> {
    fn has(&self, field: Optional) -> bool {
        !self.without.contains(&field)
    }

    /// A temperature without the noise of 32 bits: 0.2 is sent as 0.2.
    fn temperature(&self) -> Value {
        json!(thousandths(self.temperature))
    }
}

/// The body of a request.
pub(crate) fn body(kind: Kind, request: &Request<'_>) -> Value {
    Value::Object(match kind {
        Kind::Ollama => ollama::body(request),
        Kind::OpenAi => openai::body(request),
        Kind::Anthropic => anthropic::body(request),
    })
}

/// The path that is posted to.
pub(crate) fn path(kind: Kind) -> &'static str {
    match kind {
        Kind::Ollama => "/api/chat",
        Kind::OpenAi => "/chat/completions",
        Kind::Anthropic => "/v1/messages",
    }
}

/// How an answer of this content type is divided.
pub(crate) fn framing(kind: Kind, content_type: &str) -> Framing {
    match kind {
        Kind::Ollama => Framing::Lines,
        // A server that does not stream answers with one value.
        Kind::OpenAi | Kind::Anthropic if content_type.starts_with("application/json") => Framing::Whole,
        Kind::OpenAi | Kind::Anthropic => Framing::Events,
    }
}

/// Takes a frame into the answer.
pub(crate) fn read(kind: Kind, frame: &Frame, answer: &mut Answer, out: &mut Vec<Delta>) -> Result<(), Failure> {
    if answer.complete {
        // What follows the last frame is no part of the answer.
        return Ok(());
    }
    if frame.damaged {
        // A guess at what was meant would be somebody's title, or in a file (RECOVERY).
        return Err(Failure::new(FailureKind::Garbage, "bytes that are no UTF-8"));
    }
    // `data:` alone keeps a line open, and says nothing.
    if frame.data.trim().is_empty() {
        return Ok(());
    }
    match kind {
        Kind::Ollama => ollama::read(frame, answer, out),
        Kind::OpenAi => openai::read(frame, answer, out),
        Kind::Anthropic => anthropic::read(frame, answer, out),
    }
}

/// The prompt as every runtime and chat template takes it: at most one system message, first;
/// later ones become the user's; neighbours of one speaker are joined (templates that insist on
/// alternation refuse them); empty ones go; somebody asks.
pub(crate) fn arranged(messages: &[Message]) -> Vec<Message> {
    let mut out: Vec<Message> = Vec::new();
    for message in messages.iter().filter(|m| !m.content.trim().is_empty()) {
        let leading = out.iter().all(|m| m.role == Speaker::System);
        let role = if message.role == Speaker::System && !leading { Speaker::User } else { message.role };
        match out.last_mut().filter(|last| last.role == role) {
            Some(last) => {
                last.content.push_str("\n\n");
                last.content.push_str(&message.content);
            }
            None => out.push(Message { role, content: message.content.clone() }),
        }
    }
    if let [only] = out.as_mut_slice() {
        only.role = Speaker::User;
    }
    out
}

/// Says the schema in the prompt, at its end: what never changes stays first. Left out where the
/// prompt has it already.
pub(crate) fn say_schema(messages: &mut [Message], format: &Format) {
    let schema = format.schema.to_string();
    if messages.iter().any(|m| m.content.contains(&schema)) {
        return;
    }
    if let Some(last) = messages.iter_mut().rev().find(|m| m.role == Speaker::User) {
        last.content.push_str("\n\nAnswer with one JSON value that fits this JSON Schema, and nothing else:\n");
        last.content.push_str(&schema);
    }
}

pub(crate) fn plain_speaker(role: Speaker) -> &'static str {
    match role {
        Speaker::System => "system",
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    }
}

/// The messages; `put` gives the last one of the user its pictures.
fn messages_with(messages: &[Message], shown: &[Shown], put: impl Fn(&mut Value, &[Shown])) -> Value {
    let plain = |m: &Message| json!({ "role": plain_speaker(m.role), "content": m.content });
    let mut all: Vec<Value> = messages.iter().map(plain).collect();
    let last = messages.iter().rposition(|m| m.role == Speaker::User).and_then(|at| all.get_mut(at));
    if let Some(last) = last.filter(|_| !shown.is_empty()) {
        put(last, shown);
    }
    Value::Array(all)
}

/// A picture's bytes as text.
fn base64(shown: &Shown) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(&shown.bytes)
}

/// The frame as an object; an `error` in it ends the answer.
fn object(frame: &Frame) -> Result<Map<String, Value>, Failure> {
    match serde_json::from_str(&frame.data) {
        Ok(Value::Object(map)) => match map.get("error").filter(|e| !e.is_null()) {
            Some(error) => Err(refusal::in_stream(error)),
            None if frame.event == "error" && map.contains_key("message") => {
                Err(refusal::in_stream(&Value::Object(map)))
            }
            None => Ok(map),
        },
        _ => Err(Failure::garbage(&frame.data)),
    }
}

/// A name as runtimes take it: letters, digits, `_` and `-`, at most 64 (C35: a dot becomes an
/// underscore).
pub fn wire_name(name: &str) -> String {
    let clean: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(64).collect();
    if clean.is_empty() { "answer".to_owned() } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::Frames;
    use countersign_core::model::Finish;

    const STREAMS: [(Kind, Framing, &str); 3] = [
        (
            Kind::Ollama,
            Framing::Lines,
            concat!(
                "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"{\\\"op\",\"thinking\":\"hm\"},\"done\":false}\n",
                "{\"message\":{\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":{\"a\":1}}}]},\"done\":false}\n",
                "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":9,\"eval_count\":4}\n"
            ),
        ),
        (
            Kind::OpenAi,
            Framing::Events,
            concat!(
                "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\",\"reasoning_content\":\"hm\"},\"finish_reason\":null,",
                "\"logprobs\":{\"content\":[{\"token\":\"hi\",\"logprob\":-0.5}]}}]}\n\n",
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},",
                "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4}}\n\ndata: [DONE]\n\n"
            ),
        ),
        (
            Kind::Anthropic,
            Framing::Events,
            concat!(
                "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"usage\":{\"input_tokens\":9}}}\n\n",
                "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
                "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"hi\"}}\n\n",
                "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
                "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":4}}\n\n",
                "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
            ),
        ),
    ];
    const PIECES: [&str; 16] = [
        "null",
        "-1",
        "1e400",
        "[]",
        "{}",
        "\"",
        "\\",
        "\n",
        "\r",
        "data:",
        "event: error\n",
        "\"error\":\"x\",",
        ":",
        "[DONE]",
        "é",
        "\u{0}",
    ];

    fn heard(kind: Kind, framing: Framing, bytes: &[u8]) -> Result<Answer, Failure> {
        let (mut frames, mut answer, mut found) = (Frames::new(framing, 1 << 16), Answer::default(), Vec::new());
        let whole = frames.push(bytes, &mut found).is_ok() && frames.finish(&mut found).is_ok();
        assert!(whole);
        found.iter().try_for_each(|frame| read(kind, frame, &mut answer, &mut Vec::new()))?;
        Ok(answer)
    }

    /// What servers send instead of `content` and `tool_calls`, and what is no part of an answer.
    #[test]
    fn older_and_other_shapes_are_read_and_what_follows_the_end_is_not() {
        let openai = |text: &str| heard(Kind::OpenAi, Framing::Events, text.as_bytes()).map_err(|f| f.why);
        let calls = openai(concat!(
            "data: {\"choices\":[{\"delta\":{\"function_call\":{\"name\":\"create\",\"arguments\":\"{\\\"title\\\":\"}}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"function_call\":{\"arguments\":\"\\\"x\\\"}\"}},\"finish_reason\":\"function_call\"}]}\n\ndata: [DONE]\n\n"
        ));
        let calls = calls.map(|a| (a.tools[0].name.clone(), a.tools[0].arguments.clone(), a.finish));
        assert_eq!(calls, Ok(("create".to_owned(), "{\"title\":\"x\"}".to_owned(), Some(Finish::ToolCalls))));
        let parts = openai(
            "data: {\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}}]}\n\n",
        );
        assert_eq!(parts.map(|a| a.text), Ok("ab".to_owned()));
        let refused =
            openai("data: {\"choices\":[{\"delta\":{\"refusal\":\"I cannot.\"},\"finish_reason\":\"stop\"}]}\n\n");
        let refused = refused.map(|a| (a.text, a.refusal, a.finish));
        assert_eq!(refused, Ok((String::new(), "I cannot.".to_owned(), Some(Finish::Filtered))));
        let after = "{\"message\":{\"content\":\"a\"},\"done\":true,\"done_reason\":\"stop\"}\n{\"message\":{\"content\":\"b\"},\"done\":false}\n";
        let after = heard(Kind::Ollama, Framing::Lines, after.as_bytes()).map(|a| a.text).map_err(|f| f.why);
        assert_eq!(after, Ok("a".to_owned()));
        let damaged = b"data: {\"choices\":[{\"delta\":{\"content\":\"Buy c\xff\xfee\"}}]}\n\n";
        let damaged = heard(Kind::OpenAi, Framing::Events, damaged).map(|a| a.text).map_err(|f| f.kind);
        assert_eq!(damaged, Err(FailureKind::Garbage));
    }

    #[test]
    fn an_empty_frame_says_nothing() {
        for (kind, framing, stream) in STREAMS.into_iter().filter(|(_, framing, _)| *framing == Framing::Events) {
            let plain = heard(kind, framing, stream.as_bytes()).map_err(|f| f.why);
            let kept_open = format!("data:\n\n{}data: \n\n", stream.replace("\n\n", "\n\ndata:\n\n"));
            let kept_open = heard(kind, framing, kept_open.as_bytes()).map_err(|f| f.why);
            let said = |a: Answer| (a.text, a.thinking, a.tools, a.finish, a.complete);
            assert_eq!(kept_open.map(said), plain.map(said));
        }
        let only = heard(Kind::OpenAi, Framing::Events, b"data:\n\n").map(|a| a.ended).map_err(|f| f.why);
        assert_eq!(only, Ok(false));
    }

    /// Ollama answers so when it only loads a model, or takes it away.
    #[test]
    fn a_model_that_was_only_loaded_has_not_answered() {
        for reason in ["load", "unload"] {
            let end = format!("{{\"message\":{{\"content\":\"\"}},\"done\":true,\"done_reason\":\"{reason}\"}}\n");
            let nothing = heard(Kind::Ollama, Framing::Lines, end.as_bytes()).map(|a| a.finish).map_err(|f| f.kind);
            assert_eq!(nothing, Err(FailureKind::Runtime));
            let part = format!("{{\"message\":{{\"content\":\"Buy\"}},\"done\":false}}\n{end}");
            let part =
                heard(Kind::Ollama, Framing::Lines, part.as_bytes()).map(|a| (a.text, a.finish)).map_err(|f| f.why);
            assert_eq!(part, Ok(("Buy".to_owned(), Some(Finish::Aborted))));
        }
    }

    /// Streams torn and spliced without any rule: read to the end or refused with a reason, no panic,
    /// and never complete without the last frame of their kind.
    #[test]
    fn torn_streams_are_read_or_refused() {
        let rounds: u64 = std::env::var("COUNTERSIGN_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap_or(0) % n.max(1)
        };
        for _ in 0..rounds {
            let (kind, framing, stream) = STREAMS[below(STREAMS.len())];
            let mut bytes = stream.as_bytes().to_vec();
            for _ in 0..below(4) {
                let (a, b) = (below(bytes.len()), below(bytes.len()));
                let (a, b) = (a.min(b), a.max(b));
                match below(4) {
                    0 => drop(bytes.splice(a..a, PIECES[below(PIECES.len())].bytes())),
                    1 => drop(bytes.drain(a..b.min(a + 9))),
                    2 => bytes.extend_from_within(a..b),
                    _ => bytes.truncate(b.max(1)),
                }
            }
            let (mut frames, mut answer) = (Frames::new(framing, 1 << 16), Answer::default());
            let (mut found, mut heard) = (Vec::new(), Vec::new());
            let mut sound = true;
            let step = 1 + below(40);
            for piece in bytes.chunks(step) {
                sound &= frames.push(piece, &mut found).is_ok();
            }
            sound &= frames.finish(&mut found).is_ok();
            let read = found.iter().try_for_each(|frame| read(kind, frame, &mut answer, &mut heard));
            if sound && read.is_ok() && answer.complete {
                let text = String::from_utf8_lossy(&bytes);
                let last = match kind {
                    Kind::Ollama => "\"done\":true",
                    Kind::OpenAi => "[DONE]",
                    Kind::Anthropic => "message_stop",
                };
                assert!(text.contains(last), "{text}");
            }
            let told: String = heard.iter().map(|d| if let Delta::Text(t) = d { t.as_str() } else { "" }).collect();
            assert!(answer.text.starts_with(&told) || told.starts_with(&answer.text), "{told:?} {:?}", answer.text);
        }
    }
}
