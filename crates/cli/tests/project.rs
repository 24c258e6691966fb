//! A folder that is open as a workspace, and the binary as a person calls it there.

use crate::world::{Ran, World, binary, run};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub(crate) struct Project {
    pub(crate) world: World,
    pub(crate) root: PathBuf,
    /// Beside the data, so that neither holds the other.
    pub(crate) folder: tempfile::TempDir,
}

impl Project {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let root = folder.path().canonicalize().unwrap().join("project");
        fs::create_dir(&root).unwrap();
        let p = Self { world: World::new(), root, folder };
        assert_eq!(p.run(&["workspace", "open", "."]).code, 0);
        p
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = binary();
        command.current_dir(&self.root).arg("--data").arg(self.world.dir.path());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        run(self.command().args(args), b"")
    }
}
