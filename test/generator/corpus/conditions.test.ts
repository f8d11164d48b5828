// What `status.condition` writes, over the CRDs of real projects: the fields that generated resources state, and writes that the
// simulated server accepts, and the real one a sample of them.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineResource } from '@informer-gen/runtime';
import type { KubernetesObject, ObjectMeta, WholeResource } from '@informer-gen/runtime';
import type { ResourceSpec } from '@informer-gen/runtime/codegen/v1';
import type { Manager } from '@informer-gen/runtime/controller';
import { ControllerBed, findApiServer } from '@informer-gen/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Crd, CrdResource } from '../../types/values/crd-values.js';
import { crdResources } from '../../types/values/crd-values.js';
import { sampleFields } from '../../types/values/sample.js';
import type { Schema } from '../../types/values/schema.js';
import { corpusSets, DATA, filesOf, generateSet, hasCorpus } from './corpus.js';

interface Subject extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly stage?: number };
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly reason?: string;
      readonly [field: string]: unknown;
    }[];
  };
}

/** A kind version of the corpus whose status has a list of conditions. */
interface ConditionedKind {
  readonly crd: CrdResource;
  readonly status: Schema;
  readonly declared: readonly string[];
  readonly resource: WholeResource<Subject>;
}

/** Fields that each condition gets; a message only where the run gives one. */
const FILLED: ReadonlySet<string> = new Set(['type', 'status', 'reason', 'lastTransitionTime', 'observedGeneration']);
const nameOf = ({ group, version, plural }: Pick<ResourceSpec, 'group' | 'version' | 'plural'>): string =>
  `${group}/${version}/${plural}`;

/** The names of those fields of a condition that a writer fills in. */
const fieldsOf = (condition: object): string[] =>
  Object.keys(condition)
    .filter((name) => FILLED.has(name))
    .sort();

/** The specifications in the generated modules below a folder, by name. */
function specsIn(folder: string): ReadonlyMap<string, ResourceSpec> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const literals = texts.flatMap((text) => [...text.matchAll(/rt\.defineResource<[^]*?>\((\{\n[^]*?\n\})\);/g)]);
  const specs = literals.map(([, literal = '']) => {
    const json = literal
      .replaceAll("'", '"')
      .replace(/^ {2}(\w+):/gm, '"$1":')
      .replace(/,\n\}$/, '}');
    return JSON.parse(json) as ResourceSpec;
  });
  return new Map(specs.map((spec) => [nameOf(spec), spec]));
}

