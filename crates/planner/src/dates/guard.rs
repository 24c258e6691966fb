//! Whether the words around a reading leave it a date. False positives are what users of quick add
//! complain about most (TODOS.md), so in a sentence a doubtful reading is no date at all.

use super::holidays;
use super::listed;
use super::prepositions::Prep;
use super::scan::{Mode, Scan};
use super::things;
use super::times::{self, Sure};
use super::titled;
use super::when::{Class, Day, Named, Reading};
use super::words;

/// Words that may follow a date or an hour without turning it into something else.
const SAFE_NEXT: [&str; 58] = [
    "at",
    "on",
    "in",
    "by",
    "for",
    "with",
    "and",
    "or",
    "then",
    "to",
    "from",
    "until",
    "till",
    "due",
    "before",
    "after",
    "every",
    "each",
    "pls",
    "please",
    "today",
    "tomorrow",
    "tonight",
    "tmr",
    "tmrw",
    "this",
    "next",
    "starting",
    "daily",
    "weekly",
    "monthly",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "because",
    "if",
    "but",
    "so",
    "as",
    "not",
    "instead",
    "again",
    "via",
    "about",
    "sharp",
    "p1",
    "is",
];

/// Words that make a name of a weekday after them.
const WEEKDAY_NAMES_BEFORE: [&str; 30] = [
    "carnival",
    "mothering",
    "trinity",
    "black",
    "good",
    "ash",
    "taco",
    "freaky",
    "ruby",
    "bloody",
    "manic",
    "casual",
    "cyber",
    "palm",
    "super",
    "tgi",
    "man",
    "girl",
    "gal",
    "blue",
    "giving",
    "shrove",
    "fat",
    "maundy",
    "throwback",
    "sheffield",
    "easter",
    "holy",
    "pancake",
    "bowl",
];

/// Words that make a name of a weekday before them.
const WEEKDAY_NAMES_AFTER: [&str; 17] = [
    "times",
    "school",
    "best",
    "addams",
    "blues",
    "magazine",
    "supplement",
    "telegraph",
    "post",
    "herald",
    "mirror",
    "express",
    "roast",
    "driver",
    "island",
    "club",
    "ish",
];

/// After "sun", "sat", "wed", "mon" at the end of a sentence, these say it is the word, not the day.
const NOT_A_DAY_AFTER: [&str; 48] = [
    "the", "a", "my", "some", "in", "more", "much", "less", "enough", "up", "of", "under", "from", "rising", "setting",
    "get", "catch", "enjoy", "avoid", "need", "want", "love", "like", "midnight", "morning", "evening", "no", "direct",
    "full", "buy", "read", "who", "cat", "dog", "he", "she", "they", "we", "i", "you", "it", "was", "have", "never",
    "just", "newly", "to", "and",
];

/// Books whose chapters and verses look like times.
const BOOKS: [&str; 26] = [
    "john",
    "luke",
    "mark",
    "matthew",
    "genesis",
    "psalm",
    "psalms",
    "exodus",
    "proverbs",
    "romans",
    "acts",
    "isaiah",
    "revelation",
    "james",
    "peter",
    "corinthians",
    "hebrews",
    "job",
    "ruth",
    "daniel",
    "joshua",
    "ecclesiastes",
    "philippians",
    "ephesians",
    "galatians",
    "surah",
];

const HOLIDAY_NOUNS: [&str; 34] = [
    "card",
    "cards",
    "tree",
    "trees",
    "present",
    "presents",
    "gift",
    "gifts",
    "party",
    "dinner",
    "shopping",
    "song",
    "songs",
    "market",
    "markets",
    "lights",
    "decorations",
    "music",
    "movie",
    "movies",
    "costume",
    "costumes",
    "candy",
    "sale",
    "sales",
    "deals",
    "resolution",
    "resolutions",
    "island",
    "bunny",
    "eggs",
    "carol",
    "pudding",
    "jumper",
];

/// "send the report from friday to Tom": of which day it is, and not when.
fn sent(scan: &Scan, reading: &Reading) -> bool {
    const SENDS: [&str; 14] = [
        "send", "forward", "email", "mail", "give", "show", "bring", "return", "hand", "deliver", "post", "submit",
        "share", "pass",
    ];
    let to = || scan.word(reading.end) == "to" && super::when::day(scan, reading.end + 1).is_none();
    let from = reading.prep == Prep::From || scan.word_before(reading.start) == "from";
    from && reading.time.is_none() && (0..3).any(|i| scan.is(i, &SENDS)) && to()
}

