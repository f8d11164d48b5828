import { CommanderError } from 'commander';
import { UsageError, VerifyError } from '../errors.js';
import { WriteError } from '../output/transaction.js';
import { EXIT } from './exit-codes.js';
import { createProgram } from './program.js';
import { processTerminal } from './terminal.js';
import type { Terminal } from './terminal.js';

/** Runs the command line and returns the exit code. Prints nothing but through `terminal`. */
export async function run(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  let code: number = EXIT.ok;
  const program = createProgram(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof UsageError) {
      terminal.error(`informer-gen: ${error.message}\n`);
      return EXIT.usage;
    }
    if (error instanceof WriteError || error instanceof VerifyError) {
      terminal.error(`informer-gen: ${error.message}\n`);
      return EXIT.failed;
    }
    if (!isSystemError(error)) throw error;
    terminal.error(`informer-gen: ${error.message}\n`);
    return EXIT.failed;
  }
}

/** What the system refuses (a file that may not be read or written, a full disk) is no bug of ours: its message says all. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';
}
