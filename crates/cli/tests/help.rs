//! Help and what is wrong with a command line, in the language of whoever reads it.

use crate::world::{World, binary, run};

#[test]
fn help_is_in_the_language_that_is_asked_for() {
    for (lang, verbs, says, flag) in [
        ("en", "Commands:", "Start the server", "Print help (see a summary with '-h')"),
        ("de", "Befehle:", "Den Server starten", "Hilfe ausgeben (mit '-h' eine Zusammenfassung)"),
        ("es", "Comandos:", "Inicia el servidor", "Muestra la ayuda (un resumen con '-h')"),
        ("fr", "Commandes :", "Démarre le serveur", "Affiche l’aide (un résumé avec '-h')"),
        ("ro", "Comenzi:", "Pornește serverul", "Afișează ajutorul (un rezumat cu '-h')"),
    ] {
        let asked = [
            run(binary().args(["--lang", lang, "--help"]), b""),
            run(binary().env("LANG", format!("{lang}_XX.UTF-8")).arg("--help"), b""),
            run(binary().env("LANG", "fr_FR.UTF-8").env("COUNTERSIGN_LANG", lang).arg("help"), b""),
        ];
        for ran in asked {
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{lang}: {ran:?}");
            for part in [verbs, says, flag] {
                assert!(ran.out.contains(part), "{lang}: {part}: {}", ran.out);
            }
        }
    }
    // What is typed stays as it is.
    let german = run(binary().args(["--lang", "de", "todos", "done", "--help"]), b"");
    for part in [
        "Aufruf: countersign todos done [OPTIONEN] <ID>...",
        "--on <DATE>",
        "  countersign todos done 9 --on 2026-11-20   ein Termin einer Serie",
    ] {
        assert!(german.out.contains(part), "{part}: {}", german.out);
    }
    // Without a terminal there is no desk, but there is help.
    let piped = run(binary().args(["--lang", "ro"]), b"");
    assert!(piped.out.contains("Comenzi:"), "{piped:?}");
}

