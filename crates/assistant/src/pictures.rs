//! Whether a message asks for pictures, and for how many (S1-54). What could be a todo or work on files
//! stays with those: a picture costs money, and whoever wants one can always say so in mode `image`.

mod listed;

pub use listed::{STAND_IN, stand_in, titles};

use crate::words::{Word, Words};
use crate::work::route::kept_for_todos;
use countersign_planner::dates::{self, Clock};

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// What it is to show, without the verb and the number.
    pub prompt: String,
    /// How many, as it was said: from 1, and maybe more than are made at once.
    pub count: u32,
}

/// Comes before the verb and means nothing (en, de, es, fr, ro).
const POLITE: &str = "please can could would will you now ok okay hey hi hello so then i want need to like i'd let's lets us just \
    bitte kannst könntest du mir por favor puedes podrías s'il te plaît vous plait tu peux pourrais te rog poți ai putea să";

/// Verbs that need a word for a picture after them. Written without accents.
const VERBS: &str = "create generate make design produce paint sketch render \
    erstelle erzeuge generiere mach mache male entwirf gestalte \
    crea genera haz disena pinta creame hazme \
    cree genere fais concois peins creez generez faites \
    creeaza genereaza fa fa-mi proiecteaza picteaza";

/// Verbs that need none.
const DRAW: &str = "draw zeichne dibuja dibujame dessine dessine-moi dessinez deseneaza deseneaza-mi";

/// Words for a picture.
const NOUNS: &str = "image images picture pictures icon icons logo logos illustration illustrations artwork artworks drawing \
    drawings painting paintings \
    bild bilder symbol symbole logos illustrationen zeichnung zeichnungen gemalde \
    imagen imagenes icono iconos logotipo logotipos ilustracion ilustraciones dibujo dibujos \
    icone icones dessin dessins \
    imagine imagini pictograma pictograme iconita iconite sigla sigle ilustratie ilustratii desen desene";

/// May follow that word and belongs to it.
const IDEAS: &str = "idea ideas design designs variant variants variation variations concept concepts option options set \
    ideen varianten entwurfe variantes opciones options idees idei variante";

/// May follow then; anything else makes the word part of another thing ("image upload", "picture frame").
const AFTER: &str = "of for with showing that which who about depicting where as using like featuring inspired based please and \
    to \
    von fur mit das die der eines einer einem mit zu im bitte \
    de del para con que donde por \
    d pour avec qui ou representant du des \
    cu pentru care din unde a al ale unui unei";

/// Says what pictures show, or what they are for.
const OF: &str = "of for showing depicting von fur de para pour d cu pentru";

/// Stands before the word and names no picture: what is made is something else.
const OTHER: &str = "todo todos task tasks reminder note list event meeting appointment docker container disk iso system backup \
    boot bootable vm ami snapshot base oci podman kernel mirror component react code function class module endpoint api \
    field column table page script file folder directory css html svg profile passport ultrasound x-ray big bigger \
    of for with in on to from and or the his her their this that these those";

/// Said anywhere, it is about a program or a file and not about a picture.
const CODE: &str = "component|css|html|tsx|jsx|dockerfile|docker|upload|uploader|function|endpoint|codebase|repository|svg|\
    favicon.ico|import|todo|todos|task";

/// What people draw that is no picture.
const DRAWN: &str = "line lines conclusion conclusions curtain curtains blind blinds shade shades drapes money cash blood \
    attention straws lot lots breath bath crowd crowds comparison comparisons parallel parallels distinction distinctions \
    salary pension check cheque card cards number numbers winner winners raffle lottery names name gun sword weapon boundary \
    boundaries inspiration strength water interest ire fire contract contracts will agreement budget up down on from near out \
    back in away over into upon with by together level even closer it them out";

