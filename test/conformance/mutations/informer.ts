import type { Mutation } from './mutation.js';

export const informerMutations: readonly Mutation[] = [];
