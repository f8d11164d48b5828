/** Where the command line speaks. */
export interface Terminal {
  /** Results, to standard output. */
  print(text: string): void;
  /** Progress, warnings and errors, to standard error. */
  error(text: string): void;
  /** Whether standard error is a terminal on which a line may be written over. */
  readonly interactive: boolean;
  readonly cwd: string;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    print: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    interactive: process.stderr.isTTY && process.env['CI'] === undefined,
    cwd: process.cwd(),
  };
}
