import { sql } from 'kysely';
import { expectAccessible } from './axe.ts';
import { inDatabase } from './database.ts';
import { caller, deliveredAndPaid } from './moderated-work.ts';
import { button, press } from './plan.ts';
import { expect, signInAt, test } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';

test('what breaks again is repaired for nothing, and refunded when the repair is missed', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const sides = {
    customer: await caller(server, CUSTOMER),
    developer: await caller(server, DEVELOPER),
  };
  const { id, milestone } = await deliveredAndPaid(sides, 'Cart empties itself');
  await sides.customer(`/api/milestones/${milestone}/accept`);
  const developer = await newPerson();
  await Promise.all([
    signInAt(customer, `/dashboard/customer/plan/${id}`, CUSTOMER),
    signInAt(developer, `/dashboard/developer/plan/${id}`, DEVELOPER),
  ]);

  await press(customer, 'It Broke Again');
  const dialog = customer.getByRole('dialog', { name: 'It Broke Again' });
  await expect(dialog).toContainText('It is due in half the time of the first work.');
  await expectAccessible(customer, '[role=dialog]');
  await press(dialog, 'It Broke Again');
  await expect(dialog.getByText('Please say what broke')).toBeVisible();
  await dialog.getByLabel('Mend Cart empties itself works as described').check();
  await dialog.getByLabel('Message').fill('The cart is empty after a reload.');
  await customer.keyboard.press('Escape');
  await press(customer, 'It Broke Again');
  await expect(dialog.getByLabel('Message')).toHaveValue('The cart is empty after a reload.');
  await expect(dialog.getByLabel('Mend Cart empties itself works as described')).toBeChecked();
  await press(dialog, 'It Broke Again');
  await expect(dialog).toBeHidden();
  await expect(customer.getByText('A free repair has begun.')).toBeVisible();
  await expect(customer.getByText('Repair: Mend Cart empties itself').first()).toBeVisible();
  await expect(button(customer, 'It Broke Again')).toHaveCount(0);
  await expect(developer.getByText(/Your turn: deliver Repair/).first()).toBeVisible();
  await expect(developer.getByText('Free repair').first()).toBeVisible();
  await expectAccessible(developer, 'main');

  await inDatabase(server, ({ db }) =>
    sql`update milestones set created_at = created_at - interval '14 days',
      started_at = started_at - interval '14 days' where repairs = ${milestone}`.execute(db),
  );
  await customer.reload();
  await press(customer, 'Refund');
  await press(customer.getByRole('dialog', { name: 'Refund' }), 'Refund');
  await expect(customer.getByText(/the free repair was missed/).first()).toBeVisible();
  await expect(customer.getByText('Repair: Mend Cart empties itself')).toHaveCount(0);
});

for (const width of [360, 1440])
  test(`the guarantee can be read at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/pricing');
    await page.getByRole('main').getByRole('link', { name: 'Our Guarantee' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our Guarantee' })).toBeVisible();
    await expect(page.getByText('It Broke Again opens a free repair at once.')).toBeVisible();
    await expectAccessible(page, 'main');
  });
