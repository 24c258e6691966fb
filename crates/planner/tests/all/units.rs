//! Whole titles and numbers of todos are units: whatever else the words of a title could say, a list of them is meant by
//! one deed, and none of it is done otherwise, dropped or carried out as an order of its own.

use crate::findings::{check, line, plain};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, Pending, interpret};
use serde_json::{Value, json};

const ROWS: &str = include_str!("../data/findings/units.txt");

/// Titles that begin with a verb, hold a joining word, a number, a mark or a day, and plain ones; by number from 1.
const TITLES: [&str; 46] = [
    "Cancel Netflix",
    "Delete old photos",
    "Mark essays",
    "Complete tax form",
    "Call Bob and Kim",
    "Move to Berlin",
    "Buy milk and eggs",
    "Monday report",
    "Invoice 12",
    "Invoice 120",
    "Read chapter 3",
    "Set up router",
    "Put up shelves",
    "Make cake",
    "Rename files",
    "Plan trip to Rome",
    "Check tyres",
    "Finish essay",
    "Start course",
    "Undo the damage",
    "Skip rope",
    "Review PR #45",
    "Label boxes",
    "Schedule interviews",
    "Add insulation",
    "Pick up Tom, Ann and Max",
    "Report due dates to HR",
    "High chair",
    "Cut hedge",
    "Tag photos",
    "Find babysitter",
    "Show slides to Kim",
    "Update CV",
    "Remind Tom about rent",
    "Drop off parcel",
    "Done list",
    "Call mum",
    "Stop smoking",
    "April budget",
    "Change tyres",
    "Read chapter 4",
    "Email Lena",
    "Groceries",
    "Write report",
    "Pay rent",
    "Gym",
];

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn todos() -> Todos {
    let mut all: Vec<Value> =
        TITLES.iter().enumerate().map(|(n, title)| json!({"id": n + 1, "title": title})).collect();
    all[42]["checklist"] = json!([{"id": "k", "title": "Eggs", "checked": false}]);
    for (n, rule) in [(44, json!({"type": "monthly"})), (45, json!({"type": "weekly", "byDay": ["MO", "WE", "FR"]}))] {
        all[n]["scheduledFor"] = json!("2026-11-02");
        all[n]["recurrence"] = rule;
    }
    Todos::new(serde_json::from_value::<Vec<Todo>>(Value::Array(all)).unwrap())
}

fn rows(section: &str) {
    let todos = todos();
    check(section, ROWS, |text| line(&interpret(text, &todos, &clock(), &Context::default())));
}

#[test]
fn a_whole_title_typed_alone_asks_whatever_it_could_order() {
    rows("titles alone");
    let todos = todos();
    for title in TITLES.iter().filter(|title| title.contains(' ')) {
        for said in [(*title).to_owned(), title.to_lowercase(), format!("{title}.")] {
            let answer = interpret(&said, &todos, &clock(), &Context::default());
            assert_eq!(answer.decision, Decision::Clarify, "{said}: {}", line(&answer));
        }
    }
}

#[test]
fn another_of_a_title_that_orders_is_made_and_its_order_is_not_carried_out() {
    let todos = todos();
    for (title, id) in [("Drop off parcel", 35), ("Cut hedge", 29), ("Rename files", 15)] {
        let pending = Pending {
            question: format!("There is an open todo “{title}” already. Add another?"),
            options: vec![TodoId(id)],
            instruction: title.to_owned(),
            answers: Vec::new(),
        };
        let ctx = Context { clarify: Some(pending), ..Context::default() };
        let another = interpret("add another", &todos, &clock(), &ctx);
        let ops: Vec<String> = another.ops.iter().map(|op| plain(op.to_value())).collect();
        assert_eq!(ops, [format!("create title={title}")], "{title}");
        assert!(interpret("leave it", &todos, &clock(), &ctx).ops.is_empty(), "{title}");
    }
}

#[test]
fn titles_that_order_are_the_targets_of_a_deed() {
    rows("titles that order");
}

#[test]
fn a_number_behind_a_numbered_title_continues_it() {
    rows("numbers");
}

