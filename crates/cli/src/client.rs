//! One way to ask for anything: a request and its answer, as over HTTP. If a server runs for the
//! data folder it is asked; else its router is called in this process.

mod local;
mod mending;
mod remote;

pub(crate) use local::{Local, Shared};

use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::store::Purpose;
use crate::texts::{self, say};
use countersign_core::wire::{BrokenEntry, ErrorBody, InterruptedApply};
use countersign_engine::RebuildReport;
use http::Method;
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Frame};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// How long to wait for another command that holds the data folder.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to look again.
const PAUSE: Duration = Duration::from_millis(25);

/// What keeps a folder from being written, but not from being looked at in a copy.
const LOOKED_AT: [&str; 9] = [
    "data_unwritable",
    "read_only",
    "disk_full",
    "missing_entries",
    "in_the_way",
    "corrupt_database",
    "unreadable",
    DAMAGED,
    BROKEN,
];

/// What of these is no fault of what is stored: a server looks at a copy as well.
pub(crate) const UNWRITABLE: [&str; 3] = ["data_unwritable", "read_only", "disk_full"];

/// What keeps entries from being read: those are missing, or something else lies where a file of them has to be.
const MISSES: [&str; 2] = ["missing_entries", "in_the_way"];

/// What only the ledger makes cannot be read, and the ledger can make it.
const DAMAGED: &str = "damaged";

/// What has to be ended first stands in a part of the ledger that is not as it was written.
const BROKEN: &str = "broken_ledger";

/// An answer's status and bytes.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// Somebody who answers requests.
pub(crate) enum Client {
    Remote(remote::Remote),
    Local(Box<local::Local>),
}

impl Client {
    /// The running server, or this process; only a verb that `begins` something makes a data folder.
    /// Where the folder cannot be written, it is looked at in a copy; what would write there fails with
    /// why that was.
    ///
    /// # Errors
    /// When the folder or database cannot be used, or another process holds it for too long.
    pub(crate) async fn open(home: &Home, moment: &Moment, begins: bool) -> Result<Self> {
        Self::open_for(home, moment, begins, Purpose::Use).await
    }

