import { ApiError } from '../api/api-error.js';
import type { RequestSummary } from '../api/api-error.js';
import { toStatus } from '../api/status.js';
import type { Status } from '../api/status.js';
import type { Clock } from '../async/clock.js';
import { calendarTime } from '../async/clock.js';
import { BodyReader } from './http/body-reader.js';
import type { HttpResponse } from './http/http-types.js';
import { pageText } from './page-text.js';
import { parseRetryAfter } from './retry-after.js';
import { nodeHttp } from './http/node-modules.js';

/** An error page may be long; its beginning says it all. */
const MAX_BYTES = 64 * 1024;
/** The status code is known: what the body adds is worth waiting this long, however slowly it comes. */
const READ_WITHIN_MS = 10_000;

/** What {@link toApiError} needs to know of the request. */
export interface FailedRequest {
  readonly place: RequestSummary;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Reads an answer that is no success into the error it stands for. Closes the response. */
export async function toApiError(response: HttpResponse, request: FailedRequest): Promise<ApiError> {
  const text = await readBeginning(response, request);
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], calendarTime(request.clock));
  return new ApiError(parseStatus(text, response.status), request.place, retryAfterMs);
}

async function readBeginning(response: HttpResponse, { signal, clock }: FailedRequest): Promise<string> {
  const reader = new BodyReader(response.body, { signal, onBreak: response.onBreak });
  const deadline = clock.after(READ_WITHIN_MS, () => reader.close());
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    while (length < MAX_BYTES && (await reader.ready())) {
      for (let chunk = reader.poll(); chunk !== undefined; chunk = reader.poll()) {
        chunks.push(chunk);
        length += chunk.length;
      }
    }
  } catch {
    // The code is known; what the body would have added is not worth another error.
    signal.throwIfAborted();
  } finally {
    deadline.cancel();
    reader.close();
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseStatus(text: string, code: number): Status {
  const parsed = parse(text);
  if (parsed?.['kind'] === 'Status') {
    const status = toStatus(parsed);
    return { ...status, code: status.code || code };
  }
  const message = pageText(parsed ? messageOf(parsed) : text) || nodeHttp().STATUS_CODES[code] || '';
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, message };
}

/** What is JSON, or begins like it; undefined for a proxy's page, or nothing. */
function parse(text: string): Record<string, unknown> | undefined {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What a proxy says in its own JSON. Of an object nothing is told: it may be a Secret. */
function messageOf({ kind, metadata, message, error }: Record<string, unknown>): string {
  if (kind !== undefined || metadata !== undefined) return '';
  const said = message ?? error;
  return typeof said === 'string' ? said : '';
}
