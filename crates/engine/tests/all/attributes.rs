//! What files have besides content: owner, attributes, access lists, special bits, other names. An edit keeps it, undo
//! brings it back, and what cannot be kept is said before it is signed.

use crate::world::{World, hash, place, user};
use countersign_core::wire::{Outcome, SetView};
use countersign_engine::Conflicts;
use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};
use serde_json::json;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

/// An access list: its owner and user 1234 may read and write, the group may read, others nothing.
const LIST: &[u8] = &[
    2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 6, 0, 210, 4, 0, 0, 4, 0, 4, 0, 255, 255, 255, 255, 16, 0, 6, 0,
    255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255,
];
const ACCESS: &str = "system.posix_acl_access";
const GIVEN_ON: &str = "system.posix_acl_default";

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn value(at: &Path, name: &str) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 1_000];
    let length = getxattr(at, name, &mut bytes).ok()?;
    bytes.truncate(length);
    Some(bytes)
}

fn set(at: &Path, name: &str, value: &[u8]) -> bool {
    setxattr(at, name, value, XattrFlags::empty()).is_ok()
}

fn mode(at: &Path, bits: u32) {
    fs::set_permissions(at, fs::Permissions::from_mode(bits)).unwrap();
}

/// Everything that a file has besides its content.
fn besides(at: &Path) -> (u32, u32, u32, Vec<(String, Vec<u8>)>) {
    let found = fs::symlink_metadata(at).unwrap();
    let mut names = vec![0; 4_000];
    let length = listxattr(at, &mut names).unwrap();
    let names = names[..length].split(|b| *b == 0).filter(|n| !n.is_empty());
    let mut all: Vec<_> = names
        .map(|n| String::from_utf8(n.to_owned()).unwrap())
        .filter(|n| n != "security.selinux")
        .map(|n| (n.clone(), value(at, &n).unwrap()))
        .collect();
    all.sort();
    (found.uid(), found.gid(), found.mode() & 0o7777, all)
}

fn codes(set: &SetView, n: usize) -> Vec<&str> {
    set.items[n].warnings.iter().map(|w| w.code.as_ref()).collect()
}

impl World {
    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Applies what was proposed and takes it back; calls `between` in between.
    async fn there_and_back(&self, set: &SetView, between: impl FnOnce(&Self)) {
        let receipt = self.apply(set).await.unwrap();
        assert_eq!(receipt.outcome, Outcome::Applied);
        between(self);
        let undo = self.engine.undo(receipt.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
        assert_eq!(self.apply(&undo).await.unwrap().outcome, Outcome::Applied);
        self.sound().await;
    }
}

#[tokio::test]
async fn an_edit_keeps_what_a_file_has_and_every_change_brings_it_back() {
    let files = [("edited", "1\n"), ("gone", "2\n"), ("moved", "3\n"), ("ran", "4\n"), ("plain", "5\n")];
    let w = place().files(&files).open().await;
    for (n, (name, _)) in files.iter().take(4).enumerate() {
        let at = w.at(name);
        if is_root() {
            chown(&at, Some(1_000), Some(1_001)).unwrap();
        }
        mode(&at, 0o660);
        assert!(set(&at, "user.note", format!("mine {n}").as_bytes()), "this disk keeps attributes");
        assert!(set(&at, "user.empty", b""));
        assert!(set(&at, ACCESS, LIST), "this disk keeps access lists");
    }
    let was: Vec<_> = files.iter().map(|(name, _)| besides(&w.at(name))).collect();
    assert!(was[0].3.len() >= 3, "{:?}", was[0]);
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "edited", "base": hash("1\n"), "content": "one\n" },
            { "op": "delete_file", "path": "gone", "base": hash("2\n") },
            { "op": "rename_file", "path": "moved", "base": hash("3\n"), "to": "d/there" },
            { "op": "chmod_file", "path": "ran", "base": hash("4\n"), "mode": "0770" },
            { "op": "write_file", "path": "plain", "base": hash("5\n"), "content": "five\n" },
        ]))
        .await;
    assert!(set.items.iter().all(|item| item.warnings.is_empty()), "{:?}", set.items);
    w.there_and_back(&set, |w| {
        assert_eq!(w.read("edited").unwrap(), "one\n");
        assert_eq!(besides(&w.at("edited")), was[0]);
        assert_eq!(besides(&w.at("d/there")), was[2]);
        assert_eq!((besides(&w.at("ran")).0, besides(&w.at("ran")).2), (was[3].0, 0o770));
        assert_eq!(value(&w.at("ran"), "user.note").unwrap(), b"mine 3");
        assert_eq!(besides(&w.at("plain")), was[4]);
    })
    .await;
    for ((name, text), was) in files.iter().zip(&was) {
        assert_eq!((w.read(name).as_deref(), &besides(&w.at(name))), (Some(*text), was), "{name}");
    }
}

/// A folder can let others into its new files. A file that lets nobody else in does not by being edited.
#[tokio::test]
async fn a_list_that_a_folder_gives_new_files_is_not_given_to_old_ones() {
    let w = place().files(&[("d/a", "1\n")]).open().await;
    mode(&w.at("d/a"), 0o644);
    assert!(set(&w.at("d"), GIVEN_ON, LIST));
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "d/a", "base": hash("1\n"), "content": "one\n" },
            { "op": "write_file", "path": "d/new", "content": "new\n" },
        ]))
        .await;
    w.apply(&set).await.unwrap();
    assert_eq!((value(&w.at("d/a"), ACCESS), besides(&w.at("d/a")).2), (None, 0o644));
    assert!(value(&w.at("d/new"), ACCESS).is_some());
}

