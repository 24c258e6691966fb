//! Standing rules: permissions that a person signed, for one workspace, capped, expiring (R13, C8).
//!
//! What a rule says, and whether it still holds. Which command falls under one is decided in the
//! crate `countersign-commands`. A rule decides nothing that a person could not have signed, and
//! every use of it is in the ledger.

use crate::change_set::Actor;
use crate::exact;
use crate::file::{FilePath, WorkspaceId};
use crate::ids::{RuleId, SetId};
use crate::label::quoted;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::shape::Shape;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A rule holds so long when nothing is said, in days.
pub const DEFAULT_DAYS: u32 = 30;
/// And at most so long.
pub const MOST_DAYS: u32 = 366;
/// A prefix has at most so many words.
const MOST_WORDS: usize = 32;
/// And a word so many bytes.
const LONGEST_WORD: usize = 500;
/// Examples of one kind.
const MOST_EXAMPLES: usize = 20;

/// What a rule lets through, or keeps from being proposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Grant {
    /// Commands that begin with exactly these words (R13), in one folder; of the root's, those that
    /// only look in every folder.
    Command {
        /// The words as they were shown.
        prefix: Vec<String>,
        /// The folder within the workspace; empty = its root, and no folder below it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        cwd: String,
    },
    /// Commands that only read, inside the workspace: class 1 of COMMANDS-AND-FILES (`autoApplyCli`, S1-15).
    // With braces: of a name alone serde would take any field.
    ReadOnly {},
    /// Making and changing files in a folder; never deleting, renaming or chmod (`autoApplyFiles`, S1-15).
    Files {
        /// The folder within the workspace.
        folder: String,
    },
    /// Exactly this command in one folder: elsewhere the same words may be another program.
    Exact {
        /// Its words.
        words: Vec<String>,
        /// The folder within the workspace; empty = its root, and no folder below it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        cwd: String,
    },
    /// Changes of todos of this shape, wherever they come from.
    Todos {
        /// See [`Shape`].
        #[serde(deserialize_with = "exact::inside")]
        shape: Shape,
    },
    /// The other way round: what agents do not propose any more (R26). Nothing is let through.
    NotProposed {
        /// See [`Shape`].
        #[serde(deserialize_with = "exact::inside")]
        shape: Shape,
    },
}

impl Grant {
    /// What it is called in messages and in the ledger.
    pub fn name(&self) -> String {
        match self {
            Self::Command { prefix: words, cwd } | Self::Exact { words, cwd } if !cwd.is_empty() => {
                format!("{} in {cwd}/", spoken(words))
            }
            Self::Command { prefix: words, .. } | Self::Exact { words, .. } => spoken(words),
            Self::ReadOnly {} => "read-only commands".to_owned(),
            Self::Files { folder } => format!("files in {folder}/"),
            Self::Todos { shape } => shape.name(),
            Self::NotProposed { shape } => format!("no more proposals: {}", shape.name()),
        }
    }

    /// The folder within the workspace that commands under it run in; empty = its root.
    pub fn cwd(&self) -> &str {
        match self {
            Self::Command { cwd, .. } | Self::Exact { cwd, .. } => cwd,
            _ => "",
        }
    }

    /// Whether it is about the todos, which belong to no workspace.
    pub fn is_of_todos(&self) -> bool {
        matches!(self, Self::Todos { .. } | Self::NotProposed { .. })
    }

