//! What others found wrong, by number of their report, with neighbours of each: a message (after what was said
//! before it) and what comes of it; a date phrase and what it means.

use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::{Clock, DateOrder, What, whole};
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use serde_json::{Value, json};

const SNAPSHOTS: &str = include_str!("../data/interpret/snapshots.json");

/// Saturday, as in the worked answers of TODOS.md.
fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

pub(crate) fn home() -> Todos {
    let mut all: Value = serde_json::from_str(SNAPSHOTS).unwrap();
    Todos::new(serde_json::from_value::<Vec<Todo>>(all["home"].take()).unwrap())
}

/// `ask 1,2 when=2026-11-27`, `chat 5`, `unsure`, or the operations without what is at its default.
pub(crate) fn line(answer: &Answer) -> String {
    let ids = |ids: &[countersign_core::ids::TodoId]| {
        let ids: Vec<String> = ids.iter().map(|id| id.0.to_string()).collect();
        if ids.is_empty() { String::new() } else { format!(" {}", ids.join(",")) }
    };
    let mut out = match answer.decision {
        Decision::Unsure => "unsure".to_owned(),
        Decision::Chat => format!("chat{}", ids(&answer.answer_ids)),
        Decision::Clarify => {
            let parts = answer.sections.iter().map(|section| {
                let values: Vec<String> = section
                    .options
                    .iter()
                    .map(|o| o.value.as_str().map_or(o.value.to_string(), str::to_owned))
                    .collect();
                format!(" {}={}", section.kind, values.join(","))
            });
            format!("ask{}", parts.collect::<String>())
        }
        Decision::Plan => {
            let ops: Vec<String> = answer.ops.iter().map(|op| plain(op.to_value())).collect();
            ops.join("; ")
        }
    };
    if !answer.warnings.is_empty() {
        out.push_str(&format!(" [{}]", answer.warnings.join(",")));
    }
    out
}

/// An operation as `update id=1 scheduledFor=2026-11-27`.
pub(crate) fn plain(op: Value) -> String {
    let Value::Object(fields) = op else { return op.to_string() };
    let name = fields["op"].as_str().unwrap().to_owned();
    let rest = fields.iter().filter(|(key, _)| *key != "op").map(|(key, value)| {
        let value = match value {
            Value::String(text) => text.clone(),
            // A rule without what is empty in it.
            Value::Object(rule) => rule
                .values()
                .filter(|v| !v.is_null() && **v != json!([]) && **v != json!("schedule"))
                .map(|v| v.as_str().map_or(v.to_string(), str::to_owned))
                .collect::<Vec<_>>()
                .join("/"),
            other => other.to_string(),
        };
        format!(" {key}={value}")
    });
    format!("{name}{}", rest.collect::<String>())
}

/// The rows of one section: `left => right`.
fn rows<'t>(table: &'t str, section: &str) -> Vec<(&'t str, &'t str)> {
    let mut within = false;
    let mut out = Vec::new();
    for row in table.lines().filter(|row| !row.trim().is_empty()) {
        match row.strip_prefix("# ") {
            Some(name) => within = name == section,
            None if within => out.push(row.rsplit_once(" => ").unwrap()),
            None => {}
        }
    }
    assert!(out.len() >= 7, "{section}: {} rows", out.len());
    out
}

