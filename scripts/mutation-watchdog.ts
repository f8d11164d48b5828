/**
 * Setup file of the tests that run against a mutated runtime: ends the process when a mutation makes it loop for ever, which
 * no timeout of a test could. The timer is in a thread of its own.
 */
import { Worker } from 'node:worker_threads';

const limitMs = 40_000;

new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${limitMs})`, { eval: true }).unref();
