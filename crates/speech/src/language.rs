//! The languages that are not English, and how a reader names them.

/// A language that texts are said in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Language {
    German,
    Spanish,
    French,
    Romanian,
}

impl Language {
    /// All of them, in the order of the catalogue.
    pub const ALL: [Self; 4] = [Self::German, Self::Spanish, Self::French, Self::Romanian];

    /// The tag: `de`.
    pub fn tag(self) -> &'static str {
        match self {
            Self::German => "de",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Romanian => "ro",
        }
    }

    /// What an `Accept-Language` header asks for; none when English is as good, or nothing is spoken.
    pub fn wanted(header: &str) -> Option<Self> {
        let mut best: Option<(u32, Option<Self>)> = None;
        for part in header.split(',').take(20) {
            let mut words = part.split(';');
            let tag = words.next().unwrap_or_default().trim();
            let weight = words.find_map(|w| w.trim().strip_prefix("q=")).map_or(Some(1_000), thousandths);
            let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
            let spoken = Self::ALL.into_iter().find(|l| l.tag() == primary);
            let Some(weight) = weight.filter(|w| *w > 0 && (spoken.is_some() || primary == "en")) else { continue };
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, spoken));
            }
        }
        best.and_then(|(_, spoken)| spoken)
    }
}

/// `0.8` as 800.
fn thousandths(weight: &str) -> Option<u32> {
    let weight: f32 = weight.trim().parse().ok()?;
    (0.0..=1.0).contains(&weight).then_some((weight * 1_000.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_heaviest_spoken_language_counts() {
        for (header, expected) in [
            ("de", Some("de")),
            ("DE-ch", Some("de")),
            ("fr-FR,fr;q=0.9,en;q=0.8", Some("fr")),
            ("en-US,en;q=0.9,de;q=0.8", None),
            ("ja,ro;q=0.7,en;q=0.3", Some("ro")),
            ("en;q=0.2, es;q=0.3", Some("es")),
            ("de;q=0, fr;q=0.1", Some("fr")),
            ("*", None),
            ("", None),
            ("dex;q=x", None),
        ] {
            assert_eq!(Language::wanted(header).map(Language::tag), expected, "{header}");
        }
    }
}
