//! The words the planner knows: verbs with their phrases, filler, everyday verbs.

use super::phrases::Phrases;
use crate::once::listed;
use std::collections::HashMap;
use std::sync::LazyLock;

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

/// Verbs that take something away in words that also mean another thing ("scratch the paint"): read as orders, and never
/// sure.
pub(super) const LOOSE: &str = "scratch|nix";

/// Says how far somebody is with a todo: what is told with such a word is more than why something else is ordered.
pub(super) const REPORTS: &str = "done|finished|completed|started|begun|began";

/// Phrases at the start of a clause. The longest match wins.
pub(super) const VERBS: &[(Verb, &str)] = &[
    (
        Create,
        "add|create|new|remind me|let me know|tell me to|prompt me to|a reminder to|put in a thing for me to|put in a thing to|put in a task to|\
        put in a task for me to|put in a reminder to|put in a reminder for me to|put in a reminder for|put in a todo to|\
        put in a task for|put in a|put in an|put in another|put me down for|put down a reminder to|me need|me need to|i need remember|put|insert|make a new task|make a new todo|make a new to-do|make a new reminder|make a new item|make a new entry|make a task|make a todo|make a reminder|make a note to|make a note that i should|make a note that i must|make a note that i have to|make a note that i need to|\
        make me a task|make me a todo|make me a reminder|make another|set a reminder|set me a reminder|\
        set reminder|set up a reminder|set up a task|set up a todo|give me a reminder|give me a task|\
        give me a nudge|note to self|remember to|todo|to-do|task|reminder|remember that i need to|\
        remember i have to|jot down|write down|stick|throw|pop|make sure i|make sure to|make sure that i|\
        get me to|quick add|quickly add|don't let me forget|dont let me forget|do not let me forget|\
        don't forget|dont forget|do not forget|never forget|i need to|i have to|i've got to|ive got to|i've to|\
        i must|i gotta|i got to|gotta|must|need to|have to|i must not forget to|i need to remember to|i have to remember to|i must remember to|i've got to remember to|\
        remember i need to|i mustn't forget|i mustn't forget to|mustn't forget to|mustn't forget|i must not forget|must not forget to|\
        must not forget|i can't forget to|i can't forget|can't forget to|can't forget|i cannot forget to|\
        i shouldn't forget to|i should remember to|i want to remember to|we need to|we have to|we must|we gotta|\
        i still need to|i still have to|i also need to|i also have to|i need a task to|i need a reminder to|\
        i need a todo to|i need a task for|i need a reminder for|i need a reminder|i'll need to|i will need to|\
        i'll have to|i shall need to|i shall have to|i'd better|i had better|i ought to|i'm supposed to|\
        i am supposed to|make new task|make new todo|make new reminder|new task|new todo|new reminder|be reminded|be reminded to|be reminded about|\
        be reminded of|get reminded|get reminded to|i need to add|i have to add|i want to add|need to add|i still need to add|\
        i also need to add|ping me|nudge me|alert me|notify me",
    ),
    (
        Complete,
        "complete|finish|tick off|check off|cross off|close|close out|done with|finished with|finish off|\
        finish up|wrap up|done|finished|completed|i finished|i've finished|ive finished|i have finished|\
        i just finished|i completed|i've completed|i have completed|i just completed|i did|i've done|ive done|\
        i have done|i just did|did|i'm done with|im done with|i am done with|all done with|i'm finished with|\
        i am finished with|im finished with|we finished|we completed|we're done with|we did|ticked off|\
        checked off|knocked out|i knocked out|i ticked off|i checked off|wrapped up|i wrapped up|i'm done|\
        i already did|already did|i already finished|already finished|i got done with|i'm through with|mark off|\
        accomplished|finalise|finalize|✅|✔|✓|☑",
    ),
    (
        Reopen,
        "uncomplete|un-complete|reopen|re-open|unfinish|undo completion of|unmark|incomplete|\
        undo the completion of|un-finish|reactivate",
    ),
    (
        Delete,
        "delete|get rid of|drop|erase|trash|discard|scrap|cancel|throw away|throw out|bin|ditch|purge|nuke|wipe|\
        kill|del|rm|call off|axe|toss|wipe out|eliminate|take off|dump|strike|chuck|scratch|nix",
    ),
    (
        Move,
        "move|reschedule|re-schedule|postpone|push|push back|push out|push off|delay|defer|put off|shift|snooze|\
        rebook|move back|slide|bump back|hold off on|hold off|kick|carry over|carry forward|extend|relocate|\
        re-plan|replan|resched|mv|set back|transfer|roll over|roll",
    ),
    (Advance, "bring forward|pull forward|bring|pull in|move forward|advance|move up|pull|prepone"),
    (Schedule, "schedule|put down|pencil in|slot in|slot"),
    (
        Set,
        "set|change|make|update|mark|edit|modify|adjust|give|switch|turn|flag|assign|have|correct|let|convert|\
        alter|fix|amend|get|replace|keep|treat",
    ),
    (Rename, "rename|retitle|reword|rephrase"),
    (Label, "label|tag|file|categorize|categorise"),
    (Unlabel, "untag|unlabel"),
    (Raise, "bump|bump up|raise|increase|prioritise|prioritize|upgrade|escalate|boost|star|promote"),
    (
        Lower,
        "lower|deprioritise|deprioritize|decrease|downgrade|reduce|demote|drop the priority of|drop the priority on",
    ),
    (
        Start,
        "start|begin|start on|start working on|begin working on|i'm working on|im working on|i am working on|\
        working on|i started|i've started|started|i'm starting|i began|i have started|i started working on|\
        i am starting|i'm currently working on|resume|work on|i've begun|i just started|started on|i started on|\
        i've started on|i have started on|i just started on|started work on|i've started work on|i've started working on",
    ),
    (Block, "block"),
    (Hold, "hold|pause|put on hold|suspend|shelve|park|place on hold"),
    (Unblock, "unblock|unpause|un-block|take off hold"),
    (
        Reject,
        "reject|decline|i won't do|i wont do|won't do|wont do|i'm not going to do|i will not do|abandon|\
        i'm not doing|dismiss",
    ),
    (
        Skip,
        "there's no|there is no|there will be no|there won't be any|we have no|i have no|skip|jump over|leave out|miss|i'll skip|i'm skipping|we're skipping|we skip|we'll skip|we are skipping|i am skipping|\
        we will skip|we're going to skip|let me skip|give it a miss|no|skipping|i skipped|skipped|i will skip|\
        i'm going to skip|sit out",
    ),
    (Clear, "clear|unschedule|unset|empty|un-schedule|undate|clear out|clean up|clear up|clean out"),
    (Remove, "remove|strip|take|detach|take out|rip out"),
    (Tick, "tick|check|cross"),
    (Untick, "untick|uncheck|un-check|un-tick"),
    (Stop, "stop|end|quit|stop doing|discontinue|terminate|no more"),
    (Repeat, "repeat"),
    (Estimate, "estimate"),
    (Note, "note on|note for|annotate|note|append|attach"),
    (Restore, "restore|bring back|undelete|un-delete|recover|get back|i want back|resurrect|unremove"),
];

