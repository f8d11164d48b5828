import { setOwn } from '../api/deep-json.js';
import { byte, skipSpace, stringEnd, valueEnd } from './json-bytes.js';
import type { TypeMeta } from './decoder.js';
import type { Field, Level } from './projection-levels.js';
import { hashOf, saysText } from './byte-hash.js';
import { PartCache } from './part-cache.js';
import { Repetition } from './repetition.js';
import { TextCache } from './value-cache.js';

/** The bytes are not what can be read without a parser: escapes in names, lists in lists without end, or no JSON. */
export class OnlyParseable extends Error {
  override readonly name = 'OnlyParseable';
}

const unreadable = new OnlyParseable();

const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
/** So many digits are exact as a number. */
const MAX_DIGITS = 15;
const MIX = 0x9e3779b1;
/** Larger parts are hardly equal in two objects. */
const MAX_SHARED_BYTES = 1024;
/** A path leads through as many lists in lists as there are, and each is a call: so many are more than any schema has. */
const MAX_LISTS_IN_LISTS = 64;
const TRUE = 0x74;
const FALSE = 0x66;
const NULL = 0x6e;

type Kept = { [name: string]: unknown };

/**
 * Makes objects of JSON bytes that hold only the fields of some levels, in one walk. What is dropped is passed over: it is
 * neither decoded nor checked. One is used for object after object.
 */
export class Projector {
  readonly #root: Level;
  readonly #texts = new TextCache();
  readonly #parts = new PartCache();
  readonly #mapNames = new Repetition();
  #bytes: Buffer = Buffer.alloc(0);
  /** Where the value that was read last ends. */
  #end = 0;
  /** How many lists are around what is read. */
  #lists = 0;
  /** After {@link read}: a number of everything that was kept but the type. */
  digest = 0;

  constructor(root: Level) {
    this.#root = root;
  }

  /** What is kept of the one object in these bytes. Throws {@link OnlyParseable} where a parser should read them. */
  read(bytes: Buffer, stamp: TypeMeta | undefined): object {
    this.#bytes = bytes;
    this.#lists = 0;
    this.digest = 0;
    const start = skipSpace(bytes, 0);
    if (bytes[start] !== byte.openBrace) throw unreadable;
    const object = new this.#root.Kept();
    if (stamp !== undefined) {
      object['kind'] = stamp.kind;
      object['apiVersion'] = stamp.apiVersion;
    }
    this.#fields(this.#root, start, object, true);
    if (skipSpace(bytes, this.#end) !== bytes.length) throw unreadable;
    if (stamp !== undefined) {
      object['kind'] ??= stamp.kind;
      object['apiVersion'] ??= stamp.apiVersion;
    }
    return object;
  }

  /** What is kept of the value at `at`. */
  #value(level: Level, at: number): unknown {
    const first = this.#bytes[at] ?? 0;
    this.#note(first);
    switch (first) {
      case byte.quote:
        return this.#text(at, level.repetition);
      case byte.openBrace:
      case byte.openBracket:
        return level.parts === undefined ? this.#container(level, at, first) : this.#part(level, at, first);
      default:
        return this.#scalar(at);
    }
  }

  #container(level: Level, at: number, first: number): object {
    if (first === byte.openBracket) return level.isWhole ? (this.#parsed(at) as object) : this.#list(level, at);
    if (level.isWhole) return this.#map(level, at);
    const object = new level.Kept();
    this.#fields(level, at, object, false);
    return object;
  }

  /** An object or list of which others may have an equal one. Its digest is that of its bytes. */
  #part(level: Level, at: number, first: number): object {
    const bytes = this.#bytes;
    const end = valueEnd(bytes, at);
    if (end === -1) throw unreadable;
    const hash = hashOf(bytes, at, end) ^ level.salt;
    const before = this.digest;
    const repetition = level.parts as Repetition;
    const mayShare = end - at <= MAX_SHARED_BYTES && repetition.isWorthAsking;
    const range = { start: at, end, hash, kept: level };
    const known = mayShare ? this.#parts.find(bytes, range) : undefined;
    if (mayShare) repetition.note(known !== undefined);
    const part = known ?? this.#container(level, at, first);
    if (mayShare && known === undefined) this.#parts.add(bytes, range, part);
    this.#end = end;
    this.digest = before;
    this.#note(hash);
    return part;
  }

