// How long a reflector waits by itself, where nobody gives it a backoff.
import { ApiError } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { apiError } from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('delays by default', () => {
  const FORBIDDEN = apiError(403, 'Forbidden', 'x');

  /** When each list or watch was asked for, in ms from the first. */
  async function failing(errors: readonly (Error | undefined)[], forMs: number): Promise<number[]> {
    const clock = new FakeClock();
    const times: number[] = [];
    const attempt = (): void => {
      const error = errors[Math.min(times.length, errors.length - 1)];
      times.push(clock.now());
      if (error) throw error;
    };
    const { run, stop } = reflecting(
      {
        list: () => {
          attempt();
          return { items: [], resourceVersion: '1' };
        },
      },
      { clock, backoff: undefined },
    );
    const running = run();
    await clock.advanceAsync(forMs);
    stop.abort();
    await running;
    return times.map((time) => Math.round(time - (times[0] ?? 0)));
  }

  it('deviation(delays-grow-slower): they begin at 400 ms and grow by two fifths, those of connections at 150 ms and by a fifth', async () => {
    expect(await failing([FORBIDDEN], 3000)).toEqual([0, 400, 960, 1744, 2842]);
    expect(await failing([reset()], 1200)).toEqual([0, 150, 330, 546, 805, 1116]);
  });

  it('deviation(delays-grow-slower): a server that has come back is not waited for because connections failed before', async () => {
    const times = await failing([reset(), reset(), reset(), FORBIDDEN, reset(), FORBIDDEN, undefined], 10_000);
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(pauses).toEqual([150, 180, 216, 40, 150, 64]);
  });

  it('deviation(delays-grow-slower): a server that has come back is asked again quickly five times until a watch goes well', async () => {
    const times = await failing([reset(), ...Array<Error>(5).fill(FORBIDDEN), reset(), FORBIDDEN, FORBIDDEN], 1800);
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(pauses).toEqual([150, 40, 64, expect.closeTo(102, 0), expect.closeTo(164, 0), 262, 150, 400]);
  });

  it('deviation(retry-after): they grow although the server asks for less, and are no shorter than what it asks for', async () => {
    expect(await failing([new ApiError({ code: 503 }, {}, 100)], 3000)).toEqual([0, 400, 960, 1744, 2842]);
    expect(await failing([new ApiError({ code: 503 }, {}, 1000)], 3500)).toEqual([0, 1000, 2000, 3000]);
  });

  it('of a server that never answers sensibly make no flood', async () => {
    const times = await failing(
      [reset(), FORBIDDEN, reset(), FORBIDDEN, reset(), FORBIDDEN, reset(), FORBIDDEN],
      30_000,
    );
    expect(times.length).toBeLessThan(40);
  });
});
