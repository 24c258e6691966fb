//! Words that are no message where they are typed as one: `/inbox`. An editor is told which there are, and the desk
//! knows the same.

use crate::texts::say;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slash {
    /// What waits for a signature.
    Inbox,
}

impl Slash {
    /// All there are.
    pub(crate) const ALL: [Self; 1] = [Self::Inbox];

    /// As it is typed, behind its slash.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Inbox => "inbox",
        }
    }

    /// What it does.
    pub(crate) fn says(self) -> String {
        match self {
            Self::Inbox => say!("cli-acp-inbox"),
        }
    }

    /// Those that what is typed may become.
    pub(crate) fn like(typed: &str) -> impl Iterator<Item = Self> {
        let begun = typed.trim().strip_prefix('/').map(str::to_lowercase);
        Self::ALL.into_iter().filter(move |one| begun.as_ref().is_some_and(|begun| one.name().starts_with(begun)))
    }

    /// The one that a message is, if it is nothing else.
    pub(crate) fn read(message: &str) -> Option<Self> {
        let name = message.trim().strip_prefix('/')?;
        Self::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(name))
    }
}
