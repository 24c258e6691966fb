//! Numbers that are no date and no time: of a thing ("room 10:15"), how many ("5ish apples"), how much ("pay 9.30").

use super::guard::safe_next;
use super::prepositions::Prep;
use super::scan::Scan;
use super::times::Sure;
use super::when::Reading;
use super::{repeats, words};

const NUMBERED: [&str; 50] = [
    "version", "chapter", "room", "page", "part", "step", "grade", "score", "rated", "ratio", "task", "issue",
    "episode", "season", "lesson", "round", "set", "level", "track", "verse", "unit", "volume", "vol", "section",
    "phase", "stage", "item", "exercise", "question", "slide", "build", "size", "scale", "progress", "flat", "apt",
    "suite", "gate", "platform", "line", "no", "number", "nr", "day", "ticket", "sprint", "batch", "read", "aspect",
    "cut",
];

/// Whether what follows a word is the number of such a thing.
pub(super) fn numbers(word: &str) -> bool {
    NUMBERED.contains(&word) || matches!(word, "apartment" | "seat" | "row" | "building" | "class" | "terminal")
}

/// In front of figures that look like a date or a time, these say that they are none.
const COUNTED: [&str; 24] = [
    "version", "kernel", "chapter", "release", "firmware", "revision", "patch", "ios", "macos", "android", "ubuntu",
    "python", "order", "invoice", "lot", "room", "gate", "size", "scale", "ratio", "aspect", "verse", "serial",
    "model",
];

/// Behind them: "1:50 plan", "9:16 video", "12.12.12 batch", "5 o'clock shadow".
const FIGURED: [&str; 14] = [
    "scale", "plan", "model", "models", "ratio", "format", "aspect", "video", "map", "dilution", "batch", "version",
    "release", "shadow",
];

/// Those of them whose numbers look like whole dates.
const VERSIONED: [&str; 11] =
    ["version", "kernel", "release", "firmware", "revision", "patch", "ios", "macos", "android", "ubuntu", "python"];

/// "version 1.2.26", "room 10:15", "1:50 plan drawing": a number of something, where no word says that it is a day or a time.
pub(super) fn of_a_thing(scan: &Scan, at: usize, reading: &Reading) -> bool {
    // "invoice 2027-03-17", "invoice 26.12.2028", "room 12 march", "invoice 5 days from now", "invoice 8am": a date or a time
    // is no number of a thing.
    let years =
        scan.digits(at, 4).is_some() || scan.digits(at + 4, 4).is_some() && !scan.is(at.wrapping_sub(1), &VERSIONED);
    let figures = matches!(scan.mark(at + 1), Some('.' | ':' | '/')) && scan.glued(at + 1) && !years;
    let dated = scan.mark(at + 1) == Some('/') && reading.time.is_some();
    // "order 12 dec cards": so many of a thing.
    let of_thing = reading.time.is_none() && !safe_next(scan, reading.end);
    let before = at > 0 && scan.is(at - 1, &COUNTED) && (figures && !dated || of_thing);
    let after = scan.is(reading.end, &FIGURED) && scan.mark(at + 1).is_some() | (scan.word(at + 1) == "o'clock");
    reading.prep == Prep::None && scan.number(at).is_some() && (before || after || is_its_number(scan, at))
}

/// "chapter 5 may 7", "gate 5 dec 12": the number of the thing, as the day has one of its own behind its month.
fn is_its_number(scan: &Scan, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| scan.word(before)) else { return false };
    let one = before.strip_suffix('s').unwrap_or(before);
    let numbered = [before, one].into_iter().any(|noun| numbers(noun) || COUNTED.contains(&noun));
    let day = scan.digits(at + 2, 1).or(scan.digits(at + 2, 2)).is_some_and(|day| (1..=31).contains(&day));
    let hour = scan.is(at + 3, &["am", "pm", "h", "o'clock"])
        || matches!(scan.mark(at + 3), Some(':' | '.')) && scan.glued(at + 3);
    numbered && words::month(scan.word(at + 1)).is_some() && day && !hour
}

/// "5ish apples", "around 9 garden chairs": whether the words behind a number are what it counts.
pub(super) fn counted(scan: &Scan, end: usize) -> bool {
    const MEASURES: [&str; 12] =
        ["people", "men", "women", "children", "kids", "km", "mi", "kg", "percent", "more", "other", "of"];
    let behind = (end..end + 2).take_while(|at| !scan.at_end(*at) && !safe_next(scan, *at));
    let plural = |word: &str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    behind.into_iter().any(|at| plural(scan.word(at)) || scan.is(at, &MEASURES) || words::unit(scan, at).is_some())
}

