import { setFlagsFromString } from 'node:v8';

/** By the major version of the engine: how it is told to wait ten times as long. Node 20 has 11, Node 22 has 12, Node 24 has 13. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ['11', '--interrupt-budget=1000000'],
  ['12', '--invocation-count-for-turbofan=30000'],
  ['13', '--invocation-count-for-turbofan=30000'],
]);

/**
 * Lets the engine optimise only what has run ten times as long as it would wait for by itself: for the command line, whose
 * process ends after a second or two. There optimising, in threads of its own, takes more CPU than it saves: a quarter of all
 * goes if it comes later (bench suite `generator`). One that goes on, `--watch`, has its code
 * optimised a little later. An engine whose flag is not known stays as it is: it would complain of one that it does not have.
 */
export function compileLate(): void {
  const flag = lateFlag(process.versions.v8);
  if (flag !== undefined) setFlagsFromString(flag);
}

/** The flag for a version of the engine; undefined where it is not known. */
export function lateFlag(version: string): string | undefined {
  return FLAGS.get(version.split('.', 1)[0] ?? '');
}
