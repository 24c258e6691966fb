//! The Model Context Protocol on standard input and output, for agents elsewhere: they read, and they
//! propose. There is no tool that signs, applies, undoes or changes a setting (DESIGN §9).

mod bases;
mod calls;
mod lines;

pub(crate) use lines::Lines;

use crate::client::Client;
use crate::failure::Failure;
use crate::home::Home;
use crate::moment::Moment;
use bases::Bases;
use countersign_llm::veil;
use countersign_redact::Secrets;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Names, descriptions and schemas of the tools, as clients list them.
const TOOLS: &str = include_str!("mcp/tools.json");
/// What a client's model is told of the whole.
const INSTRUCTIONS: &str = include_str!("mcp/instructions.txt");
/// Before the name of whoever proposes through here: it is what a foreign program calls itself, and
/// can be taken for no agent of this product.
const FOREIGN: &str = "mcp:";
/// Characters of such a name.
const LONGEST: usize = 50;

/// The server: each call asks whoever has the data folder at that moment, so that a running server, and
/// other verbs, are in nobody's way.
pub(crate) struct Server {
    home: Home,
    moment: Moment,
    tools: Vec<Tool>,
    /// One call at a time opens the folder. What was given for hashes of files.
    turn: Arc<Mutex<Bases>>,
}

impl Server {
    /// A server for this folder.
    ///
    /// # Errors
    /// When the tools as they are built in cannot be read.
    pub(crate) fn new(home: Home, moment: Moment) -> Result<Self, Failure> {
        let unread = |e: serde_json::Error| Failure::new("call_failed", e.to_string(), "");
        let tools = serde_json::from_str(TOOLS).map_err(unread)?;
        Ok(Self { home, moment, tools, turn: Arc::default() })
    }

    /// What a call comes to. It goes on to its end also when nobody waits for it any more: the folder is
    /// not left while something is written.
    fn begin(&self, name: String, args: Value, agent: String) -> tokio::task::JoinHandle<Result<Value, Failure>> {
        let (home, moment, turn) = (self.home.clone(), self.moment.clone(), Arc::clone(&self.turn));
        tokio::spawn(async move {
            let mut bases = turn.lock().await;
            let client = Client::open(&home, &moment, calls::begins(&name)).await?;
            calls::answer(&client, &mut bases, &name, args, &agent).await
        })
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("countersign", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    /// What the protocol's own reader made nothing of: a method of ours with parameters that are not its
    /// own, or no method of ours.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        Err(match method.as_str() {
            "initialize" | "ping" | "tools/list" | "tools/call" => {
                ErrorData::invalid_params(format!("These are no params of {method}."), None)
            }
            _ => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None),
        })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.get_tool(&request.name).is_none() {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {}", request.name), None));
        }
        let args = Value::Object(request.arguments.unwrap_or_default());
        let work = self.begin(request.name.into_owned(), args, agent(context.client_info().as_ref()));
        let done = tokio::select! {
            done = work => done.map_err(|e| ErrorData::internal_error(e.to_string(), None))?,
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
        };
        Ok(match done {
            Ok(answer) => CallToolResult::structured(veiled(answer)),
            Err(failure) => {
                let body = failure.body();
                let told =
                    json!({ "code": body.error, "message": body.message, "hint": body.hint, "details": body.details });
                CallToolResult::structured_error(veiled(calls::lean(told)))
            }
        }
        .into())
    }
}

/// What somebody proposes under who calls itself so.
fn agent(client: Option<&Implementation>) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.') { c } else { '-' };
    let name = client.map(|client| client.name.trim()).unwrap_or_default();
    let name: String = name.chars().map(plain).take(LONGEST).collect();
    match name.trim() {
        "" => format!("{FOREIGN}unnamed"),
        name => format!("{FOREIGN}{name}"),
    }
}

/// An answer without what is told as a secret: whoever reads it may be a model elsewhere.
fn veiled(mut answer: Value) -> Value {
    let mut texts = Vec::new();
    veil::strings(&mut answer, &mut texts);
    Secrets::hide(&mut texts, &BTreeSet::new());
    answer
}

#[cfg(test)]
mod tests {
    use super::{TOOLS, agent, veiled};
    use rmcp::model::{Implementation, Tool};
    use serde_json::json;

    #[test]
    fn a_client_proposes_under_a_name_that_is_no_agents_of_ours() {
        for (name, want) in [
            ("claude-ai", "mcp:claude-ai"),
            ("planner", "mcp:planner"),
            ("  ", "mcp:unnamed"),
            ("a\u{202e}b\n:c", "mcp:a-b--c"),
            (&"x".repeat(99), &format!("mcp:{}", "x".repeat(50))),
        ] {
            assert_eq!(agent(Some(&Implementation::new(name, "1"))), want);
        }
        assert_eq!(agent(None), "mcp:unnamed");
    }

    #[test]
    fn no_tool_signs_applies_undoes_or_sets() {
        let tools: Vec<Tool> = serde_json::from_str(TOOLS).unwrap();
        let writes = |tool: &&Tool| tool.annotations.as_ref().and_then(|a| a.read_only_hint) != Some(true);
        let names: Vec<&str> = tools.iter().filter(writes).map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names, ["propose_changes", "retract_changes"]);
        for tool in &tools {
            assert_eq!(tool.input_schema["additionalProperties"], false, "{}", tool.name);
        }
    }

    #[test]
    fn a_secret_leaves_in_no_answer_and_a_fingerprint_does() {
        let print = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let key = format!("token = ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
        let told = veiled(json!({ "text": key, "base": print, "fingerprint": &print[..32] }));
        assert_eq!(told["text"], "token = [secret 1]");
        assert_eq!((&told["base"], &told["fingerprint"]), (&json!(print), &json!(&print[..32])));
    }
}
