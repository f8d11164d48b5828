/**
 * Makes `testkit/simulated/representation/protobuf-table.json`: the numbers, names and types of the fields of built-in
 * kinds in protobuf, from the tags of Go's structs.
 *
 *   npm run generate:protobuf-table              writes the table; needs Go, and the modules of `testkit/real/go`
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const target = join(root, 'testkit/simulated/representation/protobuf-table.json');

const printed = execFileSync('go', ['run', join(root, 'scripts/protobuf-table/main.go')], {
  cwd: join(root, 'testkit/real/go'),
  maxBuffer: 64 * 1024 * 1024,
  encoding: 'utf8',
});
const table = JSON.parse(printed) as Readonly<Record<string, Readonly<Record<string, string>>>>;
const section = ([name, entries]: readonly [string, Readonly<Record<string, string>>]): string =>
  `${JSON.stringify(name)}: {\n${Object.entries(entries)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(',\n')}\n}`;
writeFileSync(target, `{\n${Object.entries(table).map(section).join(',\n')}\n}\n`);
