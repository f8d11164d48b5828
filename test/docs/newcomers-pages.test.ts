// `npm run check:install` follows these pages with the packages as they are installed; this checks what needs no installation.
import { describe, expect, it } from 'vitest';
import { filesOf, NEWCOMERS_PAGES, readSteps, stepsOf } from '../../scripts/packaging/page-steps.js';

describe('the pages that newcomers follow', () => {
  it.each(NEWCOMERS_PAGES)('%s has a CRD, an object, a program and a controller to save', (page) => {
    const names = ['crds/website.yaml', 'my-site.yaml', 'main.ts', 'controller.ts'];
    expect([...filesOf(page).keys()]).toEqual(names);
    expect(stepsOf(page)[0]).toMatchObject({ type: 'shell', commands: expect.arrayContaining(['mkdir crds']) });
  });

  it('install the same packages and use the same resource', () => {
    const [readme, start] = NEWCOMERS_PAGES.map((page) => ({ install: stepsOf(page)[0], files: filesOf(page) }));
    expect({ ...readme?.install, line: 0 }).toEqual({ ...start?.install, line: 0 });
    for (const file of ['crds/website.yaml', 'my-site.yaml', 'controller.ts'])
      expect(readme?.files.get(file), file).toBe(start?.files.get(file));
  });

  it('cannot have a block that belongs to no file', () => {
    expect(() => readSteps('Save it as `a.ts`:\n\n```ts\n```\n\nAnd this:\n\n```ts\n```\n')).toThrow(/^line 8: /);
    expect(readSteps('Text.\nSave this\nprogram as `a.ts`:\n\n```ts run\n1;\n```\n')).toEqual([
      { type: 'file', name: 'a.ts', text: '1;\n', line: 5 },
    ]);
  });
});
