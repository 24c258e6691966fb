//! How much is looked at in one judgement. Beyond the text itself: what a word may mean, and what may be a command
//! among the words; whoever signs is told when it was not enough. And altogether: a text that asks for more work than
//! any that a person reads is refused, so that nobody waits for its judgement.

use std::cell::Cell;

/// So many bytes of guesses are looked at: values of variables, words that may begin a command.
const GUESSES: usize = 192 * 1024;
/// So many bytes of texts inside texts are looked at: `sh -c "sh -c …"`.
const TEXTS: usize = 1024 * 1024;
/// So much work is done altogether, in bytes of words that are looked at.
const WORK: usize = 512 * 1024;
/// What a command costs, whatever its words are.
const COMMAND: usize = 192;
/// What one costs besides of which nothing is known but what it must never do, and each of its words and options.
const UNLISTED: usize = 768;
const WORD: usize = 64;
const OPTION: usize = 480;
/// What an address costs.
const ADDRESS: usize = 320;
/// What a path costs, and each of its parts.
const PATH: usize = 32;
const PART: usize = 24;
/// So much more does one that is a pattern: it is compared with every name that holds secrets.
const PATTERN: usize = 8;
/// What it costs to begin, in bytes.
const BEGINS: usize = 48;

/// What is left, in bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    guesses: Cell<usize>,
    texts: Cell<usize>,
    work: Cell<usize>,
    spent: Cell<bool>,
    over: Cell<bool>,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self {
            guesses: Cell::new(GUESSES),
            texts: Cell::new(TEXTS),
            work: Cell::new(WORK),
            spent: Cell::new(false),
            over: Cell::new(false),
        }
    }

    /// Whether one more command is judged; if so it is paid for.
    pub(crate) fn command(&self, words: usize) -> bool {
        self.work(COMMAND + words * PATH)
    }

    /// The same of what is not on the list.
    pub(crate) fn unlisted(&self, argv: &[String]) -> bool {
        let options = argv.iter().filter(|word| word.starts_with('-')).count();
        self.work(UNLISTED + (argv.len() - options) * WORD + options * OPTION)
    }

    /// Whether it is looked whose an address is; if so it is paid for.
    pub(crate) fn address(&self) -> bool {
        self.work(ADDRESS)
    }

    /// Whether it is looked where one more path leads that has so many parts; if so it is paid for.
    pub(crate) fn path(&self, word: &str, above: usize) -> bool {
        let parts = above + word.bytes().filter(|byte| *byte == b'/').count();
        let pattern = word.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'{'));
        self.work(PATH + (word.len() + parts * PART) * if pattern { PATTERN } else { 1 })
    }

    /// Nothing more is done: what there is, is too much.
    pub(crate) fn exceed(&self) {
        self.over.set(true);
    }

    /// Whether there was more to do than is done for any text: then its judgement is none.
    pub(crate) fn is_over(&self) -> bool {
        self.over.get()
    }

    fn work(&self, bytes: usize) -> bool {
        match self.work.get().checked_sub(bytes) {
            Some(rest) => self.work.set(rest),
            None => self.over.set(true),
        }
        !self.over.get()
    }

    /// Whether a guess of so many bytes may still be looked at; if so it is paid for.
    pub(crate) fn guess(&self, bytes: usize) -> bool {
        self.pay(&self.guesses, bytes)
    }

    /// Whether a text inside the text may still be looked at; if so it is paid for.
    pub(crate) fn text(&self, bytes: usize) -> bool {
        self.pay(&self.texts, bytes)
    }

    /// Whether something was not looked at.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// So many bytes were looked at beyond the text.
    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        GUESSES - self.guesses.get() + TEXTS - self.texts.get()
    }

    fn pay(&self, left: &Cell<usize>, bytes: usize) -> bool {
        match left.get().checked_sub(BEGINS + bytes) {
            Some(rest) => left.set(rest),
            None => self.spent.set(true),
        }
        !self.spent.get()
    }
}

