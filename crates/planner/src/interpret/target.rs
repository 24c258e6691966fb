//! Which todo some words mean: by the words of titles, with light stems and typos (TODOS.md rule 13).

mod term;

use super::lexicon::{STOP, lists, one_of};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View, letters, normal_title, words};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::LazyLock;
use term::{Term, any_has_all, having_all};

/// Questions offer no more than this at once (rule 13).
pub(super) const MOST_OPTIONS: usize = 7;
/// What "show more" has behind them (S0-36); who means one of still more says it in more words.
pub(super) const MOST_CANDIDATES: usize = 50;
/// Words of a request that are looked up; nobody names a todo in more.
const MOST_WORDS: usize = 12;

/// What a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Match {
    /// This one.
    One(TodoId),
    /// Several, equally.
    Tie(Vec<TodoId>),
    /// These have some of the words, none has all: only to ask about.
    Weak(Vec<TodoId>),
    /// None has any of the words.
    None,
}

/// Which todos a verb is about; others are taken only when there are none of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Want {
    Open,
    Dated,
    Closed,
}

impl Want {
    pub(super) fn fits(self, todo: &Todo) -> bool {
        match self {
            Self::Open => !todo.status.is_closed(),
            Self::Dated => !todo.status.is_closed() && (todo.scheduled_for.is_some() || todo.due_date.is_some()),
            Self::Closed => todo.status.is_closed() || !todo.completed_dates.is_empty(),
        }
    }
}

/// The words of a request that name a todo, without articles and the like.
pub(super) fn content(text: &str) -> Vec<String> {
    // A possessive names the same thing: "report's priority".
    let folded = super::text::fold(text);
    let plain: Vec<&str> = folded
        .split_whitespace()
        .map(|w| w.trim_end_matches([',', '.', ';', ':', '!', '?', ')', '"']))
        .map(|w| super::text::in_full(w).unwrap_or_else(|| w.strip_suffix("'s").unwrap_or(w)))
        .collect();
    let all = words(&plain.join(" "));
    let some: Vec<String> = all.iter().filter(|w| !lists(STOP, w)).cloned().collect();
    if some.is_empty() { all } else { some }
}

/// Finds the todos meant by content words. `also` narrows by what else was said ("the friday one").
pub(super) fn search(
    todos: &Todos,
    slips: &Slips,
    query: &[String],
    want: Want,
    also: &dyn Fn(&Todo) -> bool,
) -> Match {
    let mut strong = Vec::new();
    let terms = readings(todos, slips, query, &mut |terms| {
        strong = having_all(todos, terms, also);
        !strong.is_empty()
    });
    if strong.is_empty()
        && let Some(found) = without_kind(todos, slips, query, want, also)
    {
        return found;
    }
    if strong.is_empty() {
        let few = terms.iter().filter(|term| term.count() <= 1_000);
        let mut met: Vec<TodoId> = few.flat_map(Term::distinct).collect();
        met.sort_unstable();
        let mut score: Vec<(usize, TodoId)> =
            met.chunk_by(|a, b| a == b).filter_map(|same| Some((same.len(), *same.first()?))).collect();
        score.sort_unstable_by_key(|(n, id)| (std::cmp::Reverse(*n), *id));
        let fits = |id: &TodoId| todos.todo(*id).is_some_and(|t| want.fits(t) && also(t));
        let weak: Vec<TodoId> = score.into_iter().map(|(_, id)| id).filter(fits).take(MOST_CANDIDATES).collect();
        return if weak.is_empty() { Match::None } else { Match::Weak(weak) };
    }
    // Another letter makes another word of so short a one: "mask" alone may be no slip of "Mark".
    if let [word] = query
        && word.chars().count() == SHORT
        && Term::plain(todos, word).count() == 0
        && !strong.iter().any(|t| words(&t.title).iter().any(|own| reordered(word, own)))
    {
        return Match::Weak(strong.iter().map(|t| t.id).take(MOST_CANDIDATES).collect());
    }
    if query.iter().all(|w| says_little(w)) {
        let whole =
            |t: &&Todo| words(&t.title).iter().filter(|w| !lists(STOP, w) || query.contains(w)).count() == query.len();
        let titled: Vec<&Todo> = strong.iter().copied().filter(whole).collect();
        if titled.is_empty() {
            let numbered = query.iter().any(|w| w.bytes().all(|b| b.is_ascii_digit()));
            let open = strong.iter().filter(|t| want.fits(t)).map(|t| t.id).take(MOST_CANDIDATES);
            let weak: Vec<TodoId> = open.filter(|_| numbered).collect();
            return if weak.is_empty() { Match::None } else { Match::Weak(weak) };
        }
        strong = titled;
    }
    narrow(strong, query, want)
}

