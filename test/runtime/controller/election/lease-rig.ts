import type { FaultEffect } from '@informer-gen/testing';
import { FakeClient, FakeClock, settle } from '@informer-gen/testing';
import type {
  LeaderCallbacks,
  LeaderElectorOptions,
} from '../../../../runtime/src/controller/election/elector-options.js';
import { LeaderElector } from '../../../../runtime/src/controller/election/leader-elector.js';
import { LeaseLock } from '../../../../runtime/src/controller/election/lease-lock.js';
import { leaseResource } from '../../../../runtime/src/controller/election/lease-record.js';
import type { LeaseSpec } from '../../../../runtime/src/controller/election/lease-record.js';
import { WriteFence } from '../../../../runtime/src/controller/election/write-fence.js';

/** How the server answers the requests for the Lease, by verb, until the test changes it. */
export type Answers = { [verb in 'get' | 'create' | 'update']?: FaultEffect };

/** An elector on the simulated server that leads, with a fence on the same virtual clock. */
export interface LeaseRig extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly server: FakeClient;
  readonly fence: WriteFence;
  readonly elector: LeaderElector;
  readonly log: string[];
  readonly errors: string[];
  readonly stop: AbortController;
  readonly running: Promise<void>;
  /** Of the requests for the Lease. */
  answers: Answers;
  /** Signal of `onStartedLeading`. */
  leading(): AbortSignal | undefined;
  /** Changes the Lease as another process does. */
  edit(spec: LeaseSpec): void;
  holder(): string | undefined;
  isOpen(): boolean;
}

export interface LeaseRigOptions extends Partial<Omit<LeaderElectorOptions, 'callbacks'>> {
  readonly callbacks?: Partial<LeaderCallbacks>;
  readonly identity?: string;
  readonly server?: FakeClient;
}

export async function leaseRig(options: LeaseRigOptions = {}): Promise<LeaseRig> {
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock();
  const server = options.server ?? new FakeClient({ clock });
  const fence = options.fence ?? new WriteFence({ clock, readings: [() => clock.now()] });
  const [log, errors]: [string[], string[]] = [[], []];
  let answers: Answers = {};
  server.onRequest(({ verb, resource }) =>
    resource.startsWith('leases') ? answers[verb as keyof Answers] : undefined,
  );
  let leading: AbortSignal | undefined;
  const identity = options.identity ?? 'me';
  const elector = new LeaderElector({
    lock: new LeaseLock(server, { namespace: 'default', name: 'lock', identity, clock }),
    random: () => 0,
    onError: (error) => void errors.push(error.message),
    ...options,
    fence,
    clock,
    callbacks: {
      onStartedLeading: (signal) => {
        leading = signal;
        log.push('started');
      },
      onStoppedLeading: () => void log.push('stopped'),
      onNewLeader: (who) => void log.push(`leader ${who}`),
      ...options.callbacks,
    },
  });
  const stop = new AbortController();
  const running = elector.run({ signal: stop.signal });
  await settle();
  return {
    clock,
    server,
    fence,
    elector,
    log,
    errors,
    stop,
    running,
    get answers() {
      return answers;
    },
    set answers(next) {
      answers = next;
    },
    leading: () => leading,
    edit: (spec) => void server.direct.patch(leaseResource, 'lock', { spec }),
    holder: () => server.direct.get(leaseResource, 'lock')?.spec?.holderIdentity,
    isOpen: () => fence.leftMs() > 0,
    async [Symbol.asyncDispose]() {
      answers = {};
      stop.abort(new Error('over'));
      await clock.advanceAsync(20_000);
      await running;
    },
  };
}
