use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is to be said, and how often.
#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(
    group = "kube-rs.example.com",
    version = "v1",
    kind = "Echo",
    plural = "echoes",
    namespaced,
    status = "EchoStatus",
    shortname = "ec",
    printcolumn = r#"{"name":"Text","type":"string","jsonPath":".spec.text"}"#
)]
pub struct EchoSpec {
    pub text: String,
    #[serde(default = "once")]
    #[schemars(range(min = 1, max = 9))]
    pub times: u32,
}

fn once() -> u32 {
    1
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EchoStatus {
    pub observed_generation: i64,
    pub said: String,
}
