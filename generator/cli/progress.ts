import type { Terminal } from './terminal.js';

/** One line that says what is being done and is gone when it is done. */
export interface ProgressLine {
  step(what: string): void;
  clear(): void;
}

/** A line that is written over on a terminal; nothing elsewhere. */
export function progressLine(terminal: Terminal, wanted: boolean): ProgressLine {
  if (!wanted || !terminal.interactive) return { step: () => undefined, clear: () => undefined };
  let shown = false;
  return {
    step: (what) => {
      shown = true;
      terminal.error(`\r\u001b[Kinformer-gen: ${what} …`);
    },
    clear: () => {
      if (shown) terminal.error('\r\u001b[K');
      shown = false;
    },
  };
}
