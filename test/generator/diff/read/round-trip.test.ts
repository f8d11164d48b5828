import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveModelOptions } from '../../../../generator/config/settings.js';
import { readOutputModel } from '../../../../generator/diff/read/output-model.js';
import { emitterFor } from '../../../../generator/emit/emit.js';
import { sourceOf } from '../../../../generator/input/sources.js';
import { fileAt } from '../../../../generator/layout/paths.js';
import { buildModel, inputsOf } from '../../../../generator/model/build-model.js';
import type { BuiltModel } from '../../../../generator/model/build-model.js';
import type { ModelOptions } from '../../../../generator/model/options.js';
import type { PlanOptions } from '../../../../generator/plan/options.js';
import { planFiles } from '../../../../generator/plan/plan.js';
import { renderFile } from '../../../../generator/render/templates.js';
import { crd as anyCrd, openApi as anyOpenApi, schema } from '../../fuzz/arbitraries.js';
import { crd, specOf, text, version } from '../../support/crds.js';
import { builtIn, openApi } from '../openapi-fixture.js';
import { canonicalModel, canonicalOutput } from './canonical.js';

/** CRDs and OpenAPI documents, as texts. */
interface Inputs {
  readonly crds: string;
  readonly openapi?: string;
}

/** The choices that change the output. */
const choices = fc.record({
  layout: fc.constantFrom('split' as const, 'merged' as const),
  importExtension: fc.constantFrom('.js' as const, '.ts' as const, '' as const),
  docs: fc.boolean(),
  enums: fc.constantFrom('open' as const, 'closed' as const, undefined),
  kubernetesTypes: fc.constantFrom('@informer-gen/kubernetes', undefined),
  banner: fc.constantFrom('', '// All rights reserved.\n'),
  runtimeModule: fc.constantFrom('@informer-gen/runtime/codegen/v1', './rt.js'),
  names: fc.constantFrom(
    {},
    {
      kinds: { 'Widget.example.com': 'Gadget' },
      groups: { 'example.com': 'ours' },
      plurals: { 'gears.example.com': 'G' },
    },
  ),
  expansion: fc.boolean(),
  emit: fc.constantFrom('ts' as const, 'js' as const),
});

type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

const string = { type: 'string' };
const list = (items: unknown): object => ({ type: 'array', items });
const object = (properties: Record<string, unknown>, required: string[] = []): object => {
  return { type: 'object', properties, required };
};

/** What CRDs spell out of the runtime's and Kubernetes' types, and what is long enough to be shared. */
const WELL_KNOWN: readonly unknown[] = [
  object({ key: string, name: string, optional: { type: 'boolean' } }, ['key']),
  list(
    object(
      {
        lastTransitionTime: string,
        message: string,
        reason: string,
        status: { ...string, enum: ['True', 'False', 'Unknown'] },
        type: string,
        observedGeneration: { type: 'integer' },
      },
      ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
    ),
  ),
  object({
    matchLabels: { type: 'object', additionalProperties: string },
    matchExpressions: list(object({ key: string, operator: string, values: list(string) }, ['key', 'operator'])),
  }),
  object({ a: object({ b: object({ c: object({ d: object({ e: object({ f: string }), g: string }) }) }) }) }),
  { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
  { type: 'string', enum: ['A', 'B', ''], nullable: true },
  object({ first: string, second: object({ third: string, fourth: list(object({ fifth: { type: 'integer' } })) }) }),
];

/** A property of a specification: something odd, or something well known. */
const part = fc.oneof(schema, fc.constantFrom(...WELL_KNOWN));
const parts = fc.dictionary(fc.constantFrom('size', 'mode', 'template', 'dest-port', 'jwks_uri', 'jwksUri'), part);

/** CRDs of one group that share parts, one of them in two versions. */
const ownCrds = fc.tuple(parts, parts, part).map(([one, other, shared]) => {
  const long = object(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`property number ${i}`, shared])));
  const versions = [version('v1', specOf({ ...one, long })), { ...version('v2', specOf(other)), deprecated: true }];
  return [
    crd({ versions }),
    crd({ kind: 'Gear', scope: 'Cluster', schema: specOf({ ...other, long, nested: object({ long }) }) }),
    crd({ kind: 'Index', plural: 'index', group: 'shared', schema: specOf({ long }) }),
  ];
});

