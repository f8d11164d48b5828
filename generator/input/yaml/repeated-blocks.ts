import type { OutlinedBlock } from './block-outline.js';
import type { Mapping } from './mappings.js';

/** A block that was read, and what came of it. */
interface ReadBlock {
  readonly block: OutlinedBlock;
  readonly value: Mapping;
  /** How many nodes it has. */
  readonly nodes: number;
}

/** Shorter blocks are read as soon as they are looked up. */
const FEWEST_LINES = 2;

/**
 * The blocks that were read, in all texts of a run. CRDs repeat each other: four fifths of what they say is some PodSpec or other that was
 * there before. Such a block is read once, and is the same value wherever it is: nobody may change it, and whoever
 * makes something of it may know it by its identity.
 *
 * Blocks are known by 64 bits of hash and their number of lines, so that no text is kept.
 */
export class RepeatedBlocks {
  readonly #byHash = new Map<number, ReadBlock>();

  /** What was read where the same block was before. */
  find(block: OutlinedBlock): ReadBlock | undefined {
    if (block.lines < FEWEST_LINES) return undefined;
    const known = this.#byHash.get(keyOf(block));
    if (known?.block.second !== block.second || known.block.lines !== block.lines) return undefined;
    return known;
  }

  /** Notes what a block is. */
  add(read: ReadBlock): void {
    if (read.block.lines >= FEWEST_LINES) this.#byHash.set(keyOf(read.block), read);
  }
}

/** As much of both hashes as a number holds exactly. */
function keyOf({ first, second }: OutlinedBlock): number {
  return first * 2 ** 21 + (second >>> 11);
}