/// The phrases with their verbs, by the first word and in order.
static BY_FIRST: LazyLock<HashMap<&'static str, Vec<(&'static str, Verb)>>> = LazyLock::new(|| {
    let mut all: HashMap<&'static str, Vec<(&'static str, Verb)>> = HashMap::new();
    for (phrase, verb) in verbs() {
        all.entry(phrase.split(' ').next().unwrap_or(phrase)).or_default().push((phrase, verb));
    }
    all
});

/// The phrases that begin with this word, with their verbs.
pub(super) fn verbs_beginning(word: &str) -> &'static [(&'static str, Verb)] {
    BY_FIRST.get(word).map_or(&[], Vec::as_slice)
}

/// Every phrase with its verb.
pub(super) fn verbs() -> impl Iterator<Item = (&'static str, Verb)> {
    VERBS.iter().flat_map(|(verb, phrases)| phrases.split('|').map(|p| (p, *verb)))
}

/// Whether a list of phrases, set apart by bars, holds this one.
pub(super) fn one_of(word: &str, list: &'static str) -> bool {
    if let Some(list) = Phrases::of(list) {
        return list.has(word);
    }
    listed(list, b'|', word)
}

/// Said before or after what matters.
pub(super) const FILLERS: &str = "please|pls|plz|plis|kindly|hey|hi|hello|ok|okay|so|um|uh|umm|uhm|erm|er|well|alright|right|now|also|and|\
    then|next|finally|first|firstly|first of all|secondly|second|third|thirdly|lastly|afterwards|after that|\
    just|oh|yo|sure|yes|yeah|yep|quickly|go ahead and|could you|can you|would you|will you|can u|could u|\
    i'd like to|id like to|i would like to|i want to|i wanna|i'd like you to|i want you to|i would like you to|\
    i'd love to|i'd love you to|i'd prefer to|let's|lets|let us|i need you to|would you mind|do you mind|\
    would it be possible to|is it possible to|would it be possible for you to|be so kind to|be so kind as to|\
    do me a favor and|do me a favour and|if you could|if you can|if you don't mind|can we|could we|assistant|\
    next up|and also|plus|hmm|but|like|basically|would you please|could you please|could you maybe|\
    could you possibly|would you be able to|are you able to|i think i want to|i think i'd like to|\
    i was wondering if you could|i was hoping you could|i wonder if you could|good morning|good evening|\
    good afternoon|hey there|hi there|hello there|thanks|thank you|great|perfect|cool|nice|awesome|\
    i'm going to need you to|help me|help me to|i decided to|i've decided to|time to|it's time to|you can|\
    you could|try to|feel free to|simply|kindly please|anyway|btw|by the way|ah|actually|mate|buddy|dude|\
    my friend|gonna|wanna|i am going to|i'm gonna|meanwhile|in addition|additionally|on top of that|besides|\
    while you're at it|for now|really|siri|alexa|i'd appreciate it if you could|\
    i would appreciate it if you could|can you just|please to|i would like that you|i want that you|i wish you to|\
    i would like you|may i ask you to|might you|cheers|sorry|excuse me|i'd be grateful if you could|\
    i would be grateful if you could|i would be grateful if you would|i should be grateful if you could|\
    i should be grateful if you would|i should be obliged if you would|i should be obliged if you could|\
    i would be obliged if you would|i would be obliged if you could|i'd be obliged if you would|be kind enough to|\
    be good enough to|be so good as to|i would ask you to|may i ask that you|i must ask you to|it would be helpful if you could|\
    it would be helpful to have|it would be good to have|i would like to have|i should like to have|might i have|may i have|\
    i'd be grateful if you would|i'd be thankful if you could|\
    i'd be obliged if you could|i'd appreciate if you could|do you think you could|any chance you could|\
    any chance you can|be a dear and|be an angel and|i want|would you be so kind as to|would you be so good as to|would you be good enough to|would you be so kind and|\
    would you kindly|could you kindly|can you kindly|mind|fancy|i should like to|i should like you to|i shall|\
    go ahead|k|kk|right then|now then|let me|it would be great if you could|it'd be great if you could|\
    it would be nice if you could|it'd be nice if you could|it would be good if you could|\
    it would help if you could|i'd love it if you could|could i ask you to|can i ask you to|would it be ok to|\
    would it be okay to|is it ok to|is it okay to|is it possible for you to|can you please|can you pls|\
    please can you|please could you|please would you|would you be able to please|i need you to please|\
    one more thing|another thing|last thing|quick one|oh and|ok so|okay so|ok and|ok now|so now|good|\
    before i forget|just before i forget|so i don't forget|just so i don't forget|while i remember|while i think of it|\
    now that i think of it|i'm going to need to|i was going to|heads up|quick thing|real quick|done with that now|no problem|all right|sounds good|fine|got it|\
    could someone|can someone|would someone|will someone|could somebody|can somebody|would somebody|will somebody|could anyone|can anyone|\
    someone please|somebody please|someone pls|could someone please|can someone please";