/// A word of so many letters, with another in the place of one, is another word.
const SHORT: usize = 4;

/// Whether two words are made of the same letters, or one has a letter more.
pub(super) fn reordered(word: &str, own: &str) -> bool {
    let (mut a, mut b): (Vec<char>, Vec<char>) = (word.chars().collect(), own.chars().collect());
    a.sort_unstable();
    b.sort_unstable();
    a.len() != b.len() && is_typo(word, own) || a == b
}

/// Whether a word in a title does not yet tell what is meant: a small number, a letter, a word as it is in any.
fn says_little(word: &str) -> bool {
    const DIGITS: usize = 2;
    word.len() == 1 || word.len() <= DIGITS && word.bytes().all(|b| b.is_ascii_digit()) || lists(STOP, word)
}

/// Whether content words name a todo, or several equally: as [`search`] finds, without looking which.
pub(super) fn names(todos: &Todos, slips: &Slips, query: &[String]) -> bool {
    let mut any = false;
    readings(todos, slips, query, &mut |terms| {
        any = any_has_all(terms);
        any
    });
    any || without_kind(todos, slips, query, Want::Open, &|_| true).is_some()
}

/// The ways in which words may be those of titles, from the likeliest to the last, until one hits; the words as
/// they were looked up last.
fn readings<'t>(
    todos: &'t Todos,
    slips: &Slips,
    query: &[String],
    hits: &mut dyn FnMut(&[Term<'t>]) -> bool,
) -> Vec<Term<'t>> {
    if query.is_empty() || query.len() > MOST_WORDS {
        return Vec::new();
    }
    let plain = |words: &[String]| -> Vec<Term<'t>> { words.iter().map(|w| Term::plain(todos, w)).collect() };
    let mut terms = plain(query);
    if hits(&terms) || hits(&join_neighbours(todos, query)) {
        return terms;
    }
    if query.len() > 1 && query.iter().any(|w| one_of(w, PARTICLES)) {
        // "stand-ups" for "Stand-up".
        let single: Vec<String> = query
            .iter()
            .map(|w| if one_of(w, PARTICLES) { w.trim_end_matches('s').to_owned() } else { w.clone() })
            .collect();
        if hits(&plain(&single)) {
            return terms;
        }
    }
    // Only now the scan over all words: most requests are spelled right.
    for (term, word) in terms.iter_mut().zip(query) {
        if term.count() == 0 || word.len() >= 5 {
            term.slipped = slips.of(todos, word);
        }
    }
    hits(&terms);
    terms
}

/// The ends of plurals such as "stand-ups" and "check-ins".
const PARTICLES: &str = "ups|ins|offs|outs|ons|downs";

/// Nouns for any todo at all, and for any date with somebody.
const KINDS: &str = " job chore note event appointment appt meeting mtg session visit call date slot class lesson practice \
    rehearsal training workout sessions classes lessons ";

/// "the dentist appointment" for a todo "Dentist": what kind of thing it is need not be in its title.
/// Only where the title says nothing else, so "budget meeting" is not "Budget review".
fn without_kind(
    todos: &Todos,
    slips: &Slips,
    query: &[String],
    want: Want,
    also: &dyn Fn(&Todo) -> bool,
) -> Option<Match> {
    let rest: Vec<String> = query.iter().filter(|w| !lists(KINDS, w)).cloned().collect();
    if rest.is_empty() || rest.len() == query.len() {
        return None;
    }
    // "Call the dentist" is something to do, no call: its first word says what.
    let deed = |title: &str| {
        let mut words = title.split_whitespace().map(str::to_lowercase);
        let (first, second) = (words.next(), words.next());
        first.is_some_and(|w| lists(KINDS, &w) && super::bare::is_everyday(&w))
            && second.is_some_and(|w| !one_of(&w, "with|for|about|at|on"))
    };
    let whole = |t: &Todo| {
        content(&t.title).iter().filter(|w| !lists(KINDS, w)).count() == rest.len() && !deed(&t.title) && also(t)
    };
    match search(todos, slips, &rest, want, &whole) {
        found @ (Match::One(_) | Match::Tie(_)) => Some(found),
        Match::Weak(_) | Match::None => None,
    }
}

