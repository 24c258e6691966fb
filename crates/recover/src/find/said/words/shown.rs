//! Words of clauses before a document that show, forbid or tell of it alone.

use super::Words;

/// That something is not to be.
pub(in super::super) const FORBIDDEN: Words = Words::list(
    "forbade refrain refrains refraining abstain prohibit prohibits forbid forbids forbidden prohibited disallowed banned prohíbe interdisent interzice verbietet verbieten verboten untersagt unzulässig interdit \
     interdite défendu prohíben prohibido prohibida vietato interzic interzis interzisă",
);

/// That something may be, where it is denied.
pub(in super::super) const ALLOWED: Words = Words::list(
    "allowed permitted supposed acceptable authorized erlaubt gestattet zulässig permis autorisé permitido permitida \
     permis permisă",
);

/// Verbs of giving an answer, as they end a clause that forbids it.
pub(in super::super) const GIVE: Words = Words::list(
    "sending returning answering replying writing using respond provide generate reply answer send write output return emit use say give senden antworten schreiben \
     verwenden répondre envoyer utiliser écrire responder enviar usar escribir răspunzi trimiți folosești scrii \
     with mit avec con cu",
);

/// That something is wrong.
pub(in super::super) const BAD: Words = Words::list(
    "bad wrong incorrect invalid false faulty broken poor malformed falsch falsche schlechte ungültige mauvaise \
     fausse mala incorrecta falsa greșit greșită",
);

/// That something is a mistake, where it is done.
pub(in super::super) const MISTAKE: Words =
    Words::list("mistake error wrong incorrect bad irresponsible fehler falsch erreur greșeală");

/// What stands for many of its kind.
pub(in super::super) const TYPICAL: Words =
    Words::list("typical generic hypothetical sample usual imaginary fictional dummy");

/// That something is only thought of.
pub(in super::super) const HYPOTHETICALLY: Words =
    Words::list("hypothetically theoretically hypothetisch theoretisch hypothétiquement hipotéticamente ipotetic");

/// What is a title of what stands for something else.
pub(in super::super) const STANDINS: Words = Words::list(
    "counterexample antipattern placeholder illustration dummy mock mockup demo demonstration skeleton platzhalter \
     veranschaulichung musterantwort démonstration demostración ilustración ilustrare demonstrație exemple ejemplo exemplu \
     beispiel example",
);

/// Words of a title before a form.
pub(in super::super) const EXPECTED: Words = Words::list(
    "the my a an expected required desired output json response answer reply general is ist erwartetes \
     gewünschtes",
);

/// Who or what gives something that is not the answer.
pub(in super::super) const SOURCES: Words = Words::list(
    "faq tutorial guide article search web tool api function log logs logfile history documentation docs doc manual readme example test tests user human \
     server validator linter script program note notes file files email mail page website system prompt transcript \
     conversation chat schema spec specification database record backend endpoint service customer client protokoll \
     dokumentation nutzer benutzer datei journal documentation utilisateur fichier registro documentación usuario \
     archivo jurnalul documentația utilizatorul fișierul",
);

/// Who may be the model itself, unless it is another.
pub(in super::super) const AGENTS: Words =
    Words::list("asistente asistentul asistentă assistant model agent bot ai llm colleague assistent modell");

/// That it is another.
pub(in super::super) const ANOTHER: Words = Words::list(
    "another other previous last earlier first different old former prior second ein anderer anderes voriges",
);

/// Words behind which it is the model that speaks, or of something that is to be.
pub(in super::super) const OWN: Words = Words::list(
    "i we my as based given since because should must will would can now new wants so here if ich wir mein \
     je mon yo mi eu",
);

/// Verbs of those who give something.
pub(in super::super) const GIVES: Words = Words::list(
    "respondió contestó escribió expects steht pasted includes included shows show showed shown gives gave returned returns responded responds replied replies suggested suggests answered \
     answers produced produces emitted printed prints rejected refused recommended recommends outputs states mentions \
     describes lists listed holds held reported reports logged sent proposed zeigt zeigte lieferte antwortete \
     montre renvoie muestra devolvió arată returnează",
);

/// What they give.
pub(in super::super) const GIVEN: Words = Words::list(
    "me us with as this that the following a an example entry line json proposal text message output operation operations \
     answer call value request response reply one object snippet: folgendes dies",
);

/// Words that stand before what they are of, also on the next line.
pub(in super::super) const OPEN: Words = Words::list(
    "like be is was are were as with to of from than following this either reply answer send write output return emit \
     use say says said contains shows gives gave returned answered replied wrote reads run execute wäre ist lautet \
     wie",
);

/// That something was before.
pub(in super::super) const EARLIER: Words = Words::list(
    "yesterday before earlier previously formerly time vorher zuvor gestern früher damals woche week ayer antes ieri înainte autrefois avant",
);

/// What comes next.
pub(in super::super) const FOLLOWING: Words =
    Words::list("following follows folgende folgendes suivant siguiente sigue următoarea următorul");

