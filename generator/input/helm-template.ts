import { isObject } from './json.js';

/** Stands where an action of a template was inside a line. */
const PLACEHOLDER = 'value-of-a-helm-template';

/** What becomes of a text that has actions of Helm in it. */
export type Untemplated =
  | { readonly type: 'text'; readonly text: string; readonly lines: readonly number[] }
  /** The first line (from 1) whose action cannot be left out, and why. */
  | { readonly type: 'refused'; readonly line: number; readonly reason: string };

const ACTION = /\{\{-?[^]*?\}\}/g;
const COMMENT = /\{\{-?\s*\/\*[^]*?\*\/\s*-?\}\}/g;
const KEYWORD = /^\{\{-?\s*(\w+)?/;
/** An action behind a key that puts in lines below it. */
const LINES_BEHIND_KEY = /(:)\s*\{\{-?(?:(?!\}\})[^])*\bnindent\b(?:(?!\}\})[^])*\}\}\s*$/;
/** Lines of these only decide whether others are there. */
const CONDITIONS: ReadonlySet<string> = new Set(['if', 'with', 'end']);
/** With these, what the lines between say depends on values that only Helm knows. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['else', 'range', 'define', 'template', 'block']);

/** Whether a text looks as if Helm had to render it. */
export function isHelmTemplate(text: string): boolean {
  return /\{\{-?\s*(?:if|else|end|range|with|include|template|define|block|toYaml|\.Values|\.Release|\.Chart|\.Capabilities|\$|\/\*)/.test(
    text,
  );
}

/**
 * Leaves out the actions of a template that only says whether a CRD, its labels or its annotations are installed: lines
 * that are conditions, text that is put into `metadata`, and values inside a line, which {@link templatedPath} looks for
 * afterwards. The lines keep their numbers.
 */
export function withoutActions(text: string): Untemplated {
  const lines = text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, '')).split('\n');
  const changed: number[] = [];
  let section = '';
  for (const [i, line] of lines.entries()) {
    section = /^([\w-]+):/.exec(line)?.[1] ?? section;
    const actions = line.match(ACTION);
    if (actions === null) continue;
    const reason = refusal(line, actions, section);
    if (reason !== undefined) return { type: 'refused', line: i + 1, reason };
    changed.push(i + 1);
    lines[i] = isBare(line) ? '' : line.replace(LINES_BEHIND_KEY, '$1').replace(ACTION, PLACEHOLDER);
  }
  return { type: 'text', text: lines.join('\n'), lines: changed };
}

function refusal(line: string, actions: readonly string[], section: string): string | undefined {
  const words = actions.map((action) => KEYWORD.exec(action)?.[1] ?? '');
  const alternative = words.find((word) => ALTERNATIVES.has(word));
  if (alternative !== undefined) return `{{ ${alternative} }} chooses between texts that only Helm knows`;
  const putsInLines = isBare(line) || LINES_BEHIND_KEY.test(line);
  if (!putsInLines || section === 'metadata' || words.every((word) => CONDITIONS.has(word))) return undefined;
  return `${actions.join('').slice(0, 60)} puts in text that only Helm knows`;
}

/** Whether a line has nothing but actions. */
function isBare(line: string): boolean {
  return line.replace(ACTION, '').trim() === '';
}

/** Where a document depends on a value that only Helm knows; undefined where only its metadata and its texts do. */
export function templatedPath(document: unknown): readonly (string | number)[] | undefined {
  if (!isObject(document)) return undefined;
  for (const [key, value] of Object.entries(document)) {
    const found = key === 'metadata' ? undefined : find(value, [key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function find(value: unknown, path: readonly (string | number)[]): readonly (string | number)[] | undefined {
  if (typeof value === 'string') return value.includes(PLACEHOLDER) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    if (key.includes(PLACEHOLDER)) return [...path, key];
    // Neither says what the types are.
    if (key === 'description' || (key === 'conversion' && path.length === 1)) continue;
    const found = find(entry, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