#[tokio::test]
async fn what_ran_with_its_owners_rights_does_not_once_it_is_changed_and_undo_gives_them_back() {
    let w = place().files(&[("run", "1\n"), ("moved", "2\n"), ("gone", "3\n"), ("sticky", "4\n")]).open().await;
    for (name, bits) in [("run", 0o6755), ("moved", 0o4755), ("gone", 0o2755), ("sticky", 0o1644)] {
        mode(&w.at(name), bits);
    }
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "run", "base": hash("1\n"), "content": "one\n" },
            { "op": "rename_file", "path": "moved", "base": hash("2\n"), "to": "there" },
            { "op": "delete_file", "path": "gone", "base": hash("3\n") },
            { "op": "write_file", "path": "sticky", "base": hash("4\n"), "content": "four\n" },
        ]))
        .await;
    assert_eq!([0, 1, 2, 3].map(|n| codes(&set, n)), [vec!["special_bits_lost"], vec![], vec![], vec![]]);
    assert!(!set.items[0].preselected, "what loses something is never marked beforehand");
    w.there_and_back(&set, |w| {
        assert_eq!(["run", "there", "sticky"].map(|name| besides(&w.at(name)).2), [0o755, 0o4755, 0o1644]);
    })
    .await;
    let back = ["run", "moved", "gone", "sticky"].map(|name| besides(&w.at(name)).2);
    assert_eq!(back, [0o6755, 0o4755, 0o2755, 0o1644]);
}

#[tokio::test]
async fn other_names_of_a_file_are_told_of_before_it_is_signed() {
    let w = place().files(&[("a", "1\n"), ("b", "2\n"), ("c", "3\n")]).open().await;
    for name in ["a", "b"] {
        fs::hard_link(w.at(name), w.at(&format!("{name}-too"))).unwrap();
    }
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "a", "base": hash("1\n"), "content": "one\n" },
            { "op": "delete_file", "path": "b", "base": hash("2\n") },
            { "op": "write_file", "path": "c", "base": hash("3\n"), "content": "three\n" },
        ]))
        .await;
    assert_eq!([0, 1, 2].map(|n| codes(&set, n)), [vec!["hard_links"], vec!["hard_links"], vec![]]);
    assert_eq!(set.items[0].warnings[0].message, "a is one of 2 names of a file. Changed, it is a file of its own.");
    w.apply(&set).await.unwrap();
    assert_eq!((w.read("a").as_deref(), w.read("a-too").as_deref()), (Some("one\n"), Some("1\n")));
}

/// Only root can set it, and only the system may decide that new bytes deserve it.
#[tokio::test]
async fn what_only_the_system_sets_is_named_when_it_is_lost() {
    let w = place().files(&[("a", "1\n")]).open().await;
    let capability: &[u8] = &[0, 0, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    if !set(&w.at("a"), "security.capability", capability) {
        return;
    }
    let set = w.propose(json!([{ "op": "write_file", "path": "a", "base": hash("1\n"), "content": "one\n" }])).await;
    assert_eq!(codes(&set, 0), ["attributes_lost"]);
    assert_eq!(set.items[0].warnings[0].message, "a has attributes that are not kept: security.capability.");
    w.apply(&set).await.unwrap();
    assert_eq!(value(&w.at("a"), "security.capability"), None);
}

#[tokio::test]
async fn folders_that_are_made_again_let_in_whom_they_did() {
    let w = place().files(&[("a/b/c", "1\n"), ("m/x", "2\n")]).open().await;
    mode(&w.at("a"), 0o700);
    mode(&w.at("a/b"), 0o750);
    mode(&w.at("m"), 0o2770);
    let set = w
        .propose(json!([
            { "op": "delete_file", "path": "a/b/c", "base": hash("1\n") },
            { "op": "rename_file", "path": "m/x", "base": hash("2\n"), "to": "x" },
        ]))
        .await;
    w.there_and_back(&set, |w| {
        for folder in ["a/b", "a", "m"] {
            fs::remove_dir(w.at(folder)).unwrap();
        }
    })
    .await;
    assert_eq!((w.read("a/b/c").as_deref(), w.read("m/x").as_deref()), (Some("1\n"), Some("2\n")));
    assert_eq!(["a", "a/b", "m"].map(|folder| besides(&w.at(folder)).2), [0o700, 0o750, 0o2770]);
}

#[tokio::test]
async fn names_that_are_one_on_some_disks_are_pointed_out_within_a_request_too() {
    let w = place().files(&[("D/x", "1\n"), ("caf\u{e9}", "2\n"), ("old", "3\n")]).open().await;
    let new = |path: &str| json!({ "op": "write_file", "path": path, "content": "" });
    let set = w
        .propose(json!([
            new("aa"), new("AA"), new("e\u{301}"), new("\u{e9}"), new("n/f"), new("N/g"), new("d/y"), new("cafe\u{301}"),
            new("z\u{200b}w"), new("dot."), new("n/h"),
            { "op": "delete_file", "path": "old", "base": hash("3\n") }, new("OLD"),
        ]))
        .await;
    let found: Vec<_> = (0..set.items.len()).map(|n| codes(&set, n).join(" ")).collect();
    let both = "case_collision";
    assert_eq!(found, ["", both, "", both, "", both, both, both, "odd_name", "odd_name", "", "", ""]);
    assert_eq!(set.items[1].warnings[0].message, "AA differs only in case from aa.");
    assert_eq!(set.items[6].warnings[0].message, "d/y differs only in case from D.");
    assert_eq!(set.items[7].warnings[0].message, "cafe\u{301} and caf\u{e9} are one name on many disks.");
}
