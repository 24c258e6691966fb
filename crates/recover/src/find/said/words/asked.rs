//! Words of questions beside an answer alone.

use super::Words;

/// What stands between one thing and another that may be instead.
pub(in super::super) const OR: Words = Words::list("or oder ou o sau");

/// What is said before the question proper.
pub(in super::super) const BEFORE: Words = Words::list(
    "or oder ou o sau and und et y și but aber mais pero dar so then hm hmm wait oh sorry also just quickly one question \
     frage rückfrage kurz kurze question pregunta întrebare nur une una eine only ask fragen first vorher",
);

/// Words that are no part of what is asked for: who speaks and who reads, what is pointed at, and what joins them.
pub(in super::super) const SMALL: Words = Words::list(
    "i you we me my your it its this that these those the a an is are was were be been do does did has have had will \
     would should shall may might can could to of for in on at by as with from so what if one ones them they he she \
     there want wanted like liked thats isnt wasnt doesnt about how now here us any which \
     please bitte das war waren ich du sie er wir mir dir mich dich ihnen ihr mein dein dies dieses diese dieser es ein eine einen einem der die den dem ist \
     sind war waren sein soll sollen sollte habe hast haben wird würde willst wolltest wollen wollten möchtest möchten \
     mit zu von für im am um an auf ob dass wie nun damit dazu daran hier du's wäre wärs kann kannst \
     je tu vous nous il elle ce cela ça ceci cest le la les un une des de du est et était sont être suis ai as avez \
     dois doit devrais puis peux veux voulais voulez vouliez souhaites souhaitez que qui à pour dans en sur si avec te \
     t s l se y par comme ton ta tes votre vos cette cet me mon \
     yo tú usted ustedes él ella lo esto eso esta este ese un una los las el es son era fue ser he has ha debo debe \
     debería puedo puede quieres querías quería quiere con para por al del se su tu mi si te le algo así \
     eu dumneavoastră ați el ea asta aceasta acesta o un e era a fi este sunt am ai au să trebuie pot poți vrei vreți \
     vrut voiai doreai dorești cu pentru la pe din de în că dacă îl îmi mi ți vă asa ar aș",
);

/// That something is as it should be, or is to be done.
pub(in super::super) const APPROVES: Words = Words::list(
    "ok okay okey right correct correctly fine good alright well clear enough acceptable perfect great all everything mind sure \
     ready agree agreed approve approved confirm confirmed accept accepted deal happy yes no wrong work works worked suit suits look looks \
     sound sounds fit fits sense make makes match matches satisfy satisfied understood got go ahead proceed continue do done \
     asked expected imagined intended needed looking cool really answer help helps helpful useful better problem \
     richtig gut recht korrekt klar alles passt passen stimmt einverstanden ja nein ordnung geht genehm verstanden \
     besser fertig bereit sicher bestätigst bestätigen zufrieden gefällt klingt aussieht gepasst gewünscht vorgestellt \
     erwartet gedacht weiter fortfahren los okidoki sinn problem \
     accord bien bon bonne bons juste exact parfait convient conviennent va vas clair tout oui non mieux daccord sûr prêt confirmes \
     confirmez compris correcte marche plaît parfaite pense attendais attendiez demandé imaginais problème \
     vale acuerdo correcto correcta bueno buena perfecto claro todo sí sirve conforme seguro listo confirmas confirma \
     mejor gusta entendido parece esperabas pediste pensado problema verdad no \
     bine corect corectă regulă acord clar tot da nu convine potrivește perfect sigur gata confirmi confirmați mergem merge \
     place înțeles vrea așteptai gândit cerut problemă",
);

/// Those of them that ask whether something is so.
pub(in super::super) const TRUE: Words = Words::list(
    "right correct true case richtig stimmt korrekt wahr vrai exact correcto cierto verdad corect adevărat",
);

/// That something is so.
pub(in super::super) const SAID_TO_BE: Words = Words::list("that dass daß que qu că");

/// Deeds that are for whoever speaks, and what they are done with: the answer.
pub(in super::super) const DEEDS: Words = Words::list(
    "apply run execute send save sign submit use keep delete deletion change changes update proposal plan answer json \
     operation operations list reply message todo todos task tasks entry version result suggestion \
     anwenden ausführen senden speichern löschen löschung änderung änderungen vorschlag antwort aufgabe eintrag machen \
     umsetzen eintragen liste \
     appliquer exécuter envoyer supprimer suppression changement changements modification proposition réponse tâche liste faire \
     aplicar ejecutar enviar guardar borrar cambio cambios propuesta respuesta tarea lista hacer hago \
     aplic aplicăm execut trimit salvez șterg ștergerea schimbarea schimbările propunerea răspunsul sarcina lista fac",
);

