import type { DiffReport } from '../report.js';
import { htmlText } from './html.js';
import { markdownText } from './markdown.js';
import { terminalText } from './terminal.js';

/** The forms that a report can take. */
export type DiffFormat = 'terminal' | 'markdown' | 'json' | 'html';

/** How a report is written. */
export interface FormatOptions {
  /** Default `terminal`. */
  readonly format?: DiffFormat | undefined;
  /** For `terminal`. Default false. */
  readonly colours?: boolean | undefined;
  /** Leaves compatible changes out. Default false. */
  readonly breakingOnly?: boolean | undefined;
}

/**
 * A report as text.
 *
 * @example
 * const report = await diff({ old: './crds', new: './crds' });
 * formatDiff(report, { format: 'markdown' }).startsWith('## API changes'); // → true
 */
export function formatDiff(report: DiffReport, options: FormatOptions = {}): string {
  const { format = 'terminal', colours = false, breakingOnly = false } = options;
  switch (format) {
    case 'terminal':
      return terminalText(report, { colours, breakingOnly });
    case 'markdown':
      return markdownText(report, { breakingOnly });
    case 'html':
      return htmlText(report, { breakingOnly });
    case 'json': {
      const changes = breakingOnly ? report.changes.filter(({ breaks }) => breaks.length > 0) : report.changes;
      // Uses refer to changes by index: all changes stay where there are uses.
      const shown = report.usage === undefined ? changes : report.changes;
      return `${JSON.stringify({ ...report, changes: shown }, null, 2)}\n`;
    }
  }
}
