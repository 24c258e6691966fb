//! Following a path over a document: every value it selects, in the order of RFC 9535.

mod asked;

use crate::filter::Expr;
use crate::node::{Member, Node, Step, Type};
use crate::path::{Path, Segment, Selector};
use countersign_core::problem::Problem;
use regex::Regex;
use std::collections::HashMap;
use std::rc::Rc;

/// A query looks at most at so many values: some paths grow without bounds, as `$..*..*..*` does.
const LOOKS: u64 = 400_000_000;
/// How often whoever asked is heard.
const OFTEN: u64 = 8_192;

/// Whether to stop, asked every few thousand values: true when time is over or nobody waits.
pub type Stop<'s> = &'s (dyn Fn() -> bool + Sync);

/// What is done with a value and its location; false = enough.
type Found<'f, 'd> = &'f mut dyn FnMut(Node<'d>, &[Step<'d>]) -> bool;

/// Hands every selected value to `found`, until it has enough.
///
/// # Errors
/// `too_much_work` when the path selects without bounds or `stop` says so.
pub(crate) fn select<'d>(
    from: Node<'d>,
    path: &Path,
    stop: Stop<'_>,
    mut found: impl FnMut(Node<'d>, &[Step<'d>]) -> bool,
) -> crate::Result<()> {
    Walk::new(from, stop).follow(from, &path.segments, &mut found).map(drop)
}

/// A walk over a document with its budget.
pub(crate) struct Walk<'d, 's> {
    root: Node<'d>,
    steps: Vec<Step<'d>>,
    looks: u64,
    heard: u64,
    stop: Stop<'s>,
    /// What filters read from the root, by the place of their query in the path.
    rooted: HashMap<usize, Rc<Vec<Node<'d>>>>,
    /// Patterns that stand in the document, for the whole text or not.
    patterns: HashMap<(bool, String), Option<Regex>>,
}

impl<'d, 's> Walk<'d, 's> {
    /// A walk whose `$` is this value.
    pub(crate) fn new(root: Node<'d>, stop: Stop<'s>) -> Self {
        let (rooted, patterns) = (HashMap::new(), HashMap::new());
        Self { root, steps: Vec::new(), looks: 0, heard: 0, stop, rooted, patterns }
    }

    /// Counts a value that is looked at.
    pub(crate) fn look(&mut self) -> crate::Result<()> {
        self.charge(1)
    }

    /// Counts work that is worth so many looks.
    fn charge(&mut self, looks: u64) -> crate::Result<()> {
        self.looks = self.looks.saturating_add(looks);
        if self.looks - self.heard < OFTEN {
            return Ok(());
        }
        self.heard = self.looks;
        if self.looks > LOOKS || (self.stop)() { Err(too_much()) } else { Ok(()) }
    }

    /// `false` when `found` has enough.
    fn follow(&mut self, node: Node<'d>, segments: &[Segment], found: Found<'_, 'd>) -> crate::Result<bool> {
        self.look()?;
        let Some((segment, rest)) = segments.split_first() else { return Ok(found(node, &self.steps)) };
        self.segment(node, segment, rest, found)
    }

