import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { emitRuntimeDeclarations, ROOT } from '../../generator/corpus/compile-output.js';
import { hasCorpus } from '../../generator/corpus/corpus.js';
import { describeWithOwnApiServer } from '../../setup/api-server.js';
import { crdResources } from '../values/crd-values.js';
import { checkCrds, type CheckCrdsReport } from './check-crds.js';
import { complaintsAbout } from './compiled.js';
import { corpusTexts, fixtureTexts } from './crd-texts.js';
import { withDefaults } from './defaults.js';
import { instancesOf } from './instances.js';

let folder = '';
let runtime = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-instances-'));
  runtime = path.join(folder, 'runtime');
  await emitRuntimeDeclarations(runtime);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What must be reached for the test to mean anything. */
const enough = { ours: { resources: 4, accepted: 40, refused: 40 }, real: { resources: 6, accepted: 30, refused: 20 } };

function expectAgreement(report: CheckCrdsReport, { accepted, refused }: { accepted: number; refused: number }): void {
  for (const view of [report.read, report.input, report.apply]) {
    expect(view.failures).toEqual([]);
    expect(view.accepted).toBeGreaterThan(accepted);
    expect(view.refusedForShape).toBeGreaterThan(refused);
  }
}

describeWithOwnApiServer('objects made from schemas, judged by a real API server', { audit: false }, (server) => {
  it('of our own CRDs compile as they come back, as they are created and as they are applied, or do not where the server refuses their shape', async () => {
    const options = { server: server(), folder: path.join(folder, 'ours'), runtime, count: 120, seed: 7 };
    const report = await checkCrds(fixtureTexts(), options);
    expect(report.resources).toBe(enough.ours.resources);
    expectAgreement(report, enough.ours);
  }, 120_000);

  it.skipIf(!hasCorpus)(
    'of CRDs of real projects, too',
    async () => {
      const options = { server: server(), folder: path.join(folder, 'real'), runtime, count: 80, seed: 7 };
      const report = await checkCrds(corpusTexts(8), options);
      expect(report.resources).toBeGreaterThanOrEqual(enough.real.resources);
      expectAgreement(report, enough.real);
    },
    120_000,
  );
});

describe('the tools of that test', () => {
  it('make the same objects of the same seed, and others of another', () => {
    const [resource] = fixtureTexts().flatMap(crdResources);
    if (resource === undefined) throw new Error('there are no fixtures');
    const made = (seed: number): unknown => instancesOf(resource, { count: 20, seed });
    expect(made(1)).toEqual(made(1));
    expect(made(1)).not.toEqual(made(2));
  });

  it('say at which path of which literal the compiler complains', async () => {
    const out = path.join(folder, 'paths');
    await generate({ cwd: ROOT, crd: ['examples/crds/widgets.yaml'], out, verify: 'none' });
    writeFileSync(
      path.join(out, 'part.ts'),
      'export interface Part { a: { b: readonly { c: number; d: string }[] } }\n',
    );
    const literals = [
      { a: { b: [{ c: 1, d: 'x' }] } },
      {
        a: {
          b: [
            { c: 1, d: 'x' },
            { c: 'no', d: 'x' },
          ],
        },
      },
      { a: { b: [{ c: 1 }] } },
      { a: { b: [], e: 1 } },
      {},
    ].map((value) => ({ type: 'Part', value }));
    const said = await complaintsAbout(literals, { out, runtime, imports: "import type { Part } from './part.js';" });
    expect(said.map((all) => all.map((one) => one.path.join('.')))).toEqual([
      [],
      ['a.b.1.c'],
      ['a.b.0'],
      ['a.e'],
      [''],
    ]);
  }, 60_000);

  it('fill in defaults as the server does: below defaults, in items, and for null where null is not allowed', () => {
    const size = { type: 'string', default: 'small' };
    const part = { type: 'object', properties: { size, note: { type: 'string', nullable: true, default: 'x' } } };
    const schema = {
      type: 'object',
      properties: {
        one: { ...part, default: {} },
        all: { type: 'array', items: part },
        named: { type: 'object', additionalProperties: part },
        none: part,
        gone: { type: 'integer' },
      },
    };
    const value = { gone: null, all: [{ size: null, note: null }, {}], named: { a: { size: 'large' } } };
    expect(withDefaults(schema, value)).toEqual({
      one: { size: 'small', note: 'x' },
      all: [
        { size: 'small', note: null },
        { size: 'small', note: 'x' },
      ],
      named: { a: { size: 'large', note: 'x' } },
    });
  });
});