    /// As [`Self::open`], with what the ledger makes made anew where it cannot be read.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub(crate) async fn restoring(home: &Home, moment: &Moment) -> Result<Self> {
        Self::open_for(home, moment, false, Purpose::Restore).await
    }

    async fn open_for(home: &Home, moment: &Moment, begins: bool, purpose: Purpose) -> Result<Self> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            if let Some(remote) = Self::running(home).await {
                if moment.is_fixed() {
                    return Err(Failure::new(
                        "clock_is_the_servers",
                        say!("cli-now-remote"),
                        say!("cli-now-remote-hint"),
                    ));
                }
                return Ok(Self::Remote(remote));
            }
            if !begins && home.is_nowhere() {
                return Ok(Self::Local(Box::new(local::Local::nothing(home, moment).await?)));
            }
            let opened = match home.lock() {
                Ok(Some(lock)) => local::Local::open(home, lock, moment, purpose).await.map(Some),
                Ok(None) => Ok(None),
                Err(failure) => Err(failure),
            };
            match opened {
                Ok(Some(local)) => return Ok(Self::Local(Box::new(local))),
                Ok(None) => {}
                // What is to be put right is not put right in a copy.
                Err(failure)
                    if !begins && purpose != Purpose::Restore && LOOKED_AT.iter().any(|code| failure.is(code)) =>
                {
                    // Why it cannot be written is what there is to say, also when it cannot be read.
                    let why = failure.body();
                    let looking = local::Local::looking(home, moment, why).await.map_err(|_| failure)?;
                    return Ok(Self::Local(Box::new(looking)));
                }
                Err(failure) => return Err(failure),
            }
            if tokio::time::Instant::now() >= deadline {
                return Err(Failure::new(
                    "data_in_use",
                    say!("cli-data-in-use", dir = home.dir().display().to_string()),
                    say!("cli-data-in-use-hint"),
                ));
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The address of the server that answered, where it has ended since.
    pub(crate) async fn ended(&self) -> Option<String> {
        match self {
            Self::Remote(remote) if !remote.answers().await => Some(remote.url().to_owned()),
            Self::Remote(_) | Self::Local(_) => None,
        }
    }

    /// For a folder's models: the running server, or this process without the database.
    ///
    /// # Errors
    /// As [`local::Local::models`].
    pub(crate) async fn of_models(home: &Home, moment: &Moment) -> Result<Self> {
        match Self::running(home).await {
            Some(remote) => Ok(Self::Remote(remote)),
            None => Ok(Self::Local(Box::new(local::Local::models(home, moment).await?))),
        }
    }

    /// Has answers worded in a person's language: the one named, or the environment's.
    pub(crate) fn listen(&mut self, tag: Option<&str>) {
        texts::ask_in(tag);
        if let Self::Local(local) = self {
            local.listen();
        }
    }

    /// Requests come through this, as the ledger says it: `editor`; the terminal where nobody says so.
    pub(crate) fn through(&mut self, what: &'static str) {
        match self {
            Self::Local(local) => local.through(what),
            Self::Remote(remote) => remote.through(what),
        }
    }

    /// Lets other verbs use the folder while this one does something that takes long.
    pub(crate) async fn share(&self) -> Option<Shared> {
        match self {
            Self::Local(local) => local.share().await,
            Self::Remote(_) => None,
        }
    }

    /// Whether this answers for a folder that is not there.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self, Self::Local(local) if local.is_nothing())
    }

    /// What the start of this process ended, or tried to end, of what another had begun to apply.
    pub(crate) fn recovered(&self) -> Vec<InterruptedApply> {
        match self {
            Self::Remote(_) => Vec::new(),
            Self::Local(local) => local.recovered(),
        }
    }

    /// Why this only looks at a copy of the folder, if it does.
    pub(crate) fn looks(&self) -> Option<&ErrorBody> {
        match self {
            Self::Local(local) => local.looks(),
            Self::Remote(_) => None,
        }
    }

    /// Whether entries are missing in the folder, or may be, so that what is looked at is not all there was.
    pub(crate) fn misses(&self) -> bool {
        self.looks().is_some_and(|why| MISSES.contains(&why.error.as_str()))
    }

    /// Whether what is stored, or the ledger, cannot be read as it was written.
    pub(crate) fn is_damaged(&self) -> bool {
        self.looks().is_some_and(|why| why.error == DAMAGED || why.error == BROKEN)
    }

    /// Whether what is looked at was made from a ledger that is sound.
    pub(crate) fn is_restored(&self) -> bool {
        self.looks().is_some_and(|why| {
            why.error == DAMAGED && !why.details.as_ref().is_some_and(|details| details["broken"].is_object())
        })
    }

    /// Where the ledger is known to be broken.
    pub(crate) fn broken(&self) -> Option<BrokenEntry> {
        match self {
            Self::Remote(remote) => remote.broken(),
            Self::Local(local) => local.broken(),
        }
    }

    /// Whether the server met damage to its database's file, and writes nothing more to it.
    pub(crate) fn is_spoilt(&self) -> bool {
        matches!(self, Self::Remote(remote) if remote.is_spoilt())
    }

    /// How many rows the server knows to be stored otherwise than the ledger makes them.
    pub(crate) fn differing(&self) -> u64 {
        match self {
            Self::Remote(remote) => remote.differing(),
            Self::Local(_) => 0,
        }
    }

    /// What opening the folder, or the copy of it, made anew.
    pub(crate) fn restored(&self) -> Option<&RebuildReport> {
        match self {
            Self::Local(local) => local.restored(),
            Self::Remote(_) => None,
        }
    }

    /// The folder in which a damaged database is kept that was put right.
    pub(crate) fn aside(&self) -> Option<&Path> {
        match self {
            Self::Local(local) => local.aside(),
            Self::Remote(_) => None,
        }
    }

    /// The server that runs for this folder, if one answers.
    pub(crate) async fn running(home: &Home) -> Option<remote::Remote> {
        remote::Remote::new(&home.note()?).alive().await
    }

    /// Sends a request, gives the answer whatever it is.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<Answer> {
        let reads = method == Method::GET;
        let answer = match self {
            Self::Remote(remote) => remote.call(method, path, body, key).await?,
            Self::Local(local) => local.call(method, path, body, key).await?,
        };
        if !reads && answer.status < 400 {
            CHANGED.store(true, Ordering::Relaxed);
        }
        Ok(answer)
    }

    /// Sends a request and reads the JSON of its answer.
    ///
    /// # Errors
    /// What the server refuses, with its code and hint.
    pub(crate) async fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<Value> {
        self.asked(method, path, body, key).await
    }

    /// The same as the type it has on the wire, without its JSON in between: an answer may be long.
    ///
    /// # Errors
    /// As [`Self::request`].
    pub(crate) async fn asked<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<T> {
        let answer = self.send(method, path, body, key).await?;
        if answer.status < 400 {
            return serde_json::from_slice(&answer.body).map_err(|e| unreadable(path, &e));
        }
        Err(refused(&answer))
    }

    /// Reads a resource.
    pub(crate) async fn get(&self, path: &str) -> Result<Value> {
        self.request(Method::GET, path, None, None).await
    }

    /// Removes a resource.
    pub(crate) async fn delete(&self, path: &str) -> Result<()> {
        let answer = self.send(Method::DELETE, path, None, None).await?;
        if answer.status < 400 { Ok(()) } else { Err(refused(&answer)) }
    }

    /// Reads server-sent events until they end, and hands each on as it comes.
    pub(crate) async fn follow(&self, path: &str, to: UnboundedSender<(String, Value)>) -> Result<()> {
        match self {
            Self::Remote(remote) => events(remote.follow(path).await?, to, |e| remote.lost(&e)).await,
            Self::Local(local) => {
                let broken = |e: String| Failure::new("call_failed", e, String::new());
                events(local.follow(path).await?, to, broken).await
            }
        }
    }

    /// Reads a resource as text.
    pub(crate) async fn text(&self, path: &str) -> Result<String> {
        let answer = self.send(Method::GET, path, None, None).await?;
        match answer.status {
            ..400 => Ok(String::from_utf8_lossy(&answer.body).into_owned()),
            _ => Err(refused(&answer)),
        }
    }

    /// Sends a body.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.request(Method::POST, path, Some(body), None).await
    }
}

