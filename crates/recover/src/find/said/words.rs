//! Closed lists of small words, in the languages of the product. A list names one kind of word and is used in one
//! place of a clause: no word here decides anything by standing somewhere in a text.

/// A word as it is compared.
pub(super) fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The words of a clause.
pub(super) fn of(clause: &str) -> Vec<String> {
    clause.split(|c: char| c.is_whitespace()).map(plain).filter(|word| !word.is_empty()).collect()
}

/// Whether a list has a word.
pub(super) fn is(list: &[&str], word: &str) -> bool {
    list.contains(&word)
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

/// That something can be done with what is spoken of, or not: no word on whether it is to be.
pub(super) const POSSIBLE: &[&str] = &["lässt", "läßt", "rückgängig", "undo"];

/// What a denial stands before in an answer that is given gladly.
pub(super) const NO_MATTER: &[&str] = &["problem", "problème", "problema", "problemă", "проблем", "worries"];

/// Words after a denial that turn it round: `do not forget`, `not only`.
pub(super) const TURNED: &[&str] = &["forget", "only", "just", "hesitate", "worry", "miss", "yet", "sure"];

/// Words behind which a clause begins anew.
pub(super) const ANEW: &[&str] = &["but", "so", "then", "therefore", "here", "hence"];

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
];

/// What a document is of which only the form counts.
pub(super) const FORMS: &[&str] =
    &["form", "format", "template", "schema", "shape", "vorlage", "modèle", "plantilla", "șablon"];

