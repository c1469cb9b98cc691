import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { checkLedger } from '../server/ledger/check-ledger.ts';
import { report } from '../server/ledger/findings.ts';
import { expectAccessible } from './axe.ts';
import { loseDispute, sendRefundBack } from './bank.ts';
import { inDatabase } from './database.ts';
import { caller, deliveredAndPaid } from './moderated-work.ts';
import { button, pay } from './plan.ts';
import { enter, expect, type RealServer, signIn, signInAt, test } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';
const MODERATOR = 'moderator@example.com';

async function callers(server: RealServer) {
  return { customer: await caller(server, CUSTOMER), developer: await caller(server, DEVELOPER) };
}

const plan = (side: string, ticketId: string) => `/dashboard/${side}/plan/${ticketId}`;
const figure = (page: Page, term: string) =>
  page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) });

test('a payment that the bank takes back while it is held can be paid again, and everybody knows', async ({
  page,
  newPerson,
  server,
}) => {
  const work = await deliveredAndPaid(await callers(server), 'Search finds nothing');
  const developer = await newPerson();
  await Promise.all([
    signInAt(page, plan('customer', work.id), CUSTOMER),
    signInAt(developer, plan('developer', work.id), DEVELOPER),
  ]);
  const row = developer.getByRole('row', { name: /Mend Search finds nothing/ });
  await expect(row.getByText('Yes', { exact: true })).toBeVisible();

  await loseDispute(server, { payment: work.payment, amount_cents: 10_000 });
  await expect(row.getByText('No', { exact: true })).toBeVisible();
  for (const side of [page, developer])
    await expect(side.getByText(/bank took the payment for .* back/).first()).toBeVisible();
  for (const email of [CUSTOMER, DEVELOPER]) await server.mail(email, /Payment Taken Back/);

  await pay(page, button(page, 'Pay Milestone'));
  await expect(row.getByText('Yes', { exact: true })).toBeVisible();
  await button(page, 'Review').click();
  await button(page, 'Approve').click();
  await button(
    page.getByRole('dialog', { name: 'Approve Milestone' }),
    'Approve Milestone',
  ).click();
  await expect(page.getByText('Customer Approved').first()).toBeVisible();
});

test('a dispute that is lost after the release waits for a moderator, who says who bears it', async ({
  page,
  newPerson,
  server,
}) => {
  const by = await callers(server);
  const work = await deliveredAndPaid(by, 'Menu stays open');
  await by.customer(`/api/milestones/${work.milestone}/accept`);
  const [developer, customer] = [await newPerson(), await newPerson()];
  await Promise.all([
    enter(page, MODERATOR),
    enter(developer, DEVELOPER),
    enter(customer, CUSTOMER),
  ]);
  await loseDispute(server, { payment: work.payment, amount_cents: 10_000 });
  await developer.goto('/dashboard/developer/earnings');
  await expect(developer.getByText(/\$90\.00/).first()).toBeVisible();
  await expect(developer.getByText(/frozen|disputed/i).first()).toBeVisible();

  await page.goto(`/moderation/requests/${work.id}`);
  for (const act of ['Refund', 'Give All Money Back']) {
    await expect(button(page, act)).toBeDisabled();
    await expect(button(page, act)).toHaveAccessibleDescription(/dispute .* still to be decided/);
  }

  await page.goto('/moderation?tab=requests&queue=disputes');
  const card = page.getByRole('listitem').filter({ hasText: 'Mend Menu stays open' });
  await expect(card.getByText('Lost')).toBeVisible();
  await expectAccessible(page, 'main');
  await button(card, 'Decide Who Bears It').click();
  const dialog = page.getByRole('dialog', { name: 'Decide Who Bears It' });
  await button(dialog, 'Decide').click();
  await expect(dialog.getByText('Please say who bears it')).toBeVisible();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  const preview = dialog.getByLabel('What each side gets');
  await dialog.getByLabel('Borne By').selectOption('developer');
  await expect(preview).toContainText('gives back $90.00; $10.00 of the fee is given up.');
  await dialog.getByLabel('Borne By').selectOption('platform');
  await expect(preview).toContainText('Unblock bears $90.00.');
  await dialog.getByLabel('Reason').fill('The work was fine.');
  await expectAccessible(page, '[role=dialog]');
  await button(dialog, 'Decide').click();
  await expect(dialog).toBeHidden();
  await expect(card).toHaveCount(0);
  for (const side of [customer, developer]) {
    await side.goto(`/discussions/${work.id}`);
    const thread = side.getByRole('log', { name: 'Conversation' });
    await expect(thread.getByText('The work was fine.')).toBeVisible();
  }
});

test('one cent that is off stands over everything that a moderator does', async ({
  page,
  server,
}) => {
  await signIn(page, MODERATOR);
  const alarm = page.getByRole('alert').filter({ hasText: 'The money is not in order' });
  await expect(page.getByRole('tab', { name: 'Reports' })).toBeVisible();
  await expect(alarm).toHaveCount(0);
  const tamper = (cents: number) =>
    inDatabase(server, async (context) => {
      await sql`update billing_records set price_cents = price_cents + ${cents}::int where id =
        (select id from billing_records where status = 'held' order by id limit 1)`.execute(
        context.db,
      );
      await checkLedger(context);
    });
  await tamper(1);
  try {
    await page.reload();
    await expect(alarm).toContainText('what is held is not what its billing record says');
    await expectAccessible(page, 'main');
    await page.getByRole('tab', { name: 'Audit Log' }).click();
    await expect(alarm).toBeVisible();
  } finally {
    await tamper(-1);
  }
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Reports' })).toBeVisible();
  await expect(alarm).toHaveCount(0);

  // What only a person can look into ends when one of them says that it was.
  await inDatabase(server, ({ db }) =>
    report(db, { kind: 'event_odd', about: 'evt_9', detail: 'a dispute about nobody’s payment' }),
  );
  await page.reload();
  await button(alarm, 'Mark as Done: Event odd, evt_9').click();
  const dialog = page.getByRole('dialog', { name: 'Mark as Done' });
  await dialog.getByLabel('Reason').fill('It was somebody else’s payment.');
  await expectAccessible(page, '[role=dialog]');
  await button(dialog, 'Mark as Done').click();
  await expect(dialog).toBeHidden();
  await expect(alarm).toHaveCount(0);
  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Marked a finding as done' })).toContainText(
    'event_odd, evt_9',
  );
});

