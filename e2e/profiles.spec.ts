import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './server.ts';
import { signInAt } from './sign-in.ts';

const PROFILE = '/dashboard/developer/profile';

/** A reader who has no account. */
async function visitor(page: Page) {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('there is no browser');
  return context.newPage();
}

test('an unblocker publishes a profile, is found signed out, and takes it back', async ({
  page,
  server,
}) => {
  await signInAt(page, PROFILE, 'ivan@example.com');
  await page.getByRole('button', { name: 'Edit Public Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Public Profile' });
  await expect(dialog.getByLabel('Address')).toHaveValue('ivan-petrov');
  await dialog.getByLabel('Everybody can find and read my profile').check();
  await dialog.getByLabel('Address').fill('moderator');
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(dialog.getByText('This address is not given out')).toBeVisible();
  await expect(dialog.getByText('Please say in one line what you do')).toBeVisible();
  await dialog.getByLabel('Address').fill('ana-silva');
  await dialog.getByLabel('Headline').fill('Kotlin apps that crash <b>at start</b>');
  await dialog.getByLabel('About You').fill('I read **stack traces** all day.');
  await dialog.getByLabel('Languages').selectOption('Bulgarian');
  await dialog.getByLabel('Time Zone').selectOption('Europe/Sofia');
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(dialog.getByText('This address belongs to somebody else.')).toBeVisible();
  await expect(dialog.getByLabel('About You')).toHaveValue('I read **stack traces** all day.');
  await dialog.getByLabel('Address').fill('ivan-petrov');
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(page.getByText('Your profile is public.')).toBeVisible();

  const reader = await visitor(page);
  await reader.goto(`${server.url}/unblockers`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Unblockers');
  await reader.getByLabel('Search').fill('kotlin crash');
  await reader.getByLabel('Search').press('Enter');
  const list = reader.getByRole('list', { name: 'Unblockers' });
  await expect(list.getByRole('heading')).toHaveText(['Ivan Petrov']);
  await reader.getByLabel('Language').selectOption('Bulgarian');
  await expect(reader).toHaveURL(/language=bg/);
  await list.getByRole('link', { name: 'Ivan Petrov' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Ivan Petrov');
  await expect(reader).toHaveTitle('Ivan Petrov, unblocker · Unblock');
  await expect(reader.getByText('Kotlin apps that crash <b>at start</b>')).toBeVisible();
  await expect(reader.getByText('stack traces')).toBeVisible();

  // Without scripts, as search engines and links read it.
  const text = await (await reader.request.get(`${server.url}/unblockers/ivan-petrov`)).text();
  expect(text).toContain('<h1 class="text-4xl">Ivan Petrov</h1>');
  expect(text).toContain('Kotlin apps that crash &lt;b&gt;at start&lt;/b&gt;');
  expect(text).toContain('"@type":"ProfilePage"');
  expect(text).not.toContain('ivan@example.com');

  await page.getByRole('button', { name: 'Edit Public Profile' }).click();
  await dialog.getByLabel('Everybody can find and read my profile').uncheck();
  await dialog.getByRole('button', { name: 'Save Public Profile' }).click();
  await expect(page.getByText('Your profile is not public.')).toBeVisible();
  const gone = await reader.goto(`${server.url}/unblockers/ivan-petrov`);
  expect(gone?.status()).toBe(404);
  expect(gone?.headers()['cache-control']).toBe('no-store');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Profile not found');
  await reader.getByRole('link', { name: 'See All Unblockers' }).click();
  await expect(list.getByRole('heading', { name: 'Ana Silva' })).toBeVisible();
  await expect(list.getByRole('heading', { name: 'Ivan Petrov' })).toHaveCount(0);
  await reader.context().close();
});

test('a profile shows what was finished, its rates and the reviews of customers', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto('/unblockers/rosa-jimenez');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Jiménez');
  await expect(page.getByRole('heading', { name: '3 requests finished' })).toBeVisible();
  await expect(page.getByText('2 of 3 first deliveries approved')).toBeVisible();
  await expect(page.getByText('Pictures were forgotten at first')).toBeVisible();
  await expect(page.getByText('Noah')).toHaveCount(0);
  await expect(page.locator('meta[property="og:title"]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  expect(complaints).toEqual([]);
  await expectAccessible(page);
  await page.goto('/unblockers?sort=finished');
  await expect(page.getByRole('list', { name: 'Unblockers' })).toBeVisible();
  await expectAccessible(page);
});
