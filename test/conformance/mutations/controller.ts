import type { Mutation } from './mutation.js';

export const controllerMutations: readonly Mutation[] = [];
