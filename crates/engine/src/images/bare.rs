//! A picture without what its file says beside it: where and when it was taken, with what, by whom, and words about
//! it (EXIF, XMP, IPTC, comments, further pictures behind the first). What a model is shown is the points, their
//! colours, and which way is up. Nothing is decoded.

use countersign_core::wire::ImageKind;

/// The picture alone; none where its parts cannot be told apart.
pub(crate) fn bare(kind: ImageKind, bytes: &[u8]) -> Option<Vec<u8>> {
    match kind {
        ImageKind::Png => png(bytes),
        ImageKind::Jpeg => jpeg(bytes),
        ImageKind::Gif => gif(bytes),
        ImageKind::Webp => webp(bytes),
    }
}

/// `length` bytes of it from `at` on.
fn part(bytes: &[u8], at: usize, length: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(length)?)
}

/// Chunks that are needed to draw it: every critical one, and of the others those about colour, size and movement.
fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    const DRAWN: [&[u8; 4]; 14] = [
        b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT", b"bKGD", b"hIST", b"sPLT", b"pHYs", b"acTL",
        b"fcTL", b"fdAT",
    ];
    let mut out = part(bytes, 0, 8)?.to_vec();
    let mut at = 8;
    loop {
        let length = u32::from_be_bytes(*part(bytes, at, 4)?.first_chunk()?);
        let name: &[u8; 4] = part(bytes, at + 4, 4)?.first_chunk()?;
        let chunk = part(bytes, at, usize::try_from(length).ok()?.checked_add(12)?)?;
        if name.first()?.is_ascii_uppercase() || DRAWN.contains(&name) {
            out.extend(chunk);
        }
        if name == b"IEND" {
            return Some(out);
        }
        at += chunk.len();
    }
}

/// Segments up to the end of the first picture, without those of applications but for the three that say what its
/// colours are, and without comments.
fn jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    const END: u8 = 0xd9;
    const SCAN: u8 = 0xda;
    let mut out = part(bytes, 0, 2)?.to_vec();
    let mut turned = None;
    let mut at = 2;
    loop {
        // Fill bytes may come before a marker.
        let marker = match part(bytes, at, 2)? {
            [0xff, 0xff] => {
                at += 1;
                continue;
            }
            [0xff, marker] => *marker,
            _ => return None,
        };
        if marker == END {
            out.extend([0xff, END]);
            return Some(out);
        }
        let length = usize::from(u16::from_be_bytes(*part(bytes, at + 2, 2)?.first_chunk()?));
        let segment = part(bytes, at, length.checked_add(2)?)?;
        let said = segment.get(4..)?;
        let keeps = match marker {
            0xe0 => said.starts_with(b"JFIF\0"),
            0xe1 => {
                turned = turned.or_else(|| said.strip_prefix(b"Exif\0\0").and_then(orientation));
                false
            }
            0xe2 => said.starts_with(b"ICC_PROFILE\0"),
            0xee => said.starts_with(b"Adobe"),
            0xe3..=0xef | 0xfe => false,
            _ => true,
        };
        if marker == SCAN
            && let Some(turned) = turned.take()
        {
            out.extend(turned_segment(turned));
        }
        if keeps {
            out.extend(segment);
        }
        at += segment.len();
        if marker == SCAN {
            let points = scan(bytes.get(at..)?)?;
            out.extend(points);
            at += points.len();
        }
    }
}

/// The points of a scan: up to the next marker that is no restart.
fn scan(rest: &[u8]) -> Option<&[u8]> {
    let is_marker = |pair: &[u8]| matches!(pair, [0xff, next] if !matches!(next, 0x00 | 0xd0..=0xd7 | 0xff));
    rest.get(..rest.windows(2).position(is_marker)?)
}

/// How the camera was held, where it was not upright (EXIF 2.32, tag 0x0112).
fn orientation(exif: &[u8]) -> Option<u8> {
    let read = exif::Reader::new().read_raw(exif.to_vec()).ok()?;
    let value = read.get_field(exif::Tag::Orientation, exif::In::PRIMARY)?.value.get_uint(0)?;
    u8::try_from(value).ok().filter(|value| (2..=8).contains(value))
}

