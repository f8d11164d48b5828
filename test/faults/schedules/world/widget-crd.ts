import type { ApiServer } from '../../../../testkit/real/api-server.js';
import { persistently } from './persistently.js';

/** API group of the widgets. */
export const WIDGET_GROUP = 'faults.example.com';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function definition(): object {
  const group = WIDGET_GROUP;
  const text = { type: 'string' };
  const spec = { type: 'object', properties: { serial: text, text } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
}

/** Creates the definition of widgets and waits until every server serves them. */
export async function createWidgetCrd(servers: readonly ApiServer[]): Promise<void> {
  await persistently(async () => {
    const { status } = await firstOf(servers).request(PATH, { method: 'POST', body: definition() });
    return status === 201 || status === 409;
  });
  for (const server of servers) {
    await persistently(async () => (await server.request(`/apis/${WIDGET_GROUP}/v1/widgets?limit=1`)).status === 200);
  }
}

/** Deletes it, and with it all widgets; waits until it is gone. */
export async function deleteWidgetCrd(servers: readonly ApiServer[]): Promise<void> {
  const path = `${PATH}/widgets.${WIDGET_GROUP}`;
  await persistently(async () => {
    const { status } = await firstOf(servers).request(path, { method: 'DELETE' });
    return status === 404;
  });
}

function firstOf(servers: readonly ApiServer[]): ApiServer {
  const [server] = servers;
  if (server === undefined) throw new Error('there is no server');
  return server;
}
