#!/usr/bin/env node
/**
 * `informer-gen-apiserver build [--force]` builds kube-apiserver and etcd into the cache; `path` prints the folder of
 * those that tests will use.
 */
import { dirname } from 'node:path';
import { findApiServer, missingApiServerNotice } from '../real/binaries.js';
import { buildApiServer } from '../real/build.js';
import { ApiServerBuildError } from '../real/errors.js';

const USAGE = `Usage: informer-gen-apiserver <command>

  build [--force]   build kube-apiserver and etcd with Go, once for each version
  path              print the folder of the programs that tests use, for KUBEBUILDER_ASSETS
`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const [command, ...flags] = process.argv.slice(2);

if (command === 'build') {
  try {
    await buildApiServer({ force: flags.includes('--force'), log: say });
  } catch (error) {
    if (!(error instanceof ApiServerBuildError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
} else if (command === 'path') {
  const found = findApiServer();
  if (found === undefined) say(missingApiServerNotice());
  else process.stdout.write(`${dirname(found.kubeApiServer)}\n`);
  process.exitCode = found === undefined ? 1 : 0;
} else {
  say(USAGE);
  process.exitCode = 2;
}
