//! Which language a message is in. English, and what could be English, is none of ours: one word that English
//! texts do not have must be there, and more evidence for the language than twice that for English.

use super::concepts;
use super::pattern::{FIRST_NAMES, Phrase, Reader};
use super::table::{Kind, Language, has, meaning};
use super::words::{Word, words};
use super::{french::FRENCH, german::GERMAN, romanian::ROMANIAN, spanish::SPANISH};
use crate::dates::Clock;
use countersign_core::todos::Todos;

/// The languages that are known.
pub(super) const ALL: [&Language; 4] = [&GERMAN, &SPANISH, &FRENCH, &ROMANIAN];

/// Words of English sentences to a planner. Those that another language has too ("die", "an", "son") are not here.
const ENGLISH: &str = "the a to of and or for with at by my your our this that these those it is are be been do does did \
    don't doesn't not i i'm i've i'll me you we they he she his her their its have has had can could \
    would should shall must need please add create buy call delete remove move set make mark done \
    complete finish remind reminder remember tomorrow today tonight yesterday next last every each all \
    show list what what's which when when's where why how who change rename reschedule postpone push \
    undo cancel schedule label tag from until before after about into onto on off out up down up task \
    tasks todo todos to-do meeting email send write read book pay get give take put go clean fix check \
    check-in review prepare order pick drop finish start stop skip high low medium priority urgent week month \
    year day hours hour minutes minute mins days weeks months years class report monday tuesday \
    wednesday thursday friday saturday sunday morning afternoon evening night noon midnight january \
    february march april june july august september october november december dinner lunch breakfast \
    appointment with without first second third one two three four five yes no thanks hello hi hey just \
    also now then than if because but so there here new old more most some any see watch visit plan \
    plant wash water cook eat drink learn study practice work walk run swim think know want let it's \
    let's i'd isn't aren't wasn't weren't won't can't couldn't shouldn't wouldn't hasn't haven't didn't that's there's \
    he's she's they're we're we've we'll you're it'll who's";

/// English words that others say as well.
const LOANED: &str = "meeting report review check-in call lunch";

