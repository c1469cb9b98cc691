import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { newDeveloper, PASSWORD } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { inDatabase } from './database.ts';
import { losingAnswer } from './lost-answer.ts';
import { caller, grabbed } from './moderated-work.ts';
import { pay } from './plan.ts';
import { enter, expect, findListed, signIn, signInByModal, test } from './server.ts';

test('an unblocker sees what they have earned, and has a part of it paid out', async ({ page }) => {
  await signIn(page, 'developer@example.com');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Earnings' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible();
  const figure = (term: string) =>
    page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) });
  await expect(figure('Paid Out')).toContainText('$0.00');
  const available = dollarsIn(await figure('Available').textContent());
  expect(available).toBeGreaterThan(100);
  const entries = page.getByRole('table', { name: 'Every Entry' });
  // All of them: other journeys may have left more than the list shows at first.
  const more = page.getByRole('button', { name: 'Show More' });
  await expect(async () => {
    if (await more.isVisible()) await more.click();
    await expect(more).toBeHidden({ timeout: 1000 });
  }).toPass();
  const rows = await entries.getByRole('row').count();
  // What was released of late may still wait for its week.
  const byMonth = page.getByRole('table', { name: /by month/ });
  const earned = await byMonth.locator('tbody td:nth-of-type(1)').allTextContents();
  const sum = earned.reduce((all, month) => all + dollarsIn(month), 0);
  expect(sum).toBeGreaterThanOrEqual(available);
  await expectAccessible(page, 'main');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'All Entries as CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('unblock-earnings.csv');
  expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(rows);

  // By keyboard alone: too much is refused where it was typed, Escape leaves, a part is paid out.
  await page.getByRole('button', { name: 'Pay Out' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pay Out' });
  await expect(dialog).toContainText('This is a test transfer');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type((available + 0.01).toFixed(2));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A payout cannot be more than what is available.')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay Out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('100');
  await losingAnswer(page, /\/payouts$/, () => page.keyboard.press('Enter'));
  await expect(dialog.getByRole('alert')).toContainText('network error');
  // Asked for again from a dialog that was opened anew, it is the same payout.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay Out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your payout of $100.00 is on its way.')).toBeVisible();
  await expect(figure('Available')).toContainText(shown(available - 100));
  await expect(figure('Paid Out')).toContainText('$100.00');
  // The job sends it, and the page finds out by itself.
  await expect(entries.getByRole('row').nth(1)).toContainText('Sent');
});

