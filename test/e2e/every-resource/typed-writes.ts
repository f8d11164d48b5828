import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileOutput, emitRuntimeDeclarations, ROOT } from '../../generator/corpus/compile-output.js';

/** What is written to one resource. */
export interface WrittenObject {
  /** `apps/v1/deployments`. */
  readonly key: string;
  readonly isPreview: boolean;
  readonly metadata: object;
  readonly body: object;
  /** Undefined where it has none. */
  readonly status: object | undefined;
}

/** What the compiler says of typed calls with these objects as literals, a line each; none where all of them fit. */
export async function compileWrites(objects: readonly WrittenObject[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-writes-'));
  try {
    const out = path.join(folder, 'out');
    cpSync(path.join(ROOT, 'generated'), path.join(out, 'kubernetes'), {
      recursive: true,
      filter: (source) => !/[/\\](?:dist|node_modules)$/.test(source),
    });
    writeFileSync(path.join(out, 'writes.ts'), programText(objects));
    await emitRuntimeDeclarations(path.join(folder, 'runtime'));
    return await compileOutput(out, { runtime: path.join(folder, 'runtime') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function programText(objects: readonly WrittenObject[]): string {
  const imports = objects.map(({ key, isPreview }, at) => {
    return `import * as m${at} from './kubernetes/${modulePath(key, isPreview)}.js';`;
  });
  return [
    "import type { ResourceCaller } from '@informer-gen/runtime';",
    ...imports,
    'export async function write(client: ResourceCaller): Promise<void> {',
    ...objects.flatMap((object, at) => callsText(object, `m${at}.${constantOf(object)}`)),
    '}',
    '',
  ].join('\n');
}

function callsText({ metadata, body, status }: WrittenObject, resource: string): string[] {
  const [name, whole] = [JSON.stringify(metadata), JSON.stringify({ metadata, ...body })];
  const calls = [
    `await client.create(${resource}, ${whole});`,
    `await client.apply(${resource}, ${whole}, { force: true });`,
    `await client.patch(${resource}, ${name}, { metadata: { labels: { patched: 'yes' } } });`,
    `await client.delete(${resource}, ${name}, { preconditions: { uid: 'u' }, gracePeriodSeconds: 0 });`,
  ];
  if (status === undefined) return calls;
  return [
    ...calls,
    `await client.apply(${resource}, ${JSON.stringify({ metadata, status })}, { subresource: 'status' });`,
  ];
}

/** `apps/v1/deployments` as a path below `generated/`. */
function modulePath(key: string, isPreview: boolean): string {
  const inGroup = key.split('/').length === 3 ? key : `core/${key}`;
  return isPreview ? `preview/${inGroup}` : inGroup;
}

function constantOf({ key, isPreview }: WrittenObject): string {
  const text = readFileSync(path.join(ROOT, 'generated', `${modulePath(key, isPreview)}.ts`), 'utf8');
  const [, name] = /^export const (\w+Resource):/m.exec(text) ?? [];
  if (name === undefined) throw new Error(`${key}: no constant`);
  return name;
}
