import { arrayEnd } from './array-end.js';
import { byte, skipSpace, valueEnd } from './json-bytes.js';
import { MemberCursor } from './member-cursor.js';

/** A range of bytes; empty at 0 where there is nothing. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

class Range implements ByteRange {
  start = 0;
  end = 0;

  set(start: number, end: number): void {
    this.start = start;
    this.end = end;
  }
}

/**
 * Where the parts of an object that caches need stand in its JSON bytes: found in one walk over `metadata` at the top
 * level, without parsing. One outline is used for object after object.
 *
 * It trusts that the bytes are one JSON value. An object that names a field of its metadata twice is not expected: API
 * servers write none; such fields are left to the parser.
 */
export class ObjectOutline {
  /** The texts without their quotes. */
  readonly name: Range = new Range();
  readonly namespace: Range = new Range();
  readonly uid: Range = new Range();
  readonly resourceVersion: Range = new Range();
  /** The texts of `kind` and `apiVersion`, where they stand before `metadata`: API servers write them there, or not at all. */
  readonly kind: Range = new Range();
  readonly apiVersion: Range = new Range();
  /** The value of `metadata`. */
  readonly metadata: Range = new Range();
  /** `metadata.managedFields`, with the comma that goes with it, so that the rest is JSON without it. */
  readonly managedFields: Range = new Range();
  /** Whether metadata was found whole in the bytes that were read last. */
  isWhole = false;
  /** Where the first member is that is neither `apiVersion` nor `kind`. */
  stateStart = 0;
  readonly #top = new MemberCursor();
  readonly #inner = new MemberCursor();
  /** Something is written as API servers do not write it (escapes in names, a field twice): only a parser should read it. */
  isUnusual = false;

  /** True when name, uid and version were found. False also where only a parser should read them (escapes). */
  get hasIdentity(): boolean {
    return !this.isUnusual && this.name.end !== 0 && this.uid.end !== 0 && this.resourceVersion.end !== 0;
  }

  /** Reads the outline of an object. False where metadata was not found whole: then only {@link hasIdentity} may be asked. */
  read(bytes: Buffer): boolean {
    this.isWhole = this.#enterMetadata(bytes) && this.#readMetadata(bytes);
    return this.isWhole;
  }

  #enterMetadata(bytes: Buffer): boolean {
    this.#reset();
    const top = this.#top;
    for (let more = top.enter(bytes, skipSpace(bytes, 0)); more; more = top.next(valueEnd(bytes, top.valueStart))) {
      if (top.keyIs('kind')) this.#readType(bytes, this.kind);
      else if (top.keyIs('apiVersion')) this.#readType(bytes, this.apiVersion);
      else {
        if (this.stateStart === 0) this.stateStart = top.keyStart - 1;
        if (top.keyIs('metadata')) return bytes[top.valueStart] === byte.openBrace;
        if (top.keyHasEscapes) this.isUnusual = true;
      }
    }
    return false;
  }

  #readType(bytes: Buffer, range: Range): void {
    const start = this.#top.valueStart;
    const end = bytes[start] === byte.quote ? plainTextEnd(bytes, start) : -1;
    if (end === -1) this.isUnusual = true;
    else range.set(start + 1, end);
  }

  #readMetadata(bytes: Buffer): boolean {
    const inner = this.#inner;
    const start = this.#top.valueStart;
    for (let more = inner.enter(bytes, start); more; more = inner.next(this.#readField(bytes)));
    if (inner.end !== -1) this.metadata.set(start, inner.end);
    return inner.end !== -1;
  }

  /** Returns where the value ends. */
  #readField(bytes: Buffer): number {
    const inner = this.#inner;
    switch (inner.keyEnd - inner.keyStart) {
      case 3:
        return inner.keyIs('uid') ? this.#readText(bytes, this.uid) : this.#skip(bytes);
      case 4:
        return inner.keyIs('name') ? this.#readText(bytes, this.name) : this.#skip(bytes);
      case 9:
        return inner.keyIs('namespace') ? this.#readText(bytes, this.namespace) : this.#skip(bytes);
      case 13:
        return inner.keyIs('managedFields') ? this.#readManagedFields(bytes) : this.#skip(bytes);
      case 15:
        return inner.keyIs('resourceVersion') ? this.#readText(bytes, this.resourceVersion) : this.#skip(bytes);
      default:
        return this.#skip(bytes);
    }
  }

  /** Passes over a field that is none of ours, unless it might be one: `n\u0061me`. */
  #skip(bytes: Buffer): number {
    if (this.#inner.keyHasEscapes) this.isUnusual = true;
    return valueEnd(bytes, this.#inner.valueStart);
  }

  #readText(bytes: Buffer, range: Range): number {
    const start = this.#inner.valueStart;
    const end = bytes[start] === byte.quote ? plainTextEnd(bytes, start) : -1;
    if (end === -1 || range.end !== 0) {
      this.isUnusual = true;
      return valueEnd(bytes, start);
    }
    range.set(start + 1, end);
    return end + 1;
  }

  #readManagedFields(bytes: Buffer): number {
    const { valueStart, commaAt, keyStart } = this.#inner;
    if (bytes[valueStart] !== byte.openBracket || this.managedFields.end !== 0) {
      this.isUnusual = true;
      return valueEnd(bytes, valueStart);
    }
    const end = arrayEnd(bytes, valueStart);
    if (end === -1) return -1;
    if (commaAt !== -1) this.managedFields.set(commaAt, end);
    else {
      const next = skipSpace(bytes, end);
      this.managedFields.set(keyStart - 1, bytes[next] === byte.comma ? next + 1 : end);
    }
    return end;
  }

  #reset(): void {
    this.isUnusual = false;
    this.stateStart = 0;
    this.name.end = this.namespace.end = this.uid.end = this.resourceVersion.end = this.metadata.end = 0;
    this.kind.end = this.apiVersion.end = 0;
    this.managedFields.set(0, 0);
  }
}

const SPACE = 0x20;

/** Where the text whose quote is at `from` has its other quote; -1 where it has escapes or what no JSON has, or no end. */
function plainTextEnd(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    const code = bytes[at] as number;
    if (code === byte.quote) return at;
    if (code === byte.backslash || code < SPACE) return -1;
  }
  return -1;
}
