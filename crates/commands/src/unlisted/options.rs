//! Options of programs that are not listed, found in any way they can be written.

use super::given::{Given, given};

/// Where the options stand that `table` names for the program, which, and with what value: as a word, with its value
/// attached, among other letters, or a long one abbreviated. Behind `--` there are none.
pub(super) fn named<'a>(table: &'static [(&str, &str)], name: &str, argv: &'a [String]) -> Vec<Given<'a>> {
    let options = table.iter().filter(|(names, _)| names.split(' ').any(|known| known == name));
    let options = options.flat_map(|(_, options)| options.split(' '));
    let mut found: Vec<Given<'a>> = Vec::new();
    let given = given(name, argv);
    for option in options {
        let words = argv.iter().enumerate().skip(1).take_while(|(_, word)| *word != "--");
        let spelled = words.filter(|(_, word)| {
            *word == option
                || word
                    .strip_prefix(option)
                    .is_some_and(|rest| rest.starts_with(['=', ':']) || (option.len() == 2 && !rest.is_empty()))
                || (option.len() > 4
                    && word.len() > 4
                    && word.starts_with("--")
                    && option.starts_with(word.split('=').next().unwrap_or(word)))
        });
        found.extend(spelled.map(|(at, _)| value(option, at, argv)));
        let among = given.iter().filter(|given| given.option == option && !argv[given.at].starts_with("--"));
        found.extend(among.filter(|given| !argv[given.at].starts_with(option)));
    }
    found
}

/// What the options that `table` names for the program are given.
pub(crate) fn values<'a>(table: &'static [(&str, &str)], name: &'a str, argv: &'a [String]) -> Vec<&'a str> {
    named(table, name, argv).into_iter().map(|given| given.value).collect()
}

/// An option that stands at `at` with its value: behind `=`, glued to it, or the next word.
fn value<'a>(option: &'static str, at: usize, argv: &'a [String]) -> Given<'a> {
    let word = argv[at].as_str();
    let attached = match word.split_once('=') {
        Some((_, value)) if word.starts_with("--") => Some(value),
        _ => word.strip_prefix(option).filter(|rest| !rest.is_empty() && !word.starts_with("--")),
    };
    match attached {
        Some(value) => Given { at, word: at, option, value },
        None => Given { at, word: at + 1, option, value: argv.get(at + 1).map_or("", String::as_str) },
    }
}
