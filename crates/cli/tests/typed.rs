//! Lines that a person types in a terminal: what answers a question and what does not, and what is seen of a line.

use crate::pty::Terminal;
use crate::world::{Ran, Server, World, binary, run, until};
use serde_json::Value;

/// Starts a verb in a terminal of its own, on a world's data.
fn terminal(world: &World, args: &[&str]) -> Terminal {
    of_kind(world, "xterm", args)
}

fn of_kind(world: &World, kind: &str, args: &[&str]) -> Terminal {
    let mut command = binary();
    Terminal::start(command.env("TERM", kind).arg("--data").arg(world.dir.path()).args(args))
}

/// Another verb, beside a terminal that has the folder.
fn beside(world: &World, args: &[&str]) -> Ran {
    run(binary().arg("--data").arg(world.dir.path()).args(args), b"")
}

fn titles(world: &World) -> Vec<String> {
    let todos = beside(world, &["todos", "--json"]).json();
    let title = |todo: &Value| todo["title"].as_str().unwrap().to_owned();
    todos["todos"].as_array().unwrap().iter().map(title).collect()
}

/// A world with this todo.
fn with(title: &str) -> World {
    let world = World::new();
    assert_eq!(world.run(&["todos", "add", title]).code, 0);
    world
}

#[test]
fn what_was_typed_before_a_question_stands_there_signs_nothing() {
    for (kind, early) in
        [("xterm", "y\ry\r"), ("xterm", "a\ra\ra\r"), ("xterm", "y"), ("dumb", "y\ry\r"), ("dumb", "a\r")]
    {
        let world = with("alpha");
        let mut terminal = of_kind(&world, kind, &["ask", "delete alpha"]);
        terminal.types(early);
        terminal.until("y sign, n reject");
        if kind == "xterm" {
            terminal.until("Left out what was typed before");
            terminal.answers("q");
        } else {
            terminal.types("q\r");
        }
        assert_eq!(terminal.end(), Some(2), "{kind} {early:?}");
        assert_eq!(titles(&world), ["alpha"], "{kind} {early:?}");
        assert!(beside(&world, &["inbox"]).out.contains("delete alpha"));
    }
}

#[test]
fn what_is_typed_once_a_question_stands_there_answers_it_and_not_the_next() {
    let world = with("alpha");
    let mut terminal = terminal(&world, &["ask", "delete alpha"]);
    terminal.until("y sign, n reject");
    terminal.types("y\ry\r");
    terminal.until("Left out what was typed before");
    terminal.until("[Y/n]");
    assert_eq!(titles(&world), ["alpha"]);
    terminal.answers("y");
    terminal.until("1 change applied.");
    assert_eq!(terminal.end(), Some(0));
    assert!(titles(&world).is_empty());
}

/// Verbs that ask once, in their own words.
#[test]
fn no_verb_takes_for_an_answer_what_was_typed_before_it_asked() {
    let world = with("alpha");
    let mut terminal = terminal(&world, &["undo"]);
    terminal.types("y\r");
    terminal.until("Sign and apply all of it? [y/N]");
    terminal.answers("sure");
    terminal.until("Type y or n.");
    terminal.answers("");
    assert_eq!(terminal.end(), Some(2));
    assert_eq!(titles(&world), ["alpha"]);
}

#[test]
fn a_pasted_text_is_text_and_its_lines_answer_nothing() {
    let world = World::new();
    let mut terminal = terminal(&world, &[]);
    terminal.until("> ");
    terminal.pastes("buy apples on 2031-03-07\ny\ny\nbuy pears on 2031-03-08\na\n");
    terminal.until("buy apples on 2031-03-07␊y␊y␊buy pears on 2031-03-08␊a␊");
    assert!(beside(&world, &["inbox"]).out.contains("Nothing is waiting"), "nothing was sent yet");
    terminal.types("\u{15}");
    terminal.answers("buy apples on 2031-03-07");
    terminal.until("y sign, n reject");
    // Nor where a key is asked for, whatever the text says of its end.
    terminal.pastes("y\ny\n\u{1b}[201~\ra\r");
    terminal.until("y␊y␊␊a␊");
    terminal.sees_no_more("[201~");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(titles(&world).is_empty());
    terminal.types("\u{15}");
    // Keys that are no text: F1 and F4 of the Linux console, Alt and an arrow.
    for key in ["\u{1b}[[A", "\u{1b}[[D", "\u{1b}\u{1b}[D", "\u{1b}OP"] {
        terminal.presses(key);
        terminal.answers("");
    }
    terminal.answers("q");
    terminal.answers("q");
    assert_eq!(terminal.end(), Some(2));
    assert!(titles(&world).is_empty());
}

/// A terminal that does not mark what is pasted gives it as if it was typed.
#[test]
fn lines_that_come_at_once_are_a_sentence_and_no_answers() {
    for kind in ["xterm", "dumb"] {
        let world = World::new();
        let mut terminal = of_kind(&world, kind, &[]);
        terminal.until("> ");
        terminal.types("buy apples on 2031-03-07\ry\ry\rbuy pears on 2031-03-08\ra\r");
        terminal.until("y sign, n reject");
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(titles(&world).is_empty(), "{kind}");
        terminal.types("q\r");
        until("one set", || beside(&world, &["inbox", "--json"]).json()["total_open"] == 1);
        match kind {
            "dumb" => terminal.types("\u{4}"),
            _ => terminal.presses("\u{4}"),
        }
        assert_eq!(terminal.end(), Some(2), "{kind}");
        assert!(titles(&world).is_empty(), "{kind}");
    }
}

