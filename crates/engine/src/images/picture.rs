//! Whether bytes are a picture: told by the bytes, whatever a name or a header says. Nothing is decoded.

use countersign_core::problem::Problem;
use countersign_core::wire::ImageKind;
use countersign_llm::painting::MOST_BYTES;

/// Longest side, and most points in all: a browser must be able to show it.
const MOST_SIDE: usize = 16_384;
const MOST_POINTS: usize = 64 * 1024 * 1024;

/// What bytes turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) kind: ImageKind,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// So many bytes of it are the picture; what follows is not kept.
    pub(crate) length: usize,
}

/// Looks at bytes: PNG, JPEG, WebP or GIF, whole, and of a sensible size.
///
/// # Errors
/// `not_an_image` or `image_too_large`.
pub(crate) fn look(bytes: &[u8]) -> Result<Picture, Problem> {
    if bytes.len() > MOST_BYTES {
        let message = format!("the picture has {} bytes", bytes.len());
        return Err(Problem::new("image_too_large", message));
    }
    let other = || Problem::new("not_an_image", "what came is no PNG, JPEG, WebP or GIF");
    let kind = match imagesize::image_type(bytes) {
        Ok(imagesize::ImageType::Png) => ImageKind::Png,
        Ok(imagesize::ImageType::Jpeg) => ImageKind::Jpeg,
        Ok(imagesize::ImageType::Webp) => ImageKind::Webp,
        Ok(imagesize::ImageType::Gif) => ImageKind::Gif,
        Ok(_) | Err(_) => return Err(other()),
    };
    let size = imagesize::blob_size(bytes).map_err(|_| other())?;
    let side = |n: usize| u32::try_from(n).ok().filter(|_| (1..=MOST_SIDE).contains(&n));
    let (Some(width), Some(height)) = (side(size.width), side(size.height)) else {
        return Err(Problem::new(
            "image_too_large",
            format!("the picture has {} by {} points", size.width, size.height),
        ));
    };
    if size.width * size.height > MOST_POINTS {
        return Err(Problem::new("image_too_large", format!("the picture has {width} by {height} points")));
    }
    let cut = || Problem::new("not_an_image", "the picture is cut off");
    let length = end(kind, bytes).ok_or_else(cut)?;
    Ok(Picture { kind, width, height, length })
}

/// Where it ends; none where the end is not there.
fn end(kind: ImageKind, bytes: &[u8]) -> Option<usize> {
    let all = bytes.len();
    match kind {
        ImageKind::Png => png_end(bytes),
        // Cameras append more pictures, and something short.
        ImageKind::Jpeg => last(bytes, 1_024).windows(2).any(|pair| pair == [0xff, 0xd9]).then_some(all),
        ImageKind::Gif => last(bytes, 16).contains(&0x3b).then_some(all),
        ImageKind::Webp => {
            let length = bytes.get(4..8).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes)?;
            usize::try_from(length).ok()?.checked_add(8).filter(|end| *end <= all)
        }
    }
}

fn last(bytes: &[u8], most: usize) -> &[u8] {
    bytes.get(bytes.len().saturating_sub(most)..).unwrap_or_default()
}

/// Walks the chunks to the last one. Without one that holds points it shows nothing.
fn png_end(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut points) = (8_usize, false);
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_be_bytes(*head.first_chunk::<4>()?);
        let end = at.checked_add(usize::try_from(length).ok()?)?.checked_add(12).filter(|end| *end <= bytes.len())?;
        points |= head.ends_with(b"IDAT") && length > 0;
        if head.ends_with(b"IEND") {
            return points.then_some(end);
        }
        at = end;
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use countersign_testkit::pictures;

    #[test]
    fn only_whole_pictures_of_four_kinds_are_taken() {
        for (bytes, kind) in [
            (pictures::png(3, 2), ImageKind::Png),
            (pictures::gif(3, 2), ImageKind::Gif),
            (pictures::jpeg(3, 2), ImageKind::Jpeg),
            (pictures::webp(3, 2), ImageKind::Webp),
        ] {
            assert_eq!(look(&bytes), Ok(Picture { kind, width: 3, height: 2, length: bytes.len() }));
            for cut in 0..bytes.len() {
                let got = look(&bytes[..cut]).map_err(|p| p.code.into_owned());
                assert_eq!(got, Err("not_an_image".to_owned()), "{kind:?} cut at {cut}");
            }
        }
        for (what, bytes) in [
            ("nothing", Vec::new()),
            ("a drawing that is a program", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".to_vec()),
            ("a page", b"<!doctype html><html></html>".to_vec()),
            ("a bitmap", [b"BM".as_slice(), &[0; 60]].concat()),
            ("a program", b"\x7fELF and more of it, which is no picture at all".to_vec()),
        ] {
            assert_eq!(look(&bytes).unwrap_err().code, "not_an_image", "{what}");
        }
        for (width, height) in [(0, 5), (5, 0), (20_000, 5), (16_000, 16_000)] {
            assert_eq!(look(&pictures::png(width, height)).unwrap_err().code, "image_too_large", "{width} by {height}");
        }
        // A head and an end show nothing, and what follows the end is no part of it.
        let whole = pictures::png(3, 2);
        let (head, tail) = (&whole[..33], &whole[whole.len() - 12..]);
        assert_eq!(look(&[head, tail].concat()).unwrap_err().code, "not_an_image");
        for (bytes, more) in [(whole, b"<script>alert(1)</script>".as_slice()), (pictures::webp(3, 2), b"PK\x03\x04")] {
            assert_eq!(look(&[bytes.as_slice(), more].concat()).unwrap().length, bytes.len());
        }
        let mut long = pictures::png(3, 2);
        long.resize(MOST_BYTES + 1, 0);
        assert_eq!(look(&long).unwrap_err().code, "image_too_large");
    }
}
