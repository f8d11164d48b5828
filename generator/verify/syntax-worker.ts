/* oxlint-disable unicorn/require-post-message-target-origin -- that is for windows; a thread's port takes no origin */
import { parentPort } from 'node:worker_threads';
import { syntaxErrorIn, type FileText } from './syntax.js';

/* Parses batches of files as they come, and answers the end of them (`null`) with the first error, or `null`. */
let work: Promise<string | undefined> = import('ts-morph').then(() => undefined);
parentPort?.on('message', (files: readonly FileText[] | null) => {
  if (files !== null) {
    work = work.then((error) => error ?? syntaxErrorIn(files));
    return;
  }
  work.then(
    (error) => parentPort?.postMessage(error ?? null),
    (error: unknown) => {
      throw error;
    },
  );
});
