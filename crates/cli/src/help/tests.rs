//! Every text is said in every language, and the English is laid out and worded as clap does it.

use super::after::{self, Piece};
use super::page::Page;
use super::words::{CATALOGUES, Words};
use super::{Wanted, fault, ids, language, wanted};
use crate::args::Cli;
use clap::{Command, CommandFactory, Parser};
use fluent_bundle::FluentResource;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

fn built(width: usize) -> Command {
    fn narrow(command: Command, width: usize) -> Command {
        command.term_width(width).mut_subcommands(|verb| narrow(verb, width))
    }
    let mut command = narrow(Cli::command(), width);
    command.build();
    command
}

/// A text: what it is called, the most specific first, and its English.
#[derive(Debug)]
struct Text {
    ids: Vec<String>,
    english: String,
}

/// Every text of a command and of those below it.
fn gather(command: &Command, path: &[String], into: &mut Vec<Text>) {
    let mut put = |ids: Vec<String>, english: &str| into.push(Text { ids, english: english.to_owned() });
    if let Some(about) = command.get_about() {
        put(vec![ids::verb(path)], &about.to_string());
    }
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        let ids = ids::argument(path, arg);
        let said = arg.get_help().map(ToString::to_string).unwrap_or_default();
        if let Some(long) = arg.get_long_help().map(ToString::to_string).filter(|long| *long != said) {
            put(ids::at_length(&ids), &long);
        }
        for found in arg.get_possible_values() {
            if let Some(help) = found.get_help() {
                put(ids::value(&ids, &found), &help.to_string());
            }
        }
        put(ids, &said);
    }
    let (mut notes, mut examples) = (0, 0);
    let below = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for piece in after::pieces(&below) {
        match piece {
            Piece::Note(text) => {
                notes += 1;
                put(vec![ids::note(path, notes)], &text);
            }
            Piece::Said { what, .. } => {
                examples += 1;
                put(vec![ids::example(path, examples)], &what);
            }
            Piece::Examples(_) | Piece::Code(_) | Piece::Blank => {}
        }
    }
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        let path: Vec<String> = path.iter().cloned().chain([verb.get_name().to_owned()]).collect();
        gather(verb, &path, into);
    }
}

fn texts() -> Vec<Text> {
    let mut all = Vec::new();
    gather(&built(100), &[], &mut all);
    all
}

/// The names of the verbs and of those below them, all but copies below `help`.
fn paths(command: &Command, path: &[String], into: &mut Vec<Vec<String>>) {
    into.push(path.to_vec());
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        paths(verb, &[path, &[verb.get_name().to_owned()]].concat(), into);
    }
}

fn every_path() -> Vec<Vec<String>> {
    let mut all = Vec::new();
    paths(&built(100), &[], &mut all);
    assert!(all.len() > 80, "{}", all.len());
    all
}

fn below<'a>(root: &'a Command, path: &[String]) -> &'a Command {
    path.iter().fold(root, |command, name| command.find_subcommand(name).unwrap())
}

fn plain(command: &Command, path: &[String], long: bool, width: usize, words: &Words) -> String {
    let page = Page { command, path, long, words, width }.written();
    anstream::adapter::strip_str(&page).to_string()
}

/// The messages of a catalogue, with their texts as written.
fn messages(source: &str) -> BTreeMap<String, String> {
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    let mut id = String::new();
    for line in source.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.split_once(" =").filter(|_| line.starts_with("help-")) {
            Some((name, rest)) => {
                id = name.to_owned();
                assert!(all.insert(id.clone(), rest.trim().to_owned()).is_none(), "{id} is there twice");
            }
            None => {
                let text = all.get_mut(&id).unwrap();
                text.push('\n');
                text.push_str(line.trim());
            }
        }
    }
    all
}

/// What the sources name themselves.
fn named() -> BTreeSet<String> {
    let sources =
        [include_str!("page.rs"), include_str!("after.rs"), include_str!("words.rs"), include_str!("fault.rs")];
    let sources = sources.into_iter().chain([include_str!("../args/wrong.rs")]);
    let ids = sources.flat_map(|source| source.split("\"help-").skip(1).filter_map(|rest| rest.split('"').next()));
    ids.map(|id| format!("help-{id}")).collect()
}

