// The page of the inspector in a real browser: what it says of each scene, and what it does not let others do.
import { defineResource } from '@informer-gen/runtime';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startStage } from '../../../../examples/inspector/scenes.js';
import type { Scene, Stage } from '../../../../examples/inspector/scenes.js';
import { websiteResource } from '../../../../examples/website/generated/web.acme.dev/v1/websites.js';
import { chromiumPath, openBrowser } from './chromium.js';
import type { Browser } from './chromium.js';
import { faintOn } from './contrast.js';

const isRequired = process.env['INFORMER_GEN_REQUIRE_CHROMIUM'] === '1';
if (chromiumPath === undefined && !isRequired)
  console.warn('No Chromium here: the tests of the inspector in a browser are skipped. apt-get install chromium');

let browser: Browser;

async function stageOf(scene: Scene, options: { readonly token?: string } = {}): Promise<Stage> {
  const stage = await startStage(scene, { port: 0, intervalMs: 200, ...options });
  onTestFinished(() => stage[Symbol.asyncDispose]());
  return stage;
}

/** Opens a page on which nothing may fail. */
async function open(url: string): Promise<{ readonly page: Page; readonly troubles: string[] }> {
  const page = await browser.context.newPage();
  page.setDefaultTimeout(15_000);
  onTestFinished(() => page.close());
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await page.goto(url);
  return { page, troubles };
}

async function has(page: Page, selector: string, text: RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
}

