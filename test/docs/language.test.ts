import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLanguage, COUNTS_FILE, findingsOf } from '../../scripts/language/check.js';
import { findingsIn } from '../../scripts/language/rules.js';

/** Formats findings as `rule:line`. */
function found(file: string, source: string): string[] {
  return findingsIn(file, source).map(({ rule, line }) => `${rule}:${line}`);
}

describe('the language rules', () => {
  // wording: samples
  it.each([
    ['/** What a client prints. */', ['doc-clause:1']],
    ['/**\n * Whether it is open.\n */', ['doc-clause:2']],
    ['/** Whom to notify. */', ['doc-clause:1', 'person-object:1']],
    ['/** So many are shown. */', ['doc-quantity:1']],
    ['/** So long may it take. */', ['doc-quantity:1']],
    ['/** The same for lists. */', ['doc-same:1']],
    ['// a text that is no port', ['no-noun:1']],
    ['/*\n * the value is\n * no port\n */', ['no-noun:2']],
    ['// these are\n// no ports', ['no-noun:1']],
    ["throw new Error('what came is no JSON');", ['no-noun:1']],
    ['const text = `${name} is no ${kind}: ${why}`;', ['no-noun:1']],
    ['const text = `${`was no ${kind}`} and nobody`;', ['no-noun:1', 'person-none:1']],
    ['// Whoever asks, or somebody else', ['person-some:1', 'person-any:1']],
  ])('find %j', (source, expected) => {
    expect(found('a.ts', source)).toEqual(expected);
  });

  // wording: samples
  it.each([
    '/** Returns what is cached, whether or not it is stale. */',
    '/** Number of events. The same number may be shown twice. */',
    '// it is no longer open, there are no more than two, and it was no such thing',
    '// the answer is no, and the text was "no"',
    'const whom = nobody + somebody;',
    "const pattern = /it's is no port/; const next = a / b / nobody;",
    'const open = "is"; const no = "no port";',
    '/* What a block comment says, which is not a doc comment. */',
  ])('pass %j', (source) => {
    expect(found('a.ts', source)).toEqual([]);
  });

  // wording: samples
  it('read Markdown with its code, templates, and Go', () => {
    expect(found('a.md', 'This is no\npage.\n\n```ts\n/** What it does. */\n```\n')).toEqual([
      'doc-clause:5',
      'no-noun:1',
    ]);
    expect(found('a.hbs', '/** Whether {{name}} is set. */')).toEqual(['doc-clause:1']);
    expect(found('a.go', "r := '\\''\n// Nobody reads it.\ns := `is no number`\n")).toEqual([
      'no-noun:3',
      'person-none:2',
    ]);
  });

  // wording: samples
  it('exempt marked strings, on the line of the mark or up to a blank line', () => {
    const marked = [
      "a('is no pod'); // wording: API server",
      "a('is no pod');",
      '// wording: client-go, tools/cache/store.go',
      "a('is no pod'); // is no comment",
      "a('is no pod');",
      '',
      "a('is no pod');",
    ];
    expect(found('a.ts', marked.join('\n'))).toEqual(['no-noun:2', 'no-noun:4', 'no-noun:7']);
    expect(found('a.md', '<!-- wording: API server -->\nis no pod\n\nis no pod\n')).toEqual(['no-noun:4']);
  });
});

