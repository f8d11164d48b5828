import { isInformerError } from '../../api/informer-error.js';
import type { CacheWaited } from '../../observe/events.js';
import type { ControllerHost } from './controller-host.js';

/** Waits for caches, and tells who observes how long that took. */
export async function observedWait(
  { observers, clock }: Pick<ControllerHost, 'observers' | 'clock'>,
  operation: CacheWaited['operation'],
  wait: () => Promise<unknown>,
): Promise<void> {
  if (observers.on?.cacheWaited === undefined) return void (await wait());
  const startedAt = clock.now();
  const tell = (result: CacheWaited['result']): void =>
    observers.on?.cacheWaited?.({ operation, result, durationMs: clock.now() - startedAt });
  try {
    await wait();
    tell('success');
  } catch (error) {
    tell(isInformerError(error, 'StaleCache') ? 'timeout' : 'error');
    throw error;
  }
}
