//! An English template, and what stands in its gaps in a text.

/// What a gap of a template holds, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `{x}`: anything, kept as it is.
    Kept,
    /// `{n#}`: digits; `{n#1}`: exactly this number.
    Number(Option<String>),
    /// `{x@}`: a time of day, `09:00`, kept as it is.
    Time,
    /// `{x!}`: somebody's own words, kept; a list in quotation marks has those of the language.
    Own,
    /// `{x~}`: said again: a date, a number of things, a phrase.
    Again,
    /// `{x;}`: texts parted by semicolons, each said again.
    List,
    /// `{x,}`: the parts of a change, each said again.
    Parts,
}

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Gap(String, Kind),
}

/// A template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern(Vec<Part>);

impl Pattern {
    /// Reads a template; none when a brace is not closed, or two gaps touch.
    pub(crate) fn read(template: &str) -> Option<Self> {
        let mut parts = Vec::new();
        let mut rest = template;
        while let Some((text, tail)) = rest.split_once('{') {
            if !text.is_empty() {
                parts.push(Part::Text(text.to_owned()));
            } else if matches!(parts.last(), Some(Part::Gap(..))) {
                return None;
            }
            let (inside, tail) = tail.split_once('}')?;
            let (name, kind) = if let Some((name, number)) = inside.split_once('#') {
                (name, Kind::Number(Some(number.to_owned()).filter(|n| !n.is_empty())))
            } else {
                [('@', Kind::Time), ('!', Kind::Own), ('~', Kind::Again), (';', Kind::List), (',', Kind::Parts)]
                    .into_iter()
                    .find_map(|(sign, kind)| Some((inside.strip_suffix(sign)?, kind)))
                    .unwrap_or((inside, Kind::Kept))
            };
            parts.push(Part::Gap(name.to_owned(), kind));
            rest = tail;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Some(Self(parts))
    }

    /// What it begins with.
    pub(crate) fn head(&self) -> &str {
        match self.0.first() {
            Some(Part::Text(text)) => text,
            _ => "",
        }
    }

    /// Whether it ends in a gap that holds any text.
    pub(crate) fn ends_open(&self) -> bool {
        matches!(self.0.last(), Some(Part::Gap(_, Kind::Kept | Kind::Again)))
    }

    /// Whether there is no letter outside of its gaps.
    pub(crate) fn is_of_signs(&self) -> bool {
        self.0.iter().all(|part| !matches!(part, Part::Text(text) if text.contains(char::is_alphabetic)))
    }

    /// Bytes that are not gaps; a number counts a little more than any text.
    pub(crate) fn literal(&self) -> usize {
        let of = |part: &Part| match part {
            Part::Text(text) => 4 * text.len(),
            Part::Gap(_, Kind::Number(_) | Kind::Time) => 1,
            Part::Gap(..) => 0,
        };
        self.0.iter().map(of).sum()
    }

    /// Its gaps by name.
    pub(crate) fn gaps(&self) -> impl Iterator<Item = (&str, &Kind)> {
        self.0.iter().filter_map(|p| if let Part::Gap(name, kind) = p { Some((name.as_str(), kind)) } else { None })
    }

    /// What stands in each gap, in order; none when the text does not fit, or fits in two ways: then
    /// nobody can say what is a person's.
    pub(crate) fn fit<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let mut found = Vec::new();
        let mut held = Vec::new();
        ways(&self.0, text, &mut held, &mut found);
        if found.len() == 1 { found.pop() } else { None }
    }
}

/// Collects the ways in which parts fit a text, at most two.
fn ways<'t>(parts: &[Part], text: &'t str, held: &mut Vec<&'t str>, found: &mut Vec<Vec<&'t str>>) {
    if found.len() > 1 {
        return;
    }
    match parts {
        [] if text.is_empty() => found.push(held.clone()),
        [] => {}
        [Part::Text(literal), rest @ ..] => {
            if let Some(tail) = text.strip_prefix(literal.as_str()) {
                ways(rest, tail, held, found);
            }
        }
        [Part::Gap(_, kind), rest @ ..] => {
            let mut hold = |inside: &'t str, tail: &'t str| {
                if holds(kind, inside) {
                    held.push(inside);
                    ways(rest, tail, held, found);
                    held.pop();
                }
            };
            match rest.first() {
                Some(Part::Text(next)) => {
                    for (at, _) in text.match_indices(next.as_str()) {
                        if let (Some(inside), Some(tail)) = (text.get(..at), text.get(at..)) {
                            hold(inside, tail);
                        }
                    }
                }
                _ => hold(text, ""),
            }
        }
    }
}

fn holds(kind: &Kind, inside: &str) -> bool {
    match kind {
        Kind::Number(Some(number)) => inside == number,
        Kind::Number(None) => !inside.is_empty() && inside.len() < 20 && inside.bytes().all(|b| b.is_ascii_digit()),
        Kind::Time => match inside.as_bytes() {
            [hours @ .., b':', _, _] => hours.len() == 2 && inside.bytes().all(|b| b.is_ascii_digit() || b == b':'),
            _ => false,
        },
        // A list is said item by item; what ends in a semicolon is a piece of one.
        Kind::Again => !inside.is_empty() && !inside.contains("\n- ") && !inside.ends_with(';'),
        Kind::Kept | Kind::Own | Kind::List | Kind::Parts => !inside.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn gaps_are_found_where_there_is_one_way_only() {
        let fit = |template: &str, text: &'static str| Pattern::read(template).unwrap().fit(text);
        assert_eq!(fit("Set {name} to {to}", "Set “a” to done"), Some(vec!["“a”", "done"]));
        assert_eq!(fit("Rename {a} to {b}", "Rename a to b to c"), None);
        assert_eq!(fit("{n#} todos", "3 todos"), Some(vec!["3"]));
        assert_eq!(fit("{n#} todos", "three todos"), None);
        assert_eq!(fit("{n#1} todo", "2 todo"), None);
        assert_eq!(fit("Done.", "Done."), Some(vec![]));
        assert_eq!(fit("a{x}", "a"), None);
        assert_eq!(Pattern::read("{a}{b}"), None);
        assert_eq!(Pattern::read("{a"), None);
    }
}
