//! The words the planner knows: verbs with their phrases, filler, everyday verbs.

/// What a clause asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Verb {
    Create,
    Complete,
    Reopen,
    Delete,
    /// To a date or time, or by an amount.
    Move,
    /// By an amount towards today.
    Advance,
    Set,
    Rename,
    Label,
    Unlabel,
    Raise,
    Lower,
    Start,
    Block,
    Hold,
    Reject,
    Unblock,
    Skip,
    /// Empties a field.
    Clear,
    Remove,
    Tick,
    Untick,
    Stop,
    Repeat,
    Estimate,
    Note,
    Schedule,
    Restore,
}

use Verb::*;

/// Phrases at the start of a clause. The longest match wins.
pub(super) const VERBS: &[(&str, Verb)] = &[
    ("add", Create), ("create", Create), ("new", Create), ("remind me", Create), ("put", Create), ("insert", Create),
    ("make a new", Create), ("make a task", Create), ("make a todo", Create), ("make a reminder", Create), ("make a note to", Create),
    ("make me a task", Create), ("make me a todo", Create), ("make me a reminder", Create), ("make another", Create),
    ("set a reminder", Create), ("set me a reminder", Create), ("set reminder", Create), ("set up a reminder", Create), ("set up a task", Create),
    ("set up a todo", Create), ("give me a reminder", Create), ("give me a task", Create), ("give me a nudge", Create),
    ("note to self", Create), ("remember to", Create), ("todo", Create), ("to-do", Create), ("task", Create), ("reminder", Create),
    ("remember that i need to", Create), ("remember i have to", Create), ("jot down", Create), ("write down", Create), ("stick", Create), ("throw", Create), ("pop", Create),
    ("make sure i", Create), ("make sure to", Create), ("make sure that i", Create), ("get me to", Create), ("quick add", Create), ("quickly add", Create),
    ("don't let me forget", Create), ("dont let me forget", Create), ("do not let me forget", Create), ("don't forget", Create),
    ("dont forget", Create), ("do not forget", Create), ("never forget", Create), ("i need to", Create), ("i have to", Create), ("i've got to", Create),
    ("ive got to", Create), ("i've to", Create), ("i must", Create), ("i gotta", Create), ("i got to", Create), ("gotta", Create), ("need to", Create), ("have to", Create),
    ("i must not forget to", Create), ("i mustn't forget to", Create), ("i shouldn't forget to", Create), ("i should remember to", Create), ("i want to remember to", Create),
    ("we need to", Create), ("we have to", Create), ("we must", Create), ("we gotta", Create), ("i still need to", Create), ("i still have to", Create), ("i also need to", Create), ("i also have to", Create),
    ("i need a task to", Create), ("i need a reminder to", Create), ("i need a todo to", Create), ("i need a task for", Create), ("i need a reminder for", Create), ("i need a reminder", Create),
    ("i'll need to", Create), ("i will need to", Create), ("i'll have to", Create), ("ping me", Create), ("nudge me", Create), ("alert me", Create), ("notify me", Create),
    ("complete", Complete), ("finish", Complete), ("tick off", Complete), ("check off", Complete), ("cross off", Complete), ("close", Complete), ("close out", Complete),
    ("done with", Complete), ("finished with", Complete), ("finish off", Complete), ("finish up", Complete), ("wrap up", Complete), ("done", Complete),
    ("finished", Complete), ("completed", Complete), ("i finished", Complete), ("i've finished", Complete), ("ive finished", Complete), ("i have finished", Complete), ("i just finished", Complete),
    ("i completed", Complete), ("i've completed", Complete), ("i have completed", Complete), ("i just completed", Complete), ("i did", Complete), ("i've done", Complete), ("ive done", Complete), ("i have done", Complete), ("i just did", Complete), ("did", Complete),
    ("i'm done with", Complete), ("im done with", Complete), ("i am done with", Complete), ("all done with", Complete), ("i'm finished with", Complete), ("i am finished with", Complete), ("im finished with", Complete),
    ("we finished", Complete), ("we completed", Complete), ("we're done with", Complete), ("we did", Complete), ("ticked off", Complete), ("checked off", Complete), ("knocked out", Complete), ("i knocked out", Complete), ("i ticked off", Complete), ("i checked off", Complete),
    ("wrapped up", Complete), ("i wrapped up", Complete), ("i'm done", Complete), ("i already did", Complete), ("already did", Complete), ("i already finished", Complete), ("already finished", Complete), ("i got done with", Complete), ("i'm through with", Complete), ("mark off", Complete), ("accomplished", Complete), ("finalise", Complete), ("finalize", Complete),
    ("uncomplete", Reopen), ("un-complete", Reopen), ("reopen", Reopen), ("re-open", Reopen), ("unfinish", Reopen), ("undo completion of", Reopen), ("unmark", Reopen), ("incomplete", Reopen), ("undo the completion of", Reopen), ("un-finish", Reopen), ("reactivate", Reopen),
    ("delete", Delete), ("get rid of", Delete), ("drop", Delete), ("erase", Delete), ("trash", Delete), ("discard", Delete), ("scrap", Delete), ("cancel", Delete), ("throw away", Delete), ("throw out", Delete), ("bin", Delete), ("ditch", Delete), ("purge", Delete), ("nuke", Delete), ("wipe", Delete), ("kill", Delete), ("del", Delete), ("rm", Delete), ("call off", Delete), ("axe", Delete), ("toss", Delete), ("wipe out", Delete), ("eliminate", Delete), ("take off", Delete), ("dump", Delete), ("strike", Delete), ("chuck", Delete),
    ("move", Move), ("reschedule", Move), ("re-schedule", Move), ("postpone", Move), ("push", Move), ("push back", Move), ("push out", Move), ("push off", Move), ("delay", Move), ("defer", Move), ("put off", Move), ("shift", Move), ("snooze", Move), ("rebook", Move), ("move back", Move), ("slide", Move), ("bump back", Move), ("hold off on", Move), ("hold off", Move), ("kick", Move), ("carry over", Move), ("carry forward", Move), ("extend", Move), ("relocate", Move), ("re-plan", Move), ("replan", Move), ("set back", Move), ("transfer", Move), ("roll over", Move), ("roll", Move),
    ("bring forward", Advance), ("pull forward", Advance), ("bring", Advance), ("pull in", Advance), ("move forward", Advance), ("advance", Advance), ("move up", Advance), ("pull", Advance), ("prepone", Advance),
    ("schedule", Schedule), ("put down", Schedule), ("pencil in", Schedule), ("slot in", Schedule), ("slot", Schedule),
    ("set", Set), ("change", Set), ("make", Set), ("update", Set), ("mark", Set), ("edit", Set), ("modify", Set), ("adjust", Set), ("give", Set), ("switch", Set), ("turn", Set), ("flag", Set), ("assign", Set), ("have", Set), ("correct", Set), ("let", Set), ("convert", Set), ("alter", Set), ("fix", Set), ("amend", Set), ("get", Set), ("replace", Set), ("keep", Set), ("treat", Set),
    ("rename", Rename), ("retitle", Rename), ("reword", Rename), ("rephrase", Rename),
    ("label", Label), ("tag", Label), ("untag", Unlabel), ("unlabel", Unlabel), ("file", Label), ("categorize", Label), ("categorise", Label),
    ("bump", Raise), ("bump up", Raise), ("raise", Raise), ("increase", Raise), ("prioritise", Raise), ("prioritize", Raise), ("upgrade", Raise), ("escalate", Raise), ("boost", Raise), ("star", Raise),
    ("lower", Lower), ("deprioritise", Lower), ("deprioritize", Lower), ("decrease", Lower), ("downgrade", Lower), ("reduce", Lower), ("drop the priority of", Lower), ("drop the priority on", Lower),
    ("start", Start), ("begin", Start), ("start on", Start), ("start working on", Start), ("begin working on", Start), ("i'm working on", Start), ("im working on", Start), ("i am working on", Start), ("working on", Start), ("i started", Start), ("i've started", Start), ("started", Start), ("i'm starting", Start), ("i began", Start), ("i have started", Start), ("i started working on", Start), ("i am starting", Start), ("i'm currently working on", Start), ("resume", Start), ("work on", Start), ("i've begun", Start), ("i just started", Start),
    ("block", Block), ("hold", Hold), ("pause", Hold), ("put on hold", Hold), ("suspend", Hold), ("shelve", Hold), ("park", Hold), ("place on hold", Hold), ("unblock", Unblock), ("unpause", Unblock), ("un-block", Unblock), ("take off hold", Unblock),
    ("reject", Reject), ("decline", Reject), ("i won't do", Reject), ("i wont do", Reject), ("won't do", Reject), ("wont do", Reject), ("i'm not going to do", Reject), ("i will not do", Reject), ("abandon", Reject), ("i'm not doing", Reject), ("dismiss", Reject),
    ("skip", Skip), ("jump over", Skip), ("leave out", Skip), ("miss", Skip), ("i'll skip", Skip), ("i'm skipping", Skip), ("no", Skip), ("skipping", Skip), ("i skipped", Skip), ("skipped", Skip), ("i will skip", Skip), ("i'm going to skip", Skip), ("sit out", Skip),
    ("clear", Clear), ("unschedule", Clear), ("unset", Clear), ("empty", Clear), ("un-schedule", Clear), ("undate", Clear), ("clear out", Clear), ("clean up", Clear), ("clear up", Clear), ("clean out", Clear),
    ("remove", Remove), ("strip", Remove), ("take", Remove), ("detach", Remove), ("take out", Remove), ("rip out", Remove),
    ("tick", Tick), ("check", Tick), ("cross", Tick), ("untick", Untick), ("uncheck", Untick), ("un-check", Untick), ("un-tick", Untick),
    ("stop", Stop), ("end", Stop), ("quit", Stop), ("stop doing", Stop), ("discontinue", Stop), ("terminate", Stop),
    ("repeat", Repeat), ("estimate", Estimate), ("note on", Note), ("note for", Note), ("annotate", Note), ("note", Note), ("append", Note), ("attach", Note),
    ("restore", Restore), ("bring back", Restore), ("undelete", Restore), ("un-delete", Restore), ("recover", Restore), ("get back", Restore), ("i want back", Restore), ("resurrect", Restore), ("unremove", Restore),
];

