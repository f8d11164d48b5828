import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Tells the files of this project's own packages, which are no user's code even where a program has their sources. */
export class OwnPackages {
  /** By folder. */
  readonly #known = new Map<string, boolean>();

  /** Whether the package that a file is in is one of `@informer-gen/…`. */
  has(file: string): boolean {
    return this.#isOwn(path.dirname(file));
  }

  #isOwn(folder: string): boolean {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const parent = path.dirname(folder);
    const isOwn = nameIn(folder)?.startsWith('@informer-gen/') ?? (parent === folder ? false : this.#isOwn(parent));
    this.#known.set(folder, isOwn);
    return isOwn;
  }
}

/** The name of the package whose root a folder is. */
function nameIn(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { name } = JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
