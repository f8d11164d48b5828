import type { ts } from 'ts-morph';
import type { GeneratedCode } from './generated-code.js';
import type { Origin, Origins } from './origins.js';

/**
 * Tells which of several ways a value came by. Equal shapes share one declaration, so that the declaration of a property
 * alone does not say whose it is.
 */
export class Chains {
  readonly #origins: Origins;
  readonly #generated: GeneratedCode;

  constructor(origins: Origins, generated: GeneratedCode) {
    this.#origins = origins;
    this.#generated = generated;
  }

  /**
   * Whether the receiver of the last property of a chain came by the properties before it. `maybe` where the code does
   * not show it and the declarations are shared with other ways.
   */
  matches(chain: readonly ts.Declaration[], receiver: ts.Node | Origin | undefined): 'yes' | 'no' | 'maybe' {
    let node = receiver;
    for (let i = chain.length - 2; i >= 0; i -= 1) {
      const expected = chain[i];
      const found = this.#origins.of(node);
      if (found === undefined || expected === undefined) return this.#isOnlyWay(chain, i) ? 'yes' : 'maybe';
      if (!found.declarations.includes(expected)) return 'no';
      node = found.receiver;
    }
    return 'yes';
  }

  #isOnlyWay(chain: readonly ts.Declaration[], from: number): boolean {
    for (let i = from; i >= 0; i -= 1) {
      const inner = chain[i + 1];
      const referrers = inner === undefined ? undefined : this.#generated.referrersOf(inner);
      if (referrers !== undefined && referrers.size > 1) return false;
    }
    return true;
  }
}