/// Said at the end.
pub(super) const TAILS: &str = "please|pls|plz|thanks|thank you|thx|ty|cheers|for me|if possible|if you can|if you could|if you don't mind|\
    right away|as well|thank you very much|thanks a lot|ok|okay|will you|would you|right now|immediately|\
    thanks in advance|when you can|when you get a chance|would you please|kindly|lol|haha|tho|though|\
    thanks so much|many thanks|mate|buddy|too|straight away|at once|ta|much appreciated|if you would|if that's ok|if that's okay|if that's alright|\
    if that works|if it's ok|tbh|to be honest|and that's it|and thats it|that's it|thats it|and that's all|that's all|if you don't mind|when you have time|when you're free|if at all possible|if you may|\
    real quick|really quick|real fast|you're the best|you are the best|you're a star|you rock|\
    at the latest|at the very latest|latest|that would be great|that would be lovely|that'd be great";

/// Verbs of everyday work: text that begins with one is something to do (TODOS.md rule 14 "bare text").
pub(super) const EVERYDAY: &str = " close hold park pause kick boost slide shift roll assign edit flag adjust correct attach annotate end \
    toss throw miss dump kill bin pull switch skip quit suspend slot raise lift extend reduce lower increase \
    note star finalise convert file extend keep let treat empty place pencil append chuck strike arrange \
    assemble attend chase bake bathe bike book borrow bring brush build buy call cancel change charge check choose \
    clean clear climb collect confirm contact cook cut declutter decorate deliver deposit dig do donate donate \
    download drink drive drop dry dust eat email e-mail enroll exchange exercise feed fetch file fill finish \
    fix fold follow fry gather get give go grab grill groom grocery hang have help hire hoover install invite \
    iron join jog learn lend lock mail make measure meditate meet message mop mow nap negotiate open order \
    organise organize pack paint pay phone pick plant play polish post practice practise prepare prep print \
    process purchase put read rebook refill refuel register rehearse remind renew rent repair repaint replace \
    reply request reserve return review ride rinse run scan schedule see sell send service sew shave ship shop \
    shovel sign sketch sleep sort speak stretch study submit subscribe sweep swim take talk tell test text \
    thank tidy train transfer transplant trim try turn unpack update upgrade upload use vacuum visit volunteer \
    wake walk wash watch water wax weigh withdraw work wrap wipe write ask apply argue audit backup back \
    celebrate defrost descale discuss draft empty file finalise finalize hand inspect investigate knit lift \
    listen look mend move oil photograph plan proofread pump push recycle remove rake research return ring rsvp \
    scrub set setup sharpen steam sterilise stop store switch tape tie top toast touch track treat tune vote \
    warm weed welcome zip start begin complete contest dispute engage exfoliate frame freeze greet hem host \
    hydrate label log migrate monitor notify nurse outline patch peel pot press pull quote reach reboot \
    reconcile record redeem refactor refresh refund release reset respond restock resubmit revise roast sand \
    scrape seal search secure serve share snap solder spray squeeze stack stain stitch strip surprise tell \
    tighten toss tutor unblock unclog unplug validate verify vet whisk ";

