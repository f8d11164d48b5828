import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusSets, DATA, filesOf, hasCorpus } from '../../corpus/corpus.js';
import { readLikeJsYaml } from './same-as-js-yaml.js';

describe.skipIf(!hasCorpus)('reading the YAML of real CRDs', () => {
  it('gives what js-yaml gives, and leaves less than a twentieth of it to js-yaml', { timeout: 120_000 }, () => {
    const sets = corpusSets().filter(({ name }) => name.startsWith('crds-'));
    let bytes = 0;
    let handedOn = 0;
    for (const file of new Set(sets.flatMap(filesOf))) {
      const text = readFileSync(path.join(DATA, file), 'utf8');
      bytes += text.length;
      if (readLikeJsYaml(text) === 'handed on') handedOn += text.length;
    }
    expect(bytes).toBeGreaterThan(0);
    expect(handedOn / bytes).toBeLessThan(0.05);
  });
});
