import { newSharedIndexInformer } from '@informer-gen/runtime';
import type { ListResult, RequestContext } from '@informer-gen/runtime';
import { FakeClock } from '@informer-gen/testing';
import { describe, expect, it } from 'vitest';
import { expired, type Pod, pod, pods } from '../../conformance/support/pods.js';
import { ScriptedSource } from '../../conformance/support/scripted-source.js';

/** One pod whose bytes change while uid and version stay, as a decoder with digests tells it. */
class RewrittenSource extends ScriptedSource {
  image = 'old';
  digest = 1;
  /** The image that the cache had for the decoder, and the digest of it, at each list. */
  readonly known: unknown[] = [];

  override async list(...args: Parameters<ScriptedSource['list']>): Promise<ListResult<Pod>> {
    await super.list(...args);
    this.#look(args[1]);
    const object = pod('a', 5, { spec: { nodeName: this.image } });
    return { items: [object], digests: [this.digest], resourceVersion: '5' };
  }

  #look({ known }: RequestContext<Pod>): void {
    const at = known?.find('default/a') ?? -1;
    if (known && at !== -1) this.known.push([known.objectAt(at).spec?.nodeName, known.digestAt(at)]);
  }
}

describe('a relist of an object whose uid and version are those of the cached one', () => {
  it.each(['RealFIFO', 'DeltaFIFO'] as const)(
    'replaces it where its bytes differ, and tells every handler, also those that are not resynced (%s)',
    async (queue) => {
      const source = new RewrittenSource();
      const clock = new FakeClock();
      const informer = newSharedIndexInformer<Pod>(source, pods, {
        clock,
        queue,
        resyncPeriodMs: 3_600_000,
        reflector: { random: () => 0 },
        onError: () => {},
      });
      const told: string[] = [];
      informer.addEventHandler({
        onUpdate: (before, after) => void told.push(`${before.spec?.nodeName} ${after.spec?.nodeName}`),
      });
      const stop = new AbortController();
      const running = informer.run(stop);
      // The handler's first resync comes and goes: from then on it is told of changes alone.
      await clock.advanceAsync(3_600_000 * 2 - 1000);
      told.length = 0;
      source.image = 'new';
      source.digest = 2;
      source.last.send([{ type: 'ERROR', status: expired().status }]);
      await clock.advanceAsync(900);
      expect(source.known).toEqual([['old', 1]]);
      expect(informer.indexer.getByKey('default/a')?.spec?.nodeName).toBe('new');
      expect(told).toEqual(['old new']);
      stop.abort();
      await running;
    },
  );
});
