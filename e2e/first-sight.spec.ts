import type { Page } from '@playwright/test';
import { linkIn, newAddress } from './account-people.ts';
import { caller, grabbed } from './moderated-work.ts';
import { publicPages, signInPages } from './public-pages.ts';
import { expect, type RealServer, signIn, test } from './server.ts';
import { expectThumbsHit } from './targets.ts';

test('an application opens at its beginning, also once its project is read', async ({
  page,
  server,
}) => {
  const email = newAddress('applicant');
  await page.request.post('/api/waitlist', {
    data: { name: 'Grace Okello', email, specialty: 'python' },
  });
  const { text } = await server.mail(email, /waiting list/i);
  await page.goto(linkIn(text, /\/apply\/[\w-]+/));
  await expect(page.getByRole('region', { name: 'Project' })).toContainText('Leaf');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the calls of the API can be read on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/developers/api');
  const said = page.getByText('List decisions about a request, newest first');
  await expect(said).toBeVisible();
  expect((await said.boundingBox())?.width).toBeGreaterThan(250);
});

test('what is chosen beyond ten files is said at the box, and which ones stay', async ({
  page,
}) => {
  await page.goto('/');
  const box = page.locator('form').filter({ has: page.getByLabel('What is stuck?') });
  const files = Array.from({ length: 11 }, (_, at) => ({
    name: `${at + 1}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`${at}`),
  }));
  await expect(box.getByLabel('Files')).toBeEnabled();
  await box.getByLabel('Files').setInputFiles(files);
  await expect(box.getByRole('alert')).toHaveText('The first 10 files stay; 1 more was left out.');
  await expect(box.getByRole('list', { name: 'Chosen to send' })).not.toContainText('11.txt');
});

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const)
  test(`home says at most twelve sentences on its first two screens, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Solved, for example' })).toBeVisible();
    const said = await page.evaluate(() => {
      const whole = [...document.querySelectorAll('main :is(p, dd, li)')]
        .filter((each) => each.querySelector('p, dd, li') === null)
        .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((each) => each.getBoundingClientRect().top < 2 * innerHeight);
      return whole.flatMap(
        (each) => each.textContent?.match(/(?:[^\s.!?]+\s+){2}[^.!?]*[.!?](?=\s|$)/g) ?? [],
      );
    });
    expect(said.length, said.join('|')).toBeLessThanOrEqual(12);
    expect(said.length).toBeGreaterThan(3);
  });

test('on a phone thumbs hit everything, and nothing runs over with letters twice as large', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { path } of [...publicPages, ...signInPages, { path: '/apply/unknown' }]) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    await expectThumbsHit(page);
    await expectNothingRunsOver(page, path);
  }
});

for (const [email, paths] of Object.entries({
  'customer@example.com': [
    '/dashboard/customer',
    '/dashboard/customer/profile',
    '/discussions',
    '/help',
    '/connect',
  ],
  'developer@example.com': [
    '/dashboard/developer',
    '/dashboard/developer/available',
    '/dashboard/developer/profile',
    '/dashboard/developer/earnings',
    '/dashboard/developer/applications',
    '/discussions',
  ],
  'moderator@example.com': [
    '/moderation',
    ...['requests', 'waitlist', 'accounts', 'audit-log'].map((tab) => `/moderation?tab=${tab}`),
    ...['statistics', 'mails', 'replies', 'profile'].map((page) => `/moderation/${page}`),
  ],
}))
  test(`on a phone thumbs hit everything, and nothing runs over with letters twice as large, for ${email}`, async ({
    page,
    server,
  }) => {
    await askForHelp(server, `letters twice as large, for ${email}`);
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, email);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      await expectThumbsHit(page);
      await expectNothingRunsOver(page, path);
    }
    const record = page.locator('main').getByRole('link', { name: /#[0-9A-F]{6}/ });
    await page.goto(email.startsWith('moderator') ? '/moderation?tab=requests' : '/dashboard');
    await record.first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Request #/ })).toBeVisible();
    await expectThumbsHit(page);
    await expectNothingRunsOver(page, page.url());
  });

test('on a phone nothing runs over in dialogs with letters twice as large', async ({
  page,
  server,
}) => {
  await askForHelp(server, 'letters twice as large, in dialogs');
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'customer@example.com');
  await page.goto('/dashboard/customer');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await expectNothingRunsOver(page, 'Notifications');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New Request' }).click();
  await dialog.getByLabel('Mobile', { exact: true }).check();
  await dialog.getByLabel('Files').setInputFiles(LONG_NAMED);
  await expect(dialog.getByText('Not uploaded yet')).toBeVisible();
  await expectNothingRunsOver(page, 'Create a New Request');
});

test('on a phone dialogs keep all of their buttons with letters twice as large', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'customer@example.com');
  await page.goto('/dashboard/customer/profile');
  for (const name of ['Edit', 'Change Password', 'Set Up', 'New Webhook']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('button').last()).toBeVisible();
    await expectNothingRunsOver(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('in the months of the earnings large letters stand under each other', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'developer@example.com');
  await page.goto('/dashboard/developer/earnings');
  const table = page.getByRole('table', { name: /by month/ });
  await expect(table).toBeVisible();
  await expectNothingRunsOver(page, 'earnings');
  const over = await page.evaluate(() =>
    [...document.querySelectorAll('main .overflow-x-auto')].map(
      (each) => each.scrollWidth - each.clientWidth,
    ),
  );
  expect(over.length).toBeGreaterThan(1);
  expect(Math.max(...over)).toBe(0);
});

const LONG_NAMED = {
  name: 'a-very-long-name-of-a-screenshot-of-my-screen.png',
  mimeType: 'image/png',
  buffer: Buffer.from('not a picture'),
};

test('on a phone the name of a chosen file is never cut before its ending', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const box = page.locator('form').filter({ has: page.getByLabel('What is stuck?') });
  await expect(box.getByLabel('Files')).toBeEnabled();
  await box.getByLabel('Files').setInputFiles(LONG_NAMED);
  const name = box.getByTitle(LONG_NAMED.name, { exact: true });
  await expect(name).toHaveText('a-very-long-name-of-….png');
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

/** A request with its unblocker that a moderator looks into: its badge stands beside their name. */
async function askForHelp(server: RealServer, title: string): Promise<void> {
  const customer = await caller(server, 'customer@example.com');
  const developer = await caller(server, 'developer@example.com');
  const id = await grabbed({ customer, developer }, title);
  await customer(`/api/tickets/${id}/get-help`, { reason: 'other', text: 'Please look.' });
}

async function expectNothingRunsOver(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const over = () =>
    page.evaluate(() => {
      const dialog = document.querySelector('[role=dialog]');
      const all = [...(dialog ?? document.body).querySelectorAll('*')];
      const isOver = dialog !== null || document.documentElement.scrollWidth > innerWidth;
      const wide = all.filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return isOver && (right > innerWidth || (dialog && left < 0));
      });
      // Up to 8 pixels beside a button belong to the thumb.
      const cut = all.filter(
        (each) => each.matches('button') && each.scrollWidth > Math.max(1, each.clientWidth) + 8,
      );
      return [...wide, ...cut].map(({ tagName, textContent }) =>
        `${tagName} ${textContent}`.slice(0, 80),
      );
    });
  await expect.poll(over, path).toEqual([]);
}
