import { spawnSync } from 'node:child_process';
import * as nodeFs from 'node:fs';
import { join, parse, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../generator/output/manifest.js';
import { realPathInside } from '../../../generator/output/real-path.js';
import { isInterrupted, recover, stageChanges, WriteError } from '../../../generator/output/transaction.js';
import type { FileChange, WriteFs } from '../../../generator/output/transaction.js';
import { ROOT } from '../corpus/compile-output.js';
import { crd, text } from '../support/crds.js';
import { Workspace } from '../support/workspace.js';

const OLD = { 'a.ts': 'old a', 'deep/b.ts': 'old b', 'deep/gone.ts': 'old gone', 'mine.txt': 'mine' };
const NEW = { 'a.ts': 'new a', 'deep/b.ts': 'new b', 'mine.txt': 'mine', 'x/y/c.ts': 'new c' };
const CHANGES: readonly FileChange[] = [
  { path: 'a.ts', text: 'new a' },
  { path: 'deep/b.ts', text: 'new b' },
  { path: 'x/y/c.ts', text: 'new c' },
  { path: 'deep/gone.ts', text: undefined },
];

function applyChanges(out: string, changes: readonly FileChange[], fs?: WriteFs): void {
  stageChanges(out, changes, fs).commit();
}

function start(): Workspace {
  return new Workspace(
    Object.fromEntries(Object.entries(OLD).map(([file, content]) => [`generated/${file}`, content])),
  );
}

/** Real calls until the given one; then that one fails, and, for a process that dies, every later one too. */
function failingAt(call: number, mode: 'error' | 'death'): WriteFs & { calls: number } {
  const state = { calls: 0 };
  const changing = ['mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'writeFileSync'] as const;
  const wrapped = Object.fromEntries(
    changing.map((name) => [
      name,
      (...args: unknown[]): unknown => {
        state.calls += 1;
        const fails = mode === 'death' ? state.calls >= call : state.calls === call;
        if (fails) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return (nodeFs[name] as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return Object.defineProperty({ ...nodeFs, ...wrapped }, 'calls', { get: () => state.calls }) as unknown as WriteFs & {
    calls: number;
  };
}

describe('writing', () => {
  it('makes all changes and leaves nothing else behind', () => {
    const workspace = start();
    applyChanges(workspace.path('generated'), CHANGES);
    expect(workspace.tree()).toEqual(NEW);
  });

  it('leaves the old output whole when any single step fails, as on a full disk', () => {
    const counter = failingAt(Number.POSITIVE_INFINITY, 'error');
    applyChanges(start().path('generated'), CHANGES, counter);
    expect(counter.calls).toBeGreaterThan(10);
    let failures = 0;
    for (let call = 1; call <= counter.calls; call += 1) {
      const workspace = start();
      try {
        applyChanges(workspace.path('generated'), CHANGES, failingAt(call, 'error'));
      } catch (error) {
        failures += 1;
        if (error instanceof WriteError) {
          expect(workspace.tree()).toEqual(OLD);
          continue;
        }
      }
      // Past the last move only the put-aside files are left to remove: the next run does that.
      recoverWithNew(workspace);
    }
    expect(failures).toBeGreaterThan(8);
  });

  it('says so, and keeps what the next run needs, when the old output cannot be put back', () => {
    const workspace = start();
    const out = workspace.path('generated');
    let disk: 'good' | 'bad' = 'good';
    const renameSync = (from: string, to: string): void => {
      if (to === join(out, 'x')) disk = 'bad';
      if (disk === 'bad') throw new Error('EIO: i/o error');
      nodeFs.renameSync(from, to);
    };
    expect(() => applyChanges(out, CHANGES, { ...nodeFs, renameSync: renameSync as WriteFs['renameSync'] })).toThrow(
      /^EIO: i\/o error; what was changed stays until the next run: EIO: i\/o error$/,
    );
    expect(isInterrupted(out)).toBe(true);
    recover(out);
    expect(workspace.tree()).toEqual(OLD);
  });

  it('leaves the old output whole for the next run when the process dies at any step', () => {
    const counter = failingAt(Number.POSITIVE_INFINITY, 'death');
    applyChanges(start().path('generated'), CHANGES, counter);
    for (let call = 1; call <= counter.calls; call += 1) {
      const workspace = start();
      try {
        applyChanges(workspace.path('generated'), CHANGES, failingAt(call, 'death'));
      } catch {
        // As if the process were gone.
      }
      recover(workspace.path('generated'));
      const tree = workspace.tree();
      expect([OLD, NEW]).toContainEqual(tree);
    }
  });

  it('undoes a folder that was new as a whole, but for what others have put there since', () => {
    const workspace = start();
    const out = workspace.path('generated');
    const renameSync = (from: string, to: string): void => {
      nodeFs.renameSync(from, to);
      if (to === join(out, 'x')) nodeFs.writeFileSync(join(out, 'x/y/theirs.txt'), 'theirs');
      if (to === join(out, 'z.ts')) throw new Error('EIO: i/o error');
    };
    const changes = [...CHANGES, { path: 'x/d.ts', text: 'new d' }, { path: 'z.ts', text: 'new z' }];
    expect(() => applyChanges(out, changes, { ...nodeFs, renameSync: renameSync as WriteFs['renameSync'] })).toThrow(
      /^nothing was changed: EIO/,
    );
    expect(workspace.tree()).toEqual({ ...OLD, 'x/y/theirs.txt': 'theirs' });
  });

  it('leaves the old output whole when staged changes are given up', () => {
    const workspace = start();
    const staged = stageChanges(workspace.path('generated'), CHANGES);
    expect(workspace.tree()).toMatchObject(OLD);
    staged.discard();
    expect(workspace.tree()).toEqual(OLD);
  });

  it('refuses paths that lead out of the folder', () => {
    const workspace = start();
    for (const path of ['../x.ts', '/etc/x.ts', 'a/../../x.ts', 'a\\..\\x.ts', '', './a.ts', 'C:/x.ts']) {
      expect(() => applyChanges(workspace.path('generated'), [{ path, text: 'x' }])).toThrow(
        /leads out of the output folder/,
      );
    }
    expect(workspace.tree()).toEqual(OLD);
  });

  it('is marked while it moves files, so that a process that is killed at any step leaves no unmarked mix', async () => {
    const bundle = await killedWriter();
    const outcomes = new Set<string>();
    for (let call = 1; !outcomes.has('done'); call += 1) {
      const workspace = start();
      const out = workspace.path('generated');
      const { signal, status } = spawnSync(process.execPath, [bundle.path('writer.mjs'), out, String(call)]);
      expect(signal === 'SIGKILL' || status === 0).toBe(true);
      const tree = withoutStage(workspace);
      const whole = isDeepStrictEqual(tree, OLD) || isDeepStrictEqual(tree, NEW);
      const interrupted = isInterrupted(out);
      expect({ call, mixed: !whole && !interrupted }).toEqual({ call, mixed: false });
      outcomes.add(signal === null ? 'done' : interrupted ? 'marked' : 'killed');
      recover(out);
      expect([OLD, NEW]).toContainEqual(workspace.tree());
      expect(isInterrupted(out)).toBe(false);
    }
    expect(outcomes).toEqual(new Set(['killed', 'marked', 'done']));
  }, 60_000);

  it('leaves the staging folder of another run alone that began a moment before', () => {
    const workspace = start();
    const out = workspace.path('generated');
    const stage = join(out, '.informer-gen.tmp');
    const fs: WriteFs = {
      ...nodeFs,
      // Between our look at the folder and our own making of it.
      mkdirSync: ((folder: string, options?: nodeFs.MakeDirectoryOptions) => {
        if (folder === stage) {
          nodeFs.mkdirSync(stage);
          nodeFs.writeFileSync(join(stage, 'old-0'), 'put aside by the other');
        }
        return nodeFs.mkdirSync(folder, options);
      }) as WriteFs['mkdirSync'],
    };
    expect(() => applyChanges(out, CHANGES, fs)).toThrow(/nothing was changed: another run is writing to this folder/);
    expect(nodeFs.readFileSync(join(stage, 'old-0'), 'utf8')).toBe('put aside by the other');
    nodeFs.rmSync(stage, { recursive: true });
    expect(workspace.tree()).toEqual(OLD);
  });

  it('does not undo half of a run that ended, when it is killed while it cleans up', () => {
    const workspace = start();
    const out = workspace.path('generated');
    const fs: WriteFs = {
      ...nodeFs,
      rmSync: (file, options) => {
        if (options?.recursive !== true) return nodeFs.rmSync(file, options);
        // Some of what was put aside is gone when the process dies.
        nodeFs.rmSync(`${String(file)}/old-1`);
        throw new Error('killed');
      },
    };
    expect(() => applyChanges(out, CHANGES, fs)).toThrow('killed');
    recover(out);
    expect(workspace.tree()).toEqual(NEW);
  });

  it('refuses to write while another run does', () => {
    const workspace = start();
    workspace.write('generated/.informer-gen.tmp/pid', String(process.ppid));
    expect(() => applyChanges(workspace.path('generated'), CHANGES)).toThrow(/another run/);
  });
});

describe('a link inside the output folder', () => {
  /** A folder outside of the output, which `link` inside of it leads to. */
  function linked(files: Record<string, string>): Workspace {
    const workspace = new Workspace({ 'generated/a.ts': 'old a', 'outside/keep.ts': 'keep', ...files });
    nodeFs.symlinkSync(workspace.path('outside'), workspace.path('generated/link'));
    return workspace;
  }

  it.each([
    ['planting a file', { path: 'link/new.ts', text: 'planted' }],
    ['planting a file deeper', { path: 'link/deep/new.ts', text: 'planted' }],
    ['replacing a file', { path: 'link/keep.ts', text: 'planted' }],
    ['removing a file', { path: 'link/keep.ts', text: undefined }],
  ])('is not good for %s outside', (_, change) => {
    const workspace = linked({});
    const failed = (): void => applyChanges(workspace.path('generated'), [{ path: 'a.ts', text: 'new a' }, change]);
    expect(failed).toThrow(/nothing was changed: .*link out of the output folder/);
    expect(workspace.tree('outside')).toEqual({ 'keep.ts': 'keep' });
    expect(workspace.read('generated/a.ts')).toBe('old a');
  });

  it.each([
    ['removes', { path: 'link/keep.ts', created: true, replaced: false }],
    ['plants', { path: 'link/keep.ts', created: true, replaced: true }],
  ])('a hostile journal %s nothing outside', (_, step) => {
    const workspace = linked({
      'generated/.informer-gen.tmp/journal.json': JSON.stringify([step]),
      ...(step.replaced && { 'generated/.informer-gen.tmp/old-0': 'planted' }),
    });
    expect(() => recover(workspace.path('generated'))).toThrow(WriteError);
    expect(workspace.tree('outside')).toEqual({ 'keep.ts': 'keep' });
  });

  it('a hostile manifest removes nothing outside', async () => {
    const workspace = linked({ 'crds/a.json': text(crd()) });
    workspace.remove('generated/a.ts');
    const files = { '': {}, 'link/': { 'keep.ts': contentHash('keep') } };
    const manifest = { generator: 'informer-gen', fingerprint: '', inputs: ['crd ../crds'], resources: {}, files };
    workspace.write('generated/.informer-gen.json', JSON.stringify(manifest));
    await expect(workspace.generate()).rejects.toThrow(/link out of the output folder/);
    expect(workspace.tree('outside')).toEqual({ 'keep.ts': 'keep' });
  });

  it('in the position of the folder for new files is refused', () => {
    const workspace = new Workspace({ 'generated/a.ts': 'old a', 'outside/journal.json': '[]' });
    nodeFs.symlinkSync(workspace.path('outside'), workspace.path('generated/.informer-gen.tmp'));
    expect(() => applyChanges(workspace.path('generated'), [{ path: 'a.ts', text: 'new' }])).toThrow(WriteError);
    expect(workspace.tree('outside')).toEqual({ 'journal.json': '[]' });
  });

  it.each(['{', '{}', '[{"path": 5}]', '[{"path": "../x", "created": true, "replaced": false}]'])(
    'a journal that is %s is an error that says what to do',
    (journal) => {
      const workspace = new Workspace({ 'generated/.informer-gen.tmp/journal.json': journal });
      expect(() => recover(workspace.path('generated'))).toThrow(/cannot be undone .* remove /);
    },
  );
});

describe('a file system without a place for folders', () => {
  it.skipIf(!nodeFs.existsSync('/proc/self'))('is an error, at once', () => {
    expect(() => applyChanges('/proc/informer-gen/generated', [{ path: 'a.ts', text: 'a' }])).toThrow(
      /^nothing was changed: ENOENT/,
    );
  });
});

describe('the root of a file system', () => {
  it('is a folder as any other: what is below it is no link out of it', () => {
    const root = parse(ROOT).root;
    const inside = relative(root, join(ROOT, 'package.json'));
    expect(realPathInside(root, inside, nodeFs)).toBe(join(root, inside));
  });
});

/** A program that makes the changes and kills itself at one of its calls. */
async function killedWriter(): Promise<Workspace> {
  const workspace = new Workspace();
  // `undefined` is not JSON: what is to be removed has no text.
  const contents = `
    import * as fs from 'node:fs';
    import { stageChanges } from './generator/output/transaction.ts';
    const [out, call] = process.argv.slice(2);
    let calls = 0;
    const names = ['mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'writeFileSync'];
    const killing = names.map((name) => [name, (...args) => {
      calls += 1;
      if (calls === Number(call)) process.kill(process.pid, 'SIGKILL');
      return fs[name](...args);
    }]);
    stageChanges(out, ${JSON.stringify(CHANGES)}, { ...fs, ...Object.fromEntries(killing) }).commit();
  `;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: workspace.path('writer.mjs'),
  });
  return workspace;
}

function withoutStage(workspace: Workspace): Record<string, string> {
  const entries = Object.entries(workspace.tree()).filter(([file]) => !file.startsWith('.informer-gen.tmp/'));
  return Object.fromEntries(entries);
}

function recoverWithNew(workspace: Workspace): void {
  recover(workspace.path('generated'));
  expect([OLD, NEW]).toContainEqual(workspace.tree());
}

describe('an output that cannot be a folder', () => {
  it.each([
    ['a file', 'generated', {}],
    ['a file, and only checked', 'generated', { check: true }],
    ['below a file', 'generated/deep/er', {}],
  ])('is refused with a word where it is %s', async (_, out, options) => {
    const workspace = new Workspace({ 'crds/a.json': text(crd()), generated: 'mine' });
    await expect(workspace.generate({ ...options, out })).rejects.toThrow(/generated is not a folder: move it away/);
    expect(workspace.read('generated')).toBe('mine');
  });
});
