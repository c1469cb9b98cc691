import { openReceiver } from '../server/testing/receivers.ts';
import { newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessibleInEveryLook } from './axe.ts';
import { expect, signInByModal, test } from './server.ts';

test('a webhook is made, tried, read about, changed and deleted', async ({ page, server }) => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.end('Thanks');
  const email = await newCustomer(server);
  await signInByModal(page, email, PASSWORD);
  await page.goto('/dashboard/customer/profile');
  const section = page.getByRole('region', { name: 'Webhooks' });
  await expect(section.getByText('You have no webhooks.')).toBeVisible();

  await section.getByRole('button', { name: 'New Webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New Webhook' });
  await form.getByLabel('Address').fill('http://10.0.0.1/');
  await form.getByRole('button', { name: 'Make Webhook' }).click();
  await expect(form.getByText('not one of the public internet')).toBeVisible();
  await form.getByLabel('Address').fill(`${receiver.url}/hook`);
  await form.getByRole('button', { name: 'Example: plan.submitted' }).click();
  await expect(form.getByText('"CUSTOMER_REVIEWING_PLAN"')).toBeVisible();
  await form.getByRole('checkbox', { name: 'rating.left' }).uncheck();
  await expectAccessibleInEveryLook(page);
  await form.getByRole('button', { name: 'Make Webhook' }).click();

  const shown = page.getByRole('dialog', { name: 'Keep the Secret' });
  await expect(shown.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await shown.getByRole('button', { name: 'Done' }).click();

  const row = section.getByRole('listitem').filter({ hasText: receiver.url });
  await row.getByRole('button', { name: /^Log/ }).click();
  const log = page.getByRole('dialog', { name: 'Webhook Log' });
  await log.getByRole('button', { name: 'Send a Test' }).click();
  await expect(log.getByText('Taken')).toBeVisible();
  await expect(log.getByText('Thanks')).toBeVisible();
  expect(receiver.received).toMatchObject([{ body: { type: 'webhook.test' } }]);
  await expectAccessibleInEveryLook(page);
  await log.getByRole('button', { name: /^Send Again/ }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  await log.getByRole('button', { name: 'Done' }).click();

  await row.getByRole('button', { name: /^Edit/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Webhook' });
  await expect(edit.getByRole('checkbox', { name: 'rating.left' })).not.toBeChecked();
  // A list that cannot be read again takes away neither a row nor the secret, which is shown once.
  await page.route('**/api/me/webhooks', (route) => route.fulfill({ status: 503 }));
  await edit.getByRole('button', { name: 'New Secret' }).click();
  await page
    .getByRole('dialog', { name: 'New Secret' })
    .getByRole('button', { name: 'New Secret' })
    .click();
  await expect(shown.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(section.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/me/webhooks');
  await section.getByRole('button', { name: 'Try Again' }).click();
  await expect(section.getByRole('alert')).toBeHidden();

  await row.getByRole('button', { name: /^Edit/ }).click();
  await edit.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Webhook' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(section.getByText('You have no webhooks.')).toBeVisible();
  await receiver.close();
});

test('what programs can call is found in the reference', async ({ page }) => {
  await page.goto('/developers');
  await expect(page.getByRole('heading', { level: 1, name: 'Build on Unblock' })).toBeVisible();
  await page.getByRole('link', { name: 'API Reference' }).click();
  await page.getByLabel('Find a Call').fill('tickets messages');
  const call = page.getByRole('listitem').filter({ hasText: 'POST /api/tickets/{id}/messages' });
  await call.getByText('/api/tickets/{id}/messages').click();
  await expect(call.getByText(/needs_answer\?: boolean/)).toBeVisible();
  await expectAccessibleInEveryLook(page);
});
