import type { DefinitionModel, Property, TypeNode } from '../../model/model.js';
import { typeKey } from '../../model/shape-pool.js';
import { compareFacts } from './facts.js';
import { objectOf } from './objects.js';
import type { ObjectParts } from './objects.js';
import type { RawSchema } from '../read/raw-schemas.js';
import type { RuleName } from './rules.js';
import type { Step } from './type-path.js';
import { isCovered, shownType, valuesOf } from './values.js';
import type { Values } from './values.js';

/** A difference at one point of a type. */
export interface TypeChange {
  readonly rule: RuleName;
  readonly steps: readonly Step[];
  readonly message: string;
  readonly before?: string;
  readonly after?: string;
  readonly old: RawSchema | undefined;
  readonly new: RawSchema | undefined;
}

/** A type on both sides, with the schemas it was made of. */
export interface TypePair {
  readonly old: TypeNode;
  readonly new: TypeNode;
  readonly oldRaw: RawSchema | undefined;
  readonly newRaw: RawSchema | undefined;
  readonly steps: readonly Step[];
}

/** What comparing types needs to know. */
export interface CompareContext {
  readonly oldDefinitions: ReadonlyMap<string, DefinitionModel>;
  readonly newDefinitions: ReadonlyMap<string, DefinitionModel>;
  /** The schema of a named definition, on each side. */
  oldSchema(definition: string): RawSchema | undefined;
  newSchema(definition: string): RawSchema | undefined;
  readonly builtIn: boolean;
}

/** No real type nests deeper; definitions of different names that hold themselves would not end. */
const MAX_STEPS = 60;

/**
 * Compares one type with another, down to where both are named definitions of the same name: those are compared once,
 * on their own.
 */
export class TypeComparison {
  readonly changes: TypeChange[] = [];
  readonly #context: CompareContext;
  readonly #inline = new Set<string>();

  constructor(context: CompareContext) {
    this.#context = context;
  }

  /** Compares what two types admit at one point. */
  compare(pair: TypePair): void {
    if (pair.steps.length > MAX_STEPS) return;
    const old = valuesOf(pair.old, this.#context.oldDefinitions);
    const now = valuesOf(pair.new, this.#context.newDefinitions);
    const differs = this.#values(pair, old, now);
    this.#facts(pair, differs);
    if (old.array !== undefined && now.array !== undefined) {
      this.compare({
        old: old.array,
        new: now.array,
        oldRaw: pair.oldRaw?.items,
        newRaw: pair.newRaw?.items,
        steps: [...pair.steps, '[]'],
      });
    }
    if (!old.any && !now.any && old.objects.length > 0 && now.objects.length > 0) this.#objects(pair, old, now);
  }

  /** Compares the properties of two objects; `passedOver`: those that are compared elsewhere. */
  properties(pair: TypePair, old: ObjectParts, now: ObjectParts, passedOver: ReadonlySet<string> = new Set()): void {
    for (const [name, before] of old.properties) {
      if (passedOver.has(name)) continue;
      const after = now.properties.get(name);
      const inner: PropertyPair = { pair, name, before, after };
      if (after === undefined) this.#removed(inner, before);
      else this.#property(inner, before, after);
    }
    for (const [name, after] of now.properties) {
      if (!passedOver.has(name) && !old.properties.has(name)) this.#added({ pair, name, after }, after);
    }
    if (old.open && !now.open) this.#note(pair, 'unknown-fields-pruned', 'keeps fields that it does not list no more');
    if (!old.open && now.open) this.#note(pair, 'unknown-fields-kept', 'keeps fields that it does not list');
  }

  /** Compares what the schemas of two whole objects say beyond their fields. */
  wholes(pair: TypePair): void {
    this.#facts(pair, false, (rule) => !rule.startsWith('field-'));
  }

  #values(pair: TypePair, old: Values, now: Values): boolean {
    const texts = { before: shownType(pair.old), after: shownType(pair.new) };
    if (old.any && now.any) return false;
    if (!old.any && !now.any && old.null !== now.null) {
      const rule = now.null ? 'nullable-added' : 'nullable-removed';
      this.#note(pair, rule, now.null ? 'may be null' : 'may not be null any more', texts);
    }
    if (this.#enums(pair, old, now)) return false;
    const [widened, narrowed] = [isCovered(old, now), isCovered(now, old)];
    if (widened && narrowed) return false;
    const rule = widened ? 'type-widened' : narrowed ? 'type-narrowed' : 'type-changed';
    this.#note(pair, rule, `is ${texts.after} instead of ${texts.before}`, texts);
    return true;
  }

  /** Whether the types differ in the values of an enum alone, or not at all. */
  #enums(pair: TypePair, old: Values, now: Values): boolean {
    const open = old.listed.size > 0 && now.listed.size > 0;
    if (open) {
      const json = (value: string): string => JSON.stringify(value);
      this.#enumChange(pair, 'open-enum-grown', missing(now.listed, old.listed).map(json));
      this.#enumChange(pair, 'open-enum-cut', missing(old.listed, now.listed).map(json));
    }
    if (old.literals.size === 0 || now.literals.size === 0) return false;
    const rest = (values: Values): Values => ({ ...values, literals: new Map() });
    if (!isCovered(rest(old), rest(now)) || !isCovered(rest(now), rest(old))) return false;
    const [before, after] = [new Set(old.literals.keys()), new Set(now.literals.keys())];
    this.#enumChange(pair, 'enum-grown', missing(after, before));
    this.#enumChange(pair, 'enum-cut', missing(before, after));
    return true;
  }

  #enumChange(pair: TypePair, rule: RuleName, values: readonly string[]): void {
    if (values.length === 0) return;
    const shown = values.join(', ');
    const grown = rule.endsWith('grown');
    const message = grown ? `may be ${shown} too` : `may not be ${shown} any more`;
    this.#note(pair, rule, message, grown ? { after: shown } : { before: shown });
  }

