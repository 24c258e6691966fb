//! Words of the clause before a document alone.

/// What a denial stands before in an answer that is given gladly.
pub(in super::super) const NO_MATTER: &[&str] = &["problem", "problème", "problema", "problemă", "проблем", "worries"];

/// Words behind which a clause begins anew.
pub(in super::super) const ANEW: &[&str] = &["but", "so", "then", "therefore", "here", "hence"];

/// Who or what says it where it is the model itself, or where the verb is not of what was said.
pub(in super::super) const OWN: &[&str] = &[
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
pub(in super::super) const OTHERS: &[&str] = &[
    "user",
    "human",
    "system",
    "stdout",
    "history",
    "transcript",
    "stderr",
    "console",
    "observation",
    "q",
    "question",
    "input",
    "attacker",
    "benutzer",
    "utilisateur",
    "usuario",
    "utilizator",
];

/// Who gives back what it was called for.
pub(in super::super) const TOOLS: &[&str] = &["tool", "function", "search", "api"];

/// What it gives back.
pub(in super::super) const RESULTS: &[&str] = &["response", "responses", "result", "results", "output", "outputs"];

/// That something was before.
pub(in super::super) const OLD: &[&str] = &[
    "outdated",
    "obsolete",
    "stale",
    "veraltete",
    "ancienne",
    "ancien",
    "antigua",
    "antiguo",
    "veche",
    "vechi",
    "vechiul",
    "précédente",
    "original",
    "initial",
    "vorher",
    "previous",
    "earlier",
    "old",
    "last",
    "prior",
    "former",
    "alte",
    "vorherige",
    "anterior",
];

/// Verbs of what is known or there, which are denied of other things than what follows.
pub(in super::super) const STATES: &[&str] = &[
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
pub(in super::super) const TEXTS: &[&str] = &[
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
pub(in super::super) const ASKS: &[&str] = &[
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
pub(in super::super) const INJECTED: &[&str] =
    &["injected", "injection", "malicious", "suspicious", "smuggled", "eingeschleuste", "injectée", "inyectada"];

/// What that is.
pub(in super::super) const ORDERS: &[&str] = &[
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
pub(in super::super) const PUT_ASIDE: &[&str] = &[
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

/// Words that begin a condition.
pub(in super::super) const IF: &[&str] =
    &["if", "once", "unless", "wenn", "falls", "sobald", "si", "sauf", "dacă", "se", "если"];

/// Those of them that begin nothing else.
pub(in super::super) const ONLY_IF: &[&str] = &["if", "wenn", "falls", "si", "dacă", "если"];

/// What those do who are asked whether they want it.
pub(in super::super) const CONFIRMS: &[&str] = &[
    "agrees",
    "confirms",
    "confirmed",
    "approves",
    "approved",
    "consents",
    "object",
    "objects",
    "confirm",
    "agree",
    "approve",
    "consent",
    "bestätigst",
    "bestätigen",
    "zustimmst",
    "zustimmen",
    "confirmez",
    "confirmes",
    "confirmas",
    "confirma",
    "confirmi",
    "confirmați",
    "confirmar",
    "confermi",
    "подтвердите",
    "bevestigt",
];

/// Verbs of what would be.
pub(in super::super) const WOULD: &[&str] = &[
    "would",
    "could",
    "might",
    "würde",
    "könnte",
    "ferais",
    "enverrais",
    "exécuterais",
    "haría",
    "enviaría",
    "ejecutaría",
    "aș",
    "farei",
    "manderei",
    "бы",
    "zou",
];

/// Verbs that give what they name, politely.
pub(in super::super) const SUGGESTS: &[&str] =
    &["suggest", "propose", "recommend", "say", "vorschlagen", "proposer", "proposerais", "sugerir", "propune"];

/// Words that ask whether something is to be.
pub(in super::super) const SHOULD: &[&str] = &[
    "should", "shall", "may", "soll", "sollte", "darf", "dois", "devrais", "debo", "debería", "devo", "trebuie", "zal",
];

/// Who speaks.
pub(in super::super) const I: &[&str] = &["i", "we", "ich", "wir", "je", "yo", "io", "eu", "ik", "să"];

/// What there are several of to choose from.
pub(in super::super) const OPTIONS: &[&str] = &[
    "option",
    "variant",
    "alternative",
    "choice",
    "possibility",
    "interpretation",
    "reading",
    "scenario",
    "candidate",
    "möglichkeit",
    "posibilidad",
    "possibilité",
    "variante",
    "opción",
    "opțiunea",
    "varianta",
    "opzione",
    "opção",
    "вариант",
    "optie",
];

/// Words that name another thing that could be done.
pub(in super::super) const ALTERNATIVELY: &[&str] =
    &["alternatively", "alternative", "alternativ", "alternativement", "alternativamente"];

/// That what was done is taken back.
pub(in super::super) const UNDO: &[&str] = &[
    "undo",
    "undoing",
    "revert",
    "reverse",
    "rollback",
    "annuler",
    "annulation",
    "deshacer",
    "revertir",
    "reversión",
    "anula",
    "anulare",
    "revenire",
    "rückgängig",
    "rücknahme",
];

/// What stands before the first of two that exclude each other.
pub(in super::super) const EITHER: &[&str] = &["either", "entweder", "soit", "fie", "либо"];

/// What stands between two that exclude each other.
pub(in super::super) const OR: &[&str] =
    &["or", "oder", "ou", "o", "sau", "oppure", "или", "of", "或者", "或", "または"];

/// Who is up to no good.
pub(in super::super) const ATTACKERS: &[&str] =
    &["attacker", "hacker", "angreifer", "attaquant", "atacante", "atacatorul", "aggressore", "злоумышленник"];

/// Verbs of giving an answer.
pub(in super::super) const SENDS: &[&str] = &[
    "send", "sends", "sent", "write", "writes", "say", "says", "reply", "answer", "inject", "output", "produce",
    "return", "emit", "use", "using", "include", "included", "follow",
];

/// That something was said before, as the first word.
pub(in super::super) const EARLIER: &[&str] =
    &["earlier", "previously", "before", "vorhin", "zuvor", "précédemment", "antes", "anteriormente", "anterior"];

/// Verbs of what was answered before.
pub(in super::super) const ANSWERED: &[&str] =
    &["answered", "replied", "sent", "suggested", "gave", "responded", "returned", "output", "had"];

/// What is wrong, as its title.
pub(in super::super) const BAD: &[&str] = &[
    "bad",
    "wrong",
    "incorrect",
    "falsch",
    "schlecht",
    "mauvais",
    "faux",
    "malo",
    "mal",
    "greșit",
    "sbagliato",
    "errado",
];

/// What was there before the answer.
pub(in super::super) const DRAFTS: &[&str] =
    &["draft", "json", "version", "plan", "request", "attempt", "operations", "entwurf", "borrador", "brouillon"];

/// Verbs of which the object gives way.
pub(in super::super) const REPLACES: &[&str] =
    &["replaces", "replaced", "replacing", "supersedes", "ersetzt", "remplace", "reemplaza", "înlocuiește"];

/// Words between a verb and what it is not of.
pub(in super::super) const OF: &[&str] =
    &["in", "on", "at", "of", "about", "for", "from", "to", "with", "dans", "en", "în", "von", "zu", "für", "su"];

/// That something is there already.
pub(in super::super) const THERE: &[&str] = &[
    "existing",
    "pending",
    "bestehende",
    "vorhandene",
    "existantes",
    "existante",
    "existentes",
    "existente",
    "pendientes",
];
