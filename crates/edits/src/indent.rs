//! The one shift of indentation that turns an edit's lines into the file's, if there is exactly one.

/// The white space a line begins with.
pub(crate) fn indent_of(line: &[u8]) -> &[u8] {
    &line[..line.len() - unindented(line).len()]
}

/// The line without it. A line of white space only is blank, however long.
pub(crate) fn unindented(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    &line[start..]
}

/// How the edit's indentation becomes the file's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shift {
    /// Every line gets this in front.
    Add(Vec<u8>),
    /// Every line loses this.
    Strip(Vec<u8>),
    /// So many spaces in the edit are one tab in the file, and so many levels are added.
    ToTabs { width: usize, levels: isize },
    /// One tab in the edit is so many spaces in the file, and so many levels are added.
    ToSpaces { width: usize, levels: isize },
}

impl Shift {
    /// Finds it from pairs of (indentation in the edit, in the file). None if no single shift explains
    /// every pair.
    pub(crate) fn infer(pairs: &[(&[u8], &[u8])]) -> Option<Self> {
        let (edit, file) = pairs.first()?;
        let candidates = [
            file.strip_suffix(*edit).map(|added| Self::Add(added.to_vec())),
            edit.strip_suffix(*file).map(|lost| Self::Strip(lost.to_vec())),
            level_shift(pairs, b' ', b'\t').map(|(width, levels)| Self::ToTabs { width, levels }),
            level_shift(&pairs.iter().map(|(e, f)| (*f, *e)).collect::<Vec<_>>(), b' ', b'\t')
                .map(|(width, levels)| Self::ToSpaces { width, levels: -levels }),
        ];
        candidates
            .into_iter()
            .flatten()
            .find(|shift| pairs.iter().all(|(edit, file)| shift.indent(edit).as_deref() == Some(*file)))
    }

    /// The width of a diff's sign: rather the sign that context lost than an indentation, and then the added
    /// lines are not short of it.
    pub(crate) fn is_a_sign(&self) -> bool {
        matches!(self, Self::Add(added) if added == b" ")
    }

    /// The line as the file would have it; None if the shift does not say.
    pub(crate) fn shifted(&self, line: &[u8]) -> Option<Vec<u8>> {
        let rest = unindented(line);
        if rest.is_empty() {
            return Some(line.to_vec());
        }
        let mut shifted = self.indent(indent_of(line))?;
        shifted.extend_from_slice(rest);
        Some(shifted)
    }

    fn indent(&self, indent: &[u8]) -> Option<Vec<u8>> {
        match self {
            // Tabs in front of spaces, or the other way round, is nobody's style.
            Self::Add(added) if indent.first().is_some_and(|b| added.last().is_some_and(|a| a != b)) => None,
            Self::Add(added) => Some([added, indent].concat()),
            Self::Strip(lost) => indent.strip_prefix(&lost[..]).map(<[u8]>::to_vec),
            Self::ToTabs { width, levels } => {
                let level = level(indent, b' ', *width)?.checked_add_signed(*levels)?;
                Some(vec![b'\t'; level])
            }
            Self::ToSpaces { width, levels } => {
                let level = level(indent, b'\t', 1)?.checked_add_signed(*levels)?;
                Some(vec![b' '; level * width])
            }
        }
    }
}

fn level(indent: &[u8], unit: u8, width: usize) -> Option<usize> {
    let uniform = indent.iter().all(|byte| *byte == unit);
    (uniform && indent.len().is_multiple_of(width)).then(|| indent.len() / width)
}

/// The width of a level on the spaced side and the levels between both: from two different levels, or
/// from one if no level lies between.
fn level_shift(pairs: &[(&[u8], &[u8])], spaced: u8, tabbed: u8) -> Option<(usize, isize)> {
    if !pairs.iter().all(|(s, t)| s.iter().all(|b| *b == spaced) && t.iter().all(|b| *b == tabbed)) {
        return None;
    }
    let lengths: Vec<(usize, usize)> = pairs.iter().map(|(s, t)| (s.len(), t.len())).collect();
    let low = *lengths.iter().min()?;
    let high = *lengths.iter().max()?;
    let (width, rest) = match high.1.checked_sub(low.1)? {
        0 if high.1 == 0 || high.0 != low.0 => return None,
        0 => (high.0 / high.1, high.0 % high.1),
        levels => ((high.0 - low.0) / levels, (high.0 - low.0) % levels),
    };
    if width == 0 || rest != 0 || !low.0.is_multiple_of(width) {
        return None;
    }
    Some((width, isize::try_from(low.1).ok()? - isize::try_from(low.0 / width).ok()?))
}

#[cfg(test)]
mod tests {
    use super::Shift;

    #[test]
    fn one_shift_or_none() {
        for (pairs, line, expected) in [
            (&[("", "    ")][..], "  x", Some("      x")),
            (&[("  ", "    "), ("    ", "      ")], "      x", Some("        x")),
            (&[("    ", "  "), ("      ", "    ")], "    x", Some("  x")),
            (&[("    ", "  ")], " x", None),
            (&[("    ", "\t"), ("        ", "\t\t")], "            x", Some("\t\t\tx")),
            (&[("    ", "\t")], "        x", Some("\t\tx")),
            (&[("    ", "\t")], "      x", None),
            (&[("", "\t"), ("    ", "\t\t")], "        x", Some("\t\t\tx")),
            (&[("\t", "    "), ("\t\t", "        ")], "\t\t\tx", Some("            x")),
            (&[("\t", "  ")], "\t\tx", Some("    x")),
            (&[("", "\t")], "  x", None),
            (&[("", "\t")], "\tx", Some("\t\tx")),
            (&[("", ""), ("    ", "  ")], "x", None),
            (&[("", "  "), ("    ", "    ")], "x", None),
            (&[("\t", "  ")], "\t\t x", None),
            (&[("\t", "\t")], "  x", Some("  x")),
        ] {
            let pairs: Vec<_> = pairs.iter().map(|(e, f)| (e.as_bytes(), f.as_bytes())).collect();
            let found = Shift::infer(&pairs).and_then(|shift| shift.shifted(line.as_bytes()));
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{pairs:?} {line:?}");
        }
    }
}
