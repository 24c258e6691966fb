//! The catalogues of what clap says.

use crate::texts::{self, Bundle};
use fluent_bundle::FluentArgs;
use unic_langid::{LanguageIdentifier, langid};

/// A language's tag, and what it says.
pub(super) static CATALOGUES: [(LanguageIdentifier, &str); 5] = [
    (langid!("en"), include_str!("../../locales/help/en.ftl")),
    (langid!("de"), include_str!("../../locales/help/de.ftl")),
    (langid!("es"), include_str!("../../locales/help/es.ftl")),
    (langid!("fr"), include_str!("../../locales/help/fr.ftl")),
    (langid!("ro"), include_str!("../../locales/help/ro.ftl")),
];

/// One language's texts.
pub(crate) struct Words(Bundle);

impl Words {
    /// The language named, or the environment's; English if there are no texts in it.
    pub(crate) fn of(wanted: Option<&str>) -> Self {
        let [english, ..] = &CATALOGUES;
        let tag = texts::tag(wanted);
        Self(texts::bundle(CATALOGUES.iter().find(|(id, _)| id.language.as_str() == tag).unwrap_or(english)))
    }

    /// A text that is there in every language.
    pub(super) fn say(&self, id: &str) -> String {
        self.tell(id, &[])
    }

    /// As [`Words::say`], with words in its gaps.
    pub(super) fn tell(&self, id: &str, gaps: &[(&'static str, &str)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in gaps {
            args.set(*name, *value);
        }
        self.find(id, &args).unwrap_or_else(|| id.to_owned())
    }

    /// The text of the first of these that is there; as it is declared if none is.
    pub(super) fn first(&self, ids: &[String], declared: &str) -> String {
        let args = FluentArgs::new();
        ids.iter().find_map(|id| self.find(id, &args)).unwrap_or_else(|| declared.to_owned())
    }

    /// How something is written: clap's two names for what can stand there are said as ours. An argument can
    /// have the second name too, so it counts only where there are `verbs`.
    pub(super) fn usage(&self, usage: &str, verbs: bool) -> String {
        let usage = usage.replace("[OPTIONS]", &format!("[{}]", self.say("help-usage-options")));
        if !verbs {
            return usage;
        }
        let verb = self.say("help-usage-verb");
        usage.replace("[COMMAND]", &format!("[{verb}]")).replace("<COMMAND>", &format!("<{verb}>"))
    }

    fn find(&self, id: &str, args: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.0.get_message(id)?.value()?;
        Some(self.0.format_pattern(pattern, Some(args), &mut Vec::new()).into_owned())
    }
}
