import type { RequestSummary } from '../api/api-error.js';
import { callSafely } from '../api/call-safely.js';
import { printable } from '../api/printable.js';
import { reportOnStderr } from '../api/report-on-stderr.js';

/**
 * Takes what the server warns of, such as deprecated versions and dropped fields: each text once, with the request that
 * first met it.
 */
export type OnWarning = (text: string, request: RequestSummary) => void;

/** How many texts are remembered; beyond that the oldest may be told again. */
const MAX_REMEMBERED = 1000;

/**
 * Reads the `Warning` headers of answers and tells each text once.
 *
 * @example
 * const warnings = new Warnings((text) => console.warn(text));
 * warnings.read('299 - "unknown field spec.newer"', { verb: 'create', resource: 'widgets.example.com' });
 */
export class Warnings {
  readonly #onWarning: OnWarning;
  /** In the order in which they came first. */
  readonly #told = new Set<string>();

  constructor(onWarning: OnWarning) {
    this.#onWarning = onWarning;
  }

  /** Takes one `Warning` header as it came, of the answer to `request`. */
  read(header: string | readonly string[] | undefined, request: RequestSummary): void {
    if (header === undefined) return;
    for (const text of parseWarnings(typeof header === 'string' ? header : header.join(', '))) {
      if (!this.#told.has(text)) this.#tell(text, request);
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#told;
    if (oldest !== undefined) this.#told.delete(oldest);
  }

  #tell(text: string, request: RequestSummary): void {
    this.#told.add(text);
    if (this.#told.size > MAX_REMEMBERED) this.#forgetOldest();
    callSafely(
      () => this.#onWarning(text, request),
      // The request itself has succeeded or failed for another reason.
      ({ message }) =>
        reportOnStderr(new Error(`onWarning failed: ${message}`), {
          stage: 'transport',
          resource: request.resource ?? '',
        }),
    );
  }
}

/** One warning of a header: code, agent and a quoted text. A date may follow. */
const WARNING = /(?:^|,)\s*(\d{3}) \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g;

/** The texts of a `Warning` header; codes other than 299 are of caches and proxies. */
function parseWarnings(header: string): string[] {
  return Array.from(header.matchAll(WARNING))
    .filter(([, code]) => code === '299')
    .map(([, , text = '']) => printable(text.replace(/\\(.)/g, '$1')));
}
