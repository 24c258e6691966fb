//! Programs of a workspace that stand where others of their name are looked for: a `ls` in a folder of `PATH` that
//! commands may write. What a command is judged to do by its program's name says nothing of such a one. The judge
//! reads words and no disk, so programs are looked for here.

use crate::effects::process::find_outside;
use countersign_commands::{Cause, Class, Judgement, Objection, Verdict};
use countersign_core::label::quoted;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Objects to commands that would only look, where nothing but a program of a folder that commands may write has
/// that name. No rule lifts that.
pub(crate) fn object(open: &[PathBuf], judged: &mut Judgement) {
    let (mut found, first) = (Vec::new(), judged.verdict == Verdict::Allow);
    for segment in judged.segments.iter_mut().filter(|segment| segment.class == Class::ReadOnly) {
        let Some(name) = segment.argv.first().filter(|name| !name.contains('/')) else { continue };
        let at = |folders: &[PathBuf]| find_outside(OsStr::new(name), Path::new("/"), folders);
        let Some(inside) = at(&[]).filter(|_| at(open).is_none()) else { continue };
        let text = format!("{} is {}, which commands may change.", quoted(name), inside.display());
        segment.verdict = segment.verdict.max(Verdict::Prompt);
        segment.class = Class::Unknown;
        segment.objections.push(Objection {
            verdict: Verdict::Prompt,
            class: Class::Unknown,
            cause: Cause::Form,
            word: Some(0),
            text: text.clone(),
        });
        found.push(text);
    }
    let Some(text) = found.into_iter().next() else { return };
    judged.verdict = judged.verdict.max(Verdict::Prompt);
    judged.class = judged.class.max(Class::Unknown);
    if first {
        judged.reason = text;
    }
}

/// The programs of a command that are judged by what their name says they do. Interpreters, and what runs a
/// project's code, may be the project's own.
pub(crate) fn named(judged: &Judgement) -> BTreeSet<String> {
    let says = |class| matches!(class, Class::ReadOnly | Class::Write | Class::Destructive | Class::Network);
    let segments = judged.segments.iter().filter(|segment| says(segment.class));
    segments.filter_map(|segment| segment.argv.first().cloned()).collect()
}
