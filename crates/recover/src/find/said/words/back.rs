//! Words of sentences that take back the answer before them alone.

use super::Words;

/// What is said before the sentence proper by somebody who thinks again.
pub(in super::super) const HEDGES: Words = Words::list(
    "kindly merci de mejor update korrektur actually no nope wait sorry oh hmm hm please so well and but then ah oops whoops uh um hold on just \
     also note therefore thus apologies however now nein bitte moment halt aber entschuldigung ups hoppla \
     doch non pardon désolé désolée mais attendez attends oups perdón perdona lo siento espera pero por \
     favor nu scuze stai așteaptă dar vă rog te ok okay",
);

/// Those of them that only somebody says who thinks again.
pub(in super::super) const AGAIN: Words = Words::list(
    "actually wait oh hmm hm oops whoops no nope nein moment halt ups hoppla hold espera attends attendez stai \
     oups",
);

/// What an answer is called behind it.
pub(in super::super) const ANSWERS: Words = Words::list(
    "answer output response reply json proposal operation operations object block code call suggestion \
     draft version zeile zeilen message result change changes snippet content plan antwort ausgabe vorschlag nachricht \
     operationen opérations operaciones operații operațiile réponse sortie proposition respuesta salida propuesta mensaje răspunsul răspuns propunerea mesajul",
);

/// Words before what it is called.
pub(in super::super) const THE: Words = Words::list(
    "the my this that these those above previous last first earlier preceding entire whole prior die das \
     den diese dieses diesen obige obigen vorige vorherige letzte meine la le cette ma précédente \
     dernière esta mi anterior última acest această ultimul",
);

/// What it is without a name.
pub(in super::super) const THIS: Words = Words::list(
    "ce this that it these those above das dies obiges obige cela ça ceci eso esto asta aceasta acesta ele",
);

/// Words behind it that say where it stands.
pub(in super::super) const ABOVE: Words =
    Words::list("above before there oben davor precedente précédent anterior sus mai dessus");

/// Verbs between what is spoken of and what is said of it.
pub(in super::super) const BE: Words = Words::list(
    "came out went turned nest nétait is was are were be isnt wasnt arent werent would might may looks look seems seem does doesnt did \
     didnt thats ist war wäre sind waren est était cest cétait serait es está fue era sería e este a fost \
     ar fi stimmt",
);

/// What turns it round.
pub(in super::super) const NOT: Words =
    Words::list("not isnt wasnt arent werent doesnt didnt nicht kein keine pas no nu never");

/// Small words before what is said.
pub(in super::super) const QUITE: Words = Words::list(
    "longer a an the just only simply clearly completely totally entirely quite all actually indeed probably \
     likely still really very too my so ein eine der die das leider ganz nur un une le la el una o \
     obviously now also purely merely mein",
);

/// What is said of an answer that does not stand.
pub(in super::super) const WRONG: Words = Words::list(
    "wrong incorrect mistake mistaken error invalid outdated obsolete premature inaccurate nonsense void \
     withdrawn retracted misleading faulty flawed broken unfinished falsch falsche fehler irrtum ungültig \
     unsinn faux fausse erreur incorrecte mal incorrecto incorrecta equivocado equivocada greșit greșită \
     greșeală incorect eroare guess guessed",
);

/// What is denied of it.
pub(in super::super) const RIGHT: Words = Words::list(
    "right correct valid it what intended meant accurate good mine final richtig korrekt gültig juste \
     correcte correcto correcta bien corect bine ok okay",
);

/// What is said of an answer that counts.
pub(in super::super) const HOLDS: Words = Words::list(
    "holds applies counts stands works matters valid true current right correct needed wanted gilt stimmt zählt vaut",
);

/// What is no value, but stands for one.
pub(in super::super) const STANDINS: Words = Words::list(
    "placeholder placeholders example examples sample samples illustrative illustration illustrations \
     dummy dummies fictional fictitious hypothetical invented made guess guesses guessed platzhalter \
     beispiel beispiele erfunden ejemplo ejemplos inventado exemple exemples inventé exemplu inventate",
);

/// Verbs that let go of what they name, said to whoever reads.
pub(in super::super) const DROP: Words =
    Words::list("strike undo revert delete remove dont streich streiche verwerfe annule annulez cancela borra șterge");

