//! "Tuesday no yoga", "tomorrow no gym": a day in front of a series that is left out then, said as "no yoga on tuesday" is.

use super::run::Run;
use super::text::Clause;

/// The text with its day behind the series.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    // Dates are looked for only where it may be one.
    if !text.split(|ch: char| !ch.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("no")) {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let [found] = c.found.as_slice() else { return None };
    let said = c.toks_of(&found.span);
    let named = said.end + 1..c.len();
    let none = said.start == 0 && c.word(said.end) == "no" && !named.is_empty();
    let name = if none { c.slice(named) } else { return None };
    run.one_series(name)?;
    let day = c.slice(said);
    let on = if crate::dates::weekday(&day.to_lowercase()).is_some() { "on " } else { "" };
    Some(format!("no {name} {on}{day}"))
}
