import { existsSync } from 'node:fs';
import path from 'node:path';
import { Project } from 'ts-morph';
import type { ts } from 'ts-morph';
import { UsageError } from '../errors.js';
import { displayPath } from '../input/find-files.js';
import { isGenerated } from './generated-file.js';
import { OwnPackages } from './own-packages.js';

/** The program of a tsconfig, with its types. */
export interface UserProgram {
  /** Of the tsconfig, relative to the current folder, with slashes. */
  readonly tsconfig: string;
  /** What the user wrote: the files of the tsconfig and of its folder, without generated ones and packages. */
  readonly files: readonly ts.SourceFile[];
  /** Everything, generated code and packages included. */
  readonly allFiles: readonly ts.SourceFile[];
  readonly checker: ts.TypeChecker;
}

/** Loads the program of a tsconfig. Throws a {@link UsageError} where there is none, or it cannot be read. */
export function loadUserProgram(tsconfig: string, cwd: string): UserProgram {
  const shown = displayPath(cwd, tsconfig);
  if (!existsSync(tsconfig)) throw new UsageError(`${shown} does not exist`);
  let project: Project;
  try {
    project = new Project({ tsConfigFilePath: tsconfig });
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${(error as Error).message}`);
  }
  const program = project.getProgram().compilerObject;
  const roots = new Set(program.getRootFileNames());
  const folder = `${path.dirname(tsconfig).split(path.sep).join('/')}/`;
  const ours = new OwnPackages();
  const isOwn = ({ fileName }: ts.SourceFile): boolean =>
    (roots.has(fileName) || fileName.startsWith(folder)) && !fileName.slice(folder.length).includes('node_modules/');
  const allFiles = program.getSourceFiles();
  const files = allFiles.filter(
    (file) => !file.isDeclarationFile && !isGenerated(file) && isOwn(file) && !ours.has(file.fileName),
  );
  return { tsconfig: shown, files, allFiles, checker: program.getTypeChecker() };
}
