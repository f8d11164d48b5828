import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { mutatedYaml } from '../test/generator/input/yaml/mutated-yaml.js';
import { seeds } from '../test/generator/input/yaml/seeds.js';
import { CONTRACT, TEXTS } from '../test/generator/input/yaml/texts.js';

/*
 * Makes test/generator/input/yaml/cases.json: texts of ours, and what Kubernetes' own libraries read in them. Needs Go.
 *
 *     node --conditions=@informer-gen/source --import tsx scripts/yaml-cases.ts
 */

const MUTATED = 700;
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'test', 'generator', 'input', 'yaml');

interface Case {
  readonly name: string;
  readonly text?: string;
  readonly base64?: string;
}

const UTF16 = Buffer.from('\ufeffa: "é"\nb: 😀\n', 'utf16le');

/** Half of a surrogate pair has no UTF-8, and three oddities are no contract: see the reader's own test. */
function isComparable(text: string): boolean {
  return (
    !/\p{Cs}/u.test(text) &&
    !/^\s*(?:\{\}|\[\])\S|^---[ \t]*[^\s#]|^---#|^\[\]\s*\[/m.test(text) &&
    !/^---.*\ufeff/m.test(text)
  );
}

function cases(): Case[] {
  const named = Object.entries(CONTRACT).map(([name, text]) => ({ name, text }));
  const tables = Object.entries(TEXTS).flatMap(([name, texts]) =>
    texts.filter(isComparable).map((text) => ({ name, text })),
  );
  const sample = fc.sample(mutatedYaml(seeds()), { numRuns: 3 * MUTATED, seed: 20_261_116 });
  const mutated = sample.filter((text) => isComparable(text) && text.length < 600).slice(0, MUTATED);
  return [
    ...named,
    { name: 'UTF-16, low byte first', base64: UTF16.toString('base64') },
    { name: 'UTF-16, high byte first', base64: Buffer.from(UTF16).swap16().toString('base64') },
    { name: 'bytes that are no UTF-8', base64: Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]).toString('base64') },
    ...tables,
    ...mutated.map((text) => ({ name: 'mutated', text })),
  ];
}

const all = cases();
const answer = execFileSync('go', ['run', '.', 'cases'], {
  cwd: path.join(folder, 'go'),
  input: JSON.stringify(all),
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
const results = JSON.parse(answer) as (readonly unknown[] | null)[];
const lines = all.map((each, i) => JSON.stringify({ ...each, documents: results[i] ?? [] }));
writeFileSync(path.join(folder, 'cases.json'), `[\n${lines.join(',\n')}\n]\n`);
process.stdout.write(`${all.length} cases\n`);
