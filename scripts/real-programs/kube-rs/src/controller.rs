use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures::StreamExt;
use k8s_openapi::api::core::v1::{ConfigMap, ObjectReference};
use kube::{
    Api, Client, Resource, ResourceExt,
    api::{ObjectMeta, Patch, PatchParams},
    runtime::{
        Controller,
        controller::Action,
        events::{Event as NewEvent, EventType, Recorder, Reporter},
        finalizer::{Error as FinalizerError, Event, finalizer},
        watcher,
    },
};
use serde_json::json;

use crate::echo::{Echo, EchoStatus};

pub const FINALIZER: &str = "kube-rs.example.com/goodbye";
const MANAGER: &str = "echo-controller";

/// What the controller works with, and what it has counted.
pub struct Context {
    pub client: Client,
    pub cleanups: AtomicUsize,
    pub failures: AtomicUsize,
}

/// Runs until its task is aborted.
pub async fn run(context: Arc<Context>) {
    let client = context.client.clone();
    Controller::new(Api::<Echo>::all(client.clone()), watcher::Config::default())
        .owns(
            Api::<ConfigMap>::all(client),
            watcher::Config::default().streaming_lists(),
        )
        .run(reconcile, on_error, context)
        .for_each(|_| futures::future::ready(()))
        .await;
}

type Failure = FinalizerError<kube::Error>;

async fn reconcile(echo: Arc<Echo>, context: Arc<Context>) -> Result<Action, Failure> {
    let namespace = echo.namespace().unwrap_or_default();
    let echoes: Api<Echo> = Api::namespaced(context.client.clone(), &namespace);
    finalizer(&echoes, FINALIZER, echo, |event| async {
        match event {
            Event::Apply(echo) => apply(&echo, &context).await,
            Event::Cleanup(echo) => cleanup(&echo, &context).await,
        }
    })
    .await
}

fn on_error(_echo: Arc<Echo>, error: &Failure, context: Arc<Context>) -> Action {
    eprintln!("reconcile: {error:?}");
    context.failures.fetch_add(1, Ordering::SeqCst);
    Action::requeue(Duration::from_millis(100))
}

async fn apply(echo: &Echo, context: &Context) -> Result<Action, kube::Error> {
    let namespace = echo.namespace().unwrap_or_default();
    let said = vec![echo.spec.text.clone(); echo.spec.times as usize].join(" ");
    let maps: Api<ConfigMap> = Api::namespaced(context.client.clone(), &namespace);
    let map = ConfigMap {
        metadata: ObjectMeta {
            name: Some(echo.name_any()),
            owner_references: echo.controller_owner_ref(&()).map(|owner| vec![owner]),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("said".to_string(), said.clone())])),
        ..ConfigMap::default()
    };
    let params = PatchParams::apply(MANAGER).force();
    maps.patch(&echo.name_any(), &params, &Patch::Apply(&map))
        .await?;
    let status = EchoStatus {
        observed_generation: echo.meta().generation.unwrap_or_default(),
        said,
    };
    let echoes: Api<Echo> = Api::namespaced(context.client.clone(), &namespace);
    let patch = json!({ "apiVersion": "kube-rs.example.com/v1", "kind": "Echo", "status": status });
    echoes
        .patch_status(&echo.name_any(), &params, &Patch::Apply(&patch))
        .await?;
    Ok(Action::await_change())
}

async fn cleanup(echo: &Echo, context: &Context) -> Result<Action, kube::Error> {
    let reporter = Reporter {
        controller: MANAGER.into(),
        instance: Some("one".into()),
    };
    let recorder = Recorder::new(context.client.clone(), reporter);
    let reference: ObjectReference = echo.object_ref(&());
    let event = NewEvent {
        type_: EventType::Normal,
        reason: "Goodbye".into(),
        note: Some(format!("{} falls silent", echo.name_any())),
        action: "Cleanup".into(),
        secondary: None,
    };
    recorder.publish(&event, &reference).await?;
    context.cleanups.fetch_add(1, Ordering::SeqCst);
    Ok(Action::await_change())
}
