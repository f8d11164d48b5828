import { createHash } from 'node:crypto';
import { configMapResource } from '@informer-gen/kubernetes/core/v1/configmaps';
import { secretResource } from '@informer-gen/kubernetes/core/v1/secrets';
import { retryOnConflict } from '@informer-gen/runtime/controller';
import { ControllerBed } from '@informer-gen/testing';
import type { ControllerBedOptions } from '@informer-gen/testing';

const CONFIGS = 8;
const NAMESPACE = 'default';
/** By then all watches have reached their timeouts, which are random, and were opened again. */
const WATCH_TIMEOUT_MS = 1_200_000;

/** What a run has left behind: everything that a test could see of it. */
export interface Trace {
  /** Every run of a reconcile, with its attempt and the virtual time. */
  readonly order: readonly string[];
  readonly requests: readonly string[];
  readonly logs: readonly unknown[];
  readonly errors: readonly string[];
  readonly objects: readonly unknown[];
}

/**
 * Runs a controller with four workers that creates, applies, fails, conflicts, waits and records events, on a bed with this seed,
 * while a test changes and deletes objects.
 */
export async function runFourWorkers(
  seed: number,
  { lastsMs = WATCH_TIMEOUT_MS, ...more }: Partial<ControllerBedOptions> & { readonly lastsMs?: number } = {},
): Promise<Trace> {
  const attempts = new Map<string, number>();
  const order: string[] = [];
  await using bed = await ControllerBed.start({
    ...more,
    seed,
    server: 'simulated',
    objects: Array.from({ length: CONFIGS }, (_, i) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `c${i}`, namespace: NAMESPACE },
      data: { at: String(i) },
    })),
    setUp: (manager) =>
      void manager
        .controller(configMapResource)
        .owns(secretResource)
        .reconcile({ workers: 4 }, async (config, { client, event, apply, log, now }) => {
          const name = config.metadata?.name ?? '';
          const at = Number(config.data?.['at']);
          const attempt = (attempts.get(name) ?? 0) + 1;
          attempts.set(name, attempt);
          order.push(`${name}, attempt ${attempt}, at ${now()}`);
          log('running', { attempt });
          if (attempt === 1)
            await client.create(secretResource, { metadata: { generateName: `${name}-`, namespace: NAMESPACE } });
          if (attempt === 2 && at % 3 === 0) throw new Error(`${name} fails once`);
          await apply(secretResource, {
            metadata: { name: `${name}-child`, namespace: NAMESPACE },
            stringData: { attempt: String(Math.min(attempt, 3)) },
          });
          if (attempt < 4) {
            // All write to one object, so that some of them conflict.
            const shared = { namespace: NAMESPACE, name: 'c0' };
            await retryOnConflict(
              () => client.get(configMapResource, shared),
              (read) => client.replace(configMapResource, { ...read, data: { ...read.data, [name]: String(attempt) } }),
              { tries: 20 },
            );
          }
          event({ type: 'Normal', reason: 'Reconciled', note: `attempt ${Math.min(attempt, 3)} of ${name}` });
          return attempt < 3 ? { requeueAfterMs: 100 + at * 7 } : undefined;
        }),
  });
  const { errors } = bed;
  for (let i = 1; i < CONFIGS; i += 2) bed.patch(configMapResource, `c${i}`, { data: { more: 'yes' } });
  await bed.idle({ withinMs: 60_000 });
  bed.delete(configMapResource, 'c3');
  bed.server.expireWatches();
  await bed.advance(5000);
  await bed.advance(lastsMs);
  const events = { group: 'events.k8s.io', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };
  return {
    order,
    requests: bed.server.requests.map(({ verb, path, query, code, bytesSent }) =>
      [verb, path, JSON.stringify(query), code, bytesSent].join(' '),
    ),
    logs: bed.logs,
    errors: errors.map(String),
    objects: [...bed.list(configMapResource), ...bed.list(secretResource), ...bed.list(events)],
  };
}

/** A short name for a trace: equal traces have equal names. */
export function nameOfTrace(trace: Trace): string {
  return createHash('sha256').update(JSON.stringify(trace)).digest('hex').slice(0, 16);
}
