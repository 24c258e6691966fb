//! Talk and questions: they never yield operations (TODOS.md rule 16).

mod asked;

use super::lexicon::{EVERYDAY, lists, one_of};
use super::run::{Ref, Run, Said, Stop};
use super::split::{self, lead, verb_at};
use super::text::Clause;
use asked::answer;

const SMALL: &str = " hi hello hey hiya yo thanks thank you thx ty cheers good morning evening afternoon night bye goodbye ok \
    okay cool nice great awesome perfect wow lol haha sorry no yes y yep yeah nope sure well done job work so \
    much a lot very the that's thats it's its is this right wrong fine amazing brilliant excellent lovely sweet \
    neat there everyone all friend see later welcome how are doing going today up sup interesting really hmm hm \
    oh ah i you too appreciate got it understood never mind nevermind forget test testing ping please stop wait \
    hold on love hate and for help helping me everything my dear again of course nothing new what a day long \
    bad tired bored happy sad 👍 🙏 😀 ❤️ :) :-) ";

/// Sayings that hold a verb of ours and ask for nothing.
const IDIOMS: &str = "call it a day|call it a night|call it quits|scratch that|strike that|let it go|let it be|move on|moving on|\
    carry on|give me a minute|give me a second|give me a moment|give me a break|hold on|hang on|hold that thought|\
    hold your horses|one moment|let me think|long story short|my bad|that's all|that is all|that's it|that will be all|\
    that'll be all|drop the subject|take it easy|take your time|break a leg|keep it up|keep going|good to go|\
    make it so|make my day|cut it out|knock it off|call me crazy|set in stone|done and dusted|that's that|we're done|\
    i'm done|i'm done for today|i'm done for the day|done for today|done for the day|we're done for today|\
    we're done here|i'm finished for today|all done for today|over and out|back to work|put a pin in it|\
    put it on the back burner|take a rain check|never say never|no worries|no problem|no rush|no hurry|\
    not a problem|no way|as you were|whatever|moving along|delete nothing|do nothing";

/// Asks what can be said here, in the languages that are known.
const HELP: &str = "help|help me|help please|please help|i need help|can you help me|what can you do|what can you do for me|what can i do here|what can i say|\
    what can i ask|what can i ask you|how does this work|how does it work|how do i use this|what are the commands|which commands are there|\
    commands|usage|hilfe|was kannst du|aide|ayuda|ajutor";

/// Asks what was proposed and not signed yet.
const WAITING: &str = "what's waiting|what is waiting|whats waiting|what's waiting for me|what is waiting for me|whats waiting for me|\
    what's waiting to be signed|what is waiting to be signed|what waits|what waits for me|what waits to be signed|what do i have to sign|\
    what is there to sign|what's there to sign|what needs signing|what needs to be signed|what's left to sign|what is left to sign|\
    anything to sign|anything waiting|is anything waiting|is there anything to sign|show what's waiting|show what is waiting|show what waits";

/// Begins a question about the todos beside an order.
const ASKS: &str = "what's|whats|what is|what are|what do i|what do we|what else|what have i|which of|which todos|which tasks|\
    how many|when is|when's|do i have|is there|are there|show me|show my|show all|list my|list all";

/// Joins a question and an order.
const JOINS: &str = "and then|and also|oh and|and oh|and|then|also|oh";

