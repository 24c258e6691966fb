//! What the words of a request can call for. A cue allows a deed; nothing without a cue is ever
//! offered to a model ("narrowing what can be said buys the most", MODELS.md §2, lesson 3).

use crate::words::{Words, denies};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What can be done to todos, in the words that a model writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Deed {
    Complete,
    Reopen,
    Delete,
    Move,
    Due,
    Priority,
    Rename,
    Label,
    Note,
    Start,
    Block,
    Hold,
    Skip,
    Tick,
    Estimate,
    Repeat,
    Create,
    CompleteAll,
    DeleteAll,
    MoveAll,
    PriorityAll,
}

impl Deed {
    /// As the schema spells it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Reopen => "reopen",
            Self::Delete => "delete",
            Self::Move => "move",
            Self::Due => "due",
            Self::Priority => "priority",
            Self::Rename => "rename",
            Self::Label => "label",
            Self::Note => "note",
            Self::Start => "start",
            Self::Block => "block",
            Self::Hold => "hold",
            Self::Skip => "skip",
            Self::Tick => "tick",
            Self::Estimate => "estimate",
            Self::Repeat => "repeat",
            Self::Create => "create",
            Self::CompleteAll => "complete_all",
            Self::DeleteAll => "delete_all",
            Self::MoveAll => "move_all",
            Self::PriorityAll => "priority_all",
        }
    }

    /// Takes something away; a small model's is never marked beforehand.
    pub(crate) fn destroys(self) -> bool {
        matches!(self, Self::Delete | Self::DeleteAll | Self::CompleteAll)
    }
}

/// A phrase that calls for a deed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cue {
    pub(crate) deed: Deed,
    /// It hardly means anything else.
    pub(crate) strong: bool,
    /// The words it stands on.
    pub(crate) at: Range<usize>,
}

use Deed::{Block, Complete, Create, Delete, Hold, Label, Move, Note, Rename, Reopen, Skip, Start};

/// Phrases by deed; `true` = strong. Matched on whole words, negation is looked at apart.
const CUES: &[(Deed, bool, &str)] = &[
    (
        Complete,
        true,
        "done|is done|are done|finished|completed|complete|sorted|sorted out|handled|taken care of|took care of|\
        dealt with|out of the way|off my plate|wrapped up|knocked out|crossed off|checked off|ticked off|all set|\
        went out|out the door|is over|behind me|submitted|delivered|shipped|accomplished|over and done with|\
        in the bag|got done|got it done|is ready|are ready|✓|✅|got around to|got round to|managed to|is history|\
        nailed|closed out|settled|tick|check",
    ),
    (Complete, false, "already|finally|just|at last|earlier today|this morning|last night|yesterday|x|worked out"),
    (
        Reopen,
        true,
        "undone|reopen|broken again|not done after all|still needs|still need|redo|wasn't done|back on the list|\
        unfinished|isn't done after all|needs redoing|do over|hasn't happened|never happened|didn't happen|\
        not finished after all|spoke too soon",
    ),
    (Reopen, false, "again|after all|actually|oops|still"),
    (
        Delete,
        true,
        "delete|remove|get rid of|drop|erase|trash|scrap|cancel|cancelled|canceled|bin|ditch|discard|axe|nuke|\
        scratch|forget about|never mind|nevermind|no longer need|no longer needed|isn't needed|aren't needed|\
        not needed|don't need|doesn't need|is off|are off|called off|not happening|isn't happening|off my list|\
        off the list|decided against|gave up on|giving up on|fell through|obsolete|irrelevant|moot|pointless|\
        don't bother|kill|throw out|toss|strike|chuck|lose|dropped|scrapped|no longer relevant|isn't relevant|\
        won't be needed|isn't necessary|not necessary|unnecessary|no longer necessary|changed my mind about|\
        no point in|isn't happening anymore|purge|wipe|no longer want|do without|is dead",
    ),
    (Delete, false, "sold out|anymore|any more|no longer|got cancelled|was cancelled|is cancelled|got canceled"),
    (
        Move,
        true,
        "moved|move|moves|postponed|postpone|pushed|push|reschedule|rescheduled|rebooked|shifted|shift|shove|delayed|\
        rather|instead|can wait|wait until|wait till|put off|bump|bumped|do it|get to|brought forward|earlier|\
        later|sooner|let's do|lets do|better on|change to|changed to|snooze|defer|works better|suits better|slide|\
        slipped|take place|takes place|will be on|happens on|is now|now on|isn't needed till|isn't needed until|\
        not before|plan for|planned for|tackle|aim for|kick|roll over|carry over|wants to|wait|won't get to",
    ),
    (Rename, true, "rename|call it|should be called|should say|say|retitle|reword|should read|change the name|name it"),
    (Rename, false, "call|called|name|title|titled"),
    (
        Label,
        true,
        "label|labels|tag|tags|tagged|labelled|labeled|belongs under|belongs in|belongs to|goes under|file under|\
        filed under|category|categorise|categorize",
    ),
    (Label, false, "under|counts as|goes in|put under"),
    (
        Note,
        true,
        "note on|jot that down on|jot down on|jot that down|add a note|write down on|add to the notes|in the notes|\
        make a note on|note that|reminder for|remember for",
    ),
    (Note, false, "note|jot|bring|mention|details"),
    (
        Start,
        true,
        "halfway|half way|working on|started|start|begun|began|in the middle of|knee deep|in progress|underway|\
        under way|making progress|busy with|getting going|on it now|making headway|part way|partway|got going|\
        have a start|started on|midway|cracking on|diving into|digging into",
    ),
    (
        Block,
        true,
        "stuck|blocked|waiting for|waiting on|can't continue|can't proceed|cannot continue|can't go on|held up by|\
        hinges on|depends on|can't start|blocked by",
    ),
    (
        Hold,
        true,
        "on hold|on ice|paused|pause|on the back burner|back burner|parked|park|shelved|shelve|put aside|set aside|\
        suspended|mothballed|taking a break from",
    ),
    (
        Skip,
        true,
        "can't make|can't make it|won't make it|won't make|couldn't make|not going to make|skip|skipping|no lesson|\
        no class|no practice|sitting out|won't be at|missing|off this week|not doing|giving it a miss|isn't on|\
        is cancelled|got cancelled|was cancelled|is canceled|cancel|cancelled|bail on|bailing on|not going to",
    ),
    (Skip, false, "no|miss|ill|sick|away"),
    (
        Create,
        true,
        "need|needs|need to|gotta|got to|have to|has to|must|should|promised|remind|remember to|don't forget|\
        don't let me forget|note to self|pick up|running low on|ran out of|out of|run out of|on my list|add|create|\
        new task|new todo|todo|to do|make sure|put down|asap|don't lose sight of|want to|buy|call|book|order",
    ),
];

