import type { Response } from '@playwright/test';
import { newCustomer, PASSWORD } from './account-people.ts';
import { expect, signIn, signInAt, signInByModal, test, visit } from './server.ts';
import { fillSignIn, openSignIn } from './sign-in.ts';

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

test('a wrong password, an unknown address and a bad form are refused in words', async ({
  page,
}) => {
  await page.goto('/');
  const dialog = await openSignIn(page);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await fillSignIn(page, 'customer@example.com', 'short');
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  for (const email of ['customer@example.com', 'nobody@example.com']) {
    await fillSignIn(page, email, 'not the password');
    await expect(dialog.getByRole('alert')).toHaveText('Invalid login credentials');
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
  }
  await dialog.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('one password');
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expect(dialog.getByText('Confirm Password is required')).toBeVisible();
  await expect(dialog.getByLabel('Confirm Password')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Confirm Password').fill('another');
  await expect(dialog.getByText('Passwords do not match')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Sign Up' })).toBeDisabled();
  // What is seen in the title's place follows the form; the dialog keeps its name.
  await expect(dialog.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await expect(dialog.getByRole('heading', { name: 'Create your account' })).toHaveCount(0);
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

test('the guard keeps the way, query and hash included, and gives it back after signing in', async ({
  page,
}) => {
  await page.goto('/help?topic=pay#answers');
  await expect(page).toHaveURL('/');
  await openSignIn(page);
  await fillSignIn(page, 'customer@example.com', 'unblock-demo');
  await expect(page).toHaveURL('/help?topic=pay#answers');
});

test('whoever is quicker than the dialog goes on typing where they are', async ({ page }) => {
  // A busy machine draws the next picture late.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 1000);
  });
  await page.goto('/');
  const dialog = await openSignIn(page);
  await dialog.getByLabel('Password').click();
  await page.keyboard.type('unblock-demo', { delay: 150 });
  await expect(dialog.getByLabel('Password')).toHaveValue('unblock-demo');
  await expect(dialog.getByLabel('Email')).toHaveValue('');
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
  await expect.poll(kept).toContain('The secret of the first person');
  const lists: unknown[] = [];
  const remember = async (answer: Response) => {
    if (!answer.url().includes('/api/tickets?')) return;
    // What the change of pages has broken off has no body.
    const body = await answer.json().catch(() => null);
    if (body) lists.push(body.items);
  };

  // Without a reload: nothing but the change of person empties the page.
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(kept).not.toContain('secret');
  // From here on: the first person's last answer may come late.
  page.on('response', remember);
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

  // The session is lost between two visits: what it left is its author's alone.
  await page.getByRole('button', { name: 'New Request' }).click();
  await form.getByLabel('Description').fill('The secret of the second person');
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.removeItem('supabase.auth.token'));
  await signIn(page, 'customer@example.com');
  await expect.poll(kept).not.toContain('secret');
});

test('two sign-ins in the same moment lead to the dashboard, as one does', async ({ page }) => {
  const arriving = Promise.withResolvers<void>();
  await page.route('**/assets/customer-dashboard*.js', async (route) => {
    await arriving.promise;
    await route.continue();
  });
  await signInAt(page, '/pricing', 'customer@example.com');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  // The second one arrives while the dashboard of the first is still on its way.
  await expect(page).toHaveURL('/dashboard');
  await visit(page, '/dashboard');
  arriving.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard');
});

test('whoever comes Back from another service can sign in another way', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    const sign_in_providers = [{ id: 'google', label: 'Google' }];
    await route.fulfill({ json: { ...config, sign_in_providers } });
  });
  // The page stays, as one does that the browser keeps for Back.
  await page.route('**/auth/v1/authorize?*', (route) => route.abort('aborted'));
  await page.goto('/learn-more');
  const google = page.getByRole('button', { name: 'Continue with Google' });
  await Promise.all([page.waitForRequest(/authorize/), google.click({ noWaitAfter: true })]);
  await expect(google).toBeDisabled();
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(google).toBeEnabled();
});
