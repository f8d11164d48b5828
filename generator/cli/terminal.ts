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

/** The terminal of this process. Who reads no further, as `head`, ends the process, without an error. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
  return {
    print: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    interactive: process.stderr.isTTY && process.env['CI'] === undefined,
    cwd: process.cwd(),
  };
}
