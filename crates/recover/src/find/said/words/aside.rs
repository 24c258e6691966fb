//! Words of what is left out, only thought of, undone, or goes with what stands before it.

use super::Words;

/// What was not given is pointed at by.
pub(in super::super) const IT: Words = Words::list(
    "it this that them those es das dies sie diese lai lavons les ceci cela lo la los las lam leam am asta aceasta",
);

/// Verbs of giving, of what was not given.
pub(in super::super) const GIVEN: Words = Words::list(
    "include included includes add added send sent apply applied propose proposed run use used execute executed aufgenommen \
     eingefügt hinzugefügt gesendet geschickt ausgeführt angewendet angewandt inclus incluse ajouté envoyé appliqué exécuté incluí \
     incluido añadí añadido envié enviado apliqué aplicado ejecuté ejecutado adăugat trimis aplicat executat rulat",
);

/// What else stands in such a clause: who speaks, what joins it, and what helps its verb.
pub(in super::super) const BESIDE: Words = Words::list(
    "i we so thus hence therefore which why thats and did didnt have havent do dont not here ich wir habe haben nicht deshalb daher \
     darum also und hier je nous ne pas n nai navons ai avons donc cest pourquoi et ici yo no he hemos por eso así que y aquí nu deci \
     așa că de aceea și aici",
);

/// That something may be.
pub(in super::super) const MAYBE: Words =
    Words::list("maybe perhaps possibly vielleicht eventuell peutêtre quizás quizá poate");

/// What stands before what went wrong.
pub(in super::super) const ERRORS: Words =
    Words::list("error errors exception traceback fehler fehlermeldung erreur eroare eroarea");

/// Verbs of having taken something away.
pub(in super::super) const TOOK_AWAY: Words = Words::list(
    "removed deleted dropped discarded undid reverted supprimé retiré annulé enlevé eliminado borrado quitado descartado eliminé borré \
     quité eliminat șters scos anulat",
);

/// Who took it away, with the verb or in it.
pub(in super::super) const TAKER: Words = Words::list("i we je jai nous he hemos am eliminé borré quité");

/// Articles of one of its kind.
pub(in super::super) const ONE: Words = Words::list("a an ein eine un une una o");

/// What ends a clause that says how one of its kind looks.
pub(in super::super) const SO: Words =
    Words::list("like this so aus as follows folgt folgendermaßen à ceci cela comme ça así como esto astfel așa");

/// Titles of what is only tried.
pub(in super::super) const TRIALS: Words = Words::list(
    "test dryrun trial simulation probelauf trockenlauf testlauf essai simulacro simulación prueba simulare",
);

/// Verbs of using, as they are forbidden in brackets.
pub(in super::super) const USES: Words = Words::list(
    "aplicar usar ejecutar enviar appliquer utiliser exécuter envoyer aplica folosi executa trimite anwenden ausführen senden verwenden",
);

/// What brings one thing besides another.
pub(in super::super) const ADDS: Words = Words::list(
    "also additionally and then next furthermore moreover plus addition afterwards finally well \
     außerdem zusätzlich und dann danach ferner weiterhin anschließend zudem sowie \
     aussi ensuite puis et également outre también además luego después y și apoi asemenea plus totodată",
);

/// What else may stand beside that.
pub(in super::super) const LITTLE: Words = Words::list("in as de en after that ce aceea eso cela le la a comes here");

/// Titles of what is not the first.
pub(in super::super) const SECONDS: Words = Words::list(
    "second secondly third thirdly zweitens drittens deuxièmement troisièmement segundo tercero doilea treilea",
);

/// What is done one after the other, before its number.
pub(in super::super) const STEPS: Words = Words::list(
    "step operation action change part todo task schritt aktion änderung teil aufgabe étape opération changement partie tâche paso \
     operación acción cambio parte tarea pas pasul operația operațiunea acțiunea schimbarea partea sarcina",
);
