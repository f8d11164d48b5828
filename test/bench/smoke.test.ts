import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defineResource } from '@informer-gen/runtime';
import { FakeClient } from '@informer-gen/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPods } from '../../bench/lib/create-pods.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const goMissing = !isGoInstalled();
if (goMissing) console.warn('No Go on the PATH: the benchmark is not tried. Install it from https://go.dev/dl/');

function isGoInstalled(): boolean {
  return spawnSync('go', ['version']).status === 0;
}

interface Report {
  readonly suite: string;
  readonly settings: { readonly [name: string]: number };
  readonly rows: readonly {
    readonly id: string;
    readonly figures: { readonly [name: string]: number };
    readonly rounds: readonly unknown[];
    readonly errors: readonly string[];
  }[];
  readonly ratios: readonly {
    readonly section: string;
    readonly ratio: number | null;
    readonly reached: boolean | null;
  }[];
}

async function bench(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const script = ['--conditions=@informer-gen/source', '--import', 'tsx', join(root, 'bench', 'run.ts')];
  return await run(process.execPath, [...script, ...args], { cwd: root });
}

describe('the benchmark', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'informer-gen-bench-test-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.skipIf(goMissing)(
    'measures ours beside the floor, and writes every figure, every ratio and a plot',
    async () => {
      const [json, svg] = [join(folder, 'report.json'), join(folder, 'report.svg')];
      const sizes = ['--objects', '200', '--events', '150', '--rounds', '2'];
      const { stdout } = await bench(...sizes, '--only', 'floor,ours', '--json', json, '--svg', svg);
      const report = JSON.parse(await readFile(json, 'utf8')) as Report;

      expect(report.suite).toBe('informer');
      expect(report.settings).toMatchObject({ objects: 200, events: 150, rounds: 2 });
      expect(report.rows.map(({ id, errors, rounds }) => ({ id, errors, rounds: rounds.length }))).toEqual([
        { id: 'floor', errors: [], rounds: 2 },
        { id: 'ours', errors: [], rounds: 2 },
      ]);
      const common = [
        'syncMs',
        'syncCpuMs',
        'eventsMs',
        'eventsCpuMs',
        'heapPerObject',
        'rssPerObject',
        'peakRss',
        'steadyRss',
      ];
      const reads = ['scanPerSecond', 'byIndexPerSecond', 'namespaceListPerSecond', 'getPerSecond'];
      for (const { figures } of report.rows) {
        for (const name of common) expect(figures, name).toHaveProperty(name, expect.any(Number));
        expect(figures['objects']).toBe(200);
      }
      for (const name of reads) expect(report.rows[1]?.figures[name]).toBeGreaterThan(0);

      const sections = [...new Set(report.ratios.map(({ section }) => section.slice(0, 1)))];
      expect(sections).toEqual(['1', '2', '3', '4', '5', '6']);
      const measured = report.ratios.filter(({ ratio }) => ratio !== null);
      expect(measured.length).toBeGreaterThan(0);
      for (const { ratio, reached } of report.ratios) expect(reached === null).toBe(ratio === null);

      expect(stdout).toContain('Node floor');
      expect(stdout).toMatch(/not measured/);
      expect(await readFile(svg, 'utf8')).toMatch(/^<svg [^>]+>[^]*informer-gen[^]*<\/svg>\n$/);
    },
    300_000,
  );

  it.skipIf(goMissing)(
    'serves pods that an API server takes, so that they can be created on a real one',
    async () => {
      const client = new FakeClient();
      await createPods(client, 40);
      const pods = defineResource({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });
      const { items } = await client.list(pods);
      expect(items).toHaveLength(40);
      expect(items[0]).toMatchObject({ status: { phase: 'Running' } });
    },
    300_000,
  );

  it('says what is wrong with a command line, and where to look', async () => {
    await expect(bench('--suite', 'nothing')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no suite nothing, only informer, .*--help/) as string,
    });
  });
});
