import { ApiError } from '@informer-gen/runtime';
import { retryOnConflict } from '@informer-gen/runtime/controller/helpers';
import { describe, expect, it, vi } from 'vitest';
import { at, eagerClock, fakeClient, widgets } from './widgets.js';

const conflict = new ApiError({ code: 409, reason: 'Conflict' });

describe('retrying on conflict', () => {
  it('changes the object as it is on the server, when the one at hand was old', async () => {
    const client = fakeClient();
    const old = await client.create(widgets, { metadata: at, spec: { size: 1 } });
    await client.patch(widgets, at, { spec: { size: 5 } });
    const read = vi.fn(() => client.get(widgets, at));
    const changed = await retryOnConflict(
      read,
      (widget) => client.replace(widgets, { ...widget, spec: { size: (widget.spec?.size ?? 0) + 1 } }),
      { first: old, clock: eagerClock() },
    );
    expect(changed.spec?.size).toBe(6);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('tries five times, ten milliseconds apart and a little more, and then rejects with the conflict', async () => {
    const waits: number[] = [];
    const change = vi.fn(() => Promise.reject(conflict));
    const options = { clock: eagerClock(waits), random: () => 0.5 };
    await expect(retryOnConflict(async () => 1, change, options)).rejects.toBe(conflict);
    expect(change).toHaveBeenCalledTimes(5);
    expect(waits).toEqual([10.5, 10.5, 10.5, 10.5]);
  });

  it('waits longer each time where it is told to', async () => {
    const waits: number[] = [];
    const options = { clock: eagerClock(waits), jitter: 0, factor: 5, tries: 4 };
    await expect(
      retryOnConflict(
        async () => 1,
        () => Promise.reject(conflict),
        options,
      ),
    ).rejects.toBe(conflict);
    expect(waits).toEqual([10, 50, 250]);
  });

  it.each([
    [
      'a field of another manager',
      new ApiError({ code: 409, reason: 'Conflict', details: { causes: [{ reason: 'FieldManagerConflict' }] } }),
    ],
    ['a name that is taken', new ApiError({ code: 409, reason: 'AlreadyExists' })],
    ['an error of the caller', new Error('mine')],
  ])('does not try again after %s', async (_what, error) => {
    const change = vi.fn(() => Promise.reject(error));
    await expect(retryOnConflict(async () => 1, change)).rejects.toBe(error);
    expect(change).toHaveBeenCalledTimes(1);
  });

  it('ends with the signal', async () => {
    const stop = new AbortController();
    const trying = retryOnConflict(
      async () => 1,
      () => Promise.reject(conflict),
      {
        clock: { now: () => 0, after: () => ({ cancel() {} }) },
        signal: stop.signal,
      },
    );
    stop.abort(new Error('enough'));
    await expect(trying).rejects.toThrow('enough');
  });
});
