//! An editor over the Agent Client Protocol, until it hangs up.

use crate::acp::Desk;
use crate::args::Global;
use crate::failure::{Exit, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::Screen;
use crate::texts::say;
use std::io::IsTerminal;

/// `countersign acp`.
pub(crate) async fn run(global: &Global, screen: &mut Screen) -> Result<Exit> {
    if std::io::stdin().is_terminal() {
        screen.error(say!("cli-acp-waits"))?;
    }
    let (home, moment) = (Home::find(global.data.as_deref())?, Moment::read(global)?);
    let (from, to) = rmcp::transport::stdio_pipes();
    Desk::new(home, moment, global.lang.clone()).serve(from, to).await?;
    Ok(Exit::Clear)
}
