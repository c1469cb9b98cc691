import { newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { expect, signInAt, test } from './server.ts';

test('a person adds a passkey, signs in with it alone, and removes it', async ({
  page,
  server,
}) => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = await newCustomer(server);
  await signInAt(page, '/dashboard/customer/profile', email, PASSWORD);
  const section = page.getByRole('region', { name: 'Passkeys', exact: true });
  await expect(section.getByText('You have no passkey yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Add a Passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a Passkey' });
  await expectAccessibleInEveryLook(page);
  await adding.getByRole('button', { name: 'Add a Passkey' }).click();
  const naming = page.getByRole('dialog', { name: 'Name Your Passkey' });
  await naming.getByLabel('Name').fill('My laptop');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('My laptop')).toBeVisible();
  await server.mail(email, /passkey was added/i);
  await expectAccessibleInEveryLook(page);

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  // The browser offers it in the field, and this one agrees to all at once.
  await page.waitForURL('**/dashboard/customer');

  await page.goto('/dashboard/customer/profile');
  await section.getByRole('button', { name: 'Remove: My laptop' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove Passkey' });
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByText('You have no passkey yet.')).toBeVisible();
  // Else it answers each sign-in of the journeys that come after in this browser.
  await client.send('WebAuthn.disable');
});

test('a link to a request opens the sign-in, which says what waits, begins in Email and shows a password', async ({
  page,
}) => {
  await page.goto('/dashboard/customer/plan/0d9c7d1e-6d0a-4b58-9f3e-0c1a2be5f937');
  await page.waitForURL((url) => url.pathname === '/');
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await expect(dialog.getByText('Sign in to see request #E5F937.')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Password').fill('short');
  await dialog.getByRole('button', { name: 'Show password' }).click();
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'text');
  await dialog.getByLabel('Email').fill('somebody@example.com');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('somebody@example.com');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Password', { exact: true }).fill('grüne Wiese 7');
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expect(dialog.getByText('Confirm Password is required')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Sign in to see request #E5F937.')).toBeVisible();
});

test('what an account elsewhere agrees to is said beside its button, in both forms', async ({
  page,
}) => {
  // As a server answers that has a provider set up.
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json();
    const sign_in_providers = [{ id: 'github', label: 'GitHub' }];
    await route.fulfill({ json: { ...config, sign_in_providers } });
  });
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await expect(dialog.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible();
  await expect(dialog).toContainText('By pressing Continue you agree to the Terms of Service');
  await dialog.getByRole('button', { name: 'Need an account? Sign up' }).click();
  await expect(dialog.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible();
  await expect(dialog).toContainText('By pressing Sign Up you agree to the Terms of Service');
  await expect(dialog).toContainText('By pressing Continue you agree to the same.');
  await expectAccessibleInEveryLook(page);
});
