import { Normaliser } from './normalise.js';
import type { Outcome, RawAnswer } from './normalise.js';
import type { Sequence, Step } from './step.js';

/** A request as it goes out, all references filled in. */
export interface PreparedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Sends a request to one of the servers. */
export type Send = (request: PreparedRequest) => Promise<RawAnswer>;

const REFERENCE = /\{\{(\w+):([\w.[\]-]+)\}\}/g;
const MAX_TRIES = 500;

/** Runs a sequence on one server; one outcome per step. */
export async function runSequence({ steps }: Sequence, namespace: string, send: Send): Promise<Outcome[]> {
  const normaliser = new Normaliser(generatedNames(steps).map((prefix) => prefix.replaceAll('{ns}', namespace)));
  const answers = new Map<string, unknown>();
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    const request = prepare(step, (text) => fillIn(text, namespace, answers));
    let answer = await send(request);
    for (let tries = 1; step.untilSuccess && answer.code >= 300 && tries < MAX_TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      answer = await send(request);
    }
    if (step.id !== undefined && answer.text.startsWith('{')) answers.set(step.id, JSON.parse(answer.text));
    const outcome = normaliser.outcome(answer);
    outcomes.push(step.unordered ? { ...outcome, body: sorted(outcome.body) } : outcome);
  }
  return outcomes;
}

function prepare(step: Step, filled: (text: string) => string): PreparedRequest {
  const { method, path, query = {}, body, type = 'application/json', headers = {} } = step;
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, filled(value)]),
  ).toString();
  const text = body === undefined ? undefined : filled(typeof body === 'string' ? body : JSON.stringify(body));
  return {
    method,
    path: filled(path) + (search === '' ? '' : `?${search}`),
    headers: {
      accept: 'application/json',
      'user-agent': 'differential/1',
      ...(text === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    body: text,
  };
}

function fillIn(text: string, namespace: string, answers: ReadonlyMap<string, unknown>): string {
  return text
    .replaceAll('{ns}', namespace)
    .replaceAll(REFERENCE, (_whole, id: string, path: string) =>
      String(fieldAt(answers.get(id), path) ?? (path.endsWith('resourceVersion') ? '1' : 'missing')),
    );
}

function fieldAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, field) => (at as Readonly<Record<string, unknown>> | undefined)?.[field], value);
}

/** The value with all its lists in the order of their texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((one, other) => textOf(one).localeCompare(textOf(other)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sorted(inner)]));
}

const textOf = (value: unknown): string => JSON.stringify(value);

function generatedNames(steps: readonly Step[]): string[] {
  return [...JSON.stringify(steps).matchAll(/"generateName":"([^"]+)"/g)].map(([, prefix]) => prefix ?? '');
}
