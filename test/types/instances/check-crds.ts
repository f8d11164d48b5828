import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiServerAccess } from '@informer-gen/testing';
import { generate } from '../../../generator/index.js';
import { crdResources, type CrdResource } from '../values/crd-values.js';
import { type Agreement, checkAgreement, type Judged, judgeAll } from './agreement.js';
import { type Instance, instancesOf } from './instances.js';
import { intentsOf } from './intents.js';
import { install, judge, judgeIntent, served, store } from './judge.js';
import { readView } from './read-types.js';
import { applyView, asWritten, inputView } from './write-types.js';

/** How {@link checkCrds} works. */
export interface CheckCrdsOptions {
  readonly server: ApiServerAccess;
  /** For what is generated and compiled. */
  readonly folder: string;
  /** The folder of the runtime's declarations. */
  readonly runtime: string;
  /** How many objects, of all resources together. */
  readonly count: number;
  readonly seed: number;
}

/** What was found, and of how many resources. */
export interface CheckCrdsReport {
  readonly resources: number;
  /** Objects as they come back, held to `Widget`. */
  readonly read: Agreement;
  /** Objects as they are sent, held to `WidgetInput`. */
  readonly input: Agreement;
  /** Parts of objects, applied to a whole one that is stored, held to `WidgetApply`. */
  readonly apply: Agreement;
}

/**
 * Makes objects from the schemas of CRDs (texts of YAML), has a real API server judge them, and holds the generated types
 * to that. CRDs that the server does not take are left out.
 */
export async function checkCrds(texts: readonly string[], options: CheckCrdsOptions): Promise<CheckCrdsReport> {
  const { server, folder, runtime, count, seed } = options;
  const resources = await installed(server, texts.flatMap(crdResources));
  const out = path.join(folder, 'out');
  await generateFrom(resources, folder, out);
  const perResource = Math.ceil(count / Math.max(1, resources.length));
  const instances = resources.flatMap((resource, i) => instancesOf(resource, { count: perResource, seed: seed + i }));
  const judged = await judgeAll(server, instances.slice(0, count), judge);
  const written = await judgeAll(server, instances.slice(0, count).map(asWritten), judge);
  const wholes = await storeOfEach(server, written);
  const perWhole = Math.ceil(count / Math.max(1, wholes.length));
  const intents = wholes.flatMap((whole, i) => intentsOf(whole, { count: perWhole, seed: seed + i }));
  const applied = await judgeAll(server, intents.slice(0, count), judgeIntent);
  return {
    resources: resources.length,
    read: await checkAgreement(judged, readView, { out, runtime }),
    input: await checkAgreement(written, inputView, { out, runtime }),
    apply: await checkAgreement(applied, applyView, { out, runtime }),
  };
}

/** Stores the largest object of each resource that the server accepts, and returns them. */
async function storeOfEach(server: ApiServerAccess, judged: readonly Judged[]): Promise<Instance[]> {
  const sound = judged.filter(({ instance, verdict }) => verdict.type === 'accepted' && instance.mistake === undefined);
  const size = ({ sent }: Instance): number => JSON.stringify(sent).length;
  const largest = new Map<CrdResource, Instance>();
  for (const { instance } of sound) {
    const known = largest.get(instance.resource);
    if (known === undefined || size(instance) > size(known)) largest.set(instance.resource, instance);
  }
  const stored: Instance[] = [];
  for (const whole of largest.values()) if (await store(server, whole)) stored.push(whole);
  return stored;
}

/** The first of each name that the server takes, in the version that it stores. */
async function installed(server: ApiServerAccess, resources: readonly CrdResource[]): Promise<CrdResource[]> {
  const known = new Map<string, CrdResource>();
  for (const resource of resources) {
    const { name } = resource.crd.metadata;
    if (!resource.storage || resource.schema === undefined || known.has(name)) continue;
    if (await install(server, resource.crd)) known.set(name, resource);
  }
  for (const resource of known.values()) await served(server, resource);
  return [...known.values()];
}

async function generateFrom(resources: readonly CrdResource[], folder: string, out: string): Promise<void> {
  const crds = path.join(folder, 'crds');
  mkdirSync(crds, { recursive: true });
  for (const { crd } of resources) writeFileSync(path.join(crds, `${crd.metadata.name}.json`), JSON.stringify(crd));
  const { problems } = await generate({ crd: [crds], out, verify: 'none', force: true });
  const [first] = problems;
  if (first !== undefined) throw new Error(`the server takes a CRD that cannot be generated: ${first.message}`);
}
