import type { Socket } from 'node:net';
import type { Clock } from '../../async/clock.js';

/** Calls back when a connection breaks, with why. The function returned ends that. */
export type OnBreak = (callback: (error: Error) => void) => () => void;

/** By then what was on the broken connection is on another one, if it can be. */
const TAKE_DOWN_AFTER_MS = 500;

/** A connection that breaks sooner says something about the server, and not about the connection. */
const LIVED_MS = 1000;

/** How {@link breaksOf} goes on behind a break. */
export interface BreaksOptions {
  readonly clock: Clock;
  /** Begins the next connection. Without it, those who are told do. */
  readonly begin?: () => void;
}

/**
 * Tells who reads from a socket that it broke, and lets Node take it down later. To take down what stood on a socket is the work of
 * milliseconds, for which the next connection and the watch on it need not wait: first that one is begun, then readers are
 * told while the other side shakes hands. To be called when the socket is open. One that nobody reads from, or that was just opened, is left to Node.
 */
export function breaksOf(socket: Socket, { clock, begin }: BreaksOptions): OnBreak {
  const openedAt = clock.now();
  const callbacks = new Set<(error: Error) => void>();
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error?: Error): Socket => {
    socket.destroy = destroy;
    if (error === undefined || callbacks.size === 0 || clock.now() - openedAt < LIVED_MS) return destroy(error);
    const tell = (): void => {
      for (const callback of callbacks) callback(error);
    };
    begin?.();
    // The first comes before sockets are looked at, the second after that.
    if (begin) setImmediate(() => setImmediate(tell));
    else tell();
    const timer = clock.after(TAKE_DOWN_AFTER_MS, () => destroy(error));
    return socket.once('close', () => timer.cancel());
  };
  return (callback) => {
    callbacks.add(callback);
    return () => void callbacks.delete(callback);
  };
}
