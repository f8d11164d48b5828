import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { chromium } from 'playwright-core';

/** Where Debian's package puts it, and where others do. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A Chromium of this machine; undefined where there is none. `CHROMIUM` names another. */
export const chromiumPath: string | undefined = [process.env['CHROMIUM'] ?? '', ...places].find(
  (path) => path !== '' && existsSync(path),
);

/** How a page is opened. */
export interface BrowserOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A browser with a profile of its own, which goes with it. */
export interface Browser extends AsyncDisposable {
  readonly context: BrowserContext;
}

export async function openBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { colorScheme = 'light', width = 1280, height = 900 } = options;
  if (chromiumPath === undefined) throw new Error('there is no Chromium: apt-get install chromium');
  const profile = await mkdtemp(join(tmpdir(), 'inspector-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    colorScheme,
    viewport: { width, height },
    timezoneId: 'UTC',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
