import { ts } from 'ts-morph';
import type { ChangeRoot, LocatedChange } from '../compare/sides.js';
import type { Change } from '../compare/change.js';
import type { RuleName } from '../compare/rules.js';
import type { Step } from '../compare/type-path.js';
import { pascalSegment } from '../../names/identifiers.js';
import type { GeneratedCode, KindCode } from './generated-code.js';
import type { FactTarget } from './resource-facts.js';

/** A changed property, by the way that leads to it. */
export interface PropertyTarget {
  readonly change: number;
  readonly rule: RuleName;
  readonly reads: boolean;
  readonly writes: boolean;
  /** Only uses with one of these values count; undefined: all do. */
  readonly values: ReadonlySet<string> | undefined;
  /** The declarations of the properties on the way, the changed one last; those of shared definitions left out. */
  readonly chain: readonly ts.Declaration[];
}

/** A property that object literals break by leaving out. */
export interface AbsenceTarget {
  readonly change: number;
  readonly name: string;
  readonly chain: readonly ts.Declaration[];
}

/** Changes that matter to who leaves the field out. */
const BY_ABSENCE: ReadonlySet<RuleName> = new Set([
  'required-field-added',
  'made-required',
  'default-removed',
  'default-changed',
]);

const GONE: ReadonlySet<RuleName> = new Set(['kind-removed', 'version-removed']);
const ADDED: ReadonlySet<RuleName> = new Set(['field-added', 'required-field-added']);
const FACTS: ReadonlyMap<RuleName, FactTarget['type']> = new Map([
  ['selectable-field-removed', 'field'],
  ['status-subresource-removed', 'subresource'],
  ['subresource-removed', 'subresource'],
]);
const REMOVED: ReadonlySet<RuleName> = new Set(['field-removed', 'required-field-removed']);

/** What to look for: the declarations in the generated code that the breaking changes are about. */
export class Targets {
  /** By the declaration of the property. */
  readonly properties: Map<ts.Declaration, PropertyTarget[]> = new Map();
  /** By the interface whose literals must have the property. */
  readonly absences: Map<ts.Declaration, AbsenceTarget[]> = new Map();
  /** Accessors, types, constants and functions that are gone. */
  readonly symbols: Map<ts.Declaration, Set<number>> = new Map();
  /** Modules that are gone. */
  readonly modules: Map<ts.SourceFile, Set<number>> = new Map();
  /** `apiVersion/plural` of resources that are gone, for `forResource`. */
  readonly resources: Map<string, Set<number>> = new Map();
  /** Selectable fields and subresources that are gone, by the module of the resource. */
  readonly facts: Map<ts.SourceFile, FactTarget[]> = new Map();
  /** Kinds whose types in the program are the new ones already, each with what shows it. */
  readonly regenerated: Map<string, string> = new Map();
  /** Whether values of an enum were added or cut. */
  readonly hasEnums: boolean;
  /** Kinds with breaking changes that the program has no types of. */
  readonly unknownKinds: Set<string> = new Set();
  readonly #generated: GeneratedCode;
  readonly #checker: ts.TypeChecker;

  constructor(generated: GeneratedCode, checker: ts.TypeChecker, located: readonly LocatedChange[]) {
    this.#generated = generated;
    this.#checker = checker;
    located.forEach(({ change, roots }, index) => {
      for (const root of roots) this.#checkAge(change, root);
      if (change.breaks.length === 0) return;
      for (const { kind, steps, shared } of roots) {
        const codes = generated.kind(kind);
        if (codes.length === 0) this.unknownKinds.add(`${kind.apiVersion} ${kind.kind}`);
        for (const code of codes) {
          if (steps.length > 0) this.#property(index, change, { code, steps, shared });
          else this.#kind(index, change, code);
        }
      }
    });
    this.#wholeVersions(located);
    const targets = [...this.properties.values()].flat();
    this.hasEnums = targets.some(({ rule }) => rule === 'enum-grown' || rule === 'enum-cut');
  }

  get isEmpty(): boolean {
    return [this.properties, this.absences, this.symbols, this.modules, this.facts].every((map) => map.size === 0);
  }

