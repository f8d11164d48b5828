/**
 * No kube-apiserver and etcd on this machine, though something insists on them.
 *
 * @example
 * if (error instanceof ApiServerMissingError) console.error(error.message); // says how to build one
 */
export class ApiServerMissingError extends Error {
  override readonly name = 'ApiServerMissingError';
}

/**
 * kube-apiserver and etcd could not be built. The message says which step failed and what to do.
 *
 * @example
 * if (error instanceof ApiServerBuildError) console.error(error.message);
 */
export class ApiServerBuildError extends Error {
  override readonly name = 'ApiServerBuildError';
}

/**
 * A server did not come up, or ended while it was needed. The message ends with the last lines of its log.
 *
 * @example
 * if (error instanceof ApiServerStartError) console.error(error.message);
 */
export class ApiServerStartError extends Error {
  override readonly name = 'ApiServerStartError';
}
