import { Backoff, type ErrorContext, Reflector, type ReflectorOptions } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { type Pod, pods } from './pods.js';
import { RecordingStore } from './recording-store.js';
import { type Script, ScriptedSource } from './scripted-source.js';

/** A reflector on a scripted source, on virtual time, with client-go's backoff and without jitter. */
export interface Reflecting {
  readonly source: ScriptedSource;
  readonly store: RecordingStore;
  readonly reflector: Reflector<Pod>;
  readonly clock: FakeClock;
  /** The versions that the reflector said the store has reached. */
  readonly versions: string[];
  readonly errors: { error: Error; context: ErrorContext }[];
  readonly stop: AbortController;
  readonly signal: AbortSignal;
  /** Starts `run`. */
  run(): Promise<void>;
  /** Starts one round. */
  listAndWatch(): Promise<void>;
}

export function reflecting(script: Script = {}, options: ReflectorOptions<Pod> = {}): Reflecting {
  const source = new ScriptedSource(script);
  const store = new RecordingStore();
  const clock = new FakeClock();
  const errors: Reflecting['errors'] = [];
  const versions: string[] = [];
  const random = options.random ?? ((): number => 0);
  const reflector = new Reflector<Pod>(source, store, {
    clock,
    resource: pods,
    random,
    backoff: new Backoff({ clock: options.clock ?? clock, random }),
    onError: (error, context) => void errors.push({ error, context }),
    onResourceVersion: (version) => void versions.push(version),
    ...options,
  });
  const stop = new AbortController();
  const { signal } = stop;
  return {
    source,
    store,
    reflector,
    clock,
    versions,
    errors,
    stop,
    signal,
    run: () => reflector.run({ signal }),
    listAndWatch: () => reflector.listAndWatch({ signal }),
  };
}
