//! Where a path leads, by its words alone: inside the workspace, outside, or to what is never reached
//! (secrets, `.git`, our data, devices, other users), and the same of where links lead that it is told
//! of. Whoever runs the command checks links again. Opens nothing.

mod kinds;
mod secrets;

pub(crate) use secrets::{seeks_secrets, stands_for};

use crate::budget::Budget;
use crate::verdict::{Class, Links, Setting, Verdict};
use countersign_core::secret::may_be_sources;
use kinds::{is_passing, is_process, is_project, is_settings, is_startup, is_system, starts};
use secrets::{
    is_kept_secret, is_secret_at_top, is_secret_file, is_secret_folder, is_secret_place, is_system_secret, matches_name,
};
use std::rc::Rc;

/// What is done to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Its name or its content is read.
    Read,
    /// It may be a folder, and the names in it are read: what is shown of it is judged by itself.
    List,
    /// Its content is read, with all that is below it.
    Sweep,
    /// It is created, or its time is changed.
    Create,
    /// What is there is replaced.
    Overwrite,
    /// What is there is gone.
    Destroy,
    /// Who may use it is set anew.
    Rights,
    /// Its name is gone, with all that is below it: of a link the link, and not what it leads to.
    Remove,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Base {
    Workspace,
    /// So many folders above the workspace.
    Above(usize),
    Root,
    Home,
    User,
}

/// A path, normalised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    base: Base,
    parts: Vec<String>,
    /// As it was written, before `..` was taken away.
    written: Vec<String>,
    /// As it would be opened, from the workspace or from the root; none where that is not known.
    path: Option<String>,
}

/// What is known of the machine.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    workspace: Option<Vec<String>>,
    home: Option<Vec<String>>,
    data: Vec<Vec<String>>,
    /// The home folder as it is written.
    at_home: Option<String>,
    links: Links,
    /// A command has folders for temporary files of its own.
    sandbox: bool,
    /// What is looked at is paid for.
    budget: Rc<Budget>,
    /// What is looked at runs on another machine, or in a container.
    elsewhere: bool,
    /// It is a container.
    contained: bool,
}

impl Map {
    pub(crate) fn new(setting: &Setting, budget: &Rc<Budget>) -> Self {
        let split = |path: &String| parts(path);
        Self {
            workspace: setting.workspace.as_ref().or(Some(&setting.cwd).filter(|cwd| is_project(cwd))).map(split),
            home: setting.home.as_ref().map(split),
            data: setting.data.iter().filter(|path| path.starts_with('/')).map(split).collect(),
            at_home: setting.home.clone(),
            links: setting.links.clone(),
            sandbox: setting.sandbox,
            budget: budget.clone(),
            elsewhere: false,
            contained: false,
        }
    }

    /// The same for what runs on another machine, or in a container.
    pub(crate) fn elsewhere(&self) -> Self {
        Self { elsewhere: true, ..self.clone() }
    }

    /// The same for what runs in a container.
    pub(crate) fn contained(&self) -> Self {
        Self { contained: true, ..self.elsewhere() }
    }

    /// Whether what runs there has no processes around it but those of its container.
    pub(crate) fn is_contained(&self) -> bool {
        self.contained
    }

    /// The workspace itself.
    pub(crate) fn workspace(&self) -> Place {
        Place { base: Base::Workspace, parts: Vec::new(), written: Vec::new(), path: Some(String::new()) }
    }