/// Whether a message asks for pictures.
pub fn wanted(message: &str, clock: &Clock) -> Option<Wanted> {
    let words = Words::new(message);
    let all = &words.all;
    let start = all.iter().position(|w| !one_of(w, POLITE))?;
    let lead = all.get(start).filter(|w| !w.quoted && !w.ends)?;
    let (named, drawn) = (one_of(lead, VERBS), one_of(lead, DRAW));
    // "4 icons for a bakery": a number says it as well as a verb does.
    let counted = !named && !drawn && matches!(number(all, start), (Some(2..), _));
    if !(named || drawn || counted) || words.says(CODE) || all.iter().any(is_path) || message.contains("```") {
        return None;
    }
    let said = start + usize::from(!counted);
    let (from, count) = subject(all, said);
    let noun = noun(all, from);
    let end = match noun {
        Some(at) => ideas(all, at),
        None => from,
    };
    match noun {
        Some(_) if !follows(all, end) => return None,
        Some(_) if counted && !all.get(end + 1).is_some_and(|w| one_of(w, OF)) => return None,
        Some(_) => {}
        None if !drawn => return None,
        None if all.get(from).is_none_or(|w| one_of(w, DRAWN)) => return None,
        // "draw a deep breath", "draw the next conclusion": the thing is the last before anything is said of it.
        None if all[from..].iter().take(3).take_while(|w| !one_of(w, AFTER)).any(|w| one_of(w, DRAWN)) => return None,
        None => {}
    }
    if kept_for_todos(message, clock) || !dates::find(message, clock).is_empty() {
        return None;
    }
    let after = if count.is_some() { from } else { article(all, said) };
    let prompt = words.text.get(all.get(after)?.span.start..)?.trim().to_owned();
    Some(Wanted { prompt, count: count.unwrap_or(1) })
}

/// How many pictures a message asks for that is known to ask for some; and what they are to show.
pub fn meant(message: &str) -> Wanted {
    let words = Words::new(message);
    let all = &words.all;
    let start = all.iter().position(|w| !one_of(w, POLITE)).unwrap_or(0);
    let verb = all.get(start).is_some_and(|w| one_of(w, VERBS) || one_of(w, DRAW));
    let (from, count) = subject(all, start + usize::from(verb));
    let said = noun(all, from).is_some() || verb;
    let whole = || Wanted { prompt: message.trim().to_owned(), count: 1 };
    match (count, all.get(from)) {
        (Some(count), Some(first)) if said => {
            Wanted { prompt: words.text.get(first.span.start..).unwrap_or(message).trim().to_owned(), count }
        }
        _ => whole(),
    }
}

/// Whether a message that pictures come with wants todos changed, and is no question about the pictures.
pub fn about_todos(message: &str) -> bool {
    let words = Words::new(message);
    let says = "todo|todos|to-do|to-dos|task|tasks|remind me|reminder|reminders|my list|the list|to-do list|add these|add this|\
        add them|add all|schedule|plan|aufgabe|aufgaben|erinnere mich|tarea|tareas|tâche|tâches|sarcină|sarcini";
    words.says(says) && !message.trim_end().ends_with('?')
}

/// Where the thing begins, past "me a", and how many are asked for.
fn subject(all: &[Word], from: usize) -> (usize, Option<u32>) {
    let mut at = article(all, from);
    let article = at;
    at += usize::from(all.get(at).is_some_and(|w| {
        one_of(
            w,
            "a an the some my our your another new one un une una unos unas o des les le la \
        los las niste ein eine einen",
        )
    }));
    let (count, used) = number(all, at);
    match count {
        Some(count) => (at + used, Some(count)),
        // "one logo": the article is the number.
        None if all.get(article).is_some_and(|w| w.fold == "one") => (at, Some(1)),
        None => (at, None),
    }
}

/// Past "me", "us", "for me".
fn article(all: &[Word], from: usize) -> usize {
    let mut at = from;
    if all.get(at).is_some_and(|w| w.fold == "for") && all.get(at + 1).is_some_and(|w| one_of(w, "me us")) {
        at += 1;
    }
    at + usize::from(all.get(at).is_some_and(|w| one_of(w, "me us mir uns moi nous -moi mi imi ne nos")))
}

