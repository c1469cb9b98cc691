import type { Page, Response } from '@playwright/test';
import { newAddress, newCustomer, PASSWORD } from './account-people.ts';
import { expect, type RealServer, signIn, signInByModal, test } from './server.ts';

test('a new customer confirms by the mail, and is taken to the dashboard', async ({
  page,
  server,
}) => {
  const email = await signUp(page);
  await expect(page.getByText(email)).toBeVisible();
  await page.goto(await linkIn(server, email, /confirm/i));
  await expect(page).toHaveURL(/\/auth\/callback/);
  const arrived = Date.now();
  await page.waitForURL('**/dashboard/customer');
  expect(Date.now() - arrived).toBeGreaterThan(1500);
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
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to resend verification email. Please try again later.',
  );
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

test('the form has its three modes to the letter', async ({ page }) => {
  await page.goto('/faq');
  const dialog = await openSignIn(page);
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Sign In":
      - heading "Sign In" [level=2]
      - button "Close"
      - text: Email
      - textbox "Email"
      - text: Password
      - textbox "Password"
      - button "Forgot password?"
      - button "Sign In"
      - button "Need an account? Sign up"
  `);
  await dialog.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await expect(dialog).toMatchAriaSnapshot(`
    - textbox "Email"
    - textbox "Password"
    - textbox "Confirm Password"
    - textbox "First Name"
    - textbox "Last Name"
    - button "Sign Up"
    - button "Already have an account? Sign in"
  `);
  await dialog.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await dialog.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(dialog).toMatchAriaSnapshot(`
    - textbox "Email"
    - button "Send Reset Link"
    - button "Back to Sign In"
  `);
  await dialog.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(dialog.getByRole('button', { name: 'Forgot password?' })).toBeVisible();
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
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('alert')).toHaveText(
    'Verification complete, but session could not be established. Please try logging in.',
  );
  await expect(elsewhere.getByRole('button', { name: 'Return to Login' })).toBeVisible();
  await elsewhere.waitForURL(/\/$/);
  // The link works once; now it is refused, with a way on.
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(
    'Email verification failed. Please try again or contact support.',
  );
  await page.getByRole('button', { name: 'Return to Login' }).click();
  await fillSignIn(page, email, PASSWORD);
  await page.waitForURL('**/dashboard/customer');
});

test('a wrong password, an unknown address and a bad form are refused in words', async ({
  page,
}) => {
  await page.goto('/');
  const dialog = await openSignIn(page);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  for (const email of ['customer@example.com', 'nobody@example.com']) {
    await fillSignIn(page, email, 'not the password');
    await expect(dialog.getByRole('alert')).toHaveText('Invalid login credentials');
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
  }
  await dialog.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('one password');
  await dialog.getByLabel('Confirm Password').fill('another');
  await expect(dialog.getByText('Passwords do not match')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Sign Up' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeFocused();
});

test('while a request runs the fields rest and the button says so; without a network it says why', async ({
  page,
}) => {
  await page.goto('/');
  const dialog = await openSignIn(page);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/auth/v1/token*', async (route) => {
    await held;
    await route.abort();
  });
  await fillSignIn(page, 'customer@example.com', PASSWORD);
  await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(dialog.getByLabel('Email')).toBeDisabled();
  letGo();
  await expect(dialog.getByRole('alert')).toContainText('This looks like a network error');
  await expect(dialog.getByLabel('Password')).toHaveValue(PASSWORD);
});

test('a forgotten password is replaced by the link in the mail, which works once', async ({
  page,
  newPerson,
  server,
}) => {
  const email = await signUp(page);
  await page.goto(await linkIn(server, email, /confirm/i));
  await page.waitForURL('**/dashboard/customer');
  const elsewhere = await newPerson();
  await elsewhere.goto('/');
  const dialog = await openSignIn(elsewhere);
  await dialog.getByRole('button', { name: 'Forgot password?' }).click();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByRole('status')).toHaveText(
    `Password reset instructions have been sent to your email ${email}.`,
  );
  await expect(dialog.getByRole('button', { name: 'Return to Sign In' })).toBeVisible();

  // Asked for in one browser, opened in another, such as the phone's.
  const link = await linkIn(server, email, /password/i);
  const phone = await newPerson();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Create New Password' })).toBeVisible();
  await expect(phone).toHaveURL('/reset-password');
  const update = phone.getByRole('button', { name: 'Update Password' });
  await expect(update).toBeDisabled();
  await phone.getByLabel('New Password', { exact: true }).fill('short');
  await expect(phone.getByText('Password must be at least 6 characters')).toBeVisible();
  await phone.getByLabel('New Password', { exact: true }).fill('a better horse 8');
  await phone.getByLabel('Confirm New Password').fill('a better horse');
  await expect(phone.getByText('Passwords do not match')).toBeVisible();
  await phone.getByLabel('Confirm New Password').fill('a better horse 8');
  await update.click();
  await expect(phone.getByRole('status').last()).toContainText('has been updated');
  await phone.waitForURL('**/dashboard/customer');
  // Its session stays, and is worth no further password without a new link.
  await phone.goto('/reset-password');
  await expect(phone.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();

  const third = await newPerson();
  await third.goto(link);
  await expect(third.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expect(third.getByRole('alert')).toHaveText(
    'Invalid or expired password reset link. Please request a new one.',
  );
  await signInByModal(third, email, 'a better horse 8');
});

test('tokens in an address are taken out of it at once', async ({ page, server }) => {
  const email = `implicit-${Date.now()}@example.com`;
  const redirect = encodeURIComponent(`${server.url}/auth/callback`);
  await page.request.post(`/auth/v1/signup?redirect_to=${redirect}`, {
    data: { email, password: PASSWORD },
  });
  const seen: string[] = [];
  await page.exposeFunction('note', (address: string) => seen.push(address));
  await page.addInitScript(
    "addEventListener('DOMContentLoaded', () => setTimeout(() => note(location.href), 500))",
  );
  await page.goto(await linkIn(server, email, /confirm/i));
  await page.waitForURL('**/dashboard/customer');
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.join()).not.toContain('access_token');
  await page.goto('/pricing#access_token=stolen&refresh_token=stolen&type=signup');
  await expect(page).toHaveURL('/pricing');
});

test('the guard keeps the way, query and hash included, and gives it back after signing in', async ({
  page,
}) => {
  await page.goto('/help?topic=pay#answers');
  await expect(page).toHaveURL('/');
  await openSignIn(page);
  await fillSignIn(page, 'customer@example.com', 'unblock-demo');
  await expect(page).toHaveURL('/help?topic=pay#answers');
});

test('signing out in one tab signs out the other, and signing in comes back to both', async ({
  page,
}) => {
  await signInByModal(page, 'customer@example.com');
  const other = await page.context().newPage();
  await other.goto('/discussions');
  await expect(other.getByRole('heading', { level: 1, name: 'Discussions' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  expect(await other.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
  await openSignIn(page);
  await fillSignIn(page, 'customer@example.com', 'unblock-demo');
  await page.waitForURL('**/dashboard/customer');
  await expect(other).not.toHaveURL(/\/$/);
});

test('two tabs whose token is refused, or has run out, renew it at once and stay signed in', async ({
  page,
}) => {
  await signIn(page, 'customer@example.com');
  const other = await page.context().newPage();
  await other.goto('/discussions');
  await expect(other.getByRole('heading', { level: 1, name: 'Discussions' })).toBeVisible();
  const change = (changes: object) =>
    page.evaluate((changes) => {
      const kept = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}');
      localStorage.setItem('supabase.auth.token', JSON.stringify({ ...kept, ...changes }));
      return kept.refresh_token as string;
    }, changes);
  for (const changes of [
    { access_token: `${'e30.'.repeat(2)}AA`, expires_at: Date.now() / 1000 + 3600 },
    { expires_at: Date.now() / 1000 - 3600 },
  ]) {
    const before = await change(changes);
    await Promise.all([page.goto('/help'), other.goto('/dashboard/customer')]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help Center');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard');
    await expect(other.getByRole('button', { name: 'New Request' })).toBeVisible();
    expect(await change({})).not.toBe(before);
  }
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

test('the next person in the same tab finds nothing of the one before', async ({
  page,
  server,
}) => {
  const next = await newCustomer(server);
  await signIn(page, 'customer@example.com');
  await page.getByRole('button', { name: 'New Request' }).click();
  const form = page.getByRole('dialog', { name: 'Create a New Request' });
  await form.getByLabel('Description').fill('The secret of the first person');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await kept()).toContain('The secret of the first person');
  const lists: unknown[] = [];
  const remember = async (answer: Response) => {
    if (answer.url().includes('/api/tickets?')) lists.push((await answer.json()).items);
  };
  page.on('response', remember);

  // Without a reload: nothing but the change of person empties the page.
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  expect(await kept()).not.toContain('secret');
  await openSignIn(page);
  await fillSignIn(page, next, PASSWORD);
  await page.waitForURL('**/dashboard/customer');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard');
  await page.getByRole('button', { name: 'New Request' }).click();
  await expect(form.getByLabel('Description')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect.poll(() => lists.length).toBeGreaterThan(0);
  expect(lists.flat()).toEqual([]);
  page.off('response', remember);
  await expect(page.getByRole('main')).not.toContainText('#');

  // The session is lost between two visits: what it left is nobody's.
  await page.getByRole('button', { name: 'New Request' }).click();
  await form.getByLabel('Description').fill('The secret of the second person');
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.removeItem('supabase.auth.token'));
  await signIn(page, 'customer@example.com');
  expect(await kept()).not.toContain('secret');
});

/** Fills in the form on Learn More and waits until the mail is on its way. */
async function signUp(page: Page): Promise<string> {
  const email = newAddress('new');
  await page.goto('/learn-more');
  await fillSignUp(page, email);
  await page.waitForURL('**/verification-pending');
  return email;
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function linkIn(server: RealServer, email: string, subject: RegExp): Promise<string> {
  const { text } = await server.mail(email, subject);
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

async function openSignIn(page: Page) {
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
}
