//! What a judgement says: verdicts that only tighten, the class of a command, and what was objected
//! to. Never decides anything itself.

use crate::meant::Meant;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// Whether a command may run, must be asked about, or is refused.
///
/// Ordered: merging takes the strictest, so a verdict only tightens (COMMANDS-AND-FILES "Commands").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Eligible to run unasked once the person has signed the auto-run rule.
    Allow,
    /// Always an item to sign.
    Prompt,
    /// Refused, also when signed.
    Never,
}

/// What a command does, in one word. Ordered: of several, the last is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Looks and changes nothing.
    ReadOnly,
    /// We do not know.
    Unknown,
    /// Runs code of the project, or writes what a build writes.
    Project,
    /// Writes files.
    Write,
    /// Fetches from or sends to the network.
    Network,
    /// Runs code given to an interpreter.
    Interpreter,
    /// Needs a shell, or is one.
    Shell,
    /// Deletes, overwrites or ends things.
    Destructive,
    /// Reaches what guards the person: our server, our data, `.git`, settings that load code.
    ControlPlane,
}

/// Why something was objected to; decides what a standing rule may lift (R13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The program, or its sub-command, is not on the list of S1-16.
    NotListed,
    /// Listed, but its class always asks.
    Class,
    /// Listed, and its class needs a sandbox that is not there.
    NoSandbox,
    /// One of its words.
    Argument,
    /// The text is not plain words joined by `&& || ; |`.
    Form,
}

/// One reason against running a command unasked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objection {
    /// `Prompt` or `Never`.
    pub verdict: Verdict,
    /// What the objection makes of the command.
    pub class: Class,
    /// What a rule would have to lift.
    pub cause: Cause,
    /// The word at fault, counted from the program's name; none when it is the command as a whole.
    pub word: Option<usize>,
    /// One plain sentence naming the words that caused it.
    pub text: String,
}

/// How two segments are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Join {
    /// `&&`
    #[serde(rename = "&&")]
    And,
    /// `||`
    #[serde(rename = "||")]
    Or,
    /// `;`
    #[serde(rename = ";")]
    Then,
    /// `|`
    #[serde(rename = "|")]
    Pipe,
}

/// The judgement of one segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Its words.
    pub argv: Vec<String>,
    /// The strictest of its objections; `Allow` when there are none.
    pub verdict: Verdict,
    /// What it does.
    pub class: Class,
    /// Everything against running it unasked.
    pub objections: Vec<Objection>,
    /// Its words as a shell may hand them on, with each of the values of its variables; none where they are as they
    /// are written.
    #[serde(skip)]
    pub meant: Vec<Vec<Meant>>,
    /// The files that a redirection of its text opens to be written.
    #[serde(skip)]
    pub writes: Vec<Meant>,
}

impl Segment {
    /// And what another look at it found that it may be handed and write.
    pub(crate) fn or(&mut self, other: Self) {
        let new: Vec<Vec<Meant>> = other.meant.into_iter().filter(|words| !self.meant.contains(words)).collect();
        self.meant.extend(new);
        let new: Vec<Meant> = other.writes.into_iter().filter(|file| !self.writes.contains(file)).collect();
        self.writes.extend(new);
    }

    /// Its words, each time that they may be handed on otherwise.
    #[must_use]
    pub fn words(&self) -> Vec<Vec<Meant>> {
        match self.meant.is_empty() {
            true => vec![self.argv.iter().cloned().map(Meant::Name).collect()],
            false => self.meant.clone(),
        }
    }
}

/// The judgement of a whole text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The strictest verdict of all parts.
    pub verdict: Verdict,
    /// The class of the strictest part.
    pub class: Class,
    /// One argv per segment, to be run without a shell; none when the text is not plain words joined by
    /// `&& || ; |`, or when one of its commands is a shell's own.
    pub argv: Option<Vec<Vec<String>>>,
    /// The words of each segment of a plain text, also of one that only a shell can run.
    #[serde(skip)]
    pub words: Option<Vec<Vec<String>>>,
    /// Between the segments: one fewer than there are segments, or one as many after a final `;`.
    pub joins: Vec<Join>,
    /// One plain sentence naming the words that caused the verdict.
    pub reason: String,
    /// The segments of a plain text; of any other, the commands found in it.
    pub segments: Vec<Segment>,
}

/// How much may run unasked (COMMANDS-AND-FILES "Commands").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// Class 3 (network, installs, `cp`, `mv`) always asks.
    #[default]
    Standard,
    /// Class 3 of the listed programs is eligible too; objections to words stay, and so does *never*.
    Compat,
}

/// Where paths lead over links, told by whoever may look. Without it words are taken as they are.
#[derive(Clone, Default)]
pub struct Links(Option<Arc<Follow>>);

/// A path as it was written, relative to the workspace or absolute; answered is where it really leads,
/// written the same way, if that is elsewhere.
type Follow = dyn Fn(&str) -> Option<String> + Send + Sync;

impl Links {
    /// Follows links by asking `follow` of each path, relative to the workspace or absolute: where it
    /// really leads, likewise, or nothing if no link is in it.
    pub fn new(follow: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(follow)))
    }

    pub(crate) fn follow(&self, path: &str) -> Option<String> {
        self.0.as_ref()?(path)
    }
}

impl fmt::Debug for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Links").field(&self.0.is_some()).finish()
    }
}

/// Where a command would run.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The folder it runs in: relative to the workspace, or absolute inside `workspace`.
    pub cwd: String,
    /// The workspace's absolute path; without it an absolute `cwd` is the workspace, unless it is the
    /// system's, and with neither every absolute path is outside.
    pub workspace: Option<String>,
    /// The person's home folder; without it every folder of a user is another's.
    pub home: Option<String>,
    /// Folders with our own data, besides the usual ones.
    pub data: Vec<String>,
    /// The port of our own server; without it every port of this machine may be ours.
    pub port: Option<u16>,
    /// Whether a working sandbox is there.
    pub sandbox: bool,
    /// How much may run unasked.
    pub profile: Profile,
    /// Where the paths there lead.
    pub links: Links,
    /// There is no bash: what another shell would read differently is refused.
    pub no_bash: bool,
}
