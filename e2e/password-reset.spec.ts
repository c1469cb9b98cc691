import { newCustomer, PASSWORD } from './account-people.ts';
import { expect, signInByModal, test } from './server.ts';
import { linkIn, openSignIn, signUp } from './sign-in.ts';
import { holdDelayedActs, letDelayedActs } from './timers.ts';

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
  await holdDelayedActs(phone);
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
  await letDelayedActs(phone, 3000);
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
  await holdDelayedActs(page);
  await page.goto(await linkIn(server, email, /confirm/i));
  // Before anything is shown that the tokens are for.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify Your Email');
  await expect(page.getByText('Your email is verified.', { exact: false })).toBeVisible();
  await expect(page).toHaveURL('/auth/callback');
  await letDelayedActs(page, 2000);
  await page.waitForURL('**/dashboard/customer');
  await page.goto('/pricing#access_token=stolen&refresh_token=stolen&type=signup');
  await expect(page).toHaveURL('/pricing');
});

test('a link of somebody else never takes the place of who is signed in', async ({
  page,
  server,
}) => {
  const ana = await newCustomer(server);
  const eve = await newCustomer(server);
  const who = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}').user.email);
  await page.goto('/');
  await signInByModal(page, ana, PASSWORD);
  const redirect = encodeURIComponent(`${server.url}/reset-password`);
  await page.request.post(`/auth/v1/recover?redirect_to=${redirect}`, { data: { email: eve } });
  await page.goto(await linkIn(server, eve, /password/i));
  const question = page.getByText(`You are signed in as ${ana}. The link is for ${eve}.`);
  await expect(question).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
  expect(await who()).toBe(ana);
  await page.getByRole('button', { name: 'Stay Signed In' }).click();
  await page.waitForURL('**/dashboard/customer');
  expect(await who()).toBe(ana);

  // A session of Eve's own, as she would put it into a link to the page after a confirmation.
  const session = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: eve, password: PASSWORD },
  });
  const { access_token, refresh_token } = await session.json();
  const parts = new URLSearchParams({ access_token, refresh_token, type: 'signup' });
  await page.goto(`/auth/callback#${parts}`);
  await expect(question).toBeVisible();
  expect(await who()).toBe(ana);
  await page.reload();
  await page.waitForURL('**/dashboard/customer');
  expect(await who()).toBe(ana);
  await page.goto(`/pricing`);
  await page.goto(`/auth/callback#${parts}`);
  await page.getByRole('button', { name: 'Use the Other Account' }).click();
  await page.waitForURL('**/dashboard/customer');
  expect(await who()).toBe(eve);
});
