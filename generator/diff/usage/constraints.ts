import { ts } from 'ts-morph';

/** A type that stands for a type parameter, and the properties that the parameter's constraint asks for. */
export interface Constrained {
  readonly type: ts.Type;
  /** The argument: a type, or the value that it is inferred from. */
  readonly node: ts.Node;
  /** What shows whose properties they are. */
  readonly receiver: ts.Node;
  readonly names: readonly string[];
}

/**
 * What a use of something generic passes for parameters with constraints: `<T extends { size?: string }>` asks for `size`
 * of whatever `T` is, and `K extends keyof WidgetSpec` for a key.
 */
export function constrainedTypes(node: ts.Node, checker: ts.TypeChecker): Constrained[] {
  if (ts.isCallExpression(node)) return ofCall(node, checker);
  if (ts.isTypeReferenceNode(node)) return ofArguments(node.typeName, node.typeArguments, checker);
  if (ts.isExpressionWithTypeArguments(node)) return ofArguments(node.expression, node.typeArguments, checker);
  return [];
}

function ofArguments(
  name: ts.Node,
  given: ts.NodeArray<ts.TypeNode> | undefined,
  checker: ts.TypeChecker,
): Constrained[] {
  if (given === undefined) return [];
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  const generic = symbol?.declarations?.find(isGeneric);
  return given.flatMap((node, i) => ofArgument(generic?.typeParameters?.[i], node, checker));
}

function ofCall(call: ts.CallExpression, checker: ts.TypeChecker): Constrained[] {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return [];
  const parameters = declaration.typeParameters ?? [];
  if (call.typeArguments !== undefined) {
    return call.typeArguments.flatMap((node, i) => ofArgument(parameters[i], node, checker));
  }
  return parameters.flatMap((own) => {
    const position = declaration.parameters.findIndex(({ type }) => type !== undefined && namesOnly(type, own));
    const argument = call.arguments[position];
    if (argument === undefined) return [];
    const names = propertiesOf(own.constraint, checker);
    return [{ type: checker.getTypeAtLocation(argument), node: argument, receiver: argument, names }];
  });
}

function namesOnly(type: ts.TypeNode, { name }: ts.TypeParameterDeclaration): boolean {
  return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === name.text;
}

function ofArgument(
  own: ts.TypeParameterDeclaration | undefined,
  node: ts.TypeNode,
  checker: ts.TypeChecker,
): Constrained[] {
  const constraint = own?.constraint;
  if (constraint === undefined) return [];
  const isKeyof = ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword;
  if (!isKeyof) {
    const names = propertiesOf(constraint, checker);
    return [{ type: checker.getTypeFromTypeNode(node), node, receiver: node, names }];
  }
  const keys = checker.getTypeFromTypeNode(node);
  const names = (keys.isUnion() ? keys.types : [keys]).flatMap((key) => (key.isStringLiteral() ? [key.value] : []));
  return [{ type: checker.getTypeFromTypeNode(constraint.type), node, receiver: constraint.type, names }];
}

/** The properties that a constraint spells out. */
function propertiesOf(constraint: ts.TypeNode | undefined, checker: ts.TypeChecker): string[] {
  if (constraint === undefined) return [];
  return checker
    .getTypeFromTypeNode(constraint)
    .getProperties()
    .map(({ name }) => name);
}

function isGeneric(
  declaration: ts.Declaration,
): declaration is ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ClassDeclaration {
  return (
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isInterfaceDeclaration(declaration) ||
    ts.isClassDeclaration(declaration)
  );
}
