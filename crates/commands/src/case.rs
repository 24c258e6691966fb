//! What one command is judged by, and the objections that every rule can raise: paths, addresses, code.

use crate::budget::Budget;
use crate::environment;
use crate::host;
use crate::place::{Access, Map, Place, clip};
use crate::unlisted::without_patterns;
use crate::verdict::{Cause, Class, Objection, Setting, Verdict};
use crate::written::{Drawn, Written};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How deep texts inside texts (`sh -c "sh -c …"`) and commands behind others (`nice env ls`) are followed.
const DEEPEST: usize = 8;
/// How often words that only might be run are looked into on the way.
const GUESSES: usize = 2;

/// Where and how a command runs.
#[derive(Clone)]
pub(crate) struct Case<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) map: &'a Map,
    pub(crate) cwd: Place,
    /// Where a `cd` before it leads.
    pub(crate) moved: Option<Place>,
    /// Whether another command's output is piped into it.
    pub(crate) piped: bool,
    /// Whether it reads a file as its input.
    pub(crate) redirected: bool,
    /// The text it reads from a here-document.
    pub(crate) fed: Option<String>,
    /// The words of the command that pipes into it.
    pub(crate) before: Option<Vec<String>>,
    /// What all the commands together put into the pipe that leads into it.
    pub(crate) drawn: Drawn,
    /// The same of the pipes inside substitutions, by how many they stand in.
    pub(crate) pipes: Rc<BTreeMap<usize, Drawn>>,
    /// The values that variables were given, as far as they are known.
    pub(crate) values: Rc<BTreeMap<String, Vec<String>>>,
    /// The variables of which a value is not known for certain: `*` in it may stand for anything.
    pub(crate) unsure: Rc<BTreeSet<String>>,
    /// The variables that hold what a file, the network or the like holds, and whether it is fetched.
    pub(crate) held: Rc<BTreeMap<String, bool>>,
    /// Whether a variable without a value here may have got one, or ends the line: `. ./env`, `set -u`.
    pub(crate) bound: bool,
    /// The files that the line wrote before.
    pub(crate) written: Rc<Vec<Written>>,
    /// Whether `exec` gave the shell itself another input: `exec < x; sh`.
    pub(crate) reopened: bool,
    /// What may still be looked at in this judgement.
    pub(crate) budget: Rc<Budget>,
    /// How many texts and commands it stands in.
    pub(crate) depth: usize,
    /// How many of them only might be run.
    pub(crate) guesses: usize,
}

/// What was found out about a command.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) class: Class,
    pub(crate) objections: Vec<Objection>,
}

impl Finding {
    pub(crate) fn new(class: Class) -> Self {
        Self { class, objections: Vec::new() }
    }

    pub(crate) fn object(
        &mut self,
        verdict: Verdict,
        class: Class,
        cause: Cause,
        word: Option<usize>,
        text: impl Into<String>,
    ) {
        self.objections.push(Objection { verdict, class, cause, word, text: text.into() });
    }

    /// Asks because of a word.
    pub(crate) fn ask(&mut self, class: Class, word: usize, text: impl Into<String>) {
        self.object(Verdict::Prompt, class, Cause::Argument, Some(word), text);
    }

    /// Refuses because of a word.
    pub(crate) fn refuse(&mut self, class: Class, word: usize, text: impl Into<String>) {
        self.object(Verdict::Never, class, Cause::Argument, Some(word), text);
    }

    /// Takes over what was found in a command inside this one; its words count from `offset`.
    pub(crate) fn absorb(&mut self, inner: Finding, offset: usize) {
        if inner.class != Class::ReadOnly {
            self.class = inner.class;
        }
        self.objections.extend(
            inner
                .objections
                .into_iter()
                .map(|objection| Objection { word: objection.word.map(|word| word + offset), ..objection }),
        );
    }

    pub(crate) fn verdict(&self) -> Verdict {
        self.objections.iter().map(|objection| objection.verdict).max().unwrap_or(Verdict::Allow)
    }
}

