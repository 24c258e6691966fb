//! Physical lines of a file.

/// Tells in which line a byte of the text is, of bytes asked for in their order.
pub(crate) struct Lines<'t> {
    text: &'t [u8],
    at: usize,
    line: u32,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text: text.as_bytes(), at: 0, line: 1 }
    }

    /// The line, from 1, of what begins at this byte or behind the line ends there.
    pub(crate) fn begins(&mut self, byte: usize) -> u32 {
        let ends = self.text.get(byte..).unwrap_or_default().iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        let to = byte.saturating_add(ends).min(self.text.len());
        let passed = self.text.get(self.at..to).unwrap_or_default().iter().filter(|b| **b == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(passed).unwrap_or(u32::MAX));
        self.at = self.at.max(to);
        self.line
    }
}