/// Something that this process asked for was carried out.
static CHANGED: AtomicBool = AtomicBool::new(false);

/// Whether anything but reading was carried out.
pub(crate) fn has_changed() -> bool {
    CHANGED.load(Ordering::Relaxed)
}

/// The events of an answer; one that is none has no events.
async fn events<B>(
    answer: http::Response<B>,
    to: UnboundedSender<(String, Value)>,
    broken: impl Fn(String) -> Failure,
) -> Result<()>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: std::fmt::Display,
{
    let mut body = answer.into_body();
    let mut text: Vec<u8> = Vec::new();
    // Up to there no event ends: a long one comes in many frames.
    let mut searched = 0;
    let data = |frame: std::result::Result<Frame<Bytes>, B::Error>| match frame {
        Ok(frame) => Ok(frame.into_data().unwrap_or_default()),
        Err(error) => Err(broken(error.to_string())),
    };
    while let Some(data) = body.frame().await.map(data) {
        text.extend_from_slice(&data?);
        while let Some(end) = text.get(searched..).and_then(|new| new.windows(2).position(|two| two == b"\n\n")) {
            let rest = text.split_off(searched + end + 2);
            searched = 0;
            let one = String::from_utf8_lossy(&text).into_owned();
            text = rest;
            let field = |name: &str| one.lines().find_map(|l| l.strip_prefix(name)).map(|v| v.trim_start().to_owned());
            let data = field("data:").and_then(|data| serde_json::from_str(&data).ok());
            if let (Some(name), Some(data)) = (field("event:"), data) {
                if to.send((name, data)).is_err() {
                    return Ok(());
                }
                // An answer of this process never keeps it waiting: whoever shows what was read has a turn.
                tokio::task::yield_now().await;
            }
        }
        searched = text.len().saturating_sub(1);
    }
    Ok(())
}

/// A value of an answer as the type it has on the wire.
pub(crate) fn read<T: DeserializeOwned>(value: &Value) -> Result<T> {
    T::deserialize(value).map_err(|e| unreadable("the answer", &e))
}

fn unreadable(what: &str, error: &serde_json::Error) -> Failure {
    Failure::new(
        "unreadable_answer",
        say!("cli-answer-unreadable", what = what, cause = error.to_string()),
        say!("cli-answer-unreadable-hint"),
    )
}

fn refused(answer: &Answer) -> Failure {
    match serde_json::from_slice::<ErrorBody>(&answer.body) {
        Ok(body) => Failure::Answered(Box::new(body)),
        Err(_) => Failure::new(
            "unreadable_answer",
            say!("cli-answer-status", status = answer.status),
            say!("cli-answer-unreadable-hint"),
        ),
    }
}

/// Part of a path or query, with everything escaped that could end it.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn a_query_cannot_be_left_by_its_text() {
        for (text, expected) in [("rent", "rent"), ("a b&c=d", "a%20b%26c%3Dd"), ("é/..", "%C3%A9%2F.."), ("", "")] {
            assert_eq!(escape(text), expected);
        }
    }
}
