//! What is fetched from an address that somebody else gave: a picture that a provider made, and a page
//! that an agent asks for ([`page`]). The address is a stranger's word: nothing on this
//! machine or in its network is asked because of it, but for the provider's own host.

mod page;

pub use page::page;

use crate::catalogue::{Limits, Provider};
use crate::transport::Transport;
use http::{HeaderMap, Response, StatusCode, Uri, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::{GaiResolver, Name};
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::vec::IntoIter;

/// A store of pictures may send on to another.
const MOST_REDIRECTS: usize = 3;

/// Resolves names, and gives only addresses of the open network: what is connected to is what was
/// judged.
#[derive(Clone)]
struct PublicOnly(GaiResolver);

impl tower_service::Service<Name> for PublicOnly {
    type Response = IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<IntoIter<SocketAddr>>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let found = self.0.call(name);
        Box::pin(async move {
            let open: Vec<SocketAddr> = found.await?.filter(|at| is_open(at.ip())).collect();
            if open.is_empty() { Err(io::Error::other(PRIVATE)) } else { Ok(open.into_iter()) }
        })
    }
}

const PRIVATE: &str = "the address is in a private network, and is not asked";

/// An address of the open network: none of this machine, a local network, or for special use.
fn is_open(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_open_v4(ip),
        IpAddr::V6(ip) => is_open_v6(ip),
    }
}

fn is_open_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = match (a, b, c) {
        // This network, shared (RFC 6598), protocol assignments, 6to4 relays, benchmarks, reserved.
        (0 | 240..=255, ..) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18 | 19, _) => true,
        _ => false,
    };
    let local = ip.is_private() || ip.is_loopback() || ip.is_link_local();
    !(special || local || ip.is_multicast() || ip.is_documentation())
}

fn is_open_v6(ip: Ipv6Addr) -> bool {
    let s = ip.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_open_v4(Ipv4Addr::new(a, b, c, d))
    };
    match s[0] {
        // NAT64 and 6to4 carry an address of the older kind.
        0x64 if s[1] == 0xff9b => s[2..6] == [0; 4] && embedded(s[6], s[7]),
        0x2002 => embedded(s[1], s[2]),
        // Teredo, benchmarks, documentation.
        0x2001 if s[1] < 0x200 || s[1] == 0xdb8 => false,
        // Global unicast is 2000::/3.
        first => (0x2000..0x4000).contains(&first),
    }
}

/// The bytes at an address, at most so many.
///
/// # Errors
/// Why not, in words for a person.
pub(crate) async fn fetch(
    transport: &Transport,
    provider: &Provider,
    limits: &Limits,
    url: &str,
    most: usize,
) -> Result<Vec<u8>, String> {
    let mut uri: Uri = url.parse().map_err(|_| "the picture's address is none".to_owned())?;
    for _ in 0..=MOST_REDIRECTS {
        let response = ask(transport, provider, limits, &uri).await?;
        match response.status() {
            StatusCode::OK => return whole(response.into_body(), most).await,
            status if status.is_redirection() => {
                let to = response.headers().get(header::LOCATION).and_then(|v| v.to_str().ok());
                uri = to.and_then(|to| led(&uri, to)).ok_or("the picture's address leads nowhere")?;
            }
            status => return Err(format!("the picture's address answered with status {}", status.as_u16())),
        }
    }
    Err("the picture's address leads from one to another without end".to_owned())
}

/// Where a redirect leads.
pub(crate) fn led(from: &Uri, to: &str) -> Option<Uri> {
    if to.starts_with('/') && !to.starts_with("//") {
        return format!("{}://{}{to}", from.scheme_str()?, from.authority()?).parse().ok();
    }
    to.parse().ok().filter(|to: &Uri| to.scheme().is_some() && to.authority().is_some())
}

async fn ask(
    transport: &Transport,
    provider: &Provider,
    limits: &Limits,
    uri: &Uri,
) -> Result<Response<Incoming>, String> {
    let authority = uri.authority().map(|a| a.as_str().to_ascii_lowercase()).unwrap_or_default();
    let host = uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    if authority.contains('@') || host.is_empty() {
        return Err("the picture's address is none".to_owned());
    }
    let failed = |e| match e {
        crate::transport::NoResponse::Unreachable(why) | crate::transport::NoResponse::NotHttp(why) => {
            format!("the picture cannot be fetched: {why}")
        }
    };
    if provider.base_url.is_at(uri.scheme_str().unwrap_or_default(), &authority) {
        return transport.get(uri.clone(), HeaderMap::new()).await.map_err(failed);
    }
    if uri.scheme_str() != Some("https") {
        return Err("the picture's address is not encrypted".to_owned());
    }
    // A connector asks no resolver about numbers.
    if host.parse::<IpAddr>().is_ok_and(|ip| !is_open(ip)) {
        return Err(PRIVATE.to_owned());
    }
    let tcp = HttpConnector::new_with_resolver(PublicOnly(GaiResolver::new()));
    Transport::outside(tcp, limits, uri.clone()).await.map_err(failed)
}

async fn whole(mut body: Incoming, most: usize) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    while let Some(frame) = body.frame().await {
        let data = frame.map_err(|e| format!("the answer broke off: {e}"))?.into_data().unwrap_or_default();
        if out.len() + data.len() > most {
            return Err(format!("the answer has more than {} MB", most / 1_000_000));
        }
        out.extend_from_slice(&data);
    }
    Ok(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_the_open_network_is_asked() {
        for text in [
            "8.8.8.8",
            "93.184.216.34",
            "2606:4700::6810:84e5",
            "64:ff9b::808:808",
            "2002:808:808::1",
            "100.63.0.1",
            "172.32.0.1",
        ] {
            assert!(is_open(text.parse().unwrap()), "{text}");
        }
        for text in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "203.0.113.5",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001:db8::1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::1",
            "2001::1",
        ] {
            assert!(!is_open(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn a_redirect_is_read_against_where_it_came_from() {
        let from: Uri = "https://a.example:8443/x/y".parse().unwrap();
        for (to, want) in [
            ("/z", Some("https://a.example:8443/z")),
            ("https://b.example/c", Some("https://b.example/c")),
            ("//b.example/c", None),
            ("z", None),
        ] {
            assert_eq!(led(&from, to).map(|uri| uri.to_string()).as_deref(), want, "{to}");
        }
    }
}
