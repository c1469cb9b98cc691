import type { Browser, Page } from '@playwright/test';
import { SESSION_KEY } from '../web/api/stored-session.ts';
import { NEXT, OLD, type Releases, startReleases } from './next-release.ts';
import { enter, expect, findListed, type RealServer, signInAt, test, visit } from './server.ts';

const OFFLINE = 'You are offline.';
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });

/** A browser that may keep screens, unlike those of other journeys. */
async function newBrowser(browser: Browser, server: RealServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await enter(page, 'customer@example.com');
  return page;
}

/** What the browser has kept of anybody's answers. */
function keptAnswers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('unblock.answers.'));
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => decodeURIComponent(url));
  });
}

async function untilKept(page: Page, ...hashes: RegExp[]): Promise<void> {
  // All screens are fetched one after the other, some seconds after the first one is drawn.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  await expect(async () => {
    const kept = (await keptAnswers(page)).join('\n');
    for (const hash of hashes) expect(kept).toMatch(hash);
  }).toPass();
}

test('what was read stays readable without a connection, and what is written waits', async ({
  browser,
  server,
  newPerson,
}) => {
  const customer = await newBrowser(browser, server);
  await customer.goto('/dashboard/customer');
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
  const developer = await newPerson();
  await signInAt(developer, '/discussions', 'developer@example.com');
  const entry = developer.getByRole('link').filter({ hasText: 'Expo build crashes at launch' });
  await (await findListed(developer, entry)).click();
  // Another one opens by itself.
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await composer(developer).fill('The last words before the tunnel');
  await developer.getByRole('button', { name: 'Send' }).click();
  const thread = new URL(developer.url()).pathname;
  const ticketId = thread.split('/').at(-1) ?? '';

  await visit(customer, thread);
  await expect(log(customer).getByText('The last words before the tunnel')).toBeVisible();
  await untilKept(customer, /"me"/, /"active"/, new RegExp(`${ticketId}","messages"`));

  const context = customer.context();
  await context.setOffline(true);
  await customer.reload();
  await expect(customer.getByText(OFFLINE)).toBeVisible();
  await expect(log(customer).getByText('The last words before the tunnel')).toBeVisible();
  await composer(customer).fill('Written in the tunnel');
  await customer.getByRole('button', { name: 'Send' }).click();
  await expect(log(customer).getByText('Written in the tunnel')).toBeVisible();

  // Other screens, also one that was never opened here, are there with what is known.
  await customer
    .getByRole('link', { name: /^Dashboard/ })
    .first()
    .click();
  await expect(customer.getByText('Expo build crashes at launch').first()).toBeVisible();
  await customer.goto('/help');
  await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(customer.getByText(OFFLINE)).toBeVisible();

  // A token that is out of date cannot be renewed here, and ends nothing.
  await customer.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION_KEY);
  await customer.goto(thread);
  await expect(log(customer).getByText('The last words before the tunnel')).toBeVisible();
  await expect(log(customer).getByText('Written in the tunnel')).toBeVisible();

  await context.setOffline(false);
  await expect(customer.getByText(OFFLINE)).toBeHidden();
  await expect(log(developer).getByText('Written in the tunnel')).toHaveCount(1);
  await context.close();
});

test('signing out without a connection leaves nothing in the browser, and leads home', async ({
  browser,
  server,
}) => {
  const customer = await newBrowser(browser, server);
  await customer.goto('/dashboard/customer');
  await expect(customer.getByText('Expo build crashes at launch').first()).toBeVisible();
  await untilKept(customer, /"me"/, /"active"/);
  const context = customer.context();
  await context.setOffline(true);
  await customer.getByRole('button', { name: 'Sign Out' }).click();
  await expect(customer.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect.poll(() => keptAnswers(customer)).toEqual([]);
  await customer.goto('/dashboard/customer');
  await expect(customer.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(customer.getByText('Expo build crashes at launch')).toHaveCount(0);
  await context.close();
});

test('a screen comes from the server while it answers, and not from what was kept', async ({
  browser,
  server,
}) => {
  const customer = await newBrowser(browser, server);
  await customer.goto('/dashboard/customer');
  await untilKept(customer, /"me"/);
  const old = customer.getByText('The release before');
  await customer.evaluate(async () => {
    const headers = { 'content-type': 'text/html' };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        if (!/\/(assets|kept)\/|\.js/.test(url))
          await cache.put(url, new Response('<h1>The release before</h1>', { headers }));
    }
  });
  for (const address of ['/dashboard', '/dashboard/customer', '/discussions']) {
    await customer.goto(address);
    await expect(customer.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(old).toHaveCount(0);
  }
  await customer.context().setOffline(true);
  await customer.goto('/discussions');
  await expect(old).toBeVisible();
  await customer.context().close();
});

test('a new release is kept whole, once all servers are of it', async ({ browser, server }) => {
  const now: Releases = { pages: OLD, worker: OLD };
  const servers = await startReleases(server.url, now);
  const customer = await newBrowser(browser, { ...server, url: servers.url });
  await customer.goto('/dashboard/customer');
  await untilKept(customer, /"me"/);
  expect(await keptReleases(customer)).toEqual([OLD]);

  // Some servers are of the next release: its worker would keep a page that asks for files of the old one.
  now.worker = NEXT;
  await updateWorker(customer);
  expect(await keptReleases(customer)).toEqual([OLD]);
  now.pages = NEXT;
  await updateWorker(customer);
  expect(await keptReleases(customer)).toEqual([NEXT]);

  await customer.context().setOffline(true);
  await customer.goto('/dashboard/customer');
  await expect(customer.getByText(OFFLINE)).toBeVisible();
  await expect(customer.getByText('Expo build crashes at launch').first()).toBeVisible();
  await customer.context().close();
  servers.stop();
});

/** Which release's files the browser keeps, by the one that has another name. */
async function keptReleases(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => {
    const caches_ = (await caches.keys()).filter((name) => name.includes('precache'));
    const kept = await Promise.all(caches_.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname);
  });
  return [OLD, NEXT].filter((one) => names.some((name) => name.startsWith(one)));
}

/** Asks whether there is another worker, and waits until it has been tried. */
function updateWorker(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing;
    await new Promise<void>((resolve) => {
      const look = () => /activated|redundant/.test(worker?.state ?? 'redundant') && resolve();
      worker?.addEventListener('statechange', look);
      look();
    });
  });
}
