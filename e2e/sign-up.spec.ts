import { newAddress, newCustomer, PASSWORD } from './account-people.ts';
import { expect, test } from './server.ts';
import { fillSignIn, fillSignUp, linkIn, openSignIn, signUp } from './sign-in.ts';
import { holdDelayedActs, letDelayedActs } from './timers.ts';

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
  // The link works once; now it is refused, with a way on.
  await holdDelayedActs(page);
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(
    'Email verification failed. Please try again or contact support.',
  );
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
