import { definitionModule } from '../layout/definitions.js';
import { writesPath } from '../layout/paths.js';
import type { Property, Shape, TypeNode } from '../model/model.js';
import type { InputDifference, WriteViews } from '../model/write-views.js';
import { quote } from '../typescript/text.js';
import type { PathNode } from './path-tree.js';
import type { DeclaredNode, Owner, TypesWriter } from './types-file.js';

/** What follows a type's name in that of its view. */
export type ViewSuffix = 'Input' | 'Apply';

/** A module that declares types, as its write views need it. */
export interface ReadModule {
  readonly path: string;
  readonly writer: TypesWriter;
  /** Whether it declares named definitions. */
  readonly defines: boolean;
  /** What declares a shape, if it is not this module. */
  ownerOf(shape: Shape, pathName: string): Owner | undefined;
  /** The alias under which it imports another module, for write views that it declares itself. `external`: of another package. */
  importFor(module: { readonly path: string; readonly external: boolean }): string;
}

/** A type that a write view speaks of. */
export interface Reference {
  /** The type as it is read. */
  read(): string;
  view(suffix: ViewSuffix): string;
  readonly shape: Shape | undefined;
  readonly input: InputDifference;
  /** Whether its intent, found by these keys, differs from what is read. */
  applies(keys: readonly string[]): boolean;
  /** The keys that its intent has of itself. */
  readonly keys: readonly string[];
  /** The name of the runtime's type that it is. */
  readonly runtime?: string;
}

/** What is known of the types that a module of write views is for. */
export interface OwnTypes {
  /** The keys that the intent of a shape has of itself. */
  keysOf(shape: Shape): readonly string[];
  /** The one that the module imports by its name. */
  readonly importsByName?: string | undefined;
}

/** The names that a module of write views has for types, and what it imports for them. */
export class WriteReferences {
  /** Modules by path, with the letters that a module knows them by. */
  readonly imports: Map<string, string> = new Map();
  /** The read types that the module of types does not export, under names of this module: text by name. */
  readonly locals: Map<string, string> = new Map();
  /** Those of the imported modules that are of another package. */
  readonly packages: Set<string> = new Set();
  readonly #module: ReadModule;
  readonly #views: WriteViews;
  readonly #own: OwnTypes;
  /** Whether the module of types declares the views too. */
  readonly #isTogether: boolean;
  readonly #declared: ReadonlyMap<Shape, DeclaredNode>;

  constructor(module: ReadModule, views: WriteViews, own: OwnTypes) {
    this.#module = module;
    this.#views = views;
    this.#own = own;
    this.#isTogether = writesPath(module.path) === module.path;
    this.#declared = new Map(module.writer.nodes.map((declared) => [declared.node.shape, declared]));
  }

  /** What a path leads to. */
  node({ shape, name }: PathNode): Reference {
    const declared = this.#declared.get(shape);
    if (declared !== undefined) return this.declared(declared);
    const owner = this.#module.ownerOf(shape, name);
    if (owner === undefined) throw new Error(`nothing declares ${name}`);
    return this.owned(owner, shape);
  }

  /** A shape that the module of types declares. */
  declared(declared: DeclaredNode): Reference {
    const { shape, name } = declared.node;
    const own = this.#module.writer.nameOf(shape) ?? name;
    return {
      read: () => this.#read(declared),
      view: (suffix) => own + suffix,
      shape,
      input: this.#views.input(shape),
      applies: (keys) => this.#views.apply(shape, keys),
      keys: this.#own.keysOf(shape),
    };
  }

  /** A shape that something else declares. */
  owned(owner: Owner, shape: Shape): Reference {
    if (owner.type === 'runtime') return { ...this.runtime(owner.name), shape };
    if (owner.definition !== undefined) return this.definition(owner.definition);
    const { path, name, external } = owner;
    const isExternal = external !== undefined;
    return {
      read: () => `${this.#import(path, isExternal)}.${name}`,
      view: (suffix) => `${this.#import(writesPath(path), isExternal)}.${name}${suffix}`,
      shape,
      input: external === undefined ? this.#views.input(shape) : { defaults: false, choices: false },
      applies: (keys) => (external === undefined ? this.#views.apply(shape, keys) : external.apply !== undefined),
      keys: external?.apply ?? [],
    };
  }

  /** A type that the runtime declares. */
  runtime(name: string): Reference {
    return {
      read: () => `rt.${name}`,
      view: (suffix) => `rt.${name}${suffix}`,
      shape: undefined,
      input: { defaults: false, choices: false },
      applies: () => false,
      keys: [],
      runtime: name,
    };
  }

  /** A named definition. */
  definition(definition: string): Reference {
    const { path, name } = definitionModule(definition);
    const isOwn = path === this.#module.path;
    const type = this.#views.shapeOf(definition);
    return {
      read: () => `${this.#import(path)}.${name}`,
      view: (suffix) => (isOwn ? '' : `${this.#import(writesPath(path))}.`) + name + suffix,
      shape: type,
      input: this.#views.definedInput(definition),
      applies: (keys) => this.#views.definedApply(definition, keys),
      keys: this.#views.keysOf(definition),
    };
  }

  #read(declared: DeclaredNode): string {
    const { node, exported, parent } = declared;
    const name = this.#module.writer.nameOf(node.shape) ?? node.name;
    if (this.#isTogether || name === this.#own.importsByName) return name;
    if (exported) return `${this.#import(this.#module.path)}.${name}`;
    if (!this.locals.has(name)) {
      const above = parent === undefined ? undefined : this.#declared.get(parent.shape);
      if (parent === undefined || above === undefined) throw new Error(`nothing leads to ${name}`);
      const owner = this.#read(above);
      this.locals.set(name, itemText(owner, parent.property));
    }
    return name;
  }

  /** The alias of an imported module: a letter and a number, which no type name is. */
  #import(path: string, external = false): string {
    if (this.#isTogether) return this.#module.importFor({ path, external });
    if (external) this.packages.add(path);
    if (path === this.#module.path) {
      this.imports.set(path, 'r');
      return 'r';
    }
    const known = this.imports.get(path);
    if (known !== undefined) return known;
    const alias = `m${this.imports.size + 1}`;
    this.imports.set(path, alias);
    return alias;
  }
}

/** The object that a property of a type holds: itself, or what its lists and maps hold. */
function itemText(owner: string, { name, type, optional }: Property): string {
  const text = `${owner}[${quote(name)}]`;
  return inside(optional ? `rt.Present<${text}>` : text, type);
}

function inside(text: string, type: TypeNode): string {
  switch (type.type) {
    case 'array':
      return inside(`${text}[number]`, type.of);
    case 'map':
      return inside(`${text}[string]`, type.of);
    case 'union': {
      const inner = type.of.find((member) => member.type !== 'primitive' && member.type !== 'literals') ?? type;
      const plain = text.startsWith('rt.Present<') && text.endsWith('>') ? text : `rt.Present<${text}>`;
      return inner === type ? text : inside(plain, inner);
    }
    default:
      return text;
  }
}
