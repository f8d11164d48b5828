// Counterpart of client-go's tools/cache/testing/fake_controller_source_test.go.
import { FakeListerWatcher, settle } from '@informer-gen/testing';
import { expect, it } from 'vitest';
import { type Pod, pod, versionOf } from '../../conformance/support/pods.js';

/** Collects the versions that a watch from this one on sends. */
async function versionsSince(source: FakeListerWatcher<Pod>, resourceVersion: string): Promise<string[]> {
  const stop = new AbortController();
  const batches = await source.watch({ resourceVersion }, { signal: stop.signal });
  const versions: string[] = [];
  const reading = (async () => {
    for await (const batch of batches)
      for (const event of batch) versions.push('object' in event ? versionOf(event.object) : event.type);
  })();
  await settle();
  stop.abort();
  await reading;
  return versions;
}

it('TestRCNumber: every change has a version, lists have the last, and a watch begins behind the one it names', async () => {
  const source = new FakeListerWatcher<Pod>();
  source.add(pod('foo'));
  source.modify(pod('foo'));
  source.modify(pod('foo'));
  expect(await versionsSince(source, '1')).toEqual(['2', '3']);
  const { resourceVersion } = await source.list({}, { signal: new AbortController().signal });
  expect(resourceVersion).toBe('3');
  expect(await versionsSince(source, '2')).toEqual(['3']);
});