    /// What is wrong with its shape, if anything; whether it is too wide is for others to say.
    pub fn defect(&self) -> Option<Problem> {
        let bad = |why: &str| Some(Problem::new("invalid_rule", why).at("/grant"));
        match self {
            Self::Command { prefix: words, .. } | Self::Exact { words, .. }
                if words.is_empty() || words.iter().any(String::is_empty) =>
            {
                bad("a prefix has at least one word, and no empty one")
            }
            Self::Command { prefix: words, .. } | Self::Exact { words, .. } if words.len() > MOST_WORDS => {
                bad("a prefix has at most 32 words")
            }
            Self::Command { prefix: words, .. } | Self::Exact { words, .. }
                if words.iter().any(|w| w.len() > LONGEST_WORD || w.contains(char::is_control)) =>
            {
                bad("a word is at most 500 bytes, without control characters")
            }
            Self::Files { folder } => match FilePath::folder(folder) {
                Ok(path) if path.as_str() == folder => None,
                Ok(path) => bad(&format!("name the folder as {}", quoted(path.as_str()))),
                Err(_) if folder.trim_matches(['/', '.']).is_empty() => {
                    bad("a rule for every file of a workspace is too wide; name a folder in it")
                }
                Err(problem) => Some(problem.at("/grant/folder")),
            },
            Self::Todos { shape } => shape.defect().or_else(|| shape.never_unasked()),
            Self::NotProposed { shape } => shape.defect().or_else(|| shape.silences_all()),
            Self::Command { cwd, .. } | Self::Exact { cwd, .. } if !cwd.is_empty() => match FilePath::folder(cwd) {
                Ok(path) if path.as_str() == cwd => None,
                Ok(path) => bad(&format!("name the folder as {}", quoted(path.as_str()))),
                Err(problem) => Some(problem.at("/grant/cwd")),
            },
            Self::Command { .. } | Self::Exact { .. } | Self::ReadOnly {} => None,
        }
    }
}

/// What a proposed rule says: what is signed with the item it is (UI capability 5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The workspace it would hold in; absent for todos.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<WorkspaceId>,
    /// What it would let through.
    pub grant: Grant,
    /// How often it may be used; none for any number of times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u32>,
    /// How long it would hold from its signature on.
    pub days: u32,
}

impl Terms {
    /// The same rule with the cap and the days that a person gives before signing it; what it lets
    /// through is no matter of editing: that would be another rule, which nobody has looked at.
    ///
    /// # Errors
    /// `invalid_edit` for anything else, `invalid_cap`, `invalid_expiry`.
    pub fn limited(&self, args: &Map<String, Value>) -> Result<Self, Problem> {
        let mut terms = self.clone();
        for (key, to) in args {
            let number = to.as_u64().and_then(|n| u32::try_from(n).ok());
            match key.as_str() {
                "cap" if to.is_null() => terms.cap = None,
                "cap" => match number {
                    Some(cap) if cap > 0 => terms.cap = Some(cap),
                    _ => return Err(Problem::new("invalid_cap", "a cap is a whole number from 1, or null").at("/cap")),
                },
                "days" => match number {
                    Some(days) if (1..=MOST_DAYS).contains(&days) => terms.days = days,
                    _ => {
                        let why = format!("a rule holds from 1 to {MOST_DAYS} days, not {to}");
                        return Err(Problem::new("invalid_expiry", why).at("/days"));
                    }
                },
                _ => {
                    let hint = "Reject it, and make the rule you want: countersign rules add, or the Rules page.";
                    return Err(Problem::new("invalid_edit", "only cap and days of a rule can be edited").hinting(hint));
                }
            }
        }
        Ok(terms)
    }

    /// The bounds in words: "at most 100×, for 30 days".
    pub fn bounds(&self) -> String {
        let days = match self.days {
            1 => "for 1 day".to_owned(),
            days => format!("for {days} days"),
        };
        self.cap.map_or_else(|| days.clone(), |cap| format!("at most {cap}×, {days}"))
    }
}

/// Commands or paths that a rule must and must not match; checked when it is made and when it is loaded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// At least one that it lets through.
    pub matches: Vec<String>,
    /// At least one that it does not.
    pub not_matches: Vec<String>,
}

impl Examples {
    /// Both kinds are there, and not too many.
    pub fn complete(&self) -> bool {
        [&self.matches, &self.not_matches].iter().all(|list| (1..=MOST_EXAMPLES).contains(&list.len()))
    }
}

/// An item that a rule was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct MadeFrom {
    pub set: SetId,
    pub item: u32,
}

