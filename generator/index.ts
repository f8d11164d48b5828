export { generate } from './generate.js';
export type { GenerateReport } from './report.js';
export { defineConfig } from './config/options.js';
export type { ClusterOptions, GenerateOptions, InformerGenConfig, RunOptions } from './config/options.js';
export { UsageError } from './errors.js';
export { WriteError } from './output/transaction.js';
export { VerifyError } from './verify/errors.js';
export { describeProblem } from './input/problem.js';
export type { Problem } from './input/problem.js';
export type { SourcePlace } from './model/model.js';
export type { Skipped } from './model/build-model.js';
export type { NameOverrides } from './names/accessors.js';
export { diff } from './diff/diff.js';
export { formatDiff } from './diff/format/format.js';
export type { DiffFormat, FormatOptions } from './diff/format/format.js';
export type { DiffOptions } from './diff/options.js';
export type {
  Affected,
  Change,
  ChangeCounts,
  ChangePlace,
  DiffReport,
  KindRef,
  Replacement,
  SideSummary,
} from './diff/compare/change.js';
export { RULES as diffRules } from './diff/compare/rules.js';
export type { Audience, Rule, RuleName } from './diff/compare/rules.js';
export type { Use, UsageReport } from './diff/usage/usage.js';
