//! The labels said of a set: "labelled work", "tagged work or home", "with the label work".

use super::super::lexicon::one_of;
use super::super::run::Run;
use super::super::text::Clause;
use super::{Filter, TODOS};

/// What a label follows.
pub(in crate::interpret) const LABELLED: &str = "labelled with|labeled with|tagged with|labelled as|labeled as|tagged as|labelled|labeled|tagged|\
    with the labels|with the label|with the tags|with the tag|with labels|with label|with tags|with tag|under the label|\
    that have the label|that has the label|having the label";

/// "labelled work", "tagged work or home", "with the label work": what stands there is a label, whatever else it could
/// be. One that nobody has is not known.
pub(super) fn labels_of(c: &mut Clause, run: &Run<'_>, f: &mut Filter) {
    for i in 0..c.len() {
        let Some(begin) = c.any(i, LABELLED) else { continue };
        let begin = if c.word(begin) == "both" { begin + 1 } else { begin };
        let (mut at, mut either) = (begin, false);
        while let Some(tok) = c.toks.get(at) {
            let tag = tok.fold.trim_start_matches(['#', '@']).trim_end_matches("'s").to_owned();
            let joined = at > begin && one_of(c.word(at - 1), "and|or|&");
            let known = run.is_label(&tag) || tok.quoted || tok.fold.starts_with('#');
            // "tagged tasks" have some label.
            if at == begin && !known && one_of(&tag, TODOS) && !(0..i).any(|k| one_of(c.word(k), TODOS)) {
                f.labelled = true;
                break;
            }
            if !known && joined {
                at -= 1;
                break;
            }
            if known {
                f.labels.push(tag)
            } else {
                f.unknown.push(tag)
            }
            at += 1;
            if !known || !one_of(c.word(at), "and|or|&") {
                break;
            }
            either |= c.word(at) == "or";
            at += 1;
        }
        f.any_label |= either;
        if at > begin {
            let end = if one_of(c.word(at), "label|labels|tag|tags") { at + 1 } else { at };
            c.take(i..end, "labels");
        } else if f.labelled {
            c.take(i..begin, "labels");
        }
    }
}
