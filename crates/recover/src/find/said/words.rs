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
    "without",
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
];

/// Words before or after a denial that make of it a report of what was: it governs nothing that is still to be.
pub(super) const WAS: &[&str] = &[
    "did", "has", "have", "had", "was", "were", "didnt", "hasnt", "havent", "hadnt", "wasnt", "werent", "am", "ai",
    "nai", "na", "avons", "a",
];

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
];

/// The same of what the model does itself.
pub(super) const DROPS: &[&str] =
    &["ignore", "ignored", "ignoring", "disregard", "disregarded", "ignoriere", "ignorierte", "ignoro", "ignor"];

/// Verbs of carrying out what was proposed.
pub(super) const DO: &[&str] = &[
    "do", "send", "run", "apply", "use", "execute", "propose", "mache", "mach", "tue", "sende", "fais", "ferai",
    "exécute", "haré", "hago", "hagas", "fac", "face", "voi",
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
    "thought", "i", "will", "nein", "bitte", "non", "perdón", "nu", "scuze", "halt", "ok", "okay", "just",
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
