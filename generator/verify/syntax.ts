import { loadOxcSyntax } from './oxc-syntax.js';
import { loadTypeScriptParser } from './typescript-syntax.js';

/** A generated file. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** Parses a file, without a type checker, and returns the first syntax error as a message; undefined where there is none. */
export type FindSyntaxError = (file: FileText) => string | undefined;

/** Returns the first syntax error in a file as a message; undefined where there is none. */
export function syntaxErrorIn(file: FileText): string | undefined {
  const find = loadOxcSyntax() ?? loadTypeScriptParser();
  return find(file);
}
