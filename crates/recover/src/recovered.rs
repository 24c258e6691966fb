//! The way from a text to what is safe in it: find, choose, coerce, check, gate.

use crate::choose::{Chosen, choose};
use crate::find::{self, Found, Said, Spelling};
use crate::gate::{Dropped, Gate, Reason};
use crate::json::{Json, serialize_digits};
use crate::mend::{mend, settle};
use crate::node::{Data, Marks, Node, View, last_of_each_key};
use crate::repair::{Repair, Repairs};
use crate::schema::{Schema, Violation};
use serde::de::DeserializeOwned;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

/// Why a runtime stopped, as far as that matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// It says that the text is whole. Runtimes say so of cut texts too, so it decides nothing.
    Stop,
    /// The cap on tokens was reached.
    Length,
    /// The call was ended from outside.
    Aborted,
}

impl Finish {
    /// Reads the word of any runtime; a word that is not known decides nothing.
    #[must_use]
    pub fn read(word: &str) -> Self {
        match word.to_ascii_lowercase().as_str() {
            "length" | "max_tokens" | "max_output_tokens" | "model_length" | "model_context_window_exceeded" => {
                Self::Length
            }
            "abort" | "aborted" | "cancel" | "cancelled" | "canceled" | "error" | "timeout" | "interrupted" => {
                Self::Aborted
            }
            _ => Self::Stop,
        }
    }
}

/// How many answers are told that cannot be used beside the chosen one.
const MOST_UNREAD: usize = 16;

/// What to recover.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// What the model said.
    pub input: &'a str,
    /// What is wanted; None is any JSON value, with nothing coerced.
    pub schema: Option<&'a Schema>,
    /// Why the runtime stopped, if it said so.
    pub finish: Option<Finish>,
}

/// Why there is no value at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Nothing in the text is JSON in any reading.
    #[error("the text holds no JSON value")]
    NoJson,
    /// The text ended before the reasoning did.
    #[error("the text ended inside the model's reasoning")]
    OnlyReasoning,
    /// Deeper than 256 levels; what was closed before that is kept.
    #[error("the value is nested deeper than 256 levels")]
    TooDeep,
}

impl Failure {
    /// The code in reports.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::NoJson => "no_json",
            Self::OnlyReasoning => "only_reasoning",
            Self::TooDeep => "too_deep",
        }
    }
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("code", self.code())?;
        map.serialize_entry("message", &self.to_string())?;
        map.end()
    }
}

/// A value that the text closed and the gate let through. Only this crate makes one.
#[derive(Debug, Clone, PartialEq)]
pub struct Closed<T>(T);

impl<T> Closed<T> {
    /// The value.
    pub fn get(&self) -> &T {
        &self.0
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl Closed<Json> {
    /// The value in a type of the caller's; still closed.
    ///
    /// # Errors
    /// When it is no `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<Closed<T>, serde_json::Error> {
        serde_json::from_value(self.0.to_serde()).map(Closed)
    }
}

/// What was counted and not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Untold {
    /// Parts that were left out.
    pub dropped: usize,
    /// Places that do not satisfy the schema.
    pub violations: usize,
}

/// What was recovered. Serialises as the command prints it.
#[derive(Debug)]
pub struct Recovered {
    root: Option<Node>,
    /// Whether the text closed everything that it opened.
    pub complete: bool,
    /// What is in `best_effort` and not in `value`: the first few thousand.
    pub dropped: Vec<Dropped>,
    /// Where the value does not satisfy the schema: the first few thousand.
    pub violations: Vec<Violation>,
    /// How many more there are of both.
    pub untold: Untold,
    /// What was done to the text, by kind, each once.
    pub repairs: Vec<Repair>,
    /// Why there is nothing, or not all.
    pub error: Option<Failure>,
    /// Other documents before the one that was taken, the last of them first: to know that they are there. Nothing
    /// of them is safe to use. Not printed.
    pub before: Vec<Json>,
}

impl Recovered {
    /// Whether anything is safe to use.
    #[must_use]
    pub fn has_value(&self) -> bool {
        self.safe_root().is_some()
    }

    /// What is safe to use. None if nothing is.
    #[must_use]
    pub fn value(&self) -> Option<Closed<Json>> {
        self.safe_root().map(|n| Closed(n.to_json(View::Safe)))
    }

