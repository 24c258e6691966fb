//! The closed-class words with which a message points at what was proposed and says what becomes of it, in five languages.
//! Lists are separated by blanks, folded; words of a phrase are joined by `_`.

use super::super::table::{Language, has, meaning};
use super::super::words::Word;
use super::super::{french::FRENCH, german::GERMAN, romanian::ROMANIAN, spanish::SPANISH};
use super::{Act, Which};

/// The words of one language.
pub(super) struct Pointing {
    /// Its other words; absent = English.
    pub(super) language: Option<&'static Language>,
    /// In front: what was said before is put otherwise.
    pub(super) corrects: &'static str,
    /// In front or behind, and says nothing.
    pub(super) idle: &'static str,
    /// Something is wanted as well: no correction.
    pub(super) more: &'static str,
    /// Nothing else stays.
    pub(super) only: &'static str,
    /// In front of what stays.
    pub(super) keeps: &'static str,
    /// In front of what is let be, where one of [`Self::as_is`] stands behind it.
    pub(super) leaves: &'static str,
    pub(super) as_is: &'static str,
    /// In front of a deed that is not to be done.
    pub(super) never: &'static str,
    pub(super) acts: &'static [(&'static str, Act)],
    /// These deny by themselves: "supprime pas".
    pub(super) acts_deny: bool,
    /// Behind what stays as it is.
    pub(super) stays: &'static str,
    /// In front of what was to end, and is to stay.
    pub(super) restores: &'static [(&'static str, Act)],
    /// The same where one of [`Self::back`] stands behind it.
    pub(super) brings: &'static str,
    pub(super) back: &'static str,
    /// `word=value` that something may have or not.
    pub(super) fields: &'static str,
    pub(super) not: &'static str,
    /// In front of what is left out.
    pub(super) without: &'static str,
    /// In front of a proposal that is taken back.
    pub(super) takes: &'static str,
    /// The same; of a todo it may be said too.
    pub(super) cancels: &'static str,
    /// Of a todo that is there it deletes that.
    pub(super) deletes: &'static str,
    /// Behind what is taken back.
    pub(super) away: &'static str,
    /// Gives a value.
    pub(super) puts: &'static str,
    /// Gives one too, and begins errands: "make tea at 5".
    pub(super) makes: &'static str,
    /// Articles, in front of a part of a title.
    pub(super) articles: &'static str,
    /// Other small words around names and values.
    pub(super) glue: &'static str,
    pub(super) it: &'static str,
    pub(super) them: &'static str,
    pub(super) both: &'static str,
    pub(super) all: &'static str,
    /// "one", "task".
    pub(super) nouns: &'static str,
    pub(super) and: &'static str,
    /// `word=place`, from 1; `0` is the last.
    pub(super) places: &'static str,
    /// `word=place`, 1 or 0, beside a count: "the first two".
    pub(super) ends: &'static str,
    /// Counts of all there are: "the two".
    pub(super) counts: &'static str,
    /// `word=level`, without the word for priority.
    pub(super) levels: &'static str,
    /// "priority", beside a level.
    pub(super) priority: &'static str,
    /// `word=part` of a day, as a trait of what is meant.
    pub(super) parts: &'static str,
}

impl Pointing {
    /// "First two", "zwei letzten", "dos primeros": so many from an end of the list.
    pub(super) fn share(&self, a: &Word, b: &Word) -> Option<Which> {
        let end = |w: &Word| meaning(self.ends, &w.fold).filter(|_| !w.quoted);
        let count = |w: &Word| match w.fold.parse() {
            Ok(n) => Some(n).filter(|n| (2..=9).contains(n)),
            Err(_) if has(self.both, &w.fold) => Some(2),
            Err(_) => meaning(self.counts, &w.fold).and_then(|n| n.parse().ok()),
        };
        let (end, n) = match (end(a), end(b)) {
            (Some(end), _) => (end, count(b)?),
            (None, end) => (end?, count(a)?),
        };
        Some(if end == "0" { Which::Last(n) } else { Which::First(n) })
    }
}

pub(super) const ALL: [&Pointing; 5] = [&ENGLISH, &IN_GERMAN, &IN_SPANISH, &IN_FRENCH, &IN_ROMANIAN];

