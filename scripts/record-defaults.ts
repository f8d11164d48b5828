/**
 * `npm run record:defaults`: makes testkit/simulated/builtin/builtin-tables.json and builtin-printing.json again. The Go types come from the
 * modules that the API server is built of, the defaults from objects that a real server is asked to create in a trial,
 * the columns of tables from its lists.
 * Prints the fields whose default depends on something: rules in testkit/simulated/builtin/ care for these.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startApiServer } from '@informer-gen/testing';
import { roundTrip } from '../testkit/simulated/builtin/go-codec.js';
import type { BuiltinTables, PrintingTables } from '../testkit/simulated/builtin/tables.js';
import type { JsonObject } from '../testkit/simulated/objects/api-object.js';
import { recordColumns } from './record-defaults/columns.js';
import { observe, settledDefaults } from './record-defaults/observe.js';
import type { Observation } from './record-defaults/observe.js';
import { SAMPLES } from './record-defaults/samples.js';

const root = resolve(import.meta.dirname, '..');
const file = join(root, 'testkit/simulated/builtin/builtin-tables.json');
const printing = join(root, 'testkit/simulated/builtin/builtin-printing.json');

const described = JSON.parse(
  execFileSync('go', ['run', join(root, 'scripts/describe-types/main.go')], {
    cwd: join(root, 'testkit/real/go'),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }),
) as Pick<BuiltinTables, 'kinds' | 'structs'> & Pick<PrintingTables, 'layouts'>;
const { layouts, ...types } = described;
// The codec reads the table, so that it has to be there without defaults first.
rmSync(file, { force: true });
write(file, { ...types, defaults: {} });

await using server = await startApiServer({ audit: false });
const observations: Observation[] = [];
for (const { path, body } of SAMPLES) {
  const { status, text } = await server.request(`${path}?dryRun=All`, { method: 'POST', body });
  if (status !== 201) {
    console.error(`${path}: ${status} ${text}`);
    process.exitCode = 1;
    continue;
  }
  const answered = JSON.parse(text) as JsonObject & { readonly apiVersion: string; readonly kind: string };
  const struct =
    described.kinds[`${answered.apiVersion.includes('/') ? '' : '/'}${answered.apiVersion}/${answered.kind}`];
  if (struct === undefined) throw new Error(`no Go type of ${answered.apiVersion} ${answered.kind}`);
  observe(struct, roundTrip(struct, body).object, answered, observations);
}
const { defaults, conditional } = settledDefaults(observations.filter(({ struct }) => !struct.startsWith('meta/')));
const columns = await recordColumns((path, options) => server.request(path, options));
write(file, { ...types, defaults: withoutTypeMeta(defaults) });
write(printing, { columns, layouts });
console.log(`Fields whose default depends on something:\n${conditional.map((line) => `  ${line}`).join('\n')}`);

function write(to: string, tables: BuiltinTables | PrintingTables): void {
  const section = (entries: Readonly<Record<string, unknown>>): string =>
    Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const sections = Object.entries(tables).map(
    ([name, entries]) => `"${name}": {\n${section(entries as Readonly<Record<string, unknown>>)}\n}`,
  );
  writeFileSync(to, `{\n${sections.join(',\n')}\n}\n`);
}

/** `kind` and `apiVersion` of whole objects are no defaults: the server writes them by its own knowledge. */
function withoutTypeMeta(
  all: Readonly<Record<string, Record<string, unknown>>>,
): Record<string, Record<string, unknown>> {
  const whole = new Set(Object.values(described.kinds));
  return Object.fromEntries(
    Object.entries(all)
      .map(([struct, { kind: _kind, apiVersion: _apiVersion, ...fields }]) => {
        return [struct, whole.has(struct) ? fields : (all[struct] ?? {})] as const;
      })
      .filter(([, fields]) => Object.keys(fields).length > 0),
  );
}
