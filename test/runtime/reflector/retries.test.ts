// When and how a reflector tries again, and whom it tells.
import type { ListOptions, ListResult } from '@informer-gen/runtime';
import { ApiError } from '@informer-gen/runtime';
import { FakeClock, settle } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../../runtime/src/transport/http/errors.js';
import { added, apiError, bookmark, expired, type Pod, pod } from '../../conformance/support/pods.js';
import { reflecting } from '../../conformance/support/reflecting.js';

const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('a watch that cannot be opened', () => {
  it.each([
    ['a reset connection', new ConnectionError('gave no answer', reset())],
    ['an unknown host', Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' })],
    ['a 503 that names a time', new ApiError({ code: 503 }, {}, 500)],
    ['a 500 that names a time', new ApiError({ code: 500 }, {}, 500)],
    ['a 502 of a proxy', new ApiError({ code: 502 })],
  ])(
    'deviation(watch-reopened-from-its-version): because of %s it is opened again from the same version, without a list',
    async (_what, error) => {
      const { source, clock, errors, run, stop } = reflecting({
        watch: (_options, call) => {
          if (call > 1 && call <= 4) throw error;
        },
      });
      const running = run();
      await clock.advanceAsync(2000);
      source.last.send([added(pod('a', 7))]);
      await settle();
      source.last.end();
      await clock.advanceAsync(800 + 1600 + 3200);
      expect(source.log).toEqual(['list "0" limit 500', 'watch "1"', ...Array(4).fill('watch "7"')]);
      expect(errors.map(({ context }) => context.stage)).toEqual(['watch', 'watch', 'watch']);
      stop.abort();
      await running;
    },
  );

  it.each([
    ['a 500 without a time', apiError(500, 'InternalError', 'x')],
    ['a 403', apiError(403, 'Forbidden', 'x')],
    ['a mistake of the source', new TypeError('x is not a function')],
  ])('because of %s costs a list, and is told with the stage watch', async (_what, error) => {
    const { source, clock, errors, run, stop } = reflecting({
      watch: (_options, call) => {
        if (call === 1) throw error;
      },
    });
    const running = run();
    await clock.advanceAsync(800);
    expect(source.log).toEqual(['list "0" limit 500', 'watch "1"', 'list "1"', 'watch "1"']);
    expect(errors).toMatchObject([{ error, context: { stage: 'watch' } }]);
    stop.abort();
    await running;
  });

  it('again and again costs a list after half a minute', async () => {
    const { source, clock, run, stop } = reflecting(
      {
        watch: () => {
          throw reset();
        },
      },
      { backoff: undefined },
    );
    const running = run();
    await clock.advanceAsync(27_000);
    expect(source.log).toEqual(['list "0" limit 500', ...Array(20).fill('watch "1"')]);
    await clock.advanceAsync(34_000);
    expect(source.lists.length).toBe(2);
    stop.abort();
    await running;
  });

  it('now and then costs none: a watch that went well lets it be tried as often again', async () => {
    let fails = true;
    const { source, clock, run, stop } = reflecting(
      {
        watch: () => {
          if (fails) throw reset();
        },
      },
      { backoff: undefined },
    );
    const running = run();
    for (let outage = 0; outage < 3; outage += 1) {
      fails = true;
      if (outage > 0) source.last.end();
      await clock.advanceAsync(10_000);
      fails = false;
      await clock.advanceAsync(10_000);
    }
    expect(source.watches.length).toBeGreaterThan(40);
    expect(source.lists).toHaveLength(1);
    stop.abort();
    await running;
  });

  it('is waited for longer each time although the list before it goes well', async () => {
    const { source, clock, run, stop } = reflecting({
      watch: () => {
        throw apiError(403, 'Forbidden', 'x');
      },
    });
    const running = run();
    await clock.advanceAsync(800 + 1600 + 3200 + 6400);
    expect(source.lists).toHaveLength(5);
    stop.abort();
    await running;
  });
});

describe('an expired version', () => {
  it('deviation(expired-lists-at-once): it is listed anew without a pause, but with one if that happens again', async () => {
    const { source, clock, run, stop } = reflecting({
      watch: (_options, call) => {
        if (call > 1 && call <= 4) throw call === 2 ? reset() : expired();
      },
    });
    const running = run();
    await clock.advanceAsync(2000);
    source.last.end();
    await clock.advanceAsync(800);
    expect(source.log).toEqual(['list "0" limit 500', ...Array(3).fill('watch "1"'), 'list "1"', 'watch "1"']);
    await clock.advanceAsync(1599);
    expect(source.lists).toHaveLength(2);
    await clock.advanceAsync(1);
    expect(source.lists).toHaveLength(3);
    stop.abort();
    await running;
  });
});

describe('versions that expire', () => {
  it('are listed at once each time, where a watch went well in between', async () => {
    const { source, clock, run, stop } = reflecting();
    const running = run();
    await clock.advanceAsync(0);
    for (let lists = 2; lists <= 4; lists += 1) {
      await clock.advanceAsync(5000);
      source.last.send([{ type: 'ERROR', status: expired().status }]);
      await clock.advanceAsync(0);
      expect(source.lists).toHaveLength(lists);
    }
    stop.abort();
    await running;
  });

  it('are asked for in one page again after a list of the newest state that came in several', async () => {
    const { source, clock, run, stop } = reflecting({
      list: ({ resourceVersion, continue: next }, call) => {
        if (resourceVersion === '7' && call === 2) throw expired();
        const isFirstPage = resourceVersion === '' && next === undefined;
        return { items: [], resourceVersion: '7', ...(isFirstPage && { continue: 'more' }) };
      },
    });
    const running = run();
    for (let round = 0; round < 2; round += 1) {
      await clock.advanceAsync(5000);
      source.last.send([{ type: 'ERROR', status: expired().status }]);
    }
    await clock.advanceAsync(5000);
    expect(source.log.filter((each) => each.startsWith('list'))).toEqual([
      'list "0" limit 500',
      'list "7"',
      'list "" limit 500',
      expect.stringMatching(/^list .* limit 500 continue more$/),
      'list "7"',
    ]);
    stop.abort();
    await running;
  });
});

describe('an exception while a watch is read', () => {
  it.each([
    ['of the source', (source: ReturnType<typeof reflecting>['source']) => source.last.fail(new TypeError('oops'))],
    [
      'of who is told of versions',
      (source: ReturnType<typeof reflecting>['source']) => source.last.send([bookmark(66)]),
    ],
  ])(
    'deviation(watch-errors-are-told): %s it is an error: told, in status, with backoff and a list',
    async (_whose, breakIt) => {
      const { source, clock, errors, reflector, run, stop } = reflecting(
        {},
        {
          onResourceVersion: (version) => {
            if (version === '66') throw new TypeError('oops');
          },
        },
      );
      const running = run();
      for (let round = 1; round <= 3; round += 1) {
        await clock.advanceAsync(5000);
        breakIt(source);
        await settle();
        expect(reflector.status).toMatchObject({ phase: 'backing-off', lastError: { verb: 'watch', message: 'oops' } });
      }
      expect(source.lists).toHaveLength(3);
      expect(errors).toHaveLength(3);
      expect(errors[0]).toMatchObject({ error: { message: 'oops' }, context: { stage: 'watch' } });
      stop.abort();
      await running;
    },
  );

  it.each([
    ['a text that is no version', 'garbled', true],
    ['a number', 7, false],
    ['null', null, false],
    ['an object', {}, false],
  ])(
    'deviation(refused-version-is-not-kept): a version that is %s stops it neither now nor later',
    async (_what, version, isSent) => {
      const answer = ({ resourceVersion = '' }: ListOptions): ListResult<Pod> => {
        if (!/^\d*$/.test(resourceVersion)) throw apiError(400, 'BadRequest', 'invalid resourceVersion');
        return { items: [], resourceVersion: '1' };
      };
      const { source, clock, run, stop, reflector } = reflecting({
        list: answer,
        watch: (options) => void answer(options),
      });
      const running = run();
      await clock.advanceAsync(2000);
      const odd = pod('a', 7);
      source.last.send([added({ ...odd, metadata: { ...odd.metadata, resourceVersion: version as string } })]);
      await settle();
      source.last.end();
      await clock.advanceAsync(10_000);
      expect(source.log).toEqual([
        'list "0" limit 500',
        'watch "1"',
        ...(isSent ? ['watch "garbled"', 'list "garbled"', 'list "" limit 500'] : []),
        'watch "1"',
      ]);
      expect(reflector.status.phase).toBe('watching');
      stop.abort();
      await running;
    },
  );

  it('a name that is no string costs that event alone', async () => {
    const odd = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 7, uid: 'u', resourceVersion: '8' } };
    const { source, clock, errors, store, run, stop } = reflecting();
    const running = run();
    await clock.advanceAsync(1500);
    source.last.send([added(odd as unknown as Pod), added(pod('a', 9))]);
    await settle();
    expect(store.content).toContain('a@9');
    expect(source.watches).toHaveLength(1);
    expect(errors.length).toBeLessThanOrEqual(1);
    stop.abort();
    await running;
  });
});

