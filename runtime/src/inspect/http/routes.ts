import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CachePage, EventView, Inspection, KeyView } from '../model/inspection.js';
import type { CacheQuery } from '../collect/cache-query.js';
import { html, icon, script, style } from '../page/assets.js';
import type { Answer } from './answer.js';
import { json, problem, send } from './answer.js';
import type { Guard } from './guard.js';
import type { Stream } from './stream.js';

/** What is asked of the collected state: undefined for what is not there. */
export interface InspectionSource {
  inspection(): Inspection;
  events(query: { readonly informer?: string | undefined; readonly limit: number }): readonly EventView[];
  objects(informer: string, query: CacheQuery): Promise<CachePage | undefined>;
  object(informer: string, key: string): unknown;
  key(controller: string, key: string): KeyView | undefined;
  /** What a client of the stream gets first. */
  first(): { readonly [event: string]: unknown };
}

/** What {@link Routes} are made of. */
export interface RoutesOptions {
  readonly guard: Guard;
  readonly source: InspectionSource;
  readonly stream: Stream;
  /** Where it is mounted, without the slash at the end. */
  readonly basePath: string;
}

/** The paths of the API, as the documentation has them. */
const PATHS = [
  'api/inspection',
  'api/problems',
  'api/informers',
  'api/informers/{informer}',
  'api/informers/{informer}/objects?namespace=&index=&value=&labels=&search=&offset=&limit=',
  'api/informers/{informer}/object?key=',
  'api/controllers',
  'api/controllers/{controller}',
  'api/controllers/{controller}/key?key=',
  'api/events?informer=&limit=',
  'api/stream',
];

const parts: { readonly [path: string]: Answer } = {
  'assets/app.js': { status: 200, type: 'text/javascript; charset=utf-8', body: script },
  'assets/icon.svg': { status: 200, type: 'image/svg+xml', body: icon },
  'assets/app.css': { status: 200, type: 'text/css; charset=utf-8', body: style },
};

/** Answers requests. Nothing is read from disk: a path is a name in a table, or it is not there. */
export class Routes {
  readonly #options: RoutesOptions;

  constructor(options: RoutesOptions) {
    this.#options = options;
  }

  handle(request: IncomingMessage & { readonly originalUrl?: string }, response: ServerResponse): void {
    this.#handle(request, response).catch((thrown: unknown) => {
      const text = thrown instanceof BadRequest ? thrown.message : 'the inspector failed to answer';
      if (response.headersSent) response.destroy();
      else send(response, problem(thrown instanceof BadRequest ? 400 : 500, text));
    });
  }

  async #handle(request: IncomingMessage & { readonly originalUrl?: string }, response: ServerResponse): Promise<void> {
    const { guard, stream, source } = this.#options;
    const path = this.#pathOf(request.url ?? '/');
    const isData = path?.[0] === 'api';
    const refusal = isData ? guard.refusalOfData(request) : guard.refusalOfPage(request);
    if (refusal !== undefined) return send(response, problem(refusal.status, refusal.text));
    if (path === undefined) return send(response, problem(404, 'there is nothing here'));
    if (path.length === 0) return send(response, pageOr(request, this.#options.basePath));
    if (path.join('/') === 'api/stream') {
      if (stream.isFull) return send(response, problem(503, 'too many clients listen: close another page'));
      return stream.add(response, source.first());
    }
    const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
    const part = Object.hasOwn(parts, path.join('/')) ? parts[path.join('/')] : undefined;
    const answer = part ?? (isData ? await this.#data(path.slice(1), query) : undefined);
    send(response, answer ?? problem(404, 'there is nothing here'));
  }

  /** The segments below the mount; undefined for a path beside it, or one that is not well formed. */
  #pathOf(url: string): readonly string[] | undefined {
    const { basePath } = this.#options;
    const path = url.split(/[?#]/)[0] ?? '/';
    if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined;
    try {
      const segments = path
        .slice(basePath.length + 1)
        .split('/')
        .map(decodeURIComponent);
      return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
    } catch {
      return undefined;
    }
  }

  async #data([what, id, detail, ...rest]: readonly string[], query: URLSearchParams): Promise<Answer | undefined> {
    const { source } = this.#options;
    if (rest.length > 0) return undefined;
    if (what === undefined) return json({ paths: PATHS });
    const informer = query.get('informer') ?? undefined;
    if (what === 'events' && id === undefined)
      return json(source.events({ informer, limit: numberOf(query, 'limit', 200) }));
    if (id !== undefined && detail !== undefined) return await this.#detail([what, id, detail], query);
    const inspection = source.inspection();
    switch (what) {
      case 'inspection':
        return id === undefined ? json(inspection) : undefined;
      case 'problems':
        return id === undefined ? json(inspection.problems) : undefined;
      case 'informers':
        return id === undefined
          ? json(inspection.informers)
          : found(inspection.informers.find((each) => each.id === id));
      case 'controllers':
        return id === undefined
          ? json(inspection.controllers)
          : found(inspection.controllers.find(({ name }) => name === id));
      default:
        return undefined;
    }
  }

  async #detail(
    [what, id, detail]: readonly [string, string, string],
    query: URLSearchParams,
  ): Promise<Answer | undefined> {
    const { source } = this.#options;
    const key = query.get('key') ?? '';
    if (what === 'controllers' && detail === 'key') return found(source.key(id, key));
    if (what === 'informers' && detail === 'object') return found(source.object(id, key));
    if (what === 'informers' && detail === 'objects') return found(await source.objects(id, cacheQueryOf(query)));
    return undefined;
  }
}

class BadRequest extends Error {}

function found(value: unknown): Answer | undefined {
  return value === undefined ? undefined : json(value);
}

function cacheQueryOf(query: URLSearchParams): CacheQuery {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  return {
    namespace: text('namespace'),
    index: text('index'),
    value: query.get('value') ?? undefined,
    labels: text('labels'),
    search: text('search'),
    offset: offsetOf(query),
    limit: numberOf(query, 'limit', 500, 100),
    onInvalid: (message) => {
      throw new BadRequest(message);
    },
  };
}

/** So far one may leaf: what is before it must be put in order, and that holds up the event loop. */
const MAX_OFFSET = 10_000;

function offsetOf(query: URLSearchParams): number {
  const offset = numberOf(query, 'offset', Infinity, 0);
  if (offset > MAX_OFFSET)
    throw new BadRequest(`offset is at most ${MAX_OFFSET}: narrow it by namespace, label or name`);
  return offset;
}

/** A number of the query, at most `max`; the default where there is none. */
function numberOf(query: URLSearchParams, name: string, max: number, otherwise = max): number {
  const text = query.get(name);
  if (text === null || text === '') return otherwise;
  if (!/^\d{1,15}$/.test(text)) throw new BadRequest(`${name} is not a number`);
  return Math.min(Number(text), max);
}

/** The page asks for its parts below its own address, which must end in a slash for that. */
function pageOr(request: IncomingMessage & { readonly originalUrl?: string }, basePath: string): Answer {
  const path = (request.originalUrl ?? request.url ?? '/').split(/[?#]/)[0] ?? '/';
  if (path.endsWith('/')) return { status: 200, type: 'text/html; charset=utf-8', body: html };
  const last = path.split('/').at(-1) ?? basePath;
  return { ...problem(308, 'the page ends in a slash'), headers: { location: `./${last}/` } };
}
