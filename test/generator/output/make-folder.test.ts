import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../../generator/output/make-folder.js';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'informer-gen-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function failure(code: string): never {
  throw Object.assign(new Error(code), { code });
}

it('makes a folder with those that it is in, and is content with one that is there', () => {
  const folder = join(newFolder(), 'a/b/c');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it('gives up where a file system says that the folder around it does not exist, which it does', () => {
  const folder = join(newFolder(), 'a');
  expect(() => makeFolder(folder, { existsSync, mkdirSync: () => failure('ENOENT') })).toThrow('ENOENT');
});

it('takes a folder that another run has made meanwhile', () => {
  const folder = join(newFolder(), 'a');
  const fs = { existsSync, mkdirSync: (path: string) => (mkdirSync(path), failure('EEXIST')) };
  makeFolder(folder, fs);
  expect(existsSync(folder)).toBe(true);
});
