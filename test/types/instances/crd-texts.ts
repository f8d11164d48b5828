import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DATA, hasCorpus } from '../../generator/corpus/corpus.js';
import { ROOT } from '../../generator/corpus/compile-output.js';

/** The CRDs of this repository: the examples, and one that has what those lack. */
export function fixtureTexts(): string[] {
  const examples = path.join(ROOT, 'examples/crds');
  const files = readdirSync(examples).map((file) => path.join(examples, file));
  return [...files, path.join(import.meta.dirname, 'gadgets.yaml')].map((file) => readFileSync(file, 'utf8'));
}

/** So many CRDs of real projects, spread over all of them; none where those are not beside the repository. */
export function corpusTexts(count: number): string[] {
  if (!hasCorpus) return [];
  const crds = path.join(DATA, 'crds');
  const files = readdirSync(crds).flatMap((owner) =>
    readdirSync(path.join(crds, owner)).map((file) => path.join(crds, owner, file)),
  );
  const step = Math.max(1, Math.floor(files.length / count));
  const chosen = files.filter((_, position) => position % step === 0).slice(0, count);
  return chosen.map((file) => readFileSync(file, 'utf8'));
}
