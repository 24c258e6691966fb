//! File items under review: their diff, and choosing parts of it or writing another text.

use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::review::{self, Edit, Refusal};
use countersign_core::change_set::{Actor, ChangeItem, ItemStatus};
use countersign_core::doubt;
use countersign_core::file::FileState;
use countersign_core::ids::SetId;
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::SetView;
use countersign_edits::{DiffHunk, TextDiff};
use countersign_store::StoreError;

/// What a file item is to hold instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// These hunks of the proposal, by number from 1; none = the file as it is.
    Hunks(Vec<usize>),
    /// A person's own text, on the file that was shown.
    Text(String),
    /// A person's own text, on the file as it is now, whoever changed it since.
    Rebased(String),
}

/// What a file item changes, and which part of its proposal that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemDiff {
    /// As it would be written now. `None` when a side is no text.
    pub diff: Option<TextDiff>,
    /// The whole proposal, where the person has left parts of it out.
    pub proposed: Option<TextDiff>,
    /// The hunks of the proposal that are in effect, by the numbers [`Choice::Hunks`] takes. `None` when
    /// a person's own text has taken its place, or there are none to choose from.
    pub kept: Option<Vec<usize>>,
    /// What somebody changed since, of a text that the item builds on.
    pub since: Option<TextDiff>,
}

impl Engine {
    /// What a file item changes, line by line, against the file it builds on.
    ///
    /// # Errors
    /// When there is no such item or it is about no content.
    pub async fn item_diff(&self, id: SetId, n: u32) -> Result<ItemDiff> {
        self.item_diff_up_to(id, n, countersign_edits::ROWS).await
    }

    /// As [`Self::item_diff`], with so many rows of each difference.
    ///
    /// # Errors
    /// As [`Self::item_diff`].
    pub async fn item_diff_up_to(&self, id: SetId, n: u32, rows: usize) -> Result<ItemDiff> {
        let inner = &self.0;
        let item = self.file_item(id, n).await?;
        // One content after the other: a large file is in memory no more often than it must be.
        let now = inner.moved_on(&item).await;
        let (old, new) = inner.sides(&item, false).await?;
        let all = match &item.op {
            Some(Operation::WriteFile { proposed: Some(all), .. }) => Some(inner.stored_content(all).await?),
            _ => None,
        };
        let written = matches!(item.op, Some(Operation::WriteFile { .. }));
        let none = || ItemDiff { diff: None, proposed: None, kept: None, since: None };
        // Parts are chosen by their text: only where that is the file's, byte for byte.
        let exact =
            [Some(&old), Some(&new), all.as_ref()].into_iter().flatten().all(|b| std::str::from_utf8(b).is_ok());
        let (Some(old), Some(new)) = (shown(old), shown(new)) else { return Ok(none()) };
        let all = match all.map(shown) {
            Some(None) => return Ok(none()),
            Some(all) => all,
            None => None,
        };
        crate::workspace::blocking(move || {
            let since = now.and_then(shown).map(|now| countersign_edits::diff_up_to(&old, &now, rows));
            ItemDiff { since, ..parts(&old, &new, all.as_deref().unwrap_or(&new), written && exact, rows) }
        })
        .await
    }

    /// The text that a file item would write. `None` when it is no text, or nothing would be there.
    ///
    /// # Errors
    /// When there is no such item or it is about no content.
    pub async fn item_text(&self, id: SetId, n: u32) -> Result<Option<String>> {
        let item = self.file_item(id, n).await?;
        let (_, new) = self.0.sides(&item, false).await?;
        Ok(text(new).filter(|_| matches!(item.op, Some(Operation::WriteFile { .. }))))
    }

    async fn file_item(&self, id: SetId, n: u32) -> Result<ChangeItem> {
        let set =
            self.0.store.change_set(id).await?.ok_or_else(|| EngineError::NotFound(format!("change set #{id}")))?;
        set.item(n).cloned().ok_or_else(|| EngineError::NotFound(format!("item {id}.{n}")))
    }

    /// Chooses parts of a file item, or writes another text; it must be decided again.
    ///
    /// # Errors
    /// A refusal, or what is wrong with the choice; nothing was changed.
    pub async fn choose(&self, id: SetId, n: u32, digest: String, choice: Choice, actor: Actor) -> Result<SetView> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut set = write.load(id).await?;
            let item = set.item(n).ok_or(Refusal::NoItem(n))?;
            let mut moved_on = None;
            let (content, was) = match choice {
                Choice::Text(text) => (text, inner.as_it_is(item).await?),
                Choice::Rebased(text) => {
                    let at = item.op.as_ref().and_then(Operation::file).ok_or_else(no_content)?;
                    let (bytes, state) = inner.read_file(at).await?.unzip();
                    if let Some(bytes) = &bytes {
                        write.tx.put_blob(bytes).await?;
                    }
                    moved_on = bytes;
                    (text, state)
                }
                Choice::Hunks(numbers) => {
                    let (old, new) = inner.sides(item, true).await?;
                    let (Some(old), Some(new)) = (text(old), text(new)) else {
                        return Err(not_text());
                    };
                    let most = countersign_edits::diff(&old, &new).hunks.len();
                    if let Some(wrong) = numbers.iter().find(|n| **n == 0 || **n > most) {
                        return Err(EngineError::Bad(
                            Problem::new("invalid_edit", format!("there is no part {wrong}; there are {most}"))
                                .at("/hunks"),
                        ));
                    }
                    let was = item.files.first().and_then(|w| w.state.clone());
                    (countersign_edits::select(&old, &new, &numbers), was)
                }
            };
            let old = match &was {
                _ if moved_on.is_some() => moved_on.unwrap_or_default(),
                Some(state) => inner.stored_content(&state.hash).await?,
                None => Vec::new(),
            };
            let (added, removed) = crate::proposing::line_counts(&old, content.as_bytes());
            let at = item.op.as_ref().and_then(Operation::file);
            let there = was.as_ref().map(|_| old.as_slice());
            let doubts = at.map(|at| doubt::of_content(&at.path, there, content.as_bytes()));
            let hash = write.tx.put_blob(content.as_bytes()).await?;
            let edit = Edit::Content { content: hash, bytes: content.len() as u64, added, removed, was };
            {
                let world = inner.world();
                review::edit(&mut set, n, &digest, edit, &world.todos, write.moment)?;
            }
            if let Some(item) = set.item_mut(n) {
                item.warnings.extend(doubts.into_iter().flatten());
            }
            let items = set.item(n).cloned().into_iter().collect();
            write.append(&actor, Event::Revised { set: id, version: set.version, items }).await?;
            write.finish().await?;
            Ok(inner.view(&set))
        })
        .await
    }
}

