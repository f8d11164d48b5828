/** Runs a benchmark: `npm run bench -- --help`. */
import { writeFile } from 'node:fs/promises';
import { type Options, readOptions, UsageError } from './lib/options.js';
import { type SuiteResult, toJson } from './lib/result.js';
import { CommandError } from './lib/run-command.js';
import { renderBars } from './lib/svg.js';
import { renderResult } from './lib/table.js';
import { callsSuite } from './suites/calls.js';
import { controllersSuite, freshSuite } from './suites/controllers.js';
import { editorSuite } from './suites/editor.js';
import { generatorSuite } from './suites/generator.js';
import { growthSuite } from './suites/growth.js';
import { informerSuite } from './suites/informer.js';
import { operatorMemorySuite } from './suites/operator-memory.js';
import { namespacesSuite } from './suites/namespaces.js';
import { metricsSuite } from './suites/metrics.js';
import { realSuite } from './suites/real.js';
import { simulatedSuite } from './suites/simulated.js';
import { startSuite } from './suites/start.js';
import {
  handlersSuite,
  informersSuite,
  listersSuite,
  replaySuite,
  stallSuite,
  workqueueSuite,
} from './suites/small.js';

const suites: { readonly [name: string]: (options: Options) => Promise<SuiteResult> } = {
  informer: (options) => (options.server === 'real' ? realSuite(options) : informerSuite(options)),
  calls: callsSuite,
  metrics: metricsSuite,
  generator: generatorSuite,
  editor: editorSuite,
  workqueue: workqueueSuite,
  listers: listersSuite,
  replay: replaySuite,
  handlers: handlersSuite,
  informers: informersSuite,
  namespaces: namespacesSuite,
  growth: growthSuite,
  stall: stallSuite,
  simulated: simulatedSuite,
  controllers: controllersSuite,
  fresh: freshSuite,
  'operator-memory': operatorMemorySuite,
  start: startSuite,
};

const help = `Measures informer-gen beside its peers, on the same bytes, in one run.

  npm run bench                                  informers beside client-go, client-node and the Node floor
  npm run bench -- --server real                 the same on a real API server over TLS
  npm run bench -- --suite NAME                  another benchmark

  --suite NAME      ${Object.keys(suites).join(', ')}; default informer
  --server WHICH    load (default): a server that serves prepared bytes; real: kube-apiserver
  --objects N       how many; default: the suite's own, 50,000 for informer, 20,000 with --server real;
                    for calls: calls of each kind, default 20,000, 2,000 with --server real;
                    for namespaces: namespaces, default 5,000, with ten pods each;
                    for generator: bytes of YAML, default 28,000,000
  --events N        how many changes follow; default: as many as objects
  --rounds N        how often each is run; medians count; default 3
  --only LIST       some of floor, ours, ours-stripped, ours-lazy, ours-projected, client-go, client-go-dynamic, client-node, kube-rs
  --kube-rs         also kube-rs, which takes minutes to build
  --against FOLDER  also ours as they are in another clone, with its dependencies installed: before and after in one run
  --crds FOLDER     what the generators are run on; default: the data folder beside the clone, or our examples
  --generators LIST some of ours, ours-js, ours-ten, ours-openapi, json-schema-to-typescript, cdk8s, crd-generate,
                    kubernetes-fluent-client, empty (what the start of Node and tsc takes)
  --json FILE       writes every figure and ratio
  --svg FILE        draws the medians
  --help            this

Go builds the load server and the client-go peer, once, into a cache folder outside the clone; cargo the kube-rs peer.
`;

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, Object.keys(suites));
  if (options === 'help') {
    process.stdout.write(help);
    return;
  }
  const result = await (suites[options.suite] as (typeof suites)[string])(options);
  console.log(renderResult(result));
  if (options.json !== undefined) await writeFile(options.json, toJson(result));
  if (options.svg !== undefined) await writeFile(options.svg, renderBars(result));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const known = error instanceof UsageError || error instanceof CommandError;
  console.error(known ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
