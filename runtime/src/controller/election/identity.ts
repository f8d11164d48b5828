import { randomUUID } from 'node:crypto';
import os from 'node:os';

/**
 * An identity for an election: the host's name and something of this process alone, so that a restarted pod is another
 * candidate.
 *
 * @example
 * electionIdentity().length > 20; // → true
 */
export function electionIdentity(): string {
  return `${os.hostname()}_${randomUUID()}`;
}
