//! Messages in German, Spanish, French and Romanian: the language is told by its closed-class words, and
//! what is understood of the message is said again as the planner's own plain English (`move #7 to friday`),
//! with the title's words as they were written. So dates, series and questions mean the same in every
//! language. What is not understood wholly is left to a model: never half a change.

mod absent;
mod anchored;
mod answers;
mod bulk;
mod clause;
mod concepts;
mod corrected;
mod courtesy;
mod dashed;
pub(crate) mod dated;
mod detect;
mod either;
mod feasts;
pub(crate) mod following;
mod french;
mod german;
mod in_part;
pub mod inflected;
mod labels;
mod lengths;
mod lines;
mod listed;
pub(crate) mod meals;
mod mixed;
mod numbered;
mod objects;
mod pattern;
pub(crate) mod pointing;
mod provided;
mod render;
mod reported;
mod romanian;
mod row;
mod sentence;
mod separable;
mod slips;
mod so_many;
mod spanish;
mod supplied;
mod table;
mod too;
mod undone;
mod weekdays;
mod words;

use crate::dates::Clock;
use crate::interpret::{Answer, Context, Decision, Pending};
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::{Todos, View};

/// The question of an order about a todo that it does not name.
const WHICH: &str = "Which todo do you mean?";

/// A message in another language, said again in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// `de`, `es`, `fr` or `ro`.
    pub language: &'static str,
    /// What the planner is told; absent where the message was not understood wholly.
    pub english: Option<String>,
    /// Greetings, thanks, refusals and wondering: nothing is to be done.
    pub talk: bool,
    /// Pieces of the English with the words they stand for.
    pieces: Vec<(String, String)>,
}

/// Whether a message is in another language, and what it says. English, and what could be English, is not.
pub fn hear(text: &str, todos: &Todos, clock: &Clock) -> Option<Heard> {
    let all = detect::languages(text, todos, clock);
    let first = all.first()?;
    // Words that two languages share: the one it can be read in.
    let read = all.iter().map(|l| in_language(l, text, todos, clock)).find(|h| h.english.is_some() || h.talk);
    Some(read.unwrap_or_else(|| in_language(first, text, todos, clock)))
}

/// A rough English of a foreign message that was not understood wholly: known words and dates put into
/// English, the others as they are. Only for choosing what a model is offered, never for a plan.
pub fn gloss(text: &str, todos: &Todos, clock: &Clock) -> Option<String> {
    detect::languages(text, todos, clock).first().map(|language| sentence::gloss(language, text, todos, clock))
}

/// An answer to a question about a message in another language, in English; absent where that is English.
pub fn answer(text: &str, instruction: &str, todos: &Todos, clock: &Clock) -> Option<String> {
    let heard = hear(instruction, todos, clock).or_else(|| hear(text, todos, clock))?;
    Some(answers::english(detect::named(heard.language), text, clock))
}

/// "el primero", "den letzten": a place in a list, in English; absent where it is none in any language.
pub(crate) fn places(text: &str, clock: &Clock) -> Option<String> {
    detect::ALL.into_iter().find_map(|language| answers::listed(language, text, clock))
}

/// Whether a word begins everyday errands in this language.
pub(crate) fn is_errand(code: &str, word: &str) -> bool {
    concepts::verb(code, word).is_some()
}

/// Whether a word is a day in another language than English.
pub(crate) fn is_day(word: &str, clock: &Clock) -> bool {
    mixed::is_day(word, &Todos::default(), clock)
}

/// Whether a word is a day of the week, or each such day, in a language that is known.
pub(crate) fn is_weekday(word: &str) -> bool {
    let of = |language: &table::Language| {
        [language.weekdays, language.habits].iter().any(|all| table::meaning(all, word).is_some())
    };
    let english = || crate::dates::weekday(word).or_else(|| crate::dates::weekday(word.strip_suffix('s')?));
    detect::ALL.into_iter().any(of) || english().is_some()
}

/// Whether a message only refuses, in any language that is known.
pub(crate) fn refuses(text: &str, clock: &Clock) -> bool {
    const REFUSES: &str = "no|none|neither|nothing|cancel|never mind|nevermind|forget it|none of them|no thanks";
    let said = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    REFUSES.split('|').any(|word| word == said)
        || detect::ALL.into_iter().any(|language| answers::english(language, text, clock) == "no")
}

/// Whether a message only agrees, in any language that is known.
pub(crate) fn agrees(text: &str, clock: &Clock) -> bool {
    const AGREES: &str =
        "yes|yeah|yep|yup|y|sure|ok|okay|please|yes please|do it|please do|right|exactly|of course|go ahead";
    let said = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    AGREES.split('|').any(|word| word == said)
        || detect::ALL.into_iter().any(|language| answers::english(language, text, clock) == "yes")
}