/// What is done with an example.
pub(in super::super) const ILLUSTRATES: Words = Words::list(
    "illustrate illustrates demonstrate demonstrates exemplify veranschaulichen illustrer ilustrar ilustra",
);

/// Days of the week: with a verb of the past, one that is over.
pub(in super::super) const DAYS: Words = Words::list(
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag",
);

/// Forms to be filled in by somebody else.
pub(in super::super) const TEMPLATES: Words =
    Words::list("template templates blueprint boilerplate vorlage modèle plantilla șablon");

/// How somebody begins who only thinks of something.
pub(in super::super) const IMAGINE: Words = Words::list(
    "imagine suppose supposing assume pretend imaginons imaginez supposons supposez imaginemos imagina supongamos supón \
     presupunem presupune stell angenommen",
);

/// Verbs of having thought of something else first.
pub(in super::super) const THOUGHT: Words = Words::list("thought considered wanted tried had wrote planned intended");

/// What two things are that are not the same.
pub(in super::super) const AGAINST: [(&str, &str); 10] = [
    ("opposed", "to"),
    ("different", "from"),
    ("different", "than"),
    ("differs", "from"),
    ("compared", "to"),
    ("compared", "with"),
    ("contrary", "to"),
    ("contrast", "to"),
    ("unterschied", "zu"),
    ("gegensatz", "zu"),
];

/// Who asks whom to choose.
pub(in super::super) const WHICH: Words =
    Words::list("which welche welcher welches welchen wofür cuál cuáles lequel laquelle lesquels care quale qual");

/// Verbs of choosing.
pub(in super::super) const CHOOSE: Words = Words::list(
    "choose pick select prefer decide wähle wählen entscheide auswählen choisis choisissez choisir elige elija escoge \
     alege alegeți",
);

/// How many there are to choose from.
pub(in super::super) const SEVERAL: Words = Words::list(
    "two three four several some multiple both 2 3 4 zwei drei mehrere deux trois plusieurs dos tres varias două trei \
     câteva",
);

/// What there are several of.
pub(in super::super) const CHOICES: Words = Words::list(
    "options possibilities alternatives choices ways variants candidates interpretations readings möglichkeiten \
     alternativen varianten optionen possibilités opciones posibilidades opțiuni variante posibilități",
);

/// Words before what something stands for.
pub(in super::super) const AS: Words = Words::list("as for nur zur zum als à a pour para pentru only by");

/// Words before a form that an answer is in: it is that of the answer.
pub(in super::super) const IN_FORM: Words =
    Words::list("in using following per as to im nach dans selon au en según în conform with wie comme ins");

/// Verbs of how something looks.
pub(in super::super) const LOOKS: Words =
    Words::list("looks look ressemble arată sieht sähe aussieht so ainsi así așa like sería");

/// What has a form.
pub(in super::super) const STANDS_FOR_FORMS: Words =
    Words::list("formatul șablonul structure struktur estructura structura");

/// Words behind `would be` that leave what comes next all that is said.
pub(in super::super) const SO_IT_IS: Words =
    Words::list("be look then therefore thus simply just like this as follows fi so also folgende aussehen sein");

/// What the answer is called that is meant.
pub(in super::super) const FITTING: Words = Words::list(
    "final correct right best full complete resulting corresponding appropriate proper required requested expected needed valid \
     following new updated richtige passende endgültige bonne correcta adecuada",
);

/// Spanish verbs of giving an answer as they forbid it behind `no`.
pub(in super::super) const FORBIDDING: Words =
    Words::list("envíes mandes uses escribas respondas devuelvas ejecutes apliques hagas envíe mande envíen");

/// That something all but happened.
pub(in super::super) const NEARLY: Words = Words::list("almost nearly beinahe presque casi aproape");

/// Verbs between what was and what it was.
pub(in super::super) const WERE: Words = Words::list("was were war waren lautete était fut era fue fost");

/// Verbs of what somebody else holds to be so.
pub(in super::super) const CLAIMS: Words = Words::list(
    "says said claims claimed thinks thought believes insists insisted sagt meint meinte behauptet dit pense prétend dice \
     cree afirma spune crede susține",
);

/// What is not named, where it is like something.
pub(in super::super) const SOMETHING: Words = Words::list("something anything etwas algo chose ceva");

/// That it is like what comes next.
pub(in super::super) const LIKE: Words = Words::list("like wie como comme ca");

/// What is left out of what may be.
pub(in super::super) const EXCEPT: Words = Words::list("except unlike außer sauf excepto salvo");

/// Who is anybody.
pub(in super::super) const MANY: Words = Words::list(
    "people others many some users models agents assistants beginners someone somebody anyone leute viele manche",
);

/// That something would be easy to do, where it is not done.
pub(in super::super) const TEMPTS: Words = Words::list("tempting tempted tentant tentador");

/// How somebody answers who does not look.
pub(in super::super) const CARELESS: Words = Words::list("naive naïve careless hasty lazy sloppy");

/// What the answer makes, where it is called so.
pub(in super::super) const THINGS: Words =
    Words::list("todo task item entry event list file command call aufgabe tarea tâche sarcina");
