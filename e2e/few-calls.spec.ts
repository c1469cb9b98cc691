import type { Page, Request } from '@playwright/test';
import type {} from '../web/api/first-answers.ts';
import { SESSION_KEY } from '../web/api/stored-session.ts';
import { caller, posted } from './moderated-work.ts';
import { button, confirm, press } from './plan.ts';
import { enter, expect, signInAt, test } from './server.ts';

/** Longer than anything waits that is asked for after a step, or after an answer. */
const SETTLED_MS = 2000;

/** What the page asks of the API while something is done, and for as long as that has effects. */
async function callsOf(page: Page, act: () => Promise<void>): Promise<string[]> {
  const calls: string[] = [];
  const underWay = new Set<Request>();
  let changedAt = Date.now();
  const begin = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push(`${request.method()} ${pathname}`);
    // A stream never ends.
    if (pathname !== '/api/live') underWay.add(request);
    changedAt = Date.now();
  };
  const end = (request: Request) => {
    if (underWay.delete(request)) changedAt = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await act();
  await expect(async () => {
    expect(underWay.size).toBe(0);
    expect(Date.now() - changedAt).toBeGreaterThan(SETTLED_MS);
  }).toPass();
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return calls;
}

test('a grab is shown by its answer: one call, and at most two reads of what it does not say', async ({
  page: developer,
  server,
}) => {
  const customer = await caller(server, 'customer@example.com');
  const id = await posted(customer, 'The clock shows yesterday');
  await callsOf(developer, async () => {
    // What was asked for before the stream is open is asked for once more.
    const stream = developer.waitForResponse('**/api/live');
    await signInAt(developer, `/dashboard/developer/plan/${id}`, 'developer@example.com');
    await stream;
    await expect(button(developer, 'Grab Request')).toBeVisible();
  });
  const pages = await developer.evaluate(() => history.length);
  const calls = await callsOf(developer, async () => {
    await press(developer, 'Grab Request');
    await confirm(developer, 'Grab Request');
    await expect(button(developer, 'Add Milestone')).toBeVisible();
  });
  expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([
    `POST /api/tickets/${id}/grab`,
  ]);
  expect(calls.filter((call) => call.startsWith('GET ')).length).toBeLessThanOrEqual(2);
  // What only the server knows is there all the same.
  await expect(developer.getByText('grabbed the request')).toBeVisible();
  // One is there already: 'Back' leads away, not to the same page again.
  expect(await developer.evaluate(() => history.length)).toBe(pages);
});

test('a screen asks for its first data while its code loads, and for the profile once', async ({
  page,
  server,
}) => {
  const customer = await caller(server, 'customer@example.com');
  const id = await posted(customer, 'The clock shows tomorrow');
  await signInAt(page, '/dashboard/customer', 'customer@example.com');
  const addresses = ['/dashboard/customer', `/dashboard/customer/plan/${id}`, `/discussions/${id}`];
  let profiles = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/me') profiles += 1;
  });
  for (const address of addresses) {
    profiles = 0;
    const stream = page.waitForResponse('**/api/live');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The screen has taken all that was asked for early.
    await expect
      .poll(() => page.evaluate(() => window.firstAnswers?.size), { message: address })
      .toBe(0);
    // What was read before the stream is open is read once more by then.
    await stream;
    expect(profiles, address).toBe(1);
  }
});

test('the live stream opens although its code could not be fetched at first', async ({ page }) => {
  let tries = 0;
  await page.route('**/assets/live-*.js', (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  const stream = page.waitForResponse('**/api/live', { timeout: 30_000 });
  await signInAt(page, '/dashboard/customer', 'customer@example.com');
  await stream;
  expect(tries).toBeGreaterThan(1);
});

test('a screen does not wait for the sign-in client, and a press on Sign Out does', async ({
  page,
  newPerson,
}) => {
  await signInAt(page, '/dashboard/customer', 'customer@example.com');
  const arrived = Promise.withResolvers<void>();
  // Its code is named so by vite.config.ts.
  await page.route(/\/assets\/auth-[\w-]{8}\.js$/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/dashboard/customer');
  await expect(page.getByRole('link', { name: /Expo build crashes/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  arrived.resolve();
  await expect(page).toHaveURL('/');

  // With a token that is out of date, the client is waited for.
  const other = await newPerson();
  await enter(other, 'customer@example.com');
  await other.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION_KEY);
  await other.goto('/dashboard/customer');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
});

/** What the server has refused to this page since. */
function refusedTo(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() >= 400)
      refused.push(`${answer.status()} ${answer.request().method()} ${pathname}`);
  });
  return refused;
}

test('after Abandon and Give Back no call of an open page is refused', async ({
  page: developer,
  newPerson,
  server,
}) => {
  const by = await caller(server, 'customer@example.com');
  const id = await posted(by, 'The clock shows last week');
  const customer = await newPerson();
  const tab = await developer.context().newPage();
  await signInAt(developer, `/dashboard/developer/plan/${id}`, 'developer@example.com');
  for (const [take, leave] of [
    ['Message Customer', 'Abandon'],
    ['Grab Request', 'Give Back'],
  ] as const) {
    await press(developer, take);
    if (take === 'Grab Request') await confirm(developer, take);
    else await developer.waitForURL(`**/discussions/${id}`);
    await developer.goto(`/dashboard/developer/plan/${id}`);
    await tab.goto(`/discussions/${id}`);
    await expect(tab.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await signInAt(customer, `/discussions/${id}`, 'customer@example.com');
    await expect(customer.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await expect(button(developer, leave)).toBeVisible();

    const refused = [developer, tab, customer].map(refusedTo);
    await callsOf(tab, async () => {
      await press(developer, leave);
      const dialog = developer.getByRole('dialog');
      if (leave === 'Give Back') await dialog.getByRole('textbox').first().fill('I am ill.');
      await confirm(developer, leave);
      await expect(button(developer, 'Grab Request')).toBeVisible();
      await expect(tab.getByText('This request is no longer yours.')).toBeVisible();
    });
    expect(refused, leave).toEqual([[], [], []]);
  }
  await tab.close();
});
