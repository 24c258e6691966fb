//! Bytes of an answer → frames: server-sent events, lines of JSON, or one whole body.
//!
//! Pure and incremental: how the bytes were cut on their way never matters (property-tested).

/// How an answer is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// `text/event-stream` (WHATWG HTML §9.2).
    Events,
    /// One JSON value a line.
    Lines,
    /// One JSON value.
    Whole,
}

/// One message of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The event's name, empty where the framing has none.
    pub(crate) event: String,
    /// Its data.
    pub(crate) data: String,
    /// Bytes of it are no UTF-8.
    pub(crate) damaged: bool,
}

/// A line or frame is longer than the cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLong;

/// What has come and is no whole frame yet.
#[derive(Debug)]
pub(crate) struct Frames {
    framing: Framing,
    cap: usize,
    line: Vec<u8>,
    /// The last byte was a carriage return that ended a line: a line feed after it belongs to it.
    after_return: bool,
    /// Anything but white space came.
    begun: bool,
    started: bool,
    event: String,
    data: String,
    has_data: bool,
    damaged: bool,
}

impl Frames {
    pub(crate) fn new(framing: Framing, cap: usize) -> Self {
        Self {
            framing,
            cap,
            line: Vec::new(),
            after_return: false,
            begun: false,
            started: false,
            event: String::new(),
            data: String::new(),
            has_data: false,
            damaged: false,
        }
    }

    /// What the first bytes are, whatever a proxy calls them: no line of events begins with a bracket, and no JSON
    /// as events do.
    fn begin(&mut self, bytes: &[u8]) {
        if self.begun {
            return;
        }
        let mark = |b: &u8| matches!(b, 0xef | 0xbb | 0xbf);
        let Some(first) = bytes.iter().find(|b| !b.is_ascii_whitespace() && !mark(b)) else { return };
        self.begun = true;
        self.framing = match (self.framing, first) {
            (Framing::Events, b'{') => Framing::Whole,
            // `data:`, `event:`, a comment.
            (Framing::Whole, b'd' | b'e' | b':') => Framing::Events,
            (framing, _) => framing,
        };
    }

