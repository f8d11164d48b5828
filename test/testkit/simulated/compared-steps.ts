// Runs the same requests on the simulated and on a real API server, and normalizes the answers.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiServerAccess } from '@informer-gen/testing';
import { SimulatedApiServer } from '@informer-gen/testing';
import { ask } from './http-client.js';
import type { Answer, Ask } from './http-client.js';

/** A request of a script. `{ns}` and `{group}` stand for a namespace and an API group of the script's own. */
export interface ComparedStep {
  readonly title: string;
  /** Default GET. */
  readonly method?: string;
  readonly path: string;
  /** JSON as a string, or a value. */
  readonly body?: unknown;
  readonly type?: string;
  /** Repeat the request until it is not answered with 404: a definition is served a moment later. Default false. */
  readonly untilServed?: boolean;
  /** Do not compare the answer. Default false. */
  readonly isSetUp?: boolean;
}

/** The answers of both servers, in the order of the steps. */
export interface ComparedAnswers {
  readonly real: readonly unknown[];
  readonly simulated: readonly unknown[];
}

/** Runs the steps on both servers. */
export async function compare(steps: readonly ComparedStep[], server: ApiServerAccess): Promise<ComparedAnswers> {
  const id = randomBytes(4).toString('hex');
  const [ns, group] = [`steps-${id}`, `g${id}.example.com`];
  const { url, caPem: ca, adminToken } = server;
  await using simulated = await SimulatedApiServer.start();
  const headers = { authorization: `Bearer ${adminToken}` };
  const run = async (send: (path: string, options: Ask) => Promise<Answer>): Promise<unknown[]> => {
    await send('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: ns } } });
    const fill = (text: string): string => text.replaceAll('{ns}', ns).replaceAll('{group}', group);
    const answers: unknown[] = [];
    for (const { method = 'GET', path, body, type, untilServed = false, isSetUp = false } of steps) {
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
      const options = { method, ...(text !== undefined && { body: fill(text) }), ...(type !== undefined && { type }) };
      let answer = await send(fill(path), options);
      for (let tries = untilServed ? 500 : 0; answer.code === 404 && tries > 0; tries -= 1) {
        await wait(20);
        answer = await send(fill(path), options);
      }
      answers.push(isSetUp ? undefined : shown(answer, [ns, group]));
    }
    return answers;
  };
  return {
    simulated: await run((path, options) => ask(simulated, path, options)),
    real: await run((path, options) => ask({ url, ca }, path, { ...options, headers })),
  };
}

function shown({ code, text, headers }: Answer, [ns, group]: readonly [string, string]): unknown {
  const normal = text
    .replaceAll(ns, 'NS')
    .replaceAll(group, 'GROUP')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    .replaceAll(/"resourceVersion":"\d+"/g, '"resourceVersion":"RV"')
    .replaceAll(/"continue":"[^"]+"/g, '"continue":"TOKEN"')
    .replaceAll(/\(\d+ vs\. /g, '(N vs. ')
    .replaceAll(/x{100,}/g, (long) => `<${long.length} times x>`);
  return { code, warning: headers['warning'], retryAfter: headers['retry-after'], json: entriesOf(normal) };
}

/** As sorted entries: a comparison of objects would miss a field named `__proto__`. */
function entriesOf(text: string): unknown {
  const entries = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(entries);
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, entries(inner)]);
  };
  try {
    return entries(JSON.parse(text));
  } catch {
    return text.trim();
  }
}
