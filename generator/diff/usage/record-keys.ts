import { ts } from 'ts-morph';

/** The type whose values are the keys of a literal. */
export interface RecordKeys {
  /** `K` of `Record<K, V>` or of `{ [P in K]: V }`. */
  readonly keys: ts.TypeNode;
  /** Whether every value has to be a key. */
  readonly isComplete: boolean;
}

const MAX_HOPS = 8;

/** The record type that an object literal is written for, where a type beside it says so. */
export function recordKeysOf(literal: ts.ObjectLiteralExpression, checker: ts.TypeChecker): RecordKeys | undefined {
  const type = typeBeside(literal, checker);
  return type === undefined ? undefined : keysIn(type, { checker, isComplete: true, hops: 0 });
}

/** The type that is written for an expression: of its variable, parameter, property or function, or by `satisfies`. */
function typeBeside(node: ts.Expression, checker: ts.TypeChecker): ts.TypeNode | undefined {
  const { parent } = node;
  if (ts.isSatisfiesExpression(parent) || ts.isAsExpression(parent)) return parent.type;
  if (ts.isParenthesizedExpression(parent)) return typeBeside(parent, checker);
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent) || ts.isParameter(parent))
    return parent.type;
  if (ts.isArrowFunction(parent)) return parent.type;
  if (ts.isReturnStatement(parent)) {
    const owner = ts.findAncestor(parent, ts.isFunctionLike);
    return owner?.type;
  }
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return undefined;
  const index = parent.arguments?.indexOf(node) ?? -1;
  const parameter = checker.getResolvedSignature(parent)?.declaration?.parameters[index];
  return parameter !== undefined && ts.isParameter(parameter) ? parameter.type : undefined;
}

function keysIn(
  type: ts.TypeNode,
  context: { checker: ts.TypeChecker; isComplete: boolean; hops: number },
): RecordKeys | undefined {
  if (context.hops > MAX_HOPS) return undefined;
  const next = { ...context, hops: context.hops + 1 };
  if (ts.isParenthesizedTypeNode(type) || ts.isTypeOperatorNode(type)) return keysIn(type.type, next);
  if (ts.isMappedTypeNode(type)) {
    const keys = type.typeParameter.constraint;
    const isComplete = context.isComplete && type.questionToken === undefined;
    return keys === undefined ? undefined : { keys, isComplete };
  }
  if (!ts.isTypeReferenceNode(type)) return undefined;
  const [first] = type.typeArguments ?? [];
  const name = type.typeName.getText();
  if (first !== undefined && name === 'Record') return { keys: first, isComplete: context.isComplete };
  if (first !== undefined && name === 'Partial') return keysIn(first, { ...next, isComplete: false });
  if (first !== undefined && (name === 'Readonly' || name === 'Required')) return keysIn(first, next);
  let symbol = context.checker.getSymbolAtLocation(type.typeName);
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0) {
    symbol = context.checker.getAliasedSymbol(symbol);
  }
  const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
  return alias === undefined ? undefined : keysIn(alias.type, next);
}
