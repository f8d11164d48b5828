// A server that was not there just before refuses what it will soon grant, because it has not loaded what it goes by.
import { settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { added, apiError, pod } from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('a watch that a server refuses', () => {
  it.each([401, 403, 404, 500])(
    'deviation(watch-reopened-from-its-version): with %s, and has just come back, is opened again from the same version',
    async (status) => {
      const answers = [reset(), apiError(status, 'NotYet', 'x'), apiError(status, 'NotYet', 'x')];
      const { source, clock, run, stop } = reflecting(
        {
          watch: (_options, call) => {
            const error = answers[call - 2];
            if (error) throw error;
          },
        },
        { backoff: undefined },
      );
      const running = run();
      await clock.advanceAsync(2000);
      source.last.send([added(pod('a', 7))]);
      await settle();
      source.last.end();
      await clock.advanceAsync(150 + 40 + 64);
      expect(source.log).toEqual(['list "0" limit 500', 'watch "1"', ...Array(4).fill('watch "7"')]);
      stop.abort();
      await running;
    },
  );

  it('and goes on refusing when it has come back, costs a list after half a second', async () => {
    const { source, clock, run, stop } = reflecting(
      {
        watch: (_options, call) => {
          if (call === 2) throw reset();
          if (call > 2) throw apiError(403, 'Forbidden', 'x');
        },
      },
      { backoff: undefined },
    );
    const running = run();
    await clock.advanceAsync(2000);
    source.last.end();
    await clock.advanceAsync(1500);
    expect(source.log).toEqual(['list "0" limit 500', ...Array(8).fill('watch "1"'), 'list "1"', expect.anything()]);
    stop.abort();
    await running;
  });
});
