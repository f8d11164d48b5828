import http from 'node:http';
import https from 'node:https';
import type { RawAnswer, RawRequest } from './server-under-test.js';

/** Sends one request over HTTP/1.1 on a connection of its own and reads the answer, or its first lines. */
export function sendRaw(
  base: { readonly url: string; readonly ca: string; readonly token: string },
  { method = 'GET', path, body, contentType, accept, token = base.token, lines }: RawRequest,
): Promise<RawAnswer> {
  const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    accept: accept ?? 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
    ...(text !== undefined && { 'content-type': contentType ?? 'application/json' }),
  };
  const send = base.url.startsWith('https:') ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const request = send(`${base.url}${path}`, { method, headers, ca: base.ca, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      const answer = (): void => {
        const whole = Buffer.concat(chunks).toString('utf8');
        const flat = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        resolve({ code: response.statusCode ?? 0, headers: flat, text: firstLines(whole, lines) });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (lines !== undefined && Buffer.concat(chunks).toString('utf8').split('\n').length > lines) answer();
      });
      response.on('end', answer);
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(text);
  });
}

function firstLines(text: string, lines: number | undefined): string {
  return lines === undefined ? text : text.split('\n').slice(0, lines).join('\n');
}
