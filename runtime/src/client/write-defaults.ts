import { ConfigurationError } from '../transport/http/errors.js';
import type { Query } from '../transport/resource-path.js';
import type { FieldValidation, WriteOptions } from './call-options.js';

/** What writes say unless a call says otherwise. */
export interface WriteDefaults {
  /**
   * Under which name the fields of this program's writes are owned: one for each role, not for each pod. Apply needs one.
   * Default: none, so that the server takes the user agent up to its first `/`.
   */
  readonly fieldManager?: string | undefined;
  /** Default `Strict`: a field that the server's schema lacks is an error with the code `UnknownField`. */
  readonly fieldValidation?: FieldValidation | undefined;
}

const MAX_MANAGER_LENGTH = 128;

/** Throws where the server would refuse every write. */
export function checkWriteDefaults({ fieldManager }: WriteDefaults): void {
  if (fieldManager === undefined) return;
  if (fieldManager !== '' && fieldManager.length <= MAX_MANAGER_LENGTH && !/\p{C}/u.test(fieldManager)) return;
  throw new ConfigurationError(`fieldManager must be 1 to ${MAX_MANAGER_LENGTH} printable characters`);
}

/** The query of a write. */
export function writeQuery(options: WriteOptions<string | undefined>, defaults: WriteDefaults): Query {
  return {
    fieldManager: options.fieldManager ?? defaults.fieldManager,
    fieldValidation: options.fieldValidation ?? defaults.fieldValidation ?? 'Strict',
    dryRun: options.dryRun === true ? 'All' : undefined,
  };
}
