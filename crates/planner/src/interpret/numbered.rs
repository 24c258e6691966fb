//! Todos by their numbers: "#5", "tasks 1 and 3", and titles that are nothing but a number.

use super::chosen;
use super::lexicon::one_of;
use super::resolve::{Targets, span_of, which};
use super::run::{Ask, Ref, Run, Said};
use super::target::{self, Want};
use super::text::{Clause, fold};
use countersign_core::ids::TodoId;
use countersign_core::todos::{normal_title, words};

/// Nouns that may stand before a number.
const NUMBERED: &str = "task|todo|item|number|no|nr|tasks|todos|items|numbers|id|ids|to-do";

/// Whether a text says no more than that a number of a todo follows.
pub(super) fn is_noun(text: &str) -> bool {
    words(text).iter().all(|w| one_of(w, NUMBERED) || one_of(w, "the|my|both|all"))
}

/// "5 todos" says how many, "todos 5 and 7" and "#5" say which.
fn counted(c: &Clause) -> bool {
    let noun = |i: usize| one_of(c.word(i), NUMBERED);
    let number = (0..c.len()).find(|i| c.word(*i).trim_start_matches('#').bytes().all(|b| b.is_ascii_digit()));
    !c.toks.iter().any(|t| t.fold.starts_with('#'))
        && number.is_some_and(|first| !(0..first).any(noun) && (first + 1..c.len()).any(noun))
}

/// Between the first and the last of a row of numbers.
const RANGE: &str = "to|until|till|til|through|thru|-|–|—";

/// Joins one number to the next, in more than one word or as no list does.
const JOINED: &str = "then|and then|also|and also|along with|and along with|together with|as well as|followed by|next|and next|\
    after that|and after that|and finally|finally|and lastly";

/// Words beside a number or a title in quotation marks that say nothing more of the todo.
const BESIDE: &str = "the|my|our|a|an|task|todo|to-do|item|reminder|one|it|that|this|please|pls|now|right|on|in|of|off|from|to|est|list|for|me|\
    at|all|away|too|also|as|well|again|completely|entirely|altogether|just|already|back|everything|called|named|titled|number|and|both|\
    done|finished|completed|complete|is|was|has|been|with|date|day|first|thanks";

/// Most todos that a row of numbers may hold.
const MOST_IN_A_ROW: i64 = 100;

/// Both ends of a row that is one word: "11-13", "#11-#13".
fn row(word: &str) -> Option<(i64, i64)> {
    let number = |text: &str| text.strip_prefix('#').unwrap_or(text).parse().ok().filter(|n: &i64| *n > 0);
    let (from, to) = word.split_once(['-', '–', '—'])?;
    let (from, to) = (number(from)?, number(to)?);
    (from < to && to - from <= MOST_IN_A_ROW).then_some((from, to))
}

/// The number with its sign at a word.
fn number_at(c: &Clause, i: usize) -> Option<i64> {
    c.word(i).strip_prefix('#')?.parse().ok()
}

