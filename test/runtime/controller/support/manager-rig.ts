import type { ManagerOptions } from '@informer-gen/runtime/controller';
import { Manager } from '@informer-gen/runtime/controller';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';

/** A manager on the simulated server, by a virtual clock. */
export interface ManagerRig extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly server: FakeClient;
  readonly manager: Manager;
  readonly log: string[];
  readonly errors: string[];
  readonly stop: AbortController;
  /** Starts it and lets it come to rest. */
  start(): Promise<void>;
  running(): Promise<void>;
}

export const electionTimes = { namespace: 'default', identity: 'me' };

export async function rig(options: Partial<ManagerOptions> = {}, server?: FakeClient): Promise<ManagerRig> {
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock();
  const cluster = server ?? new FakeClient({ clock });
  const [log, errors]: [string[], string[]] = [[], []];
  const onError = (error: Error): void => void errors.push(error.message);
  const manager = await Manager.create({ name: 'test', client: cluster, onError, ...options, clock });
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    clock,
    server: cluster,
    manager,
    log,
    errors,
    stop,
    async start() {
      running = manager.run({ signal: stop.signal, signals: [] });
      running.catch(() => {});
      await settle();
    },
    running: () => running,
    async [Symbol.asyncDispose]() {
      stop.abort(new Error('over'));
      await running.catch(() => {});
      await manager[Symbol.asyncDispose]();
    },
  };
}
