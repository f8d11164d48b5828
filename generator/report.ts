import type { Problem } from './input/problem.js';
import type { BuiltModel } from './model/build-model.js';
import type { Skipped } from './model/model.js';
import { resourceTitle } from './names/resource-keys.js';
import type { Changes } from './output/compare.js';
import type { Manifest } from './output/manifest.js';
import type { PreviousOutput } from './output/previous-output.js';
import { shortDiff } from './output/text-diff.js';

/** What a run did, or with `check` and `dryRun` would have done. */
export interface GenerateReport {
  /** False when something could not be generated, or, with `check`, when the output is out of date. */
  readonly ok: boolean;
  /** Nothing changed since the last run, so nothing was parsed. */
  readonly skippedWork: boolean;
  readonly crds: number;
  readonly openapiDocuments: number;
  readonly resources: number;
  readonly written: readonly string[];
  readonly unchanged: number;
  readonly removed: readonly string[];
  /** Resources whose input is broken now and whose previous files stay: `widgets.example.com/v1`. */
  readonly retained: readonly string[];
  readonly problems: readonly Problem[];
  /** About the output folder or the user's choices, not about an input. */
  readonly warnings: readonly string[];
  readonly skipped: readonly Skipped[];
  /** With `check`: the files that differ, with the beginning of how. */
  readonly differences: readonly { readonly path: string; readonly diff: readonly string[] }[];
  readonly durationMs: number;
}

/** What a report is made of. */
export interface ReportInput {
  readonly built: BuiltModel;
  readonly previous: PreviousOutput;
  readonly changes: Changes;
  /** About what the user chose. */
  readonly warnings: readonly string[];
  /** Whether the output may be a mix of two runs. */
  readonly interrupted: boolean;
  /** Whether a difference is a failure. */
  readonly check: boolean;
  readonly durationMs: number;
}

/** The report of a run that did something. */
export function report({
  built,
  previous,
  changes,
  warnings,
  interrupted,
  check,
  durationMs,
}: ReportInput): GenerateReport {
  const failed = built.problems.some(({ severity }) => severity === 'error');
  const differs = changes.write.length + changes.remove.length > 0;
  const blocked = previous.blocked === undefined ? [] : [`nothing was written: ${previous.blocked}`];
  return {
    ok: !failed && !(check && (differs || interrupted)),
    skippedWork: false,
    crds: built.read.crds,
    openapiDocuments: built.read.openapi,
    resources: built.model.resources.length,
    written: blocked.length > 0 ? [] : changes.write.map(({ path }) => path),
    unchanged: changes.unchanged.length,
    removed: blocked.length > 0 ? [] : changes.remove,
    retained: previous.retained.map(resourceTitle),
    problems: built.problems,
    warnings: [...changes.warnings, ...warnings, ...blocked],
    skipped: built.skipped,
    differences: check ? differencesOf(changes) : [],
    durationMs,
  };
}

function differencesOf(changes: Changes): GenerateReport['differences'] {
  return [
    ...changes.write.map(({ path, text, before }) => ({ path, diff: shortDiff(before, text) })),
    ...changes.remove.map((path) => ({ path, diff: ['is generated no more'] })),
  ];
}

/** The report of a run that found everything as the last one left it. */
export function unchangedReport(manifest: Manifest, durationMs: number): GenerateReport {
  return {
    ok: true,
    skippedWork: true,
    crds: 0,
    openapiDocuments: 0,
    resources: manifest.resources.length,
    written: [],
    unchanged: Object.keys(manifest.files).length + 1,
    removed: [],
    retained: [],
    problems: [],
    warnings: [],
    skipped: [],
    differences: [],
    durationMs,
  };
}
