import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ControllerBed } from '@informer-gen/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { readCrds } from '../../../testkit/beds/crd-files.js';
import { websiteCrd, websites } from '../../runtime/controller/support/websites.js';

const folders: string[] = [];
const website = JSON.stringify(websiteCrd);

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'crd-files-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function namesIn(files: Readonly<Record<string, string>>): unknown[] {
  return readCrds(folderWith(files)).map((crd) => (crd['metadata'] as { readonly name?: unknown }).name);
}

describe('the CRDs of a bed that are files', () => {
  it('are found in folders of folders, beside what is no CRD, and in lists', () => {
    const kustomization = 'kind: Kustomization\nresources: [bases/website.yaml]\n';
    const gadget = 'kind: CustomResourceDefinition\nmetadata: { name: gadgets.acme.dev }\n';
    const names = namesIn({
      'kustomization.yaml': kustomization,
      'README.md': 'kind: [',
      'bases/website.yaml': `${kustomization}---\n${website}`,
      'bases/more/list.yml': `kind: List\nitems:\n- ${gadget.replaceAll('\n', '\n  ')}`,
      '.git/config.yaml': 'kind: [',
      'node_modules/a/b.json': '{',
    });
    expect(names.sort()).toEqual(['gadgets.acme.dev', websiteCrd.metadata.name]);
  });

  it('may be there twice, if they are alike', () => {
    expect(namesIn({ 'a.json': website, 'install.yaml': website })).toEqual([websiteCrd.metadata.name]);
    const other = JSON.stringify({ ...websiteCrd, spec: { ...websiteCrd.spec, scope: 'Cluster' } });
    expect(() => namesIn({ 'a.json': website, 'b.json': other })).toThrow(
      /a\.json and .*b\.json both define websites\.web\.acme\.dev, and not alike/,
    );
  });

  it('are missed by name when the path leads to none', () => {
    expect(() => readCrds('no/such/folder')).toThrow(/^crds: no\/such\/folder is not there, seen from /);
    expect(() => namesIn({ 'a.yaml': 'kind: ConfigMap' })).toThrow(
      /there is no CustomResourceDefinition in .*crd-files/,
    );
    expect(() => namesIn({})).toThrow(/\(0 files that end in/);
    expect(() => namesIn({ 'bad.yaml': 'a: [' })).toThrow(/bad\.yaml cannot be read: /);
  });

  it('are served by the bed', async () => {
    await using bed = await ControllerBed.start({
      crds: folderWith({ 'v1/website.json': website }),
      setUp: (manager) => void manager.controller(websites).reconcile(() => {}),
    });
    const wrong = { metadata: { name: 'a', namespace: 'default' }, spec: { html: 1 } };
    await expect(bed.server.create(websites, wrong as never)).rejects.toThrow(/spec\.html/);
  });
});
