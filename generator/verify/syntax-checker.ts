/* oxlint-disable unicorn/require-post-message-target-origin -- that is for windows; a thread's port takes no origin */
import { Worker } from 'node:worker_threads';
import { loadOxcSyntax } from './oxc-syntax.js';
import type { FileText, FindSyntaxError } from './syntax.js';
import { loadTypeScriptParser } from './typescript-syntax.js';

/**
 * Files that are parsed one after the other: the parser, which is large, is then in the processor's cache for all but the first. Right
 * after it was rendered, each took twice as long.
 */
const PARSED_TOGETHER = 200;
/** Files that are sent to a thread at once. */
const SENT_TOGETHER = 50;

/** Parses files while others are still being rendered. */
export interface SyntaxChecker {
  add(path: string, text: string): void;
  /** The first syntax error in all that was added; undefined where there is none. */
  finish(): Promise<string | undefined>;
  /** Ends it, finished or not. */
  close(): void;
}

/**
 * With oxc-transform files are parsed as they are added. TypeScript's parser takes longer to load than most runs do
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
  let batch: FileText[] = [];
  let error: string | undefined;
  const parse = (): void => {
    for (const file of batch) error ??= find(file);
    batch = [];
  };
  return {
    add: (path, text) => {
      batch.push({ path, text });
      if (batch.length >= PARSED_TOGETHER) parse();
    },
    finish: () => {
      parse();
      return Promise.resolve(error);
    },
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
      if (batch.length >= SENT_TOGETHER) send();
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
