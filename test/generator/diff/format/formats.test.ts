import { describe, expect, it } from 'vitest';
import { diff, formatDiff } from '../../../../generator/index.js';
import type { DiffFormat, DiffReport } from '../../../../generator/index.js';
import { run } from '../../../../generator/cli/run.js';
import type { Terminal } from '../../../../generator/cli/terminal.js';
import { crd, specOf, text, version } from '../../support/crds.js';
import { Workspace } from '../../support/workspace.js';
import { builtIn, openApi } from '../openapi-fixture.js';

const string = { type: 'string' };
const HOSTILE = '</script><img src=x onerror=alert(1)> `a` | *b* @team \u001b[31mred';

/** A bit of everything, with texts that try to leave their place. */
function report(): Promise<DiffReport> {
  const beta = { ...version('v1beta1'), storage: false };
  const workspace = new Workspace({
    'old/widgets.yaml': text(
      crd({
        versions: [
          version('v1', specOf({ size: string, mode: { type: 'string', enum: ['A'] }, '<b>|`x`': string, n: string })),
          beta,
        ],
      }),
      crd({ kind: 'Gear' }),
    ),
    'new/widgets.yaml': text(
      crd({
        versions: [
          version(
            'v1',
            specOf(
              {
                size: { type: 'integer' },
                mode: { type: 'string', enum: ['A', HOSTILE] },
                n: { ...string, description: `Deprecated: ${HOSTILE}` },
                extra: string,
              },
              { required: ['n'] },
            ),
          ),
          { ...beta, deprecated: true, deprecationWarning: 'use example.com/v1 Widget' },
        ],
      }),
    ),
    'old/api.json': openApi(
      ['Pod', 'Job'].map((kind) => ({ ...builtIn('', 'v1', kind, `${kind.toLowerCase()}s`), properties: SPEC })),
      definition({ a: string, b: string }),
    ),
    'new/api.json': openApi(
      ['Pod', 'Job'].map((kind) => ({ ...builtIn('', 'v1', kind, `${kind.toLowerCase()}s`), properties: SPEC })),
      definition({ a: string }),
    ),
  });
  return diff({ old: 'old', new: 'new', cwd: workspace.folder });
}

const SPEC = { spec: { $ref: '#/definitions/io.k8s.api.core.v1.PodSpec' } };

function definition(properties: object): Record<string, unknown> {
  return { 'io.k8s.api.core.v1.PodSpec': { type: 'object', properties } };
}

async function formatted(
  format: DiffFormat,
  options: { breakingOnly?: boolean; colours?: boolean } = {},
): Promise<string> {
  const usage = {
    tsconfig: 'tsconfig.json',
    files: 3,
    notes: ['a note'],
    uses: [
      { change: 0, file: 'src/a.ts', line: 3, column: 7, how: 'reads', text: 'widget.spec.size', certain: true },
      { change: 1, file: 'src/b.ts', line: 4, column: 1, how: 'writes', text: HOSTILE, certain: false },
    ],
  };
  return formatDiff({ ...(await report()), usage, durationMs: 0 }, { format, ...options });
}

describe('a report', () => {
  it.each([
    ['terminal', 'terminal.txt'],
    ['markdown', 'markdown.md'],
    ['json', 'json.json'],
    ['html', 'html.html'],
  ] as const)('as %s is what it was', async (format, file) => {
    await expect(await formatted(format)).toMatchFileSnapshot(`../../../golden/diff/${file}`);
  });

  it('has colours only where they are asked for, and no control characters of an input', async () => {
    // eslint-disable-next-line no-control-regex -- the point of the test
    const escape = /\u001b/;
    expect(await formatted('terminal')).not.toMatch(escape);
    const coloured = await formatted('terminal', { colours: true });
    expect(coloured).toMatch(escape);
    expect(coloured).not.toContain('\u001b[31mred');
  });

  it('as HTML lets nothing of an input out of its text, and asks for nothing from anywhere', async () => {
    const page = await formatted('html');
    expect(page).not.toContain('<img');
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).not.toMatch(/(?:src|href)=|@import|url\(|https?:/);
    expect(page).toContain("default-src 'none'");
  });

  it('as Markdown lets nothing of an input become markup, a cell or a mention', async () => {
    const rows = (await formatted('markdown')).split('\n');
    expect(rows.join('\n')).not.toContain('<img');
    expect(rows.join('\n')).not.toContain('@team');
    for (const row of rows.filter((line) => line.startsWith('|'))) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);
  });

  it('leaves compatible changes out when told so', async () => {
    expect(await formatted('terminal', { breakingOnly: true })).not.toContain('✓');
    expect(await formatted('markdown', { breakingOnly: true })).not.toContain('<details>');
    expect(await formatted('html', { breakingOnly: true })).not.toContain('data-class="compatible"');
  });

  it('of nothing says so in every form', async () => {
    const workspace = new Workspace({ 'a.yaml': text(crd()) });
    const empty = await diff({ old: 'a.yaml', new: 'a.yaml', cwd: workspace.folder });
    expect(formatDiff(empty)).toBe('a.yaml → a.yaml: no changes\n');
    expect(formatDiff(empty, { format: 'markdown' })).toContain('**no changes**');
    expect(formatDiff(empty, { format: 'html' })).toContain('Nothing changed.');
    expect(JSON.parse(formatDiff(empty, { format: 'json' }))).toMatchObject({ changes: [], counts: { total: 0 } });
  });
});

