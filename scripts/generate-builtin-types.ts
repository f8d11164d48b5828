/**
 * Makes `testkit/simulated/types/builtin-types-table.ts`: what the simulated API server knows of the fields of built-in
 * kinds. The kinds of lists are from the snapshot in `generated/`; pointers, empty values and patch strategies from Go.
 *
 *   npm run generate:builtin-types              writes the table; needs Go, and the modules of `testkit/real/go`
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tableText } from './builtin-types/table.js';
import type { GoTypes, Snapshot } from './builtin-types/table.js';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'testkit/simulated/types/builtin-types-table.ts');

const go = execFileSync('go', ['run', join(root, 'scripts/builtin-types/main.go')], {
  cwd: join(root, 'testkit/real/go'),
  maxBuffer: 64 * 1024 * 1024,
  encoding: 'utf8',
});
const snapshot = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8')) as Snapshot;
writeFileSync(target, tableText(JSON.parse(go) as GoTypes, snapshot));
