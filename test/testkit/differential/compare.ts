import type { Outcome } from './normalise.js';

/** One place where two answers differ. */
export interface Difference {
  /** `code`, `warnings`, or a path into the body such as `body.spec.replicas`. */
  readonly path: string;
  readonly real: unknown;
  readonly simulated: unknown;
}

/** All places where two answers differ; none: they are equal. Numbers and texts are equal only if identical. */
export function differences(real: Outcome, simulated: Outcome): Difference[] {
  const found: Difference[] = [];
  if (real.code !== simulated.code) found.push({ path: 'code', real: real.code, simulated: simulated.code });
  collect('warnings', real.warnings, simulated.warnings, found);
  collect('body', real.body, simulated.body, found);
  return found;
}

/** Whether two answers have the same status code and reason. */
export function sameReason(real: Outcome, simulated: Outcome): boolean {
  return real.code === simulated.code && reasonOf(real) === reasonOf(simulated);
}

/** A difference on one line, values cut to a readable length. */
export function describeDifference({ path, real, simulated }: Difference): string {
  return `${path}: real ${brief(real)}, simulated ${brief(simulated)}`;
}

function reasonOf({ code, body }: Outcome): unknown {
  return code < 400 || !isRecord(body) ? undefined : body['reason'];
}

function collect(path: string, real: unknown, simulated: unknown, found: Difference[]): void {
  if (Object.is(real, simulated)) return;
  if (Array.isArray(real) && Array.isArray(simulated)) {
    const length = Math.max(real.length, simulated.length);
    for (let index = 0; index < length; index += 1) collect(`${path}[${index}]`, real[index], simulated[index], found);
  } else if (isRecord(real) && isRecord(simulated)) {
    const fields = new Set([...Object.keys(real), ...Object.keys(simulated)]);
    for (const field of fields) collect(`${path}.${field}`, real[field], simulated[field], found);
  } else found.push({ path, real, simulated });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function brief(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
