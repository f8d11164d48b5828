import { deepStrictEqual, strictEqual } from 'node:assert';
import type { KubernetesObject } from '@informer-gen/runtime';
import { parseFieldPath, textReader } from '../../../runtime/src/api/field-path.js';
import { identityOf, typeOf } from '../../../runtime/src/api/identity.js';
import { mutableCopy } from '../../../runtime/src/api/draft.js';
import { metaNamespaceKeyFunc } from '../../../runtime/src/api/key.js';
import { decoderFor } from '../../../runtime/src/decode/decoder-for.js';
import type { FuzzTarget } from '../target.js';
import { mustBeExpected } from '../target.js';
import { JSON_TOKENS, namesTwice, parsed } from './json-tokens.js';

const paths = ['spec.nodeName', 'spec.containers[0].image', "metadata.labels['app.kubernetes.io/name']"];
const stamp = { apiVersion: 'v1', kind: 'Pod' };
const reads = paths.map((path) => textReader(parseFieldPath(path)));

/** Everything that is asked of an object, in the order in which an informer does. */
function ask(object: KubernetesObject): unknown {
  const { name, namespace, uid, resourceVersion } = identityOf(object) ?? {};
  const key = typeof name === 'string' ? metaNamespaceKeyFunc(object) : undefined;
  const { kind, apiVersion } = typeOf(object);
  return [key, name, namespace, uid, resourceVersion, kind, apiVersion, reads.map((read) => read(object))];
}

function answers(input: Buffer, lazy: boolean): unknown {
  try {
    const options = lazy ? { lazy: { paths }, managedFields: 'keep' as const } : { managedFields: 'keep' as const };
    const object = decoderFor<KubernetesObject>(options).decode(Buffer.from(input), stamp);
    if (typeof object !== 'object' || object === null) return 'no object';
    const first = ask(object);
    return [first, mutableCopy(object), ask(object)];
  } catch (error) {
    mustBeExpected(error, 'SyntaxError', 'MalformedObjectError');
    return 'refused';
  }
}

/** An object that is decoded when it is read answers as one that is decoded at once, or both are refused. */
export const lazyReader: FuzzTarget = {
  name: 'lazy-reader',
  tokens: [...JSON_TOKENS, '"labels":{"app.kubernetes.io/name":"a"}', '"nodeName":', '"containers":[', '"image":'],
  check(input) {
    const eager = answers(input, false);
    const lazy = answers(input, true);
    const text = input.toString();
    strictEqual(eager === 'refused', parsed(text) === undefined, 'only what is JSON is taken');
    if (eager === 'refused' || eager === 'no object' || !namesTwice(text)) deepStrictEqual(lazy, eager);
  },
};
