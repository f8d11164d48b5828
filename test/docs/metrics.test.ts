import { readFileSync } from 'node:fs';
import { Metrics } from '@informer-gen/runtime/metrics';
import { expect, it } from 'vitest';

it('docs/metrics.md has a row for every metric, with its type and labels, and for no other', () => {
  const text = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z_]+)`\s*\| (counter|gauge|histogram)\s*\| ([^|]*)\|/gm)].map(
    ([, name, type, labels = '']) => `${name} ${type} ${labels.trim()}`,
  );
  const found: string[] = [];
  new Metrics().registerIn({
    getSingleMetric: () => undefined,
    registerMetric: ({ name, type, labelNames }: { name: string; type: string; labelNames: readonly string[] }) =>
      void found.push(`${name} ${type} ${labelNames.join(', ')}`),
  });
  expect(documented.sort()).toEqual(found.sort());
});
