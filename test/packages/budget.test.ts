import { describe, expect, it } from 'vitest';
import { bundle } from './bundle.js';

interface Program {
  readonly what: string;
  readonly code: string;
  /** Bytes of the minified bundle that are allowed, a tenth above what it was when the number was last set. */
  readonly budget: number;
}

const runtime = "from '@informer-gen/runtime';";
const pods = "from '@informer-gen/kubernetes/core/v1/pods';";

const programs: readonly Program[] = [
  {
    what: 'the description of one resource',
    code: `import { podResource } ${pods} console.log(podResource);`,
    // Half of it projects a resource, and names a path that would keep nothing; 0.1 KB are the fields of its conditions.
    budget: 1_850,
  },
  {
    what: 'one informer, on a client that is given',
    code: `import { newPodInformer } ${pods} export default newPodInformer;`,
    // Half a KB of it is what projections of objects with unknown fields and managedFields take; 3.5 KB make the cost of a namespace
    // independent of the number of namespaces: replacing one in place, statuses, turns; 1 KB writes and compares objects that are nested more
    // deeply than the call stack.
    budget: 105_500,
  },
  {
    what: 'one informer, with the HTTP client',
    code: `import { connect } ${runtime} import { newPodInformer } ${pods} newPodInformer(await connect()).run();`,
    // Of it 1 KB is what proxies need that client-node makes agents for: addresses of IPv6, and a word where there is none;
    // 2.7 KB are what finds the fieldsV1 that repeat: half of the memory of a cache with managedFields; 1 KB is what keeps a list of a
    // million objects from being copied whole as it grows; 1 KB is what lets a watch go on before a broken connection is taken down; 1 KB
    // is what says why a kubeconfig leads to no cluster, and keeps values of objects out of errors about malformed answers. 0.5 KB refuse
    // names that would change the path of a request. 3 KB read gzip of many members and queue requests for HTTP/2 streams, beside the
    // 3.5 KB for namespaces. 0.3 KB are user agents of single requests, by which managers that share a client are told apart. 1.5 KB is for objects
    // that are nested more deeply than the call stack.
    budget: 190_500,
  },
  {
    what: 'one resource on the base factory, with the HTTP client',
    code: `import { BaseSharedInformerFactory, connect } ${runtime} import { podInformer } ${pods}
      podInformer(new BaseSharedInformerFactory(await connect())).informer();`,
    budget: 201_500,
  },
  {
    what: 'the factory of every built-in resource, on a client that is given',
    code: `import { SharedInformerFactory } from '@informer-gen/kubernetes'; export default SharedInformerFactory;`,
    // Of it 2 KB are the fields of the conditions of 25 kinds.
    budget: 144_500,
  },
];

describe('a bundle of', () => {
  it.each(programs)('$what keeps to its budget of $budget bytes', async ({ code, budget }) => {
    const { bytes } = await bundle(code);
    expect(bytes).toBeLessThanOrEqual(budget);
    // A budget that has become far too large keeps nothing: lower it.
    expect(bytes).toBeGreaterThan(budget * 0.75);
  });

  it('one informer has nothing of the other resources, of the types or of what tests use', async () => {
    const { inputs } = await bundle(`import { newPodInformer } ${pods} export default newPodInformer;`);
    expect(inputs.filter((path) => path.startsWith('generated/'))).toEqual(['generated/core/v1/pods.ts']);
    expect(inputs.filter((path) => /testkit\/|\/transport\/|\/workqueue\//.test(path))).toEqual([]);
  });
});
