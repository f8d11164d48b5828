import { type ListOptions, ListPager, type ListResult } from '@informer-gen/runtime';
import { expect, it } from 'vitest';
import { type Pod, pod } from '../../conformance/support/pods.js';

const context = { signal: new AbortController().signal };

/** Lists as it is told, and counts. */
class Endless {
  requests = 0;
  readonly pager: ListPager<Pod>;

  constructor(answer: (request: number) => Partial<ListResult<Pod>>) {
    const list = async (_options: ListOptions): Promise<ListResult<Pod>> => {
      this.requests += 1;
      return { items: [], resourceVersion: '1', ...answer(this.requests) };
    };
    this.pager = new ListPager<Pod>({ list });
  }
}

it.each([
  ['the same token again', () => ({ items: [pod('a', 1)], continue: 'more' }), 2],
  ['pages without objects', (request: number) => ({ continue: `more ${request}` }), 10],
])('a list that promises more and sends %s is an error after a few requests', async (_what, answer, requests) => {
  const state = new Endless(answer);
  await expect(state.pager.list({}, context)).rejects.toMatchObject({ code: 'MalformedList' });
  expect(state.requests).toBe(requests);
});

it('a list of more than 20,000 pages is an error', async () => {
  const state = new Endless((request) => ({ items: [pod('a', 1)], continue: `more ${request}` }));
  await expect(state.pager.list({}, context)).rejects.toMatchObject({ code: 'TooLarge' });
  expect(state.requests).toBe(20_000);
});

it('an empty page between others is none', async () => {
  const state = new Endless((request) => ({
    items: request % 2 === 0 ? [pod(`p${request}`, 1)] : [],
    ...(request < 40 && { continue: `more ${request}` }),
  }));
  expect((await state.pager.list({}, context)).items).toHaveLength(20);
});
