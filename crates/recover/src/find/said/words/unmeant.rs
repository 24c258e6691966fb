//! Words of sentences that show, advise against or find something alone.

use super::Words;

/// What begins what something is for.
pub(in super::super) const TO: Words = Words::list("to um pour para ca damit");

/// Verbs of showing.
pub(in super::super) const SHOWS: Words = Words::list(
    "give show demonstrate illustrate explain get have geben zeigen veranschaulichen dir ihnen eine donner montrer illustrer dar \
     mostrar ilustrar hagas faci fasse que să arăt ilustra vă ți",
);

/// What is had of something that is only shown.
pub(in super::super) const IDEAS: Words =
    Words::list("idea impression vorstellung eindruck idée aperçu impresión idee impresie");

/// Verbs of how something would look, by themselves.
pub(in super::super) const LOOKS: Words =
    Words::list("ressemblerait ressembleraient vería verían parecería arăta sähe aussähe");

/// Verbs of how it looks.
pub(in super::super) const LOOKS_SO: Words = Words::list("look looks aussehen aussieht sieht ressemble ve arată");

/// Words that begin the case in which it looks so.
pub(in super::super) const WHEN: Words =
    Words::list("when if whenever someone somebody wenn falls sobald jemand quand si lorsque cuando când dacă");

/// Verbs of advising.
pub(in super::super) const WARNS: Words =
    Words::list("advise recommend caution counsel warn argue rate abraten rät advised");

/// Verbs of advising against something.
pub(in super::super) const DISSUADES: Words =
    Words::list("déconseille déconseillons desaconsejo desaconsejamos sconsiglio");

/// Verbs of advising something.
pub(in super::super) const RECOMMENDS: Words =
    Words::list("recommend suggest advise empfehle recommande conseille recomiendo aconsejo recomand consiglio");

/// Verbs of finding something, or of its being there.
pub(in super::super) const FOUND: Words = Words::list(
    "find finds found see seen read reads appears occurs stands findet finden steht liest lesen siehst trouve trouvez lit lisez voit \
     lee lees encuentra encuentras aparece figura găsești găsește citește apare scrie there gibt hay există",
);

/// What stands before the place.
pub(in super::super) const IN: Words = Words::list("in on at inside within im dans sur en în pe auf");

/// Texts that somebody else wrote, besides those that speak.
pub(in super::super) const FOUND_THERE: Words = Words::list(
    "notiz notizen remarque nota notă notițe handbook instructions wiki ticket thread issue anleitung handbuch mail email anhang courriel manuel ticket correo manual hilo \
     emailul manualul mesajul",
);

/// Words of a sentence that only refers to it.
pub(in super::super) const REMARKS: Words = Words::list("as so therefore hence thus wie also comme donc como cum deci");

/// What it is in.
pub(in super::super) const INSIDE: Words = Words::list("it inside darin dedans dentro them");

/// That something was done.
pub(in super::super) const DID: Words =
    Words::list("do did done getan gemacht tue mache fait fais hice hecho hago făcut fac habe faccio");

/// What is done with a todo.
pub(in super::super) const REMOVED: Words = Words::list(
    "deleted removed completed moved renamed updated done gelöscht entfernt erledigt verschoben umbenannt supprimé supprimée terminé \
     borra elimina borrado eliminado completado șters completat mutat",
);