fn narrow(mut found: Vec<&Todo>, query: &[String], want: Want) -> Match {
    let longest = 2 * query.iter().map(|w| w.len() + 1).sum::<usize>() + 24;
    let steps: [&dyn Fn(&Todo) -> bool; 3] = [
        &|t| want.fits(t),
        &|t| want == Want::Closed || !t.status.is_closed(),
        // A title that is nothing but these words is meant before one that has them among others.
        &|t| {
            // Longer titles have more words than that, and most a word too many; only few need taking apart.
            if t.title.len() > longest || longer_than(&t.title, query.len()) || ending(&t.title).is_some() {
                return false;
            }
            let title: BTreeSet<String> = content(&t.title).into_iter().collect();
            title.len() == query.len() && query.iter().all(|w| title.contains(w))
        },
    ];
    for step in steps {
        if found.len() > 1 {
            let fewer: Vec<&Todo> = found.iter().copied().filter(|todo| step(todo)).collect();
            if !fewer.is_empty() {
                found = fewer;
            }
        }
    }
    match found.as_slice() {
        [one] => Match::One(one.id),
        _ => Match::Tie(found.iter().map(|todo| todo.id).collect()),
    }
}

/// What a name ends in that names nothing elsewhere: the "A" of "Vitamin A" is no article, and tells it from "Vitamin
/// D"; the "one" of "Chapter one" stands for no todo, and tells it from "Chapter two".
pub(super) fn ending(name: &str) -> Option<String> {
    let (rest, last) = name.trim_end_matches(['?', '!', '.', ',']).rsplit_once(char::is_whitespace)?;
    let tells = last.chars().count() == 1 && last.chars().all(char::is_alphabetic) || last.eq_ignore_ascii_case("one");
    (tells && !rest.trim().is_empty()).then(|| last.to_ascii_lowercase())
}

/// Whether a title surely has more than `most` words that name something. Plain words only: folding is left
/// to the titles that may be as short.
fn longer_than(title: &str, most: usize) -> bool {
    title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| w.len() > 1 && w.is_ascii() && !names_nothing(w))
        .nth(most)
        .is_some()
}

/// Whether an ASCII word in any case is one of [`STOP`]; asked for every word of thousands of titles.
fn names_nothing(word: &str) -> bool {
    const LONGEST: usize = 16;
    /// By length and first letter: hardly any place has more than two.
    static WORDS: LazyLock<Vec<Vec<&[u8]>>> = LazyLock::new(|| {
        let mut words = vec![Vec::new(); (LONGEST + 1) * 26];
        for word in STOP.split_whitespace().map(str::as_bytes) {
            if let Some(these) = place(word).and_then(|at| words.get_mut(at)) {
                these.push(word);
            }
        }
        words
    });
    fn place(word: &[u8]) -> Option<usize> {
        let first = word.first()?.to_ascii_lowercase().checked_sub(b'a').filter(|first| *first < 26)?;
        (word.len() <= LONGEST).then_some(word.len() * 26 + usize::from(first))
    }
    let word = word.as_bytes();
    let these = place(word).and_then(|at| WORDS.get(at));
    these.is_some_and(|these| these.iter().any(|stop| stop.eq_ignore_ascii_case(word)))
}

/// What people shorten when they refer to a title.
const CLIPPED: &[(&str, &str)] = &[
    ("appt", "appointment"),
    ("appts", "appointments"),
    ("mtg", "meeting"),
    ("mtgs", "meetings"),
    ("mum", "mom"),
    ("gran", "grandma"),
    ("nan", "grandma"),
    ("doc", "doctor"),
    ("docs", "documents"),
    ("prez", "presentation"),
    ("bday", "birthday"),
    ("pressie", "present"),
    ("prezzie", "present"),
    ("pic", "photo"),
    ("pics", "photos"),
    ("lib", "library"),
    ("vit", "vitamin"),
    ("vits", "vitamins"),
    ("ch", "chapter"),
    ("elec", "electricity"),
    ("script", "prescription"),
    ("scripts", "prescriptions"),
    ("rx", "prescription"),
    ("chem", "chemistry"),
    ("uni", "university"),
    ("prof", "professor"),
    ("cert", "certificate"),
    ("certs", "certificates"),
    ("acct", "account"),
    ("inv", "invoice"),
    ("dept", "department"),
    ("rm", "room"),
];

