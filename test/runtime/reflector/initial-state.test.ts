import { describe, expect, it } from 'vitest';
import type { Delta } from '../../../runtime/src/queue/delta.js';
import { RealFIFO } from '../../../runtime/src/queue/real-fifo.js';
import { InitialState } from '../../../runtime/src/reflector/initial-state.js';
import { type Pod, pod } from '../../conformance/support/pods.js';

/** What a WatchList gathers where a transform refuses objects of version 13, and the list that becomes of it. */
function gathering(): { gathered: InitialState<Pod>; failed: string[]; list(): Promise<Delta<Pod>> } {
  const queue = new RealFIFO<Pod>({
    transform: (object) => {
      if (object.metadata?.resourceVersion === '13') throw new Error('unlucky');
      return object;
    },
  });
  const failed: string[] = [];
  const gathered = new InitialState<Pod>(queue, (_error, refused) => void failed.push(refused ?? ''));
  return {
    gathered,
    failed,
    async list() {
      await gathered.replaceInto(new AbortController().signal);
      const [delta] = await queue.pop(() => {});
      return delta as Delta<Pod>;
    },
  };
}

const key = 'default/a';

describe('an object that a transform refuses before the bookmark of a WatchList', () => {
  it('is left as the cache has it, and not as it was before in the same stream', async () => {
    const { gathered, failed, list } = gathering();
    gathered.add(pod('a', '12'));
    gathered.update(pod('a', '13'));
    expect(failed).toEqual([key]);
    expect(await list()).toMatchObject({ type: 'ReplacedAll', objects: [], retain: new Set([key]) });
  });

  it('is replaced when a later state of it is taken', async () => {
    const { gathered, list } = gathering();
    gathered.add(pod('a', '13'));
    const later = pod('a', '14');
    gathered.update(later);
    expect(await list()).toMatchObject({ type: 'ReplacedAll', objects: [later], retain: new Set() });
  });

  it('is gone when it is deleted', async () => {
    const { gathered, list } = gathering();
    gathered.add(pod('a', '13'));
    gathered.delete(pod('a', '15'));
    expect(await list()).toMatchObject({ type: 'ReplacedAll', objects: [], retain: new Set() });
  });
});

describe('what a WatchList gathered', () => {
  it('does not reach the store when the reflector is stopped while the list is put together', async () => {
    const queue = new RealFIFO<Pod>();
    const gathered = new InitialState<Pod>(queue, () => {});
    gathered.add(pod('a'));
    const stop = new AbortController();
    const replaced = gathered.replaceInto(stop.signal);
    stop.abort();
    await replaced;
    expect(queue).toHaveLength(0);
  });
});
