//! What a file says twice, nearly or in contradiction is told, at its line in the file.

use super::*;

fn told(format: Format, text: &str) -> Vec<(String, String)> {
    let file = parsed(format, text);
    file.problems.iter().map(|p| (p.code.to_string(), p.path.clone().unwrap_or_default())).collect()
}

fn at(code: &str, line: u32) -> Vec<(String, String)> {
    vec![(code.to_owned(), format!("/line/{line}"))]
}

#[test]
fn a_place_is_the_line_of_the_file() {
    let head = "TYPE,CONTENT,DESCRIPTION,PRIORITY\n";
    for (rows, line) in [
        ("task,a,,4\ntask,b,,9\n", 3),
        ("task,a,\"two\nlines\",4\ntask,b,,9\n", 4),
        ("task,a,\"two\r\nor\r\nthree\",4\r\n\r\ntask,b,,9\r\n", 6),
        ("\n\ntask,b,,9\n", 4),
        ("task,a,\"one\n\n\n\",4\ntask,\"b\nc\",,9\n", 6),
    ] {
        assert_eq!(told(Format::Todoist, &format!("{head}{rows}")), at("invalid_priority", line), "{rows:?}");
    }
    let (sound, bad) = (r#"{"description":"a"}"#, r#"{"description":"b","priority":"Z"}"#);
    for (text, line) in [
        (format!("[{sound},{bad}]"), 1),
        (format!("[\n{sound},\n{bad}\n]"), 3),
        (format!("\n[ {sound},{sound}\n,\n\n{bad}]"), 5),
        (format!("[\n{{\n\"description\":\n\"a\"}},\n{bad}]"), 5),
        (format!("{sound}\n{bad}\n"), 2),
    ] {
        assert_eq!(told(Format::Taskwarrior, &text), at("invalid_priority", line), "{text:?}");
    }
}

#[test]
fn what_a_line_says_twice_is_told() {
    for (line, title, problems) in [
        ("Pay due:2026-12-01 due:2026-12-05", "Pay due:2026-12-05", at("duplicate_key", 1)),
        ("Pay t:2026-12-01 t:2026-12-05", "Pay t:2026-12-05", at("duplicate_key", 1)),
        ("Pay t:2026-12-01 due:2026-12-05", "Pay", vec![]),
        ("Pay due:2026-12-01 due:2026-12-01", "Pay", vec![]),
    ] {
        let todo = parsed(Format::TodoTxt, line).todos.remove(0).todo;
        assert_eq!((todo.title.as_str(), told(Format::TodoTxt, line)), (title, problems), "{line}");
        let first = todo.scheduled_for.or(todo.due_date).map(|date| date.to_string());
        assert_eq!(first.as_deref(), Some("2026-12-01"), "{line}");
    }
}

#[test]
fn what_is_nearly_a_task_is_told() {
    for line in ["- [ ]nospace", "> - [ ] quoted", "> > * [x] deep", "- []empty", "-[ ] joined"] {
        assert_eq!(told(Format::Markdown, &format!("- [ ] one\n\n{line}\n")), at("malformed_line", 3), "{line}");
    }
    for line in
        ["- [x](https://example.org) link", "- [x]: https://example.org", "> said", "- plain", "- [ ]", "text [ ] x"]
    {
        assert_eq!(
            told(Format::Markdown, &format!("- [ ] one\n\n{line}\n")).len(),
            usize::from(line == "- [ ]"),
            "{line}"
        );
    }
}

#[test]
fn a_contradiction_is_told() {
    for (said, contradicts) in [
        (r#""completed":true,"status":"open""#, true),
        (r#""completed":false,"status":"done""#, true),
        (r#""completed":true,"status":"done""#, false),
        (r#""completed":false,"status":"rejected""#, false),
        (r#""completed":true"#, false),
    ] {
        let told = told(Format::Json, &format!(r#"[{{"title":"a",{said}}}]"#));
        let expected = if contradicts { vec![("invalid_status".to_owned(), "/0".to_owned())] } else { vec![] };
        assert_eq!(told, expected, "{said}");
    }
}

/// A time of a template is one of the zone beside it.
#[test]
fn the_zone_of_a_time_is_used() {
    let read = |date: &str, zone: &str| {
        let file = parsed(Format::Todoist, &format!("TYPE,CONTENT,DATE,TIMEZONE\ntask,a,{date},{zone}\n"));
        let todo = &file.todos[0].todo;
        let said =
            format!("{} {}", todo.scheduled_for.unwrap(), todo.time_of_day.map(|t| t.to_string()).unwrap_or_default());
        let codes: Vec<String> = file.problems.iter().map(|p| p.code.to_string()).collect();
        // The way back says the same, with no zone to read it by again.
        let back = parsed(Format::Todoist, &write(Format::Todoist, &mut std::iter::once(todo), &env()));
        assert_eq!(
            (back.todos[0].todo.scheduled_for, back.todos[0].todo.time_of_day),
            (todo.scheduled_for, todo.time_of_day)
        );
        (said, codes.join(","))
    };
    let is = |said: &str, codes: &str| (said.to_owned(), codes.to_owned());
    assert_eq!(read("2026-12-05 14:00", "Europe/Berlin"), is("2026-12-05 08:00", ""));
    assert_eq!(read("2026-12-05 03:00", "Europe/Berlin"), is("2026-12-04 21:00", ""));
    assert_eq!(read("2026-12-05 14:00", "America/New_York"), is("2026-12-05 14:00", ""));
    assert_eq!(read("2026-12-05", "Europe/Berlin"), is("2026-12-05 ", ""));
    assert_eq!(read("2026-12-05 14:00", "Mars/Base"), is("2026-12-05 14:00", "unknown_zone"));
    assert_eq!(read("tomorrow at 14:00", "Europe/Berlin"), is("2026-11-22 08:00", ""));
    assert_eq!(read("every day at 14:00", "Europe/Berlin"), is("2026-11-21 08:00", ""));
    assert_eq!(read("every day at 03:00", "Europe/Berlin"), is("2026-11-21 03:00", "zone_of_series_kept"));
}
