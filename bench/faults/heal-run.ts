import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { kubeconfigText } from '@informer-gen/testing';
import { applyFault } from '../../test/faults/schedules/world/apply-fault.js';
import type { FaultTargets } from '../../test/faults/schedules/world/fault-targets.js';
import { USER } from '../../test/faults/schedules/world/reader-access.js';
import { WIDGET_GROUP } from '../../test/faults/schedules/world/widget-crd.js';
import type { WriteClient } from '../../test/faults/schedules/write/write-client.js';
import { Contender } from './contender.js';
import type { ContenderName, ContenderTask } from './contender.js';
import type { NamedFault } from './named-faults.js';
import { SteadyWriter } from './steady-writer.js';

/** What one contender made of one fault. */
export interface Healing {
  readonly contender: ContenderName;
  /**
   * From the end of the fault, when the server takes writes again, until the handler was told of an object that was made
   * then; undefined if it never was.
   */
  readonly healMs: number | undefined;
  /** The part of the writes acknowledged meanwhile that the handler was never told of. */
  readonly coalesced: number;
  /** Its process still ran. */
  readonly survived: boolean;
}

/** Where the faults are done. */
export interface HealStage {
  readonly targets: FaultTargets;
  readonly client: WriteClient;
  /** For kubeconfigs. */
  readonly folder: string;
}

const WRITES_PER_SECOND = 20;
const SYNC_MS = 60_000;
const HEAL_MS = 120_000;
/** Events on their way may arrive, so that they do not count as never told. */
const LAST_EVENTS_MS = 1000;
let runs = 0;

/** Sends all contenders through one fault at the same time: the same servers, connections cut in the same moment. */
export async function healRun(
  { targets, client, folder }: HealStage,
  fault: NamedFault,
  names: readonly ContenderName[],
): Promise<readonly Healing[]> {
  runs += 1;
  const [server] = targets.servers;
  const namespace = await server.createNamespace('table');
  const plural = fault.plural ?? 'configmaps';
  const group = plural === 'widgets' ? WIDGET_GROUP : '';
  const kubeconfigPath = join(folder, `kubeconfig-${runs}`);
  const { ended, passed } = targets.network;
  const url = fault.via === 'server' ? server.url : `https://127.0.0.1:${(fault.via === 'wire' ? passed : ended).port}`;
  await writeFile(
    kubeconfigPath,
    kubeconfigText({ url, caPem: server.caPem, credentials: { token: server.tokenFor(USER) } }),
  );
  const writer = new SteadyWriter(client, { group, plural, namespace });
  const contenders = await startAll(names, { kubeconfigPath, group, plural, namespace });
  const stop = new AbortController();
  try {
    await seenByAll(contenders, (await writer.create('before')).key);
    const writing = writer.run(WRITES_PER_SECOND, stop.signal);
    await delay(1000);
    const beganAt = performance.now();
    await applyFault(targets, fault.fault);
    const { key: fresh, sentAt: endedAt } = await writer.create('fresh');
    const healings = await Promise.all(
      contenders.map(async (contender) => {
        const seenAt = await contender.sees(fresh, HEAL_MS);
        await delay(LAST_EVENTS_MS);
        return healingOf(contender, { writer, beganAt, endedAt, seenAt });
      }),
    );
    stop.abort();
    await writing;
    return healings;
  } finally {
    stop.abort();
    for (const contender of contenders) await contender[Symbol.asyncDispose]();
  }
}

async function startAll(names: readonly ContenderName[], task: ContenderTask): Promise<readonly Contender[]> {
  const contenders = await Promise.all(names.map((name) => Contender.start(name, task)));
  const giveUpAt = performance.now() + SYNC_MS;
  while (contenders.some(({ synced }) => !synced)) {
    if (performance.now() > giveUpAt) {
      const late = contenders.filter(({ synced }) => !synced).map(({ name, log }) => `${name}: ${log}`);
      for (const contender of contenders) await contender[Symbol.asyncDispose]();
      throw new Error(`did not sync: ${late.join('\n')}`);
    }
    await delay(20);
  }
  return contenders;
}

async function seenByAll(contenders: readonly Contender[], key: string): Promise<void> {
  for (const contender of contenders) {
    if ((await contender.sees(key, SYNC_MS)) === undefined) throw new Error(`${contender.name} sees nothing`);
  }
}

function healingOf(
  contender: Contender,
  run: { writer: SteadyWriter; beganAt: number; endedAt: number; seenAt: number | undefined },
): Healing {
  const { writer, beganAt, endedAt, seenAt } = run;
  const meanwhile = writer.acknowledged.filter(({ at }) => at >= beganAt && at <= (seenAt ?? Infinity));
  const untold = meanwhile.filter(({ key, resourceVersion }) => !contender.hasSeen(key, resourceVersion));
  return {
    contender: contender.name,
    healMs: seenAt === undefined ? undefined : Math.max(0, seenAt - endedAt),
    coalesced: meanwhile.length === 0 ? 0 : untold.length / meanwhile.length,
    survived: contender.alive,
  };
}
