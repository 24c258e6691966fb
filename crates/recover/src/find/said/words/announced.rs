//! Words of clauses that announce what is over, rejected or not chosen alone.

use super::Words;

/// That somebody did not want it.
pub(in super::super) const REJECTED: Words = Words::list(
    "rejected refused declined abgelehnt verworfen zurückgewiesen rejeté refusé rechazó rechazaste rechazado respins refuzat",
);

/// The same of something that is named, and that it was left for another: in brackets behind its name.
pub(in super::super) const PUT_ASIDE: Words = Words::list(
    "rejected refused discarded dropped withdrawn abgelehnt abgelehnte verworfen zurückgezogen rejetée rejeté refusée refusé écartée écarté \
     rechazada rechazado descartada descartado respinsă respins abandonată neales neleasă unchosen unused",
);

/// That it was taken, where that is denied.
pub(in super::super) const CHOSEN: Words = Words::list(
    "chosen selected picked taken used gewählt ausgewählt genommen verwendet retenue retenu choisie choisi elegida elegido seleccionada \
     seleccionado usada aleasă ales selectată folosită",
);

/// What denies it.
pub(in super::super) const NOT: Words = Words::list("not nicht non no nu pas ne");

/// Verbs of having done something, which end a clause or stand before what they point at.
pub(in super::super) const DID: Words =
    Words::list("did done gemacht getan erledigt ausgeführt fait exécuté hice hecho hizo făcut executat");

/// Somebody who turned away from something.
pub(in super::super) const RENOUNCED: Words = Words::list("renoncé renunțat renuncié renunciado verzichtet abandoned");

/// What is no answer yet, as its title.
pub(in super::super) const DRAFT: Words =
    Words::list("draft entwurf rohentwurf brouillon borrador ciornă ciorna schiță");

/// Verbs of asking for something.
pub(in super::super) const ASK: Words = Words::list(
    "ask asked request requested gebeten verlangt gewünscht demandé pediste pidió cerut cerută ceruto ceruti",
);