/// "the friday paper", "the 2026-11-30 invoice": which one of such things it is, and not when.
fn which_one(scan: &Scan, reading: &Reading, day: &Day) -> bool {
    // "the coming friday" is a day.
    let bare = |at: usize| scan.number(at).is_some() || words::weekday(scan.word(at)).is_some();
    let the = scan.word(reading.start) == "the" && bare(reading.start + 1)
        || scan.word_before(reading.start) == "the" && bare(reading.start);
    let figures = scan.digits(scan.skip_word(reading.start, "the"), 4).is_some();
    let named = day.class == Class::Weekday || figures;
    let timed = reading.time.as_ref().is_some_and(|time| time.sure != Sure::Part);
    let end = reading.end;
    // "the friday ago", "the friday before": words of time are no thing.
    let thing = !safe_next(scan, end) && !scan.is(end, &["ago", "past", "before", "after"]);
    the && named && !timed && reading.prep == Prep::None && thing && scan.mark(end).is_none()
}

pub(super) fn admits(scan: &Scan, at: usize, reading: &Reading) -> bool {
    if !fits(scan, reading) {
        return false;
    }
    if scan.lenient() {
        return true;
    }
    let named = reading.day.is_some() && titled::addressed(scan, reading.start);
    if named || things::of_a_thing(scan, at, reading) || sent(scan, reading) {
        return false;
    }
    // A possessive is asked for by questions about todos; the thing that follows is the todos.
    let possessive = scan.mode == Mode::Possessive;
    match (&reading.day, &reading.time) {
        (None, None) => false,
        (Some(_), None) if is_matter(scan, at) => false,
        (None, Some(time)) => !possessive && lone_time(scan, at, reading, time.sure),
        (Some(day), _) if !possessive && which_one(scan, reading, day) => false,
        (Some(day), Some(time)) => {
            // After a day "at 9" is a time, unless it is an address.
            let hour = !matches!(time.sure, Sure::BareHour | Sure::Phrase) || !things::address(scan, reading.end);
            let part = time.sure != Sure::Part
                || !scan.is(reading.end, &["lights", "live", "football", "fever", "raw", "quarterback"]);
            let day = match day.class {
                Class::Phrase | Class::Month => false,
                Class::Weekday => weekday(scan, reading),
                Class::Sure => sure_day(scan, at, reading),
                _ => true,
            };
            hour && part && day
        }
        (Some(day), None) => {
            let doubtful = matches!(day.class, Class::ShortWeekday | Class::DayOfMonth);
            lone_day(scan, at, reading, day) || doubtful && listed::among(scan, reading)
        }
    }
}

/// "email Kim about next week", "ask Sam if friday works": the day is what is talked about.
fn is_matter(scan: &Scan, at: usize) -> bool {
    const ABOUT: [&str; 4] = ["about", "re", "regarding", "concerning"];
    const TALKS: [&str; 15] = [
        "email", "e-mail", "mail", "ask", "talk", "speak", "text", "call", "phone", "tell", "message", "chat", "write",
        "ring", "consult",
    ];
    let talks = |end: usize| (0..end.min(3)).any(|i| scan.is(i, &TALKS));
    let before = scan.word_before(at);
    talks(at)
        && (ABOUT.contains(&before) || ABOUT.contains(&scan.word(at)) || matches!(before, "if" | "whether"))
        // "call mom at about 5" has no day; "remind me to ask Kim about it tomorrow" has one.
        && at > 1
}

/// Whether the preposition goes with what follows.
fn fits(scan: &Scan, reading: &Reading) -> bool {
    let first = scan.word(scan.skip_word(reading.start, "the"));
    let edge = matches!(first, "end" | "start" | "beginning" | "mid" | "middle" | "early" | "late");
    match (&reading.day, reading.prep) {
        (_, Prep::At) if reading.fuzzy => true,
        (None, Prep::In | Prep::On | Prep::During) => false,
        (None, Prep::For) => reading.time.as_ref().is_some_and(|time| time.sure != Sure::BareHour),
        (None, _) => true,
        (Some(day), Prep::In) => {
            matches!(day.named, Named::Period { .. }) && day.class != Class::Weekend
                // "in wednesday …" begins a sentence so; "hand in, monday" does not.
                || day.class == Class::Weekday && reading.start == 1
                || edge
        }
        (Some(day), Prep::At) => matches!(day.class, Class::Holiday | Class::Weekend) || edge || reading.time.is_some(),
        (Some(day), Prep::During) => matches!(day.named, Named::Period { .. }) || day.class == Class::Holiday,
        (Some(_), _) => true,
    }
}

