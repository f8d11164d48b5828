#!/usr/bin/env node
import { nodeProblem } from './cli/node-version.js';

const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  // Only now: an older Node fails on what these import, and says nothing of versions.
  const { compileLate } = await import('./cli/late-compiler.js');
  const { run } = await import('./cli/run.js');
  compileLate();
  process.exitCode = await run(process.argv.slice(2));
} else {
  process.stderr.write(`informer-gen: ${problem}\n`);
  process.exitCode = 2;
}
