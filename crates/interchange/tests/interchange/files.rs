//! Files as other programs write them: every value read, every problem, and the file written back.

use super::*;
use countersign_core::todo::Field;
use countersign_interchange::Incoming;
use std::fmt::Write as _;

/// What was read, leaving out what is as in a new todo.
fn digest(parsed: &Parsed) -> String {
    let mut out = String::new();
    for incoming in &parsed.todos {
        let plain = Todo::new(TodoId(0), String::new(), String::new(), env().now);
        let todo = &incoming.todo;
        writeln!(out, "line {}: {:?}", incoming.source_line.unwrap_or(0), todo.title).unwrap();
        writeln!(out, "  uid {}{}", incoming.uid, if incoming.derived { " (derived)" } else { "" }).unwrap();
        if todo.created_at != plain.created_at || todo.updated_at != plain.updated_at {
            writeln!(out, "  created {} updated {}", todo.created_at, todo.updated_at).unwrap();
        }
        for field in Field::ALL.into_iter().filter(|f| *f != Field::Title && todo.get(*f) != plain.get(*f)) {
            writeln!(out, "  {} {}", field.name(), todo.get(field)).unwrap();
        }
    }
    for problem in &parsed.problems {
        writeln!(out, "{}: {} ({})", problem.path.as_deref().unwrap_or("?"), problem.message, problem.code).unwrap();
    }
    out
}

#[test]
fn files_of_other_programs_are_read_whole() {
    for (format, name) in FILES {
        insta::assert_snapshot!(format!("read_{}", name.replace('.', "_")), digest(&parsed(format, &data(name))));
    }
}

#[test]
fn files_of_other_programs_are_written_back() {
    for (format, name) in FILES {
        let todos = imported(&parsed(format, &data(name)));
        insta::assert_snapshot!(
            format!("written_{}", name.replace('.', "_")),
            written(format, &todos).replace("\r\n", "\n")
        );
    }
}

fn dated(mut todo: Todo) -> Todo {
    if let Some(kept) = todo.extra.get_mut("todoist").and_then(|kept| kept.as_object_mut()) {
        kept.remove("phrase");
    }
    todo
}

/// A file that was imported and exported reads as the same todos again, with the same problems or fewer.
#[test]
fn what_was_imported_survives_the_way_out_and_back() {
    for (format, name) in FILES {
        let first = parsed(format, &data(name));
        let open = |p: &Parsed| {
            p.todos
                .iter()
                .filter(|i| format != Format::Todoist || !i.todo.status.is_closed())
                .cloned()
                .collect::<Vec<_>>()
        };
        let again = parsed(format, &written(format, &imported(&first)));
        let key = |t: &Todo| t.title.clone();
        // A typed "tomorrow" goes out as the date it meant.
        let todos = |all: Vec<Incoming>| all.into_iter().map(|i| dated(i.todo)).collect::<Vec<_>>();
        let (mut one, mut two) = (todos(open(&first)), todos(again.todos));
        one.sort_by_key(key);
        two.sort_by_key(key);
        let diffs: Vec<_> =
            one.iter().zip(&two).map(|(a, b)| (a.title.as_str(), a.diff(b))).filter(|(_, d)| !d.is_empty()).collect();
        assert_eq!((diffs, one.len()), (vec![], two.len()), "{name}");
    }
}
