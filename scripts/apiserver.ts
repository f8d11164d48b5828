/**
 * `npm run apiserver`: a real API server on loopback for a developer, until Ctrl-C.
 * `-- --feature-gates ShardedListAndWatch=true,WatchList=false` sets feature gates.
 */
import { ApiServerMissingError, requireApiServer, startApiServer } from '@informer-gen/testing';
import { readCommandLine } from './command-line.js';

const { values } = readCommandLine(import.meta.url, { options: { 'feature-gates': { type: 'string', default: '' } } });
const featureGates = Object.fromEntries(
  values['feature-gates']
    .split(',')
    .filter(Boolean)
    .map((gate) => {
      const [name = '', value = 'true'] = gate.split('=');
      return [name, value === 'true'] as const;
    }),
);

try {
  requireApiServer();
  await run();
} catch (error) {
  if (!(error instanceof ApiServerMissingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const startedAt = Date.now();
  await using server = await startApiServer({ featureGates });
  console.log(`Kubernetes ${server.version} at ${server.url}, ready after ${Date.now() - startedAt} ms`);
  console.log(`kubeconfig: ${server.kubeconfigPath}`);
  console.log(`Try: kubectl --kubeconfig ${server.kubeconfigPath} get namespaces`);
  console.log('Ctrl-C ends it and removes its data.');
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
