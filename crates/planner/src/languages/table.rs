//! What a language is to the planner: its closed-class words and phrases, as data.
//!
//! Word lists are separated by blanks, folded (no diacritics). `a|b=x c=y` gives words a meaning. A pattern
//! is words and slots: `a|b` either, `a_b` two words, `x?` may be missing, `<n>` a number, `<f>` minutes, `<o>` an ordinal,
//! `<q>` its figure, `<w>` a weekday, `<h>` a weekday as a habit ("montags"), `<m>` a month, `<u>` a unit, `<v>` minutes or
//! hours, `<p>` a part of the day, `<d>` a day, `<t>` a time, `<H>` one or a figure, `<L>` a length, `<X>` a number and a half, `<c>` a clock ("15:30", "Freitag 15.30"), `<N>` a numeric date,
//! `<S>` one that cannot be anything else, `<y>` a year, `<l>` a level, `*` any words, `:` a colon before, `^` the sentence begins, `$` it ends. `<C>` is a clock
//! that a word beside it tells from a price ("um 9.30"), `<k>` a number that counts nothing behind it, `<D>` the figure of a
//! day, `<E>` that of one behind "every", `<R>` two of them ("3-7"), `<F>` a feast, `!x` no such thing next.

use crate::once::{Once, listed};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a temporal or other small phrase says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// How it repeats.
    Every,
    /// The day, perhaps with its time.
    When,
    /// The part of a day.
    Part,
    /// The time.
    At,
    /// When it starts.
    From,
    /// When it must be done, or how long it repeats.
    By,
    /// The day it was planned for.
    Of,
    /// By how much it moves.
    Shift,
    /// How long it takes.
    For,
    /// How often a repetition happens in all.
    Times,
    /// The priority.
    Level,
    /// A label.
    Label,
}

/// What a clause asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Deed {
    /// Something new.
    Add,
    Complete,
    /// Days of a series that are left out: only where a series and its days are named.
    Off,
    /// Weekdays that it has no more, or a day from which it is no more: only where a series and these are named.
    NoMore,
    /// The weekdays that are left out of it: as above.
    Except,
    /// The only weekdays of it: only where some are named.
    Only,
    /// A report that something is done: only where title and report agree wholly.
    Done,
    Reopen,
    Delete,
    Move,
    /// Set, put: what is meant follows from the phrase beside it.
    Put,
    /// The day it must be done by.
    Due,
    Rename,
    High,
    Low,
    Start,
    Hold,
    Skip,
    Note,
    Unrepeat,
    Undate,
    Undo,
    /// The last change of a kind: "the rename".
    UndoOf,
    /// The last so many.
    UndoSome,
    Redo,
    List,
    Count,
    WhenIs,
    Talk,
    /// Asks for an opinion or a reason: never an instruction.
    Wonder,
}

