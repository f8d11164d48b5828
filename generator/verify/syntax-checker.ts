/* oxlint-disable unicorn/require-post-message-target-origin -- that is for windows; a thread's port takes no origin */
import { Worker } from 'node:worker_threads';
import { syntaxErrorIn } from './syntax.js';
import type { FileText } from './syntax.js';

const BATCH = 50;

/** Parses files while others are still being rendered. */
export interface SyntaxChecker {
  add(path: string, text: string): void;
  /** The first syntax error in all that was added; undefined where there is none. */
  finish(): Promise<string | undefined>;
  /** Ends it, finished or not. */
  close(): void;
}

/**
 * Loading the parser takes longer than most runs do otherwise, so it happens in a thread beside the reading of the
 * inputs (bench suite `generator`). From TypeScript sources, which a thread cannot load, all is done at the end in this one.
 */
export function syntaxChecker(): SyntaxChecker {
  return import.meta.url.endsWith('.ts') ? inlineChecker() : threadedChecker();
}

function inlineChecker(): SyntaxChecker {
  const files: FileText[] = [];
  return {
    add: (path, text) => void files.push({ path, text }),
    finish: () => Promise.resolve(syntaxErrorIn(files)),
    close: () => undefined,
  };
}

function threadedChecker(): SyntaxChecker {
  const worker = new Worker(new URL('./syntax-worker.js', import.meta.url));
  let batch: FileText[] = [];
  const send = (): void => {
    if (batch.length > 0) worker.postMessage(batch);
    batch = [];
  };
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // A thread that fails before anybody asks is not an unhandled rejection: whoever asks gets the error.
  failed.catch(() => undefined);
  return {
    add: (path, text) => {
      batch.push({ path, text });
      if (batch.length >= BATCH) send();
    },
    finish: () => {
      send();
      const answer = new Promise<string | undefined>((resolve) => {
        worker.once('message', (error: string | null) => resolve(error ?? undefined));
      });
      worker.postMessage(null);
      return Promise.race([answer, failed]);
    },
    close: () => void worker.terminate(),
  };
}
