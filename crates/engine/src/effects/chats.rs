//! Chats written as a model file's template says, in a process of their own: a template is somebody
//! else's program, and no bound of its language is one on memory. What it takes too much of ends that
//! process and nothing else.
#![allow(clippy::disallowed_methods)] // It starts this program again.

use countersign_llm::{Chat, Renderer};
use rustix::process::Resource;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The hidden verb under which this program writes a chat.
pub const VERB: &str = "write-chat";
/// Memory for it, in bytes; the longest chats take a tenth.
const MEMORY: u64 = 512 << 20;
/// Time on a processor.
const SECONDS: u64 = 2;
/// Time in all: other programs may have the processors.
const LIMIT: Duration = Duration::from_secs(30);
/// How often it is looked whether it has ended.
const LOOK: Duration = Duration::from_millis(2);
/// What it has become, by its exit code.
const WRITTEN: u8 = 0;
const REFUSED: u8 = 1;

/// The verb: a chat from standard input, written to standard output, or why not.
pub fn written() -> u8 {
    let limits = [(Resource::Data, MEMORY), (Resource::Cpu, SECONDS), (Resource::Core, 0)];
    let done = super::limits::limit(&limits).map_err(|e| e.to_string());
    let chat = || serde_json::from_reader::<_, Chat>(io::stdin().lock()).map_err(|e| e.to_string());
    let (code, text) = match done.and_then(|()| chat()).and_then(|chat| chat.write()) {
        Ok(text) => (WRITTEN, text),
        Err(why) => (REFUSED, why),
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => code,
        Err(_) => REFUSED,
    }
}

/// Writes chats by this program.
pub fn renderer(program: PathBuf) -> Renderer {
    Renderer::elsewhere(move |chat, cancelled| write(&program, chat, cancelled))
}

fn write(program: &Path, chat: &Chat, cancelled: &dyn Fn() -> bool) -> Result<String, String> {
    let order = serde_json::to_vec(chat).map_err(|e| e.to_string())?;
    let started = Instant::now();
    let mut child = Command::new(program)
        .arg(VERB)
        .env_clear()
        // Its memory is taken as it is needed, so that the limit is one.
        .env("MIMALLOC_ARENA_EAGER_COMMIT", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| e.to_string())?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let most = chat.longest() as u64;
    std::thread::scope(|scope| {
        // Whoever ends early does not read to the end.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(&order)));
        let reading = scope.spawn(move || {
            let mut text = Vec::new();
            stdout.map_or(Ok(0), |out| out.take(most).read_to_end(&mut text)).map(|_| text)
        });
        let ended = loop {
            match child.try_wait() {
                Ok(None) if started.elapsed() > LIMIT || cancelled() => {
                    let _ = child.kill();
                    break child.wait();
                }
                Ok(None) => std::thread::sleep(LOOK),
                Ok(Some(status)) => break Ok(status),
                Err(e) => break Err(e),
            }
        };
        let text = reading.join().map_err(|_| "it could not be read".to_owned())?.map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&text).into_owned();
        match ended.map_err(|e| e.to_string())?.code() {
            Some(code) if code == i32::from(WRITTEN) => Ok(text),
            Some(code) if code == i32::from(REFUSED) => Err(text),
            _ => Err("it takes more memory or time than a template may have".to_owned()),
        }
    })
}
