//! Words of sentences after a document alone.

/// That something can be done with what is spoken of, or not: no word on whether it is to be.
pub(in super::super) const POSSIBLE: &[&str] = &["lässt", "läßt", "rückgängig", "undo"];

/// Verbs that let go of what they name. In the imperative they are said to the reader of the answer.
pub(in super::super) const DROP: &[&str] = &[
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

/// Words that take up what they follow: `…, which is`.
pub(in super::super) const WHICH: &[&str] = &["which", "that", "was", "die", "das", "qui", "que", "care", "and", "but"];

/// Words behind which a pointing word is still the whole of what is pointed at.
pub(in super::super) const ON: &[&str] = &[
    "because", "yet", "noch", "aún", "encore", "since", "as", "here", "now", "after", "all", "either", "please",
    "weil", "da", "hier", "nicht", "porque", "pas",
];

/// What is said before the sentence proper.
pub(in super::super) const FIRST: &[&str] = &[
    "actually", "no", "wait", "sorry", "oh", "hmm", "please", "so", "well", "and", "but", "then", "on", "second",
    "thought", "i", "will", "nein", "bitte", "non", "perdón", "nu", "scuze", "halt", "ok", "okay", "just", "ill", "im",
];

/// A condition: what then follows is for somebody to choose.
pub(in super::super) const IF: &[&str] =
    &["if", "unless", "when", "whether", "wenn", "falls", "si", "sauf", "dacă", "should"];

/// Nothing at all.
pub(in super::super) const NOTHING: &[&str] = &["nothing", "nichts", "rien", "nada", "nimic"];

/// Verbs that have nothing for their object where no answer is meant.
pub(in super::super) const DOES: &[&str] = &[
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
pub(in super::super) const CHANGES: &[&str] = &["change", "changes", "operation", "operations", "action", "actions"];

/// That something has to be.
pub(in super::super) const NEEDED: &[&str] = &["needed", "necessary", "required", "is", "are", "at", "all"];

/// Denials, also those that are said of other things than deeds and so count only beside one.
pub(in super::super) const NEGATES: &[&str] = &["no", "non", "ne", "n", "não", "нет"];

/// Words for what a verb of doing is of, that stand before it.
pub(in super::super) const CLITICS: &[&str] = &["le", "la", "l", "lo", "o", "îl", "il", "them", "ça"];

/// Verbs of doing with what they are of in one word.
pub(in super::super) const DO_IT: &[&str] = &["farlo", "eseguirlo", "hacerlo", "ejecutarlo", "fazêlo", "fazelo"];

/// That something is carried out, behind the verb that says that it is not.
pub(in super::super) const DONE: &[&str] = &[
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
    "returned",
    "answered",
    "gesendet",
    "verwendet",
    "envoyé",
    "utilisé",
    "enviado",
    "enviarse",
    "usado",
    "usarse",
    "ejecutarse",
    "trimis",
    "folosit",
];

/// What is said by somebody who thinks better of it, and nothing else: a sentence of these words alone takes back
/// what stands before it, where one of them is [`a no`](NOES).
pub(in super::super) const HEDGES: &[&str] = &[
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
pub(in super::super) const NOES: &[&str] = &[
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

/// Verbs that let go, with what they let go of in one word.
pub(in super::super) const DROP_IT: &[&str] = &[
    "olvídalo",
    "olvidalo",
    "ignóralo",
    "ignoralo",
    "descártalo",
    "cancélalo",
    "déjalo",
    "ignoratelo",
    "dimenticalo",
    "annullalo",
    "oubliele",
    "oubliezle",
    "ignorezle",
    "esqueça",
    "ignoreo",
];

/// What stands for something else.
pub(in super::super) const MOCKS: &[&str] =
    &["illustration", "illustrative", "placeholder", "demonstration", "dummy", "mock", "demo", "platzhalter"];

/// What is said first by somebody who made a mistake.
pub(in super::super) const OOPS: &[&str] = &["oops", "whoops", "sorry", "ups", "hoppla", "oups", "entschuldigung"];

/// What it was.
pub(in super::super) const SLIPS: &[&str] = &[
    "wrong",
    "mistake",
    "mistaken",
    "incorrect",
    "falsch",
    "falsche",
    "fehler",
    "erreur",
    "error",
    "equivocado",
    "greșit",
    "mauvais",
    "mauvaise",
    "equivocada",
    "greșită",
    "incorrecto",
];

/// Verbs that say whether something may be, beside those that say that it has to.
pub(in super::super) const MAY: &[&str] =
    &["may", "can", "cannot", "cant", "shouldnt", "mustnt", "kann", "peut", "puede", "poate"];

/// Words that begin a clause which stands for something.
pub(in super::super) const WHAT: &[&str] = &["what", "was", "que", "ce"];

/// What is done with what stands for something else.
pub(in super::super) const SHOWS: &[&str] = &["show", "illustrate", "demonstrate", "explain"];

/// Verbs of being as it was asked for.
pub(in super::super) const FITS: &[&str] =
    &["match", "fit", "satisfy", "comply", "conform", "validate", "work", "correspond"];
