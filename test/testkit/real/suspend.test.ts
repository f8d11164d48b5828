import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { suspend } from '../../../testkit/real/suspend.js';

/** A process that keeps four threads busy. */
const BUSY = `
  const { Worker } = require('node:worker_threads');
  for (let i = 0; i < 3; i += 1) new Worker('for (;;) {}', { eval: true }).once('online', () => console.log('on'));
  setInterval(() => { for (const end = Date.now() + 5; Date.now() < end; ) {} }, 6);
`;

function states(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    return /\) (\S) /.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))?.[1] ?? '';
  });
}

describe.runIf(existsSync('/proc/self/task'))('a process that is suspended', () => {
  it('has stopped with all its threads when the call returns, however busy it was', async () => {
    const child = spawn(process.execPath, ['-e', BUSY], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      for (let online = 0; online < 3;) {
        const [text] = (await once(child.stdout, 'data')) as [Buffer];
        online += text.toString().split('on').length - 1;
      }
      const { pid = 0 } = child;
      for (let time = 0; time < 50; time += 1) {
        suspend(pid);
        expect(new Set(states(pid))).toEqual(new Set(['T']));
        process.kill(pid, 'SIGCONT');
      }
    } finally {
      child.kill('SIGKILL');
    }
  });
});
