//! What the benchmarks call the server with: HTTP/1.1 by hand, so that a client costs next to nothing.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// One keep-alive connection.
pub(crate) struct Client {
    /// What comes back, for streams of events.
    pub(crate) stream: BufReader<TcpStream>,
    port: u16,
}

impl Client {
    /// Connects to the server on this port.
    pub(crate) fn new(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream), port }
    }

    /// Sends a request; its answer is still to be read.
    pub(crate) fn send(&mut self, method: &str, path: &str, body: Option<&Value>) {
        let body = body.map(Value::to_string).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer bench\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        self.stream.get_mut().write_all(format!("{head}{body}").as_bytes()).unwrap();
    }

    /// Status and content length, or none when the body is chunked.
    pub(crate) fn head(&mut self) -> (u16, Option<usize>) {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            let header = line.trim().to_lowercase();
            if header.is_empty() {
                return (status, length);
            }
            if let Some(n) = header.strip_prefix("content-length:") {
                length = n.trim().parse().ok();
            }
        }
    }

    /// One call: its status and body.
    pub(crate) fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> (u16, Vec<u8>) {
        self.send(method, path, body);
        let (status, length) = self.head();
        let mut bytes = Vec::new();
        match length {
            Some(n) => {
                bytes.resize(n, 0);
                self.stream.read_exact(&mut bytes).unwrap();
            }
            None => loop {
                let mut size = String::new();
                self.stream.read_line(&mut size).unwrap();
                let n = usize::from_str_radix(size.trim(), 16).unwrap();
                let at = bytes.len();
                bytes.resize(at + n, 0);
                self.stream.read_exact(&mut bytes[at..]).unwrap();
                self.stream.read_line(&mut String::new()).unwrap();
                if n == 0 {
                    break;
                }
            },
        }
        (status, bytes)
    }

    /// One call that has to succeed.
    pub(crate) fn json(&mut self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let (status, bytes) = self.call(method, path, body);
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        assert!(status < 300, "{method} {path}: {status} {value}");
        value
    }
}