/// A number, and of how many words it is made.
fn number(all: &[Word], at: usize) -> (Option<u32>, usize) {
    const WORDS: [(&str, u32); 12] = [
        ("two zwei dos deux doi doua", 2),
        ("three drei tres trois trei", 3),
        ("four vier cuatro quatre patru", 4),
        ("five funf cinco cinq cinci", 5),
        ("six sechs seis sase", 6),
        ("seven sieben siete sept sapte", 7),
        ("eight acht ocho huit opt", 8),
        ("nine neun nueve neuf noua", 9),
        ("ten zehn diez dix zece", 10),
        ("twelve dozen", 12),
        ("several few", 3),
        ("couple", 2),
    ];
    let Some(word) = all.get(at) else { return (None, 0) };
    let found = match word.fold.parse::<u32>() {
        Ok(n) => (1..=999).contains(&n).then_some(n),
        Err(_) => WORDS.iter().find(|(names, _)| one_of(word, names)).map(|(_, n)| *n),
    };
    let Some(n) = found else { return (None, 0) };
    let more = all
        .get(at + 1)
        .is_some_and(|w| one_of(w, "of different various more distinct verschiedene diferentes differentes diferite"));
    (Some(n), 1 + usize::from(more))
}

/// The word for a picture, with at most four words before it that say what kind.
fn noun(all: &[Word], from: usize) -> Option<usize> {
    for at in from..all.len().min(from + 5) {
        let word = all.get(at)?;
        if word.quoted {
            return None;
        }
        if one_of(word, NOUNS) {
            return Some(at);
        }
        if word.ends || one_of(word, OTHER) {
            return None;
        }
    }
    None
}

/// The last word of the thing: "logo ideas".
fn ideas(all: &[Word], at: usize) -> usize {
    let more = !all[at].ends && all.get(at + 1).is_some_and(|w| one_of(w, IDEAS));
    at + usize::from(more)
}

/// What comes after the thing may come after a picture.
fn follows(all: &[Word], at: usize) -> bool {
    all[at].ends || all.get(at + 1).is_none_or(|w| w.quoted || one_of(w, AFTER) || w.fold.starts_with("d'"))
}

/// A file or a folder.
fn is_path(word: &Word) -> bool {
    const ENDS: &str =
        "rs js ts tsx jsx css html htm md py go java c h cpp toml json yaml yml svg png jpg jpeg gif webp ico txt vue";
    let ending =
        word.fold.rsplit_once('.').is_some_and(|(name, end)| !name.is_empty() && ENDS.split(' ').any(|e| e == end));
    ending || word.fold.contains('/') && word.fold.len() > 3 || word.fold.starts_with('@') || word.fold.starts_with('`')
}

/// The word is in a list, accents aside.
fn one_of(word: &Word, list: &str) -> bool {
    let plain = plain(&word.fold);
    list.split_whitespace().any(|one| one == word.fold || one == plain)
}