describe('status.lastError', () => {
  it('is cleared by a list after failed lists', async () => {
    const { reflector, clock, run, stop } = reflecting({
      list: (_options, call) => {
        if (call === 1) throw apiError(500, 'InternalError', 'x');
        return { items: [], resourceVersion: '1' };
      },
    });
    const running = run();
    await settle();
    expect(reflector.status.lastError).toMatchObject({ verb: 'list', statusCode: 500 });
    await clock.advanceAsync(800);
    expect(reflector.status.lastError).toBeUndefined();
    stop.abort();
    await running;
  });

  it('is cleared by an event, or by a second of a watch that lives', async () => {
    for (const heal of ['event', 'second']) {
      const { reflector, source, clock, run, stop } = reflecting();
      const running = run();
      await clock.advanceAsync(5000);
      source.last.send([{ type: 'ERROR', status: expired().status }]);
      await clock.advanceAsync(800);
      expect(reflector.status).toMatchObject({ phase: 'watching', lastError: { verb: 'watch' } });
      if (heal === 'event') source.last.send([bookmark(9)]);
      await clock.advanceAsync(heal === 'event' ? 0 : 1000);
      expect(reflector.status.lastError).toBeUndefined();
      stop.abort();
      await running;
    }
  });
});

describe('the end of a WatchList', () => {
  const changing = (clock: FakeClock, event: (at: number) => object, everyMs: number) =>
    reflecting(
      {
        watchListSupported: true,
        watch: (options, _call, watch) => {
          if (options.sendInitialEvents !== true) return;
          const send = (at: number): void => {
            watch.send([event(at)] as never);
            clock.after(everyMs, () => send(at + 1));
          };
          send(10);
        },
      },
      { clock },
    );

  it('is not waited for because a busy resource changes all the time', async () => {
    const clock = new FakeClock();
    const { source, run, stop } = changing(clock, (at) => ({ type: 'MODIFIED', object: pod('a', at) }), 1000);
    const running = run();
    await clock.advanceAsync(29_999);
    expect(source.lists).toHaveLength(0);
    await clock.advanceAsync(1);
    expect(source.lists).toHaveLength(1);
    stop.abort();
    await running;
  });

  it('is waited for while objects come, but no longer than ten minutes', async () => {
    const clock = new FakeClock();
    const { source, run, stop } = changing(clock, (at) => added(pod(`p${at}`, at)), 20_000);
    const running = run();
    await clock.advanceAsync(599_999);
    expect(source.lists).toHaveLength(0);
    await clock.advanceAsync(1);
    expect(source.lists).toHaveLength(1);
    stop.abort();
    await running;
  });

  it('a refusal that a list with the same selectors meets too is not remembered', async () => {
    const refusals: string[] = [];
    const { clock, run, stop } = reflecting(
      {
        watchListSupported: true,
        watch: () => {
          throw apiError(400, 'BadRequest', 'field label not supported: spec.colour');
        },
        list: () => {
          throw apiError(400, 'BadRequest', 'field label not supported: spec.colour');
        },
      },
      { watchListMemory: { worthTrying: () => true, worked: () => {}, refused: () => void refusals.push('refused') } },
    );
    const running = run();
    await clock.advanceAsync(10_000);
    expect(refusals).toEqual([]);
    stop.abort();
    await running;
  });

  it('a refusal is forgotten when a WatchList works before any list does', async () => {
    const told: string[] = [];
    const { source, clock, run, stop } = reflecting(
      {
        watchListSupported: true,
        watch: (_options, call) => {
          if (call === 1) throw apiError(400, 'BadRequest', 'a proxy that is starting');
        },
        list: () => {
          throw apiError(500, 'InternalError', 'still starting');
        },
      },
      {
        watchListMemory: {
          worthTrying: () => true,
          worked: () => void told.push('worked'),
          refused: () => void told.push('refused'),
        },
      },
    );
    const running = run();
    await clock.advanceAsync(10_000);
    source.last.send([bookmark(7, true)]);
    await settle();
    expect(told).toEqual(['worked']);
    stop.abort();
    await running;
  });
});
