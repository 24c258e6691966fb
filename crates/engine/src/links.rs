//! Words of a command that lead out of its workspace over links. The judge reads words and no disk, so
//! what a link means is looked up here, and objected to like a path outside.

use countersign_commands::{Cause, Class, Judgement, Objection, Segment, Verdict};
use std::path::{Path, PathBuf};

/// Objects to words that name something outside `root` though they do not look like it. No rule lifts
/// that: a link may lead elsewhere tomorrow.
pub(crate) fn object(root: &Path, cwd: &str, judged: &mut Judgement) {
    let Ok(root) = root.canonicalize() else { return };
    let cwd = root.join(cwd);
    for segment in &mut judged.segments {
        let found: Vec<(usize, String)> = (1..segment.argv.len())
            .filter(|n| segment.objections.iter().all(|objection| objection.word != Some(*n)))
            .filter_map(|n| Some((n, outside(&root, &cwd, segment.argv.get(n)?)?)))
            .collect();
        for (word, text) in found {
            if judged.verdict == Verdict::Allow {
                judged.reason.clone_from(&text);
            }
            judged.verdict = judged.verdict.max(Verdict::Prompt);
            put(segment, word, text);
        }
    }
}

fn put(segment: &mut Segment, word: usize, text: String) {
    segment.verdict = segment.verdict.max(Verdict::Prompt);
    let class = segment.class.max(Class::Unknown);
    segment.objections.push(Objection { verdict: Verdict::Prompt, class, cause: Cause::Form, word: Some(word), text });
}

/// What is wrong with a word, if it leads out: the word itself, or what follows `=` or `-x` in it.
fn outside(root: &Path, cwd: &Path, word: &str) -> Option<String> {
    let behind = word.split_once('=').map(|(_, value)| value);
    let glued = word.strip_prefix('-').and_then(|rest| rest.get(rest.chars().next()?.len_utf8()..));
    let leads = |part: &str| -> Option<PathBuf> {
        // A path that is outside by its words was judged by them.
        if Path::new(part).is_absolute() && !Path::new(part).starts_with(root) {
            return None;
        }
        let real = cwd.join(part).canonicalize().ok()?;
        (!real.starts_with(root)).then_some(real)
    };
    let to = [Some(word), behind, glued].into_iter().flatten().filter(|part| !part.is_empty()).find_map(leads)?;
    Some(format!("`{word}` is a link out of the workspace, to {}.", to.display()))
}
