//! A request to an agent to write files that it names, from files that it names, and nothing else: which
//! of them are read, and which are written. Whatever wants more than that is for a model to work out.

use super::mentions::{scan, tokens};
use crate::words::denies;

/// Longest request that is read so.
const LONGEST: usize = 600;
/// Most files that are read, and written.
const MOST_READ: usize = 10;
const MOST_PUT: usize = 3;
/// "These files" are those of the folder where there are no more.
const FEW: usize = 6;

/// Verbs of looking, in five languages.
const LOOKS: &str = "read look see open check summarise summarize compare explain describe use take review \
    lies lese lesen vergleiche vergleichen beschreibe erkläre \
    lee lea leer compara compare resume resuma explica explique describe describa \
    lis lisez lire comparez résume résumez explique expliquez décris décrivez \
    citește citiți compară comparați rezumă rezumați explică explicați descrie descrieți";

/// Verbs of writing.
const WRITES: &str = "write save put create make generate add append update edit change fix rewrite replace correct insert \
    schreib schreibe schreiben speicher speichere speichern erstelle erstellen ergänze ergänzen ändere ändern \
    escribe escriba escribir guarda guarde crea cree añade añada cambia cambie \
    écris écrivez écrire enregistre enregistrez crée créez ajoute ajoutez modifie modifiez \
    scrie scrieți salvează salvați creează creați adaugă adăugați modifică modificați";

/// Before a file that is read, whatever the verb.
const OF: &str = "of from with about using von aus mit über de del con sobre des du avec à din cu despre";

/// Before a file that is written, after a verb of writing.
const INTO: &str = "to into in onto nach ins im a en al dans vers în";

/// Between two files that are treated alike.
const AND: &str = "and or then und oder dann y e o luego et ou puis și sau apoi";

/// Between a word and the file that it is about.
const BETWEEN: &str = "the a an file files my this that these new existing called named der die das den eine einen datei \
    el la un una los las archivo fichero le les une fichier fișierul un o";

/// One file, not yet named; and several.
const FILE: &str = "file datei archivo fichero fichier fișier";
const FILES: &str = "files dateien archivos ficheros fichiers fișiere fișierele";

/// Beginnings of words that want something else as well.
const ELSE: &str = "delet remov renam mov copy copi run execut test build install compil command todo task remind search find \
    grep every folder director project lösch entfern umbenenn verschieb kopier ausführ aufgabe such ordner verzeichnis \
    borr elimin renombr muev ejecut tarea busc carpeta supprim renomm déplac exécut tâche cherch dossier șterg redenum \
    mut rulea sarcin caut dosar";

/// Which files a request is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Errand {
    /// Files that are there and are read.
    pub read: Vec<String>,
    /// Files that are written; those that are there are among those that are read.
    pub put: Vec<String>,
    /// A file is written that the request does not name.
    pub unnamed: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Read,
    Put,
}

