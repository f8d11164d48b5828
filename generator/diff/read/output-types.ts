import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import type { DefinitionModel, Literal, Property, Shape, TypeNode } from '../../model/model.js';
import { ShapePool } from '../../model/shape-pool.js';
import { UNKNOWN } from '../../model/schema-to-type.js';
import { definitionName } from '../../layout/definition-names.js';

/** A declaration of the output, and the module it is in. */
interface Declared {
  readonly declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
  readonly module: OutputModule;
}

interface OutputModule {
  /** Relative to the output folder, with slashes. */
  readonly path: string;
  readonly declarations: ReadonlyMap<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration>;
  /** By alias of `import type * as d1`. */
  readonly imports: ReadonlyMap<string, string>;
}

/** Reads generated types back into the model that they were made of, as far as types say it. */
export class OutputTypes {
  readonly definitions: Map<string, DefinitionModel> = new Map();
  readonly #folder: string;
  readonly #pool = new ShapePool();
  readonly #modules = new Map<string, OutputModule>();
  readonly #shapes = new Map<ts.Node, Shape>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The shape of an interface, with all that it holds. */
  shape(file: string, name: string): Shape | undefined {
    const declared = this.#find(file, name);
    if (declared === undefined || !ts.isInterfaceDeclaration(declared.declaration)) return undefined;
    return this.#shapeOf(declared.declaration, declared.module);
  }

  /** The definition that a module of named definitions declares; what it holds is read too. */
  define(file: string, name: string): string {
    const full = definitionName(file, name);
    if (this.definitions.has(full)) return full;
    // Entered before it is read: definitions may hold themselves.
    this.definitions.set(full, { name: full, type: UNKNOWN, doc: '' });
    const declared = this.#find(file, name);
    if (declared === undefined) return full;
    const { declaration, module } = declared;
    const type: TypeNode = ts.isInterfaceDeclaration(declaration)
      ? { type: 'shape', shape: this.#shapeOf(declaration, module) }
      : this.#type(declaration.type, module);
    this.definitions.set(full, { name: full, type, doc: '' });
    return full;
  }

  #find(file: string, name: string): Declared | undefined {
    const module = this.#module(file);
    const declaration = module?.declarations.get(name);
    return module === undefined || declaration === undefined ? undefined : { declaration, module };
  }