/// Handles a whole message that is talk. `Ok(true)` = it is; answers are in `run.answer_ids`.
pub(super) fn handle(text: &str, run: &mut Run<'_>) -> Said<bool> {
    let mut c = Clause::new(text, run.clock);
    split::trim_tail(&mut c);
    let l = lead(&c);
    let len = c.len();
    let at = l.at;
    if c.any(0, HELP).is_some_and(|e| e == len) {
        run.warn("help");
        return Ok(true);
    }
    if c.any(at, WAITING).is_some_and(|e| e == len) {
        run.warn("waiting");
        return Ok(true);
    }
    if is_small_talk(&c) || is_pleasantry(&c) {
        return Ok(true);
    }
    if c.any(0, "never mind|nevermind|forget it|forget about it|forget that").is_some_and(|e| e == len)
        || c.any(at, IDIOMS).is_some_and(|e| e == len)
    {
        return Ok(true);
    }
    if signs(&c, at) {
        run.warn("sign_yourself");
        return Ok(true);
    }
    if let Some(shown) = super::lone_set::shown(&c, at, run) {
        answer(run, &Clause::new(&shown, run.clock), 0);
        return Ok(true);
    }
    let first = c.word(at).to_owned();
    let asks = text.trim_end().trim_end_matches(['"', ')', ' ', '!']).ends_with('?');
    let command = verb_at(&c, at, l.ing);
    // "could you please delete X?" is an order; "can you tell me …" a question.
    let tells = c.any(
        at,
        "tell me|do tell me|do let me know|do show me|please let me know|show me|show|list|display|give me a list|give me an overview|give me a summary|what|explain|\
        find|search|search for|look up|find me|let me see|let me know|print|count|see|view|remind me what|\
        remind me what's|remind me whats|remind me who|remind me where|remind me which|remind me when|remind me why|remind me how|i want to see|i'd like to see|pull up|\
        bring up|read me|overview of|summary of|who|describe|define|check if|check whether|check what|\
        check when|check which|teach me|give me the list",
    );
    // "tell me to water the plants" wants to be told then, not now.
    let tells = tells.filter(|end| !(c.at(at, "tell me") == Some(*end) && c.word(*end) == "to"));
    let wh = one_of(
        &first,
        "what|what's|whats|when|when's|whens|where|where's|which|who|who's|whom|whose|why|why's|why'd|whyd|how|how's|hows|\
        how'd|what're|wat|wht",
    );
    let aux = one_of(
        &first,
        "is|are|am|was|were|do|does|did|has|have|had|should|shall|may|might|will|would|can|could|any|anything|\
        isn't|aren't|didn't|don't|doesn't|haven't|hasn't|shouldn't|won't|wouldn't|can't|couldn't|must|ain't",
    );
    // "Did the stand-up on Thursday" reports; "did I do the stand-up?" asks.
    let reports = first == "did" && !one_of(c.word(at + 1), "i|you|we|he|she|they|it") && !asks
        // "was at the gym on wednesday"
        || first == "was" && c.word(at + 1) == "at" && !asks;
    let have = first == "have"
        && (c.at(at, "have to").is_some() || !asks && !matches!(c.word(at + 1), "i" | "you" | "we" | "they"));
    let dont = matches!(first.as_str(), "don't" | "dont") && !asks;
    let everyday_do = first == "do" && !asks && !one_of(c.word(at + 1), "i|you|we|they|not|u");
    // "will the retro be on friday" asks, "will call mom" tells.
    let inverted = (at + 2..len).any(|i| one_of(c.word(i), "be|happen|take|still|start|stay"));
    let may = matches!(first.as_str(), "will" | "may")
        && !asks
        && !inverted
        && !one_of(c.word(at + 1), "i|you|we|it|the|my|there|they|that|this");
    // "anything still open, push it back a week" orders.
    let ordered = (at + 1..len)
        .filter(|i| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';'))))
        .any(|i| split::of_it(&Clause::new(c.slice(i..len), run.clock)));
    // "anything tagged work can wait until friday"
    let told = (at + 2..len).any(|i| {
        one_of(c.word(i), "can|should|must|may|needs|has")
            && !one_of(c.word(i - 1), "i|we|that|which|you|to")
            && c.any(i + 1, "be|wait|go|get|move|become|happen|to be|to go|to move|to wait").is_some()
    });
    let any = (first == "any" || first == "anything" && (ordered || told)) && !asks && !wh;
    // "must call dad": something to do, without its "I".
    let must = first == "must" && !asks && !one_of(c.word(at + 1), "i|you|we|they|he|she|it|the|my|there|this|that");
    let absent = !asks && super::news::is_absence(&c, at);
    let aux = aux && !absent;
    let is_question = wh
        || (aux && !reports && !have && !dont && !everyday_do && !may && !any && !must)
        || (tells.is_some_and(|end| {
            !is_note(&c, at, end)
                || matches!(first.as_str(), "find" | "search" | "look")
                    && c.found.is_empty()
                    && split::names_something(c.slice(end..len), run)
        }));
    if is_question {
        if first == "list" && c.toks.get(at).is_some_and(|t| t.after == Some(':')) {
            return Ok(false);
        }
        // "are the lisbon tasks done", "is the retro moved to friday": what is asked is ordered in no reading.
        run.asking |= aux && !one_of(&first, "any|anything")
            || one_of(&first, "which|who|whose|how|what|what's|whats|where|where's");
        // "should i move the cupcakes", "why'd you delete it": whether and why, and nothing to be done.
        run.wondered |= one_of(&first, "should|shall|why|why's|why'd|whyd|must")
            || one_of(&first, "did|didn't|have|has|haven't") && one_of(c.word(at + 1), "i|you|we|u");
        answer(run, &c, at);
        return Ok(true);
    }
    if asks {
        // "dentist friday?" asks; "could you move it to friday?" and "mind moving it?" order.
        if (l.asked || l.ing) && command.is_some() {
            return Ok(false);
        }
        // "can we do the vet on tuesday instead?"
        if l.asked && one_of(&first, "do|have|make") && !c.found.is_empty() && c.seek(at + 1, "instead").is_some() {
            return Ok(false);
        }
        // "could you buy film tomorrow?": something to do then.
        let errand = super::bare::is_everyday(&first) && !c.found.is_empty() && (0..at).any(|i| c.word(i) == "you");
        if l.at > 0 && l.asked {
            return if errand { Ok(false) } else { Err(Stop::Unsure) };
        }
        if command.is_some() && c.any(at, "delete|move|complete|cancel|reschedule").is_some() && len <= 4 && at == 0 {
            // "delete the report?" wonders aloud.
            return Ok(true);
        }
        answer(run, &c, at);
        return Ok(true);
    }
    // Feelings, opinions and thinking aloud. What they name is not to be touched.
    let aloud = c.any(
        at,
        "i'm so|i am so|i feel|i love|i hate|i like|i think|i wonder|i don't know|i dont know|i don't think|\
        i guess|i believe|i suppose|i wish|i hope|you are|you're|youre|that was|that is|that's|thats|it's|\
        what a|tell me a|i'm tired|i am tired|i'm bored|i'm stressed|i'm happy|i'm sad|i'm not sure|im not sure|\
        i am not sure|i'm thinking|i was thinking|i might|i may|i could|i would|i should probably|\
        maybe i should|perhaps i should|maybe we should|not sure|i can't believe|i didn't|i never|i was|\
        i'm glad|i'm worried|i'm afraid|i'm feeling|i'm overwhelmed|so much to do|much to do|too much to do|a lot to do|lots to do|nothing to do|too much|wish me luck|\
        good luck|congratulations|happy birthday|my name is|this is|it is|it was|there are|the weather|\
        sometimes|life is|ugh|wow|haha|hahaha|what if|if i|imagine|suppose|speaking of|i remember|\
        i already told|you should|you could have|you deleted|you moved|you didn't|you did|you forgot|you keep|\
        why don't you|i'm going to be|i'm really|i am really|i'm very|i appreciate|we should|we could|we might|\
        i'm curious|just kidding|i'm just|i don't want|i don't need|no thanks|no thank you|i don't like|\
        i don't care|nothing|i'm here|i'm back|i'm sorry|i have been|i've been|i have no|i've no|i can't|\
        i cannot|i changed my mind",
    );
    if aloud.is_some() && !absent && !c.toks.iter().any(|t| t.fold.starts_with('#')) {
        // "it's done", "that's finished" are reports about what was talked about.
        let report = c.any(at, "it's|that's|it is|that is|its|thats").is_some_and(|e| {
            c.any(e, "done|finished|completed|complete|blocked|urgent|important|high|due|low").is_some()
        });
        if !report {
            // "we should …; delete X" still orders.
            let later = split::clauses(text, run).len() > 1;
            return Ok(!later);
        }
    }
    Ok(false)
}

