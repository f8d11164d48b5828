import { count } from '../count.js';
import { describeProblem } from '../input/problem.js';
import type { GenerateReport } from '../report.js';
import type { Terminal } from './terminal.js';

/** How the user wants the report. */
export interface ReportFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly check?: boolean;
  readonly dryRun?: boolean;
}

const LISTED = 20;

/** Prints what a run did: problems to standard error, the rest to standard output. */
export function printReport(report: GenerateReport, flags: ReportFlags, terminal: Terminal): void {
  if (flags.json === true) {
    terminal.print(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  for (const problem of report.problems) {
    if (flags.quiet !== true || problem.severity === 'error') terminal.error(`${describeProblem(problem)}\n`);
  }
  if (flags.check === true && report.differences.length > 0) printDifferences(report, terminal);
  if (flags.quiet === true) return;
  for (const warning of report.warnings) terminal.error(`warning: ${warning}\n`);
  if (report.skipped.length > 0) {
    const shown = report.skipped
      .slice(0, 5)
      .map(({ name, reason }) => `${name} ${reason}`)
      .join('; ');
    terminal.print(`passed over ${report.skipped.length}: ${shown}${report.skipped.length > 5 ? '; …' : ''}\n`);
  }
  if (report.retained.length > 0)
    terminal.print(`kept as it was, for its input is broken: ${report.retained.join(', ')}\n`);
  if (flags.dryRun === true) printPlan(report, terminal);
  terminal.print(`${summary(report, flags)}\n`);
}

function printDifferences({ differences }: GenerateReport, terminal: Terminal): void {
  terminal.error(`${differences.length} ${differences.length === 1 ? 'file is' : 'files are'} out of date:\n`);
  for (const { path, diff } of differences.slice(0, LISTED)) {
    terminal.error(`  ${path}\n${diff.map((line) => `    ${line}\n`).join('')}`);
  }
  if (differences.length > LISTED) terminal.error(`  … and ${differences.length - LISTED} more\n`);
  terminal.error('run informer-gen without --check to bring them up to date\n');
}

function printPlan({ written, removed }: GenerateReport, terminal: Terminal): void {
  for (const path of written) terminal.print(`would write ${path}\n`);
  for (const path of removed) terminal.print(`would remove ${path}\n`);
}

function summary(report: GenerateReport, flags: ReportFlags): string {
  const time = `${(report.durationMs / 1000).toFixed(report.durationMs < 1000 ? 2 : 1)} s`;
  if (report.skippedWork)
    return `nothing changed: ${count(report.resources, 'resource')} in ${count(report.unchanged, 'file')}, ${time}`;
  const errors = report.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = report.problems.length - errors + report.warnings.length;
  const inputs = [
    ...(report.crds > 0 ? [count(report.crds, 'CRD')] : []),
    ...(report.openapiDocuments > 0 ? [count(report.openapiDocuments, 'OpenAPI document')] : []),
  ];
  const would = flags.check === true || flags.dryRun === true ? 'would be ' : '';
  const parts = [
    `read ${inputs.join(' and ') || 'nothing'}: ${count(report.resources, 'resource')}`,
    `${would}written ${report.written.length}, unchanged ${report.unchanged}, ${would}removed ${report.removed.length}`,
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ];
  return `${parts.join('; ')}; ${time}`;
}