/// One language.
pub(super) struct Language {
    /// Two letters.
    pub(super) code: &'static str,
    /// Words that hardly any English text has, folded or with their diacritics.
    pub(super) strong: &'static str,
    /// Closed-class words that other languages may share.
    pub(super) weak: &'static str,
    /// Words of whole sentences; text with one of them is no bare title.
    pub(super) finite: &'static str,
    /// Articles, possessives and the like: name no todo.
    pub(super) stop: &'static str,
    /// Prepositions that may be left at the edges of a name.
    pub(super) edges: &'static str,
    /// "todo" in this language.
    pub(super) nouns: &'static str,
    /// Words for a set of todos.
    pub(super) all: &'static str,
    /// Adjectives of sets with their English.
    pub(super) traits: &'static str,
    /// "it", "them".
    pub(super) it: &'static str,
    pub(super) them: &'static str,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    /// "if".
    pub(super) ifs: &'static str,
    /// "then", "also": after a conjunction.
    pub(super) then: &'static str,
    pub(super) not: &'static str,
    /// With one of these a past participle reports nothing: "de plătit", "zu kaufen".
    pub(super) undone: &'static str,
    /// Said of what is only supposed.
    pub(super) conditions: &'static str,
    /// Said before an instruction, longest first.
    pub(super) leads: &'static [&'static str],
    /// Said after it.
    pub(super) tails: &'static [&'static str],
    /// A stretch between marks that only greets, thanks, hopes or excuses.
    pub(super) bows: &'static [&'static str],
    /// Whom a letter is to, in front of its first comma.
    pub(super) addresses: &'static [&'static str],
    /// How a letter ends, in front of a name.
    pub(super) closes: &'static [&'static str],
    /// How one asks kindly for what follows.
    pub(super) asks: &'static [&'static str],
    /// At the end of what is asked so.
    pub(super) could: &'static str,
    /// Says nothing at the end.
    pub(super) sighs: &'static str,
    /// `d'`, `l'` are words of their own.
    pub(super) elides: bool,
    /// Pronouns joined to the word before them.
    pub(super) attached: &'static str,
    /// Words that are never taken apart.
    pub(super) joined: &'static str,
    /// Words joined to the one behind them.
    pub(super) leading: &'static str,
    /// Verbs that pronouns are joined to without a mark.
    pub(super) hosts: &'static str,
    /// How an infinitive ends: at the front of a sentence it may be a note to oneself.
    pub(super) infinitives: &'static [&'static str],
    pub(super) numbers: &'static str,
    pub(super) ordinals: &'static str,
    pub(super) weekdays: &'static str,
    /// Words in front of a date that belong to it: read without them it is another.
    pub(super) before_dates: &'static str,
    /// Words behind one.
    pub(super) behind_dates: &'static str,
    /// Weekdays by two or three letters: only beside a time or a date (see `Reader::short_weekday`).
    pub(super) short_weekdays: &'static str,
    pub(super) habits: &'static str,
    pub(super) months: &'static str,
    pub(super) units: &'static str,
    pub(super) parts: &'static str,
    /// Words that set a new value against what was said before.
    pub(super) corrections: &'static str,
    /// In front of a value that was said before otherwise: "nimm 10 Uhr".
    pub(super) makes: &'static str,
    /// Behind it: "mach 10 Uhr draus".
    pub(super) made: &'static str,
    /// Says that what was proposed is not wanted, words joined by `_`.
    pub(super) cancels: &'static str,
    /// Says that something is wanted as well.
    pub(super) too: &'static str,
    /// Says that another gets the same, words joined by `_`.
    pub(super) same: &'static str,
    /// What a change is called that is to be taken back, words joined by `_`, with its English.
    pub(super) changes: &'static str,
    pub(super) levels: &'static str,
    /// Days without a preposition.
    pub(super) days: &'static [(&'static str, &'static str)],
    /// What only looks like one: "guten Morgen".
    pub(super) named: &'static [&'static str],
    /// What says behind a repetition that nothing ends it.
    pub(super) endless: &'static [&'static str],
    /// Times without one.
    pub(super) times: &'static [(&'static str, &'static str)],
    /// Whole phrases.
    pub(super) phrases: &'static [(Kind, &'static str, &'static str)],
    /// Instructions.
    pub(super) frames: &'static [(Deed, &'static str)],
    /// Infinitives and the like that are an instruction only about a todo that is there.
    pub(super) notes: &'static [(Deed, &'static str)],
    /// Answers to a question, with their English.
    pub(super) answers: &'static [(&'static str, &'static str)],
    /// Small words taken off the front of a new title.
    pub(super) title_leads: &'static [&'static str],
}

/// Whether a blank-separated list has the word.
pub(super) fn has(list: &'static str, word: &str) -> bool {
    // Asked for every word in every language: a short list is not taken apart.
    if list.len() < SHORT {
        return !word.is_empty() && listed(list, b' ', word);
    }
    static ALL: Once<FxHashSet<&'static str>> = Once::new();
    ALL.of(list.as_bytes(), || list.split(' ').filter(|entry| !entry.is_empty()).collect()).contains(word)
}

/// The meaning of a word in a list of `a|b=x`.
pub(super) fn meaning(list: &'static str, word: &str) -> Option<&'static str> {
    static ALL: Once<FxHashMap<&'static str, &'static str>> = Once::new();
    let read = || {
        let mut all = FxHashMap::default();
        for (said, means) in list.split(' ').filter_map(|entry| entry.split_once('=')) {
            for word in said.split('|') {
                all.entry(word).or_insert(means);
            }
        }
        all
    };
    ALL.of(list.as_bytes(), read).get(word).copied()
}

/// A shorter list is read through sooner than it is looked up.
const SHORT: usize = 64;
