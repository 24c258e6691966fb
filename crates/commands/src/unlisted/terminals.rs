//! Commands for which a multiplexer opens a window: its server runs them, which may have been there before, outside
//! the sandbox.

use super::later::hand;
use crate::case::Finding;

/// What opens one: the verb and how short it may be, another name of it, and its options that take a value.
const OPENING: &[(&str, usize, &str, &str)] = &[
    ("new-session", 3, "new", "cefFnstxy"),
    ("new-window", 5, "neww", "ceFnt"),
    ("split-window", 3, "splitw", "ceFlpt"),
    ("display-popup", 9, "popup", "bcdehsStTwxy"),
    ("respawn-pane", 9, "respawnp", "cet"),
    ("respawn-window", 9, "respawnw", "cet"),
];
/// Options of a multiplexer itself that take a value.
const TMUX: &str = "cfLST";
const SCREEN: &str = "cehpsStT";

/// Refuses them; a window with nothing but a shell in it is asked about.
pub(super) fn judge(finding: &mut Finding, name: &str, argv: &[String]) {
    let opens = match name {
        "tmux" | "byobu" | "byobu-tmux" => {
            let parts: Vec<&[String]> = argv[1..].split(|word| word == ";").collect();
            parts.iter().any(|words| opens(words)) || runs_text(&argv[1..])
        }
        "screen" => detached(&argv[1..]),
        _ => false,
    };
    if opens {
        hand(finding, name);
    }
}

/// Where the operands begin behind options, of which these letters take a value, and the letters that were given.
fn operands(words: &[String], valued: &str) -> (usize, String) {
    let (mut at, mut given) = (0, String::new());
    while let Some(letters) = words.get(at).and_then(|word| word.strip_prefix('-')).filter(|rest| !rest.is_empty()) {
        let value = letters.find(|c| valued.contains(c));
        given.push_str(value.map_or(letters, |value| &letters[..=value]));
        at += if value.is_some_and(|value| value + 1 == letters.len()) { 2 } else { 1 };
    }
    (at, given)
}

/// Whether a command of tmux's opens a window for a command.
fn opens(words: &[String]) -> bool {
    let words = words.get(operands(words, TMUX).0..).unwrap_or_default();
    let Some((verb, rest)) = words.split_first() else { return false };
    let named = |(full, least, other, _): &&(&str, usize, &str, &str)| {
        verb == other || verb.len() >= *least && full.starts_with(verb.as_str())
    };
    let opening = OPENING.iter().find(named);
    opening.is_some_and(|(.., valued)| operands(rest, valued).0 < rest.len())
}

/// Whether a text is given to the shell that tmux starts first: `tmux -c x`.
fn runs_text(words: &[String]) -> bool {
    operands(words, TMUX).1.contains('c')
}

/// Whether `screen` starts a command and goes on without whoever started it.
fn detached(words: &[String]) -> bool {
    let (at, given) = operands(words, SCREEN);
    at < words.len() && given.contains(['d', 'D']) && given.contains('m')
}
