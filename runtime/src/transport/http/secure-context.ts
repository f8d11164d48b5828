import type { SecureContext } from 'node:tls';
import type { TlsOptions } from './http-types.js';
import { nodeTls } from './node-modules.js';

const contexts = new WeakMap<TlsOptions, SecureContext>();

/** Certificates and keys as they are after reading, once for the same options: to read them takes longer than to connect. */
export function secureContextOf(tls: TlsOptions): SecureContext {
  const known = contexts.get(tls);
  if (known !== undefined) return known;
  const context = nodeTls().createSecureContext(tls);
  contexts.set(tls, context);
  return context;
}
