/** A file of the output, ready for its template: names, imports and comments are decided. */
export type PlannedFile = {
  /** Relative to the output folder, with slashes. */
  readonly path: string;
} & (
  | { readonly template: 'types'; readonly view: TypesView }
  | { readonly template: 'resource'; readonly view: ResourceView }
  | { readonly template: 'version'; readonly view: VersionView }
  | { readonly template: 'group'; readonly view: GroupView }
  | { readonly template: 'generic'; readonly view: GenericView }
  | { readonly template: 'factory'; readonly view: FactoryView }
  | { readonly template: 'index'; readonly view: IndexView }
);

/** What every file begins with. */
export interface FileView {
  /** Comment lines, ready. */
  readonly header: string;
  /** The module of the runtime that generated code imports, quoted. */
  readonly runtime: string;
}

/** A doc comment, ready and indented, each line with its end; `''` for none. */
export type DocText = string;

/** Interfaces and aliases. */
export interface TypesView extends FileView {
  readonly usesRuntime: boolean;
  /** `import type * as alias from module`; modules are quoted. */
  readonly imports: readonly { readonly alias: string; readonly module: string }[];
  /** `export type { name } from module`. */
  readonly reexports: readonly { readonly name: string; readonly module: string }[];
  readonly declarations: readonly Declaration[];
}

/** An interface with members, or an alias with a target. */
export interface Declaration {
  readonly doc: DocText;
  readonly name: string;
  readonly exported: boolean;
  /** Lines, ready: each with its doc comment before it. Not a list, for there are too many to loop over in a template. */
  readonly members: string;
  /** The type that an alias stands for; undefined for an interface. */
  readonly target: string | undefined;
}

/** The module of one resource. */
export interface ResourceView extends FileView {
  /** The resource's types, where this module declares them; undefined where it imports them. */
  readonly types: TypesView | undefined;
  readonly typesModule: string;
  /** Whether the types module is the resource's own, so that all of it is passed on. */
  readonly ownTypes: boolean;
  readonly typeName: string;
  readonly constant: string;
  /** The function that binds the resource to a factory. */
  readonly bind: string;
  /** The type of the selectable fields: a name that the module declares, or `never`. */
  readonly fields: string;
  /** What that name stands for; `''` where there are no such fields. */
  readonly fieldUnion: string;
  readonly spec: readonly { readonly key: string; readonly value: string }[];
  readonly namespaced: boolean;
  /** The lister's method for one namespace. */
  readonly plural: string;
  /** The same, quoted. */
  readonly pluralText: string;
  /** Whether the lister is the runtime's own for namespaced resources, with nothing of the user's. */
  readonly shortLister: boolean;
  readonly expansion: ExpansionView | undefined;
}

/** The parts of a lister that the user wrote. */
export interface ExpansionView {
  readonly module: string;
  readonly lister: boolean;
  readonly namespaceLister: boolean;
  readonly both: boolean;
}

/** The accessor of a version. */
export interface VersionView extends FileView {
  /** The module with the version's types. */
  readonly typesModule: string;
  readonly resources: readonly {
    readonly accessor: string;
    readonly typeName: string;
    readonly bind: string;
    readonly module: string;
    readonly deprecated: DocText;
  }[];
}

/** The accessor of a group. */
export interface GroupView extends FileView {
  readonly versions: readonly { readonly accessor: string; readonly module: string }[];
}

/** What finds a resource by its name. */
export interface GenericView extends FileView {
  readonly imports: readonly { readonly alias: string; readonly module: string }[];
  readonly versions: readonly {
    readonly key: string;
    readonly resources: readonly {
      readonly key: string;
      /** `group/version/resource`, quoted. */
      readonly name: string;
      readonly type: string;
      readonly constant: string;
    }[];
  }[];
}

/** The factory over all groups. */
export interface FactoryView extends FileView {
  readonly genericModule: string;
  readonly groups: readonly {
    readonly accessor: string;
    readonly alias: string;
    readonly module: string;
    readonly title: string;
  }[];
}

/** The entry point of the output. */
export interface IndexView extends FileView {
  readonly factoryModule: string;
  readonly genericModule: string;
  readonly groups: readonly { readonly accessor: string; readonly module: string }[];
}
