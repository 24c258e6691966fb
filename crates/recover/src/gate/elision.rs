//! Whether a body leaves something out: "… rest unchanged …". A line counts only if it says nothing
//! else; `...` as a statement, spread operators and comments about a rest are content.

use regex::Regex;
use std::sync::LazyLock;

/// The comment signs around a line's text.
const OPENERS: &[&str] =
    &["<!--", "{/*", "/*", "///", "//", "--[[", "--", "#", ";;", ";", "%", "*", "\"\"\"", "'''", "REM "];
const CLOSERS: &[&str] = &["-->", "*/}", "*/", "]]", "\"\"\"", "'''"];

/// What an elision says, without its dots and brackets.
static PHRASE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let thing = "(?:the )?(?:(?:entire |whole |current |original |previous |existing |your |same )?(?:file|code|function|functions|class|classes|implementation|content|contents|document|method|methods|module|body|text|section|sections|lines?|imports?|script|page|component|config(?:uration)?|tests?|logic|styles?|rules|entries|items|html|css|output|data|fields?|props|properties))";
    let state = "(?:(?:is|are|remains?|stays?|was|were|goes|continues?|kept|left)? ?(?:unchanged|the same|same as (?:before|above)|as (?:before|is|above)|omitted(?: for brevity)?|truncated|here|untouched|unmodified|not shown|snipped|identical|below|follows|above))";
    let rest = "(?:the )?(?:rest|remainder|remaining|other|others|everything else|all other|all the other|previous|existing|unchanged|same|original|more|keep(?: the)?(?: rest| existing)?|keep)";
    let pattern = format!(
        "^(?:(?:{rest})(?: of)?(?: {thing})?(?: {thing})?(?: {state})?|{thing} {state}|{state}|\\d+ (?:more |other )?(?:unchanged |similar |omitted )?(?:lines?|characters|chars|bytes|items|entries)(?: {state})?|snip(?:ped)?|truncated|omitted|unchanged|omitted for brevity|no changes?(?: here| below| above)?|output truncated|content truncated|abbreviated|etc|and so on|continued?|continues)$"
    );
    Regex::new(&pattern).ok()
});

/// What a line says that leaves something out by its form alone: what is left stays as it is; so many lines are left
/// out; it is cut here. Each with whether only dots or brackets beside it, or a comment too, make it one.
static LEFT_OUT: LazyLock<Vec<(Regex, bool)>> = LazyLock::new(|| {
    let noun = r"(?: [a-z_'-]+){0,3}";
    let state = r"(?:unchanged|the same(?: as before)?|same as (?:before|above|(?:in )?(?:the )?(?:original|previous|earlier)(?: (?:file|code|version))?)|as (?:before|is|above|it was)|omitted(?: for brevity)?|truncated|untouched|unmodified|unaltered|not (?:shown|changed)|hidden|snipped|skipped|elided|removed for brevity|left out|go(?:es)? here|do(?:es)? not change|doesn't change|don't change)";
    let verb = r"(?:(?:is|are|remains?|stays?|was|were|kept|left|have been|has been|continues?)(?: exactly)? )?";
    let unit = r"(?:lines?|rows?|characters|chars|bytes|kb|items|entries|functions?|methods|tests?|statements|records|elements|sections?|paragraphs?|pages|files|rules|tokens|words|cases|fields|columns|imports|cells)";
    let count = r"(?:\d[\d.,]*|several|many|some|a few|about \d+)";
    let more = r"(?:(?:more|other|additional|further|remaining|identical|similar|unchanged|the) )*";
    let cut = r"(?:truncated|omitted|snipped|skipped|elided|hidden|cut(?: off| here)?|left out)";
    let forms = [
        (
            format!(
                r"(?:all |the |all the |any )?(?:others?|remaining|rest|remainder)(?: of)?(?: the| your| this)?{noun} {verb}{state}(?: here| above| below| now)?"
            ),
            true,
        ),
        (
            format!(
                r"(?:all |the )?(?:existing|previous|original)(?: of the)?{noun} {verb}{state}(?: here| above| below)?"
            ),
            false,
        ),
        (format!(r"(?:and )?(?:the )?{more}{count} {more}{unit}(?: of [a-z]+)?(?: {verb}(?:{state}|{cut}))"), true),
        (format!(r"(?:and )?(?:the )?{more}{count} {more}{unit}(?: of [a-z]+)?"), false),
        (format!(r"{cut}[,:;]? (?:{more}{count} )?{more}(?:{unit})?(?: (?:{cut}|left|remaining|more))?"), false),
        (
            format!(r"(?:code|content|text|file|output|lines?) (?:is |was |has been )?{cut}(?: here| for brevity)?"),
            true,
        ),
        (r"snip(?:ped)?(?: here)?|snip snap|8<|>8".to_owned(), true),
        // What somebody else is to put there.
        (
            format!(
                r"(?:todo:? )?(?:add|put|insert|include|paste|copy|keep) (?:in )?(?:the )?(?:rest|remainder|existing|original)(?: of)?(?: the| your)? (?:code|file|content|contents|implementation|functions|methods)(?: {state})?(?: here| below| above)?"
            ),
            true,
        ),
        (r"no (?:other |further |more )?changes? (?:below|above|after|beyond|past|from)(?: this)?(?: line| point| here)".to_owned(), true),
        (format!(r"(?:the |your |my )?{THERE}{CODE}(?: goes| go| stays?)? here"), true),
        (state.to_owned(), false),
    ];
    let form = |(form, comment): (String, bool)| Some((Regex::new(&format!("^(?:{form})$")).ok()?, comment));
    forms.into_iter().filter_map(form).collect()
});