/// Whether what follows cannot be counted by the number before it.
pub(super) fn safe_next(scan: &Scan, end: usize) -> bool {
    scan.at_end(end) || scan.is(end, &SAFE_NEXT)
}

fn lone_time(scan: &Scan, at: usize, reading: &Reading, sure: Sure) -> bool {
    let before = scan.word_before(at);
    let announced = reading.prep != Prep::None;
    match sure {
        Sure::Yes => {
            let verse = BOOKS.contains(&before)
                || matches!(before, "ratio" | "score" | "aspect" | "verse" | "chapter" | "track");
            // "a mile in 6:30" is how long it takes.
            let length = matches!(before, "in" | "under" | "sub" | "pace" | "beat");
            let glued_clock = scan.mark(at + 1) == Some(':');
            // "fix the 5pm crash": which one.
            let which = before == "the" && reading.prep == Prep::None && !safe_next(scan, reading.end);
            let tail = scan.is(reading.end, &["mile", "miles", "km", "pace", "split"]);
            // "movie night at 8pm": a name, and an hour behind it.
            let name = times::part(scan.word(reading.start)).is_some() && !before.is_empty();
            !(glued_clock && (verse || length) || tail || which || name)
        }
        Sure::BareHour => {
            let end = reading.end;
            let measured = matches!(
                before,
                "look"
                    | "looking"
                    | "looked"
                    | "stare"
                    | "peek"
                    | "good"
                    | "best"
                    | "bad"
                    | "divide"
                    | "multiply"
                    | "reduce"
                    | "increase"
                    | "grow"
                    | "cut"
                    | "one"
            );
            let dimensions = reading.prep == Prep::By
                && (words::number_word(scan, at.saturating_sub(1)).is_some()
                    || at > 0 && scan.number(at - 1).is_some());
            // "at 5 or 6" is asked about.
            let other = reading.prep == Prep::At && scan.word(end) == "or";
            let more = scan.is(end, &["to", "or", "and"])
                && !other
                && (scan.number(end + 1).is_some() || words::number_word(scan, end + 1).is_some());
            // "remind me at six to …", but not "nine to five".
            let led = reading.prep == Prep::At && !reading.fuzzy;
            let span = more || scan.is(end, &["to"]) && !led || scan.mark(end) == Some('-');
            let strong = matches!(reading.prep, Prep::At | Prep::By | Prep::Before | Prep::Until | Prep::After);
            let up_to = scan.is(at, &["up"]);
            let counts = measured || dimensions || up_to || things::price(scan, end);
            // "around 9 coffee", "coffee around 9": nothing is counted by it.
            let rough = reading.fuzzy
                && (at == 0 && !things::counted(scan, end)
                    || scan.word(at) == "around" && scan.at_end(end) && !before.is_empty());
            (rough || strong && !reading.fuzzy && safe_next(scan, end)) && !counts && !span
        }
        Sure::Named => {
            announced && !before.is_empty() && safe_next(scan, reading.end)
                || announced && at == 0
                || scan.at_end(reading.end) && before != "high"
        }
        Sure::Part => scan.is(reading.start, &["in"]) && scan.word(reading.start + 1) == "the",
        Sure::Phrase => reading.prep == Prep::At && safe_next(scan, reading.end),
    }
}

/// "remind me [the 27th] to feed the cat": what stands there is when.
fn when_reminded(scan: &Scan, at: usize, reading: &Reading) -> bool {
    is_reminded(scan, at) && reading.prep == Prep::None && scan.word(reading.end) == "to"
}