fn one_of(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// Reads a request over the files that are there. `None` = it wants something else as well, names a file
/// that it cannot mean, or more files than one agent has in view.
pub fn errand(message: &str, paths: &[String]) -> Option<Errand> {
    errands(message, paths).filter(|found| found.read.len() <= MOST_READ && found.put.len() <= MOST_PUT)
}

/// The same of however many files: where each is worked on apart.
pub fn errands(message: &str, paths: &[String]) -> Option<Errand> {
    if message.len() > LONGEST || message.contains(['`', '\n']) {
        return None;
    }
    let (mut found, mut writing, mut wrote) = (Errand::default(), false, false);
    let (mut last, mut before, mut several, mut one) = (None, String::new(), false, false);
    for (token, explicit) in tokens(message) {
        let folded = token.to_lowercase();
        // A name of several words is one only between marks.
        let marks = if token.contains(char::is_whitespace) { "\"" } else { "" };
        let name = format!("{}{marks}{token}{marks}", if explicit { "@" } else { "" });
        let named = scan(&name, &[], paths);
        if !named.protected.is_empty() || !named.urls.is_empty() {
            return None;
        }
        let new = named.missing.first();
        let Some(path) = named.files.first().and_then(|m| m.paths.first()).or(new) else {
            if denies(&folded) || ELSE.split_whitespace().any(|stem| folded.starts_with(stem)) {
                return None;
            }
            if one_of(LOOKS, &folded) {
                writing = false;
            } else if one_of(WRITES, &folded) {
                (writing, wrote) = (true, true);
            }
            several |= one_of(FILES, &folded);
            one |= writing && one_of(FILE, &folded);
            if !one_of(BETWEEN, &folded) {
                before = folded;
            }
            continue;
        };
        // One name of several files says too little.
        if named.files.iter().any(|m| m.paths.len() > 1) {
            return None;
        }
        let by_verb = if writing { Role::Put } else { Role::Read };
        let role = match before.as_str() {
            word if one_of(LOOKS, word) => Role::Read,
            word if one_of(WRITES, word) => Role::Put,
            word if one_of(INTO, word) => by_verb,
            word if one_of(OF, word) => Role::Read,
            word if word.is_empty() || one_of(AND, word) => last.unwrap_or(by_verb),
            _ => Role::Read,
        };
        let add = |list: &mut Vec<String>| {
            if !list.contains(path) {
                list.push(path.clone());
            }
        };
        match (role, new.is_some()) {
            // What is not there can only be written.
            (_, true) | (Role::Put, _) => add(&mut found.put),
            (Role::Read, false) => {}
        }
        if new.is_none() {
            add(&mut found.read);
        }
        last = Some(role);
        before.clear();
    }
    if found.read.is_empty() && several && (1..=FEW).contains(&paths.len()) {
        found.read = paths.to_vec();
    }
    found.unnamed = found.put.is_empty() && one && wrote;
    let wanted = wrote && (found.unnamed || !found.put.is_empty());
    (wanted && !found.read.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::{Errand, errand};

    fn read(message: &str) -> Option<(Vec<String>, Vec<String>, bool)> {
        let paths: Vec<String> =
            ["a.txt", "b.txt", "c.txt", "docs/Plan.md", "x/same.md", "y/same.md", "z.log"].map(str::to_owned).into();
        errand(message, &paths).map(|Errand { read, put, unnamed }| (read, put, unnamed))
    }

    #[test]
    fn files_are_read_or_written_as_the_words_before_them_say() {
        for (message, reads, puts) in [
            (
                "Read a.txt, b.txt and c.txt and write a summary of them into summary.txt",
                "a.txt b.txt c.txt",
                "summary.txt",
            ),
            ("write a summary of a.txt and b.txt to c.txt", "a.txt b.txt c.txt", "c.txt"),
            ("Create sum.md from a.txt", "a.txt", "sum.md"),
            ("Fix the spelling in a.txt and b.txt", "a.txt b.txt", "a.txt b.txt"),
            ("Look in @a.txt and update the file docs/Plan.md", "a.txt docs/Plan.md", "docs/Plan.md"),
            ("Write sum.txt as docs/Plan.md says", "docs/Plan.md", "sum.txt"),
            ("Lies a.txt und b.txt und schreibe eine Zusammenfassung in neu.md", "a.txt b.txt", "neu.md"),
            ("Lee a.txt y escribe un resumen en resumen.txt", "a.txt", "resumen.txt"),
            ("Lis a.txt et écris un résumé dans resume.txt", "a.txt", "resume.txt"),
            ("Citește a.txt și scrie un rezumat în rezumat.txt", "a.txt", "rezumat.txt"),
        ] {
            let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(read(message), Some((list(reads), list(puts), false)), "{message}");
        }
        assert_eq!(read("Read a.txt and write a summary file"), Some((vec!["a.txt".into()], vec![], true)));
    }

    #[test]
    fn the_few_files_of_a_folder_are_these_files() {
        let paths: Vec<String> = ["a.txt", "b.txt", "c.txt"].map(str::to_owned).into();
        let found = errand("read these three files and write a summary file", &paths).unwrap();
        assert_eq!((found.read, found.put, found.unnamed), (paths, vec![], true));
        assert_eq!(read("read these files and write a summary file"), None, "seven may be more than these");
    }

    #[test]
    fn what_wants_more_than_that_is_for_a_model() {
        for message in [
            "Read a.txt and delete b.txt",
            "Read a.txt and add a todo to call Anna",
            "Read a.txt, write sum.txt and run the tests",
            "Don't change a.txt, write b.txt",
            "Read same.md and write sum.txt",
            "Read a.txt and .env and write sum.txt",
            "Read https://example.org/a.txt and write sum.txt",
            "Read every file and write sum.txt",
            "Read a.txt and missing.txt",
            "Summarise a.txt",
            "What do a.txt and b.txt say?",
            "Read a.txt and change things",
            "Write hello.txt",
            "- read a.txt\n- write sum.txt",
            "Tidy up",
            "",
        ] {
            assert_eq!(read(message), None, "{message}");
        }
    }
}
