import { join } from 'node:path';
import { root } from './blocks.js';
import { CONTEXT_NAMES } from './example-context.js';

/** Which module has a name: `@informer-gen/runtime` for `connect`. */
export type ModuleOf = ReadonlyMap<string, string>;

/** Types that examples name and no entry point exports, or exports as types alone. */
const TYPES = new Map([
  ['Pod', '@informer-gen/kubernetes/core/v1/pods'],
  ['Widget', './generated/example.com/v1/widgets.js'],
  ['ApiServer', '@informer-gen/testing'],
  ['ClusterSnapshot', '@informer-gen/testing'],
]);

/**
 * The text of a module that has an example as its default export: what it imports and what it takes for granted are added, and
 * `expression; // → value` becomes an assertion.
 */
export function exampleModule(example: string, moduleOf: ModuleOf): string {
  const own = example.match(/^import .+;$/gm) ?? [];
  const code = example.replaceAll(/^import .+;\n/gm, '').replace(/^export default /m, 'void ');
  const isUsed = (name: string): boolean =>
    new RegExp(`(?<![\\w'"]|(?<!\\.\\.)\\.)${name}\\b(?!['"]|:(?! [A-Z(]))`).test(code);
  const isDeclared = (name: string): boolean =>
    new RegExp(`\\b(?:const|let|using|function|class|interface) (?:\\{[^}]*\\b)?${name}\\b`).test(code);
  const wanted = (name: string): boolean => isUsed(name) && !isDeclared(name);
  const imports = [...moduleOf]
    .filter(([name]) => !TYPES.has(name) && wanted(name))
    .map(([name, module]) => `import { ${name} } from '${module}';`);
  const types = [...TYPES]
    .filter(([name]) => wanted(name))
    .map(([name, module]) => `import type { ${name} } from '${module}';`);
  const given = ['same', ...CONTEXT_NAMES.filter((name) => name !== 'same' && wanted(name))];
  return [
    ...own,
    ...imports,
    ...types,
    `import type { ExampleContext } from '${join(root, 'test/docs/example-context.js')}';`,
    `export default async function ({ ${given.join(', ')} }: ExampleContext): Promise<void> {`,
    asserted(code),
    '}',
    '',
  ].join('\n');
}

/** A statement may take several lines: it begins after the end of the one before. */
function asserted(code: string): string {
  const lines: string[] = [];
  let start = 0;
  for (const line of code.split('\n')) {
    lines.push(line);
    const marked = /^(.*);\s*\/\/ → (.+)$/.exec(line);
    if (marked) {
      const [, end = '', value = ''] = marked;
      const expression = [...lines.slice(start, -1), end].join('\n').trim();
      lines.splice(start, lines.length - start, `same(${expression}, ${value});`);
    }
    if (/(;|\}|\*\/)(\s*\/\/.*)?$/.test(line)) start = lines.length;
  }
  return lines.join('\n');
}
