//! The bytes of a model's files: fetched from where the last attempt stopped, tried again where the line broke.

use super::finishing::sha256_of;
use super::problems::{full, mismatch, problem, unwritable};
use super::{End, Note, Work, length_of};
use crate::effects::shelf::{self as files, Staging};
use bytes::Bytes;
use countersign_core::problem::Problem;
use countersign_llm::hub::{HubError, Piece};
use std::fs::File;
use std::io::{self};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Attempts without a single new byte before it is given up.
const ATTEMPTS: u32 = 4;
/// The first wait between two; doubles.
const PAUSE: Duration = Duration::from_millis(500);
/// Bytes that stay free for everything else.
pub(super) const MARGIN: u64 = 32 << 20;

impl Work {
    /// One file, whole; gives the checksum that the hub says it has.
    pub(super) async fn piece(
        &self,
        staging: &Staging,
        n: usize,
        piece: &Piece,
        note: &mut Note,
    ) -> Result<Option<String>, End> {
        let Some(url) = &piece.url else { return Ok(None) };
        let (mut idle, mut said) = (0, None);
        loop {
            let have = length_of(&staging.part(n));
            let validator = note.validators.get(n).cloned().flatten();
            let before = have;
            match self.attempt(staging, n, url, have, validator.as_deref(), note, &mut said).await {
                Ok(()) => break,
                Err(Attempt::End(end)) => return Err(end),
                Err(Attempt::Hub(error)) => {
                    let grew = length_of(&staging.part(n)) > before;
                    idle = if grew { 0 } else { idle + 1 };
                    if !error.retryable() || idle >= ATTEMPTS {
                        return Err(problem(&error).into());
                    }
                    let asked = match &error {
                        HubError::Busy { after: Some(after), .. } => *after,
                        _ => PAUSE * 2_u32.pow(idle.saturating_sub(1)),
                    };
                    if asked > Duration::from_secs(60) {
                        return Err(problem(&error).into());
                    }
                    tokio::select! {
                        () = self.stop.cancelled() => return Err(End::Stopped),
                        () = tokio::time::sleep(asked) => {}
                    }
                }
            }
        }
        if let Some(expected) = &piece.sha256 {
            let part = staging.part(n);
            let stop = self.stop.clone();
            let found = tokio::task::spawn_blocking(move || sha256_of(&part, &stop)).await;
            if self.stop.is_cancelled() {
                return Err(End::Stopped);
            }
            let found = found.map_err(|e| Problem::new("interrupted", e.to_string()))?.map_err(|e| unwritable(&e))?;
            if found != *expected {
                let _ = staging.discard();
                return Err(mismatch(expected, &found).into());
            }
        }
        Ok(said)
    }

    #[allow(clippy::too_many_arguments)]
    async fn attempt(
        &self,
        staging: &Staging,
        n: usize,
        url: &str,
        have: u64,
        validator: Option<&str>,
        note: &mut Note,
        said: &mut Option<String>,
    ) -> Result<(), Attempt> {
        let asked = tokio::select! {
            () = self.stop.cancelled() => return Err(Attempt::End(End::Stopped)),
            answered = self.shelf.0.hub.download(url, have, validator) => answered,
        };
        let mut download = asked.map_err(Attempt::Hub)?;
        *said = download.sha256.clone().or_else(|| said.take());
        if download.validator.as_deref() != validator
            && let Some(kept) = note.validators.get_mut(n)
        {
            kept.clone_from(&download.validator);
            let text = serde_json::to_vec(note).unwrap_or_default();
            staging.put_note(&text).map_err(|e| Attempt::End(unwritable(&e).into()))?;
        }
        let others: u64 = (0..self.found.pieces.len()).filter(|k| *k != n).map(|k| length_of(&staging.part(k))).sum();
        self.room(staging, n, download.total, download.from)?;
        let begins = others + download.from;
        self.says.send_modify(|pull| {
            pull.received = begins;
            pull.resumed = pull.resumed.min(begins);
            if self.found.pieces.len() == 1 {
                pull.total = download.total.or(pull.total);
            }
        });
        let file = staging.append(n, download.from).map_err(|e| Attempt::End(unwritable(&e).into()))?;
        let (send, receive) = mpsc::channel::<Bytes>(64);
        let says = self.says.clone();
        let writer = tokio::task::spawn_blocking(move || write(file, receive, &says));
        let came = loop {
            let next = tokio::select! {
                () = self.stop.cancelled() => break Err(Attempt::End(End::Stopped)),
                next = download.next() => next,
            };
            match next {
                // A writer that has gone says why below.
                Ok(Some(bytes)) => {
                    if send.send(bytes).await.is_err() {
                        break Ok(());
                    }
                }
                Ok(None) => break Ok(()),
                Err(e) => break Err(Attempt::Hub(e)),
            }
        };
        drop(send);
        let written = writer.await.map_err(|e| Attempt::End(Problem::new("interrupted", e.to_string()).into()))?;
        written.map_err(|e| Attempt::End(unwritable(&e).into()))?;
        came?;
        let have = length_of(&staging.part(n));
        match download.total {
            Some(total) if have < total => Err(Attempt::Hub(HubError::Broken(format!("{have} of {total} bytes came")))),
            _ => Ok(()),
        }
    }

    /// Whether what is still to come has room: the rest of the files, and the model file beside wheels.
    fn room(&self, staging: &Staging, n: usize, total: Option<u64>, from: u64) -> Result<(), Attempt> {
        let rest = |(k, piece): (usize, &Piece)| match k {
            k if k == n => total.unwrap_or_default().saturating_sub(from),
            k => piece.bytes.unwrap_or_default().saturating_sub(length_of(&staging.part(k))),
        };
        let mut needed: u64 = self.found.pieces.iter().enumerate().map(rest).sum();
        if self.found.pieces.iter().any(|p| p.member.is_some()) {
            // Weights hardly compress.
            needed += self.found.pieces.iter().filter_map(|p| p.bytes).sum::<u64>() * 11 / 10;
        }
        let free = files::free_space(&self.shelf.models());
        match free.filter(|free| *free < needed + MARGIN) {
            Some(free) => Err(Attempt::End(End::Failed(full(Some((needed, free)))))),
            None => Ok(()),
        }
    }
}

enum Attempt {
    Hub(HubError),
    End(End),
}

fn write(mut file: File, mut receive: mpsc::Receiver<Bytes>, says: &watch::Sender<super::Pull>) -> io::Result<()> {
    while let Some(bytes) = receive.blocking_recv() {
        files::write_chunk(&mut file, &bytes)?;
        says.send_modify(|pull| pull.received += bytes.len() as u64);
    }
    file.sync_all()
}
