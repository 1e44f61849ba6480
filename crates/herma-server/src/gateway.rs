//! What all parts of the gateway share.

use crate::channel::{Channel, ChannelState, Inbox};
use crate::clock::Moved;
use crate::host::{GatewayHost, TheGate};
use crate::hub::Hub;
use crate::limits::{Limits, Place};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::timers;
use crate::trouble::Trouble;
use crate::who::Who;
pub use herma_engine::clock::now;
use herma_gate::{Answered, GateError, Reply};
use herma_store::{Millis, Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::watch;

/// What a gateway is made of.
#[allow(missing_debug_implementations, reason = "what it is made of has none")]
pub struct Opening {
    pub house: Arc<dyn GatewayHost>,
    /// A connection for what is only read: it does not stand behind somebody else's write.
    pub reader: Arc<dyn Store>,
    /// One that sleeps until something changes.
    pub watcher: Arc<dyn Store>,
    pub channels: Vec<Arc<dyn Channel>>,
    /// What a browser may call us, with the port: `127.0.0.1:7717`. Whoever comes under another name was led here (T54).
    pub hosts: Vec<String>,
    /// Names that are reached over TLS, by a proxy in front of us.
    pub secure_hosts: Vec<String>,
    /// What whoever watches over this process brings along, to be told not only that something is wrong but what.
    pub watch: String,
}

pub struct Gateway {
    pub(crate) house: Arc<dyn GatewayHost>,
    pub(crate) reader: Arc<dyn Store>,
    pub(crate) hub: Hub,
    /// Of the store: while there is one, the gate is closed.
    pub(crate) trouble: Trouble,
    /// Of settings that were changed and cannot be taken up.
    pub(crate) settings: Trouble,
    pub(crate) clock: Moved,
    pub(crate) limits: Arc<Limits>,
    /// Something was refused for want of the store: it is looked at soon.
    suspected: AtomicBool,
    pub(crate) channels: Vec<Arc<dyn Channel>>,
    pub(crate) hosts: Vec<String>,
    pub(crate) secure_hosts: Vec<String>,
    pub(crate) watch: String,
    pub(crate) started: Millis,
    pub metrics: Metrics,
    stopping: watch::Sender<bool>,
}

impl std::fmt::Debug for Gateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gateway").field("hosts", &self.hosts).finish_non_exhaustive()
    }
}

impl Gateway {
    /// Starts what runs beside the connections: following the store, timers, channels.
    pub fn open(opening: Opening) -> Result<Arc<Gateway>, StoreError> {
        let Opening { house, reader, watcher, mut channels, hosts, secure_hosts, watch } = opening;
        channels.insert(0, Arc::new(Inbox::default()));
        let gateway = Arc::new(Gateway {
            house,
            reader,
            hub: Hub::default(),
            trouble: Trouble::default(),
            settings: Trouble::default(),
            clock: Moved::default(),
            limits: Arc::default(),
            suspected: AtomicBool::new(false),
            channels,
            hosts,
            secure_hosts,
            watch,
            started: now(),
            metrics: Metrics::default(),
            stopping: watch::Sender::new(false),
        });
        timers::start(&gateway, watcher)?;
        for channel in &gateway.channels {
            channel.start(&gateway);
        }
        Ok(gateway)
    }

    /// A person answers, on whichever channel. The only way to decide anything: whether the account may, whether it was
    /// shown whole, whether the digits are right is for the gate to say, with the settings as they are now.
    pub fn decide(&self, name: &str, reply: &Reply) -> Result<Answered, GateError> {
        let answered = self.gate().answer(name, reply, now());
        match &answered {
            Ok(answered) => self.metrics.decided(answered.request.state, &reply.channel),
            Err(GateError::Store(error)) => self.trouble.note(error),
            Err(GateError::Refused(_)) => self.metrics.refused(),
        }
        answered
    }

    pub(crate) fn gate(&self) -> Arc<TheGate> {
        self.house.gate()
    }

    /// Work that blocks: judging, reading, writing.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Gateway) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let gateway = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&gateway)).await;
        done.map_err(|_| Problem::internal("the work was cut off"))
    }

    /// The same for an agent, when it is its turn: people do not stand behind agents.
    pub(crate) async fn blocking_for<T: Send + 'static>(
        self: &Arc<Self>,
        place: &Place,
        work: impl FnOnce(&Gateway) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = place.turn().await;
        let work = move |gateway: &Gateway| {
            // Until it is done, whether or not anybody still waits for it.
            let _turn = turn;
            work(gateway)
        };
        self.blocking(work).await
    }

    /// For whoever it is.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        who: &Who,
        work: impl FnOnce(&Gateway) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        match who {
            Who::Agent(agent) => self.blocking_for(&agent.place, work).await,
            Who::Person => self.blocking(work).await,
        }
    }

    /// What became of something the store was asked for: its own failure is said everywhere from now on.
    pub(crate) fn noted<T>(&self, result: Result<T, StoreError>) -> Result<T, Problem> {
        result.map_err(|error| {
            self.trouble.note(&error);
            Problem::from(error)
        })
    }

    /// The store may have failed where nobody heard of it.
    pub(crate) fn suspect(&self) {
        self.suspected.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_suspected(&self) -> bool {
        self.suspected.load(Ordering::Relaxed)
    }

    /// It is looked at now.
    pub(crate) fn cleared(&self) {
        self.suspected.store(false, Ordering::Relaxed);
    }

    /// Settings have changed that were read at the start, and why they are not in force; `None` is as they are.
    pub fn settings_wait(&self, why: Option<String>) {
        self.settings.set(why);
    }

    /// What is not as it should be, in sentences for a page. What closes the gate stands first.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let store = self.trouble.now().map(|ill| {
            format!(
                "The gate is closed {}. Nothing that needs a person runs until this is mended.",
                ill.text()
            )
        });
        let channels = self.channels.iter().filter_map(|channel| match channel.state() {
            ChannelState::Up => None,
            state @ ChannelState::Down(_) => Some(format!(
                "{} is {}. People are not told there; answers given here count.",
                channel.name(),
                state.text()
            )),
        });
        let settings =
            self.settings.now().map(|ill| format!("Changed settings are not in force {}", ill.text()));
        let clock = self.clock.now().map(|text| format!("The clock {text}."));
        let policy = self.house.policy_notice();
        store.into_iter().chain(channels).chain(settings).chain(clock).chain(policy).collect()
    }

    pub fn stop(&self) {
        self.stopping.send_replace(true);
        self.hub.stop();
    }

    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Until the gateway is told to end.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // It cannot fail: we hold the sender.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }
}
