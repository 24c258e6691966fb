//! Any reply of a controller is read or refused with a reason; a call that comes out names a tool that
//! there is, with arguments it takes; of a reply that was cut nothing is used.

use countersign_agent::reading::{MOST_CALLS, Said, read};
use countersign_agent::tool::Registry;
use countersign_core::model::{Finish, Reply, Usage};
use std::sync::LazyLock;

static TOOLS: LazyLock<Registry> = LazyLock::new(|| {
    let mut tools = Registry::workspace();
    tools.extend(Registry::todos());
    tools
});

/// The first byte says how the reply ended.
pub(crate) fn holds(data: &[u8]) {
    let [ended, rest @ ..] = data else { return };
    let finish = match ended % 4 {
        0 => Finish::Length,
        1 => Finish::Aborted,
        2 => Finish::Unknown,
        _ => Finish::Stop,
    };
    let reply = Reply {
        text: String::from_utf8_lossy(rest).into_owned(),
        thinking: String::new(),
        tool_calls: Vec::new(),
        finish,
        usage: Usage::default(),
        min_logprob: None,
        prompt_cut: false,
        model: String::new(),
    };
    let Ok(reading) = read(&reply, &TOOLS, 7) else { return };
    if let Said::Tools(calls) = reading.said {
        assert!(!calls.is_empty() && calls.len() <= MOST_CALLS);
        for call in calls {
            let tool = TOOLS.find(&call.tool).expect("a tool that there is");
            assert!(TOOLS.accept(tool, &call.args).is_ok(), "{call:?}");
        }
    }
}
