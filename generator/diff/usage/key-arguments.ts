import { ts } from 'ts-morph';

/** The object type whose key a text is, and the code that shows which object it is. */
export interface KeyHolder {
  readonly type: ts.Type;
  readonly node: ts.Node;
}

/**
 * Whose key a literal is, where a declaration says that it is one: an argument for a parameter of type `keyof T` or
 * `K extends keyof T`, or the value of a variable of type `keyof T`.
 */
export function keyHolder(literal: ts.StringLiteralLike, checker: ts.TypeChecker): KeyHolder | undefined {
  const { parent } = literal;
  if (ts.isVariableDeclaration(parent) && parent.type !== undefined) {
    const object = keyofObject(parent.type);
    return object === undefined ? undefined : { type: checker.getTypeFromTypeNode(object), node: object };
  }
  if (!ts.isCallExpression(parent)) return undefined;
  const index = parent.arguments.indexOf(literal);
  const declaration = checker.getResolvedSignature(parent)?.declaration;
  if (index === -1 || declaration === undefined || ts.isJSDocSignature(declaration)) return undefined;
  const parameter = declaration.parameters[Math.min(index, declaration.parameters.length - 1)];
  const object = parameter?.type === undefined ? undefined : keyofObject(elementOf(parameter), declaration);
  if (object === undefined) return undefined;
  const own = typeParameterOf(object, declaration);
  if (own === undefined) return { type: checker.getTypeFromTypeNode(object), node: object };
  return argumentOf(own, parent, { declaration, checker });
}

/** The type of a parameter; of a rest parameter, that of its entries. */
function elementOf(parameter: ts.ParameterDeclaration | ts.JSDocParameterTag): ts.TypeNode {
  const type = (parameter as ts.ParameterDeclaration).type as ts.TypeNode;
  const isRest = ts.isParameter(parameter) && parameter.dotDotDotToken !== undefined;
  const inner = ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword ? type.type : type;
  return isRest && ts.isArrayTypeNode(inner) ? inner.elementType : type;
}

/** `T` of `keyof T`, or of a type parameter that extends it. */
function keyofObject(type: ts.TypeNode, declaration?: ts.SignatureDeclaration): ts.TypeNode | undefined {
  if (ts.isParenthesizedTypeNode(type)) return keyofObject(type.type, declaration);
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.KeyOfKeyword) return type.type;
  const constraint = declaration === undefined ? undefined : typeParameterOf(type, declaration)?.constraint;
  return constraint === undefined ? undefined : keyofObject(constraint, declaration);
}

function typeParameterOf(
  type: ts.TypeNode,
  declaration: ts.SignatureDeclaration,
): ts.TypeParameterDeclaration | undefined {
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
  const name = type.typeName.text;
  return declaration.typeParameters?.find((parameter) => parameter.name.text === name);
}

/** What a call passes for a type parameter: its explicit argument, or the value whose parameter is of just that type. */
function argumentOf(
  own: ts.TypeParameterDeclaration,
  call: ts.CallExpression,
  { declaration, checker }: { declaration: ts.SignatureDeclaration; checker: ts.TypeChecker },
): KeyHolder | undefined {
  const explicit = call.typeArguments?.[declaration.typeParameters?.indexOf(own) ?? -1];
  if (explicit !== undefined) return { type: checker.getTypeFromTypeNode(explicit), node: explicit };
  for (const [i, parameter] of declaration.parameters.entries()) {
    const argument = call.arguments[i];
    if (argument === undefined || parameter.type === undefined) continue;
    const plain = typeParameterOf(parameter.type, declaration) === own;
    const list = ts.isArrayTypeNode(parameter.type) && typeParameterOf(parameter.type.elementType, declaration) === own;
    const type = checker.getTypeAtLocation(argument);
    if (plain) return { type, node: argument };
    const entry = list ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
    if (entry !== undefined) return { type: entry, node: argument };
  }
  return undefined;
}
