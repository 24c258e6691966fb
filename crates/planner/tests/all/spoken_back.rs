//! Whatever language a message is in, what comes back is in that language: no English is left in what is said, in what is
//! offered, and in what is shown as taken out of the message.

use crate::languages::{LANGUAGES, clock, rows, world};
use countersign_planner::interpret::{Answer, Context, interpret, reply};
use countersign_speech::{Language, say};
use serde_json::json;
use std::collections::BTreeSet;

/// Words of answers in English that none of the other languages has.
const ENGLISH: &str = " the is which you mean nothing changed proposed move delete complete every monday tuesday \
    wednesday thursday friday saturday sunday tomorrow today tonight week month already there another leave only add priority \
    repeats occurrence whole until happens sign what when how still waits withdrawn named time ";

/// A message that puts the order before it otherwise.
const OTHERWISE: [(&str, &str); 4] =
    [("de", "nein, Samstag"), ("es", "no, el sábado"), ("fr", "non, samedi"), ("ro", "nu, sâmbătă")];

fn folded(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// A text without what stands in quotation marks: titles are the person's own.
fn unquoted(text: &str) -> String {
    let mut out = String::new();
    let mut deep = 0;
    for c in text.chars() {
        match c {
            '“' if deep > 0 => deep -= 1,
            '“' | '„' | '«' => deep += 1,
            '”' | '»' => deep -= 1,
            _ if deep == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// What of an answer is English.
fn english(answer: &Answer, said: &[&str], language: Language, told: &str) -> Vec<String> {
    let labels = answer.sections.iter().flat_map(|section| section.options.iter().map(|option| option.label.clone()));
    let mut left = Vec::new();
    for text in std::iter::once(told.to_owned()).chain(labels) {
        let own = say(&text, language).unwrap_or_else(|| text.clone());
        let words: Vec<String> = folded(&unquoted(&own));
        if words.iter().any(|word| ENGLISH.contains(&format!(" {word} "))) {
            left.push(own);
        }
    }
    let typed: BTreeSet<String> = said.iter().flat_map(|said| folded(said)).collect();
    let taken = answer.consumed.iter().filter(|taken| folded(&taken.text).iter().any(|word| !typed.contains(word)));
    left.extend(taken.map(|taken| format!("taken: {}", taken.text)));
    left
}

#[test]
fn no_english_comes_back_to_who_writes_another_language() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (code, table, titles) in &LANGUAGES {
        let todos = world(titles);
        let language = Language::ALL.into_iter().find(|language| language.tag() == *code).unwrap();
        let (_, otherwise) = OTHERWISE.iter().find(|(of, _)| of == code).unwrap();
        for (said, then, _) in rows(table) {
            let said = said.replace("\\n", "\n");
            let first = interpret(&said, &todos, &clock(), &Context::default());
            let asked = json!({"question": first.question, "options": first.options, "instruction": said});
            let after = json!({"turns": [{"role": "user", "text": said}], "proposed": true});
            let answered = then.map(|then| (then, json!({"clarify": asked})));
            let put_right = (!first.ops.is_empty()).then_some((*otherwise, after));
            let mut all = vec![(vec![said.as_str()], first)];
            for (then, ctx) in answered.into_iter().chain(put_right) {
                let ctx: Context = serde_json::from_value(ctx).unwrap();
                all.push((vec![said.as_str(), then], interpret(then, &todos, &clock(), &ctx)));
            }
            for (messages, answer) in all {
                count += 1;
                let told = reply(&answer, &todos, clock().now.date());
                let left = english(&answer, &messages, language, &told);
                if !left.is_empty() {
                    wrong.push(format!("{code} {messages:?}\n    {}", left.join("\n    ")));
                }
            }
        }
    }
    assert!(count > 1_000, "{count} answers");
    assert!(wrong.is_empty(), "{} of {count} answers:\n{}", wrong.len(), wrong.join("\n"));
}