/// Said before or after what matters.
pub(super) const FILLERS: &[&str] = &[
    "please", "pls", "plz", "plis", "kindly", "hey", "hi", "hello", "ok", "okay", "so", "um", "uh", "umm", "uhm", "erm", "er", "well", "alright", "right", "now", "also", "and", "then", "next",
    "finally", "first", "firstly", "first of all", "secondly", "second", "third", "thirdly", "lastly", "afterwards", "after that", "just", "oh", "yo", "sure", "yes", "yeah", "yep", "quickly", "go ahead and", "could you", "can you", "would you", "will you", "can u", "could u",
    "i'd like to", "id like to", "i would like to", "i want to", "i wanna", "i'd like you to", "i want you to", "i would like you to", "i'd love to", "i'd love you to", "i'd prefer to", "let's", "lets", "let us", "i need you to", "would you mind", "do you mind", "would it be possible to",
    "is it possible to", "would it be possible for you to", "be so kind to", "be so kind as to", "do me a favor and", "do me a favour and", "if you could", "if you can", "if you don't mind", "can we", "could we", "assistant", "next up", "and also", "plus", "hmm", "but", "like", "basically", "would you please", "could you please",
    "could you maybe", "could you possibly", "would you be able to", "are you able to", "i think i want to", "i think i'd like to", "i was wondering if you could", "i was hoping you could", "i wonder if you could", "good morning", "good evening", "good afternoon", "hey there", "hi there", "hello there", "thanks", "thank you", "great", "perfect", "cool", "nice", "awesome",
    "i'm going to need you to", "help me", "help me to", "i decided to", "i've decided to", "time to", "it's time to", "you can", "you could", "try to", "feel free to", "simply", "kindly please", "anyway", "btw", "by the way", "ah", "actually", "mate", "buddy", "dude", "my friend", "gonna", "wanna", "i am going to", "i'm gonna", "meanwhile", "in addition", "additionally", "on top of that", "besides", "while you're at it", "for now", "really", "siri", "alexa", "i'd appreciate it if you could", "i would appreciate it if you could", "can you just", "may i ask you to", "might you", "cheers",
];

