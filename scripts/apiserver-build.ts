/** `npm run apiserver:build`: builds kube-apiserver and etcd for the tests, once. `-- --force` builds again. */
import { ApiServerBuildError, buildApiServer } from '@informer-gen/testing';
import { readCommandLine } from './command-line.js';

const { values } = readCommandLine(import.meta.url, { options: { force: { type: 'boolean', default: false } } });
try {
  await buildApiServer({ force: values.force, log: (line) => console.log(line) });
} catch (error) {
  if (!(error instanceof ApiServerBuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
