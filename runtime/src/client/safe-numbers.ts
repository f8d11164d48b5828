import { atAnyDepth, deepValues } from '../api/deep-json.js';
import type { DeepValue } from '../api/deep-json.js';
import { InformerError } from '../api/informer-error.js';

/**
 * A number in a body would not arrive as it was meant. `path` says which: `spec.limits[0].bytes`.
 *
 * @example
 * if (error instanceof UnsafeNumberError) console.log(error.path);
 */
export class UnsafeNumberError extends InformerError {
  override readonly name = 'UnsafeNumberError';
  readonly path: string;

  constructor(path: string, value: number) {
    const why = Number.isInteger(value)
      ? 'is beyond 2^53 and was rounded when it was parsed or computed (allowUnsafeIntegers sends it all the same)'
      : 'is no number in JSON, which would send null';
    super('UnsafeNumber', `${path}: ${value} ${why}`);
    this.path = path;
  }
}

/**
 * Throws an {@link UnsafeNumberError} for the first integer that a double cannot hold exactly, and for NaN and the
 * infinities, anywhere in a body.
 */
export function assertSafeNumbers(body: unknown, options: { readonly allowUnsafeIntegers?: boolean } = {}): void {
  const { allowUnsafeIntegers = false } = options;
  const found = atAnyDepth(
    () => findUnsafe(body, allowUnsafeIntegers),
    () => findDeepUnsafe(body, allowUnsafeIntegers),
  );
  if (found !== undefined) throw new UnsafeNumberError(pathText(found.path), found.value);
}

interface Found {
  readonly value: number;
  /** From the inside out, as the search returns. */
  readonly path: (string | number)[];
}

function findUnsafe(value: unknown, allowIntegers: boolean): Found | undefined {
  if (typeof value === 'number') return isSafe(value, allowIntegers) ? undefined : { value, path: [] };
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const found = findUnsafe(value[at], allowIntegers);
      if (found !== undefined) return within(at, found);
    }
    return undefined;
  }
  for (const name of Object.keys(value)) {
    const found = findUnsafe((value as { readonly [name: string]: unknown })[name], allowIntegers);
    if (found !== undefined) return within(name, found);
  }
  return undefined;
}

function findDeepUnsafe(body: unknown, allowIntegers: boolean): Found | undefined {
  for (const found of deepValues(body)) {
    if (typeof found.value !== 'number' || isSafe(found.value, allowIntegers)) continue;
    const path: (string | number)[] = [];
    for (let at: DeepValue = found; at.parent !== undefined; at = at.parent) path.push(at.step ?? '');
    return { value: found.value, path };
  }
  return undefined;
}

function within(step: string | number, found: Found): Found {
  found.path.push(step);
  return found;
}

function isSafe(value: number, allowIntegers: boolean): boolean {
  if (!Number.isFinite(value)) return false;
  return allowIntegers || !Number.isInteger(value) || Number.isSafeInteger(value);
}

function pathText(path: readonly (string | number)[]): string {
  let text = '';
  for (const step of [...path].reverse()) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w$-]+$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text === '' ? 'the body' : text;
}
