//! The commands of `cases/`, which the table judges and the laws are tried on.

/// Each file's text: headings that begin with `== `, and one command a line.
pub(crate) const CASES: [&str; 24] = [
    include_str!("../cases/allow.txt"),
    include_str!("../cases/prompt.txt"),
    include_str!("../cases/never.txt"),
    include_str!("../cases/wrapped.txt"),
    include_str!("../cases/written.txt"),
    include_str!("../cases/reached.txt"),
    include_str!("../cases/loaded.txt"),
    include_str!("../cases/strange.txt"),
    include_str!("../cases/fed.txt"),
    include_str!("../cases/carried.txt"),
    include_str!("../cases/begins.txt"),
    include_str!("../cases/sent.txt"),
    include_str!("../cases/tools.txt"),
    include_str!("../cases/kept.txt"),
    include_str!("../cases/given.txt"),
    include_str!("../cases/handed.txt"),
    include_str!("../cases/elsewhere.txt"),
    include_str!("../cases/unread.txt"),
    include_str!("../cases/redirected.txt"),
    include_str!("../cases/around.txt"),
    include_str!("../cases/spared.txt"),
    include_str!("../cases/outside.txt"),
    include_str!("../cases/fetched.txt"),
    include_str!("../cases/machine.txt"),
];
