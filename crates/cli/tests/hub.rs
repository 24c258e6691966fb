//! A hub, a store behind it and a Python index, as far as a download sees them; on a port of this machine.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};

#[allow(dead_code)]
#[path = "../../gguf/tests/all/build.rs"]
pub(crate) mod build;

/// A model that answers, with so many times 34 bytes of description.
pub(crate) fn model(blocks: usize) -> Vec<u8> {
    changed(blocks, |_| {})
}

/// The same with this change to the file.
pub(crate) fn changed(blocks: usize, change: impl Fn(&mut build::File)) -> Vec<u8> {
    let mut file = build::tiny("llama");
    file.whole("llama.context_length", 4_096);
    // Bytes that neither repeat nor compress, so that a wrong place shows.
    let mut state = 1_u32;
    let letters = (0..blocks * 34).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(32 + (state >> 24) as u8 % 95)
    });
    file.text("general.description", &letters.collect::<String>());
    change(&mut file);
    file.bytes()
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// How a file is served.
#[derive(Clone, Default)]
pub(crate) struct File {
    pub(crate) body: Vec<u8>,
    /// A status instead of the file.
    pub(crate) status: Option<u16>,
    /// Breaks the connection after so many bytes, once.
    pub(crate) cut: Option<usize>,
    /// Stops after so many bytes, once, until [`Hub::go_on`].
    pub(crate) hold: Option<usize>,
    /// Knows no ranges.
    pub(crate) whole: bool,
    /// Gives the part that is asked for, whatever state it is to be of.
    pub(crate) stubborn: bool,
    /// Says no length.
    pub(crate) unsized_: bool,
    /// Leads to this address, saying the checksum on the way.
    pub(crate) redirect: Option<String>,
    /// The entity tag.
    pub(crate) tag: Option<String>,
}

impl File {
    pub(crate) fn of(body: Vec<u8>) -> Self {
        Self { tag: Some(format!("\"{}\"", &sha256(&body)[..16])), body, ..Self::default() }
    }
}

/// A request that came.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
}

#[derive(Default)]
struct Shared {
    files: Mutex<BTreeMap<String, File>>,
    asked: Mutex<Vec<Asked>>,
    open: Mutex<bool>,
    opened: Condvar,
}

/// A server of files.
pub(crate) struct Hub {
    pub(crate) port: u16,
    shared: Arc<Shared>,
}

impl Hub {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        let serving = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = serving.clone();
                // A client that goes away is no fault of the server.
                std::thread::spawn(move || drop(answer(stream, &shared)));
            }
        });
        Self { port, shared }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn put(&self, path: &str, file: File) {
        self.shared.files.lock().unwrap().insert(path.to_owned(), file);
    }

    pub(crate) fn put_json(&self, path: &str, value: &Value) {
        self.put(path, File::of(value.to_string().into_bytes()));
    }

    /// A repository with this file and licence.
    pub(crate) fn put_model(&self, file: File) {
        self.put_json("/api/models/acme/tiny", &json!({ "cardData": { "license": "mit" } }));
        self.put("/acme/tiny/resolve/main/tiny.gguf", file);
    }

    /// A wheel of the index, with its checksum and licence.
    pub(crate) fn put_wheel(&self, project: &str, version: &str, wheel: Vec<u8>) {
        let name = format!("{}-{version}-py3-none-any.whl", project.replace('-', "_"));
        let file = json!({
            "filename": name, "url": format!("../../files/{name}"), "size": wheel.len(),
            "hashes": { "sha256": sha256(&wheel) }, "core-metadata": true,
        });
        self.put_json(
            &format!("/simple/{project}/"),
            &json!({ "meta": { "api-version": "1.1" }, "name": project, "files": [file] }),
        );
        self.put(
            &format!("/files/{name}.metadata"),
            File::of(b"Metadata-Version: 2.1\nLicense: Apache-2.0\n\nText".to_vec()),
        );
        self.put(&format!("/files/{name}"), File::of(wheel));
    }

    /// Requests for this path, in order.
    pub(crate) fn asked(&self, path: &str) -> Vec<Asked> {
        let of = |a: &&Asked| a.path == path || without_query(&a.path) == path;
        self.shared.asked.lock().unwrap().iter().filter(of).cloned().collect()
    }

    /// What was held goes on.
    pub(crate) fn go_on(&self) {
        *self.shared.open.lock().unwrap() = true;
        self.shared.opened.notify_all();
    }
}

fn without_query(path: &str) -> &str {
    path.split('?').next().unwrap_or_default()
}

fn answer(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    if reader.read_line(&mut first)? == 0 {
        return Ok(());
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    shared.asked.lock().unwrap().push(Asked { path: path.clone(), headers: headers.clone() });
    let (file, known) = {
        let mut files = shared.files.lock().unwrap();
        // An index takes words of a question that it does not know.
        let known = if files.contains_key(&path) { path.as_str() } else { without_query(&path) };
        let entry = files.get_mut(known);
        let known = entry.is_some();
        // Cuts and holds happen once.
        let file = entry.map(|f| {
            let now = f.clone();
            (f.cut, f.hold) = (None, None);
            now
        });
        (file.unwrap_or_default(), known)
    };
    let status = if known { file.status } else { Some(404) };
    if let Some(status) = status {
        return write!(stream, "HTTP/1.1 {status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
    if let Some(to) = &file.redirect {
        let tag = sha256(&file.body);
        return write!(
            stream,
            "HTTP/1.1 302 Found\r\nLocation: {to}\r\nX-Linked-Etag: \"{tag}\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    let same = file.stubborn || headers.get("if-range").is_none_or(|tag| Some(tag) == file.tag.as_ref());
    let from = headers.get("range").and_then(|r| r.strip_prefix("bytes=")?.strip_suffix('-')?.parse::<usize>().ok());
    let from = from.filter(|_| !file.whole && same);
    let total = file.body.len();
    let tag = file.tag.as_ref().map(|tag| format!("ETag: {tag}\r\n")).unwrap_or_default();
    match from {
        Some(from) if from >= total => {
            return write!(
                stream,
                "HTTP/1.1 416 No\r\nContent-Range: bytes */{total}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
        }
        Some(from) => write!(
            stream,
            "HTTP/1.1 206 Part\r\n{tag}Content-Range: bytes {from}-{}/{total}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            total - 1,
            total - from
        )?,
        None if file.unsized_ => write!(stream, "HTTP/1.1 200 OK\r\n{tag}Connection: close\r\n\r\n")?,
        None => write!(stream, "HTTP/1.1 200 OK\r\n{tag}Content-Length: {total}\r\nConnection: close\r\n\r\n")?,
    }
    let body = &file.body[from.unwrap_or(0)..];
    if let Some(at) = file.cut {
        return stream.write_all(&body[..at]);
    }
    if let Some(at) = file.hold {
        stream.write_all(&body[..at])?;
        stream.flush()?;
        let open = shared.open.lock().unwrap();
        drop(shared.opened.wait_while(open, |open| !*open).unwrap());
        return stream.write_all(&body[at..]);
    }
    stream.write_all(body)
}