impl Case<'_> {
    /// Objects if `text` leads where `access` must not go.
    pub(crate) fn path(&self, finding: &mut Finding, word: usize, text: &str, access: Access) {
        for spelled in spellings(text) {
            let place = self.map.go(&self.cwd, &spelled);
            if let Some((verdict, class, why)) = self.map.objection(&place, access, text) {
                return finding.object(verdict, class, Cause::Argument, Some(word), why);
            }
        }
    }

    /// Refuses to destroy all of the workspace, what git keeps in it with the rest. Where an earlier `cd` leads elsewhere,
    /// it is asked there.
    pub(crate) fn emptied(&self, finding: &mut Finding, word: usize, text: &str) {
        let here = self.moved.as_ref().is_none_or(|moved| moved.is_same(&self.cwd));
        // Where it was before the last `cd`.
        let back = text.strip_prefix("~-").is_some_and(|rest| rest.chars().all(|c| matches!(c, '/' | '.')));
        if (here || back) && self.map.go(&self.cwd, text).is_workspace() {
            let why = format!("`{}` is all of the workspace, and `.git` with it", clip(text));
            finding.refuse(Class::Destructive, word, why);
        }
    }

    /// Objects if a word of a program that we do not know names what is never reached: as a path, as
    /// the value in `--x=path`, `x=path`, `@path`, `-xpath`, `a:path`, or as an address of ours.
    pub(crate) fn loose(&self, finding: &mut Finding, word: usize, text: &str) {
        if host::is_url(text) {
            self.told_address(finding, word, text);
            if let Some(path) = file_url(text) {
                self.refuse_path(finding, word, &path);
            }
            return;
        }
        let mut pieces: Vec<&str> = vec![text];
        let ends = |c: char| "=@:,;<>|&()\"'".contains(c);
        for piece in text.split(ends).filter(|piece| *piece != text) {
            // In a text for a shell a path ends with its word: `>/dev/null 2>&1` names no `/dev/null 2`.
            match piece.split_once(char::is_whitespace) {
                Some((first, rest)) if first.starts_with('/') => pieces.extend([first, rest]),
                _ => pieces.push(piece),
            }
        }
        if let Some((_, value)) = text.split_once('=') {
            pieces.push(value);
            self.address_if_url(finding, word, value);
        }
        if let Some(letters) = text.strip_prefix('-').filter(|rest| !rest.starts_with('-')) {
            pieces.extend(letters.char_indices().skip(1).take(6).map(|(i, _)| &letters[i..]));
        }
        for piece in pieces {
            // A word without a dot or a slash is a path too, but far more often it is not.
            if piece.contains(['.', '/', '~']) || piece.starts_with("id_") {
                self.refuse_path(finding, word, piece);
            }
        }
        if host::is_url(text.trim_start_matches('-')) {
            self.told_address(finding, word, text);
        }
    }

    /// The same as [`Case::address`] of a word that code of the project is told: it has no network in the sandbox, so
    /// where no server of ours is known it is asked about.
    fn told_address(&self, finding: &mut Finding, word: usize, text: &str) {
        if self.setting.port.is_none() && finding.class == Class::Project && host::is_ours(text, None) {
            return finding.ask(Class::Project, word, format!("`{}` is an address of this machine", clip(text)));
        }
        self.address(finding, word, text);
    }

    fn refuse_path(&self, finding: &mut Finding, word: usize, text: &str) {
        for spelled in spellings(text) {
            let place = self.map.go(&self.cwd, &spelled);
            if let Some((Verdict::Never, class, why)) = self.map.objection(&place, Access::List, text) {
                return finding.object(Verdict::Never, class, Cause::Argument, Some(word), why);
            }
        }
    }

    fn address_if_url(&self, finding: &mut Finding, word: usize, text: &str) {
        if host::is_url(text) {
            self.told_address(finding, word, text);
        }
    }

    /// Objects if `text` is an address of our own server, or of a cloud's keys.
    pub(crate) fn address(&self, finding: &mut Finding, word: usize, text: &str) {
        // The host of a file is nobody's server.
        if !self.budget.address() || file_url(text).is_some() {
            return;
        }
        if host::gives_keys(text) {
            let why = format!("`{}` hands out the keys of a machine in a cloud", clip(text));
            finding.refuse(Class::ControlPlane, word, why);
        }
        if host::is_ours(text, self.setting.port) {
            finding.refuse(Class::ControlPlane, word, format!("`{}` may be our own server", clip(text)));
        }
    }

    /// Objects to what is never reached and stands somewhere in a piece of code.
    pub(crate) fn code(&self, finding: &mut Finding, word: usize, text: &str) {
        const MOST: usize = 2000;
        let splits = |c: char| c.is_whitespace() || "\"'`()[]{}<>,;|&=+!".contains(c);
        for piece in text.split(splits).filter(|piece| piece.contains(['.', '/', ':'])).take(MOST) {
            if host::is_url(piece) {
                self.address(finding, word, piece);
            }
            // `x.key` is far more often a field than a file.
            let field = !piece.contains('/') && !piece.starts_with(['.', '~']) && piece != "countersign.db";
            if !field {
                self.refuse_path(finding, word, piece);
            }
        }
    }

    /// Objects to all that a piece of code for this program names, runs, destroys or asks for and must not.
    pub(crate) fn interpreted(&self, finding: &mut Finding, word: usize, name: &str, code: &str) {
        self.code(finding, word, &without_patterns(name, code));
        self.quoted(finding, word, code);
        self.destroyed(finding, word, code);
        self.environment(finding, word, code);
        self.evaluated(finding, word, code);
    }

    /// Objects to what a text in quotes within a piece of code would do if it were run: what
    /// `os.system("rm -rf /")` hands to a shell.
    pub(crate) fn quoted(&self, finding: &mut Finding, word: usize, code: &str) {
        const MOST: usize = 64;
        const LONGEST: usize = 1_000;
        let Some(inside) = self.guessed() else { return };
        for text in opened(code).take(MOST).filter(|text| text.len() < LONGEST && self.budget.guess(text.len())) {
            let inner = crate::judge::refusals(&inside, text);
            finding.objections.extend(inner.into_iter().map(|o| Objection { word: Some(word), ..o }));
        }
        for quote in ['"', '\'', '`'] {
            let texts = code.split(quote).skip(1).step_by(2).take(MOST);
            let texts = texts.filter(|text| !text.ends_with('\\')).map(str::to_owned).chain(escaped(code, quote));
            let texts = texts.filter(|text| text.contains(' ') && text.len() < LONGEST);
            for text in texts.chain(listed(code, quote)).filter(|text| self.budget.guess(text.len())) {
                let inner = crate::judge::refusals(&inside, &text);
                finding.objections.extend(inner.into_iter().map(|o| Objection { word: Some(word), ..o }));
            }
        }
    }

    /// Objects to what a piece of code destroys outside the workspace: `shutil.rmtree("/etc")`.
    pub(crate) fn destroyed(&self, finding: &mut Finding, word: usize, code: &str) {
        const CALLS: &[&str] = &[
            "rmtree",
            "os.remove",
            "os.unlink",
            "os.rmdir",
            "removedirs",
            ".unlink",
            "rmSync",
            "rmdirSync",
            "unlinkSync",
            "fs.rm",
            "fs.unlink",
            "fs.rmdir",
            "rimraf",
            "rm_rf",
            "rm_r",
            "FileUtils.rm",
            "File.delete",
            "File.unlink",
            "Dir.rmdir",
            "Dir.delete",
            "unlink",
            "rmdir",
            "RemoveAll",
            "os.Remove",
            "remove_tree",
            "deleteSync",
            "truncateSync",
            "os.truncate",
            "remove_dir_all",
            "removeSync",
            "Deno.remove",
            "emptyDir",
            "delete-directory",
            "delete-file",
        ];
        /// What stands for the home folder.
        const HOMES: &[&str] = &[
            "env.HOME",
            "homedir(",
            "Path.home(",
            "Dir.home",
            "environ[\"HOME\"]",
            "environ['HOME']",
            "getenv(\"HOME\")",
            "getenv('HOME')",
            "ENV[\"HOME\"]",
            "ENV['HOME']",
            "ENV{HOME}",
        ];
        const MOST: usize = 64;
        let named = CALLS.iter().flat_map(|call| code.match_indices(call).take(MOST).map(|(at, call)| at + call.len()));
        for from in named {
            let rest = code.get(from..).unwrap_or("");
            let given = rest.split([')', ';', '\n']).next().unwrap_or("");
            let line = rest.split([';', '\n']).next().unwrap_or("");
            if HOMES.iter().any(|home| line.contains(home)) {
                let why =
                    format!("`{}` is outside the workspace and would be lost", clip(line.trim_start_matches('(')));
                finding.object(Verdict::Never, Class::Destructive, Cause::Argument, Some(word), why);
            }
            // `Path("x").unlink()`
            let before = code[..from].trim_end_matches(|c: char| c != ')' && c != ';');
            let of = before.strip_suffix(')').and_then(|before| before.rsplit(['"', '\'', '`']).nth(1));
            for text in given.split(['"', '\'', '`']).skip(1).step_by(2).take(MOST).chain(of) {
                let place = self.map.go(&self.cwd, text);
                if let Some((Verdict::Never, class, why)) = self.map.objection(&place, Access::Destroy, text) {
                    finding.object(Verdict::Never, class, Cause::Argument, Some(word), why);
                }
            }
        }
    }

    /// Objects to variables that hold secrets and that a piece of code asks for: `process.env.GITHUB_TOKEN`.
    pub(crate) fn environment(&self, finding: &mut Finding, word: usize, code: &str) {
        const MOST: usize = 64;
        if !["env", "ENV"].iter().any(|asks| code.contains(asks)) {
            return;
        }
        let names = code.split(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_');
        for name in names.filter(|name| name.len() > 4).take(MOST) {
            self.variable(finding, word, name);
        }
    }

    /// Objects to code that runs what it fetches: `exec(urlopen("https://…").read())`.
    pub(crate) fn evaluated(&self, finding: &mut Finding, word: usize, code: &str) {
        const RUNS: &[&str] = &[
            "exec(",
            "eval(",
            "eval ",
            "function(",
            "iex ",
            "iex(",
            "invoke-expression",
            "instance_eval",
            "loadstring(",
            "dofile(",
        ];
        const FETCHES: &[&str] = &[
            "urlopen",
            "requests.get",
            "fetch(",
            "downloadstring",
            "invoke-webrequest",
            "invoke-restmethod",
            "iwr ",
            "irm ",
            "uri.open",
            "open(\"http",
            "open('http",
            "get(\"http",
            "get('http",
            "get \"http",
            "get 'http",
            "file_get_contents(\"http",
            "file_get_contents('http",
            "curl ",
            "wget ",
        ];
        // What nobody can read before it runs.
        const DECODES: &[&str] = &[
            "b64decode",
            "base64_decode",
            "'base64'",
            "\"base64\"",
            "frombase64string",
            "atob(",
            "unpack",
            "pack(\"h",
            "pack('h",
            "fromhex",
            "unhexlify",
        ];
        const DECODED: &[&str] = &["exec(", "eval(", "eval ", "iex ", "iex("];
        let code = code.to_lowercase();
        let holds = |all: &[&str]| all.iter().any(|one| code.contains(one));
        if holds(RUNS) && holds(FETCHES) {
            finding.refuse(Class::Interpreter, word, format!("what is fetched is run by `{}`", clip(&code)));
        }
        // `/x/.exec(a)` looks for something.
        let runs = |call: &&str| {
            code.match_indices(*call).any(|(at, _)| !code[..at].ends_with('.') || code.contains("child_process"))
        };
        if DECODED.iter().any(runs) && holds(DECODES) {
            finding.refuse(Class::Interpreter, word, format!("`{}` hides the code that it runs", clip(&code)));
        }
    }

    /// Objects to variables that hold secrets.
    pub(crate) fn variable(&self, finding: &mut Finding, word: usize, name: &str) {
        if environment::is_secret(name) {
            finding.refuse(Class::Unknown, word, format!("`${}` holds a secret", clip(name)));
        }
    }

    /// The same, but for a text or a command inside it that is run. What stands too deep to be looked at is
    /// refused, but where it only might be run.
    pub(crate) fn inside(&self, finding: &mut Finding, word: usize) -> Option<Self> {
        if self.depth >= DEEPEST && self.guesses == 0 {
            finding.refuse(Class::Shell, word, "commands stand in each other too deeply to be looked at");
        }
        self.deeper()
    }

    /// The same, but for a text inside it; none where it is not looked any deeper.
    pub(crate) fn deeper(&self) -> Option<Self> {
        (self.depth < DEEPEST).then(|| Self { depth: self.depth + 1, ..self.clone() })
    }

    /// The same, but for words inside it that only might be run. However deep they stand, they are looked into a
    /// little.
    pub(crate) fn guessed(&self) -> Option<Self> {
        let depth = DEEPEST / 2 + self.guesses * DEEPEST / 4;
        (self.guesses < GUESSES).then(|| Self { depth, guesses: self.guesses + 1, ..self.clone() })
    }
}

