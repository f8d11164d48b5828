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
  const [expected, actual] = [textOf(real), textOf(simulated)];
  const start = Math.max(0, firstDifference(expected, actual) - CONTEXT);
  return `${path}: real ${brief(expected, start)}, simulated ${brief(actual, start)}`;
}

/** How much of what two long texts have in common is shown before they differ. */
const CONTEXT = 40;

function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
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

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function brief(text: string, start: number): string {
  const from = text.length > 150 ? start : 0;
  const end = text.length > from + 300 ? '…' : '';
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 300)}${end}`;
}
