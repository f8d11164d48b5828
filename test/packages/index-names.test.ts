import * as kubernetes from '@informer-gen/kubernetes';
import { expect, it } from 'vitest';
import { RESERVED_GROUPS } from '../../generator/names/reserved.js';

it('no group can take a name that the index of an output exports', () => {
  const functions = Object.entries(kubernetes).filter(([, value]) => typeof value === 'function');
  expect(functions.map(([name]) => name).sort()).toContain('allInformers');
  expect(functions.map(([name]) => name).filter((name) => !RESERVED_GROUPS.has(name))).toEqual([]);
});
