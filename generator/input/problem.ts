import type { SourcePlace } from '../model/model.js';

/** Something in an input that the user has to know: an error leaves a part of the input out, a warning does not. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly place: SourcePlace;
  /** The CRD that is left out, `widgets.example.com`, where it is known. */
  readonly crd?: string;
}

/** Thrown where reading an input cannot go on; carries the JSON pointer of the value that is wrong. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly path: readonly (string | number)[];

  constructor(message: string, path: readonly (string | number)[]) {
    super(message);
    this.path = path;
  }
}

/** `['spec', 'a/b', 0]` → `/spec/a~1b/0`. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** `crds/widget.yaml, document 2, line 14, at /spec/group`. */
export function describePlace({ file, document, line, pointer }: SourcePlace): string {
  const parts = [file];
  if (document !== undefined) parts.push(`document ${document}`);
  if (line !== undefined) parts.push(`line ${line}`);
  if (pointer !== undefined && pointer !== '') parts.push(`at ${pointer}`);
  return parts.join(', ');
}

/** One line for people: where, what kind, what. */
export function describeProblem(problem: Problem): string {
  return `${describePlace(problem.place)}: ${problem.severity}: ${problem.message}`;
}
