import { toJson } from '../../api/deep-json.js';
import type { ServerResponse } from 'node:http';

/** Only what comes from here is loaded or run, nothing that stands in the page itself; nobody frames it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS: { readonly [name: string]: string } = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** What is sent. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
}

/** Begins an answer, with the headers that all have. */
export function begin(response: ServerResponse, { status, type, headers }: Omit<Answer, 'body'>): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type, ...headers });
}

export function send(response: ServerResponse, answer: Answer): void {
  const length = String(Buffer.byteLength(answer.body));
  begin(response, { ...answer, headers: { 'content-length': length, ...answer.headers } });
  response.end(answer.body);
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json; charset=utf-8', body: toJson(value) };
}

/** Errors of the API are JSON too. */
export function problem(status: number, text: string): Answer {
  const headers: { [name: string]: string } = {};
  if (status === 405) headers['allow'] = 'GET';
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="inspector"';
  return { ...json({ error: text }, status), headers };
}
