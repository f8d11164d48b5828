import type { Status, StatusCause } from './status.js';

/** One field of an object that the server refused: `{ field: 'spec.mode', reason: 'FieldValueNotSupported', … }`. */
export interface FieldError {
  /** Its path as the server writes it: `spec.ports[0].port`. */
  readonly field: string;
  /** Such as `FieldValueRequired`; `''` where the server names none. */
  readonly reason: string;
  readonly message: string;
}

/** One field of an applied intent that somebody else owns with another value. */
export interface FieldConflict {
  /** Its path as the server writes it: `.spec.replicas`. */
  readonly field: string;
  /** Who owns it. */
  readonly manager: string;
  /** Through which subresource the other one wrote it. Default: through none. */
  readonly subresource?: string;
}

/** The fields that were refused, where the server names them. */
export function fieldErrorsOf({ details }: Status): FieldError[] {
  return (details?.causes ?? []).filter(hasField).map(({ field, reason = '', message = '' }) => {
    return { field, reason, message };
  });
}

/** The fields that others own, where the server names them. */
export function fieldConflictsOf({ details }: Status): FieldConflict[] {
  const conflicts = (details?.causes ?? []).filter(({ reason }) => reason === 'FieldManagerConflict');
  return conflicts.filter(hasField).map(({ field, message = '' }) => {
    const [, manager, subresource] = CONFLICT.exec(message) ?? [];
    return {
      field,
      manager: unquoted(manager ?? ''),
      ...(subresource !== undefined && { subresource: unquoted(subresource) }),
    };
  });
}

/** `conflict with "kubectl" with subresource "status" using apps/v1 at …`; texts are quoted as Go and JSON quote them. */
const CONFLICT = /^conflict with ("(?:[^"\\]|\\.)*")(?: with subresource ("(?:[^"\\]|\\.)*"))?/;

/** More of a message is not looked at: the server repeats whole objects in it. */
const MAX_MESSAGE_LENGTH = 4 * 1024 * 1024;
const STRICT = 'strict decoding error: ';
const UNDECLARED = ': field not declared in schema';

/**
 * The fields that the server's schema lacks. Strict validation answers 400 for a whole object and 422 for a patch; apply
 * answers 500, though nothing is wrong with the server.
 */
export function unknownFieldsOf({ message = '', code = 0 }: Status): string[] {
  const text = message.slice(0, MAX_MESSAGE_LENGTH);
  if (code === 400 || code === 422) {
    // An object that is repeated before may hold these words too: the server's own stand last.
    const at = text.lastIndexOf(STRICT);
    if (at === -1) return [];
    const names = text.slice(at + STRICT.length).matchAll(/unknown field ("(?:[^"\\]|\\.)*")/g);
    return Array.from(names, ([, quoted]) => unquoted(quoted ?? ''));
  }
  if (code !== 500 || !text.includes(UNDECLARED)) return [];
  return text
    .split(UNDECLARED)
    .slice(0, -1)
    .flatMap((before) => /\.\S+$/.exec(before)?.[0].slice(1) ?? []);
}

function hasField(cause: StatusCause): cause is StatusCause & { readonly field: string } {
  return cause.field !== undefined;
}

function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.replace(/^"|"$/g, '');
  }
}