#[test]
fn every_verb_argument_value_and_example_is_said_as_declared_and_nothing_else() {
    let [(_, english), ..] = &CATALOGUES;
    let catalogue = messages(english);
    let words = Words::of(Some("en"));
    let (mut used, mut wrong) = (named(), Vec::new());
    for text in texts() {
        match text.ids.iter().find(|id| catalogue.contains_key(*id)) {
            Some(id) if words.say(id) == text.english => _ = used.insert(id.clone()),
            found => wrong.push(format!("{found:?} of {:?} should be: {}", text.ids, text.english)),
        }
    }
    assert!(wrong.is_empty(), "locales/help/en.ftl differs from crates/cli/src/args:\n{}", wrong.join("\n"));
    let there: BTreeSet<String> = catalogue.into_keys().collect();
    assert_eq!(there.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new(), "nobody says these");
    assert_eq!(used.difference(&there).collect::<Vec<_>>(), Vec::<&String>::new(), "these are not there");
    assert!(there.len() > 480, "{}", there.len());
}

#[test]
fn every_language_says_all_of_it_with_the_same_gaps_commands_and_flags() {
    let gaps = |text: &str| -> BTreeSet<String> {
        text.split("{ $").skip(1).map(|rest| rest.split(' ').next().unwrap().to_owned()).collect()
    };
    let fixed = |text: &str| -> BTreeSet<String> {
        let quoted = text.split('`').skip(1).step_by(2).map(str::to_owned);
        let flags = text.split(|c: char| !(c.is_ascii_alphanumeric() || "-_$".contains(c)));
        let flags = flags.filter(|w| w.starts_with("--") && w.len() > 2 || w.starts_with('$') && w.len() > 1);
        quoted.chain(flags.map(str::to_owned)).collect()
    };
    let [(_, english), others @ ..] = &CATALOGUES;
    let expected = messages(english);
    for (language, source) in others {
        FluentResource::try_new((*source).to_owned()).map_err(|(_, errors)| errors).unwrap();
        let found = messages(source);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{language}");
        for (id, text) in &expected {
            let said = &found[id];
            assert_eq!(gaps(said), gaps(text), "{language}: {id}");
            // Where English can say "it", another language may have to say what it is.
            assert!(fixed(said).is_superset(&fixed(text)), "{language}: {id}: {said}");
            let small = |w: &&str| w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase());
            let words = text.split_whitespace().filter(small).count();
            assert!(said != text || words < 2, "{language}: {id} is English: {said}");
        }
    }
}

#[test]
fn the_english_page_is_claps() {
    let words = Words::of(Some("en"));
    let roots = [100, 80].map(|width| (width, built(width)));
    for (path, (width, root)) in every_path().iter().flat_map(|path| roots.iter().map(move |root| (path, root))) {
        for long in [false, true] {
            let mut command = below(root, path).clone();
            let theirs = if long { command.render_long_help() } else { command.render_help() }.to_string();
            let ours = plain(&command, path, long, *width, &words);
            let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let first = after.split_whitespace().next().map(|word| format!("\n\n{word} "));
            let first = first.map(|word| if after.starts_with("Example") { word.trim_end().to_owned() } else { word });
            // What stands below is broken at other places: lines of code are not.
            let above = |text: &str| -> Vec<String> {
                let end = first.as_ref().and_then(|word| text.rfind(word)).unwrap_or(text.len());
                text[..end].trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
            };
            assert_eq!(above(&ours), above(&theirs), "{path:?} {width} {long}");
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&ours), words(&theirs), "{path:?} {width} {long}");
        }
    }
}

#[test]
fn no_page_is_wider_than_the_terminal() {
    let root = built(80);
    for (language, _) in &CATALOGUES {
        let words = Words::of(Some(language.language.as_str()));
        for path in every_path() {
            let page = plain(below(&root, &path), &path, true, 80, &words);
            // Lines of code are never broken, nor is how a verb is written.
            let prose = page.lines().filter(|line| !line.starts_with("  ") || line.starts_with("          "));
            for line in prose.filter(|line| !line.contains("countersign ") && !line.contains("{\"")) {
                assert!(line.chars().count() <= 80, "{language} {path:?}: {line}");
            }
        }
    }
}

