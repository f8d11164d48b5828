import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Where what is built for the benchmarks goes: outside the clone. `INFORMER_GEN_CACHE` moves it. */
export function benchCache(): string {
  const base =
    process.env['INFORMER_GEN_CACHE'] ||
    join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'informer-gen');
  return join(base, 'bench');
}

/** A short hash of every file in a folder, by name and content. */
export function hashFolder(folder: string): string {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of filesIn(folder)) hash.update(relative(folder, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** A short hash of texts. */
export function hashTexts(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
}

/** Every file below a folder, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesIn(path) : [path];
    });
}

/**
 * The folder of this name in the cache, made by `fill` if it is not there. It appears whole or not at all, so two runs at
 * once, or one that is cut short, do no harm.
 */
export async function cached(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const target = join(benchCache(), name);
  if (existsSync(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  const unfinished = await mkdtemp(join(dirname(target), '.building-'));
  try {
    await fill(unfinished);
    await rename(unfinished, target).catch((error: unknown) => {
      // Another run finished first; its result is as good as ours.
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return target;
}