const ENGLISH: Pointing = Pointing {
    language: None,
    corrects: "no nope nah wait actually sorry oops rather instead i_mean i_meant correction hang_on hold_on on_second_thought",
    idle: "please ok okay then oh ah hmm hm uh um well so thanks thank_you now though and but yes yeah let's i we",
    more: "too also another additionally plus more again",
    only: "only just solely",
    keeps: "keep",
    leaves: "leave keep let",
    as_is: "as_it_is as_is as_they_are where_it_is where_they_are alone be in_place unchanged like_that the_way_it_is",
    never: "don't dont do_not never please_don't you_shouldn't you_don't_need_to no_need_to i_don't_want_to",
    acts: &[
        ("touch do", Act::Any),
        ("delete remove erase drop cancel throw_out get_rid_of bin trash", Act::Delete),
        ("complete finish close tick check_off tick_off mark", Act::Complete),
        ("skip miss", Act::Skip),
        ("move change reschedule postpone shift push rename set update edit", Act::Change),
        ("add create make", Act::Make),
    ],
    acts_deny: false,
    stays: "stays stay remains stays_as_it_is stays_put can_stay should_stay",
    restores: &[("restore undelete recover", Act::Delete), ("reopen uncomplete untick uncheck", Act::Complete)],
    brings: "bring get put take",
    back: "back",
    fields: "time=time hour=time date=date day=date deadline=deadline priority=priority prio=priority label=labels labels=labels \
        tag=labels tags=labels duration=estimate estimate=estimate length=estimate repetition=repetition repeat=repetition \
        recurrence=repetition",
    not: "not don't",
    without: "without except except_for excluding leave_out leaving_out but_not apart_from other_than",
    takes: "scratch strike forget forget_about changed_my_mind_about change_my_mind_about withdraw discard leave_out take_back never_mind nevermind undo revoke",
    cancels: "cancel drop take_out throw_out get_rid_of skip",
    deletes: "remove delete erase",
    away: "no",
    puts: "put set move change schedule reschedule shift push switch postpone mark update",
    makes: "make give plan",
    articles: "the that this my our",
    glue: "to on at for as a an of be it's should with in want need by",
    it: "it that this it's",
    them: "them those these",
    both: "both",
    all: "all everything every each",
    nouns: "one ones task tasks todo todos item items proposal proposals thing things number",
    and: "and &",
    places: "first=1 1st=1 second=2 2nd=2 third=3 3rd=3 fourth=4 4th=4 fifth=5 5th=5 last=0",
    ends: "first=1 last=0 final=0",
    counts: "two=2 three=3 four=4 five=5",
    levels: "urgent=high important=high high=high highest=high top=high medium=medium normal=medium low=low lowest=low \
        unimportant=low",
    priority: "priority prio",
    parts: "morning=morning noon=noon lunchtime=noon afternoon=afternoon evening=evening night=night",
};

const IN_GERMAN: Pointing = Pointing {
    language: Some(&GERMAN),
    corrects: "nein nee ne doch lieber besser quatsch stattdessen eher sorry moment halt ich_meine ich_meinte",
    idle: "bitte ok okay dann ach also mal danke jetzt und aber ja",
    more: "auch noch ebenfalls zusatzlich ausserdem nochmal",
    only: "nur bloss lediglich ausschliesslich",
    keeps: "behalte behalt behalten",
    leaves: "lass lasse",
    as_is: "wie_es_ist wie_er_ist wie_sie_ist wie_sie_sind so stehen in_ruhe",
    never: "",
    acts: &[
        ("losch losche loschen entfern entferne entfernen streich streiche streichen wegwerfen", Act::Delete),
        ("erledige erledigen abhaken abschliessen", Act::Complete),
        ("uberspring uberspringe uberspringen auslassen", Act::Skip),
        ("verschieb verschiebe verschieben verleg verlege verlegen ander andere andern", Act::Change),
        ("anlegen hinzufugen erstellen", Act::Make),
    ],
    acts_deny: false,
    stays: "bleibt bleiben behalten behalt behalte soll_bleiben sollen_bleiben darf_bleiben",
    restores: &[("reaktiviere reaktivieren", Act::There)],
    brings: "hol hole bring bringe stell stelle nimm offne",
    back: "zuruck wieder_her wieder_zuruck her wieder",
    fields: "uhrzeit=time zeit=time datum=date tag=date frist=deadline deadline=deadline prioritat=priority prio=priority \
        label=labels labels=labels etikett=labels dauer=estimate wiederholung=repetition",
    not: "nicht kein keine keinen",
    without: "ohne ausser bis_auf",
    takes: "vergiss verwirf verwerfen lass nimm tu",
    cancels: "streich streiche streichen storniere stornieren",
    deletes: "losch losche loschen entferne entfernen",
    away: "weg raus streichen loschen entfernen verwerfen stornieren zuruckziehen zurucknehmen abbrechen nicht \
        doch_nicht lieber_nicht nicht_mehr fallen bleiben sein",
    puts: "setz setze setzen leg lege legen verschieb verschiebe verschieben verleg verlege verlegen ander andere andern \
        stell stelle stellen schieb schiebe schieben",
    makes: "mach mache machs machen plane plan gib nimm pack packe lass",
    articles: "der die das den dem des",
    glue: "ein eine einen auf am um an fur zu zum zur im in von vom als mit soll sollen sein draus daraus",
    it: "es ihn sie das dies dieses",
    them: "sie die",
    both: "beide beiden beides",
    all: "alle alles allen",
    nouns: "aufgabe aufgaben todo todos punkt eintrag vorschlag vorschlage sache nummer nr",
    and: "und",
    places: "erste=1 ersten=1 erster=1 erstes=1 zweite=2 zweiten=2 zweiter=2 zweites=2 dritte=3 dritten=3 dritter=3 \
        drittes=3 vierte=4 vierten=4 vierter=4 funfte=5 funften=5 letzte=0 letzten=0 letzter=0 letztes=0",
    ends: "erste=1 ersten=1 letzte=0 letzten=0",
    counts: "zwei=2 drei=3 vier=4",
    levels: "dringend=high wichtig=high eilig=high hoch=high hohe=high hohen=high hochste=high normal=medium mittel=medium \
        mittlere=medium niedrig=low niedrige=low unwichtig=low",
    priority: "prioritat prio",
    parts: "fruh=morning morgens=morning morgen=morning vormittag=morning vormittags=morning mittag=noon mittags=noon \
        nachmittag=afternoon nachmittags=afternoon abend=evening abends=evening nacht=night",
};

