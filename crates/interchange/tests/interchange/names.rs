//! Formats by name and by content.

use super::*;
use countersign_interchange::detect;

#[test]
fn formats_are_named_as_people_type_them() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
    }
    assert_eq!("iCalendar".parse(), Ok(Format::Ics));
    assert!("xlsx".parse::<Format>().is_err());
}

#[test]
fn formats_are_told_apart() {
    let cases: [(Option<&str>, &str, Option<Format>); 18] = [
        (Some("Tasks.ICS"), "", Some(Format::Ics)),
        (Some("/tmp/a.b/list.md"), "", Some(Format::Markdown)),
        (Some("export.csv"), "", Some(Format::Todoist)),
        (Some("todo.txt"), "buy milk", Some(Format::TodoTxt)),
        (Some("notes.txt"), "- [ ] buy milk", Some(Format::Markdown)),
        (Some("x.json"), r#"{"todos":[]}"#, Some(Format::Json)),
        (Some("x.json"), r#"[{"id":1,"description":"a \"title\""}]"#, Some(Format::Taskwarrior)),
        (Some("x.json"), r#"[{"title":"a","notes":"\"description\""}]"#, Some(Format::Json)),
        (Some("x.json"), "hello", None),
        (Some("noextension"), "BEGIN:VCALENDAR", Some(Format::Ics)),
        (None, "\u{feff}begin:vtodo", Some(Format::Ics)),
        (None, "\u{feff}TYPE,CONTENT,PRIORITY", Some(Format::Todoist)),
        (None, "[ ] not a list", Some(Format::Json)),
        (None, "# List\n\n  * [x] done", Some(Format::Markdown)),
        (None, "Buy milk\n(A) Call Mom", Some(Format::TodoTxt)),
        (None, "x 2026-11-20 done", Some(Format::TodoTxt)),
        (None, "Dear diary", None),
        (None, "", None),
    ];
    for (name, text, expected) in cases {
        assert_eq!(detect(name, text), expected, "{name:?} {text:?}");
    }
    for (format, name) in FILES {
        assert_eq!(
            (detect(Some(name), &data(name)), detect(None, &data(name))),
            (Some(format), Some(format)),
            "{name}"
        );
    }
}
