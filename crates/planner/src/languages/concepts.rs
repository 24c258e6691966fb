//! Everyday words of todos that mean the same, with the forms people report them in: so "habe die Milch
//! gekauft" finds "Milch kaufen", and "Buy milk" too. Names of todos only; never a deed.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The words for one thing.
type Row = [&'static str; 5];

/// Rows of English, German, Spanish, French and Romanian words, folded; the first of each is its plain form.
const VERBS: &[Row] = &[
    ["open opened", "eroffnen eroffnet", "abrir abierto abierta", "ouvrir ouvert ouverte", "deschid deschis deschide"],
    [
        "plan planned",
        "planen geplant",
        "planear planeado planificar planificado",
        "planifier planifie planifiee",
        "planific planificat planifica",
    ],
    [
        "update updated",
        "aktualisieren aktualisiert",
        "actualizar actualizado actualizada",
        "actualiser actualise actualisee",
        "actualizez actualizat actualizeaza",
    ],
    [
        "buy bought get",
        "kaufen gekauft besorgen besorgt einkaufen eingekauft holen geholt",
        "comprar comprado compre comprada",
        "acheter achete achetee achetes",
        "cumpar cumparat cumpara cumparate cumpere iau luat",
    ],
    [
        "pay paid",
        "zahlen bezahlen bezahlt gezahlt uberweisen uberwiesen",
        "pagar pagado pague pagada",
        "payer paye payee regler regle",
        "platesc platit plateste plati platita plateasca achit achitat",
    ],
    [
        "call called phone",
        "anrufen angerufen telefonieren telefoniert anruf",
        "llamar llamado llame llamada llama",
        "appeler appele appelee telephoner telephone appel",
        "sun sunat suna apel apelez apelat",
    ],
    [
        "write wrote written",
        "schreiben geschrieben",
        "escribir escrito escribi escribe",
        "ecrire ecrit rediger redige",
        "scriu scris scrie redactez redactat",
    ],
    [
        "send sent",
        "schicken geschickt senden gesendet abschicken abgeschickt",
        "enviar enviado envie mandar mandado mande",
        "envoyer envoye envoyee",
        "trimit trimis trimite",
    ],
    ["read", "lesen gelesen", "leer leido lei lee", "lire lu lue", "citesc citit citeste"],
    [
        "renew renewed",
        "erneuern erneuert verlangern verlangert",
        "renovar renovado renove renovada",
        "renouveler renouvele renouvelee",
        "reinnoiesc reinnoit reinnoieste innoiesc innoit prelungesc prelungit",
    ],
    [
        "fix fixed repair repaired",
        "reparieren repariert",
        "arreglar arreglado arregle reparar reparado repare",
        "reparer repare reparee",
        "repar reparat repara reparata",
    ],
    [
        "clean cleaned",
        "putzen geputzt reinigen gereinigt saubermachen",
        "limpiar limpiado limpie",
        "nettoyer nettoye nettoyee",
        "curat curata curatat",
    ],
    [
        "tidy tidied",
        "aufraumen aufgeraumt",
        "ordenar ordenado ordene recoger recogido",
        "ranger range rangee",
        "ordonez aranjez aranjat",
    ],
    ["wash washed", "waschen gewaschen", "lavar lavado lave", "laver lave lavee", "spal spalat spala"],
    [
        "pack packed",
        "packen gepackt einpacken eingepackt",
        "empacar empacado hacer_la_maleta",
        "preparer emballer emballe",
        "impachetez impachetat",
    ],
    [
        "book booked reserve reserved",
        "buchen gebucht reservieren reserviert",
        "reservar reservado reserve",
        "reserver reserve reservee",
        "rezerv rezervat rezerva",
    ],
    [
        "order ordered",
        "bestellen bestellt",
        "pedir pedido pedi encargar",
        "commander commande commandee",
        "comand comandat comanda",
    ],
    [
        "cancel cancelled canceled",
        "kundigen gekundigt absagen abgesagt stornieren storniert",
        "cancelar cancelado cancele",
        "annuler annule resilier resilie",
        "anulez anulat anuleaza",
    ],
    ["water watered", "giessen gegossen", "regar regado regue", "arroser arrose", "ud udat uda"],
    [
        "prepare prepared",
        "vorbereiten vorbereitet",
        "preparar preparado prepare",
        "preparer prepare",
        "pregatesc pregatit pregateste",
    ],
    [
        "finish finished",
        "fertigstellen abschliessen abgeschlossen",
        "terminar terminado termine acabar",
        "finir fini terminer termine",
        "termin terminat termina",
    ],
    [
        "visit visited",
        "besuchen besucht besuch",
        "visitar visitado visite visita",
        "visiter visite rendre_visite",
        "vizitez vizitat vizita",
    ],
    [
        "return returned",
        "zuruckgeben zuruckgegeben zuruckbringen zuruckgebracht",
        "devolver devuelto devolvi",
        "rendre rendu retourner",
        "returnez returnat inapoiez",
    ],
    [
        "collect collected",
        "abholen abgeholt",
        "recoger recogido recogi cobrar cobrado cobre",
        "recuperer recupere chercher",
        "ridic ridicat",
    ],
    [
        "file filed submit submitted",
        "einreichen eingereicht abgeben abgegeben",
        "presentar presentado presente entregar entregado",
        "deposer depose rendre rendu soumettre soumis",
        "depun depus predau predat",
    ],
    ["sign signed", "unterschreiben unterschrieben", "firmar firmado firme", "signer signe", "semnez semnat semneaza"],
    [
        "print printed",
        "drucken gedruckt ausdrucken ausgedruckt",
        "imprimir impreso imprimi",
        "imprimer imprime",
        "printez printat imprim tiparesc",
    ],
    ["cook cooked", "kochen gekocht", "cocinar cocinado cocine", "cuisiner cuisine", "gatesc gatit"],
    [
        "learn study studied",
        "lernen gelernt",
        "estudiar estudiado estudie aprender",
        "etudier etudie apprendre reviser",
        "invat invatat studiez",
    ],
    [
        "review reviewed check checked",
        "prufen gepruft uberprufen uberpruft durchsehen",
        "revisar revisado revise",
        "relire relu verifier verifie reviser",
        "verific verificat revizuiesc",
    ],
    ["mow mowed", "mahen gemaht", "cortar cortado", "tondre tondu", "tund tuns"],
    ["paint painted", "streichen gestrichen malen", "pintar pintado pinte", "peindre peint", "vopsesc vopsit"],
    ["feed fed", "futtern gefuttert", "alimentar", "nourrir nourri", "hranesc hranit"],
    [
        "answer reply replied",
        "antworten geantwortet beantworten beantwortet",
        "responder respondido contestar",
        "repondre repondu",
        "raspund raspuns",
    ],
];

/// As [`VERBS`]: things and people.
const NOUNS: &[Row] = &[
    ["milk", "milch", "leche", "lait", "lapte laptele"],
    ["bread", "brot", "pan", "pain", "paine painea"],
    ["eggs egg", "eier ei", "huevos huevo", "oeufs oeuf", "oua ou"],
    ["coffee", "kaffee", "cafe", "cafe", "cafea cafeaua"],
    ["groceries", "einkaufe lebensmittel", "compra compras", "courses", "cumparaturi cumparaturile"],
    ["rent", "miete", "alquiler renta", "loyer", "chirie chiria"],
    ["passport", "reisepass pass", "pasaporte", "passeport", "pasaport pasaportul"],
    [
        "dentist",
        "zahnarzt zahnarztin zahnarzttermin",
        "dentista",
        "dentiste",
        "dentist dentistul stomatolog stomatologul",
    ],
    ["doctor", "arzt arztin arzttermin", "medico doctor", "medecin docteur", "doctor doctorul medic medicul"],
    ["mom mum mother", "mama mutter mutti", "mama madre", "maman mere", "mama mamei mamica"],
    ["dad father", "papa vater", "papa padre", "papa pere", "tata tatal tatei"],
    ["quarterly", "quartals", "trimestral", "trimestriel trimestrielle", "trimestrial trimestriala"],
    ["report", "bericht berichts", "informe reporte", "rapport", "raport raportul raportului"],
    ["car", "auto wagen", "coche carro auto", "voiture", "masina masinii"],
    ["insurance", "versicherung", "seguro", "assurance", "asigurare asigurarea"],
    ["bike bicycle", "fahrrad rad", "bicicleta bici", "velo", "bicicleta bicicletei"],
    ["bank", "bank", "banco", "banque", "banca bancii"],
    ["taxes tax", "steuer steuern", "impuestos impuesto", "impots", "impozit impozite taxe taxele"],
    ["tax_return", "steuererklarung", "declaracion", "declaration", "declaratie declaratia"],
    ["invoice bill", "rechnung", "factura", "facture", "factura facturii"],
    ["electricity", "strom", "luz electricidad", "electricite", "curent curentul electricitate"],
    ["lawn grass", "rasen", "cesped", "pelouse", "gazon gazonul iarba"],
    ["fence", "zaun", "valla cerca", "cloture", "gard gardul"],
    ["plants plant", "pflanzen pflanze", "plantas planta", "plantes plante", "plante plantele"],
    ["flowers flower", "blumen blume", "flores flor", "fleurs fleur", "flori florile"],
    ["trash garbage rubbish", "mull abfall", "basura", "poubelle poubelles ordures", "gunoi gunoiul"],
    ["dog", "hund", "perro", "chien", "caine cainele"],
    ["cat", "katze", "gato gata", "chat", "pisica pisicii"],
    ["school", "schule", "escuela colegio", "ecole", "scoala scolii"],
    ["meeting", "besprechung sitzung", "reunion", "reunion", "sedinta sedintei intalnire intalnirea"],
    ["appointment", "termin", "cita", "rendez-vous rdv", "programare programarea"],
    ["presentation", "prasentation", "presentacion", "presentation", "prezentare prezentarea"],
    ["slides", "folien", "diapositivas", "diapositives diapos", "slide-uri slideuri"],
    ["letter", "brief", "carta", "lettre", "scrisoare scrisoarea"],
    ["book books", "buch bucher", "libro libros", "livre livres", "carte cartea carti cartile"],
    ["novel", "roman", "novela", "roman", "roman romanul"],
    ["gift present", "geschenk", "regalo", "cadeau", "cadou cadoul"],
    ["birthday", "geburtstag", "cumpleanos", "anniversaire", "ziua aniversare"],
    ["flights flight", "fluge flug", "vuelos vuelo", "vols vol", "zbor zborul zboruri"],
    [
        "ticket tickets",
        "karten tickets fahrkarte",
        "entradas billete boletos",
        "billet billets",
        "bilet biletul bilete",
    ],
    ["trip travel", "reise", "viaje", "voyage", "calatorie excursie"],
    ["hotel", "hotel", "hotel", "hotel", "hotel hotelul"],
    ["ink", "tinte", "tinta", "encre", "cerneala"],
    ["printer", "drucker", "impresora", "imprimante", "imprimanta imprimantei"],
    ["bags suitcase", "koffer taschen", "maletas maleta", "valises valise sacs bagages", "bagaje bagajele valiza"],
    ["plumber", "klempner installateur", "fontanero plomero", "plombier", "instalator instalatorul"],
    ["library", "bibliothek bucherei", "biblioteca", "bibliotheque", "biblioteca bibliotecii"],
    ["kitchen", "kuche", "cocina", "cuisine", "bucatarie bucataria"],
    ["bathroom", "bad badezimmer", "bano", "baie", "baie baia"],
    ["garden", "garten", "jardin", "jardin", "gradina gradinii"],
    ["garage", "garage", "garaje", "garage", "garaj garajul"],
    ["budget", "budget haushaltsplan", "presupuesto", "budget", "buget bugetul"],
    ["contract", "vertrag", "contrato", "contrat", "contract contractul"],
    ["gym", "fitnessstudio sport gym", "gimnasio gym", "gym salle", "sala gym"],
    ["lunch", "mittagessen", "almuerzo comida", "dejeuner", "pranz pranzul"],
    ["dinner", "abendessen", "cena", "diner", "cina"],
    ["team", "team", "equipo", "equipe", "echipa echipei"],
    [
        "medicine medication pills",
        "medikamente tabletten medizin",
        "medicina medicinas pastillas",
        "medicaments",
        "medicamente medicamentele pastile",
    ],
    ["vitamins", "vitamine", "vitaminas", "vitamines", "vitamine vitaminele"],
    ["laundry", "wasche", "colada ropa", "lessive linge", "rufe rufele"],
    ["house", "haus", "casa", "maison", "casa casei"],
    ["room", "zimmer", "habitacion cuarto", "chambre", "camera camerei"],
    ["windows", "fenster", "ventanas", "fenetres vitres", "ferestre ferestrele geamuri"],
    ["gutters", "dachrinne dachrinnen", "canalones", "gouttieres", "jgheaburi"],
    ["vet", "tierarzt", "veterinario", "veterinaire", "veterinar veterinarul"],
    ["lesson class", "unterricht stunde kurs", "clase", "cours", "lectie lectia curs cursul"],
    ["piano", "klavier", "piano", "piano", "pian pianul"],
    ["choir", "chor", "coro", "chorale", "cor corul"],
    ["practice", "probe ubung", "ensayo practica", "repetition", "repetitie repetitia"],
    ["membership subscription", "mitgliedschaft abo", "suscripcion abono", "abonnement", "abonament abonamentul"],
    ["concert", "konzert", "concierto", "concert", "concert concertul"],
    ["newsletter", "newsletter", "boletin", "newsletter", "newsletter"],
    ["project", "projekt projekts", "proyecto", "projet", "proiect proiectul proiectului"],
    ["homework", "hausaufgaben", "deberes tarea", "devoirs", "teme temele tema"],
    ["exam test", "prufung klausur", "examen", "examen", "examen examenul"],
    ["parcel package", "paket packchen", "paquete", "colis paquet", "colet coletul pachet"],
    ["email mail", "mail email e-mail", "correo email", "mail courriel email", "mail email mailul"],
    ["photos pictures", "fotos bilder", "fotos", "photos", "poze pozele fotografii"],
];

fn column(code: &str) -> usize {
    match code {
        "de" => 1,
        "es" => 2,
        "fr" => 3,
        "ro" => 4,
        _ => 0,
    }
}

fn rows(code: &str, word: &str) -> Vec<&'static Row> {
    let own = listed(code, word);
    if own.is_empty() { agreeing(code, word).map(|plain| listed(code, &plain)).unwrap_or_default() } else { own }
}