/// "apply it", "sign all", "confirm the changes", "apply 14", "sign 14.2": what signs is a press of the person's and never a
/// message.
fn signs(c: &Clause, at: usize) -> bool {
    const ALL: &str = "it|that|this|them|these|those|all|both|everything|the|my|of|change|changes|set|sets|proposal|proposals|\
        item|items|plan|selected|pending|please|now|first|one|two";
    let numbers = |word: &str| {
        word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().all(|b| b.is_ascii_digit() || b"#.,-".contains(&b))
    };
    one_of(c.word(at), "apply|sign|confirm|approve|accept|countersign")
        && at + 1 < c.len()
        && (at + 1..c.len()).all(|i| one_of(c.word(i), ALL) || numbers(c.word(i)))
}

/// Of a message that was read as an order beside a question, the order's sentence.
pub(super) fn order_beside<'t>(text: &'t str, answer: &super::Answer) -> &'t str {
    let told = !answer.ops.is_empty() && (answer.asked.is_some() || !answer.answer_ids.is_empty());
    match text.split_once("? ").filter(|_| told) {
        Some((_, order)) => order,
        None => text,
    }
}

/// The order that stands beside a question; what is asked is looked up.
pub(super) fn beside_order(text: &str, run: &mut Run<'_>) -> Option<String> {
    let order = match text.find("? ") {
        Some(at) => then_order(text, at, run),
        None => and_order(text, run),
    };
    order.or_else(|| order_then(text, run)).or_else(|| asked_first(text, run))
}

