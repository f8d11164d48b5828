import { BOOL, DYN, INT, STRING } from './static-type.js';
import type { StaticType } from './static-type.js';

const DOUBLE: StaticType = { kind: 'double' };
const OTHER: StaticType = { kind: 'other' };
const TEXTS: StaticType = { kind: 'list', of: STRING };

/** What functions return, by their name alone. */
const RESULTS: readonly (readonly [type: StaticType, names: string])[] = [
  [BOOL, 'bool startsWith endsWith contains matches isURL isIP isCIDR isQuantity isSemver isSorted hasValue has'],
  [BOOL, 'containsIP containsCIDR isLessThan isGreaterThan isInteger isCanonical intersects equivalent'],
  [
    BOOL,
    'isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast all exists exists_one existsOne',
  ],
  [INT, 'int size compareTo sign asInteger prefixLength family major minor patch'],
  [
    INT,
    'getSeconds getMinutes getHours getMilliseconds getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear',
  ],
  [DOUBLE, 'double asApproximateFloat'],
  [STRING, 'string lowerAscii upperAscii trim replace substring charAt join format find quote'],
  [STRING, 'getScheme getHost getHostname getPort getEscapedPath'],
  [TEXTS, 'split findAll'],
  [{ kind: 'map', of: TEXTS }, 'getQuery'],
  [{ kind: 'uint' }, 'uint'],
  [{ kind: 'bytes' }, 'bytes'],
  [{ kind: 'duration' }, 'duration'],
  [{ kind: 'timestamp' }, 'timestamp'],
  [{ kind: 'type' }, 'type'],
  [DYN, 'dyn'],
  [OTHER, 'quantity ip cidr url semver masked'],
];

const BY_NAME: ReadonlyMap<string, StaticType> = new Map(
  RESULTS.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
);

/** Functions that are defined for texts alone. */
const OF_TEXTS: ReadonlySet<string> = new Set(
  'startsWith endsWith contains matches lowerAscii upperAscii trim replace substring charAt split find findAll'.split(
    ' ',
  ),
);

/** Kinds that have a size. */
const SIZED: ReadonlySet<string> = new Set(['string', 'bytes', 'list', 'map', 'dyn']);

/** The type that a call returns; undefined: not known. */
export function resultType(name: string, receiver: StaticType | undefined): StaticType | undefined {
  if (name === 'contains' && receiver?.kind === 'other') return BOOL;
  if (name === 'value' || name === 'orValue') return receiver?.kind === 'optional' ? receiver.of : undefined;
  if (name === 'min' || name === 'max' || name === 'sum') return receiver?.kind === 'list' ? receiver.of : undefined;
  if (name === 'indexOf' || name === 'lastIndexOf') return INT;
  return BY_NAME.get(name);
}

/** Whether a type has a function of that name; what is not known has. */
export function hasFunction(name: string, type: StaticType | undefined): boolean {
  if (type === undefined) return true;
  if (name === 'size') return SIZED.has(type.kind) || type.kind === 'other';
  return !OF_TEXTS.has(name) || ['string', 'dyn', 'other'].includes(type.kind);
}

/** Whether the first argument of a function of texts is a text. */
export function takesText(name: string): boolean {
  return ['startsWith', 'endsWith', 'contains', 'matches', 'split', 'find', 'findAll', 'replace'].includes(name);
}
