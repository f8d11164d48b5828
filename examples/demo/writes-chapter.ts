import { isInformerError } from '@informer-gen/runtime';
import type { Stage } from './stage.js';

/** Creates, applies and patches; the informer hears of each. */
export async function writesChapter({ terminal, events, clientset }: Stage): Promise<void> {
  await terminal.chapter('Writing', 'typed by the CRD; the server fills in, merges and refuses; handlers hear of it');
  const widgets = clientset.exampleCom.v1.widgets.namespace('default');

  const created = await widgets.create({ metadata: { name: 'teal-1' }, spec: { color: 'green', size: 'small' } });
  terminal.code(
    "widgets.create({ metadata: { name: 'teal-1' }, spec: { … } })",
    `replicas ${created.spec.replicas}, by default`,
  );
  await events.printed('+ widget teal-1: green, small');

  const applied = await widgets.apply({ metadata: { name: 'teal-1' }, spec: { replicas: 3 } }, { force: true });
  terminal.code('widgets.apply({ …, spec: { replicas: 3 } })', `color still ${applied.spec.color}`);
  await events.printed('~ widget teal-1: replicas 1 to 3');

  const other = widgets.apply(
    { metadata: { name: 'teal-1' }, spec: { replicas: 9 } },
    { fieldManager: 'somebody-else' },
  );
  const conflict = await other.catch((error: unknown) => error);
  if (!isInformerError(conflict, 'FieldManagerConflict')) throw new Error('nobody refused', { cause: conflict });
  terminal.code("widgets.apply({ …, spec: { replicas: 9 } }, { fieldManager: 'somebody-else' })", conflict.code);

  await widgets.patch('teal-1', { spec: { replicas: 4 } });
  terminal.code("widgets.patch('teal-1', { spec: { replicas: 4 } })");
  await events.printed('~ widget teal-1: replicas 3 to 4');

  const { metadata, spec } = await widgets.get('teal-1');
  const wrong = { metadata, spec: { ...spec, replicas: -1 } };
  const refused = await widgets.replace(wrong).catch((error: unknown) => error);
  if (!isInformerError(refused, 'Invalid')) throw new Error('nobody refused', { cause: refused });
  terminal.code(
    'widgets.replace({ …, spec: { replicas: -1 } })',
    `${refused.code}: ${refused.message.split(': ').at(-1)?.replace(']', '')}`,
  );
}
