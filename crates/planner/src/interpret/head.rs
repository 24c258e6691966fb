//! The beginning of a clause: its filler, and the verb that says what is asked for.

use super::bare;
use super::lexicon::{FILLERS, TAILS, Verb, one_of, verbs, verbs_beginning};
use super::run::Run;
use super::target::is_typo;
use super::text::Clause;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The verb of a clause and where its object begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    pub(super) verb: Verb,
    /// Index of the verb's first word.
    pub(super) at: usize,
    /// Index behind the verb.
    pub(super) next: usize,
    /// Spelled wrong, so only believed with a target.
    pub(super) typo: bool,
    /// "i finished", "did": it has happened.
    pub(super) past: bool,
}

/// What stood in front of the verb.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Lead {
    /// Index of the first word that matters.
    pub(super) at: usize,
    /// "would you mind moving".
    pub(super) ing: bool,
    /// "can you …", "i want to …": not a note to oneself.
    pub(super) asked: bool,
}

/// Steps over filler at the start.
pub(super) fn lead(c: &Clause) -> Lead {
    let mut out = Lead::default();
    while out.at < c.len() {
        let Some(end) = c.any(out.at, FILLERS).filter(|_| c.at(out.at, "let me know").is_none()) else { break };
        let single = end == out.at + 1;
        let word = c.word(out.at);
        let free = one_of(
            word,
            "please|pls|plz|kindly|also|and|then|hey|um|uh|umm|uhm|hmm|ok|okay|so|finally|let's|lets|oh|erm|er|\
            afterwards|btw|basically",
        );
        let mark = c.toks.get(end - 1).is_some_and(|t| t.after.is_some());
        if single
            && !free
            && !mark
            && verb_at(c, end, one_of(word, "mind|fancy")).is_none()
            && c.any(end, FILLERS).is_none()
        {
            break;
        }
        if end >= c.len() {
            break;
        }
        let phrase = c.slice(out.at..end).to_lowercase();
        out.ing |= phrase.contains("mind") || phrase == "fancy";
        out.asked |= [
            "can",
            "could",
            "would",
            "will",
            "want",
            "like",
            "able",
            "possible",
            "wanna",
            "love",
            "wonder",
            "help",
            "prefer",
            "appreciate",
            "may",
            "might",
            "hoping",
            "need",
        ]
        .iter()
        .any(|w| phrase.split(' ').any(|p| p == *w || p == format!("{w}ing")));
        out.at = end;
    }
    out
}

/// Steps over politeness at the end, marking it spent.
pub(super) fn trim_tail(c: &mut Clause) {
    let mut len = c.len();
    'again: while len > 1 {
        for n in (1..=4.min(len - 1)).rev() {
            if let Some(at) = len.checked_sub(n)
                && c.any(at, TAILS) == Some(len)
            {
                c.spend(at..len);
                len = at;
                continue 'again;
            }
        }
        break;
    }
}

fn ing(verb: &str) -> [String; 3] {
    let last = verb.chars().next_back().unwrap_or('x');
    let cut = verb.char_indices().next_back().map_or("", |(i, _)| &verb[..i]);
    [format!("{verb}ing"), format!("{cut}ing"), format!("{verb}{last}ing")]
}

/// The verb that stands at `i`.
pub(super) fn verb_at(c: &Clause, i: usize, gerund: bool) -> Option<Head> {
    // "end of next month, renew passport": when, and no order to end anything.
    if c.word(i) == "end" && c.word(i + 1) == "of" && c.found.iter().any(|f| c.toks_of(&f.span).start == i) {
        return None;
    }
    let mut best: Option<Head> = None;
    for &(phrase, verb) in verbs_beginning(c.word(i)) {
        if let Some(next) = c.at(i, phrase)
            && best.is_none_or(|b| next > b.next)
        {
            let past = verb == Verb::Complete
                && phrase
                    .split(' ')
                    .any(|w| one_of(w, "did|done|finished|completed|ticked|checked|knocked|wrapped|accomplished"));
            best = Some(Head { verb, at: i, next, typo: false, past });
        }
    }
    if best.is_none() && gerund {
        let word = c.word(i);
        best = verbs().find(|(p, _)| !p.contains(' ') && ing(p).iter().any(|g| g == word)).map(|(_, verb)| Head {
            verb,
            at: i,
            next: i + 1,
            typo: false,
            past: false,
        });
        if let Some(head) = &mut best
            && let Some((_, verb)) = verbs().find(|(p, _)| {
                p.split_once(' ').is_some_and(|(a, b)| ing(a).iter().any(|g| g == word) && c.at(i + 1, b).is_some())
            })
        {
            head.verb = verb;
            head.next = i + 2;
        }
    }
    best
}

