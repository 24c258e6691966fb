//! Words of refusals.

use super::Words;

/// Who speaks. Spanish and Romanian verbs say it themselves.
pub(in super::super) const I: Words = Words::list("i we im ive ill ich wir je nous yo nosotros eu noi");

/// Verbs of what whoever speaks can, will or may do.
pub(in super::super) const CAN: Words = Words::list(
    "can will shall must should may could able allowed willing going want permitted comfortable mache tue lage kann können könnte werde werden \
     darf dürfen sollte möchte peux pouvons vais allons veux dois pourrai ferai ferons fais mesure puedo podemos voy vamos debo \
     quiero podré haré haremos pot putem voi vom vreau",
);

/// The same with who speaks in them.
pub(in super::super) const I_CAN: Words =
    Words::list("puedo podemos voy vamos debo quiero podré haré haremos hago pot putem voi vom vreau fac voie");

/// The same with their denial.
pub(in super::super) const CANNOT: Words =
    Words::list("cant cannot wont shant mustnt shouldnt couldnt unable unwilling");

/// Denials.
pub(in super::super) const NOT: Words =
    Words::list("not never nicht nichts niemals pas jamais rien no nunca nada nu nimic isnt arent dont nest");

/// Verbs that refuse by themselves.
pub(in super::super) const REFUSE: Words = Words::list(
    "refuse decline lehne lehnen ablehnen verweigere verweigern weigere weigern refusons refuser décline niego rehúso \
     rechazo negarme refuz refuzăm",
);

/// The same with who speaks in them.
pub(in super::super) const I_REFUSE: Words = Words::list("niego rehúso rechazo negarme refuz refuzăm");

/// Verbs of doing what was asked for, or of taking something away.
pub(in super::super) const DEEDS: Words = Words::list(
    "do help assist comply proceed fulfil fulfill execute perform complete carry process support delete remove erase clear \
     empty cancel drop wipe continue answer deleting removing doing helping tun machen helfen ausführen durchführen löschen \
     entfernen leeren erledigen streichen erfüllen tue mache lösche ferai ferons faire aider supprimer effacer exécuter \
     retirer annuler vider hacer hacerlo ayudar ayudarte borrar borrarlo eliminar eliminarlo ejecutar cumplir quitar \
     haré haremos hago fac face facem ajut ajuta șterg șterge ștergi execut executa elimin elimina continui",
);

/// Verbs of a change: what is changed may be a part of it, so they count only where all of it is pointed at.
pub(in super::super) const CHANGES: Words = Words::list(
    "change update add create edit modify make move mark apply touch ändern anlegen hinzufügen bearbeiten anwenden modifier \
     changer ajouter créer appliquer cambiar añadir crear modificar aplicar schimba schimb adăuga adaug crea modifica aplica",
);

/// What is pointed at, and nothing as a whole.
pub(in super::super) const ALL: Words = Words::list(
    "this that it these those them anything any so everything such das dies dieses diese es sie alles irgendwas le la les cela ça \
     ceci l en y lo eso esto las los nada rien nichts asta aceasta îl o acest această nimic rien tout",
);

/// What it is done to, by its kind.
pub(in super::super) const OBJECTS: Words = Words::list(
    "list lists todo todos task tasks item items entry entries request requests action actions operation operations data \
     order liste listen aufgabe aufgaben eintrag einträge anfrage aktion tâche tâches demande élément éléments lista listas \
     listă tarea tareas petición solicitud elemento elementos sarcina sarcină sarcinile cererea cerere lucru thing things",
);

/// Small words that may stand anywhere in such a sentence.
pub(in super::super) const SMALL: Words = Words::list(
    "unfortunately sadly regrettably sorry apologies afraid oh well and but because however to with for of you your the a an \
     be am is are was at all simply just really have need had in good conscience therefore as that yet now still ever leider \
     bedauerlicherweise aber und zu ab mich mir dir ihnen deine deinen ihre ihren den die der dem ein eine einfach wirklich \
     muss musste müssen bin habe suis bei dabei damit malheureusement hélas désolé désolée mais et ne n de d à a me m vous t te votre ta ton ces cette \
     ce un une dois pour avec lamentablemente desgraciadamente pero y que se con tu su el esta este una para por din păcate \
     dar și să că mă vă pe trebuie im actually nonetheless either",
);