fn in_language(language: &'static table::Language, text: &str, todos: &Todos, clock: &Clock) -> Heard {
    let (english, pieces, talk) = match sentence::read(language, text, todos, clock) {
        clause::Outcome::Said(said) => (Some(said.english), said.pieces, false),
        clause::Outcome::Talk => (None, Vec::new(), true),
        clause::Outcome::Unknown => (None, Vec::new(), false),
    };
    Heard { language: language.code, english, talk, pieces }
}

/// Reads a message in any language that is known; `english` reads the planner's own.
pub(crate) fn interpret(
    text: &str,
    todos: &Todos,
    clock: &Clock,
    ctx: &Context,
    english: &dyn Fn(&str, &Context) -> Answer,
) -> Answer {
    if let Some(one) = mixed::plain(text, todos, clock, ctx.clarify.is_some()) {
        return in_own_words(of_one(&one.text, todos, clock, ctx, english), &one.pieces, &one.text, text);
    }
    of_one(text, todos, clock, ctx, english)
}

/// The same for a message whose days are all in one language.
fn of_one(
    text: &str,
    todos: &Todos,
    clock: &Clock,
    ctx: &Context,
    english: &dyn Fn(&str, &Context) -> Answer,
) -> Answer {
    if let Some(said) = reported::plain(text, todos).filter(|_| ctx.clarify.is_none()) {
        return in_own_words(english(&said, ctx), &[], &said, text);
    }
    let asked = ctx.clarify.as_ref().and_then(|p| Some((p, mixed::plain(&p.instruction, todos, clock, false)?)));
    let of_one = asked.map(|(pending, one)| Context {
        clarify: Some(Pending { instruction: one.text, ..pending.clone() }),
        ..ctx.clone()
    });
    let ctx = of_one.as_ref().unwrap_or(ctx);
    let folded = supplied::folded(todos, clock, ctx, &english);
    let ctx = folded.as_ref().unwrap_or(ctx);
    if let Some(answer) = supplied::answered(text, todos, clock, ctx, &english) {
        return answer;
    }
    let asked = ctx.clarify.as_ref().and_then(|p| hear(&p.instruction, todos, clock));
    let spread = rows(text);
    let text = spread.as_deref().unwrap_or(text);
    // An answer in the words of an English question is no other language's.
    if asked.is_none() && ctx.clarify.is_some() {
        let answer = english(text, ctx);
        if answer.answers_pending && answer.decision != Decision::Clarify {
            return answer;
        }
        // "nein", "ninguno": whoever refuses in his own language has answered.
        if detect::ALL.into_iter().any(|language| answers::english(language, text, clock) == "no") {
            return english("no", ctx);
        }
        // "al doilea", "les deux": whoever chooses in his own language too.
        let chosen = detect::ALL.into_iter().filter_map(|language| answers::listed(language, text, clock));
        let answer = chosen.map(|said| english(&said, ctx)).find(|answer| answer.answers_pending);
        if let Some(answer) = answer.filter(|answer| answer.decision != Decision::Clarify) {
            return answer;
        }
    }
    if following::cancels(text, clock) {
        return english("never mind", ctx);
    }
    if ctx.clarify.is_none() {
        if let Some(said) = bare_undo(text, todos, clock) {
            return in_own_words(english(said, ctx), &[], said, text);
        }
        if let Some(asked) = bare_order(text) {
            return asked;
        }
    }
    if ctx.clarify.is_none()
        && let Some(said) = following::heard(text, todos, clock, ctx)
    {
        let answer = english(&said.english, ctx);
        if said.only || matches!(answer.decision, Decision::Plan | Decision::Clarify) {
            return in_own_words(answer, &said.pieces, &said.english, text);
        }
    }
    let heard = hear(text, todos, clock);
    let own = heard.as_ref().map(|h| h.language);
    let Some(code) = own.or(asked.as_ref().map(|h| h.language)) else { return english(text, ctx) };
    let language = detect::named(code);
    let of_question = asked.as_ref().map(|h| (h.english.clone().unwrap_or_default(), h.pieces.clone()));
    // The sentence that caused the question, and what was answered to it, in English too.
    let context = match (&ctx.clarify, asked) {
        (Some(pending), Some(asked)) => match asked.english {
            Some(instruction) => {
                let of = detect::named(asked.language);
                let answers = pending.answers.iter().map(|a| answers::english(of, a, clock)).collect();
                let pending = Pending { instruction, answers, ..pending.clone() };
                Context { clarify: Some(pending), ..ctx.clone() }
            }
            None => Context { clarify: None, ..ctx.clone() },
        },
        _ => ctx.clone(),
    };
    if let Some(pending) = &context.clarify {
        let label = crate::interpret::is_label(text, pending, todos, clock, &context);
        let said = if label { text.to_owned() } else { answers::english(language, text, clock) };
        let answer = english(&said, &context);
        if answer.answers_pending || own.is_none() && said == text {
            // What the answer settles is read out of the sentence that caused the question.
            let (before, mut pieces) = of_question.unwrap_or_default();
            pieces.push((said.clone(), text.trim().to_owned()));
            let both = format!("{before}\n{said}");
            let whole = context.clarify.as_ref().map_or(String::new(), |_| asked_text(&ctx.clarify));
            let typed = format!("{whole}\n{text}");
            return self::whole(in_own_words(answer, &pieces, &both, &typed), &pieces, &typed, todos);
        }
    }
    let heard = heard.unwrap_or_else(|| in_language(language, text, todos, clock));
    if let Some(said) = heard.english.as_deref().and_then(|said| of_all(language, text, said))
        && context.clarify.is_some()
    {
        let answer = english(&said, &context);
        if answer.answers_pending {
            return in_own_words(answer, &heard.pieces, &said, text);
        }
    }
    let fresh = Context { clarify: None, ..context };
    let out = match &heard.english {
        Some(said) => whole(in_own_words(english(said, &fresh), &heard.pieces, said, text), &heard.pieces, text, todos),
        None if heard.talk => Answer::nothing(Decision::Chat),
        None if own.is_none() => english(text, &fresh),
        None => Answer::nothing(Decision::Unsure),
    };
    // A todo named after an answer is nobody's wish.
    match asked_again(&ctx.clarify, &fresh, text, &out, clock, english) {
        Some(question) => question,
        // "die vom Donnerstag": an answer to a question that nobody has put.
        None if is_one_of_a_series(&out, text, clock) => Answer::nothing(Decision::Unsure),
        None => out,
    }
}

