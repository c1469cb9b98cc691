import { sql } from 'kysely';
import { fits, WORK } from '../domain/proof-of-work.ts';
import { newAddress, newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { inDatabase } from './database.ts';
import { expect, test } from './server.ts';
import { fillSignIn, fillSignUp, linkIn, openSignIn, signUp } from './sign-in.ts';
import { holdDelayedActs, letDelayedActs } from './timers.ts';

/** All journeys sign up from one address, where a network may do so thirty times in five minutes. */
test.beforeEach(({ server }) =>
  inDatabase(server, ({ db }) =>
    sql`delete from rate_limits where key like 'signup:%'`.execute(db),
  ),
);

test('a new customer confirms by the mail, and is taken to the dashboard', async ({
  page,
  server,
}) => {
  const email = await signUp(page);
  await expect(page.getByText(email)).toBeVisible();
  await holdDelayedActs(page);
  await page.goto(await linkIn(server, email, /confirm/i));
  await expect(page.getByText('Your email is verified.', { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/callback/);
  await letDelayedActs(page, 2000);
  await page.waitForURL('**/dashboard/customer');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard');
});

test('who has not confirmed yet is told so, and can ask for the mail again', async ({ page }) => {
  const email = await signUp(page);
  const dialog = await openSignIn(page);
  await fillSignIn(page, email, PASSWORD);
  await expect(dialog.getByRole('alert')).toContainText('Email not confirmed');
  await dialog.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page).toHaveURL('/verification-pending');
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Verification email has been resent.')).toBeVisible();
  // One a minute; the mail of the sign-up does not count.
  await expect(page.getByRole('button', { name: /^Resend Email in \d+ s$/ })).toBeDisabled();
});

test('the code of the mail confirms the address in place of the link', async ({ page, server }) => {
  const email = await signUp(page);
  await page.getByLabel('Code from the mail').fill('12 34');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Please type the six digits of the mail')).toBeVisible();
  const { text } = await server.mail(email, /confirm/i);
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
  await page.getByLabel('Code from the mail').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong or too old.');
  await page.getByLabel('Code from the mail').fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/dashboard/customer');
});

test('a link that is opened in another tab, or on another device, lets the waiting page go on', async ({
  page,
  newPerson,
  server,
}) => {
  const email = await signUp(page);
  const tab = await page.context().newPage();
  await tab.goto(await linkIn(server, email, /confirm/i));
  await page.waitForURL('**/dashboard/customer');
  await tab.close();

  const [waiting, phone] = [await newPerson(), await newPerson()];
  const other = await signUp(waiting);
  await phone.goto(await linkIn(server, other, /confirm/i));
  await expect(waiting.getByText(`${other} is confirmed.`)).toBeVisible();
  await waiting.getByRole('button', { name: 'Sign In' }).last().click();
  const dialog = waiting.getByRole('dialog', { name: 'Sign In' });
  await expect(dialog.getByLabel('Email')).toHaveValue(other);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await waiting.waitForURL('**/dashboard/customer');
});

test('a mail that could not be sent again leaves the link of the newest one good', async ({
  page,
  server,
}) => {
  const email = await signUp(page);
  const link = await linkIn(server, email, /confirm/i);
  await page.route('**/auth/v1/resend*', (route) =>
    route.fulfill({ status: 429, json: { code: 'over_email_send_rate_limit', message: 'Wait' } }),
  );
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to resend verification email. Please try again later.',
  );
  await page.goto(link);
  await page.waitForURL('**/dashboard/customer');
});

test('an address that was mistyped is changed without typing the rest again', async ({ page }) => {
  await page.goto('/learn-more');
  await page.getByLabel('First Name').fill('Noor');
  await fillSignUp(page, newAddress('mistyped'));
  await page.getByRole('button', { name: 'Change Address' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Noor');
  const email = newAddress('new');
  await fillSignUp(page, email);
  await expect(page.getByText(email)).toBeVisible();
});

test('signing up in the dialog leads on to the verification page, and closes the dialog', async ({
  page,
}) => {
  await page.goto('/pricing');
  const dialog = await openSignIn(page);
  await dialog.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await dialog.getByLabel('Email').fill(newAddress('new'));
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/verification-pending');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the confirmation is sent again when asked for', async ({ page }) => {
  await signUp(page);
  await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }));
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Verification email has been resent.')).toHaveText(
    'Verification email has been resent. Please check your inbox.',
  );
});

test('without an address the verification page says what to do', async ({ page }) => {
  await page.goto('/verification-pending');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Email address not found. Please try to sign up again.',
  );
});

test('a confirmation opened in another browser confirms, but signs nobody in there', async ({
  page,
  newPerson,
  server,
}) => {
  const email = await signUp(page);
  const link = await linkIn(server, email, /confirm/i);
  const elsewhere = await newPerson();
  await holdDelayedActs(elsewhere);
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('alert')).toHaveText(
    'Verification complete, but session could not be established. Please try logging in.',
  );
  await expect(elsewhere.getByRole('button', { name: 'Return to Login' })).toBeVisible();
  await letDelayedActs(elsewhere, 3000);
  await elsewhere.waitForURL(/\/$/);
  // The link works once, and a second click says that the first one did.
  await page.goto(link);
  await expect(page.getByText('Your email is confirmed already. Sign in to go on.')).toBeVisible();
  await page.getByRole('button', { name: 'Return to Login' }).click();
  await fillSignIn(page, email, PASSWORD);
  await page.waitForURL('**/dashboard/customer');
});

