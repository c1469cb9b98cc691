import type { Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from './axe.ts';
import { publicPages, signInPages } from './public-pages.ts';
import { expect, test } from './server.ts';

interface Screen {
  path: string;
  /** What to do there before looking, for example to open a dialog. */
  prepare?: (page: Page) => Promise<void>;
}

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign In' });

/** Every screen and dialog of the public site; each is looked at in both themes and at both widths. */
const screens: Record<string, Screen> = {
  ...Object.fromEntries([...publicPages, ...signInPages].map(({ path }) => [path, { path }])),
  'the Sign In dialog': { path: '/faq', prepare: openSignIn },
  'the Sign In dialog, refused': {
    path: '/faq',
    prepare: async (page) => {
      await openSignIn(page);
      await signInDialog(page).getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByText('Password is required')).toBeVisible();
    },
  },
  'the sign-up form, refused': {
    path: '/learn-more',
    prepare: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('short1');
      await page.getByLabel('Confirm Password').fill('other1');
      await expect(page.getByText('Passwords do not match')).toBeVisible();
    },
  },
  'the forgot-password form': {
    path: '/faq',
    prepare: async (page) => {
      await openSignIn(page);
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible();
    },
  },
  'an open answer': {
    path: '/faq',
    prepare: (page) => page.getByRole('button', { name: 'What is Unblock?' }).click(),
  },
  'an email that is not known': {
    path: '/verification-pending',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Resend Verification Email' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
};

for (const [name, { path, prepare }] of Object.entries(screens)) {
  test(`axe finds nothing on ${name}, and it never scrolls sideways`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    await prepare?.(page);
    await expectAccessibleInEveryLook(page);
  });
}

async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(signInDialog(page)).toBeVisible();
}
