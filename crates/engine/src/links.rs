//! Words of a command that lead elsewhere over links. The judge reads words and no disk, so what a link
//! means is looked up here, and judged as if it had been written.

use countersign_commands::{Cause, Class, Judgement, Objection, Segment, Setting, Verdict, judge};
use std::path::{Component, Path, PathBuf};

/// Objects to words that name something outside the workspace, or what is never shown, though they do
/// not look like it. No rule lifts that: a link may lead elsewhere tomorrow.
pub(crate) fn object(root: &Path, setting: &Setting, judged: &mut Judgement) {
    let Ok(root) = root.canonicalize() else { return };
    let cwd = root.join(&setting.cwd);
    for segment in &mut judged.segments {
        let found: Vec<(usize, Verdict, String)> = (1..segment.argv.len())
            .filter(|n| segment.objections.iter().all(|o| o.word != Some(*n) || o.verdict < Verdict::Never))
            .filter_map(|n| {
                let (verdict, text) = elsewhere(&root, &cwd, segment.argv.get(n)?, setting)?;
                Some((n, verdict, text))
            })
            .collect();
        for (word, verdict, text) in found {
            if judged.verdict < verdict {
                judged.verdict = verdict;
                judged.reason.clone_from(&text);
            }
            put(segment, word, verdict, text);
        }
    }
}

fn put(segment: &mut Segment, word: usize, verdict: Verdict, text: String) {
    segment.verdict = segment.verdict.max(verdict);
    let class = segment.class.max(Class::Unknown);
    segment.objections.push(Objection { verdict, class, cause: Cause::Form, word: Some(word), text });
}

/// What is wrong with a word, if a link leads it elsewhere: the word itself, or what follows `=` or `-x` in it.
fn elsewhere(root: &Path, cwd: &Path, word: &str, setting: &Setting) -> Option<(Verdict, String)> {
    let behind = word.split_once('=').map(|(_, value)| value);
    let glued = word.strip_prefix('-').and_then(|rest| rest.get(rest.chars().next()?.len_utf8()..));
    let leads = |part: &str| -> Option<(Verdict, String)> {
        let path = cwd.join(part);
        let real = real(&path)?;
        if real == plain(&path) {
            return None;
        }
        let quoted = format!("'{}'", real.to_str()?.replace('\'', r"'\''"));
        let there = judge(&format!("cat {quoted}"), &Setting { cwd: String::new(), ..setting.clone() });
        if there.verdict == Verdict::Never {
            return Some((Verdict::Never, format!("`{word}` is a link to {}. {}", real.display(), there.reason)));
        }
        // A path that is outside by its words was judged by them.
        let known = Path::new(part).is_absolute() && !Path::new(part).starts_with(root);
        let out = !known && !real.starts_with(root);
        out.then(|| (Verdict::Prompt, format!("`{word}` is a link out of the workspace, to {}.", real.display())))
    };
    [Some(word), behind, glued].into_iter().flatten().filter(|part| !part.is_empty()).find_map(leads)
}

/// Where a path leads, also one of which only the beginning is there: what is made there is made elsewhere.
fn real(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|there| {
        let rest = path.strip_prefix(there).ok()?;
        Some(plain(&there.canonicalize().ok()?.join(rest)))
    })
}

/// A path by its words alone.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}
