import { InformerError } from '../api/informer-error.js';
import type { HandlerStatus } from './processor-listener.js';

/** What is reported of a handler whose backlog has passed its limits: how much waits, and what that means. */
export function behind(handler: HandlerStatus, all: readonly HandlerStatus[]): InformerError {
  const { backlog, backlogBytes, policy } = handler;
  const megabytes = (backlogBytes / 1024 / 1024).toFixed(1);
  return new InformerError(
    'HandlerBehind',
    `the handler is behind: ${backlog} events (${megabytes} MB of old states) wait for it; ${consequence(policy, handler, all)}`,
  );
}

function consequence(policy: HandlerStatus['policy'], handler: HandlerStatus, all: readonly HandlerStatus[]): string {
  switch (policy) {
    case 'coalesce':
      return 'until it has caught up it gets only the newest state of each object';
    case 'unbounded':
      return 'they take memory without bound';
    case 'pressure':
      return `until half of them are done nothing is read from the server: it holds up ${heldUp(handler, all)}`;
  }
}

function heldUp(handler: HandlerStatus, all: readonly HandlerStatus[]): string {
  const others = all.filter(({ name }) => name !== handler.name).map(({ name }) => name);
  return others.length === 0 ? 'the cache' : `the cache and the handlers ${others.join(', ')}`;
}