  #module(file: string): OutputModule | undefined {
    const known = this.#modules.get(file);
    if (known !== undefined) return known;
    let text: string;
    try {
      text = readFileSync(path.join(this.#folder, file), 'utf8');
    } catch {
      return undefined;
    }
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, false);
    const declarations = new Map<string, ts.InterfaceDeclaration | ts.TypeAliasDeclaration>();
    const imports = new Map<string, string>();
    for (const statement of source.statements) {
      if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
        declarations.set(statement.name.text, statement);
      }
      const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
      if (bindings === undefined || !ts.isNamespaceImport(bindings) || !ts.isImportDeclaration(statement)) continue;
      const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
      if (specifier.startsWith('.')) imports.set(bindings.name.text, moduleFile(file, specifier));
    }
    const module = { path: file, declarations, imports };
    this.#modules.set(file, module);
    return module;
  }

  #shapeOf(declaration: ts.InterfaceDeclaration, module: OutputModule): Shape {
    const known = this.#shapes.get(declaration);
    if (known !== undefined) return known;
    const properties: Property[] = [];
    let index: TypeNode | undefined;
    for (const member of declaration.members) {
      if (ts.isIndexSignatureDeclaration(member)) index = this.#type(member.type, module);
      if (!ts.isPropertySignature(member) || member.type === undefined) continue;
      const name = (member.name as ts.Identifier | ts.StringLiteral).text;
      const optional = member.questionToken !== undefined;
      properties.push({ name, type: this.#type(member.type, module), optional, doc: '' });
    }
    const shape = this.#pool.shape(properties, index);
    this.#shapes.set(declaration, shape);
    return shape;
  }

  #type(node: ts.TypeNode, module: OutputModule): TypeNode {
    if (ts.isParenthesizedTypeNode(node)) return this.#type(node.type, module);
    if (ts.isTypeOperatorNode(node)) return this.#type(node.type, module);
    if (ts.isArrayTypeNode(node)) return { type: 'array', of: this.#type(node.elementType, module) };
    if (ts.isTypeLiteralNode(node)) {
      const [member] = node.members;
      return {
        type: 'map',
        of: member !== undefined && ts.isIndexSignatureDeclaration(member) ? this.#type(member.type, module) : UNKNOWN,
      };
    }
    if (ts.isUnionTypeNode(node)) return this.#union(node, module);
    if (ts.isIntersectionTypeNode(node)) {
      return { type: 'intersection', of: node.types.map((type) => this.#type(type, module)) };
    }
    if (ts.isLiteralTypeNode(node)) {
      const value = literalOf(node);
      return value === null ? { type: 'primitive', name: 'null' } : { type: 'literals', values: [value], open: false };
    }
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, module);
    return { type: 'primitive', name: primitiveOf(node.kind) };
  }

  /** Literals of a union are one enum, open where any text is admitted beside them. */
  #union(node: ts.UnionTypeNode, module: OutputModule): TypeNode {
    const open = node.types.some(
      (type) => ts.isParenthesizedTypeNode(type) && ts.isIntersectionTypeNode(type.type) && isAnyText(type.type),
    );
    const values = node.types.flatMap((type) => (ts.isLiteralTypeNode(type) ? [literalOf(type)] : []));
    const literals = values.filter((value) => value !== null);
    const others = node.types.filter((type) => {
      return (
        !ts.isLiteralTypeNode(type) &&
        !(ts.isParenthesizedTypeNode(type) && ts.isIntersectionTypeNode(type.type) && isAnyText(type.type))
      );
    });
    const of: TypeNode[] = [
      ...(literals.length > 0 ? [{ type: 'literals' as const, values: literals, open }] : []),
      ...others.map((type) => this.#type(type, module)),
      ...(values.length > literals.length ? [{ type: 'primitive' as const, name: 'null' as const }] : []),
    ];
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { type: 'union', of };
  }

  #reference(node: ts.TypeReferenceNode, module: OutputModule): TypeNode {
    const { typeName } = node;
    if (ts.isIdentifier(typeName)) return this.#named(module.path, typeName.text);
    const alias = (typeName.left as ts.Identifier).text;
    const file = module.imports.get(alias);
    if (file !== undefined) return this.#named(file, typeName.right.text);
    return { type: 'runtime', name: typeName.right.text };
  }

  #named(file: string, name: string): TypeNode {
    if (!isOwnModule(file)) return { type: 'definition', name: this.define(file, name) };
    const declared = this.#find(file, name);
    if (declared === undefined) return UNKNOWN;
    if (ts.isInterfaceDeclaration(declared.declaration)) {
      return { type: 'shape', shape: this.#shapeOf(declared.declaration, declared.module) };
    }
    return this.#type(declared.declaration.type, declared.module);
  }
}

/** Whether a module declares shapes that CRDs spell out, not definitions that have a name. */
export function isOwnModule(file: string): boolean {
  return /^[^/]+\/[^/]+\/types\/[^/]+$/.test(file) || /^shared\/[^/]*-[0-9a-f]{8}\.ts$/.test(file);
}

/** The file of the output that a module imports. */
export function moduleFile(from: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\.(?:js|ts)$/, '')) + '.ts';
}

function literalOf(node: ts.LiteralTypeNode): Literal {
  const { literal } = node;
  if (ts.isStringLiteral(literal)) return literal.text;
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isNumericLiteral(literal)) return Number(literal.text);
  if (ts.isPrefixUnaryExpression(literal)) return -Number((literal.operand as ts.NumericLiteral).text);
  return null;
}

/** `string & {}`. */
function isAnyText({ types }: ts.IntersectionTypeNode): boolean {
  return types[0]?.kind === ts.SyntaxKind.StringKeyword;
}

function primitiveOf(kind: ts.SyntaxKind): 'string' | 'number' | 'boolean' | 'never' | 'unknown' {
  switch (kind) {
    case ts.SyntaxKind.StringKeyword:
      return 'string';
    case ts.SyntaxKind.NumberKeyword:
      return 'number';
    case ts.SyntaxKind.BooleanKeyword:
      return 'boolean';
    case ts.SyntaxKind.NeverKeyword:
      return 'never';
    default:
      return 'unknown';
  }
}
