import { readBlockYaml } from './yaml/block-yaml.js';
import { loadAll, YAMLException } from './yaml/js-yaml.js';

/** Why a text is neither YAML nor JSON. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly line: number | undefined;

  constructor(message: string, line: number | undefined) {
    super(message);
    this.line = line;
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
    // The first gives either what the second would, sooner, or nothing.
    return readBlockYaml(body) ?? loadAll(body, { maxDepth: 1000 });
  } catch (error) {
    throw explain(body, error);
  }
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

/** The first line with a template action that stands where YAML would have none. */
function helmLine(text: string): number | undefined {
  const match =
    /\{\{-?\s*(?:if|else|end|range|with|include|template|define|block|toYaml|\.Values|\.Release|\.Chart|\.Capabilities|\$|\/\*)/.exec(
      text,
    );
  return match === null ? undefined : text.slice(0, match.index).split('\n').length;
}
