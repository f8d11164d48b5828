//! A small operator on kube-rs, as people write them: it installs its CRD, gives each Echo a ConfigMap by server-side
//! apply, keeps its status, and says goodbye by a finalizer. `main` plays the user beside it:
//!
//!     informer-gen-kube-rs-controller <url>
//!
//! It prints a line for each step that went well, and ends with 1 at the first that did not.

mod controller;
mod echo;
mod steps;

use std::time::Duration;

use kube::{Client, Config};

#[tokio::main]
async fn main() {
    let url = std::env::args().nth(1).expect("the server's URL");
    let mut config = Config::new(url.parse().expect("a URL"));
    config.default_namespace = "default".into();
    let client = Client::try_from(config).expect("a client");
    let result = tokio::time::timeout(Duration::from_secs(25), steps::all(client)).await;
    match result {
        Ok(Ok(())) => println!("all steps went well"),
        Ok(Err(error)) => fail(&error.to_string()),
        Err(_) => fail("a step took too long"),
    }
}

fn fail(why: &str) {
    eprintln!("{why}");
    std::process::exit(1);
}
