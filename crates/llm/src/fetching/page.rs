//! A text from an address that an agent asks for and a person let it ask: one GET, nothing of ours sent
//! with it, the open network only but for places that the person named.

use super::{MOST_REDIRECTS, PublicOnly, is_open, led, whole};
use crate::catalogue::Limits;
use crate::transport::{NoResponse, Transport};
use countersign_core::problem::Problem;
use http::{HeaderMap, Response, StatusCode, Uri, header};
use hyper::body::Incoming;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::GaiResolver;
use std::net::IpAddr;
use std::time::Duration;

/// Largest text that is taken, in bytes.
const MOST_BYTES: usize = 2_000_000;
/// An answer has so long.
const LIMIT: Duration = Duration::from_secs(30);

/// The text at an address. `named` says of an address whether the person named it: such a place may be on
/// this machine, in its network, or not encrypted. A redirect is judged like an address of its own, and
/// one to another place is not followed: nobody was asked about it.
///
/// # Errors
/// `invalid_address`, `private_address`, `led_elsewhere`, `fetch_failed`, `not_text`.
pub async fn page(limits: &Limits, url: &str, named: impl Fn(&str) -> bool) -> Result<String, Problem> {
    let got = async {
        let mut uri = address(url)?;
        for _ in 0..=MOST_REDIRECTS {
            let response = ask(limits, &uri, &named).await?;
            let status = response.status();
            if status.is_redirection() {
                let to = response.headers().get(header::LOCATION).and_then(|v| v.to_str().ok());
                let to = to.and_then(|to| led(&uri, to)).ok_or_else(|| failed("the address leads nowhere"))?;
                if (to.scheme(), to.authority()) != (uri.scheme(), uri.authority()) {
                    let problem = Problem::new("led_elsewhere", format!("{url} leads to {to}"));
                    return Err(problem.hinting("Fetch that address, if it is what you want."));
                }
                uri = to;
                continue;
            }
            if status != StatusCode::OK {
                return Err(failed(&format!("{url} answered with status {}", status.as_u16())));
            }
            let kind = response.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
            let kind = kind.unwrap_or_default().to_owned();
            let bytes = whole(response.into_body(), MOST_BYTES).await.map_err(|why| failed(&why))?;
            return text_of(url, &kind, bytes);
        }
        Err(failed("the address leads from one to another without end"))
    };
    tokio::time::timeout(LIMIT, got).await.unwrap_or_else(|_| Err(failed("it took longer than 30 s")))
}

fn failed(why: &str) -> Problem {
    Problem::new("fetch_failed", why.to_owned())
}

/// An address of the web that holds no name or password.
fn address(url: &str) -> Result<Uri, Problem> {
    let bad = || {
        Problem::new("invalid_address", format!("{url} is no address that can be fetched"))
            .hinting("Give a whole address that begins with https:// and holds no password.")
    };
    let uri: Uri = url.parse().map_err(|_| bad())?;
    let web = matches!(uri.scheme_str(), Some("https" | "http"));
    let authority = uri.authority().map(|a| a.as_str()).unwrap_or_default();
    if !web || authority.contains('@') || uri.host().is_none_or(str::is_empty) { Err(bad()) } else { Ok(uri) }
}

async fn ask(limits: &Limits, uri: &Uri, named: &impl Fn(&str) -> bool) -> Result<Response<Incoming>, Problem> {
    let broken = |e: NoResponse| match e {
        NoResponse::Unreachable(why) | NoResponse::NotHttp(why) => failed(&why),
    };
    if named(&uri.to_string()) {
        return Transport::new(limits).get(uri.clone(), HeaderMap::new()).await.map_err(broken);
    }
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    // A connector asks no resolver about numbers.
    if host.parse::<IpAddr>().is_ok_and(|ip| !is_open(ip)) {
        return Err(Problem::new("private_address", format!("{host} is on this machine or in a private network"))
            .hinting("Only the person can name such a place, in the file allow/fetch of the workspace."));
    }
    if uri.scheme_str() != Some("https") {
        return Err(Problem::new("private_address", format!("{uri} is not encrypted")).hinting("Use https."));
    }
    let tcp = HttpConnector::new_with_resolver(PublicOnly(GaiResolver::new()));
    Transport::outside(tcp, limits, uri.clone()).await.map_err(broken)
}

/// Bytes as text, where they are one.
fn text_of(url: &str, kind: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    let length = bytes.len();
    match String::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Ok(text),
        _ => Err(Problem::new("not_text", format!("{url} is no text in UTF-8 ({kind}, {length} bytes)"))),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_on_this_machine_or_in_its_network_is_asked() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        for (url, code) in [
            (format!("http://127.0.0.1:{port}/"), "private_address"),
            (format!("https://127.0.0.1:{port}/"), "private_address"),
            (format!("https://[::1]:{port}/"), "private_address"),
            (format!("https://[::ffff:127.0.0.1]:{port}/"), "private_address"),
            (format!("https://localhost:{port}/"), "fetch_failed"),
            ("http://93.184.216.34/".to_owned(), "private_address"),
            ("https://169.254.169.254/latest/meta-data".to_owned(), "private_address"),
            ("https://me:secret@example.org/".to_owned(), "invalid_address"),
            ("file:///etc/passwd".to_owned(), "invalid_address"),
            ("/etc/passwd".to_owned(), "invalid_address"),
            (String::new(), "invalid_address"),
        ] {
            let refused = page(&Limits::default(), &url, |_| false).await.unwrap_err();
            assert_eq!(refused.code, code, "{url}: {refused}");
        }
        // Nobody knocked.
        assert!(tokio::time::timeout(Duration::from_millis(50), listener.accept()).await.is_err());
    }
}