/// "whats due friday; delete the tripod", "what's on friday?, …": an order of its own behind a mark, where a question about
/// the todos stands in front.
fn asked_first(text: &str, run: &mut Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    c.any(l.at, ASKS)?;
    let (at, next) = (l.at + 2..c.len()).find_map(|i| {
        let before = c.toks.get(i - 1).filter(|t| !t.quoted)?;
        let begin = c.toks.get(i)?.start;
        let gap = c.text.get(before.end..begin)?;
        let next = c.any(i, JOINS).unwrap_or(i);
        let joined = next > i || gap.contains(['?', '.', '!', ';', ',', '\n']);
        (joined && changes_alone(c.slice(next..c.len()), run)).then_some((i, next))
    })?;
    let asked = c.slice(0..at).trim_end_matches([',', ';', '.', '!', '?', ' ', '\n']).to_owned();
    let order = c.slice(next..c.len()).to_owned();
    look_up(&asked, run).map(|_| order)
}

/// Whether a text alone changes todos that are there, and is no question.
fn changes_alone(text: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(text, run.clock);
    c.any(lead(&c).at, ASKS).is_none() && !text.trim_end().ends_with('?') && super::apart::changes(run, text)
}

/// "what's due today? also delete buy milk": the order behind a question.
fn then_order(text: &str, at: usize, run: &mut Run<'_>) -> Option<String> {
    let (asked, rest) = (text.get(..at + 1)?, text.get(at + 2..)?.trim());
    let quoted = super::text::quotes(text).iter().any(|q| q.contains(&at));
    if quoted || rest.contains('?') || !split::plausible(rest, run) {
        return None;
    }
    look_up(asked, run).map(|_| rest.to_owned())
}

/// Looks up what is asked beside an order, which may be about what was found: "what's overdue? complete them". Whether
/// it was a question about the todos; `None` where it is no question.
fn look_up(asked: &str, run: &mut Run<'_>) -> Option<bool> {
    run.attempt(|run| if handle(asked, run)? { Ok(()) } else { Err(Stop::Unsure) })?;
    let told = run.unread.is_empty() && (run.asked.is_some() || !run.answer_ids.is_empty());
    run.looked_up = told;
    if told {
        run.last = run.answer_ids.iter().copied().map(Ref::Todo).collect();
        run.of_set = run.last.len() > 1;
    } else {
        run.answer_ids.clear();
        run.asked = None;
        run.unread.clear();
    }
    Some(told)
}

/// "move the dentist to friday. what's due today?", "…, then show my todos for today": a question about the todos behind
/// an order.
fn order_then(text: &str, run: &mut Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let begins = verb_at(&c, l.at, l.ing).is_some() || super::bare::is_everyday(c.word(l.at));
    let question = text.trim_end().ends_with('?');
    let (at, next) = (l.at + 2..c.len()).rev().find_map(|i| {
        let before = c.toks.get(i - 1).filter(|t| !t.quoted)?;
        let next = c.any(i, JOINS).unwrap_or(i);
        let lines = c.text.get(before.end..c.toks.get(i)?.start).is_some_and(|gap| gap.contains('\n'));
        let stop = matches!(before.after, Some('.' | '!' | ';')) || lines;
        let asks = c.any(next, ASKS).is_some()
            // "buy sd cards friday. is the invoice due friday too?"
            || stop && question && c.any(next, "is the|is my|are the|are my|is|are|does|do|did").is_some();
        if !asks {
            return None;
        }
        let joined = stop || (next > i || before.after == Some(',')) && (question || c.word(next) == "show");
        // Nothing but an order of its own may stand in front of what is not set apart so.
        let alone = || changes_alone(c.slice(0..i), run);
        (joined && begins || alone()).then_some((i, next))
    })?;
    let order = c.slice(0..at).trim_end_matches([',', ';', '.', '!', ' ']).to_owned();
    let asked = c.slice(next..c.len());
    let before = run.clone();
    let whole = look_up(asked, run) == Some(true) && !order.is_empty();
    // What is asked is said of the todos as they are; "it" in the order is none of them.
    (run.last, run.of_set) = (before.last.clone(), before.of_set);
    if !whole {
        *run = before;
        return None;
    }
    Some(order)
}

