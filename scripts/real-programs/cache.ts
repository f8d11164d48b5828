import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what is built of other people's programs goes: outside the clone. `INFORMER_GEN_CACHE` moves it. */
export function programsCache(): string {
  const base =
    process.env['INFORMER_GEN_CACHE'] ||
    join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'informer-gen');
  return join(base, 'programs');
}
