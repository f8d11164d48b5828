import path from 'node:path';
import { VerifyError } from '../errors.js';

const SHOWN = 10;
const MODULE_NOT_FOUND = 2307;

/** Type-checks the output as it will be, under the strictest flags, with the compiler that ts-morph brings. */
export async function checkTypes(files: ReadonlyMap<string, string>, out: string): Promise<void> {
  const { Project, ts } = await import('ts-morph');
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
      customConditions: ['@informer-gen/source'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      isolatedDeclarations: true,
      declaration: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    },
  });
  const sources = [...files]
    .filter(([file]) => file.endsWith('.ts'))
    .map(([file, text]) => project.createSourceFile(path.join(out, file), text, { overwrite: true }));
  const program = project.getProgram().compilerObject;
  const found = sources.flatMap(({ compilerNode }) => ts.getPreEmitDiagnostics(program, compilerNode));
  if (found.length === 0) return;
  const missing = new Set(
    found.filter(({ code }) => code === MODULE_NOT_FOUND).flatMap(({ messageText }) => packageIn(String(messageText))),
  );
  if (missing.size > 0) {
    const names = [...missing].join(' ');
    throw new VerifyError(
      `--verify types needs what the output imports, and ${out} cannot: npm i ${names}. Nothing was written`,
    );
  }
  const lines = found.slice(0, SHOWN).map(({ file, start, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
    const where = file === undefined ? '' : `${path.relative(out, file.fileName)}:${line}: `;
    return `  ${where}${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  const more = found.length > SHOWN ? `\n  … and ${found.length - SHOWN} more` : '';
  throw new VerifyError(`the output does not type-check; nothing was written:\n${lines.join('\n')}${more}`);
}

/** Of "Cannot find module '@informer-gen/runtime/codegen/v1' …", the package; nothing of a relative one. */
function packageIn(message: string): string[] {
  const [, name] = /'((?:@[^/']+\/)?[^./'][^/']*)/.exec(message) ?? [];
  return name === undefined ? [] : [name];
}