#[test]
fn a_mistake_is_told_in_the_language_that_is_asked_for_but_to_programs_in_english() {
    let world = World::new();
    for (lang, fault, usage, more) in [
        ("en", "error: unrecognized subcommand 'sing'", "Usage: countersign", "For more information, try '--help'."),
        ("de", "Fehler: unbekannter Befehl 'sing'", "Aufruf: countersign", "Mehr dazu: '--help'."),
        ("es", "error: comando desconocido 'sing'", "Uso: countersign", "Para más información, pruebe '--help'."),
        ("fr", "erreur : commande inconnue 'sing'", "Usage : countersign", "Pour en savoir plus, essayez '--help'."),
        ("ro", "eroare: comandă necunoscută 'sing'", "Folosire: countersign", "Pentru mai multe, încercați '--help'."),
    ] {
        let ran = world.run(&["--lang", lang, "sing"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        for part in [fault, usage, more, "'sign'"] {
            assert!(ran.err.contains(part), "{lang}: {part}: {ran:?}");
        }
        let json = world.run(&["--lang", lang, "--json", "sing"]).json();
        assert_eq!(json["message"], "unrecognized subcommand 'sing'", "{json}");
    }
    // One word may be all that somebody has to say; a verb that is nearly written, or of another, is no such word.
    let said = |args: &[&str]| world.run(args).err.contains("countersign ask");
    assert!(said(&["milk"]) && !said(&["sing"]) && !said(&["rules", "milk"]));
    let ours = world.run(&["--lang", "de", "sign", "x"]);
    assert!(ours.err.contains("„x“ ist weder ein Änderungssatz wie 14 noch ein Posten wie 14.2"), "{ours:?}");
    let missing = world.run(&["--lang", "de", "sign"]);
    assert!(missing.err.contains("diese Argumente fehlen:\n  <SET[.ITEM]>"), "{missing:?}");
    // What comes from the environment, or was given for every verb, is not named as if this one needed it.
    let given = ["--plain", "--zone", "UTC", "sign"];
    let set =
        |args: &[&str]| run(binary().env("COUNTERSIGN_DATA", world.dir.path()).env("TIMEZONE", "UTC").args(args), b"");
    assert!(set(&given).err.contains("Usage: countersign sign <SET[.ITEM]> [ITEMS]...\n"), "{:?}", set(&given));
    let hint = set(&["--json", "sign"]).json()["hint"].to_string();
    assert!(hint.contains("Usage: countersign sign <SET[.ITEM]> [ITEMS]... "), "{hint}");
    // A page instead of an error: on standard error as well.
    let none = world.run(&["--lang", "fr", "explain"]);
    assert!(none.code == 1 && none.out.is_empty() && none.err.contains("Commandes :"), "{none:?}");
}

#[test]
fn help_and_mistakes_follow_the_settings_and_make_nothing_for_it() {
    let world = World::new();
    let files = || {
        let names = std::fs::read_dir(world.dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
        // Whoever closes a database last takes these away.
        let kept =
            |name: &std::ffi::OsString| !["-wal", "-shm"].iter().any(|end| name.to_string_lossy().ends_with(end));
        let mut names: Vec<_> = names.filter(kept).collect();
        names.sort();
        names
    };
    assert!(world.run(&["--help"]).out.contains("Commands:"));
    assert!(files().is_empty(), "{:?}", files());
    assert_eq!(world.run(&["settings", "set", "language", "de"]).code, 0);
    let before = files();
    assert!(world.run(&["--help"]).out.contains("Befehle:"));
    assert!(world.run(&["sing"]).err.starts_with("Fehler: unbekannter Befehl 'sing'"));
    // Whatever was said on the command line stands before it.
    assert!(world.run(&["--lang", "fr", "--help"]).out.contains("Commandes :"));
    let by_variable = run(binary().env("COUNTERSIGN_DATA", world.dir.path()).env("LANG", "es_ES.UTF-8").arg("-h"), b"");
    assert!(by_variable.out.contains("Befehle:"), "{by_variable:?}");
    assert!(world.run(&[]).out.contains("Befehle:"));
    assert_eq!(files(), before);
    // A file that is no database is passed over.
    std::fs::write(world.dir.path().join("countersign.db"), "no database").unwrap();
    assert!(world.run(&["--help"]).out.contains("Commands:"));
}

#[test]
fn help_is_coloured_only_where_colour_is_wanted() {
    let german = |name: &str| run(binary().env(name, "1").args(["--lang", "de", "show", "--help"]), b"").out;
    assert!(
        german("CLICOLOR_FORCE").contains("\u{1b}[1m\u{1b}[4mOptionen:\u{1b}[0m"),
        "{:?}",
        german("CLICOLOR_FORCE")
    );
    assert!(!german("NO_COLOR").contains('\u{1b}'));
}

#[test]
fn help_is_as_wide_as_the_terminal() {
    for lang in ["de", "es", "fr", "ro"] {
        let page = run(binary().env("COLUMNS", "60").args(["--lang", lang, "agent", "--help"]), b"").out;
        for line in page.lines().filter(|line| !line.contains("countersign ")) {
            assert!(line.chars().count() <= 60, "{lang}: {line}");
        }
    }
}

#[test]
fn a_variable_that_is_set_to_nothing_is_as_good_as_none() {
    let home = tempfile::tempdir().unwrap();
    let empty = |args: &[&str]| {
        let mut command = binary();
        for name in ["COUNTERSIGN_DATA", "COUNTERSIGN_LANG", "TIMEZONE"] {
            command.env(name, "");
        }
        run(command.env("HOME", home.path()).env_remove("XDG_DATA_HOME").args(args), b"")
    };
    let said = empty(&["inbox"]);
    assert!(said.code == 0 && said.out.starts_with("Nothing is waiting."), "{said:?}");
    // A flag is another matter: who gives one means something.
    assert!(empty(&["--data", "", "inbox"]).err.contains("--data"));
}
