import type { ASTNode } from '@marcbachmann/cel-js';

/** Where the text of an expression begins, without parentheses around it. */
export function startOf(node: ASTNode): number {
  switch (node.op) {
    case 'value':
    case 'id':
    case 'call':
    case 'list':
    case 'map':
    case '!_':
    case '-_':
      return node.pos;
    case 'rcall':
      return startOf(node.args[1]);
    default:
      return startOf(node.args[0]);
  }
}

/** Where the compiler says that an operation stands: at its sign. */
export function operatorPosition(node: ASTNode, source: string): number {
  if (node.op === '!_' || node.op === '-_') return node.pos;
  if (node.op === 'rcall' || node.op === 'call' || !Array.isArray(node.args)) return node.pos;
  const right = node.args[1] as ASTNode;
  const sign = node.op === '[]' ? '[' : node.op === '?:' ? '?' : node.op;
  const before = source.slice(0, startOf(right));
  return Math.max(0, before.lastIndexOf(sign));
}

/** Where the parenthesis of a call opens. */
export function openingParenthesis(node: ASTNode, name: string, source: string): number {
  const from = node.op === 'rcall' ? startOf(node) : node.pos;
  const at = node.op === 'rcall' ? lastCall(node, name, source) : source.indexOf(name, from);
  return Math.max(0, source.indexOf('(', at));
}

function lastCall(node: Extract<ASTNode, { op: 'rcall' }>, name: string, source: string): number {
  const [, receiver] = node.args;
  const start = 'pos' in receiver ? receiver.pos : 0;
  return source.indexOf(`.${name}`, start);
}

/** Where the compiler says that an expression stands. */
export function positionOf(node: ASTNode, source: string): number {
  switch (node.op) {
    case 'value':
    case 'id':
    case 'list':
    case 'map':
      return node.pos;
    case '.':
    case '.?':
      return node.pos - 1;
    case 'call':
    case 'rcall':
      return openingParenthesis(node, node.args[0], source);
    default:
      return operatorPosition(node, source);
  }
}