test('a refund that the bank does not take is paid back another way, and says so', async ({
  page,
  newPerson,
  server,
}) => {
  const by = await callers(server);
  const work = await deliveredAndPaid(by, 'The basket forgets');
  await by.customer(`/api/milestones/${work.milestone}/accept`);
  const moderator = await caller(server, MODERATOR);
  await moderator(`/api/moderation/tickets/${work.id}/money-back`, {
    reason: 'Satisfaction is guaranteed.',
    borne_by: 'platform',
  });
  const record = await sendRefundBack(server, work.payment);
  await server.mail(CUSTOMER, /Your refund of \$100\.00 could not go back/);
  const customer = await newPerson();
  await signInAt(customer, `/dashboard/customer/receipt/${record}`, CUSTOMER);
  await expect(customer.getByText(/\$100\.00 of this could not go back/)).toContainText(
    'The money is yours',
  );

  await signIn(page, MODERATOR);
  const alarm = page.getByRole('alert').filter({ hasText: 'The money is not in order' });
  await expect(alarm.getByText(/\$100\.00 could not go back/)).toBeVisible();
  await alarm.getByRole('link', { name: 'Open its request' }).click();
  await expect(page).toHaveURL(`/moderation/requests/${work.id}`);
  await page.goBack();
  await alarm.getByRole('button', { name: /Mark as Done: Refund failed/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as Done' });
  await expect(dialog.getByText(/Only once the customer has the money/)).toBeVisible();
  await dialog.getByLabel('Reason').fill('Bank transfer of 27 November.');
  await expectAccessible(page, '[role=dialog]');
  await button(dialog, 'Mark as Done').click();
  await expect(dialog).toBeHidden();
  await expect(alarm).toHaveCount(0);
  await server.mail(CUSTOMER, /We have paid back your \$100\.00 another way/);
  await customer.reload();
  await expect(customer.getByText(/We paid it back another way/)).toBeVisible();
  await expect(customer.getByText('The money is yours')).toHaveCount(0);
  await expectAccessible(customer, 'main');
});

test('all money of a request goes back, while it waits and after its end', async ({
  page,
  newPerson,
  server,
}) => {
  const by = await callers(server);
  const [waiting, ended] = [
    await deliveredAndPaid(by, 'Import stops'),
    await deliveredAndPaid(by, 'Export stops'),
  ];
  await by.customer(`/api/milestones/${ended.milestone}/accept`);
  const { id: rude = '' } = await by.developer(`/api/tickets/${waiting.id}/messages`, {
    text: 'Take it or leave it.',
  });
  await by.customer(`/api/messages/${rude}/report`);
  const [developer, customer] = [await newPerson(), await newPerson()];
  await Promise.all([
    enter(page, MODERATOR),
    signInAt(developer, plan('developer', waiting.id), DEVELOPER),
    signInAt(customer, plan('customer', waiting.id), CUSTOMER),
  ]);

  const act = 'Give All Money Back';
  await page.goto(`/moderation/requests/${waiting.id}`);
  await button(page, act).click();
  const dialog = page.getByRole('dialog', { name: act });
  await expect(dialog.getByText(/The request ends\. The customer gets back all/)).toBeVisible();
  await expect(dialog.getByLabel('Borne By')).toHaveCount(0);
  await button(dialog, act).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Satisfaction is guaranteed.');
  await expectAccessible(page, '[role=dialog]');
  await button(dialog, act).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, act)).toHaveCount(0);
  for (const side of [customer, developer]) {
    await expect(side.getByText('Customer Rejected').first()).toBeVisible();
    await expect(side.getByText('Satisfaction is guaranteed.').first()).toBeVisible();
  }
  await expect(figure(customer, 'Refunded')).toContainText('$100.00');
  await server.mail(CUSTOMER, /Receipt .* for your refund of \$100\.00/);
  for (const email of [CUSTOMER, DEVELOPER])
    await server.mail(email, /A Moderator Has Decided/, 'Satisfaction is guaranteed.');

  await page.goto(`/moderation/requests/${ended.id}`);
  await button(page, act).click();
  await expect(dialog.getByText(/^The customer gets back all/)).toBeVisible();
  await dialog.getByLabel('Reason').fill('It broke again after a week.');
  await button(dialog, act).click();
  await expect(dialog.getByText('Please say who bears it')).toBeVisible();
  await dialog.getByLabel('Borne By').selectOption('developer');
  await button(dialog, act).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Audit Log' }).click();
  const line = page.getByRole('row').filter({ hasText: 'Gave all money back' });
  await expect(line).toContainText('It broke again after a week.');
  await expect(line).toContainText('$100.00 refunded');
});
