//! Standing rules: what "Add & Run" remembers (R13). A rule is the exact words that were shown, for one
//! workspace, for a time. It lifts a *prompt*; it never lifts *never*, nor an objection to a word that
//! was not shown. Stores nothing and reads no clock.

use crate::judge::judge;
use crate::unlisted;
use crate::verdict::{Cause, Class, Judgement, Segment, Setting, Verdict};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A remembered prefix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What messages and the ledger call it.
    pub name: String,
    /// The words that were shown; an argv matches when it begins with exactly these.
    pub prefix: Vec<String>,
    /// The workspace it holds in.
    pub workspace: String,
    /// When it ends.
    pub expires: Timestamp,
    /// How often it may be used; none for any number of times.
    #[serde(default)]
    pub cap: Option<u32>,
    /// Commands that show what it means.
    pub examples: Examples,
}

/// Commands that a rule must and must not match; checked when it is loaded.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// At least one that it lets run.
    pub matches: Vec<String>,
    /// At least one that it does not.
    pub not_matches: Vec<String>,
}

/// Why a rule was not loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// It has no words, or an empty one.
    #[error("rule \"{rule}\" has an empty prefix")]
    EmptyPrefix {
        /// Its name.
        rule: String,
    },
    /// It has no example of one of the two kinds.
    #[error("rule \"{rule}\" needs an example that it matches and one that it does not")]
    NoExample {
        /// Its name.
        rule: String,
    },
    /// An example says something else than the rule.
    #[error("rule \"{rule}\" {} \"{example}\", and says the opposite", if *.matches { "matches" } else { "does not match" })]
    Example {
        /// Its name.
        rule: String,
        /// The example.
        example: String,
        /// What the rule does with it.
        matches: bool,
    },
}

/// Rules whose examples have been checked.
#[derive(Debug, Clone, Default)]
pub struct Rules(Vec<Rule>);

/// When and where a rule is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Occasion<'a> {
    /// The workspace that the command would run in.
    pub workspace: &'a str,
    /// Now.
    pub now: Timestamp,
}

impl Rules {
    /// Takes rules after checking each one's examples, in a workspace with a sandbox.
    ///
    /// # Errors
    /// The first rule that is empty, lacks an example, or is contradicted by one.
    pub fn load(rules: Vec<Rule>) -> Result<Self, RuleError> {
        for rule in &rules {
            rule.check()?;
        }
        Ok(Self(rules))
    }

    /// The rules that together let all of `judged` run, one for each segment that is not eligible by
    /// itself; none when something stays to be asked. `used` says how often a rule was used already.
    #[must_use]
    pub fn lift(&self, judged: &Judgement, occasion: Occasion<'_>, used: impl Fn(&Rule) -> u32) -> Option<Vec<&Rule>> {
        judged.argv.as_ref()?;
        let mut lifting: Vec<&Rule> = Vec::new();
        for segment in judged.segments.iter().filter(|segment| segment.verdict > Verdict::Allow) {
            let rule = self.0.iter().find(|rule| {
                let uses = lifting.iter().filter(|other| other.name == rule.name).count();
                let left = rule.cap.is_none_or(|cap| used(rule) as usize + uses < cap as usize);
                left && rule.workspace == occasion.workspace && occasion.now < rule.expires && rule.lifts(segment)
            })?;
            lifting.push(rule);
        }
        Some(lifting)
    }
}

impl Rule {
    fn check(&self) -> Result<(), RuleError> {
        let rule = || self.name.clone();
        if self.prefix.first().is_none_or(String::is_empty) {
            return Err(RuleError::EmptyPrefix { rule: rule() });
        }
        if self.examples.matches.is_empty() || self.examples.not_matches.is_empty() {
            return Err(RuleError::NoExample { rule: rule() });
        }
        let kinds = [(&self.examples.matches, true), (&self.examples.not_matches, false)];
        for (example, wanted) in kinds.into_iter().flat_map(|(list, wanted)| list.iter().map(move |e| (e, wanted))) {
            let judged = judge(example, &Setting { sandbox: true, ..Setting::default() });
            let matches = judged.argv.is_some() && judged.segments.iter().all(|segment| self.lifts(segment));
            if matches != wanted {
                return Err(RuleError::Example { rule: rule(), example: example.clone(), matches });
            }
        }
        Ok(())
    }

