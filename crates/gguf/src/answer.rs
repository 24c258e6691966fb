//! What has been written of an answer: whole characters, stop texts, and what may be shown already.

use crate::tokenizer::Characters;

/// An answer on its way.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    stops: &'a [String],
    characters: Characters,
    text: String,
    shown: usize,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(stops: &'a [String]) -> Self {
        Self { stops, characters: Characters::default(), text: String::new(), shown: 0 }
    }

    /// Takes in the bytes of a token; true where a stop text was written, which is cut off.
    pub(crate) fn push(&mut self, bytes: &[u8], show: &mut dyn FnMut(&str)) -> bool {
        let piece = self.characters.push(bytes);
        self.take(&piece, show)
    }

    fn take(&mut self, piece: &str, show: &mut dyn FnMut(&str)) -> bool {
        self.text.push_str(piece);
        let stops = || self.stops.iter().filter(|stop| !stop.is_empty());
        let found = stops().filter_map(|stop| Some(self.shown + self.text[self.shown..].find(stop.as_str())?)).min();
        if let Some(at) = found {
            self.text.truncate(at);
        }
        // What may become a stop text is not shown yet.
        let begins = |at: &usize| stops().any(|stop| stop.starts_with(&self.text[*at..]));
        let held = match found {
            Some(_) => self.text.len(),
            None => self.text[self.shown..]
                .char_indices()
                .map(|(i, _)| self.shown + i)
                .find(begins)
                .unwrap_or(self.text.len()),
        };
        if held > self.shown {
            show(&self.text[self.shown..held]);
            self.shown = held;
        }
        found.is_some()
    }

    /// The text, all of it shown. Half a character at the end becomes U+FFFD, unless the answer was
    /// stopped by a text.
    pub(crate) fn finish(mut self, stopped: bool, show: &mut dyn FnMut(&str)) -> String {
        if !stopped {
            let left = self.characters.finish();
            self.take(&left, show);
        }
        if self.shown < self.text.len() {
            show(&self.text[self.shown..]);
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn run(pieces: &[&[u8]], stops: &[&str]) -> (String, String, bool) {
        let stops: Vec<String> = stops.iter().map(|s| (*s).to_owned()).collect();
        let (mut answer, mut shown) = (Answer::new(&stops), String::new());
        let stopped = pieces.iter().any(|piece| answer.push(piece, &mut |text| shown.push_str(text)));
        let text = answer.finish(stopped, &mut |text| shown.push_str(text));
        (text, shown, stopped)
    }

    #[test]
    fn stop_texts_are_cut_off_and_never_shown() {
        assert_eq!(run(&[b"one E", b"N", b"D two"], &["END"]), ("one ".to_owned(), "one ".to_owned(), true));
        assert_eq!(run(&[b"one E", b"N"], &["END"]), ("one EN".to_owned(), "one EN".to_owned(), false));
        assert_eq!(run(&[b"aab"], &["ab", "aab"]), (String::new(), String::new(), true));
        assert_eq!(run(&[b"\xc3", b"\xa4\xe2\x82"], &[]).0, "ä\u{fffd}");
    }

    proptest! {
        #[test]
        fn what_is_shown_is_the_text(text in "[ab漢\\n]{0,30}", stop in "[ab漢]{0,3}", step in 1..4_usize) {
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(step).collect();
            let (got, shown, stopped) = run(&pieces, &[&stop]);
            prop_assert_eq!(&got, &shown);
            let want = if stop.is_empty() { None } else { text.find(&stop) };
            prop_assert_eq!(stopped, want.is_some());
            prop_assert_eq!(got, &text[..want.unwrap_or(text.len())]);
        }
    }
}
