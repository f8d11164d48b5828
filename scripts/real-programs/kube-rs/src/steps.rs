use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use k8s_openapi::{
    api::{
        authorization::v1::{
            ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec,
        },
        core::v1::ConfigMap,
        events::v1::Event,
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use kube::{
    Api, Client, CustomResourceExt, ResourceExt,
    api::{
        DeleteParams, ListParams, Patch, PatchParams, PostParams, Preconditions, PropagationPolicy,
    },
    core::params::ValidationDirective,
    discovery::{Discovery, Scope, verbs},
    runtime::wait::{await_condition, conditions},
};
use serde_json::json;

use crate::{
    controller::{self, Context, FINALIZER},
    echo::{Echo, EchoSpec},
};

type Done = Result<(), Box<dyn Error>>;

/// The life of an operator and of its objects.
pub async fn all(client: Client) -> Done {
    install(&client).await?;
    discover(&client).await?;
    refusals(&client).await?;
    let context = Arc::new(Context {
        client: client.clone(),
        cleanups: AtomicUsize::new(0),
        failures: AtomicUsize::new(0),
    });
    let running = tokio::spawn(controller::run(context.clone()));
    reconciles(&client).await?;
    heals(&client).await?;
    retries_conflicts(&client).await?;
    reads_metadata(&client).await?;
    says_goodbye(&client, &context).await?;
    running.abort();
    let failures = context.failures.load(Ordering::SeqCst);
    ensure(failures == 0, &format!("{failures} reconciles failed"))
}

fn ensure(holds: bool, otherwise: &str) -> Done {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

fn well(step: &str) -> Done {
    println!("{step}");
    Ok(())
}

/// The CRD by server-side apply, as kube-rs' documentation has it, and the wait for it to be served.
async fn install(client: &Client) -> Done {
    let crds: Api<CustomResourceDefinition> = Api::all(client.clone());
    let crd = Echo::crd();
    let params = PatchParams::apply("installer").force();
    crds.patch(
        crd.metadata.name.as_deref().unwrap_or_default(),
        &params,
        &Patch::Apply(&crd),
    )
    .await?;
    await_condition(crds, &crd.name_any(), conditions::is_crd_established()).await?;
    well("the CRD is established")
}

async fn discover(client: &Client) -> Done {
    let version = client.apiserver_version().await?;
    ensure(!version.git_version.is_empty(), "the server has no version")?;
    let discovery = Discovery::new(client.clone())
        .filter(&["kube-rs.example.com"])
        .run()
        .await?;
    let group = discovery
        .get("kube-rs.example.com")
        .ok_or("the group is not found")?;
    let (resource, capabilities) = group
        .recommended_kind("Echo")
        .ok_or("the kind is not found")?;
    ensure(
        resource.plural == "echoes" && capabilities.scope == Scope::Namespaced,
        "the kind is another one",
    )?;
    ensure(
        capabilities.supports_operation(verbs::WATCH),
        "it cannot be watched",
    )?;
    let aggregated = Discovery::new(client.clone()).run_aggregated().await?;
    ensure(
        aggregated.get("apps").is_some(),
        "the aggregated discovery has no apps",
    )?;
    well("the kind is discovered")
}

/// What a server refuses, and what a review says of rights.
async fn refusals(client: &Client) -> Done {
    let echoes: Api<Echo> = Api::default_namespaced(client.clone());
    let many = Echo::new(
        "many",
        EchoSpec {
            text: "a".into(),
            times: 10,
        },
    );
    let refused = echoes.create(&PostParams::default(), &many).await;
    match refused {
        Err(kube::Error::Api(status)) if status.is_invalid() => {}
        other => return Err(format!("too many times gave {other:?}").into()),
    }
    match echoes.get("nobody").await {
        Err(kube::Error::Api(status)) if status.is_not_found() => {}
        other => return Err(format!("nobody gave {other:?}").into()),
    }
    ensure(
        echoes.get_opt("nobody").await?.is_none(),
        "nobody is somebody",
    )?;
    let strict = PostParams {
        field_manager: Some("user".into()),
        ..PostParams::default()
    };
    let unknown = json!({ "apiVersion": "kube-rs.example.com/v1", "kind": "Echo", "metadata": { "name": "odd" },
        "spec": { "text": "a", "colour": "red" } });
    let dynamic: Api<kube::core::DynamicObject> =
        Api::default_namespaced_with(client.clone(), &Echo::api_resource());
    let stored = dynamic
        .create(&strict, &serde_json::from_value(unknown.clone())?)
        .await?;
    ensure(
        stored.data["spec"] == json!({ "text": "a", "times": 1 }),
        "pruned and defaulted, it is another one",
    )?;
    dynamic.delete("odd", &DeleteParams::default()).await?;
    let directive = PatchParams {
        field_validation: Some(ValidationDirective::Strict),
        ..PatchParams::apply("user")
    };
    match dynamic
        .patch("odd", &directive, &Patch::Apply(unknown))
        .await
    {
        Err(kube::Error::Api(_)) => {}
        other => return Err(format!("an unknown field gave {other:?}").into()),
    }
    let reviews: Api<SelfSubjectAccessReview> = Api::all(client.clone());
    let attributes = ResourceAttributes {
        verb: Some("list".into()),
        resource: Some("pods".into()),
        ..Default::default()
    };
    let review = SelfSubjectAccessReview {
        spec: SelfSubjectAccessReviewSpec {
            resource_attributes: Some(attributes),
            ..Default::default()
        },
        ..Default::default()
    };
    let answer = reviews.create(&PostParams::default(), &review).await?;
    ensure(
        answer.status.is_some_and(|status| status.allowed),
        "the list of pods is not allowed",
    )?;
    well("what is wrong is refused")
}

async fn reconciles(client: &Client) -> Done {
    let echoes: Api<Echo> = Api::default_namespaced(client.clone());
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    let echo = Echo::new(
        "hello",
        EchoSpec {
            text: "hello".into(),
            times: 2,
        },
    );
    echoes.create(&PostParams::default(), &echo).await?;
    let status = |echo: Option<&Echo>| {
        echo.and_then(|echo| echo.status.as_ref())
            .is_some_and(|status| status.said == "hello hello")
    };
    await_condition(echoes.clone(), "hello", status).await?;
    let map = maps.get("hello").await?;
    ensure(
        map.data
            .as_ref()
            .is_some_and(|data| data["said"] == "hello hello"),
        "the ConfigMap says something else",
    )?;
    ensure(
        map.owner_references().len() == 1,
        "the ConfigMap has no owner",
    )?;
    let echo = echoes.get("hello").await?;
    ensure(
        echo.finalizers() == [FINALIZER],
        "the finalizer is not there",
    )?;
    ensure(
        echo.metadata.generation == Some(1),
        "status or finalizer have counted as a generation",
    )?;
    let managers = echo
        .managed_fields()
        .iter()
        .filter_map(|entry| entry.manager.clone())
        .collect::<Vec<_>>();
    ensure(
        managers.contains(&"echo-controller".to_string()),
        &format!("the managers are {managers:?}"),
    )?;
    let listed = maps
        .list(&ListParams::default().fields("metadata.name=hello"))
        .await?;
    ensure(
        listed.items.len() == 1,
        "the field selector finds another number",
    )?;
    well("a new object is reconciled")
}

async fn heals(client: &Client) -> Done {
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    let first = maps.get("hello").await?.uid().unwrap_or_default();
    maps.delete("hello", &DeleteParams::default()).await?;
    let anew = |map: Option<&ConfigMap>| {
        map.and_then(ResourceExt::uid)
            .is_some_and(|uid| uid != first)
    };
    await_condition(maps.clone(), "hello", anew).await?;
    let patch = json!({ "data": { "said": "nonsense" } });
    maps.patch("hello", &PatchParams::default(), &Patch::Merge(patch))
        .await?;
    let mended = |map: Option<&ConfigMap>| {
        map.and_then(|map| map.data.as_ref())
            .is_some_and(|data| data["said"] == "hello hello")
    };
    await_condition(maps, "hello", mended).await?;
    well("what others break is mended")
}

/// Two writers at once: the entry of one is stale and is told so.
async fn retries_conflicts(client: &Client) -> Done {
    let echoes: Api<Echo> = Api::default_namespaced(client.clone());
    let mut stale = echoes.get("hello").await?;
    let mut entry = echoes
        .entry("hello")
        .await?
        .and_modify(|echo| echo.spec.text = "hi".into());
    match entry {
        kube::api::entry::Entry::Occupied(ref mut occupied) => {
            occupied.commit(&PostParams::default()).await?
        }
        kube::api::entry::Entry::Vacant(_) => return Err("the entry is vacant".into()),
    }
    stale.spec.times = 3;
    match echoes
        .replace("hello", &PostParams::default(), &stale)
        .await
    {
        Err(kube::Error::Api(status)) if status.is_conflict() => {}
        other => return Err(format!("a stale write gave {other:?}").into()),
    }
    let said = |echo: Option<&Echo>| {
        echo.and_then(|echo| echo.status.as_ref())
            .is_some_and(|status| status.said == "hi hi" && status.observed_generation == 2)
    };
    await_condition(echoes, "hello", said).await?;
    well("a stale write is refused")
}

async fn reads_metadata(client: &Client) -> Done {
    let echoes: Api<Echo> = Api::default_namespaced(client.clone());
    let labels = json!({ "metadata": { "labels": { "a": "b" } } });
    let partial = echoes
        .patch_metadata("hello", &PatchParams::default(), &Patch::Merge(labels))
        .await?;
    ensure(partial.labels()["a"] == "b", "the label is not there")?;
    let list = echoes
        .list_metadata(&ListParams::default().labels("a=b"))
        .await?;
    ensure(
        list.items.len() == 1,
        "the metadata of another number is listed",
    )?;
    well("metadata is read and written alone")
}

async fn says_goodbye(client: &Client, context: &Context) -> Done {
    let echoes: Api<Echo> = Api::default_namespaced(client.clone());
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    let echo = echoes.get("hello").await?;
    let (uid, map_uid) = (
        echo.uid().unwrap_or_default(),
        maps.get("hello").await?.uid().unwrap_or_default(),
    );
    let wrong = DeleteParams::default().preconditions(Preconditions {
        uid: Some("another".into()),
        resource_version: None,
    });
    match echoes.delete("hello", &wrong).await {
        Err(kube::Error::Api(status)) if status.is_conflict() => {}
        other => return Err(format!("another uid gave {}", other.is_ok()).into()),
    }
    let params = DeleteParams {
        propagation_policy: Some(PropagationPolicy::Background),
        ..DeleteParams::default()
    };
    let held = echoes.delete("hello", &params).await?;
    ensure(
        held.left()
            .is_some_and(|echo| echo.metadata.deletion_timestamp.is_some()),
        "nothing holds the object",
    )?;
    await_condition(echoes, "hello", conditions::is_deleted(&uid)).await?;
    ensure(
        context.cleanups.load(Ordering::SeqCst) == 1,
        "it was not cleaned up once",
    )?;
    await_condition(maps, "hello", conditions::is_deleted(&map_uid)).await?;
    let events: Api<Event> = Api::default_namespaced(client.clone());
    let told = events.list(&ListParams::default()).await?;
    ensure(
        told.items
            .iter()
            .any(|event| event.reason.as_deref() == Some("Goodbye")),
        "no event tells of it",
    )?;
    well("the finalizer has run, and what was owned is gone")
}