/// How a rule ended before its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ended {
    /// By the first undo of something it let through, or by the person.
    pub how: Ending,
    /// When.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub at: Timestamp,
    /// Why, in a sentence; empty when none was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// See [`Ended`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Ending {
    Suspended,
    Revoked,
}

/// A permission that a person signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rule {
    /// Its number, never given twice.
    pub id: RuleId,
    /// The workspace it holds in; empty where it is about todos.
    pub workspace: WorkspaceId,
    /// What it lets through.
    pub grant: Grant,
    /// What it means, by examples.
    pub examples: Examples,
    /// How often it may be used; none for any number of times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u32>,
    /// When it ends by itself.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub expires_at: Timestamp,
    /// When it was signed.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub made_at: Timestamp,
    /// Who signed it: always a person.
    pub made_by: Actor,
    /// The item it was made from ("Add & Run").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<MadeFrom>,
    /// How often it was used.
    #[serde(default)]
    pub uses: u32,
    /// When it was used last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub last_used_at: Option<Timestamp>,
    /// Ended before its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// How a rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RuleStatus {
    Active,
    UsedUp,
    Expired,
    Suspended,
    Revoked,
}

/// Words as one command; a word that a shell would read as more than itself in quotes.
fn spoken(words: &[String]) -> String {
    let plain = |word: &str| {
        !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "'\"\\`$;&|<>()*?[]{}#!".contains(c))
    };
    let word = |word: &String| if plain(word) { word.clone() } else { format!("'{}'", word.replace('\'', "'\\''")) };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

impl RuleStatus {
    /// The word it has on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::UsedUp => "used_up",
            Self::Expired => "expired",
            Self::Suspended => "suspended",
            Self::Revoked => "revoked",
        }
    }
}

impl Rule {
    /// How it stands now.
    pub fn status(&self, now: Timestamp) -> RuleStatus {
        match &self.ended {
            Some(Ended { how: Ending::Suspended, .. }) => RuleStatus::Suspended,
            Some(Ended { how: Ending::Revoked, .. }) => RuleStatus::Revoked,
            None if self.expires_at <= now => RuleStatus::Expired,
            None if self.left() == Some(0) => RuleStatus::UsedUp,
            None => RuleStatus::Active,
        }
    }

    /// How often it may still be used; none for any number of times.
    pub fn left(&self) -> Option<u32> {
        self.cap.map(|cap| cap.saturating_sub(self.uses))
    }

    /// Whether what it signed may still be carried out: it has not ended. Its last use counts.
    pub fn stands(&self, now: Timestamp) -> bool {
        matches!(self.status(now), RuleStatus::Active | RuleStatus::UsedUp)
    }

    /// Who signs by it, in the ledger.
    pub fn actor(&self) -> Actor {
        Actor::Rule { rule: self.id, name: self.grant.name() }
    }

    /// Whether it lets this change of a file through: only making and changing files below its
    /// folder, and none that deserves a second look (C24).
    pub fn covers_file(&self, op: &Operation) -> bool {
        let Operation::WriteFile { at, mode: None, .. } = op else { return false };
        at.workspace == self.workspace && self.covers_path(&at.path)
    }

    /// Whether it lets a change of a todo of this shape through.
    pub fn covers_shape(&self, seen: &Shape) -> bool {
        matches!(&self.grant, Grant::Todos { shape } if shape.covers(seen))
    }

    /// Whether it keeps agents from proposing what has this shape.
    pub fn silences(&self, seen: &Shape) -> bool {
        matches!(&self.grant, Grant::NotProposed { shape } if shape.covers(seen))
    }

    /// Whether a path lies below its folder and deserves no second look.
    pub fn covers_path(&self, path: &FilePath) -> bool {
        let Grant::Files { folder } = &self.grant else { return false };
        let below = path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
        below && path.sensitive().is_none()
    }
}