/// The word with endings added and removed: plural, -ing, -ed.
pub(super) fn inflections(word: &str) -> Vec<String> {
    let mut out = vec![word.to_owned()];
    let Some(last) = word.chars().next_back() else { return out };
    for (short, long) in CLIPPED {
        if word == *short {
            out.push((*long).to_owned());
        } else if word == *long {
            out.push((*short).to_owned());
        }
    }
    if word.chars().count() < 3 || word.chars().any(|c| c.is_ascii_digit()) {
        return out;
    }
    if let Some((_, base)) = super::lexicon::PAST.iter().find(|(past, _)| *past == word) {
        out.push((*base).to_owned());
    }
    let mut stems = vec![word.to_owned()];
    for (ending, put) in [
        ("ies", "y"),
        ("ied", "y"),
        ("es", ""),
        ("s", ""),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
        ("ings", ""),
    ] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 3
            // "elis": Eli's, in a hurry.
            && !(ending == "s" && (stem.ends_with('s') || stem.ends_with('u')))
        {
            stems.push(format!("{stem}{put}"));
            // "planning" → "plan".
            let mut ends = stem.chars().rev();
            if put.is_empty()
                && matches!(ending, "ing" | "ed")
                && ends.next() == ends.next()
                && let Some((at, _)) = stem.char_indices().next_back()
            {
                stems.push(stem[..at].to_owned());
            }
        }
    }
    // "the passport renewal" for "Renew passport": a noun made of the verb.
    for (ending, put, least) in [
        ("al", "", 4),
        ("al", "e", 4),
        ("ment", "", 3),
        ("ation", "", 4),
        ("ation", "e", 4),
        ("ion", "", 5),
        ("ion", "e", 5),
        ("als", "", 4),
        ("ments", "", 3),
        ("ions", "e", 5),
        ("ions", "", 5),
    ] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= least
        {
            stems.push(format!("{stem}{put}"));
        }
    }
    for stem in stems {
        let end = stem.chars().next_back().unwrap_or(last);
        let cut = |n: usize| stem.char_indices().rev().nth(n - 1).map_or("", |(i, _)| &stem[..i]).to_owned();
        out.extend([format!("{stem}s"), format!("{stem}es"), format!("{stem}ing"), format!("{stem}ed")]);
        if !"aeiouwxy".contains(end) {
            out.extend([format!("{stem}{end}ing"), format!("{stem}{end}ed")]);
        }
        if end == 'e' {
            out.extend([format!("{}ing", cut(1)), format!("{stem}d")]);
        }
        if end == 'y' {
            out.extend([format!("{}ies", cut(1)), format!("{}ied", cut(1))]);
        }
        out.push(stem);
    }
    out.sort();
    out.dedup();
    out
}

/// "standup" for a title with "stand up", and the other way round.
fn join_neighbours<'t>(todos: &'t Todos, query: &[String]) -> Vec<Term<'t>> {
    let mut out = Vec::new();
    let mut n = 0;
    // "box 2 and 3" is no box 23.
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    while let Some(word) = query.get(n) {
        n += 1;
        let alone = || query.get(n).is_none_or(|next| todos.count_word(&format!("{word}{next}")) == 0);
        if number(word) || todos.count_word(word) > 0 && alone() {
            out.push(Term::plain(todos, word));
        } else if let Some(next) = query.get(n)
            && todos.count_word(&format!("{word}{next}")) > 0
        {
            out.push(Term::plain(todos, &format!("{word}{next}")));
            n += 1;
        } else {
            let halves = word
                .char_indices()
                .skip(2)
                .map(|(at, _)| word.split_at(at))
                .find(|(a, b)| b.len() >= 2 && todos.count_word(a) > 0 && todos.count_word(b) > 0);
            match halves {
                Some((a, b)) => out.extend([Term::plain(todos, a), Term::plain(todos, b)]),
                None => out.push(Term::plain(todos, word)),
            }
        }
    }
    out
}

/// Words that nobody misspells a title's by: what they leave open, or deny, is no name.
const OPEN: &str = " none nothing nobody noone nowhere never neither rest else other others some several few many more most less \
    every each any both either same such only matching remaining ";

/// Whether a word denies or leaves open what is meant.
pub(super) fn leaves_open(word: &str) -> bool {
    lists(OPEN, word)
}

