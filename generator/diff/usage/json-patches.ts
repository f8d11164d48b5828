import { ts } from 'ts-morph';
import { namedProperties, objectsOf } from './named-properties.js';
import type { NamedProperty } from './named-properties.js';

/** A property that the path of a JSON patch goes through. */
export interface PatchedProperty extends NamedProperty {
  /** The value that is written there, for the last property of a path that has one. */
  readonly value: ts.Expression | undefined;
}

/**
 * The properties that a text names as the `path` or `from` of an operation in `client.patch(widgetResource, …)` or in
 * `widgets.patch(…)`, outermost first.
 */
export function patchedProperties(node: ts.StringLiteralLike, checker: ts.TypeChecker): PatchedProperty[] {
  const operation = operationOf(node);
  const call = operation?.parent.parent;
  if (operation === undefined || call === undefined || !ts.isCallExpression(call)) return [];
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'patch') return [];
  const holders = [call.arguments[0], call.expression.expression].flatMap((one) => (one === undefined ? [] : [one]));
  const [type] = holders.flatMap((holder) => objectsOf(checker.getTypeAtLocation(holder), checker) ?? []);
  if (type === undefined) return [];
  const names = node.text.split('/').slice(1);
  const plain = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return namedProperties(type, plain, checker).map((property) => ({
    ...property,
    value: property.isLast ? valueOf(operation) : undefined,
  }));
}

function operationOf(node: ts.StringLiteralLike): ts.ObjectLiteralExpression | undefined {
  const assignment = node.parent;
  if (!ts.isPropertyAssignment(assignment) || !/^(?:path|from)$/.test(assignment.name.getText())) return undefined;
  const operation = assignment.parent;
  const isOperation = operation.properties.some((property) => property.name?.getText() === 'op');
  return isOperation && ts.isArrayLiteralExpression(operation.parent) ? operation : undefined;
}

function valueOf(operation: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const value = operation.properties.find((property) => property.name?.getText() === 'value');
  return value !== undefined && ts.isPropertyAssignment(value) ? value.initializer : undefined;
}
