//! Tokens that tell what they are by their beginning, and the places where only secrets stand: headers,
//! addresses, options.

use crate::Found;
use crate::values::{is_reference, varied};
use regex::Regex;
use std::sync::LazyLock;

/// What a match must be besides.
#[derive(Clone, Copy, PartialEq)]
enum Check {
    None,
    /// Letters and digits in a disorder: a name in the same shape is none.
    Varied,
    /// No variable that stands for it.
    Value,
    /// The same, and no port that is opened at another (`8080:80`).
    Option,
    /// The number of a card: what begins one, and a last digit that fits the others.
    Card,
}

/// A kind of secret, as it is told; its shape, whose first group, if there is one, is the secret; a check.
/// The engine is linear in the text, so that repetitions need no bound.
const SHAPES: &[(&str, &str, Check)] = &[
    ("AWS key", r"\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b", Check::None),
    ("GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{22,})", Check::None),
    (
        "GitLab token",
        r"\b(?:glpat|gldt|glrt|glrtr|glptt|glcbt|gloas|glsoat|glimt|glagent|glft|glffct|glwt)-[A-Za-z0-9_.-]{16,}",
        Check::None,
    ),
    ("Anthropic key", r"\bsk-ant-[A-Za-z0-9_-]{10,}", Check::None),
    ("API key", r"\b(?:sk|rk|pk|xai|pplx|gsk|fw|csk)[-_][A-Za-z0-9_-]{20,}", Check::Varied),
    ("API key", r"\bsk-or-v1-[a-f0-9]{32,64}", Check::None),
    ("Stripe key", r"\b(?:(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,})", Check::None),
    (
        "Slack token",
        r"\b(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xoxe\.xox[bp]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,})",
        Check::None,
    ),
    ("Slack webhook", r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_-]{20,})", Check::None),
    ("Discord webhook", r"discord(?:app)?\.com/api/webhooks/([0-9]{15,22}/[A-Za-z0-9_-]{40,})", Check::None),
    ("Discord token", r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}\b", Check::Varied),
    ("Telegram token", r"\b[0-9]{8,10}:A[A-Za-z0-9_-]{30,40}\b", Check::None),
    ("npm token", r"\bnpm_[A-Za-z0-9]{30,}\b", Check::None),
    ("PyPI token", r"\bpypi-Ag[A-Za-z0-9_-]{16,}", Check::None),
    ("RubyGems key", r"\brubygems_[a-f0-9]{40,64}\b", Check::None),
    ("crates.io token", r"\bcio[A-Za-z0-9]{32}\b", Check::Varied),
    ("Docker token", r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}", Check::None),
    (
        "Google key",
        r"\b(?:AIza[A-Za-z0-9_-]{30,45}|GOCSPX-[A-Za-z0-9_-]{20,64}|ya29\.[A-Za-z0-9_.-]{20,})",
        Check::None,
    ),
    ("Google token", r"\b1//0[A-Za-z0-9_-]{30,}", Check::None),
    ("Hugging Face token", r"\b(?:hf|api_org)_[A-Za-z0-9]{30,64}\b", Check::None),
    ("Twilio key", r"\b(?:SK|AC)[0-9a-f]{32}\b", Check::None),
    ("SendGrid key", r"\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}", Check::None),
    ("Mailgun key", r"\bkey-[0-9a-f]{32}\b", Check::None),
    ("Mailchimp key", r"\b[0-9a-f]{32}-us[0-9]{1,2}\b", Check::None),
    ("DigitalOcean token", r"\bdo[opr]_v1_[a-f0-9]{40,64}", Check::None),
    ("Shopify token", r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b", Check::None),
    ("Databricks token", r"\bdapi[a-f0-9]{32}(?:-[0-9])?\b", Check::None),
    ("Vault token", r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}", Check::None),
    ("Terraform token", r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50,}", Check::None),
    ("Atlassian token", r"\bAT(?:ATT|CTT|BB)[A-Za-z0-9_=-]{24,}", Check::Varied),
    ("Grafana token", r"\b(?:glc|glsa)_[A-Za-z0-9_+/=]{30,}", Check::None),
    ("Notion token", r"\b(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})\b", Check::None),
    ("Linear key", r"\blin_(?:api|oauth)_[A-Za-z0-9]{32,64}", Check::None),
    ("Postman key", r"\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b", Check::None),
    ("Doppler token", r"\bdp\.(?:pt|st|sa|ct|scim|audit)\.[A-Za-z0-9._-]{30,80}", Check::None),
    ("Supabase token", r"\bsb(?:p_[a-f0-9]{40}|_secret_[A-Za-z0-9_-]{20,64})", Check::None),
    ("PlanetScale token", r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}", Check::None),
    ("Replicate token", r"\br8_[A-Za-z0-9]{37,40}\b", Check::None),
    ("Square token", r"\b(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,64}|EAAA[A-Za-z0-9_-]{60})", Check::None),
    ("Dropbox token", r"\bsl\.[A-Za-z0-9_-]{100,}", Check::None),
    ("Fly token", r"\bfm[12]r?_[A-Za-z0-9+/=_-]{40,}", Check::None),
    ("New Relic key", r"\bNR(?:AK|II|JS|RA)-[A-Za-z0-9_-]{20,64}", Check::None),
    ("Sentry token", r"\bsntry[su]_[A-Za-z0-9+/=_-]{40,}", Check::None),
    ("Azure secret", r"\b[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}", Check::None),
    ("Azure key", r"\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})", Check::None),
    ("Tailscale key", r"\btskey-[a-z]{2,20}-[A-Za-z0-9-]{16,}", Check::Varied),
    ("1Password token", r"\bops_eyJ[A-Za-z0-9+/=_-]{20,}", Check::None),
    ("Figma token", r"\bfig[duo]r?_[A-Za-z0-9_-]{20,}", Check::Varied),
    ("Netlify token", r"\bnf[poc]_[A-Za-z0-9]{20,}", Check::Varied),
    ("Pulumi token", r"\bpul-[a-f0-9]{20,}\b", Check::None),
    ("Heroku key", r"\bHRKU-[A-Za-z0-9_-]{20,}", Check::Varied),
    ("Brevo key", r"\bxkeysib-[a-f0-9]{40,}-[A-Za-z0-9]{10,}", Check::None),
    ("PostHog key", r"\bphx_[A-Za-z0-9]{30,}", Check::Varied),
    ("Contentful token", r"\bCFPAT-[A-Za-z0-9_-]{30,}", Check::Varied),
    ("token of a swarm", r"\bSWMTKN-1-[a-z0-9]{20,}-[a-z0-9]{10,}", Check::None),
    ("CircleCI token", r"\bCCI(?:PAT|PRJ)_[A-Za-z0-9_]{30,}", Check::Varied),
    ("Buildkite token", r"\bbkua_[a-f0-9]{30,}", Check::None),
    ("password hash", r"\$2[abxy]?\$[0-9]{2}\$[A-Za-z0-9./]{22,}", Check::None),
    (
        "password hash",
        r"\$(?:1|5|6|7|y|gy|sm3|apr1|sha1|scrypt|argon2(?:id|i|d)|pbkdf2[a-z0-9-]{0,12})\$(?:[A-Za-z0-9./+=,_-]{1,100}\$){1,4}[A-Za-z0-9./+=_-]{20,}",
        Check::None,
    ),
    ("password hash", r"\{(?i:SSHA(?:256|384|512)?|SHA|SMD5|CRYPT)\}[A-Za-z0-9+/=.$]{13,}", Check::None),
    (
        "card number",
        r"(?:^|[^A-Za-z0-9_.#+-])((?:[0-9]{4} ){3}[0-9]{4}|(?:[0-9]{4}-){3}[0-9]{4}|[0-9]{4} [0-9]{6} [0-9]{4,5}|[0-9]{4}-[0-9]{6}-[0-9]{4,5}|[0-9]{14,19})\b",
        Check::Card,
    ),
    ("age key", r"(?i)\bAGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{20,}", Check::None),
    ("JWT", r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)?", Check::None),
    (
        "signed address",
        r"(?i)[?&](?:sig|signature|x-amz-signature|x-goog-signature|x-amz-security-token)=([A-Za-z0-9%/+_=-]{20,})",
        Check::None,
    ),
    (
        "authorization header",
        r#"(?i)\b(?:proxy-)?authorization\\{0,3}["']?[ \t]{0,8}[:=,][ \t]{0,8}\\{0,3}["']?(?:(?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)[ \t]{1,4})?([^\s"'`\\,;<>(){}\[\]]{8,})"#,
        Check::Value,
    ),
    ("bearer token", r"(?i)\bbearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{16,})", Check::Varied),
    (
        "cookie",
        r#"(?i)\b(?:set-)?cookie\\{0,3}["']?[ \t]{0,8}:[ \t]{0,8}\\{0,3}["']?([A-Za-z0-9_.-]+=[^\s"'`\\<>(){};]+(?:;[ \t]{0,2}[A-Za-z0-9_.-]+=[^\s"'`\\<>(){};]+)*)"#,
        Check::None,
    ),
    (
        "password in an address",
        r#"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s/:@"'`<>\\]*:([^\s/@"'`<>\\]{1,})@"#,
        Check::Value,
    ),
    (
        "password of curl",
        r#"\bcurl\b[^\r\n]*?[ \t](?:-u|--user|--proxy-user)[ \t=]{0,4}["']?[^\s:"']{1,}:([^\s"'\\]{3,})"#,
        Check::Value,
    ),
    (
        "password option",
        r#"(?i)(?:^|[\s"'])--?(?:[a-z0-9-]{0,30}-)?(?:password|passwd|passphrase|token|secret|api-?key|access-?key|secret-?key)[ \t]{1,4}["']?([^\s"'`\\<>|;&-][^\s"'`\\<>|;&]{5,})"#,
        Check::Varied,
    ),
    ("password of Redis", r#"(?i)\b(?:requirepass|masterauth)[ \t]{1,8}["']?([^\s"'`\\]{3,})"#, Check::Value),
    (
        "password of a program",
        r#"\b(?:docker|podman|nerdctl|buildah|skopeo|crane(?:[ \t]{1,4}auth)?|oras|helm(?:[ \t]{1,4}registry)?|oc|az|cf|tsh|argocd)[ \t]{1,4}(?:acr[ \t]{1,4})?login\b[^\r\n|;&]*?[ \t]-p[ \t=]{0,4}["']?([^\s"'\\-][^\s"'\\]{2,})"#,
        Check::Option,
    ),
    (
        "password of a program",
        r#"\bsshpass(?:[ \t]{1,4}-(?:v|P[ \t]{0,4}[^\s]{1,}))*[ \t]{1,4}-p[ \t]{0,4}["']?([^\s"'\\]{3,})"#,
        Check::Value,
    ),
    (
        "password of a program",
        r#"\b(?:mysql(?:dump|admin|import|show|check|pump|sh)?|mariadb(?:-[a-z]{1,12})?|7za?)\b[^\r\n|;&]*?[ \t]-p["']?([^\s"'\\=-][^\s"'\\]{2,})"#,
        Check::Option,
    ),
    (
        "password of a program",
        r#"\b(?:mongo(?:sh|dump|restore|export|import)?[ \t][^\r\n|;&]*?-p|redis-cli[ \t][^\r\n|;&]*?-a|ldap(?:search|modify|add|delete|passwd|whoami)[ \t][^\r\n|;&]*?-w|sqlcmd[ \t][^\r\n|;&]*?-P|(?:un)?zip[ \t][^\r\n|;&]*?-P)[ \t]{1,4}["']?([^\s"'\\-][^\s"'\\]{2,})"#,
        Check::Option,
    ),
    (
        "netrc password",
        r#"(?i)\bmachine\s{1,8}[^\s"'\\]{1,}\s{1,8}(?:(?:login|account)\s{1,8}[^\s"'\\]{1,}\s{1,8}){0,2}password\s{1,8}([^\s"'\\]{3,})"#,
        Check::Value,
    ),
    (
        "netrc password",
        r#"(?i)\blogin[ \t]{1,8}[^\s"'\\]{1,}[ \t]{1,8}password[ \t]{1,8}([^\s"'\\]{3,})"#,
        Check::Value,
    ),
];

type Shape = (&'static str, Regex, Check);

static COMPILED: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let compiled = |(kind, shape, check): &(&'static str, &str, Check)| {
        // A border of a word as ASCII has it: then the engine need not look at the whole of Unicode.
        Regex::new(&shape.replace(r"\b", r"(?-u:\b)")).ok().map(|shape| (*kind, shape, *check))
    };
    SHAPES.iter().filter_map(compiled).collect()
});

