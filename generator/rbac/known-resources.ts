import { existsSync, readFileSync } from 'node:fs';
import { ts } from 'ts-morph';

/** A resource as a role names it. */
export interface ResourceRef {
  /** `''` for the core group. */
  readonly group: string;
  readonly plural: string;
  readonly subresources: readonly string[];
}

const DEFINES = 'defineResource';

/**
 * The resources that a program defines or imports, found by the expression that names one or by the type of its objects.
 * Packages are declarations without values, so the module beside a declaration file is read for them.
 */
export class KnownResources {
  readonly #checker: ts.TypeChecker;
  /** By `apiVersion/kind`. */
  readonly #byKind = new Map<string, ResourceRef>();
  /** By the declaration of the constant. */
  readonly #byDeclaration = new Map<ts.Node, ResourceRef>();

  constructor(files: readonly ts.SourceFile[], checker: ts.TypeChecker) {
    this.#checker = checker;
    for (const file of files) {
      if (file.isDeclarationFile) this.#readDeclarations(file);
      else if (file.text.includes(DEFINES)) this.#readSource(file);
    }
  }

  /** The resource that an expression stands for; undefined where the program does not tell. */
  named(expression: ts.Expression): ResourceRef | undefined {
    const symbol = this.#checker.getSymbolAtLocation(
      ts.isPropertyAccessExpression(expression) ? expression.name : expression,
    );
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const declarations = (isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
    const known = declarations
      .map((declaration) => this.#byDeclaration.get(declaration))
      .find((one) => one !== undefined);
    return known ?? definedIn(expression)?.resource ?? this.ofObjects(this.#typeArgument(expression));
  }

  /** The same where an expression may be one of several, as far as its type tells which. */
  allNamed(expression: ts.Expression): readonly ResourceRef[] | undefined {
    const one = this.named(expression);
    if (one !== undefined) return [one];
    const type = this.#checker.getTypeAtLocation(expression);
    const element = (this.#checker.isArrayLikeType(type) && type.getNumberIndexType()) || type;
    const members = element.isUnion() ? element.types : [element];
    const resources = members.map((member) => this.ofObjects(this.#argumentOf(member)));
    const known = resources.filter((resource) => resource !== undefined);
    return known.length === resources.length ? known : undefined;
  }

  /** The resource whose objects have a type; undefined where that type is not of one kind. */
  ofObjects(type: ts.Type | undefined): ResourceRef | undefined {
    if (type === undefined) return undefined;
    const [apiVersion, kind] = ['apiVersion', 'kind'].map((name) => this.#literal(type, name));
    return apiVersion === undefined || kind === undefined ? undefined : this.#byKind.get(`${apiVersion}/${kind}`);
  }

  #typeArgument(expression: ts.Expression): ts.Type | undefined {
    return this.#argumentOf(this.#checker.getTypeAtLocation(expression));
  }

  #argumentOf(type: ts.Type): ts.Type | undefined {
    return type.aliasTypeArguments?.[0] ?? this.#checker.getTypeArguments(type as ts.TypeReference)[0];
  }

  #literal(type: ts.Type, name: string): string | undefined {
    const property = type.getProperty(name);
    const found = property && this.#checker.getTypeOfSymbol(property);
    return found?.isStringLiteral() === true ? found.value : undefined;
  }

  #readSource(file: ts.SourceFile): void {
    for (const { defined, name } of constantsOf(file)) {
      this.#byKind.set(defined.key, defined.resource);
      this.#byDeclaration.set(name.parent, defined.resource);
    }
  }

  #readDeclarations(file: ts.SourceFile): void {
    if (!/Resource</.test(file.text)) return;
    const module = file.fileName.replace(/\.d\.([cm]?)ts$/, '.$1js');
    if (!existsSync(module)) return;
    const values = ts.createSourceFile(module, readFileSync(module, 'utf8'), ts.ScriptTarget.ES2022, true);
    const declared = new Map(variablesOf(file).map((variable) => [variable.name.getText(file), variable]));
    for (const { defined, name } of constantsOf(values)) {
      this.#byKind.set(defined.key, defined.resource);
      const declaration = declared.get(name.text);
      if (declaration !== undefined) this.#byDeclaration.set(declaration, defined.resource);
    }
  }
}

interface Defined {
  /** `apiVersion/kind`. */
  readonly key: string;
  readonly resource: ResourceRef;
}

/** The constants of a module that are made by `defineResource`. */
function constantsOf(file: ts.SourceFile): { readonly name: ts.Identifier; readonly defined: Defined }[] {
  return variablesOf(file).flatMap(({ name, initializer }) => {
    const defined = initializer === undefined ? undefined : definedIn(initializer);
    return defined === undefined || !ts.isIdentifier(name) ? [] : [{ name, defined }];
  });
}

function variablesOf(file: ts.SourceFile): ts.VariableDeclaration[] {
  return file.statements.flatMap((statement) =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  );
}

/** What a call of `defineResource` says, in literals. */
function definedIn(expression: ts.Expression): Defined | undefined {
  if (!ts.isCallExpression(expression)) return undefined;
  const callee = expression.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  const [spec] = expression.arguments;
  if (!ts.isIdentifier(name) || name.text !== DEFINES || !spec || !ts.isObjectLiteralExpression(spec)) return undefined;
  const fields = new Map<string, ts.Expression>();
  for (const property of spec.properties) {
    if (ts.isPropertyAssignment(property))
      fields.set(property.name.getText().replaceAll(/['"]/g, ''), property.initializer);
  }
  const text = (field: string): string | undefined => literalText(fields.get(field));
  const [group, version, kind, plural] = [text('group'), text('version'), text('kind'), text('plural')];
  if (group === undefined || version === undefined || kind === undefined || plural === undefined) return undefined;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return {
    key: `${apiVersion}/${kind}`,
    resource: { group, plural, subresources: literalTexts(fields.get('subresources')) },
  };
}

function literalText(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function literalTexts(node: ts.Expression | undefined): string[] {
  if (node === undefined || !ts.isArrayLiteralExpression(node)) return [];
  return node.elements.flatMap((element) => (ts.isStringLiteralLike(element) ? [element.text] : []));
}
