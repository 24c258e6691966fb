//! A line of text that is being typed. Places are between characters as a person sees them.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// The text and the place of the cursor in it, in bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Line {
    text: String,
    at: usize,
}

impl Line {
    /// With the cursor at the end of a text.
    pub(crate) fn of(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { at: text.len(), text }
    }

    /// All of it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// What is before the cursor.
    pub(crate) fn before(&self) -> &str {
        self.text.get(..self.at).unwrap_or_default()
    }

    /// Whether nothing was typed.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes the text and begins anew.
    pub(crate) fn take(&mut self) -> String {
        self.at = 0;
        std::mem::take(&mut self.text)
    }

    /// Puts a text at the cursor; its lines stay lines, other control characters are left out.
    pub(crate) fn insert(&mut self, text: &str) {
        let text: String = text
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .replace('\t', " ")
            .chars()
            .filter(|c| *c == '\n' || !c.is_control())
            .collect();
        self.text.insert_str(self.at, &text);
        self.at += text.len();
    }

    /// Does what a key does in a line of text; false = it does nothing there.
    pub(crate) fn key(&mut self, key: &KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char(c) => match (control, key.modifiers.contains(KeyModifiers::ALT), c) {
                (false, false, c) => self.insert(c.encode_utf8(&mut [0; 4])),
                (true, false, 'a') => self.at = 0,
                (true, false, 'e') => self.at = self.text.len(),
                (true, false, 'u') => self.remove(0, self.at),
                (true, false, 'k') => self.remove(self.at, self.text.len()),
                (true, false, 'w') => self.remove(self.word_before(), self.at),
                (true, false, 'j') => self.insert("\n"),
                _ => return false,
            },
            KeyCode::Backspace if control => self.remove(self.word_before(), self.at),
            KeyCode::Backspace => self.remove(self.place(false), self.at),
            KeyCode::Delete => self.remove(self.at, self.place(true)),
            KeyCode::Left if control => self.at = self.word_before(),
            KeyCode::Left => self.at = self.place(false),
            KeyCode::Right if control => self.at = self.word_after(),
            KeyCode::Right => self.at = self.place(true),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            _ => return false,
        }
        true
    }

    fn remove(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.at = from;
    }

    /// One character on or back.
    fn place(&self, on: bool) -> usize {
        let mut cursor = GraphemeCursor::new(self.at, self.text.len(), true);
        let found = match on {
            true => cursor.next_boundary(&self.text, 0),
            false => cursor.prev_boundary(&self.text, 0),
        };
        found.ok().flatten().unwrap_or(self.at)
    }

    fn word_before(&self) -> usize {
        self.before().unicode_word_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn word_after(&self) -> usize {
        let after = self.text.get(self.at..).unwrap_or_default();
        after.unicode_word_indices().next().map_or(self.text.len(), |(at, word)| self.at + at + word.len())
    }
}

#[cfg(test)]
mod tests {
    use super::Line;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    #[test]
    fn keys_edit_by_characters_as_a_person_sees_them() {
        let none = KeyModifiers::NONE;
        for (start, keys, expected) in [
            ("milk", vec![(KeyCode::Backspace, none)], "mil|"),
            ("a👩‍👩‍👧", vec![(KeyCode::Backspace, none)], "a|"),
            ("ab", vec![(KeyCode::Left, none), (KeyCode::Char('x'), none)], "ax|b"),
            ("ab", vec![(KeyCode::Home, none), (KeyCode::Delete, none)], "|b"),
            ("buy some milk", vec![(KeyCode::Char('w'), KeyModifiers::CONTROL)], "buy some |"),
            ("buy some milk", vec![(KeyCode::Char('u'), KeyModifiers::CONTROL)], "|"),
            (
                "buy milk",
                vec![(KeyCode::Left, KeyModifiers::CONTROL), (KeyCode::Char('k'), KeyModifiers::CONTROL)],
                "buy |",
            ),
            ("", vec![(KeyCode::Backspace, none), (KeyCode::Delete, none), (KeyCode::Left, none)], "|"),
        ] {
            let mut line = Line::of(start);
            for (code, modifiers) in &keys {
                assert!(line.key(&KeyEvent::new(*code, *modifiers)));
            }
            let (before, text) = (line.before().to_owned(), line.text().to_owned());
            assert_eq!(format!("{before}|{}", &text[before.len()..]), expected, "{start:?} {keys:?}");
        }
    }

    #[test]
    fn what_is_pasted_keeps_its_lines_and_no_control_characters() {
        let mut line = Line::default();
        line.insert("a\r\nb\u{1b}[2J\tc");
        assert_eq!(line.take(), "a\nb[2J c");
        assert!(line.is_empty());
    }
}
