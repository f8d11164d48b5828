import type { Problem } from './problem.js';
import type { Source } from './sources.js';
import { readBlockYaml } from './yaml/block-yaml.js';
import { loadAll, YAMLException } from './yaml/js-yaml.js';

/** Why a text is neither YAML nor JSON. */
class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly line: number | undefined;

  constructor(message: string, line: number | undefined) {
    super(message);
    this.line = line;
  }
}

/** A source with its documents. */
export interface ParsedSource {
  readonly source: Source;
  readonly text: string;
  /** Empty where the text is neither YAML nor JSON. */
  readonly documents: readonly unknown[];
  /** Why the text cannot be parsed; undefined where it can. */
  readonly error: Error | undefined;
}

/** Parses a source. Never throws for what is in it. */
export function parseSource(source: Source): ParsedSource {
  const text = source.bytes.toString('utf8');
  try {
    return { source, text, documents: parseDocuments(text), error: undefined };
  } catch (error) {
    return { source, text, documents: [], error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** The documents of a YAML or JSON text, empty ones included, in their order. */
export function parseDocuments(text: string): unknown[] {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (/^\s*[{[]/.test(body.slice(0, 200))) {
    try {
      return [JSON.parse(body)];
    } catch {
      // A flow mapping of YAML may begin with a brace too; YAML also names the line.
    }
  }
  try {
    // The first returns either what the second would, sooner (bench suite `generator`), or nothing.
    return readBlockYaml(body) ?? loadAll(body, { maxDepth: 1000 });
  } catch (error) {
    throw explain(body, error);
  }
}

/** The problem of a source that is neither YAML nor JSON. */
export function syntaxProblem(source: Source, error: Error, severity: Problem['severity']): Problem {
  const line = error instanceof SyntaxProblem ? error.line : undefined;
  return { severity, message: error.message, location: { file: source.file, ...(line !== undefined && { line }) } };
}

function explain(text: string, error: unknown): Error {
  const template = helmLine(text);
  if (template !== undefined) {
    return new SyntaxProblem(
      'this is a Helm template, not YAML: render it first (helm template …) and pass the result',
      template,
    );
  }
  if (!(error instanceof YAMLException)) return error instanceof Error ? error : new Error(String(error));
  return new SyntaxProblem(
    `not valid YAML: ${error.reason}`,
    error.mark === undefined ? undefined : error.mark.line + 1,
  );
}

/** The first line with a template action where YAML would have none. */
function helmLine(text: string): number | undefined {
  const match =
    /\{\{-?\s*(?:if|else|end|range|with|include|template|define|block|toYaml|\.Values|\.Release|\.Chart|\.Capabilities|\$|\/\*)/.exec(
      text,
    );
  return match === null ? undefined : text.slice(0, match.index).split('\n').length;
}
