import type { ts } from 'ts-morph';
import { isResourceType } from '../../names/exports.js';
import type { Origin } from './origins.js';

/** A property that a text names on its way into an object. */
export interface NamedProperty {
  readonly symbol: ts.Symbol;
  /** The property before it; undefined for the first. */
  readonly receiver: Origin | undefined;
  /** Nothing follows it. */
  readonly isLast: boolean;
}

/** The types of clients whose first argument is that of the objects that a call is about. */
const CLIENTS: ReadonlySet<string> = new Set(['ResourceClient', 'SubresourceClient']);

/** The type of the objects of a resource or client: of a projected one, of the whole objects. */
export function objectsOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const name = type.getSymbol()?.name;
  if (!isResourceType(name) && !CLIENTS.has(name ?? '')) return undefined;
  return type.aliasTypeArguments?.[0] ?? checker.getTypeArguments(type as ts.TypeReference)[0];
}

/** The properties that these names lead through from a type, outermost first; names of maps and lists are gone through. */
export function namedProperties(root: ts.Type, names: readonly string[], checker: ts.TypeChecker): NamedProperty[] {
  const found: NamedProperty[] = [];
  let type = root;
  let receiver: Origin | undefined;
  for (const [i, name] of names.entries()) {
    let part = checker.getNonNullableType(type);
    const isPosition = /^(?:-|\d+)$/.test(name);
    for (let inner = part.getNumberIndexType(); inner !== undefined; inner = part.getNumberIndexType()) {
      part = checker.getNonNullableType(inner);
      if (isPosition) break;
    }
    if (isPosition && part !== checker.getNonNullableType(type)) {
      type = part;
      continue;
    }
    const symbol = checker.getPropertyOfType(part, name);
    if (symbol === undefined) {
      const value = part.getStringIndexType();
      if (value === undefined) return found;
      type = value;
      continue;
    }
    found.push({ symbol, receiver, isLast: i === names.length - 1 });
    receiver = { declarations: symbol.declarations ?? [], receiver };
    type = checker.getTypeOfSymbol(symbol);
  }
  return found;
}
