import { InformerError } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { LineReporter } from '../../../runtime/src/api/report-on-stderr.js';

function reported(error: Error): string {
  const lines: string[] = [];
  const { report } = new LineReporter((line) => void lines.push(line), new FakeClock());
  report(error, { stage: 'handler', resource: 'pods', key: 'web/a', handler: 'Counter' });
  return lines.join('');
}

function withStack(error: Error, ...frames: readonly string[]): Error {
  error.stack = [`${error.name}: ${error.message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

describe('an error that nobody takes', () => {
  it('is one line that says where and what, and in which line of the program', () => {
    const line = reported(
      withStack(
        new TypeError('no size'),
        'JSON.parse (<anonymous>)',
        'node:internal/process/task_queues:95:5',
        'parse (/app/node_modules/other/index.js:1:2)',
        'onAdd (file:///app/dist/main.js:12:7)',
        'notify (/app/node_modules/@informer-gen/runtime/dist/informer/notify.js:3:4)',
      ),
    );
    expect(line).toBe(
      'informer: handler: pods web/a handler Counter: no size (at onAdd (file:///app/dist/main.js:12:7))\n',
    );
  });

  it('names this file when this file throws', () => {
    expect(reported(new Error('mine'))).toMatch(/: mine \(at .*on-error\.test\.ts:\d+:\d+\)?\)\n$/);
  });

  it('names the first frame of a package when there is none of the program', () => {
    const error = withStack(new Error('theirs'), 'node:fs:1:2', 'read (/app/node_modules/other/index.js:1:2)');
    expect(reported(error)).toContain(': theirs (at read (/app/node_modules/other/index.js:1:2))');
  });

  it('stays one line, and takes no frame from a message', () => {
    const error = withStack(new Error('first\n    at fake (/nowhere.js:1:1)\nlast'), 'onAdd (/app/main.js:1:2)');
    const line = reported(error);
    expect(line).toMatch(/: first at fake .* last \(at onAdd \(\/app\/main\.js:1:2\)\)\n$/);
    expect(line.trimEnd()).not.toContain('\n');
  });

  it('has the line of what caused an error of ours, and none where nothing of the program did', () => {
    const cause = withStack(new Error('mine'), 'byColor (/app/main.js:1:2)');
    expect(reported(new InformerError('Stopped', 'index byColor', { cause }))).toContain('(at byColor (/app/main.js');
    expect(reported(new InformerError('Stopped', 'it has stopped'))).toMatch(/: it has stopped; see \S+#stopped\n$/);
  });
});
