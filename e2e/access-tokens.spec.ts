import { newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { expect, signInAt, signInByModal, test } from './server.ts';

test('an access token is made, shown once, used by a program, and revoked', async ({
  page,
  server,
}) => {
  const email = await newCustomer(server);
  await signInByModal(page, email, PASSWORD);
  await page.goto('/dashboard/customer/profile');
  const section = page.getByRole('region', { name: 'Access Tokens' });
  await expect(section.getByText('No program has a token of yours.')).toBeVisible();

  await section.getByRole('button', { name: 'New Access Token' }).click();
  const form = page.getByRole('dialog', { name: 'New Access Token' });
  await form.getByRole('button', { name: 'Make Token' }).click();
  await expect(form.getByText('Please name the program')).toBeVisible();
  await form.getByLabel('Name').fill('My editor');
  await expectAccessibleInEveryLook(page);
  await form.getByRole('button', { name: 'Make Token' }).click();

  const shown = page.getByRole('dialog', { name: 'Keep Your Access Token' });
  const token = await shown.getByLabel('Access Token').inputValue();
  expect(token).toMatch(/^ubk_\w{40}$/);
  await expectAccessibleInEveryLook(page);
  // It is not shown again.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await shown.getByRole('button', { name: 'Done' }).click();

  const asked = () =>
    fetch(`${server.url}/api/tickets?view=active`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await asked()).status).toBe(200);
  await page.reload();
  const row = section.getByRole('listitem').filter({ hasText: 'My editor' });
  await expect(row).toContainText(token.slice(-4));
  await expect(row).toContainText('Last used');

  await row.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke Access Token' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  // A row behind the open dialog counts as none.
  await expect.poll(async () => (await asked()).status).toBe(401);
  await expect(row).toHaveCount(0);
});

test('a token that is made while the list is on its way is in it', async ({ page, server }) => {
  const email = await newCustomer(server);
  // What is read before the live stream is open is read again in any case.
  const live = page.waitForResponse('**/api/live');
  await signInAt(page, '/dashboard/customer', email, PASSWORD);
  await live;
  const late = Promise.withResolvers<void>();
  await page.route(
    '**/api/me/tokens',
    async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.getByRole('link', { name: 'My Account' }).first().click();
  await page.getByRole('button', { name: 'New Access Token' }).click();
  const form = page.getByRole('dialog', { name: 'New Access Token' });
  await form.getByLabel('Name').fill('My editor');
  await form.getByRole('button', { name: 'Make Token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  late.resolve();
  await expect(page.getByRole('listitem').filter({ hasText: 'My editor' })).toBeVisible();
});
