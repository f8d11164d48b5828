/** Run by a test: starts an API server, says where it is, and waits to be killed without a chance to clean up. */
import { startApiServer } from '@informer-gen/testing';

const server = await startApiServer({ audit: false });
const { url, etcdUrl, kubeconfigPath } = server;
console.log(JSON.stringify({ url, etcdUrl, kubeconfigPath }));
setInterval(() => undefined, 60_000);