/** '$1,234.50' as a number. */
function dollarsIn(text: string | null): number {
  return Number(/\$([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
}

function shown(dollars: number): string {
  return dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

test('the page after a payment says whether it waits, was paid, was not, or is not there', async ({
  page,
  server,
}) => {
  const customer = await caller(server, 'customer@example.com');
  const developer = await caller(server, 'developer@example.com');
  const ticketId = await grabbed({ customer, developer }, 'Cookies vanish');
  const [first, second] = await Promise.all(
    ['Find them', 'Keep them'].map((title) =>
      developer(`/api/tickets/${ticketId}/milestones`, {
        title,
        description: 'Until it works',
        hours: 1,
        hourly_rate: 50,
      }),
    ),
  );
  await enter(page, 'customer@example.com');

  // Nobody pays for a plan that is not approved.
  const plan = page.waitForResponse(`**/api/tickets/${ticketId}/milestones*`);
  await page.goto(`/paidSuccessful/${first?.billing_record_id}`);
  await (await plan).finished();
  await expect(page.getByRole('button', { name: 'Back to the Roadmap' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay Milestone' })).toHaveCount(0);
  await developer(`/api/tickets/${ticketId}/submit-plan`);
  await customer(`/api/tickets/${ticketId}/approve-plan`);

  // A bank that takes its time: the sandbox's card for that succeeds after a minute.
  const opened = await customer(`/api/milestones/${first?.id}/checkout`);
  await page.goto(opened.checkout_url ?? '');
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The payment was declined.');
  await page.getByLabel('Card number').fill('4000 0000 0000 0077');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(`**/paidSuccessful/${first?.billing_record_id}`);
  await expect(page.getByText('Confirming your payment...')).toBeVisible();
  await expectAccessible(page, 'main');
  await inDatabase(server, ({ db }) =>
    sql`update sandbox_payments set succeeds_at = now() where status = 'processing'`.execute(db),
  );
  await expect(page.getByText('Thank you for your payment!')).toBeVisible();
  await expectAccessible(page, 'main');

  await page.goto(`/paidSuccessful/${second?.billing_record_id}`);
  await expect(page.getByText('This payment was not completed.')).toBeVisible();
  await expectAccessible(page, 'main');
  await pay(page, page.getByRole('button', { name: 'Pay Milestone' }));
  await expect(page.getByText('Thank you for your payment!')).toBeVisible();

  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id']) {
    await page.goto(`/paidSuccessful/${id}`);
    await expect(page.getByText('Payment not found.')).toBeVisible();
  }
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Back to Dashboard' }).click();
  await page.waitForURL('**/dashboard/customer');
});

test('a customer finds the receipt of a payment, and prints nothing but it', async ({ page }) => {
  await enter(page, 'customer@example.com');
  // A milestone's title may be one long word.
  await page.route(/\/money$/, async (route) => {
    const body = await (await route.fetch()).text();
    const titled = body.replace(
      /("milestone_title":)"[^"]*"/g,
      `$1"${'Rumpelstiltskin'.repeat(9)}"`,
    );
    await route.fulfill({ contentType: 'application/json', body: titled });
  });
  await page.goto('/dashboard/customer/profile');
  const ended = page.getByRole('listitem').filter({ hasText: 'Stripe webhook answers 400' });
  await (await findListed(page, ended)).getByRole('link').click();
  await expect(page.getByText(/Rumpelstiltskin/).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBe(0);
  await page.getByRole('link', { name: 'R-001001' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt R-001001' })).toBeVisible();
  const sheet = page.getByRole('article');
  for (const text of ['Maya Okafor', '$100.00', '−$25.00', '$75.00', '10% fee, included'])
    await expect(sheet).toContainText(text);
  await expectAccessible(page, 'main');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: 'Back to the Roadmap' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Money' })).toBeVisible();

  await page.goto('/dashboard/customer/receipt/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Receipt not found.')).toBeVisible();
});

test('setting payouts up asks for the password of somebody who signed in a while ago', async ({
  page,
  server,
}) => {
  const email = await newDeveloper(server);
  await page.goto('/');
  await signInByModal(page, email, PASSWORD);
  await page.waitForURL('**/dashboard/developer');
  await inDatabase(server, ({ db }) =>
    sql`update sessions set created_at = now() - interval '11 minutes'
      where user_id = (select id from users where email = ${email})`.execute(db),
  );
  // As it is where developers have to sign up with the provider.
  await page.route('**/api/earnings?*', async (route) => {
    const answer = await route.fetch();
    const payout_account = { provider: 'stripe', ready: false };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), payout_account } });
  });
  await page.goto('/dashboard/developer/earnings');
  await page.getByRole('button', { name: 'Set Up Payouts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Up Payouts' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Password').fill('not mine');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Your payouts are set up.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the bank account for payouts is changed on the provider’s page, after the password', async ({
  page,
  server,
}) => {
  const email = await newDeveloper(server);
  await page.goto('/');
  await signInByModal(page, email, PASSWORD);
  await page.waitForURL('**/dashboard/developer');
  await inDatabase(server, ({ db }) =>
    sql`update sessions set created_at = now() - interval '11 minutes'
      where user_id = (select id from users where email = ${email})`.execute(db),
  );
  await page.route('**/api/earnings?*', async (route) => {
    const answer = await route.fetch();
    const payout_account = { provider: 'stripe', ready: true };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), payout_account } });
  });
  // The sandbox has no such page; whether it may be opened is the server's own answer.
  await page.route('**/api/earnings/account/page', async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: { url: `${server.url}/?at=the-provider` } });
  });
  await page.goto('/dashboard/developer/earnings');
  await expect(
    page.getByText('Payouts go to the bank account that you told Stripe.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change Where Payouts Go' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Where Payouts Go' });
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/?at=the-provider');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
