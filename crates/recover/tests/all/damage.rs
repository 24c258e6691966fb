//! Valid documents of many random schemas, damaged in each way RECOVERY.md names: nothing that the
//! document says is lost, and nothing is said that it does not say. The cases come from fixed seeds;
//! `COUNTERSIGN_SEED` and `COUNTERSIGN_CASES` try others.

mod generate;
mod print;
mod torn;

use countersign_recover::{Finish, Recovered, Request, Schema, recover};
use generate::{Random, Texts, case};
use print::{Dialect, print};
use serde_json::{Value, json};

fn seed() -> u64 {
    std::env::var("COUNTERSIGN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1)
}

fn cases() -> u64 {
    std::env::var("COUNTERSIGN_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(100)
}

fn read(schema: Option<&Value>, input: &str, finish: Option<Finish>) -> Recovered {
    let compiled = schema.map(|s| Schema::compile(s).unwrap());
    recover(&Request { input, schema: compiled.as_ref(), finish })
}

/// What went wrong, if the document is not there whole and unflagged.
fn defect(schema: Option<&Value>, input: &str, wanted: &Value) -> Option<String> {
    let found = read(schema, input, None);
    let got = found.value().map(|v| v.get().to_serde());
    if got.as_ref() == Some(wanted) && found.complete && found.dropped.is_empty() {
        return None;
    }
    let kind = if got.as_ref().is_some_and(|g| !says_no_more(g, wanted)) { "UNSAFE" } else { "LOST" };
    Some(format!(
        "{kind}\n  input  {input:?}\n  wanted {wanted}\n  got    {}\n  complete {} dropped {:?} violations {:?} repairs {:?}",
        got.map_or("nothing".to_owned(), |g| g.to_string()),
        found.complete,
        found.dropped,
        found.violations,
        found.repairs
    ))
}

/// Whether everything `got` says is in `whole`: members may be missing, and elements of lists.
fn says_no_more(got: &Value, whole: &Value) -> bool {
    match (got, whole) {
        (Value::Object(a), Value::Object(b)) => a.iter().all(|(k, v)| b.get(k).is_some_and(|w| says_no_more(v, w))),
        (Value::Array(a), Value::Array(b)) => {
            let mut rest = b.iter();
            a.iter().all(|x| rest.by_ref().any(|y| says_no_more(x, y)))
        }
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (a, b) => a == b,
    }
}

/// Runs `damage` over the cases and lists what went wrong.
fn run(
    name: &str,
    texts: Texts,
    with_schema: bool,
    damage: impl Fn(&mut Random, &Value) -> Option<String>,
) -> Option<String> {
    let mut defects = Vec::new();
    let mut tried = 0;
    for index in 0..cases() {
        let mut random = Random::new(seed().wrapping_mul(1_000_003).wrapping_add(index));
        let (schema, document) = case(&mut random, texts);
        let Some(input) = damage(&mut random, &document) else { continue };
        tried += 1;
        defects.extend(defect(with_schema.then_some(&schema), &input, &document));
    }
    assert!(tried * 4 > cases(), "{name}: only {tried} cases");
    defects.sort_by_key(String::len);
    let shown = defects[..defects.len().min(3)].join("\n");
    (!defects.is_empty()).then(|| format!("{name}, schema {with_schema}: {} of {tried}\n{shown}\n", defects.len()))
}

fn dialect(random: &mut Random, set: impl Fn(&mut Dialect)) -> Dialect {
    let mut dialect = Dialect { pretty: random.chance(2), ..Dialect::default() };
    set(&mut dialect);
    dialect
}

#[test]
fn dialects_are_read_exactly() {
    type Set = fn(&mut Dialect);
    let sets: &[(&str, Texts, Set)] = &[
        ("plain", Texts::Any, |_| {}),
        ("ascii", Texts::Any, |d| d.ascii = true),
        ("loose", Texts::Any, |d| d.loose = true),
        ("trailing commas", Texts::Any, |d| d.trailing_commas = true),
        ("single quotes", Texts::Any, |d| d.quotes = 1),
        ("smart quotes", Texts::Any, |d| d.quotes = 2),
        ("smart single quotes", Texts::Tame, |d| d.quotes = 3),
        ("bare keys", Texts::Any, |d| d.bare_keys = true),
        ("slash comments", Texts::Any, |d| d.comments = 1),
        ("block comments", Texts::Any, |d| d.comments = 2),
        ("hash comments", Texts::Any, |d| d.comments = 3),
        ("html comments", Texts::Any, |d| d.comments = 4),
        ("python", Texts::Any, |d| {
            d.python = true;
            d.quotes = 1;
        }),
        ("no commas", Texts::Any, |d| d.no_commas = true),
        ("shouted literals", Texts::Any, |d| d.shouted_literals = true),
        ("javascript", Texts::Any, |d| {
            d.bare_keys = true;
            d.quotes = 1;
            d.trailing_commas = true;
            d.comments = 1;
        }),
    ];
    let mut wrong = Vec::new();
    for (name, texts, set) in sets {
        for with_schema in [false, true] {
            wrong.extend(run(name, *texts, with_schema, |random, document| {
                let dialect = dialect(random, set);
                Some(print(document, dialect, random))
            }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn raw_line_breaks_are_read_but_not_in_a_body() {
    let wrong = run("raw newlines", Texts::Any, true, |random, document| {
        let body = document.to_string().contains("\"content\"");
        (!body).then(|| print(document, Dialect { raw_newlines: true, ..Dialect::default() }, random))
    });
    assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
}

const AROUND: &[(&str, &str)] = &[
    ("```json\n", "\n```"),
    ("```\n", "\n```\n"),
    ("~~~json\n", "\n~~~"),
    ("```JSON5\n", "```"),
    ("Here is the JSON you asked for:\n\n```json\n", "\n```\n\nLet me know if it's [OK] or {not}!"),
    ("Sure! ", ""),
    ("", "\n\nI hope this helps. It's \"done\"."),
    ("Here's the answer (as JSON): ", " — anything else?"),
    ("\u{feff}", ""),
    ("\u{feff}\r\n", "\r\n"),
    ("\0\u{1}", "\0"),
    ("<think>Let me see: {\"op\": \"delete\", \"id\": 9}. No.</think>\n", ""),
    ("<think>\n\n</think>\n\n", ""),
    ("I think {\"id\": 3}\n</think>\n", ""),
    ("<thinking>[1, 2]</thinking>", ""),
    ("<response>", "</response>"),
    ("<tool_call>\n", "\n</tool_call>"),
    ("<output>", "</output>"),
    ("<json>\n", "\n</json>"),
    ("<answer>", "</answer>"),
    ("<![CDATA[", "]]>"),
    ("[TOOL_CALLS]", "</s>"),
    ("<|channel|>analysis<|message|>Hm {\"id\": 1}<|end|><|start|>assistant<|channel|>final<|message|>", "<|return|>"),
    ("<|im_start|>assistant\n", "<|im_end|>"),
    ("assistant: ", ""),
    ("JSON: ", ""),
    ("json\n", ""),
    ("json", ""),
    ("Output:\n", "<|endoftext|>"),
    ("const x = ", ";"),
    ("return ", ";"),
    ("callback(", ");"),
    ("> ", ""),
    ("1. ", ""),
    ("**Answer**\n\n", "\n\n---\n*end*"),
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("`", "`"),
    ("The user wants 'x' and \"y\". So:\n", "\n"),
    ("It's like f(x) = {x}: ", ""),
    ("data: ", "\n\ndata: [DONE]"),
];

#[test]
fn what_is_around_a_document_is_taken_off() {
    let mut wrong = Vec::new();
    for (before, after) in AROUND {
        for with_schema in [false, true] {
            wrong.extend(run(before, Texts::Any, with_schema, |random, document| {
                let dialect = dialect(random, |_| {});
                let text = print(document, dialect, random);
                Some(format!("{before}{text}{after}"))
            }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn documents_in_strings_and_wrappers_are_taken_out() {
    type Wrap = fn(&Value, &mut Random) -> String;
    let wraps: &[(&str, Wrap)] = &[
        ("double encoded", |d, _| json!(d.to_string()).to_string()),
        ("twice double encoded", |d, _| json!(json!(d.to_string()).to_string()).to_string()),
        ("escaped", |d, _| d.to_string().replace('\\', "\\\\").replace('"', "\\\"")),
        ("arguments", |d, _| json!({"name": "f", "arguments": d}).to_string()),
        ("encoded arguments", |d, _| json!({"name": "f", "arguments": d.to_string()}).to_string()),
        ("function call", |d, _| {
            json!({"id": "call_1", "type": "function", "function": {"name": "f", "arguments": d.to_string()}})
                .to_string()
        }),
        ("properties", |d, _| json!({"type": "object", "properties": d}).to_string()),
        ("parameters", |d, _| json!({"name": "f", "parameters": d}).to_string()),
        ("tool calls", |d, _| json!({"tool_calls": [{"name": "f", "arguments": d}]}).to_string()),
        ("list of one", |d, _| json!([d]).to_string()),
        ("result", |d, _| json!({"result": d}).to_string()),
        ("again", |d, _| format!("{d}\n{d}")),
        ("draft first", |d, _| format!("First try: {{\"wrong\": 1}}\n\nBetter: {d}")),
    ];
    let mut wrong = Vec::new();
    for (name, wrap) in wraps {
        wrong.extend(run(name, Texts::Any, true, |random, document| Some(wrap(document, random))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What a document says in other words: keys and choices in another case, scalars as text, one element
/// where a list is wanted, a list where one is.
fn reworded(value: &Value, schema: &Value, random: &mut Random) -> Value {
    let schema = match schema["anyOf"].as_array() {
        Some(branches) => {
            branches.iter().find(|b| b["properties"]["op"]["const"] == value["op"]).unwrap_or(&branches[0])
        }
        None => schema,
    };
    match value {
        Value::Object(members) => {
            let one_name = |key: &str| {
                let words = key.chars().fold(String::new(), |mut out, c| {
                    if c.is_ascii_uppercase() {
                        out.push('_');
                    }
                    out.push(c.to_ascii_lowercase());
                    out
                });
                [words.clone(), words.to_uppercase(), words.replace('_', "-"), key.to_owned()]
            };
            let named = members.iter().map(|(key, member)| {
                let key_said = random.pick(&one_name(key)).clone();
                (key_said, reworded(member, &schema["properties"][key], random))
            });
            Value::Object(named.collect())
        }
        Value::Array(items) => {
            let said: Vec<_> = items.iter().map(|i| reworded(i, &schema["items"], random)).collect();
            match said.as_slice() {
                // Null for a list says that there is none.
                [only] if random.chance(2) && !only.is_null() && !only.is_array() && !is_list_text(only) => {
                    only.clone()
                }
                _ => Value::Array(said),
            }
        }
        Value::String(text) if schema["enum"].is_array() || schema["const"].is_string() => match random.below(4) {
            0 => json!(text.to_uppercase()),
            1 => json!(text.replace('_', "-")),
            2 => json!([text]),
            _ => value.clone(),
        },
        Value::Number(number) if schema["type"] == "integer" => match random.below(4) {
            0 => json!(number.to_string()),
            1 => json!(format!(" {number} ")),
            2 => json!([number]),
            _ => value.clone(),
        },
        Value::Number(number) if schema["type"] == "number" => json!(number.to_string()),
        Value::Bool(yes) => match random.below(3) {
            0 => json!(yes.to_string()),
            1 => json!(if *yes { "True" } else { "FALSE" }),
            _ => value.clone(),
        },
        Value::Null if random.chance(2) => json!("null"),
        other => other.clone(),
    }
}

/// Text that would itself be read as a list.
fn is_list_text(value: &Value) -> bool {
    value.as_str().is_some_and(|t| t.starts_with(['[', '{']))
}

#[test]
fn other_words_for_the_same_are_brought_to_the_schema() {
    let mut defects = Vec::new();
    for index in 0..cases() {
        let mut random = Random::new(seed().wrapping_mul(7_000_003).wrapping_add(index));
        let (schema, document) = case(&mut random, Texts::Any);
        let said = reworded(&document, &schema, &mut random).to_string();
        defects.extend(defect(Some(&schema), &said, &document));
    }
    defects.sort_by_key(String::len);
    assert!(defects.is_empty(), "{} of {}\n{}", defects.len(), cases(), defects[..defects.len().min(4)].join("\n"));
}

/// Wherever a text is cut: nothing it had not closed is used, whatever was closed is, and it is flagged.
#[test]
fn cuts_in_every_dialect_at_every_byte() {
    type Set = fn(&mut Dialect);
    let sets: &[(&str, Set)] = &[
        ("plain", |_| {}),
        ("trailing commas", |d| d.trailing_commas = true),
        ("python", |d| {
            d.python = true;
            d.quotes = 1;
        }),
        ("smart", |d| d.quotes = 2),
        ("bare keys", |d| d.bare_keys = true),
        ("comments", |d| d.comments = 2),
        ("line comments", |d| d.comments = 1),
        ("no commas", |d| d.no_commas = true),
        ("raw newlines", |d| d.raw_newlines = true),
    ];
    let mut defects = Vec::new();
    for (name, set) in sets {
        for index in 0..cases() / 25 {
            let mut random = Random::new(seed().wrapping_mul(9_000_011).wrapping_add(index));
            let (schema, document) = case(&mut random, Texts::Any);
            let dialect = dialect(&mut random, set);
            let fenced = random.chance(3);
            let prefix = if fenced { "Sure:\n```json\n" } else { "" };
            let text = format!("{prefix}{}", print(&document, dialect, &mut random));
            for cut in (prefix.len() + 1..text.len()).filter(|c| text.is_char_boundary(*c)) {
                for schema in [None, (cut % 4 == 0).then_some(&schema)] {
                    let found = read(schema, &text[..cut], None);
                    let got = found.value().map(|v| v.get().to_serde());
                    let unsafe_ = got.as_ref().is_some_and(|g| !closed_part(g, &document, true));
                    if unsafe_ || found.complete {
                        defects.push(format!(
                            "{name}: {}\n  of {document}\n  got {got:?} complete {} repairs {:?}",
                            &text[..cut],
                            found.complete,
                            found.repairs
                        ));
                    }
                }
            }
        }
    }
    defects.sort_by_key(String::len);
    assert!(defects.is_empty(), "{}\n{}", defects.len(), defects[..defects.len().min(8)].join("\n"));
}

/// Whether `got` is what a cut may leave: at the root and in lists that lead from it, whole members and
/// the first elements, each as it was said.
fn closed_part(got: &Value, whole: &Value, root: bool) -> bool {
    match (got, whole) {
        (Value::Object(a), Value::Object(b)) if root => {
            a.iter().all(|(k, v)| b.get(k).is_some_and(|w| v == w || closed_part(v, w, false)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() <= b.len() && a.iter().zip(b).all(|(x, y)| x == y),
        (a, b) => a == b,
    }
}

/// One character of the structure lost, doubled or mistaken: read exactly or flagged, hardly ever wrong.
#[test]
fn one_wrong_character_is_mended_or_flagged() {
    let (mut tried, mut exact) = (0_usize, 0_usize);
    let mut silent = Vec::new();
    for index in 0..cases() * 4 {
        let mut random = Random::new(seed().wrapping_mul(5_000_011).wrapping_add(index));
        let (schema, document) = case(&mut random, Texts::Tame);
        let text = print(&document, Dialect { pretty: random.chance(2), ..Dialect::default() }, &mut random);
        let at: Vec<_> = text.match_indices(['"', ',', ':', '{', '}', '[', ']']).map(|(at, _)| at).collect();
        // The last bracket is a cut, and has a test of its own.
        let at = at[random.below(at.len() - 1)];
        let mut damaged = text.clone();
        let what = random.below(3);
        match what {
            0 => drop(damaged.remove(at)),
            1 => damaged.insert(at, text[at..].chars().next().unwrap()),
            _ => {
                let other = match &text[at..=at] {
                    "\"" => "'",
                    "," => ";",
                    ":" => "=",
                    "{" => "[",
                    "}" => "]",
                    "[" => "{",
                    _ => "}",
                };
                damaged.replace_range(at..=at, other);
            }
        }
        tried += 1;
        let found = read(random.chance(2).then_some(&schema), &damaged, None);
        let got = found.value().map(|v| v.get().to_serde());
        if got.as_ref() == Some(&document) {
            exact += 1;
        } else if found.complete && found.dropped.is_empty() && found.violations.is_empty() {
            silent.push(format!("{what} {damaged}\n  wanted {document}\n  got    {got:?} {:?}", found.repairs));
        }
    }
    silent.sort_by_key(String::len);
    assert!(
        silent.len() * 1000 <= tried * 5,
        "{} of {tried}:\n{}",
        silent.len(),
        silent[..silent.len().min(8)].join("\n")
    );
    assert!(exact * 100 >= tried * 85, "{exact} of {tried} are read exactly");
}