/// The rows of one language by its words: every word of a sentence is asked for, again for each title.
type Index = FxHashMap<&'static str, Vec<&'static Row>>;

/// By the column.
static BY_WORD: LazyLock<[[Index; 2]; 5]> =
    LazyLock::new(|| std::array::from_fn(|at| [VERBS, NOUNS].map(|rows| indexed(rows, at))));

fn indexed(rows: &'static [Row], at: usize) -> Index {
    let mut all = Index::default();
    for row in rows {
        for word in row.get(at).into_iter().flat_map(|own| own.split(' ')).filter(|word| !word.is_empty()) {
            let of_word: &mut Vec<&Row> = all.entry(word).or_default();
            if !of_word.last().is_some_and(|last| std::ptr::eq(*last, row)) {
                of_word.push(row);
            }
        }
    }
    all
}

fn index(code: &str) -> &'static [Index; 2] {
    let [english, german, spanish, french, romanian] = &*BY_WORD;
    match column(code) {
        1 => german,
        2 => spanish,
        3 => french,
        4 => romanian,
        _ => english,
    }
}

fn listed(code: &str, word: &str) -> Vec<&'static Row> {
    index(code).iter().filter_map(|of| of.get(word)).flatten().copied().collect()
}

/// Whether a verb has this form.
fn is_verb(code: &str, form: &str) -> bool {
    let [verbs, _] = index(code);
    verbs.contains_key(form)
}