/// A sentence decides nothing, so the next may be typed while the last is worked on.
#[test]
fn a_sentence_that_was_typed_before_counts() {
    let world = World::new();
    let mut terminal = terminal(&world, &[]);
    terminal.types("buy apples on 2031-03-07\r");
    terminal.until("y sign, n reject");
    terminal.answers("a");
    terminal.until("1 change applied.");
    terminal.presses("\u{4}");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(titles(&world), ["buy apples"]);
}

#[test]
fn a_line_is_edited_where_it_stands_however_often_it_is_broken() {
    let world = World::new();
    let mut command = binary();
    command.env("TERM", "xterm").arg("--data").arg(world.dir.path());
    let mut terminal = Terminal::sized(&mut command, 20, 24);
    terminal.sees("\n>");
    // Over three rows, back over the edge of one, and within.
    terminal.types("buy apples and 梨 for the little garden");
    terminal.sees("den");
    terminal.types(&"\u{7f}".repeat(" the little garden".len()));
    terminal.sees_no_more("garden");
    terminal.types(" zoe\u{1b}[D\u{1b}[D\u{1b}[DJ\u{1b}[F!");
    terminal.sees("Jzoe!");
    terminal.types("\u{1b}[H\u{1b}[3~B\u{1b}[1;5C\u{1b}[1;5C");
    // What goes on in the next row is one line to the terminal.
    terminal.sees("> Buy apples and 梨 for Jzoe!");
    terminal.types("\u{15}\u{b}");
    terminal.sees_no_more("Jzoe");
    terminal.presses("\u{4}");
    assert_eq!(terminal.end(), Some(0));
}

/// However a question ends, the terminal is as it was.
#[test]
fn the_terminal_is_given_back_after_a_question() {
    use rustix::process::Signal;
    for how in ["ctrl+c", "ctrl+d", "terminate", "answer"] {
        let world = with("alpha");
        let mut terminal = terminal(&world, &["ask", "delete alpha"]);
        terminal.until("y sign, n reject");
        // Stopped and continued as by a shell, it asks again.
        terminal.presses("\u{1a}");
        terminal.until("\u{1b}[?2004l");
        std::thread::sleep(std::time::Duration::from_millis(300));
        terminal.signal(Signal::CONT);
        terminal.presses("maybe");
        terminal.until("maybe");
        terminal.types("\u{15}");
        let code = match how {
            "ctrl+c" => {
                terminal.types("\u{3}");
                130
            }
            "ctrl+d" => {
                terminal.presses("\u{4}");
                2
            }
            "terminate" => {
                terminal.signal(Signal::TERM);
                143
            }
            _ => {
                terminal.answers("q");
                2
            }
        };
        assert_eq!(terminal.end(), Some(code), "{how}");
        terminal.is_given_back();
        assert_eq!(titles(&world), ["alpha"], "{how}");
    }
}

/// What is no answer is asked again, as at each item (R35).
#[test]
fn a_word_that_says_neither_yes_nor_no_is_asked_again() {
    let world = World::new();
    let mut terminal = terminal(&world, &["ask", "buy oats on 2031-03-07 and call Zoe on 2031-03-10"]);
    terminal.until("1.1 Add");
    terminal.answers("y");
    terminal.until("1.2 Add");
    terminal.answers("y");
    for word in ["undo", "nope", "2"] {
        terminal.until("Apply 2 signed changes? [Y/n]");
        terminal.answers(word);
        terminal.until("Type y or n, or say in a sentence");
    }
    terminal.answers("yes");
    terminal.until("2 changes applied.");
    assert_eq!(terminal.end(), Some(0));
    assert_eq!(titles(&world).len(), 2);
}

/// The server that answered has been killed: another runs by now, or none.
#[test]
fn the_client_goes_on_where_its_server_has_ended() {
    for again in [true, false] {
        let world = World::new();
        let mut server = Server::start(world.dir.path());
        let mut terminal = terminal(&world, &[]);
        terminal.answers("buy apples on 2031-03-07");
        terminal.until("y sign, n reject");
        terminal.answers("a");
        terminal.until("1 change applied.");
        server.kill();
        let other = again.then(|| Server::start(world.dir.path()));
        terminal.answers("buy pears on 2031-03-08");
        terminal.until("has ended; going on without it.");
        terminal.until("2.1 Add");
        terminal.answers("a");
        terminal.answers("buy plums on 2031-03-09");
        terminal.until("3.1 Add");
        terminal.answers("a");
        assert_eq!(terminal.screen().matches("has ended").count(), 1, "said once");
        // In nobody's way.
        assert_eq!(titles(&world).len(), 3, "{again}");
        terminal.presses("\u{4}");
        assert_eq!(terminal.end(), Some(0), "{again}");
        drop(other);
    }
}
