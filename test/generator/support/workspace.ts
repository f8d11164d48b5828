import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { generate } from '../../../generator/index.js';
import type { GenerateOptions, GenerateReport } from '../../../generator/index.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders for tests lie inside the repository, so that generated code finds the runtime as a user's would. */
const SCRATCH = path.join(ROOT, 'node_modules', '.cache', 'informer-gen-tests');

/** A folder with inputs and output of its own, gone after the test. */
export class Workspace {
  readonly folder: string;

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(SCRATCH, { recursive: true });
    this.folder = mkdtempSync(path.join(SCRATCH, 'w-'));
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    created.push(this);
  }

  write(file: string, text: string): void {
    const target = this.path(file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  has(file: string): boolean {
    return existsSync(this.path(file));
  }

  remove(file: string): void {
    rmSync(this.path(file), { recursive: true, force: true });
  }

  path(file: string): string {
    return path.join(this.folder, file);
  }

  /** Every file below a folder, with its text, by path relative to it. */
  tree(folder = 'generated'): Record<string, string> {
    const found: Record<string, string> = {};
    const walk = (at: string): void => {
      for (const name of readdirSync(this.path(path.join(folder, at))).sort()) {
        const file = path.posix.join(at, name);
        if (statSync(this.path(path.join(folder, file))).isDirectory()) walk(file);
        else found[file] = this.read(path.join(folder, file));
      }
    };
    if (this.has(folder)) walk('');
    return found;
  }

  generate(options: GenerateOptions = {}): Promise<GenerateReport> {
    return generate({ crd: ['crds'], cwd: this.folder, ...options });
  }
}

const created: Workspace[] = [];

afterEach(() => {
  for (const workspace of created.splice(0)) rmSync(workspace.folder, { recursive: true, force: true });
});

/** The real CRDs and OpenAPI documents, where they stand beside the repository. */
export const DATA = path.join(ROOT, '..', 'shared', 'data');

/** Whether {@link DATA} is there; says so, visibly, where it is not. */
export function hasData(): boolean {
  const there = existsSync(path.join(DATA, 'crds'));
  if (!there)
    process.stderr.write(`SKIPPED: no real CRDs at ${path.relative(ROOT, DATA)}; tests over them do not run\n`);
  return there;
}
