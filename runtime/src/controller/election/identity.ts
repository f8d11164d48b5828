import { randomUUID } from 'node:crypto';
import os from 'node:os';

/**
 * An identity for an election: the host's name and something of this process alone, so that a restarted pod is another
 * candidate.
 *
 * @example
 * electionIdentity(); // 'website-operator-7c9f_0d8e4f3a-…'
 */
export function electionIdentity(): string {
  return `${os.hostname()}_${randomUUID()}`;
}