/// That something is there already.
const THERE: &str = r"(?:existing|previous|original|current|remaining|other|rest of(?: the| your)?)";

/// What a file is made of.
const CODE: &str = r"(?: [a-z_'-]+){0,2} (?:implementations?|code|imports?|functions?|methods?|contents?|logic|tests?|styles|rules|config(?:uration)?|definitions?|class(?:es)?|body|markup|html|css|fields|props|routes|handlers|lines|components?|file|text|statements)";

/// A comment that names what is there, and says nothing of it.
static NAMED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("^(?:the |your |my )?{THERE}{CODE}$")).ok());

/// Whether all of a body is a comment that names what is there: `{/* existing imports */}`.
fn is_named_alone(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else { return false };
    let Some(said) = OPENERS.iter().find_map(|open| line.strip_prefix(open)) else { return false };
    let said = CLOSERS.iter().find_map(|close| said.strip_suffix(close)).unwrap_or(said).trim().to_lowercase();
    NAMED.as_ref().is_some_and(|named| named.is_match(&said))
}

/// What stands behind dots in a comment and is of what the dots stand for: `... other statements`.
static MORE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:and )?(?:all |the )*(?:other|others|more|remaining|existing|previous|additional|further|similar|rest of(?: the)?)(?: [a-z_'-]+){1,3}$").ok()
});

/// That something stays as it is, in the other languages of the product.
const STAYS: &str = r"(?:(?:bleibt|bleiben|ist|sind|est|sont|reste|restent|demeure|es|queda|permanece|se mantiene|rămâne|rămân|este|sunt) )?(?:unverändert|gleich|wie (?:bisher|oben|vorher|zuvor|es war|gehabt)|ausgelassen|weggelassen|inchangée?s?|identiques?|omise?s?|comme (?:avant|ci-dessus)|sans (?:changements?|modifications?)|sin (?:cambios|modificar|modificaciones)|igual(?: que antes)?|como (?:antes|estaba)|omitid[oa]s?|neschimbat[ăei]?|nemodificat[ăei]?|fără (?:schimbări|modificări)|la fel(?: ca înainte)?|omis[ăe]?|ca înainte)";

/// The same in the other languages of the product: what is left, and that it stays as it is.
static ELSEWHERE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let left = [
        r"(?:der |die |das )?(?:rest|übrige[nrs]?|restliche[nrs]?|bestehende[nrs]?|vorhandene[nrs]?)(?: (?:des|der|vom|von) \S+| \S+)?",
        r"(?:le |la |les )?(?:reste|suite|autres|code existant|contenu existant)(?: (?:du|de la|des|de) \S+| \S+)?",
        r"(?:el |la |los |las )?(?:resto|demás|código existente|contenido existente)(?: (?:del|de la|de los|de las|de) \S+| \S+)?",
        r"(?:restul|celelalte|codul existent|conținutul existent)(?: \S+)?",
        // All of it stays, and where.
        r"(?:hier |ab hier |sonst |ansonsten )?(?:bleibt |ist )?(?:hier |sonst )?alles(?: (?:andere|weitere|sonst))?",
        r"(?:ici |ensuite )?tout(?: le reste)?",
        r"(?:aquí )?todo(?: lo demás)?",
        r"(?:aici )?totul",
    ];
    let left = left.join("|");
    Regex::new(&format!("^(?:(?:{left})(?: {STAYS})?|{STAYS})$")).ok()
});