describe('the language check', () => {
  let root: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const commit = (subject: string): string => {
    git('add', '.');
    git('commit', '--allow-empty', '-qm', subject);
    return git('rev-parse', 'HEAD').trim();
  };
  const storedCounts = (): unknown =>
    (JSON.parse(readFileSync(join(root, COUNTS_FILE), 'utf8')) as { counts: unknown }).counts;

  // wording: samples
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'language-'));
    git('init', '-q', '-b', 'main');
    write('.prettierignore', 'made.ts\n*.hbs\n');
    write('old.ts', '// one is no port\n// two is no port\n');
    write('made.ts', '/** What is generated. */\n');
    const first = commit(`Exempt: ${'long '.repeat(20)}`);
    const commitsAfter = { commit: first, date: 'unused' };
    write(COUNTS_FILE, JSON.stringify({ commitsAfter, counts: { 'no-noun': 2 } }));
    commit('counts: store');
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('passes while the counts hold, wherever the lines have moved', () => {
    git('mv', 'old.ts', 'moved.ts');
    expect(checkLanguage(root)).toEqual({ failed: false, lines: [] });
  });

  // wording: samples
  it('fails on an increase and prints only lines that are new, uncommitted ones too', () => {
    git('mv', 'old.ts', 'moved.ts');
    write('old.ts', 'call();\n// three is no port\n');
    const expected = [
      'no-noun: 3, stored 2; new since then:',
      'old.ts:2: no-noun: // three is no port\n    write "is not a …", "does not exist", "has no …" or "without …"',
    ];
    expect(checkLanguage(root)).toEqual({ failed: true, lines: expected });
    commit('old: add a line');
    expect(checkLanguage(root)).toEqual({ failed: true, lines: expected });
  });

  // wording: samples
  it('prints some findings where a shallow clone cannot show which are new', () => {
    write('new.ts', '// three is no port\n');
    commit('new: add a line');
    const clone = mkdtempSync(join(tmpdir(), 'language-'));
    git('clone', '-q', '--depth', '1', `file://${root}`, clone);
    const { failed, lines } = checkLanguage(clone);
    rmSync(clone, { recursive: true });
    expect(failed).toBe(true);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('unknown without the history');
  });

  // wording: samples
  it('lowers counts when asked to, and never raises one', () => {
    write('old.ts', '// one is no port\n// nobody\n');
    expect(checkLanguage(root).lines[0]).toBe('no-noun: 1, stored 2; run with --update to lower it');
    expect(checkLanguage(root, true).failed).toBe(true);
    expect(storedCounts()).toMatchObject({ 'no-noun': 1, 'person-none': 0 });
  });

  // wording: samples
  it('lists findings under given paths, and skips generated files', () => {
    write('src/a.hbs', '/** What it is. */\n');
    const files = (...paths: string[]): string[] => findingsOf(root, paths).map(({ file }) => file);
    expect(files()).toEqual(['src/a.hbs', 'old.ts', 'old.ts']);
    expect(files('src')).toEqual(['src/a.hbs']);
  });

  // wording: samples
  it('checks the subjects of commits after the stored one, but not of merges', () => {
    commit(`a: ${'b'.repeat(69)}`);
    commit(`Merge ${'a'.repeat(40)} into ${'b'.repeat(40)}`);
    expect(checkLanguage(root)).toEqual({ failed: false, lines: [] });
    commit(`a: ${'b'.repeat(70)}`);
    commit('a: notify whoever asks');
    const { failed, lines } = checkLanguage(root);
    expect(failed).toBe(true);
    expect(lines).toEqual([
      expect.stringContaining('person-any: a: notify whoever asks'),
      expect.stringContaining('has 73 characters; write at most 72'),
    ]);
  });

  it('checks subjects by date where a shallow clone lacks the stored commit', () => {
    commit(`a: ${'b'.repeat(70)}`);
    const checkedFrom = (date: string): string[] => {
      const commitsAfter = { commit: `${'0'.repeat(39)}1`, date };
      write(COUNTS_FILE, JSON.stringify({ commitsAfter, counts: { 'no-noun': 2 } }));
      return checkLanguage(root).lines;
    };
    const committed = Number(git('log', '-1', '--format=%ct'));
    expect(checkedFrom(new Date((committed - 60) * 1000).toISOString())).toHaveLength(2);
    git('commit', '--allow-empty', '--amend', '-qm', 'a: b');
    expect(checkedFrom(new Date((committed - 60) * 1000).toISOString())).toHaveLength(1);
    expect(checkedFrom(new Date((committed + 60) * 1000).toISOString())).toEqual([]);
  });
});
