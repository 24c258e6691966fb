//! Files that a run changes and moves: the set that is signed comes to what its steps come to one after the other.

use super::*;

fn all(calls: &[(&str, Value)]) -> Value {
    let calls: Vec<Value> = calls.iter().map(|(name, args)| json!({ "name": name, "parameters": args })).collect();
    json!({ "action": "next_step", "tool_calls": calls })
}

fn edit(path: &str, old: &str, new: &str) -> (&'static str, Value) {
    ("edit_file", json!({ "path": path, "old": old, "new": new }))
}

fn rename(path: &str, to: &str) -> (&'static str, Value) {
    ("rename_file", json!({ "path": path, "to": to }))
}

/// The set of a run that takes these steps after a look at `a.txt` and `b.txt`, which may be executed.
async fn moved(steps: &[(&str, Value)]) -> (World, RunView) {
    let read = |path: &str| ("read_file", json!({ "path": path }));
    let w =
        World::new(&[all(&[read("a.txt"), read("b.txt")]), all(steps), done("Proposed."), json!("no summary")]).await;
    let project = w.folder.path().join("project");
    std::fs::write(project.join("b.txt"), "B\n").unwrap();
    set_mode(&project.join("b.txt"), 0o755);
    let run = w.start("Clear up", AgentOptions::default()).await;
    (w, run)
}

fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(w: &World, path: &str) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    let path = w.folder.path().join("project").join(path);
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_edited_and_renamed_keeps_both_in_either_order() {
    let steps =
        [edit("a.txt", "one", "ONE"), rename("a.txt", "a2.txt"), rename("b.txt", "b2.txt"), edit("b2.txt", "B", "BB")];
    let (w, run) = moved(&steps).await;
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    let told: Vec<(&str, Vec<u32>)> =
        set.items.iter().map(|item| (item.op["path"].as_str().unwrap(), item.needs.clone())).collect();
    assert_eq!(told, [("a2.txt", vec![]), ("a.txt", vec![1]), ("b2.txt", vec![]), ("b.txt", vec![3])]);
    w.apply(&set).await.unwrap();
    assert_eq!((w.read("a2.txt").as_deref(), w.read("a.txt")), (Some("ONE\ntwo\n"), None));
    assert_eq!((w.read("b2.txt").as_deref(), w.read("b.txt"), mode(&w, "b2.txt")), (Some("BB\n"), None, 0o755));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_swap_their_names_take_their_modes_along() {
    let steps = [rename("a.txt", "t.txt"), rename("b.txt", "a.txt"), rename("t.txt", "b.txt")];
    let (w, run) = moved(&steps).await;
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    let before = mode(&w, "a.txt");
    w.apply(&set).await.unwrap();
    assert_eq!((w.read("a.txt").as_deref(), mode(&w, "a.txt")), (Some("B\n"), 0o755), "{:?}", set.items);
    assert_eq!((w.read("b.txt").as_deref(), mode(&w, "b.txt")), (Some("one\ntwo\n"), before));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_set_could_not_hold_is_refused_while_it_can_be_mended() {
    let write = |path: &str| ("write_file", json!({ "path": path, "content": "x\n" }));
    let (w, run) = moved(&[write("new"), write("new/in.txt")]).await;
    let heard = w.heard().concat();
    assert!(heard.contains("new/in.txt cannot be there: this run changes new, too"), "{heard}");
    let set = w.engine.change_set(run.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.iter().map(|item| item.problems.len()).collect::<Vec<_>>(), [0]);
}
