//! The desk's line to the server: carries out calls, follows what happens, and finds the server again
//! when it was away.

use super::call::{Call, Told, Typed};
use super::state::Event;
use crate::client::Client;
use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::verbs::edit;
use countersign_server::random_token;
use serde_json::Value;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;

/// Between two looks whether the server is there again, or whether a command has begun.
const PAUSE: Duration = Duration::from_secs(1);
/// The same for a command that is about to begin.
const SOON: Duration = Duration::from_millis(50);

/// At the end, nobody waits longer than this for an answer.
const FAREWELL: Duration = Duration::from_secs(5);

/// See the module. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Net {
    client: Arc<RwLock<Arc<Client>>>,
    home: Home,
    to: UnboundedSender<Event>,
    turn: UnboundedSender<Call>,
    /// Calls that are on their way, without those that only follow something.
    under_way: watch::Sender<usize>,
}

impl Net {
    /// Begins to follow what happens after a ledger entry.
    pub(crate) fn start(client: Client, home: Home, head: i64, to: UnboundedSender<Event>) -> Self {
        let (turn, calls) = unbounded_channel();
        let client = Arc::new(RwLock::new(Arc::new(client)));
        let net = Self { client, home, to, turn, under_way: watch::Sender::new(0) };
        tokio::spawn(net.clone().live(head));
        tokio::spawn(net.clone().in_turn(calls));
        net
    }

    /// Asks; the answer comes as an event.
    pub(crate) fn ask(&self, call: Call) {
        if !matches!(call, Call::Follow { .. }) {
            self.under_way.send_modify(|n| *n += 1);
        }
        if call.in_turn() {
            // Its receiver lives as long as this.
            let _ = self.turn.send(call);
        } else {
            let net = self.clone();
            tokio::spawn(async move { net.carry_out(call).await });
        }
    }

    /// Waits for what was asked and is not answered yet: a verdict given just before the end counts.
    pub(crate) async fn settled(&self) {
        let mut under_way = self.under_way.subscribe();
        let _ = tokio::time::timeout(FAREWELL, under_way.wait_for(|n| *n == 0)).await;
    }