/// A participle as the rows have it: "enviada", "arrosées", "reparate" agree with what was done.
fn agreeing(code: &str, word: &str) -> Option<String> {
    let stems: Vec<String> = match code {
        "es" => ["a", "os", "as"].iter().filter_map(|end| word.strip_suffix(end)).map(|s| format!("{s}o")).collect(),
        "fr" => ["es", "e", "s"].iter().filter_map(|end| word.strip_suffix(end)).map(str::to_owned).collect(),
        "ro" => ["a", "e", "i"].iter().filter_map(|end| word.strip_suffix(end)).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    stems.into_iter().find(|stem| stem.len() > 3 && is_verb(code, stem))
}

/// Every word, in any language, that means the same.
pub(super) fn forms(code: &str, word: &str) -> Vec<&'static str> {
    let at = column(code);
    let own = rows(code, word).into_iter().flat_map(|row| [row.first(), row.get(at)]);
    own.flatten().flat_map(|words| words.split(' ')).collect()
}

/// The plain English word.
pub(super) fn english(code: &str, word: &str) -> Option<&'static str> {
    rows(code, word).first().and_then(|row| row.first()).and_then(|own| own.split(' ').next())
}

/// Whether a word is one of these in its language and in no English row.
pub(super) fn is_own(code: &str, word: &str) -> bool {
    word.len() > 3 && !listed(code, word).is_empty() && !is_english(word)
}