/// Cues that are negations themselves or are only strengthened by one.
const OWN_NEGATION: &str = "isn't needed|aren't needed|not needed|don't need|doesn't need|not happening|\
    isn't happening|don't bother|won't be needed|isn't relevant|isn't necessary|not necessary|don't want|\
    can't make|can't make it|won't make it|won't make|couldn't make|not going to make|won't be at|not doing|isn't on|\
    can't continue|can't proceed|cannot continue|can't go on|can't start|not done after all|wasn't done|\
    isn't done after all|hasn't happened|never happened|didn't happen|not finished after all|don't forget|\
    don't let me forget|don't lose sight of|isn't needed till|isn't needed until|not before|never mind|\
    no longer|not going to|won't get to|isn't happening anymore";

/// Said before something that is wished, planned or feared rather than done.
const NOT_YET: &str = "until|till|when|once|if|before|should|must|will|need|needs|to|want|wants|almost|nearly|half|get|getting|\
    unless|gotta|could|might|may|after|i'll|can|would|hope|hopefully|never|be|being|haven't|hasn't|yet|make|mark|\
    isn't|wasn't|aren't|can't|who|why|how|what";

/// Whether the phrase at a place is denied by the words before it.
pub(crate) fn denied(words: &Words, at: &Range<usize>) -> bool {
    let cue = words.slice(at.clone()).to_lowercase().replace('’', "'");
    if OWN_NEGATION.split('|').any(|own| own == cue) {
        return words.before(at.start, 3).any(|w| w.fold == "not" || w.fold == "never");
    }
    words.before(at.start, 4).any(|w| denies(&w.fold))
}

/// Whether the words before a place make it a condition or a wish.
pub(crate) fn supposed(words: &Words, at: usize) -> bool {
    words.before(at, 8).any(|w| {
        matches!(
            w.fold.as_str(),
            "once"
                | "if"
                | "when"
                | "until"
                | "till"
                | "unless"
                | "wish"
                | "hope"
                | "hopefully"
                | "whenever"
                | "assuming"
                | "suppose"
        )
    })
}

/// Whether a completion at a place is reported as a fact.
fn reported(words: &Words, at: &Range<usize>) -> bool {
    if supposed(words, at.start) {
        return false;
    }
    let near: Vec<&str> = words.before(at.start, 3).map(|w| w.fold.as_str()).collect();
    let wished = near.iter().any(|w| NOT_YET.split('|').any(|n| n == *w));
    !wished || near.first().is_some_and(|w| matches!(*w, "is" | "are" | "been" | "got" | "have" | "has" | "was"))
}

/// Every cue of a request that is not denied.
pub(crate) fn cues(words: &Words) -> Vec<Cue> {
    let mut out: Vec<Cue> = Vec::new();
    for (deed, strong, phrases) in CUES {
        for phrase in phrases.split('|') {
            for at in words.find(phrase) {
                let no = denied(words, &at);
                let fact = *deed != Complete || reported(words, &at);
                if !no && fact {
                    out.push(Cue { deed: *deed, strong: *strong, at });
                } else if no && *deed == Complete && *strong {
                    // "isn't finished": open again, if it is closed.
                    out.push(Cue { deed: Reopen, strong: true, at });
                }
            }
        }
    }
    // A longer phrase says what a part of it does not: "don't forget" is no "forget".
    let inside = |a: &Range<usize>, b: &Range<usize>| a != b && b.start <= a.start && a.end <= b.end;
    let all = out.clone();
    out.retain(|c| !all.iter().any(|o| inside(&c.at, &o.at) && !(c.deed == Delete && o.deed == Skip)));
    out
}

