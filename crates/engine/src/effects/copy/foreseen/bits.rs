//! Permission bits after `chmod`, and lengths after `truncate`, where their words can be told.

/// Bits after `chmod word`; `umask` is what is taken from who is not named.
pub(super) fn bits(word: &str, now: u32, folder: bool, umask: u32) -> Option<u32> {
    if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
        return u32::from_str_radix(word, 8).ok().filter(|mode| *mode <= 0o777);
    }
    word.split(',').try_fold(now, |now, clause| one(clause, now, folder, umask))
}

fn one(clause: &str, now: u32, folder: bool, umask: u32) -> Option<u32> {
    let (who, mut rest) = clause.split_at(clause.find(['+', '-', '='])?);
    let named = who.chars().try_fold(0_u32, |all, c| match c {
        'u' => Some(all | 0o700),
        'g' => Some(all | 0o070),
        'o' => Some(all | 0o007),
        'a' => Some(all | 0o777),
        _ => None,
    })?;
    let whose = if who.is_empty() { 0o777 & !umask } else { named };
    let mut bits = now;
    while let Some(sign) = rest.chars().next() {
        let after = rest.get(1..)?;
        let (what, next) = after.split_at(after.find(['+', '-', '=']).unwrap_or(after.len()));
        let all = what.chars().try_fold(0_u32, |all, c| match c {
            'r' => Some(all | 0o444),
            'w' => Some(all | 0o222),
            'x' => Some(all | 0o111),
            'X' => Some(if folder || bits & 0o111 != 0 { all | 0o111 } else { all }),
            _ => None,
        })?;
        bits = match sign {
            '+' => bits | (all & whose),
            // `chmod -w` fails where the umask keeps some of it.
            '-' if bits & all & !whose != 0 && who.is_empty() => return None,
            '-' => bits & !(all & whose),
            _ if who.is_empty() => all & whose,
            _ => (bits & !whose) | (all & whose),
        };
        rest = next;
    }
    Some(bits)
}

/// The length that `truncate -s word` gives a file of `now` bytes.
pub(super) fn length(word: &str, now: u64) -> Option<u64> {
    let (sign, rest) = match word.strip_prefix(['+', '-']) {
        Some(rest) => (word.chars().next(), rest),
        None => (None, word),
    };
    let digits = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match rest.get(digits.len()..)? {
        "" => 1,
        "K" | "KiB" => 1 << 10,
        "M" | "MiB" => 1 << 20,
        "KB" => 1_000,
        "MB" => 1_000_000,
        _ => return None,
    };
    let bytes = digits.parse::<u64>().ok()?.checked_mul(unit)?;
    match sign {
        None => Some(bytes),
        Some('+') => now.checked_add(bytes),
        Some(_) => Some(now.saturating_sub(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::{bits, length};

    #[test]
    fn words_for_modes_and_lengths_are_read_as_the_programs_read_them() {
        for (word, now, folder, after) in [
            ("600", 0o644, false, Some(0o600)),
            ("+x", 0o644, false, Some(0o755)),
            ("+w", 0o444, false, Some(0o644)),
            ("u=rw,go=r", 0o777, false, Some(0o644)),
            ("a-x", 0o755, false, Some(0o644)),
            ("go-rwx", 0o755, false, Some(0o700)),
            ("u+rwX", 0o644, false, Some(0o644)),
            ("u+rwX", 0o755, true, Some(0o755)),
            ("a=", 0o644, false, Some(0)),
            ("ug+x-w", 0o664, false, Some(0o554)),
            ("=r", 0o755, false, Some(0o444)),
            ("4755", 0o755, false, None),
            ("u+s", 0o755, false, None),
            ("g=u", 0o755, false, None),
            ("x", 0o755, false, None),
            ("", 0o755, false, None),
        ] {
            assert_eq!(bits(word, now, folder, 0o022), after, "{word}");
        }
        for (word, after) in [
            ("0", Some(0)),
            ("1K", Some(1024)),
            ("+2", Some(12)),
            ("-4", Some(6)),
            ("-40", Some(0)),
            ("%4", None),
            ("<3", None),
        ] {
            assert_eq!(length(word, 10), after, "{word}");
        }
    }
}
