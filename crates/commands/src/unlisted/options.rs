//! Options of programs that are not listed, found in any way they can be written.

/// Where the options stand that `table` names for the program, and which: as a word, with its value
/// attached, or a long one abbreviated. Behind `--` there are none.
pub(super) fn named<'a>(
    table: &'static [(&str, &str)],
    name: &'a str,
    argv: &'a [String],
) -> impl Iterator<Item = (usize, &'static str)> + use<'a> {
    let options = table.iter().filter(move |(names, _)| names.split(' ').any(|known| known == name));
    options.flat_map(|(_, options)| options.split(' ')).flat_map(move |option| {
        let words = argv.iter().enumerate().skip(1).take_while(|(_, word)| *word != "--");
        let spelled = words.filter(move |(_, word)| {
            *word == option
                || word
                    .strip_prefix(option)
                    .is_some_and(|rest| rest.starts_with(['=', ':']) || (option.len() == 2 && !rest.is_empty()))
                || (option.len() > 4
                    && word.len() > 4
                    && word.starts_with("--")
                    && option.starts_with(word.split('=').next().unwrap_or(word)))
        });
        spelled.map(move |(at, _)| (at, option))
    })
}

/// The value of an option that stands at `at`: behind `=`, glued to it, or the next word.
pub(super) fn value<'a>(option: &str, at: usize, argv: &'a [String]) -> &'a str {
    let word = argv[at].as_str();
    let attached = match word.split_once('=') {
        Some((_, value)) if word.starts_with("--") => Some(value),
        _ => word.strip_prefix(option).filter(|rest| !rest.is_empty() && !word.starts_with("--")),
    };
    attached.or_else(|| argv.get(at + 1).map(String::as_str)).unwrap_or("")
}
