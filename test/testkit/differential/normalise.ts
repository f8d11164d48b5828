import { JSON_SCHEMA, load } from 'js-yaml';
import { parseJsonText } from '../../../testkit/simulated/objects/json-text.js';

/** An answer as it came, before anything is left out. */
export interface RawAnswer {
  readonly code: number;
  readonly warnings: readonly string[];
  readonly text: string;
}

/** An answer without what differs from run to run: uids, versions and the server's own times, addresses and names. */
export interface Outcome {
  readonly code: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** A time of the server inside an object that a message shows. */
const QUOTED_TIME = /((?:creation|deletion)Timestamp\\*":\\*"|\btime\\*":\\*"|lastTransitionTime\\*":\\*")[\dT:.-]+Z/g;
const VERSION = /(?<=[("]|[vV]ersion: |object meta: )\d+(?=[)"\\,]|$)/g;
/** An age in a table. */
const AGE = /^(?:\d{1,3}s|\dm(?:\d{1,2}s)?)$/;
/** What does not fit a schema's types, one a line, in the order of a Go map. */
const TYPE_ERRORS = /(errors:\n)((?: {2}.*(?:\n|$))+)/;
/** A port of every node in a cell: `80:31234/TCP`. */
const NODE_PORT = /:\d{5}\//;
const NODE_PORTS = new RegExp(NODE_PORT, 'g');
const SERVICE_ADDRESS = /^10\.0\.\d+\.\d+$/;

/** Where a server says that it is. */
const SERVER_PORT = /(?<=\b127\.0\.0\.1):\d+/;

/** Fields whose times the server sets; times that clients send are compared. */
const SERVER_TIMES: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionTimestamp',
  'time',
  'lastTransitionTime',
  'lastPhaseTransitionTime',
  'expirationTimestamp',
]);
const OPAQUE: ReadonlySet<string> = new Set(['continue', 'token']);

/**
 * Replaces what differs from server to server. The versions of an object become `v1`, `v2` … in the order in which a
 * sequence shows them, so that a write which should have changed nothing still shows; those of lists become `v`.
 */
export class Normaliser {
  /** By uid, the versions seen so far. */
  readonly #versions = new Map<string, string[]>();
  readonly #names = new Map<string, string>();
  /** Addresses that the server has chosen, which messages may show. */
  readonly #addresses = new Set<string>();
  readonly #generated: readonly string[];

  /** @param generatedNames The values of `generateName` in the sequence. */
  constructor(generatedNames: readonly string[]) {
    this.#generated = generatedNames;
  }

  outcome({ code, warnings, text }: RawAnswer): Outcome {
    const body = this.#value('', parsed(text));
    return { code, warnings: warnings.map((warning) => this.#text(warning)), body: withSortedCauses(body) };
  }

  #value(field: string, value: unknown): unknown {
    if (typeof value === 'string') return this.#string(field, value);
    // A number that JavaScript does not hold exactly is compared digit by digit.
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number' && (field === 'nodePort' || field === 'healthCheckNodePort')) return '<port>';
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#value(field, item));
      return field === 'managedFields' ? items.sort(byManager) : items;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (field === 'metadata') this.#learnVersion(value);
    // The version of a list may be that of an object in it, or a later one.
    const own = field === 'metadata' && !('uid' in value) && 'resourceVersion' in value ? { resourceVersion: 'v' } : {};
    return {
      ...Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name.replaceAll(UUID, '<uid>'), this.#value(name, inner)]),
      ),
      ...own,
    };
  }

