//! Closed lists of small words, in the languages of the product. A list names one kind of word and is used in one
//! place of a clause: no word here decides anything by standing somewhere in a text.

pub(super) mod after;
pub(super) mod announced;
pub(super) mod aside;
pub(super) mod asked;
pub(super) mod back;
pub(super) mod before;
pub(super) mod corrected;
pub(super) mod denial;
pub(super) mod fragment;
pub(super) mod further;
pub(super) mod mention;
pub(super) mod refused;
pub(super) mod report;
pub(super) mod retracted;
pub(super) mod shown;
pub(super) mod unmeant;

/// A word as it is compared.
pub(super) fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a clause.
pub(super) fn of(clause: &str) -> Vec<String> {
    clause.split(|c: char| c.is_whitespace()).map(|word| plain(alone(word))).filter(|word| !word.is_empty()).collect()
}

/// A word without the article or preposition that French and Italian join to it (`l'utilisateur`, `d'exemple`), or the
/// ending that says whose something is (`yesterday's`).
fn alone(word: &str) -> &str {
    let Some((first, rest)) = word.split_once(['\'', '’']) else { return word };
    let joined = first.trim_start_matches(|c: char| !c.is_alphanumeric());
    if matches!(joined.to_lowercase().as_str(), "l" | "d" | "dell" | "all" | "un") && rest.len() > 2 {
        return rest;
    }
    let whose = rest.trim_end_matches(|c: char| !c.is_alphanumeric()) == "s";
    let pronoun = ["that", "it", "there", "here", "what", "let", "this", "he", "she", "who", "which"];
    if whose && joined.len() > 1 && !pronoun.contains(&joined.to_lowercase().as_str()) { first } else { word }
}

