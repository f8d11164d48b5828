import { describe, expect, it } from 'vitest';
import { diffRules } from '../../../../generator/index.js';
import type { Change } from '../../../../generator/index.js';
import { crd, text, version } from '../../support/crds.js';
import { compare, lines } from '../support.js';
import { SCENARIOS } from './scenarios.js';

/** The place that is about the change itself: of what is gone in the old document, else in the new one. */
function pointer({ rule, old, new: now }: Change): string | undefined {
  return (rule.endsWith('removed') ? (old ?? now) : (now ?? old))?.pointer;
}

function shown(change: Change): string {
  return `${change.rule} ${change.path} ${pointer(change)}`;
}

describe('diff', () => {
  it.each(SCENARIOS)('finds $name', async ({ old, new: now, says }) => {
    const { changes } = await compare(old, now);
    expect(changes.map(shown).sort()).toEqual([...says].sort());
  });

  it.each(SCENARIOS)('sees $name from the other side as its mirror', async ({ old, new: now }) => {
    const [forth, back] = [await compare(old, now), await compare(now, old)];
    const mirrored = forth.changes.map(({ rule, path }) => `${diffRules[rule].mirror} ${path}`);
    expect(lines(back.changes).sort()).toEqual(mirrored.sort());
  });

  it.each(SCENARIOS)('finds nothing when $name is compared with itself', async ({ old, new: now }) => {
    expect((await compare(old, old)).changes).toEqual([]);
    expect((await compare(now, now)).changes).toEqual([]);
  });

  it('has a scenario for every rule, but for those of open enums', async () => {
    const reports = await Promise.all(SCENARIOS.map(({ old, new: now }) => compare(old, now)));
    const found = new Set(reports.flatMap(({ changes }) => changes.map(({ rule }) => rule)));
    const open = ['open-enum-cut', 'open-enum-grown'];
    expect([...found, ...open].sort()).toEqual(Object.keys(diffRules).sort());
  });

  it('classes changes as the table says', () => {
    const names = (...audiences: string[]): string[] =>
      Object.entries(diffRules)
        .filter(([, { breaks }]) => breaks.join() === audiences.join())
        .map(([name]) => name)
        .sort();
    expect({ both: names('readers', 'writers'), readers: names('readers'), writers: names('writers') }).toEqual({
      both: [
        'enum-cut',
        'field-removed',
        'format-changed',
        'kind-removed',
        'plural-changed',
        'required-field-removed',
        'scope-changed',
        'type-changed',
        'unknown-fields-pruned',
        'version-removed',
      ],
      readers: [
        'enum-grown',
        'format-removed',
        'made-optional',
        'nullable-added',
        'presence-lost',
        'selectable-field-removed',
        'type-widened',
      ],
      writers: [
        'default-changed',
        'default-removed',
        'format-added',
        'list-keys-changed',
        'made-required',
        'nullable-removed',
        'open-enum-cut',
        'required-field-added',
        'status-subresource-added',
        'status-subresource-removed',
        'subresource-removed',
        'type-narrowed',
        'validation-changed',
        'validation-tightened',
      ],
    });
  });

  it('has rules whose mirrors are mirrors', () => {
    for (const [name, { mirror }] of Object.entries(diffRules)) expect(diffRules[mirror].mirror).toBe(name);
  });

  it('takes enums as open when told so', async () => {
    const schema = (...values: string[]): unknown => ({
      type: 'object',
      properties: { mode: { type: 'string', enum: values } },
    });
    const [old, now] = [text(crd({ schema: schema('A', 'B') })), text(crd({ schema: schema('A', 'C') }))];
    const { changes } = await compare(old, now, { enums: 'open' });
    expect(changes.map(({ rule, breaks, message }) => ({ rule, breaks, message }))).toEqual([
      { rule: 'open-enum-cut', breaks: ['writers'], message: 'may not be "B" any more' },
      { rule: 'open-enum-grown', breaks: [], message: 'may be "C" too' },
    ]);
  });

  it('compares only what is included', async () => {
    const old = text(crd(), crd({ kind: 'Gear' }));
    const { changes } = await compare(old, text(crd({ group: 'other.io' })), { include: ['*/*/Gear'] });
    expect(lines(changes)).toEqual(['kind-removed Gear']);
  });

  it('names what a deprecation warning names as the replacement', async () => {
    const beta = { ...version('v1beta1'), storage: false };
    const warning = 'example.com/v1beta1 Widget is deprecated; use gears.example.com/v2 Gear';
    const { changes } = await compare(
      text(crd({ versions: [version('v1'), beta] })),
      text(crd({ versions: [version('v1'), { ...beta, deprecated: true, deprecationWarning: warning }] })),
    );
    expect(changes).toMatchObject([
      {
        rule: 'version-deprecated',
        message: `is deprecated: ${warning}`,
        replacement: { apiVersion: 'gears.example.com/v2', kind: 'Gear', by: 'author' },
      },
    ]);
  });

  it('offers the best version that is left where nobody names a replacement', async () => {
    const versions = ['v1alpha1', 'v1beta1', 'v1', 'v2beta1'].map((name, i) => ({
      ...version(name),
      storage: i === 0,
    }));
    const old = text(crd({ versions: [...versions, { ...version('v1alpha2'), storage: false }] }));
    const { changes } = await compare(old, text(crd({ versions })));
    expect(changes).toMatchObject([
      { rule: 'version-removed', replacement: { apiVersion: 'example.com/v1', kind: 'Widget', by: 'same kind' } },
    ]);
  });

  it('reports a CRD that cannot be read and compares the others', async () => {
    const broken = { ...crd({ kind: 'Gear' }), spec: {} };
    const report = await compare(text(crd(), crd({ kind: 'Gear' })), text(crd({ scope: 'Cluster' }), broken));
    expect(report.new.problems).toMatchObject([{ severity: 'error', location: { document: 2 } }]);
    expect(lines(report.changes)).toContain('scope-changed Widget');
  });
});
