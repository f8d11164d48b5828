import { ts } from 'ts-morph';
import { apiVersionOf } from '../../names/resource-keys.js';
import { Chains } from './chains.js';
import type { GeneratedCode } from './generated-code.js';
import type { TargetNames } from './names.js';
import { declarationsOf, nameText, Origins } from './origins.js';
import type { Origin } from './origins.js';
import type { RuleName } from '../compare/rules.js';
import { constrainedTypes } from './constraints.js';
import { patchedProperties } from './json-patches.js';
import { keyHolder } from './key-arguments.js';
import { projectedProperties } from './projected-paths.js';
import type { ProjectionContext } from './projected-paths.js';
import { recordKeysOf } from './record-keys.js';
import { factUses } from './resource-facts.js';
import { EQUALITY, isDestructured, isPartial, literalsIn, writeTo } from './syntax.js';
import type { Targets } from './targets.js';

/** Code that a change touches. */
export interface Hit {
  readonly change: number;
  readonly node: ts.Node;
  readonly how: string;
  readonly certain: boolean;
  /** Whether one report a line is enough. */
  readonly coarse: boolean;
}

/** What scanning needs to know. */
export interface ScanContext extends TargetNames {
  readonly checker: ts.TypeChecker;
  readonly targets: Targets;
  readonly generated: GeneratedCode;
}

/** All code in a file that touches a target. */
export function scanFile(file: ts.SourceFile, context: ScanContext): Hit[] {
  const scanner = new Scanner(context);
  scanner.visit(file);
  return scanner.hits;
}

/** One use of a property. */
interface PropertyUse {
  readonly at: ts.Node;
  readonly receiver: ts.Node | Origin | undefined;
  readonly mode: 'read' | 'write' | 'type';
  readonly how: string;
  /** The values that are compared with or written. */
  readonly values?: readonly string[];
  /** The only rule that it matters to; undefined: any. */
  readonly rule?: RuleName;
}

class Scanner {
  readonly hits: Hit[] = [];
  readonly #checker: ts.TypeChecker;
  readonly #targets: Targets;
  readonly #chains: Chains;
  readonly #names: ReadonlySet<string>;
  readonly #values: ReadonlySet<string>;
  readonly #origins: Origins;
  readonly #projections: ProjectionContext;

  constructor({ checker, targets, generated, names, values }: ScanContext) {
    this.#names = names;
    this.#values = values;
    this.#checker = checker;
    this.#targets = targets;
    this.#origins = new Origins(checker, generated);
    this.#chains = new Chains(this.#origins, generated);
    this.#projections = { checker, generated, resourcesOf: (call) => this.#resourcesAsked(call) };
  }

  visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) this.#identifier(node);
    else if (ts.isPropertyAccessExpression(node)) this.#propertyAccess(node);
    else if (ts.isElementAccessExpression(node)) this.#elementAccess(node);
    else if (ts.isBindingElement(node)) this.#binding(node);
    else if (ts.isObjectLiteralExpression(node)) this.#objectLiteral(node);
    else if (ts.isIndexedAccessTypeNode(node)) this.#indexedType(node);
    else if (ts.isTypeReferenceNode(node)) this.#typeReference(node);
    else if (ts.isExpressionWithTypeArguments(node)) this.#constraints(node);
    else if (ts.isBinaryExpression(node)) this.#comparison(node);
    else if (ts.isCaseClause(node)) this.#case(node);
    else if (ts.isCallExpression(node)) this.#call(node);
    else if (ts.isStringLiteralLike(node)) this.#text(node);
    // Before the names that it imports: of several finds on a line for one change, the first stays.
    else if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      this.#module(node.moduleSpecifier);
    node.forEachChild(this.visit);
  };

  #propertyAccess(node: ts.PropertyAccessExpression): void {
    if (this.#names.has(node.name.text)) this.#access(node, [this.#checker.getSymbolAtLocation(node.name)]);
  }

  #elementAccess(node: ts.ElementAccessExpression): void {
    const key = node.argumentExpression;
    if (ts.isNumericLiteral(key) || (ts.isStringLiteralLike(key) && !this.#names.has(key.text))) return;
    this.#access(node, this.#origins.elementSymbols(node));
  }

  #access(
    node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    symbols: readonly (ts.Symbol | undefined)[],
  ): void {
    const mode = writeTo(node);
    const at = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
    for (const symbol of symbols) {
      if (mode !== 'write') this.#property(symbol, { at, receiver: node.expression, mode: 'read', how: 'reads' });
      if (mode === 'read') continue;
      const assigned = ts.isBinaryExpression(node.parent) ? node.parent.right : undefined;
      const values = assigned === undefined ? [] : this.#origins.keysOf(this.#checker.getTypeAtLocation(assigned));
      this.#property(symbol, { at, receiver: node.expression, mode: 'write', how: 'writes', values });
    }
  }

  #binding(element: ts.BindingElement): void {
    const at = element.propertyName ?? element.name;
    if (ts.isIdentifier(at) && !this.#names.has(at.text)) return;
    const holder = element.parent.parent;
    const receiver = ts.isVariableDeclaration(holder)
      ? (holder.initializer ??
        (ts.isForOfStatement(holder.parent.parent) ? holder.parent.parent.expression : undefined))
      : holder;
    for (const symbol of this.#origins.boundSymbols(element)) {
      this.#property(symbol, { at, receiver, mode: 'read', how: 'destructures' });
      for (const declaration of symbol.declarations ?? []) this.#gone(declaration, at, 'uses');
    }
  }

  #objectLiteral(node: ts.ObjectLiteralExpression): void {
    if (isDestructured(node)) return this.#destructured(node);
    this.#recordKeys(node);
    const names = node.properties.map(({ name }) => (name === undefined ? undefined : nameText(name)));
    const concerned = names.some((name) => name !== undefined && this.#names.has(name));
    if (!concerned && this.#targets.absences.size === 0) return;
    const type = this.#checker.getContextualType(node);
    if (type === undefined) return;
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) continue;
      const name = nameText(property.name);
      if (name === undefined) continue;
      const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
      const values = this.#origins.keysOf(this.#checker.getTypeAtLocation(value));
      for (const symbol of this.#origins.propertyOf(type, name)) {
        this.#property(symbol, { at: property.name, receiver: node, mode: 'write', how: 'writes', values });
      }
    }
    this.#absences(node, type);
  }

  /** The keys of `const colours: Record<Phase, string> = { Up: … }` are values of an enum. */
  #recordKeys(node: ts.ObjectLiteralExpression): void {
    if (!this.#targets.hasEnums) return;
    const record = recordKeysOf(node, this.#checker);
    const found = record === undefined ? undefined : this.#origins.of(record.keys);
    for (const declaration of found?.declarations ?? []) {
      const use = { receiver: found?.receiver, mode: 'read' } as const;
      for (const { name } of node.properties) {
        const value = name === undefined ? undefined : nameText(name);
        if (name === undefined || value === undefined || !this.#values.has(value)) continue;
        this.#declared(declaration, { ...use, at: name, how: `has the key ${JSON.stringify(value)}`, values: [value] });
      }
      if (record?.isComplete) {
        this.#declared(declaration, { ...use, at: node, how: 'has a key for each value', rule: 'enum-grown' });
      }
    }
  }

  /** `({ a, b: c } = object)`. */
  #destructured(node: ts.ObjectLiteralExpression): void {
    for (const property of node.properties) {
      if (property.name === undefined || !ts.isIdentifier(property.name)) continue;
      const symbol = this.#checker.getPropertySymbolOfDestructuringAssignment(property.name);
      const receiver = ts.isBinaryExpression(node.parent) ? node.parent.right : undefined;
      this.#property(symbol, { at: property.name, receiver, mode: 'read', how: 'destructures' });
    }
  }

  #absences(node: ts.ObjectLiteralExpression, type: ts.Type): void {
    if (this.#targets.absences.size === 0) return;
    const real = this.#checker.getNonNullableType(type);
    const own = this.#checker.getTypeAtLocation(node);
    for (const part of real.isUnion() ? real.types : [real]) {
      if (isPartial(part)) continue;
      const members = part.getProperties().flatMap((symbol) => symbol.declarations ?? []);
      const holders = new Map(members.map((member) => [member.parent as ts.Declaration, member]));
      for (const [holder, member] of holders) {
        for (const { change, name, chain } of this.#targets.absences.get(holder) ?? []) {
          if (own.getProperty(name) !== undefined) continue;
          const sure = this.#chains.matches([...chain, member], node);
          if (sure !== 'no') this.#hit(change, node, { how: `leaves ${name} out`, certain: sure === 'yes' });
        }
      }
    }
  }

  #indexedType(node: ts.IndexedAccessTypeNode): void {
    const object = this.#checker.getTypeFromTypeNode(node.objectType);
    for (const key of this.#origins.keysOf(this.#checker.getTypeFromTypeNode(node.indexType))) {
      for (const symbol of this.#origins.propertyOf(object, key)) {
        this.#property(symbol, {
          at: node.indexType,
          receiver: node.objectType,
          mode: 'type',
          how: 'takes the type of it',
        });
      }
    }
  }

  #typeReference(node: ts.TypeReferenceNode): void {
    this.#pickOrOmit(node);
    this.#projection(node);
    this.#constraints(node);
  }

  /** `size` of `Box<WidgetSpec>` where `Box<T extends { size?: string }>`. */
  #constraints(node: ts.Node): void {
    for (const { type, node: at, receiver, names } of constrainedTypes(node, this.#checker)) {
      for (const name of names.filter((one) => this.#names.has(one))) {
        for (const symbol of this.#origins.propertyOf(type, name)) {
          this.#property(symbol, { at, receiver, mode: 'type', how: 'meets a constraint by it' });
        }
      }
    }
  }

  #projection(node: ts.CallExpression | ts.TypeReferenceNode): void {
    for (const { symbol, receiver, at } of projectedProperties(node, this.#projections)) {
      this.#property(symbol, { at, receiver, mode: 'read', how: 'projects to' });
    }
  }

  #pickOrOmit(node: ts.TypeReferenceNode): void {
    const [object, keys] = node.typeArguments ?? [];
    const name = node.typeName.getText();
    if (object === undefined || keys === undefined || (name !== 'Pick' && name !== 'Omit')) return;
    const type = this.#checker.getTypeFromTypeNode(object);
    for (const literal of literalsIn(keys)) {
      for (const symbol of this.#origins.propertyOf(type, literal.text)) {
        this.#property(symbol, { at: literal, receiver: object, mode: 'type', how: `names it in ${name}` });
      }
    }
  }

  #comparison({ left, right, operatorToken }: ts.BinaryExpression): void {
    if (!EQUALITY.has(operatorToken.kind)) return;
    this.#compared(left, right);
    this.#compared(right, left);
  }

  #case(node: ts.CaseClause): void {
    this.#compared(node.parent.parent.expression, node.expression);
  }

  #compared(value: ts.Expression, literal: ts.Expression): void {
    if (!ts.isStringLiteralLike(literal) && !ts.isNumericLiteral(literal)) return;
    if (!this.#values.has(literal.text)) return;
    const found = this.#origins.of(value);
    const how = `compares with ${JSON.stringify(literal.text)}`;
    for (const declaration of found?.declarations ?? []) {
      this.#declared(declaration, {
        at: literal,
        receiver: found?.receiver,
        mode: 'read',
        how,
        values: [literal.text],
      });
    }
  }

  #call(node: ts.CallExpression): void {
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();
    const [first, second] = node.arguments;
    if (name === 'includes' && first !== undefined && ts.isPropertyAccessExpression(node.expression)) {
      const list = node.expression.expression;
      if (ts.isArrayLiteralExpression(list)) for (const entry of list.elements) this.#compared(first, entry);
    }
    this.#constraints(node);
    this.#projection(node);
    for (const { change, node: at, how } of factUses(node, this.#targets.facts, this.#checker)) {
      this.#hit(change, at, { how, certain: true });
    }
    if (name !== 'forResource') return;
    const where = ts.isPropertyAccessExpression(node.expression) ? first : second;
    if (where === undefined) return;
    for (const key of this.#resourcesAsked(node)) {
      for (const change of this.#targets.resources.get(key) ?? []) {
        this.#hit(change, where, { how: 'asks for the resource', certain: true, coarse: true });
      }
    }
  }

  /** `apiVersion/plural` of the arguments of `forResource`, if they are literals. */
  #resourcesAsked(call: ts.CallExpression): string[] {
    const [first, second, third] = call.arguments;
    const [where, next] = ts.isPropertyAccessExpression(call.expression) ? [first, second] : [second, third];
    // Options may follow a resource that is one object.
    const what = next !== undefined && ts.isObjectLiteralExpression(next) ? undefined : next;
    if (where === undefined) return [];
    const literal = (node: ts.Node | undefined): string | undefined =>
      node === undefined ? undefined : this.#origins.keysOf(this.#checker.getTypeAtLocation(node))[0];
    if (what !== undefined) return [`${literal(where)}/${literal(what)}`];
    const type = this.#checker.getTypeAtLocation(where);
    const read = (name: string): string | undefined => {
      const symbol = type.getProperty(name);
      const declaration = symbol?.valueDeclaration;
      if (declaration !== undefined && ts.isPropertyAssignment(declaration)) return literal(declaration.initializer);
      return symbol === undefined ? undefined : this.#origins.keysOf(this.#checker.getTypeOfSymbol(symbol))[0];
    };
    const [group, version, plural] = [read('group'), read('version'), read('resource')];
    if (group === undefined || version === undefined || plural === undefined) return [];
    return [`${apiVersionOf({ group, version })}/${plural}`];
  }

  /** A text where a key of a type is asked for: `pluck(widget, 'size')`. */
  #text(node: ts.StringLiteralLike): void {
    if (ts.isImportDeclaration(node.parent)) return;
    if (ts.isExportDeclaration(node.parent)) return this.#module(node);
    if (ts.isLiteralTypeNode(node.parent) && ts.isImportTypeNode(node.parent.parent)) return this.#module(node);
    if (ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword) {
      return this.#module(node);
    }
    if (node.text.startsWith('/')) return this.#jsonPath(node);
    if (!this.#names.has(node.text)) return;
    const holder = keyHolder(node, this.#checker);
    if (holder === undefined) return;
    for (const symbol of this.#origins.propertyOf(holder.type, node.text)) {
      this.#property(symbol, { at: node, receiver: holder.node, mode: 'read', how: 'names it as a key' });
    }
  }

  /** `/spec/size` in a JSON patch. */
  #jsonPath(node: ts.StringLiteralLike): void {
    for (const { symbol, receiver, value } of patchedProperties(node, this.#checker)) {
      const values = value === undefined ? [] : this.#origins.keysOf(this.#checker.getTypeAtLocation(value));
      this.#property(symbol, { at: node, receiver, mode: 'write', how: 'patches', values });
    }
  }

  #module(specifier: ts.StringLiteralLike): void {
    const file = this.#checker.getSymbolAtLocation(specifier)?.valueDeclaration;
    if (file === undefined || !ts.isSourceFile(file)) return;
    for (const change of this.#targets.modules.get(file) ?? []) {
      this.#hit(change, specifier, { how: 'imports the module', certain: true, coarse: true });
    }
  }

  #identifier(node: ts.Identifier): void {
    if (this.#targets.symbols.size === 0 || !this.#names.has(node.text)) return;
    let symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0)
      symbol = this.#checker.getAliasedSymbol(symbol);
    const how = ts.isImportSpecifier(node.parent) || ts.isExportSpecifier(node.parent) ? 'imports' : 'uses';
    for (const declaration of symbol?.declarations ?? []) this.#gone(declaration, node, how);
  }

  #gone(declaration: ts.Declaration, at: ts.Node, how: string): void {
    for (const change of this.#targets.symbols.get(declaration) ?? []) {
      this.#hit(change, at, { how, certain: true, coarse: true });
    }
  }

  #property(symbol: ts.Symbol | undefined, use: PropertyUse): void {
    for (const declaration of declarationsOf(symbol, this.#checker)) this.#declared(declaration, use);
  }

  #declared(declaration: ts.Declaration, use: PropertyUse): void {
    for (const target of this.#targets.properties.get(declaration) ?? []) {
      if (use.mode === 'write' ? !target.writes : !target.reads) continue;
      if (use.rule !== undefined && use.rule !== target.rule) continue;
      const value = use.values?.find((one) => target.values?.has(one));
      if (target.values !== undefined && value === undefined) continue;
      if (target.values === undefined && use.values !== undefined && use.mode === 'read') continue;
      const sure = this.#chains.matches(target.chain, use.receiver);
      if (sure === 'no') continue;
      const how = value === undefined || use.mode === 'read' ? use.how : `${use.how} ${JSON.stringify(value)}`;
      this.#hit(target.change, use.at, { how, certain: sure === 'yes' });
    }
  }

  #hit(
    change: number,
    node: ts.Node,
    { how, certain, coarse = false }: { how: string; certain: boolean; coarse?: boolean },
  ): void {
    this.hits.push({ change, node, how, certain, coarse });
  }
}