    /// Where `word` leads from `cwd`; the workspace itself where there is more to do than is done.
    pub(crate) fn go(&self, cwd: &Place, word: &str) -> Place {
        if !self.budget.path(word, cwd.parts.len()) {
            return self.workspace();
        }
        let below = |folder: &Option<String>, rest: &str| match folder.as_deref() {
            Some("") => Some(rest.to_owned()),
            folder => folder.map(|folder| format!("{folder}/{rest}")),
        };
        let (mut place, rest) = if let Some(rest) = word.strip_prefix('/') {
            let path = Some(word.to_owned());
            (Place { base: Base::Root, parts: Vec::new(), written: Vec::new(), path }, rest)
        } else if let Some(after) = word.strip_prefix('~') {
            let (user, rest) = after.split_once(['/', ':']).unwrap_or((after, ""));
            match user {
                "" => (Place { path: below(&self.at_home, rest), ..self.home() }, rest),
                "+" | "-" => (Place { path: below(&cwd.path, rest), ..cwd.clone() }, rest),
                _ => (Place { base: Base::User, parts: Vec::new(), written: Vec::new(), path: None }, rest),
            }
        } else {
            (Place { written: Vec::new(), path: below(&cwd.path, word), ..cwd.clone() }, word)
        };
        for part in rest.split('/') {
            match part {
                "" | "." => {}
                ".." => place.up(),
                part => {
                    place.parts.push(part.to_lowercase());
                    place.written.push(part.to_lowercase());
                    // Windows drops what ends a name (`.env.`, `.env::$DATA`).
                    let bare = part.split("::").next().unwrap_or(part).trim_end_matches([' ', '.']);
                    if bare.len() < part.len() && !bare.is_empty() {
                        place.written.push(bare.to_lowercase());
                    }
                }
            }
        }
        self.settle(place)
    }

    fn home(&self) -> Place {
        match &self.home {
            Some(home) => Place { base: Base::Root, parts: home.clone(), written: Vec::new(), path: None },
            None => Place { base: Base::Home, parts: Vec::new(), written: Vec::new(), path: None },
        }
    }

    /// One way of writing each place: inside the workspace as such, and outside from the root.
    fn settle(&self, mut place: Place) -> Place {
        let Some(workspace) = &self.workspace else { return place };
        if let Base::Above(up) = place.base {
            let kept = workspace.len().saturating_sub(up);
            place.parts.splice(0..0, workspace[..kept].iter().cloned());
            place.base = Base::Root;
        }
        if place.base == Base::Root && !workspace.is_empty() && place.parts.starts_with(workspace) {
            place.parts.drain(..workspace.len());
            place.base = Base::Workspace;
        }
        place
    }

    /// What speaks against doing `access` to `place`, or to where its links lead; `shown` is the word it
    /// came from.
    pub(crate) fn objection(&self, place: &Place, access: Access, shown: &str) -> Option<(Verdict, Class, String)> {
        let named = self.named(place, access, shown);
        if matches!(named, Some((Verdict::Never, ..))) {
            return named;
        }
        let linked = self.linked(place, access, shown);
        match linked {
            Some((Verdict::Never, ..)) => linked,
            _ => named.or(linked),
        }
    }

    /// What speaks against doing `access` to where the links of `place` lead.
    pub(crate) fn linked(&self, place: &Place, access: Access, shown: &str) -> Option<(Verdict, Class, String)> {
        let path = place.path.as_deref()?;
        // A shell takes `..` away first, and the system goes up from where the link leads.
        let straight = without_parents(path);
        let spelled = [Some(path), Some(straight.as_str()).filter(|straight| *straight != path)];
        let found = spelled.into_iter().flatten().filter_map(|path| {
            let there = match path.rsplit_once('/').filter(|(_, name)| access == Access::Remove && is_name(name)) {
                Some((folder, name)) => format!("{}/{name}", self.links.follow(folder)?),
                None if access == Access::Remove && !path.contains('/') && is_name(path) => return None,
                None => self.links.follow(path)?,
            };
            let (verdict, class, why) = self.named(&self.go(&self.workspace(), &there), access, &there)?;
            match verdict {
                Verdict::Never => {
                    Some((verdict, class, format!("`{}` is a link to {}. {why}", clip(shown), clip(&there))))
                }
                // What is outside by its words was judged by them.
                _ if !place.is_inside() => None,
                _ => {
                    let text = format!("`{}` is a link out of the workspace, to {}", clip(shown), clip(&there));
                    Some((verdict, class, text))
                }
            }
        });
        found.max_by_key(|(verdict, ..)| *verdict)
    }

