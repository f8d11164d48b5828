/** Runs informers in every mode, in a process of its own, so that it can be stopped and watched from outside. */
import { defineResource } from '@informer-gen/runtime';
import type { Resource } from '@informer-gen/runtime';
import type { ResourceName } from '../write/write-log.js';
import { Clients } from './clients.js';
import { ReadingInformer } from './reading-informer.js';
import type { WrittenObject } from './recording-handler.js';
import type { ReaderAnswer, ReaderCalls, ReaderQuestion, ReaderTask } from './task.js';

function resourcesOf({ widgetGroup: group }: ReaderTask): { readonly [name in ResourceName]: Resource<WrittenObject> } {
  const common = { version: 'v1', namespaced: true } as const;
  return {
    configmaps: defineResource<WrittenObject>({ ...common, group: '', kind: 'ConfigMap', plural: 'configmaps' }),
    widgets: defineResource<WrittenObject>({ ...common, group, kind: 'Widget', plural: 'widgets' }),
  };
}

async function startInformers(task: ReaderTask): Promise<readonly ReadingInformer[]> {
  const clients = new Clients(task);
  const resources = resourcesOf(task);
  const { signal } = new AbortController();
  const informers: ReadingInformer[] = [];
  for (const mode of task.modes) {
    const client = await clients.for(mode);
    for (const name of ['configmaps', 'widgets'] as const) {
      const reading = new ReadingInformer({ task, mode, client, name, resource: resources[name] });
      void reading.informer.run({ signal });
      informers.push(reading);
    }
  }
  return informers;
}

type Calls = { readonly [ask in keyof ReaderCalls]: () => ReaderCalls[ask] | Promise<ReaderCalls[ask]> };

function callsOf(informers: readonly ReadingInformer[]): Calls {
  return {
    'wait-for-sync': async () => {
      await Promise.all(informers.map(({ informer }) => informer.whenSynced({ timeoutMs: 60_000 })));
      return null;
    },
    'add-late': () => {
      for (const informer of informers) informer.addLate();
      return null;
    },
    'remove-handlers': () => {
      for (const informer of informers) informer.removeHandlers();
      return null;
    },
    state: () => informers.map((informer) => informer.state()),
    report: () => informers.map((informer) => informer.report()),
  };
}

const calls = callsOf(await startInformers(JSON.parse(process.argv[2] ?? '') as ReaderTask));

process.on('message', (message) => {
  const { id, ask } = message as ReaderQuestion;
  const send = (answer: ReaderAnswer): void => void process.send?.(answer);
  Promise.resolve()
    .then(() => calls[ask]())
    .then(
      (answer) => send({ id, answer }),
      (error: unknown) => send({ id, error: String(error) }),
    );
});
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit());
