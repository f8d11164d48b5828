import { STATUS_CODES } from 'node:http';
import { ApiError } from '../api/api-error.js';
import type { RequestSummary } from '../api/api-error.js';
import type { Status } from '../api/status.js';
import { BodyReader } from './http/body-reader.js';
import type { HttpResponse } from './http/http-types.js';
import { parseRetryAfter } from './retry-after.js';

/** An error page may be long; its beginning says it all. */
const MAX_BYTES = 64 * 1024;
const MAX_MESSAGE_LENGTH = 200;

/** What {@link toApiError} needs to know of the request. */
export interface FailedRequest {
  readonly place: RequestSummary;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

/** Reads an answer that is no success into the error it stands for. Closes the response. */
export async function toApiError(response: HttpResponse, { place, signal, nowMs }: FailedRequest): Promise<ApiError> {
  const text = await readBeginning(response, signal);
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], nowMs);
  return new ApiError(toStatus(text, response.status), place, retryAfterMs);
}

async function readBeginning(response: HttpResponse, signal: AbortSignal): Promise<string> {
  const reader = new BodyReader(response.body, { signal });
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
    reader.close();
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toStatus(text: string, code: number): Status {
  try {
    const parsed = JSON.parse(text) as Status | null;
    if (parsed?.kind === 'Status') return { ...parsed, code: parsed.code || code };
  } catch {
    // A proxy's page, or nothing.
  }
  return {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    message: firstLine(text) || STATUS_CODES[code] || '',
  };
}

function firstLine(text: string): string {
  const line = text
    .replace(/<(style|script|head)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .split('\n')
    .map((part) => part.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .find((part) => part !== '');
  return line === undefined || line.length <= MAX_MESSAGE_LENGTH
    ? (line ?? '')
    : `${line.slice(0, MAX_MESSAGE_LENGTH)}…`;
}