#[test]
fn a_part_of_a_title_is_no_target_of_a_new_name() {
    rows("new names");
}

#[test]
fn what_is_said_of_a_list_is_said_of_each() {
    rows("said of a list");
}

#[test]
fn titles_quotations_and_numbers_mix() {
    rows("mixed");
}

#[test]
fn a_label_is_what_is_called_so() {
    rows("labels");
}

#[test]
fn courtesy_and_haste_are_no_part_of_a_value() {
    rows("courtesy");
}

#[test]
fn lines_and_notes_go_to_the_whole_title() {
    rows("lines and notes");
}

#[test]
fn some_of_a_list_is_not_each_of_it() {
    rows("some of a list");
}

/// A deed over a list with its gap, what of it is said of one, and what one operation is, with `{}` for the number.
const DEEDS: [(&str, &str, &str); 14] = [
    ("complete {}", "complete {}", "complete id={} completed=true"),
    ("{} are done", "{} is done", "complete id={} completed=true"),
    ("{}: done", "{}: done", "complete id={} completed=true"),
    ("I finished {}", "I finished {}", "complete id={} completed=true"),
    ("delete {}", "delete {}", "delete id={}"),
    ("please remove {}!", "please remove {}!", "delete id={}"),
    ("move {} to friday", "move {} to friday", "update id={} scheduledFor=2026-11-27"),
    ("schedule {} for friday", "schedule {} for friday", "update id={} scheduledFor=2026-11-27"),
    ("set the priority of {} to high", "set the priority of {} to high", "update id={} priority=high"),
    ("make {} urgent", "make {} urgent", "update id={} priority=high"),
    ("{}: high priority", "{}: high priority", "update id={} priority=high"),
    ("tag {} with home, please", "tag {} with home, please", "update id={} labels_add=[\"home\"]"),
    ("{} take 20 minutes each", "{} takes 20 minutes", "update id={} estimate=20"),
    ("start {}", "start {}", "set_status id={} status=in_progress"),
];

/// How several are joined.
const JOINED: [&str; 9] = [
    "{} and {}",
    "{} & {}",
    "{} + {}",
    "{}, {}",
    "both {} and {}",
    "{} as well as {}",
    "{}, {} and {}",
    "{}, {}, and {}",
    "{} and {} and {}",
];

/// Each title in every deed, alone and in a list with its neighbours, in each form: what is done is done with each that is
/// named and with nothing else, or it is asked.
#[test]
fn a_list_of_titles_is_meant_by_one_deed() {
    let todos = todos();
    let series = [45, 46];
    let (mut read, mut all, mut wrong) = (0, 0, Vec::new());
    for (n, (deed, of_one, op)) in DEEDS.iter().enumerate() {
        for id in (1..=TITLES.len()).filter(|id| !series.contains(id)) {
            let form = JOINED[(id + n) % JOINED.len()];
            let count = form.matches("{}").count();
            let ids: Vec<usize> = (0..count).map(|k| (id + 7 * k - 1) % 44 + 1).collect();
            let name = |id: usize, k: usize| match (id + k + n) % 4 {
                0 => format!("\"{}\"", TITLES[id - 1]),
                1 => format!("#{id}"),
                2 => TITLES[id - 1].to_lowercase(),
                _ => TITLES[id - 1].to_owned(),
            };
            let list =
                ids.iter().enumerate().fold(form.to_owned(), |list, (k, id)| list.replacen("{}", &name(*id, k), 1));
            for (said, ids) in
                [(deed.replace("{}", &list), ids.as_slice()), (of_one.replace("{}", &name(id, 2)), &[id])]
            {
                let answer = interpret(&said, &todos, &clock(), &Context::default());
                let right: Vec<String> = ids.iter().map(|id| op.replace("{}", &id.to_string())).collect();
                let got: Vec<String> = answer.ops.iter().map(|op| plain(op.to_value())).collect();
                all += 1;
                read += usize::from(got == right);
                if answer.decision == Decision::Plan && got != right {
                    wrong.push(format!("{said}\n    {}", got.join("; ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {all} done otherwise:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read * 100 >= all * 95, "{read} of {all} are read");
}
