import * as nodeFs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recover, stageChanges, WriteError } from '../../../generator/output/transaction.js';
import type { FileChange, WriteFs } from '../../../generator/output/transaction.js';
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
  return new Workspace(Object.fromEntries(Object.entries(OLD).map(([file, text]) => [`generated/${file}`, text])));
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

  it('refuses to write while another run does', () => {
    const workspace = start();
    workspace.write('generated/.informer-gen.tmp/pid', String(process.ppid));
    expect(() => applyChanges(workspace.path('generated'), CHANGES)).toThrow(/another run/);
  });
});

function recoverWithNew(workspace: Workspace): void {
  recover(workspace.path('generated'));
  expect([OLD, NEW]).toContainEqual(workspace.tree());
}