#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::within;
    use crate::verdict::Setting;
    use std::rc::Rc;

    fn used(text: &str) -> (usize, bool) {
        let budget = Rc::new(Budget::new());
        within(text, &Setting { sandbox: true, ..Setting::default() }, &budget);
        (budget.used(), budget.is_spent())
    }

    #[test]
    fn no_case_of_the_table_needs_more_than_there_is() {
        let cases = [
            include_str!("../tests/cases/carried.txt"),
            include_str!("../tests/cases/fed.txt"),
            include_str!("../tests/cases/never.txt"),
            include_str!("../tests/cases/prompt.txt"),
        ];
        for case in cases.iter().flat_map(|cases| cases.lines()) {
            assert!(!used(case).1, "{case}");
            assert!(worked(case) <= WORK / 4, "{case}");
        }
    }

    fn worked(text: &str) -> usize {
        let budget = Rc::new(Budget::new());
        let judged = within(text, &Setting { sandbox: true, ..Setting::default() }, &budget);
        if budget.is_over() {
            assert_eq!(judged.verdict, crate::Verdict::Never, "{text}");
            assert_eq!(judged.reason, "there is more in it than can be judged.");
            return usize::MAX;
        }
        WORK - budget.work.get()
    }

    #[test]
    fn what_people_sign_is_judged() {
        let files: String = (0..400).map(|n| format!(" src/part_{n}.rs")).collect();
        let lines: String =
            (0..150).map(|n| format!("mkdir -p build/part{n} && cp src/{n}.c build/part{n}/\n")).collect();
        let written: String = (0..500).map(|n| format!("line {n} of what is written\n")).collect();
        let insert = "INSERT INTO users (id, name) VALUES (7, 'Ann; a/b.txt');\n";
        for text in [
            format!("git add{files}"),
            format!("cat{files}"),
            format!("black{files}"),
            lines,
            format!("cat > a.txt <<'E'\n{written}E\n"),
            format!("python3 - <<'E'\n{}E\n", "print(open('a/b.txt').read())\n".repeat(400)),
            format!("sqlite3 app.db <<'E'\n{}E\n", insert.repeat(220)),
            format!("psql mydb <<SQL\nBEGIN;\n{}COMMIT;\nSQL\n", insert.repeat(220)),
            format!("mysql app <<'E'\nINSERT INTO t VALUES\n{}(0, 'z');\nE\n", "(1, 'a/b.txt', NULL),\n".repeat(600)),
            format!("duckdb a.db <<'E'\n{}E\n", insert.repeat(220)),
            format!("docker exec -i db psql <<'E'\n{}E\n", insert.repeat(220)),
            format!("psql db -c \"{}\"", insert.repeat(100)),
            format!("curl -d '{}' https://e.com", "{\"a\":[1-2,{\"b\":\"c/d\"}]},".repeat(400)),
            format!("curl --json '{}' https://e.com", "{\"a\":[1-2,{\"b\":\"cd\"}]},".repeat(650)),
        ] {
            assert!(text.len() <= 16 * 1024 && worked(&text) <= WORK, "{}", &text[..40]);
        }
    }

    #[test]
    fn what_asks_for_more_work_than_that_is_refused_before_it_is_done() {
        for text in [
            "cd a;".repeat(3_200),
            format!("rm -rf {}", "{/,".repeat(5_000)),
            format!("cat {}", "$a/".repeat(5_000)),
            format!("rm -rf {}x{}", "{/,".repeat(2_000), "}".repeat(2_000)),
            format!("rm -rf {}", "{/,/}".repeat(3_000)),
            "ls;".repeat(5_000),
            "ls>a;".repeat(3_200),
            (0..3_000).map(|n| format!("a{n};")).collect(),
            format!("x {}", "-abcdefg ".repeat(1_800)),
            "v=$v;".repeat(3_200),
            "ls\n".repeat(30_000),
        ] {
            assert_eq!(worked(&text), usize::MAX, "{}", &text[..10]);
        }
    }

    #[test]
    fn the_grammar_reads_no_text_over_and_over() {
        assert!(crate::tree::parse(&"ls -l a;\n".repeat(1_000)).is_some());
        assert!(crate::tree::parse(&format!("cat <<E\n{}E\n", "a b c\n".repeat(2_000))).is_some());
        assert!(crate::tree::parse(&"case a in a)ls;;esac;".repeat(760)).is_none());
    }

    #[test]
    fn a_substitution_in_a_substitution_is_looked_at_once() {
        let nested = |n: usize| "$(echo ".repeat(n) + "x" + &")".repeat(n);
        for n in [1, 24, 200] {
            assert_eq!(used(&nested(n)), (0, false), "{n}");
        }
    }

    #[test]
    fn what_stands_too_deep_to_be_looked_at_is_refused() {
        for n in [1, 7, 30, 60, 400, 4_000] {
            let text = "$(".repeat(n) + "rm -rf /" + &")".repeat(n);
            let judged = crate::judge(&text, &Setting { sandbox: true, ..Setting::default() });
            assert_eq!(judged.verdict, crate::Verdict::Never, "{n}: {}", judged.reason);
        }
    }

    #[test]
    fn a_value_that_doubles_is_given_up_and_the_rest_is_not_guessed() {
        let doubled = |n: usize| {
            let more: String = (1..=n).map(|at| format!("v{at}=$v{}$v{}; ", at - 1, at - 1)).collect();
            format!("v0=abcdefgh; {more}echo $v{n}")
        };
        let (few, many) = (used(&doubled(28)).0, used(&doubled(56)).0);
        assert!(few < 64 * 1024, "{few}");
        assert!(many < 4 * few, "{few} {many}");
    }

    #[test]
    fn words_that_may_begin_a_command_are_paid_for_until_nothing_is_left() {
        let text = "npx ".repeat(16) + &"'a b' ".repeat(2_500);
        let (used, spent) = used(&text);
        assert!(spent && used <= GUESSES + TEXTS, "{used}");
    }
}
