//! What a person put into a prompt, as a message of ours: files of the folder become mentions, other texts
//! are quoted, pictures go along.

use crate::screen::clean;
use agent_client_protocol::v1::schema::{ContentBlock, EmbeddedResourceResource};
use std::path::{Path, PathBuf};

/// A prompt, read.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Message {
    pub(super) text: String,
    /// Files whose text the editor sent, to be held against what is on the disk.
    pub(super) sent: Vec<Sent>,
    pub(super) pictures: Vec<Picture>,
    /// There was something that nothing can be done with.
    pub(super) unread: bool,
}

/// A file as the editor has it.
#[derive(Debug, PartialEq)]
pub(super) struct Sent {
    /// Within the folder.
    pub(super) path: String,
    pub(super) text: String,
}

/// A picture in base64.
#[derive(Debug, PartialEq)]
pub(super) struct Picture {
    pub(super) name: String,
    pub(super) data: String,
}

/// Reads a prompt of somebody who works in this folder.
pub(super) fn read(blocks: Vec<ContentBlock>, root: &Path) -> Message {
    let mut message = Message::default();
    let mut quotes = String::new();
    for block in blocks {
        match block {
            ContentBlock::Text(text) => message.text.push_str(&text.text),
            ContentBlock::ResourceLink(link) => {
                let name = place(&link.uri, root).map_or_else(|| named(&link.uri, &link.name), |place| place.mention());
                beside(&mut message.text, &name);
            }
            ContentBlock::Resource(resource) => match resource.resource {
                EmbeddedResourceResource::TextResourceContents(text) => match place(&text.uri, root) {
                    Some(place) => {
                        beside(&mut message.text, &place.mention());
                        // A part of it is what was meant; the whole is read from the disk.
                        match place.part {
                            true => quote(&mut quotes, &place.path, &text.text),
                            false => message.sent.push(Sent { path: place.path, text: text.text }),
                        }
                    }
                    None => quote(&mut quotes, &text.uri, &text.text),
                },
                EmbeddedResourceResource::BlobResourceContents(blob) => {
                    let name = place(&blob.uri, root).map_or_else(|| named(&blob.uri, ""), |place| place.mention());
                    beside(&mut message.text, &name);
                }
                _ => message.unread = true,
            },
            ContentBlock::Image(image) => {
                let ending = image.mime_type.rsplit('/').next().unwrap_or("png").to_owned();
                let name = format!("picture-{}.{ending}", message.pictures.len() + 1);
                message.pictures.push(Picture { name, data: image.data });
            }
            _ => message.unread = true,
        }
    }
    message.text.push_str(&quotes);
    message
}

/// A file of the folder.
struct Place {
    path: String,
    /// Only some lines of it are meant.
    part: bool,
}

impl Place {
    /// As a message names it, whatever is in the name.
    fn mention(&self) -> String {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | '_');
        match self.path.chars().all(plain) {
            true => format!("@{}", self.path),
            false => format!("@\"{}\"", self.path),
        }
    }
}

/// What a `file:` address is within the folder, if it is.
fn place(uri: &str, root: &Path) -> Option<Place> {
    let rest = uri.strip_prefix("file://")?;
    // A host would stand before the path.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let (path, part) = match rest.find(['#', '?']) {
        Some(at) => (rest.get(..at)?, true),
        None => (rest, false),
    };
    let path = PathBuf::from(unescaped(path)?);
    let within = |path: &Path| path.strip_prefix(root).ok().and_then(Path::to_str).map(str::to_owned);
    // The folder is known by the name that no link is in.
    let path = within(&path).or_else(|| within(&path.canonicalize().ok()?))?;
    let known = !path.is_empty() && !path.contains(['"', '\n', '\r']);
    known.then_some(Place { path, part })
}

/// A path of an address as text.
fn unescaped(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digits = [*high, *low];
                (u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?, after)
            }
            _ => (*first, after),
        };
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

/// What is no file of the folder, by its address, or else by its name.
fn named(uri: &str, name: &str) -> String {
    clean(if uri.is_empty() { name } else { uri })
}

