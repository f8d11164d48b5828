import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../generator/index.js';
import type { GenerateReport } from '../../../generator/index.js';
import { ROOT } from './compile-output.js';

/** Real CRDs and OpenAPI documents, where they stand beside the repository. */
export const DATA: string = path.join(ROOT, '..', 'shared', 'data');

/** Whether the corpus is there. */
export const hasCorpus: boolean = existsSync(path.join(DATA, 'crds')) && existsSync(path.join(DATA, 'openapi'));

/** The one line of a run without it. */
export const missingCorpusNotice: string =
  'No real CRDs and OpenAPI documents beside the repository (../shared/data): tests over them are skipped';

/** One run of the generator: what belongs together, so that CRDs that two projects copy from a third do not meet. */
export interface CorpusSet {
  /** Also the folder of its output. */
  readonly name: string;
  readonly crd?: readonly string[];
  readonly openapi?: readonly string[];
}

/** Every file of the corpus, in as many runs as it takes. */
export function corpusSets(): CorpusSet[] {
  const v3 = path.join('openapi', 'v3');
  return [
    ...names('crds').flatMap(ownerSets),
    ...names('openapi')
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ name: `openapi-${path.parse(file).name}`, openapi: [path.join('openapi', file)] })),
    { name: 'openapi-v3', openapi: [v3] },
    // Custom resources beside the built-in API, whose shapes they share.
    { name: 'mixed', openapi: [v3], crd: mixture.map((owner) => path.join('crds', owner)) },
    { name: 'helm-templated', crd: ['helm-templated'] },
  ];
}

/** Projects of which none has a CRD that another has too. */
const mixture = ['cert-manager+cert-manager', 'external-secrets+external-secrets', 'kubernetes-sigs+gateway-api'];

/** The CRDs of one project; those in the v1beta1 form apart, because beside the v1 form they are passed over. */
function ownerSets(owner: string): CorpusSet[] {
  const files = names(path.join('crds', owner)).map((file) => path.join('crds', owner, file));
  const legacy = files.filter((file) => file.endsWith('.v1beta1.yaml'));
  const current = files.filter((file) => !legacy.includes(file));
  return [
    { name: `crds-${owner}`, crd: current },
    ...(legacy.length > 0 ? [{ name: `crds-${owner}-v1beta1`, crd: legacy }] : []),
  ];
}

function names(folder: string): string[] {
  return readdirSync(path.join(DATA, folder)).sort();
}

/** Generates one set below a folder. */
export async function generateSet(set: CorpusSet, folder: string): Promise<GenerateReport> {
  return await generate({
    cwd: DATA,
    out: path.join(folder, set.name),
    crd: set.crd,
    openapi: set.openapi,
    verify: 'none',
    force: true,
  });
}

/** Every file of a set's inputs, relative to the corpus. */
export function filesOf(set: CorpusSet): string[] {
  return [...(set.crd ?? []), ...(set.openapi ?? [])].flatMap((input) =>
    path.extname(input) === '' || !/\.(?:json|yaml)$/.test(input)
      ? names(input).map((file) => path.join(input, file))
      : [input],
  );
}
