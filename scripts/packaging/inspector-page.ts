import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const page = join(root, 'runtime/page');

/** The module that holds the page of the inspector: where it belongs, and its text. */
export async function inspectorPage(): Promise<{ readonly path: string; readonly text: string }> {
  const { outputFiles } = await build({
    entryPoints: [join(page, 'app.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  // Not minified for older browsers: it would take light-dark() apart.
  const css = await transform(readFileSync(join(page, 'app.css'), 'utf8'), { loader: 'css', minifyWhitespace: true });
  const html = readFileSync(join(page, 'index.html'), 'utf8');
  const icon = readFileSync(join(page, 'icon.svg'), 'utf8');
  const text = [
    '// Made from runtime/page by `npm run inspector:page`. Do not edit.',
    `export const html: string = ${JSON.stringify(html)};`,
    `export const icon: string = ${JSON.stringify(icon)};`,
    `export const style: string = ${JSON.stringify(css.code)};`,
    `export const script: string = ${JSON.stringify(outputFiles[0]?.text ?? '')};`,
    '',
  ].join('\n');
  return { path: join(root, 'runtime/src/inspect/page/assets.ts'), text };
}
