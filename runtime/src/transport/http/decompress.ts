import type { Readable } from 'node:stream';
import type { HttpResponse } from './http-types.js';

/**
 * Undoes the gzip of a response, if it has any. What is flushed by the server comes through at once, so the events of a
 * watch are not held back; a body that is cut off is an error.
 */
export function decompress(response: HttpResponse): HttpResponse {
  if (response.headers['content-encoding'] !== 'gzip') return response;
  return { ...response, body: gunzip(response.body) };
}

function gunzip(compressed: Readable): Readable {
  // Servers compress long lists alone: most programs never load these.
  const { constants, createGunzip } = process.getBuiltinModule('node:zlib');
  const { pipeline } = process.getBuiltinModule('node:stream');
  const plain = createGunzip({ flush: constants.Z_SYNC_FLUSH, chunkSize: 1 << 16 });
  // The callback is needed for errors to be handed on; who reads `plain` gets them.
  pipeline(compressed, plain, () => {});
  return plain;
}
