//! What has somebody else run a command, later or at once, outside every sandbox: timers (`crontab`, `at`), managers of
//! services, buses, the host of a container, a terminal or an editor that is open already. Refused whatever the
//! command is: nothing that confines one here is around it there.

use crate::case::{Case, Finding};
use crate::verdict::Class;

/// When a program hands a command on.
enum Hands {
    /// Always, but where one of these words says that it only looks.
    Unless(&'static str),
    /// Where one of these words is among its own.
    With(&'static str),
    /// Where one of each of these is among its own.
    Both(&'static str, &'static str),
    /// Where one of these stands in a word of its own: `exec x`, `do script "x"`.
    Saying(&'static [&'static str]),
    /// Where a word names a file that is run when it is opened.
    Opening,
}

use Hands::{Both, Opening, Saying, Unless, With};

/// How files end that are run when they are opened.
const RUN: &[&str] =
    &[".desktop", ".command", ".sh", ".bash", ".app", ".tool", ".terminal", ".workflow", ".jar", ".py"];

const HELP: &str = "--help -h --version -V";

/// Who hands a command on to somebody else, and when.
const HANDED: &[(&str, Hands)] = &[
    ("crontab fcrontab incrontab", Unless("-l --list -V -h --help --version")),
    // Without a file they read the job from their input.
    ("at", Unless("-l -c -d -r -V -h --help --version")),
    ("batch", Unless("-V -h --help --version")),
    ("systemd-run", Unless(HELP)),
    ("systemctl", With("link enable reenable edit set-environment import-environment")),
    ("systemctl", Both("--user", "start restart try-restart reload-or-restart isolate")),
    ("launchctl", With("submit load bootstrap start kickstart enable asuser bsexec spawn setenv")),
    ("busctl", With("call emit set-property")),
    ("dbus-send", Unless(HELP)),
    ("gdbus", With("call emit")),
    ("qdbus qdbus6", Unless(HELP)),
    ("flatpak-spawn", With("--host")),
    ("host-spawn distrobox-host-exec", Unless(HELP)),
    (
        "tmux",
        With(
            "run-shell run send-keys send send-prefix if-shell pipe-pane pipep respawn-pane respawn-window respawnp respawnw set-hook bind-key bind source-file source paste-buffer pasteb set-buffer setb load-buffer loadb",
        ),
    ),
    ("screen", With("-X")),
    ("zellij", With("run write-chars new-pane")),
    ("emacsclient", With("-e --eval")),
    (
        "vim gvim mvim vimx nvim nvr",
        With(
            "--remote --remote-expr --remote-send --remote-silent --remote-tab --remote-tab-silent --remote-tab-wait --remote-tab-wait-silent --remote-wait --remote-wait-silent",
        ),
    ),
    ("nvim", With("--server")),
    ("kak", With("-p")),
    ("cron crond anacron fcron dcron", Unless(HELP)),
    ("systemd-nspawn", Unless(HELP)),
    ("machinectl", With("shell login start")),
    ("wsl", Unless("-l --list --status --help --version")),
    ("kitty kitten", With("@")),
    ("wezterm", With("cli")),
    ("schtasks", With("/create /run /change")),
    ("gnome-terminal xfce4-terminal mate-terminal terminator tilix guake", With("-- -e -x -c --command --execute")),
    ("osascript", Saying(&["do script", "keystroke", "key code", "write text", "administrator privileges"])),
    ("open xdg-open gio exo-open kde-open gnome-open", Opening),
    ("gio", With("launch")),
    ("gtk-launch dex kioclient", Unless(HELP)),
    ("i3-msg swaymsg hyprctl", Saying(&["exec"])),
    ("xdotool ydotool dotool", With("type key")),
    ("wtype", Unless(HELP)),
    ("pm2 forever supervisorctl", With("start restart reload")),
    ("reptyr", Unless(HELP)),
    ("wmic", With("create")),
];

/// Refuses it.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    let words = argv.get(1..).unwrap_or_default();
    let one = |word: &String, list: &str| {
        let option = word.split('=').next().unwrap_or(word);
        let is = |known: &str| match known.strip_prefix('/') {
            // Read in any case.
            Some(_) => known.eq_ignore_ascii_case(option),
            None => {
                known == option
                    || known.len() == 2 && known != "-h" && known.starts_with('-') && word.starts_with(known)
            }
        };
        list.split(' ').any(is)
    };
    let has = |list: &str| words.iter().any(|word| one(word, list));
    // What only might be them is far more often a task of that name, and without a job they do nothing.
    let fed = case.piped || case.redirected || case.fed.is_some() || has("-f --file");
    if matches!(name, "at" | "batch") && case.guesses > 0 && !fed {
        return;
    }
    let hands = |when: &Hands| match when {
        Unless(list) => !has(list),
        With(list) => has(list),
        Both(first, second) => has(first) && has(second),
        Saying(texts) => words.iter().any(|word| texts.iter().any(|text| says(word, text))),
        Opening => {
            !shows(words)
                && words
                    .iter()
                    .any(|word| !word.starts_with("http") && RUN.iter().any(|end| word.to_lowercase().ends_with(end)))
        }
    };
    let known = HANDED.iter().filter(|(names, _)| names.split(' ').any(|known| known == name));
    if known.into_iter().any(|(_, when)| hands(when)) || is_foreign(&argv[0]) {
        hand(finding, name);
    }
}

/// Whether what is opened is shown by a program that is named, and no terminal: `open -a Editor x.sh`, `open -R x`.
fn shows(words: &[String]) -> bool {
    const TERMINALS: &[&str] = &["term", "kitty", "warp", "ghostty", "python launcher", "jar launcher"];
    let terminal = |word: &String| TERMINALS.iter().any(|name| word.to_lowercase().contains(name));
    words.iter().enumerate().any(|(at, word)| match word.as_str() {
        "-e" | "-t" | "-R" | "--reveal" => true,
        "-a" | "-b" => words.get(at + 1).is_some_and(|by| !terminal(by)),
        _ => false,
    })
}

/// Whether a text has these words in it, and not as parts of others.
fn says(text: &str, words: &str) -> bool {
    let bounds = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '-');
    text.match_indices(words)
        .any(|(at, _)| bounds(text[..at].chars().next_back()) && bounds(text[at + words.len()..].chars().next()))
}

/// Refuses what this program hands on.
pub(super) fn hand(finding: &mut Finding, name: &str) {
    finding.refuse(Class::ControlPlane, 0, format!("`{name}` has it run by somebody else, outside the sandbox"));
}

/// Whether a program runs commands and belongs to the Windows around this system, which starts it outside.
fn is_foreign(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_lowercase();
    let bare = name.strip_suffix(".exe");
    bare.is_some_and(|bare| {
        ["cmd", "powershell", "pwsh", "wsl", "bash", "wscript", "cscript", "mshta", "rundll32"].contains(&bare)
    })
}
