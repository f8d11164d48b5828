// Vitest's setup file: no test file may leave behind what would keep a process alive.
import { afterAll } from 'vitest';
import { LeakFinder } from './leaks.js';

const finder = new LeakFinder();

// Hooks run in the opposite order of their making, so this one comes after all of the file's own.
afterAll(async () => {
  const leaks = await finder.leaksAfter(1000);
  finder.stop();
  if (leaks.length > 0) throw new Error(`this file left behind:\n${leaks.map((leak) => `  ${leak}`).join('\n')}`);
});
