import { ts } from 'ts-morph';
import { fileBelow, outputFolderOf, versionFolder } from '../../layout/paths.js';
import type { OutputFile } from '../../layout/paths.js';
import { isResourceType } from '../../names/exports.js';
import { pascalSegment } from '../../names/identifiers.js';
import { FACTORY_CLASS, GROUP_ACCESSOR, VERSION_ACCESSOR } from '../../names/reserved.js';
import { parseApiVersion } from '../../names/resource-keys.js';
import { isGenerated } from '../../program/generated-file.js';
import type { KindRef } from '../compare/change.js';

/** The parts of the generated code that belong to one kind of one version. */
export interface KindCode {
  /** The interface of its objects. */
  readonly root: ts.InterfaceDeclaration;
  readonly apiVersion: string;
  /** The module of its resource, and the one of its types where that is its own. */
  readonly modules: ts.SourceFile[];
  /** `readonly cronJobs: …` in the version's accessor. */
  readonly accessors: ts.Declaration[];
}

/** Reads a program's generated code: which interface is which kind's, and who refers to an interface. */
export class GeneratedCode {
  readonly #checker: ts.TypeChecker;
  readonly #files: readonly ts.SourceFile[];
  readonly #kinds = new Map<string, KindCode[]>();
  #referrers: References | undefined;

