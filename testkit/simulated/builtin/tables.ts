import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is known of the built-in types, made by `npm run record:defaults`. */
export interface BuiltinTables {
  /** By `group/version/Kind`, the name of the Go struct. */
  readonly kinds: Readonly<Record<string, string>>;
  /** By struct and JSON name of the field: its type, as `go-types.ts` reads it. */
  readonly structs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By struct and field: the value that the server fills in wherever the field is absent. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let tables: BuiltinTables | undefined;

/** The tables; they are read from their file when first asked for. */
export function builtinTables(): BuiltinTables {
  tables ??= JSON.parse(readFileSync(tablePath(), 'utf8')) as BuiltinTables;
  return tables;
}

/** Where the sources run the file is beside this one; from `dist/` it is where the package ships the sources. */
export function tablePath(): string {
  const beside = fileURLToPath(new URL('builtin-tables.json', import.meta.url));
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL('../../../simulated/builtin/builtin-tables.json', import.meta.url));
}
