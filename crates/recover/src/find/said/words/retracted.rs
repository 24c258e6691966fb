//! Words of short sentences that take an answer back alone.

use super::Words;

/// What points at the answer, besides the words that always do.
pub(in super::super) const POINTS: Words = Words::list("it ce esa ese esta este acesta aceea acela es das dies lo ça");

/// That something is, also with its denial in one word.
pub(in super::super) const IS: Words =
    Words::list("is was isnt wasnt thats ist war est était nest nétait cest cétait es era fue e este a fost");

/// What is right, where it is denied.
pub(in super::super) const RIGHT: Words = Words::list(
    "right correct intended richtige richtigen richtiges richtig bonne bon correcte correcta correcto corectă corect bună",
);

/// What is wrong.
pub(in super::super) const WRONG: Words = Words::list(
    "wrong incorrect falsche falschen falsches mauvaise mauvais equivocada equivocado greșită greșit incorrecta incorrecto",
);

/// Small words of such a sentence.
pub(in super::super) const SMALL: Words = Words::list(
    "the a an one only just solo sólo solamente doar numai nur bloß eigentlich que quun quune un una une uno o la le el die das der eine ein \
     pas seulement only",
);

/// How whoever gave one thing and meant another says so, at the beginning.
pub(in super::super) const MEANT: [&[&str]; 13] = [
    &["ich", "meinte"],
    &["gemeint", "war"],
    &["je", "voulais", "dire"],
    &["je", "parlais", "de"],
    &["quería", "decir"],
    &["quise", "decir"],
    &["me", "refería"],
    &["am", "vrut", "să", "spun"],
    &["am", "vrut", "să", "zic"],
    &["voiam", "să", "spun"],
    &["voiam", "să", "zic"],
    &["mă", "refeream"],
    &["i", "was", "thinking", "of"],
];

/// How somebody begins who has thought again.
pub(in super::super) const THOUGHT_AGAIN: [&[&str]; 10] = [
    &["bei", "näherer", "überlegung"],
    &["bei", "genauerer", "überlegung"],
    &["nach", "reiflicher", "überlegung"],
    &["réflexion", "faite"],
    &["à", "la", "réflexion"],
    &["pensándolo", "bien"],
    &["pensándolo", "mejor"],
    &["la", "o", "a", "doua", "gândire"],
    &["gândindumă", "mai", "bine"],
    &["on", "second", "thought"],
];

/// That it stays nevertheless.
pub(in super::super) const STAYS: Words = Words::list(
    "right correct fine ok okay good richtig gut passt korrekt juste parfait correcto perfecto corect bine perfect stays bleibt reste",
);

/// Verbs of telling, said to whoever reads.
pub(in super::super) const TELL: Words = Words::list(
    "tell specify clarify sag sage sagen nenne nennen dites ditesmoi dismoi précisez dime dígame spunemi spunețimi",
);

/// What is said before it.
pub(in super::super) const FIRST: Words =
    Words::list("first but aber zuerst erst abord primero antes mai întâi mais pero dar");

/// That something is over.
pub(in super::super) const ALREADY: Words = Words::list("already schon bereits déjà ya deja");

/// Words beside that which leave it all that is said.
pub(in super::super) const BEEN: Words = Words::list(
    "it this that has been was is already yet sie es das er wurde ist worden schon bereits elle il cela ça a été est déjà ya se ha sido \
     fue está eso fost deja este e sa",
);

/// What was done.
pub(in super::super) const DONE: Words = Words::list(
    "deleted removed completed done gelöscht entfernt erledigt gemacht getan supprimé supprimée terminé terminée fait faite borrado \
     borrada eliminado eliminada completado completada hecho hecha șters ștearsă eliminată completat completată făcut făcută",
);

/// None of them.
pub(in super::super) const NONE: Words =
    Words::list("no none kein keine keinerlei aucun aucune ningún ninguna nicio niciun");

/// Changes.
pub(in super::super) const CHANGES: Words = Words::list(
    "change changes operation operations änderung änderungen changement changements modification modifications cambio cambios schimbare schimbări \
     modificare modificări",
);

/// That they have to be.
pub(in super::super) const NEEDED: Words = Words::list(
    "needed necessary required nötig notwendig erforderlich nécessaire nécessaires necesita necesario necesarios nevoie necesară necesare",
);

/// Verbs of leaving something.
pub(in super::super) const LEAVES: Words =
    Words::list("leave lass lassen laisse laissez deja deje dejemos lasă lăsați keep");

/// All of it.
pub(in super::super) const ALL: Words = Words::list("everything all alles tout todo totul");

/// As it is.
pub(in super::super) const AS: Words = Words::list("as wie comme como cum așa");

/// Verbs of asking for something, past.
pub(in super::super) const ASKED: Words = Words::list(
    "asked wanted meant requested wolltest wolltet wollten gewünscht verlangt demandé voulu vouliez voulais pediste querías pidió cerut \
     voiai vrut",
);

/// That there is something, and that it is: where it is denied, what names it is missing.
pub(in super::super) const EXISTS: Words = Words::list("there exist exists gibt existiert a y existe hay există");

/// Words beside a number in a sentence that says that there is no such thing.
pub(in super::super) const MISSING: Words = Words::list(
    "there is are no not isnt doesnt does exist exists any with the id number since because es gibt kein keine keinen nicht existiert \
     mit der die nummer weil da il y a pas ny de nexiste existe avec le la car numéro no hay ningún ninguna con el porque nu există cu \
     numărul nicio niciun că pentru unfortunately leider",
);