/// Whether an English row has the word.
pub(super) fn is_english(word: &str) -> bool {
    !listed("en", word).is_empty()
}

/// Whether a language has the word among its everyday ones, as English may, too: "dentist".
pub(super) fn is_listed(code: &str, word: &str) -> bool {
    !listed(code, word).is_empty()
}

/// A verb in the form that says it has been done: "gekauft", "comprado", "acheté", "cumpărat".
pub(super) fn is_done(code: &str, word: &str) -> bool {
    let plain = if is_verb(code, word) { None } else { agreeing(code, word) };
    let word = plain.as_deref().unwrap_or(word);
    let known = plain.is_some() || is_verb(code, word);
    let ends = |endings: &[&str]| endings.iter().any(|end| word.ends_with(end));
    known
        && match code {
            "de" => {
                ends(&["t"])
                    || word.contains("gege")
                    || word.contains("ge") && !ends(&["geben"])
                    || matches!(word, "uberwiesen" | "unterschrieben")
            }
            "es" => !ends(&["ar", "er", "ir"]) && !matches!(word, "llama" | "llamada" | "escribe" | "lee"),
            "fr" => {
                (!ends(&["er", "ir", "re"]) || is_verb(code, &format!("{word}r")))
                    && !matches!(word, "appel" | "telephone")
            }
            // "curăță", "caută": orders that end like what has been done.
            "ro" => ends(&["t", "ta", "s", "ate"]) && !matches!(word, "curata" | "cauta" | "asculta" | "invita"),
            _ => false,
        }
}