  constructor(files: readonly ts.SourceFile[], checker: ts.TypeChecker) {
    this.#checker = checker;
    this.#files = files.filter(isGenerated);
    for (const file of this.#files) this.#findRoots(file);
    for (const file of this.#files) this.#findModules(file);
    for (const file of this.#files) this.#findAccessors(file);
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** The code of a kind; several where several outputs have it. */
  kind({ apiVersion, kind }: KindRef): readonly KindCode[] {
    return this.#kinds.get(`${apiVersion}/${kind}`) ?? [];
  }

  /** Every kind that the program has, as `apiVersion/kind`. */
  get kinds(): Iterable<string> {
    return this.#kinds.keys();
  }

  /** The generated properties whose type names the interface that a property belongs to. */
  referrersOf(property: ts.Declaration): ReadonlySet<ts.Declaration> {
    this.#referrers ??= this.#findReferrers();
    return this.#referrers.byType.get(property.parent as ts.Declaration) ?? new Set();
  }

  /**
   * The properties that lead to what a declaration names, outermost first: a type that is named by its path
   * (`WidgetSpecParts`) stands for that path alone, whatever interface it shares with others.
   */
  wayTo(declaration: ts.Declaration): readonly ts.Declaration[] | undefined {
    const named = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration);
    if (!named || !isGenerated(declaration.getSourceFile())) return undefined;
    for (const { root } of [...this.#kinds.values()].flat()) {
      const { text } = declaration.name;
      const isOwn = root.getSourceFile() === declaration.getSourceFile() && text.startsWith(root.name.text);
      const way = isOwn
        ? this.#spelled(this.#checker.getTypeAtLocation(root), text.slice(root.name.text.length))
        : undefined;
      if (way !== undefined && way.length > 0) return way;
    }
    this.#referrers ??= this.#findReferrers();
    const found = [...(this.#referrers.byName.get(declaration) ?? [])];
    return found.length === 1 ? found : undefined;
  }

  /** The properties whose names, capitalized and joined, are a text; what follows an underscore is one of them. */
  #spelled(type: ts.Type, text: string): ts.Declaration[] | undefined {
    if (text === '') return [];
    const marked = /^_(.+)$/.exec(text)?.[1];
    for (const part of partsOf(this.#checker, type)) {
      for (const symbol of part.getProperties()) {
        const segment = pascalSegment(symbol.name);
        const [declaration] = symbol.declarations ?? [];
        if (declaration === undefined || segment === '') continue;
        if (marked === segment) return [declaration];
        if (!text.startsWith(segment)) continue;
        const rest = this.#spelled(this.#checker.getTypeOfSymbol(symbol), text.slice(segment.length));
        if (rest !== undefined) return [declaration, ...rest];
      }
    }
    return undefined;
  }

  /** Whether a property other than this one has a type that is written by a declaration's name. */
  isNamedByOthers(declaration: ts.Declaration, property: ts.Declaration): boolean {
    this.#referrers ??= this.#findReferrers();
    return [...(this.#referrers.byName.get(declaration) ?? [])].some((other) => other !== property);
  }

  /** The types of the objects of a resource, `apiVersion/plural`; several where several outputs have it. */
  objectsOf(resource: string): readonly ts.Type[] {
    const codes = [...this.#kinds.values()].flat();
    return codes
      .filter((code) => `${code.apiVersion}/${this.pluralOf(code)}` === resource)
      .map(({ root }) => this.#checker.getTypeAtLocation(root));
  }

  /** The plural of a kind, from its resource's module. */
  pluralOf(code: KindCode): string | undefined {
    for (const module of code.modules) {
      const file = outputFileOf(module, code.apiVersion);
      if (file?.type === 'resource') return file.plural;
    }
    return undefined;
  }

  /** The files of a version in the output that a kind of it is in, and those among them that have its accessor. */
  versionOf({ apiVersion, root }: KindCode): { files: ts.SourceFile[]; accessors: ts.SourceFile[] } {
    const version = parseApiVersion(apiVersion);
    const folder = outputFolderOf(root.getSourceFile().fileName, version);
    if (folder === undefined) return { files: [], accessors: [] };
    const files = this.#files.filter((file) => file.fileName.startsWith(folder + versionFolder(version)));
    return { files, accessors: files.filter((file) => fileBelow(folder, file.fileName)?.type === 'version') };
  }

  /** `readonly v1beta1: …` in the group's accessor, and the group's in the factory if it has no other version. */
  groupAccessorOf(version: ts.SourceFile): ts.Declaration[] {
    const found = this.#membersOfType(GROUP_ACCESSOR, version);
    const alone = found.filter((member) => (member.parent as ts.InterfaceDeclaration).members.length === 1);
    return [...found, ...alone.flatMap((member) => this.#membersOfType(FACTORY_CLASS, member.getSourceFile()))];
  }

  /** The members of interfaces or classes of a name whose type is declared in a file. */
  #membersOfType(owner: string, declaredIn: ts.SourceFile): ts.Declaration[] {
    return this.#files.flatMap((file) =>
      file.statements.flatMap((statement) => {
        if (!ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement)) return [];
        if (statement.name?.text !== owner) return [];
        return [...statement.members].filter((member) => {
          const symbol = this.#checker.getTypeAtLocation(member).getSymbol();
          return symbol?.declarations?.[0]?.getSourceFile() === declaredIn;
        });
      }),
    );
  }

  /** An interface with literals for `apiVersion` and `kind` is a kind's. */
  #findRoots(file: ts.SourceFile): void {
    for (const statement of file.statements) {
      if (!ts.isInterfaceDeclaration(statement)) continue;
      const apiVersion = literalOf(statement, 'apiVersion');
      const kind = literalOf(statement, 'kind');
      if (apiVersion === undefined || kind === undefined) continue;
      const key = `${apiVersion}/${kind}`;
      const modules = outputFileOf(file, apiVersion)?.type === 'resourceTypes' ? [file] : [];
      this.#kinds.set(key, [...(this.#kinds.get(key) ?? []), { root: statement, apiVersion, modules, accessors: [] }]);
    }
  }

  /** A module with a constant `Resource<Widget>` is that kind's. */
  #findModules(file: ts.SourceFile): void {
    for (const statement of file.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { type } of statement.declarationList.declarations) {
        if (type === undefined || !ts.isTypeReferenceNode(type) || !isResourceType(lastName(type.typeName))) continue;
        const [object] = type.typeArguments ?? [];
        if (object !== undefined) this.#codeOf(this.#checker.getTypeFromTypeNode(object))?.modules.push(file);
      }
    }
  }

  /** `VersionInformers` has a property for each kind, whose type is declared in the kind's module. */
  #findAccessors(file: ts.SourceFile): void {
    const byModule = new Map(
      [...this.#kinds.values()].flat().flatMap((code) => code.modules.map((module) => [module, code])),
    );
    for (const statement of file.statements) {
      if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== VERSION_ACCESSOR) continue;
      for (const member of statement.members) {
        const symbol = this.#checker.getTypeAtLocation(member).getSymbol();
        const module = symbol?.declarations?.[0]?.getSourceFile();
        if (module !== undefined) byModule.get(module)?.accessors.push(member);
      }
    }
  }

  #codeOf(type: ts.Type): KindCode | undefined {
    const root = type.getSymbol()?.declarations?.[0];
    return [...this.#kinds.values()].flat().find((code) => code.root === root);
  }

  #findReferrers(): References {
    const references: References = { byType: new Map(), byName: new Map() };
    for (const file of this.#files) {
      for (const statement of file.statements) {
        if (!ts.isInterfaceDeclaration(statement)) continue;
        for (const member of statement.members) {
          if (!ts.isPropertySignature(member) || member.type === undefined) continue;
          for (const reference of typeReferences(member.type)) {
            const target = this.#checker.getTypeFromTypeNode(reference).getSymbol()?.declarations?.[0];
            const named = this.#checker.getSymbolAtLocation(reference.typeName)?.declarations?.[0];
            if (target !== undefined) addTo(references.byType, target, member);
            if (named !== undefined) addTo(references.byName, named, member);
          }
        }
      }
    }
    return references;
  }
}

/** What a file is in its output, where it is one of a version. */
function outputFileOf({ fileName }: ts.SourceFile, apiVersion: string): OutputFile | undefined {
  const folder = outputFolderOf(fileName, parseApiVersion(apiVersion));
  return folder === undefined ? undefined : fileBelow(folder, fileName);
}

/** Which properties have a type: by the interface it is in the end, and by the declaration that its name is of. */
interface References {
  readonly byType: Map<ts.Declaration, Set<ts.Declaration>>;
  readonly byName: Map<ts.Declaration, Set<ts.Declaration>>;
}

function addTo(map: Map<ts.Declaration, Set<ts.Declaration>>, key: ts.Declaration, value: ts.Declaration): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

/** The objects that a type holds: its own members, or those of its entries or values. */
function partsOf(checker: ts.TypeChecker, type: ts.Type): ts.Type[] {
  const real = checker.getNonNullableType(type);
  return (real.isUnion() ? real.types : [real]).flatMap((part) => {
    const inner =
      checker.getIndexTypeOfType(part, ts.IndexKind.Number) ?? checker.getIndexTypeOfType(part, ts.IndexKind.String);
    if ((part.flags & ts.TypeFlags.Object) === 0) return [];
    return inner === undefined ? [part] : partsOf(checker, inner);
  });
}

/** The references that a type node has, at any depth. */
export function typeReferences(node: ts.Node): ts.TypeReferenceNode[] {
  const inside: ts.TypeReferenceNode[] = ts.isTypeReferenceNode(node) ? [node] : [];
  node.forEachChild((child) => void inside.push(...typeReferences(child)));
  return inside;
}

function literalOf(declaration: ts.InterfaceDeclaration, name: string): string | undefined {
  const member = declaration.members.find(
    (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name,
  );
  if (member === undefined || !ts.isPropertySignature(member) || member.type === undefined) return undefined;
  const { type } = member;
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined;
}

function lastName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : name.right.text;
}
