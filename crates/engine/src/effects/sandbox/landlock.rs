//! Confines this process for good: Landlock for files, seccomp for sockets, and no capabilities.

#[cfg(target_os = "linux")]
use super::calls::Calls;
use super::ground::Ground;
#[cfg(target_os = "linux")]
use std::path::{Path, PathBuf};

impl Ground {
    #[cfg(not(target_os = "linux"))]
    pub(super) fn confine(&self) -> Result<(), String> {
        Err("there is no Landlock on this system".to_owned())
    }

    /// Confines this thread and all it starts.
    #[cfg(target_os = "linux")]
    pub(super) fn confine(&self) -> Result<(), String> {
        use landlock::{
            ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
            RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
        };
        let failed = |e: landlock::RulesetError| format!("Landlock: {e}");
        let abi = ABI::V6;
        // Files must be confined; sockets and signals too where the kernel can.
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(ABI::V2))
            .map_err(failed)?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(abi))
            .map_err(failed)?
            .handle_access(AccessNet::from_all(abi))
            .map_err(failed)?
            .scope(Scope::from_all(abi))
            .map_err(failed)?
            .create()
            .map_err(failed)?;
        let mut hidden = self.hidden.clone();
        hidden.extend(["/run", "/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from));
        hidden.extend(self.origin.clone());
        let (reads, lists) = (AccessFs::from_read(abi), BitFlags::from(AccessFs::ReadDir));
        let mut allowed: Vec<(PathBuf, BitFlags<AccessFs>)> = Vec::new();
        allow(Path::new("/"), &hidden, &mut |path, whole| {
            if whole {
                allowed.push((path, reads));
            }
        });
        // Names alone are told of what is hidden in a folder that is worked in: one that cannot be listed is of no
        // use, and a right holds for all that is below a folder.
        for folder in [&self.root].into_iter().chain(&self.beside) {
            allow(folder, &self.hidden, &mut |path, whole| allowed.push((path, if whole { reads } else { lists })));
        }
        let kept: Vec<PathBuf> = self.hidden.iter().chain(&self.fixed).cloned().collect();
        let all = AccessFs::from_all(abi);
        if !self.looks {
            allow(&self.root, &kept, &mut |path, whole| {
                if whole {
                    allowed.push((path, all));
                }
            });
        }
        allowed.push((self.tmp.clone(), all));
        allowed.extend(["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"].map(|p| (p.into(), all)));
        for (path, access) in allowed {
            // What is gone meanwhile needs no rule.
            let Ok(open) = PathFd::new(&path) else { continue };
            let access = if path.is_dir() { access } else { access & AccessFs::from_file(abi) };
            rules = rules.add_rule(PathBeneath::new(open, access)).map_err(failed)?;
        }
        let status = rules.restrict_self().map_err(failed)?;
        if status.ruleset == RulesetStatus::NotEnforced || !status.no_new_privs {
            return Err("Landlock is not enforced by this kernel".to_owned());
        }
        without_capabilities()?;
        // Landlock stops no UDP and few sockets of the file system: none can be made at all, only pairs.
        Calls { sockets: false, traces: false, setgid: self.setgid() }.only()
    }
}

/// Names the paths that together are all below `at` except what is hidden, each with that it is so as a whole; and
/// the folders between that hold both.
#[cfg(target_os = "linux")]
fn allow(at: &Path, hidden: &[PathBuf], give: &mut impl FnMut(PathBuf, bool)) {
    if hidden.iter().any(|path| at.starts_with(path)) {
        return;
    }
    let whole = !hidden.iter().any(|path| path.starts_with(at));
    give(at.to_owned(), whole);
    if whole {
        return;
    }
    let Ok(entries) = std::fs::read_dir(at) else { return };
    for entry in entries.flatten() {
        // A link opens what it leads to, which has a place of its own.
        if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
            allow(&entry.path(), hidden, give);
        }
    }
}

/// Run by root, a command could read what other processes were given, for all that Landlock says.
/// Without new privileges it gets none of these back.
#[cfg(target_os = "linux")]
fn without_capabilities() -> Result<(), String> {
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
        .map_err(|e| format!("its capabilities cannot be dropped: {e}"))
}

/// Where the kernel can (Landlock of Linux 7.1), no socket of the file system can be reached but those that the command
/// makes itself, whenever and wherever somebody else began to listen.
#[cfg(target_os = "linux")]
pub(super) fn own_sockets_only() -> Result<(), String> {
    use landlock::{AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr};
    let failed = |e: landlock::RulesetError| format!("Landlock: {e}");
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::ResolveUnix)
        .map_err(failed)?
        .create()
        .map_err(failed)?;
    if let Ok(names) = PathFd::new(super::sockets::NAMES) {
        rules = rules.add_rule(PathBeneath::new(names, AccessFs::ResolveUnix)).map_err(failed)?;
    }
    rules.restrict_self().map_err(failed).map(drop)
}