/// What stands between other marks than quotes: `q(rm -rf /)`, `qw{rm -rf /}`, `%x[rm -rf /]`.
fn opened(code: &str) -> impl Iterator<Item = &str> {
    /// Longer ones first: what one of them opens no shorter one does.
    const OPERATORS: [&str; 11] = ["qq", "qx", "qw", "qr", "q", "%x", "%q", "%Q", "%w", "%W", "%"];
    let found = OPERATORS.iter().flat_map(move |operator| code.match_indices(*operator));
    found.filter_map(move |(at, operator)| {
        let word = code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || "_$@%&".contains(c));
        let rest = code[at + operator.len()..].trim_start();
        let open =
            rest.chars().next().filter(|c| c.is_ascii_punctuation() && !word && !matches!(c, '_' | ',' | ';' | ')'))?;
        let close = match open {
            '(' => ')',
            '{' => '}',
            '[' => ']',
            '<' => '>',
            open => open,
        };
        rest[open.len_utf8()..].split(close).next().filter(|text| !text.trim().is_empty())
    })
}

/// The texts in quotes that hold an escaped one, as they are meant: `rm "a"` of `"rm \"a\""`.
fn escaped(code: &str, quote: char) -> Vec<String> {
    const MOST: usize = 64;
    let (mut found, mut open): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut chars = code.chars();
    while let Some(c) = chars.next().filter(|_| code.contains('\\') && found.len() < MOST) {
        match &mut open {
            Some(_) if c == quote => found.extend(open.take()),
            Some(text) if c == '\\' => match chars.next() {
                Some(next) if next == quote || next == '\\' => text.push(next),
                next => text.extend([c].into_iter().chain(next)),
            },
            Some(text) => text.push(c),
            None => open = (c == quote).then(String::new),
        }
    }
    found
}