/// How a word orders an errand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// "kaufe", "compra", "achète", "cumpără".
    Imperative,
    /// "kaufen", "comprar", "acheter".
    Infinitive,
}

/// The form of an everyday verb; `None` where the word is none.
pub(super) fn verb(code: &str, word: &str) -> Option<Form> {
    let known = |form: &str| is_verb(code, form);
    let plain = match code {
        "de" => word.ends_with('n'),
        "es" | "fr" => ["ar", "er", "ir", "re"].iter().any(|end| word.ends_with(end)),
        _ => false,
    };
    if word.len() < 3 {
        return None;
    }
    if plain {
        return known(word).then_some(Form::Infinitive);
    }
    let ordered = match code {
        "de" => known(&format!("{word}n")) || known(&format!("{word}en")) || ends_known(word),
        "es" => known(&format!("{word}r")) || known(word),
        "fr" => known(&format!("{word}r")) || word.strip_suffix('z').is_some_and(|w| known(&format!("{w}r"))),
        _ => known(word) && !is_done(code, word),
    };
    ordered.then_some(Form::Imperative)
}

/// "ruf … an": the verb without its prefix.
fn ends_known(word: &str) -> bool {
    let (long, short) = (format!("{word}en"), format!("{word}n"));
    let ends = |form: &str| {
        ["an", "ab", "auf", "ein", "aus"]
            .iter()
            .any(|front| form.strip_prefix(front).is_some_and(|rest| rest == long || rest == short))
    };
    VERBS.iter().filter_map(|row| row.get(1)).any(|own| own.split(' ').any(ends))
}
