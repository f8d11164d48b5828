import { definitionModule } from '../layout/definitions.js';
import { importPath } from '../layout/modules.js';
import { versionTypesPath, writesPath } from '../layout/paths.js';
import type { KnownShapes } from '../model/known-shapes.js';
import type { Model, ResourceModel } from '../model/model.js';
import { WriteViews } from '../model/write-views.js';
import { groupResource } from '../names/resource-keys.js';
import { quote } from '../typescript/text.js';
import type { TypesFile, TypesView } from './files.js';
import { fileHeader } from './header.js';
import type { PlanOptions } from './options.js';
import type { PathNode } from './path-tree.js';
import { viewReexports } from './version-kinds.js';
import type { DeclaredKind } from './version-kinds.js';
import type { ReadModule } from './write-references.js';
import { WritesWriter } from './writes-file.js';
import type { OtherWrites } from './writes-file.js';

/** Plans how types are written: in modules beside those that declare how they are read, or in the same. */
export class WritesModules {
  readonly #model: Model;
  readonly #options: PlanOptions;
  readonly #views: WriteViews;
  /** By the module of types of a shared shape: the views that the one beside it declares. */
  readonly #shared = new Map<string, ReadonlySet<string>>();
  readonly #others: OtherWrites = {
    has: (owner, suffix) => {
      if (owner?.type !== 'module' || owner.definition !== undefined || owner.external !== undefined) return true;
      return this.#shared.get(owner.path)?.has(owner.name + suffix) === true;
    },
  };

  constructor(model: Model, known: KnownShapes, options: PlanOptions) {
    this.#model = model;
    this.#options = options;
    this.#views = new WriteViews(model.definitions, known);
  }

  /** The module for the types of a CRD's resource. */
  tree(module: ReadModule, tree: PathNode, resource: ResourceModel): TypesFile {
    const writer = new WritesWriter(module, this.#views, {
      exportsAll: false,
      isShared: false,
      root: tree,
      others: this.#others,
    });
    writer.root(tree, resource);
    return this.#file(module.path, writer, groupResource(resource));
  }

  /** What there is to a shape that several CRDs lead to, as far as it is written otherwise than it is read. */
  shared(module: ReadModule, tree: PathNode): TypesFile {
    const writer = new WritesWriter(module, this.#views, { exportsAll: true, isShared: true, others: this.#others });
    writer.shape(tree);
    this.#shared.set(module.path, writer.names);
    return this.#file(module.path, writer, 'shared shapes');
  }

  /** `writes.ts` of each version that has definitions: their views, and those of its kinds, wherever they are declared. */
  *versions(modules: readonly ReadModule[], kinds: readonly DeclaredKind[]): Generator<TypesFile> {
    const names = [...this.#model.definitions.keys()].sort();
    const roots = new Map(
      this.#model.resources.flatMap((resource) =>
        resource.type.type === 'definition' ? [[resource.type.name, resource] as const] : [],
      ),
    );
    for (const module of modules) {
      const writer = new WritesWriter(module, this.#views, { exportsAll: true, isShared: false, others: this.#others });
      for (const name of names.filter((each) => definitionModule(each).path === module.path)) {
        const resource = roots.get(name);
        const shape = this.#views.shapeOf(name);
        const declared = module.writer.nodes.find(({ node }) => node.shape === shape);
        if (declared === undefined) continue;
        if (resource === undefined) writer.definition(name);
        else writer.root(declared.node, resource);
      }
      const version = { types: module.path, from: writesPath(module.path) };
      const reexports = viewReexports(version, kinds, this.#options);
      const isVersion = kinds.some(({ resource }) => versionTypesPath(resource) === module.path);
      if (writer.declarations.length + reexports.length === 0 && !isVersion) continue;
      const title = module.path.replace(/\/types\.ts$/, '');
      yield this.#file(module.path, writer, title, reexports);
    }
  }

  #file(types: string, writer: WritesWriter, source: string, reexports: TypesView['reexports'] = []): TypesFile {
    const path = writesPath(types);
    const { declarations, references } = writer;
    const { imports, packages } = references;
    const specifier = (module: string): string =>
      packages.has(module) ? quote(module) : importPath(path, module, this.#options.importExtension);
    return {
      path,
      template: 'types',
      view: {
        ...fileHeader(this.#options, source),
        usesRuntime: declarations.some(usesRuntime),
        imports: Array.from(imports, ([module, alias]) => ({ alias, module: specifier(module) })),
        reexports,
        declarations,
      },
    };
  }
}

const RUNTIME = /\brt\./;

function usesRuntime({ members, target = '' }: TypesView['declarations'][number]): boolean {
  return RUNTIME.test(members) || RUNTIME.test(target);
}
