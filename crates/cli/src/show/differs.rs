//! What a change does to a field, so that what differs is seen however long the values are: of a list what comes
//! and goes, of a text the part in which before and after differ.

use super::fields::{checklist_line, entry};
use crate::screen::Screen;
use crate::texts::say;
use countersign_core::hidden::escaped;
use countersign_core::todo::ChecklistItem;
use countersign_core::wire::{FieldChange, TodoPreview};
use serde_json::Value;

/// A field before and after, about `most` characters of each.
pub(crate) fn change(screen: &Screen, todo: &TodoPreview, field: &FieldChange, most: usize) -> String {
    let name = super::field(&field.field);
    if !todo.before_exists {
        return format!("{name} {}", super::value(&field.field, &field.after, most));
    }
    let parts = of_lists(screen, field, most);
    if !parts.is_empty() {
        return format!("{name} {}", fitting(parts, most));
    }
    let [before, after] = windows(both(field), most);
    match screen.is_plain() {
        false => format!("{name} {before} → {after}"),
        true => say!("cli-plain-change", field = name, before = before, after = after),
    }
}

/// Both values in words; as they are stored, where the words are the same.
fn both(field: &FieldChange) -> [String; 2] {
    let values = [&field.before, &field.after];
    let words = values.map(|of| super::value(&field.field, of, usize::MAX));
    match words[0] == words[1] {
        true => values.map(|of| escaped(&of.to_string())),
        false => words,
    }
}

/// Of these texts the part in which they differ, at most `most` characters of each; whole, where they are no longer.
pub(crate) fn windows<const N: usize>(texts: [String; N], most: usize) -> [String; N] {
    let all: [Vec<char>; N] = texts.map(|text| text.chars().collect());
    if all.iter().all(|text| text.len() <= most) {
        return all.map(String::from_iter);
    }
    let shortest = all.iter().map(Vec::len).min().unwrap_or_default();
    let same = |at: &usize| {
        let mut chars = all.iter().map(|text| text.get(*at));
        let first = chars.next().flatten();
        chars.all(|c| c == first)
    };
    let head = (0..shortest).take_while(same).count();
    // A little of what is the same tells where it is; it begins with a word.
    let lead = head.saturating_sub(most / 4);
    let word = all.first().and_then(|text| text.get(lead..head)?.iter().position(|c| c.is_whitespace()));
    let from = if lead == 0 { 0 } else { lead + word.map_or(0, |at| at + 1) };
    all.map(|text| {
        // The signs of what is left out count, too.
        let room = most.saturating_sub(usize::from(from > 0));
        let whole = text.len() - from <= room;
        let upto = if whole { text.len() } else { from + room.saturating_sub(1) };
        let (before, after) = ((from > 0).then_some('…'), (!whole).then_some('…'));
        before.into_iter().chain(text.get(from..upto).unwrap_or_default().iter().copied()).chain(after).collect()
    })
}

/// What comes to a list, goes from it, or becomes another; nothing where it is no list, or only its order differs.
fn of_lists(screen: &Screen, field: &FieldChange, most: usize) -> Vec<String> {
    let (Value::Array(before), Value::Array(after)) = (&field.before, &field.after) else { return Vec::new() };
    if before.iter().chain(after).all(Value::is_string) {
        return of_words(screen, &field.field, [before, after], most);
    }
    let lines = |of: &[Value]| {
        let line = |one: &Value| serde_json::from_value(one.clone()).ok();
        of.iter().map(line).collect::<Option<Vec<ChecklistItem>>>()
    };
    match (lines(before), lines(after)) {
        (Some(before), Some(after)) => of_checklists(screen, &before, &after, most),
        _ => Vec::new(),
    }
}

