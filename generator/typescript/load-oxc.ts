import { createRequire } from 'node:module';
import type * as Oxc from 'oxc-transform';

/** The transformer, or why there is none. */
export type LoadedOxc = { readonly oxc: typeof Oxc } | { readonly oxc: undefined; readonly cause: unknown };

/**
 * Loads oxc-transform, native code that is there in 10 ms. It is an optional dependency in one exact version, so that the same input
 * gives the same bytes everywhere; there is none where it was not installed or has no binary for the platform.
 */
export function loadOxc(): LoadedOxc {
  try {
    return { oxc: createRequire(import.meta.url)('oxc-transform') as typeof Oxc };
  } catch (cause) {
    return { oxc: undefined, cause };
  }
}
