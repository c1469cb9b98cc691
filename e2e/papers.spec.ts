import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { newModerator, newUnblocker, PASSWORD, signInByCall } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { caller, deliveredAndPaid, posted } from './moderated-work.ts';
import { button, confirm, press } from './plan.ts';
import { expect, findListed, signInAt, test } from './server.ts';

const MAYA = 'customer@example.com';
const ANA = 'developer@example.com';
const MODERATOR = 'moderator@example.com';

/** What pressing a button saves: its name and bytes. */
async function saved(
  page: Page,
  within: Locator,
  name: string | RegExp,
): Promise<[string, Buffer]> {
  const coming = page.waitForEvent('download');
  await within.getByRole('button', { name }).click();
  const download = await coming;
  return [download.suggestedFilename(), await readFile(await download.path())];
}

test('an unblocker has statements by month and year, and both sides the invoice of a released milestone', async ({
  page: ana,
  newPerson,
  server,
}) => {
  const sides = { customer: await caller(server, MAYA), developer: await caller(server, ANA) };
  const { id, milestone } = await deliveredAndPaid(sides, 'Totals are wrong');
  await sides.customer(`/api/milestones/${milestone}/accept`);

  await signInAt(ana, '/dashboard/developer/earnings', ANA);
  const statements = ana.getByRole('region', { name: 'Statements' });
  const month = new Date().toISOString().slice(0, 7);
  await expect(statements.getByText('Balance so far')).toBeVisible();
  const [pdf, paper] = await saved(ana, statements, 'Download PDF');
  expect(pdf).toBe(`unblock-statement-${month}.pdf`);
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
  const [csv, table] = await saved(ana, statements, 'Download CSV');
  expect(csv).toBe(`unblock-statement-${month}.csv`);
  expect(table.toString('utf8')).toMatch(
    /Milestone,U\d+-\d{6},#[0-9A-F]{6},Mend Totals are wrong,/,
  );
  const year = month.slice(0, 4);
  await statements.getByLabel('Month or year').selectOption(`All of ${year}, so far`);
  expect((await saved(ana, statements, 'Download CSV'))[0]).toBe(`unblock-statement-${year}.csv`);

  const entry = ana
    .getByRole('table', { name: 'Every Entry' })
    .getByRole('row')
    .filter({ hasText: 'Mend Totals are wrong' });
  await findListed(ana, entry);
  expect((await saved(ana, entry, /^Invoice U\d/))[0]).toMatch(/^U\d+-\d{6}\.pdf$/);
  expect((await saved(ana, entry, /^Fee invoice UB/))[0]).toMatch(/^UB-\d{6}\.pdf$/);
  await expectAccessible(ana, 'main');

  const maya = await newPerson();
  await signInAt(maya, `/dashboard/customer/plan/${id}`, MAYA);
  const money = maya.getByRole('region', { name: 'Money' });
  const [invoice, bytes] = await saved(maya, money, /^Invoice U\d/);
  expect(invoice).toMatch(/^U\d+-\d{6}\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await money.getByRole('link', { name: /^R-/ }).first().click();
  await expect(maya.getByRole('heading', { level: 1, name: /^Receipt/ })).toBeVisible();
  expect((await saved(maya, maya.getByRole('article'), /^Invoice U\d/))[0]).toBe(invoice);
});

test('an unblocker is asked where they are paid before the first request, and takes it with or without an answer', async ({
  page,
  server,
}) => {
  const customer = await caller(server, MAYA);
  const [first, second] = [
    await posted(customer, 'Mails are sent twice'),
    await posted(customer, 'Mails are never sent'),
  ];
  const email = await newUnblocker(server);
  await signInAt(page, '/dashboard/developer', email, PASSWORD);
  const notice = page.getByText('Say where you are paid before your first request.');
  await expect(notice).toBeVisible();

  // Without an answer.
  await page.goto(`/dashboard/developer/plan/${first}`);
  await press(page, 'Grab Request');
  await expect(page.getByRole('dialog').getByLabel('Where are you paid?')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  // An answer that was taken back with its dialog is none.
  await page.getByRole('dialog').getByLabel('Where are you paid?').selectOption('Portugal');
  await confirm(page, 'Cancel');
  await press(page, 'Grab Request');
  await expect(page.getByRole('dialog').getByLabel('Where are you paid?')).toHaveValue('');
  await confirm(page, 'Grab Request');
  await expect(button(page, 'Add Milestone')).toBeVisible();

  // With one that is no good news.
  await page.goto(`/dashboard/developer/plan/${second}`);
  await press(page, 'Grab Request');
  await page
    .getByRole('dialog')
    .getByLabel('Where are you paid?')
    .selectOption('Brazil (no payouts yet)');
  const bad = 'Payouts do not reach Brazil yet. You would not be paid for work that you take now.';
  await expect(page.getByRole('dialog').getByText(bad)).toBeVisible();
  await confirm(page, 'Grab Request');
  await expect(button(page, 'Add Milestone')).toBeVisible();
  await page.goto('/dashboard/developer/available');
  await expect(page.getByText(bad)).toBeVisible();

  await page.getByRole('link', { name: 'See your earnings' }).click();
  const where = page.getByRole('region', { name: 'Where You Are Paid' });
  await expect(where.getByText('You are paid in Brazil, in US dollars.')).toBeVisible();
  await press(where, 'Change Country');
  await where.getByLabel('Where are you paid?').selectOption('Portugal');
  await press(where, 'Save');
  await expect(where.getByText('You are paid in Portugal, in US dollars.')).toBeVisible();
  await expectAccessible(page, 'main');
  await page.goto('/dashboard/developer/available');
  await expect(page.getByRole('heading', { level: 1, name: 'Available Requests' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(bad)).toHaveCount(0);
});

test('words about a quote are reported, hidden, appealed for, and shown again by a colleague', async ({
  page: maya,
  newPerson,
  server,
}) => {
  const [customer, developer] = [await caller(server, MAYA), await caller(server, ANA)];
  const { id: ticketId = '' } = await customer('/api/tickets', {
    description: 'The export is empty',
    categories: ['web'],
    ai_tool: 'CLAUDE',
    budget: '$200',
    mode: 'quotes',
  });
  const title = 'Pay me outside, it is cheaper.';
  const { id: quoteId = '' } = await developer(`/api/tickets/${ticketId}/quotes`, {
    message: 'I have done this before.',
    milestones: [{ title: 'Mend it', description: 'All of it', hours: 2, hourly_rate: 50 }],
  });
  await developer(`/api/quotes/${quoteId}/messages`, { text: title });

  await signInAt(maya, `/dashboard/customer/plan/${ticketId}`, MAYA);
  const words = maya.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  await expect(words).toContainText(title);
  await press(words, 'Report');
  const report = maya.getByRole('dialog', { name: 'Report Words' });
  await report.getByLabel('What is wrong with it?').fill('Money outside of the platform.');
  await press(report, 'Report Words');
  await expect(maya.getByText('The words have been reported to moderators')).toBeVisible();
  await expect(button(words, 'Report')).toHaveCount(0);

  const sam = await newPerson();
  await signInAt(sam, '/moderation', 'moderator@example.com');
  const card = (page: Page) =>
    page
      .getByRole('region', { name: 'Reported Reviews and Quotes' })
      .getByRole('listitem')
      .filter({ hasText: title });
  await expect(card(sam)).toContainText('Money outside of the platform.');
  await expectAccessible(sam, 'main');
  await card(sam).getByRole('link').click();
  const quotes = sam.getByRole('region', { name: 'Quotes', exact: true });
  await expect(quotes).toContainText(title);
  await sam.goBack();
  await press(card(sam), 'Hide Words');
  await sam.getByRole('dialog').getByLabel('Reason').fill('Nobody may ask for that.');
  await confirm(sam, 'Hide Words');
  await expect(card(sam)).toHaveCount(0);
  await expect(words).toContainText('This message was hidden by a moderator.');

  const ana = await newPerson();
  await signInAt(ana, `/dashboard/developer/plan/${ticketId}`, ANA);
  await press(ana.getByRole('list', { name: 'Questions' }), 'Appeal');
  const appeal = ana.getByRole('dialog', { name: 'Appeal' });
  await appeal.getByLabel('Your Answer').fill('I meant outside of office hours.');
  await press(appeal, 'Send Appeal');
  await expect(ana.getByText('Your appeal is with the moderators.')).toBeVisible();

  const kim = await newPerson();
  const email = await newModerator(server, { first_name: 'Kim', last_name: 'Ito' });
  await signInAt(kim, '/moderation', email, PASSWORD);
  const queue = kim.getByRole('region', { name: 'Reported Reviews and Quotes' });
  await queue.getByLabel('Show').selectOption('Appealed');
  await expect(card(kim)).toContainText('I meant outside of office hours.');
  await press(card(kim), 'Overturn');
  await kim.getByRole('dialog').getByLabel('Reason').fill('It reads like that.');
  await confirm(kim, 'Overturn');
  await expect(card(kim)).toHaveCount(0);
  await expect(words).toContainText(title);
});

test('words about a quote that was not chosen are appealed for on the dashboard', async ({
  page: ana,
  server,
}) => {
  const [customer, developer] = [await caller(server, MAYA), await caller(server, ANA)];
  const moderator = await caller(server, MODERATOR);
  const { id: ticketId = '' } = await customer('/api/tickets', {
    description: 'The import is slow',
    categories: ['web'],
    ai_tool: 'CLAUDE',
    budget: '$200',
    mode: 'quotes',
  });
  const words = 'Pay me in cash, it is cheaper.';
  const { id: quoteId = '' } = await developer(`/api/tickets/${ticketId}/quotes`, {
    message: words,
    milestones: [{ title: 'Mend it', description: 'All of it', hours: 2, hourly_rate: 50 }],
  });
  await customer(`/api/quotes/${quoteId}/report`, { text: 'Money outside of the platform.' });
  await customer(`/api/tickets/${ticketId}/open-for-grabbing`);
  const authorization = `Bearer ${await signInByCall(server, MODERATOR, 'unblock-demo')}`;
  const listed = await fetch(`${server.url}/api/moderation/reviews?limit=100`, {
    headers: { authorization },
  });
  const { items } = (await listed.json()) as { items: { id: string; ticket: { id: string } }[] };
  const report = items.find(({ ticket }) => ticket.id === ticketId);
  await moderator(`/api/moderation/reviews/${report?.id}/hide`, { reason: 'Not here.' });

  await signInAt(ana, '/dashboard/developer', ANA);
  const quote = ana
    .getByRole('region', { name: 'Your Quotes' })
    .getByRole('listitem')
    .filter({ hasText: 'The import is slow' });
  await expect(quote).toContainText(words);
  await press(quote, 'Appeal');
  const appeal = ana.getByRole('dialog', { name: 'Appeal' });
  await appeal.getByLabel('Your Answer').fill('I meant a bank transfer.');
  await press(appeal, 'Send Appeal');
  await expect(ana.getByText('Your appeal is with the moderators.')).toBeVisible();
  await expect(button(quote, 'Appeal')).toHaveCount(0);
  await expectAccessible(ana, 'main');
});

test('a customer whose words about a decided quote were hidden appeals from the mail', async ({
  page: maya,
  server,
}) => {
  const [customer, developer] = [await caller(server, MAYA), await caller(server, ANA)];
  const moderator = await caller(server, MODERATOR);
  const { id: ticketId = '' } = await customer('/api/tickets', {
    description: 'The search is empty',
    categories: ['web'],
    ai_tool: 'CLAUDE',
    budget: '$200',
    mode: 'quotes',
  });
  const { id: quoteId = '' } = await developer(`/api/tickets/${ticketId}/quotes`, {
    message: 'I have done this before.',
    milestones: [{ title: 'Mend it', description: 'All of it', hours: 2, hourly_rate: 50 }],
  });
  const words = 'You charge like a fool.';
  const said = await customer(`/api/quotes/${quoteId}/messages`, { text: words });
  const [message] = (said as unknown as { messages: { id: string }[] }).messages;
  const report = { text: 'This is rude.', message_id: message?.id };
  await developer(`/api/quotes/${quoteId}/report`, report);
  await customer(`/api/tickets/${ticketId}/open-for-grabbing`);
  const authorization = `Bearer ${await signInByCall(server, MODERATOR, 'unblock-demo')}`;
  const listed = await fetch(`${server.url}/api/moderation/reviews?limit=100`, {
    headers: { authorization },
  });
  const { items } = (await listed.json()) as { items: { id: string; ticket: { id: string } }[] };
  const found = items.find(({ ticket }) => ticket.id === ticketId);
  await moderator(`/api/moderation/reviews/${found?.id}/hide`, { reason: 'Not here.' });

  await signInAt(maya, `/dashboard/customer/plan/${ticketId}?open=quote-words`, MAYA);
  const hidden = maya.getByRole('dialog', { name: 'Your Hidden Words' });
  await expect(hidden).toContainText(words);
  await expectAccessible(maya, '[role=dialog]');
  await press(hidden, 'Appeal');
  const appeal = maya.getByRole('dialog', { name: 'Appeal' });
  await appeal.getByLabel('Your Answer').fill('It was a joke between friends.');
  await press(appeal, 'Send Appeal');
  await expect(maya.getByText('Your appeal is with the moderators.')).toBeVisible();
  await expect(hidden).toContainText('There is nothing that you can appeal.');
});

test('an unblocker reads how figures are counted in their account', async ({ page }) => {
  await signInAt(page, '/dashboard/developer/profile', ANA);
  const figures = page.getByRole('region', { name: 'How Your Figures Are Counted' });
  await expect(figures.getByText('A moderator closes a request for you')).toBeVisible();
  await expectAccessible(page, 'main');
});