const HIGH: &str = "urgent|asap|important|critical|pressing|crucial|vital|top priority|high priority|top of the list|\
    drop everything|high|can't wait|highest|matters a lot|highest priority|most important|high prio|emergency|\
    time-sensitive|very important|priority one|p1|burning|overdue already|first thing";
const LOW: &str = "not important|not urgent|no rush|no hurry|low priority|low prio|can wait|whenever|isn't urgent|\
    unimportant|nice to have|low|isn't important|aren't important|no big deal|not a priority|least important|\
    isn't pressing|not pressing|no longer urgent|lowest|trivial|can take its time|p3|not that important|\
    isn't that important|doesn't matter much|no priority|not so urgent";
const MEDIUM: &str = "medium priority|normal priority|medium|average priority|medium prio|p2";

/// A word of some level phrase.
pub(crate) fn is_level_word(word: &str) -> bool {
    [HIGH, LOW, MEDIUM].iter().any(|l| l.split(['|', ' ']).any(|w| w == word))
}

/// The levels of priority that a request says, best evidence first.
pub(crate) fn levels(words: &Words) -> Vec<(&'static str, bool)> {
    // "not that urgent", "no longer important"
    let unsaid = |at: &Range<usize>| {
        words.before(at.start, 3).any(|w| denies(&w.fold) || w.fold == "longer" || w.fold == "less")
    };
    let said = |phrases: &str, own: bool| phrases.split('|').flat_map(|p| words.find(p)).any(|at| own || !unsaid(&at));
    let low = said(LOW, true);
    let denied_high = HIGH.split('|').flat_map(|p| words.find(p)).any(|at| unsaid(&at));
    let until = words.says("can wait until|can wait till|can wait for|wait until");
    let mut out = Vec::new();
    if said(HIGH, false) {
        out.push(("high", true));
    }
    if (low || denied_high) && !until {
        out.push(("low", true));
    }
    if said(MEDIUM, false) {
        out.push(("medium", true));
    }
    out
}

/// Every word that belongs to a cue of the list; not a name of a todo by itself.
pub(crate) fn is_cue_word(word: &str) -> bool {
    CUES.iter().any(|(_, _, phrases)| phrases.split('|').any(|p| p == word))
}

/// How people say that what a title begins with has been done: title verb, signs.
pub(crate) const DONE_SIGNS: &[(&str, &str)] = &[
    ("call", "phoned|rang|spoke|talked|off the phone|called|got hold of|rung|reached|had a chat"),
    ("email", "sent|wrote|mailed|went out|emailed|replied|dropped a line|heard back from"),
    ("send", "sent|went out|mailed|posted|shipped|is on its way"),
    ("buy", "bought|got|picked up|purchased|grabbed|is in the fridge|have got|stocked up on|ordered"),
    ("get", "got|bought|picked up|grabbed"),
    ("order", "ordered|bought|purchased|placed the order"),
    ("pick", "picked up|got|collected|fetched|picked"),
    ("return", "went back|brought back|took back|dropped off|returned|gave back|are back|is back"),
    ("pay", "paid|settled|transferred|went through|cleared"),
    ("write", "wrote|written|sent|submitted|handed in|finished writing|typed up"),
    ("review", "reviewed|approved|looked over|looked at|went through|went over|signed off|merged|read through"),
    ("book", "booked|reserved|bought|secured"),
    ("renew", "renewed|extended|arrived|came in the mail"),
    ("clean", "cleaned|is clean|are clean|spotless|scrubbed"),
    ("pack", "packed|are packed|is packed"),
    ("fix", "fixed|repaired|works again|working again|mended"),
    ("read", "finished reading|have read|i read|i've read|we read|was reading"),
    ("file", "filed|submitted|sent in|handed in|sent off"),
    ("draft", "drafted|wrote|sent|out the door|went out|published"),
    ("water", "watered|gave water"),
    ("take", "took|had|swallowed|taken"),
    ("mow", "mowed|mown|cut the grass|cut"),
    ("submit", "submitted|sent in|handed in|turned in"),
    ("schedule", "scheduled|booked|made an appointment"),
    ("prepare", "prepared|are ready|is ready|put together"),
    ("wash", "washed|is clean|are clean"),
    ("sign", "signed"),
    ("feed", "fed"),
    ("cancel", "cancelled|canceled|quit|got out of"),
    ("visit", "visited|came by|went to see|saw|came over|was here|has been here"),
    ("appointment", "went to|saw|was at|been to|had"),
    ("checkup", "went to|saw|was at|been to|had|took"),
    ("meeting", "met|had|attended|went to"),
    ("class", "went to|had|did|attended"),
    ("lesson", "had|went to|did|attended"),
    ("practice", "had|went to|did|attended"),
    ("retro", "had|did|held"),
    ("gym", "went to|did|hit|was at|worked out"),
    ("stand-up", "had|did|held|attended"),
];