    fn client(&self) -> Arc<Client> {
        self.client.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn tell(&self, told: Told) {
        // Nobody listens any more once the desk is closed.
        let _ = self.to.send(Event::Told(told));
    }

    async fn in_turn(self, mut calls: UnboundedReceiver<Call>) {
        while let Some(call) = calls.recv().await {
            self.carry_out(call).await;
        }
    }

    async fn carry_out(&self, mut call: Call) {
        if let Call::Apply { key, .. } = &mut call
            && key.is_none()
        {
            *key = random_token().ok();
        }
        let answer = match &call {
            Call::Follow { run } => self.follow(run).await,
            Call::Apply { set, commands, .. } if !commands.is_empty() => {
                let writing = tokio::spawn(self.clone().outputs(*set, commands.clone()));
                let answer = self.request(&call).await;
                // What was written last may still be on its way; a command that never ran writes nothing.
                let _ = tokio::time::timeout(PAUSE, writing).await;
                answer
            }
            Call::Edit { set, n, change, typed: Some(typed) } => match self.understood(change, typed).await {
                Ok(change) => self.request(&Call::Edit { set: *set, n: *n, change, typed: None }).await,
                Err(failure) => Err(failure),
            },
            call => self.request(call).await,
        };
        if !matches!(call, Call::Follow { .. }) {
            self.under_way.send_modify(|n| *n = n.saturating_sub(1));
        }
        self.tell(match answer {
            Ok(value) => Told::Answer(call, value),
            Err(failure) => Told::Refused(call, failure.body()),
        });
    }

    /// An edit with the days and times that were typed in words.
    async fn understood(&self, change: &Value, typed: &Typed) -> Result<Value> {
        let mut change = change.clone();
        let args = &mut change["args"];
        let into = if args["set"].is_object() { &mut args["set"] } else { args };
        for (field, value) in edit::typed(&self.client(), &typed.field, &typed.text).await? {
            into[field] = value;
        }
        Ok(change)
    }

    async fn request(&self, call: &Call) -> Result<Value> {
        let (method, path, body) = call.request();
        let key = match call {
            Call::Apply { key, .. } => key.as_deref(),
            _ => None,
        };
        self.client().request(method, &path, body.as_ref(), key).await
    }

    /// Hands on the events of a run until it ends or waits for the person; gives its record.
    async fn follow(&self, run: &str) -> Result<Value> {
        let path = format!("/api/runs/{run}/events");
        let record = Call::Follow { run: run.to_owned() };
        loop {
            let client = self.client();
            let (each, mut events) = unbounded_channel();
            let followed = client.follow(&path, each);
            let handed = async {
                while let Some((name, data)) = events.recv().await {
                    let waits = name == "wait";
                    self.tell(Told::Run { run: run.to_owned(), name, data });
                    if waits && self.request(&record).await.is_ok_and(|view| view["status"] == "waiting") {
                        return;
                    }
                }
            };
            tokio::pin!(followed, handed);
            let ended = tokio::select! {
                ended = &mut followed => {
                    // What came last is still to be handed on.
                    handed.await;
                    ended
                }
                () = &mut handed => Ok(()),
            };
            let view = self.request(&record).await?;
            if view["status"] != "running" {
                return Ok(view);
            }
            ended?;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Hands on what commands write, one after the other, as they run.
    async fn outputs(self, set: i64, commands: Vec<u32>) {
        for n in commands {
            let path = format!("/api/change-sets/{set}/items/{n}/output/events");
            loop {
                let client = self.client();
                let (each, mut events) = unbounded_channel::<(String, Value)>();
                let handed = async {
                    let mut last = Value::Null;
                    while let Some((name, data)) = events.recv().await {
                        match name.as_str() {
                            "chunk" => {
                                let text = data["text"].as_str().unwrap_or_default().to_owned();
                                self.tell(Told::Output { set, n, text });
                            }
                            "done" => last = data["status"].clone(),
                            _ => {}
                        }
                    }
                    last
                };
                let (followed, last) = tokio::join!(client.follow(&path, each), handed);
                if followed.is_err() || last != "pending" {
                    break;
                }
                tokio::time::sleep(SOON).await;
            }
        }
    }

    /// Follows the server's news for as long as the desk is open.
    async fn live(self, mut head: i64) {
        loop {
            let client = self.client();
            let (each, mut events) = unbounded_channel::<(String, Value)>();
            let handed = async {
                while let Some((name, data)) = events.recv().await {
                    match name.as_str() {
                        "item" | "drift" => self.tell(Told::Stands(data)),
                        "changed" => {
                            let what = data["what"].as_array().into_iter().flatten();
                            let what = what.filter_map(Value::as_str).map(str::to_owned).collect();
                            let sets = data["sets"].as_array();
                            let sets = sets.map(|ids| ids.iter().filter_map(Value::as_i64).collect());
                            self.tell(Told::News { what, sets });
                        }
                        _ => {}
                    }
                }
            };
            let path = format!("/api/events?after={head}");
            let _ = tokio::join!(client.follow(&path, each), handed);
            self.tell(Told::Away);
            head = self.found().await;
            self.tell(Told::Back);
        }
    }

    /// Waits until a server runs for the folder; gives its newest entry.
    async fn found(&self) -> i64 {
        loop {
            tokio::time::sleep(PAUSE).await;
            if let Some(remote) = Client::running(&self.home).await {
                *self.client.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Client::Remote(remote));
            }
            if let Ok(head) = newest(&self.client()).await {
                return head;
            }
        }
    }
}

/// The newest entry of the ledger; 0 while there is none.
pub(crate) async fn newest(client: &Client) -> Result<i64, Failure> {
    Ok(client.get("/api/status").await?["head"]["seq"].as_i64().unwrap_or(0))
}