/// The languages a message may be in, the likeliest first; none = English, or what could be.
pub(super) fn languages(text: &str, todos: &Todos, clock: &Clock) -> Vec<&'static Language> {
    let plain = words(text, None);
    // "y", "y please": a key that was meant for a question, and no Spanish "and".
    if !plain.is_empty() && plain.iter().all(|w| has(ENGLISH, &w.fold) || w.fold == "y") {
        return Vec::new();
    }
    // "à" is no "a".
    let typed = |w: &Word| has(ENGLISH, &w.fold) && w.lower != "à";
    // "lösche buy milk please": said so in any language.
    let polite = plain.last().is_some_and(|w| !w.quoted && has("please pls thanks", &w.fold));
    let plain = plain.get(..plain.len() - usize::from(polite && plain.len() > 1)).unwrap_or(&plain);
    let all_english = count(plain, typed) as i32 + i32::from(has_english_day(text, plain, clock));
    let named = count(plain, |w| typed(w) && todos.count_word(&w.fold) > 0) as i32;
    let mut found: Vec<(i32, &'static Language)> = Vec::new();
    // Those that no word of theirs alone tells.
    let mut guessed: Vec<&'static str> = Vec::new();
    for language in ALL {
        let mut said = words(text, Some(language));
        // "inks est 30m": how long it takes, and no French verb.
        let estimate = |at: usize| {
            let next = said.get(at + 1).map_or("", |w| w.fold.as_str());
            next.starts_with(|ch: char| ch.is_ascii_digit()) && said.get(at).is_some_and(|w| w.fold == "est")
        };
        if let Some(at) = (0..said.len()).find(|at| estimate(*at)) {
            said.remove(at);
        }
        // "supprime Fix bike": an English title behind a command of the language is a name.
        let orders = said.first().is_some_and(|w| {
            !w.quoted
                && !has(ENGLISH, &w.fold)
                && has(language.strong, &w.fold)
                && super::sentence::deed(language, &w.fold).is_some()
        });
        let several = count(&said, |w| has(language.strong, &w.fold) && !has(ENGLISH, &w.fold)) > 1;
        // "he comprado": no English sentence has a Spanish participle behind "he".
        let perfect = said
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if language.code == "es" && a.fold == "he" && concepts::is_done("es", &b.fold)));
        let perfect = perfect || told_or_to_do(language, &said);
        let english = if orders || several { all_english - named } else { all_english } - i32::from(perfect);
        // "Donerstag", "mecredi": what people write for a weekday.
        let slip =
            |w: &Word| w.fold.len() > 4 && !has(ENGLISH, &w.fold) && meaning(language.weekdays, &w.fold).is_some();
        // "réunion" is no "reunión".
        let accented = |w: &Word| language.code != "es" || w.lower.is_ascii() || !w.lower.ends_with("ion");
        let listed = |w: &Word| has(language.strong, &w.fold) && accented(w) || has(language.strong, &w.lower);
        let told = |w: &Word| listed(w) || slip(w);
        let strong = count(&said, |w| told(w) && !is_name(text, w)) as i32;
        let own = |w: &Word| language.code == "fr" || w.lower != "à";
        let weak = count(&said, |w| !has(language.strong, &w.fold) && has(language.weak, &w.fold) && own(w)) as i32;
        let strong = strong + i32::from(written(language.code, text)) + i32::from(perfect);
        let strong =
            strong + i32::from(language.code == "de" && (dotted_day(&said) || english == 0 && ends_in_a_day(&said)));
        let strong = strong + i32::from(language.code == "de" && at_an_edge(&said));
        let alone = english == 0 && strong == 0 && weak > 0;
        let guess = alone && in_its_words(language, &said, clock);
        guessed.extend(guess.then_some(language.code));
        let strong = strong + i32::from(guess);
        // "So 11:00", "Do 9:30": what English has as other words counts for none where it is a day.
        let dated = english <= 1 && dated_in_its_words(language, &said, clock);
        let feast = !dated && strong == 0 && english == 0 && Reader::new(language, &said, clock).has_feast();
        let (strong, english) = if dated { (strong + 2, 0) } else { (strong + i32::from(feast), english) };
        let strong = strong + i32::from(english == 0 && strong == 0 && orders_an_errand(language, &said));
        // "Meeting morgen": words that every language has of English, beside a date of this one.
        let loaned = count(&said, |w| has(LOANED, &w.fold)) as i32;
        let lent = loaned > 0 && loaned == english && strong > 0 && dated_words(language, text, clock) > 0;
        let english = if lent { 0 } else { english };
        let score = 2 * strong + weak;
        if strong > 0 && score > 2 * english {
            found.push((score, language));
        }
    }
    // "raportul e gata": a cat in Spanish, but in Romanian the word tells the language.
    let told = found.iter().filter(|(_, l)| !guessed.contains(&l.code)).map(|(score, _)| *score).max();
    found.retain(|(score, l)| !guessed.contains(&l.code) || told.is_none_or(|told| *score > told));
    // "réunion mercredi à 10h": of languages that share a word, the one whose date it is.
    if found.len() > 1 {
        let dated: Vec<i32> = found.iter().map(|(_, language)| dated_words(language, text, clock)).collect();
        let most = dated.iter().copied().max().unwrap_or(0);
        let mut dated = dated.into_iter();
        found.retain(|_| dated.next() == Some(most));
    }
    found.sort_by_key(|(score, _)| -score);
    let best = found.first().map_or(0, |(score, _)| *score);
    found.into_iter().filter(|(score, _)| score + 1 >= best).map(|(_, language)| language).collect()
}

/// "llamé a mamá", "a repara bicicleta": what one did, by its accent, and a Romanian verb behind the word of its
/// infinitive. "a" is English elsewhere.
fn told_or_to_do(language: &'static Language, said: &[Word]) -> bool {
    match (language.code, said) {
        // "no borres la leche": what is not to be done.
        ("es", [no, verb, _, ..]) if no.fold == "no" && is_forbidden(language, &verb.fold) => true,
        ("es", [first, _, ..]) => {
            !first.quoted && first.lower.ends_with(['é', 'í']) && concepts::is_done("es", &first.fold)
        }
        ("ro", [a, verb, _, ..]) => {
            let own = concepts::verb("ro", &verb.fold).is_some() && !concepts::is_english(&verb.fold);
            !a.quoted && a.lower == "a" && own && !has(SPELT_ALIKE, &verb.fold)
        }
        _ => false,
    }
}

/// "borres", "elimines", "muevas": a Spanish order in the form it has behind "no".
fn is_forbidden(language: &'static Language, word: &str) -> bool {
    let order = |end: &str, plain: &str| word.strip_suffix(end).map(|stem| format!("{stem}{plain}"));
    let plain = [order("es", "a"), order("as", "e")];
    plain.into_iter().flatten().any(|order| super::sentence::deed(language, &order).is_some())
}

