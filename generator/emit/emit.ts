import { declarationFile, scriptFile } from '../layout/modules.js';
import type { Emit } from '../layout/modules.js';
import { loadOxcTransform } from './oxc-transform.js';
import type { Transform } from './oxc-transform.js';

/** A file of the output. */
export interface EmittedFile {
  readonly path: string;
  readonly text: string;
}

/** Turns a rendered file into the files that are written for it. */
export type Emitter = (file: EmittedFile) => readonly EmittedFile[];

/**
 * For `ts`, files are written as they were rendered. For `js`, a module becomes what runs and what it declares; one that
 * has only types is declared alone. The transformer looks at one file at a time, which is enough because everything that is exported has its type
 * written out. Throws a `UsageError` where the transformer is not installed.
 */
export function emitterFor(emit: Emit, load: () => Transform = loadOxcTransform): Emitter {
  if (emit === 'ts') return (file) => [file];
  const transform = load();
  return (file) => (file.path.endsWith('.ts') ? scriptAndDeclarations(file, transform) : [file]);
}

function scriptAndDeclarations({ path, text }: EmittedFile, transform: Transform): EmittedFile[] {
  const head = leadingComments(text);
  const { script, declarations } = transform(path, text);
  const declared = { path: declarationFile(path), text: withHead(head, declarations) };
  return hasValues(script)
    ? [{ path: scriptFile(path), text: head + UNCHECKED + withHead(head, script).slice(head.length) }, declared]
    : [declared];
}

/** What every generated file begins with: the banner, by whom it was made, and a word to linters. */
function leadingComments(text: string): string {
  return /^(?:(?:\/\/[^\n]*|\/\*(?!\*)[^\n]*\*\/)\n)*/.exec(text)?.[0] ?? '';
}

/** The transformer drops comments in front of what it drops. */
function withHead(head: string, text: string): string {
  return text.startsWith(head) ? text : head + text;
}

/**
 * The types of a script are in its declarations: a project that checks its own JavaScript (`checkJs`) is not to find parameters
 * without types here.
 */
const UNCHECKED = '// @ts-nocheck\n';

function hasValues(script: string): boolean {
  return script.replace(leadingComments(script), '').trim() !== 'export {};';
}
