import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importedFile, importedFiles, importPath } from '../../../generator/layout/modules.js';
import * as paths from '../../../generator/layout/paths.js';

const word = fc.oneof(
  fc.stringMatching(/^[a-z]([-a-z0-9]{0,8}[a-z0-9])?$/),
  fc.constantFrom('index', 'types', 'shared', 'core', 'factory', 'generic', 'v1', 'expansion'),
  fc.constantFrom('informers', 'writes', 'clientset'),
  fc.constantFrom('con', 'prn', 'aux', 'nul', 'com1', 'lpt9'),
);
const group = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('.')),
  fc.constantFrom('', 'core', 'shared', 'index.ts', 'factory.ts', 'generic.ts', 'clientset.ts', 'apps'),
);
const resource = fc.record({ group, version: word, plural: word });
const hash = fc.stringMatching(/^[0-9a-f]{8}$/);

/** Every module that declares definitions. */
function typesPaths(one: { group: string; version: string }): string[] {
  return [paths.versionTypesPath(one), 'shared/com.example.ts'];
}

describe('the layout of the output', () => {
  it('tells from a path what the file is, for every path that it makes', () => {
    fc.assert(
      fc.property(resource, hash, (one, digits) => {
        const { group: name, version } = one;
        expect(paths.fileAt(paths.groupPath(name))).toEqual({ type: 'group', group: name });
        expect(paths.fileAt(paths.versionPath(one))).toEqual({ type: 'version', group: name, version });
        expect(paths.fileAt(paths.versionTypesPath(one))).toEqual({ type: 'versionTypes', group: name, version });
        expect(paths.fileAt(paths.resourcePath(one))).toEqual({ type: 'resource', ...one });
        expect(paths.fileAt(paths.crdTypesPath(one, 'split'))).toEqual({ type: 'resourceTypes', ...one });
        expect(paths.crdTypesPath(one, 'merged')).toBe(paths.resourcePath(one));
        for (const types of typesPaths(one)) {
          expect(paths.fileAt(paths.writesPath(types))).toEqual({ type: 'writes' });
        }
        for (const layout of ['split', 'merged'] as const) {
          expect(paths.writesPath(paths.crdTypesPath(one, layout))).toBe(paths.resourcePath(one));
        }
        expect(paths.fileAt(paths.expansionPath(one))).toEqual({ type: 'expansion', ...one });
        const shared = paths.sharedShapePath('podSpec', digits);
        expect(paths.fileAt(shared)).toEqual({ type: 'sharedShape' });
        expect(paths.writesPath(shared)).toBe(shared);
      }),
    );
    for (const path of [paths.INDEX_PATH, paths.FACTORY_PATH, paths.CLIENTSET_PATH, paths.GENERIC_PATH]) {
      expect(paths.fileAt(path)).toEqual({ type: 'root' });
    }
    expect(paths.fileAt(paths.MANIFEST_PATH)).toEqual({ type: 'manifest' });
    expect(paths.fileAt('shared/com.example.ts')).toEqual({ type: 'definitions' });
  });

  it('puts how a version is written beside its types, even where it is called as what is shared', () => {
    const types = paths.versionTypesPath({ group: 'example.com', version: 'shared' });
    expect(paths.writesPath(types)).toBe('example.com/shared/writes.ts');
    expect(paths.writesPath('shared/types.ts')).toBe('shared/writes/types.ts');
    expect(paths.writesPath('@informer-gen/kubernetes/shared/k8s')).toBe('@informer-gen/kubernetes/shared/writes/k8s');
  });

  it('gives no two things one path', () => {
    const all = (one: { group: string; version: string; plural: string }): string[] => [
      paths.INDEX_PATH,
      paths.FACTORY_PATH,
      paths.GENERIC_PATH,
      paths.CLIENTSET_PATH,
      paths.groupPath(one.group),
      paths.versionPath(one),
      paths.versionTypesPath(one),
      paths.resourcePath(one),
      paths.crdTypesPath(one, 'split'),
      paths.expansionPath(one),
      ...new Set(typesPaths(one).map(paths.writesPath)),
    ];
    fc.assert(
      fc.property(resource, (one) => {
        const made = all(one);
        expect(new Set(made).size).toBe(made.length);
        // Nor is one of our files the folder of another.
        for (const path of made) expect(made.filter((other) => other.startsWith(`${path}/`))).toEqual([]);
      }),
    );
  });

  it('gives no file or folder a name that Windows keeps for a device', () => {
    fc.assert(
      fc.property(resource, (one) => {
        const segments = [paths.resourcePath(one), paths.crdTypesPath(one, 'split'), paths.expansionPath(one)].flatMap(
          (path) => path.split('/'),
        );
        for (const segment of segments) {
          expect(segment).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
          expect(segment).not.toMatch(/[. ]$/);
        }
      }),
    );
  });

  it.each(['NOTES.md', 'a.ts', 'example.com/x.ts', 'example.com/v1/other/a.ts', 'a/b/types/c/d.ts'])(
    'knows nothing of %s',
    (path) => {
      expect(paths.fileAt(path)).toBeUndefined();
    },
  );

  it.each(['.ts', '.d.ts', '.d.mts', '.mts'])('finds the output around a file that ends in %j', (end) => {
    const version = { group: 'example.com', version: 'v1' };
    const file = `/home/me/out/example.com/v1/widgets${end}`;
    const folder = paths.outputFolderOf(file, version);
    expect(folder).toBe('/home/me/out/');
    expect(paths.fileBelow(folder ?? '', file)).toEqual({ type: 'resource', ...version, plural: 'widgets' });
    expect(paths.outputFolderOf(file, { group: 'example.com', version: 'v2' })).toBeUndefined();
  });
});

describe('the specifier of an import', () => {
  it('leads back to the file that it was made for', () => {
    const path = resource.map((one) => paths.resourcePath(one));
    fc.assert(
      fc.property(path, path, fc.constantFrom('.js' as const, '.ts' as const, '' as const), (from, to, extension) => {
        const specifier = importPath(from, to, extension);
        expect(importedFile(from, specifier.slice(1, -1))).toBe(to);
        expect(importedFiles(from, `import type * as s1 from ${specifier};\n`)).toEqual([to]);
      }),
    );
  });

  it.each(['// made from "./crds"', "// made from './crds'"])('are found behind a banner that says %s', (banner) => {
    const text = `${banner}\nimport { a } from './a.js';\nexport { b } from "./b.js";\n`;
    expect(importedFiles('index.ts', text).sort()).toEqual(['a.ts', 'b.ts']);
  });
});
