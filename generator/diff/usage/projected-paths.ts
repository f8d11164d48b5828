import { ts } from 'ts-morph';
import { namedProperties, objectsOf } from './named-properties.js';
import type { NamedProperty } from './named-properties.js';

/** A name of a path: in brackets and quotes, or up to the next dot or bracket. */
const NAME = /\['([^']*)'\]|\["([^"]*)"\]|([^.[\]]+)/g;

/** The properties that a text names as a path of `widgetResource.project('spec.size', …)`, outermost first. */
export function projectedProperties(node: ts.StringLiteralLike, checker: ts.TypeChecker): NamedProperty[] {
  const call = node.parent;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return [];
  if (call.expression.name.text !== 'project') return [];
  const type = objectsOf(checker.getTypeAtLocation(call.expression.expression), checker);
  if (type === undefined) return [];
  const names = [...node.text.matchAll(NAME)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
  return namedProperties(type, names, checker);
}
