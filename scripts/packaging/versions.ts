import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.js';

/** A location that holds the version of this repository's packages. */
export interface VersionPlace {
  readonly file: string;
  /** What is in it: `version`, or how `peerDependencies` name it. */
  readonly what: string;
  /** Global; the version is what its group catches. Every match counts. */
  readonly pattern: RegExp;
}

const packageVersion = /^ {2}"version": "([^"]*)"/gm;
/** In the lock file, for the packages of the repository. */
const lockedVersion = /"name": "(?:informer-gen|@informer-gen\/[a-z]+)",\s+"version": "([^"]*)"/g;
const runtimePeer = /"@informer-gen\/runtime": "\^([^"]*)"/g;

/**
 * Every location, besides generated files and CHANGELOG.md, that says the version. The packages are released together, with
 * one number. (The generator reads its own package.json.)
 */
export const versionPlaces: readonly VersionPlace[] = [
  { file: 'package.json', what: 'version', pattern: packageVersion },
  { file: 'runtime/package.json', what: 'version', pattern: packageVersion },
  { file: 'generated/package.json', what: 'version', pattern: packageVersion },
  { file: 'generated/package.json', what: 'peer @informer-gen/runtime', pattern: runtimePeer },
  { file: 'testkit/package.json', what: 'version', pattern: packageVersion },
  { file: 'testkit/package.json', what: 'peer @informer-gen/runtime', pattern: runtimePeer },
  { file: 'package-lock.json', what: 'versions', pattern: lockedVersion },
  { file: 'package-lock.json', what: 'peer @informer-gen/runtime', pattern: runtimePeer },
  { file: 'runtime/src/transport/user-agent.ts', what: 'RUNTIME_VERSION', pattern: /RUNTIME_VERSION = '([^']*)'/g },
];

/** What each location says. A location that says nothing is a mistake, and throws. */
export function statedVersions(): { readonly place: string; readonly version: string }[] {
  return versionPlaces.flatMap(({ file, what, pattern }) => {
    const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)];
    if (found.length === 0) throw new Error(`${file} has no ${what}`);
    return found.map(([, version]) => ({ place: `${file}, ${what}`, version: version as string }));
  });
}

/** Puts a version into every location. */
export function setVersion(version: string): void {
  for (const { file, pattern } of versionPlaces) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(pattern, (match, old: string) => replaceLast(match, old, version)),
    );
  }
}

function replaceLast(text: string, old: string, replacement: string): string {
  const at = text.lastIndexOf(old);
  return `${text.slice(0, at)}${replacement}${text.slice(at + old.length)}`;
}