test('an account that needs no confirmation is entered at once', async ({ page, server }) => {
  const email = await newCustomer(server);
  const session = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  // As a server answers that is started with CONFIRM_EMAIL=false.
  const json = await session.json();
  await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json }));
  await page.goto('/learn-more');
  await fillSignUp(page, email);
  await page.waitForURL('**/dashboard/customer');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard');
});

test('whoever calls this machine 127.0.0.1 signs up, in and back there', async ({
  page,
  server,
}) => {
  const here = new URL(server.url.replace('localhost', '127.0.0.1'));
  const email = newAddress('new');
  await page.goto(`${here}learn-more`);
  await fillSignUp(page, email);
  await page.waitForURL('**/verification-pending');
  await page.goto(await linkIn(server, email, /confirm/i));
  await page.waitForURL(`${here}dashboard/customer`);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(here.href);
  const dialog = await openSignIn(page);
  await dialog.getByRole('button', { name: 'Forgot password?' }).click();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByRole('status')).toContainText('have been sent');
  await page.goto(await linkIn(server, email, /password/i));
  await expect(page).toHaveURL(`${here}reset-password`);
  await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
});

test('who takes an address before its owner gets nothing, and its owner chooses a new password', async ({
  page,
  server,
}) => {
  const email = newAddress('victim');
  const target = encodeURIComponent(`${server.url}/auth/callback`);
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
  const attacker = { email, password: 'my own horse 9', data: { first_name: 'Mallory' } };
  const taken = await page.request.post(`/auth/v1/signup?redirect_to=${target}`, {
    data: { ...attacker, ...challenge },
  });
  expect(taken.ok()).toBe(true);
  // Within the minute: no second mail, but the owner has signed up all the same.
  await page.goto('/learn-more');
  await fillSignUp(page, email);
  await expect(page.getByRole('alert')).toContainText('you can only request this after');
  const early = await linkIn(server, email, /confirm/i);
  await page.request.post(`/auth/v1/resend?redirect_to=${target}`, {
    data: { type: 'signup', email, ...challenge },
  });
  const { text } = await server.mail(email, /confirm/i, 'signed up more than once');
  const newest = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? '';

  await page.goto(newest);
  await expect(page).toHaveURL('/auth/callback');
  await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
  await expect(page.getByText(`This is the account of ${email}.`)).toBeVisible();
  // Coming back later asks for the same, wherever one goes.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
  await page.goto('/dashboard/customer/profile');
  await expect(page.getByText(`This is the account of ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New Password', { exact: true }).fill('a better horse 8');
  await page.getByLabel('Confirm New Password').fill('a better horse 8');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
  await expect(page.getByText('Mallory')).toBeHidden();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).first().click();
  await page.waitForURL(/\/$/);

  await page.goto(early);
  await expect(page.getByText('Your email is confirmed already.')).toBeVisible();
  await page.getByRole('button', { name: 'Return to Login' }).click();
  for (const password of [attacker.password, PASSWORD]) {
    await fillSignIn(page, email, password);
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'Invalid login credentials',
    );
  }
  await fillSignIn(page, email, 'a better horse 8');
  await page.waitForURL('**/dashboard/customer');
});

test('the page after a link of several sign-ups leads on once a password is chosen', async ({
  page,
  server,
}) => {
  const email = await signUp(page);
  await page.goto('/learn-more');
  await fillSignUp(page, email);
  await expect(page.getByRole('alert')).toContainText('you can only request this after');
  await holdDelayedActs(page);
  await page.goto(await linkIn(server, email, /confirm/i));
  await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New Password', { exact: true }).fill('a better horse 8');
  await page.getByLabel('Confirm New Password').fill('a better horse 8');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('status').last()).toContainText('has been updated');
  await expect(page).toHaveURL('/auth/callback');
  await letDelayedActs(page, 2000);
  await page.waitForURL('**/dashboard/customer');
});

test('the page after a confirmation, opened without a link, says so and leads home', async ({
  page,
}) => {
  await holdDelayedActs(page);
  await page.goto('/auth/callback');
  await expect(page.getByRole('alert')).toHaveText(
    'Verification complete, but session could not be established. Please try logging in.',
  );
  await expect(page.getByRole('button', { name: 'Return to Login' })).toBeVisible();
  await letDelayedActs(page, 3000);
  await page.waitForURL(/\/$/);
});

test('in a flood of sign-ups the browser shows some work by itself', async ({ page }) => {
  const email = newAddress('new');
  const tokens: unknown[] = [];
  await page.route('**/auth/v1/signup*', async (route) => {
    const { gotrue_meta_security: security } = route.request().postDataJSON();
    tokens.push(security.captcha_token);
    if (tokens.length > 1) return route.continue();
    return route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'captcha_failed', message: 'Please solve a challenge.' },
    });
  });
  const going = Promise.withResolvers<void>();
  await page.route('**/auth/v1/challenge', async (route) => {
    await going.promise;
    await route.continue();
  });
  await page.goto('/learn-more');
  await fillSignUp(page, email);
  await expect(
    page.getByRole('status').filter({ hasText: 'Checking that you are a person' }),
  ).toBeVisible();
  going.resolve();
  await page.waitForURL('**/verification-pending');
  const [challenge, nonce = ''] = String(tokens[1]).split(/\.(?=\d+$)/);
  expect(await fits({ challenge: challenge ?? '', ...WORK }, email, nonce)).toBe(true);
});
