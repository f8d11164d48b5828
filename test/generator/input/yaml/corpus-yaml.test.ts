import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDocuments } from '../../../../generator/input/yaml/read-documents.js';
import { DATA, hasCorpus } from '../../corpus/corpus.js';
import { canonicalJson } from './canonical.js';

/** What Kubernetes' own libraries read in each file: `go run . files FOLDER` in the folder `go`. */
const HASHES = path.join(path.dirname(fileURLToPath(import.meta.url)), 'corpus-hashes.json');

describe.skipIf(!hasCorpus)('reading the YAML of real projects', () => {
  it('gives what Kubernetes reads, for every document of every file', { timeout: 120_000 }, () => {
    const hashes = JSON.parse(readFileSync(HASHES, 'utf8')) as readonly (readonly [file: string, hash: string])[];
    const different = hashes.filter(([file, hash]) => hashOf(readFileSync(path.join(DATA, file), 'utf8')) !== hash);
    expect(different).toEqual([]);
    expect(hashes.length).toBeGreaterThan(800);
  });
});

function hashOf(text: string): string {
  const hash = createHash('sha256');
  for (const document of readDocuments(text)) {
    hash.update(`${document.type === 'value' ? canonicalJson(document.value) : 'error'}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