/// Verbs of using it.
pub(in super::super) const USE: Words = Words::list(
    "use apply run execute send submit follow trust accept sign approve verwenden verwende benutzen \
     benutze ausführen anwenden beachten utiliser utilisez utilise exécuter exécutez appliquer appliquez uses usar aplicar ejecutar enviar \
     utilices ejecutes apliques folosi folosiți executa aplica",
);

/// What one does who thinks again.
pub(in super::super) const RETHINK: Words = Words::list(
    "reconsider rethink redo revise correct retract withdraw rephrase restart recheck reevaluate \
     überlegen überdenken korrigieren nachdenken reconsidérer repenser corriger réfléchir reconsiderar \
     repensar corregir pensarlo pensar corectez regândesc",
);

/// The same in two words.
pub(in super::super) const RETHINKS: [(&str, &str); 10] = [
    ("think", "again"),
    ("start", "over"),
    ("start", "again"),
    ("try", "again"),
    ("look", "again"),
    ("take", "back"),
    ("begin", "again"),
    ("think", "twice"),
    ("try", "that"),
    ("do", "over"),
];

/// How such a sentence begins.
pub(in super::super) const LET_ME: Words = Words::list(
    "necesito primero im am going let lets me us i ill id we need have should must will would want like to first rather better really \
     had still ich muss möchte sollte lass lassen sie mich erst zuerst noch einmal lieber würde \
     laissezmoi laissemoi je dois voudrais préfère déjame déjeme debo tengo que quiero prefiero lasămă \
     lăsațimă trebuie să aș vrea am going it allow",
);

/// Verbs of asking first.
pub(in super::super) const ASK: Words =
    Words::list("ask clarify inquire fragen nachfragen rückfragen demander preguntar întreb");

/// Words of a sentence that is of something else, or of what is to come.
pub(in super::super) const ELSE: Words = Words::list(
    "else other others further next more additional later earlier fixed corrected \
    sonst weitere weiteren weiterer weiter weiteres supplémentaire supplémentaires adicional adicionales suplimentară suplimentare andere anderen anderes anderer autre autres otro otra otros otras más \
   alt alta alte altceva rest",
);

/// What is asked for before anything can be done.
pub(in super::super) const DETAILS: Words =
    Words::list("information info details detail clarification context informationen angaben precisions");

/// Verbs of going on.
pub(in super::super) const PROCEED: Words = Words::list(
    "proceed continue do answer decide execute perform help comply go be complete fulfill fulfil carry \
     act",
);

/// Words behind it that leave it the whole of what is said.
pub(in super::super) const STILL: Words =
    Words::list("this that it with without until before yet on first out safely here sure ahead further");

/// Verbs of having made a mistake.
pub(in super::super) const ERRED: Words =
    Words::list("misread misunderstood misinterpreted misjudged misspoke erred overlooked confused");

/// What should have been done instead.
pub(in super::super) const DONE: Words = Words::list(
    "asked used sent said completed answered proposed checked written done chosen picked marked kept left \
     been given waited",
);

/// What is done with an answer that is to be dropped.
pub(in super::super) const DROPPED: Words =
    Words::list("replaced rejected undone ignored disregarded discarded dropped cancelled canceled scrapped");

/// What an answer is that is none yet.
pub(in super::super) const DRAFTS: Words = Words::list(
    "entwurf brouillon borrador ciornă beispiel exemplu exemple ejemplo draft test template guess sketch demo format try attempt suggestion idea joke skeleton mockup",
);

/// Verbs of having taken one thing for another.
pub(in super::super) const PICKED: Words =
    Words::list("picked used chose selected took gave sent wrote named had mentioned returned");

/// Verbs of what was asked for.
pub(in super::super) const ASKED: Words = Words::list("wants wanted said asked meant means needs requested");

/// How a slip is owned to in a few words of their own.
pub(in super::super) const ERRED_IN_ALL: [&[&str]; 16] = [
    &["i", "changed", "my", "mind"],
    &["ive", "changed", "my", "mind"],
    &["i", "have", "changed", "my", "mind"],
    &["i", "regret"],
    &["ich", "habe", "einen", "fehler"],
    &["ich", "habe", "mich", "geirrt"],
    &["ich", "habe", "mich", "vertan"],
    &["me", "equivoqué"],
    &["me", "he", "equivocado"],
    &["je", "me", "suis", "trompé"],
    &["jai", "fait", "une", "erreur"],
    &["am", "greșit"],
    &["mam", "înșelat"],
    &["mă", "răzgândesc"],
    &["mam", "răzgândit"],
    &["i", "spoke", "too"],
];