/// Without the accents of the languages that are read here.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'á' | 'à' | 'â' | 'ä' | 'ă' => 'a',
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'í' | 'î' | 'ï' => 'i',
            'ó' | 'ô' | 'ö' => 'o',
            'ú' | 'û' | 'ü' => 'u',
            'ñ' => 'n',
            'ç' => 'c',
            'ș' | 'ş' => 's',
            'ț' | 'ţ' => 't',
            other => other,
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::new("2026-11-20T10:00:00".parse().unwrap(), "Europe/Berlin")
    }

    #[test]
    fn what_asks_for_pictures_and_for_how_many() {
        for (message, count, prompt) in [
            ("create an image of a lighthouse", 1, "an image of a lighthouse"),
            ("Please generate a picture showing two cats.", 1, "a picture showing two cats."),
            ("make an image", 1, "an image"),
            ("draw a cat with a hat", 1, "a cat with a hat"),
            ("Draw me a fox", 1, "a fox"),
            ("draw the Eiffel tower", 1, "the Eiffel tower"),
            ("draw sunflowers", 1, "sunflowers"),
            ("can you draw three owls", 3, "owls"),
            ("create 4 icons for a weather app", 4, "icons for a weather app"),
            ("generate 3 images of mountains", 3, "images of mountains"),
            ("create 5 logo ideas for a bakery", 5, "logo ideas for a bakery"),
            ("design a logo for the bakery", 1, "a logo for the bakery"),
            ("produce an image about spring", 1, "an image about spring"),
            ("generate artwork for the album", 1, "artwork for the album"),
            ("create illustration", 1, "illustration"),
            ("create a simple flat blue icon", 1, "a simple flat blue icon"),
            ("make a couple of logos for Ann", 2, "logos for Ann"),
            ("I want you to create a dozen icons", 12, "icons"),
            ("create icons", 1, "icons"),
            ("make me a new logo, round and green", 1, "a new logo, round and green"),
            ("generate 40 icons", 40, "icons"),
            ("Erstelle vier Symbole für eine Wetter-App", 4, "Symbole für eine Wetter-App"),
            ("zeichne eine Katze", 1, "eine Katze"),
            ("crea una imagen de un faro", 1, "una imagen de un faro"),
            ("genera tres logotipos para la panadería", 3, "logotipos para la panadería"),
            ("dessine un renard", 1, "un renard"),
            ("crée trois icônes pour une boulangerie", 3, "icônes pour une boulangerie"),
            ("crée une image d'un phare", 1, "une image d'un phare"),
            ("creează o imagine cu un far", 1, "o imagine cu un far"),
            ("desenează o vulpe", 1, "o vulpe"),
            ("4 icons for a bakery", 4, "icons for a bakery"),
            ("5 logo ideas for a cafe", 5, "logo ideas for a cafe"),
            ("Please, three different drawings of owls", 3, "drawings of owls"),
            ("vier Symbole für eine Bäckerei", 4, "Symbole für eine Bäckerei"),
        ] {
            assert_eq!(wanted(message, &clock()), Some(Wanted { prompt: prompt.into(), count }), "{message}");
        }
    }

    #[test]
    fn a_sentence_about_todos_or_files_stays_what_it_is() {
        for message in [
            "create a todo: draw a logo",
            "create todo: draw a logo",
            "create a todo to draw a logo",
            "create a task design a logo",
            "create a reminder to make an image for the blog",
            "create a list of images for the blog",
            "add task make an image for the blog",
            "add draw a logo to my list",
            "add \"create an image\"",
            "create \"draw a logo\"",
            "create \"an image of a cat\"",
            "new todo: make an image",
            "todo draw a cat",
            "remind me to draw a cat",
            "remind me to create an image tomorrow",
            "don't forget to design a logo",
            "note to self: make a picture for mum",
            "draw a cat tomorrow",
            "design a logo for the bakery on friday",
            "create an image of a cat by 5pm",
            "make an image every monday",
            "create 4 icons for the app next week",
            "delete the image of a cat",
            "complete draw a logo",
            "move create an image to friday",
            "mark make an image as done",
            "rename draw a cat to draw a dog",
            "what images are there?",
            "when do I draw the logo?",
            "buy a picture frame",
            "make a picture frame",
            "create image upload",
            "create an image upload form",
            "make an icon component for the toolbar",
            "create a docker image",
            "build a docker image",
            "make a disk image",
            "create an icon in src/icons/save.svg",
            "create logo.png",
            "draw up a contract",
            "draw the curtains",
            "draw money from the bank",
            "draw some cash",
            "draw a line under it",
            "draw conclusions",
            "draw a bath",
            "draw blood",
            "draw a deep breath",
            "draw names for the secret santa",
            "paint the fence",
            "paint a wall",
            "make dinner",
            "make an appointment for a painting",
            "make a note about the picture",
            "create a meeting about the logo",
            "design the settings page",
            "sketch the plan",
            "get 4 icons from the designer",
            "call Ann about the logo",
            "the logo is too dark",
            "logo",
            "draw",
            "create",
            "4 icons",
            "4 icons and a poster",
            "2 picture frames for the hall",
            "4 icons for the app next week",
            "icons for a bakery",
            "Erstelle eine Aufgabe: Logo zeichnen",
            "erinnere mich ein Bild zu malen",
            "crea una tarea: dibujar un logo",
        ] {
            assert_eq!(wanted(message, &clock()), None, "{message}");
        }
    }

    #[test]
    fn in_the_mode_for_pictures_every_message_is_a_prompt() {
        for (message, count, prompt) in [
            ("a lighthouse at dusk", 1, "a lighthouse at dusk"),
            ("5 logo ideas", 5, "logo ideas"),
            ("three icons for a bakery", 3, "icons for a bakery"),
            ("101 dalmatians in a field", 1, "101 dalmatians in a field"),
            ("draw 2 foxes", 2, "foxes"),
            ("create an image of two cats", 1, "create an image of two cats"),
            ("todo list on a fridge", 1, "todo list on a fridge"),
        ] {
            assert_eq!(meant(message), Wanted { prompt: prompt.into(), count }, "{message}");
        }
    }
}
