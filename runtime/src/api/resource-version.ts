import { InformerError } from './informer-error.js';
/**
 * A resourceVersion that cannot be compared: not a positive decimal number without leading zeros.
 *
 * @example
 * if (error instanceof InvalidResourceVersionError) console.log(error.resourceVersion);
 */
export class InvalidResourceVersionError extends InformerError {
  override readonly name = 'InvalidResourceVersionError';
  readonly resourceVersion: string;

  constructor(resourceVersion: string) {
    super(
      'InvalidResourceVersion',
      `resourceVersion ${JSON.stringify(resourceVersion)} is not well formed: ` +
        'only positive decimal numbers without leading zeros can be compared',
    );
    this.resourceVersion = resourceVersion;
  }
}

/**
 * Whether a resourceVersion can be compared: decimal digits, no leading zero. `'0'` cannot: requests use it to mean
 * "any version", and no object ever has it.
 *
 * @example
 * isWellFormedResourceVersion('0123'); // → false
 */
export function isWellFormedResourceVersion(resourceVersion: string): boolean {
  const length = resourceVersion.length;
  if (length === 0 || resourceVersion.charCodeAt(0) === ZERO) return false;
  for (let i = 0; i < length; i += 1) {
    const code = resourceVersion.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

/**
 * Compares two versions of objects of one resource: negative, 0 or positive as `a` is older than, equal to or newer than
 * `b`. They are compared as strings of digits of any length, never as JavaScript numbers, which lose precision above
 * 2^53. Throws an {@link InvalidResourceVersionError} when one is not well formed.
 *
 * @example
 * compareResourceVersions('99', '100'); // → -1
 */
export function compareResourceVersions(a: string, b: string): -1 | 0 | 1 {
  if (!isWellFormedResourceVersion(a)) throw new InvalidResourceVersionError(a);
  if (!isWellFormedResourceVersion(b)) throw new InvalidResourceVersionError(b);
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const ZERO = 48;
const NINE = 57;