  #facts(pair: TypePair, typeDiffers: boolean, isWanted: (rule: RuleName) => boolean = () => true): void {
    if (pair.oldRaw === undefined || pair.newRaw === undefined) return;
    const { builtIn } = this.#context;
    for (const fact of compareFacts(pair.oldRaw.merged, pair.newRaw.merged, { builtIn, typeDiffers })) {
      const { rule, message, ...texts } = fact;
      if (isWanted(rule)) this.#note(pair, rule, message, texts);
    }
  }

  #objects(pair: TypePair, old: Values, now: Values): void {
    const [before, after] = [old.objects[0], now.objects[0]];
    if (before === undefined || after === undefined) return;
    if (before.type === 'definition' && after.type === 'definition' && before.name === after.name) return;
    if (before.type === 'external' || after.type === 'external') return this.#opaque(pair, before, after);
    const named = before.type === 'definition' || after.type === 'definition';
    const key = `${typeKey(before, 'hash')}>${typeKey(after, 'hash')}`;
    if (named && this.#inline.has(key)) return;
    if (named) this.#inline.add(key);
    const at: TypePair = {
      ...pair,
      oldRaw: before.type === 'definition' ? this.#context.oldSchema(before.name) : pair.oldRaw,
      newRaw: after.type === 'definition' ? this.#context.newSchema(after.name) : pair.newRaw,
    };
    const left = objectOf(old.objects, this.#context.oldDefinitions);
    const right = objectOf(now.objects, this.#context.newDefinitions);
    if (left.map === undefined && right.map === undefined && left.runtimeTypes === right.runtimeTypes) {
      this.properties(at, left, right);
    } else if (left.map !== undefined && right.map !== undefined) {
      this.compare({
        old: left.map,
        new: right.map,
        oldRaw: at.oldRaw?.values,
        newRaw: at.newRaw?.values,
        steps: [...pair.steps, '{}'],
      });
    } else this.#mapChange(pair, left, right);
  }

  /** A type of another package can be compared with another by its structure alone. */
  #opaque(pair: TypePair, old: TypeNode, now: TypeNode): void {
    const before = structureOf(old, this.#context.oldDefinitions);
    const after = structureOf(now, this.#context.newDefinitions);
    if (before === after) return;
    const texts = { before: shownType(pair.old), after: shownType(pair.new) };
    this.#note(
      pair,
      'type-changed',
      `is ${texts.after} instead of ${texts.before}, whose fields are not at hand`,
      texts,
    );
  }

  /** A map on one side alone, or an embedded object of another sort. */
  #mapChange(pair: TypePair, old: ObjectParts, now: ObjectParts): void {
    const texts = { before: shownType(pair.old), after: shownType(pair.new) };
    const message = `is ${texts.after} instead of ${texts.before}`;
    const bare = (parts: ObjectParts): boolean =>
      parts.map === undefined && parts.runtimeTypes === '' && parts.properties.size === 0;
    // An object without any listed field admits everything (open), or nothing but itself empty.
    const wider = bare(now) ? now.open : bare(old) ? !old.open : undefined;
    this.#note(pair, wider === undefined ? 'type-changed' : wider ? 'type-widened' : 'type-narrowed', message, texts);
  }

  #property(inner: PropertyPair, before: Property, after: Property): void {
    const pair = pairOf(inner, before.type, after.type);
    if (before.optional && !after.optional) {
      if (after.defaulted) this.#note(pair, 'presence-promised', 'is always there');
      else this.#note(pair, 'made-required', 'must be set');
    }
    if (!before.optional && after.optional) {
      this.#note(pair, before.defaulted ? 'presence-lost' : 'made-optional', 'may be absent');
    }
    this.compare(pair);
  }

  #removed(inner: PropertyPair, before: Property): void {
    const pair = pairOf(inner, before.type, before.type);
    const rule = mayBeLeftOut(before) ? 'field-removed' : 'required-field-removed';
    // The location in the new document is that of the object that has it no more.
    const new_ = inner.pair.newRaw;
    const type = shownType(before.type);
    this.#push({ rule, steps: pair.steps, message: 'is gone', before: type, old: pair.oldRaw, new: new_ });
  }

  #added(inner: PropertyPair, after: Property): void {
    const pair = pairOf(inner, after.type, after.type);
    const free = mayBeLeftOut(after);
    const rule = free ? 'field-added' : 'required-field-added';
    const message = free ? 'is new' : 'is new and must be set';
    const type = shownType(after.type);
    this.#push({ rule, steps: pair.steps, message, after: type, old: inner.pair.oldRaw, new: pair.newRaw });
  }

  #note(pair: TypePair, rule: RuleName, message: string, texts: { before?: string; after?: string } = {}): void {
    this.#push({ rule, steps: pair.steps, message, ...texts, old: pair.oldRaw, new: pair.newRaw });
  }

  #push(change: TypeChange): void {
    this.changes.push(change);
  }
}

interface PropertyPair {
  readonly pair: TypePair;
  readonly name: string;
  readonly before?: Property;
  readonly after?: Property | undefined;
}

function pairOf({ pair, name }: PropertyPair, old: TypeNode, now: TypeNode): TypePair {
  return {
    old,
    new: now,
    oldRaw: pair.oldRaw?.property(name),
    newRaw: pair.newRaw?.property(name),
    steps: [...pair.steps, { property: name }],
  };
}

function mayBeLeftOut({ optional, defaulted }: Property): boolean {
  return optional || defaulted === true;
}

function missing(from: ReadonlySet<string>, among: ReadonlySet<string>): string[] {
  return [...from].filter((value) => !among.has(value));
}

function structureOf(type: TypeNode, definitions: ReadonlyMap<string, DefinitionModel>): string {
  const target = type.type === 'definition' ? definitions.get(type.name)?.type : undefined;
  return typeKey(target ?? type, 'structure');
}
