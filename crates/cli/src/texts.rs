//! What the terminal says, from the Fluent catalogue.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use std::sync::LazyLock;
use unic_langid::langid;

const ENGLISH: &str = include_str!("../locales/en.ftl");

static BUNDLE: LazyLock<FluentBundle<FluentResource>> = LazyLock::new(|| {
    let mut bundle = FluentBundle::new_concurrent(vec![langid!("en")]);
    // The marks around each argument would be read aloud, and shown as boxes by some terminals.
    bundle.set_use_isolating(false);
    // What could be read is used even if a line is malformed; a test sees to it that none is.
    let resource = FluentResource::try_new(ENGLISH.to_owned()).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
});

/// The text with this id. An id that is not there is shown as itself; a test sees to it that all are.
pub(crate) fn text(id: &str, args: Option<&FluentArgs<'_>>) -> String {
    let Some(pattern) = BUNDLE.get_message(id).and_then(|message| message.value()) else {
        return id.to_owned();
    };
    let mut errors = Vec::new();
    BUNDLE.format_pattern(pattern, args, &mut errors).into_owned()
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
    use super::ENGLISH;
    use fluent_bundle::FluentResource;
    use std::collections::BTreeSet;
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

    #[test]
    fn the_catalogue_is_well_formed_and_holds_what_is_used_and_no_more() {
        FluentResource::try_new(ENGLISH.to_owned()).map_err(|(_, errors)| errors).unwrap();
        let mut code = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        let ids = code.split("\"cli-").skip(1).filter_map(|rest| rest.split('"').next());
        // What this file itself splits at is no id, nor is its example.
        let used: BTreeSet<&str> = ids
            .filter(|id| id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') && !matches!(*id, "" | "id"))
            .collect();
        let there: BTreeSet<&str> =
            ENGLISH.lines().filter_map(|line| line.strip_prefix("cli-")?.split(" =").next()).collect();
        assert_eq!(used, there);
    }
}