/// "pay 9.30 tomorrow": so much, and no hour.
pub(super) fn amount(scan: &Scan, at: usize) -> bool {
    scan.is(
        at.wrapping_sub(1),
        &[
            "pay", "spend", "owe", "owes", "lend", "send", "transfer", "deposit", "deploy", "ship", "install", "run",
            "of",
        ],
    )
}

/// "transfer tomorrow 1500": so much money, wherever the verb stands.
pub(super) fn pays(scan: &Scan, at: usize) -> bool {
    (0..at)
        .any(|i| scan.is(i, &["pay", "spend", "owe", "lend", "send", "transfer", "deposit", "order", "invoice", "run"]))
}

/// "at 9 Main Street", "at 7 eleven".
pub(super) fn address(scan: &Scan, end: usize) -> bool {
    let street =
        ["street", "st", "avenue", "ave", "road", "rd", "lane", "drive", "blvd", "boulevard", "way", "square", "court"];
    scan.is(end, &["eleven", "main", "degrees", "percent"])
        || scan.is(end, &street)
        || scan.is(end + 1, &street)
        || price(scan, end)
}

/// "at 5 each", "at 20 euros": what one of them costs. "at 5 each day" is a time.
pub(super) fn price(scan: &Scan, end: usize) -> bool {
    let money =
        ["euro", "euros", "eur", "dollar", "dollars", "bucks", "pounds", "quid", "cents", "usd", "gbp", "chf", "lei"];
    let each = scan.is(end, &["each", "apiece"]) && !repeats::read(scan, end).iter().any(|c| c.end > end + 1);
    each || scan.is(end, &money)
}

/// "pay rent 12/25" is a date; "3/4 cup", "24/7", "part 2/5" and "1/2" are not.
pub(super) fn slash(scan: &Scan, reading: &Reading, strong: bool, before: &str) -> bool {
    let (first, second) = (scan.number(reading.start), scan.number(reading.start + 2));
    let (Some(first), Some(second)) = (first, second) else {
        return true;
    };
    if (first, second) == (24, 7) {
        return false;
    }
    // "24.12." at the end of a sentence may be a price.
    let dotted = scan.mark(reading.start + 1) == Some('.');
    if dotted || strong || reading.prep == Prep::For || before == "to" {
        let to = before == "to" && scan.moved_before(reading.start);
        return (strong || to || !dotted) && safe_next(scan, reading.end);
    }
    if second > 12 && first > 12 {
        return reading.prep == Prep::None && scan.at_end(reading.end) && meets(scan, reading.start);
    }
    // Parts that things are measured in: "drill bit 3/8".
    let fraction = first < second && matches!(second, 2..=5 | 8 | 10);
    let numbered = numbers(before) || (first, second) == (9, 11);
    // "the inspector's visit 3/4 at 10am": a time of its own makes it a day.
    let timed = super::when::time_after(scan, reading.end).is_some_and(|(end, time)| match time.sure {
        Sure::Yes => true,
        Sure::BareHour => scan.word(reading.end) == "at" && safe_next(scan, end) && !address(scan, end),
        _ => false,
    });
    let day = timed || scan.at_end(reading.end) && (!fraction || meets(scan, reading.start));
    reading.prep == Prep::None && day && !numbered && !before.is_empty()
}

/// "meet Lee 9/10", "see the vet 3/4": somebody is met on a day, and by no fraction.
fn meets(scan: &Scan, at: usize) -> bool {
    const MEETS: [&str; 15] = [
        "meet",
        "see",
        "visit",
        "call",
        "phone",
        "ring",
        "lunch",
        "dinner",
        "breakfast",
        "coffee",
        "drinks",
        "appointment",
        "meeting",
        "party",
        "flight",
    ];
    let first = scan.any_words(0, &["remind me to", "i need to", "add", "new", "schedule", "please"]).unwrap_or(0);
    let noun = scan.skip_any(first, &["a", "an", "the", "my", "have"]);
    noun < at && scan.is(noun, &MEETS) && !scan.is(at.wrapping_sub(1), &["the", "a", "of", "room", "gate"])
}