    /// Where a place leads, if a link is on the way to it.
    pub(crate) fn leads(&self, place: &Place) -> Option<String> {
        self.links.follow(place.path.as_deref()?)
    }

    /// Whether a link is on the way to it.
    pub(crate) fn crosses_link(&self, place: &Place) -> bool {
        place.path.as_deref().is_none_or(|path| self.links.follow(path).is_some())
    }

    /// What speaks against doing `access` to `place` by its words alone.
    fn named(&self, place: &Place, access: Access, shown: &str) -> Option<(Verdict, Class, String)> {
        let never = |class, what: &str| Some((Verdict::Never, class, format!("`{}` {what}", clip(shown))));
        let ask = |class, what: &str| Some((Verdict::Prompt, class, format!("`{}` {what}", clip(shown))));
        if self.is_data(place) {
            return never(Class::ControlPlane, "is our own data");
        }
        let all = || place.parts.iter().chain(&place.written);
        // A pattern that is looked at stands for the files that it finds.
        let found = |part: &String| part.contains(['*', '?', '[']) && access.is_look() && is_secret_file(part);
        if all().any(|part| matches_name(part, ".git") && !found(part) || part == "git~1") {
            return never(Class::ControlPlane, "is inside `.git`");
        }
        if place.last().is_some_and(|name| ["docker.sock", "containerd.sock", "podman.sock"].contains(&name)) {
            return never(Class::ControlPlane, "commands the whole machine");
        }
        let last = place.written.last().map(String::as_str);
        // A folder of sources is called like a file of secrets.
        let sources = matches!(access, Access::List | Access::Sweep | Access::Create | Access::Remove)
            && may_be_sources(&place.parts)
            && place.parts.ends_with(&place.written);
        if all().any(|part| is_secret_folder(part))
            || !sources && (place.last().is_some_and(is_secret_file) || last.is_some_and(is_secret_file))
            || is_secret_place(&place.parts)
            || [&place.parts, &place.written].into_iter().any(|parts| is_kept_secret(place.below_root(parts)))
            || (place.base == Base::Workspace && is_secret_at_top(&place.parts))
        {
            return never(class_of(access), "holds secrets");
        }
        let at = |from: &[&str]| place.is_rooted() && starts(&place.parts, from);
        if at(&["etc"]) && place.parts.get(1).is_some_and(|name| is_system_secret(name, place.parts.get(2))) {
            return never(class_of(access), "holds secrets");
        }
        if at(&["var", "spool", "cron"]) || at(&["etc", "security", "opasswd"]) {
            return never(class_of(access), "belongs to other users");
        }
        if at(&["run", "secrets"]) || at(&["var", "run", "secrets"]) || at(&["proc", "kcore"]) || is_process(place) {
            return never(class_of(access), "holds secrets");
        }
        let class = class_of(access);
        if at(&["dev"]) {
            return match place.parts.get(1).map(String::as_str) {
                Some("null") if place.parts.len() == 2 => None,
                None if access.is_look() => ask(Class::ReadOnly, "is outside the workspace"),
                Some("zero" | "full" | "random" | "urandom")
                    if place.parts.len() == 2
                        && !matches!(access, Access::Destroy | Access::Remove | Access::Rights) =>
                {
                    ask(class, "is a device, of which nothing is anybody's")
                }
                Some("stdin" | "stdout" | "stderr" | "fd") => ask(Class::Unknown, "is outside the workspace"),
                _ if access.is_look() => never(Class::ReadOnly, "is a device"),
                _ => never(Class::Destructive, "is a device"),
            };
        }
        if self.is_other_user(place) {
            return never(class_of(access), "belongs to another user");
        }
        if place.base == Base::Workspace {
            return None;
        }
        match access {
            Access::Read | Access::List => ask(class, "is outside the workspace"),
            Access::Sweep if self.holds_secrets(place) => never(class, "has secrets below it"),
            Access::Sweep => ask(class, "is outside the workspace"),
            Access::Destroy | Access::Remove | Access::Rights if self.elsewhere && place.is_common() => {
                ask(class, "is outside the workspace")
            }
            Access::Destroy | Access::Remove => never(class, "is outside the workspace and would be lost"),
            Access::Rights => never(class, "is outside the workspace and would be changed"),
            Access::Create | Access::Overwrite if is_startup(place) => never(Class::ControlPlane, "loads code later"),
            Access::Overwrite if is_system(place) && !self.is_roots_own(place) => {
                never(Class::Destructive, "belongs to the system and would be overwritten")
            }
            Access::Create | Access::Overwrite if self.sandbox && is_passing(place) => {
                ask(class, "is in a folder of the command's own, which goes with it")
            }
            Access::Create | Access::Overwrite => ask(class, "is outside the workspace"),
        }
    }

