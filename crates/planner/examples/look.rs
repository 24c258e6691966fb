use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::{Clock, DateOrder, What, whole};
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use serde_json::{Value, json};
const SNAPSHOTS: &str = include_str!("../tests/data/interpret/snapshots.json");
/// `ask 1,2 when=2026-11-27`, `chat 5`, `unsure`, or the operations without what is at its default.
fn line(answer: &Answer) -> String {
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
fn plain(op: Value) -> String {
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

const LANGUAGES: [(&str, [&str; 11]); 4] = [
    (
        "de",
        [
            "Zahnarzt",
            "Milch kaufen",
            "Yoga",
            "Steuer Teil 1",
            "Steuer Teil 2",
            "Bericht schreiben",
            "Miete zahlen",
            "Reisepass verlängern",
            "Oma anrufen",
            "Teamessen",
            "Blumen gießen",
        ],
    ),
    (
        "es",
        [
            "Dentista",
            "Comprar leche",
            "Yoga",
            "Impuestos parte 1",
            "Impuestos parte 2",
            "Escribir el informe",
            "Pagar el alquiler",
            "Renovar el pasaporte",
            "Llamar a la abuela",
            "Comida de equipo",
            "Regar las flores",
        ],
    ),
    (
        "fr",
        [
            "Dentiste",
            "Acheter du lait",
            "Yoga",
            "Impôts partie 1",
            "Impôts partie 2",
            "Écrire le rapport",
            "Payer le loyer",
            "Renouveler le passeport",
            "Appeler mamie",
            "Déjeuner d'équipe",
            "Arroser les fleurs",
        ],
    ),
    (
        "ro",
        [
            "Dentist",
            "Cumpără lapte",
            "Yoga",
            "Taxe partea 1",
            "Taxe partea 2",
            "Scrie raportul",
            "Plătește chiria",
            "Reînnoiește pașaportul",
            "Sună-o pe bunica",
            "Prânz cu echipa",
            "Udă florile",
        ],
    ),
];

/// The same world in every language.
fn world(titles: &[&str; 11]) -> Todos {
    let rest = [
        json!({"scheduledFor": "2026-11-24", "timeOfDay": "15:00"}),
        json!({}),
        json!({"scheduledFor": "2026-11-04", "timeOfDay": "18:00", "completedDates": ["2026-11-04", "2026-11-11", "2026-11-18"],
               "recurrence": {"type": "weekly", "interval": 1, "byDay": ["WE"]}}),
        json!({}),
        json!({}),
        json!({"dueDate": "2026-11-27", "priority": "high"}),
        json!({"dueDate": "2026-12-01"}),
        json!({"scheduledFor": "2026-11-16"}),
        json!({"scheduledFor": "2026-11-21"}),
        json!({"scheduledFor": "2026-11-18", "status": "done"}),
        json!({"scheduledFor": "2026-11-23", "labels": ["garten"]}),
    ];
    let todos = (1..).zip(titles).zip(rest).map(|((id, title), mut todo)| {
        todo["id"] = json!(id);
        todo["title"] = json!(title);
        serde_json::from_value::<Todo>(todo).expect("a todo")
    });
    Todos::new(todos)
}

fn short(what: What) -> String {
    match what {
        What::Recurrence { rule, start, time, note, .. } => {
            let rule = plain(json!({"op": "every", "rule": rule}));
            format!("{rule} from={} {:?} {:?}", start.map_or("never".to_owned(), |date| date.to_string()), time, note)
        }
        What::Date { date, note, .. } => format!("{date} {note:?}"),
        What::DateTime { date, time, note, .. } => format!("{date} {} {note:?}", time.strftime("%H:%M")),
        What::Range { from, to, .. } => format!("{from}..{to}"),
        other => format!("{other:?}"),
    }
}
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let mut all: Value = serde_json::from_str(SNAPSHOTS).unwrap();
    let home = Todos::new(serde_json::from_value::<Vec<Todo>>(all["home"].take()).unwrap());
    let mut clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let mut todos = home;
    let mut history = json!([]);
    for row in text.lines().filter(|r| !r.trim().is_empty()) {
        if let Some(now) = row.strip_prefix("!now ") {
            clock = Clock::new(now.parse().unwrap(), "America/New_York");
            continue;
        }
        if let Some(h) = row.strip_prefix("!history ") {
            history = serde_json::from_str(h).unwrap();
            continue;
        }
        if let Some(h) = row.strip_prefix("!todos ") {
            todos = Todos::new(serde_json::from_str::<Vec<Todo>>(h).unwrap());
            continue;
        }
        if let Some(l) = row.strip_prefix("!lang ") {
            if l == "en" {
                let mut all: Value = serde_json::from_str(SNAPSHOTS).unwrap();
                todos = Todos::new(serde_json::from_value::<Vec<Todo>>(all["home"].take()).unwrap());
                clock.date_order = None;
            } else {
                todos = world(&LANGUAGES.iter().find(|x| x.0 == l).unwrap().1);
                clock.date_order = DateOrder::of_locale(l);
            }
            println!("---- {l}");
            continue;
        }
        if let Some(p) = row.strip_prefix("@") {
            println!("{p:55} => {}", whole(p, &clock).map_or("none".to_owned(), short));
            continue;
        }
        if row.starts_with("//") {
            println!("{row}");
            continue;
        }
        let (row_all, row) = (row, row.rsplit(" || ").next().unwrap());
        let parts: Vec<&str> = row.split(" >> ").collect();
        let (text, before) = parts.split_last().unwrap();
        let turns: Vec<Value> = before.iter().map(|b| json!({"role": "user", "text": b})).collect();
        let mut context = json!({"turns": turns, "history": history});
        if let Some((first, _)) = row_all.split_once(" || ") {
            let ctx: Context = serde_json::from_value(context.clone()).unwrap();
            let a = interpret(first, &todos, &clock, &ctx);
            context["clarify"] = json!({"question": a.question, "options": a.options, "instruction": first});
        }
        let ctx: Context = serde_json::from_value(context).unwrap();
        let a = interpret(text, &todos, &clock, &ctx);
        if std::env::var("R").is_ok() {
            println!("{row_all} => {}", line(&a));
            continue;
        }
        let q = a.question.as_deref().unwrap_or("");
        let consumed: Vec<String> = a.consumed.iter().map(|c| format!("{}:{}", c.text, c.taken_as)).collect();
        let about = a.asked.as_ref().map(|x| x.about.clone()).unwrap_or_default();
        let labels: Vec<String> = a.sections.iter().flat_map(|s| s.options.iter().map(|o| o.label.clone())).collect();
        println!(
            "{row:55} => {} {about}| {q} {labels:?} {:?} lost={:?} lo={:?} unread={:?} {}",
            line(&a),
            a.options.iter().map(|i| i.0).collect::<Vec<_>>(),
            a.lost,
            a.left_over,
            a.unread,
            if std::env::var("C").is_ok() { consumed.join(", ") } else { String::new() }
        );
    }
}
