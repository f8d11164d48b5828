import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { packagedFile } from './package-files.js';

/**
 * Keeps servers and temporary folders from outliving this process, however it ends. A separate process holds the other
 * end of a pipe; when the pipe closes, it kills and removes what is still registered.
 */
export interface Reaper {
  addProcess(pid: number): void;
  removeProcess(pid: number): void;
  addFolder(path: string): void;
  removeFolder(path: string): void;
}

let shared: Reaper | undefined;

/** The one reaper of this process, started on first use. It keeps no event loop alive. */
export function sharedReaper(): Reaper {
  shared ??= startReaper();
  return shared;
}

function startReaper(): Reaper {
  // Detached: a Ctrl-C in the terminal goes to the whole process group and must not end the reaper first.
  const child = spawn(process.execPath, [packagedFile('reaper-process.mjs')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  child.unref();
  const input: Writable & { unref?: () => void } = child.stdin;
  input.unref?.();
  // It is a safety net: where it cannot run, stop() still cleans up.
  child.on('error', () => undefined);
  input.on('error', () => undefined);
  const send = (command: string) => (argument: number | string) => {
    input.write(`${command} ${argument}\n`);
  };
  return {
    addProcess: send('+pid'),
    removeProcess: send('-pid'),
    addFolder: send('+folder'),
    removeFolder: send('-folder'),
  };
}