impl Run<'_> {
    /// The numbers that "to" or a dash in front of word `i` stands for, without both ends.
    fn between(&self, c: &Clause, i: usize, from: Option<TodoId>) -> Option<Vec<TodoId>> {
        let (from, to) = (from?.0, number_at(c, i)?);
        let before = c.toks.get(i.checked_sub(1)?)?;
        let gap = c.text.get(before.end..c.toks.get(i)?.start)?;
        let ranged = one_of(c.word(i - 1), RANGE) || gap.contains(['-', '–', '—']);
        (ranged && from < to && to - from <= MOST_IN_A_ROW).then(|| (from + 1..to).map(TodoId).collect())
    }

    /// Whether a text is nothing but numbers of todos that there are: "1, 3 and 14".
    pub(super) fn are_numbers(&self, text: &str) -> bool {
        let said = words(text);
        let there = |w: &String| w.parse().is_ok_and(|n| self.todo(TodoId(n)).is_some());
        said.iter().any(there) && said.iter().all(|w| w == "and" || there(w))
    }

    /// Todos whose title is nothing but such a number ("task number 3", "Item 3"): those whose whole
    /// title was said, else all.
    fn titled(&self, clause: &Clause, number: TodoId, want: Want) -> (bool, Vec<TodoId>) {
        let said = normal_title(clause.text.trim_start_matches("the "));
        let plain = number.to_string();
        let mut ids: Vec<TodoId> = self
            .todos
            .with_word(&plain)
            .filter(|id| {
                self.todo(*id).is_some_and(|t| words(&t.title).iter().all(|w| *w == plain || one_of(w, NUMBERED)))
            })
            .collect();
        let fits: Vec<TodoId> = ids.iter().copied().filter(|id| self.todo(*id).is_some_and(|t| want.fits(t))).collect();
        if !fits.is_empty() {
            ids = fits;
        }
        let whole: Vec<TodoId> =
            ids.iter().copied().filter(|id| self.todo(*id).is_some_and(|t| normal_title(&t.title) == said)).collect();
        if whole.is_empty() { (false, ids) } else { (true, whole) }
    }

    /// A number without its sign may also be a title's: the whole title wins, else both are offered.
    fn by_title_number(&mut self, clause: &Clause, number: TodoId, want: Want) -> Said<Option<Targets>> {
        let (whole, mut ids) = self.titled(clause, number, want);
        if ids.is_empty() {
            return Ok(None);
        }
        if !whole && self.todo(number).is_some() && !ids.contains(&number) {
            ids.push(number);
        }
        if let [one] = ids.as_slice() {
            return Ok(Some(Targets { refs: vec![Ref::Todo(*one)], ..Targets::default() }));
        }
        match self.chosen() {
            Some(chosen) => Ok(Some(chosen)),
            None => Err(which(self, format!("Which one do you mean by “{}”?", clause.text), &ids)),
        }
    }

    /// Whether the words from `from` on that are in no quotation marks only name the todo again, or a date.
    pub(super) fn says_no_more(&self, c: &Clause, from: usize, id: TodoId) -> bool {
        let Some(todo) = self.todo(id) else { return false };
        let mut own: Vec<String> = words(&fold(&todo.title));
        own.extend(todo.labels.iter().flat_map(|label| words(&fold(label))));
        // "#4 wed": the number is none of the day's. "#4 from 25": its own day.
        let dated = |i: usize| {
            c.found.iter().any(|f| c.toks_of(&f.span).contains(&i))
                || chosen::day(c.word(i), self.clock).is_some()
                || matches!(c.word(i.wrapping_sub(1)), "from" | "to")
                    && todo.scheduled_for.is_some_and(|day| c.word(i).parse() == Ok(day.day()))
        };
        let titled = |word: &str| {
            let word = word.strip_suffix("'s").unwrap_or(word);
            words(word).iter().all(|w| own.contains(w) || target::inflections(w).iter().any(|form| own.contains(form)))
        };
        (from..c.len()).all(|i| {
            c.toks.get(i).is_some_and(|t| t.quoted) || one_of(c.word(i), BESIDE) || dated(i) || titled(c.word(i))
        })
    }

    /// The todos meant by "#5", "task 3 and 4": by their own numbers, or by titles that are such a number.
    pub(super) fn by_number(&mut self, clause: &Clause, want: Want) -> Said<Option<Targets>> {
        let mut ids = Vec::new();
        let mut sign = false;
        let mut read = 0;
        for (i, t) in clause.toks.iter().enumerate() {
            if i < read {
                continue;
            }
            // "#6 along with #7"
            if let Some(next) =
                clause.any(i, JOINED).filter(|next| !ids.is_empty() && number_at(clause, *next).is_some())
            {
                read = next;
                continue;
            }
            // "#1 to #3": those between are meant too.
            if let Some(between) = self.between(clause, i, ids.last().copied()) {
                ids.extend(between);
            }
            let is_title = || !target::same_title(self.todos, &clause.text).is_empty();
            if let Some((from, to)) = row(&t.fold).filter(|_| !is_title()) {
                sign |= t.fold.starts_with('#');
                ids.extend((from..=to).map(TodoId));
                continue;
            }
            let digits = t.fold.strip_prefix('#').unwrap_or(&t.fold);
            if let Ok(n) = digits.parse::<i64>()
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit())
            {
                sign |= t.fold.starts_with('#');
                ids.push(TodoId(n));
            } else if one_of(&t.fold, NUMBERED) {
                sign = true;
            } else if one_of(&t.fold, RANGE) && !ids.is_empty() && number_at(clause, i + 1).is_some() {
            } else if !one_of(&t.fold, "and|&|the|or|with|my|plus") {
                // "#5 the report" names it twice.
                if ids.len() == 1 && sign && clause.toks.first().is_some_and(|t| t.fold.starts_with('#')) {
                    let there = ids.iter().all(|id| self.todo(*id).is_some());
                    if there && !ids.iter().all(|id| self.says_no_more(clause, i, *id)) {
                        return self.settle(target::Match::Weak(ids), &clause.text).map(Some);
                    }
                    break;
                }
                return Ok(None);
            }
        }
        if ids.is_empty() {
            return Ok(None);
        }
        if counted(clause) {
            let whole = target::same_title(self.todos, &clause.text);
            return match (whole.as_slice(), self.chosen()) {
                (_, Some(chosen)) => Ok(Some(chosen)),
                ([one], None) => Ok(Some(Targets { refs: vec![Ref::Todo(*one)], ..Targets::default() })),
                _ => Err(Ask::plain(format!("Which ones do you mean by “{}”?", clause.text.trim()))),
            };
        }
        if !sign && let Some(placed) = self.numbers_of_list(&ids) {
            return placed.map(Some);
        }
        if !clause.toks.iter().any(|t| t.fold.starts_with('#')) {
            match ids.as_slice() {
                [number] => {
                    if let Some(targets) = self.by_title_number(clause, *number, want)? {
                        return Ok(Some(targets));
                    }
                }
                // "tasks 1 and 3": each may be one or the other.
                _ if ids.iter().any(|n| self.titled(clause, *n, want).1.iter().any(|id| id != n)) => {
                    let mut both = ids.clone();
                    both.extend(ids.iter().flat_map(|n| self.titled(clause, *n, want).1));
                    both.retain(|id| self.todo(*id).is_some());
                    both.sort_unstable();
                    both.dedup();
                    return match self.chosen() {
                        Some(chosen) => Ok(Some(chosen)),
                        None => Err(which(self, "Which ones do you mean, by number or by title?".to_owned(), &both)),
                    };
                }
                _ => {}
            }
        }
        if let Some(missing) = ids.iter().find(|id| self.todo(**id).is_none()) {
            // A bare number may be part of a title.
            if !sign && ids.len() == 1 && self.todos.count_word(&missing.to_string()) > 0 {
                return Ok(None);
            }
            let missing = *missing;
            self.warn("id_not_found");
            return Err(Ask::plain(format!("There is no todo #{missing}. Which one do you mean?")));
        }
        // "#4 or #3" is one of them.
        if ids.len() > 1 && clause.toks.iter().any(|t| t.fold == "or") {
            return match self.chosen() {
                Some(chosen) => Ok(Some(chosen)),
                None => Err(which(self, format!("Which one do you mean by “{}”?", clause.text.trim()), &ids)),
            };
        }
        // "#6 from wednesday": one day of a series.
        let repeats = ids.iter().all(|id| self.todo(*id).is_some_and(|t| t.recurrence.is_repeating()));
        let span = clause.found.first().filter(|_| repeats).and_then(|f| span_of(f, &clause.text));
        Ok(Some(Targets { refs: ids.into_iter().map(Ref::Todo).collect(), span, ..Targets::default() }))
    }
}
