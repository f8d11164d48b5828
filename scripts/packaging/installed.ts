import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The packages in a project's node_modules, nested ones too, sorted. */
export function installedPackages(project: string): string[] {
  const found: string[] = [];
  for (const entry of entriesOf(join(project, 'node_modules'))) {
    if (entry.startsWith('.')) continue;
    const names = entry.startsWith('@')
      ? entriesOf(join(project, 'node_modules', entry)).map((name) => `${entry}/${name}`)
      : [entry];
    for (const name of names) found.push(name, ...installedPackages(join(project, 'node_modules', name)));
  }
  return [...new Set(found)].sort();
}

/** Bytes of all files of a folder. */
export function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Milliseconds that importing a module takes in a new process: the median of several, beside an empty program's. */
export function importTimeMs(node: string, project: string, module: string): number {
  const code = `const t = performance.now(); await import(${JSON.stringify(module)}); console.log(performance.now() - t);`;
  const times = Array.from({ length: 7 }, () => {
    const { stdout } = spawnSync(node, ['--input-type=module', '--eval', code], { cwd: project, encoding: 'utf8' });
    return Number(stdout);
  });
  return times.sort((a, b) => a - b)[3] ?? Number.NaN;
}
