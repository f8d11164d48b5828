import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../generator/index.js';
import { compileOutput, emitRuntimeDeclarations, ROOT } from '../../generator/corpus/compile-output.js';
import {
  corpusSets,
  DATA,
  filesOf,
  generateSet,
  hasCorpus,
  missingCorpusNotice,
} from '../../generator/corpus/corpus.js';
import { expectedErrors } from '../../generator/corpus/expected-errors.js';
import { claimsAbout, crdResources } from './crd-values.js';
import { claimsText } from './literals.js';

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-values-'));
  await emitRuntimeDeclarations(path.join(folder, 'runtime'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes claims about the objects of some CRDs beside their output, and counts them. */
function writeClaims(out: string, yaml: readonly string[], perMistake: number): { right: number; wrong: number } {
  const resources = yaml.flatMap(crdResources);
  const types = resources.map(
    ({ group, version, plural }, i) => `type T${i} = ResourceTypes['${group}/${version}']['${plural}'];\n`,
  );
  const claims = resources.flatMap((resource, i) => claimsAbout(resource, `T${i}`, perMistake));
  const text = `import type { ResourceTypes } from './generic.js';\n${types.join('')}${claimsText(claims)}`;
  writeFileSync(path.join(out, 'claims.ts'), text);
  const wrong = claims.filter((claim) => claim.wrong !== undefined).length;
  return { right: claims.length - wrong, wrong };
}

const options = { noUnusedLocals: false };

/** What a user of cert-manager is promised. */
const certManagerDoor = `
import type { Client, GenericInformer, InformerHost } from '@informer-gen/runtime/codegen/v1';
import { newFilteredCertificateInformer, type Certificate } from './cert-manager.io/v1/certificates.js';
import { forResource } from './generic.js';
export function door(host: InformerHost, client: Client): void {
  const exact: GenericInformer<Certificate> = forResource(host, 'cert-manager.io/v1', 'certificates');
  const secret: string | undefined = exact.lister().list()[0]?.spec?.secretName;
  newFilteredCertificateInformer(client, { fieldSelector: { 'spec.issuerRef.name': secret ?? '' } });
  // @ts-expect-error not among the selectableFields of the CRD
  newFilteredCertificateInformer(client, { fieldSelector: { 'spec.secretName': '' } });
  // @ts-expect-error not in this group
  forResource(host, 'cert-manager.io/v1', 'orders');
}
`;

describe('objects as literals of the generated types', () => {
  it('of our own CRDs: right ones compile, and every mistake is an error', async () => {
    const out = path.join(folder, 'own');
    await generate({ cwd: ROOT, crd: ['examples/crds'], out, verify: 'none' });
    const files = ['factories', 'orders', 'widgets'].map((name) => path.join(ROOT, `examples/crds/${name}.yaml`));
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    const { wrong } = writeClaims(out, texts, 1000);
    expect(wrong).toBeGreaterThan(60);
    expect(await compileOutput(out, { runtime: path.join(folder, 'runtime'), options })).toEqual([]);
  }, 60_000);

  it('is a test that can fail: a wrong literal that is said to be right is reported', async () => {
    const out = path.join(folder, 'failing');
    await generate({ cwd: ROOT, crd: ['examples/crds/factories.yaml'], out, verify: 'none' });
    const claim = { type: "ResourceTypes['example.com/v1']['factories']", value: {}, about: 'nothing in it' };
    const text = claimsText([claim]);
    writeFileSync(path.join(out, 'claims.ts'), `import type { ResourceTypes } from './generic.js';\n${text}`);
    const errors = await compileOutput(out, { runtime: path.join(folder, 'runtime'), options });
    expect(errors.join('\n')).toMatch(/claims\.ts.* is missing the following properties/);
  }, 60_000);

  it.skipIf(!hasCorpus)(
    'of real CRDs',
    async () => {
      const out = path.join(folder, 'corpus');
      let [right, wrong] = [0, 0];
      for (const set of corpusSets().filter(({ name }) => name.startsWith('crds-'))) {
        const files = filesOf(set).filter((file) => expectedErrors[file] === undefined);
        if (files.length === 0) continue;
        await generateSet(set, out);
        const texts = files.map((file) => readFileSync(path.join(DATA, file), 'utf8'));
        const counts = writeClaims(path.join(out, set.name), texts, 4);
        right += counts.right;
        wrong += counts.wrong;
      }
      writeFileSync(path.join(out, 'crds-cert-manager+cert-manager', 'door.ts'), certManagerDoor);
      process.stderr.write(`corpus: ${right} right and ${wrong} wrong literals\n`);
      expect(await compileOutput(out, { runtime: path.join(folder, 'runtime'), options })).toEqual([]);
    },
    300_000,
  );
});

if (!hasCorpus) process.stderr.write(`${missingCorpusNotice}\n`);