/// Labels and dates: each as often as it comes or goes.
fn of_words(screen: &Screen, name: &str, [before, after]: [&[Value]; 2], most: usize) -> Vec<String> {
    let mut gone: Vec<&Value> = before.iter().collect();
    let mut come: Vec<&Value> = Vec::new();
    for one in after {
        match gone.iter().position(|other| *other == one) {
            Some(at) => _ = gone.remove(at),
            None => come.push(one),
        }
    }
    let said = |of: &Value| super::value(name, &Value::from([of.clone()].as_slice()), most);
    let come = come.into_iter().map(|of| added(screen, &said(of)));
    come.chain(gone.into_iter().map(|of| removed(screen, &said(of)))).collect()
}

/// Lines of a checklist are told apart by their ids: the same one may be ticked or worded in another way.
fn of_checklists(screen: &Screen, before: &[ChecklistItem], after: &[ChecklistItem], most: usize) -> Vec<String> {
    let find = |list: &'_ [ChecklistItem], id: &str| list.iter().position(|line| line.id == id);
    let mut parts = Vec::new();
    for line in after {
        let was = find(before, &line.id).and_then(|at| before.get(at));
        match was {
            None => parts.push(added(screen, &checklist_line(line, most))),
            Some(was) if was == line => {}
            Some(was) if was.title == line.title => parts.push(ticked(screen, line, most)),
            Some(was) => {
                let [was, is] = windows([was, line].map(|line| checklist_line(line, usize::MAX)), most);
                parts.push(match screen.is_plain() {
                    true => say!("cli-list-reworded", before = was, after = is),
                    false => format!("{was} → {is}"),
                });
            }
        }
    }
    let gone = before.iter().filter(|line| find(after, &line.id).is_none());
    parts.extend(gone.map(|line| removed(screen, &checklist_line(line, most))));
    let order = |list: &[ChecklistItem], other: &[ChecklistItem]| {
        let stays = |line: &&ChecklistItem| find(other, &line.id).is_some();
        list.iter().filter(stays).map(|line| line.id.clone()).collect::<Vec<_>>()
    };
    if !parts.is_empty() && order(before, after) != order(after, before) {
        parts.push(say!("cli-list-order"));
    }
    parts
}

fn added(screen: &Screen, what: &str) -> String {
    if screen.is_plain() { say!("cli-list-added", what = what) } else { format!("+{what}") }
}

fn removed(screen: &Screen, what: &str) -> String {
    if screen.is_plain() { say!("cli-list-removed", what = what) } else { format!("−{what}") }
}

fn ticked(screen: &Screen, line: &ChecklistItem, most: usize) -> String {
    let title = entry(&line.title, most);
    match (screen.is_plain(), line.checked) {
        (true, true) => say!("cli-list-ticked", what = title),
        (true, false) => say!("cli-list-unticked", what = title),
        (false, true) => format!("[ ] → [x] {title}"),
        (false, false) => format!("[x] → [ ] {title}"),
    }
}

