import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import { logOnStderr, logToConsole, logToPino, Manager, noLog } from '@informer-gen/runtime/controller';
import type { LogEntry, LogSink } from '@informer-gen/runtime/controller';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { websiteCrd, websites } from '../support/websites.js';

/** Runs a reconcile that logs and fails, with this sink. */
async function logOnce(log: LogSink): Promise<void> {
  const clock = new FakeClock();
  const client = new FakeClient({ clock, crds: [websiteCrd] });
  client.direct.create(websites, { metadata: { name: 'a', namespace: 'web' }, spec: { html: 'x' } });
  await using manager = await Manager.create({ name: 'test', client, clock, log });
  manager.controller(websites).reconcile((_site, context) => {
    context.log('working', { step: 1 });
    context.log.warn('slow');
    context.log.error(new Error('a part failed'), 'went on', { part: 'x' });
    throw new Error('failed');
  });
  const stop = new AbortController();
  const running = manager.run({ signal: stop.signal, signals: [] });
  await settle();
  stop.abort(new Error('over'));
  await running;
}

const keys = {
  controller: 'website',
  controllerGroup: 'web.acme.dev',
  controllerKind: 'Website',
  Website: { namespace: 'web', name: 'a' },
  namespace: 'web',
  name: 'a',
  reconcileID: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
};

describe('the log of a manager', () => {
  it("has controller-runtime's keys in every line of a run, and takes the errors of runs", async () => {
    const entries: LogEntry[] = [];
    await logOnce((entry) => entries.push(entry));
    expect(entries.slice(0, 4)).toEqual([
      { level: 'info', message: 'working', fields: { ...keys, step: 1 } },
      { level: 'warn', message: 'slow', fields: keys },
      {
        level: 'error',
        message: 'went on',
        fields: { ...keys, part: 'x', error: 'a part failed', stacktrace: expect.stringContaining('at ') as string },
      },
      {
        level: 'error',
        message: 'Reconciler error',
        fields: { ...keys, error: 'failed', stacktrace: expect.stringContaining('at ') as string },
      },
    ]);
    expect(new Set(entries.slice(0, 4).map(({ fields }) => fields['reconcileID'])).size).toBe(1);
  });

  it('goes to pino', async () => {
    const lines: string[] = [];
    await logOnce(
      logToPino(pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })),
    );
    const [first, , , error] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toEqual({ level: 30, ...keys, step: 1, msg: 'working' });
    expect(error).toMatchObject({ level: 50, ...keys, error: 'failed', msg: 'Reconciler error' });
  });

  it('goes to a console, or nowhere', async () => {
    const lines: unknown[][] = [];
    const note =
      (level: string) =>
      (...values: readonly unknown[]): void =>
        void lines.push([level, ...values]);
    await logOnce(logToConsole({ info: note('info'), warn: note('warn'), error: note('error') }));
    expect(lines[0]).toEqual(['info', 'working', { ...keys, step: 1 }]);
    expect(lines[1]).toEqual(['warn', 'slow', keys]);
    await logOnce(noLog);
  });

  it('is a line of JSON on stderr by default, whatever its fields hold', () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    logOnStderr({ level: 'info', message: 'made', fields: { count: 1n, circular, name: 'a' } });
    const line = String(write.mock.calls[0]?.[0]);
    write.mockRestore();
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      msg: 'made',
      count: '1',
      circular: '[object Object]',
      name: 'a',
    });
    expect(line.endsWith('\n')).toBe(true);
  });
});
