//! What leads elsewhere over a link is judged by where it leads ("destroys outside the workspace",
//! COMMANDS-AND-FILES "What a verdict means"), wherever in a command it stands.

use countersign_commands::{Links, Setting, Verdict, judge};
use std::fmt::Write;

/// What is a link, and where it leads.
const LINKS: [(&str, &str); 7] = [
    ("sub/etc", "/etc"),
    ("out", "/srv/other"),
    ("envlink", ".env"),
    ("near", "src"),
    ("log", "/var/log/app.log"),
    ("tool", "/usr/bin/bash"),
    ("bin/tool", "tools/tool.sh"),
];

/// As the system would follow them.
fn links() -> Links {
    Links::new(|path| {
        let path = path.strip_prefix("/home/me/project/").unwrap_or(path);
        let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        let mut kept: Vec<&str> = Vec::new();
        for (at, part) in parts.iter().enumerate().take_while(|_| !path.starts_with("/")) {
            match *part {
                ".." => drop(kept.pop()),
                part => kept.push(part),
            }
            if let Some((_, there)) = LINKS.iter().find(|(link, _)| *link == kept.join("/")) {
                return Some([&[*there], &parts[at + 1..]].concat().join("/"));
            }
        }
        None
    })
}

fn setting(cwd: &str) -> Setting {
    Setting {
        sandbox: true,
        cwd: cwd.to_owned(),
        workspace: Some("/home/me/project".to_owned()),
        home: Some("/home/me".to_owned()),
        links: links(),
        ..Setting::default()
    }
}

const NEVER: &[&str] = &[
    "./tool -c 'rm -rf /'",
    "env ./tool -c 'rm -rf /'",
    "cat a | ./tool",
    "rm -rf sub/etc/x",
    "rm -rf sub/etc/ssl/",
    "rm sub/etc/passwd",
    "rm -rf out/v",
    "rm -rf -- out/v",
    "rm -rf out/",
    "rmdir out/v",
    "unlink out/v",
    "shred out/v",
    "shred out",
    "truncate -s 0 out/v",
    "truncate -s 0 log",
    "chmod -R 777 out",
    "find sub/etc/ -delete",
    "find out/ -name '*.log' -delete",
    "find -L out -delete",
    "find -H out -delete",
    "find out/ -exec rm -rf {} +",
    "find out -exec shred {} \\;",
    "mv out/v here",
    "mv sub/etc/passwd here",
    "cp x sub/etc/passwd",
    "mv x sub/etc/passwd",
    "tee sub/etc/passwd",
    "dd if=x of=out/v",
    "dd of=log",
    "echo x > sub/etc/passwd",
    "echo x >> sub/etc/hosts",
    "cat < sub/etc/shadow",
    "cat < envlink",
    "cd sub/etc && rm -rf x",
    "cd sub && rm -rf etc/ssl",
    "cd sub; cd etc; rm -rf x",
    "cd sub/etc && echo x > passwd",
    "cd sub && echo x > etc/passwd",
    "cd out && rm -rf v",
    "cd out && find . -delete",
    "cd out && git clean -fdx",
    "(cd out && rm -rf v)",
    "pushd out && rm -rf v",
    "sh -c 'rm -rf out/v'",
    "sh -c -- 'cd out && rm -rf v'",
    "sh -c 'rm -rf \"$1\"' _ out/v",
    "env -C out rm -rf v",
    "env -C sub rm -rf etc/x",
    "timeout 5 rm -rf out/v",
    "xargs rm -rf out/v",
    "find . -exec rm -rf out/v \\;",
    "git -C out clean -fdx",
    "git clean -fdx out/",
    "x=out/v; rm -rf $x",
    "python3 -c 'import shutil; shutil.rmtree(\"out/v\")'",
    "rm -rf near/../out/v",
    "cat sub/etc/shadow",
    "cat envlink",
    "grep x envlink",
    "cat --number=envlink",
    "cp envlink y",
    "rsync -a --delete x/ out/v",
];
const PROMPT: &[&str] = &[
    "cat sub/etc/passwd",
    "ls out",
    "cat out/v",
    "rm out",
    "rm -rf sub/etc",
    "mv out elsewhere",
    "find out -delete",
    "cp x out/v",
    "echo x > out/v",
    "cd out && ls",
    "rm -rf near/x",
    "rm -rf src/x",
    "cd near && rm -rf x",
    "find near/ -delete",
    "cd sub && rm -rf build",
    "grep -r x out",
];
const ALLOW: &[&str] = &["cat near/x", "ls near", "ls sub", "cat sub/x", "grep x near/x"];

#[test]
fn what_a_link_leads_to_is_what_is_reached() {
    let mut wrong = String::new();
    for cwd in ["", ".", "/home/me/project"] {
        for (texts, verdict) in [(NEVER, Verdict::Never), (PROMPT, Verdict::Prompt), (ALLOW, Verdict::Allow)] {
            for text in texts {
                let judged = judge(text, &setting(cwd));
                if judged.verdict != verdict {
                    let found = (judged.verdict, &judged.reason);
                    writeln!(wrong, "{text} (in {cwd:?}): {found:?}, not {verdict:?}").unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Without the links, the same words are what they look like.
#[test]
fn a_link_is_what_makes_the_difference() {
    for text in ["rm -rf out/v", "cd sub/etc && rm -rf x", "find out/ -delete", "echo x > sub/etc/passwd"] {
        let judged = judge(text, &Setting { links: Links::default(), ..setting("") });
        assert_eq!(judged.verdict, Verdict::Prompt, "{text}");
    }
    assert!(judge("rm -rf out/v", &setting("")).reason.starts_with("`out/v` is a link to /srv/other/v."));
}
