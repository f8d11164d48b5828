#!/usr/bin/env node
import { compileLate } from './cli/late-compiler.js';
import { run } from './cli/run.js';

compileLate();
process.exitCode = await run(process.argv.slice(2));
