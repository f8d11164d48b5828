import { readdirSync, statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import path from 'node:path';

const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git']);

/**
 * Watches files and folders by watching folders alone, one by one. What a watcher of a file knows ends with the file: after
 * a save that writes a new file and renames it, as editors do, it would hear nothing more, and the recursive watcher of
 * Node 20 on Linux is made of such ones.
 */
export class TreeWatcher {
  readonly #changed: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  #roots: readonly string[] = [];
  #ignored = '';

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches these files and folders, with all below, and nothing else. `ignored`: a folder whose changes do not count. */
  watch(roots: readonly string[], ignored: string): void {
    this.#roots = roots;
    this.#ignored = ignored;
    this.#update();
  }

  close(): void {
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  /** Brings the watched folders in line with those that are there. */
  #update(): void {
    // The folder around a root tells when the root itself is replaced.
    const wanted = new Set(this.#roots.flatMap((root) => [path.dirname(root), ...this.#foldersIn(root)]));
    for (const [folder, watcher] of this.#folders) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const folder of wanted) if (!this.#folders.has(folder)) this.#add(folder);
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => this.#event(name === null ? folder : path.join(folder, name)));
      watcher.on('error', () => this.#forget(folder, watcher));
      this.#folders.set(folder, watcher);
    } catch {
      // Gone already: the folder around it tells when it comes back.
    }
  }

  #forget(folder: string, watcher: FSWatcher): void {
    watcher.close();
    if (this.#folders.get(folder) === watcher) this.#folders.delete(folder);
  }

  #event(file: string): void {
    if (isAtOrBelow(file, this.#ignored) || !this.#roots.some((root) => isAtOrBelow(file, root))) return;
    // A folder that was replaced has its old name and a watcher that hears nothing.
    for (const [folder, watcher] of this.#folders) if (isAtOrBelow(folder, file)) this.#forget(folder, watcher);
    this.#update();
    this.#changed();
  }

  #foldersIn(root: string): string[] {
    if (isAtOrBelow(root, this.#ignored)) return [];
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    try {
      const entries = readdirSync(root, { withFileTypes: true });
      const below = entries.filter((entry) => entry.isDirectory() && !IGNORED.has(entry.name));
      return [root, ...below.flatMap((entry) => this.#foldersIn(path.join(root, entry.name)))];
    } catch {
      return [];
    }
  }
}

function isAtOrBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder + path.sep);
}
