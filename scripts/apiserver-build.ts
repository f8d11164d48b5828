/** `npm run apiserver:build`: builds kube-apiserver and etcd for the tests, once. `-- --force` builds again. */
import { parseArgs } from 'node:util';
import { ApiServerBuildError, buildApiServer } from '@informer-gen/testing';

const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } });
try {
  await buildApiServer({ force: values.force, log: (line) => console.log(line) });
} catch (error) {
  if (!(error instanceof ApiServerBuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
