import { BaseSharedInformerFactory } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { RESERVED_GROUPS } from '../../generator/names/reserved.js';

it('no group can take the name of a member of the factory that generated factories extend', () => {
  const fields = ['client'];
  const members = Object.getOwnPropertyNames(BaseSharedInformerFactory.prototype);
  expect([...members, ...fields].filter((name) => !RESERVED_GROUPS.has(name))).toEqual([]);
});
