import { ts } from 'ts-morph';
import { MARKER } from './arbitraries.js';

const DECLARATIONS: ReadonlySet<number> = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.VariableStatement,
]);

const TYPES_ONLY: ReadonlySet<number> = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
]);

/** `<group>/<version>/types.ts` and files in `types/` beside it; a group or version may be called `types` too. */
const TYPES_FILE = /^[^/]+\/[^/]+\/types(?:\/[^/]+)?\.ts$|^shared\//;

/** Modules that a generated file may import. */
const MODULE = /^(?:@informer-gen\/runtime\/codegen\/v1|\.{1,2}\/[-\w./]+\.js)$/;

/**
 * What is in a generated file that should not be: syntax errors, statements that do something, modules from elsewhere,
 * calls of what an input wrote. None where all is well.
 */
export function foreignCode(file: string, text: string): string[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found = (parsed as unknown as { parseDiagnostics: readonly { messageText: unknown }[] }).parseDiagnostics.map(
    ({ messageText }) => `syntax: ${JSON.stringify(messageText)}`,
  );
  const allowed = TYPES_FILE.test(file) ? TYPES_ONLY : DECLARATIONS;
  for (const statement of parsed.statements) {
    if (!allowed.has(statement.kind)) found.push(`a statement: ${statement.getText().slice(0, 80)}`);
  }
  const visit = (node: ts.Node): void => {
    const wrong = wrongNode(node);
    if (wrong !== undefined) found.push(`${wrong}: ${node.getText().slice(0, 80)}`);
    node.forEachChild(visit);
  };
  visit(parsed);
  return found.map((what) => `${file}: ${what}`);
}

function wrongNode(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node) && node.text === MARKER && !ts.isPropertySignature(node.parent))
    return 'the marker as code';
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any';
  if (ts.isTaggedTemplateExpression(node) || node.kind === ts.SyntaxKind.NewExpression) return 'an expression';
  if (ts.isComputedPropertyName(node)) return 'a computed name';
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const { moduleSpecifier } = node;
    const module =
      moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
    return module === undefined || MODULE.test(module) ? undefined : 'a module from elsewhere';
  }
  return undefined;
}
