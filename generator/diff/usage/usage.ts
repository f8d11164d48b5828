import { displayPath } from '../../input/find-files.js';
import type { LocatedChange } from '../compare/sides.js';
import { loadUserProgram } from '../../program/user-program.js';
import { GeneratedCode } from './generated-code.js';
import { targetNames } from './names.js';
import { scanFile } from './scan.js';
import type { Hit } from './scan.js';
import { Targets } from './targets.js';

/** Code in the user's program that a breaking change touches. */
export interface Use {
  /** Index of the change in the report's `changes`. */
  readonly change: number;
  /** Relative to the current folder, with slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What the code does there: `reads`, `writes`, `leaves it out`, `compares with "Gone"` … */
  readonly how: string;
  /** The line of code, trimmed. */
  readonly text: string;
  /**
   * False where the declaration is one that several paths share, some of them unchanged, and the code does not show which
   * of them it means.
   */
  readonly certain: boolean;
}

/** Where a program touches the breaking changes of a report. */
export interface UsageReport {
  /** Relative to the current folder, with slashes. */
  readonly tsconfig: string;
  /** How many files were looked through: those of the tsconfig and of its folder, without generated ones. */
  readonly files: number;
  /** By file, line and column. */
  readonly uses: readonly Use[];
  /** What could not be looked for, and why. */
  readonly notes: readonly string[];
}

/**
 * Looks for the uses of what breaks in the program of a tsconfig, which must be on the old types. Declarations are found
 * by walking from each kind's interface along the path of a change, uses by the symbols that the type checker resolves:
 * names play no part.
 */
export async function usageOf(tsconfig: string, cwd: string, located: readonly LocatedChange[]): Promise<UsageReport> {
  const { tsconfig: shown, files, allFiles, checker } = loadUserProgram(tsconfig, cwd);
  const generated = new GeneratedCode(allFiles, checker);
  const targets = new Targets(generated, checker, located);
  const context = { checker, targets, generated, ...targetNames(targets, files) };
  const hits = targets.isEmpty ? [] : files.flatMap((file) => scanFile(file, context));
  const notes = files.length === 0 ? [`${shown} names no files`] : notesOf(generated, targets);
  return { tsconfig: shown, files: files.length, uses: toUses(hits, cwd), notes };
}

function notesOf(generated: GeneratedCode, targets: Targets): string[] {
  if (generated.isEmpty) return ['the program imports nothing that informer-gen generated'];
  const lost = [...targets.unknownKinds].sort();
  const unknown = `the program has no types of ${lost.join(', ')}; what changed there cannot touch it`;
  const regenerated = [...targets.regenerated].sort().map(([kind, how]) => {
    return `the types of ${kind} are not the old ones (the program ${how}): uses can be found only before generating anew`;
  });
  return [...(lost.length > 0 ? [unknown] : []), ...regenerated];
}

function toUses(hits: readonly Hit[], cwd: string): Use[] {
  const found = new Map<string, Use>();
  for (const { change, node, how, certain, coarse } of hits) {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    const text = file.text.split(/\r?\n/, line + 1)[line]?.trim() ?? '';
    const use = {
      change,
      file: displayPath(cwd, file.fileName),
      line: line + 1,
      column: character + 1,
      how,
      text,
      certain,
    };
    const key = `${change}\n${use.file}\n${use.line}\n${coarse ? '' : use.column}`;
    const known = found.get(key);
    if (known === undefined || (!known.certain && certain)) found.set(key, use);
  }
  return [...found.values()].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || a.change - b.change,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
