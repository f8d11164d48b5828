import type fs from 'node:fs';
import type http from 'node:http';
import type http2 from 'node:http2';
import type https from 'node:https';
import type net from 'node:net';
import type tls from 'node:tls';

/*
 * Node's modules, taken from the process when a connection is made instead of imported. Programs that import this package
 * then load in half the time: HTTP/2 and TLS are half of it, and an import reads everything that a module exports: of
 * `node:http` also `WebSocket`, for which Node loads undici, of `node:fs` its streams, of `node:util` what loads worker threads.
 */

/** `node:fs`. */
export function nodeFs(): typeof fs {
  return process.getBuiltinModule('node:fs');
}

/** `node:net`. */
export function nodeNet(): typeof net {
  return process.getBuiltinModule('node:net');
}

/** `node:http`. */
export function nodeHttp(): typeof http {
  return process.getBuiltinModule('node:http');
}

/** `node:https`. */
export function nodeHttps(): typeof https {
  return process.getBuiltinModule('node:https');
}

/** `node:http2`. */
export function nodeHttp2(): typeof http2 {
  return process.getBuiltinModule('node:http2');
}

/** `node:tls`. */
export function nodeTls(): typeof tls {
  return process.getBuiltinModule('node:tls');
}
