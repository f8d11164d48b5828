import type { Clock } from '@informer-gen/runtime';

/** The last second that was written, which is mostly the one to be written next. */
let last = { second: Number.NaN, text: '' };

/** The clock's time as the API server writes it: whole seconds, UTC. */
export function rfc3339(clock: Clock): string {
  const second = Math.floor(clock.now() / 1000);
  if (second !== last.second) last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
  return last.text;
}