/// That each message of a section comes to what its row says.
pub(crate) fn check(section: &str, table: &str, answer: impl Fn(&str) -> String) {
    let wrong: Vec<String> = rows(table, section)
        .into_iter()
        .map(|(said, right)| (said, right, answer(said)))
        .filter(|(_, right, got)| right != got)
        .map(|(said, right, got)| format!("{said}\n  right {right}\n    got {got}"))
        .collect();
    assert!(wrong.is_empty(), "{section}: {} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// `said before >> message => what comes of it`.
fn messages(section: &str) {
    said(section, include_str!("../data/findings/messages.txt"));
}

fn said(section: &str, table: &str) {
    let todos = home();
    check(section, table, |row| {
        let (turns, text) = match row.split_once(" >> ") {
            Some((before, text)) => (json!([{"role": "user", "text": before}]), text),
            None => (json!([]), row),
        };
        let ctx: Context = serde_json::from_value(json!({"turns": turns})).unwrap();
        line(&interpret(text, &todos, &clock(), &ctx))
    });
}

fn phrases(section: &str) {
    let short = |what: What| match what {
        What::Recurrence { rule, start, .. } => {
            let rule = plain(json!({"op": "every", "rule": rule}));
            format!("{rule} from={}", start.map_or("never".to_owned(), |date| date.to_string()))
        }
        What::Date { date, .. } => date.to_string(),
        What::DateTime { date, time, .. } => format!("{date} {}", time.strftime("%H:%M")),
        What::Range { from, to, .. } => format!("{from}..{to}"),
        What::Ambiguous { options, .. } => {
            format!("which {}", options.iter().map(|(date, _)| date.to_string()).collect::<Vec<_>>().join(","))
        }
        other => format!("{other:?}"),
    };
    check(section, include_str!("../data/findings/phrases.txt"), |text| {
        whole(text, &clock()).map_or("none".to_owned(), short)
    });
}

#[test]
fn a_count_is_not_a_number_of_a_todo() {
    messages("2 counts");
}

#[test]
fn a_start_that_is_past_says_the_days_and_the_weeks() {
    phrases("4 starts");
    messages("4 starts");
}

#[test]
fn days_in_a_row_are_asked_about() {
    phrases("6 rows of days");
    messages("6 rows of days");
}

#[test]
fn a_message_may_correct_the_one_before_and_is_no_todo() {
    messages("8 going on");
}

#[test]
fn the_edge_of_a_month_is_the_next_that_is_not_past() {
    phrases("16 edges");
}

#[test]
fn an_unknown_locale_says_no_order() {
    for tag in ["", "C", "POSIX", "xx", "123", "C.UTF-8", "en_US_POSIX_", "tlh", "zz-ZZ", "-", "en-XX", "12-34"] {
        let order = DateOrder::of_locale(tag);
        assert!(order.is_none() || tag.starts_with("en_US"), "{tag:?}: {order:?}");
        let clock = Clock { date_order: DateOrder::of_locale(tag), ..clock() };
        let ambiguous = matches!(whole("5/6", &clock), Some(What::Ambiguous { .. }));
        assert!(ambiguous || order.is_some(), "{tag:?}");
    }
    for (tag, order) in [
        ("de", DateOrder::Dmy),
        ("de_DE@euro", DateOrder::Dmy),
        ("ca@valencia", DateOrder::Dmy),
        ("fr-CH", DateOrder::Dmy),
        ("pt_BR.UTF-8", DateOrder::Dmy),
        ("ro", DateOrder::Dmy),
        ("en-IN", DateOrder::Dmy),
        ("es-US", DateOrder::Dmy),
        ("en_US", DateOrder::Mdy),
        ("ja_JP", DateOrder::Ymd),
    ] {
        assert_eq!(DateOrder::of_locale(tag), Some(order), "{tag}");
    }
}

#[test]
fn a_year_may_have_two_figures() {
    phrases("18 years");
    messages("18 years");
}

#[test]
fn what_is_so_is_no_new_todo() {
    messages("19 states");
}

#[test]
fn what_was_done_is_not_what_is_open() {
    messages("19 done");
}

#[test]
fn a_length_is_no_time() {
    messages("19 lengths");
}

#[test]
fn an_end_that_is_not_kept_is_said() {
    messages("19 ends");
}

#[test]
fn a_condition_is_never_carried_out_outright() {
    said("r5 conditions", include_str!("../data/findings/review.txt"));
}

#[test]
fn a_long_message_is_left_to_a_model() {
    let todos = home();
    for text in ["um and ".repeat(200), "mon, wed and fri ".repeat(50), "um and ".repeat(140), "milk; ".repeat(60)] {
        let answer = interpret(&text, &todos, &clock(), &Context::default());
        assert_eq!(answer.decision, Decision::Unsure, "{text}");
    }
    said("r8 long", include_str!("../data/findings/review.txt"));
}

#[test]
fn a_plan_heeds_all_that_was_said() {
    said("r9 heeded", include_str!("../data/findings/review.txt"));
}

#[test]
fn a_question_without_its_mark_orders_nothing() {
    said("21 questions", include_str!("../data/findings/parts.txt"));
}

#[test]
fn of_one_of_a_set_not_all_are_meant() {
    said("22 shares", include_str!("../data/findings/parts.txt"));
}

#[test]
fn what_is_told_beside_an_order_is_no_further_name() {
    said("23 names", include_str!("../data/findings/parts.txt"));
}

#[test]
fn what_ends_a_todo_by_another_word_than_its_own_is_told() {
    said("24 slips", include_str!("../data/findings/parts.txt"));
}

#[test]
fn a_message_signs_nothing() {
    said("25 signing", include_str!("../data/findings/parts.txt"));
}

#[test]
fn what_stands_beside_a_date_is_read_with_it_or_asked_about() {
    said("31 beside a date", include_str!("../data/findings/beside.txt"));
}

#[test]
fn what_is_called_after_a_day_keeps_its_name() {
    said("32 names that hold a day", include_str!("../data/findings/beside.txt"));
}

#[test]
fn a_date_that_is_known_in_part_is_no_date_in_other_languages() {
    said("33 of which only a part is known", include_str!("../data/findings/beside.txt"));
}

#[test]
fn whom_one_does_it_with_is_no_label() {
    said("26 people", include_str!("../data/findings/parts.txt"));
}

#[test]
fn what_chooses_and_is_not_known_is_never_left_out() {
    said("27 sets", include_str!("../data/findings/parts.txt"));
}

#[test]
fn a_time_that_is_told_of_is_the_one_that_is_meant() {
    messages("a time that is told of is the one that is meant");
    // What answers a question about it is read with the same time: not every todo there is.
    let asked = "i'm away this weekend, move everything to 5/6";
    let ask = interpret(asked, &home(), &clock(), &Context::default());
    assert_eq!(line(&ask), "ask when=2027-05-06,2027-06-05");
    let pending = json!({"question": ask.question, "options": ask.options, "instruction": asked});
    let ctx: Context = serde_json::from_value(json!({"clarify": pending})).unwrap();
    let answered = interpret("the first", &home(), &clock(), &ctx);
    assert_eq!(line(&answered), "bulk_update where=[2,3] set=2027-05-06 [repeating_excluded]");
}

#[test]
fn numbers_in_a_row_are_todos() {
    messages("numbers of todos");
}

#[test]
fn a_title_holds_the_words_that_were_typed() {
    messages("a title holds the words that were typed");
}

/// Boxes 1 to 24 (#1 to #24), three labels, two dates, one that has both labels.
fn boxes() -> Todos {
    let boxed = (1..=24).map(|n| json!({ "id": n, "title": format!("Archive box {n}") }));
    let others = [
        json!({ "id": 30, "title": "Call mom", "scheduledFor": "2026-11-22", "labels": ["home"] }),
        json!({ "id": 31, "title": "Budget meeting", "scheduledFor": "2026-12-02", "labels": ["work", "finance"] }),
        json!({ "id": 32, "title": "Tax return", "labels": ["finance"] }),
        json!({ "id": 33, "title": "Mark essays", "labels": ["work"] }),
        json!({ "id": 34, "title": "Email Anna" }),
        json!({ "id": 35, "title": "Email Bob" }),
        json!({ "id": 36, "title": "Sort stuff", "labels": ["stuff", "friday"] }),
        json!({ "id": 37, "title": "Rent a van", "status": "done" }),
    ];
    let of = |todo: Value| serde_json::from_value::<Todo>(todo).unwrap();
    Todos::new(boxed.chain(others).map(of))
}

#[test]
fn numbers_labels_and_dates_choose_what_they_say() {
    let todos = boxes();
    for (message, wanted) in [
        ("complete archive box 2 and 3", "complete id=2 completed=true; complete id=3 completed=true"),
        ("delete archive boxes 11, 12 and 13", "delete id=11; delete id=12; delete id=13"),
        ("delete archive boxes 1-3", "ask"),
        ("delete 1.5", "ask"),
        ("delete -1", "ask"),
        ("delete tasks 1, 2 and 3", "delete id=1; delete id=2; delete id=3"),
        ("delete all scheduled tasks", "bulk_delete where=[30,31]"),
        ("complete all tasks with a date", "bulk_complete"),
        ("delete all tagged tasks", "bulk_delete where=[30,31,32,33,36]"),
        ("complete all tasks labelled both work and finance", "bulk_complete where=[31]"),
        ("complete all tasks labelled work or finance", "bulk_complete where=[31,32,33]"),
        ("complete my work and finance tasks", "bulk_complete where=[31,32,33]"),
        ("delete all stuff tasks", "bulk_delete where=[36]"),
        ("delete all tasks labelled stuff", "bulk_delete where=[36]"),
        ("delete all tasks labelled important", "ask"),
        ("delete all mask tasks", "ask"),
        ("delete mask", "ask which=33"),
        ("delete rest", "ask"),
        ("delete everything", "bulk_delete where=true"),
        ("delete all the tasks that i have on my list", "bulk_delete where=true"),
    ] {
        let answer = interpret(message, &todos, &clock(), &Context::default());
        let got = line(&answer);
        assert!(got.starts_with(wanted), "{message}: {got}, not {wanted}");
    }
    let pending = |text: &str| {
        let context =
            json!({ "clarify": { "question": "Which email?", "options": [34, 35], "instruction": "delete email" } });
        interpret(text, &todos, &clock(), &serde_json::from_value(context).unwrap())
    };
    for text in ["delete all", "delete both", "delete everything", "all of them"] {
        assert_eq!(line(&pending(text)), "delete id=34; delete id=35", "{text}");
    }
    for text in ["only one", "just one", "complete all"] {
        assert_eq!(pending(text).decision, Decision::Clarify, "{text}");
    }
}

#[test]
fn a_price_is_no_hour_and_a_number_behind_a_thing_no_todo() {
    messages("a price is no hour");
    messages("a number that is no todo's");
}

#[test]
fn a_field_or_a_label_goes_where_it_was_said() {
    messages("a field of all that have one");
    messages("which label is whose");
}

#[test]
fn two_todos_change_places_and_are_told_of_together() {
    messages("two change places");
    messages("what is told of one is told of the next");
}

#[test]
fn days_of_a_series_and_parts_of_a_day_are_those_that_were_said() {
    messages("one order about several days of a series");
    messages("a part of the day that is asked for");
    messages("a page of the calendar");
}

#[test]
fn small_words_of_other_languages_say_what_is_meant() {
    messages("verbs in two parts");
    messages("small words of other languages");
}

#[test]
fn what_is_wanted_to_be_done_is_ordered() {
    messages("what is wanted to be done");
}

#[test]
fn a_repetition_ends_where_it_was_said_to() {
    messages("how often a repetition happens in all, said apart from it");
}

#[test]
fn what_comes_then_and_what_is_put_right_is_read_by_itself() {
    messages("what comes then is an instruction of its own");
    messages("what is put right within a message");
}

#[test]
fn a_feast_and_two_hours_near_each_other_are_dates() {
    messages("a feast, an hour or a February 29 that is meant");
    messages("days that a repetition leaves out, in other languages");
    messages("a part of an hour, an edge of each month");
}

#[test]
fn lists_on_one_line_are_several_todos_or_lines_of_one() {
    messages("several todos, and one with lines");
}

#[test]
fn news_and_questions_about_what_is_there_are_understood() {
    messages("who called, and what is off");
    messages("what can be looked up by its number, and what can be said");
}

#[test]
fn what_stands_in_front_is_read_in_its_place() {
    messages("what comes first and then, in five languages");
    messages("days in a row in front of what is to be done");
}

#[test]
fn a_number_that_is_no_todos_is_a_part_of_the_title() {
    messages("numbers of other lists");
}

#[test]
fn so_many_are_asked_about_with_choices() {
    messages("how many in all, each time, or in a period");
}

#[test]
fn words_of_a_name_are_no_days_and_are_not_dropped() {
    messages("names that look like days of another language");
    messages("labels, days and statuses that are said of a name");
    messages("what is left alone beside a change, and a series that rests");
}

#[test]
fn the_end_of_a_time_is_told_and_a_week_may_be_missing() {
    messages("the end of a time and the number of a week");
    phrases("numbers of weeks");
}

#[test]
fn a_day_is_counted_from_a_todo_and_asked_about_where_there_are_two() {
    messages("days that are counted from a todo's");
    messages("about a time, how long, and parts of the day beside a feast");
    messages("a day of several months, figures that are no day, a week that is none");
}

#[test]
fn what_is_said_of_what_is_there_makes_nothing_new() {
    messages("what is no new todo");
    messages("days of a series that were said of all of it");
    messages("how many, and what is put right without a mark");
    messages("orders in a row and half an hour more, in other languages");
}

#[test]
fn days_of_so_many_and_hours_said_roughly_are_dates() {
    messages("days of so many, and hours said roughly");
}

#[test]
fn a_set_without_a_verb_is_shown() {
    messages("sets that stand alone");
}

#[test]
fn a_length_is_changed_from_what_it_is() {
    messages("lengths that are changed");
}

#[test]
fn what_is_asked_to_be_done_is_ordered() {
    messages("what is asked to be done, and named in front");
}

fn date_rows(section: &str) {
    said(section, include_str!("../data/findings/dates.txt"));
}

#[test]
fn so_much_later_is_counted_from_the_todo() {
    date_rows("shifts");
}

#[test]
fn the_rest_of_a_date_is_no_title() {
    date_rows("left over");
}

#[test]
fn a_day_of_a_week_by_its_number_and_of_a_year() {
    date_rows("weeks and years");
}

fn heard(section: &str) {
    said(section, include_str!("../data/findings/words.txt"));
}

#[test]
fn a_part_of_the_day_in_the_plural_is_of_each_day() {
    heard("parts of each day");
}

#[test]
fn of_languages_that_share_a_word_the_date_tells() {
    heard("languages apart");
}

#[test]
fn by_how_much_is_no_time_of_day() {
    heard("amounts");
}

#[test]
fn the_eve_of_a_feast_and_a_meal_on_it_are_in_the_evening() {
    heard("the evening before a feast");
}

#[test]
fn a_name_that_reads_as_a_date_stays_in_the_title() {
    heard("names and what reads as a date");
}

#[test]
fn lists_lines_and_deadlines_lose_nothing() {
    heard("lists, lines and deadlines");
}

#[test]
fn hours_and_days_of_next_month_are_read_in_four_languages() {
    heard("said in four languages");
}

#[test]
fn fields_may_stand_between_dashes() {
    said("fields between dashes", include_str!("../data/findings/fields.txt"));
}

#[test]
fn a_day_that_is_off_is_not_the_end_of_a_series() {
    said("days that are off", include_str!("../data/findings/fields.txt"));
}

#[test]
fn minutes_in_figures_are_of_a_clock_of_24_hours_or_are_asked_about() {
    heard("times with minutes in figures");
}

#[test]
fn a_line_is_ticked_in_every_language_and_marks_go_in_pairs() {
    heard("lines and quotation marks");
}

#[test]
fn the_end_of_a_stretch_of_days_is_said_not_to_be_kept() {
    heard("the next so many days");
}

#[test]
fn a_day_that_ends_a_name_stays_in_it() {
    heard("names with a day at their end");
}

/// A todo of one word that is a part of what is to be done.
#[test]
fn an_errand_is_new_beside_a_todo_that_is_called_after_its_thing() {
    let todos: Vec<Todo> =
        serde_json::from_value(json!([{"id": 1, "title": "milk"}, {"id": 2, "title": "report"}])).unwrap();
    let todos = Todos::new(todos);
    for (said, right) in [
        ("morgen Milch kaufen", "create title=Milch kaufen scheduledFor=2026-11-22"),
        ("comprar leche mañana", "create title=comprar leche scheduledFor=2026-11-22"),
        ("acheter du lait demain", "create title=acheter du lait scheduledFor=2026-11-22"),
        ("cumpără lapte mâine", "create title=cumpără lapte scheduledFor=2026-11-22"),
        ("Bericht bis Freitag abgeben", "create title=Bericht abgeben dueDate=2026-11-27"),
        ("buy milk tomorrow", "create title=buy milk scheduledFor=2026-11-22"),
        ("verschiebe milk auf Freitag", "update id=1 scheduledFor=2026-11-27"),
    ] {
        assert_eq!(line(&interpret(said, &todos, &clock(), &Context::default())), right, "{said}");
    }
}
