import type { Sabotage } from './sabotage.js';

/** How an informer is made. */
export interface Mode {
  readonly name: string;
  /** `full`: with managedFields. `stripped`: without, the default. `lazy`: decoded when read. */
  readonly form: 'full' | 'stripped' | 'lazy';
  readonly transport: 'http1' | 'http2';
  readonly useWatchList: boolean;
  readonly queue: 'RealFIFO' | 'DeltaFIFO';
  /** `all`: one watch over all namespaces. `several`: one for each. */
  readonly scope: 'all' | 'several';
  /** Which proxy: the one that ends TLS, or the one that passes it on. */
  readonly via: 'ended' | 'passed';
  readonly credentials: 'token' | 'certificate';
  /** Asks for watches this short, so that they end while nothing is wrong. Default: as the runtime has it. */
  readonly watchSeconds?: number;
  /** Breaks the informer on purpose, to see whether the checker finds it. Default: nothing is broken. */
  readonly sabotage?: Sabotage;
}

/** A mode in one line, with the proxy that ends TLS and a token unless told otherwise. */
export function mode(
  name: string,
  [form, transport, list, queue, scope]: readonly [
    Mode['form'],
    Mode['transport'],
    'watch-list' | 'list',
    Mode['queue'],
    Mode['scope'],
  ],
  more: Partial<Mode> = {},
): Mode {
  const useWatchList = list === 'watch-list';
  return { name, form, transport, useWatchList, queue, scope, via: 'ended', credentials: 'token', ...more };
}

/**
 * Every pair of values of two settings is in one of these (several namespaces need the RealFIFO), but for lazy ones behind
 * the proxy that passes TLS on: they decode objects when these are read, and so belong behind the one that garbles bytes.
 */
export const MODES: readonly Mode[] = [
  mode('1', ['full', 'http2', 'watch-list', 'RealFIFO', 'all']),
  mode('2', ['stripped', 'http1', 'list', 'DeltaFIFO', 'all'], { via: 'passed' }),
  mode('3', ['lazy', 'http2', 'list', 'RealFIFO', 'several']),
  mode('4', ['full', 'http1', 'watch-list', 'RealFIFO', 'several'], { via: 'passed' }),
  mode('5', ['stripped', 'http2', 'watch-list', 'DeltaFIFO', 'all'], { via: 'passed', credentials: 'certificate' }),
  mode('6', ['lazy', 'http1', 'watch-list', 'DeltaFIFO', 'all'], { watchSeconds: 5 }),
  mode('7', ['full', 'http2', 'list', 'DeltaFIFO', 'all'], { via: 'passed', watchSeconds: 4 }),
  mode('8', ['stripped', 'http1', 'watch-list', 'RealFIFO', 'several'], { watchSeconds: 6 }),
];