    /// Whether the text gives this as its answer, rather than as an example or what somebody else says, and takes
    /// nothing of it back. With a schema what is not meant is no value; without one an example is safe to read, and not
    /// to be acted on. Whoever does something with a value asks this first, or takes [`Self::answer`].
    #[must_use]
    pub fn is_meant(&self) -> bool {
        let named = self.repairs.iter().any(|r| matches!(r, Repair::Example | Repair::Quoted));
        !named && !self.dropped.iter().any(|d| d.reason == Reason::Denied)
    }

    /// What is safe to act on: the value, if the text gives it as its answer.
    #[must_use]
    pub fn answer(&self) -> Option<Closed<Json>> {
        self.value().filter(|_| self.is_meant())
    }

    /// All that was read, what was left open closed by us. For display only.
    #[must_use]
    pub fn best_effort(&self) -> Option<Json> {
        self.root.as_ref().map(|n| n.to_json(View::All))
    }

    /// The element or member at a JSON pointer into the value as it was read, if it is safe.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<Closed<Json>> {
        self.node(pointer).map(|node| Closed(node.to_json(View::Safe)))
    }

    fn node(&self, pointer: &str) -> Option<&Node> {
        let mut node = self.safe_root()?;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            node = match &node.data {
                Data::Array(items) => items.get(token.parse::<usize>().ok()?)?,
                Data::Object(members) => &members.iter().rev().find(|(k, _)| *k == token)?.1,
                _ => return None,
            };
            if node.marks.has(Marks::OUT) {
                return None;
            }
        }
        Some(node)
    }

    /// Whether all of what stands at a JSON pointer is safe.
    #[must_use]
    pub fn is_safe(&self, pointer: &str) -> bool {
        self.node(pointer).is_some_and(|node| !node.any(Marks::OUT.with(Marks::ELIDED)))
    }

    /// Why what stands at a JSON pointer is not in the value, if it is not.
    #[must_use]
    pub fn reason(&self, pointer: &str) -> Option<Reason> {
        self.dropped
            .iter()
            // What has no path beside a value is another answer.
            .filter(|d| !(d.path.is_empty() && self.has_value()))
            .find(|d| d.path == pointer || pointer.strip_prefix(&d.path).is_some_and(|rest| rest.starts_with('/')))
            .map(|d| d.reason)
    }

    fn safe_root(&self) -> Option<&Node> {
        self.root.as_ref().filter(|n| !n.marks.has(Marks::OUT))
    }

    fn nothing(error: Failure, repairs: Repairs, complete: bool) -> Self {
        let repairs = repairs.list();
        let (dropped, violations, untold) = (Vec::new(), Vec::new(), Untold::default());
        let before = Vec::new();
        Self { root: None, complete, dropped, violations, untold, repairs, error: Some(error), before }
    }
}

/// Recovers what a model said. Linear in the input; never panics.
#[must_use]
pub fn recover(request: &Request<'_>) -> Recovered {
    if let Some(input) = request.input.strip_prefix('\u{feff}') {
        let mut found = recover(&Request { input: input.trim_start_matches('\u{feff}'), ..*request });
        found.repairs.insert(0, Repair::Bom);
        return found;
    }
    let found = recover_as_it_stands(request);
    // A whole message of a runtime that the schema knows nothing of: what the model said is inside.
    if request.schema.is_some()
        && !found.has_value()
        && !found.violations.is_empty()
        && let Some((said, finish)) = find::opened(request.input)
    {
        let mut inner = recover_as_it_stands(&Request { input: &said, finish: request.finish.or(finish), ..*request });
        if inner.root.is_some() {
            inner.repairs.push(Repair::Unwrapped);
            inner.repairs.sort_unstable();
            inner.repairs.dedup();
            return inner;
        }
    }
    found
}

fn recover_as_it_stands(request: &Request<'_>) -> Recovered {
    match find::before_an_open_call(request.input) {
        Some(looked_at) => Recovered { complete: false, ..recover_closed(&Request { input: &looked_at, ..*request }) },
        None => recover_closed(request),
    }
}

