//! What stands in the gaps of a text: dates, quoted words, lists.

use crate::Language;

const DAYS: [(&str, [&str; 4]); 7] = [
    ("Mon", ["Mo", "lun", "lun.", "lun."]),
    ("Tue", ["Di", "mar", "mar.", "mar."]),
    ("Wed", ["Mi", "mié", "mer.", "mie."]),
    ("Thu", ["Do", "jue", "jeu.", "joi"]),
    ("Fri", ["Fr", "vie", "ven.", "vin."]),
    ("Sat", ["Sa", "sáb", "sam.", "sâm."]),
    ("Sun", ["So", "dom", "dim.", "dum."]),
];

const MONTHS: [(&str, [&str; 4]); 12] = [
    ("January", ["Januar", "enero", "janvier", "ianuarie"]),
    ("February", ["Februar", "febrero", "février", "februarie"]),
    ("March", ["März", "marzo", "mars", "martie"]),
    ("April", ["April", "abril", "avril", "aprilie"]),
    ("May", ["Mai", "mayo", "mai", "mai"]),
    ("June", ["Juni", "junio", "juin", "iunie"]),
    ("July", ["Juli", "julio", "juillet", "iulie"]),
    ("August", ["August", "agosto", "août", "august"]),
    ("September", ["September", "septiembre", "septembre", "septembrie"]),
    ("October", ["Oktober", "octubre", "octobre", "octombrie"]),
    ("November", ["November", "noviembre", "novembre", "noiembrie"]),
    ("December", ["Dezember", "diciembre", "décembre", "decembrie"]),
];

const WEEKDAYS: [(&str, [&str; 4]); 7] = [
    ("Monday", ["Montag", "lunes", "lundi", "luni"]),
    ("Tuesday", ["Dienstag", "martes", "mardi", "marți"]),
    ("Wednesday", ["Mittwoch", "miércoles", "mercredi", "miercuri"]),
    ("Thursday", ["Donnerstag", "jueves", "jeudi", "joi"]),
    ("Friday", ["Freitag", "viernes", "vendredi", "vineri"]),
    ("Saturday", ["Samstag", "sábado", "samedi", "sâmbătă"]),
    ("Sunday", ["Sonntag", "domingo", "dimanche", "duminică"]),
];

/// The name of a month or of a weekday.
pub(crate) fn name(text: &str, language: Language) -> Option<String> {
    let (_, said) = MONTHS.iter().chain(&WEEKDAYS).find(|(name, _)| *name == text)?;
    said.get(language as usize).map(|name| (*name).to_owned())
}

/// `Fri 2026-11-27`, `2026-11-27`, each also with ` 09:00` behind it, as the language writes them.
pub(crate) fn date(text: &str, language: Language) -> Option<String> {
    let mut words = text.split(' ');
    let mut word = words.next()?;
    let mut out = String::new();
    if let Some((_, said)) = DAYS.iter().find(|(day, _)| *day == word) {
        out.push_str(said.get(language as usize)?);
        let Some(next) = words.next() else { return Some(out) };
        out.push(' ');
        word = next;
    }
    let [year, month, day] = word.split('-').collect::<Vec<_>>()[..] else { return None };
    let number = |text: &str, digits: usize| text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    if !(number(year, 4) && number(month, 2) && number(day, 2)) {
        return None;
    }
    let sign = if matches!(language, Language::German | Language::Romanian) { '.' } else { '/' };
    out.push_str(&format!("{day}{sign}{month}{sign}{year}"));
    if let Some(time) = words.next() {
        let (hour, minute) = time.split_once(':')?;
        if !(number(hour, 2) && number(minute, 2)) {
            return None;
        }
        out.push_str(&format!(" {time}"));
    }
    words.next().is_none().then_some(out)
}

