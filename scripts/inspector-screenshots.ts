/** `npm run inspector:screenshots`: makes the pictures of docs/inspector.md anew, in a Chromium of this machine. */
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { scenes, startStage } from '../examples/inspector/scenes.js';
import { openBrowser } from '../test/runtime/inspect/browser/chromium.js';

const folder = resolve(import.meta.dirname, '../docs/images');
/** Long enough for rates, which are those of the last ten seconds. */
const WATCH_MS = 12_000;

await mkdir(folder, { recursive: true });
for (const scene of scenes) {
  await using stage = await startStage(scene, { port: 0 });
  await new Promise((done) => setTimeout(done, WATCH_MS));
  // What the scene is about stands at the top: of a controller its keys, below informers that are closed for it.
  const isAboutKeys = scene === 'backlog' || scene === 'failing-key';
  for (const colorScheme of ['light', 'dark'] as const) {
    await using browser = await openBrowser({ colorScheme, width: 1280, height: isAboutKeys ? 1120 : 900 });
    const page = await browser.context.newPage();
    await page.goto(stage.inspector.url);
    await page.locator('#informers svg.pipeline').first().waitFor();
    const open = page.locator('details[open] > summary');
    if (isAboutKeys) while ((await open.count()) > 0) await open.first().click();
    await page.waitForTimeout(1500);
    const path = join(folder, `inspector-${scene}-${colorScheme}.png`);
    await page.screenshot({ path });
    // A third of the size, where it is installed: apt-get install pngquant.
    spawnSync('pngquant', ['--force', '--ext', '.png', '--strip', path]);
    console.log(path);
  }
}
