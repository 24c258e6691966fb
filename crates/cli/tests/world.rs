//! A data folder of its own and the binary on it; a server in a process of its own, over plain HTTP.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Ran {
    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }
}

/// The binary with nothing of the caller's environment that would change what it says.
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    for name in [
        "COUNTERSIGN_DATA",
        "COUNTERSIGN_TOKEN",
        "COUNTERSIGN_LANG",
        "TIMEZONE",
        "LC_ALL",
        "LC_MESSAGES",
        "LANG",
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
    ] {
        command.env_remove(name);
    }
    // Not the home of whoever tests: what agents are told there is theirs.
    command.env("HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs a command with this input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Beside the reading: a full pipe in one direction must not stop the other.
    let writer = std::thread::spawn(move || {
        // A command that does not read its input may be gone already.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code().unwrap_or(-1) }
}

/// A data folder in which time stands still.
pub(crate) struct World {
    pub(crate) dir: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    /// Runs `countersign ARGS` on Saturday 2026-11-21, 10:00 in New York.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, b"")
    }

    pub(crate) fn run_with(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut command = binary();
        command
            .arg("--data")
            .arg(self.dir.path())
            .args(["--now", "2026-11-21T10:00", "--zone", "America/New_York"])
            .args(args);
        run(&mut command, input)
    }

    /// The commands with what they say and their exit codes, as a person would see them. What
    /// differs from run to run (digests, ids) is blotted out.
    pub(crate) fn transcript(&self, commands: &[&[&str]]) -> String {
        let mut text = String::new();
        for args in commands {
            let ran = self.run(args);
            let quoted: Vec<String> =
                args.iter().map(|a| if a.contains(' ') { format!("'{a}'") } else { (*a).to_owned() }).collect();
            text.push_str(&format!("$ countersign {}\n{}{}[{}]\n\n", quoted.join(" "), ran.out, ran.err, ran.code));
        }
        blot(&text.replace(&self.dir.path().display().to_string(), "DATA"))
    }
}

/// Replaces runs of 8 or more hex digits (and UUIDs) by dots.
fn blot(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    let end = |run: &mut String, out: &mut String| {
        let digits = run.chars().filter(char::is_ascii_hexdigit).count();
        // A date is no digest: 2026-11-21 has eight digits too.
        let date = run.len() == 10 && run.matches('-').count() == 2;
        out.push_str(if digits >= 8 && !date { "········" } else { run });
        run.clear();
    };
    for c in text.chars() {
        match c {
            '0'..='9' | 'a'..='f' | '-' => run.push(c),
            c => {
                end(&mut run, &mut out);
                out.push(c);
            }
        }
    }
    end(&mut run, &mut out);
    out
}

/// A server process; it is killed when dropped.
pub(crate) struct Server {
    child: Child,
    /// The server's own process, which a tracer outlives.
    pid: u64,
    pub(crate) port: u16,
    pub(crate) token: String,
}

impl Server {
    /// Starts one on a free port and waits until it says where it is.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, binary())
    }

    /// As [`Self::start`], with a command that may wrap the binary.
    pub(crate) fn start_with(data: &Path, mut command: Command) -> Self {
        let mut child = command
            .arg("serve")
            .args(["--port", "0", "--json"])
            .arg("--data")
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"));
        let pid = said["pid"].as_u64().unwrap();
        Self {
            child,
            pid,
            port: u16::try_from(said["port"].as_u64().unwrap()).unwrap(),
            token: said["token"].as_str().unwrap().to_owned(),
        }
    }

    pub(crate) fn pid(&self) -> u64 {
        self.pid
    }

    /// Ends it at once, as a power cut would end the process.
    pub(crate) fn kill(&mut self) {
        assert!(Command::new("kill").args(["-9", &self.pid.to_string()]).status().unwrap().success());
        self.child.wait().unwrap();
    }

    /// Lets it end by itself.
    pub(crate) fn stop(&mut self) {
        assert!(Command::new("kill").arg(self.pid.to_string()).status().unwrap().success());
        assert_eq!(self.wait(), 0);
    }

    /// Whether it still runs.
    pub(crate) fn alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for its own end.
    pub(crate) fn wait(&mut self) -> i32 {
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Not if it has ended: its number may be another's by now.
        if matches!(self.child.try_wait(), Ok(None)) {
            self.kill();
        }
    }
}

/// One request on a connection of its own; `None` when no whole answer came.
pub(crate) fn http(
    port: u16,
    token: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
    key: Option<&str>,
) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let key = key.map(|key| format!("Idempotency-Key: {key}\r\n")).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n{kind}{key}Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let text = String::from_utf8(answer).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    // A whole answer parses as JSON; a cut one does not.
    let body =
        if head.to_ascii_lowercase().contains("transfer-encoding: chunked") { dechunk(body)? } else { body.to_owned() };
    Some((status, serde_json::from_str(&body).ok()?))
}

fn dechunk(mut body: &str) -> Option<String> {
    let mut out = String::new();
    loop {
        let (size, rest) = body.split_once("\r\n")?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        if size == 0 {
            return Some(out);
        }
        out.push_str(rest.get(..size)?);
        body = rest.get(size + 2..)?;
    }
}

/// Says that something cannot be tried on this machine; where CI counts on it, that is a failure.
pub(crate) fn passed_over(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "CI must try this, but {why}");
    eprintln!("not run: {why}");
}

/// Whether a process with these words in its command line runs.
pub(crate) fn alive(mark: &str) -> bool {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter_map(|e| std::fs::read(e.path().join("cmdline")).ok())
        .any(|c| String::from_utf8_lossy(&c).replace('\0', " ").contains(mark))
}

/// Waits for something that a program does beside this one.
pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what} took too long");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a tool is there and does its work.
pub(crate) fn works(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Writes over the page of a database through which all rows of a table are found; gives the file as it is then.
pub(crate) fn garble_root(path: &Path, table: &str) -> Vec<u8> {
    let root: i64 = {
        let database = rusqlite::Connection::open(path).unwrap();
        // All of it in the file itself.
        database.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        let root = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        database.query_row(root, [table], |row| row.get(0)).unwrap()
    };
    let mut bytes = std::fs::read(path).unwrap();
    let page = usize::try_from(root).unwrap();
    bytes[(page - 1) * 4096..page * 4096].fill(0xa5);
    std::fs::write(path, &bytes).unwrap();
    bytes
}
