import type { Readable } from 'node:stream';
import { printable } from '../../api/printable.js';
import { ConnectionError } from './errors.js';
import { gunzipMembers } from './gunzip-members.js';
import type { HttpResponse } from './http-types.js';

/**
 * Undoes the gzip of a response, if it has any. What is flushed by the server comes through at once, so the events of a
 * watch are not held back; a body that is cut off is an error, and so is what was compressed otherwise.
 */
export function decompress(response: HttpResponse): HttpResponse {
  const encoding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'gzip' || encoding === 'x-gzip') {
    // What is on its way through it is not lost because the connection breaks.
    return { ...response, body: gunzip(response.body), onBreak: undefined };
  }
  // An error is told by its status, whatever its body is.
  if (encoding === 'identity' || encoding === '' || response.status >= 300) return response;
  response.body.destroy();
  throw new ConnectionError(
    `the server compressed its answer in a way that was not asked for: ${printable(encoding.slice(0, 40))}`,
  );
}

function gunzip(compressed: Readable): Readable {
  const { pipeline } = process.getBuiltinModule('node:stream');
  const plain = gunzipMembers();
  // Without a callback, errors would not be passed on to the reader of `plain`.
  pipeline(compressed, plain, () => {});
  return plain;
}