/** A document of Kubernetes' own with definitions, one of which holds itself, one of which a CRD spells out. */
const kubernetes = fc.tuple(parts, parts).map(([one, other]) => {
  const ref = (name: string): object => ({ $ref: `#/definitions/io.k8s.api.core.v1.${name}` });
  const kinds = [
    { ...builtIn('', 'v1', 'Pod', 'pods'), properties: { spec: ref('PodSpec'), more: object(one) } },
    {
      ...builtIn('apps', 'v1', 'Deployment', 'deployments'),
      properties: { template: ref('Pod'), spec: ref('PodSpec') },
    },
  ];
  return openApi(kinds, {
    'io.k8s.api.core.v1.PodSpec': object({ ...other, self: ref('PodSpec'), size: ref('Size') }),
    'io.k8s.api.core.v1.Size': object({ width: { type: 'integer' }, height: { type: 'integer' } }),
  });
});

const SIZE = crd({
  kind: 'Box',
  plural: 'boxes',
  schema: specOf({ size: object({ width: { type: 'integer' }, height: { type: 'integer' } }) }),
});

const inputs: fc.Arbitrary<Inputs> = fc.oneof(
  ownCrds.map((crds) => ({ crds: text(...crds) })),
  fc.tuple(ownCrds, kubernetes).map(([crds, openapi]) => ({ crds: text(...crds, SIZE), openapi })),
  fc.array(anyCrd, { minLength: 4, maxLength: 4, size: 'max' }).map((crds) => ({ crds: text(...crds) })),
  anyOpenApi.map((document) => ({ crds: '', openapi: JSON.stringify(document) })),
);

function modelOf({ crds, openapi }: Inputs, options: Partial<ModelOptions>): BuiltModel {
  const sources = [sourceOf('crds.yaml', 'crd', Buffer.from(crds))];
  if (openapi !== undefined) sources.push(sourceOf('openapi.json', 'openapi', Buffer.from(openapi)));
  return buildModel(inputsOf(sources), resolveModelOptions(options));
}

function render({ model, known }: BuiltModel, { expansion, emit, ...options }: Choices): Map<string, string> {
  const plan: PlanOptions = {
    ...options,
    generator: 'informer-gen 1.2.3',
    expansionOf: () => (expansion ? { lister: true, namespaceLister: true } : undefined),
  };
  const emitted = emitterFor(emit);
  const files = planFiles({ model, known, retained: [] }, plan);
  return new Map(
    Array.from(files)
      .flatMap((file) => emitted({ path: file.path, text: renderFile(file) }))
      .map(({ path, text: content }) => [path, content]),
  );
}

const numRuns = 150;

describe('reading an output back', () => {
  it('gives the model that it was made from, for every layout and option', () => {
    const seen = { resources: 0, definitions: 0, external: 0, shared: 0 };
    fc.assert(
      fc.property(inputs, choices, (input, chosen) => {
        const built = modelOf(input, chosen);
        const files = render(built, chosen);
        const { model, unreadable } = readOutputModel(built.model.resources, (file) => files.get(file));
        expect(unreadable).toEqual([]);
        const expected = canonicalModel(built.model, built.known);
        const found = canonicalOutput(model, new Set(expected.definitions.keys()));
        expect(found.resources).toEqual(expected.resources);
        for (const [name, definition] of found.definitions) {
          expect(definition, name).toEqual(expected.definitions.get(name));
        }
        seen.resources += found.resources.length;
        seen.definitions += found.definitions.size;
        seen.external += JSON.stringify(found.resources).includes('["external",') ? 1 : 0;
        seen.shared += [...files.keys()].some((file) => fileAt(file)?.type === 'sharedShape') ? 1 : 0;
      }),
      { numRuns },
    );
    // What the property is about did occur.
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(numRuns / 20);
  }, 600_000);

  it('has a layout that knows every file of it', () => {
    const types: Record<string, readonly string[]> = {
      types: ['versionTypes', 'resourceTypes', 'sharedShape', 'definitions', 'writes'],
      resource: ['resource'],
      version: ['version'],
      group: ['group'],
      generic: ['root'],
      factory: ['root'],
      clientset: ['root'],
      index: ['root'],
    };
    fc.assert(
      fc.property(inputs, choices, (input, chosen) => {
        const { model, known } = modelOf(input, chosen);
        const options = { ...chosen, generator: 'informer-gen 1.2.3', expansionOf: () => undefined };
        for (const { path, template } of planFiles({ model, known, retained: [] }, options)) {
          expect(types[template], path).toContain(fileAt(path)?.type);
        }
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});