/// Whether a word is one that English sentences to a planner have.
pub(super) fn is_english(word: &str) -> bool {
    has(ENGLISH, word)
}

/// The same for words that no other language has taken from English.
pub(super) fn is_only_english(word: &str) -> bool {
    has(ENGLISH, word) && !has(LOANED, word)
}

/// Whether a text has letters that of these languages only this one writes.
fn written(code: &str, text: &str) -> bool {
    let letters: &[char] = match code {
        "de" => &['ß'],
        "es" => &['ñ', '¿', '¡'],
        "fr" => &['à', 'ê', 'è', 'ù', 'û', 'œ'],
        _ => &['ă', 'ș', 'ț', 'ş', 'ţ', 'Ș', 'Ț', 'Ă'],
    };
    text.contains(letters)
}

/// "wed 16 jun", "1st fri in dec", "tue 24.11.": a weekday by its English letters, with a date that English reads it with.
fn has_english_day(text: &str, said: &[Word], clock: &Clock) -> bool {
    let lettered = |w: &Word| !w.quoted && !has(ENGLISH, &w.fold) && crate::dates::weekday(&w.fold).is_some();
    let days: Vec<&Word> = said.iter().filter(|w| lettered(w)).collect();
    let dated = |found: &crate::dates::Found| {
        let day = days.iter().find(|w| found.span.contains(&w.span.start));
        day.is_some_and(|w| {
            let beside =
                said.iter().any(|o| found.span.contains(&o.span.start) && crate::dates::month(&o.fold).is_some());
            beside
                || text
                    .get(w.span.end..found.span.end)
                    .is_some_and(|own| own.starts_with([' ', '.', ',']) && own.contains(|ch: char| ch.is_ascii_digit()))
        })
    };
    !days.is_empty() && crate::dates::find(text, clock).iter().any(dated)
}

/// "3.12. Zahnarzt": a day and month, each with its dot, inside of what is said, and no number of a version.
fn dotted_day(said: &[Word]) -> bool {
    let number = |part: &str, most: u32| part.parse().is_ok_and(|n: u32| (1..=most).contains(&n)) && part.len() <= 2;
    said.split_last().is_some_and(|(_, before)| {
        before.iter().any(|w| {
            let day = w.fold.split_once('.').is_some_and(|(day, month)| number(day, 31) && number(month, 12));
            !w.quoted && day && w.after == Some('.')
        })
    })
}

/// "Mitte August 2028": no English text has a month behind such a word.
fn at_an_edge(said: &[Word]) -> bool {
    let edge = |w: &Word| !w.quoted && has("ende anfang mitte", &w.fold) && w.after.is_none();
    let month = |w: &Word| meaning(super::german::GERMAN.months, w.fold.trim_end_matches('.')).is_some();
    said.windows(2).any(|pair| matches!(pair, [a, b] if edge(a) && month(b))) || super::numbered::hours(said)
}

/// "Zahnarzt 20.12.": the last of two or more words, where the first figure is no month.
fn ends_in_a_day(said: &[Word]) -> bool {
    const NUMBERED: &str = "version release kapitel abschnitt teil punkt v node python java";
    let [.., before, last] = said else { return false };
    let day = last.fold.split_once('.').is_some_and(|(day, month)| {
        let within = |part: &str, least: u32, most: u32| part.parse().is_ok_and(|n: u32| (least..=most).contains(&n));
        within(day, 13, 31) && within(month, 1, 12)
    });
    day && last.after == Some('.')
        && !last.quoted
        && before.capital
        && before.fold.chars().all(char::is_alphabetic)
        && !has(NUMBERED, &before.fold)
}

/// Words that are names where they begin with a capital inside a sentence.
const NAMES: &str = "morgen domingo marti luna luni miercuri abril";

fn is_name(text: &str, word: &Word) -> bool {
    let capital = text.get(word.span.clone()).is_some_and(|w| w.starts_with(char::is_uppercase));
    capital && has(NAMES, &word.fold) && !text.get(..word.span.start).is_some_and(|before| before.trim().is_empty())
}

/// "um halb acht", "a las 3", "am reparat": closed-class words with a date or an everyday word of the language.
fn in_its_words(language: &'static Language, said: &[Word], clock: &Clock) -> bool {
    if said.iter().any(|w| !w.quoted && concepts::is_own(language.code, &w.fold)) {
        return true;
    }
    let reader = Reader::new(language, said, clock);
    let own = |at: usize| said.get(at).is_some_and(|w| has(language.weak, &w.fold));
    reader.phrases().iter().any(|p| p.at.len() > 1 && p.at.clone().any(own))
}