/// "feed the cat [christmas eve]", "dinner for six [easter monday]", "send flowers [mother's day] please": a day by its name at the end of what is to be done with
/// something. What is watched, planned or talked about is called so.
fn feast_behind(scan: &Scan, reading: &Reading) -> bool {
    const OF_IT: [&str; 30] = [
        "the",
        "a",
        "an",
        "my",
        "our",
        "your",
        "of",
        "for",
        "about",
        "on",
        "in",
        "by",
        "to",
        "with",
        "and",
        "or",
        "is",
        "it's",
        "was",
        "like",
        "happy",
        "this",
        "next",
        "last",
        "every",
        "each",
        "called",
        "celebrate",
        "plan",
        "until",
    ];
    const TITLED: [&str; 10] =
        ["watch", "rewatch", "read", "reread", "play", "stream", "see", "movie", "film", "write"];
    let (start, end) = (reading.start, reading.end);
    let day = scan.word(end - 1);
    let named = end > start + 1 && (matches!(day, "eve" | "day") || words::weekday(day).is_some());
    let said = |at: usize| !scan.word(at).is_empty() || scan.number(at).is_some();
    let object = start > 2 && (0..3).all(|back| said(start - 1 - back));
    let titled = (0..start).any(|at| scan.is(at, &TITLED));
    let closed =
        scan.at_end(end) || scan.is(end, &["please", "pls"]) || scan.any_words(end, &["and then", "then"]).is_some();
    reading.prep == Prep::None && named && object && closed && !titled && !scan.is(start - 1, &OF_IT)
}

/// Whether "remind me" stands in front.
pub(super) fn is_reminded(scan: &Scan, at: usize) -> bool {
    at > 1 && scan.word(at - 2) == "remind" && scan.is(at - 1, &["me", "us"])
}

/// "schedule the dentist [for christmas eve]": what is scheduled is so for a day, at the end.
fn scheduled_for(scan: &Scan, at: usize, reading: &Reading) -> bool {
    let orders = (0..at.min(3)).any(|i| scan.is(i, &["schedule", "reschedule"]));
    orders && reading.prep == Prep::For && scan.at_end(reading.end)
}

fn lone_day(scan: &Scan, at: usize, reading: &Reading, day: &Day) -> bool {
    // "learn about the sun", "ask about March": what it is about is no date.
    if (scan.word(at) == "about" || scan.word_before(at) == "about")
        && matches!(day.class, Class::Weekday | Class::ShortWeekday | Class::Month)
    {
        return false;
    }
    let before = scan.word_before(at);
    let end = reading.end;
    if when_reminded(scan, at, reading) || scheduled_for(scan, at, reading) {
        return day.class != Class::Phrase;
    }
    let strong = matches!(
        reading.prep,
        Prep::On
            | Prep::By
            | Prep::Before
            | Prep::Due
            | Prep::Until
            | Prep::Through
            | Prep::Start
            | Prep::Since
            | Prep::After
    );
    match day.class {
        Class::Phrase => false,
        Class::Sure => sure_day(scan, at, reading),
        Class::Weekday => weekday(scan, reading),
        Class::ShortWeekday => {
            let safe = scan.at_end(end) || scan.is(end, &["and", "or", "at", "to", "through", "then"]);
            (strong || reading.prep == Prep::For || reading.prep == Prep::From)
                && !matches!(scan.word(end), "cream" | "down" | "nav" | "hat")
                || safe && reading.prep == Prep::None && !before.is_empty() && !NOT_A_DAY_AFTER.contains(&before)
                // "call mei, mon": set apart by the only comma.
                || reading.prep == Prep::None && at == 0 && scan.mark(end) == Some(':') && scan.glued(end)
                || scan.at_end(end)
                    && reading.prep == Prep::None
                    && at > 1
                    && matches!(scan.mark(at - 1), Some('-' | '–' | '—')) && !scan.glued(at)
                || scan.at_end(end)
                    && reading.prep == Prep::None
                    && at > 1
                    && scan.mark(at - 1) == Some(',')
                    && (0..at - 1).all(|i| scan.mark(i) != Some(','))
        }
        // "early may bank holiday"
        Class::Month if scan.is(end, &["bank"]) && scan.is(end + 1, &["holiday", "holidays"]) => false,
        Class::Month => {
            strong
                || matches!(reading.prep, Prep::In | Prep::During)
                || matches!(day.named, Named::Invalid { .. }) && scan.at_end(end)
                || reading.fuzzy
                || reading.prep == Prep::From && !scan.is(reading.start, &["may", "march", "april", "june", "august"])
        }
        Class::DayOfMonth => {
            // "for the 5th" and not "for the first time".
            let figures = scan.number(scan.skip_word(reading.start, "the")).is_some();
            let led =
                strong || reading.prep == Prep::From || reading.prep == Prep::For && figures || matches!(before, "to");
            let late_enough = !scan.is(reading.start, &["first", "second", "third"])
                && (day.date().is_some_and(|date| date.day() >= 13) || figures && behind_a_thing(scan, at));
            led && safe_next(scan, end) || late_enough && scan.at_end(end) && scan.is(reading.start, &["the"])
        }
        Class::Slash => things::slash(scan, reading, strong, before),
        Class::Holiday => {
            let led = strong || matches!(reading.prep, Prep::At | Prep::During);
            let yearly = scan.any_words(end, &["every year", "each year", "yearly", "annually"]).is_some();
            (led || yearly || feast_behind(scan, reading)) && !scan.is(end, &HOLIDAY_NOUNS)
        }
        Class::Weekend => {
            (strong || matches!(reading.prep, Prep::At | Prep::During | Prep::For))
                && !scan.is(end, &["bag", "trip", "getaway", "edition", "plans"])
        }
    }
}

