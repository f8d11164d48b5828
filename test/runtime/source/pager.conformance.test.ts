// Counterparts of client-go's tools/pager/pager_test.go.
import { isExpired, type ListOptions, ListPager, type ListResult } from '@informer-gen/runtime';
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { expired, nameOf, type Pod, pod } from '../../conformance/support/pods.js';

const context = { signal: new AbortController().signal };

/** A server of so many pods that checks what it is asked, and may lose its place after the first page. */
class PagingServer {
  readonly requests: ListOptions[] = [];
  readonly #total: number;
  readonly #expires: boolean;

  constructor(total: number, { expires = false } = {}) {
    this.#total = total;
    this.#expires = expires;
  }

  async list(options: ListOptions): Promise<ListResult<Pod>> {
    this.requests.push(options);
    if (options.continue !== undefined) {
      expect(options).not.toHaveProperty('resourceVersion');
      expect(options).not.toHaveProperty('resourceVersionMatch');
      if (this.#expires) throw expired();
    }
    const from = Number(options.continue ?? 0);
    const to = Math.min(this.#total, options.limit ? from + options.limit : this.#total);
    const items = Array.from({ length: to - from }, (_, i) => pod(String(from + i)));
    return { items, resourceVersion: '20', continue: to < this.#total ? String(to) : '' };
  }
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i));
}

describe('a pager', () => {
  it.each([
    { what: 'an empty page', total: 0, requests: 1, paginated: false },
    { what: 'one page', total: 9, requests: 1, paginated: false },
    { what: 'one full page', total: 10, requests: 1, paginated: false },
    { what: 'two pages', total: 11, requests: 2, paginated: true },
    { what: 'three pages', total: 21, requests: 3, paginated: true },
    { what: 'two pages at a version', total: 11, requests: 2, paginated: true, at: { resourceVersion: '10' } },
    {
      what: 'two pages at a version or newer',
      total: 11,
      requests: 2,
      paginated: true,
      at: { resourceVersion: '10', resourceVersionMatch: 'NotOlderThan' as const },
    },
  ])('TestListPager_List: puts $what together', async ({ total, requests, paginated, at }) => {
    const server = new PagingServer(total);
    const list = await new ListPager(server, { pageSize: 10 }).list({ ...at }, context);
    expect(list.items.map(nameOf)).toEqual(numbers(total));
    expect(list).toMatchObject({ resourceVersion: '20', paginated });
    expect(server.requests).toHaveLength(requests);
    expect(server.requests.map((request) => request.limit)).toEqual(server.requests.map(() => 10));
    expect(server.requests[0]).toMatchObject({ ...at });
  });

  it('TestListPager_List: fails when the second page has expired, if it may not list everything', async () => {
    const pager = new ListPager(new PagingServer(21, { expires: true }), { pageSize: 10, fullListIfExpired: false });
    await expect(pager.list({}, context)).rejects.toSatisfy(isExpired);
  });

  it('TestListPager_List: lists everything at once, at the version first asked for, when the second page has expired', async () => {
    const server = new PagingServer(21, { expires: true });
    const list = await new ListPager(server, { pageSize: 10 }).list({ resourceVersion: '7' }, context);
    expect(list.items.map(nameOf)).toEqual(numbers(21));
    expect(list.paginated).toBe(true);
    expect(server.requests).toEqual([
      { resourceVersion: '7', limit: 10 },
      { limit: 10, continue: '10' },
      { resourceVersion: '7' },
    ]);
  });

  it.each([0, 9, 10, 11, 21])('TestListPager_EachListItem: visits each of %i objects once, in order', async (total) => {
    const visited: string[] = [];
    const pager = new ListPager(new PagingServer(total), { pageSize: 10 });
    await pager.eachListItem({}, context, (object) => void visited.push(nameOf(object)));
    expect(visited).toEqual(numbers(total));
  });

  it('TestListPager_EachListItem: visits the first page before it fails with the second', async () => {
    const visited: string[] = [];
    const pager = new ListPager(new PagingServer(21, { expires: true }), { pageSize: 10 });
    const all = pager.eachListItem({}, context, (object) => void visited.push(nameOf(object)));
    await expect(all).rejects.toSatisfy(isExpired);
    expect(visited).toEqual(numbers(10));
  });

  it('TestListPager_EachListItem: ends with what the visitor throws, and asks for no more pages', async () => {
    const visited: string[] = [];
    const server = new PagingServer(1000);
    const pager = new ListPager(server, { pageSize: 10, pageBufferSize: 1 });
    const all = pager.eachListItem({}, context, async (object) => {
      visited.push(nameOf(object));
      if (visited.length === 3) throw new Error('processor error');
    });
    await expect(all).rejects.toThrow('processor error');
    const asked = server.requests.length;
    await settle();
    expect(visited).toEqual(numbers(3));
    expect(server.requests.length).toBeLessThanOrEqual(asked + 1);
  });

  it('TestListPager_EachListItem: a signal that aborts ends it after the page that is being visited', async () => {
    const stop = new AbortController();
    const visited: string[] = [];
    const pager = new ListPager(new PagingServer(51), { pageSize: 10 });
    const all = pager.eachListItem({}, { signal: stop.signal }, (object) => {
      visited.push(nameOf(object));
      if (visited.length === 3) stop.abort(new Error('enough'));
    });
    await expect(all).rejects.toThrow('enough');
    expect(visited).toEqual(numbers(10));
  });

  it.each([
    { pages: 1, processed: 1, pageBufferSize: 0, listed: 1 },
    { pages: 5, processed: 1, pageBufferSize: 0, listed: 2 },
    { pages: 5, processed: 2, pageBufferSize: 0, listed: 3 },
    { pages: 5, processed: 5, pageBufferSize: 0, listed: 5 },
    { pages: 5, processed: 1, pageBufferSize: 1, listed: 3 },
    { pages: 5, processed: 5, pageBufferSize: 1, listed: 5 },
    { pages: 5, processed: 1, pageBufferSize: 10, listed: 5 },
  ])(
    'TestListPager_eachListPageBuffered: at page $processed of $pages with a buffer of $pageBufferSize, $listed are listed',
    async ({ pages, processed, pageBufferSize, listed }) => {
      const server = new PagingServer(pages * 10);
      const pager = new ListPager(server, { pageSize: 10, pageBufferSize });
      let visited = 0;
      const all = pager.eachListItem({}, context, async () => {
        if (++visited !== (processed - 1) * 10 + 1) return;
        await settle();
        expect(server.requests).toHaveLength(listed);
        throw new Error('far enough');
      });
      await expect(all).rejects.toThrow('far enough');
    },
  );
});
