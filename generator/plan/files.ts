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
  | { readonly template: 'clientset'; readonly view: ClientsetView }
  | { readonly template: 'index'; readonly view: IndexView }
  | { readonly template: 'readme'; readonly view: ReadmeView }
);

/** A file that declares types and nothing else. */
export type TypesFile = Extract<PlannedFile, { readonly template: 'types' }>;

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
  readonly reexports: readonly Reexport[];
  readonly declarations: readonly Declaration[];
}

/** `export type { name } from module`; the module is quoted. */
export interface Reexport {
  readonly name: string;
  readonly module: string;
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

/** The module of one resource: its constant, informer, lister and client, and how its objects are written. */
export interface ResourceView extends FileView {
  /** Whether this module declares the resource's types; then they are among its declarations. */
  readonly types: boolean;
  readonly typesModule: string;
  /** Whether the types module is the resource's own, so that all of it is passed on. */
  readonly ownTypes: boolean;
  /** What this module declares: the resource's write views, and perhaps its types; undefined where it imports both. */
  readonly writes: TypesView | undefined;
  readonly writesModule: string;
  /** The write views of the whole object, which are passed on in any case. */
  readonly writeNames: string;
  /** The arguments of the runtime's type that holds them, and what goes to subresources. */
  readonly viewArguments: string;
  readonly typeName: string;
  readonly constant: string;
  /** The function that binds the resource to a factory. */
  readonly bind: string;
  /** The function that binds the resource to a connection. */
  readonly bindClient: string;
  /** What the name of the runtime's client begins with: `Namespaced` or nothing. */
  readonly client: string;
  /** The runtime's function that makes it. */
  readonly clientFunction: string;
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

/** All that there is of a version, and the factory's accessor of it. */
export interface VersionView extends FileView {
  /** The modules with the version's definitions and with how they are written; undefined where it has none. */
  readonly typesModule: string | undefined;
  readonly writesModule: string | undefined;
  /** Its kinds and how they are written, where those modules do not have them. */
  readonly reexports: readonly Reexport[];
  readonly resources: readonly {
    readonly accessor: string;
    readonly typeName: string;
    readonly bind: string;
    readonly module: string;
    readonly deprecated: DocText;
  }[];
}

/** All that there is of a group, and the factory's accessor of it. */
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

/** The clients of all resources. */
export interface ClientsetView extends FileView {
  readonly imports: readonly { readonly alias: string; readonly module: string }[];
  readonly groups: readonly {
    readonly accessor: string;
    readonly title: string;
    readonly versions: readonly {
      readonly accessor: string;
      readonly resources: readonly {
        readonly accessor: string;
        readonly alias: string;
        readonly typeName: string;
        readonly bind: string;
      }[];
    }[];
  }[];
}

/** The entry point of the output. */
export interface IndexView extends FileView {
  readonly factoryModule: string;
  readonly genericModule: string;
  readonly groups: readonly { readonly accessor: string; readonly module: string }[];
}

/** What the output is, for people. All of it is Markdown, ready. */
export interface ReadmeView {
  /** Comment lines. */
  readonly header: string;
  /** What was read, one item each. */
  readonly inputs: readonly string[];
  /** The fenced command that makes the output again; undefined where no command can. */
  readonly command: string | undefined;
  /** Lines of the table of resources. */
  readonly resources: readonly string[];
  /** The role that all informers together need, fenced. */
  readonly role: string;
}
