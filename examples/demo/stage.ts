import type { ApiClient } from '@informer-gen/runtime';
import type { SimulatedApiServer } from '@informer-gen/testing';
import type { Clientset } from '../controller/generated/clientset.js';
import type { SharedInformerFactory } from '../controller/generated/index.js';
import type { Output } from '../support/output.js';
import type { Terminal } from './terminal.js';

/** What the chapters of the demo share. */
export interface Stage {
  readonly terminal: Terminal;
  /** What handlers were told; chapters wait for its lines. */
  readonly events: Output;
  readonly server: SimulatedApiServer;
  readonly client: ApiClient;
  /** Both of the code that the demo has just generated. */
  readonly factory: SharedInformerFactory;
  readonly clientset: Clientset;
  /** Aborts when the demo ends. */
  readonly signal: AbortSignal;
}

/** A widget to create: what is not said is up to the server. */
export function widget(name: string, spec: object, labels: { readonly [key: string]: string } = {}): object {
  return { metadata: { name, namespace: 'default', labels }, spec };
}

/** An order of one widget. */
export function order(name: string, widgetName: string, amount: number): object {
  const spec = { customer: { name: 'Ada' }, lines: [{ widget: widgetName, amount }] };
  return { metadata: { name, namespace: 'default' }, spec };
}
