import { EventEmitter, once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { watchInputs } from '../../../generator/cli/watch.js';
import type { WatchedOptions } from '../../../generator/cli/watch.js';
import { Workspace } from '../support/workspace.js';

/** Watching in a workspace, with runs that are counted. */
class Watching {
  readonly workspace: Workspace;
  readonly said: string[] = [];
  /** What each run generated from. */
  readonly runs: unknown[] = [];
  /** What reading the options gives from the second run on. */
  load: () => Promise<WatchedOptions>;
  fails = false;
  readonly #events = new EventEmitter();
  readonly #stop = new AbortController();
  readonly #ended: Promise<number>;

  constructor(workspace: Workspace, first: WatchedOptions) {
    this.workspace = workspace;
    this.load = async () => first;
    this.#ended = watchInputs({
      first,
      load: () => this.load(),
      run: async ({ crd }) => {
        this.runs.push(crd);
        this.#events.emit('run');
        if (this.fails) throw new Error('broken input');
        return 0;
      },
      terminal: {
        print: () => undefined,
        error: (line) => {
          this.said.push(line);
          if (line.startsWith('watching')) this.#events.emit('watching');
        },
        interactive: false,
        cwd: workspace.folder,
      },
      signal: this.#stop.signal,
    });
  }

  ready(): Promise<unknown> {
    return once(this.#events, 'watching');
  }

  /** Makes a change and waits for the run that it leads to. */
  async after(change: () => void): Promise<void> {
    const run = once(this.#events, 'run');
    change();
    await run;
  }

  end(): Promise<number> {
    this.#stop.abort();
    return this.#ended;
  }
}

let watching: Watching | undefined;
afterEach(async () => {
  await watching?.end();
  watching = undefined;
});

async function start(files: Record<string, string>, crd: string[], config?: string): Promise<Watching> {
  const workspace = new Workspace(files);
  const options = { crd, out: 'crds/generated', cwd: workspace.folder };
  watching = new Watching(workspace, { options, config: config && workspace.path(config) });
  await watching.ready();
  return watching;
}

/** As editors save: a new file takes the position of the old one. */
function saveByRename(workspace: Workspace, file: string, text: string): void {
  workspace.write(`${file}.new`, text);
  renameSync(workspace.path(`${file}.new`), workspace.path(file));
}

describe('--watch', () => {
  it('runs at once, again after a change of an input, not after a change of the output, and goes on after a failure', async () => {
    const watched = await start({ 'crds/deep/a.yaml': 'a: 1', 'crds/generated/x.ts': '' }, ['crds']);
    expect(watched.runs).toHaveLength(1);
    watched.fails = true;
    await watched.after(() => watched.workspace.write('crds/deep/a.yaml', 'a: 2'));
    watched.fails = false;
    watched.workspace.write('crds/generated/x.ts', 'changed');
    await watched.after(() => watched.workspace.write('crds/b.yaml', 'b: 1'));
    expect(watched.said).toContain('informer-gen: broken input\n');
    expect(watched.runs).toHaveLength(3);
    expect(await watched.end()).toBe(0);
  });

  it.each([
    ['a folder', ['crds']],
    ['a glob', ['crds/**/*.yaml']],
    ['a file', ['crds/deep/a.yaml']],
  ])('hears of every save by rename in %s', async (_, crd) => {
    const watched = await start({ 'crds/deep/a.yaml': 'a: 1' }, crd);
    for (let i = 2; i < 5; i += 1) {
      await watched.after(() => saveByRename(watched.workspace, 'crds/deep/a.yaml', `a: ${i}`));
    }
    expect(watched.runs).toHaveLength(4);
  });

  it('hears of changes in folders that came later, and in those that were replaced', async () => {
    const watched = await start({ 'crds/deep/a.yaml': 'a: 1' }, ['crds']);
    await watched.after(() => watched.workspace.write('crds/new/b.yaml', 'b: 1'));
    await watched.after(() => saveByRename(watched.workspace, 'crds/new/b.yaml', 'b: 2'));
    await watched.after(() => rmSync(watched.workspace.path('crds/deep'), { recursive: true }));
    await watched.after(() => watched.workspace.write('crds/deep/a.yaml', 'a: 2'));
    await watched.after(() => watched.workspace.write('crds/deep/a.yaml', 'a: 3'));
  });

  it('reads the config file again when that changes, and watches what it names then', async () => {
    const watched = await start({ 'crds/a.yaml': 'a: 1', 'more/b.yaml': 'b: 1', 'c.json': '{}' }, ['crds'], 'c.json');
    const { cwd } = { cwd: watched.workspace.folder };
    watched.load = async () => ({ options: { crd: ['more'], cwd }, config: watched.workspace.path('c.json') });
    await watched.after(() => saveByRename(watched.workspace, 'c.json', '{"crd": ["more"]}'));
    await watched.after(() => watched.workspace.write('more/b.yaml', 'b: 2'));
    expect(watched.runs).toEqual([['crds'], ['more'], ['more']]);
    watched.load = async () => {
      throw new Error('the config file is broken');
    };
    watched.workspace.write('c.json', '{');
    await expect.poll(() => watched.said).toContain('informer-gen: the config file is broken\n');
    watched.load = async () => ({ options: { crd: ['crds'], cwd }, config: watched.workspace.path('c.json') });
    await watched.after(() => watched.workspace.write('c.json', '{}'));
    expect(watched.runs.at(-1)).toEqual(['crds']);
  });
});
