import { ts } from 'ts-morph';

/** A selectable field or a subresource that a resource has no more. */
export interface FactTarget {
  readonly change: number;
  readonly type: 'field' | 'subresource';
  readonly name: string;
}

/** Code that names one. */
export interface FactUse {
  readonly change: number;
  readonly node: ts.Node;
  readonly how: string;
}

/** By the module of the resource. */
export type FactTargets = ReadonlyMap<ts.SourceFile, readonly FactTarget[]>;

/** Where a call about a resource names a field of it to select by, or a subresource. */
export function factUses(call: ts.CallExpression, targets: FactTargets, checker: ts.TypeChecker): FactUse[] {
  if (targets.size === 0) return [];
  const concerned = modulesOf(call, checker).flatMap((module) => targets.get(module) ?? []);
  if (concerned.length === 0) return [];
  const named = call.arguments.flatMap(optionsIn);
  return concerned.flatMap(({ change, type, name }) => {
    const how = type === 'field' ? 'selects by it' : 'names the subresource';
    return named
      .filter((option) => option.type === type && option.name === name)
      .map(({ node }) => ({ change, node, how }));
  });
}

/** The modules of whatever a call is about: its function, the object it is a method of, its arguments. */
function modulesOf(call: ts.CallExpression, checker: ts.TypeChecker): ts.SourceFile[] {
  const { expression } = call;
  const member = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const receiver = ts.isPropertyAccessExpression(expression) ? [expression.expression] : [];
  const symbols = [member, ...call.arguments].map((node) => checker.getSymbolAtLocation(lastName(node)));
  const types = receiver
    .map((node) => checker.getTypeAtLocation(node))
    .flatMap((type) => [type.aliasSymbol, type.symbol]);
  const files = [...symbols, ...types].flatMap((symbol) => {
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const real = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return (real?.declarations ?? []).map((declaration) => declaration.getSourceFile());
  });
  return [...new Set(files)];
}

function lastName(node: ts.Node): ts.Node {
  return ts.isPropertyAccessExpression(node) ? node.name : node;
}

interface NamedOption {
  readonly type: FactTarget['type'];
  readonly name: string;
  readonly node: ts.Node;
}

/** `fieldSelector` and `subresource` of an object literal. */
function optionsIn(argument: ts.Expression): NamedOption[] {
  if (!ts.isObjectLiteralExpression(argument)) return [];
  return argument.properties.flatMap((property): NamedOption[] => {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return [];
    const { initializer } = property;
    if (property.name.text === 'subresource' && ts.isStringLiteralLike(initializer)) {
      return [{ type: 'subresource', name: initializer.text, node: initializer }];
    }
    return property.name.text === 'fieldSelector' ? fieldsIn(initializer) : [];
  });
}

/** The fields of a selector: the keys of an object, or of a text such as `spec.color=red,metadata.name!=a`. */
function fieldsIn(selector: ts.Expression): NamedOption[] {
  if (ts.isStringLiteralLike(selector)) {
    const names = selector.text.split(',').map((term) => (term.split(/!?==?/)[0] ?? '').trim());
    return names.map((name) => ({ type: 'field', name, node: selector }));
  }
  if (!ts.isObjectLiteralExpression(selector)) return [];
  return selector.properties.flatMap(({ name }): NamedOption[] =>
    name !== undefined && ts.isStringLiteralLike(name) ? [{ type: 'field', name: name.text, node: name }] : [],
  );
}
