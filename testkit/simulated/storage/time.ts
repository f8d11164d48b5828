import type { Clock } from '@informer-gen/runtime';

/** The clock's time as the API server writes it: whole seconds, UTC. */
export function rfc3339(clock: Clock): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}