/// Work an assistant could be asked to do itself: without a date, a model should say (TODOS.md "unsure").
pub(super) const ASSISTANT_WORK: &str = " write draft refactor fix summarise summarize translate explain generate compose code debug search find \
    research plan organise organize prioritise prioritize suggest recommend tell help analyse analyze review \
    optimise optimize calculate compute design describe define compare rewrite rephrase proofread improve \
    convert implement create-a brainstorm outline look think guess predict estimate figure sort triage rank \
    break arrange simplify automate merge sing play speak talk decide choose pick evaluate assess investigate \
    google book-me check-if run build deploy commit open show give imagine pretend act do say consolidate \
    restructure rearrange reorganise reorganize rebalance schedule-my tidy clean-up prepare list ";

/// Whether a space-bounded word list holds the word.
pub(super) fn lists(list: &'static str, word: &str) -> bool {
    match Phrases::words(list) {
        Some(list) => !word.contains(' ') && list.has(word),
        None => list.split(' ').any(|entry| !entry.is_empty() && entry == word),
    }
}

/// Words that name no particular todo.
pub(super) const STOP: &str = " the a an my our your his her their that this these those of for to on in at with from about and or task tasks todo \
    todos to-do to-dos item items reminder reminders one ones please is be it thing things entry called named \
    titled its it's i me some any old current existing by as was are s up-coming upcoming also again already \
    now just both called teh hte whole entire series recurring repeating ";

/// Everyday past tenses that do not end in -ed, with their base.
pub(super) const PAST: &[(&str, &str)] = &[
    ("bought", "buy"),
    ("paid", "pay"),
    ("sent", "send"),
    ("wrote", "write"),
    ("written", "write"),
    ("read", "read"),
    ("made", "make"),
    ("did", "do"),
    ("done", "do"),
    ("went", "go"),
    ("took", "take"),
    ("taken", "take"),
    ("gave", "give"),
    ("got", "get"),
    ("met", "meet"),
    ("ran", "run"),
    ("saw", "see"),
    ("told", "tell"),
    ("spoke", "speak"),
    ("found", "find"),
    ("fed", "feed"),
    ("cut", "cut"),
    ("put", "put"),
    ("sold", "sell"),
    ("rang", "ring"),
    ("swept", "sweep"),
    ("built", "build"),
    ("brought", "bring"),
    ("swam", "swim"),
    ("chose", "choose"),
    ("hung", "hang"),
    ("had", "have"),
    ("drove", "drive"),
    ("ate", "eat"),
    ("dug", "dig"),
    ("threw", "throw"),
    ("sewed", "sew"),
    ("dropped", "drop"),
    ("picked", "pick"),
];
