import type { Clock } from '../async/clock.js';
import { turnIsUsedUp, yieldToEventLoop } from '../async/turn.js';
import { TooLargeError } from '../decode/errors.js';
import { BodyReader } from './http/body-reader.js';
import { ConnectionError, UnresponsiveServerError } from './http/errors.js';
import { READ_WITHIN_MS, STAND_STILL_MS } from './limits.js';
import type { ApiResponse } from './request-sender.js';
import { Watchdog } from './watchdog.js';

/** What to do with a body. */
export interface ReadBodyOptions {
  readonly clock: Clock;
  /** Gets every chunk, in order. */
  readonly use: (chunk: Buffer) => void;
  readonly onBytes?: ((length: number) => void) | undefined;
  /** More is an error. */
  readonly maxBytes: number;
}

/** Reads a response to its end, letting the event loop turn in between, and gives up when the server falls silent. */
export async function readBody(response: ApiResponse, options: ReadBodyOptions): Promise<void> {
  const { clock, use, onBytes, maxBytes } = options;
  let length = 0;
  const watchdog = new Watchdog({
    clock,
    notBeforeMs: 0,
    silenceMs: STAND_STILL_MS,
    isPausedByUs: () => reader.isPaused,
    onDead: () => {
      response.liveness?.retire();
      reader.close(new UnresponsiveServerError('the response', STAND_STILL_MS));
    },
  });
  const reader = new BodyReader(response.body, {
    signal: response.signal,
    onBreak: response.onBreak,
    onBytes: (received) => {
      watchdog.touch();
      response.onBytes?.(received);
      onBytes?.(received);
    },
  });
  // Silence is not the only way to keep a reader waiting: a byte a minute is another.
  const deadline = clock.after(READ_WITHIN_MS, () =>
    reader.close(new ConnectionError(`the response did not end within ${READ_WITHIN_MS / 60_000} minutes`)),
  );
  try {
    while (await reader.ready()) {
      for (let chunk = reader.poll(); chunk !== undefined; chunk = reader.poll()) {
        length += chunk.length;
        if (length > maxBytes) throw new TooLargeError('the response', maxBytes);
        use(chunk);
        if (turnIsUsedUp()) await yieldToEventLoop();
      }
    }
  } finally {
    deadline.cancel();
    watchdog.stop();
    reader.close();
    response.done();
  }
}