describe.skipIf(chromiumPath === undefined && !isRequired)('the page of the inspector', { timeout: 30_000 }, () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser[Symbol.asyncDispose]());

  it('says of a healthy operator that nothing is stuck, and draws its pipelines with what flows', async () => {
    const { inspector } = await stageOf('healthy');
    const { page, troubles } = await open(inspector.url);
    await has(page, '.verdict', /Nothing is stuck\./);
    await has(page, 'header', /website-operator.*leads default\/website-operator, fence open/s);
    const pipeline = page.locator('[data-informer="websites.web.acme.dev"] svg.pipeline');
    await has(page, '[data-informer="websites.web.acme.dev"]', /watching/);
    expect(await pipeline.locator('.stage .title').allTextContents()).toEqual([
      'API server',
      'Reflector',
      'Queue',
      'Cache',
      'Listeners',
      '2 queues',
      'Reconciles',
    ]);
    await has(page, '[data-informer="websites.web.acme.dev"] svg.pipeline', /3 objects/);
    // More than a few are closed until somebody opens them.
    await page.locator('[data-informer="pods"] > summary').click();
    await has(page, '[data-informer="pods"] svg.pipeline .rate', /^[1-9]\d*(\.\d)?\/s$|^0\.[1-9]\/s$/);
    await has(page, '[data-informer="pods"] .marks', /listed: initial \(12 objects/);
    await has(page, '[data-controller="website"]', /done/);
    await has(page, '#events td', /status\.message/);
    expect(troubles).toEqual([]);
  });

  it('names the RBAC rule that an informer which is not synced lacks, and since when', async () => {
    const { inspector } = await stageOf('stuck-informer');
    const { page } = await open(inspector.url);
    const problem = '[data-subject="informer widgets.example.com "]';
    await has(page, problem, /widgets\.example\.com is not synced/);
    await has(page, problem, /for \d+ s, since \d\d:\d\d:\d\d/);
    await has(page, problem, /Cause.*403/s);
    await has(
      page,
      problem,
      /apiGroups: \["example\.com"\], resources: \["widgets"\], verbs: \["get", "list", "watch"\], in a ClusterRole/,
    );
    await has(page, '[data-informer="widgets.example.com"]', /backing-off/);
    await has(page, '[data-informer="widgets.example.com"] .stage.bad', /answers 403/);
    await has(page, '.verdict', /needs? a look/);
  });

  it('tells a backlog by its depth, its oldest key and its workers', async () => {
    const { inspector } = await stageOf('backlog');
    const { page } = await open(inspector.url);
    const problem = '[data-subject="controller certificates "]';
    await has(page, problem, /the controller certificates has a backlog/);
    await has(page, problem, /2\d\d keys are ready; 2 of 2 workers are busy/);
    await has(page, problem, /more workers/);
    const controller = '[data-controller="certificates"]';
    await has(page, controller, /Workers busy\s*2 of 2/);
    await has(page, controller, /Oldest key\s*default\/site-\d+, \d+ s/);
    await has(
      page,
      `${controller} tr`,
      /default\/site-\d+.*in work.*create of websites\.web\.acme\.dev default\/site-\d+/s,
    );
    await has(page, controller, /And 2\d\d more keys/);
  });

  it('says of a failing key why it was queued, how it failed last, and when it is tried next', async () => {
    const { inspector } = await stageOf('failing-key');
    const { page } = await open(inspector.url);
    const problem = '[data-subject="key certificates default/shop"]';
    await has(page, problem, /certificates: default\/shop has failed for the \d+(st|nd|rd|th) time/);
    await has(page, problem, /the certificate authority answered 503/);
    await has(page, problem, /It is tried again in .*Each failure doubles the wait/s);
    const row = '[data-controller="certificates"] tr.failing';
    await has(page, row, /default\/shop.*websites\.web\.acme\.dev default\/shop.*answered 503.*failed.*ago.*in \d+ s/s);
  });

  it('is written with text alone: names, labels, annotations and events of others run nothing', async () => {
    const stage = await stageOf('healthy');
    const markup = '<img src=x onerror=alert(1)>';
    stage.server.create(websiteResource, {
      metadata: {
        name: 'evil',
        labels: { team: 'web' },
        annotations: { 'x/y': `${markup}<script>alert(2)</script>` },
      },
      spec: { html: `"><svg onload=alert(3)>`, host: `evil.example.com`, replicas: 1 },
    });
    // As a hostile server may send them: no rule of Kubernetes holds here.
    const hostile = {
      ...stage.server.get(websiteResource, 'evil'),
      metadata: { name: markup, namespace: markup, labels: { [markup]: markup }, resourceVersion: markup, uid: 'x' },
    };
    const { page, troubles } = await open(stage.inspector.url);
    await page.locator('#events select').selectOption('websites.web.acme.dev');
    stage.server.writeToWatches(`${JSON.stringify({ type: 'ADDED', object: hostile })}\n`, { resource: 'websites' });
    await has(page, '#events td', /<img src=x onerror=alert\(1\)>\/<img/);
    await page.selectOption('#cache-informer', 'websites.web.acme.dev');
    await page.getByRole('button', { name: /^<img/ }).click();
    await has(page, '.object pre', /"<img src=x onerror=alert\(1\)>"/);
    await page.getByRole('button', { name: 'default/evil' }).click();
    await has(page, '.object pre', /<script>alert\(2\)<\/script>/);
    expect(await page.locator('#app img, #app script').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('runs nothing that stands in a page itself', async () => {
    const { inspector } = await stageOf('healthy');
    const { page } = await open(inspector.url);
    const outcome = await page.evaluate<string>(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      const script = document.createElement('script');
      try {
        script.textContent = 'window.hacked = true';
        document.body.append(script);
      } catch {
        resolve('refused');
      }
    })`);
    expect(outcome).toMatch(/refused|script-src|trusted-types/);
    expect(await page.evaluate('window.hacked')).toBe(undefined);
  });

  it('takes its token from a form or from behind the #, and leaves it in no address', async () => {
    const token = 'a-token-of-enough-length';
    const { inspector } = await stageOf('healthy', { token });
    const { page } = await open(inspector.url);
    await page.getByLabel('Token').fill('wrong-token-of-some-length');
    await page.getByRole('button', { name: 'Open' }).click();
    await has(page, '[role=alert]', /needs its token/);
    await page.getByLabel('Token').fill(token);
    await page.keyboard.press('Enter');
    await has(page, '.verdict', /Nothing is stuck/);
    expect(page.url()).toBe(inspector.url);
    const { page: other } = await open(`${inspector.url}#token=${token}`);
    await has(other, '.verdict', /Nothing is stuck/);
    expect(other.url()).toBe(inspector.url);
    expect(await other.evaluate('history.length')).toBeLessThanOrEqual(2);
  });

  it('masks Secrets', async () => {
    const { inspector } = await stageOf('healthy');
    const { page } = await open(inspector.url);
    await page.selectOption('#cache-informer', 'secrets');
    await page.getByRole('button', { name: 'default/registry' }).click();
    await has(page, '.object pre', /"password": "•••••• \(masked\)"/);
    expect(await page.content()).not.toContain('aHVudGVyMg');
  });

  it('is used by keyboard, keeps what was opened while it is live, and switches its colours', async () => {
    const { inspector } = await stageOf('healthy');
    const { page } = await open(inspector.url);
    await has(page, '.verdict', /Nothing/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Skip to what is shown');
    const card = page.locator('[data-informer="websites.web.acme.dev"]');
    await card.locator('summary').focus();
    await page.keyboard.press('Enter');
    await card.locator('svg.pipeline').waitFor({ state: 'detached' });
    const before = await page.locator('#events tbody tr').first().textContent();
    await expect.poll(() => page.locator('#events tbody tr').first().textContent()).not.toBe(before);
    expect(await card.locator('svg.pipeline').count()).toBe(0);
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('SUMMARY');
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.locator('#theme').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await has(page, '#theme', /dark/);
    expect(await ground()).not.toBe(light);
  });

  it.each<Scene>(['healthy', 'stuck-informer', 'backlog', 'failing-key'])(
    'can be read by everybody (%s): text and pictures have the contrast of WCAG AA, light and dark',
    async (scene) => {
      const { inspector } = await stageOf(scene);
      const { page } = await open(inspector.url);
      await has(page, '.verdict', scene === 'healthy' ? /Nothing is stuck/ : /needs? a look/);
      await page.locator('#events tbody tr').first().waitFor();
      await page.selectOption('#cache-informer', 'websites.web.acme.dev');
      await page.locator('#cache tbody button').first().click();
      await page.locator('.object pre').waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect({ colorScheme, faint: await faintOn(page) }).toEqual({ colorScheme, faint: [] });
      }
    },
  );

  it('stays readable when the program is gone', async () => {
    const stage = await stageOf('healthy');
    const { page } = await open(stage.inspector.url);
    await has(page, '.verdict', /Nothing/);
    await stage.inspector[Symbol.asyncDispose]();
    await page.locator('main.old').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect({ colorScheme, faint: await faintOn(page) }).toEqual({ colorScheme, faint: [] });
    }
  });

  it('fits a narrow screen', async () => {
    const { inspector } = await stageOf('stuck-informer');
    const { page } = await open(inspector.url);
    await page.setViewportSize({ width: 400, height: 800 });
    await has(page, '.verdict', /look/);
    await page.locator('svg.pipeline .end').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
  });

  it('hides no word of a pipeline behind a box, however wide the window is', async () => {
    const { inspector } = await stageOf('backlog');
    const { page } = await open(inspector.url);
    await page.locator('svg.pipeline .edge text').first().waitFor();
    for (const width of [400, 700, 990, 1060, 1100, 1180, 1240, 1260, 1280, 1360, 1900]) {
      await page.setViewportSize({ width, height: 900 });
      // The page's policy forbids eval, which `waitForFunction` takes from its second look on.
      await expect
        .poll(() =>
          page
            .locator('svg.pipeline')
            .first()
            .evaluate((svg) => svg.clientWidth),
        )
        .toBeLessThanOrEqual(width);
      expect(await page.evaluate(hiddenWords), `${width} px`).toEqual([]);
    }
  });

  it('folds up the rest of very many problems, and keeps only some informers open', async () => {
    const { inspector, factory } = await stageOf('stuck-informer');
    for (let at = 0; at < 30; at += 1)
      factory.informerFor(
        defineResource({
          group: 'many.example.com',
          version: 'v1',
          kind: `Kind${at}`,
          plural: `kind${at}s`,
          namespaced: true,
        }),
      );
    factory.start();
    const { page } = await open(inspector.url);
    await has(page, '.verdict', /31 things need a look/);
    expect(await page.locator('.problem:visible').count()).toBe(6);
    expect(await page.locator('details.card[open]').count()).toBeLessThanOrEqual(8);
    await page.getByText('25 more').click();
    await expect.poll(() => page.locator('.problem:visible').count()).toBe(31);
  });
});

/** Run in the page: words on the arrows that a box covers, and words that leave their box. */
const hiddenWords = `[...document.querySelectorAll('svg.pipeline')].flatMap((svg) => {
  const boxes = [...svg.querySelectorAll('.stage')].map((stage) => [stage, stage.querySelector('rect').getBoundingClientRect()]);
  const covered = [...svg.querySelectorAll('.edge text')].filter((text) => {
    const own = text.getBoundingClientRect();
    return boxes.some(([, box]) => own.right > box.left && own.left < box.right && own.bottom > box.top && own.top < box.bottom);
  });
  const leaving = boxes.flatMap(([stage, box]) =>
    [...stage.querySelectorAll('text')].filter((text) => text.getBoundingClientRect().right > box.right));
  return [...covered, ...leaving].map((text) => text.textContent);
})`;
