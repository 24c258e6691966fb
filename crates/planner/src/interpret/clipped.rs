//! What is said in half a sentence of what was just spoken of: "one more day", "subtasks: ladder, gloves", "not done yet", "back to
//! where it was". It is said again as a whole order about "it"; where nothing was spoken of it stays as it is.

use super::Context;
use super::lexicon::one_of;
use countersign_core::operation::Operation;

/// In front of such words, and no part of what is meant.
const SIGHS: &str = "oops|oh|ah|wait|no|actually|sorry|hm|hmm|um|well|ok|okay|so|and|also|please|pls";

const MARKS: [char; 6] = [',', '.', '!', ';', '-', '–'];

/// The lines of a checklist follow.
const LISTS: [&str; 22] = [
    "add subtasks:",
    "add steps:",
    "add the steps:",
    "add the subtasks:",
    "add checklist:",
    "add a checklist:",
    "add the checklist:",
    "subtasks:",
    "sub-tasks:",
    "steps:",
    "checklist:",
    "its checklist:",
    "its steps:",
    "its subtasks:",
    "with steps:",
    "with the steps:",
    "with subtasks:",
    "with a checklist:",
    "with checklist:",
    "give it a checklist:",
    "give it the steps:",
    "add a checklist to it:",
];

/// Behind the lines of a checklist.
const ONTO: [&str; 7] = [
    " to its checklist",
    " to the checklist",
    " to that checklist",
    " to its steps",
    " to its subtasks",
    " onto its checklist",
    " on its checklist",
];

/// The message as a whole order; `None` where it is one, or nothing was spoken of before that it could be about.
pub(super) fn plain(text: &str, ctx: &Context) -> Option<String> {
    let spoken_of = !ctx.turns.is_empty() || !ctx.proposals.is_empty() || !ctx.history.is_empty();
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    if ctx.clarify.is_some() || text.contains(['\n', '?', '"']) || text.split(' ').count() > 40 {
        return None;
    }
    let said = unsighed(text);
    let rest = || further(said).or_else(|| undone(said)).filter(|_| spoken_of);
    listed(said, spoken_of, ctx).or_else(rest)
}

/// Without sighs in front.
fn unsighed(text: &str) -> &str {
    let mut rest = text;
    while let Some((word, behind)) = rest.split_once(char::is_whitespace) {
        if !one_of(&word.trim_end_matches(MARKS).to_lowercase(), SIGHS) {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// "add ladder, gloves to its checklist", whose is asked where nothing was spoken of; "subtasks: ladder, gloves"; "add ladder to it"
/// where it is new.
fn listed(said: &str, spoken_of: bool, ctx: &Context) -> Option<String> {
    const FIELDS: &str = "note|notes|comment|description|label|labels|tag|tags|priority|prio|date|day|deadline|time|estimate|reminder|\
        checklist|step|steps|subtask|subtasks|minute|minutes|hour|hours|more";
    let lower = said.to_lowercase();
    let front = LISTS.iter().find(|front| spoken_of && lower.starts_with(**front)).map(|front| front.len());
    let lines = match front {
        Some(at) => said.get(at..)?.trim(),
        None => {
            let verb = ["add ", "put "].iter().find(|verb| lower.starts_with(**verb))?;
            let new = ctx.proposals.iter().any(|p| p.recent && matches!(p.op, Operation::Create(_)));
            let field = |word: &str| one_of(word.trim_matches(MARKS), FIELDS) || word.starts_with(['#', '@']);
            let lines = || lower.strip_suffix(" to it").filter(|said| new && !said.split_whitespace().any(field));
            let end = ONTO.iter().find_map(|onto| lower.strip_suffix(onto)).or_else(lines)?.len();
            said.get(verb.len()..end)?.trim()
        }
    };
    (!lines.is_empty()).then(|| format!("add {lines} to the checklist of it"))
}

/// "one more day", "push it another week", "2 more days": so much further than it was just put.
fn further(said: &str) -> Option<String> {
    const MOVES: &str = "push|move|delay|postpone|shift|bump|put";
    const IT: &str = "it|that|them|both|this";
    let lower = said.to_lowercase();
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    let (mut verb, mut object) = ("push", "it");
    if let [moves, it, ..] = words[..]
        && one_of(moves, MOVES)
        && one_of(it, IT)
    {
        (verb, object) = (if moves == "put" { "push" } else { moves }, it);
        words.drain(..2);
    }
    words.retain(|w| !one_of(w, "by|back|out|later|please"));
    let (n, unit) = match words[..] {
        ["another", unit] => ("1", unit),
        [n, "more", unit] | [n, unit, "more"] => (n, unit),
        _ => return None,
    };
    let n = if one_of(n, "a|an|one|1") { "1" } else { n };
    let counted = one_of(n, "1|2|3|4|5|6|7|8|9|10|two|three|four|five|six|seven|eight|nine|ten");
    let spans = one_of(unit, "day|days|week|weeks|month|months|hour|hours");
    (counted && spans).then(|| format!("{verb} {object} {n} {unit}"))
}

/// "not done yet", "back to where it was".
fn undone(said: &str) -> Option<String> {
    const OPEN: &str = "not done|not done yet|not yet done|not yet|not finished|not finished yet|that's not done|that's not done yet|\
        that is not done|that is not done yet|it isn't done|it isn't done yet|that isn't done|that isn't done yet|that one isn't done";
    const BEFORE: &str = "back to where it was|back where it was|put it back where it was|put it back to where it was|back to its old date|\
        back to the old date|back to its original date|back to the original date|back to the previous date|move it back to where it was|\
        move it back to its old date|move it back to the old date|move it back to its original date|to its old date|to the old date|\
        put it back on its old date|put it back on the old date|back to the old time|back to its old time|back to the original time|\
        back to how it was|put it back how it was|put it back the way it was|back the way it was";
    let lower = said.to_lowercase().replace('’', "'");
    if one_of(&lower, OPEN) {
        return Some("it's not done".to_owned());
    }
    one_of(&lower, BEFORE).then(|| "put it back".to_owned())
}