/// Words that are no slip of the verb they resemble.
const LOOKALIKES: &str = "concert|convent|convene|content|contest|posture|pastor|lose|loose|chose|those|whose|clone|swift|sift|gift|relay|decay|prefer|refer|remake|remote|peace|glide|smart|\
    stark|stare|rise|praise|arise|roost|boast|clock|black|lock|flock|tower|mower|power|flower|shower|crash|brash|trip|\
    tripe|white|grease|ease|cause|candle|treat|grate|cheek|chick|sticky|stock|stroke|thrown|libel|label|being|brine|\
    begun|being|recorder|eject|project|recline|define|incline|detail|attack|upend|stitch|twitch|later|alter|after|amen|\
    mend|repent|compete|reuse|house|horse|place|plane|shave|shape|share|wash|cash|dash|rash|lash|rush|bush|posh|finch|\
    french|stork|story|store|stone|stove|score|state|stage|steam|resume|remove|reduce|revise|review|advice|advise|\
    bring|string|strong|spring|market|basket|annual|manual|change|charge|orange|range|grange|chance|cancer|canal|\
    cable|table|tables|tabled|postman|adapt|adopt|shirt|skirt|skin|skill|depart|detect|select|object|subject|throws|\
    close|clothe|clothes|cross|gross|grass|glass|trace|track|truck|trick|brick|break|bleak|block|blocks|stuck|pool|\
    pulls|parks|marks|market|marker|moves|mover|sets|notes|noted|noter|total|title|tile|strap|scrape|scratch|snore|\
    snoozed|spend|suspect|sleeve|shelf|shell|shelve|unless|unlike";

/// Every form of the verbs of one word: "completes", "moved", "cancelling".
static INFLECTED: LazyLock<HashSet<String>> =
    LazyLock::new(|| verbs().filter(|(verb, _)| !verb.contains(' ')).flat_map(|(verb, _)| forms(verb)).collect());

fn forms(verb: &str) -> Vec<String> {
    let mut all: Vec<String> = ["s", "es", "ed", "d"].iter().map(|end| format!("{verb}{end}")).collect();
    all.extend(ing(verb));
    if let Some(stem) = verb.strip_suffix('y') {
        all.extend([format!("{stem}ies"), format!("{stem}ied")]);
    }
    all
}

/// The verb at `i`, or a misspelt one.
pub(super) fn verb_or_typo(c: &Clause, i: usize, gerund: bool, run: &Run<'_>) -> Option<Head> {
    if let Some(head) = verb_at(c, i, gerund) {
        return Some(head);
    }
    let word = c.word(i);
    let known = bare::is_everyday(word)
        || run.todos.count_word(word) > 0
        || !word.chars().all(|ch| ch.is_ascii_lowercase())
        || one_of(word, LOOKALIKES)
        || INFLECTED.contains(word);
    if c.at(i + 1, "me").is_some() && (is_typo(word, "remind") || one_of(word, "rmnd|rmd|remnd|rmind|remid|rmeind")) {
        return Some(Head { verb: Verb::Create, at: i, next: i + 2, typo: true, past: false });
    }
    if known || word.len() < 2 {
        return None;
    }
    let short = [
        ("ad", Verb::Create),
        ("addd", Verb::Create),
        ("dd", Verb::Create),
        ("mvoe", Verb::Move),
        ("moev", Verb::Move),
        ("mov", Verb::Move),
        ("cahnge", Verb::Set),
        ("chnge", Verb::Set),
        ("mkae", Verb::Set),
        ("ste", Verb::Set),
        ("delet", Verb::Delete),
        ("crate", Verb::Create),
        ("tik", Verb::Tick),
        ("rname", Verb::Rename),
        ("dleete", Verb::Delete),
    ];
    if let Some((_, verb)) = short.iter().find(|(s, _)| *s == word) {
        return Some(Head { verb: *verb, at: i, next: i + 1, typo: true, past: false });
    }
    // Short verbs only where a todo is named behind them: "movw the dentist", "skpi yoga".
    let close = |p: &str| {
        p.len() == 4
            && word.len() >= 3
            && p.starts_with(word.chars().next().unwrap_or(' '))
            && strsim::osa_distance(word, p) == 1
    };
    let short = ["move", "push", "skip", "mark", "drop", "make"].into_iter().filter(|p| close(p)).collect::<Vec<_>>();
    if let [one] = short.as_slice()
        && super::split::names_something(c.slice(i + 1..c.len()), run)
        && let Some((_, verb)) = verbs().find(|(p, _)| p == one)
    {
        return Some(Head { verb, at: i, next: i + 1, typo: true, past: false });
    }
    verbs()
        .filter(|(p, _)| p.len() >= 5 && !p.contains(' ') && word.len() >= 4 && is_typo(word, p))
        .min_by_key(|(p, _)| strsim::osa_distance(word, p))
        .map(|(p, verb)| Head { verb, at: i, next: i + 1, typo: true, past: matches!(p, "finished" | "completed") })
}
