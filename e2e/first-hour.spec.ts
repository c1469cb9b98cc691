import type { Page } from '@playwright/test';
import { newCustomer, PASSWORD } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { caller, grabbed } from './moderated-work.ts';
import { button } from './plan.ts';
import { enter, expect, type RealServer, signInAt, test } from './server.ts';

const CARD = '4242 4242 4242 4242';

/** A new customer with a plan of one hour that waits for their approval. */
async function newPlan(server: RealServer, title: string, hourly_rate: number) {
  const email = await newCustomer(server);
  const customer = await caller(server, email, PASSWORD);
  const developer = await caller(server, 'developer@example.com');
  const ticketId = await grabbed({ customer, developer }, title);
  const { id: milestone = '' } = await developer(`/api/tickets/${ticketId}/milestones`, {
    title: `Mend ${title}`,
    description: 'Until it works',
    hours: 1,
    hourly_rate,
  });
  await developer(`/api/tickets/${ticketId}/submit-plan`);
  return { email, customer, developer, ticketId, milestone };
}

/** Approves the plan on the roadmap, and pays with a card; the page after it is the answer. */
async function approveAndPay(page: Page, card: string): Promise<Page> {
  await button(page, 'Approve Plan').click();
  const dialog = page.getByRole('dialog', { name: 'Approve Plan' });
  await expect(dialog.getByText(/The first-hour price applies/)).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  const popup = page.waitForEvent('popup');
  await button(dialog, "Let's do this!").click();
  return payOn(await popup, card);
}

async function payOn(checkout: Page, card: string): Promise<Page> {
  await checkout.getByLabel('Card number').fill(card);
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  return checkout;
}

test('a card gives the first-hour price once; the next payment with it goes back and says why', async ({
  page,
  newPerson,
  server,
}) => {
  const first = await newPlan(server, 'Fonts are gone', 50);
  await signInAt(page, `/dashboard/customer/plan/${first.ticketId}`, first.email, PASSWORD);
  const thanks = await approveAndPay(page, CARD);
  await expect(thanks.getByText('Thank you for your payment!')).toBeVisible();
  await expect(thanks.getByText('$25.00', { exact: true })).toBeVisible();

  const second = await newPlan(server, 'Icons are gone', 50);
  const other = await newPerson();
  await signInAt(other, `/dashboard/customer/plan/${second.ticketId}`, second.email, PASSWORD);
  const after = await approveAndPay(other, CARD);
  await expect(after.getByText('This payment goes back to you.')).toBeVisible();
  await expect(after.getByText(/This card had the first-hour price before/)).toBeVisible();
  await expectAccessible(after, 'main');
  const popup = after.waitForEvent('popup');
  await button(after, 'Pay Milestone').click();
  const usual = await popup;
  await expect(usual.getByText('$50.00')).toBeVisible();
  await payOn(usual, CARD);
  await expect(usual.getByText('Thank you for your payment!')).toBeVisible();
});

test('work is approved while its payment is looked at, and paid once a moderator lets it go on', async ({
  page,
  newPerson,
  server,
}) => {
  const deal = await newPlan(server, 'Scroll jumps', 300);
  await signInAt(page, `/dashboard/customer/plan/${deal.ticketId}`, deal.email, PASSWORD);
  const thanks = await approveAndPay(page, '');
  await expect(thanks.getByText('$275.00', { exact: true })).toBeVisible();
  await deal.developer(`/api/milestones/${deal.milestone}/start`);
  await deal.developer(`/api/milestones/${deal.milestone}/submit`, { message: 'It works now.' });

  await page.bringToFront();
  await button(page, 'Review').click();
  await button(page.getByRole('dialog', { name: 'Review Milestone' }), 'Approve').click();
  const approval = page.getByRole('dialog', { name: 'Approve Milestone' });
  await expect(approval.getByText(/held \$275\.00, waits for a moderator’s look/)).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await button(approval, 'Approve Milestone').click();
  // The steps that are ahead are named from the start: only then is it approved.
  await expect(approval).toBeHidden();
  await expect(page.getByText('Customer Approved').first()).toBeVisible();
  await page.reload();
  const waits = 'Held $275.00, waits for a moderator’s look, then $275.00 released';
  await expect(page.getByText(waits).first()).toBeVisible();
  await fitsBothWidths(page);

  const [developer, moderator] = [await newPerson(), await newPerson()];
  await Promise.all([
    signInAt(developer, `/dashboard/developer/plan/${deal.ticketId}`, 'developer@example.com'),
    enter(moderator, 'moderator@example.com'),
  ]);
  await expect(
    developer.getByText('Held $270.00, waits for a moderator’s look').first(),
  ).toBeVisible();
  await fitsBothWidths(developer);
  await developer.goto('/dashboard/developer/earnings');
  await expect(developer.getByText(/There is nothing for you to do/)).toContainText('$270.00');
  await fitsBothWidths(developer);

  await moderator.goto('/moderation?tab=requests&queue=payments');
  const card = moderator.getByRole('listitem').filter({ hasText: 'Mend Scroll jumps' });
  await expect(card.getByText('One hour at a high rate')).toBeVisible();
  await expect(card.getByText(/of the price is released when you let it go on/)).toContainText(
    '$300.00',
  );
  await fitsBothWidths(moderator);
  await button(card, 'Let It Go On').click();
  const dialog = moderator.getByRole('dialog', { name: 'Let It Go On' });
  await dialog.getByLabel('Reason').fill('Both sides are known to us.');
  await expect(dialog.getByLabel('What each side gets')).toContainText(
    'gets $270.00; the fee is $30.00.',
  );
  await expectAccessible(moderator, '[role=dialog]');
  await button(dialog, 'Let It Go On').click();
  await expect(card).toHaveCount(0);

  await developer.goto(`/dashboard/developer/plan/${deal.ticketId}`);
  await expect(developer.getByText('$270.00 released', { exact: true }).first()).toBeVisible();
});

async function fitsBothWidths(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, 'main');
  }
}
