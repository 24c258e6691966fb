//! How much of a request a reading explains. What a reading leaves over may change its meaning
//! ("slides are done, just need a final check tomorrow"), so only a reading that leaves nothing is
//! ever drawn as marked.

use crate::cues::{DONE_SIGNS, Deed, cues};
use crate::menu::{Menu, Reading};
use crate::words::Words;
use countersign_core::todos::{Todos, View};
use countersign_planner::dates::Clock;
use countersign_planner::interpret::near;
use std::collections::BTreeSet;

/// Words that carry no meaning of their own in a report or a request.
const SMALL: &str = " a an the my our your their his her its this that these those i i'm i've i'd i'll we we're we've you he she \
    they it it's that's me us him them is are was were be been being am has have had having do does did of to in on at for with \
    from by as and so ok okay hey hi please pls thanks thank oh hmm um uh well right now just already finally really actually \
    basically totally completely fully all one ones thing things task tasks todo todos item items stuff reminder again too also \
    then there here some any only still yet up off out into about could can would will should shall may might maybe like let \
    let's lets go going get got gets getting make makes want wants need needs today this morning evening if than more very super \
    quite pretty bit little lot who what which when where turned turns turn seems looks guess think know said says say tell told \
    never ever ever-so no not don't didn't isn't aren't wasn't haven't hasn't can't won't anymore longer any-more cool great nice \
    good yay phew ugh damn lol haha alright yeah yep yes sure been put call called must gotta ";

/// Whether some words may be the name of a thing: more than small words, and nothing told of one.
pub(crate) fn names_a_thing(said: &str) -> bool {
    let words = Words::new(said);
    let small = |word: &str| SMALL.contains(&format!(" {word} "));
    let tells =
        words.says("is|are|was|were|has|have|had|wants|want|needs|need|said|says|got|does|did|will|can't|isn't");
    !tells && !words.all.iter().all(|word| small(&word.fold))
}

/// The words of what was said that a reading leaves over.
pub(crate) fn leftovers(reading: &Reading, menu: &Menu, said: &str, clock: &Clock, todos: &Todos) -> Vec<String> {
    let words = Words::new(said);
    let mut known: BTreeSet<String> = BTreeSet::new();
    let target = reading.target.and_then(|n| menu.candidates.get(n)).and_then(|c| todos.todo(c.id).map(|t| (c, t)));
    let mut explain = |text: &str| {
        for word in countersign_core::todos::words(text) {
            known.extend(near::forms(&word));
            known.insert(word);
        }
    };
    if let Some((_, todo)) = target {
        explain(&todo.title);
        let title = countersign_core::todos::words(&todo.title);
        for (verb, signs) in DONE_SIGNS {
            if reading.deed == Deed::Complete && title.iter().any(|w| w == verb) {
                signs.split('|').for_each(&mut explain);
            }
        }
    }
    reading.value.iter().chain(&reading.group).for_each(|v| explain(v));
    if matches!(reading.deed, Deed::Block | Deed::Hold) {
        menu.reason.iter().for_each(|r| explain(r));
    }
    let dated = matches!(reading.deed, Deed::Skip | Deed::Create)
        || reading.deed == Deed::Complete && target.is_some_and(|(c, _)| c.repeating);
    if dated {
        menu.when.iter().for_each(|w| explain(w));
    }
    let phrases = cues(&words);
    let dates = countersign_planner::dates::find(said, clock);
    let in_date = |n: usize| {
        let Some(word) = words.all.get(n) else { return false };
        dates.iter().any(|f| f.span.start <= word.span.start && word.span.end <= f.span.end)
    };
    let uses_dates =
        dated || matches!(reading.deed, Deed::Move | Deed::Due | Deed::Repeat | Deed::MoveAll | Deed::Estimate);
    (0..words.all.len())
        .filter(|n| {
            let Some(word) = words.all.get(*n) else { return false };
            let spoken = word.fold.trim_end_matches("'s");
            let cue = phrases.iter().any(|c| c.at.contains(n) && (c.deed == reading.deed || spoken.len() < 3));
            let level = matches!(reading.deed, Deed::Priority | Deed::PriorityAll | Deed::Create)
                && crate::cues::is_level_word(spoken);
            if in_date(*n) {
                // A date that the reading has no use for is left over, "now" and "today" apart.
                return !uses_dates && !matches!(spoken, "now" | "today" | "this" | "morning" | "just");
            }
            let small = SMALL.contains(&format!(" {spoken} "));
            !(cue
                || level
                || small
                || known.contains(spoken)
                || countersign_core::todos::words(spoken).iter().all(|w| known.contains(w)))
        })
        .filter_map(|n| words.all.get(n).map(|w| said.get(w.span.clone()).unwrap_or_default().to_owned()))
        .collect()
}