/// Where they stand.
pub(crate) fn find(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    for (kind, shape, check) in COMPILED.iter() {
        for found in shape.captures_iter(text) {
            let Some(secret) = found.get(1).or_else(|| found.get(0)) else { continue };
            let holds = match check {
                Check::None => true,
                Check::Varied => varied(secret.as_str()),
                Check::Value => !is_reference(secret.as_str()),
                Check::Option => !is_reference(secret.as_str()) && !are_ports(secret.as_str()),
                Check::Card => !goes_on(text, secret.end()) && is_card(secret.as_str()),
            };
            if holds {
                out.push((secret.range(), Some(*kind)));
            }
        }
    }
    out
}

/// Ports as containers open them: `8080:80`, `127.0.0.1:80:80/tcp`.
fn are_ports(value: &str) -> bool {
    let plain = value.trim_end_matches("/tcp").trim_end_matches("/udp");
    plain.contains(':') && plain.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.' | b'-'))
}

/// Whether a number is a part of a longer thing.
fn goes_on(text: &str, end: usize) -> bool {
    let mut rest = text.get(end..).unwrap_or_default().chars();
    matches!(rest.next(), Some('.' | '-' | '/' | ' ' | ':')) && rest.next().is_some_and(|c| c.is_ascii_digit())
}

