import { cpus, totalmem } from 'node:os';
import type { Goal } from './goal.js';
import type { Numbers } from './stats.js';

/** One line of a suite's table. */
export interface Row {
  /** Short and stable, such as `ours-lazy`. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** The median of each figure. Empty where every round failed. */
  readonly figures: Numbers;
  /** Every round's figures. */
  readonly rounds: readonly Numbers[];
  /** Why rounds failed. */
  readonly errors: readonly string[];
}

/** A figure as a column of the table. */
export interface Column {
  readonly title: string;
  /** What to print; undefined where the row has no such figure. */
  readonly value: (figures: Numbers) => number | undefined;
  /** Digits after the point. Default 1. */
  readonly digits?: number;
}

/** What a suite has found. */
export interface SuiteResult {
  readonly suite: string;
  readonly settings: { readonly [name: string]: number | string };
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly goals: readonly Goal[];
}

/** As `--json` writes it. */
export function toJson(result: SuiteResult): string {
  const { suite, settings, rows, goals } = result;
  const ratios = goals.map(({ section, text, ratio, interval, atLeast, atMost, reached }) => {
    return { section, text, ratio: ratio ?? null, interval, atLeast, atMost, reached: reached ?? null };
  });
  return `${JSON.stringify({ suite, machine: machine(), settings, rows, ratios }, null, 2)}\n`;
}

/** What the figures were measured on. */
function machine(): { cpu: string; cores: number; memoryGiB: number; platform: string; node: string } {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}
