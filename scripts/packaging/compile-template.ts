import Handlebars from 'handlebars';

type Statement = hbs.AST.Statement;
type Expression = hbs.AST.Expression;

/**
 * A template of Handlebars as the text of a plain function from its view to its text: what it says, and no runtime. Only what our templates use is
 * known (values, `if`, `unless`, `each` over lists, `@last`, partials), without escaping; anything else fails the build. A run over
 * many CRDs renders thousands of small files, and Handlebars looks at each value of each with much more care than ours need.
 *
 * The function stands in a scope that has {@link TEMPLATE_SCOPE}, and a map `templates` with the functions of all templates.
 */
export function compileTemplate(text: string): string {
  const { body } = Handlebars.parse(text);
  return `(view) => {\nlet text = '';\n${statements(body, { context: 'view', depth: 0 })}return whole(text);\n}`;
}

/**
 * What the functions of templates call. As for Handlebars, an empty list is no reason for an `if`, and what is not there is no text. Whoever
 * asks for a character of a text that was put together makes the engine put it in one piece: the thousand pieces it was put together from need
 * not be kept then, and moved by the collector, until somebody reads it.
 */
export const TEMPLATE_SCOPE = `const whole = (text) => (text.charCodeAt(0), text);
const value = (found) => found ?? '';
const holds = (found) => Array.isArray(found) ? found.length > 0 : Boolean(found);
`;

/** Where a statement stands. */
interface Scope {
  /** The variable that has what names are looked up in. */
  readonly context: string;
  /** How many loops are around it. */
  readonly depth: number;
}

function statements(body: readonly Statement[], scope: Scope): string {
  return body.map((statement) => compileStatement(statement, scope)).join('');
}

function compileStatement(statement: Statement, scope: Scope): string {
  if (isA<hbs.AST.ContentStatement>(statement, 'ContentStatement')) {
    return statement.value === '' ? '' : `text += ${JSON.stringify(statement.value)};\n`;
  }
  if (isA<hbs.AST.MustacheStatement>(statement, 'MustacheStatement')) {
    if (statement.params.length > 0) throw unknown(statement);
    return `text += value(${lookup(statement.path, scope)});\n`;
  }
  if (isA<hbs.AST.BlockStatement>(statement, 'BlockStatement')) return block(statement, scope);
  if (isA<hbs.AST.PartialStatement>(statement, 'PartialStatement')) return partial(statement, scope);
  throw unknown(statement);
}

function block(statement: hbs.AST.BlockStatement, scope: Scope): string {
  const [of] = statement.params;
  const [inside, otherwise] = [statement.program?.body ?? [], statement.inverse?.body ?? []];
  if (of === undefined) throw unknown(statement);
  switch (statement.path.original) {
    case 'if':
      return condition(`holds(${lookup(of, scope)})`, inside, otherwise, scope);
    case 'unless':
      return condition(`!holds(${lookup(of, scope)})`, inside, otherwise, scope);
    case 'each': {
      if (otherwise.length > 0) throw unknown(statement);
      const depth = scope.depth + 1;
      const [list, item] = [`list${depth}`, `item${depth}`];
      const loop = `for (let at${depth} = 0; at${depth} < ${list}.length; at${depth} += 1)`;
      const each = statements(inside, { context: item, depth });
      return `{\nconst ${list} = ${lookup(of, scope)} ?? [];\n${loop} {\nconst ${item} = ${list}[at${depth}];\n${each}}\n}\n`;
    }
    default:
      throw unknown(statement);
  }
}

function condition(test: string, inside: readonly Statement[], otherwise: readonly Statement[], scope: Scope): string {
  const rest = otherwise.length === 0 ? '' : ` else {\n${statements(otherwise, scope)}}`;
  return `if (${test}) {\n${statements(inside, scope)}}${rest}\n`;
}

function partial(statement: hbs.AST.PartialStatement, scope: Scope): string {
  const [of] = statement.params;
  const view = of === undefined ? scope.context : lookup(of, scope);
  if (!('original' in statement.name)) throw unknown(statement);
  return `text += templates[${JSON.stringify(statement.name.original)}](${view});\n`;
}

/** What a path leads to. */
function lookup(expression: Expression, { context, depth }: Scope): string {
  if (!isA<hbs.AST.PathExpression>(expression, 'PathExpression') || expression.depth > 0) throw unknown(expression);
  if (expression.data) {
    if (expression.original !== '@last' || depth === 0) throw unknown(expression);
    return `(at${depth} === list${depth}.length - 1)`;
  }
  return context + expression.parts.map((part) => `?.${part}`).join('');
}

function isA<N extends hbs.AST.Node>(node: hbs.AST.Node, type: N['type']): node is N {
  return node.type === type;
}

function unknown({ type, loc }: hbs.AST.Node): Error {
  return new Error(`line ${loc.start.line}: this ${type} is not known to what compiles templates`);
}
