import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is known of the built-in types, made by `npm run record:defaults`. */
export interface BuiltinTables {
  /** By `group/version/Kind`, the name of the Go struct. */
  readonly kinds: Readonly<Record<string, string>>;
  /** By struct and JSON name of the field, in the struct's order: its type, as `go-types.ts` reads it. */
  readonly structs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By struct and field: the value that the server fills in wherever the field is absent. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What is needed to show objects as the server does, made by the same command. */
export interface PrintingTables {
  /** By `group/version/plural`: the columns of its Tables. */
  readonly columns: Readonly<Record<string, readonly ColumnRecord[]>>;
  /** The structs that the server itself works with, as `structs` of the built-in types. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A column of a Table. */
export type ColumnRecord = readonly [name: string, type: string, format: string, priority: number, description: string];

let tables: BuiltinTables | undefined;
let printing: PrintingTables | undefined;

/** The tables; they are read from their file when first asked for. */
export function builtinTables(): BuiltinTables {
  tables ??= JSON.parse(readFileSync(tablePath('builtin-tables.json'), 'utf8')) as BuiltinTables;
  return tables;
}

/** What few need; read when first asked for. */
export function printingTables(): PrintingTables {
  printing ??= JSON.parse(readFileSync(tablePath('builtin-printing.json'), 'utf8')) as PrintingTables;
  return printing;
}

/** Where the package ships the sources, as seen from `dist/simulated/builtin`, `dist/bundled` and its chunks. */
const SHIPPED = ['../../../', '../../'].map((up) => `${up}simulated/builtin/`);

/** Where the sources run a file is beside this one; from `dist/` it is where the package ships the sources. */
export function tablePath(file = 'builtin-tables.json'): string {
  const paths = ['', ...SHIPPED].map((folder) => fileURLToPath(new URL(folder + file, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${file} is missing: it was looked for at ${paths.join(', ')}`);
  return found;
}
