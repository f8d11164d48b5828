import { definitionModule } from '../layout/definitions.js';
import { importPath } from '../layout/modules.js';
import { crdTypesPath, versionTypesPath } from '../layout/paths.js';
import type { KnownShapes } from '../model/known-shapes.js';
import type { DefinitionModel, Model, ResourceEntry, ResourceModel, Shape } from '../model/model.js';
import { typeName } from '../names/accessors.js';
import { PathNames } from '../names/path-names.js';
import { RESOURCE_TYPE_SUFFIXES } from '../names/reserved.js';
import { groupResource } from '../names/resource-keys.js';
import { quote } from '../typescript/text.js';
import { typeText } from '../typescript/type-text.js';
import type { TypesFile } from './files.js';
import { fileHeader } from './header.js';
import type { PlanOptions } from './options.js';
import { pathTree } from './path-tree.js';
import type { PathNode } from './path-tree.js';
import { planShared } from './shared-modules.js';
import type { SharedModule } from './shared-modules.js';
import { docText, TypesWriter } from './types-file.js';
import type { Elsewhere, Owner } from './types-file.js';
import { declaredKinds } from './version-kinds.js';
import { WritesModules } from './writes-modules.js';

/** Plans every module that declares types. */
export class TypesModules {
  readonly #options: PlanOptions;
  readonly #known: KnownShapes;
  readonly #definedIn = new Map<string, string[]>();
  #shared: ReadonlyMap<Shape, SharedModule> = new Map();
  /** The names that shared modules have for shapes. */
  readonly #written = new Map<SharedModule, ReadonlyMap<Shape, string>>();
  readonly #writes: WritesModules;

  constructor(model: Model, known: KnownShapes, options: PlanOptions) {
    this.#options = options;
    this.#known = known;
    this.#writes = new WritesModules(model, known, options);
    for (const definition of model.definitions.keys()) {
      const { path, name } = definitionModule(definition);
      this.#definedIn.set(path, [...(this.#definedIn.get(path) ?? []), name]);
    }
  }