/// The commands that a piece of code starts as a list of quoted words: `run(["rm", "-rf", "/"])`.
fn listed(code: &str, quote: char) -> Vec<String> {
    const STARTS: [&str; 7] = ["subprocess", "spawn", "exec", "system", "System.", "popen", "Command"];
    const MOST: usize = 64;
    if !STARTS.iter().any(|starts| code.contains(starts)) {
        return Vec::new();
    }
    let parts: Vec<&str> = code.split(quote).take(2 * MOST).collect();
    let joins = |between: &str| between.chars().all(|c| c.is_whitespace() || ",[](".contains(c));
    let mut lists: Vec<Vec<&str>> = Vec::new();
    for at in (1..parts.len()).step_by(2) {
        match lists.last_mut().filter(|_| at > 1 && joins(parts[at - 1])) {
            Some(list) => list.push(parts[at]),
            None => lists.push(vec![parts[at]]),
        }
    }
    lists.into_iter().filter(|list| list.len() > 1).map(|list| list.join(" ")).collect()
}

/// A path as it is written, and as Windows would read it: `\` separates, `C:` is a root.
fn spellings(text: &str) -> Vec<String> {
    let drive = matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut spelled = vec![text.to_owned()];
    if drive || text.contains('\\') {
        let rest = if drive { text.get(2..).unwrap_or("") } else { text };
        let root = if drive { "/" } else { "" };
        spelled.push(format!("{root}{}", rest.replace('\\', "/")));
    }
    spelled
}

/// The path of a `file:` address.
pub(crate) fn file_url(text: &str) -> Option<String> {
    let rest = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")).map(|_| &text[5..])?;
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => rest,
    };
    Some(decode(path))
}

fn decode(path: &str) -> String {
    let bytes = path.as_bytes();
    let (mut out, mut i) = (Vec::with_capacity(bytes.len()), 0);
    while i < bytes.len() {
        let hex = (bytes[i] == b'%').then(|| path.get(i + 1..i + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                i += 3;
            }
            None => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
