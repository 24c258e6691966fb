//! Words of labels behind an answer alone.

use super::Words;

/// Labels of what whoever answers says of the answer, or puts beside it or in its place.
pub(in super::super) const OWN: Words = Words::list(
    "note notes nb ps explanation explanations reason reasons reasoning rationale summary details detail info caveat caveats \
     edit edited addendum disclaimer assumption assumptions assuming analysis check verification validation confirmation \
     warning caution important attention tip hint remark remarks status context background why option \
     hinweis hinweise anmerkung anmerkungen bemerkung erklärung erläuterung begründung grund gründe zusammenfassung annahme annahmen \
     wichtig achtung warnung tipp nachtrag prüfung bestätigung \
     remarque remarques explication explications raison raisons résumé détails hypothèse hypothèses avertissement important \
     conseil vérification ajout nota notas explicación explicaciones razón razones motivo motivos resumen detalles \
     suposición suposiciones advertencia importante aviso consejo verificación comprobación añadido \
     notă observație observații explicație explicații motiv motive rezumat detalii presupunere presupuneri avertisment atenție \
     sfat verificare adaos tldr comment kommentar commentaire comentario comentariu hope sure great thanks thank voilà",
);

/// What was led to, and what gave it.
pub(in super::super) const RESULTS: Words = Words::list(
    "result results output outputs response responses return returns returned tool function api ergebnis ergebnisse ausgabe rückgabe \
     werkzeug résultat résultats sortie retour outil resultado resultados salida herramienta rezultat rezultate rezultatul ieșire \
     unealtă",
);

/// That what follows takes the place of what was given.
pub(in super::super) const ANEW: Words = Words::list(
    "corrected updated revised fixed final new instead better improved adjusted amended actual \
     korrigiert korrigierte korrigiertes aktualisiert aktualisierte überarbeitet endgültig endgültige neue neues richtig richtige \
     corrigé corrigée révisé révisée nouvelle nouveau finale définitif définitive \
     corregido corregida actualizado actualizada revisado revisada nuevo nueva definitivo definitiva \
     corectat corectată actualizat actualizată revizuit revizuită nou nouă finală",
);

/// The same, where a label says it of what it stands before.
pub(in super::super) const CORRECT: Words =
    Words::list("correct right richtige richtiges korrekt korrekte correcte correcto correcta corect corectă");

/// What an answer is called that is still to be put into its form.
pub(in super::super) const PLANS: Words = Words::list(
    "draft drafts version plan proposal changes entwurf plan vorschlag änderungen brouillon proposition borrador propuesta \
     ciornă propunere propunerea",
);

/// What comes before an answer, as a label.
pub(in super::super) const THOUGHTS: Words = Words::list(
    "analysis reasoning thought thoughts thinking analyse überlegung gedanke gedanken réflexion raisonnement análisis \
     razonamiento analiză raționament",
);
