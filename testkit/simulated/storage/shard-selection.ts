import type { ApiObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';

interface HashRange {
  readonly field: 'uid' | 'namespace';
  /** Inclusive. */
  readonly start: bigint;
  /** Exclusive; 2^64 for the end of the space. */
  readonly end: bigint;
}

const rangePattern =
  /^shardRange\(\s*object\.metadata\.(uid|namespace)\s*,\s*'0x([0-9a-fA-F]{1,17})'\s*,\s*'0x([0-9a-fA-F]{1,17})'\s*\)$/;

/**
 * Compiles a shard selector: ranges of the 64-bit FNV-1a hash of the uid or the namespace, separated by `||`. Throws 400 for
 * anything else.
 */
export function compileShardSelector(text: string): (object: ApiObject) => boolean {
  const ranges = text.split('||').map((term) => parseRange(term.trim()));
  return ({ metadata }) =>
    ranges.some(({ field, start, end }) => {
      const hash = fnv1a64(metadata[field] ?? '');
      return start <= hash && hash < end;
    });
}

/** The hash that shards are cut by. */
function fnv1a64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

function parseRange(term: string): HashRange {
  const match = rangePattern.exec(term);
  if (match === null) {
    throw badRequest(`shardSelector: cannot read "${term}"; expected shardRange(object.metadata.uid, '0x…', '0x…')`);
  }
  const [, field, start, end] = match;
  return { field: field === 'namespace' ? 'namespace' : 'uid', start: BigInt(`0x${start}`), end: BigInt(`0x${end}`) };
}