/// Said at the end.
pub(super) const TAILS: &[&str] = &[
    "please", "pls", "plz", "thanks", "thank you", "thx", "ty", "cheers", "for me", "if possible", "if you can", "if you could", "if you don't mind", "right away", "as well", "thank you very much", "thanks a lot", "ok", "okay", "will you", "would you", "right now", "immediately",
    "thanks in advance", "when you can", "when you get a chance", "would you please", "kindly", "lol", "haha", "tho", "though", "thanks so much", "many thanks", "mate", "buddy", "too", "straight away", "at once",
];

/// Verbs of everyday work: text that begins with one is something to do (TODOS.md rule 14 "bare text").
pub(super) const EVERYDAY: &str = " close hold park pause kick boost slide shift roll assign edit flag adjust correct attach annotate end toss throw miss dump kill bin pull switch skip quit suspend slot raise lift extend reduce lower increase note star finalise convert file extend keep let treat empty place pencil append chuck strike arrange assemble attend bake bathe bike book borrow bring brush build buy call cancel change charge check choose clean clear climb collect confirm contact cook cut declutter decorate deliver deposit dig do donate donate download drink drive drop dry dust eat email e-mail enroll exchange exercise feed fetch file fill finish fix fold follow fry gather get give go grab grill groom grocery hang have help hire hoover install invite iron join jog learn lend lock mail make measure meditate meet message mop mow nap negotiate open order organise organize pack paint pay phone pick plant play polish post practice practise prepare prep print process purchase put read rebook refill refuel register rehearse remind renew rent repair repaint replace reply request reserve return review ride rinse run scan schedule see sell send service sew shave ship shop shovel sign sketch sleep sort speak stretch study submit subscribe sweep swim take talk tell test text thank tidy train transfer transplant trim try turn unpack update upgrade upload use vacuum visit volunteer wake walk wash watch water wax weigh withdraw work wrap wipe write ask apply argue audit backup back celebrate defrost descale discuss draft empty file finalise finalize hand inspect investigate knit lift listen look mend move oil photograph plan proofread pump push recycle remove rake research return ring rsvp scrub set setup sharpen steam sterilise stop store switch tape tie top toast touch track treat tune vote warm weed welcome zip start begin complete contest dispute engage exfoliate frame freeze greet hem host hydrate label log migrate monitor notify nurse outline patch peel pot press pull quote reach reboot reconcile record redeem refactor refresh refund release reset respond restock resubmit revise roast sand scrape seal search secure serve share snap solder spray squeeze stack stain stitch strip surprise tell tighten toss tutor unblock unclog unplug validate verify vet whisk ";