  /** All types modules of a model. */
  *plan(model: Model, retained: readonly ResourceEntry[]): Generator<TypesFile> {
    const trees = model.resources.flatMap((resource) =>
      resource.type.type === 'tree'
        ? [
            {
              resource,
              module: crdTypesPath(resource, this.#options.layout),
              name: typeName(resource, this.#options.names),
              shape: resource.type.shape,
            },
          ]
        : [],
    );
    const isKnown = (shape: Shape): boolean =>
      this.#known.runtime(shape) !== undefined ||
      this.#known.definition(shape) !== undefined ||
      this.#known.external(shape, '') !== undefined;
    this.#shared = planShared(trees, isKnown);
    // Shared modules first: the others ask what those declare.
    for (const module of this.#shared.values()) yield* this.#sharedFiles(module);
    for (const { resource, module, shape } of trees) yield* this.#treeFiles(module, shape, resource);
    yield* this.#versionFiles(model, retained);
  }

  *#treeFiles(path: string, shape: Shape, resource: ResourceModel): Generator<TypesFile> {
    const name = typeName(resource, this.#options.names);
    const reserved = [name, `Deleted${name}`, ...RESOURCE_TYPE_SUFFIXES.map((suffix) => name + suffix)];
    const module = new ModuleWriter(path, this.#context());
    const tree = pathTree(shape, name, { names: new PathNames(reserved), exports: true });
    module.writer.declare(tree, resourceDoc(resource));
    const writes = this.#writes.tree(module, tree, resource);
    yield* together(module.file(groupResource(resource)), writes);
  }

  *#sharedFiles(shared: SharedModule): Generator<TypesFile> {
    const module = new ModuleWriter(shared.path, this.#context(), shared.tree.shape);
    module.writer.declare(shared.tree);
    this.#written.set(shared, module.writer.names);
    const writes = this.#writes.shared(module, shared.tree);
    yield* together(module.file('shared shapes'), writes);
  }

  /** `types.ts` of each version that has definitions: these, and its kinds, wherever they are declared. */
  *#versionFiles(model: Model, retained: readonly ResourceEntry[]): Generator<TypesFile> {
    const modules = new Map<string, ModuleWriter>();
    const moduleAt = (path: string): ModuleWriter => {
      const module = modules.get(path) ?? new ModuleWriter(path, this.#context());
      modules.set(path, module);
      return module;
    };
    const names = [...model.definitions.keys()].sort();
    for (const name of names) {
      const definition = model.definitions.get(name);
      if (definition !== undefined) moduleAt(definitionModule(name).path).define(definition);
    }
    const declared = declaredKinds({ model, retained }, this.#options);
    for (const { resource, module } of declared) {
      const path = versionTypesPath(resource);
      if (module !== path) modules.get(path)?.reexport(typeName(resource, this.#options.names), module);
    }
    for (const module of modules.values()) yield module.file(module.path.replace(/\/types\.ts$/, ''));
    yield* this.#writes.versions([...modules.values()], declared);
  }

  #context(): ModuleContext {
    return {
      options: this.#options,
      known: this.#known,
      shared: this.#shared,
      written: this.#written,
      definedIn: this.#definedIn,
    };
  }
}

/** Types, and how they are written: in one module where both have the same path. What is written may have added to what is imported. */
function* together(types: TypesFile, writes: TypesFile): Generator<TypesFile> {
  if (types.path !== writes.path) {
    yield types;
    yield writes;
    return;
  }
  const { view } = types;
  const usesRuntime = view.usesRuntime || writes.view.usesRuntime;
  const declarations = [...view.declarations, ...writes.view.declarations];
  yield { ...types, view: { ...view, usesRuntime, declarations } };
}

function resourceDoc(resource: ResourceModel): string {
  const reason = resource.deprecated;
  const tag = reason === undefined ? '' : `@deprecated ${reason || `${resource.version} of this kind is deprecated.`}`;
  return [resource.doc, tag].filter(Boolean).join('\n');
}

interface ModuleContext {
  readonly options: PlanOptions;
  readonly known: KnownShapes;
  readonly shared: ReadonlyMap<Shape, SharedModule>;
  readonly written: ReadonlyMap<SharedModule, ReadonlyMap<Shape, string>>;
  /** The names of the definitions that a module declares, by its path. */
  readonly definedIn: ReadonlyMap<string, readonly string[]>;
}

/** One module in the making: what it declares and what it has to import for that. */
class ModuleWriter {
  readonly path: string;
  readonly writer: TypesWriter;
  readonly #ownShape: Shape | undefined;
  readonly #context: ModuleContext;
  readonly #imports = new Map<string, string>();
  /** Those of the imported modules that are of another package. */
  readonly #packages = new Set<string>();
  readonly #reexports: { name: string; module: string }[] = [];
  /** Of all that the definitions of this module spell out: two of them may come to the same name. */
  #names: PathNames | undefined;
  #usesRuntime = false;
  #defines = false;

  /** Whether it declares named definitions. */
  get defines(): boolean {
    return this.#defines;
  }

  /** `ownShape`: the shape that this module exists to declare, if it is a shared one. */
  constructor(path: string, context: ModuleContext, ownShape?: Shape) {
    this.path = path;
    this.#context = context;
    this.#ownShape = ownShape;
    const around = {
      elsewhere: ({ shape, name }: PathNode) => this.#elsewhere(shape, name),
      definition: (name: string) => this.#definition(name),
      runtime: (name: string) => this.#runtimeType(name),
    };
    this.writer = new TypesWriter(around, ownShape !== undefined);
  }

  define(definition: DefinitionModel): void {
    this.#defines = true;
    const { name } = definitionModule(definition.name);
    if (definition.type.type === 'shape') {
      this.#names ??= new PathNames(this.#context.definedIn.get(this.path));
      const rule = { names: this.#names, exports: true };
      this.writer.declareNamed(pathTree(definition.type.shape, name, rule), definition.doc);
      return;
    }
    const target = typeText(definition.type, {
      shape: () => 'never',
      definition: (other) => this.#definition(other),
      runtime: (other) => this.#runtimeType(other),
    });
    this.writer.declarations.push({ doc: docText(definition.doc, ''), name, exported: true, members: '', target });
  }

  reexport(name: string, module: string): void {
    this.#reexports.push({ name, module: this.#specifier(module) });
  }

  file(source: string): TypesFile {
    const { options } = this.#context;
    return {
      path: this.path,
      template: 'types',
      view: {
        ...fileHeader(options, source),
        usesRuntime: this.#usesRuntime,
        imports: [...this.#imports].map(([module, alias]) => ({ alias, module: this.#specifier(module) })),
        reexports: this.#reexports,
        declarations: this.writer.declarations,
      },
    };
  }

  #elsewhere(shape: Shape, pathName: string): Elsewhere | undefined {
    const owner = this.ownerOf(shape, pathName);
    if (owner === undefined) return undefined;
    if (owner.type === 'runtime') return { text: this.#runtimeType(owner.name), owner, inside: () => undefined };
    if (owner.definition !== undefined) {
      return { text: this.#definition(owner.definition), owner, inside: () => undefined };
    }
    if (owner.external !== undefined) {
      this.#packages.add(owner.path);
      return { text: `${this.#import(owner.path, 'k')}.${owner.name}`, owner, inside: () => undefined };
    }
    const { shared, written } = this.#context;
    const module = shared.get(shape);
    const prefix = `${this.#import(owner.path, 's')}.`;
    const inside = (other: Shape): Elsewhere | undefined => {
      const name = module === undefined ? undefined : written.get(module)?.get(other);
      return name === undefined ? undefined : { text: prefix + name, owner: { ...owner, name }, inside };
    };
    return { text: prefix + owner.name, owner, inside };
  }

  /** The alias of a module that the write views in this one name. */
  importFor({ path, external }: { readonly path: string; readonly external: boolean }): string {
    if (external) this.#packages.add(path);
    return this.#import(path, external ? 'k' : 's');
  }

  /** What declares a shape, if it is not this module. */
  ownerOf(shape: Shape, pathName: string): Owner | undefined {
    const { known, shared } = this.#context;
    const runtime = known.runtime(shape);
    if (runtime !== undefined) return { type: 'runtime', name: runtime };
    // Definitions are themselves; only what a CRD spells out may turn out to be one of them.
    const definition = this.#defines ? undefined : known.definition(shape);
    if (definition !== undefined) return { type: 'module', ...definitionModule(definition), definition };
    const external = this.#defines ? undefined : known.external(shape, pathName);
    if (external !== undefined) return { type: 'module', path: external.module, name: external.name, external };
    const owner = shared.get(shape);
    if (owner === undefined || shape === this.#ownShape) return undefined;
    return { type: 'module', path: owner.path, name: owner.tree.name };
  }

  #definition(name: string): string {
    const module = definitionModule(name);
    return module.path === this.path ? module.name : `${this.#import(module.path, 'd')}.${module.name}`;
  }

  #runtimeType(name: string): string {
    this.#usesRuntime = true;
    return `rt.${name}`;
  }

  /** The alias of an imported module: a letter and a number, which no type name is. */
  #import(module: string, letter: string): string {
    const known = this.#imports.get(module);
    if (known !== undefined) return known;
    const alias = `${letter}${this.#imports.size + 1}`;
    this.#imports.set(module, alias);
    return alias;
  }

  #specifier(module: string): string {
    if (this.#packages.has(module)) return quote(module);
    return importPath(this.path, module, this.#context.options.importExtension);
  }
}
