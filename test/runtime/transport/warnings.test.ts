import { describe, expect, it, vi } from 'vitest';
import { connect } from '../../../runtime/src/client/connect.js';
import { Warnings } from '../../../runtime/src/transport/warnings.js';
import { h2cServer, http1Server } from './servers.js';
import { podList, pods } from './wire.js';

function told(...headers: (string | readonly string[] | undefined)[]): string[] {
  const texts: string[] = [];
  const warnings = new Warnings((text) => void texts.push(text));
  for (const header of headers) warnings.read(header, {});
  return texts;
}

describe('warnings of a server', () => {
  it('are told, each text once', () => {
    expect(told('299 - "old"', undefined, '299 - "old"', '299 - "new"', '299 - "old"')).toEqual(['old', 'new']);
  });

  it.each<[string, string | readonly string[], string[]]>([
    ['quotes and commas', '299 - "unknown field \\"spec.a\\", and more"', ['unknown field "spec.a", and more']],
    ['several in one header', '299 - "one", 299 - "two"', ['one', 'two']],
    ['several headers', ['299 - "one"', '299 kube "two" "Mon, 01 Jan 2001 00:00:00 GMT"'], ['one', 'two']],
    ['other codes', '199 - "stale", 299 - "one"', ['one']],
    ['what is no warning', 'nonsense 299 - x', []],
  ])('are read with %s', (_what, header, texts) => {
    expect(told(header)).toEqual(texts);
  });

  it('are remembered up to a limit, so that a server that never repeats itself fills no memory', () => {
    const many = Array.from({ length: 1001 }, (_, index) => `299 - "${index}"`);
    const texts = told(...many, '299 - "1000"', '299 - "0"');
    expect(texts).toHaveLength(1002);
    expect(texts.at(-1)).toBe('0');
  });

  it.each<[string, () => unknown]>([
    ['throws', () => failing()],
    ['rejects', async () => failing()],
  ])('break nothing where the hook %s: that goes to stderr', async (what, hook) => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const warnings = new Warnings(hook);
    expect(() => warnings.read('299 - "old"', { resource: what })).not.toThrow();
    await Promise.resolve();
    expect(stderr).toHaveBeenCalledWith(
      expect.stringMatching(new RegExp(`^informer: transport: ${what}: onWarning failed: no\\b`)),
    );
    stderr.mockRestore();
  });

  it('bring no control characters to who prints them', () => {
    expect(told('299 - "old\u009b2J\u007fthing"')).toEqual(['old 2J thing']);
  });

  it.each([
    ['HTTP/1.1', http1Server, 'http1'],
    ['HTTP/2', h2cServer, 'http2'],
  ] as const)('come from lists, calls and errors alike over %s, with the request', async (_name, start, transport) => {
    await using server = await start((request, response) => {
      const failed = request.url?.includes('/gone') === true;
      response.statusCode = failed ? 404 : 200;
      response.setHeader('warning', [`299 - "${request.method}"`, '299 - "always"']);
      response.end(failed ? '' : podList([]));
    });
    const seen: unknown[] = [];
    await using client = await connect({
      server: server.url,
      transport,
      onWarning: (text, { verb }) => void seen.push([text, verb]),
    });
    await client.list(pods);
    await client.create(pods, { metadata: { name: 'a', namespace: 'x' } });
    await expect(client.delete(pods, { namespace: 'x', name: 'gone' })).rejects.toThrow('404');
    expect(seen).toEqual([
      ['GET', 'list'],
      ['always', 'list'],
      ['POST', 'create'],
      ['DELETE', 'delete'],
    ]);
  });
});

function failing(): never {
  throw new Error('no');
}
