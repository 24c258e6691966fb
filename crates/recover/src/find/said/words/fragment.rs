//! Words of sentences without a verb behind an answer.

use super::Words;

/// That it is no more than what it is called.
pub(in super::super) const ONLY: Words = Words::list(
    "only just merely purely simply nur bloß lediglich reines rein seulement juste uniquement simplement solo sólo solamente \
     únicamente simplemente doar numai simplu simple purement",
);

/// What is only thought of.
pub(in super::super) const THOUGHTS: Words = Words::list(
    "suggestion suggestions idea thought proposal draft sketch vorschlag idee entwurf skizze suggestion idée proposition \
     brouillon ébauche sugerencia idea propuesta borrador sugestie idee propunere ciornă schiță",
);

/// Articles and what is said beside a name.
pub(in super::super) const BESIDE: Words = Words::list(
    "a an the one ein eine einen der die das un une une le la el una o este e it its this that is not real data values \
     purposes for illustration as als zur como por comme titre ca drept de con",
);

/// Whoever is asked.
pub(in super::super) const YOU: Words =
    Words::list("you du sie ihr tu vous tú usted ustedes dumneavoastră voi thats its this it everything all");

/// That they want it.
pub(in super::super) const WANT: Words = Words::list(
    "agree confirm approve want wish like okay ok fine right accept consent einverstanden zustimmst zustimmen willst wollen \
     möchtest möchten bestätigst bestätigen passt magst recht daccord accord confirmes confirmez veux voulez acceptes acceptez \
     convient acuerdo confirmas confirma quieres quiere aceptas acepta parece gusta acord confirmi confirmați vrei vreți accepți \
     acceptați dorești doriți convine",
);

/// Small words of such a condition.
pub(in super::super) const SO: Words = Words::list(
    "do with that this it is are so bist sind damit das es dem mit êtes es est avec ça cela te le de estás está con ello bien eso ești sunteți cu asta îți vă",
);

/// That one thing is in the place of another.
pub(in super::super) const BUT: Words = Words::list("but rather instead sondern mais sino ci make make it");
