import { controllerMutations } from './controller.js';
import { controllersMutations } from './controllers.js';
import { helperMutations } from './helpers.js';
import { informerMutations } from './informer.js';
import type { Mutation } from './mutation.js';
import { queueMutations } from './queues.js';
import { reflectorMutations } from './reflector.js';
import { storeMutations } from './stores.js';

/** Every mutation that the conformance tests must notice. */
export const mutations: readonly Mutation[] = [
  ...queueMutations,
  ...storeMutations,
  ...controllerMutations,
  ...reflectorMutations,
  ...informerMutations,
  ...helperMutations,
  ...controllersMutations,
];