/// First digits of the cards of an issuer, from and to, and how many digits its numbers have.
const CARDS: &[(u32, u32, &[usize])] = &[
    (4000, 4999, &[16, 19]),
    (5100, 5599, &[16]),
    (2221, 2720, &[16]),
    (3400, 3499, &[15]),
    (3700, 3799, &[15]),
    (3000, 3059, &[14]),
    (3600, 3699, &[14]),
    (3800, 3999, &[14]),
    (3528, 3589, &[16]),
    (6011, 6011, &[16, 19]),
    (6440, 6599, &[16, 19]),
    (6200, 6299, &[16, 17, 18, 19]),
];

/// Whether digits, with spaces or strokes between them, are the number of a card (Luhn).
fn is_card(number: &str) -> bool {
    let digits: Vec<u32> = number.chars().filter_map(|c| c.to_digit(10)).collect();
    let first = digits.iter().take(4).fold(0, |all, digit| all * 10 + digit);
    let issued =
        CARDS.iter().any(|(from, to, lengths)| (*from..=*to).contains(&first) && lengths.contains(&digits.len()));
    let doubled = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 =
        digits.iter().rev().enumerate().map(|(at, d)| if at.is_multiple_of(2) { *d } else { doubled(*d) }).sum();
    issued && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::{COMPILED, SHAPES};

    #[test]
    fn every_shape_is_a_pattern() {
        assert_eq!(COMPILED.len(), SHAPES.len());
    }
}