/// What stands behind dots in a comment there: `... weitere Funktionen wie bisher`, `... code existant`.
static MORE_ELSEWHERE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let more = r"(?:und )?(?:alle )?(?:weitere|andere|bisherige|sonstige)[nrs]? \S+|(?:et )?(?:les |d['’])?autres \S+|\S+ (?:existant|restant)e?s?|(?:y )?(?:los |las )?(?:otr[oa]s|demás) \S+|\S+ (?:existente|restante)s?|(?:și )?(?:alte|alți|celelalte) \S+|\S+ (?:existent|rămas)[ăei]?";
    Regex::new(&format!("^(?:{more})(?: {STAYS})?$")).ok()
});

/// Whether a text is nothing but dots, which stand for all of it.
fn is_dots(text: &str) -> bool {
    let text = text.trim();
    text == "…" || text.strip_prefix("...").is_some_and(|rest| rest.bytes().all(|b| b == b'.'))
}

/// Whether the string of a body field leaves something out.
pub(super) fn is_elided(text: &str, body: &str) -> bool {
    if is_dots(text) || (body != "command" && is_named_alone(text)) {
        return true;
    }
    let diff = matches!(body, "diff" | "patch");
    // Most lines have neither dots nor one of the words.
    let mut above = None;
    let mut dots = false;
    text.lines().filter(|line| line.len() < 200).any(|line| {
        let said = Some(line).filter(|line| !line.trim().is_empty());
        // Between what is said a line of dots alone stands for what is left out.
        if body != "command" && said.is_some_and(|said| !said.starts_with("---")) && std::mem::take(&mut dots) {
            return true;
        }
        if said.is_some() {
            dots = above.is_some_and(|above| stands_for_lines(line, above));
        }
        above = said.or(above);
        let line = match (diff, line.as_bytes().first()) {
            (true, Some(b'+' | b' ')) if matches!(line[1..].trim_end(), "..." | "…") || line.trim() == "…" => {
                return true;
            }
            (true, Some(b'+' | b' ')) => &line[1..],
            (true, _) => return false,
            (false, _) => line,
        };
        line_elides(line, body == "command")
    }) || cut_note_at_end(text)
}

/// A line of dots alone; not where it is the body of what the line above opens, as in Python.
fn stands_for_lines(line: &str, above: &str) -> bool {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let opened = above.trim_end().ends_with(':') && depth(above) < depth(line);
    let session = above.trim_start().starts_with(">>>") || above.trim_start().starts_with("... ");
    matches!(line.trim(), "..." | "…") && !opened && !session
}

fn line_elides(line: &str, command: bool) -> bool {
    let mut said = line.trim();
    if said.is_empty() || is_spread(said) {
        return false;
    }
    // `/* existing code */ ...`
    let closed = said.trim_end_matches(['.', '…', ' ']);
    let behind = closed.len() < said.len() && CLOSERS.iter().any(|c| closed.ends_with(c));
    if behind {
        said = closed;
    }
    let mut comment = false;
    if let Some(rest) = OPENERS.iter().find_map(|o| said.strip_prefix(o)) {
        comment = true;
        said = rest.trim_start_matches(['/', '#', '*', '-', ';', '!']).trim();
    }
    if let Some(rest) = CLOSERS.iter().find_map(|c| said.strip_suffix(c)) {
        said = rest.trim();
    }
    let (inner, dots, brackets) = bare(said);
    let dots = dots || behind;
    if inner.is_empty() {
        // `// ...`: an elision where it is a comment, a statement or a table where it is not.
        return comment && dots && !brackets && !command;
    }
    if !(comment || dots || brackets) {
        return false;
    }
    let lower = inner.to_lowercase();
    // `... existing methods (getUser, setUser) ...`
    let named = lower.strip_suffix(')').filter(|_| dots).and_then(|lower| lower.rsplit_once(" ("));
    let lower = named.map_or(lower.as_str(), |(lower, _)| lower);
    if ELSEWHERE.as_ref().is_some_and(|phrase| phrase.is_match(lower)) {
        // Without dots or brackets it has to say that something stays, in so many words.
        let stays = [
            "unverändert",
            "weggelassen",
            "alles wie",
            "inchang",
            "sans changement",
            "sans modif",
            "sin cambios",
            "sin modif",
            "neschimbat",
            "nemodificat",
        ];
        return dots || brackets || (lower.contains(' ') && stays.iter().any(|w| lower.contains(w)));
    }
    let marked = dots || (brackets && !is_plain_list(lower));
    let form = LEFT_OUT.iter().find(|(form, _)| form.is_match(lower));
    if form.is_some_and(|(_, also_in_a_comment)| marked || (comment && *also_in_a_comment)) {
        return true;
    }
    let more = [&MORE, &MORE_ELSEWHERE];
    if comment && dots && more.iter().any(|more| more.as_ref().is_some_and(|more| more.is_match(lower))) {
        return true;
    }
    let Some(phrase) = PHRASE.as_ref() else { return false };
    if !phrase.is_match(lower) {
        return false;
    }
    // Without dots or brackets a comment of one word is a comment: "# existing", "// more".
    dots || (brackets && !is_plain_list(lower)) || (comment && lower.contains(' ') && says_rest(lower))
}

