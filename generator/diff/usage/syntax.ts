import { ts } from 'ts-morph';

/** The operators that compare a value with a literal. */
export const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Whether an access is written to, read, or both (`x.a += 1`). */
export function writeTo(node: ts.Expression): 'read' | 'write' | 'both' {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node) {
    if (parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) return 'write';
    const kind = parent.operatorToken.kind;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? 'both' : 'read';
  }
  if (ts.isDeleteExpression(parent)) return 'write';
  return ts.isPostfixUnaryExpression(parent) || isStep(parent) ? 'both' : 'read';
}

function isStep(node: ts.Node): boolean {
  if (!ts.isPrefixUnaryExpression(node)) return false;
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
}

/** Whether an object literal is the left side of a destructuring assignment. */
export function isDestructured(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  }
  if (ts.isForOfStatement(parent)) return parent.initializer === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node && isDestructured(parent.parent);
  return ts.isArrayLiteralExpression(parent) && isDestructured(parent);
}

/** The texts that a type of literals is written with. */
export function literalsIn(node: ts.Node): ts.StringLiteralLike[] {
  if (ts.isLiteralTypeNode(node)) return ts.isStringLiteralLike(node.literal) ? [node.literal] : [];
  return ts.isUnionTypeNode(node) ? node.types.flatMap(literalsIn) : [];
}

/** Whether a type leaves out what its declarations require, all of it: an intent or a patch may do without any field. */
export function isPartial(type: ts.Type): boolean {
  const symbols = type.getProperties();
  const isRequired = (declaration: ts.Declaration): boolean =>
    ts.isPropertySignature(declaration) && declaration.questionToken === undefined;
  return (
    symbols.every(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0) &&
    symbols.some(({ declarations = [] }) => declarations.some(isRequired))
  );
}
