import { ts } from 'ts-morph';
import type { GeneratedCode } from './generated-code.js';

/** The property that a value was read from, or is written to, and what that property belongs to. */
export interface Origin {
  readonly declarations: readonly ts.Declaration[];
  /** The expression, binding or literal whose property it is; undefined where the code does not show it. */
  readonly receiver: ts.Node | Origin | undefined;
}

/** Methods of arrays that pass their entries to a function, or return some of them. */
const OVER_ENTRIES: ReadonlySet<string> = new Set([
  'map',
  'flatMap',
  'filter',
  'forEach',
  'find',
  'findLast',
  'findIndex',
  'some',
  'every',
  'sort',
]);
const RETURNING_ENTRIES: ReadonlySet<string> = new Set([
  'find',
  'findLast',
  'at',
  'filter',
  'slice',
  'pop',
  'shift',
  'toSorted',
]);
const TAKING_ENTRIES: ReadonlySet<string> = new Set(['push', 'unshift', 'concat', 'fill']);
const MAX_HOPS = 12;

/** Follows values back to the properties they came from, as far as the code around them shows it. */
export class Origins {
  readonly #checker: ts.TypeChecker;
  readonly #generated: GeneratedCode;

  constructor(checker: ts.TypeChecker, generated: GeneratedCode) {
    this.#checker = checker;
    this.#generated = generated;
  }

  /** The origin of an expression, a binding, an object literal or a type; undefined where it cannot be seen. */
  of(node: ts.Node | Origin | undefined, hops = 0): Origin | undefined {
    if (node === undefined || hops > MAX_HOPS) return undefined;
    return 'receiver' in node ? node : this.#ofNode(node, hops);
  }

  #ofNode(node: ts.Node, hops: number): Origin | undefined {
    const next = (other: ts.Node | undefined): Origin | undefined => this.of(other, hops + 1);
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return next(node.expression);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isTypeAssertionExpression(node))
      return next(node.expression);
    if (ts.isBinaryExpression(node)) return isFallback(node.operatorToken.kind) ? next(node.left) : undefined;
    if (ts.isPropertyAccessExpression(node))
      return this.#origin(this.#checker.getSymbolAtLocation(node.name), node.expression);
    if (ts.isElementAccessExpression(node)) {
      const [symbol] = this.elementSymbols(node);
      return symbol === undefined ? next(node.expression) : this.#origin(symbol, node.expression);
    }
    if (ts.isCallExpression(node)) return next(entriesReturnedBy(node));
    if (ts.isIdentifier(node)) return this.#ofIdentifier(node, hops);
    if (ts.isBindingElement(node)) return this.#ofBinding(node, hops);
    if (ts.isParameter(node)) return next(entriesPassedTo(node) ?? node.type);
    if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return this.#ofLiteral(node, hops);
    return this.#ofType(node, hops);
  }

  #origin(symbol: ts.Symbol | undefined, receiver: ts.Node | undefined): Origin | undefined {
    const declarations = declarationsOf(symbol, this.#checker);
    return declarations.length === 0 ? undefined : { declarations, receiver };
  }

  /** The properties that a literal key of an element access names. */
  elementSymbols(node: ts.ElementAccessExpression): ts.Symbol[] {
    const object = this.#checker.getTypeAtLocation(node.expression);
    return this.keysOf(this.#checker.getTypeAtLocation(node.argumentExpression)).flatMap((key) =>
      this.propertyOf(object, key),
    );
  }

  /** The texts that a type admits, if it is of literals. */
  keysOf(type: ts.Type): string[] {
    const parts = type.isUnion() ? type.types : [type];
    return parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
  }

  /** The property of a type, of each member of a union that has it. */
  propertyOf(type: ts.Type, name: string): ts.Symbol[] {
    const real = this.#checker.getApparentType(this.#checker.getNonNullableType(type));
    const parts = real.isUnion() ? real.types : [real];
    return parts.flatMap((part) => this.#checker.getPropertyOfType(part, name) ?? []);
  }

  /** The property that an element of an object pattern takes. */
  boundSymbols(element: ts.BindingElement): ts.Symbol[] {
    if (!ts.isObjectBindingPattern(element.parent) || element.dotDotDotToken !== undefined) return [];
    const name = element.propertyName ?? element.name;
    const key = ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
    return key === undefined ? [] : this.propertyOf(this.#checker.getTypeAtLocation(element.parent), key);
  }

  #ofIdentifier(node: ts.Identifier, hops: number): Origin | undefined {
    const shorthand = ts.isShorthandPropertyAssignment(node.parent);
    const symbol = shorthand
      ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.#checker.getSymbolAtLocation(node);
    const declaration = symbol?.valueDeclaration;
    if (declaration === undefined || declaration === node.parent) return undefined;
    if (ts.isVariableDeclaration(declaration)) {
      return this.of(sourceOf(declaration), hops + 1) ?? this.of(declaration.type, hops + 1);
    }
    if (ts.isBindingElement(declaration) || ts.isParameter(declaration)) return this.of(declaration, hops + 1);
    return undefined;
  }

  #ofBinding(element: ts.BindingElement, hops: number): Origin | undefined {
    const holder = element.parent.parent;
    const source = ts.isVariableDeclaration(holder) ? sourceOf(holder) : holder;
    if (ts.isArrayBindingPattern(element.parent)) return this.of(source, hops + 1);
    const [symbol] = this.boundSymbols(element);
    return this.#origin(symbol, source);
  }

  /** Where a literal is written to. */
  #ofLiteral(node: ts.Expression, hops: number): Origin | undefined {
    const { parent } = node;
    if (ts.isPropertyAssignment(parent)) {
      const holder = parent.parent;
      const type = this.#checker.getContextualType(holder);
      const [symbol] = type === undefined ? [] : this.propertyOf(type, nameText(parent.name) ?? '');
      return this.#origin(symbol, holder);
    }
    if (ts.isArrayLiteralExpression(parent)) return this.#ofLiteral(parent, hops);
    if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return this.of(parent.type, hops + 1);
    if (ts.isVariableDeclaration(parent)) return this.of(parent.type, hops + 1);
    if (ts.isParenthesizedExpression(parent) || ts.isConditionalExpression(parent))
      return this.#ofLiteral(parent, hops);
    if (ts.isBinaryExpression(parent) && parent.right === node) return this.of(parent.left, hops + 1);
    if (ts.isCallExpression(parent) && parent.expression !== node) {
      return this.of(methodOwner(parent, TAKING_ENTRIES), hops + 1);
    }
    return undefined;
  }

  #ofType(node: ts.Node, hops: number): Origin | undefined {
    if (ts.isParenthesizedTypeNode(node)) return this.of(node.type, hops + 1);
    if (ts.isIndexedAccessTypeNode(node)) {
      const object = this.#checker.getTypeFromTypeNode(node.objectType);
      const [key] = this.keysOf(this.#checker.getTypeFromTypeNode(node.indexType));
      if (key === undefined) return this.of(node.objectType, hops + 1);
      return this.#origin(this.propertyOf(object, key)[0], node.objectType);
    }
    if (ts.isArrayTypeNode(node)) return this.of(node.elementType, hops + 1);
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      return this.of(node.type, hops + 1);
    if (!ts.isTypeReferenceNode(node)) return undefined;
    const [first] = node.typeArguments ?? [];
    if (first !== undefined && WRAPPERS.has(node.typeName.getText())) return this.of(first, hops + 1);
    let symbol = this.#checker.getSymbolAtLocation(node.typeName);
    if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0)
      symbol = this.#checker.getAliasedSymbol(symbol);
    const declaration = symbol?.declarations?.[0];
    if (declaration === undefined) return undefined;
    const way = this.#generated.wayTo(declaration);
    if (way !== undefined) {
      return way.reduce<Origin | undefined>(
        (receiver, property) => ({ declarations: [property], receiver }),
        undefined,
      );
    }
    if (ts.isTypeParameterDeclaration(declaration)) return this.of(declaration.constraint, hops + 1);
    return ts.isTypeAliasDeclaration(declaration) ? this.of(declaration.type, hops + 1) : undefined;
  }
}