const IN_SPANISH: Pointing = Pointing {
    language: Some(&SPANISH),
    corrects: "no mejor perdon espera digo sino mas_bien quise_decir quiero_decir prefiero en_realidad",
    idle: "por_favor porfa vale ok entonces gracias pues bueno si y pero",
    more: "tambien ademas otro otra",
    only: "solo solamente unicamente",
    keeps: "conserva conservar manten mantener quedate guarda guardar",
    leaves: "deja",
    as_is: "como_esta como_estan tal_cual en_paz asi",
    never: "no ya_no mejor_no",
    acts: &[
        ("toques", Act::Any),
        ("borres elimines quites canceles suprimas borrar eliminar", Act::Delete),
        ("completes termines marques cierres", Act::Complete),
        ("muevas cambies aplaces", Act::Change),
        ("anadas crees", Act::Make),
    ],
    acts_deny: false,
    stays: "se_queda se_quedan sigue siguen",
    restores: &[("restaura restaurar recupera recuperar", Act::Delete), ("reabre reabrir", Act::Complete)],
    brings: "trae",
    back: "de_vuelta",
    fields: "hora=time horario=time fecha=date dia=date plazo=deadline vencimiento=deadline prioridad=priority etiqueta=labels \
        etiquetas=labels duracion=estimate repeticion=repetition",
    not: "no",
    without: "sin excepto salvo menos",
    takes: "olvida olvidate olvidar descarta descartar deshaz",
    cancels: "cancela cancelar anula anular quita quitar saca sacar",
    deletes: "borra borrar elimina eliminar suprime",
    away: "no ya_no mejor_no fuera",
    puts: "pon poner ponlo ponla ponlos ponlas ponle mueve mover muevelo muevela muevelos cambia cambiar cambialo cambiala pasa \
        pasar pasalo pasala marca marcar programa aplaza",
    makes: "haz hacer hazlo hazla hazlos hazlas dale deja",
    articles: "el la los las",
    glue: "lo le un una a al en de del para por con que sea sean como",
    it: "lo la le eso esto ese esa este esta",
    them: "los las les",
    both: "ambos ambas",
    all: "todos todas todo toda",
    nouns: "tarea tareas uno una propuesta propuestas cosa numero",
    and: "y e",
    places: "primero=1 primera=1 primer=1 segundo=2 segunda=2 tercero=3 tercera=3 tercer=3 cuarto=4 cuarta=4 quinto=5 \
        quinta=5 ultimo=0 ultima=0",
    ends: "primeros=1 primeras=1 ultimos=0 ultimas=0",
    counts: "dos=2 tres=3 cuatro=4",
    levels: "urgente=high urgentes=high importante=high prioritario=high prioritaria=high alta=high maxima=high media=medium \
        normal=medium baja=low",
    priority: "prioridad",
    parts: "manana=morning mediodia=noon tarde=afternoon noche=night",
};