/// Work an assistant could be asked to do itself: without a date, a model should say (TODOS.md "unsure").
pub(super) const ASSISTANT_WORK: &str = " write draft refactor fix summarise summarize translate explain generate compose code debug search find research plan organise organize prioritise prioritize suggest recommend tell help analyse analyze review optimise optimize calculate compute design describe define compare rewrite rephrase proofread improve convert implement create-a brainstorm outline look think guess predict estimate figure sort triage rank break arrange simplify automate merge sing play speak talk decide choose pick evaluate assess investigate google book-me check-if run build deploy commit open show give imagine pretend act do say consolidate restructure rearrange reorganise reorganize rebalance schedule-my tidy clean-up prepare list ";

/// Whether a space-bounded word list holds the word.
pub(super) fn lists(list: &str, word: &str) -> bool {
    !word.is_empty() && !word.contains(' ') && list.contains(&format!(" {word} "))
}

/// Words that name no particular todo.
pub(super) const STOP: &str = " the a an my our your that this these those of for to on in at with from about and or task tasks todo todos to-do to-dos item items reminder reminders one ones please is be it thing things entry called named titled its it's i me some any old current existing by as was are s up-coming upcoming also again already now just both called whole entire series recurring repeating ";

/// Everyday past tenses that do not end in -ed, with their base.
pub(super) const PAST: &[(&str, &str)] = &[
    ("bought", "buy"), ("paid", "pay"), ("sent", "send"), ("wrote", "write"), ("written", "write"), ("read", "read"), ("made", "make"), ("did", "do"), ("done", "do"), ("went", "go"), ("took", "take"), ("taken", "take"), ("gave", "give"), ("got", "get"), ("met", "meet"), ("ran", "run"), ("saw", "see"), ("told", "tell"), ("spoke", "speak"), ("found", "find"), ("fed", "feed"), ("cut", "cut"), ("put", "put"), ("sold", "sell"), ("rang", "ring"), ("swept", "sweep"), ("built", "build"), ("brought", "bring"), ("swam", "swim"), ("chose", "choose"), ("hung", "hang"), ("had", "have"), ("drove", "drive"), ("ate", "eat"), ("dug", "dig"), ("threw", "throw"), ("sewed", "sew"), ("dropped", "drop"), ("picked", "pick"),
];
