//! Whether an address is this machine's, however it is written. Asks no name server.

use url::{Host, Url};

/// Whether `address` is the service in a cloud that hands out the keys of its machines.
pub(crate) fn gives_keys(address: &str) -> bool {
    let Some(url) = read(address) else { return false };
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_link_local(),
        Some(Host::Ipv6(ip)) => ip.segments() == [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254],
        Some(Host::Domain(name)) => name.trim_end_matches('.').eq_ignore_ascii_case("metadata.google.internal"),
        None => false,
    }
}

/// Schemes of databases and queues: what speaks them asks no server of HTTP.
const DATABASES: &[&str] = &[
    "postgres",
    "postgresql",
    "mysql",
    "mysql2",
    "mariadb",
    "redis",
    "rediss",
    "valkey",
    "mongodb",
    "amqp",
    "amqps",
    "kafka",
    "nats",
    "memcached",
    "sqlserver",
    "mssql",
    "cassandra",
    "clickhouse",
    "neo4j",
    "bolt",
];

/// Where databases and queues listen, if nobody says otherwise.
const DATABASE_PORTS: &[u16] = &[1433, 1521, 3306, 4222, 5432, 5672, 6379, 7687, 9042, 9092, 11211, 27017];

/// Whether `address` (a URL, or a host with or without a port) is this machine. `port`: that of our server, if it is
/// known; who names none here may name it elsewhere (`nc localhost 4177`).
pub(crate) fn is_ours(address: &str, port: Option<u16>) -> bool {
    let Some(url) = read(address) else { return false };
    let kind = address.split_once("://").map_or("", |(kind, _)| kind.rsplit(':').next().unwrap_or(kind));
    let database = DATABASES.iter().any(|known| known.eq_ignore_ascii_case(kind));
    let database =
        database || kind.eq_ignore_ascii_case("tcp") && url.port().is_some_and(|port| DATABASE_PORTS.contains(&port));
    let own_port = match port {
        // It has a port of its own.
        _ if database && url.port().is_none() => false,
        None => !database,
        Some(port) => url.port().or_else(|| usual(address)).is_none_or(|other| other == port),
    };
    match url.host() {
        Some(Host::Ipv4(ip)) => (ip.is_loopback() || ip.is_unspecified()) && own_port,
        Some(Host::Ipv6(ip)) => {
            let mapped = ip.to_ipv4().is_some_and(|ip| ip.is_loopback() || ip.is_unspecified());
            (ip.is_loopback() || ip.is_unspecified() || mapped) && own_port
        }
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            let local = [
                "localhost",
                "localhost.localdomain",
                "ip6-localhost",
                "localtest.me",
                "lvh.me",
                // As containers call it.
                "host.docker.internal",
                "gateway.docker.internal",
                "host.containers.internal",
            ];
            own_port
                && (local.contains(&name.as_str())
                    || name.ends_with(".localhost")
                    || name.ends_with(".localtest.me")
                    || name.ends_with(".lvh.me")
                    || ((name.ends_with(".nip.io") || name.ends_with(".sslip.io"))
                        && (name.contains("127.0.0.1") || name.contains("127-0-0-1"))))
        }
        None => false,
    }
}

/// The port of an address that names none, where its scheme says which; `:80` is none to who reads an address.
fn usual(address: &str) -> Option<u16> {
    let (kind, rest) = address.split_once("://").unwrap_or(("", address));
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    match kind.to_ascii_lowercase().as_str() {
        _ if host.ends_with(":80") => Some(80),
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

/// Reads as a client does: a missing scheme is http, and every scheme's host is read as http's.
fn read(address: &str) -> Option<Url> {
    let after = address.split_once("://").map_or(address, |(_, after)| after);
    let after = after.trim_start_matches('/');
    if after.is_empty() || after.starts_with(['-', '.']) {
        return None;
    }
    Url::parse(&format!("http://{after}")).ok()
}

/// Whether it is written as a URL.
pub(crate) fn is_url(word: &str) -> bool {
    word.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    })
}