const IN_FRENCH: Pointing = Pointing {
    language: Some(&FRENCH),
    corrects: "non nan plutot pardon attends finalement enfin en_fait je_voulais_dire je_veux_dire",
    idle: "stp svp s'il_te_plait s'il_vous_plait ok alors merci bon oui et mais donc",
    more: "aussi encore egalement autre",
    only: "seulement juste uniquement que",
    keeps: "garde gardez gardons conserve",
    leaves: "laisse laissez",
    as_is: "comme_ca comme_il_est comme_elle_est tel_quel telle_quelle tranquille ou_il_est ou_elle_est",
    never: "ne n ne_pas n_pas",
    acts: &[
        ("touche_pas touche_pas_a", Act::Any),
        ("supprime_pas efface_pas annule_pas enleve_pas supprimer effacer annuler", Act::Delete),
        ("termine_pas coche_pas", Act::Complete),
        ("deplace_pas change_pas reporte_pas", Act::Change),
        ("ajoute_pas cree_pas", Act::Make),
    ],
    acts_deny: true,
    stays: "reste restent",
    restores: &[("restaure restaurer recupere recuperer retablis", Act::Delete), ("rouvre rouvrir", Act::Complete)],
    brings: "",
    back: "",
    fields: "heure=time horaire=time date=date jour=date echeance=deadline priorite=priority etiquette=labels etiquettes=labels \
        duree=estimate repetition=repetition",
    not: "pas ne",
    without: "sans sauf hormis excepte",
    takes: "oublie oublier abandonne laisse_tomber",
    cancels: "annule annuler retire retirer enleve enlever vire",
    deletes: "supprime supprimer efface effacer",
    away: "non finalement_non",
    puts: "mets mettre mettez passe passer deplace deplacer change changer decale decaler fixe marque reporte",
    makes: "fais rends prends donne planifie laisse",
    articles: "le la les l",
    glue: "un une a au aux en de du des d pour sur que soit soient avec comme",
    it: "le la l ca cela",
    them: "les",
    both: "",
    all: "tous toutes tout",
    nouns: "celui celle ceux celles tache taches proposition propositions numero",
    and: "et",
    places: "premier=1 premiere=1 deuxieme=2 second=2 seconde=2 troisieme=3 quatrieme=4 cinquieme=5 dernier=0 derniere=0",
    ends: "premiers=1 premieres=1 derniers=0 dernieres=0",
    counts: "deux=2 trois=3 quatre=4",
    levels: "urgent=high urgente=high urgents=high prioritaire=high important=high importante=high haute=high elevee=high \
        moyenne=medium normale=medium basse=low faible=low",
    priority: "priorite",
    parts: "matin=morning midi=noon apres-midi=afternoon soir=evening nuit=night",
};

const IN_ROMANIAN: Pointing = Pointing {
    language: Some(&ROMANIAN),
    corrects: "nu scuze pardon adica stai degraba mai_bine de_fapt ba_nu",
    idle: "te_rog ok bine atunci multumesc mersi da si dar deci",
    more: "asemenea inca alt alta",
    only: "doar numai",
    keeps: "pastreaza pastrati tine",
    leaves: "lasa",
    as_is: "asa cum_este cum_e in_pace unde_este",
    never: "nu nu_mai sa_nu",
    acts: &[
        ("atinge", Act::Any),
        ("sterge elimina anula", Act::Delete),
        ("completa termina bifa", Act::Complete),
        ("muta schimba amana", Act::Change),
        ("adauga crea", Act::Make),
    ],
    acts_deny: false,
    stays: "ramane raman",
    restores: &[("restaureaza recupereaza", Act::Delete), ("redeschide", Act::Complete)],
    brings: "adu pune",
    back: "inapoi la_loc",
    fields: "ora=time data=date zi=date ziua=date termen=deadline termenul=deadline prioritate=priority \
        prioritatea=priority eticheta=labels etichete=labels etichetele=labels durata=estimate repetare=repetition",
    not: "nu",
    without: "fara mai_putin cu_exceptia in_afara_de",
    takes: "uita uita_de renunta renunta_la",
    cancels: "anuleaza scoate",
    deletes: "sterge elimina",
    away: "nu nu_mai",
    puts: "pune muta schimba programeaza marcheaza trece seteaza amana",
    makes: "fa da lasa",
    articles: "",
    glue: "un o pe la de in cu ca sa fie al a cel cea cei cele lui pentru din",
    it: "o l il asta aceasta acesta",
    them: "le ii i acestea",
    both: "amandoua amandoi ambele ambii",
    all: "toate toti tot totul",
    nouns: "sarcina sarcinile propunerea propunerile numarul",
    and: "si",
    places: "primul=1 prima=1 primului=1 doilea=2 doua=2 treilea=3 treia=3 patrulea=4 patra=4 cincilea=5 ultimul=0 ultima=0",
    ends: "primele=1 primii=1 ultimele=0 ultimii=0",
    counts: "doua=2 doi=2 trei=3 patru=4",
    levels: "urgent=high urgenta=high urgente=high prioritar=high prioritara=high important=high importanta=high mare=high \
        inalta=high ridicata=high maxima=high medie=medium normala=medium mica=low scazuta=low",
    priority: "prioritate prioritatea",
    parts: "dimineata=morning pranz=noon amiaza=noon dupa-amiaza=afternoon dupa-masa=afternoon seara=evening noapte=night",
};
