/**
 * Makes the publishable folder of `@informer-gen/kubernetes`, with Kubernetes' descriptions from a real API server.
 *
 *   npm run build:kubernetes -- --out DIR              as it is published
 *   npm run build:kubernetes -- --out DIR --no-docs    from the sources that are checked in, without descriptions
 */
import { resolve } from 'node:path';
import { buildKubernetesPackage } from './packaging/kubernetes-package.js';
import { readCommandLine } from './command-line.js';

const { values } = readCommandLine(import.meta.url, {
  options: { out: { type: 'string' }, 'no-docs': { type: 'boolean', default: false } },
});
if (values.out === undefined) throw new Error('--out DIR is missing: the folder to make');
await buildKubernetesPackage({ out: resolve(values.out), docs: !values['no-docs'] });