    /// Takes bytes; appends the frames they complete.
    pub(crate) fn push(&mut self, bytes: &[u8], out: &mut Vec<Frame>) -> Result<(), TooLong> {
        self.begin(bytes);
        if self.framing == Framing::Whole {
            self.line.extend_from_slice(bytes);
            return if self.line.len() > self.cap { Err(TooLong) } else { Ok(()) };
        }
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            if std::mem::take(&mut self.after_return) && *first == b'\n' {
                rest = &rest[1..];
                continue;
            }
            // Lone carriage returns end lines of events only; within JSON lines they are white space.
            let ends = |b: &u8| *b == b'\n' || (*b == b'\r' && self.framing == Framing::Events);
            let Some(end) = rest.iter().position(ends) else {
                self.line.extend_from_slice(rest);
                return if self.line.len() > self.cap { Err(TooLong) } else { Ok(()) };
            };
            self.line.extend_from_slice(&rest[..end]);
            self.after_return = rest[end] == b'\r';
            rest = &rest[end + 1..];
            self.end_line(out)?;
        }
        Ok(())
    }

    /// The end of the bytes. A last line of JSON counts without its line feed; an event without its
    /// blank line counts too: [`Frame`]s say themselves whether they are the last.
    pub(crate) fn finish(&mut self, out: &mut Vec<Frame>) -> Result<(), TooLong> {
        if self.framing == Framing::Whole || !self.line.is_empty() {
            self.end_line(out)?;
        }
        self.end_event(out);
        Ok(())
    }

    fn end_line(&mut self, out: &mut Vec<Frame>) -> Result<(), TooLong> {
        let bytes = std::mem::take(&mut self.line);
        if bytes.len() > self.cap || self.data.len() > self.cap {
            return Err(TooLong);
        }
        let text = String::from_utf8_lossy(&bytes);
        self.damaged |= matches!(text, std::borrow::Cow::Owned(_));
        let text =
            if std::mem::replace(&mut self.started, true) { &*text } else { text.trim_start_matches('\u{feff}') };
        match self.framing {
            Framing::Events => self.event_line(text, out),
            Framing::Lines | Framing::Whole => {
                if !text.trim().is_empty() {
                    let damaged = std::mem::take(&mut self.damaged);
                    out.push(Frame { event: String::new(), data: text.trim().to_owned(), damaged });
                }
            }
        }
        Ok(())
    }

    fn event_line(&mut self, line: &str, out: &mut Vec<Frame>) {
        if line.is_empty() {
            return self.end_event(out);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.data.push('\n');
                }
                self.data.push_str(value);
            }
            "event" => value.clone_into(&mut self.event),
            // Comments (an empty name), ids, retry times and unknown fields say nothing here.
            _ => {}
        }
    }

    fn end_event(&mut self, out: &mut Vec<Frame>) {
        let event = std::mem::take(&mut self.event);
        let data = std::mem::take(&mut self.data);
        let damaged = std::mem::take(&mut self.damaged);
        if std::mem::take(&mut self.has_data) {
            out.push(Frame { event, data, damaged });
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(framing: Framing, pieces: &[&[u8]]) -> Vec<(String, String)> {
        let mut frames = Frames::new(framing, 1_000);
        let mut out = Vec::new();
        for piece in pieces {
            frames.push(piece, &mut out).unwrap();
        }
        frames.finish(&mut out).unwrap();
        out.into_iter().map(|f| (f.event, f.data)).collect()
    }

    fn events(text: &str) -> Vec<(String, String)> {
        all(Framing::Events, &[text.as_bytes()])
    }

    fn one(event: &str, data: &str) -> (String, String) {
        (event.to_owned(), data.to_owned())
    }

    #[test]
    fn events_as_servers_write_them() {
        for (text, want) in [
            ("data: {}\n\n", vec![one("", "{}")]),
            ("data:{}\r\n\r\n", vec![one("", "{}")]),
            ("data: a\rdata: b\r\r", vec![one("", "a\nb")]),
            (": ping\n\ndata: a\n\n: x\n", vec![one("", "a")]),
            ("event: error\ndata: {\"x\":1}\n\n", vec![one("error", "{\"x\":1}")]),
            ("id: 4\nretry: 10\ndata\n\n", vec![one("", "")]),
            ("event: lonely\n\ndata: a\n\n", vec![one("", "a")]),
            ("\u{feff}data: a\n\n", vec![one("", "a")]),
            ("data:  two spaces\n\n", vec![one("", " two spaces")]),
            ("data: [DONE]", vec![one("", "[DONE]")]),
            ("data: a\n\n\n\ndata: b\n\n", vec![one("", "a"), one("", "b")]),
            ("", vec![]),
        ] {
            assert_eq!(events(text), want, "{text:?}");
        }
    }

    #[test]
    fn lines_and_wholes() {
        let lines = |text: &str| all(Framing::Lines, &[text.as_bytes()]);
        assert_eq!(lines("{\"a\":1}\n\n {\"b\":\r2}\r\n{\"c\":3}").len(), 3);
        // Whatever a proxy calls them, events are events and a body is a body.
        let event = [one("", "{\"a\":1}")];
        assert_eq!(all(Framing::Whole, &[b"data: {\"a\"", b":1}\n\n"]), event);
        assert_eq!(all(Framing::Whole, &[b": ping\n", b"\ndata: {\"a\":1}\n\n"]), event);
        assert_eq!(all(Framing::Events, &[b"\xef\xbb", b"\xbf {\"a\"", b":1}\n"]), event);
        assert_eq!(all(Framing::Whole, &[b"{\n\"a\"", b":\n1}"]), [one("", "{\n\"a\":\n1}")]);
    }

    #[test]
    fn what_is_too_long_is_not_kept() {
        let mut frames = Frames::new(Framing::Lines, 10);
        let mut out = Vec::new();
        assert_eq!(frames.push(b"12345678901", &mut out), Err(TooLong));
        let mut frames = Frames::new(Framing::Events, 10);
        assert_eq!(frames.push("data: 1\n".repeat(20).as_bytes(), &mut out), Err(TooLong));
        assert!(out.is_empty());
    }

    proptest! {
        #[test]
        fn where_the_bytes_are_cut_does_not_matter(
            text in "((data: ?[aé€😀{}\"]{0,6}|event: [a-z]{1,3}|:[a-z]{0,3}|)(\n|\r\n|\r)){0,12}",
            cuts in proptest::collection::vec(0_usize..200, 0..8),
            lines in any::<bool>(),
        ) {
            let framing = if lines { Framing::Lines } else { Framing::Events };
            let bytes = text.as_bytes();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c % (bytes.len() + 1)).collect();
            cuts.push(0);
            cuts.push(bytes.len());
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|w| &bytes[w[0]..w[1]]).collect();
            prop_assert_eq!(all(framing, &pieces), all(framing, &[bytes]));
        }
    }
}