/// How many words of a text are of dates and times of a language that name a day of the week or the year, today or an
/// hour: "finde" may be the weekend, and is what a German is to find.
fn dated_words(language: &'static Language, text: &str, clock: &Clock) -> i32 {
    let said = words(text, Some(language));
    let phrases = Reader::new(language, &said, clock).phrases();
    let surely = |p: &&Phrase| {
        let day = |word: &str| crate::dates::weekday(word).is_some() || matches!(word, "today" | "tomorrow");
        let figure = p.english.bytes().any(|b| b.is_ascii_digit());
        let timed = !matches!(p.kind, Kind::Level | Kind::Label | Kind::For | Kind::Times);
        timed && (figure || p.english.split(' ').any(day))
    };
    phrases.iter().filter(surely).map(|p| i32::try_from(p.at.len()).unwrap_or(i32::MAX / 8)).sum()
}

/// Weekdays by their letters that are names or words in English.
const LETTERS_OF_OTHERS: &str = "mo di mi do so sa jo vi vin sam dom mar ma du lu dim";

/// "Mo 9:30 Arzt", "coafor mi 10:30": a weekday by its letters beside a time or a date, and no English word. What is an
/// English word ("Do 9:30 …") needs another that is none beside it.
fn dated_in_its_words(language: &'static Language, said: &[Word], clock: &Clock) -> bool {
    let reader = Reader::new(language, said, clock);
    let days: Vec<usize> = (0..said.len()).filter(|at| reader.short_weekday(*at).is_some()).collect();
    let own = |w: &Word| concepts::is_listed(language.code, &w.fold);
    let others = || said.iter().enumerate().filter(|(at, w)| !w.quoted && !days.contains(at)).map(|(_, w)| w);
    let english = others().filter(|w| (has(ENGLISH, &w.fold) || concepts::is_english(&w.fold)) && !own(w)).count();
    let only = |list: &'static str| days.iter().any(|at| said.get(*at).is_some_and(|w| !has(list, &w.fold)));
    // "Fr 14:00 Meeting": letters that English has for nothing.
    let english = english > usize::from(only(LETTERS_OF_OTHERS));
    // "Do 18:00 Kino": no English sentence begins so.
    let clock =
        |w: &Word| w.fold.split_once(':').is_some_and(|(h, m)| h.parse::<u8>().is_ok() && m.parse::<u8>().is_ok());
    let begins = days.first() == Some(&0) && said.first().is_some_and(|w| w.capital) && said.get(1).is_some_and(clock);
    // "meet sam 5/6": a name, where nothing else tells the language. At the front nobody is named before what is to be done.
    let named = |at: &usize| *at > 0 && said.get(*at).is_some_and(|w| has(FIRST_NAMES, &w.fold));
    let sure = begins
        || only(ENGLISH) && !days.iter().all(named)
        || others().any(|w| concepts::is_own(language.code, &w.fold) || !w.lower.is_ascii());
    !days.is_empty() && !english && sure
}

/// Orders in these languages that English has as other words.
const SPELT_ALIKE: &str =
    "range revise telephone sun male hole lee llama pinta reserve firma les send visite mande lave signe buche mah";

/// "kauf Brot", "compra pan", "achète du pain", "Brot kaufen": everyday verbs that order something, in front of what that is.
fn orders_an_errand(language: &'static Language, said: &[Word]) -> bool {
    let [first, .., last] = said else { return false };
    // "Bericht schreiben": German has the verb last.
    let at_the_end = language.code == "de"
        && first.capital
        && said.iter().all(|w| !w.quoted)
        && concepts::verb("de", &last.fold) == Some(concepts::Form::Infinitive)
        && !has(ENGLISH, &last.fold);
    if at_the_end {
        return true;
    }
    let word = first.fold.as_str();
    !first.quoted
        && concepts::verb(language.code, word) == Some(concepts::Form::Imperative)
        && !has(ENGLISH, word)
        && !has(SPELT_ALIKE, word)
        && !concepts::is_english(word)
}

/// Different words that are so.
fn count(all: &[Word], is: impl Fn(&Word) -> bool) -> usize {
    let mut seen: Vec<&str> = Vec::new();
    for word in all.iter().filter(|w| !w.quoted && is(w)) {
        if !seen.contains(&word.fold.as_str()) {
            seen.push(&word.fold);
        }
    }
    seen.len()
}

/// A language by its two letters.
pub(super) fn named(code: &str) -> &'static Language {
    ALL.into_iter().find(|l| l.code == code).unwrap_or(&GERMAN)
}
