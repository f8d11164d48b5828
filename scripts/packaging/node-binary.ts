import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { npm } from './packages.js';

/** A version of Node to run programs with, and the environment in which `node` and npm are that one. */
export interface NodeBinary {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The binary of a major version of Node: the one that runs this, or the registry's package for this platform. */
export function nodeBinary(major: string, folder: string): NodeBinary {
  const path = process.versions.node.startsWith(`${major}.`) ? process.execPath : installNode(major, folder);
  return { path, env: { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env['PATH'] ?? ''}` } };
}

/** Installs the binary of a major version of Node; the registry has it as a package for each platform. */
export function installNode(major: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const platform = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  npm(['install', '--no-save', '--prefer-offline', '--prefix', folder, `${platform}@${major}`], folder);
  return join(folder, 'node_modules', platform, 'bin', 'node');
}
