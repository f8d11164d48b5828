import path from 'node:path';
import { loadUserProgram } from '../program/user-program.js';
import { rulesOf } from '../role/rules.js';
import type { RoleRule } from '../role/rules.js';
import { findUses } from './find-uses.js';

/** What to look through. */
export interface RbacOptions {
  /** Default: the current folder. */
  readonly cwd?: string;
  /** Default `tsconfig.json`. */
  readonly tsconfig?: string | undefined;
}

/** What a program needs. */
export interface RbacReport {
  readonly rules: readonly RoleRule[];
  /** How many files were looked through: tests are left out. */
  readonly files: number;
  /** Code whose resource the program does not tell, as `src/main.ts:12`: rules for it must be added by hand. */
  readonly unknown: readonly string[];
}

/** Tests run on a test server, whatever they do. */
const TEST_FILE = /[./](test|spec)\.[cm]?tsx?$|\/(tests?|__tests__)\//;

/**
 * Finds the permissions that a program needs: for the resources that it caches, and for its calls of the client.
 *
 * @example
 * const { rules, unknown } = rbac({ tsconfig: 'tsconfig.json' });
 */
export function rbac({ cwd = process.cwd(), tsconfig = 'tsconfig.json' }: RbacOptions = {}): RbacReport {
  const folder = path.dirname(path.resolve(cwd, tsconfig)).split(path.sep).join('/');
  const program = loadUserProgram(path.resolve(cwd, tsconfig), cwd);
  const files = program.files.filter(({ fileName }) => !TEST_FILE.test(fileName.slice(folder.length)));
  const { permissions, unknown } = findUses({ ...program, files }, cwd);
  return { rules: rulesOf(permissions), files: files.length, unknown };
}
