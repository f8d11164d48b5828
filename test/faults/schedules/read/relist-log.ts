import type { InformerStatus } from '@informer-gen/runtime';
import type { RelistWindow } from './report.js';

/** The part of a status that counts. */
type Relisting = Pick<InformerStatus, 'phase' | 'relists' | 'resourceVersion'>;

interface Known {
  counted: number;
  open: { readonly reasons: string; readonly from: string } | undefined;
  /** Whether the informer has left its watch since the list was counted: it is counted before the phase changes. */
  left: boolean;
  readonly windows: RelistWindow[];
}

/** Follows an informer's status and notes, for each namespace, between which versions it listed instead of watching. */
export class RelistLog {
  readonly #known = new Map<string, Known>();

  /** To be called with every change of status. */
  note(status: Relisting & { readonly namespaces?: { readonly [namespace: string]: Relisting } }): void {
    const each = status.namespaces === undefined ? [['', status] as const] : Object.entries(status.namespaces);
    for (const [namespace, part] of each) this.#noteOne(this.#of(namespace), part);
  }

  /** What happened so far, by namespace. */
  windows(): { [namespace: string]: readonly RelistWindow[] } {
    return Object.fromEntries(
      [...this.#known].map(([namespace, { windows, open }]) => [namespace, open ? [...windows, open] : windows]),
    );
  }

  #noteOne(known: Known, { phase, relists, resourceVersion }: Relisting): void {
    const counted = Object.values(relists).reduce((sum, count) => sum + count, 0);
    if (counted > known.counted) {
      known.left = known.counted === 0;
      known.counted = counted;
      // A further attempt of a list that failed begins where the first did.
      known.open ??= { reasons: JSON.stringify(relists), from: resourceVersion };
    }
    if (phase !== 'watching') known.left = true;
    if (known.open !== undefined && known.left && phase === 'watching') {
      known.windows.push({ ...known.open, to: resourceVersion });
      known.open = undefined;
    }
  }

  #of(namespace: string): Known {
    let known = this.#known.get(namespace);
    if (known === undefined)
      this.#known.set(namespace, (known = { counted: 0, open: undefined, left: false, windows: [] }));
    return known;
  }
}
