/** Where something in an input is. */
export interface SourceLocation {
  /** As the user named it: a path, `<stdin>`, or the address of a cluster. */
  readonly file: string;
  /** From 1; absent where the file is one document. */
  readonly document?: number;
  readonly line?: number;
  /** A JSON pointer into the document. */
  readonly pointer?: string;
}

/** Something in an input that the user has to know: an error leaves a part of the input out, a warning does not. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly location: SourceLocation;
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
export function describeLocation({ file, document, line, pointer }: SourceLocation): string {
  const parts = [file];
  if (document !== undefined) parts.push(`document ${document}`);
  if (line !== undefined) parts.push(`line ${line}`);
  if (pointer !== undefined && pointer !== '') parts.push(`at ${pointer}`);
  return parts.join(', ');
}

/**
 * One line for people: where, what kind, what.
 *
 * @example
 * const { problems } = await generate({ crd: ['./crds'], out: './generated', dryRun: true });
 * for (const problem of problems) console.error(describeProblem(problem));
 */
export function describeProblem(problem: Problem): string {
  return `${describeLocation(problem.location)}: ${problem.severity}: ${problem.message}`;
}
