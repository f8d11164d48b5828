import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Prints the URL of every module that is loaded, and what our modules import of Node, from the thread of the hooks. */
const hooks = `
import { writeSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('node:') && context.parentURL?.includes('/runtime/src/')) writeSync(1, specifier + '\\n');
  return next(specifier, context);
}
export async function load(url, context, next) {
  writeSync(1, url + '\\n');
  return next(url, context);
}`;

/** The modules that a program loads when it imports `specifier`, as paths below the root of the repository. */
export function loadedModules(specifier: string): string[] {
  return loadedUrls(specifier)
    .filter((url) => url.startsWith('file:'))
    .map((url) => decodeURIComponent(new URL(url).pathname).slice(root.length + 1));
}

/** Node's own modules that the runtime imports then, such as `node:path`. */
export function importedBuiltIns(specifier: string): string[] {
  return [...new Set(loadedUrls(specifier).filter((url) => url.startsWith('node:')))];
}

function loadedUrls(specifier: string): string[] {
  const program = `
    import { register } from 'node:module';
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
    await import(${JSON.stringify(specifier)});`;
  const output = execFileSync(
    process.execPath,
    ['--conditions=@informer-gen/source', '--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: root, encoding: 'utf8' },
  );
  return output.split('\n');
}
