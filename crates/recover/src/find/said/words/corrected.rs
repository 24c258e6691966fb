//! Words of sentences that put a value right.

use super::Words;

/// What values of an answer are called, beside the names that it has for them itself.
pub(in super::super) const FIELDS: Words = Words::list(
    "identifiant identificador identificatorul idul date day deadline due time title name priority text note description status place location amount number quantity id \
     list tag label project duration reminder value datum tag frist termin uhrzeit zeit titel namen priorität beschreibung ort \
     menge nummer anzahl liste wert erinnerung jour échéance heure titre nom priorité texte remarque lieu quantité numéro durée \
     rappel valeur fecha día plazo hora título nombre prioridad texto nota descripción lugar cantidad número recordatorio valor \
     data ziua termenul termen ora titlul titlu numele prioritatea prioritate textul nota descrierea locul cantitatea numărul \
     valoarea",
);

/// That it has to be another.
pub(in super::super) const SHOULD: Words =
    Words::list("should must ought shall needs has sollte soll muss müsste devrait doit debería debe tiene trebuie");

/// And is.
pub(in super::super) const BE: Words = Words::list("be is was sein ist lauten être est ser es está fie este e");

/// Verbs between a value and what is said of it, of now.
pub(in super::super) const NOW: Words =
    Words::list("is are looks seems ist sind scheint est sont semble es está parece e este");

/// What is said first by somebody who thinks again.
pub(in super::super) const AGAIN: Words = Words::list(
    "actually wait oh hmm hm oops whoops sorry no nein moment halt ups hoppla entschuldigung verzeihung eigentlich non pardon \
     désolé désolée attendez attends oups perdón perdona espera ups nu scuze stai",
);

/// The same in two words.
pub(in super::super) const AGAINS: [(&str, &str); 5] =
    [("en", "fait"), ("en", "realidad"), ("de", "fapt"), ("lo", "siento"), ("hold", "on")];

/// What is said of a value that does not stand.
pub(in super::super) const WRONG: Words = Words::list(
    "wrong incorrect mistaken outdated off falsch unrichtig faux fausse incorrecte erroné erronée mal incorrecto incorrecta \
     equivocado equivocada greșit greșită incorect incorectă",
);

/// Titles of what puts something right.
pub(in super::super) const LABELS: Words = Words::list(
    "correction corrections erratum korrektur berichtigung rectification corrección corectare corectură rectificare",
);

/// That something stands in the place of another.
pub(in super::super) const INSTEAD: Words = Words::list("instead stattdessen plutôt schimb cambio");

/// Verbs of putting right, said to whoever reads.
pub(in super::super) const CHANGE: Words = Words::list(
    "change replace set correct fix ändere ändern ersetze ersetzen korrigiere korrigieren setze changez change remplacez remplace \
     corrigez corrige cambia cambie reemplaza reemplace corrija schimbă schimbați înlocuiește corectează",
);

/// Small words before it.
pub(in super::super) const PLEASE: Words = Words::list(
    "please note but and so then you need to must bitte por favor sil vous plaît vă rog merci also however",
);

/// What leads what it is changed to.
pub(in super::super) const INTO: Words = Words::list("to by with into as auf zu durch in en par à por a con cu la în");

/// What leaves it to whoever reads.
pub(in super::super) const ANY: Words =
    Words::list("whatever anything what any something yours later beliebig quelconque cualquiera orice");

/// Words that a correction may have beside what it says: none of them is a value.
pub(in super::super) const SMALL: Words = Words::list(
    "the a an it this that be is was to of for on at in by with your my its der die das ein eine am um le la les l un une el lo \
     los las al en pe de la o not instead rather then before using use you asked as said",
);

/// Days, and words of time that are a value.
pub(in super::super) const DAYS: Words = Words::list(
    "monday tuesday wednesday thursday friday saturday sunday today tomorrow montag dienstag mittwoch donnerstag freitag samstag \
     sonntag heute morgen lundi mardi mercredi jeudi vendredi samedi dimanche demain lunes martes miércoles jueves viernes \
     sábado domingo mañana hoy luni marți miercuri joi vineri sâmbătă duminică mâine azi high low medium hoch niedrig haute \
     basse alta baja",
);