/// Recovers a text that ends outside of calls whose arguments stand without JSON around them.
fn recover_closed(request: &Request<'_>) -> Recovered {
    let stopped_short = matches!(request.finish, Some(Finish::Length | Finish::Aborted));
    let without_kept = find::without_kept_texts(request.input);
    let (mut found, mut chosen) = read(without_kept.as_deref().unwrap_or(request.input), request.schema, stopped_short);
    for spelling in find::SPELLINGS {
        if !spelling.around && chosen.as_ref().is_some_and(|chosen| !chosen.is_doubtful() && !chosen.held) {
            continue;
        }
        if spelling.asked && request.schema.is_none_or(|schema| !schema.declares()) {
            continue;
        }
        let Some(text) = (spelling.respell)(request.input) else { continue };
        let (other, reading) = read(&text, request.schema, stopped_short);
        if let Some(reading) = reading.filter(|reading| is_rather_meant(reading, chosen.as_ref(), &spelling)) {
            (found, chosen) = (other, Some(reading));
            found.repairs.add(spelling.repair);
            break;
        }
    }
    if request.schema.is_some_and(Schema::wants_a_call)
        && chosen.as_ref().is_none_or(|chosen| !chosen.violations.is_empty())
        && let Some(text) = find::with_names(request.input)
        && let (other, Some(reading)) = read(&text, request.schema, stopped_short)
        && reading.is_certain()
    {
        (found, chosen) = (other, Some(reading));
        found.repairs.add(Repair::Wrapper);
    }
    // Of a text that was stopped the words may be a beginning.
    if !stopped_short
        && let Some(schema) = request.schema.filter(|schema| schema.declares())
        && chosen.as_ref().is_none_or(Chosen::has_doubts)
        && let Some(mut other) = find::behind_words(request.input, |words| schema.names(words))
        && let Some(reading) = choose(&mut other, Some(schema)).filter(|reading| {
            reading.is_certain() && reading.closed && !reading.is_coerced() && schema.touches(&reading.node)
        })
    {
        (found, chosen) = (other, Some(reading));
    }
    let Some(mut chosen) = chosen else {
        let error = if found.in_reasoning { Failure::OnlyReasoning } else { Failure::NoJson };
        let cut = found.in_fence || find::ends_in_a_call(request.input);
        let complete = error == Failure::NoJson && !stopped_short && !cut;
        return Recovered::nothing(error, found.repairs, complete);
    };
    let mut repairs = found.repairs;
    repairs.join(chosen.repairs);
    let root = &mut chosen.node;
    let mut complete = chosen.closed && !found.in_reasoning && !found.too_deep;
    if stopped_short {
        if root.marks.has(Marks::AT_END) {
            root.marks.add(Marks::UNCLOSED);
            complete = false;
        } else if complete {
            let length = request.finish == Some(Finish::Length);
            repairs.add(if length { Repair::FinishLength } else { Repair::FinishAborted });
        }
    }
    if !complete && let Some(open) = root.open_text() {
        root.doubt_elements_after(open);
    }
    if request.schema.is_some_and(Schema::declares) {
        root.doubt_behind_words();
    }
    let last_key_wins = request.schema.is_none_or(Schema::is_trivial) && chosen.repairs_of_text_only;
    let (mut dropped, out) = Gate::new(last_key_wins, chosen.repairs.has_torn()).run(root, request.schema);
    let wrong = chosen.violations;
    let untold = out - dropped.len();
    let other = |reason| Dropped { path: String::new(), reason };
    match chosen.said {
        Said::Example => repairs.add(Repair::Example),
        Said::Quoted => repairs.add(Repair::Quoted),
        Said::Plain | Said::Denied => {}
    }
    // Where any JSON is wanted an example is one.
    let unmeant = chosen.said != Said::Plain && request.schema.is_some_and(|schema| !schema.is_trivial());
    if unmeant || chosen.said == Said::Denied {
        root.marks.add(Marks::OUT);
        dropped = vec![other(Reason::Denied)];
    }
    dropped.extend(found.unread.iter().take(MOST_UNREAD).map(|reason| other(*reason)));
    dropped.extend(std::iter::repeat_n(other(Reason::Superseded), found.superseded));
    let untold = Untold { dropped: untold, violations: wrong.len() - wrong.told.len() };
    Recovered {
        root: Some(chosen.node),
        complete,
        dropped,
        violations: wrong.told,
        untold,
        repairs: repairs.list(),
        error: found.too_deep.then_some(Failure::TooDeep),
        before: found.before,
    }
}