/// "lösche alle", "borra todas menos petra", said where a question is open, as the same of all that it offers: no word
/// says that todos of any kind are meant.
fn of_all(language: &table::Language, text: &str, english: &str) -> Option<String> {
    let (order, rest) = english.split_once(" all todos")?;
    let named = words::words(text, Some(language))
        .iter()
        .any(|word| table::has(language.nouns, &word.fold) && !table::has(language.all, &word.fold));
    (!named && !order.contains(' ')).then(|| format!("{order} all{rest}"))
}

/// "#1 bis #3", "#1 à #3", "#1 to #3 are done" as each of them; `None` where there is no such row.
fn rows(text: &str) -> Option<String> {
    const TO: &str = "bis|à|hasta|jusqu'à|jusqu’à|până|pana|la|zu|a|al|el";
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |at: usize| words.get(at)?.trim_end_matches([',', '.', '!']).strip_prefix('#')?.parse::<i64>().ok();
    // "#1 to #3 are done": in English only in front, where it goes nowhere.
    let english = |at: usize, w: &str| at == 1 && matches!(w, "to" | "through" | "thru" | "until" | "till");
    let joins = |at: usize| {
        let word = words.get(at).map(|w| w.to_lowercase());
        word.is_some_and(|w| TO.split('|').any(|to| to == w) || english(at, &w))
    };
    let first = (0..words.len()).find(|at| number(*at).is_some() && joins(at + 1))?;
    let last = (first + 2..=first + 3).find(|at| number(*at).is_some() && (first + 1..*at).all(joins))?;
    let (from, to) = (number(first)?, number(last)?);
    let each = (from..=to).take(100).map(|n| format!("#{n}")).collect::<Vec<_>>().join(", ");
    let before = words.get(..first)?.join(" ");
    let after = words.get(last + 1..)?.join(" ");
    (from < to && to - from < 100).then(|| format!("{before} {each} {after}").trim().to_owned())
}

/// The pending question once more, where what came of its answer is a todo named after it.
fn asked_again(
    pending: &Option<Pending>,
    fresh: &Context,
    text: &str,
    out: &Answer,
    clock: &Clock,
    english: impl Fn(&str, &Context) -> Answer,
) -> Option<Answer> {
    let made = || out.ops.iter().any(|op| matches!(op, Operation::Create(_)));
    let answer =
        || made() && detect::ALL.into_iter().any(|language| answers::of_table(language, text, clock).is_some());
    let pending = pending.as_ref().filter(|_| crate::interpret::only_an_answer(text, out, clock) || answer())?;
    let mut again = english(&pending.instruction, fresh);
    again.question = Some(pending.question.clone());
    again.answers_pending = true;
    (again.decision == Decision::Clarify).then_some(again)
}

/// Whether what came of a text is a todo that is called by the words for one occurrence: "celle de jeudi".
fn is_one_of_a_series(out: &Answer, text: &str, clock: &Clock) -> bool {
    out.ops.iter().any(|op| matches!(op, Operation::Create(_)))
        && detect::ALL.into_iter().any(|language| {
            answers::of_table(language, text, clock).is_some_and(|said| said.starts_with("the one on "))
        })
}