/// `...rest`, `{...rest}`: a name directly behind three dots, and nothing else, is code.
fn is_spread(line: &str) -> bool {
    let inner = [("{", "}"), ("[", "]"), ("(", ")")].into_iter().find_map(|(open, close)| {
        line.trim_end_matches(',').strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
    });
    let name = inner.unwrap_or(line).trim().strip_prefix("...").unwrap_or_default().trim_end_matches([',', ';']);
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '$'));
    let state = ["unchanged", "omitted", "truncated", "snip", "snipped", "etc", "continued", "more"];
    first && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$')) && !state.contains(&name)
}

/// `[more]` or `(etc)` may be anything.
fn is_plain_list(lower: &str) -> bool {
    matches!(
        lower,
        "more"
            | "other"
            | "others"
            | "etc"
            | "same"
            | "previous"
            | "original"
            | "existing"
            | "keep"
            | "rest"
            | "here"
            | "continue"
            | "and so on"
            | "below"
            | "above"
            | "follows"
    )
}

/// The words that make a bare comment an elision.
fn says_rest(lower: &str) -> bool {
    [
        "rest of",
        "remainder of",
        "existing code",
        "unchanged",
        "omitted",
        "same as before",
        "as before",
        "remaining ",
        "stays the same",
        "remains the same",
        "truncated",
        "not shown",
        "no changes",
        "no change",
    ]
    .iter()
    .any(|w| lower.contains(w))
}

/// The text without dots, brackets and dashes around it; whether there were dots, and brackets.
fn bare(text: &str) -> (&str, bool, bool) {
    let (mut said, mut dots, mut brackets) = (text, false, false);
    loop {
        let before = said;
        said = said.trim();
        for mark in ["...", "…"] {
            while let Some(rest) = said.strip_prefix(mark) {
                (said, dots) = (rest.trim_start_matches('.'), true);
            }
            while let Some(rest) = said.strip_suffix(mark) {
                (said, dots) = (rest.trim_end_matches('.'), true);
            }
        }
        for (open, close) in [('[', ']'), ('(', ')'), ('<', '>'), ('{', '}')] {
            if let Some(rest) = said.strip_prefix(open).and_then(|s| s.strip_suffix(close)) {
                (said, brackets) = (rest, true);
            }
        }
        said = said.trim().trim_matches(|c| matches!(c, '-' | '—' | '–' | '=' | '~' | '_' | '*')).trim();
        said = said.trim_end_matches(['.', ':', '!']).trim_end();
        if said == before {
            return (said, dots, brackets);
        }
    }
}

/// `… [truncated]`, `(output truncated, 1200 characters)` as the last thing said.
fn cut_note_at_end(text: &str) -> bool {
    let end = text.trim_end();
    let Some(close) = end.chars().next_back().filter(|c| matches!(c, ']' | ')' | '>')) else { return false };
    let open = match close {
        ']' => '[',
        ')' => '(',
        _ => '<',
    };
    let Some(at) = end.rfind(open) else { return false };
    let note =
        end[at + 1..end.len() - 1].trim_matches(|c: char| c == '.' || c == '…' || c.is_whitespace()).to_lowercase();
    note.len() < 60
        && (note == "truncated"
            || note == "snip"
            || note == "snipped"
            || note.starts_with("truncated ")
            || [
                "output truncated",
                "content truncated",
                "text truncated",
                "file truncated",
                "response truncated",
                "rest omitted",
                "rest unchanged",
                "rest of file unchanged",
                "omitted for brevity",
            ]
            .iter()
            .any(|n| note.starts_with(n)))
}
