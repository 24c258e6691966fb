//! What the terminal says, from the Fluent catalogues: one for each language, English where nobody
//! asked for another. What the server words itself (labels, replies, errors) it says in the same
//! language, unless a program reads the answer.

use countersign_speech::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use std::sync::OnceLock;
use unic_langid::{LanguageIdentifier, langid};

pub(crate) type Bundle = FluentBundle<FluentResource>;

/// A language's tag, for its plural rules, and its catalogue.
static CATALOGUES: [(LanguageIdentifier, &str); 5] = [
    (langid!("en"), include_str!("../locales/en.ftl")),
    (langid!("de"), include_str!("../locales/de.ftl")),
    (langid!("es"), include_str!("../locales/es.ftl")),
    (langid!("fr"), include_str!("../locales/fr.ftl")),
    (langid!("ro"), include_str!("../locales/ro.ftl")),
];

/// Set once, before anything is said.
static BUNDLE: OnceLock<Bundle> = OnceLock::new();

/// Texts are in this language if there is a catalogue for it, unless one was chosen before or a text
/// was said already: then that stands. Tags are as in BCP 47 or in the environment: `de`, `de-CH`,
/// `de_AT.UTF-8`, `es:en`.
pub(crate) fn speak(tag: &str) {
    let _ = BUNDLE.set(bundle(catalogue(tag)));
}

/// Set once, when the person's settings are known.
static ASKED: OnceLock<&'static str> = OnceLock::new();

/// From here on the server is asked to word its answers in this language, or in the environment's.
pub(crate) fn ask_in(tag: Option<&str>) {
    match self::tag(tag) {
        "en" => {}
        tag => _ = ASKED.set(tag),
    }
}

/// The language that the server is asked for; none is English.
pub(crate) fn asked() -> Option<&'static str> {
    ASKED.get().copied()
}

/// The language of the environment: the first that says anything counts, as everywhere.
fn environment() -> String {
    let set = |name| std::env::var(name).ok().filter(|tag: &String| !tag.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).unwrap_or_default()
}

/// The language in which a person who names this one, or none, is spoken to.
pub(crate) fn tag(wanted: Option<&str>) -> &'static str {
    let (language, _) = catalogue(&wanted.map_or_else(environment, str::to_owned));
    ["de", "es", "fr", "ro"].into_iter().find(|tag| language.language.as_str() == *tag).unwrap_or("en")
}

/// Whether there are texts in a language.
pub(crate) fn spoken(tag: &str) -> bool {
    found(tag).is_some()
}

fn catalogue(wanted: &str) -> &'static (LanguageIdentifier, &'static str) {
    let [english, ..] = &CATALOGUES;
    found(wanted).unwrap_or(english)
}

fn found(wanted: &str) -> Option<&'static (LanguageIdentifier, &'static str)> {
    for tag in wanted.split(':') {
        let language = tag.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
        let found = CATALOGUES.iter().find(|(id, _)| id.language.as_str() == language);
        if found.is_some() {
            return found;
        }
        // "C" and "POSIX" ask for the untranslated texts.
        if matches!(language.as_str(), "c" | "posix") {
            return CATALOGUES.first();
        }
    }
    None
}

/// A catalogue, ready to be asked.
pub(crate) fn bundle((language, source): &(LanguageIdentifier, &'static str)) -> Bundle {
    let mut bundle = FluentBundle::new_concurrent(vec![language.clone()]);
    // The marks around each argument would be read aloud, and shown as boxes by some terminals.
    bundle.set_use_isolating(false);
    // What could be read is used even if a line is malformed; a test sees to it that none is.
    let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
}

/// The text with this id. An id that is not there is shown as itself; a test sees to it that all are.
pub(crate) fn text(id: &str, args: Option<&FluentArgs<'_>>) -> String {
    let bundle = BUNDLE.get_or_init(|| bundle(catalogue(&environment())));
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        return id.to_owned();
    };
    let mut errors = Vec::new();
    bundle.format_pattern(pattern, args, &mut errors).into_owned()
}

/// What the product worded in English, in the language of the terminal.
pub(crate) fn again(text: &str) -> String {
    let spoken = BUNDLE.get_or_init(|| bundle(catalogue(&environment())));
    let language = spoken.locales.first().and_then(|id| Language::wanted(id.language.as_str()));
    language.and_then(|language| countersign_speech::say(text, language)).unwrap_or_else(|| text.to_owned())
}