/// "what's on tomorrow and move the dentist to friday": as [`then_order`], behind an "and".
fn and_order(text: &str, run: &mut Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    c.any(l.at, "what's|whats|what is|what do|what's up|show|list|how many|which")?;
    let i = (l.at + 2..c.len()).find(|i| {
        one_of(c.word(*i), "and|then|also")
            && one_of(c.word(i + 1), "move|delete|add|remind|mark|complete|push|skip|rename|postpone|reschedule")
    })?;
    let rest = c.slice(i + 1..c.len());
    let rest = (!text.trim_end().ends_with('?') && split::plausible(rest, run)).then(|| rest.to_owned())?;
    look_up(c.slice(0..i).trim_end_matches([',', ' ']), run);
    Some(rest)
}

/// A word of small talk or of a whole sentence, and of no list of things.
pub(super) fn is_spoken(word: &str) -> bool {
    const FINITE: &str = "i|i'm|you|he|she|it|we|they|is|are|was|were|am|be|have|has|had|do|does|did|will|would|can|could|should|not|\
        no|yes|what|which|who|how|why|when|where|if|but|because|my|your|me|us|them|this|that|these|those|to|of|as|so|\
        maybe|please|thanks";
    one_of(word, FINITE) || lists(SMALL, word)
}

/// Greetings, thanks and the like, and nothing else.
pub(super) fn is_small_talk(c: &Clause) -> bool {
    (0..c.len()).all(|i| {
        lists(SMALL, c.word(i))
            || c.toks.get(i).is_some_and(|t| !t.quoted && !t.fold.chars().any(char::is_alphanumeric))
    })
}

/// "see you tomorrow", "have a nice weekend", "happy friday": a date that asks for nothing.
fn is_pleasantry(c: &Clause) -> bool {
    const OPENS: &str = "see you|see ya|c u|cu|catch you|talk to you|speak to you|have a nice|have a good|have a great|\
        have a lovely|have fun|enjoy|enjoy your|enjoy the|happy|merry|good luck|until|till|good|how are you|\
        how's|hows|how is|how was|how did|looking forward to|can't wait for|thank god it's|tgif|thanks|thank you|bye";
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let plain = |i: usize| {
        lists(SMALL, c.word(i))
            || lists(
                " weekend monday tuesday wednesday thursday friday saturday sunday week nice have soon \
            again then christmas easter new year holidays evening later last one your for ",
                c.word(i).trim_end_matches('s'),
            )
    };
    c.any(0, OPENS).is_some_and(|e| (e..c.len()).all(|i| dated(i) || plain(i)))
}

/// "show the house to Bob friday", "find a plumber", "read the book": notes, not questions.
fn is_note(c: &Clause, at: usize, end: usize) -> bool {
    let first = c.word(at);
    let phrase = end - at;
    let dated = !c.found.is_empty();
    let about = (end..c.len()).any(|i| {
        one_of(
            c.word(i),
            "tasks|todos|todo|task|overdue|all|everything|list|due|reminders|items|schedule|agenda|what|which|when|\
        how|if|whether|to-dos|today's|tomorrow's|completed|done|priority|blocked|my|open|calendar",
        )
    });
    match first {
        "find" | "search" | "look" | "check" | "print" | "see" | "view" | "read" | "pull" | "bring" | "count" => {
            phrase == 1 && !about
                || phrase > 1 && matches!(first, "bring" | "pull" | "check" | "read" | "look") && dated && !about
                || (first == "find" && !about && dated)
        }
        "show" | "list" | "display" => {
            !about && dated && phrase == 1 && c.len() - at > 4 && !matches!(c.word(end), "me" | "the")
        }
        "explain" | "describe" | "define" | "teach" => dated && lists(EVERYDAY, first),
        "tell" => false,
        _ => false,
    }
}
