//! "ADD MILK AND BUTTER TO THE GROCERY RUN": in a message all in capitals they tell no names from other words. It is read in small
//! letters; what becomes a title, a note or a line keeps the letters it was typed in.

use super::{Answer, text};
use countersign_core::operation::{Operation, Patch};

/// Fewer words may be one name: "NASA HQ".
const FEWEST: usize = 3;

/// What was said in capitals, each text with its small letters.
pub(super) struct Shouted {
    message: Option<String>,
    typed: Vec<(String, String)>,
}

impl Shouted {
    /// Of a message and of the one in front of a question, which is read in small letters from here on.
    pub(super) fn of(message: &str, asked_about: Option<&mut String>) -> Self {
        let said = plain(message);
        let mut typed: Vec<(String, String)> = said.iter().map(|small| (small.clone(), message.to_owned())).collect();
        if let Some(before) = asked_about
            && let Some(small) = plain(before)
        {
            typed.push((small.clone(), std::mem::replace(before, small)));
        }
        Shouted { message: said, typed }
    }

    /// The message as it is read.
    pub(super) fn said<'t>(&'t self, message: &'t str) -> &'t str {
        self.message.as_deref().unwrap_or(message)
    }

    /// The answer with the texts in it as they were typed.
    pub(super) fn as_typed(&self, answer: &mut Answer) {
        let again = |said: &mut String| {
            let own = self.typed.iter().find_map(|(small, typed)| {
                let at = small.find(said.as_str())?;
                typed.get(at..at + said.len())
            });
            if let Some(own) = own {
                *said = own.to_owned();
            }
        };
        let patched = |set: &mut Patch| {
            set.title.iter_mut().chain(&mut set.notes).chain(&mut set.checklist_add).for_each(again);
        };
        for op in &mut answer.ops {
            match op {
                Operation::Create(draft) => {
                    let lines = draft.checklist.iter_mut().map(|line| &mut line.title);
                    [&mut draft.title, &mut draft.notes].into_iter().chain(lines).for_each(again);
                }
                Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } => patched(set),
                Operation::SetStatus { reason, .. } => reason.iter_mut().for_each(again),
                _ => {}
            }
        }
    }
}

/// A message all in capitals in small letters.
fn plain(text: &str) -> Option<String> {
    let words = || text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().nth(1).is_some());
    let shouts = words().count() >= FEWEST && !text.chars().any(char::is_lowercase) && text::quotes(text).is_empty();
    let small = text.to_lowercase();
    // Each letter keeps its place.
    (shouts && small.len() == text.len()).then_some(small)
}
