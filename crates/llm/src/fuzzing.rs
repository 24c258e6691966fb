//! What holds of any bytes that a server sends, for the fuzzer and its corpus: no panic, and how they
//! were cut on their way never matters.

use crate::answer::Answer;
use crate::catalogue::Kind;
use crate::frames::{Frame, Frames};
use crate::wire;

/// Reads an answer: the first byte chooses the format, the second how the rest is cut. Panics where the
/// pieces are read as something else than the whole.
pub fn stream(data: &[u8]) {
    let [format, step, rest @ ..] = data else { return };
    let kind = [Kind::Ollama, Kind::OpenAi, Kind::Anthropic][usize::from(format % 3)];
    let content_type = if format & 4 == 0 { "text/event-stream" } else { "application/json" };
    let whole = read(kind, content_type, std::iter::once(rest));
    let pieces = read(kind, content_type, rest.chunks(usize::from(*step).max(1)));
    let bytes = read(kind, content_type, rest.chunks(1));
    assert_eq!(whole, pieces);
    assert_eq!(whole, bytes);
}

/// The reply, or what was wrong with it.
fn read<'a>(kind: Kind, content_type: &str, pieces: impl Iterator<Item = &'a [u8]>) -> String {
    let mut frames = Frames::new(wire::framing(kind, content_type), 1 << 16);
    let (mut answer, mut out, mut told) = (Answer::default(), Vec::<Frame>::new(), Vec::new());
    let mut too_long = pieces.into_iter().any(|piece| frames.push(piece, &mut out).is_err());
    too_long = too_long || frames.finish(&mut out).is_err();
    for frame in &out {
        if let Err(failure) = wire::read(kind, frame, &mut answer, &mut told) {
            return format!("{failure:?}");
        }
        if answer.complete || answer.loops() {
            break;
        }
    }
    let reply = answer.into_reply(&[String::new()], 0, too_long, &mut told);
    format!("{reply:?} {told:?}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    #[test]
    #[allow(clippy::disallowed_methods)] // A test reads files.
    fn the_corpus_is_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/streams");
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
        assert!(files.len() > 5);
        files.into_iter().for_each(|file| super::stream(&std::fs::read(file.unwrap().path()).unwrap()));
    }
}
