//! The judgements of the last texts. A proposal is judged before it is stored, when it is bound and when it is shown,
//! and a text of many commands takes its time. What a judgement was told of links is asked again: where one leads
//! elsewhere by now, the text is judged anew.

use crate::links;
use countersign_commands::{Judgement, Setting, judge};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// So many are known.
const MOST: usize = 64;

/// Judgements, the newest last.
#[derive(Default)]
pub(crate) struct Known(Mutex<VecDeque<One>>);

#[derive(Clone)]
struct One {
    /// The text, and all else it was judged by but links.
    of: (String, String),
    told: links::Told,
    judged: Judgement,
}

impl Known {
    /// As [`judge`] with the links of `root`.
    pub(super) fn judge(&self, root: &Path, text: &str, setting: &Setting) -> Judgement {
        let of = (text.to_owned(), format!("{setting:?}"));
        let known = self.lock().iter().find(|one| one.of == of).cloned();
        if let Some(one) = known.filter(|one| links::still(root, &one.told)) {
            return one.judged;
        }
        let (links, told) = links::of(root);
        let judged = judge(text, &Setting { links, ..setting.clone() });
        let one = One { of, told: told(), judged: judged.clone() };
        let mut all = self.lock();
        all.retain(|other| other.of != one.of);
        if all.len() >= MOST {
            all.pop_front();
        }
        all.push_back(one);
        judged
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<One>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test says what is wrong by failing")]
mod tests {
    use super::*;
    use countersign_commands::Verdict;

    #[test]
    fn a_text_is_judged_once_until_a_link_in_it_leads_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let setting = Setting {
            sandbox: true,
            workspace: folder.path().canonicalize().unwrap().to_str().map(str::to_owned),
            ..Setting::default()
        };
        std::fs::write(folder.path().join("a"), "a").unwrap();
        let known = Known::default();
        let verdict = |text: &str| known.judge(folder.path(), text, &setting).verdict;
        assert_eq!(verdict("cat a"), Verdict::Allow);
        known.lock()[0].judged.verdict = Verdict::Prompt;
        assert_eq!(verdict("cat a"), Verdict::Prompt, "it was known");
        std::fs::remove_file(folder.path().join("a")).unwrap();
        std::os::unix::fs::symlink("/etc/shadow", folder.path().join("a")).unwrap();
        assert_eq!(verdict("cat a"), Verdict::Never);
        assert_eq!(known.lock().len(), 1);
        let more = (0..2 * MOST).filter(|n| verdict(&format!("cat a{n}")) == Verdict::Allow).count();
        assert_eq!(more, 2 * MOST);
        assert_eq!(known.lock().len(), MOST);
    }
}
