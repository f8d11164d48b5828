/** No kube-apiserver and etcd on this machine, though something insists on them. */
export class ApiServerMissingError extends Error {
  override readonly name = 'ApiServerMissingError';
}

/** kube-apiserver and etcd could not be built. The message says which step failed and what to do. */
export class ApiServerBuildError extends Error {
  override readonly name = 'ApiServerBuildError';
}

/** A server did not come up, or ended while it was needed. The message ends with the last lines of its log. */
export class ApiServerStartError extends Error {
  override readonly name = 'ApiServerStartError';
}
