import { definitionHome } from '../names/definition-homes.js';
import { groupFolder, resourceFile, typeName } from '../names/accessors.js';
import { camelCase, pascalSegment } from '../names/identifiers.js';
import { PathNames } from '../names/path-names.js';
import { RESOURCE_TYPE_SUFFIXES } from '../names/reserved.js';
import type { KnownShapes } from '../model/known-shapes.js';
import type { DefinitionModel, Model, ResourceModel, Shape } from '../model/model.js';
import { typeText } from '../render/type-text.js';
import { fileHeader } from './header.js';
import { findShared, type ModuleRoot } from './homes.js';
import { importPath } from './module-paths.js';
import type { PlannedFile } from './files.js';
import type { JoinEntry } from './joins.js';
import type { PlanOptions } from './options.js';
import { pathTree, type PathNode } from './path-tree.js';
import { docText, TypesWriter } from './types-file.js';

/** Plans every module that declares types, and knows where the types of resources are. */
export class TypesModules {
  readonly #options: PlanOptions;
  readonly #known: KnownShapes;
  readonly #definitions: ReadonlyMap<string, DefinitionModel>;
  readonly #shared = new Map<Shape, { readonly path: string; readonly tree: PathNode }>();

  constructor(model: Model, known: KnownShapes, options: PlanOptions) {
    this.#options = options;
    this.#known = known;
    this.#definitions = model.definitions;
  }

