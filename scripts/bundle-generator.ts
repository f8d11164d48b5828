import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from './packaging/bundle-for-node.js';
import { compileTemplate, TEMPLATE_SCOPE } from './packaging/compile-template.js';

/*
 * The last step of the generator's build: its modules in a few files, and its templates compiled. A run over a few CRDs is mostly
 * the loading of code, and Node takes about a millisecond of CPU for each module.
 *
 *     npm run build
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OUT = path.join(ROOT, 'dist/generator');

/** What is rendered without escaping, as a module of CommonJS: by name, functions from a view to a text. */
export function compiledTemplates(): string {
  const folder = path.join(ROOT, 'templates');
  const members = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.hbs') && file !== 'diff.hbs')
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const name = file.slice(0, -'.hbs'.length).split(path.sep).join('/');
      return `${JSON.stringify(name)}: ${compileTemplate(text)},\n`;
    });
  return `${TEMPLATE_SCOPE}const templates = {\n${members.join('')}};\nmodule.exports = templates;\n`;
}

async function main(): Promise<void> {
  const generator = path.join(ROOT, 'generator');
  for (const file of readdirSync(OUT)) if (/\.c?js(?:\.map)?$/.test(file)) rmSync(path.join(OUT, file));
  await bundleForNode({
    entryPoints: {
      bin: path.join(generator, 'bin.ts'),
      index: path.join(generator, 'index.ts'),
      'syntax-worker': path.join(generator, 'verify/syntax-worker.ts'),
    },
    outdir: OUT,
    // Beside the entry points: what finds files of the package looks from there.
    chunkNames: '[name]-[hash]',
  });
  writeFileSync(path.join(OUT, 'compiled-templates.cjs'), compiledTemplates());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
