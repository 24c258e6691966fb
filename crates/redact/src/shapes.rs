//! Tokens that tell what they are by their beginning, and the places where only secrets stand: headers,
//! addresses, options.

use crate::Found;
use crate::assigned::{is_reference, varied};
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
            };
            if holds {
                out.push((secret.range(), Some(*kind)));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{COMPILED, SHAPES};

    #[test]
    fn every_shape_is_a_pattern() {
        assert_eq!(COMPILED.len(), SHAPES.len());
    }
}
