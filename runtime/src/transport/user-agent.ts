/** Kept equal to the version in package.json by a test. */
export const runtimeVersion = '0.1.0';

/** What the API server's audit log sees, unless `connect` is told another. */
export const defaultUserAgent: string = `informer-gen-runtime/${runtimeVersion} (${process.platform}/${process.arch}) node/${process.versions.node}`;