#[test]
fn what_clap_finds_wrong_is_worded_alike() {
    let english = Words::of(Some("en"));
    let german = Words::of(Some("de"));
    for line in [
        "bogus",
        "sing 14",
        "todos ad x",
        "sign",
        "sign x",
        "sign 14 x",
        "undo last",
        "rewind x",
        "log --limit 0",
        "log --limit x",
        "log --limti 5",
        "log extra",
        "todos list --priority urgent",
        "todos list --all --done",
        "todos edit x",
        "todos edit 5 --clear when",
        "todos week --from tomorrow",
        "todos done 5 --on",
        "apply 1 --all --sign 1",
        "apply 1 --set",
        "serve --port 70000",
        "serve --port",
        "serve --port 1 --port 2",
        "calibrate --wanted much",
        "edit 14.2 --cap none",
        "run x --add 2",
        "run x --add=two",
        "undo --conflicts never",
        "plan edit --status odd",
        "explain patch --file a --format odd",
        "rules add --read-only x",
        "recover --batch --schema x",
        "run --yes",
        "explain --json",
        "ask",
        "continue --answer x --allow",
        "propose x --confirm",
        "outputs list --sort name",
        "eval --without all",
        "-- todos",
        "todos -x",
    ] {
        let args = format!("countersign {line}");
        let error = Cli::try_parse_from(args.split(' ')).unwrap_err();
        let said = fault(&error, &english);
        // Of numbers the standard library speaks to programmers.
        let numbers = [
            ("invalid digit found in string", "not a whole number"),
            ("invalid float literal", "not a number"),
            ("number too large to fit in target type", "too large"),
        ];
        let theirs = numbers.iter().fold(error.render().to_string(), |text, (theirs, ours)| text.replace(theirs, ours));
        let values = |text: &str| text.replace("todo's", "todos").contains("not one of");
        // Words of the domain's own enums are listed in fewer words than serde's.
        if !values(&said) {
            // clap does not know that sentences can be asked.
            let parts: Vec<&str> = said.split("\n\n").filter(|part| !part.contains("countersign ask bogus")).collect();
            assert_eq!(parts.join("\n\n").trim_end(), theirs.trim_end(), "{line}");
        }
        let said = fault(&error, &german);
        assert!(said.starts_with("Fehler: ") && !said.contains("help-"), "{said}");
        for word in ["error", "Usage", "tip:", " the ", " is not ", " found", " cannot ", "OPTIONS", "possible"] {
            assert!(!said.contains(word), "{line}: {said}");
        }
        // An argument may be called so; a verb is not.
        assert!(!said.contains("COMMAND") || line.starts_with("run "), "{line}: {said}");
    }
}

#[test]
fn the_page_that_is_asked_for_is_found() {
    let of = |line: &str| wanted(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
    let page = |path: &str, long| Some(Wanted { path: path.split_whitespace().map(str::to_owned).collect(), long });
    for (line, expected) in [
        ("countersign --help", page("", true)),
        ("countersign -h", page("", false)),
        ("countersign todos add -h", page("todos add", false)),
        ("countersign todo add --help", page("todos add", true)),
        ("countersign help todos add", page("todos add", true)),
        ("countersign todos help add", page("todos add", true)),
        ("countersign help", page("", true)),
        ("countersign --data serve --help", page("", true)),
        ("countersign --data serve log --help", page("log", true)),
        ("countersign explain", page("explain", false)),
        ("countersign --version", None),
        ("countersign bogus", None),
        ("countersign todos", None),
    ] {
        assert_eq!(of(line), expected, "{line}");
    }
}

#[test]
fn the_language_is_read_of_a_line_that_is_not() {
    let of = |line: &str| language(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
    for (line, expected) in [
        ("countersign --lang de bogus", Some("de")),
        ("countersign bogus --lang=fr", Some("fr")),
        ("countersign bogus --language fr", None),
        ("countersign bogus -- --lang fr", None),
        ("countersign --lang tlh --help", None),
        ("countersign --lang", None),
    ] {
        assert_eq!(of(line).as_deref(), expected, "{line}");
    }
}

#[test]
fn no_argument_names_two_defaults() {
    fn twice(command: &Command, found: &mut Vec<String>) {
        for arg in command.get_arguments() {
            let said = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let shown = arg.get_action().takes_values() && !arg.get_default_values().is_empty();
            if shown && !arg.is_hide_default_value_set() && said.contains("[default") {
                found.push(format!("{} {}", command.get_name(), arg.get_id()));
            }
        }
        command.get_subcommands().for_each(|verb| twice(verb, found));
    }
    let mut found = Vec::new();
    twice(&built(100), &mut found);
    assert_eq!(found, Vec::<String>::new());
}