/// Verbs of somebody who speaks, or of a text that holds something.
pub(super) const SAYS: &[&str] = &[
    "say",
    "says",
    "said",
    "wrote",
    "writes",
    "contains",
    "contained",
    "reads",
    "proposed",
    "claims",
    "claimed",
    "sagt",
    "sagte",
    "schrieb",
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

/// Who or what says it where it is the model itself, or where the verb is not of what was said.
pub(super) const OWN: &[&str] = &[
    "based",
    "according",
    "given",
    "since",
    "because",
    "i",
    "we",
    "here",
    "below",
    "answer",
    "json",
    "response",
    "reply",
    "result",
    "output",
    "proposal",
    "plan",
    "operations",
    "changes",
    "object",
    "as",
    "should",
    "must",
    "will",
    "would",
    "can",
    "now",
    "new",
    "updated",
    "my",
    "ich",
    "hier",
    "antwort",
    "ergebnis",
    "vorschlag",
    "soll",
    "sollte",
    "muss",
    "wird",
    "wie",
    "neue",
    "je",
    "voici",
    "réponse",
    "comme",
    "doit",
    "nouveau",
    "yo",
    "aquí",
    "respuesta",
    "como",
    "debe",
    "nuevo",
    "eu",
    "iată",
    "răspunsul",
    "cum",
    "trebuie",
    "nou",
];

/// Who is not the model.
pub(super) const OTHERS: &[&str] = &[
    "user",
    "human",
    "system",
    "observation",
    "input",
    "attacker",
    "benutzer",
    "utilisateur",
    "usuario",
    "utilizator",
];

/// Who gives back what it was called for.
pub(super) const TOOLS: &[&str] = &["tool", "function", "search", "api"];

/// What it gives back.
pub(super) const RESULTS: &[&str] = &["response", "responses", "result", "results", "output", "outputs"];

/// That something was before.
pub(super) const OLD: &[&str] =
    &["previous", "earlier", "old", "last", "prior", "former", "alte", "vorherige", "anterior"];

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

/// Verbs that let go of what they name. In the imperative they are said to the reader of the answer.
pub(super) const DROP: &[&str] = &[
    "ignore",
    "disregard",
    "scrap",
    "scratch",
    "cancel",
    "forget",
    "discard",
    "ignoriere",
    "vergiss",
    "verwirf",
    "ignorez",
    "oublie",
    "oubliez",
    "ignora",
    "olvida",
    "descarta",
    "ignoră",
    "uită",
    "anulează",
    "skip",
    "retract",
    "withdraw",
    "ignorieren",
    "verwerfen",
    "oublions",
    "olvídalo",
    "ignoralo",
    "ignoratelo",
    "lascia",
    "игнорируй",
    "забудь",
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

/// Words that take up what they follow: `…, which is`.
pub(super) const WHICH: &[&str] = &["which", "that", "was", "die", "das", "qui", "que", "care", "and", "but"];

/// Words behind which a pointing word is still the whole of what is pointed at.
pub(super) const ON: &[&str] = &[
    "because", "since", "as", "here", "now", "after", "all", "either", "please", "weil", "da", "hier", "nicht",
    "porque", "pas",
];

/// What is said before the sentence proper.
pub(super) const FIRST: &[&str] = &[
    "actually", "no", "wait", "sorry", "oh", "hmm", "please", "so", "well", "and", "but", "then", "on", "second",
    "thought", "i", "will", "nein", "bitte", "non", "perdón", "nu", "scuze", "halt", "ok", "okay", "just", "ill", "im",
];

/// A condition: what then follows is for somebody to choose.
pub(super) const IF: &[&str] = &["if", "unless", "when", "whether", "wenn", "falls", "si", "sauf", "dacă", "should"];

/// Nothing at all.
pub(super) const NOTHING: &[&str] = &["nothing", "nichts", "rien", "nada", "nimic"];

/// Verbs that have nothing for their object where no answer is meant.
pub(super) const DOES: &[&str] = &[
    "do",
    "propose",
    "change",
    "proposing",
    "doing",
    "tue",
    "mache",
    "ändere",
    "fais",
    "ferai",
    "hago",
    "haré",
    "fac",
];

/// Changes, where there are none of them.
pub(super) const CHANGES: &[&str] = &["change", "changes", "operation", "operations", "action", "actions"];

/// That something has to be.
pub(super) const NEEDED: &[&str] = &["needed", "necessary", "required", "is", "are", "at", "all"];

/// Denials, also those that are said of other things than deeds and so count only beside one.
pub(super) const NEGATES: &[&str] = &["no", "non", "ne", "n", "não", "нет"];

/// Words for what a verb of doing is of, that stand before it.
pub(super) const CLITICS: &[&str] = &["le", "la", "l", "lo", "o", "îl", "il", "them", "ça"];

/// Verbs of doing with what they are of in one word.
pub(super) const DO_IT: &[&str] = &["farlo", "eseguirlo", "hacerlo", "ejecutarlo", "fazêlo", "fazelo"];

/// That something is carried out, behind the verb that says that it is not.
pub(super) const DONE: &[&str] = &[
    "done",
    "executed",
    "run",
    "sent",
    "applied",
    "used",
    "followed",
    "proposed",
    "carried",
    "ausgeführt",
    "getan",
    "gemacht",
    "angewendet",
    "befolgt",
    "fait",
    "exécuté",
    "exécutée",
    "hecho",
    "ejecutado",
    "ejecutada",
    "hacer",
    "fatto",
    "fare",
    "eseguito",
    "eseguita",
    "făcut",
    "executat",
    "executată",
    "feito",
    "executado",
    "gedaan",
    "uitgevoerd",
    "делать",
    "выполнять",
];

/// What is said by somebody who thinks better of it, and nothing else: a sentence of these words alone takes back
/// what stands before it, where one of them is [`a no`](NOES).
pub(super) const HEDGES: &[&str] = &[
    "wait",
    "actually",
    "oh",
    "hmm",
    "hm",
    "sorry",
    "well",
    "on",
    "second",
    "thought",
    "thoughts",
    "reflection",
    "better",
    "rather",
    "id",
    "ill",
    "i",
    "will",
    "would",
    "should",
    "shall",
    "must",
    "best",
    "mind",
    "so",
    "then",
    "moment",
    "halt",
    "stop",
    "stopp",
    "doch",
    "lieber",
    "besser",
    "das",
    "also",
    "nun",
    "finalement",
    "en",
    "fait",
    "mieux",
    "vaut",
    "plutôt",
    "tout",
    "compte",
    "pensándolo",
    "pensandolo",
    "bien",
    "mejor",
    "realidad",
    "espera",
    "que",
    "mai",
    "bine",
    "de",
    "fapt",
    "stai",
    "meglio",
    "di",
    "anzi",
    "aspetta",
    "melhor",
    "espere",
    "pensando",
    "bem",
    "toch",
    "maar",
    "wacht",
    "ну",
    "стоп",
    "лучше",
    "подождите",
    "ладно",
    "oops",
    "attends",
    "надо",
];

/// A no, as it is said for a whole.
pub(super) const NOES: &[&str] = &[
    "no",
    "not",
    "never",
    "nope",
    "wont",
    "shouldnt",
    "mustnt",
    "nein",
    "nicht",
    "non",
    "pas",
    "nu",
    "não",
    "niet",
    "nee",
    "нет",
    "не",
    "нельзя",
];

/// Verbs of what is known or there, which are denied of other things than what follows.
pub(super) const STATES: &[&str] = &[
    "need",
    "needs",
    "see",
    "know",
    "have",
    "has",
    "require",
    "requires",
    "contain",
    "contains",
    "mean",
    "means",
    "matter",
    "find",
    "affect",
    "exist",
    "sehe",
    "weiß",
    "habe",
    "finde",
    "brauche",
    "braucht",
    "gibt",
    "vois",
    "sais",
    "trouve",
    "faut",
    "veo",
    "sé",
    "hay",
    "encuentro",
    "tengo",
    "văd",
    "știu",
    "găsesc",
    "există",
    "vedo",
    "so",
    "trovo",
    "è",
    "cè",
    "ho",
    "знаю",
    "вижу",
    "нашёл",
    "нашел",
    "вопрос",
];

/// Texts that may ask for something, and that nobody who is served has written.
pub(super) const TEXTS: &[&str] = &[
    "file",
    "files",
    "note",
    "notes",
    "document",
    "readme",
    "page",
    "email",
    "mail",
    "comment",
    "text",
    "instruction",
    "website",
    "output",
    "result",
    "datei",
    "notiz",
    "dokument",
    "seite",
    "fichier",
    "document",
    "archivo",
    "documento",
    "fișierul",
    "documentul",
    "nota",
    "файл",
    "файле",
];

/// Verbs of asking.
pub(super) const ASKS: &[&str] = &[
    "asks",
    "asked",
    "tells",
    "told",
    "wants",
    "wanted",
    "instructs",
    "instructed",
    "orders",
    "requests",
    "demands",
    "bittet",
    "verlangt",
    "fordert",
    "demande",
    "exige",
    "pide",
    "ordena",
    "cere",
    "chiede",
    "просит",
    "требует",
];

/// That something was put where it does not belong.
pub(super) const INJECTED: &[&str] =
    &["injected", "injection", "malicious", "suspicious", "smuggled", "eingeschleuste", "injectée", "inyectada"];

/// What that is.
pub(super) const ORDERS: &[&str] = &[
    "instruction",
    "instructions",
    "text",
    "command",
    "attempt",
    "prompt",
    "content",
    "note",
    "payload",
    "injection",
    "anweisung",
    "instrucción",
    "instrucțiune",
];

/// What was done with what follows, as its title.
pub(super) const PUT_ASIDE: &[&str] = &[
    "rejected",
    "ignored",
    "skipped",
    "refused",
    "declined",
    "cancelled",
    "canceled",
    "discarded",
    "abgelehnt",
    "verworfen",
    "ignoriert",
    "rejeté",
    "refusé",
    "ignoré",
    "rechazado",
    "ignorado",
    "respins",
    "ignorat",
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
];
