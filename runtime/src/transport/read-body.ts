import type { Clock } from '../async/clock.js';
import { turnIsUsedUp, yieldToEventLoop } from '../async/turn.js';
import { BodyReader } from './http/body-reader.js';
import { UnresponsiveServerError } from './http/errors.js';
import { ANSWER_WITHIN_MS } from './request-sender.js';
import type { ApiResponse } from './request-sender.js';
import { Watchdog } from './watchdog.js';

/** What to do with a body. */
export interface ReadBodyOptions {
  readonly clock: Clock;
  /** Gets every chunk, in order. */
  readonly use: (chunk: Buffer) => void;
  readonly onBytes?: (() => void) | undefined;
}

/** Reads a response to its end, letting the event loop turn in between, and gives up when the server falls silent. */
export async function readBody(response: ApiResponse, { clock, use, onBytes }: ReadBodyOptions): Promise<void> {
  const watchdog = new Watchdog({
    clock,
    notBeforeMs: 0,
    silenceMs: ANSWER_WITHIN_MS,
    isPausedByUs: () => reader.isPaused,
    onDead: () => reader.close(new UnresponsiveServerError('the response', ANSWER_WITHIN_MS)),
  });
  const reader = new BodyReader(response.body, {
    signal: response.signal,
    onBytes: () => {
      watchdog.touch();
      onBytes?.();
    },
  });
  try {
    while (await reader.ready()) {
      for (let chunk = reader.poll(); chunk !== undefined; chunk = reader.poll()) {
        use(chunk);
        if (turnIsUsedUp()) await yieldToEventLoop();
      }
    }
  } finally {
    watchdog.stop();
    reader.close();
    response.done();
  }
}
