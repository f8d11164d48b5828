import type { Mutation } from './mutation.js';

export const helperMutations: readonly Mutation[] = [];
