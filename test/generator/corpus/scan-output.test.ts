import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeOnly, scanOutput } from './scan-output.js';

it('leaves strings and comments out of code', () => {
  expect(codeOnly("/** any */ type A = 'an\\'y' | \"any\"; // any\n")).toBe(" type A = '' | ''; \n");
});

it.each([
  ['any', 'export type A = { readonly a: any };', 'any'],
  ['a cast', 'const a = b as Widget;', 'as W'],
  ['a suppressed error', '// @ts-ignore\nconst a = 1;', '@ts-ignore'],
])('finds %s', (_, code, found) => {
  expect(scanned(code).forbidden).toEqual([`a.ts: ${found}`]);
});

it('takes no offence at fields, words and imports that look alike, and counts unknown', () => {
  const code = "import * as rt from 'x';\nexport interface A {\n  readonly any?: unknown; /* as any */\n}\n";
  expect(scanned(code)).toMatchObject({ forbidden: [], unknown: 1, files: 1 });
});

it('the lines of a resource are those of its code, without how its schema is written', () => {
  const views = 'export type AInput = rt.InputRoot<r.A, { spec: ASpecInput }>;\ntype Spec = rt.Present<r.A>;\n';
  const code =
    'const a = rt.defineResource(b);\n\nexport function aClient(caller: C): D {\n  return rt.client(caller, a);\n}\n\n';
  expect(scanned(code + views).longest.lines).toBe(4);
});

function scanned(code: string): ReturnType<typeof scanOutput> {
  const folder = mkdtempSync(path.join(tmpdir(), 'informer-gen-scan-'));
  try {
    writeFileSync(path.join(folder, 'a.ts'), code);
    return scanOutput(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
