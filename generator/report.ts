import type { Settings } from './config/settings.js';
import type { Problem } from './input/problem.js';
import type { BuiltModel, Skipped } from './model/build-model.js';
import type { Former } from './output/previous-output.js';
import type { Changes } from './output/compare.js';
import { shortDiff } from './output/text-diff.js';
import type { Manifest } from './output/manifest.js';

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
  /** Resources whose input is broken now and whose former files stay: `widgets.example.com/v1`. */
  readonly kept: readonly string[];
  readonly problems: readonly Problem[];
  /** About the output folder, not about an input. */
  readonly warnings: readonly string[];
  readonly skipped: readonly Skipped[];
  /** With `check`: the files that differ, with the beginning of how. */
  readonly differences: readonly { readonly path: string; readonly diff: readonly string[] }[];
  readonly durationMs: number;
}

/** What a report is made of. */
export interface ReportInput {
  readonly built: BuiltModel;
  readonly former: Former;
  readonly changes: Changes;
  readonly settings: Settings;
  readonly durationMs: number;
}

/** The report of a run that did something. */
export function report({ built, former, changes, settings, durationMs }: ReportInput): GenerateReport {
  const failed = built.problems.some(({ severity }) => severity === 'error');
  const differs = changes.write.length + changes.remove.length > 0;
  const blocked = 'nothing was written: a broken OpenAPI document shares types with the others';
  return {
    ok: !failed && !(settings.check && differs),
    skippedWork: false,
    crds: built.read.crds,
    openapiDocuments: built.read.openapi,
    resources: built.model.resources.length,
    written: former.blocked ? [] : changes.write.map(({ path }) => path),
    unchanged: changes.unchanged.length,
    removed: former.blocked ? [] : changes.remove,
    kept: former.resources.map(({ group, version, plural }) => `${plural}.${group}/${version}`),
    problems: built.problems,
    warnings: former.blocked ? [...changes.warnings, blocked] : changes.warnings,
    skipped: built.skipped,
    differences: settings.check ? differencesOf(changes) : [],
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
    kept: [],
    problems: [],
    warnings: [],
    skipped: [],
    differences: [],
    durationMs,
  };
}
