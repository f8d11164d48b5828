/**
 * Packs every package that is published and checks the tarballs' shape: publint and are-the-types-wrong clean, and nothing
 * in them that should not be.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const packages = ['.', 'runtime'];

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
  readonly files: readonly { readonly path: string }[];
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(join(root, 'node_modules', '.bin', command), [...args], { cwd: root, encoding: 'utf8' });
}

/** Files that nobody who installs the package needs. */
const unwanted = /(^|\/)(test|bench|examples|node_modules|\.ci)\/|\.test\.|tsbuildinfo|\.log$/;

const folder = mkdtempSync(join(tmpdir(), 'informer-gen-pack-'));
try {
  for (const location of packages) {
    const { name } = JSON.parse(readFileSync(join(root, location, 'package.json'), 'utf8')) as { name: string };
    const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: join(root, location),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const parsed = JSON.parse(
      output.slice(output.indexOf('\n[') === -1 ? output.search(/[[{]/) : output.indexOf('\n[')),
    ) as Packed[] | Record<string, Packed>;
    const packed = Object.values(parsed)[0] as Packed;
    const tarball = join(folder, packed.filename);
    const stray = packed.files.filter(({ path }) => unwanted.test(path));
    if (stray.length > 0)
      throw new Error(`${name} packs files it should not: ${stray.map(({ path }) => path).join(', ')}`);
    run('publint', [tarball, '--strict']);
    run('attw', [tarball, '--profile', 'esm-only']);
    console.log(
      `${name}: ${packed.entryCount} files, ${Math.round(packed.size / 1024)} KB packed, ${Math.round(packed.unpackedSize / 1024)} KB unpacked; publint and attw clean`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
