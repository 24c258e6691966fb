//! Words of reports alone.

use super::Words;

/// Verbs of giving and doing, past.
pub(in super::super) const GAVE: Words = Words::list(
    "came went ran ended gave sent wrote got put made returned replied answered responded produced printed emitted fetched \
     executed delivered suggested proposed lieferte schickte gab sandte schrieb meldete antwortete zurückgegeben geliefert \
     geschickt gesendet geantwortet ausgeführt renvoyé retourné envoyé répondu exécuté écrit donné devolvió respondió envió \
     escribió ejecutó devuelto enviado ejecutado trimis returnat răspuns executat scris",
);

/// Verbs of wishing: what somebody wished for is the answer.
pub(in super::super) const WISHED: Words = Words::list(
    "asked wanted requested needed wished ordered required desired preferred approved confirmed selected accepted intended",
);

/// Small words between such a verb and what was given.
pub(in super::super) const PREPOSITIONS: Words = Words::list("with up back out to mit zurück avec con cu");

/// Auxiliaries of a passive that is past.
pub(in super::super) const PASSIVE: Words =
    Words::list("was were had been has wurde wurden war été avait fue fueron ha había fost hat");

/// Participles of doing, besides those of an answer.
pub(in super::super) const BY: Words =
    Words::list("called logged recorded stored deleted created updated posted received");

/// What stands before a source.
pub(in super::super) const SOURCE_OF: Words = Words::list("according laut gemäß selon daprès según conform potrivit");

/// Who reads, and what is theirs.
pub(in super::super) const YOURS: Words = Words::list(
    "you your yours request instructions deiner deinem deinen ihrer ihrem dir dein du sie votre ta ton tes vous tu tus su \
     usted solicitud cererii mesajului tău ta demande anfrage bitte wunsch",
);
