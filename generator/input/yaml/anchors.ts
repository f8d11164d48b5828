/** What an anchor stands for. */
interface Anchored {
  readonly value: unknown;
  /** How many nodes it has, those behind aliases counted as often as they are used. */
  readonly size: number;
}

/** The anchors of a document, and a guard against aliases that make it endless. */
export class Anchors {
  /** All nodes so far, those behind aliases counted as often as they are used. */
  nodes = 0;
  /** Those of them that an alias stands for. */
  #aliased = 0;
  readonly #known = new Map<string, Anchored | 'unfinished'>();

  /** What follows belongs to an anchor. */
  begin(name: string): void {
    this.#known.set(name, 'unfinished');
  }

  /** All of it was read. */
  end(name: string, value: unknown, size: number): void {
    this.#known.set(name, { value, size });
  }

  /** What an alias stands for. */
  use(name: string): unknown {
    const anchored = this.#known.get(name);
    if (anchored === undefined) throw new Error(`there is no anchor ${name} before this`);
    if (anchored === 'unfinished') throw new Error(`what the anchor ${name} stands for contains itself`);
    this.nodes += anchored.size;
    this.#aliased += anchored.size;
    if (this.#aliased > 100 && this.nodes > 1000 && this.#aliased / this.nodes > allowedShare(this.nodes)) {
      throw new Error('aliases make this document too large');
    }
    return anchored.value;
  }
}

/** How much of a document aliases may stand for; less of a large one. */
function allowedShare(nodes: number): number {
  const [few, many] = [400_000, 4_000_000];
  if (nodes <= few) return 0.99;
  return nodes >= many ? 0.1 : 0.99 - 0.89 * ((nodes - few) / (many - few));
}
