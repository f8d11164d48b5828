import type { JsonObject } from '../objects/api-object.js';
import { badRequest } from '../objects/api-status.js';
import { roundTrip } from './go-codec.js';
import type { Decoded, RoundTripOptions } from './go-codec.js';
import { DecodeError } from './go-scalars.js';
import { structOfKind } from './go-types.js';

/** Names a built-in kind in one of its versions. */
export interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Reads an object into the Go struct of its kind and writes it again. Refuses a value of the wrong type with 400. */
export function decodeKind(named: NamedKind, object: JsonObject, options?: RoundTripOptions): Decoded {
  const { group, version, kind } = named;
  const struct = structOfKind(group, version, kind);
  if (struct === undefined) throw new Error(`no Go type is known for ${kind} in ${group}/${version}`);
  try {
    return roundTrip(struct, object, options);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
  }
}