/// That more could be done than was asked for.
pub(in super::super) const MORE: Words = Words::list(
    "else also too further more additional additionally another others other anything something next help well extra missed \
     sonst noch auch weitere weiteres weiterer weiteren zusätzlich irgendetwas außerdem ebenfalls helfen zusätzliche \
     autre autres aussi davantage également encore aider plus \
     más también además otra otras otro otros ayudar adicional \
     altceva mai încă și alte alta asemenea ajut ceva suplimentar",
);

/// That the one stands for the other.
pub(in super::super) const INSTEAD: Words = Words::list(
    "instead rather prefer stattdessen lieber eher bevorzugst plutôt préfères préférez prefieres prefiere preferirías degrabă preferi \
     preferați schimb",
);

/// The same in two words.
pub(in super::super) const INSTEAD_OF: [(&str, &str); 7] =
    [("en", "vez"), ("en", "lugar"), ("au", "lieu"), ("à", "place"), ("mai", "bine"), ("în", "loc"), ("mejor", "el")];

/// What is done where nothing is, beside a no.
pub(in super::super) const LEAVES: Words = Words::list(
    "not no nicht nein non pas nu wrong wait leave keep skip stop hold ask later cancel drop \
     warten lassen lasse behalten abbrechen attendre laisser garder attends laisse annuler esperar espero dejar dejo \
     cancelar aștept las păstrez anulez lieber besser mejor mieux besoin rather better until first",
);

/// Verbs of meaning something.
pub(in super::super) const MEANS: Words = Words::list(
    "mean meant meaning refer referring talking meinst meintest meinen meinten meint gemeint refieres refiere referías refería \
     referi referiți refereai refereați parles parlez parlais",
);

/// The same in two words: `geht es um`, `s'agit-il de`.
pub(in super::super) const IT_IS_OF: [(&str, &str); 4] =
    [("es", "um"), ("s", "agit"), ("se", "trata"), ("vorba", "de")];

/// Verbs of saying, which mean where they are wished for: `veux dire`, `querías decir`, `ai vrut să spui`.
pub(in super::super) const SAYS: Words = Words::list("dire decir spui spuneți zici");

/// Verbs of wishing.
pub(in super::super) const WISHES: Words = Words::list(
    "want wanted need willst wolltest wollen wollten möchtest möchten veux voulais voulez vouliez souhaites quieres \
     querías quiere quería vrei vreai voiai vreți vrut doreai dorești",
);

/// Those of them that are past, or only of what was wished for.
pub(in super::super) const WISHED: Words =
    Words::list("did wanted wolltest wollten voulais vouliez querías quería voiai vrut doreai");

/// Words that begin a question for what is not known.
pub(in super::super) const WHAT: Words = Words::list(
    "which what when who whom whose where how whats whens whos wheres \
     welche welcher welches welchen welchem was wann wer wen wem wessen wo wohin wie wofür womit worum \
     quel quelle quels quelles lequel laquelle lesquels lesquelles quand qui où comment combien quoi que \
     cuál cual cuáles qué cuándo cuando quién quien quiénes dónde cómo cuánto cuántos cuántas \
     care când cine unde cum cât câți câte ce cui",
);

/// How something is, which is asked for as an opinion unless more is said.
pub(in super::super) const HOW: Words = Words::list("how hows what whats wie was comment cómo cum ce que qué");

/// What stands before such a word.
pub(in super::super) const AT: Words = Words::list(
    "at for on by in with until from to of since around um für bis ab an am auf in mit zu von seit bei à de pour avec dans en dès \
     sur chez a para con por desde hasta la pentru cu în pe din până",
);

/// Verbs of holding an opinion.
pub(in super::super) const OPINES: Words = Words::list(
    "think look looks sound sounds seem seems feel findest finden hältst halten klingt denkst sagst dazu aussieht gefällt \
     penses pensez dis dites semble parece opinas dices ves suena piensas crees zici ziceți părere pare crezi sună spuneți",
);

/// Verbs of what a thing does, which is told next.
pub(in super::super) const EXPLAINS: Words = Words::list(
    "happens happened changed changes does did work works ändert passiert geschieht macht change fait passe pasa hace cambia \
     schimbă face întâmplă",
);

