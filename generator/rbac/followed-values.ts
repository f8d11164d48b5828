import { ts } from 'ts-morph';
import type { UserProgram } from '../program/user-program.js';

/** Methods of a list that call back with each of its elements. */
const CALL_BACK: ReadonlySet<string> = new Set(['every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'some']);
/** Methods of a list whose result has its elements, and no others but those they are given. */
const SAME_ELEMENTS: ReadonlySet<string> = new Set([
  'concat',
  'filter',
  'reverse',
  'slice',
  'sort',
  'toReversed',
  'toSorted',
  'values',
]);

/**
 * Finds what an expression of a program may stand for: the elements of a list, what a loop goes over, both sides of a choice.
 * What it cannot follow is given back as it is.
 */
export class FollowedValues {
  readonly #checker: ts.TypeChecker;
  readonly #files: readonly ts.SourceFile[];
  /** What needs not be followed any further. */
  readonly #isKnown: (expression: ts.Expression) => boolean;

  constructor({ checker, files }: UserProgram, isKnown: (expression: ts.Expression) => boolean) {
    this.#checker = checker;
    this.#files = files;
    this.#isKnown = isKnown;
  }

  of(expression: ts.Expression): readonly ts.Expression[] {
    return this.#of(expression, new Set());
  }

  /** One that leads to nothing, a list that is filled elsewhere, is not known either. */
  #of(expression: ts.Expression, seen: Set<ts.Node>): readonly ts.Expression[] {
    if (seen.has(expression) || this.#isKnown(expression)) return [expression];
    seen.add(expression);
    const found = this.#step(expression, seen);
    seen.delete(expression);
    return found === undefined || found.length === 0 ? [expression] : found;
  }

  #step(expression: ts.Expression, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    const all = (expressions: readonly ts.Expression[]): readonly ts.Expression[] =>
      expressions.flatMap((each) => this.#of(each, seen));
    if (ts.isIdentifier(expression)) return this.#declared(expression, seen);
    if (ts.isArrayLiteralExpression(expression)) return all(expression.elements);
    if (ts.isConditionalExpression(expression)) return all([expression.whenTrue, expression.whenFalse]);
    if (ts.isBinaryExpression(expression)) return all([expression.left, expression.right]);
    if (ts.isCallExpression(expression)) return this.#called(expression, seen);
    if (ts.isPropertyAccessExpression(expression)) return this.#property(expression, seen);
    if (ts.isElementAccessExpression(expression)) return this.#values(expression.expression, seen);
    const inner = unwrapped(expression);
    return inner && this.#of(inner, seen);
  }

  #declared(name: ts.Identifier, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    const [declaration] = this.#checker.getSymbolAtLocation(name)?.declarations ?? [];
    if (declaration === undefined) return undefined;
    if (ts.isVariableDeclaration(declaration)) return this.#variable(declaration, seen);
    if (ts.isParameter(declaration)) return this.#calledBack(declaration, seen);
    return ts.isBindingElement(declaration) ? this.#taken(declaration, seen) : undefined;
  }

  #variable(declaration: ts.VariableDeclaration, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    const loop = declaration.parent.parent;
    if (ts.isForOfStatement(loop)) return this.#of(loop.expression, seen);
    const { initializer } = declaration;
    return initializer === undefined || this.#mayChange(declaration) ? undefined : this.#of(initializer, seen);
  }

  /** A variable that is assigned to, a list or table to which something is added, holds more than it began with. */
  #mayChange({ name, parent }: ts.VariableDeclaration): boolean {
    if ((parent.flags & ts.NodeFlags.Const) === 0) return true;
    const text = name.getText().replaceAll('$', String.raw`\$`);
    const change = new RegExp(
      String.raw`(?<![\w$])${text}\s*(?:\.\s*(?:fill|push|splice|unshift)\b|(?:\[.*?\]|\.\s*\w+)\s*(?:\?\?|\|\|)?=[^=>])`,
    );
    return ts.isIdentifier(name) && this.#files.some((file) => change.test(file.text));
  }

  /** `list.forEach((each) => …)`. */
  #calledBack(parameter: ts.ParameterDeclaration, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    const call = parameter.parent.parent;
    const isFirst = parameter.parent.parameters[0] === parameter;
    if (!isFirst || !ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
    return CALL_BACK.has(call.expression.name.text) ? this.#of(call.expression.expression, seen) : undefined;
  }

  /** `{ resource }` of a row, `[, resource]` of an entry. */
  #taken(element: ts.BindingElement, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    const owner = element.parent.parent;
    const whole = ts.isVariableDeclaration(owner)
      ? this.#variable(owner, seen)
      : ts.isParameter(owner)
        ? this.#calledBack(owner, seen)
        : undefined;
    if (whole === undefined || ts.isArrayBindingPattern(element.parent)) return whole;
    return this.#named(whole, (element.propertyName ?? element.name).getText(), seen);
  }

  #property(access: ts.PropertyAccessExpression, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    return this.#named(this.#of(access.expression, seen), access.name.text, seen);
  }

  /** The values of that name in objects; undefined where one of them is not known. */
  #named(objects: readonly ts.Expression[], name: string, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    const values = objects.flatMap((object) => {
      const properties = ts.isObjectLiteralExpression(object) ? object.properties : [];
      const found = properties.find((property) => property.name?.getText() === name);
      return found === undefined ? [] : this.#propertyValue(found, seen);
    });
    return values.length < objects.length ? undefined : values;
  }

  #propertyValue(property: ts.ObjectLiteralElementLike, seen: Set<ts.Node>): readonly ts.Expression[] {
    if (ts.isPropertyAssignment(property)) return this.#of(property.initializer, seen);
    if (ts.isSpreadAssignment(property)) return this.#values(property.expression, seen) ?? [];
    if (!ts.isShorthandPropertyAssignment(property)) return [];
    return this.#of(property.name, seen);
  }

  #called(call: ts.CallExpression, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
    const { expression: receiver, name } = call.expression;
    const [first] = call.arguments;
    if (receiver.getText() === 'Object' && first !== undefined && /^(?:values|entries)$/.test(name.text))
      return this.#values(first, seen);
    if (receiver.getText() === 'Object' && first !== undefined && name.text === 'freeze') return this.#of(first, seen);
    if (!SAME_ELEMENTS.has(name.text)) return undefined;
    const added = name.text === 'concat' ? call.arguments : [];
    return [receiver, ...added].flatMap((each) => this.#of(each, seen));
  }

  /** All values of a table, or elements of a list. */
  #values(table: ts.Expression, seen: Set<ts.Node>): readonly ts.Expression[] | undefined {
    return this.#of(table, seen).flatMap((object) =>
      ts.isObjectLiteralExpression(object)
        ? object.properties.flatMap((property) => this.#propertyValue(property, seen))
        : [object],
    );
  }
}

function unwrapped(expression: ts.Expression): ts.Expression | undefined {
  const isWrapper =
    ts.isSpreadElement(expression) ||
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression);
  return isWrapper ? expression.expression : undefined;
}
