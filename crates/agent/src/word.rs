//! What a person says in words to a run that waits (S1-35, S1-37, R8).

use crate::summary::{Verdict, verdict};
use countersign_core::wire::{AgentCall, AgentInput, AgentWait, ExecutionOrder};

/// "Go on", in five languages; words that say no more than that.
const ON: [&str; 44] = [
    "continue",
    "go on",
    "go ahead",
    "carry on",
    "keep going",
    "proceed",
    "resume",
    "next",
    "next step",
    "yes",
    "y",
    "ok",
    "okay",
    "weiter",
    "mach weiter",
    "weitermachen",
    "fortfahren",
    "fahr fort",
    "nächster schritt",
    "ja",
    "continúa",
    "continua",
    "continuar",
    "sigue",
    "siga",
    "seguir",
    "adelante",
    "siguiente",
    "sí",
    "si",
    "continuer",
    "continuez",
    "poursuis",
    "poursuivre",
    "poursuivez",
    "suivant",
    "vas-y",
    "allez-y",
    "oui",
    "continuă",
    "continuați",
    "mai departe",
    "înainte",
    "da",
];

/// "Go on and do not wait again".
const BY_ITSELF: [&str; 8] = [
    "continue without waiting",
    "go on without waiting",
    "auto",
    "weiter ohne zu warten",
    "continuar sin esperar",
    "continuer sans attendre",
    "continuă fără să aștepți",
    "do the rest",
];

/// "Leave the rest".
const STOP: [&str; 16] = [
    "stop",
    "stop here",
    "halt",
    "stopp",
    "anhalten",
    "aufhören",
    "hier anhalten",
    "para",
    "parar",
    "detener",
    "detente",
    "arrête",
    "arrêter",
    "arrêtez",
    "oprește",
    "opriți",
];

/// What may stand between two numbers.
const AND: [&str; 6] = ["and", "und", "y", "et", "și", "&"];

/// Without case, ends of sentences and what is only polite.
fn plain(said: &str) -> String {
    let said = said.trim().trim_end_matches(['.', '!', '…']).to_lowercase();
    let polite = ["please", "bitte", "por favor", "s'il te plaît", "s'il vous plaît", "te rog", "vă rog"];
    let without = polite.iter().fold(said.as_str(), |said, word| {
        let said = said.strip_suffix(word).map_or(said, |rest| rest.trim_end_matches([',', ' ']));
        said.strip_prefix(word).map_or(said, |rest| rest.trim_start_matches([',', ' ']))
    });
    without.trim().to_owned()
}

/// Whether a message says no more than "go on".
pub fn goes_on(said: &str) -> bool {
    ON.contains(&plain(said).as_str())
}

/// What a message is to a run that waits for this; `None` where it does not say whether tools may run, or what becomes
/// of the summary.
pub fn input(said: &str, wait: &AgentWait) -> Option<AgentInput> {
    let word = plain(said);
    let is = |list: &[&str]| list.contains(&word.as_str());
    match wait {
        AgentWait::Answer { .. } => Some(AgentInput::Answer { text: said.to_owned() }),
        AgentWait::Continue { .. } if is(&STOP) => Some(AgentInput::Stop),
        AgentWait::Continue { .. } if is(&BY_ITSELF) => Some(AgentInput::Continue { auto: Some(true), message: None }),
        AgentWait::Continue { .. } => {
            Some(AgentInput::Continue { auto: None, message: (!is(&ON)).then(|| said.to_owned()) })
        }
        AgentWait::Subtasks { .. } if is(&STOP) => Some(AgentInput::Stop),
        AgentWait::Subtasks { choose, .. } => Some(to_subtasks(said, &word, *choose)),
        AgentWait::Approval { .. } if is(&STOP) => Some(AgentInput::Stop),
        AgentWait::Approval { calls } => allowed(&word, calls).map(|allow| AgentInput::Approval { allow }),
        // An edit has words of its own.
        AgentWait::Summary { .. } => matches!(verdict(&word), Verdict::Save | Verdict::Discard)
            .then(|| AgentInput::Summary { verdict: word, action: None, details: None }),
    }
}

/// The calls that a message allows: all, none, or those at the numbers it names, each of which there is.
fn allowed(word: &str, calls: &[AgentCall]) -> Option<Vec<String>> {
    match verdict(word) {
        Verdict::Save => return Some(calls.iter().map(|c| c.call.clone()).collect()),
        Verdict::Discard => return Some(Vec::new()),
        Verdict::Edit | Verdict::Unclear => {}
    }
    let named = word.split([',', ' ']).filter(|w| !w.is_empty() && !AND.contains(w));
    let numbers = named.map(|w| w.parse().ok().filter(|n| (1..=calls.len()).contains(n)));
    let numbers: Vec<usize> = numbers.collect::<Option<_>>()?;
    let named = |(call, n): (&AgentCall, usize)| numbers.contains(&n).then(|| call.call.clone());
    (!numbers.is_empty()).then(|| calls.iter().zip(1..).filter_map(named).collect())
}

