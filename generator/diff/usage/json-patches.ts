import { ts } from 'ts-morph';
import type { Origin } from './origins.js';

/** A property that the path of a JSON patch goes through. */
export interface PatchedProperty {
  readonly symbol: ts.Symbol;
  /** The property before it in the path; undefined for the first. */
  readonly receiver: Origin | undefined;
  /** The value that is written there, for the last property of a path that has one. */
  readonly value: ts.Expression | undefined;
}

/** The types whose first argument is that of the objects that a call is about. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['Resource', 'ResourceClient', 'SubresourceClient']);

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
  const objects = holders.flatMap((holder) => objectsOf(checker.getTypeAtLocation(holder), checker));
  const [type] = objects;
  return type === undefined ? [] : walk(type, node.text, { checker, value: valueOf(operation) });
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

function objectsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  if (!OF_OBJECTS.has(type.getSymbol()?.name ?? '')) return [];
  return checker.getTypeArguments(type as ts.TypeReference).slice(0, 1);
}

function walk(
  root: ts.Type,
  pointer: string,
  { checker, value }: { readonly checker: ts.TypeChecker; readonly value: ts.Expression | undefined },
): PatchedProperty[] {
  const found: PatchedProperty[] = [];
  const segments = pointer.split('/').slice(1);
  let type = root;
  let receiver: Origin | undefined;
  for (const [i, segment] of segments.entries()) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const part = checker.getNonNullableType(type);
    const symbol = checker.getPropertyOfType(part, name);
    const element = part.getNumberIndexType() ?? part.getStringIndexType();
    if (symbol === undefined || part.getNumberIndexType() !== undefined) {
      if (element === undefined) return found;
      type = element;
      continue;
    }
    found.push({ symbol, receiver, value: i === segments.length - 1 ? value : undefined });
    receiver = { declarations: symbol.declarations ?? [], receiver };
    type = checker.getTypeOfSymbol(symbol);
  }
  return found;
}