/// "annuler", "anulează", "zurück", "rehacer": one word that takes back or brings back, though it may also begin
/// another order; in English.
fn bare_undo(text: &str, todos: &Todos, clock: &Clock) -> Option<&'static str> {
    detect::ALL.into_iter().find_map(|language| match words::words(text, Some(language)).as_slice() {
        [one] if !one.quoted && !detect::is_english(&one.fold) => {
            let said = in_language(language, text, todos, clock).english;
            ["undo", "redo"].into_iter().find(|word| said.as_deref() == Some(*word))
        }
        _ => None,
    })
}

/// "lösche", "supprime": an order with nothing behind it makes no todo of that name.
fn bare_order(text: &str) -> Option<Answer> {
    let creates = detect::ALL.into_iter().find_map(|language| match words::words(text, Some(language)).as_slice() {
        [one] if !one.quoted && !detect::is_english(&one.fold) => sentence::ordered(language, &one.fold),
        _ => None,
    })?;
    let question = if creates { "What should the todo say?" } else { WHICH };
    let mut asked = Answer::nothing(Decision::Clarify);
    asked.question = Some(question.to_owned());
    Some(asked)
}

/// The answer, unless a word of the English got into a title, which holds the person's own words only; what it would add
/// is not offered either.
fn whole(mut answer: Answer, pieces: &[(String, String)], text: &str, todos: &Todos) -> Answer {
    let typed: Vec<String> = words::words(text, None).into_iter().map(|w| w.fold).collect();
    let english = |word: &str| {
        let of_date = pieces.iter().any(|(english, _)| english.split(' ').any(|w| w == word));
        (of_date || detect::is_english(word)) && !typed.iter().any(|w| w == word) && !text.contains(word)
    };
    let tied = |title: &str| words::words(title, None).iter().any(|w| english(&w.fold));
    // A line, a label, a new name: each word of it was said. A title may have its verb in another form.
    let own =
        |value: &String| words::words(value, None).iter().all(|w| typed.iter().any(|t| t.contains(w.fold.as_str())));
    let torn = answer.ops.iter().any(|op| match op {
        Operation::Create(draft) => {
            let lines = draft.checklist.iter().map(|line| &line.title);
            tied(&draft.title) || tied(&draft.notes) || !draft.labels.iter().chain(lines).all(own)
        }
        Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } => {
            // What is left of a title was its own.
            let kept = |title: &&String| {
                let todo = op.target().and_then(Target::id).and_then(|id| todos.todo(id));
                let had = todo.map(|todo| words::words(&todo.title, None)).unwrap_or_default();
                words::words(title, None).iter().all(|w| had.iter().any(|h| h.fold == w.fold))
            };
            let values = set.title.iter().filter(|title| !kept(title)).chain(&set.labels_add).chain(&set.checklist_add);
            set.notes.as_deref().is_some_and(tied) || !values.into_iter().all(own)
        }
        Operation::SetStatus { reason: Some(reason), .. } => tied(reason),
        _ => false,
    });
    for section in &mut answer.sections {
        section.options.retain(|option| option.value != crate::interpret::ADD);
    }
    answer.sections.retain(|section| section.kind != "which" || !section.options.is_empty());
    if torn { Answer::nothing(Decision::Unsure) } else { answer }
}

/// The sentence that caused a question, and what was answered to it so far.
fn asked_text(pending: &Option<Pending>) -> String {
    let said = pending.iter().flat_map(|p| std::iter::once(&p.instruction).chain(&p.answers));
    said.map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// What was consumed, in the person's own words, or not at all; a reason in English was never said.
fn in_own_words(mut answer: Answer, pieces: &[(String, String)], english: &str, text: &str) -> Answer {
    for consumed in &mut answer.consumed {
        let Some(at) = english.find(&consumed.text) else { continue };
        let end = at + consumed.text.len();
        let mut from = 0;
        let mut own: Vec<&str> = Vec::new();
        for (piece, said) in pieces {
            let Some(start) = english.get(from..).and_then(|rest| rest.find(piece.as_str())).map(|n| n + from) else {
                continue;
            };
            if start < end && at < start + piece.len() {
                own.push(said);
            }
            from = start + piece.len();
        }
        if !own.is_empty() {
            consumed.text = own.join(" ");
        }
    }
    let typed: Vec<String> = words::words(text, None).into_iter().map(|w| w.fold).collect();
    answer.consumed.retain(|consumed| words::words(&consumed.text, None).iter().all(|w| typed.contains(&w.fold)));
    for op in &mut answer.ops {
        if let Operation::SetStatus { reason, .. } = op
            && reason.as_deref().is_some_and(|r| english.contains(r))
        {
            *reason = Some(text.trim().to_owned());
        }
    }
    answer
}
