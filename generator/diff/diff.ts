import path from 'node:path';
import { resolveModelOptions } from '../config/settings.js';
import { UsageError } from '../errors.js';
import { compareSides } from './compare/sides.js';
import type { LocatedChange } from './compare/sides.js';
import type { DiffOptions, FailOn } from './options.js';
import { findInput } from './read/inputs.js';
import { buildSide, withoutUnasked } from './read/side.js';
import type { Side } from './read/side.js';
import { countChanges } from './report.js';
import type { DiffReport, SideSummary } from './report.js';

/**
 * Compares two versions of an API as its users see them: what of it is new, gone, deprecated or other, whose code that
 * breaks, and, with `usage`, where.
 *
 * Throws a `UsageError` for inputs that are not there; what is wrong inside of one is in the report's `problems`.
 *
 * @example
 * const { counts, changes } = await diff({ old: './crds', new: './crds' });
 * console.log(counts, changes.length);
 */
export async function diff(options: DiffOptions): Promise<DiffReport> {
  const started = performance.now();
  const progress = options.onProgress ?? ((): void => undefined);
  const cwd = path.resolve(options.cwd ?? process.cwd());
  if (options.old === '-' && options.new === '-') throw new UsageError('only one side can be standard input');
  progress(`reading ${options.old}`);
  const wholeOld = await readSide(options.old, cwd, options);
  progress(`reading ${options.new}`);
  const wholeNew = await readSide(options.new, cwd, options);
  const old = withoutUnasked(wholeOld, wholeNew);
  const now = withoutUnasked(wholeNew, wholeOld);
  progress('comparing');
  const located = compareSides(old, now);
  const changes = located.map(({ change }) => change);
  const usage = options.usage === undefined ? undefined : await findUsage(options.usage, cwd, located, progress);
  return {
    old: summary(old),
    new: summary(now),
    counts: countChanges(changes),
    changes,
    ...(usage !== undefined && { usage }),
    durationMs: performance.now() - started,
  };
}

async function findUsage(
  tsconfig: string,
  cwd: string,
  located: readonly LocatedChange[],
  progress: (step: string) => void,
): Promise<NonNullable<DiffReport['usage']>> {
  progress('looking through your program');
  const { usageOf } = await import('./usage/usage.js');
  return usageOf(path.resolve(cwd, tsconfig), cwd, located);
}

async function readSide(name: string, cwd: string, options: DiffOptions): Promise<Side> {
  const { include, exclude, versions, enums, kubeconfig, stdin } = options;
  const found = await findInput(name, { cwd, kubeconfig, stdin });
  const modelOptions = resolveModelOptions({ include, exclude, versions, enums, docs: false });
  if (found.type === 'output') {
    const { readOutput } = await import('./read/read-output.js');
    return readOutput(name, found, modelOptions);
  }
  const side = buildSide(name, found, modelOptions);
  const chosen = (include?.length ?? 0) + (exclude?.length ?? 0) > 0;
  if (!chosen && side.model.resources.length + side.problems.length + side.skipped.length === 0) {
    throw new UsageError(`${name} holds neither CRDs nor a Kubernetes OpenAPI document with resources to compare`);
  }
  return side;
}

function summary({ name, model, files, problems, notes }: Side): SideSummary {
  return { name, kinds: model.resources.length, files, problems, notes };
}

/** Whether a report has changes that `failOn` names, or inputs that could not be read. */
export function failsOn(report: DiffReport, failOn: FailOn): boolean {
  const { counts } = report;
  const found: Record<FailOn, number> = {
    none: 0,
    any: counts.total,
    breaking: counts.breaking,
    'breaking-readers': counts.readers,
    'breaking-writers': counts.writers,
  };
  const broken = [...report.old.problems, ...report.new.problems].some(({ severity }) => severity === 'error');
  return broken || found[failOn] > 0;
}