/// As many parts as stand in a row beside others, and how many more there are.
fn fitting(parts: Vec<String>, most: usize) -> String {
    let mut room = most.saturating_mul(3);
    let fits = |part: &&String| {
        let left = room.checked_sub(part.chars().count());
        room = left.unwrap_or_default();
        left.is_some()
    };
    let shown = parts.iter().take_while(fits).count().max(1);
    let mut said = parts.get(..shown).unwrap_or_default().join(", ");
    if let more @ 1.. = parts.len().saturating_sub(shown) {
        said.push_str(&format!(", {}", say!("cli-list-more", count = more)));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::change;
    use crate::screen::Screen;
    use countersign_core::wire::{FieldChange, TodoPreview};
    use serde_json::{Value, json};

    fn said(field: &str, before: Value, after: Value, most: usize) -> String {
        let fields = vec![FieldChange { field: field.into(), before, after }];
        let todo = TodoPreview { id: None, title: "x".into(), before_exists: true, after_exists: true, fields };
        change(&Screen::kept(), &todo, &todo.fields[0], most)
    }

    fn list(lines: &[(&str, &str, bool)]) -> Value {
        let line = |(id, title, checked): &(&str, &str, bool)| json!({ "id": id, "title": title, "checked": checked });
        lines.iter().map(line).collect()
    }

    #[test]
    fn of_a_long_text_the_part_that_differs_is_shown() {
        let long = "A long note of the person. ".repeat(12);
        let changed = format!("{}CHANGED HERE.", "A long note of the person. ".repeat(11));
        let text = said("notes", json!(long), json!(changed), 60);
        let (before, after) = text.split_once(" → ").unwrap();
        assert!(before.ends_with("person. A long note of the person. ") && after.ends_with("CHANGED HERE."), "{text}");
        assert!(after.chars().count() <= 61, "{text}");
        // All of it where there is room.
        assert!(said("notes", json!(long), json!(changed), usize::MAX).contains(&format!("{long} → ")));
        // In the middle, at the beginning, and where one is the other and more.
        for (before, after) in [
            (format!("{long}x{long}"), format!("{long}y{long}")),
            (format!("x{long}"), format!("y{long}")),
            (long.clone(), format!("{long}and more")),
            (format!("{long}{long}"), long.clone()),
            (format!("{long}gone {long}"), format!("{long}{long}")),
        ] {
            let text = said("notes", json!(before), json!(after), 60);
            let (before, after) = text.strip_prefix("notes ").unwrap().split_once(" → ").unwrap();
            assert_ne!(before, after);
            assert!(before.chars().count() <= 60 && after.chars().count() <= 60, "{text}");
        }
    }

    #[test]
    fn of_a_list_what_comes_and_goes_is_shown() {
        let five = [
            ("a", "passport and tickets", false),
            ("b", "charger", false),
            ("c", "rain jacket", false),
            ("d", "toothbrush", false),
            ("e", "book to read", false),
        ];
        let with = |more: &[(&str, &str, bool)]| list(&[&five, more].concat());
        assert_eq!(said("checklist", list(&five), with(&[("f", "hat", false)]), 60), "checklist +[ ] hat");
        let mut other = five;
        (other[3].2, other[4].1) = (true, "book to write");
        assert_eq!(
            said("checklist", list(&five), list(&other[1..]), 60),
            "checklist [ ] → [x] toothbrush, [ ] “book to read” → [ ] “book to write”, −[ ] “passport and tickets”"
        );
        // A line that looks like more than one is one.
        let forged = with(&[("f", "milk”, +[x] “eggs", false)]);
        assert_eq!(said("checklist", list(&five), forged, 60), "checklist +[ ] “milk’, +[x] ‘eggs”");
        assert_eq!(said("labels", json!(["a", "with Anna"]), json!(["a", "now"]), 60), "labels +now, −“with Anna”");
        // Only the order differs: both are shown.
        assert_eq!(said("labels", json!(["a", "b c"]), json!(["b c", "a"]), 60), "labels a, “b c” → “b c”, a");
        let many: Vec<String> = (0..60).map(|n| format!("label-{n}")).collect();
        assert!(said("labels", json!([]), json!(many), 60).ends_with("more"));
    }

    #[test]
    fn what_looks_the_same_is_shown_as_it_is_stored() {
        let line = |more: Value| json!({ "type": "none", "x": more });
        let text = said("extra", line(json!("1")), line(json!(1)), 60);
        let (before, after) = text.split_once(" → ").unwrap();
        assert_ne!(before.trim_start_matches("other properties "), after);
    }

    #[test]
    fn a_day_has_its_weekday_and_an_estimate_its_unit() {
        assert_eq!(said("scheduledFor", Value::Null, json!("2026-12-04"), 60), "date none → Fri 2026-12-04");
        assert_eq!(said("estimate", json!(45), json!(120), 60), "estimate 45 min → 2 h");
        assert_eq!(said("estimate", Value::Null, json!(90), 60), "estimate none → 1 h 30 min");
        assert_eq!(
            said("skippedDates", json!(["2026-11-23"]), json!(["2026-11-24"]), 60),
            "skipped dates +Tue 2026-11-24, −Mon 2026-11-23"
        );
    }
}
