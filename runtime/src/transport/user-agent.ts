/** A test compares it with the version in package.json. */
export const RUNTIME_VERSION = '0.1.0';

/** What the API server's audit log sees, unless `connect` is told another. */
export const DEFAULT_USER_AGENT: string = `informer-gen-runtime/${RUNTIME_VERSION} (${process.platform}/${process.arch}) node/${process.versions.node}`;
