import type { Mutation } from './mutation.js';

export const storeMutations: readonly Mutation[] = [];
