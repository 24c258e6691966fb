//! The smallest pictures of each kind that a careful reader takes for whole. What they show is nothing.

/// A PNG of this size, with sound checksums; one that a browser shows as far as it is not too large.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    // Eight bits of grey.
    head.extend([8, 0, 0, 0, 0]);
    chunk(&mut out, b"IHDR", &head);
    let rows = if u64::from(width) * u64::from(height) > 1_000_000 { 0 } else { height };
    let row = std::iter::once(0).chain((0..width).map(|x| (x % 256) as u8));
    let raw: Vec<u8> = (0..rows).flat_map(|_| row.clone().collect::<Vec<_>>()).collect();
    chunk(&mut out, b"IDAT", &stored(&raw));
    chunk(&mut out, b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let from = out.len();
    out.extend(name);
    out.extend(data);
    let crc = out[from..].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    });
    out.extend((!crc).to_be_bytes());
}

/// A zlib stream that compresses nothing.
fn stored(raw: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let parts: Vec<&[u8]> = if raw.is_empty() { vec![raw] } else { raw.chunks(65_535).collect() };
    for (n, part) in parts.iter().enumerate() {
        let length = part.len() as u16;
        out.push(u8::from(n + 1 == parts.len()));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(*part);
    }
    let (a, b) = raw.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    out.extend(((b << 16) | a).to_be_bytes());
    out
}

/// A GIF of this size, one frame of one point.
pub fn gif(width: u16, height: u16) -> Vec<u8> {
    let mut out = b"GIF89a".to_vec();
    out.extend(width.to_le_bytes());
    out.extend(height.to_le_bytes());
    out.extend([0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]);
    out.extend([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
    out
}

/// A JPEG of this size as far as its headers go; it shows nothing.
pub fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8, 0xff, 0xe0, 0, 16];
    out.extend(b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
    out.extend([0xff, 0xc0, 0, 11, 8]);
    out.extend(height.to_be_bytes());
    out.extend(width.to_be_bytes());
    out.extend([1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x7f, 0xff, 0xd9]);
    out
}

/// A WebP of this size as far as its headers go; it shows nothing.
pub fn webp(width: u32, height: u32) -> Vec<u8> {
    let mut body = b"WEBPVP8X".to_vec();
    body.extend(10_u32.to_le_bytes());
    body.extend([0, 0, 0, 0]);
    body.extend(&(width - 1).to_le_bytes()[..3]);
    body.extend(&(height - 1).to_le_bytes()[..3]);
    let mut out = b"RIFF".to_vec();
    out.extend((body.len() as u32).to_le_bytes());
    out.extend(body);
    out
}
