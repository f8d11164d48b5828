/* oxlint-disable unicorn/require-post-message-target-origin -- that is for windows; a thread's port takes no origin */
import { Worker } from 'node:worker_threads';
import { loadOxcSyntax } from './oxc-syntax.js';
import type { FileText, FindSyntaxError } from './syntax.js';
import { loadTypeScriptParser } from './typescript-syntax.js';

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
 * With oxc-transform each file is parsed when it is added. TypeScript's parser takes longer to load than most runs do
 * otherwise, so that happens in a thread while files are rendered (bench suite `generator`). From TypeScript sources,
 * which a thread cannot load, it is done in this thread too. Nothing is loaded before the first file: a run that changes
 * nothing parses nothing.
 */
export function syntaxChecker(): SyntaxChecker {
  let checker: SyntaxChecker | undefined;
  return {
    add: (path, text) => (checker ??= newChecker()).add(path, text),
    finish: () => checker?.finish() ?? Promise.resolve(undefined),
    close: () => checker?.close(),
  };
}

function newChecker(): SyntaxChecker {
  const find = loadOxcSyntax();
  if (find !== undefined) return inlineChecker(find);
  return import.meta.url.endsWith('.ts') ? inlineChecker(loadTypeScriptParser()) : threadedChecker();
}

function inlineChecker(find: FindSyntaxError): SyntaxChecker {
  let error: string | undefined;
  return {
    add: (path, text) => void (error ??= find({ path, text })),
    finish: () => Promise.resolve(error),
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