/// A value in a text: numbers stay numbers, for plurals; all else is words.
pub(crate) trait Value<'a> {
    /// As Fluent takes it.
    fn value(self) -> fluent_bundle::FluentValue<'a>;
}
macro_rules! numbers {
    ($($ty:ty),*) => { $(impl<'a> Value<'a> for $ty {
        fn value(self) -> fluent_bundle::FluentValue<'a> { self.into() }
    })* };
}
numbers!(u16, u32, u64, usize, i64);
impl<'a> Value<'a> for &'a str {
    fn value(self) -> fluent_bundle::FluentValue<'a> {
        self.into()
    }
}
impl<'a> Value<'a> for String {
    fn value(self) -> fluent_bundle::FluentValue<'a> {
        self.into()
    }
}
impl<'a> Value<'a> for jiff::civil::Date {
    fn value(self) -> fluent_bundle::FluentValue<'a> {
        self.to_string().into()
    }
}

/// `say!("cli-id")`, `say!("cli-id", name = value)`: a text of the catalogue.
macro_rules! say {
    ($id:literal) => { $crate::texts::text($id, None) };
    ($id:literal, $($name:ident = $value:expr),+ $(,)?) => {{
        let mut args = fluent_bundle::FluentArgs::new();
        $(args.set(stringify!($name), $crate::texts::Value::value($value));)+
        $crate::texts::text($id, Some(&args))
    }};
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::{CATALOGUES, bundle, catalogue};
    use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    fn sources(dir: &Path, into: &mut String) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => sources(&path, into),
                false => into.push_str(&std::fs::read_to_string(path).unwrap()),
            }
        }
    }

    /// The messages of a catalogue with the variables each uses.
    fn messages(source: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut id = String::new();
        for line in source.lines() {
            if let Some((name, _)) = line.split_once(" =").filter(|_| line.starts_with("cli-")) {
                id = name.to_owned();
                assert!(all.insert(id.clone(), BTreeSet::new()).is_none(), "{id} is there twice");
            }
            let name = |rest: &str| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap().to_owned();
            if let Some(variables) = all.get_mut(&id) {
                variables.extend(line.split('$').skip(1).map(name));
            }
        }
        all
    }

    #[test]
    fn the_catalogue_is_well_formed_and_holds_what_is_used_and_no_more() {
        let [(_, english), ..] = &CATALOGUES;
        let mut code = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        let ids = code.split("\"cli-").skip(1).filter_map(|rest| rest.split('"').next());
        // What this file itself splits at is no id, nor is its example.
        let used: BTreeSet<String> = ids
            .filter(|id| id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') && !matches!(*id, "" | "id"))
            .map(|id| format!("cli-{id}"))
            .collect();
        assert_eq!(used, messages(english).into_keys().collect());
    }

    #[test]
    fn every_language_says_everything_with_the_same_variables() {
        let [(_, english), ..] = &CATALOGUES;
        let expected = messages(english);
        assert!(expected.len() > 200, "{}", expected.len());
        for entry in &CATALOGUES {
            let (language, source) = entry;
            FluentResource::try_new((*source).to_owned()).map_err(|(_, errors)| errors).unwrap();
            let found = messages(source);
            for (id, variables) in &expected {
                assert_eq!(found.get(id), Some(variables), "{language}: {id}");
            }
            assert_eq!(found.len(), expected.len(), "{language} says more");
            // Each is formatted without an error for numbers of every plural.
            let bundle = bundle(entry);
            for (id, variables) in &expected {
                for n in [0, 1, 2, 5, 20, 21, 100, 1_000_000] {
                    let mut args = FluentArgs::new();
                    for variable in variables {
                        args.set(variable.clone(), FluentValue::from(n));
                    }
                    let mut errors = Vec::new();
                    let pattern = bundle.get_message(id).and_then(|m| m.value()).unwrap();
                    let text = bundle.format_pattern(pattern, Some(&args), &mut errors);
                    assert!(errors.is_empty() && !text.trim().is_empty(), "{language}: {id}: {errors:?}");
                }
            }
        }
    }

    /// What is no count of things, or one that is never one: paths, names, keys; bytes, tokens, limits.
    const NEVER_ONE: [&str; 14] = [
        "cli-add-unread",
        "cli-acp-unsaved",
        "cli-meter-context",
        "cli-model-chosen",
        "cli-exported",
        "cli-token-short",
        "cli-model-score",
        "cli-eval-cost",
        "cli-eval-against",
        "cli-too-few-files",
        "cli-output-dropped",
        "cli-run-not-shown",
        "cli-outputs-dropped",
        "cli-subtasks-found",
    ];
    /// Words behind a number that are no plural: what something with that name or number does, units.
    const NO_PLURAL: [&str; 22] = [
        "answers", "as", "brings", "builds", "has", "is", "its", "lets", "needs", "repeats", "s", "says", "stands",
        "stays", "takes", "this", "updates", "wants", "was", "waits", "does", "names",
    ];

    #[test]
    fn what_is_counted_has_a_form_for_one() {
        let [entry, ..] = &CATALOGUES;
        let bundle = bundle(entry);
        let mut lacking = Vec::new();
        for (id, variables) in messages(entry.1) {
            let mut args = FluentArgs::new();
            variables.iter().for_each(|variable| args.set(variable.clone(), FluentValue::from(1)));
            let pattern = bundle.get_message(&id).and_then(|m| m.value()).unwrap();
            let text = bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
            let words: Vec<&str> = text.split([' ', '\n']).collect();
            let plural = |word: &&&str| {
                let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
                word.ends_with('s') && !NO_PLURAL.contains(&word) && word.chars().all(|c| c.is_lowercase() || c == '-')
            };
            let counted = words.windows(3).any(|w| {
                let ended = w[1].ends_with(|c: char| !c.is_alphanumeric());
                w[0] == "1" && w[1] != "of" && w[1..if ended { 2 } else { 3 }].iter().any(|word| plural(&word))
            });
            if counted && !NEVER_ONE.contains(&id.as_str()) {
                lacking.push(format!("{id}: {text}"));
            }
        }
        assert!(lacking.is_empty(), "no form for one:\n{}", lacking.join("\n"));
    }

    #[test]
    fn what_a_set_holds_is_counted_in_the_words_of_the_page() {
        let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/ui/locales");
        // A message from its first line to where the next begins.
        let said = |source: &str, id: &str| -> String {
            let mut lines = source.lines().skip_while(|line| !line.starts_with(&format!("{id} =")));
            let first = lines.next().and_then(|line| line.split_once(" =")).unwrap().1.to_owned();
            let rest = lines.take_while(|line| line.starts_with([' ', '}'])).map(str::to_owned);
            std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n").replace("$count", "$n")
        };
        for (language, source) in &CATALOGUES {
            let page = std::fs::read_to_string(locales.join(format!("{language}.ftl"))).unwrap();
            for kind in ["add", "change", "delete", "run"] {
                let [here, there] =
                    [said(source, &format!("cli-to-{kind}")), said(&page, &format!("page-count-{kind}"))];
                assert_eq!(here, there, "{language}");
            }
        }
    }

    /// What a part of a sentence was read as, in words here and on the page.
    #[test]
    fn what_was_read_has_a_name_in_every_language() {
        let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/ui/locales");
        for catalogue in &CATALOGUES {
            let bundle = bundle(catalogue);
            let page = std::fs::read_to_string(locales.join(format!("{}.ftl", catalogue.0))).unwrap();
            for meaning in countersign_planner::interpret::MEANINGS {
                let mut args = fluent_bundle::FluentArgs::new();
                args.set("meaning", meaning);
                let pattern = bundle.get_message("cli-meaning").unwrap().value().unwrap();
                let said = bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
                let own = catalogue.1.contains(&format!("    [{meaning}] "));
                assert!(own && !said.is_empty(), "{}: {meaning}", catalogue.0);
                assert!(page.contains(&format!("\nui-field-{meaning} = ")), "the page, {}: {meaning}", catalogue.0);
            }
        }
    }

    #[test]
    fn commands_and_their_flags_are_the_same_in_every_language() {
        let commands = |text: &str| {
            let mut all: Vec<String> = Vec::new();
            for (at, _) in text.match_indices("countersign ") {
                let word = text[at..].split(' ').nth(1).unwrap_or_default();
                all.push(word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '-').to_owned());
            }
            all.extend(
                text.split_whitespace()
                    .filter(|w| w.starts_with("--"))
                    .map(|w| w.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).to_owned()),
            );
            all.sort();
            all
        };
        let of = |source: &str| -> BTreeMap<String, Vec<String>> {
            let mut all: BTreeMap<String, String> = BTreeMap::new();
            let mut id = String::new();
            for line in source.lines().filter(|line| !line.starts_with('#')) {
                let line = match line.split_once(" = ").filter(|_| line.starts_with("cli-")) {
                    Some((name, rest)) => {
                        id = name.to_owned();
                        rest
                    }
                    None => line,
                };
                all.entry(id.clone()).or_default().push_str(&format!("{line}\n"));
            }
            // Two plurals may have become three.
            let once = |mut list: Vec<String>| {
                list.dedup();
                list
            };
            all.into_iter().map(|(id, text)| (id, once(commands(&text)))).collect()
        };
        let [(_, english), others @ ..] = &CATALOGUES;
        let expected = of(english);
        for (language, source) in others {
            assert_eq!(of(source), expected, "{language}");
        }
    }

    #[test]
    fn a_language_is_found_by_any_way_of_writing_it() {
        for (wanted, expected) in [
            ("de", "de"),
            ("de-CH", "de"),
            ("de_AT.UTF-8", "de"),
            ("FR", "fr"),
            ("ro_RO.UTF-8@euro", "ro"),
            ("pt:es:en", "es"),
            ("C.UTF-8", "en"),
            ("POSIX:de", "en"),
            (":de", "de"),
            ("tlh", "en"),
            ("dex", "en"),
            ("", "en"),
        ] {
            assert_eq!(catalogue(wanted).0.language.as_str(), expected, "{wanted:?}");
        }
    }
}
