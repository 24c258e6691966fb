//! The scripted model server as a process, for tests that are not Rust:
//! `model-server SCRIPT.json [PORT]` prints its address and answers until it is ended; its standard
//! error tells each request that broke a rule.

use countersign_testkit::{ModelServer, Script};
use std::error::Error;
use std::io::Write;
use std::time::Duration;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let script = arguments.next().ok_or("usage: model-server SCRIPT.json [PORT]")?;
    let port = arguments.next().map_or(Ok(0), |p| p.parse::<u16>())?;
    let script: Script = serde_json::from_str(&std::fs::read_to_string(script)?)?;
    let server = ModelServer::start_on(port, script).await?;
    writeln!(std::io::stdout(), "{}", server.url)?;
    let mut told = 0;
    loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let wrong = server.violations();
        for line in &wrong[told..] {
            writeln!(std::io::stderr(), "{line}")?;
        }
        told = wrong.len();
    }
}