/// Who is asked to do something.
pub(in super::super) const COULD_YOU: Words = Words::list(
    "could can would will kannst könntest können könnten peux pouvez pourrais pourriez puedes podrías puede podría poți puteți \
     putea do any",
);

/// What they are asked for: to say what is not known.
pub(in super::super) const TELLS: Words = Words::list(
    "tell specify clarify name give provide spell check know remember idea confirm sagen sag nennen angeben präzisieren klären prüfen \
     bestätigen weißt préciser dire indiquer donner confirmer vérifier sais decirme decir indicar indicarme aclarar precisar confirmar \
     verificar darme sabes spui spune spuneți preciza precizezi clarifici confirmi confirma dai știi",
);

/// Whoever speaks, where it is asked whether something is to be done.
pub(in super::super) const I: Words = Words::list("i we ich wir je nous");

/// Verbs with that in them.
pub(in super::super) const DO_I: Words = Words::list(
    "debo puedo agrego añado hago lo aplico guardo mando envío pongo borro elimino adaug fac trimit pun șterg aplic salvez trebuie pot",
);

/// What is done for whoever is asked whether they want it.
pub(in super::super) const FOR_YOU: Words = Words::list("me to dass daß que să ich je");

/// Verbs that ask how a thing is.
pub(in super::super) const IS: Words =
    Words::list("is was are were isnt wasnt its thats ist war sind wäre est était cest es era fue sería e este");

/// Those that have their subject in themselves.
pub(in super::super) const IT_IS: Words = Words::list("its thats cest es era fue sería e este");

/// Verbs that ask what it does or should be.
pub(in super::super) const DOES: Words = Words::list(
    "does do did will would should shall could might must soll sollte wird würde muss doit devrait debe debería trebuie",
);

/// What is asked about.
pub(in super::super) const THIS: Words = Words::list(
    "it this that he she they these those es das dies dieses er sie ce cela ça il elle eso esto él ella asta aceasta acesta el ea",
);

/// That there is something.
pub(in super::super) const THERE: Words = Words::list("there gibt hay există");

/// Articles of what is not known yet.
pub(in super::super) const ANY: Words =
    Words::list("a an any some ein eine einen etwas une un una algún alguna o vreo");

/// Articles of what is known.
pub(in super::super) const THE: Words = Words::list("the der die das den dem le la les el los las");

/// Days, and what else says when something is.
pub(in super::super) const DAYS: Words = Words::list(
    "today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday weekend morning noon afternoon evening night \
     midnight daily weekly monthly yearly january february march april june july august september october november december \
     heute morgen übermorgen montag dienstag mittwoch donnerstag freitag samstag sonntag wochenende mittag abend nacht morgens \
     abends täglich wöchentlich monatlich jährlich januar februar märz juni juli oktober dezember \
     demain lundi mardi mercredi jeudi vendredi samedi dimanche matin midi soir janvier février mars avril juin juillet août \
     septembre octobre novembre décembre hebdomadaire mensuel \
     hoy mañana lunes martes miércoles jueves viernes sábado domingo mediodía tarde noche semanal mensual enero febrero marzo abril \
     mayo junio julio agosto septiembre octubre noviembre diciembre \
     azi astăzi mâine luni marți miercuri joi vineri sâmbătă duminică dimineața prânz seara săptămânal lunar ianuarie \
     februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie",
);

/// Words that only Romanian has: its `o` is an article.
pub(in super::super) const ROMANIAN: Words =
    Words::list("vrei vreți mai sau pentru cu nu este fac pun adaug să trebuie trimit șterg pe din ar vrut");

/// Things that are not what was given.
pub(in super::super) const ELSE: Words = Words::list("else anderes autre otra algo altceva something anything etwas");

/// Verbs of doing nothing yet.
pub(in super::super) const WAITS: Words =
    Words::list("wait warten attendre attende esperar espere aștept hold leave lassen");

/// Changes, where they are asked for.
pub(in super::super) const CHANGES: Words = Words::list(
    "change changes changed adjust edit edits tweak ändern änderung änderungen anpassen changer modifier modifié changement cambiar      modificar cambio cambios schimb schimbi modific modifici schimbat",
);

/// How much, behind `how`.
pub(in super::super) const MANY: Words =
    Words::list("many much long often late early big viel viele lange oft spät groß de combien tan cât");
