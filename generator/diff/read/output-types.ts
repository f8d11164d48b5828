import { ts } from 'ts-morph';
import { definitionAt } from '../../layout/definitions.js';
import { declaresShapes } from '../../layout/paths.js';
import { externalStructure } from '../../model/kubernetes-types.js';
import type { DefinitionModel, Literal, Property, RootType, Shape, TypeNode } from '../../model/model.js';
import { UNKNOWN } from '../../model/schema-to-type.js';
import { ShapePool } from '../../model/shape-pool.js';
import { UnreadableOutput } from './output-modules.js';
import type { OutputModule, OutputModules, TypeDeclaration } from './output-modules.js';

/** The alias under which every generated module imports the runtime. */
const RUNTIME = 'rt';

const NULL: TypeNode = { type: 'primitive', name: 'null' };

/**
 * Reads generated types back into the model that they were made of, as far as types say it. Throws an
 * {@link UnreadableOutput} for what the generator does not write: a guess would be compared as if it were the API.
 */
export class OutputTypes {
  readonly definitions: Map<string, DefinitionModel> = new Map();
  readonly #modules: OutputModules;
  readonly #pool = new ShapePool();
  readonly #shapes = new Map<TypeDeclaration, Shape>();

  constructor(modules: OutputModules) {
    this.#modules = modules;
  }

  /** The type of a resource's objects, which a module declares under a name. */
  root(file: string, name: string): RootType {
    const type = this.#named(file, name);
    if (type.type === 'definition') return type;
    if (type.type === 'shape') return { type: 'tree', shape: type.shape };
    throw new UnreadableOutput(file, `the type ${name} is no object`);
  }

  #named(file: string, name: string): TypeNode {
    if (!declaresShapes(file)) return { type: 'definition', name: this.#define(file, name) };
    return this.#declared(this.#modules.declaration(file, name), this.#modules.module(file));
  }

