import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Strings and comments, as TypeScript reads them; generated code has no regular expressions. */
const STRING_OR_COMMENT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|\/\*[^]*?\*\/|\/\/[^\n]*/g;

/** Code without what its strings and comments say. */
export function codeOnly(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('/') ? '' : "''"));
}

/** What was found in generated files. */
export interface OutputCounts {
  files: number;
  bytes: number;
  /** Uses of the type `unknown`. */
  unknown: number;
  /** What must not be there: where, and what. */
  readonly forbidden: string[];
  /** The longest module of a resource, in lines of code. What a schema declares is not counted: how objects are read and written. */
  longest: { readonly file: string; readonly lines: number };
}

const FORBIDDEN_CODE = /\bany\b|\bas\s+(?!\w+ from |const\b)\w|<any>|\beval\b/;
/** Behind the last function of a resource: how its objects are written, which is types alone. */
const WRITE_VIEWS =
  /(?<=^export function \w+Client\(.*\n.*\n}\n)(?:(?:export )?(?:type|interface) .*\n| {2}readonly .*\n|}\n|\n)*$/m;
/** The modules of types that these name. */
const VIEW_IMPORTS = /^import type \* as .*\n/gm;
const FORBIDDEN_TEXT = /@ts-(?:ignore|nocheck|expect-error)/;

/** Reads every generated file below a folder. */
export function scanOutput(folder: string): OutputCounts {
  const counts: OutputCounts = { files: 0, bytes: 0, unknown: 0, forbidden: [], longest: { file: '', lines: 0 } };
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (entry.endsWith('.ts')) scanFile(folder, entry, counts);
  }
  return counts;
}

function scanFile(folder: string, file: string, counts: OutputCounts): void {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const code = codeOnly(text);
  counts.files += 1;
  counts.bytes += Buffer.byteLength(text);
  counts.unknown += code.match(/\bunknown\b/g)?.length ?? 0;
  const wrong = FORBIDDEN_CODE.exec(declared(code)) ?? FORBIDDEN_TEXT.exec(text);
  if (wrong !== null) counts.forbidden.push(`${file}: ${wrong[0]}`);
  if (!code.includes('defineResource')) return;
  const lines = code
    .replace(WRITE_VIEWS, '')
    .replace(VIEW_IMPORTS, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length;
  if (lines > counts.longest.lines) counts.longest = { file, lines };
}

/** Code without the names of properties and imports: a field may be called `any`, an import may be renamed. */
function declared(code: string): string {
  return code.replace(/(?:^\s*|(?<=[{;] ))(?:readonly )?[\w$]+\??: /gm, 'x: ').replace(/\* as /g, '');
}
