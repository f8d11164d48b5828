import { expect, vi } from 'vitest';
import type { Answer, Ask } from '../http-client.js';
import type { Step } from '../request-script.js';

/** Sends one request to a server. */
export type Send = (path: string, options: Ask) => Promise<Answer>;

/** What a request led to, normalised for what differs from run to run: uids, times and versions. */
export interface Outcome {
  readonly code: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

/** Runs a script on one server, request after request. */
export async function outcomesOf(script: readonly Step[], namespace: string, send: Send): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { method, path, body, type, accept } of script) {
    const filled =
      body === undefined ? undefined : fill(typeof body === 'string' ? body : JSON.stringify(body), namespace);
    const answer = await send(fill(path, namespace), {
      method,
      body: filled,
      ...(type ? { type } : {}),
      headers: accept ? { accept } : {},
    });
    outcomes.push(outcomeOf(answer, namespace));
  }
  return outcomes;
}

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Creates CRDs and waits until they are served: a real server does that when its controllers have seen them. */
export async function establish(definitions: readonly object[], send: Send): Promise<void> {
  for (const body of definitions) expect(await send(crds, { method: 'POST', body })).toMatchObject({ code: 201 });
  for (const definition of definitions) {
    const { metadata, spec } = definition as {
      readonly metadata: { readonly name: string };
      readonly spec: { readonly group: string; readonly names: { readonly plural: string } };
    };
    await vi.waitFor(
      async () => {
        const { json } = await send(`${crds}/${metadata.name}`, {});
        expect(JSON.stringify(json['status'])).toContain('"reason":"InitialNamesAccepted"');
        const served = await send(`/apis/${spec.group}/v1/${spec.names.plural}`, {});
        expect(served.code).toBe(200);
      },
      { timeout: 30_000, interval: 50 },
    );
  }
}

function fill(text: string, namespace: string): string {
  return text.replaceAll('{ns}', namespace);
}

export function outcomeOf({ code, text, headers }: Answer, namespace: string): Outcome {
  const body = text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
  return { code, warnings: warningsOf(headers['warning']), body: normalize(sortCauses(body), namespace) };
}

/** Node joins the headers of several warnings. */
function warningsOf(header: unknown): readonly string[] {
  return [...String(header ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)]
    .map((match) => (match[1] ?? '').replaceAll(/\\(.)/g, '$1'))
    .sort();
}

interface Status {
  readonly kind?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] };
}

/** The order of causes is that of a Go map: another one in every run. The message is made of them, in the same order. */
function sortCauses(body: unknown): unknown {
  const status = body as Status;
  const causes = status.kind === 'Status' ? status.details?.causes : undefined;
  if (causes === undefined) return body;
  const sorted = [...causes].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const listed = (all: typeof causes): string => {
    const texts = [...new Set(all.map(({ field, message }) => `${field ?? ''}: ${message ?? ''}`))];
    return texts.length === 1 ? String(texts[0]) : `[${texts.join(', ')}]`;
  };
  const message = status.message?.replace(listed(causes), () => listed(sorted));
  return { ...status, message, details: { ...status.details, causes: sorted } };
}

/** A patch that is refused is quoted with the object that it makes, uid, times, version and all. */
function normalizeText(text: string, namespace: string): string {
  const patched = /^(.*(?:patch: )?Invalid value: )"\{\\"apiVersion.*\}"(: .*)$/s.exec(text);
  return (patched ? `${patched[1] ?? ''}OBJECT${patched[2] ?? ''}` : text).replaceAll(namespace, 'NS');
}

const TIMES = new Set(['creationTimestamp', 'deletionTimestamp', 'lastTransitionTime']);

function normalize(value: unknown, namespace: string): unknown {
  if (typeof value === 'string') return normalizeText(value, namespace);
  if (Array.isArray(value)) return value.map((item) => normalize(item, namespace));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([field]) => field !== 'managedFields')
    .map(([field, inner]): [string, unknown] => {
      if (field === 'uid') return [field, 'UID'];
      if (TIMES.has(field)) return [field, 'TIME'];
      if (field === 'resourceVersion') return [field, 'RV'];
      if (field === 'cells' && Array.isArray(inner)) return [field, inner.map((cell) => normalizeCell(cell))];
      return [field, normalize(inner, namespace)];
    });
  return Object.fromEntries(entries);
}

/** Ages below two minutes differ from server to server. */
function normalizeCell(cell: unknown): unknown {
  return typeof cell === 'string' && /^\d{1,3}s$/.test(cell) ? 'AGE' : cell;
}
