import { ts } from 'ts-morph';
import type { GeneratedCode } from './generated-code.js';
import { namedProperties, objectsOf } from './named-properties.js';
import type { NamedProperty } from './named-properties.js';
import { literalsIn } from './syntax.js';

/** A property that a path of a projection leads through, and the code that names the path. */
export interface ProjectedProperty extends NamedProperty {
  readonly at: ts.Node;
}

/** What finding needs to know. */
export interface ProjectionContext {
  readonly checker: ts.TypeChecker;
  readonly generated: GeneratedCode;
  /** `apiVersion/plural` of what a call asks `forResource` for, where the code says it. */
  readonly resourcesOf: (call: ts.CallExpression) => readonly string[];
}

/** A name of a path: in brackets and quotes, or up to the next dot or bracket. */
const NAME = /\['([^']*)'\]|\["([^"]*)"\]|([^.[\]]+)/g;

/**
 * The properties that the paths of a projection lead through, outermost first of each path: of
 * `widgetResource.project('spec.size')` whatever the arguments are written as, as long as their types say the texts; of
 * `factory.forResource(gvr, { project: ['spec.size'] })`; of the type `Projected<Widget, 'spec.size'>`.
 */
export function projectedProperties(
  node: ts.CallExpression | ts.TypeReferenceNode,
  context: ProjectionContext,
): ProjectedProperty[] {
  if (ts.isTypeReferenceNode(node)) return ofType(node, context);
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  if (name.text === 'forResource') return ofDynamic(node, context);
  const type =
    name.text === 'project' ? objectsOf(context.checker.getTypeAtLocation(expression), context.checker) : undefined;
  if (type === undefined) return [];
  return node.arguments.flatMap((argument) => {
    const given = ts.isSpreadElement(argument) ? argument.expression : argument;
    return propertiesAt(type, { at: argument, paths: textsOf(given, context.checker) }, context);
  });
}

function ofType(node: ts.TypeReferenceNode, context: ProjectionContext): ProjectedProperty[] {
  const [object, paths] = node.typeArguments ?? [];
  if (object === undefined || paths === undefined || node.typeName.getText() !== 'Projected') return [];
  const type = context.checker.getTypeFromTypeNode(object);
  const literals = literalsIn(paths);
  if (literals.length > 0) return literals.flatMap((at) => propertiesAt(type, { at, paths: [at.text] }, context));
  return propertiesAt(type, { at: paths, paths: literalTexts(context.checker.getTypeFromTypeNode(paths)) }, context);
}

/** Objects of kinds that are known at run time alone have no fields in their type: those of the generated kind count. */
function ofDynamic(call: ts.CallExpression, context: ProjectionContext): ProjectedProperty[] {
  const lists = call.arguments.flatMap((argument) => {
    const option = ts.isObjectLiteralExpression(argument)
      ? argument.properties.find((one) => one.name?.getText() === 'project')
      : undefined;
    return option !== undefined && ts.isPropertyAssignment(option) ? [option.initializer] : [];
  });
  if (lists.length === 0) return [];
  const types = context.resourcesOf(call).flatMap((resource) => context.generated.objectsOf(resource));
  return types.flatMap((type) =>
    lists.flatMap((list) => {
      const entries = ts.isArrayLiteralExpression(list) ? [...list.elements] : [list];
      return entries.flatMap((at) => propertiesAt(type, { at, paths: textsOf(at, context.checker) }, context));
    }),
  );
}

function propertiesAt(
  type: ts.Type,
  { at, paths }: { readonly at: ts.Node; readonly paths: readonly string[] },
  { checker }: ProjectionContext,
): ProjectedProperty[] {
  return paths.flatMap((path) => {
    const names = [...path.matchAll(NAME)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
    return namedProperties(type, names, checker).map((property) => ({ ...property, at }));
  });
}

/** The texts that an expression stands for, or the entries of the list that it is. */
function textsOf(node: ts.Expression, checker: ts.TypeChecker): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  const type = checker.getTypeAtLocation(node);
  const entries = type.getNumberIndexType();
  return literalTexts(entries !== undefined && !type.isStringLiteral() && !type.isUnion() ? entries : type);
}

function literalTexts(type: ts.Type): string[] {
  return (type.isUnion() ? type.types : [type]).flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
}