/// Slips that a word of this length may have.
fn slack(len: usize) -> usize {
    match len {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// A word that may be misspelt, prepared for comparing with many others.
pub(super) struct Slip<'a> {
    word: &'a str,
    chars: usize,
    letters: u32,
}

impl<'a> Slip<'a> {
    pub(super) fn new(word: &'a str) -> Option<Self> {
        let chars = word.chars().count();
        let may_slip = slack(chars) > 0 && !word.chars().any(|c| c.is_ascii_digit()) && !leaves_open(word);
        may_slip.then(|| Self { word, chars, letters: letters(word) })
    }

    /// Whether it may mean this word.
    pub(super) fn means(&self, meant: &str) -> bool {
        self.is(meant, letters(meant))
    }

    fn is(&self, meant: &str, letters: u32) -> bool {
        // Its length is known without reading it; two slips change at most four bytes.
        if self.word.len().abs_diff(meant.len()) > 4 {
            return false;
        }
        // Letters that only one of the two has: a cheap bound before the real distance.
        let odd = (self.letters ^ letters).count_ones() as usize;
        if odd > 4 {
            return false;
        }
        // Hardly anybody puts a wrong letter first: "bread" is not "read".
        let (mut said, mut known) = (self.word.chars(), meant.chars());
        let (a, b) = ((said.next(), said.next()), (known.next(), known.next()));
        if a.0 != b.0 && (a.0, a.1) != (b.1, b.0) && a.0 != b.1 {
            return false;
        }
        let chars = meant.chars().count();
        let most = slack(self.chars.min(chars));
        most > 0
            && odd <= 2 * most
            && self.chars.abs_diff(chars) <= most
            && strsim::osa_distance(self.word, meant) <= most
    }
}

/// The title word that a misspelt one most likely means: the one that most titles have.
pub(super) fn meant<'t>(word: &str, todos: &'t Todos) -> Option<&'t str> {
    let slip = Slip::new(word)?;
    let like = todos.words_like(word, slack(slip.chars)).filter(|(w, letters)| slip.is(w, *letters));
    like.map(|(w, _)| w).max_by_key(|w| (todos.count_word(w), std::cmp::Reverse(*w)))
}

/// Whether `word` is `meant` with a slip of the finger.
pub(super) fn is_typo(word: &str, meant: &str) -> bool {
    Slip::new(word).is_some_and(|s| s.means(meant))
}

/// Title words that a misspelt word may mean; each is looked for once per message.
#[derive(Debug, Default)]
pub(super) struct Slips(RefCell<HashMap<String, Rc<[TodoId]>>>);

impl Slips {
    /// By their numbers.
    pub(super) fn of(&self, todos: &Todos, word: &str) -> Rc<[TodoId]> {
        if let Some(known) = self.0.borrow().get(word) {
            return Rc::clone(known);
        }
        // "emials": the plural of a misspelt word.
        let single = word.strip_suffix('s').filter(|w| w.chars().count() >= 5);
        let plural = || single.map(|w| self.of(todos, w)).unwrap_or_default();
        let mut found: Vec<TodoId> = match Slip::new(word) {
            Some(slip) => {
                let like = todos.words_like(word, slack(slip.chars)).filter(|(w, letters)| slip.is(w, *letters));
                // The same word may come twice.
                let like: BTreeSet<&str> = like.map(|(w, _)| w).collect();
                like.into_iter().flat_map(|w| todos.with_word(w)).collect()
            }
            None => Vec::new(),
        };
        found.sort_unstable();
        found.dedup();
        let found = if found.is_empty() { plural() } else { found.into() };
        self.0.borrow_mut().insert(word.to_owned(), Rc::clone(&found));
        found
    }
}

/// Todos whose whole title reads like this (rule 14), open ones only.
pub(crate) fn same_title(todos: &Todos, title: &str) -> Vec<TodoId> {
    let parts = words(title);
    let open = |id: &TodoId| todos.todo(*id).is_some_and(|t| !t.status.is_closed());
    let mut found: Vec<TodoId> = todos.titled(&parts).filter(open).collect();
    found.sort_unstable();
    found
}

/// Todos whose whole title occurs in a longer text: what a conversation was about.
pub(super) fn mentioned(todos: &Todos, text: &str) -> Vec<TodoId> {
    let said: BTreeSet<String> = words(text).into_iter().take(200).collect();
    let mut out = BTreeSet::new();
    for word in said.iter().filter(|w| !lists(STOP, w) && todos.count_word(w) <= 1_000) {
        for id in todos.with_word(word) {
            if todos.todo(id).is_some_and(|t| content(&t.title).iter().all(|w| said.contains(w))) {
                out.insert(id);
            }
        }
    }
    // "Report" within "Quarterly report" was not meant when the longer one was said.
    let title = |id: &TodoId| todos.todo(*id).map(|t| normal_title(&t.title)).unwrap_or_default();
    let longer: Vec<String> = out.iter().map(title).collect();
    out.iter()
        .filter(|id| {
            let t = title(id);
            !longer.iter().any(|l| l.len() > t.len() && l.contains(&t))
        })
        .copied()
        .collect()
}
