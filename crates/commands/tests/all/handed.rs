//! What the commands of a text are handed, with the values that the text itself gives: for whoever looks at the files.

use countersign_commands::{Meant, Segment, Setting, judge};

/// Each command as it may be handed on, but those of which nothing is known.
fn handed(text: &str) -> Vec<String> {
    let judged = judge(text, &Setting::default());
    let shown = |word: &Meant| match word {
        Meant::Name(text) => text.clone(),
        Meant::Pattern(text) => format!("{text}?"),
        Meant::Unknown => "…".to_owned(),
    };
    let commands = judged.segments.iter().flat_map(Segment::words);
    let written = judged.segments.iter().flat_map(|segment| &segment.writes).map(|file| format!("> {}", shown(file)));
    commands.map(|words| words.iter().map(shown).collect::<Vec<_>>().join(" ")).chain(written).collect()
}

#[test]
fn a_value_that_the_text_gives_is_handed_on_in_every_form() {
    for text in [
        "f() { rm \"$1\"; }; f a.txt",
        "f() { rm $1; }\nf a.txt",
        "function f { rm \"$@\"; }; f b.txt a.txt",
        "f() { local x=$1; rm \"$x\"; }; f a.txt",
        "f() { rm \"$2\"; }; f x a.txt",
        "f() { rm \"${@:2}\"; }; f x a.txt",
        "f() { shift; rm \"$1\"; }; f x a.txt",
        "f() { g \"$1\"; }; g() { rm \"$1\"; }; f a.txt",
        "f() { for x in \"$@\"; do rm \"$x\"; done; }; f b.txt a.txt",
        "run() { \"$@\"; }; run rm a.txt",
        "run() { echo \"$*\"; eval \"$*\"; }; run rm a.txt",
        "set -- a.txt; rm \"$1\"",
        "set -- b.txt a.txt; rm \"$@\"",
        "set -- b.txt a.txt; rm $*",
        "set -e -- a.txt; rm $1",
        "set -- rm a.txt; \"$@\"",
        "trap 'rm a.txt' EXIT",
        "trap \"rm a.txt\" 0 1 2",
        "trap -- 'rm a.txt' EXIT",
        "x=a.txt; trap 'rm \"$x\"' EXIT",
        "x=a.txt; eval 'rm $x'",
        "eval \"f() { rm a.txt; }\"; f",
        "for f in {a,q}; do rm -f \"$f.txt\"; done",
        "for f in {a,b}.txt; do rm $f; done",
        "for f in {1..2} a; do rm $f.txt; done",
        "x=({a,b}.txt); rm \"${x[@]}\"",
        "rm {x,y,a}.txt",
        "rm {a,b}.{txt,md}",
        "printf -v f a.txt; rm $f",
        "printf -vf a.txt; rm $f",
        "read -a f <<< 'b.txt a.txt'; rm \"${f[1]}\"",
        "read -ra f <<< 'b.txt a.txt'; rm \"${f[@]}\"",
        "printf -v f '%s.%s' a txt; rm \"$f\"",
        "while read f; do rm $f; done <<< a.txt",
        "while read -r f; do rm \"$f\"; done <<E\nb.txt\na.txt\nE",
        "while read n f; do rm \"$f\"; done <<< '1 a.txt'",
        "printf '%s\\n' b.txt a.txt | while read -r f; do rm \"$f\"; done",
        "echo a.txt | while read f; do rm $f; done",
        "f=xa.txt; rm ${f:1}",
        "f=a.md; rm ${f/md/txt}",
        "f=A.TXT; rm ${f,,}",
        "x=a.bak; rm ${x%.bak}.txt",
        "x=d/a.txt; rm ${x##*/}",
        "rm a.t\\\nxt",
        "r\\\nm a.txt",
        "ls # don't \\\nrm a.txt",
        "rm \"a.t\\\nxt\"",
        "echo hi; rm \\\n  a.txt",
    ] {
        let found = handed(text);
        let names = |command: &String| {
            let mut words = command.split(' ');
            words.next() == Some("rm") && words.any(|word| word == "a.txt")
        };
        assert!(found.iter().any(names), "{text}: {found:?}");
    }
    for text in ["cat b > a.txt", "x=a.txt; cat b >> \"$x\"", "f() { echo > \"$1\"; }; f a.txt", "ls &> a.t\\\nxt"] {
        assert!(handed(text).contains(&"> a.txt".to_owned()), "{text}: {:?}", handed(text));
    }
}

#[test]
fn what_nobody_knows_is_no_name() {
    for text in [
        "rm \"$x\"",
        "x=$(cat l); rm \"$x\"",
        "f() { rm \"$1\"; }; f \"$x\"",
        "f() { rm \"$1\"; }; f \"$(cat l)\"",
        "read x; rm \"$x\"",
        "x=a.txt; rm \"${x%%[a-z]*}\"",
        "x=a.txt; rm \"${!x}\"",
        "printf -v x '%5s' a.txt; rm \"$x\"",
        "rm {1..1000}",
    ] {
        let found: Vec<String> = handed(text).into_iter().filter(|command| command.starts_with("rm ")).collect();
        assert!(!found.is_empty() && found.iter().all(|command| command == "rm …"), "{text}: {found:?}");
    }
    for text in [
        "rm '{a,b}.txt'",
        "x=1; rm 'a.t\\\nxt'",
        "echo '$1' a.txt; set -- b; rm '$1'",
        "trap - EXIT",
        "trap 'rm a.txt'",
    ] {
        let found = handed(text);
        assert!(!found.iter().any(|command| command == "rm a.txt"), "{text}: {found:?}");
    }
}