/** Protected groups need an approval. */
const APPROVED = { annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' } };

/** The CRD with one version that allows any spec, so that each object is valid, and the schema of the status as it is. */
function withAnySpec({ crd, version: only }: CrdResource): Crd {
  const versions = crd.spec.versions
    ?.filter(({ name }) => name === only)
    .map((version) => {
      const status = version.schema?.openAPIV3Schema?.properties?.['status'];
      const anything: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
      const openAPIV3Schema = { type: 'object', properties: { spec: anything, ...(status && { status }) } };
      return {
        ...version,
        storage: true,
        schema: { openAPIV3Schema },
        selectableFields: undefined,
        additionalPrinterColumns: undefined,
      };
    });
  const { group, scope, names } = crd.spec;
  const { metadata, apiVersion, kind } = crd;
  // Several projects have definitions with the same name.
  return {
    apiVersion,
    kind,
    metadata: { name: metadata.name, ...APPROVED },
    spec: { group, names, ...(scope && { scope }), ...(versions && { versions }) },
  };
}

describe.skipIf(!hasCorpus)('the conditions of the kinds of real projects', () => {
  const kinds: ConditionedKind[] = [];
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-conditions-'));
    for (const set of corpusSets().filter(({ name, crd }) => crd !== undefined && name.startsWith('crds-'))) {
      await generateSet(set, folder);
      const specs = specsIn(path.join(folder, set.name));
      for (const crd of filesOf(set).flatMap((file) => crdResources(readFileSync(path.join(DATA, file), 'utf8')))) {
        const status = crd.schema?.properties?.['status'];
        const items = status?.properties?.['conditions']?.items;
        const spec = specs.get(nameOf(crd));
        if (status === undefined || items?.properties === undefined || spec === undefined) continue;
        kinds.push({
          crd,
          status,
          declared: Object.keys(items.properties ?? {}),
          resource: defineResource<Subject>(spec),
        });
      }
    }
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have exactly the fields of the schema in each generated resource', () => {
    const states = kinds.map(({ resource }) => [nameOf(resource), [...(resource.conditionFields ?? [])].sort()]);
    expect(states).toEqual(kinds.map(({ resource, declared }) => [nameOf(resource), [...declared].sort()]));
    expect(kinds.length).toBeGreaterThan(150);
  });

  /** Kinds with a status of their own and conditions that can be written: in each round another version of a CRD. */
  function rounds(): ConditionedKind[][] {
    const chosen: Map<string, ConditionedKind>[] = [];
    const seen = new Map<string, Crd>();
    for (const kind of kinds) {
      const { apiVersion, metadata } = kind.crd.crd;
      const { name } = metadata;
      if (
        !apiVersion.endsWith('/v1') ||
        !kind.crd.hasStatusPath ||
        !['type', 'status'].every((field) => kind.declared.includes(field))
      )
        continue;
      // Several projects have CRDs of one name.
      const first = seen.get(name) ?? kind.crd.crd;
      seen.set(name, first);
      if (first !== kind.crd.crd) continue;
      const round = chosen.find((each) => !each.has(name)) ?? new Map<string, ConditionedKind>();
      if (round.size === 0) chosen.push(round);
      round.set(name, kind);
    }
    return chosen.map((round) => [...round.values()]);
  }

  /** The type of condition that a kind accepts: some have an enum of them. */
  const typeOf = ({ status }: ConditionedKind): string => {
    const [first] = status.properties?.['conditions']?.items?.properties?.['type']?.enum ?? [];
    return typeof first === 'string' ? first : 'Ready';
  };

  async function check(chosen: readonly ConditionedKind[], server: 'simulated' | 'real'): Promise<void> {
    const crds = chosen.map(({ crd }) => withAnySpec(crd));
    const setUp = (manager: Manager): void => {
      for (const kind of chosen) {
        const required = Object.entries(sampleFields(kind.status, 'required')).filter(
          ([name]) => name !== 'conditions',
        );
        manager
          .controller(kind.resource, { name: nameOf(kind.resource).replaceAll('/', '-') })
          .reconcile(({ spec: { stage = 0 } = {} }, { status }) => {
            status.set(Object.fromEntries(required));
            if (stage === 2) status.removeCondition(typeOf(kind));
            else
              status.condition(typeOf(kind), stage === 0, {
                reason: 'Tested',
                ...(stage === 0 && { message: 'some' }),
              });
          });
      }
    };
    await using bed = await ControllerBed.start({ server, crds, setUp });
    for (const { resource } of chosen) bed.create(resource, { metadata: { name: 'a' }, spec: {} });
    for (const stage of [0, 1, 2]) {
      for (const { resource } of stage === 0 ? [] : chosen) bed.patch(resource, 'a', { spec: { stage } });
      await bed.idle();
      expect(bed.errors.map(({ message }) => message)).toEqual([]);
      for (const kind of chosen) {
        const conditions = bed.get(kind.resource, 'a')?.status?.conditions ?? [];
        // Some kinds have conditions by default.
        const ours = conditions.filter(
          ({ type, reason }) => type === typeOf(kind) && [undefined, 'Tested'].includes(reason),
        );
        const fields = kind.declared.filter((name) => FILLED.has(name)).sort();
        const expected = stage === 2 ? [] : [{ status: stage === 0 ? 'True' : 'False', fields }];
        const found = ours.map(({ status, ...rest }) => ({ status, fields: fieldsOf({ status, ...rest }) }));
        expect({ kind: nameOf(kind.resource), found }).toEqual({ kind: nameOf(kind.resource), found: expected });
      }
    }
  }

  it('are written by status.condition and removed, on the simulated server', async () => {
    for (const round of rounds())
      for (let at = 0; at < round.length; at += 10) await check(round.slice(at, at + 10), 'simulated');
    expect(rounds().flat().length).toBeGreaterThan(100);
  }, 300_000);

  it.skipIf(findApiServer() === undefined)(
    'are written and removed on a real server: every tenth kind',
    async () => {
      const [first = []] = rounds();
      await check(
        first.filter((_, position) => position % 10 === 0),
        'real',
      );
    },
    300_000,
  );
});
