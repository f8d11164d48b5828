import { byte, skipSpace, valueEnd } from './json-bytes.js';

/** What tells whether two states of an object are the same state. */
export interface Identity {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

interface Member {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
}

/**
 * Reads an object's identity out of its JSON bytes, from `metadata` at the top level and nowhere else, without parsing
 * the rest. Undefined where it is not all there, or written in a way that only a parser should read (escapes): parse
 * then. An object that names a field twice is not expected: API servers write none.
 */
export function scanIdentity(bytes: Buffer): Identity | undefined {
  const metadata = findMember(bytes, skipSpace(bytes, 0), 'metadata');
  return metadata === -1 || bytes[metadata] !== byte.openBrace ? undefined : readMetadata(bytes, metadata);
}

function readMetadata(bytes: Buffer, start: number): Identity | undefined {
  let name: string | undefined;
  let namespace: string | undefined;
  let uid: string | undefined;
  let resourceVersion: string | undefined;
  for (let at = start + 1; at !== -1;) {
    const member = memberAt(bytes, at);
    if (member === undefined) break;
    const end = valueEnd(bytes, member.valueStart);
    if (end === -1) return undefined;
    const field = identityField(bytes, member);
    if (field !== undefined) {
      const text = plainString(bytes, member.valueStart, end);
      if (text === undefined) return undefined;
      if (field === 'name') name = text;
      else if (field === 'namespace') namespace = text;
      else if (field === 'uid') uid = text;
      else resourceVersion = text;
      if (name && namespace && uid && resourceVersion) break;
    }
    at = afterMember(bytes, end);
  }
  if (name === undefined || uid === undefined || resourceVersion === undefined) return undefined;
  return namespace === undefined ? { name, uid, resourceVersion } : { name, namespace, uid, resourceVersion };
}

/** Where the value of the member `name` of the object at `start` begins; -1 when it has none. */
function findMember(bytes: Buffer, start: number, name: string): number {
  if (bytes[start] !== byte.openBrace) return -1;
  for (let at = start + 1; at !== -1;) {
    const member = memberAt(bytes, at);
    if (member === undefined) return -1;
    if (keyIs(bytes, member, name)) return member.valueStart;
    const end = valueEnd(bytes, member.valueStart);
    at = end === -1 ? -1 : afterMember(bytes, end);
  }
  return -1;
}

function memberAt(bytes: Buffer, from: number): Member | undefined {
  const keyStart = skipSpace(bytes, from);
  if (bytes[keyStart] !== byte.quote) return undefined;
  const keyEnd = valueEnd(bytes, keyStart);
  if (keyEnd === -1) return undefined;
  const colon = skipSpace(bytes, keyEnd);
  if (bytes[colon] !== byte.colon) return undefined;
  return { keyStart: keyStart + 1, keyEnd: keyEnd - 1, valueStart: skipSpace(bytes, colon + 1) };
}

/** Where the next member begins; -1 at the end of the object. */
function afterMember(bytes: Buffer, valueEndsAt: number): number {
  const at = skipSpace(bytes, valueEndsAt);
  return bytes[at] === byte.comma ? at + 1 : -1;
}

function identityField(bytes: Buffer, member: Member): keyof Identity | undefined {
  switch (member.keyEnd - member.keyStart) {
    case 3:
      return keyIs(bytes, member, 'uid') ? 'uid' : undefined;
    case 4:
      return keyIs(bytes, member, 'name') ? 'name' : undefined;
    case 9:
      return keyIs(bytes, member, 'namespace') ? 'namespace' : undefined;
    case 15:
      return keyIs(bytes, member, 'resourceVersion') ? 'resourceVersion' : undefined;
    default:
      return undefined;
  }
}

function keyIs(bytes: Buffer, { keyStart, keyEnd }: Member, name: string): boolean {
  if (keyEnd - keyStart !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (bytes[keyStart + at] !== name.charCodeAt(at)) return false;
  return true;
}

function plainString(bytes: Buffer, start: number, end: number): string | undefined {
  if (bytes[start] !== byte.quote) return undefined;
  const text = bytes.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? undefined : text;
}

/** The text of the scalar at a path, read from the bytes; undefined where there is none, or only a parser should read it. */
export function scanText(bytes: Buffer, names: readonly string[]): string | undefined {
  let at = skipSpace(bytes, 0);
  for (const name of names) {
    at = findMember(bytes, at, name);
    if (at === -1) return undefined;
  }
  const end = valueEnd(bytes, at);
  if (end === -1) return undefined;
  const first = bytes[at];
  if (first === byte.quote)
    return plainString(bytes, at, end) ?? (JSON.parse(bytes.toString('utf8', at, end)) as string);
  if (first === byte.openBrace || first === byte.openBracket) return undefined;
  const text = bytes.toString('latin1', at, end);
  return text === 'null' ? undefined : text;
}
