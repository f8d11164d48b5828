import type { Mutation } from './mutation.js';

export const reflectorMutations: readonly Mutation[] = [];