  /** All types modules of a model. */
  plan(model: Model, kept: readonly JoinEntry[]): PlannedFile[] {
    const trees = model.resources.flatMap((resource) =>
      resource.type.is === 'tree' ? [{ resource, module: treePath(resource), shape: resource.type.shape }] : [],
    );
    this.#findShared(trees);
    return [
      ...trees.map(({ resource, module, shape }) => this.#treeFile(module, shape, resource)),
      ...[...this.#shared.keys()].map((shape) => this.#sharedFile(shape)),
      ...this.#versionFiles(model, kept),
    ];
  }

  #findShared(roots: readonly ModuleRoot[]): void {
    const isKnown = (shape: Shape): boolean =>
      this.#known.door(shape) !== undefined || this.#known.definition(shape) !== undefined;
    for (const [shape, title] of findShared(roots, isKnown)) {
      const root = pascalSegment(title);
      const path = `shared/${camelCase(title.toLowerCase().replace(/[^a-z0-9]+/g, '-'))}-${shape.hash.slice(0, 10)}.ts`;
      this.#shared.set(shape, { path, tree: pathTree(shape, root, new PathNames([root])) });
    }
  }

  #treeFile(path: string, shape: Shape, resource: ResourceModel): PlannedFile {
    const name = typeName(resource, this.#options.names);
    const reserved = [name, `Deleted${name}`, ...RESOURCE_TYPE_SUFFIXES.map((suffix) => name + suffix)];
    const module = new ModuleWriter(path, this.#context());
    module.writer.declare(pathTree(shape, name, new PathNames(reserved)), resourceDoc(resource));
    return module.file(`${resource.plural}.${resource.group}`);
  }

  #sharedFile(shape: Shape): PlannedFile {
    const entry = this.#shared.get(shape);
    if (entry === undefined) throw new Error('a shared shape without a module');
    const module = new ModuleWriter(entry.path, this.#context());
    module.home = shape;
    module.writer.declare(entry.tree);
    return module.file('shapes that several resources share; import them under the names that those give them');
  }

  /** `types.ts` of each version: its named definitions, and the kinds that have a types module of their own. */
  #versionFiles(model: Model, kept: readonly JoinEntry[]): PlannedFile[] {
    const modules = new Map<string, ModuleWriter>();
    const moduleAt = (path: string): ModuleWriter => {
      const module = modules.get(path) ?? new ModuleWriter(path, this.#context());
      modules.set(path, module);
      return module;
    };
    const names = [...model.definitions.keys()].sort();
    for (const name of names) {
      const definition = model.definitions.get(name);
      if (definition !== undefined) moduleAt(definitionHome(name).path).define(definition);
    }
    const trees = model.resources.filter(({ type }) => type.is === 'tree');
    for (const resource of [...trees, ...kept]) {
      const path = `${groupFolder(resource.group)}/${resource.version}/types.ts`;
      moduleAt(path).reexport(typeName(resource, this.#options.names), treePath(resource));
    }
    return [...modules.values()].map((module) => module.file(module.path.replace(/\/types\.ts$/, '')));
  }

  #context(): ModuleContext {
    return { options: this.#options, known: this.#known, shared: this.#shared, definitions: this.#definitions };
  }
}

/** The module with the types of a resource. */
export function typesPath(resource: ResourceModel): string {
  if (resource.type.is === 'definition') return definitionHome(resource.type.name).path;
  return treePath(resource);
}

function treePath(resource: { readonly group: string; readonly version: string; readonly plural: string }): string {
  return `${groupFolder(resource.group)}/${resource.version}/types/${resourceFile(resource.plural)}.ts`;
}

function resourceDoc(resource: ResourceModel): string {
  const reason = resource.deprecated;
  const tag = reason === undefined ? '' : `@deprecated ${reason || `${resource.version} of this kind is deprecated.`}`;
  return [resource.doc, tag].filter(Boolean).join('\n');
}

interface ModuleContext {
  readonly options: PlanOptions;
  readonly known: KnownShapes;
  readonly shared: ReadonlyMap<Shape, { readonly path: string; readonly tree: PathNode }>;
  readonly definitions: ReadonlyMap<string, DefinitionModel>;
}

/** One module in the making: what it declares and what it has to import for that. */
class ModuleWriter {
  readonly path: string;
  readonly writer: TypesWriter;
  /** The shape that this module exists to declare, if it is a shared one. */
  home: Shape | undefined;
  readonly #context: ModuleContext;
  readonly #imports = new Map<string, string>();
  readonly #reexports: { name: string; module: string }[] = [];
  #usesRuntime = false;
  #defines = false;

  constructor(path: string, context: ModuleContext) {
    this.path = path;
    this.#context = context;
    this.writer = new TypesWriter({
      elsewhere: (shape) => this.#elsewhere(shape),
      definition: (name) => this.#definition(name),
      door: (name) => this.#door(name),
    });
  }

  define(definition: DefinitionModel): void {
    this.#defines = true;
    const { name } = definitionHome(definition.name);
    if (definition.type.is === 'shape') {
      const taken = [...this.#context.definitions.keys()].filter((other) => definitionHome(other).path === this.path);
      const names = new PathNames(taken.map((other) => definitionHome(other).name));
      this.writer.declare(pathTree(definition.type.shape, name, names), definition.doc);
      return;
    }
    const target = typeText(definition.type, {
      shape: () => 'never',
      definition: (other) => this.#definition(other),
      door: (other) => this.#door(other),
    });
    this.writer.declarations.push({ doc: docText(definition.doc, ''), name, members: [], target });
  }

  reexport(name: string, module: string): void {
    this.#reexports.push({ name, module: this.#specifier(module) });
  }

  file(source: string): PlannedFile {
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

  #elsewhere(shape: Shape): { text: string; node: PathNode | undefined } | undefined {
    const { known, shared } = this.#context;
    const door = known.door(shape);
    if (door !== undefined) return { text: this.#door(door), node: undefined };
    // Definitions are themselves; only what a CRD spells out may turn out to be one of them.
    const definition = this.#defines ? undefined : known.definition(shape);
    if (definition !== undefined) {
      return { text: this.#definition(definition), node: undefined };
    }
    const home = shared.get(shape);
    if (home === undefined || shape === this.home) return undefined;
    return { text: `${this.#import(home.path, 's')}.${home.tree.name}`, node: home.tree };
  }

  #definition(name: string): string {
    const home = definitionHome(name);
    return home.path === this.path ? home.name : `${this.#import(home.path, 'd')}.${home.name}`;
  }

  #door(name: string): string {
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
    return importPath(this.path, module, this.#context.options.importExtension);
  }
}
