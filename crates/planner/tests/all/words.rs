//! Words and lists of words, as the planner compares them.

use countersign_planner::dates::{Clock, phrase};
use countersign_planner::interpret::phrases::Phrases;
use countersign_planner::languages::inflected::same;

#[test]
fn a_list_has_its_entries_and_no_parts_of_them() {
    const LIST: &str = "as soon as|as|in case|in case of|whenever|provided|provided that|assuming|supposing|unless";
    let list = Phrases::of(LIST).unwrap();
    for entry in LIST.split('|') {
        assert!(list.has(entry), "{entry}");
    }
    for other in ["", "soon", "as soon", "in", "case", "whenever ", "provided|provided that"] {
        assert!(!list.has(other), "{other}");
    }
    assert_eq!(list.beginning("in"), ["in case", "in case of"]);
    assert!(Phrases::of("a|b").is_none());
}

#[test]
fn forms_of_one_word_are_that_word() {
    for forms in [
        "lapte laptele laptelui",
        "paine painea",
        "paine paini",
        "sedinta sedintei",
        "sedinta sedinte",
        "sedinta sedintele",
        "raport raportul raportului rapoarte",
        "rapoarte rapoartele rapoartelor",
        "factura facturii",
        "factura facturile",
        "floare flori",
        "floare florile",
        "ceai ceaiul",
        "cafea cafeaua",
        "bericht berichts",
        "bericht berichtes",
        "bericht berichte",
        "bericht berichten",
        "kind kindern",
        "rechnung rechnungen",
        "arztin arztinnen",
        "tee tees",
        "informe informes",
        "reunion reuniones",
        "lapiz lapices",
        "pan panes",
        "rapport rapports",
        "journal journaux",
        "gateau gateaux",
        "party parties",
        "tea teas",
    ] {
        let (first, others) = forms.split_once(' ').unwrap();
        for other in others.split(' ') {
            assert!(same(first, other) && same(other, first), "{first} {other}");
        }
    }
    for others in ["pan pain", "brot brei", "marta markt", "car carton", "oma opa", "kunde kuchen", "tom tomate"] {
        let (a, b) = others.split_once(' ').unwrap();
        assert!(!same(a, b) && !same(b, a), "{others}");
    }
}

#[test]
fn a_text_that_is_longer_than_a_phrase_is_none() {
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "UTC");
    let apart = |blanks: usize| phrase(&format!("next{}friday", " ".repeat(blanks)), &clock).date;
    assert!(apart(900).is_some());
    assert_eq!(apart(1_000), None);
}
