//! Following a path over a document: every value it selects, in the order of RFC 9535.

use crate::filter::{Asked, Filter};
use crate::node::{Member, Node, Step, Type};
use crate::path::{Path, Segment, Selector};
use countersign_core::problem::Problem;
use serde_json::Value;

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
    let mut walk = Walk { root: from, steps: Vec::new(), looks: 0, stop };
    walk.follow(from, &path.segments, &mut found).map(drop)
}

struct Walk<'d, 's> {
    root: Node<'d>,
    steps: Vec<Step<'d>>,
    looks: u64,
    stop: Stop<'s>,
}

impl<'d> Walk<'d, '_> {
    fn look(&mut self) -> crate::Result<()> {
        self.looks += 1;
        let over = self.looks > LOOKS || (self.looks.is_multiple_of(OFTEN) && (self.stop)());
        if over { Err(too_much()) } else { Ok(()) }
    }

    /// `false` when `found` has enough.
    fn follow(&mut self, node: Node<'d>, segments: &[Segment], found: Found<'_, 'd>) -> crate::Result<bool> {
        self.look()?;
        let Some((segment, rest)) = segments.split_first() else { return Ok(found(node, &self.steps)) };
        let mut filters = self.filters(segment)?;
        self.segment(node, segment, &mut filters, rest, found)
    }

    /// What its filters read from the root, found once.
    fn filters<'p>(&mut self, segment: &'p Segment) -> crate::Result<Vec<Asked<'p>>> {
        let filters = segment.selectors.iter().filter_map(|s| if let Selector::Filter(f) = s { Some(f) } else { None });
        filters.map(|filter| self.asked(filter)).collect()
    }

    fn asked<'p>(&mut self, filter: &'p Filter) -> crate::Result<Asked<'p>> {
        let mut roots = Vec::new();
        for segments in &filter.roots {
            let mut values = Vec::new();
            let mut walk = Walk { root: self.root, steps: Vec::new(), looks: self.looks, stop: self.stop };
            walk.follow(self.root, segments, &mut |node, _| {
                values.push(node.value());
                true
            })?;
            self.looks = walk.looks;
            roots.push(Value::Array(values));
        }
        Ok(filter.over(roots))
    }

    fn segment(
        &mut self,
        node: Node<'d>,
        segment: &Segment,
        filters: &mut [Asked<'_>],
        rest: &[Segment],
        found: Found<'_, 'd>,
    ) -> crate::Result<bool> {
        let mut next_filter = 0;
        for selector in &segment.selectors {
            let go_on = match selector {
                Selector::Name(name) => match node.named(name) {
                    Some(member) => self.into(member, rest, found)?,
                    None => true,
                },
                Selector::Wildcard => self.each(node, rest, found, |_| true)?,
                Selector::Filter(_) => match filters.get_mut(next_filter) {
                    Some(asked) => {
                        next_filter += 1;
                        self.each(node, rest, found, |member| asked.holds(&member.node))?
                    }
                    None => true,
                },
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
                    let go_on = self.segment(member.node, segment, filters, rest, found)?;
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
    use serde_json::json;
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

    const PATHS: [&str; 48] = [
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

    #[test]
    fn what_grows_without_bounds_is_stopped() {
        let document = Document::new(format!("[{}]", vec!["[1]"; 10_000].join(",")));
        let path = Path::parse("$..*").unwrap();
        let stopped = select(document.root().unwrap(), &path, &|| true, |_, _| true).unwrap_err();
        assert_eq!(stopped.code, "too_much_work");
    }
}
