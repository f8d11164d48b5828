import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { watchInputs } from '../../../generator/cli/watch.js';
import { Workspace } from '../support/workspace.js';

describe('--watch', () => {
  it('runs at once, again after a change of an input, not after a change of the output, and goes on after a failure', async () => {
    const workspace = new Workspace({ 'crds/deep/a.yaml': 'a: 1', 'crds/generated/x.ts': '' });
    const runs = new EventEmitter();
    const stop = new AbortController();
    const said: string[] = [];
    let count = 0;
    const again = async (): Promise<number> => {
      count += 1;
      runs.emit('run');
      if (count === 2) throw new Error('broken input');
      return 0;
    };
    const terminal = {
      print: () => undefined,
      error: (line: string) => {
        said.push(line);
        if (line.startsWith('watching')) runs.emit('watching');
      },
      interactive: false,
      cwd: workspace.folder,
    };
    const watching = once(runs, 'watching');
    const ended = watchInputs(
      { crd: ['crds'], out: 'crds/generated', cwd: workspace.folder },
      again,
      terminal,
      stop.signal,
    );
    await watching;
    expect(count).toBe(1);

    const second = once(runs, 'run');
    workspace.write('crds/deep/a.yaml', 'a: 2');
    await second;

    workspace.write('crds/generated/x.ts', 'changed');
    const third = once(runs, 'run');
    workspace.write('crds/b.yaml', 'b: 1');
    await third;

    stop.abort();
    expect(await ended).toBe(0);
    expect(said).toContain('informer-gen: broken input\n');
  });
});
