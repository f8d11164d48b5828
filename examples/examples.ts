import * as deltafifo from './deltafifo.js';
import * as genericInformers from './generic.js';
import * as indexer from './indexer.js';
import * as inspector from './inspector.js';
import * as indexesAndSelectors from './indexes-and-selectors.js';
import * as listwatch from './listwatch.js';
import * as multiNamespace from './multi-namespace.js';
import * as myInformer from './my-informer.js';
import * as newInformer from './new-informer.js';
import * as projection from './projection.js';
import * as reflectIntoStore from './reflect-into-store.js';
import * as reflector from './reflector.js';
import * as resync from './resync.js';
import * as scheduler from './scheduler.js';
import * as sharedInformer from './shared-informer.js';
import * as statusAndHealth from './status-and-health.js';
import type { Example } from './support/context.js';
import * as workqueue from './workqueue.js';

/** Every example by its name, from the innermost part outwards: a good order to read them in. */
export const examples: { readonly [name: string]: Example } = {
  deltafifo,
  listwatch,
  reflector,
  indexer,
  'reflect-into-store': reflectIntoStore,
  'my-informer': myInformer,
  'new-informer': newInformer,
  'shared-informer': sharedInformer,
  resync,
  'indexes-and-selectors': indexesAndSelectors,
  projection,
  workqueue,
  scheduler,
  generic: genericInformers,
  'multi-namespace': multiNamespace,
  'status-and-health': statusAndHealth,
  inspector,
};
