import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { apiServerAvailable } from '../../setup/api-server.js';
import { sendRequest } from '../../../testkit/real/request.js';

interface Started {
  readonly url: string;
  readonly etcdUrl: string;
  readonly kubeconfigPath: string;
}

/** Starts a server in another process, kills that process with `signal`, and says where the server was. */
async function startAndKill(signal: NodeJS.Signals): Promise<Started> {
  const program = fileURLToPath(new URL('orphan-parent.ts', import.meta.url));
  const parent = spawn(process.execPath, ['--conditions=@informer-gen/source', '--import', 'tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => parent.once('exit', resolve));
  for await (const line of createInterface({ input: parent.stdout })) {
    const started = JSON.parse(line) as Started;
    expect(existsSync(started.kubeconfigPath)).toBe(true);
    await expect(sendRequest(`${started.etcdUrl}/health`)).resolves.toMatchObject({ status: 200 });
    parent.kill(signal);
    await ended;
    return started;
  }
  throw new Error('the process ended without starting a server');
}

async function isGone(url: string): Promise<boolean> {
  return await sendRequest(url, { timeoutMs: 1_000 }).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  );
}

describe.skipIf(!apiServerAvailable)('a process that ends without stopping its API server', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'leaves no server and no folder behind after %s',
    async (signal) => {
      const started = await startAndKill(signal);

      await expect.poll(async () => await isGone(started.url), { timeout: 10_000 }).toBe(true);
      await expect.poll(async () => await isGone(started.etcdUrl), { timeout: 10_000 }).toBe(true);
      await expect.poll(() => existsSync(dirname(started.kubeconfigPath)), { timeout: 10_000 }).toBe(false);
    },
    60_000,
  );
});
