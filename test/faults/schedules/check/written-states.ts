import { contentOf, hashOf } from '../write/content.js';
import type { ResourceName, WriteEntry, WriteLog } from '../write/write-log.js';
import type { SeenEvent } from '../read/report.js';

/** The writes of one resource, to be compared with what handlers saw. One for all handlers, so that they must agree. */
export class WrittenStates {
  readonly #bySerial = new Map<string, WriteEntry>();
  readonly #deletedUids = new Set<string>();
  readonly #keysWithLostDelete = new Set<string>();
  readonly #allMayGo: boolean;
  /** The version and uid that a write of unknown outcome turned out to have. */
  readonly #learnt = new Map<string, string>();
  /** Acknowledged creates and patches. */
  readonly acknowledged: readonly (WriteEntry & { readonly resourceVersion: string })[];

  constructor(log: WriteLog, resource: ResourceName) {
    const entries = log.entries.filter((entry) => entry.resource === resource);
    this.#allMayGo = resource === 'widgets' && log.crdDeletions > 0;
    this.acknowledged = entries.flatMap((entry) =>
      entry.outcome === 'acknowledged' && entry.verb !== 'delete' && entry.resourceVersion !== undefined
        ? [{ ...entry, resourceVersion: entry.resourceVersion }]
        : [],
    );
    for (const entry of entries) {
      if (entry.verb !== 'delete') this.#bySerial.set(String(entry.serial), entry);
      else if (entry.outcome === 'unknown') this.#keysWithLostDelete.add(entry.key);
      else if (entry.outcome === 'acknowledged' && entry.uid !== undefined) this.#deletedUids.add(entry.uid);
    }
  }

  /** What is wrong with a state that a handler was told; undefined if somebody wrote just that. */
  problemOf(event: SeenEvent): string | undefined {
    const entry = this.#bySerial.get(event.serial);
    if (entry === undefined) return `carries the number ${JSON.stringify(event.serial)}, which nobody wrote`;
    if (entry.key !== event.key) return `carries the content of ${entry.key}`;
    if (entry.outcome === 'refused') return `was refused by the server (write ${entry.serial})`;
    if (hashOf(contentOf(entry.serial).text) !== event.textHash)
      return `carries another text than write ${entry.serial}`;
    if (event.type === 'delete') return this.#deleteProblem(event);
    return this.#identityProblem(entry, event);
  }

  /** The version of a deletion is its own; only the uid can be compared. */
  #deleteProblem({ uid, key }: SeenEvent): string | undefined {
    if (this.#allMayGo || this.#deletedUids.has(uid) || this.#keysWithLostDelete.has(key)) return undefined;
    return 'was deleted by nobody';
  }

  #identityProblem(entry: WriteEntry, { uid, resourceVersion }: SeenEvent): string | undefined {
    const id = `${resourceVersion} (${uid})`;
    const known =
      entry.outcome === 'acknowledged'
        ? `${entry.resourceVersion} (${entry.uid})`
        : this.#learnt.get(String(entry.serial));
    if (known === undefined) this.#learnt.set(String(entry.serial), id);
    return known === undefined || known === id ? undefined : `should have version ${known}`;
  }
}
