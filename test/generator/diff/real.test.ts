import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { diff } from '../../../generator/index.js';
import type { DiffReport } from '../../../generator/index.js';
import { DATA, hasData, Workspace } from '../support/workspace.js';

const there = hasData();
const openapi = path.join(DATA, 'openapi');
const release = (name: string): string => path.join(openapi, name === 'newest' ? 'v3' : `swagger-v1.${name}.0.json`);

const known = new Map<string, Promise<DiffReport>>();

function between(old: string, now: string): Promise<DiffReport> {
  const key = `${old}>${now}`;
  const report = known.get(key) ?? diff({ old: release(old), new: release(now) });
  known.set(key, report);
  return report;
}

function removed({ changes }: DiffReport, apiVersion: string): string[] {
  return changes
    .filter(({ rule, subject }) => /^(?:kind|version)-removed$/.test(rule) && subject?.apiVersion === apiVersion)
    .map(({ replacement, path: kind }) => `${kind} → ${replacement?.apiVersion}`);
}

describe.skipIf(!there)('diff of real Kubernetes releases', () => {
  const FLOW = 'flowcontrol.apiserver.k8s.io';
  const both = [`FlowSchema → ${FLOW}/v1`, `PriorityLevelConfiguration → ${FLOW}/v1`];

  it('knows when the versions of flowcontrol went, and what replaced them', async () => {
    expect(removed(await between('28', '31'), `${FLOW}/v1beta2`)).toEqual(both);
    expect(removed(await between('28', '31'), `${FLOW}/v1beta3`)).toEqual([]);
    expect(removed(await between('31', '33'), `${FLOW}/v1beta3`)).toEqual(both);
    expect(removed(await between('28', '35'), `${FLOW}/v1beta2`)).toEqual(both);
  }, 60_000);

  it('says that flowcontrol v1beta3 is deprecated where v1 appears, and Endpoints where the description says so', async () => {
    const deprecated = ({ changes }: DiffReport): string[] =>
      changes
        .filter(({ rule }) => rule === 'version-deprecated')
        .map(({ path: kind, subject }) => `${subject?.apiVersion} ${kind}`);
    expect(deprecated(await between('28', '31'))).toEqual([
      `${FLOW}/v1beta3 FlowSchema`,
      `${FLOW}/v1beta3 PriorityLevelConfiguration`,
    ]);
    expect(deprecated(await between('31', '33'))).toContain('v1 Endpoints');
  }, 60_000);

  it('finds fields that are known to have come and gone', async () => {
    const paths = (report: DiffReport, rule: string): string[] =>
      report.changes.filter((change) => change.rule === rule).map((change) => change.path);
    expect(paths(await between('28', '31'), 'field-removed')).toEqual(
      expect.arrayContaining(['PodResourceClaim.source', 'PersistentVolumeClaimSpec.resources.claims']),
    );
    expect(paths(await between('31', '33'), 'made-optional')).toContain('StatefulSet.spec.serviceName');
    expect(paths(await between('28', '31'), 'field-added').some((one) => one.endsWith('appArmorProfile'))).toBe(true);
  }, 60_000);

  it.each([
    ['28', '31'],
    ['31', '33'],
    ['33', '35'],
    ['35', 'newest'],
  ])(
    'reads %s and %s whole, with a place for each change',
    async (old, now) => {
      const report = await between(old, now);
      expect([...report.old.problems, ...report.new.problems]).toEqual([]);
      expect(report.changes.length).toBeGreaterThan(50);
      for (const change of report.changes) {
        const place = change.new ?? change.old;
        expect(place?.pointer).toMatch(/^\/(?:definitions|components\/schemas)\//);
      }
      const kinds = new Set(report.changes.flatMap(({ affects = [] }) => affects.map(({ kind }) => kind)));
      expect(kinds.size).toBeGreaterThan(0);
    },
    60_000,
  );

  it.each(['28', '35', 'newest'])(
    'finds nothing between %s and itself',
    async (name) => {
      expect((await between(name, name)).changes).toEqual([]);
    },
    60_000,
  );
});

describe.skipIf(!there)('diff of real CRDs', () => {
  const folder = (name: string): string => path.join(DATA, 'crds', name);

  it('finds nothing between any of them and itself, nor between them and what was generated from them', async () => {
    const workspace = new Workspace();
    const options = { crd: [path.join(DATA, 'crds')], skipInvalid: true, verify: 'none' } as const;
    await workspace.generate(options);
    // As if the inputs were not at hand: the output itself is read.
    const manifest = workspace.read('generated/.informer-gen.json');
    workspace.write('generated/.informer-gen.json', manifest.replace(/"crd [^"]*"/, '"crd none"'));
    const report = await diff({ old: 'generated', new: path.join(DATA, 'crds'), cwd: workspace.folder });
    expect(report.old.notes).toEqual([expect.stringContaining('the generated types are compared')]);
    expect(report.changes).toEqual([]);
    expect(report.new.kinds).toBeGreaterThan(200);
    expect((await diff({ old: path.join(DATA, 'crds'), new: path.join(DATA, 'crds') })).changes).toEqual([]);
  }, 120_000);

  it('compares two versions of the same CRDs, with pointers that lead somewhere in both', async () => {
    const mine = folder('cert-manager+cert-manager');
    const others = folder('fabric8io+kubernetes-client');
    const shared = readdirSync(mine).filter((file) => existsSync(path.join(others, file)));
    expect(shared).toContain('certificates.cert-manager.io.yaml');
    const workspace = new Workspace();
    for (const side of ['old', 'new']) mkdirSync(workspace.path(side));
    for (const file of shared) {
      workspace.write(`old/${file}`, readFileSync(path.join(others, file), 'utf8'));
      workspace.write(`new/${file}`, readFileSync(path.join(mine, file), 'utf8'));
    }
    const { changes, old, new: now } = await diff({ old: 'old', new: 'new', cwd: workspace.folder });
    expect([...old.problems, ...now.problems]).toEqual([]);
    expect(changes.length).toBeGreaterThan(10);
    const { parseDocuments } = await import('../../../generator/input/parse-documents.js');
    for (const place of changes.flatMap((change) => [change.old, change.new])) {
      if (place === undefined) continue;
      const documents = parseDocuments(workspace.read(place.file));
      expect(valueAt(documents[(place.document ?? 1) - 1], place.pointer), place.pointer).toBeDefined();
    }
  }, 60_000);
});

function valueAt(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, segment) => (value as Record<string, unknown> | undefined)?.[segment], document);
}
