import type { Page } from '@playwright/test';
import { linkIn, newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook, PHONE_LOOKS } from './axe.ts';
import { publicPages, signInPages } from './public-pages.ts';
import { expect, test } from './server.ts';
import { holdDelayedActs } from './timers.ts';

interface Screen {
  path: string;
  /** What to do there before looking, for example to open a dialog. */
  prepare?: (page: Page) => Promise<void>;
  /** What is new on it; all of it, where nothing is said. */
  part?: string;
  looks?: typeof PHONE_LOOKS;
}

/** What another sign-in service answers that confirms without a mail, and signs nobody in. */
const confirmedUser = {
  id: '7f3a2c00-0000-4000-8000-000000000000',
  email: 'ana@example.com',
  email_confirmed_at: '2026-01-01T00:00:00Z',
};

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
  'the answers on using the platform': {
    path: '/faq',
    ...tab('Using the Platform', 'When do I pay?'),
  },
  'the answers on security': { path: '/faq', ...tab('Security & Privacy', 'Do you sell my data?') },
  'an email that is not known': {
    path: '/verification-pending',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Resend Verification Email' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
    part: 'main',
  },
  'the email sent again': {
    path: '/verification-pending',
    prepare: async (page) => {
      await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }));
      await page.evaluate(() =>
        history.replaceState({ usr: { email: 'ana@example.com' }, key: 'x', idx: 0 }, ''),
      );
      await page.reload();
      await page.getByRole('button', { name: 'Resend Verification Email' }).click();
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        'Verification email has been resent. Please check your inbox.',
      );
      await expect(page.getByRole('main')).toContainText('ana@example.com');
    },
    part: 'main',
  },
  'the panel after asking for a reset': {
    path: '/faq',
    prepare: async (page) => {
      await page.route('**/auth/v1/recover*', (route) => route.fulfill({ json: {} }));
      await openSignIn(page);
      await page.getByRole('button', { name: 'Forgot password?' }).click();
      await signInDialog(page).getByLabel('Email').fill('ana@example.com');
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(page.getByRole('button', { name: 'Return to Sign In' })).toBeVisible();
    },
    part: '[role=dialog]',
  },
  'the panel after signing up': {
    path: '/learn-more',
    prepare: async (page) => {
      await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json: confirmedUser }));
      await fillSignUp(page);
      await expect(page.getByRole('button', { name: 'Go to Sign In' })).toBeVisible();
    },
    part: 'main',
  },
  'the Success! dialog of the waitlist': {
    path: '/become-unblocker',
    prepare: async (page) => {
      await page.route('**/api/waitlist', (route) => route.fulfill({ status: 201, json: {} }));
      await page.getByLabel('Name').fill('Ana');
      await page.getByLabel('Email').fill('ana@example.com');
      await page.getByLabel('Specialty').selectOption('python');
      await page.getByRole('button', { name: 'Join the Waitlist' }).click();
      await expect(page.getByRole('dialog', { name: 'Success!' })).toBeVisible();
    },
    part: '[role=dialog]',
  },
  "the phone's menu": {
    path: '/',
    prepare: openMenu,
    part: '[role=dialog]',
    looks: PHONE_LOOKS,
  },
};

for (const [name, { path, prepare, part, looks }] of Object.entries(screens)) {
  test(`axe finds nothing on ${name}, and it never scrolls sideways`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    await prepare?.(page);
    await expectAccessibleInEveryLook(page, part, looks);
  });
}

test('axe finds nothing on the way back from a confirmation, be it good or bad', async ({
  page,
}) => {
  await holdDelayedActs(page);
  const answering = Promise.withResolvers<number>();
  await page.route('**/auth/v1/token*', async (route) => {
    const status = await answering.promise;
    await route.fulfill({ status, json: { code: 'flow_state_not_found', message: 'Not found' } });
  });
  await page.goto('/');
  await page.evaluate(() =>
    localStorage.setItem('supabase.auth.token-code-verifier', '"a verifier"'),
  );
  await page.goto('/auth/callback?code=of-a-link');
  await expect(page.getByText('Verifying your email...')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'main');
  answering.resolve(404);
  await expect(page.getByRole('button', { name: 'Return to Login' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'main');
});

test('axe finds nothing on choosing a new password, and on the phone menu of who is signed in', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  await page.request.post(
    `/auth/v1/recover?redirect_to=${encodeURIComponent(`${server.url}/reset-password`)}`,
    { data: { email } },
  );
  await holdDelayedActs(page);
  const { text } = await server.mail(email, /password/i);
  await page.goto(linkIn(text, /\/auth\/v1\/verify\S+/));
  await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
  await expectAccessibleInEveryLook(page, 'main');
  await page.getByLabel('New Password', { exact: true }).fill('a better horse 8');
  await page.getByLabel('Confirm New Password').fill('a better horse 8');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Your password has been updated.')).toBeVisible();
  await expectAccessibleInEveryLook(page, 'main');

  await page.goto('/help');
  await openMenu(page);
  await expectAccessibleInEveryLook(page, '[role=dialog]', PHONE_LOOKS);
});

function tab(name: string, question: string): Pick<Screen, 'prepare' | 'part'> {
  return {
    prepare: async (page) => {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('button', { name: question }).click();
    },
    part: 'main',
  };
}

async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
}

async function fillSignUp(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(signInDialog(page)).toBeVisible();
}
