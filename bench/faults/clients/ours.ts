/** Our informer, with every setting at its default, printing what its handler is told. */
import { connect, defineResource, newResourceInformer } from '@informer-gen/runtime';
import { printEvent, readClientArguments } from './print-line.js';

const { kubeconfigPath, group, plural, namespace, transport } = readClientArguments();
const kind = plural === 'widgets' ? 'Widget' : 'ConfigMap';
const resource = defineResource({ group, version: 'v1', kind, plural, namespaced: true });
const client = await connect({ kubeconfigPath, transport });
const informer = newResourceInformer(client, resource, { namespace });
const registration = informer.addEventHandler({
  onAdd: (object) => printEvent('add', object),
  onUpdate: (_before, object) => printEvent('update', object),
  onDelete: ({ lastKnown }) => printEvent('delete', lastKnown),
});
void informer.run({ signal: new AbortController().signal });
await registration.whenSynced();
printEvent('synced');