/// Whether a list has a word.
pub(super) fn is(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// A list written as a line of words.
pub(super) struct Words {
    line: &'static str,
    /// Two bits for each of them: most words of a text are in no list, and are not compared with each of its words.
    marks: [u64; MARKS],
}

/// How many times 64 bits there are for the words of a list.
const MARKS: usize = 32;

/// The two bits of a word.
const fn bits(word: &[u8], from: usize, to: usize) -> [usize; 2] {
    let mut hash: u32 = 0x811c_9dc5;
    let mut at = from;
    while at < to {
        hash = (hash ^ word[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    [hash as usize % (MARKS * 64), (hash >> 16) as usize % (MARKS * 64)]
}

impl Words {
    /// The words of a line.
    pub(super) const fn list(line: &'static str) -> Self {
        let (bytes, mut marks, mut at) = (line.as_bytes(), [0; MARKS], 0);
        while at < bytes.len() {
            let from = at;
            while at < bytes.len() && bytes[at] != b' ' && bytes[at] != b'\n' {
                at += 1;
            }
            let [one, two] = bits(bytes, from, at);
            marks[one / 64] |= 1 << (one % 64);
            marks[two / 64] |= 1 << (two % 64);
            at += 1;
        }
        Self { line, marks }
    }

    /// Whether a list has a word.
    pub(super) fn has(&self, word: &str) -> bool {
        let marked = bits(word.as_bytes(), 0, word.len()).iter().all(|bit| self.marks[bit / 64] >> (bit % 64) & 1 == 1);
        marked && self.line.split_ascii_whitespace().any(|own| own == word)
    }
}

/// Words that deny what follows them in their clause.
pub(super) const DENIES: &[&str] = &[
    "not",
    "never",
    "dont",
    "cannot",
    "cant",
    "wont",
    "avoid",
    "nicht",
    "nie",
    "niemals",
    "kein",
    "keine",
    "nunca",
    "jamás",
    "jamais",
    "pas",
    "nu",
    "niciodată",
    "refuse",
    "refuz",
    "neither",
    "nor",
    "weder",
    "nici",
    "niego",
    "refused",
    "shouldnt",
    "mustnt",
    "wouldnt",
    "shant",
    "neednt",
    "не",
    "нельзя",
    "não",
    "niet",
    "refusing",
    "declined",
];

/// Words before or after a denial that make of it a report of what was: it governs nothing that is still to be.
pub(super) const WAS: &[&str] = &[
    "did", "has", "have", "had", "was", "were", "didnt", "hasnt", "havent", "hadnt", "wasnt", "werent", "am", "ai",
    "nai", "na", "avons", "a", "aveva", "hatte", "habe", "hat", "haben", "he", "ha", "ho", "hemos", "aș", "heb",
];

/// Whether a word behind another makes of a denial a report. `voy a` is none.
pub(super) fn is_report(before: Option<&str>, word: &str) -> bool {
    is(WAS, word) && !before.is_some_and(|before| is(WILLS, before))
}

/// Words after a denial that turn it round: `do not forget`, `not only`.
pub(super) const TURNED: &[&str] = &["forget", "ask", "only", "just", "hesitate", "worry", "miss", "yet", "sure"];

/// Verbs of forgetting, which a denial makes of what is to be done: `no olvides`, `vergiss nicht`.
pub(super) const FORGETS: Words = Words::list(
    "forget olvide olvides olviden olvidar vergessen vergiss oublie oublier oubliez noublie noubliez noublions uita uitați",
);

/// Words that make of what they speak of an example, or a mistake.
pub(super) const EXAMPLES: &[&str] = &[
    "example",
    "examples",
    "sample",
    "instance",
    "hypothetical",
    "wrong",
    "incorrect",
    "invalid",
    "beispiel",
    "beispielsweise",
    "ejemplo",
    "exemple",
    "exemplu",
    "falsch",
    "exemplo",
    "esempio",
    "voorbeeld",
    "bijvoorbeeld",
    "например",
    "пример",
];

/// What a document is of which only the form counts.
pub(super) const FORMS: &[&str] = &[
    "syntax",
    "form",
    "format",
    "template",
    "schema",
    "shape",
    "formato",
    "formatul",
    "vorlage",
    "modèle",
    "plantilla",
    "șablon",
];

/// Verbs of somebody who speaks, or of a text that holds something.
pub(super) const SAYS: &[&str] = &[
    "say",
    "says",
    "said",
    "wrote",
    "writes",
    "contains",
    "contain",
    "enthalten",
    "contained",
    "reads",
    "proposed",
    "claims",
    "claimed",
    "sagt",
    "sagte",
    "schrieb",
    "geschrieben",
    "escribiste",
    "dijiste",
    "scris",
    "schreibt",
    "enthält",
    "dit",
    "écrit",
    "contient",
    "dice",
    "escribió",
    "contiene",
    "spune",
    "scrie",
    "conține",
];

/// What the model gave.
pub(super) const ANSWERS: &[&str] =
    &["answer", "output", "response", "reply", "proposal", "antwort", "réponse", "respuesta"];

/// Words that point at what stands next to them.
pub(super) const THIS: &[&str] = &[
    "this",
    "that",
    "it",
    "these",
    "those",
    "them",
    "above",
    "das",
    "dies",
    "dieses",
    "es",
    "cela",
    "ça",
    "ceci",
    "eso",
    "esto",
    "asta",
    "aceasta",
    "acesta",
    "following",
    "cest",
    "lo",
    "isso",
    "isto",
    "questo",
    "dat",
    "dit",
    "это",
    "этого",
    "этому",
    "acest",
    "ele",
];

/// The same of what the model does itself.
pub(super) const DROPS: &[&str] = &[
    "ignore",
    "ignored",
    "ignoring",
    "disregard",
    "disregarded",
    "ignoriere",
    "ignorierte",
    "ignoro",
    "ignor",
    "skip",
    "skipping",
    "retract",
    "withdraw",
    "jignore",
    "ignorieren",
    "ignoriert",
    "ignorons",
    "ignoră",
    "ignorăm",
    "ignorando",
    "ignorate",
    "игнорирую",
    "weigere",
];

/// Verbs of carrying out what was proposed.
pub(super) const DO: &[&str] = &[
    "do",
    "send",
    "follow",
    "run",
    "apply",
    "use",
    "execute",
    "propose",
    "mache",
    "mach",
    "tue",
    "sende",
    "fais",
    "ferai",
    "exécute",
    "haré",
    "hago",
    "hagas",
    "fac",
    "face",
    "voi",
    "faire",
    "fasse",
    "exécuter",
    "exécuterai",
    "tun",
    "ausführen",
    "ausführe",
    "machen",
    "hacer",
    "hacerlo",
    "ejecutar",
    "ejecutarlo",
    "ejecuto",
    "ejecutaré",
    "faccio",
    "fare",
    "farlo",
    "farò",
    "eseguire",
    "eseguirlo",
    "eseguo",
    "fazer",
    "fazêlo",
    "faço",
    "farei",
    "executar",
    "executa",
    "execut",
    "facă",
    "doe",
    "doen",
    "uitvoeren",
    "делать",
    "сделаю",
    "делаю",
    "делай",
    "выполнять",
    "выполню",
    "выполняю",
    "запускать",
    "запущу",
    "delete",
    "carry",
    "proceed",
    "führe",
    "führ",
];

/// Words that are, between what is spoken of and what is said of it.
pub(super) const ARE: &[&str] = &[
    "is", "was", "would", "thats", "isnt", "wasnt", "ist", "war", "wäre", "est", "nest", "cest", "était", "serait",
    "es", "era", "sería", "este", "era", "ar",
];

/// Spanish and Italian verbs behind `no` and `non` that deny what follows them.
pub(super) const WILLS: &[&str] = &[
    "si",
    "voy",
    "vamos",
    "debo",
    "puedo",
    "haré",
    "hago",
    "hagas",
    "ejecutes",
    "ejecutaré",
    "se",
    "lo",
    "devo",
    "posso",
    "fare",
    "esegui",
    "hacer",
    "faccio",
    "farò",
    "eseguirò",
    "invierò",
    "enviaré",
];
