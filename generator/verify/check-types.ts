import path from 'node:path';
import { VerifyError } from './errors.js';

const SHOWN = 10;

/** Type-checks the output as it will be, under the strictest flags, with the compiler that ts-morph brings. */
export async function checkTypes(files: ReadonlyMap<string, string>, out: string): Promise<void> {
  const { ts } = await import('ts-morph');
  const options = {
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
  };
  const texts = new Map(
    [...files].filter(([file]) => file.endsWith('.ts')).map(([file, text]) => [path.join(out, file), text]),
  );
  const host = ts.createCompilerHost(options);
  const folders = new Set([...texts.keys()].flatMap((file) => foldersOf(file, out)));
  const { directoryExists, fileExists, getSourceFile, readFile } = host;
  host.directoryExists = (folder) =>
    folders.has(path.normalize(folder)) || (directoryExists?.call(host, folder) ?? true);
  host.fileExists = (file) => texts.has(path.normalize(file)) || fileExists.call(host, file);
  host.readFile = (file) => texts.get(path.normalize(file)) ?? readFile.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(path.normalize(file));
    return text === undefined
      ? getSourceFile.call(host, file, ...rest)
      : ts.createSourceFile(file, text, ...(rest.slice(0, 1) as [typeof ts.ScriptTarget.ES2022]));
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const found = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file !== undefined && texts.has(path.normalize(file.fileName)));
  if (found.length === 0) return;
  const lines = found.slice(0, SHOWN).map(({ file, start, messageText }) => {
    const where =
      file === undefined
        ? ''
        : `${path.relative(out, file.fileName)}:${file.getLineAndCharacterOfPosition(start ?? 0).line + 1}: `;
    return `  ${where}${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  const more = found.length > SHOWN ? `\n  … and ${found.length - SHOWN} more` : '';
  throw new VerifyError(`the output does not type-check; nothing was written:\n${lines.join('\n')}${more}`);
}

/** The folders between the output folder and a file in it, which may not be on disk yet. */
function foldersOf(file: string, out: string): string[] {
  const found = [out];
  for (let folder = path.dirname(file); folder.startsWith(out + path.sep); folder = path.dirname(folder))
    found.push(folder);
  return found;
}
