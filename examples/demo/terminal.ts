import { ProgressLine } from './progress-line.js';

/** Where the demo's text goes, and what that can show. */
export interface TerminalOptions {
  readonly write: (text: string) => void;
  readonly color: boolean;
  /** Somebody watches: a line at the end tells how far it is, and chapters leave a moment to read. Default false. */
  readonly live?: boolean;
  /** How many characters fit into a line now. Default: 80. */
  readonly width?: () => number;
}

/** How long a chapter stays before the next begins, where somebody watches. */
const READING_MS = 900;

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

type Style = keyof typeof codes;

/** Prints the demo: numbered chapters, indented lines, a little colour, and how far it is. */
export class Terminal {
  readonly #options: TerminalOptions;
  readonly #progress: ProgressLine | undefined;
  #chapters = 0;

  /** `chapters`: how many there will be. */
  constructor(options: TerminalOptions, chapters = 0) {
    this.#options = options;
    if (options.live === true)
      this.#progress = new ProgressLine(options.write, {
        of: chapters,
        style: (text) => this.style('dim', text),
        width: options.width ?? (() => 80),
      });
  }

  /** Text in a style, or plain where there are no colours. */
  style(style: Style, text: string): string {
    return this.#options.color ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;
  }

  title(text: string, subtitle: string): void {
    this.#line('');
    this.#line(`  ${this.style('bold', text)}  ${this.style('dim', subtitle)}`);
  }

  /** Begins the next chapter; where somebody watches, after a moment to read the last one. */
  async chapter(title: string, about: string): Promise<void> {
    if (this.#progress !== undefined && this.#chapters > 0)
      await new Promise((resolve) => setTimeout(resolve, READING_MS));
    this.#chapters += 1;
    this.#line('');
    this.#line(`${this.style('cyan', String(this.#chapters).padStart(2))} ${this.style('bold', title)}`);
    this.#line(`   ${this.style('dim', about)}`);
    this.#progress?.show(this.#chapters, title);
  }

  /** Takes the line about progress away. */
  end(): void {
    this.#progress?.end();
  }

  line(text: string): void {
    this.#line(`   ${text}`);
  }

  /** A line of code, and what it gives. */
  code(code: string, result?: string): void {
    const arrow = result === undefined ? '' : `  ${this.style('dim', '→')} ${this.style('green', result)}`;
    this.line(`${this.style('cyan', code)}${arrow}`);
  }

  /** What a handler was told: `+ added`, `~ updated`, `- deleted`; anything else as it is. */
  event(text: string): void {
    const style = { '+': 'green', '~': 'yellow', '-': 'red' }[text[0] ?? ''] as Style | undefined;
    this.line(style ? this.style(style, text.slice(0, 1)) + text.slice(1) : text);
  }

  /** Something that the demo does to the server. */
  act(text: string): void {
    this.line(`${this.style('yellow', '!')} ${text}`);
  }

  /** Rows with aligned columns, under a header. */
  table(header: readonly string[], rows: readonly (readonly string[])[]): void {
    const [first = '', ...others] = aligned([header, ...rows]);
    this.line(this.style('dim', first));
    for (const row of others) this.line(row);
  }

  /** What to type or open, and what it is for. */
  hints(rows: readonly (readonly [what: string, purpose: string])[]): void {
    const width = Math.max(...rows.map(([what]) => what.length));
    for (const [what, purpose] of rows) {
      this.line(`${this.style('cyan', what)}${' '.repeat(width - what.length)}  ${purpose}`);
    }
  }

  #line(text: string): void {
    const { write } = this.#options;
    if (this.#progress === undefined) write(`${text}\n`);
    else this.#progress.above(`${text}\n`);
  }
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Colours are for people at a terminal who have not asked to go without (https://no-color.org). */
export function wantsColor(
  stream: { readonly isTTY?: boolean | undefined },
  env: { readonly [name: string]: string | undefined },
): boolean {
  return stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