  /** A program on the old types has what is gone, and has not what is new. */
  #checkAge({ rule, path }: Change, { kind, steps }: ChangeRoot): void {
    const isNew = ADDED.has(rule);
    if (!isNew && !REMOVED.has(rule)) return;
    const name = `${kind.apiVersion} ${kind.kind}`;
    for (const code of this.#generated.kind(kind)) {
      const isThere = this.#walk(code, steps, false) !== undefined;
      if (isThere === isNew && !this.regenerated.has(name)) {
        this.regenerated.set(name, isThere ? `has ${path}, which is new` : `has no ${path}, which is gone`);
      }
    }
  }

  #kind(index: number, { rule, subject, before }: Change, code: KindCode): void {
    const type = FACTS.get(rule);
    if (type !== undefined && before !== undefined) {
      for (const module of code.modules) push(this.facts, module, { change: index, type, name: before });
    }
    const accessor = rule === 'plural-changed' || rule === 'scope-changed';
    if (!GONE.has(rule) && !accessor) return;
    for (const member of code.accessors) add(this.symbols, member, index);
    const own = code.modules.filter((module) => GONE.has(rule) || module !== code.root.getSourceFile());
    for (const module of own) {
      if (rule !== 'scope-changed') add(this.modules, module, index);
      for (const statement of module.statements) {
        for (const declaration of declarationsOf(statement)) add(this.symbols, declaration, index);
      }
    }
    if (GONE.has(rule)) add(this.symbols, code.root, index);
    const plural = this.#generated.pluralOf(code);
    if (rule !== 'scope-changed' && plural !== undefined && subject !== undefined) {
      add(this.resources, `${subject.apiVersion}/${plural}`, index);
    }
  }

  /** A version of which every kind is gone takes its own accessor and modules along. */
  #wholeVersions(located: readonly LocatedChange[]): void {
    const gone = new Map<string, number>();
    located.forEach(({ change }, index) => {
      const { rule, subject } = change;
      if (GONE.has(rule) && subject !== undefined) gone.set(`${subject.apiVersion}/${subject.kind}`, index);
    });
    const versions = new Map<string, string[]>();
    for (const key of this.#generated.kinds) {
      const apiVersion = key.slice(0, key.lastIndexOf('/'));
      versions.set(apiVersion, [...(versions.get(apiVersion) ?? []), key]);
    }
    for (const [apiVersion, kinds] of versions) {
      const indexes = kinds.flatMap((key) => gone.get(key) ?? []);
      const [first] = indexes;
      if (first === undefined || indexes.length < kinds.length) continue;
      const kind = kinds[0]?.slice(apiVersion.length + 1) ?? '';
      for (const code of this.#generated.kind({ apiVersion, kind })) this.#version(code, first);
    }
  }

  #version(code: KindCode, index: number): void {
    const { files, accessors } = this.#generated.versionOf(code);
    for (const file of files) if (!this.modules.has(file)) add(this.modules, file, index);
    for (const file of accessors) {
      for (const member of this.#generated.groupAccessorOf(file)) add(this.symbols, member, index);
    }
  }

  #property(index: number, change: Change, way: { code: KindCode; steps: readonly Step[]; shared: number }): void {
    const { rule, breaks } = change;
    const found = this.#walk(way.code, way.steps, rule === 'required-field-added');
    if (found === undefined) return;
    const chain = found.chain.slice(way.steps.slice(0, way.shared).filter((step) => typeof step === 'object').length);
    if (BY_ABSENCE.has(rule)) {
      const last = [...way.steps].reverse().find((step) => typeof step === 'object');
      const holder = found.holder?.getSymbol()?.declarations?.[0];
      if (typeof last !== 'object' || holder === undefined) return;
      const own = rule === 'required-field-added' ? chain : chain.slice(0, -1);
      push(this.absences, holder, { change: index, name: last.property, chain: own });
      return;
    }
    const declaration = found.chain.at(-1);
    if (declaration === undefined) return;
    const cut = rule === 'enum-cut' || rule === 'open-enum-cut';
    push(this.properties, declaration, {
      change: index,
      rule,
      reads: breaks.includes('readers') || cut,
      writes: breaks.includes('writers'),
      values: cut ? valuesIn(change.before ?? '') : undefined,
      chain,
    });
    if (REMOVED.has(rule)) this.#ownTypes(way, declaration, index);
  }

  /** The type that a removed field has by its path is gone with it. */
  #ownTypes(way: { code: KindCode; steps: readonly Step[] }, property: ts.Declaration, index: number): void {
    const { root } = way.code;
    const segments = way.steps.flatMap((step) => (typeof step === 'object' ? [pascalSegment(step.property)] : []));
    const parent = root.name.text + segments.slice(0, -1).join('');
    const last = segments.at(-1) ?? '';
    const names = new Set([`${parent}${last}`, `${parent}_${last}`]);
    const named = root.getSourceFile().statements.filter((statement) => {
      const declares = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      return declares && names.has(statement.name.text);
    });
    for (const declaration of named.flatMap(declarationsOf)) {
      // Another field may have come by the same name; the one that leads here must be among those that name it.
      if (this.#generated.isNamedByOthers(declaration, property)) continue;
      add(this.symbols, declaration, index);
    }
  }

  /** Follows the steps from a kind's interface. `toHolder`: the last property is not there yet. */
  #walk(
    code: KindCode,
    steps: readonly Step[],
    toHolder: boolean,
  ): { chain: ts.Declaration[]; holder: ts.Type | undefined } | undefined {
    const chain: ts.Declaration[] = [];
    let holder: ts.Type | undefined;
    let type = this.#checker.getTypeAtLocation(code.root);
    for (const [i, step] of steps.entries()) {
      const parts = membersOf(this.#checker.getNonNullableType(type));
      if (step === '[]' || step === '{}') {
        const kind = step === '[]' ? ts.IndexKind.Number : ts.IndexKind.String;
        const inner = parts
          .map((part) => this.#checker.getIndexTypeOfType(part, kind))
          .find((one) => one !== undefined);
        if (inner === undefined) return undefined;
        type = inner;
        continue;
      }
      holder = parts.find((part) => (part.flags & ts.TypeFlags.Object) !== 0) ?? type;
      if (toHolder && i === steps.length - 1) return { chain, holder };
      const symbol = parts.map((part) => part.getProperty(step.property)).find((one) => one !== undefined);
      const [declaration] = symbol?.declarations ?? [];
      if (symbol === undefined || declaration === undefined) return undefined;
      chain.push(declaration);
      type = this.#checker.getTypeOfSymbolAtLocation(symbol, code.root);
    }
    return { chain, holder };
  }
}

/** `"A", "B"` → A and B. */
function valuesIn(shown: string): ReadonlySet<string> {
  const values = JSON.parse(`[${shown}]`) as unknown[];
  return new Set(values.map(String));
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function add<K>(map: Map<K, Set<number>>, key: K, index: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([index]));
  else known.add(index);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function declarationsOf(statement: ts.Statement): readonly ts.Declaration[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  const named =
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isFunctionDeclaration(statement);
  return named ? [statement] : [];
}