/** Runs the command line in a workspace and collects what it prints. */
async function cli(workspace: Workspace, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const terminal: Terminal = {
    print: (printed) => void (out += printed),
    error: (printed) => void (err += printed),
    interactive: false,
    cwd: workspace.folder,
  };
  return { code: await run(args, terminal), out, err };
}

describe('informer-gen diff', () => {
  const files = {
    'a.yaml': text(crd({ schema: specOf({ a: string, b: string }, { required: ['a'] }) })),
    // Breaks readers alone.
    'optional.yaml': text(crd({ schema: specOf({ a: string, b: string }) })),
    // Breaks writers alone.
    'required.yaml': text(crd({ schema: specOf({ a: string, b: string }, { required: ['a', 'b'] }) })),
    // Breaks nobody.
    'more.yaml': text(crd({ schema: specOf({ a: string, b: string, c: string }, { required: ['a'] }) })),
    'broken.yaml': `${text(crd())}\n---\n${text({ ...crd({ kind: 'Gear' }), spec: {} })}`,
  };

  it.each([
    ['optional.yaml', { none: 0, any: 1, breaking: 1, 'breaking-readers': 1, 'breaking-writers': 0 }],
    ['required.yaml', { none: 0, any: 1, breaking: 1, 'breaking-readers': 0, 'breaking-writers': 1 }],
    ['more.yaml', { none: 0, any: 1, breaking: 0, 'breaking-readers': 0, 'breaking-writers': 0 }],
    ['a.yaml', { none: 0, any: 0, breaking: 0, 'breaking-readers': 0, 'breaking-writers': 0 }],
    ['broken.yaml', { none: 1, any: 1, breaking: 1, 'breaking-readers': 1, 'breaking-writers': 1 }],
  ])('exits for %s as --fail-on says', async (file, codes) => {
    const workspace = new Workspace(files);
    for (const [failOn, code] of Object.entries(codes)) {
      const result = await cli(workspace, 'diff', 'a.yaml', file, '--fail-on', failOn);
      expect({ failOn, code: result.code }).toEqual({ failOn, code });
    }
    expect((await cli(workspace, 'diff', 'a.yaml', file)).code).toBe(codes.none);
  });

  it('writes the report to a file', async () => {
    const workspace = new Workspace(files);
    const { code, out, err } = await cli(
      workspace,
      'diff',
      'a.yaml',
      'more.yaml',
      '--format',
      'markdown',
      '--out',
      'x.md',
    );
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: 'wrote x.md\n' });
    expect(workspace.read('x.md')).toContain('`Widget.spec.c` is new');
  });

  it('prints no colours where standard output is no terminal', async () => {
    const { out } = await cli(new Workspace(files), 'diff', 'a.yaml', 'optional.yaml');
    expect(out).toContain('✗ readers Widget.spec.a may be absent');
    expect(out).not.toContain('\u001b');
  });

  it('reports what it could not read on standard error', async () => {
    const { err } = await cli(new Workspace(files), 'diff', 'a.yaml', 'broken.yaml');
    expect(err).toMatch(/^broken\.yaml, document 2.*error/);
  });

  it.each([
    [['diff', 'a.yaml'], /missing required argument/],
    [['diff', 'a.yaml', 'none.yaml'], /none\.yaml does not exist/],
    [['diff', 'a.yaml', 'more.yaml', '--format', 'pdf'], /Allowed choices are terminal, markdown, json, html/],
    [['diff', 'a.yaml', 'more.yaml', '--fail-on', 'all'], /Allowed choices are/],
    [['diff', 'a.yaml', 'more.yaml', '--usage', 'tsconfig.json'], /tsconfig\.json does not exist/],
    [['diff', 'a.yaml', 'more.yaml', '--out', 'no/such/x.md'], /the report cannot be written/],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, err } = await cli(new Workspace(files), ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('has help with examples and exit codes', async () => {
    const { code, out } = await cli(new Workspace(), 'diff', '--help');
    expect(code).toBe(0);
    for (const word of ['Examples:', 'Exit codes:', 'git:main:crds', 'cluster', '--usage']) expect(out).toContain(word);
  });
});
