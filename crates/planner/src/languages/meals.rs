//! Meals and waking, by language: what is done in the morning or in the evening says which half of the day a bare hour is
//! of, where TODOS.md rule 5 knows only the hour; and what leaves by a timetable. Words are folded.

/// The half of the day that something is done in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Morning,
    Evening,
}

const MORNING: [&str; 5] = [
    "breakfast|wake|wake up|waking up|get up|getting up|wakeup call|wake up call|alarm|rise and shine",
    "fruhstuck|fruhstucken|aufstehen|aufwachen|wecker|wecken",
    "desayuno|desayunar|despertar|despertarse|despertarme|despertador|levantarse|levantarme",
    "petit dejeuner|petit dej|reveil|se reveiller|me reveiller|se lever|me lever",
    "mic dejun|micul dejun|trezire|trezirea|trezit|alarma|desteptator",
];

const EVENING: [&str; 5] = [
    "dinner|supper|drinks|movie night|film night|game night|date night|quiz night|poker night|night out|night shift|dinner party|dinner date|dinner reservation|christmas eve|new year eve|new years eve",
    "abendessen|abendbrot|nachtessen|feierabendbier",
    "cena|cenar|copas",
    "diner|souper|apero|aperitif",
    "cina|cinam|cinez",
];

/// What leaves by a timetable, whose times are of a clock of 24 hours as often as not.
const TIMETABLE: [&str; 5] = [
    "bus|train|tram|flight|plane|ferry|airport|boarding|takeoff|departure|departs",
    "zug|bahn|flug|flieger|fahre|faehre|flughafen|abfahrt|abflug",
    "vuelo|avion|tren|autobus|aeropuerto|embarque|salida",
    "vol|metro|aeroport|embarquement|depart",
    "zbor|avion|autobuz|aeroport|imbarcare|plecare",
];

/// Whether something that is spoken of leaves by a timetable.
pub(crate) fn timetabled(words: &[String]) -> bool {
    let train = |at: usize| words.get(at + 1).is_some_and(|next| next == "with");
    let leaves = |word: &str| TIMETABLE.iter().any(|all| lists(all, word));
    words.iter().enumerate().any(|(at, word)| leaves(word) && !(word == "train" && train(at)))
}

/// In front of a meal: what is said is done beside it, or with what is eaten, and need not be at its hour.
const BESIDE: &str = "about|before|after|until|till|from|re|without|buy|bring|fetch|return|uber|vor|nach|bis|kauf|kaufen|sobre|antes|despues|de|\
    del|comprar|compra|avant|apres|du|acheter|achete|despre|inainte|dupa|cumpara";

/// Behind a meal: it is what is done, and not of what kind a thing is ("dinner ingredients").
const ENDS: &str = "at|on|with|for|in|to|by|and|from|around|about|next|this|tomorrow|tonight|today|every|each|party|date|reservation|up|\
    um|am|mit|fur|bei|morgen|heute|jeden|und|a|al|con|el|la|para|en|y|manana|hoy|cada|chez|avec|le|pour|demain|et|chaque|cu|pe|pentru|maine|\
    azi|si|in|de|christmas|easter|thanksgiving|halloween";

fn lists(list: &str, word: &str) -> bool {
    list.split('|').any(|one| one == word)
}

/// The half of the day that the words say, of a text in any language known; `None` where they say none, or both. A number
/// or a weekday is an empty word.
pub(crate) fn side(words: &[String]) -> Option<Side> {
    let spoken = |list: &str| {
        list.split('|').any(|phrase| {
            let count = phrase.split(' ').count();
            words.windows(count).enumerate().any(|(at, window)| {
                let before = at.checked_sub(1).and_then(|before| words.get(before)).map_or("", String::as_str);
                let behind = words.get(at + count).map_or("", String::as_str);
                let alone = behind.is_empty() || lists(ENDS, behind) || crate::dates::weekday(behind).is_some();
                window.iter().map(String::as_str).eq(phrase.split(' ')) && alone && !lists(BESIDE, before)
            })
        })
    };
    let said = |lists: &[&str]| lists.iter().any(|list| spoken(list));
    match (said(&MORNING), said(&EVENING)) {
        (true, false) => Some(Side::Morning),
        (false, true) => Some(Side::Evening),
        _ => None,
    }
}