/// What a message is to sub-tasks that wait: the letter of a way to run them, one to begin again, or what
/// the rest is to keep to.
fn to_subtasks(said: &str, word: &str, choose: bool) -> AgentInput {
    let order = match word.strip_prefix("start ").unwrap_or(word) {
        "a" => Some(ExecutionOrder::DependencyGraph),
        "b" => Some(ExecutionOrder::Sequential),
        "c" => Some(ExecutionOrder::Parallel),
        _ => None,
    };
    let number = word.strip_prefix("retry ").filter(|n| n.bytes().all(|b| b.is_ascii_digit()));
    let auto = BY_ITSELF.contains(&word).then_some(true);
    match (order, number) {
        (Some(_), _) if choose => AgentInput::Start { order, auto: None, parallel: None },
        (_, Some(number)) => AgentInput::Retry { subtask: number.to_owned(), model: None },
        _ if ON.contains(&word) || auto.is_some() => AgentInput::Continue { auto, message: None },
        _ => AgentInput::Continue { auto, message: Some(said.to_owned()) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn yes_and_no_are_said_to_a_summary_and_nothing_else_is() {
        let summary = json!({ "action": "Wrote b.txt", "details": "", "result": "", "state": "pending" });
        let wait = AgentWait::Summary { summary: serde_json::from_value(summary).unwrap() };
        let says = |verdict: &str| Some(AgentInput::Summary { verdict: verdict.into(), action: None, details: None });
        for (said, meant) in
            [("Yes, please", "yes"), ("save", "save"), ("Ja.", "ja"), ("no!", "no"), ("descartar", "descartar")]
        {
            assert_eq!(input(said, &wait), says(meant), "{said:?}");
        }
        for said in ["edit", "yes but shorter", "write c.txt", "next", ""] {
            assert_eq!(input(said, &wait), None, "{said:?}");
        }
    }

    #[test]
    fn words_say_how_sub_tasks_run() {
        let wait = |choose| AgentWait::Subtasks { choose, done: 1, left: 1, failed: 1, queued: 0 };
        let start = |order| Some(AgentInput::Start { order: Some(order), auto: None, parallel: None });
        assert_eq!(input("A", &wait(true)), start(ExecutionOrder::DependencyGraph));
        assert_eq!(input("start b.", &wait(true)), start(ExecutionOrder::Sequential));
        assert_eq!(input("c", &wait(true)), start(ExecutionOrder::Parallel));
        let on = |message: Option<&str>| Some(AgentInput::Continue { auto: None, message: message.map(str::to_owned) });
        assert_eq!(input("weiter", &wait(true)), on(None));
        assert_eq!(input("in German from here", &wait(false)), on(Some("in German from here")));
        let retry = AgentInput::Retry { subtask: "2".into(), model: None };
        assert_eq!(input("retry 2", &wait(false)), Some(retry));
        assert_eq!(input("stop", &wait(false)), Some(AgentInput::Stop));
    }

    #[test]
    fn numbers_allow_the_calls_they_name_and_no_other() {
        let call = |call: &str| AgentCall { call: call.into(), tool: "read_file".into(), args: json!({}) };
        let wait = AgentWait::Approval { calls: vec![call("c4"), call("c5"), call("c6")] };
        let allow =
            |names: &[&str]| Some(AgentInput::Approval { allow: names.iter().map(|n| (*n).to_owned()).collect() });
        for said in ["1, 3", "3 1", "1 and 3", "1 und 3.", "1,3"] {
            assert_eq!(input(said, &wait), allow(&["c4", "c6"]), "{said:?}");
        }
        assert_eq!(input("2", &wait), allow(&["c5"]));
        // One that there is not, or words beside them, say nothing that is sure.
        for said in ["0", "4", "1 4", "1 but not 2", "-1", "and", ""] {
            assert_eq!(input(said, &wait), None, "{said:?}");
        }
    }

    #[test]
    fn words_are_the_answer_to_what_a_run_waits_for() {
        let paused = AgentWait::Continue { done: 2, left: 1, queued: 0 };
        let asked = AgentWait::Answer { question: "Which colour?".into(), context: None };
        let call = AgentCall { call: "c1".into(), tool: "write_file".into(), args: json!({}) };
        let approval = AgentWait::Approval { calls: vec![call] };
        let on = |message: Option<&str>| Some(AgentInput::Continue { auto: None, message: message.map(str::to_owned) });
        for said in ["continue", "Go on!", "weiter", "Weiter, bitte", "continúa", "poursuivez", "mai departe", "Ja."] {
            assert_eq!(input(said, &paused), on(None), "{said:?}");
            assert!(goes_on(said), "{said:?}");
        }
        assert_eq!(input("use German from here", &paused), on(Some("use German from here")));
        assert_eq!(input("continue in German", &paused), on(Some("continue in German")));
        assert_eq!(input("auto", &paused), Some(AgentInput::Continue { auto: Some(true), message: None }));
        for said in ["stop", "Stopp!", "arrêtez", "oprește"] {
            assert_eq!(input(said, &paused), Some(AgentInput::Stop), "{said:?}");
        }
        // An answer is an answer, whatever it says.
        for said in ["green", "continue", "stop", "no"] {
            assert_eq!(input(said, &asked), Some(AgentInput::Answer { text: said.into() }));
        }
        assert_eq!(input("oui", &approval), Some(AgentInput::Approval { allow: vec!["c1".into()] }));
        assert_eq!(input("nu", &approval), Some(AgentInput::Approval { allow: Vec::new() }));
        assert_eq!(input("maybe", &approval), None);
        assert!(!goes_on("continue with the second file"));
    }
}