  /** The definition that a module declares under a name; what it holds is read too. */
  #define(file: string, name: string): string {
    const full = definitionAt({ path: file, name });
    if (this.definitions.has(full)) return full;
    const declaration = this.#modules.declaration(file, name);
    // Entered before it is read: definitions may hold themselves.
    this.definitions.set(full, { name: full, type: UNKNOWN, doc: '' });
    try {
      const type = this.#declared(declaration, this.#modules.module(file));
      this.definitions.set(full, { name: full, type, doc: '' });
    } catch (error) {
      this.definitions.delete(full);
      throw error;
    }
    return full;
  }

  #declared(declaration: TypeDeclaration, module: OutputModule): TypeNode {
    if (!ts.isInterfaceDeclaration(declaration)) return this.#type(declaration.type, module);
    const known = this.#shapes.get(declaration);
    if (known !== undefined) return { type: 'shape', shape: known };
    const shape = this.#shapeOf(declaration, module);
    this.#shapes.set(declaration, shape);
    return { type: 'shape', shape };
  }

  #shapeOf(declaration: ts.InterfaceDeclaration, module: OutputModule): Shape {
    const properties: Property[] = [];
    let index: TypeNode | undefined;
    for (const member of declaration.members) {
      if (ts.isIndexSignatureDeclaration(member)) index = this.#type(member.type, module);
      else {
        const { name } = member;
        const isProperty = ts.isPropertySignature(member) && member.type !== undefined && name !== undefined;
        if (!isProperty || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) {
          throw new UnreadableOutput(module.path, `${declaration.name.text} has a member that is not generated`);
        }
        const optional = member.questionToken !== undefined;
        const type = this.#type(optional ? withoutUndefined(member.type) : member.type, module);
        properties.push({ name: name.text, type, optional, doc: '' });
      }
    }
    return this.#pool.shape(properties, index);
  }

  #type(node: ts.TypeNode, module: OutputModule): TypeNode {
    if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) return this.#type(node.type, module);
    if (ts.isArrayTypeNode(node)) return { type: 'array', of: this.#type(node.elementType, module) };
    if (ts.isTypeLiteralNode(node)) return { type: 'map', of: this.#values(node, module) };
    if (ts.isUnionTypeNode(node)) return this.#union(node, module);
    if (ts.isIntersectionTypeNode(node)) {
      return { type: 'intersection', of: node.types.map((type) => this.#type(type, module)) };
    }
    if (ts.isLiteralTypeNode(node)) {
      const value = literalOf(node);
      return value === null ? NULL : { type: 'literals', values: [value], open: false };
    }
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, module);
    const name = PRIMITIVES.get(node.kind);
    if (name === undefined) throw new UnreadableOutput(module.path, 'it has a type that is not generated');
    return { type: 'primitive', name };
  }

  #values(node: ts.TypeLiteralNode, module: OutputModule): TypeNode {
    const [member] = node.members;
    if (member !== undefined && ts.isIndexSignatureDeclaration(member)) return this.#type(member.type, module);
    throw new UnreadableOutput(module.path, 'it has a type literal that is no map');
  }

  /** Literals of a union are one enum, open where any text is admitted beside them. */
  #union(node: ts.UnionTypeNode, module: OutputModule): TypeNode {
    const literals: Literal[] = [];
    const others: TypeNode[] = [];
    let open = false;
    for (const type of node.types) {
      const value = ts.isLiteralTypeNode(type) ? literalOf(type) : null;
      if (value !== null) literals.push(value);
      else if (isAnyText(type)) open = true;
      else others.push(this.#type(type, module));
    }
    const of: TypeNode[] = literals.length > 0 ? [{ type: 'literals', values: literals, open }, ...others] : others;
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { type: 'union', of };
  }

  #reference({ typeName }: ts.TypeReferenceNode, module: OutputModule): TypeNode {
    if (ts.isIdentifier(typeName)) return this.#named(module.path, typeName.text);
    const alias = ts.isIdentifier(typeName.left) ? typeName.left.text : '';
    const name = typeName.right.text;
    if (alias === RUNTIME) return { type: 'runtime', name };
    const target = module.namespaces.get(alias);
    if (target?.type === 'file') return this.#named(target.path, name);
    const structure = target === undefined ? undefined : externalStructure(target.specifier, name);
    if (target === undefined || structure === undefined) {
      throw new UnreadableOutput(module.path, `nothing is known of the type ${alias}.${name}`);
    }
    return { type: 'external', module: target.specifier, name, structure };
  }
}

/** `T | undefined`, which an optional property is written with, as `T`. An output of before has no `undefined`. */
function withoutUndefined(node: ts.TypeNode): ts.TypeNode {
  if (!ts.isUnionTypeNode(node)) return node;
  const rest = node.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? only : ts.factory.createUnionTypeNode(rest);
}

const PRIMITIVES: ReadonlyMap<ts.SyntaxKind, 'string' | 'number' | 'boolean' | 'never' | 'unknown'> = new Map([
  [ts.SyntaxKind.StringKeyword, 'string'],
  [ts.SyntaxKind.NumberKeyword, 'number'],
  [ts.SyntaxKind.BooleanKeyword, 'boolean'],
  [ts.SyntaxKind.NeverKeyword, 'never'],
  [ts.SyntaxKind.UnknownKeyword, 'unknown'],
]);

function literalOf({ literal }: ts.LiteralTypeNode): Literal {
  if (ts.isStringLiteral(literal)) return literal.text;
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isNumericLiteral(literal)) return Number(literal.text);
  const isNegative = ts.isPrefixUnaryExpression(literal) && ts.isNumericLiteral(literal.operand);
  return isNegative ? -Number(literal.operand.text) : null;
}

/** `(string & {})`. */
function isAnyText(node: ts.TypeNode): boolean {
  if (!ts.isParenthesizedTypeNode(node) || !ts.isIntersectionTypeNode(node.type)) return false;
  const [text, rest] = node.type.types;
  const isEmpty = rest !== undefined && ts.isTypeLiteralNode(rest) && rest.members.length === 0;
  return text?.kind === ts.SyntaxKind.StringKeyword && isEmpty;
}
