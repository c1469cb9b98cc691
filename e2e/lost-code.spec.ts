import type { Page } from '@playwright/test';
import { NETWORK_ERROR } from '../web/api/api-error.ts';
import { SESSION_KEY } from '../web/api/stored-session.ts';
import { caller, posted } from './moderated-work.ts';
import { button, confirm, press } from './plan.ts';
import { enter, expect, signInAt, test } from './server.ts';

/** Nothing of these files comes, until what is returned is called. */
async function losing(page: Page, files: RegExp): Promise<() => void> {
  let isLost = true;
  await page.route(files, (route) => (isLost ? route.abort('failed') : route.continue()));
  return () => {
    isLost = false;
  };
}

/** Long enough for a second try, which must change nothing. */
const ANOTHER_TRY_MS = 4000;

test('a panel whose code is lost comes later, and what is open and written stays', async ({
  page: developer,
  server,
}) => {
  const id = await posted(await caller(server, 'customer@example.com'), 'The map is upside down');
  const find = await losing(developer, /\/assets\/(money|history)-panel-[\w-]+\.js$/);
  await signInAt(developer, `/dashboard/developer/plan/${id}`, 'developer@example.com');
  await press(developer, 'Grab Request');
  await developer.waitForTimeout(ANOTHER_TRY_MS);
  await expect(developer.getByRole('dialog')).toBeVisible();
  await confirm(developer, 'Grab Request');
  await press(developer, 'Add Milestone');
  const title = developer.getByRole('dialog', { name: 'Add New Milestone' }).getByLabel('Title');
  await title.fill('Turn it round');
  const history = developer.getByText('History', { exact: true });
  await expect(history).toHaveCount(0);
  find();
  await expect(history).toHaveCount(1);
  await expect(title).toHaveValue('Turn it round');
});

test('what went wrong is said although the code that draws it is lost, and once it is there, by it', async ({
  page: developer,
  server,
}) => {
  const id = await posted(await caller(server, 'customer@example.com'), 'The map is a blank');
  const find = await losing(developer, /\/assets\/(toaster|sonner)-[\w-]+\.js$/);
  await signInAt(developer, `/dashboard/developer/plan/${id}`, 'developer@example.com');
  await developer.route('**/grab', (route) => route.abort('internetdisconnected'));
  await press(developer, 'Grab Request');
  await confirm(developer, 'Grab Request');
  const said = developer.getByRole('alert').filter({ hasText: 'Failed to activate ticket.' });
  await expect(said).toHaveCount(1);
  await expect(said).toBeVisible();
  find();
  await expect(developer.locator('[data-sonner-toast]').filter({ has: said })).toBeVisible();
  await expect(said).toHaveCount(1);
});

test('a press says that what it opens or does could not be fetched, and another press does it', async ({
  page,
}) => {
  const files = /\/assets\/(sign-in-dialog|notifications-panel|auth)-[\w-]{8}\.js$/;
  const find = await losing(page, files);
  const said = page.getByRole('alert').filter({ hasText: NETWORK_ERROR });
  await page.goto('/');
  const signIn = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
  await signIn.click();
  await expect(said).toBeVisible();
  await expect(said).toHaveCount(0);

  await signInAt(page, '/dashboard/customer', 'customer@example.com');
  await button(page, 'Notifications').click();
  await expect(said).toBeVisible();
  await expect(said).toHaveCount(0);
  await button(page, 'Sign Out').click();
  await expect(said).toBeVisible();

  find();
  await button(page, 'Notifications').click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Sign Out').click();
  await expect(page).toHaveURL('/');
  await signIn.click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
});

test('a screen whose token must be renewed comes although the sign-in client was lost at first', async ({
  page,
}) => {
  await enter(page, 'customer@example.com');
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION_KEY);
  const find = await losing(page, /\/assets\/auth-[\w-]{8}\.js$/);
  await page.goto('/dashboard/customer');
  await page.waitForTimeout(ANOTHER_TRY_MS);
  find();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
