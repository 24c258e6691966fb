//! Options of programs that are not listed, found in any way they can be written.

/// Where one of the options stands that `table` names for the program, and which: as a word, with its
/// value attached, or a long one abbreviated. Behind `--` there are none.
pub(super) fn named(table: &'static [(&str, &str)], name: &str, argv: &[String]) -> Option<(usize, &'static str)> {
    let options = table.iter().filter(|(names, _)| names.split(' ').any(|known| known == name));
    options.flat_map(|(_, options)| options.split(' ')).find_map(|option| {
        let at = argv.iter().skip(1).take_while(|word| *word != "--").position(|word| {
            word == option
                || word
                    .strip_prefix(option)
                    .is_some_and(|rest| rest.starts_with(['=', ':']) || (option.len() == 2 && !rest.is_empty()))
                || (option.len() > 4
                    && word.len() > 4
                    && word.starts_with("--")
                    && option.starts_with(word.split('=').next().unwrap_or(word)))
        });
        at.map(|at| (at + 1, option))
    })
}
