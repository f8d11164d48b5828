import { describe, expect, it } from 'vitest';
import { refused, tooManyRequests } from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';

describe('a cache that is to be filled', () => {
  it.each([
    ['a server that is not there', refused, 'connect ECONNREFUSED'],
    ['a server that asks to wait', tooManyRequests, 'busy, check again later'],
  ])(
    'deviation(failed-watchlist-is-told): from %s says so with each try, streamed or listed',
    async (_, failure, message) => {
      for (const watchListSupported of [true, false]) {
        const fail = (): never => {
          throw failure();
        };
        const { clock, errors, run, stop, source } = reflecting({ watchListSupported, watch: fail, list: fail });
        const running = run();
        await clock.advanceAsync(5000);
        expect(errors.length).toBeGreaterThan(2);
        expect(errors).toHaveLength(
          watchListSupported ? source.log.filter((line) => line.startsWith('watch')).length : source.lists.length,
        );
        for (const { error, context } of errors) {
          expect(error.message).toContain(message);
          expect(context).toMatchObject({ stage: watchListSupported ? 'watch' : 'list' });
        }
        stop.abort();
        await running;
      }
    },
  );

  it('tells a handler of failed watches so, where there is one, in place of the hook', async () => {
    const told: string[] = [];
    const fail = (): never => {
      throw refused();
    };
    const { clock, errors, run, stop } = reflecting(
      { watchListSupported: true, watch: fail },
      { watchErrorHandler: (error) => void told.push(error.message) },
    );
    const running = run();
    await clock.advanceAsync(1000);
    expect(told.length).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    stop.abort();
    await running;
  });
});
