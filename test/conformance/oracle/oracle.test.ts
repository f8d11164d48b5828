import type { DeletedObject, ResourceEventHandler } from '@informer-gen/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiServerAvailable } from '../../setup/api-server.js';
import { type ConfigMap, configMaps } from '../servers/objects.js';
import { startRealServer } from '../servers/real-server.js';
import { RunningInformer } from '../servers/running-informer.js';
import type { ServerUnderTest } from '../servers/server-under-test.js';
import { startSimulatedServer } from '../servers/simulated-server.js';
import { addEvent, deleteEvent, type HandlerEvent, updateEvent } from '../support/handler-event.js';
import { oracleProgram } from './program.js';
import { checkAgainstLog, finalStates, type Written } from './check-history.js';
import { Oracle } from './oracle.js';
import { labelSelector, randomFrom, ScriptedWriter } from './scripted-writer.js';

/** The other side is another process with backoffs of its own: it is looked at until it is there. */
async function eventually(condition: () => boolean, what: () => string): Promise<void> {
  const giveUpAt = performance.now() + 90_000;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error(`did not happen: ${what()}`);
    await delay(10);
  }
}

function recordInto(events: HandlerEvent[]): ResourceEventHandler<ConfigMap> {
  return {
    onAdd: (object: ConfigMap, initial: boolean) => void events.push(addEvent(object, initial)),
    onUpdate: (before: ConfigMap, after: ConfigMap) => void events.push(updateEvent(before, after)),
    onDelete: (deleted: DeletedObject<ConfigMap>) => void events.push(deleteEvent(deleted)),
  };
}

/** Writes, and breaks the connections of both readers in between, in every way. */
async function writeAndBreak(server: ServerUnderTest, writer: ScriptedWriter, onHalf: () => void): Promise<void> {
  await writer.run(60);
  server.relay.cut();
  await writer.run(40);
  onHalf();
  await server.relay.close();
  await writer.run(40);
  await server.expireHistory();
  await server.relay.open();
  await writer.run(60);
  await server.crash();
  await server.start();
  await writer.run(40);
  server.relay.cut();
  await writer.run(20);
  await writer.mark('the-end');
}

/** The handler knows what there is in the end; whether it came to know it legally is another question. */
function hasLastStates(log: readonly Written[], events: readonly HandlerEvent[]): boolean {
  const told = new Map<string, string>();
  for (const { type, key, resourceVersion } of events) {
    if (type === 'delete') told.delete(key);
    else told.set(key, resourceVersion);
  }
  const final = finalStates(log);
  return told.size === final.length && final.every(({ key, resourceVersion }) => told.get(key) === resourceVersion);
}

const servers: readonly [string, () => Promise<ServerUnderTest>, boolean][] = [
  ['the simulated API server', startSimulatedServer, true],
  ['a real API server', startRealServer, apiServerAvailable],
];

describe.skipIf(!oracleProgram.available)(
  'client-go and we, on the same history (needs Go)',
  { timeout: 200_000 },
  () => {
    beforeAll(async () => {
      await oracleProgram.build();
    }, 900_000);

    describe.each(servers.filter(([, , available]) => available))('of %s', (_name, start) => {
      it.each([true, false])(
        'tell handlers a legal history, to its last states (WatchList: %s)',
        async (useWatchList) => {
          await using server = await start();
          const namespace = await server.createNamespace();
          const writer = new ScriptedWriter(server, namespace, randomFrom(useWatchList ? 1 : 2));
          await writer.run(20);
          await using client = await server.connect();
          const tweakListOptions = (options: { labelSelector?: string }): void => {
            options.labelSelector = labelSelector;
          };
          await using oracle = await Oracle.start({
            kubeconfig: server.kubeconfig(),
            resource: configMaps,
            namespace,
            labelSelector,
          });
          const source = client.listerWatcher(configMaps, { namespace, tweakListOptions });
          await using ours = new RunningInformer(source, configMaps, { reflector: { useWatchList } });
          await ours.synced();
          await eventually(
            () => oracle.synced,
            () => `client-go synced: ${oracle.log}`,
          );

          const late: HandlerEvent[] = [];
          await writeAndBreak(server, writer, () => ours.informer.addEventHandler(recordInto(late)));

          const histories = { 'client-go': oracle.events, ours: ours.events, 'our late handler': late };
          for (const [who, events] of Object.entries(histories)) {
            await eventually(
              () => hasLastStates(writer.log, events),
              () => `${who}: ${checkAgainstLog(writer.log, events).join('\n')}\n${oracle.log}`,
            );
            expect(checkAgainstLog(writer.log, events), who).toEqual([]);
          }
          // The version has expired; a connection that is cut before it is encrypted may be met first. Both mean: list again.
          const { initial, expired = 0, 'watch failed': failed = 0 } = ours.informer.status.relists;
          expect(initial).toBe(1);
          expect(expired + failed).toBeGreaterThanOrEqual(1);
        },
      );
    });
  },
);
