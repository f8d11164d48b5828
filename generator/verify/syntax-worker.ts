/* oxlint-disable unicorn/require-post-message-target-origin -- that is for windows; a thread's port takes no origin */
import { parentPort } from 'node:worker_threads';
import { loadParser, syntaxErrorIn } from './syntax.js';
import type { FileText } from './syntax.js';

/* Parses batches of files as they come, and answers the end of them (`null`) with the first error, or `null`. */
loadParser();
let error: string | undefined;
parentPort?.on('message', (files: readonly FileText[] | null) => {
  if (files === null) parentPort?.postMessage(error ?? null);
  else error ??= syntaxErrorIn(files);
});
