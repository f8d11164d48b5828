/* oxlint-disable unicorn/require-post-message-target-origin -- that is for windows; a thread's port takes no origin */
import { parentPort } from 'node:worker_threads';
import type { FileText } from './syntax.js';
import { loadTypeScriptParser } from './typescript-syntax.js';

/* Parses batches of files as they come, and answers the end of them (`null`) with the first error, or `null`. */
const find = loadTypeScriptParser();
let error: string | undefined;
parentPort?.on('message', (files: readonly FileText[] | null) => {
  if (files === null) parentPort?.postMessage(error ?? null);
  else for (const file of files) error ??= find(file);
});
