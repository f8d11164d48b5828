import os from 'node:os';
import { randomUuid } from '../../async/random-uuid.js';

/**
 * An identity for an election: the host's name and something of this process alone, so that a restarted pod is another
 * candidate.
 *
 * @param random Returns numbers in [0, 1). Default: the generator of `node:crypto`.
 * @example
 * electionIdentity().length > 20; // → true
 */
export function electionIdentity(random?: () => number): string {
  return `${os.hostname()}_${randomUuid(random)}`;
}