/** Types whose members are those of their first argument. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'NonNullable',
  'Partial',
  'Required',
  'Readonly',
  'Pick',
  'Omit',
  'Exclude',
  'Extract',
  'Draft',
  'Array',
  'ReadonlyArray',
]);

/**
 * Where a property is declared. That of a mapped type whose keys are filtered (`as`), as projected objects have it, is
 * declared nowhere itself: then where the property that it was made from is.
 */
export function declarationsOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): readonly ts.Declaration[] {
  if (symbol === undefined) return [];
  return symbol.declarations ?? checker.getRootSymbols(symbol).flatMap(({ declarations = [] }) => declarations);
}

/** What a variable gets its value from. */
function sourceOf(declaration: ts.VariableDeclaration): ts.Node | undefined {
  if (declaration.initializer !== undefined) return declaration.initializer;
  const loop = declaration.parent.parent;
  return ts.isForOfStatement(loop) ? loop.expression : undefined;
}

/** `list.find(…)`, `Object.values(map)`, `mutableCopy(object)` → what the result is of. */
function entriesReturnedBy(call: ts.CallExpression): ts.Node | undefined {
  const name = call.expression.getText();
  if (['Object.values', 'mutableCopy', 'structuredClone', 'Object.freeze'].includes(name)) return call.arguments[0];
  return methodOwner(call, RETURNING_ENTRIES);
}

/** The list whose entries a callback gets in its first parameter. */
function entriesPassedTo(parameter: ts.ParameterDeclaration): ts.Node | undefined {
  const callback = parameter.parent;
  const call = callback.parent;
  if (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback)) return undefined;
  if (!ts.isCallExpression(call) || callback.parameters[0] !== parameter) return undefined;
  return methodOwner(call, OVER_ENTRIES);
}

function methodOwner(call: ts.CallExpression, methods: ReadonlySet<string>): ts.Node | undefined {
  const { expression } = call;
  return ts.isPropertyAccessExpression(expression) && methods.has(expression.name.text)
    ? expression.expression
    : undefined;
}

function isFallback(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.QuestionQuestionToken || operator === ts.SyntaxKind.BarBarToken;
}

/** The text of a property's name, if it is written out. */
export function nameText(name: ts.PropertyName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  return ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}
