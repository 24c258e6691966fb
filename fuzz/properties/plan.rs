//! Any bytes are read as a plan or refused; what was read is saved and read again as it was.

use countersign_plan::{Defaults, diff, load, load_bytes, save};

pub(crate) fn holds(data: &[u8]) {
    let defaults = Defaults { id: "fuzz".to_owned(), at: jiff::Timestamp::UNIX_EPOCH };
    let _ = load_bytes(data, &defaults);
    let first = load(&String::from_utf8_lossy(data), &defaults).plan;
    let saved = save(&first);
    let again = load(&saved, &defaults);
    assert_eq!(again.plan, first, "{saved}");
    assert!(diff(&first, &again.plan).is_empty());
    assert_eq!(save(&again.plan), saved);
}