/// An EXIF segment that says this and nothing else: a directory of one short.
fn turned_segment(orientation: u8) -> Vec<u8> {
    let mut out = vec![0xff, 0xe1, 0, 34];
    out.extend(b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0");
    out.extend([orientation, 0, 0, 0, 0, 0, 0]);
    out
}

/// Blocks without comments and without those of applications, but for the one that says how often it plays.
fn gif(bytes: &[u8]) -> Option<Vec<u8>> {
    let colours = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let head = 13 + colours(*bytes.get(10)?);
    let mut out = part(bytes, 0, head)?.to_vec();
    let mut at = head;
    loop {
        let (fixed, keeps) = match *bytes.get(at)? {
            0x3b => {
                out.push(0x3b);
                return Some(out);
            }
            0x2c => (11 + colours(*bytes.get(at + 9)?), true),
            0x21 => match *bytes.get(at + 1)? {
                0xff => (2, part(bytes, at + 2, 12)? == b"\x0bNETSCAPE2.0"),
                label => (2, label == 0xf9),
            },
            _ => return None,
        };
        let mut end = at.checked_add(fixed)?;
        while let Some(length @ 1..) = bytes.get(end).copied().map(usize::from) {
            end += length + 1;
        }
        let block = bytes.get(at..=end)?;
        if keeps {
            out.extend(block);
        }
        at = end + 1;
    }
}

/// Chunks that are needed to draw it; the header tells no more of the others.
fn webp(bytes: &[u8]) -> Option<Vec<u8>> {
    const DRAWN: [&[u8; 4]; 7] = [b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"];
    let mut out = part(bytes, 0, 12)?.to_vec();
    let length = usize::try_from(u32::from_le_bytes(*part(bytes, 4, 4)?.first_chunk()?)).ok()?;
    let body = part(bytes, 0, length.checked_add(8)?)?;
    let mut at = 12;
    while at < body.len() {
        let name: &[u8; 4] = part(body, at, 4)?.first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*part(body, at + 4, 4)?.first_chunk()?)).ok()?;
        let chunk = part(body, at, length.checked_add(8)?)?;
        if DRAWN.contains(&name) {
            let from = out.len();
            out.extend(chunk);
            if length % 2 == 1 {
                out.push(0);
            }
            // EXIF and XMP are there no more.
            if name == b"VP8X"
                && let Some(flags) = out.get_mut(from + 8)
            {
                *flags &= !0b0000_1100;
            }
        }
        at += chunk.len() + length % 2;
    }
    let length = u32::try_from(out.len().checked_sub(8)?).ok()?;
    out.get_mut(4..8)?.copy_from_slice(&length.to_le_bytes());
    Some(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use countersign_testkit::pictures;

    const PLACE: &[u8] = b"GPS 48.8584 N 2.2945 E";

    /// Puts something in at a place.
    fn with(bytes: &[u8], at: usize, more: &[u8]) -> Vec<u8> {
        [&bytes[..at], more, &bytes[at..]].concat()
    }

    fn segment(marker: u8, said: &[u8]) -> Vec<u8> {
        [&[0xff, marker], (said.len() as u16 + 2).to_be_bytes().as_slice(), said].concat()
    }

    fn says_place(bytes: &[u8]) -> bool {
        bytes.windows(PLACE.len()).any(|part| part == PLACE)
    }

    #[test]
    fn a_picture_that_says_nothing_stays_as_it_is() {
        for (kind, bytes) in [
            (ImageKind::Png, pictures::png(3, 2)),
            (ImageKind::Jpeg, pictures::jpeg(3, 2)),
            (ImageKind::Gif, pictures::gif(3, 2)),
            (ImageKind::Webp, pictures::webp(3, 2)),
        ] {
            assert_eq!(bare(kind, &bytes).unwrap(), bytes, "{kind:?}");
            for cut in 0..bytes.len() {
                // A file whose end is missing is none, and never a panic.
                let got = bare(kind, &bytes[..cut]);
                assert!(got.is_none() || kind == ImageKind::Webp && cut == 0, "{kind:?} cut at {cut}");
            }
        }
    }

    #[test]
    fn what_a_file_says_beside_its_picture_is_left_out() {
        let jpeg = pictures::jpeg(3, 2);
        let exif = |said: &[u8]| segment(0xe1, &[b"Exif\0\0".as_slice(), said].concat());
        let xmp = segment(0xe1, &[b"http://ns.adobe.com/xap/1.0/\0".as_slice(), PLACE].concat());
        for more in
            [exif(PLACE), xmp, segment(0xed, PLACE), segment(0xfe, PLACE), segment(0xe2, &[b"MPF\0", PLACE].concat())]
        {
            assert_eq!(bare(ImageKind::Jpeg, &with(&jpeg, 2, &more)).unwrap(), jpeg);
        }
        // A second picture behind the first, with its own EXIF.
        let second = with(&jpeg, 2, &exif(PLACE));
        assert_eq!(bare(ImageKind::Jpeg, &[jpeg.as_slice(), &second].concat()).unwrap(), jpeg);
        // A comment between two scans.
        let scan = &jpeg[jpeg.len() - 13..jpeg.len() - 2];
        assert_eq!(scan[..2], [0xff, 0xda]);
        let twice = with(&jpeg, jpeg.len() - 2, scan);
        let between = with(&jpeg, jpeg.len() - 2, &[segment(0xfe, PLACE).as_slice(), scan].concat());
        assert_eq!(bare(ImageKind::Jpeg, &between).unwrap(), twice);
        // What its colours are stays.
        for more in [segment(0xe2, b"ICC_PROFILE\0\x01\x01p"), segment(0xee, b"Adobe\0d\0\0\0\0\x01")] {
            let coloured = with(&jpeg, 20, &more);
            assert_eq!(bare(ImageKind::Jpeg, &coloured).unwrap(), coloured);
        }

        let png = pictures::png(3, 2);
        for name in [b"eXIf", b"tEXt", b"iTXt", b"zTXt", b"tIME"] {
            let chunk = [(PLACE.len() as u32).to_be_bytes().as_slice(), name, PLACE, &[0; 4]].concat();
            assert_eq!(bare(ImageKind::Png, &with(&png, 33, &chunk)).unwrap(), png, "{name:?}");
        }
        let depth = [9_u32.to_be_bytes().as_slice(), b"pHYs", &[0; 9], &[0; 4]].concat();
        assert!(bare(ImageKind::Png, &with(&png, 33, &depth)).unwrap().len() > png.len());

        let gif = pictures::gif(3, 2);
        let length = [PLACE.len() as u8];
        for lead in [b"\x21\xfe".as_slice(), b"\x21\xff\x0bXMP DataXMP"] {
            let block = [lead, &length, PLACE, &[0]].concat();
            assert_eq!(bare(ImageKind::Gif, &with(&gif, 19, &block)).unwrap(), gif);
        }
        let plays = with(&gif, 19, b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0");
        assert_eq!(bare(ImageKind::Gif, &plays).unwrap(), plays);

        let webp = pictures::webp(3, 2);
        for name in [b"EXIF", b"XMP ", b"ODDS"] {
            let chunk = [name.as_slice(), &(PLACE.len() as u32).to_le_bytes(), PLACE].concat();
            let mut more = [webp.as_slice(), &chunk].concat();
            let length = more.len() as u32 - 8;
            more[4..8].copy_from_slice(&length.to_le_bytes());
            more[20] |= 0b0000_1100;
            assert!(says_place(&more));
            assert_eq!(bare(ImageKind::Webp, &more).unwrap(), webp, "{name:?}");
        }
    }

    #[test]
    fn which_way_is_up_stays() {
        let jpeg = pictures::jpeg(3, 2);
        // Little end first, as most cameras write, with a place behind.
        let mut said = b"Exif\0\0II\x2a\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
        said.extend(PLACE);
        let got = bare(ImageKind::Jpeg, &with(&jpeg, 2, &segment(0xe1, &said))).unwrap();
        assert!(!says_place(&got));
        let at = got.windows(6).position(|part| part == b"Exif\0\0").unwrap();
        assert_eq!(orientation(&got[at + 6..]), Some(6));
        assert_eq!(got.len(), jpeg.len() + turned_segment(6).len());
        assert_eq!(imagesize::blob_size(&got).unwrap(), imagesize::ImageSize { width: 3, height: 2 });
    }
}