    fn segment(
        &mut self,
        node: Node<'d>,
        segment: &Segment,
        rest: &[Segment],
        found: Found<'_, 'd>,
    ) -> crate::Result<bool> {
        for selector in &segment.selectors {
            let go_on = match selector {
                Selector::Name(name) => match node.named(name) {
                    Some(member) => self.into(member, rest, found)?,
                    None => true,
                },
                Selector::Wildcard => self.each(node, rest, found, |_| true)?,
                Selector::Filter(expr) => self.kept(node, expr, rest, found)?,
                Selector::Index(index) => self.indexed(node, *index, rest, found)?,
                Selector::Slice { start, end, step } => self.slice(node, (*start, *end, *step), rest, found)?,
            };
            if !go_on {
                return Ok(false);
            }
        }
        if segment.deep {
            for member in node.counted() {
                self.look()?;
                if matches!(member.node.kind(), Type::Object | Type::Array) {
                    self.steps.push(member.step());
                    let go_on = self.segment(member.node, segment, rest, found)?;
                    self.steps.pop();
                    if !go_on {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn into(&mut self, member: Member<'d>, rest: &[Segment], found: Found<'_, 'd>) -> crate::Result<bool> {
        self.steps.push(member.step());
        let go_on = self.follow(member.node, rest, found);
        self.steps.pop();
        go_on
    }

    fn each(
        &mut self,
        node: Node<'d>,
        rest: &[Segment],
        found: Found<'_, 'd>,
        mut keep: impl FnMut(&Member<'d>) -> bool,
    ) -> crate::Result<bool> {
        for member in node.counted() {
            self.look()?;
            if keep(&member) && !self.into(member, rest, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Members of which a filter holds.
    fn kept(&mut self, node: Node<'d>, expr: &Expr, rest: &[Segment], found: Found<'_, 'd>) -> crate::Result<bool> {
        for member in node.counted() {
            if self.holds(expr, member.node)? && !self.into(member, rest, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn indexed(&mut self, node: Node<'d>, index: i64, rest: &[Segment], found: Found<'_, 'd>) -> crate::Result<bool> {
        if node.kind() != Type::Array {
            return Ok(true);
        }
        let place = match usize::try_from(index) {
            Ok(place) => Some(place),
            Err(_) => node.members().count().checked_sub(usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX)),
        };
        match place.and_then(|place| node.members().nth(place)) {
            Some(member) => self.into(member, rest, found),
            None => Ok(true),
        }
    }

    /// RFC 9535 2.3.4.2.
    fn slice(
        &mut self,
        node: Node<'d>,
        (start, end, step): (Option<i64>, Option<i64>, i64),
        rest: &[Segment],
        found: Found<'_, 'd>,
    ) -> crate::Result<bool> {
        if node.kind() != Type::Array || step == 0 {
            return Ok(true);
        }
        let len = i64::try_from(node.members().count()).unwrap_or(i64::MAX);
        let placed = |i: i64| if i >= 0 { i } else { len.saturating_add(i) };
        let up = step > 0;
        let start = placed(start.unwrap_or(if up { 0 } else { len - 1 }));
        let end = end.map_or(if up { len } else { -1 }, placed);
        let (low, high) = if up {
            (start.clamp(0, len), end.clamp(0, len))
        } else {
            (end.clamp(-1, len - 1), start.clamp(-1, len - 1))
        };
        let at = |member: &Member<'_>| i64::try_from(member.index).unwrap_or(i64::MAX);
        if up {
            let inside = |member: &Member<'d>| at(member) >= low && at(member) < high && (at(member) - low) % step == 0;
            return self.each(node, rest, found, inside);
        }
        let inside = |m: &Member<'d>| at(m) > low && at(m) <= high && (high - at(m)) % step == 0;
        let chosen: Vec<Member<'d>> = node.members().filter(inside).collect();
        for member in chosen.into_iter().rev() {
            self.look()?;
            if !self.into(member, rest, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What is over.
pub(crate) fn too_much() -> Problem {
    Problem::new("too_much_work", "this takes too long; it was stopped")
        .hinting("Name what is wanted more closely: a path without .. and with fewer wildcards.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;
    use crate::node::{location, unquoted};
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use serde_json_path::JsonPath;

    /// What a path selects, each with its place as a JSON pointer.
    fn ours(document: &Document, path: &str) -> Vec<(String, Value)> {
        let mut found = Vec::new();
        select(document.root().unwrap(), &Path::parse(path).unwrap(), &|| false, |node, steps| {
            let step = |step: &Step<'_>| match step {
                Step::Index(index) => format!("/{index}"),
                Step::Name(name) => format!("/{}", unquoted(name).replace('~', "~0").replace('/', "~1")),
            };
            found.push((steps.iter().map(step).collect(), node.value()));
            true
        })
        .unwrap();
        found
    }

    fn theirs(value: &Value, path: &str) -> Vec<(String, Value)> {
        let found = JsonPath::parse(path).unwrap();
        found.query_located(value).iter().map(|n| (n.location().to_json_pointer(), n.node().clone())).collect()
    }

    const PATHS: [&str; 61] = [
        "$",
        "$.a",
        "$['a']",
        "$.a.b",
        "$.*",
        "$[*]",
        "$..a",
        "$..*",
        "$..[0]",
        "$[0]",
        "$[-1]",
        "$[-2].a",
        "$[1:3]",
        "$[::2]",
        "$[::-1]",
        "$[-2:]",
        "$[3:0:-2]",
        "$[5:1:-1]",
        "$[:-1]",
        "$['a','b']",
        "$[0,0]",
        "$['b','a',*]",
        "$..[0,1]",
        "$..['a','b']",
        "$[?@.a]",
        "$[?@.a > 1]",
        "$..[?@.a == 'x']",
        "$[?@.a == $.b]",
        "$[?@ == $[0]]",
        "$[?count(@.*) > 1]",
        "$[?length(@) == 2].a",
        "$[?match(@.a, 'x.*')]",
        "$[?@.a && !@.b]",
        "$..a..b",
        "$.a[?@ > $.b].c",
        "$[?count($..a) > 1]",
        "$[?value($..b) == 1]",
        "$.a.*[0]",
        "$[ 'a' , 0 ]",
        "$ .a [ 0 ]",
        "$[\"a\"]",
        "$['\\u0061']",
        "$['it\\'s']",
        "$['a]b']",
        "$[?@['a]b'] == ']']",
        "$[?@.a == \"$.b\"]",
        "$[?@[?@.a > 1]]",
        "$[2:1]",
        "$[?@.a || @.b && !(@.c == null)]",
        "$[?(@.a == 1 || @.b == 'x') && @.c != true]",
        "$[?search(@.a, $.b)]",
        "$[?match(@, '.*[xy]')]",
        "$[?search('xy', @.a)]",
        "$[?match(@.a, '(')]",
        "$[?length(@.a) > count(@.*)]",
        "$[?length(value(@..a)) >= 1]",
        "$[?1.0 == @.a]",
        "$[?@ != @.a]",
        "$[?@[?@.a == $.a || @ == 'x']]",
        "$..[?@..a && $..b]",
        "$[?@.a >= -1e0 && \"it's\" != @['it\\'s']]",
    ];

    fn values() -> impl proptest::strategy::Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-3_i64..5).prop_map(Value::from),
            Just(json!(1.5)),
            prop_oneof![Just("x"), Just("xy"), Just("]\"'\\ é\n")].prop_map(Value::from),
        ];
        let name = || {
            prop_oneof![Just("a"), Just("b"), Just("c"), Just("it's"), Just("a]b"), Just("é\n")].prop_map(str::to_owned)
        };
        leaf.prop_recursive(4, 40, 5, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec((name(), inner), 0..5).prop_map(|list| Value::Object(list.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Selects what serde_json_path selects, at the same places, in the same order.
        #[test]
        fn agrees_with_serde_json_path(value in values(), pretty in any::<bool>()) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
            let document = Document::new(text.unwrap());
            for path in PATHS {
                prop_assert_eq!(ours(&document, path), theirs(&value, path), "{}", path);
            }
        }
    }

    #[test]
    fn long_members_are_passed_over_by_their_noted_ends() {
        let item = |n: usize| json!({ "id": n, "text": "]}\"".repeat(30), "in": [[n], { "deep": ["y".repeat(80)] }] });
        let value = json!({ "items": (0..50).map(item).collect::<Vec<_>>(), "last": 1 });
        let document = Document::new(value.to_string());
        for path in ["$.items[49].in[1].deep[0]", "$.last", "$..deep", "$.items[?@.id >= 48].in", "$.items[-1].id"] {
            assert_eq!(ours(&document, path), theirs(&value, path), "{path}");
        }
    }

    #[test]
    fn a_place_is_told_as_a_normalized_path_that_leads_back() {
        let value = json!({ "it's": [{ "a\\b\n\u{1}": 1 }, { "é \"": 2 }] });
        let document = Document::new(value.to_string());
        let mut places = Vec::new();
        select(document.root().unwrap(), &Path::parse("$..*").unwrap(), &|| false, |node, steps| {
            places.push((location(steps), node.value()));
            true
        })
        .unwrap();
        assert_eq!(places[3].0, "$['it\\'s'][0]['a\\\\b\\n\\u0001']");
        for (place, value) in places {
            assert_eq!(ours(&document, &place).into_iter().map(|(_, v)| v).collect::<Vec<_>>(), [value], "{place}");
        }
    }

    #[test]
    fn lines_are_an_array_of_their_values() {
        let document = Document::new("{\"a\":1}\n{\"a\":2}\n[3]\n".to_owned());
        assert_eq!(ours(&document, "$[1].a"), vec![("/1/a".to_owned(), json!(2))]);
        assert_eq!(ours(&document, "$[-1][0]"), vec![("/2/0".to_owned(), json!(3))]);
        assert_eq!(ours(&document, "$[?@.a > 1]").len(), 1);
    }

    #[test]
    fn paths_that_are_not_valid_say_where() {
        for (path, code) in [
            ("a.b", "invalid_path"),
            ("$.", "invalid_path"),
            ("$[", "invalid_path"),
            ("", "invalid_path"),
            ("$[?@.a >]", "invalid_path"),
        ] {
            let problem = Path::parse(path).unwrap_err();
            assert_eq!(problem.code, code, "{path}");
            assert!(problem.message.contains("character"), "{}", problem.message);
        }
        assert_eq!(Path::filter("@.a ==").unwrap_err().code, "invalid_filter");
        assert_eq!(Path::filter("@.a], $[?@.b").unwrap_err().code, "invalid_filter");
    }

    /// Table 11 of RFC 9535, where serde_json_path says something else.
    #[test]
    fn nothing_and_other_kinds_are_compared_as_the_standard_says() {
        let document = Document::new(json!([{ "t": true, "n": 1, "s": "1", "o": {} }]).to_string());
        for (filter, holds) in [
            ("@.x <= @.y", true),
            ("@.x >= @.y", true),
            ("@.x < @.y", false),
            ("@.x == @.n", false),
            ("@.x != @.n", true),
            ("@.t >= false", false),
            ("@.t >= true", true),
            ("@.n <= @.s", false),
            ("@.o == @.o", true),
            ("@.o <= @.o", true),
            ("@.n == 1.0", true),
        ] {
            assert_eq!(ours(&document, &format!("$[?{filter}]")).len(), usize::from(holds), "{filter}");
        }
    }

    #[test]
    fn patterns_are_bounded_and_compiled_once() {
        for pattern in ["a{1000}{1000}", "(?:x{500}){500}"] {
            let problem = Path::parse(&format!("$..[?match(@.b,'{pattern}')]")).unwrap_err();
            assert_eq!((problem.code.as_ref(), problem.message.contains("too large")), ("invalid_path", true));
        }
        // One that stands in the document is bounded, too, and the same one is compiled once.
        let value = json!({ "p": "a{1000}{1000}", "q": "a.*", "of": vec!["ab"; 3_000] });
        let document = Document::new(value.to_string());
        let all = |path: &str| {
            let (mut found, path) = (0, Path::parse(path).unwrap());
            let count = |_: Node<'_>, _: &[Step<'_>]| {
                found += 1;
                true
            };
            select(document.root().unwrap(), &path, &|| false, count).map(|()| found)
        };
        assert_eq!(all("$.of[?match(@, $.q)]"), Ok(3_000));
        assert_eq!(all("$.of[?match(@, $.p)]").unwrap_err().code, "invalid_path");
    }

    #[test]
    fn nesting_is_bounded() {
        for (open, close) in [("[?@", "]"), ("[?(", ")]"), ("[?count(@", ")>0]")] {
            let nested = format!("${}@.a{}", open.repeat(60), close.repeat(60));
            let problem = Path::parse(&nested).unwrap_err();
            assert!(problem.code == "invalid_path" && problem.message.contains("nested"), "{problem:?}");
        }
        assert!(Path::parse("$[?@[?@[?(@.a && (@['[[[[[['] == '((((((((((('))]]]").is_ok());
    }

    #[test]
    fn what_grows_without_bounds_is_stopped() {
        // Each look within a filter counts: nothing but the walk works a filter out.
        let deep =
            Document::new(format!("[{}]", vec![format!("{}1{}", "[1,".repeat(12), "]".repeat(12)); 300].join(",")));
        let asked = std::sync::atomic::AtomicU64::new(0);
        let soon = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 3;
        for path in ["$[?count(@..*..*..*..*..*..*) > 1]", "$[?@..[?@..[?@..[?@..x]]]]", "$..[?@..x]..[?@..x]"] {
            let stopped = select(deep.root().unwrap(), &Path::parse(path).unwrap(), &soon, |_, _| true).unwrap_err();
            assert_eq!(stopped.code, "too_much_work", "{path}");
            asked.store(0, std::sync::atomic::Ordering::Relaxed);
        }
        let document = Document::new(format!("[{}]", vec!["[1]"; 10_000].join(",")));
        let path = Path::parse("$..*").unwrap();
        let stopped = select(document.root().unwrap(), &path, &|| true, |_, _| true).unwrap_err();
        assert_eq!(stopped.code, "too_much_work");
    }
}