    fn is_data(&self, place: &Place) -> bool {
        let usual = place.parts.windows(2).any(|pair| {
            matches!(pair[0].as_str(), "share" | ".config" | "application support" | "state" | ".cache")
                && pair[1] == "countersign"
        });
        let named = place.parts.iter().any(|part| part == ".countersign")
            || place
                .last()
                .is_some_and(|name| matches_name(name, "countersign.db") || name.starts_with("countersign.db"));
        let given = self.data.iter().any(|data| match place.base {
            Base::Root => place.parts.starts_with(data),
            Base::Workspace => self.workspace.as_ref().is_some_and(|workspace| {
                data.strip_prefix(workspace.as_slice()).is_some_and(|inside| place.parts.starts_with(inside))
            }),
            _ => false,
        });
        usual || named || given
    }

    fn is_other_user(&self, place: &Place) -> bool {
        let own = |parts: &[String]| {
            self.home.as_ref().is_some_and(|home| home.starts_with(parts) || parts.starts_with(home.as_slice()))
                || self.workspace.as_ref().is_some_and(|workspace| workspace.starts_with(parts))
        };
        match place.base {
            Base::User => true,
            // There nobody knows whose they are.
            Base::Root | Base::Above(_) if self.elsewhere => false,
            Base::Root | Base::Above(_) => {
                let depth = match place.parts.first().map(String::as_str) {
                    Some("root") => 1,
                    Some("var") if place.parts.get(1).is_some_and(|part| part == "root") => 2,
                    Some("home" | "users") if place.parts.len() > 1 => 2,
                    _ => return false,
                };
                !own(&place.parts[..depth])
            }
            _ => false,
        }
    }

    /// Whether it is in the home folder of root, and root is who runs it.
    fn is_roots_own(&self, place: &Place) -> bool {
        let inside = self
            .home
            .as_ref()
            .filter(|home| home.last().is_some_and(|name| name == "root"))
            .and_then(|home| place.parts.strip_prefix(home.as_slice()));
        !self.elsewhere && place.base == Base::Root && inside.is_some_and(|rest| !rest.is_empty())
    }

    /// Whether the workspace lies in it.
    pub(crate) fn is_above(&self, place: &Place) -> bool {
        match place.base {
            Base::Above(_) => place.parts.is_empty(),
            Base::Root => self.workspace.as_ref().is_some_and(|workspace| workspace.starts_with(&place.parts)),
            Base::Home => place.parts.is_empty(),
            Base::Workspace | Base::User => false,
        }
    }

