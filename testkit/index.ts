/**
 * What tests of controllers need: a simulated API server, over sockets or by calls alone, a real one, fakes and a
 * virtual clock.
 */
export { ControllerBed } from './beds/controller-bed.js';
export type { ControllerBedOptions } from './beds/controller-bed.js';
export { createAuthority, issueCertificate } from './credentials/certificates.js';
export type { CertifiedKey, LeafOptions } from './credentials/certificates.js';
export { kubeconfigText } from './credentials/kubeconfig.js';
export type { Credentials, KubeconfigOptions } from './credentials/kubeconfig.js';
export { FakeClient } from './fakes/fake-client.js';
export type { FakeClientOptions } from './fakes/fake-client.js';
export { FakeClock, settle } from './fakes/fake-clock.js';
export { FakeListerWatcher } from './fakes/fake-lister-watcher.js';
export type { FakeRequest } from './fakes/fake-lister-watcher.js';
export { FakeWatch } from './fakes/fake-watch.js';
export { ApiServerAccess } from './real/access.js';
export type { ApiServerConnection } from './real/access.js';
export type { ApiServer } from './real/api-server.js';
export type { AuditEntry } from './real/audit.js';
export {
  apiServerRequired,
  cacheFolder,
  findApiServer,
  missingApiServerNotice,
  pinnedKubernetesVersion,
  requireApiServer,
} from './real/binaries.js';
export type { ApiServerBinaries } from './real/binaries.js';
export { buildApiServer } from './real/build.js';
export type { BuildOptions } from './real/build.js';
export { ApiServerBuildError, ApiServerMissingError, ApiServerStartError } from './real/errors.js';
export type { ApiServerSettings } from './real/flags.js';
export type { PlainResponse, RequestOptions } from './real/request.js';
export { startApiServer } from './real/start.js';
export type { StartOptions } from './real/start.js';
export type { TokenClaims } from './real/tokens.js';
export { RealApiServer } from './servers/real-api-server.js';
export type { RealApiServerOptions } from './servers/real-api-server.js';
export { SimulatedTestServer } from './servers/simulated-test-server.js';
export { startTestServer, testServerKind } from './servers/start-test-server.js';
export type { TestServer, TestServerKind, TestServerOptions } from './servers/test-server.js';
export type { ClusterSettings, WatchListMode } from './simulated/cluster/cluster.js';
export type { DirectAccess, ObjectInput, ObjectRef } from './simulated/cluster/direct-access.js';
export type { ClusterSnapshot } from './simulated/cluster/snapshot.js';
export type { ConvertObject } from './simulated/definitions/crd-versions.js';
export type { FaultEffect, FaultRule, RequestInterceptor, RequestMatch } from './simulated/faults/faults.js';
export { InterceptorError } from './simulated/faults/interceptor-error.js';
export type { CutMode, WatchMatch } from './simulated/faults/watch-faults.js';
export type { ServerTlsOptions } from './simulated/http/http-listener.js';
export type { ApiMetadata, ApiObject, JsonObject } from './simulated/objects/api-object.js';
export { ApiStatusError } from './simulated/objects/api-status.js';
export { parseYaml } from './simulated/representation/yaml.js';
export type { RequestVerb } from './simulated/requests/request-info.js';
export type { RequestRecord } from './simulated/requests/request-log.js';
export { UnservedResourceError } from './simulated/resources/resource-registry.js';
export type { ResourceRef } from './simulated/resources/resource-registry.js';
export { SimulatedApiServer } from './simulated/simulated-api-server.js';
export type { SimulatedApiServerOptions } from './simulated/simulated-api-server.js';
export type { ClusterControllers } from './simulated/storage/write-effects.js';
export type { SimulatedClusterOptions } from './simulated/simulated-cluster-options.js';
export type { SimulatedCluster } from './simulated/simulated-cluster.js';