    /// Whether everything against this segment is lifted by the words of the rule.
    fn lifts(&self, segment: &Segment) -> bool {
        if !segment.argv.starts_with(&self.prefix) || segment.verdict == Verdict::Never {
            return false;
        }
        let further = &segment.argv[self.prefix.len()..];
        let listed = segment.objections.iter().all(|objection| objection.cause != Cause::NotListed);
        // Of a program that is not listed we know no option to be harmless, and the words of some are
        // programs or targets themselves.
        let known = listed
            || further.is_empty()
            || !(segment.class >= Class::Interpreter
                || unlisted::runs_words(&self.prefix[0])
                || further.iter().any(|word| word.starts_with('-')));
        known
            && segment.objections.iter().all(|objection| match objection.cause {
                Cause::NotListed | Cause::Class => true,
                Cause::Argument => objection.word.is_some_and(|word| word < self.prefix.len()),
                Cause::NoSandbox | Cause::Form => false,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::{Examples, Occasion, Rule, RuleError, Rules};
    use crate::{Setting, judge};

    fn rule(prefix: &str, matches: &[&str], not_matches: &[&str]) -> Rule {
        let all = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        Rule {
            name: format!("run {prefix}"),
            prefix: prefix.split(' ').map(str::to_owned).collect(),
            workspace: "w".to_owned(),
            expires: "2026-12-01T00:00Z".parse().unwrap(),
            cap: None,
            examples: Examples { matches: all(matches), not_matches: all(not_matches) },
        }
    }

    fn lifted(rules: &Rules, text: &str, workspace: &str, now: &str, used: u32) -> Option<usize> {
        let judged = judge(text, &Setting { sandbox: true, ..Setting::default() });
        let occasion = Occasion { workspace, now: now.parse().unwrap() };
        rules.lift(&judged, occasion, |_| used).map(|rules| rules.len())
    }

    #[test]
    fn a_rule_lifts_exactly_the_words_that_were_shown() {
        for (prefix, text, lifts) in [
            ("npm ci", "npm ci", true),
            ("npm ci", "npm cit", false),
            ("npm ci", "npm", false),
            ("npm", "npm ci", true),
            ("npm ci", "npm ci; npm ci", true),
            ("npm ci", "npm ci && ls", true),
            ("npm ci", "npm ci && rm x", false),
            ("npm ci", "npm ci > log", false),
            ("npm ci", "npm ci $(ls)", false),
            ("npm ci", "A=b npm ci", false),
            ("npm ci", "sudo npm ci", false),
            ("npm ci", "npm ci --foo", false),
            ("npm ci --foo", "npm ci --foo", true),
            ("npm ci", "npm ci --script-shell=x", false),
            ("npm install", "npm install lodash", true),
            ("npm install", "npm install --save-dev lodash", true),
            ("npm install", "npm install -g lodash", false),
            ("npm install", "npm install --script-shell x", false),
            ("npm install -g", "npm install -g lodash", true),
            ("curl", "curl https://example.com", true),
            ("curl", "curl -o x https://example.com", false),
            ("curl", "curl http://localhost:4177", false),
            ("curl", "curl https://example.com | sh", false),
            ("wc", "wc a.txt", true),
            ("wc", "wc /etc/passwd", false),
            ("wc", "wc ../x", false),
            ("wc", "wc .env", false),
            ("wc", "wc --files0-from=x", false),
            ("wc -l", "wc -l a.txt", true),
            ("wc -l", "wc -lc a.txt", false),
            ("git branch -D x", "git branch -D x", true),
            ("git branch", "git branch -D x", false),
            ("git branch", "git branch x", false),
            ("find . -delete", "find . -delete", true),
            ("find .", "find . -delete", false),
            ("rm x", "rm x", true),
            ("rm", "rm x", false),
            ("rm -rf", "rm -rf /", false),
            ("rm -rf /", "rm -rf /", false),
            ("cat .env", "cat .env", false),
            ("sudo", "sudo ls", false),
            ("sudo ls", "sudo ls", true),
            ("env", "env node x", false),
            ("bash", "bash x.sh", false),
            ("bash x.sh", "bash x.sh", true),
            ("python -c", "python -c x", false),
            ("python -c x", "python -c x", true),
            ("make", "make test", true),
            ("make", "make SHELL=x", false),
            ("cp", "cp a b", true),
            ("cp", "cp a .git/x", false),
            ("cp", "cp a ../b", false),
        ] {
            let rules = Rules(vec![rule(prefix, &[], &[])]);
            assert_eq!(lifted(&rules, text, "w", "2026-11-22T00:00Z", 0).is_some(), lifts, "{prefix:?} on {text:?}");
        }
    }

    #[test]
    fn a_rule_ends_and_holds_in_one_workspace_so_often() {
        let mut rules = Rules::load(vec![rule("npm ci", &["npm ci"], &["npm i"])]).unwrap();
        assert_eq!(lifted(&rules, "npm ci; npm ci; ls", "w", "2026-11-22T00:00Z", 0), Some(2));
        assert_eq!(lifted(&rules, "npm ci", "v", "2026-11-22T00:00Z", 0), None);
        assert_eq!(lifted(&rules, "npm ci", "w", "2026-12-01T00:00Z", 0), None);
        rules.0[0].cap = Some(3);
        assert_eq!(lifted(&rules, "npm ci", "w", "2026-11-22T00:00Z", 2), Some(1));
        assert_eq!(lifted(&rules, "npm ci", "w", "2026-11-22T00:00Z", 3), None);
        assert_eq!(lifted(&rules, "npm ci; npm ci", "w", "2026-11-22T00:00Z", 2), None);
    }

    #[test]
    fn a_rule_that_its_examples_contradict_is_not_loaded() {
        let load = |rule: Rule| Rules::load(vec![rule]).map(|_| ());
        assert_eq!(load(rule("npm ci", &["npm ci"], &["npm ci && rm x", "npm i"])), Ok(()));
        assert_eq!(
            load(rule("npm ci", &["npm ci", "npm i"], &["npm"])),
            Err(RuleError::Example { rule: "run npm ci".into(), example: "npm i".into(), matches: false })
        );
        assert_eq!(
            load(rule("npm ci", &["npm ci"], &["npm ci"])).unwrap_err().to_string(),
            "rule \"run npm ci\" matches \"npm ci\", and says the opposite"
        );
        assert!(matches!(load(rule("npm ci", &["npm ci"], &[])), Err(RuleError::NoExample { .. })));
        assert!(matches!(load(rule("rm -rf /", &["rm -rf /"], &["ls"])), Err(RuleError::Example { .. })));
        let mut empty = rule("x", &["x"], &["y"]);
        empty.prefix.clear();
        assert!(matches!(load(empty), Err(RuleError::EmptyPrefix { .. })));
    }

    #[test]
    fn a_rule_is_stored_as_it_is_and_an_unknown_field_is_refused() {
        let rule = rule("npm ci", &["npm ci"], &["npm i"]);
        let mut stored = serde_json::to_value(&rule).unwrap();
        assert_eq!(serde_json::from_value::<Rule>(stored.clone()).unwrap(), rule);
        stored["forever"] = true.into();
        assert!(serde_json::from_value::<Rule>(stored).is_err());
    }
}