/// What a text holds, and which of it is the answer.
fn read(text: &str, schema: Option<&Schema>, stopped_short: bool) -> (Found, Option<Chosen>) {
    let mut found = find::find(text);
    if let Some(schema) = schema.filter(|schema| schema.declares()) {
        find::members::judge(text, &mut found.candidates, &|name| schema.named(name));
    }
    let Some(mut chosen) = choose(&mut found, schema) else { return (found, None) };
    if !found.repairs.has(Repair::DoubleEncoded) && find::is_in_open_brackets(text, chosen.span.0, chosen.span.1) {
        chosen.closed = false;
    }
    if chosen.repairs.has(Repair::Comment) && !found.repairs.has(Repair::DoubleEncoded) {
        leave_out_commented(&mut chosen.node, text);
    }
    if !stopped_short && let Some(schema) = schema {
        settle(&mut chosen, text, schema);
    }
    // Of a text that was stopped nobody knows what was still to come.
    if !stopped_short
        && !found.repairs.has(Repair::DoubleEncoded)
        && !chosen.node.any(Marks::UNMEANT)
        && let Some(mended) = mend(text, &chosen, schema)
    {
        chosen = Chosen { said: chosen.said, held: chosen.held, ..mended };
    }
    (found, Some(chosen))
}

/// Marks the lists that hold nothing but words in a comment: whoever reads them is to fill them in.
fn leave_out_commented(node: &mut Node, text: &str) {
    let (start, end) = (node.start as usize, node.end as usize);
    match &mut node.data {
        Data::Array(items) if items.is_empty() => {
            let said = text.get(start..end).and_then(|list| list.strip_prefix('['));
            if said.is_some_and(|said| said.contains(char::is_alphabetic)) {
                node.marks.add(Marks::ELIDED);
            }
        }
        Data::Array(items) => items.iter_mut().for_each(|item| leave_out_commented(item, text)),
        Data::Object(members) => members.iter_mut().for_each(|(_, value)| leave_out_commented(value, text)),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
    }
}

/// Whether a text in another spelling is JSON without any doubt, and what it is as it stands is not, or may be a
/// part of it alone (`around`), or is the same in doubt (`settles`).
fn is_rather_meant(respelled: &Chosen, as_it_stands: Option<&Chosen>, spelling: &Spelling) -> bool {
    let Spelling { around, settles, .. } = *spelling;
    let Some(first) = as_it_stands else { return respelled.is_certain() };
    let length = |chosen: &Chosen| chosen.span.1 - chosen.span.0;
    let better = first.is_doubtful() || first.held || (around && respelled.closed && length(respelled) > length(first));
    let news = !respelled.node.same_value(&first.node)
        || respelled.said < first.said
        || (first.closed && !respelled.closed)
        || (settles && first.has_doubts() && !respelled.has_doubts());
    better && respelled.is_certain() && news
}

/// A node as it is seen.
struct Shown<'a>(&'a Node, View);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(node, view) = *self;
        match &node.data {
            Data::Null => serializer.serialize_unit(),
            Data::Bool(value) => serializer.serialize_bool(*value),
            Data::Number(digits) => serialize_digits(digits, serializer),
            Data::Text(text) => serializer.serialize_str(text),
            Data::Array(items) => {
                let mut list = serializer.serialize_seq(None)?;
                for item in items.iter().filter(|n| view.shows(n)) {
                    list.serialize_element(&Shown(item, view))?;
                }
                list.end()
            }
            Data::Object(members) => {
                let shown: Vec<_> = members.iter().filter(|(_, n)| view.shows(n)).collect();
                let mut map = serializer.serialize_map(None)?;
                for (key, value) in last_of_each_key(&shown) {
                    map.serialize_entry(key, &Shown(value, view))?;
                }
                map.end()
            }
        }
    }
}

impl Serialize for Recovered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(node) = self.safe_root() {
            map.serialize_entry("value", &Shown(node, View::Safe))?;
        }
        if let Some(node) = &self.root {
            map.serialize_entry("best_effort", &Shown(node, View::All))?;
        }
        map.serialize_entry("complete", &self.complete)?;
        map.serialize_entry("dropped", &self.dropped)?;
        map.serialize_entry("violations", &self.violations)?;
        if self.untold != Untold::default() {
            map.serialize_entry("untold", &self.untold)?;
        }
        map.serialize_entry("repairs", &self.repairs)?;
        map.serialize_entry("error", &self.error)?;
        map.end()
    }
}
