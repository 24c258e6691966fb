//! Words by which a whole clause is denied, or nothing is left of what was to be.

use super::Words;

/// A no before a noun.
pub(in super::super) const NO: Words =
    Words::list("no kein keinen keine keinem keiner aucun aucune ningún ninguna niciun nicio nici");

/// What there is none of, where something is never to be: `under no circumstances`.
pub(in super::super) const CASES: Words = Words::list(
    "way event manera circumstances circumstance condition conditions account case fall umständen cas circonstance prétexte caso \
     circunstancia concepto modo caz formă condiție",
);

/// Adverbs that say so in one word.
pub(in super::super) const NEVER: Words = Words::list("keinesfalls keineswegs nimmermehr niemals nimmer");

/// What there is none of, where nothing speaks for doing something: `no reason to send`.
pub(in super::super) const REASONS: Words =
    Words::list("reason point need sense cause use grund anlass sinn raison besoin intérêt razón motivo motiv sens");

/// How something is done, where a title says that it is not done so.
pub(in super::super) const SO: Words = Words::list("so thus way ainsi así așa like");

/// Words that begin a clause which is the name of something: `ce qu'il ne faut pas faire`.
pub(in super::super) const WHAT: Words = Words::list("what was");

/// The same in two words.
pub(in super::super) const THAT_WHICH: [(&str, &str); 4] =
    [("lo", "que"), ("ce", "que"), ("ce", "quil"), ("ceea", "ce")];

/// Nothing.
pub(in super::super) const NOTHING: Words = Words::list("nothing nichts rien nada nimic none niente");

/// That something has to be, or is to be.
pub(in super::super) const MUST: Words = Words::list(
    "should must needs soll sollte muss darf wird faut doit devrait debe hay debería trebuie ar va will shall vaut besser mejor mieux",
);

/// Words that say it of whoever reads, or of another time.
pub(in super::super) const YOU: Words = Words::list(
    "you du sie ihr vous tu te usted ustedes tú voi dumneavoastră until unless before till bis ehe avant hasta \
     antes până înainte i ich je yo eu",
);

/// What a part of an answer is called, where it is taken back alone.
pub(in super::super) const PARTS: Words =
    Words::list("part bit piece line lines half teil stück zeile partie parte línea ligne rând bucată");

/// What answers a wish for a choice: `your call`, `up to you`.
pub(in super::super) const YOURS: [(&str, &str); 8] = [
    ("your", "call"),
    ("your", "choice"),
    ("your", "pick"),
    ("to", "you"),
    ("deine", "wahl"),
    ("deine", "entscheidung"),
    ("à", "vous"),
    ("tú", "decides"),
];

/// Words that ask for what is not known.
pub(in super::super) const ASKS: Words = Words::list(
    "what how which was wie welche welcher welchen welches wofür que quoi comment quel quelle lequel laquelle qué cómo \
     cuál care cum ce",
);

/// Verbs of what is to be done or wished.
pub(in super::super) const WISHED: Words = Words::list(
    "do go change want like mean help need meant wish soll tun machen ändern möchtest willst möchten wollen brauchst faire \
     voulez souhaitez veux dois changer aider quieres desea hago hacer cambiar ayudar quiere dorești vrei fac facem schimb \
     ayudo should souhaitezvous voulezvous désirezvous ajut doriți vreți now todo task sarcină",
);

/// Words of a question about what was answered.
pub(in super::super) const OF_IT: Words = Words::list(
    "this that it think sound sounds look looks das es so dies ça cela eso esto asta denkst meinst pensez piensas crezi",
);

/// Who nobody is.
pub(in super::super) const NOBODY: Words = Words::list("nobody noone niemand personne nadie nimeni");
