//! kube-rs' reflector with streaming lists, as a peer of the informer benchmark:
//!
//!     kube-rs <url> <objects> <events>
//!
//! It prints its figures as one line of JSON, under the names that `bench/clients/measure.ts` has.

mod measure;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures::{StreamExt, pin_mut};
use k8s_openapi::api::core::v1::Pod;
use kube::{
    Api, Client, Config,
    runtime::{
        reflector::{self, ObjectRef, Store, store::Writer},
        watcher::{self, Event, watcher},
    },
};
use measure::{Stopwatch, peak_rss, rate, rss, send_events};
use serde_json::json;

struct Arguments {
    url: String,
    objects: usize,
    events: usize,
}

fn read_arguments() -> Arguments {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().expect("the server's URL");
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    Arguments { url, objects: number(), events: number() }
}

#[tokio::main]
async fn main() {
    let Arguments { url, objects, events } = read_arguments();
    let client = Client::try_from(Config::new(url.parse().expect("a URL"))).expect("a client");
    let before = rss();
    let writer = Writer::<Pod>::default();
    let store = writer.as_reader();
    let config = watcher::Config::default().streaming_lists();
    let stream = reflector::reflector(writer, watcher(Api::<Pod>::all(client), config));
    pin_mut!(stream);

    let watch = Stopwatch::start();
    loop {
        match stream.next().await.expect("the stream does not end") {
            Ok(Event::InitDone) => break,
            Ok(_) => {}
            Err(error) => panic!("while syncing: {error}"),
        }
    }
    let (sync_ms, sync_cpu_ms) = watch.read();
    let peak = peak_rss();
    let steady = rss();

    let mut figures = json!({
        "client": "kube-rs reflector",
        "objects": store.len(),
        "syncMs": sync_ms,
        "syncCpuMs": sync_cpu_ms,
        "rssPerObject": (steady as f64 - before as f64) / objects.max(1) as f64,
        "peakRss": peak,
        "steadyRss": steady,
    });
    if events > 0 {
        let watch = Stopwatch::start();
        tokio::task::spawn_blocking(move || send_events(&url, events)).await.expect("events");
        let mut seen = 0;
        while seen < events {
            match stream.next().await.expect("the stream does not end") {
                Ok(Event::Apply(_)) => seen += 1,
                Ok(_) => {}
                Err(error) => {
                    eprintln!("while watching: {error}");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
        let (events_ms, events_cpu_ms) = watch.read();
        figures["eventsMs"] = json!(events_ms);
        figures["eventsCpuMs"] = json!(events_cpu_ms);
    }
    figures["scanPerSecond"] = json!(scan_rate(&store));
    figures["getPerSecond"] = json!(get_rate(&store));
    println!("{figures}");
}

/// Objects a second that a selector of two requirements is held against.
fn scan_rate(store: &Store<Pod>) -> f64 {
    let apps = ["app-1", "app-2", "app-3"];
    let matches = |labels: &BTreeMap<String, String>| {
        labels.get("tier").is_some_and(|tier| tier == "web")
            && labels.get("app").is_some_and(|app| apps.contains(&app.as_str()))
    };
    let times = (1_000_000 / store.len().max(1)).max(1);
    let scans = rate(times, |_| {
        let found: Vec<Arc<Pod>> =
            store.state().into_iter().filter(|pod| pod.metadata.labels.as_ref().is_some_and(matches)).collect();
        std::hint::black_box(found);
    });
    scans * store.len() as f64
}

fn get_rate(store: &Store<Pod>) -> f64 {
    let keys: Vec<ObjectRef<Pod>> = store.state().iter().map(|pod| ObjectRef::from_obj(pod.as_ref())).collect();
    if keys.is_empty() {
        return 0.0;
    }
    rate(1_000_000, |i| {
        std::hint::black_box(store.get(&keys[i % keys.len()]));
    })
}