    fn holds_secrets(&self, place: &Place) -> bool {
        match place.base {
            Base::Home => is_settings(&place.parts),
            Base::Root => {
                let inside = self.home.as_ref().and_then(|home| place.parts.strip_prefix(home.as_slice()));
                inside.is_some_and(is_settings)
                    || self.home.as_ref().is_some_and(|home| home.starts_with(&place.parts))
                    || (place.parts.len() <= 1
                        && place.parts.first().is_none_or(|top| {
                            ["home", "users", "root", "etc", "proc", "run", "var", "sys"].contains(&top.as_str())
                        }))
            }
            _ => false,
        }
    }
}

impl Access {
    /// Whether nothing is changed.
    fn is_look(self) -> bool {
        matches!(self, Self::Read | Self::List | Self::Sweep)
    }
}

impl Place {
    /// Whether it is a folder or a file like others, and not the system's, or all there is.
    fn is_common(&self) -> bool {
        self.parts.iter().filter(|part| *part != "*").count() > 1 && !is_system(self)
    }

    fn up(&mut self) {
        if self.parts.pop().is_none() {
            self.base = match self.base {
                Base::Workspace => Base::Above(1),
                Base::Above(n) => Base::Above(n + 1),
                Base::Home | Base::User => {
                    self.parts.push("home".to_owned());
                    Base::Root
                }
                Base::Root => Base::Root,
            };
        }
    }

    /// Whether its first part may be a folder of the root: so high above the workspace nobody knows.
    fn is_rooted(&self) -> bool {
        matches!(self.base, Base::Root | Base::Above(_))
    }

    /// Without a folder of the root: what `/private` holds on some systems is the system's.
    fn below_root<'p>(&self, parts: &'p [String]) -> &'p [String] {
        parts.get(usize::from(self.is_rooted())..).unwrap_or_default()
    }

    /// As it would be opened, for a message.
    pub(crate) fn shown(&self) -> &str {
        self.path.as_deref().filter(|path| !path.is_empty()).unwrap_or(".")
    }

    fn last(&self) -> Option<&str> {
        self.parts.last().map(String::as_str)
    }

    /// Whether it is the root, or all that is in it.
    pub(crate) fn is_root(&self) -> bool {
        self.base == Base::Root && self.parts.iter().all(|part| part.chars().all(|c| matches!(c, '*' | '?' | '.')))
    }

    /// Whether it has a name, and the name is known.
    pub(crate) fn is_named(&self) -> bool {
        self.last().is_some_and(|name| !name.contains('*') && name != "-")
    }

    /// Whether it is the same place, however it was written.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.base == other.base && self.parts == other.parts
    }

    /// Whether it lies below another place.
    pub(crate) fn is_below(&self, other: &Self) -> bool {
        self.base == other.base && self.parts.len() > other.parts.len() && self.parts.starts_with(&other.parts)
    }

    /// Whether it is all of the workspace.
    pub(crate) fn is_workspace(&self) -> bool {
        self.base == Base::Workspace && self.parts.is_empty()
    }

    /// Whether it is the workspace or below it.
    pub(crate) fn is_inside(&self) -> bool {
        self.base == Base::Workspace
    }
}

/// Whether it names an entry of a folder.
fn is_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..")
}

/// A path with each `..` and what stands before it taken away, as a shell's `cd` does.
fn without_parents(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match (part, kept.last()) {
            ("..", Some(last)) if is_name(last) => drop(kept.pop()),
            _ => kept.push(part),
        }
    }
    kept.join("/")
}

fn parts(path: &str) -> Vec<String> {
    path.split('/').filter(|part| !matches!(*part, "" | ".")).map(str::to_lowercase).collect()
}

fn class_of(access: Access) -> Class {
    match access {
        Access::Read | Access::List | Access::Sweep => Class::ReadOnly,
        Access::Create | Access::Overwrite => Class::Write,
        Access::Destroy | Access::Remove | Access::Rights => Class::Destructive,
    }
}

/// A word for a message: short, and on one line.
pub(crate) fn clip(word: &str) -> String {
    let clean: String = word.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
    if clean.len() < word.len() { clean + "…" } else { clean }
}