fn not_text() -> EngineError {
    EngineError::Bad(
        Problem::new("invalid_edit", "the file is no text").hinting("Sign or reject the change as a whole."),
    )
}

fn no_content() -> EngineError {
    EngineError::Bad(Problem::new("no_diff", "this item changes no content").hinting("Its label says all it does."))
}

fn text(bytes: Vec<u8>) -> Option<String> {
    String::from_utf8(bytes).ok().filter(|t| !t.contains('\0'))
}

/// A content as people look at it: bytes of a text in another encoding than UTF-8 that are no character are
/// shown as one sign. `None` = it is no text.
fn shown(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) {
        return None;
    }
    Some(String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

/// `new` as a part of `all`: which of its hunks it holds, if it is made of them.
fn parts(old: &str, new: &str, all: &str, written: bool, rows: usize) -> ItemDiff {
    let diff = countersign_edits::diff_up_to(old, new, rows);
    if !written {
        return ItemDiff { diff: Some(diff), proposed: None, kept: None, since: None };
    }
    if new == all {
        let kept = diff.hunks.iter().map(|h| h.number).collect();
        return ItemDiff { diff: Some(diff), proposed: None, kept: Some(kept), since: None };
    }
    let whole = countersign_edits::diff_up_to(old, all, rows);
    let same = |a: &DiffHunk, b: &DiffHunk| {
        (a.old_start, a.old_lines, a.added, a.removed) == (b.old_start, b.old_lines, b.added, b.removed)
    };
    let kept: Vec<usize> =
        whole.hunks.iter().filter(|h| diff.hunks.iter().any(|d| same(d, h))).map(|h| h.number).collect();
    match countersign_edits::select(old, all, &kept) == new {
        true => ItemDiff { diff: Some(diff), proposed: Some(whole), kept: Some(kept), since: None },
        false => ItemDiff { diff: Some(diff), proposed: None, kept: None, since: None },
    }
}

impl Inner {
    /// A stored content.
    ///
    /// # Errors
    /// `unreadable` where it is gone: what is missing is never taken for an empty file.
    pub(crate) async fn stored_content(&self, hash: &str) -> Result<Vec<u8>> {
        let gone = || StoreError::Unreadable { what: "content", message: format!("{hash} is missing") };
        Ok(self.store.blob(hash).await?.ok_or_else(gone)?)
    }

    /// What the file holds, where that is not what a waiting item builds on.
    async fn moved_on(&self, item: &ChangeItem) -> Option<Vec<u8>> {
        let was = item.files.first()?;
        let settled = matches!(item.status, ItemStatus::Applied | ItemStatus::Undone);
        let (bytes, state) = self.read_file(&was.at).await.ok()??;
        (!settled && Some(&state.hash) != was.state.as_ref().map(|was| &was.hash)).then_some(bytes)
    }

    /// The contents before and after. `whole`: as it was proposed, whatever was chosen of it since.
    async fn sides(&self, item: &ChangeItem, whole: bool) -> Result<(Vec<u8>, Vec<u8>)> {
        let before = item.files.first().and_then(|w| w.state.as_ref()).map(|s| s.hash.clone());
        let after = match &item.op {
            Some(Operation::WriteFile { content, proposed, .. }) => {
                Some(proposed.clone().filter(|_| whole).unwrap_or_else(|| content.clone()))
            }
            Some(Operation::DeleteFile { .. }) => None,
            _ => {
                return Err(no_content());
            }
        };
        let mut sides = Vec::new();
        for hash in [before, after] {
            sides.push(match hash {
                Some(hash) => self.stored_content(&hash).await?,
                None => Vec::new(),
            });
        }
        let new = sides.pop().unwrap_or_default();
        Ok((sides.pop().unwrap_or_default(), new))
    }

    /// The file of an item as it is on the disk, its content stored.
    async fn as_it_is(&self, item: &ChangeItem) -> Result<Option<FileState>> {
        let at = item.op.as_ref().and_then(Operation::file).ok_or_else(no_content)?;
        let now = self.read_file(at).await?.map(|(_, state)| state);
        let known = item.files.first().and_then(|w| w.state.clone());
        // What is there now and was never seen cannot be what a person's text builds on.
        if item.status != ItemStatus::Invalid && now != known {
            return Err(Refusal::Drifted { n: item.n, drift: self.file_drift(item) }.into());
        }
        Ok(known)
    }
}
