//! Protocols on standard input and output: one message a line, both ways.

use std::io::Result;
use tokio::io::{AsyncBufReadExt, AsyncWrite, AsyncWriteExt};

/// Bytes of one line: a file of the largest size that is kept, and what its text takes more as JSON.
pub(crate) const MOST: usize = 32 * 1024 * 1024;

/// Writes a message as a line of its own.
pub(crate) async fn write(to: &mut (impl AsyncWrite + Unpin), mut message: Vec<u8>) -> Result<()> {
    message.push(b'\n');
    to.write_all(&message).await?;
    to.flush().await
}

/// The next line; inside, nothing where it is longer than is taken. What has no end is no line.
pub(crate) async fn next(from: &mut (impl AsyncBufReadExt + Unpin)) -> Result<Option<Option<Vec<u8>>>> {
    let mut line = Some(Vec::new());
    loop {
        let there = from.fill_buf().await?;
        if there.is_empty() {
            return Ok(None);
        }
        let end = there.iter().position(|byte| *byte == b'\n');
        let piece = &there[..end.unwrap_or(there.len())];
        line = line.filter(|line| line.len() + piece.len() <= MOST);
        if let Some(line) = &mut line {
            line.extend_from_slice(piece);
        }
        let read = piece.len() + usize::from(end.is_some());
        from.consume(read);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}
