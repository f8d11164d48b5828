import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspectorPage } from '../../../scripts/packaging/inspector-page.js';

describe('the page of the inspector', () => {
  it('is in the runtime as its sources have it: `npm run inspector:page` brings it there', async () => {
    const { path, text } = await inspectorPage();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