  #string(field: string, value: string): string {
    if (field === 'resourceVersion') return this.#names.get(value) ?? (value === '' ? '' : 'v');
    if (field === 'serverAddress' || field === 'jwks_uri') return value.replace(SERVER_PORT, ':<port>');
    if (OPAQUE.has(field) && value !== '') return `<${field}>`;
    if (field === 'cells' && AGE.test(value)) return '<age>';
    if (field === 'cells' && TIME.test(value)) return '<time>';
    if (field === 'cells' && SERVICE_ADDRESS.test(value)) return '<address>';
    if (field === 'cells' && NODE_PORT.test(value)) return value.replaceAll(NODE_PORTS, ':<port>/');
    if (SERVER_TIMES.has(field) && TIME.test(value)) return '<time>';
    if ((field === 'clusterIP' || field === 'clusterIPs') && SERVICE_ADDRESS.test(value)) {
      this.#addresses.add(value);
      return '<address>';
    }
    return this.#text(field === 'message' ? withSortedErrors(value) : value);
  }

  #learnVersion(metadata: { readonly uid?: unknown; readonly resourceVersion?: unknown }): void {
    const { uid, resourceVersion } = metadata;
    if (typeof uid !== 'string' || typeof resourceVersion !== 'string') return;
    const versions = this.#versions.get(uid) ?? [];
    this.#versions.set(uid, versions);
    if (versions.includes(resourceVersion)) return;
    versions.push(resourceVersion);
    this.#names.set(resourceVersion, `v${versions.length}`);
  }

  #text(value: string): string {
    let text = value.replaceAll(UUID, '<uid>').replaceAll(QUOTED_TIME, '$1<time>');
    for (const prefix of this.#generated)
      text = text.replaceAll(new RegExp(`${prefix}[a-z0-9]{5}\\b`, 'g'), `${prefix}*`);
    for (const address of this.#addresses) text = text.replaceAll(`"${address}"`, '"<address>"');
    text = text.replace(TYPE_ERRORS, (_whole, head: string, lines: string) => head + sortedLines(lines));
    // Messages show versions in quotes, in parentheses or after a word; other numbers are what they are.
    return text.replaceAll(VERSION, (digits) => this.#names.get(digits) ?? digits);
  }
}

const sortedLines = (lines: string): string => lines.split('\n').sort().join('\n');

interface Status {
  readonly kind?: unknown;
  readonly message?: unknown;
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] };
}

/** Causes that come from a schema are in the order of a Go map: another one in every run. So is the message. */
function withSortedCauses(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const status: Status = body;
  const causes = status.kind === 'Status' ? status.details?.causes : undefined;
  if (causes === undefined || typeof status.message !== 'string') return body;
  const sorted = [...causes].sort((one, other) => listed([one]).localeCompare(listed([other])));
  const message = status.message.replace(listed(causes), () => listed(sorted));
  return { ...status, message, details: { ...status.details, causes: sorted } };
}

function listed(causes: readonly { readonly field?: string; readonly message?: string }[]): string {
  const texts = [...new Set(causes.map(({ field = '', message = '' }) => `${field}: ${message}`))];
  return texts.length === 1 ? String(texts[0]) : `[${texts.join(', ')}]`;
}

/** The server orders managers by their times, which fall into the same second or not as it happens. */
function byManager(one: unknown, other: unknown): number {
  return identityOf(one).localeCompare(identityOf(other));
}

function identityOf(entry: unknown): string {
  const { manager, operation, subresource, apiVersion } = entry as Readonly<Record<string, unknown>>;
  return JSON.stringify([operation, manager, subresource, apiVersion]);
}

const YAML = /^(apiVersion|kind|metadata): /;

function parsed(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    if (YAML.test(text)) return { yaml: load(text, { schema: JSON_SCHEMA }) };
    return eventsOf(text) ?? text;
  }
}

/** The events of a watch, which ended by itself; undefined where the text is none. */
function eventsOf(text: string): unknown[] | undefined {
  if (!text.startsWith('{"type":')) return undefined;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** The server finds the faults of an applied object in the order of a Go map, which is another each time. */
function withSortedErrors(message: string): string {
  const [head = '', ...lines] = message.split('\n');
  return head.endsWith(': errors:') ? [head, ...lines.sort()].join('\n') : message;
}
