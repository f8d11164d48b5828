import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ApiServerBuildError,
  ApiServerMissingError,
  apiServerRequired,
  buildApiServer,
  cacheFolder,
  findApiServer,
  missingApiServerNotice,
  pinnedKubernetesVersion,
  requireApiServer,
} from '@informer-gen/testing';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'informer-gen-binaries-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Puts empty programs into a new folder and returns its path. */
async function folderWith(name: string, programs: readonly string[] = ['kube-apiserver', 'etcd']): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  for (const program of programs) {
    await writeFile(join(path, program), '');
    await chmod(join(path, program), 0o755);
  }
  return path;
}

describe('looking for kube-apiserver and etcd', () => {
  it('takes KUBEBUILDER_ASSETS before the PATH, and the PATH before the cache', async () => {
    const assets = await folderWith('assets');
    const path = await folderWith('path');
    const cache = { INFORMER_GEN_CACHE: join(folder, 'cache') };
    const cached = await folderWith(cacheFolder(cache).slice(folder.length + 1));

    expect(findApiServer({ ...cache, KUBEBUILDER_ASSETS: assets, PATH: path })).toEqual({
      kubeApiServer: join(assets, 'kube-apiserver'),
      etcd: join(assets, 'etcd'),
      source: 'KUBEBUILDER_ASSETS',
    });
    expect(findApiServer({ ...cache, PATH: path })?.source).toBe('PATH');
    expect(findApiServer({ ...cache, PATH: '' })).toEqual({
      kubeApiServer: join(cached, 'kube-apiserver'),
      etcd: join(cached, 'etcd'),
      source: 'cache',
    });
  });

  it('finds the two in different folders of the PATH', async () => {
    const one = await folderWith('one', ['etcd']);
    const two = await folderWith('two', ['kube-apiserver']);

    const found = findApiServer({ PATH: [one, two].join(delimiter), INFORMER_GEN_CACHE: folder });

    expect(found).toEqual({ kubeApiServer: join(two, 'kube-apiserver'), etcd: join(one, 'etcd'), source: 'PATH' });
  });

  it('does not take one without the other, a folder, or a file that cannot be run', async () => {
    const lone = await folderWith('lone', ['kube-apiserver']);
    const folders = await folderWith('folders', []);
    await mkdir(join(folders, 'kube-apiserver'));
    await mkdir(join(folders, 'etcd'));
    const plain = await folderWith('plain');
    await chmod(join(plain, 'etcd'), 0o644);

    for (const path of [lone, folders, plain]) {
      expect(findApiServer({ KUBEBUILDER_ASSETS: path, PATH: path, INFORMER_GEN_CACHE: folder })).toBeUndefined();
    }
  });

  it('says in one line with the command that there is none', () => {
    expect(missingApiServerNotice()).toContain('informer-gen-apiserver build');
    expect(missingApiServerNotice()).not.toContain('\n');
    expect(() => requireApiServer({ INFORMER_GEN_CACHE: folder })).toThrow(ApiServerMissingError);
    expect(() => requireApiServer({ INFORMER_GEN_CACHE: folder })).toThrow('informer-gen-apiserver build');
  });

  it('insists on a server only when told to', () => {
    expect(apiServerRequired({ INFORMER_GEN_REQUIRE_APISERVER: '1' })).toBe(true);
    expect(apiServerRequired({ INFORMER_GEN_REQUIRE_APISERVER: '0' })).toBe(false);
    expect(apiServerRequired({})).toBe(false);
  });

  it('names the cache folder by version, system and architecture', () => {
    const version = pinnedKubernetesVersion();

    expect(version).toMatch(/^v1\.\d+\.\d+$/);
    expect(cacheFolder({ XDG_CACHE_HOME: folder })).toMatch(new RegExp(`^${folder}/informer-gen/apiserver/`));
    expect(cacheFolder({ INFORMER_GEN_CACHE: folder, XDG_CACHE_HOME: '/elsewhere' })).toContain(
      join(folder, 'apiserver', `${version}-${process.platform}-${process.arch}-`),
    );
  });
});

describe('building kube-apiserver and etcd', () => {
  it('leaves a build that is there alone', async () => {
    const env = { INFORMER_GEN_CACHE: folder, PATH: '' };
    await mkdir(cacheFolder(env), { recursive: true });
    const lines: string[] = [];

    await expect(buildApiServer({ env, log: (line) => lines.push(line) })).resolves.toBe(cacheFolder(env));

    expect(lines).toEqual([`Already built: ${cacheFolder(env)}`]);
  });

  it('says what to install where there is no Go', async () => {
    const building = buildApiServer({ env: { INFORMER_GEN_CACHE: folder, PATH: join(folder, 'nothing') } });

    await expect(building).rejects.toThrow(ApiServerBuildError);
    await expect(building).rejects.toThrow(/Go is not installed.*https:\/\/go\.dev\/dl/);
  });

  it('leaves nothing half-built behind when a build fails', async () => {
    const bin = await folderWith('bin', []);
    await writeFile(
      join(bin, 'go'),
      '#!/bin/sh\n[ "$1" = version ] && echo go version go0.0 && exit 0\necho broken; exit 3\n',
    );
    await chmod(join(bin, 'go'), 0o755);
    const env = { INFORMER_GEN_CACHE: join(folder, 'cache'), PATH: `${bin}${delimiter}/bin${delimiter}/usr/bin` };

    const building = buildApiServer({ env });

    await expect(building).rejects.toThrow(/etcd failed with exit code 3:\nbroken/);
    expect(findApiServer({ INFORMER_GEN_CACHE: env.INFORMER_GEN_CACHE })).toBeUndefined();
    expect(await readdir(join(env.INFORMER_GEN_CACHE, 'apiserver'))).toEqual([]);
  });
});