/// Puts a name where it stands in the sentence.
fn beside(text: &mut String, name: &str) {
    if !text.is_empty() && !text.ends_with(char::is_whitespace) && !text.ends_with(['(', '"']) {
        text.push(' ');
    }
    text.push_str(name);
}

/// A text under its name, between fences that it cannot close.
fn quote(quotes: &mut String, name: &str, text: &str) {
    let fence = fence(text);
    quotes.push_str(&format!("\n\n{}\n{fence}\n{}\n{fence}", clean(name), text.trim_end_matches('\n')));
}

/// Backticks, more than stand together in a text.
pub(super) fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

#[cfg(test)]
mod tests {
    use super::{Message, Picture, Sent, fence, read};
    use agent_client_protocol::v1::schema::ContentBlock;
    use serde_json::{Value, json};
    use std::path::Path;

    fn of(blocks: Value) -> Message {
        let blocks: Vec<ContentBlock> = serde_json::from_value(blocks).unwrap();
        read(blocks, Path::new("/home/ada/project"))
    }

    #[test]
    fn files_of_the_folder_are_mentioned_where_they_stand_in_the_sentence() {
        let link = |uri: &str| json!({ "type": "resource_link", "uri": uri, "name": "n" });
        for (uri, want) in [
            ("file:///home/ada/project/src/a.rs", "replace x by y in @src/a.rs, please"),
            ("file:///home/ada/project/my%20notes.md", "replace x by y in @\"my notes.md\", please"),
            ("file:///home/ada/project/%C3%A4.md", "replace x by y in @ä.md, please"),
            ("file://localhost/home/ada/project/a.rs#L3:9", "replace x by y in @a.rs, please"),
            ("file:///home/ada/other/a.rs", "replace x by y in file:///home/ada/other/a.rs, please"),
            ("file:///home/ada/project", "replace x by y in file:///home/ada/project, please"),
            ("https://example.org/a", "replace x by y in https://example.org/a, please"),
            ("file:///home/ada/project/a%22b", "replace x by y in file:///home/ada/project/a%22b, please"),
        ] {
            let text = |text: &str| json!({ "type": "text", "text": text });
            let read = of(json!([text("replace x by y in"), link(uri), text(", please")]));
            assert_eq!(read, Message { text: want.to_owned(), ..Message::default() });
        }
    }

    #[test]
    fn what_is_no_file_of_the_folder_is_quoted_and_cannot_end_its_quote() {
        let resource = |uri: &str, text: &str| json!({ "type": "resource", "resource": { "uri": uri, "text": text } });
        let whole = of(json!([resource("file:///home/ada/project/a.rs", "fn a() {}\n")]));
        let sent = Sent { path: "a.rs".to_owned(), text: "fn a() {}\n".to_owned() };
        assert_eq!(whole, Message { text: "@a.rs".to_owned(), sent: vec![sent], ..Message::default() });
        let part = of(json!([resource("file:///home/ada/project/a.rs#L1:2", "fn a() {}\n")]));
        assert_eq!((part.text.as_str(), part.sent.len()), ("@a.rs\n\na.rs\n```\nfn a() {}\n```", 0));
        let other = of(json!([resource("zed:///thread/1", "say ````\nno\n````")]));
        assert_eq!(other.text, "\n\nzed:///thread/1\n`````\nsay ````\nno\n````\n`````");
        assert_eq!(fence("plain"), "```");
    }

    #[test]
    fn pictures_go_along_and_sound_is_told_as_not_read() {
        let image = json!({ "type": "image", "data": "aGk=", "mimeType": "image/jpeg" });
        let audio = json!({ "type": "audio", "data": "aGk=", "mimeType": "audio/wav" });
        let read = of(json!([image, audio]));
        let picture = Picture { name: "picture-1.jpeg".to_owned(), data: "aGk=".to_owned() };
        assert_eq!((read.pictures, read.unread), (vec![picture], true));
    }
}
