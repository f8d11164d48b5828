import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { Project } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { loadOxcParser } from '../../../generator/verify/oxc-syntax.js';
import type { FileText, FindSyntaxError } from '../../../generator/verify/syntax.js';
import { loadTypeScriptParser } from '../../../generator/verify/typescript-syntax.js';
import { ROOT } from '../corpus/compile-output.js';

const OUTPUT = path.join(ROOT, 'examples/controller/generated');
const outputs: readonly FileText[] = readdirSync(OUTPUT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ path: file, text: readFileSync(path.join(OUTPUT, file), 'utf8') }));

/** Both parsers, or a failure that says why the comparison is void. */
function parsers(): { readonly oxc: FindSyntaxError; readonly typescript: FindSyntaxError } {
  const oxc = loadOxcParser();
  if (oxc === undefined) throw new Error('oxc-parser is not installed here');
  return { oxc, typescript: loadTypeScriptParser() };
}

/**
 * Ways in which a bug of the generator would break its output: what is cut off, left out, or leaves its string or comment.
 * Not a line break alone: after `export type` TypeScript refuses one that oxc allows.
 */
const inserted = ['{', '}', '(', ')', "'", '`', '"', '*/', '/*', '//', '\\', ';', ':', '|', '<', '=', '${'];
const broken = fc
  .record({
    file: fc.constantFrom(...outputs),
    at: fc.nat({ max: 20_000 }),
    without: fc.nat({ max: 40 }),
    text: fc.constantFrom('', ...inserted),
  })
  .map(({ file, at, without, text }): FileText => {
    const from = at % file.text.length;
    return { path: file.path, text: file.text.slice(0, from) + text + file.text.slice(from + without) };
  });

/** TypeScript leaves some rules of grammar to its checker, such as a constant without a value. */
function isRefusedByChecker({ text }: FileText): boolean {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true, noResolve: true } });
  return project.getProgram().getSemanticDiagnostics(project.createSourceFile('broken.ts', text)).length > 0;
}

describe('oxc-parser and the parser of TypeScript', () => {
  it('both accept what is generated', () => {
    const { oxc, typescript } = parsers();
    expect(outputs.length).toBeGreaterThan(10);
    expect(outputs.flatMap((file) => [oxc(file) ?? [], typescript(file) ?? []].flat())).toEqual([]);
  });

  it('agree on outputs that are broken in any way', () => {
    const { oxc, typescript } = parsers();
    fc.assert(
      fc.property(broken, (file) => {
        const [ours, theirs] = [oxc(file), typescript(file)];
        if (theirs !== undefined) expect(ours).toBeDefined();
        else if (ours !== undefined) expect(isRefusedByChecker(file), ours).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  }, 60_000);

  it.each([
    ['a line break in a string', "export const a = 'b\nc';\n"],
    ['a description that leaves its comment', '/** a */ b */\nexport const a = 1;\n'],
    ['a line separator in a regular expression', 'export const a = /b\u2028/;\n'],
    ['a property that is no identifier', 'export interface A {\n  readonly b-c: string;\n}\n'],
    ['a keyword as the name of a constant', 'export const class = 1;\n'],
  ])('both refuse %s', (_, text) => {
    const { oxc, typescript } = parsers();
    expect(oxc({ path: 'a.ts', text })).toBeDefined();
    expect(typescript({ path: 'a.ts', text })).toBeDefined();
  });

  it('name the file and the line', () => {
    const { oxc, typescript } = parsers();
    const file = {
      path: 'v1/widgets.ts',
      text: 'export interface Widget {\n  readonly size: string;\n  readonly kind: );\n}\n',
    };
    expect(oxc(file)).toMatch(/^v1\/widgets\.ts, line 3: /);
    expect(typescript(file)).toMatch(/^v1\/widgets\.ts, line 3: /);
  });
});