  /** Puts the fields of the object at `from` that are kept into `into`. */
  #fields(level: Level, from: number, into: Kept, isRoot: boolean): void {
    const bytes = this.#bytes;
    const { fields, others, leftOut } = level;
    let expected = 0;
    let at = skipSpace(bytes, from + 1);
    if (bytes[at] === byte.closeBrace) return void (this.#end = at + 1);
    for (;;) {
      if (bytes[at] !== byte.quote) throw unreadable;
      const keyEnd = stringEnd(bytes, at);
      if (keyEnd === -1) throw unreadable;
      const colon = bytes[keyEnd] === byte.colon ? keyEnd : skipSpace(bytes, keyEnd);
      if (bytes[colon] !== byte.colon) throw unreadable;
      const start = skipSpace(bytes, colon + 1);
      const found = this.#find(fields, expected, at + 1, keyEnd - 1);
      if (found !== -1) {
        const { name, level: inner } = fields[found] as Field;
        expected = found + 1;
        const before = this.digest;
        into[name] = this.#value(inner, start);
        if (isRoot && (name === 'kind' || name === 'apiVersion')) this.digest = before;
        else this.#note(found);
      } else if (others !== undefined && (leftOut === undefined || !saysText(bytes, at + 1, keyEnd - 1, leftOut))) {
        const name = this.#text(at, this.#mapNames) as string;
        setOwn(into, name, this.#value(others, start));
      } else {
        this.#end = valueEnd(bytes, start);
        if (this.#end === -1) throw unreadable;
      }
      at = this.#end;
      if (bytes[at] !== byte.comma) at = skipSpace(bytes, at);
      if (bytes[at] === byte.closeBrace) return void (this.#end = at + 1);
      if (bytes[at] !== byte.comma) throw unreadable;
      at = skipSpace(bytes, at + 1);
    }
  }

  /** Which field has the name in this range; -1 for none. Servers write fields in one order: the next is looked at first. */
  #find(fields: readonly Field[], expected: number, start: number, end: number): number {
    const bytes = this.#bytes;
    const length = end - start;
    const { length: count } = fields;
    for (let tried = 0; tried < count; tried += 1) {
      const index = expected + tried < count ? expected + tried : expected + tried - count;
      const { bytes: name } = fields[index] as Field;
      if (name.length !== length) continue;
      let at = 0;
      while (at < length && bytes[start + at] === name.charCodeAt(at)) at += 1;
      if (at === length) return index;
    }
    for (let at = start; at < end; at += 1) if (bytes[at] === byte.backslash) throw unreadable;
    return -1;
  }

  #list(level: Level, from: number): unknown[] {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, from + 1);
    if (bytes[at] === byte.closeBracket) {
      this.#end = at + 1;
      return [];
    }
    this.#lists += 1;
    if (this.#lists > MAX_LISTS_IN_LISTS) throw unreadable;
    // An array that grows has room for many more.
    const list = [this.#value(level, at)];
    for (let length = 1; ; length += 1) {
      at = skipSpace(bytes, this.#end);
      if (bytes[at] === byte.closeBracket) {
        this.#end = at + 1;
        this.#lists -= 1;
        this.#note(length);
        return list.length > 1 ? list.slice() : list;
      }
      if (bytes[at] !== byte.comma) throw unreadable;
      list.push(this.#value(level, skipSpace(bytes, at + 1)));
    }
  }

  /** An object that is kept whole: where it holds nothing but texts, as labels do, they are shared. */
  #map(level: Level, from: number): object {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, from + 1);
    const map = new level.Kept();
    if (bytes[at] === byte.closeBrace) {
      this.#end = at + 1;
      return map;
    }
    const texts = this.#texts;
    for (;;) {
      if (bytes[at] !== byte.quote) break;
      const name = texts.read(bytes, at, this.#mapNames);
      if (texts.end === -1 || name === '__proto__') break;
      const colon = skipSpace(bytes, texts.end);
      if (bytes[colon] !== byte.colon) break;
      at = skipSpace(bytes, colon + 1);
      if (bytes[at] !== byte.quote) break;
      map[name] = texts.read(bytes, at, level.repetition);
      if (texts.end === -1) break;
      at = skipSpace(bytes, texts.end);
      if (bytes[at] === byte.closeBrace) {
        this.#end = at + 1;
        return map;
      }
      if (bytes[at] !== byte.comma) break;
      at = skipSpace(bytes, at + 1);
    }
    return this.#parsed(from) as object;
  }

  #text(at: number, repetition: Repetition | undefined): unknown {
    const text = this.#texts.read(this.#bytes, at, repetition);
    if (this.#texts.end === -1) return this.#parsed(at);
    this.#end = this.#texts.end;
    this.#note(this.#texts.hash);
    return text;
  }

  #scalar(at: number): unknown {
    const bytes = this.#bytes;
    switch (bytes[at]) {
      case TRUE:
        return this.#word('true', at, true);
      case FALSE:
        return this.#word('false', at, false);
      case NULL:
        return this.#word('null', at, null);
      default:
        return this.#number(at);
    }
  }

  #word<V>(word: string, at: number, value: V): V {
    const bytes = this.#bytes;
    for (let i = 1; i < word.length; i += 1) if (bytes[at + i] !== word.charCodeAt(i)) throw unreadable;
    this.#end = at + word.length;
    return value;
  }

  #number(from: number): unknown {
    const bytes = this.#bytes;
    let value = 0;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const code = bytes[at] as number;
      if (code < DIGIT_ZERO || code > DIGIT_NINE) break;
      value = value * 10 + (code - DIGIT_ZERO);
    }
    const digits = at - from;
    const code = bytes[at];
    const isEnd = code === byte.comma || code === byte.closeBrace || code === byte.closeBracket;
    const isPlain = digits === 1 || (digits > 1 && digits <= MAX_DIGITS && bytes[from] !== DIGIT_ZERO);
    if (!isEnd || !isPlain) return this.#parsed(from);
    this.#end = at;
    this.#note(value);
    return value;
  }

  #parsed(from: number): unknown {
    const bytes = this.#bytes;
    const end = valueEnd(bytes, from);
    if (end === -1) throw unreadable;
    this.#end = end;
    for (let at = from; at < end; at += 1) this.#note(bytes[at] as number);
    return JSON.parse(bytes.toString('utf8', from, end)) as unknown;
  }

  #note(value: number): void {
    this.digest = (Math.imul(this.digest, MIX) ^ value) | 0;
  }
}
