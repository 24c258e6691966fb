//! What the fuzzer was given and what it found holds still (fuzz/README.md).

#[path = "../../../../fuzz/properties/commands.rs"]
mod property;

#[test]
fn the_corpus_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/commands");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert!(files.len() > 5);
    files.into_iter().for_each(|file| property::holds(&std::fs::read(file.unwrap().path()).unwrap()));
}