/// `“x”`, or several with commas between them, in the language's own marks; the words stay.
pub(crate) fn quoted(text: &str, language: Language) -> Option<String> {
    let (open, close) = match language {
        Language::German => ("„", "“"),
        Language::Spanish => ("«", "»"),
        Language::French => ("« ", " »"),
        Language::Romanian => ("„", "”"),
    };
    let one = |text: &str| {
        let inside = text.strip_prefix('\u{201c}')?.strip_suffix('\u{201d}')?;
        (!inside.contains(['\u{201c}', '\u{201d}'])).then(|| format!("{open}{inside}{close}"))
    };
    Some(split(text, ", ").into_iter().map(one).collect::<Option<Vec<_>>>()?.join(", "))
}

/// A list's members; what is between quotation marks is not looked into.
pub(crate) fn split<'t>(text: &'t str, sign: &str) -> Vec<&'t str> {
    let mut out = Vec::new();
    let mut from = 0;
    for at in outside(text, sign) {
        out.extend(text.get(from..at));
        from = at + sign.len();
    }
    out.extend(text.get(from..));
    out
}

/// Where a sentence ends and another begins: the place of the space.
pub(crate) fn ends(text: &str) -> Vec<usize> {
    let mut all = outside(text, " ");
    all.retain(|at| {
        let before = text.get(..*at).is_some_and(|t| t.ends_with(['.', '!', '?', ':']));
        before
            && text
                .get(at + 1..)
                .is_some_and(|t| t.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '\u{201c}'))
    });
    all.truncate(12);
    all
}

/// Where a sign stands outside of quotation marks.
fn outside(text: &str, sign: &str) -> Vec<usize> {
    let mut open = 0_i32;
    let mut at = 0;
    let mut out = Vec::new();
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        if open <= 0 && rest.starts_with(sign) {
            out.push(at);
            at += sign.len();
            continue;
        }
        let Some(c) = rest.chars().next() else { break };
        open += i32::from(c == '\u{201c}') - i32::from(c == '\u{201d}');
        at += c.len_utf8();
    }
    out
}

/// Whether a part of a change begins a list of a person's own words that are told apart by commas alone.
pub(crate) fn begins_own(part: &str) -> bool {
    ["labels ", "add label ", "remove label ", "remove from checklist ", "add to checklist ", "tick ", "untick "]
        .iter()
        .filter_map(|head| part.strip_prefix(head))
        .any(|list| !list.starts_with('\u{201c}'))
}

/// With a capital, when it has none.
pub(crate) fn capital(text: &str) -> Option<String> {
    let mut chars = text.chars();
    let first = chars.next().filter(|c| c.is_lowercase())?;
    Some(first.to_uppercase().chain(chars).collect())
}

/// Without its capital, except where nouns keep theirs.
pub(crate) fn small(text: &str, language: Language) -> String {
    let mut chars = text.chars();
    match chars.next().filter(|_| language != Language::German) {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_the_language_does() {
        let all = |text: &str| Language::ALL.map(|l| date(text, l).unwrap_or_default());
        assert_eq!(all("Fri 2026-11-27"), ["Fr 27.11.2026", "vie 27/11/2026", "ven. 27/11/2026", "vin. 27.11.2026"]);
        assert_eq!(all("2026-11-27 09:00")[0], "27.11.2026 09:00");
        assert_eq!(all("Wed"), ["Mi", "mié", "mer.", "mie."]);
        for text in ["Friday", "2026-11", "2026-11-27 soon", "Fri 2026-11-27 09:00 x", ""] {
            assert_eq!(date(text, Language::German), None, "{text}");
        }
    }

    #[test]
    fn quotation_marks_keep_lists_together() {
        assert_eq!(split("title “a, b”, done", ", "), ["title “a, b”", "done"]);
        assert_eq!(ends("One. “Two. Three”. Four 1. x"), [4, 22]);
        assert_eq!(quoted("“a”", Language::French).as_deref(), Some("« a »"));
        assert_eq!(quoted("“a, b”, “c”", Language::German).as_deref(), Some("„a, b“, „c“"));
        assert_eq!(quoted("“a” and “b”", Language::French), None);
    }
}
