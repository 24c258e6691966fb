//! Words of a sentence that goes on behind a document alone.

use super::Words;

/// Words that alone are no sentence: who answers says them first.
pub(in super::super) const LITTLE: Words = Words::list(
    "so then yes sure ok okay well thus therefore hence right fine and also just now done dann also ja gut nun donc alors \
     oui bien entonces sí bueno deci atunci da",
);

/// Verbs by which whoever speaks gives something, in languages that need no word for who it is, and shortened ones.
pub(in super::super) const GIVERS: Words = Words::list(
    "ill im lets jenvoie jenverrai jutilise japplique envío enviaré respondo responderé propongo uso aplico devuelvo trimit \
     răspund propun folosesc aplic voi",
);

/// Verbs that were.
pub(in super::super) const PAST: Words = Words::list(
    "was were had sent answered wrote replied suggested proposed said gave returned tried thought considered war waren hatte \
     habe schrieb antwortete sandte lautete était avais envoyé répondu fue era envié respondí escribí fost trimis \
     scris răspuns",
);

/// Between an answer and what it is.
pub(in super::super) const NOW: Words = Words::list("is ist lautet est es este e be with");

/// Words that begin a reason, or what comes of something.
pub(in super::super) const REASONS: Words =
    Words::list("as since because so weil da denn damit comme car puisque como porque ya deoarece pentru cum ceea");

/// Verbs of finding something somewhere.
pub(in super::super) const READS: Words =
    Words::list("see find sehe finde vois veo văd lis lese leo read citesc hesitate schwanke hésite jhésite dudo torn");

/// First words of a sentence that puts something before whoever reads.
pub(in super::super) const PUTS: Words = Words::list(
    "here use apply take run see hier voici voilà utilisez utilise aquí usa aplica iată uite folosește nimm verwende",
);

/// First words of a clause that sets something against what was said.
pub(in super::super) const CONTRASTS: Words = Words::list(
    "but however yet although though aber doch jedoch allerdings mais cependant pourtant pero aunque dar însă totuși \
     но ma però mas maar",
);

/// That something is more than it should be.
pub(in super::super) const TOO: Words = Words::list("too zu trop demasiado prea troppo");

/// Verbs of what was not.
pub(in super::super) const UNREAL: Words = Words::list("hätte hätten aurais jaurais aurait habría hubiera");

/// Denials that stand behind what they deny.
pub(in super::super) const LATE: Words = Words::list("nicht nie niemals niet nooit");

/// Verbs of not doing what is asked.
pub(in super::super) const REFUSES: Words =
    Words::list("decline declined refuse refused ablehne verweigere refusé rechazo refuz");

/// What stands between one thing and another that may be instead.
pub(in super::super) const OR: Words = Words::list("or oder ou sau oppure");

/// Words that leave open what comes next.
pub(in super::super) const WHETHER: Words = Words::list("whether if ob");

/// Verbs of doubt.
pub(in super::super) const DOUBTS: Words = Words::list("doubt wonder question");

/// Words that begin what is only supposed.
pub(in super::super) const SUPPOSING: Words =
    Words::list("assuming supposing provided given had were angenommen vorausgesetzt supposant suponiendo presupunând");

/// First words of a sentence that only puts the answer before whoever reads.
pub(in super::super) const PUTS_BEFORE: Words = Words::list("here heres hier voici voilà aquí iată uite");