/// When a rule that is made now ends.
///
/// # Errors
/// `invalid_expiry` outside of 1 to [`MOST_DAYS`].
pub fn expiry(now: Timestamp, days: Option<u32>) -> Result<Timestamp, Problem> {
    let days = days.unwrap_or(DEFAULT_DAYS);
    let bad =
        || Problem::new("invalid_expiry", format!("a rule holds from 1 to {MOST_DAYS} days, not {days}")).at("/days");
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(bad());
    }
    now.checked_add(Span::new().hours(i64::from(days) * 24)).map_err(|_| bad())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(grant: Grant) -> Rule {
        let now = "2026-11-22T00:00:00Z".parse().unwrap();
        Rule {
            id: RuleId(1),
            workspace: WorkspaceId("w".to_owned()),
            grant,
            examples: Examples::default(),
            cap: None,
            expires_at: expiry(now, None).unwrap(),
            made_at: now,
            made_by: Actor::User { via: "page".to_owned() },
            from: None,
            uses: 0,
            last_used_at: None,
            ended: None,
        }
    }

    #[test]
    fn a_rule_ends_by_time_by_use_and_by_hand_and_its_last_use_still_stands() {
        let mut rule = rule(Grant::ReadOnly {});
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        assert_eq!(rule.expires_at, at("2026-12-22T00:00:00Z"));
        assert_eq!(rule.status(at("2026-12-21T23:59:59Z")), RuleStatus::Active);
        assert_eq!(rule.status(at("2026-12-22T00:00:00Z")), RuleStatus::Expired);
        (rule.cap, rule.uses) = (Some(2), 2);
        assert_eq!((rule.status(at("2026-12-01T00:00:00Z")), rule.left()), (RuleStatus::UsedUp, Some(0)));
        assert!(rule.stands(at("2026-12-01T00:00:00Z")) && !rule.stands(at("2026-12-22T00:00:00Z")));
        rule.ended = Some(Ended { how: Ending::Revoked, at: at("2026-11-23T00:00:00Z"), why: String::new() });
        assert_eq!(rule.status(at("2026-11-24T00:00:00Z")), RuleStatus::Revoked);
        assert!(!rule.stands(at("2026-11-24T00:00:00Z")));
        for days in [0, 367] {
            assert_eq!(expiry(at("2026-11-22T00:00:00Z"), Some(days)).unwrap_err().code, "invalid_expiry");
        }
    }

    #[test]
    fn a_rule_for_files_holds_below_its_folder_only() {
        let rule = rule(Grant::Files { folder: "docs".to_owned() });
        for (path, covered) in [
            ("docs/a.md", true),
            ("docs/b/c.md", true),
            ("docs", false),
            ("docsx/a.md", false),
            ("a.md", false),
            ("docs/package.json", false),
            ("docs/Cargo.toml", false),
        ] {
            assert_eq!(rule.covers_path(&FilePath::parse(path).unwrap()), covered, "{path}");
        }
        for folder in ["", ".", "/", "..", "../x", "docs/", ".git", "a//b"] {
            assert!(Grant::Files { folder: folder.to_owned() }.defect().is_some(), "{folder}");
        }
        for cwd in [".", "/", "..", "../x", "a/", "./a", ".git", "a//b", "a/../b"] {
            let grant = Grant::Exact { words: vec!["ls".to_owned()], cwd: cwd.to_owned() };
            assert!(grant.defect().is_some(), "{cwd}");
        }
        let old: Grant = serde_json::from_str(r#"{"kind":"exact","words":["./x"]}"#).unwrap();
        assert_eq!((old.cwd(), old.name().as_str()), ("", "./x"), "one without a folder is of the root");
        let below = Grant::Exact { words: vec!["./x".to_owned()], cwd: "a".to_owned() };
        assert_eq!((below.name().as_str(), below.defect()), ("./x in a/", None));
        for prefix in [vec![], vec![String::new()], vec!["a".to_owned(), "b\nc".to_owned()], vec!["a".to_owned(); 33]] {
            assert!(Grant::Command { prefix: prefix.clone(), cwd: String::new() }.defect().is_some(), "{prefix:?}");
        }
    }
}