/// What is denied of what cannot be.
pub(in super::super) const POSSIBLE: Words = Words::list(
    "possible allowed permitted feasible doable acceptable appropriate okay something möglich erlaubt zulässig machbar geht \
     permis autorisé faisable posible permitido puede posibil poate",
);

/// What cannot be done, behind a verb of what can.
pub(in super::super) const DONE: Words =
    Words::list("done executed gemacht getan ausgeführt fait exécuté hecho făcut executat");

/// Such verbs.
pub(in super::super) const CAN_BE: Words = Words::list("can cannot cant kann darf peut puede poate");

/// What cannot be, in one word.
pub(in super::super) const IMPOSSIBLE: Words = Words::list(
    "impossible forbidden prohibited unmöglich verboten unzulässig interdit imposible prohibido imposibil interzis",
);

/// Verbs between.
pub(in super::super) const BE: Words = Words::list(
    "is are be was would cannot cant isnt arent thats its ist wäre kann wird est serait cest nest peut es sería está puede \
     e este ar fi poate i can do",
);

/// Who is advised.
pub(in super::super) const YOU: Words = Words::list("you du sie tu vous usted deberías debería debes ștergi");

/// That something ought to be.
pub(in super::super) const SHOULD: Words = Words::list(
    "should shouldnt must mustnt solltest sollten sollte darfst dürfen devrais devriez dois devez deberías debería debes \
     debe ar trebui trebuie",
);

/// What would be no good.
pub(in super::super) const DANGEROUS: Words = Words::list(
    "dangerous unsafe risky harmful unwise irresponsible reckless wrong gefährlich riskant unverantwortlich dangereux risqué \
     imprudent peligroso arriesgado periculos riscant",
);

/// That it would.
pub(in super::super) const WOULD: Words = Words::list("would wäre serait sería ar");

/// What a thing is that is no good.
pub(in super::super) const GOOD: Words = Words::list("good gute guten bonne buena bună wise gut bien");
/// And its noun.
pub(in super::super) const IDEA: Words = Words::list("idea idee idée");
/// What leads it.
pub(in super::super) const THINK: Words =
    Words::list("think believe dont glaube denke keine kein pense crois creo cred");

/// A no for the whole.
pub(in super::super) const NO: Words = Words::list("no nope nein non nu");
/// What may stand beside it.
pub(in super::super) const RATHER: Words =
    Words::list("id rather better not lieber besser nicht plutôt pas mieux mejor mai bine i would prefer way");

/// Behind them comes what is done all the same.
pub(in super::super) const TURNS: Words = Words::list(
    "but however instead so therefore then aber jedoch stattdessen daher deshalb sondern mais donc cependant pero sino \
     dar deci însă",
);

/// A sentence with one of them gives something.
pub(in super::super) const GIVES: Words = Words::list(
    "here heres below following instead propose suggest offer hier stattdessen folgende folgendes voici voilà plutôt aquí \
     siguiente iată următorul următoarea alternative alternatively alternativ rather",
);

/// What whoever speaks does all the same.
pub(in super::super) const DOES: Words = Words::list(
    "can will ill have ive did could marked made mark complete kann habe werde puedo he pot am peux vais only nur",
);

/// Behind them stands why, or what is missing.
pub(in super::super) const REASONS: Words = Words::list(
    "because since as weil da denn car parce puisque porque ya pentru deoarece fiindcă without until unless before ohne bis sans \
     sin hasta fără până",
);

/// What every change waits for.
pub(in super::super) const SIGNS: Words = Words::list(
    "signature sign approval approve confirm confirmation unterschrift zustimmung bestätigung accord firma \
     aprobación semnătura aprobarea",
);

/// The same in Chinese, where words are not parted: who cannot, and what.
pub(in super::super) const HAN: [&[&str]; 2] = [
    &["我不能", "我无法", "我不会", "我不可以", "我拒绝", "无法", "不可能", "不允许", "我不想"],
    &[
        "这样做",
        "这么做",
        "做这",
        "这件事",
        "这个请求",
        "您的请求",
        "你的请求",
        "照做",
        "帮你",
        "帮您",
        "执行",
        "删除",
        "做到",
    ],
];

/// What leads what is done all the same.
pub(in super::super) const HAN_GIVES: [&str; 8] = ["但", "不过", "以下", "这是", "请看", "所以", "改为", "我可以"];

/// What is of something else.
pub(in super::super) const HAN_ELSE: [&str; 6] = ["其他", "其它", "别的", "文件中的", "撤销", "恢复"];
