import { readableText } from './readable-text.js';

/** Maximum length of the subject of a commit, in characters. */
export const MAX_SUBJECT = 72;

/** Counted habits by name: a pattern for readable text, in which U+0001 begins a doc comment, and a suggestion. */
export const RULES: { readonly [name: string]: readonly [pattern: RegExp, suggestion: string] } = {
  'doc-clause': [
    /\u0001\s*(?:what|who|whom|whether)\b/gi,
    'begin with a verb ("Returns …") or a noun ("Options of …")',
  ],
  'doc-quantity': [/\u0001\s*so (?:many|much|long|often)\b/gi, 'name quantity and unit: "Maximum time …, in ms"'],
  'doc-same': [/\u0001\s*the same\b/gi, 'describe the thing itself: a hover shows this comment alone'],
  'no-noun': [
    /\b(?:is|are|was|were)\s+no\s+(?!longer\b|more\s+than\b|such\b)[^\s.,;:!?)]/gi,
    'write "is not a …", "does not exist", "has no …" or "without …"',
  ],
  'person-none': [/\bnobody\b/gi, 'name the actor ("no handler"), or use the passive voice'],
  'person-some': [/\bsomebody\b/gi, 'name the actor: "another controller", "the caller", "a user"'],
  'person-any': [/\bwhom?ever\b/gi, 'name the actor: "callers that …", "the client that …"'],
  'person-object': [/\bwhom\b/gi, 'name the actor, or make it the subject of the sentence'],
};

/** One occurrence of a habit. */
export interface Finding {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** Line of the file, trimmed. */
  readonly excerpt: string;
}

/** Returns the occurrences of all rules in a file, in order of rules. */
export function findingsIn(file: string, source: string): Finding[] {
  const lines = source.split('\n');
  const text = readableText(file, source);
  return Object.entries(RULES).flatMap(([rule, [pattern]]) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => {
      // The text of a long doc comment begins below its first line.
      const start = index + (match.length - match.replace(/^[\u0001\s]+/, '').length);
      const line = text.slice(0, start).split('\n').length;
      return { rule, file, line, excerpt: (lines[line - 1] ?? '').trim() };
    }),
  );
}