/// "pay rent the 3rd", "add dentist the 12th": the day stands behind what is to be done. "watch the 2nd" and "read chapter the 3rd"
/// name a thing, "Henry the 8th" somebody.
fn behind_a_thing(scan: &Scan, at: usize) -> bool {
    const NUMBERED: [&str; 14] = [
        "chapter", "part", "book", "volume", "season", "episode", "level", "page", "round", "grade", "year", "floor",
        "stage", "act",
    ];
    const LEADS: [&str; 19] = [
        "to", "and", "or", "of", "for", "in", "at", "with", "than", "from", "as", "is", "are", "was", "be", "about",
        "into", "like", "beat",
    ];
    let (before, first) = (scan.word_before(at), at.checked_sub(2).map_or("", |i| scan.word(i)));
    let thing = !before.is_empty() && !first.is_empty() && !NUMBERED.contains(&before) && !LEADS.contains(&before);
    // "remind me to watch the 2nd": behind the verb is what it is about.
    let verb = matches!(first, "to" | "and" | "then" | "please" | "me");
    thing && !verb && !at.checked_sub(1).is_some_and(|before| scan.upper(before))
}

fn weekday(scan: &Scan, reading: &Reading) -> bool {
    // The word before the weekday itself, behind any preposition.
    let before = scan.word_before(reading.start);
    let part_of_name = WEEKDAY_NAMES_BEFORE.contains(&before) || holidays::ends_with(scan, reading.start);
    let names = scan.is(reading.end, &WEEKDAY_NAMES_AFTER);
    let fever = reading.time.is_none() && scan.is(reading.end, &["night"]);
    !part_of_name && !names && !fever
}

/// Phrases that are dates nearly always, and the exceptions people write.
fn sure_day(scan: &Scan, at: usize, reading: &Reading) -> bool {
    let before = scan.word_before(reading.start);
    let first = scan.word(reading.start);
    let word_before = scan.word_before(at);
    match first {
        "today" => !(before == "usa" || scan.is(reading.end, &["show"])),
        "tonight" => !scan.is(reading.end, &["show"]),
        "tomorrow" => {
            !(before == "of" && reading.prep == Prep::None && scan.mode == Mode::Sentence
                || scan.is(reading.end, &["never", "land", "x"]))
        }
        // "buy 2 may flowers": so many of something that is called after a month.
        _ if scan.number(reading.start).is_some()
            && reading.end == reading.start + 2
            && reading.prep == Prep::None
            && scan.is(reading.start + 1, &["may", "march", "mar", "jan", "april", "june", "august"]) =>
        {
            scan.word(reading.end).is_empty() || safe_next(scan, reading.end)
        }
        // Names and verbs: "they may 5 …", "call jan 5 times", "march 10 miles".
        "may" | "march" | "mar" | "jan" | "april" | "june" | "august" if scan.number(reading.start + 1).is_some() => {
            let next = scan.word(reading.end);
            let ordinal = matches!(scan.word(reading.start + 2), "st" | "nd" | "rd" | "th");
            let counted = next.len() > 2 && next.ends_with('s') && !matches!(next, "this" | "pls" | "as")
                || matches!(
                    next,
                    "people"
                        | "km"
                        | "mi"
                        | "kg"
                        | "men"
                        | "women"
                        | "children"
                        | "abreast"
                        | "percent"
                        | "min"
                        | "more"
                        | "apples"
                );
            let subject =
                matches!(word_before, "i" | "we" | "you" | "they" | "he" | "she" | "it" | "that" | "who" | "which");
            !subject && (ordinal || !counted || reading.prep != Prep::None)
        }
        _ => true,
    }
}
