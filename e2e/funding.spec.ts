import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  addMilestone,
  button,
  confirm,
  pay,
  planTogether,
  press,
  row,
  submitPlan,
} from './plan.ts';
import { expect, test } from './server.ts';

const PAY = 'Your turn: pay First part ($100.00) so that';
const FUND = 'Waiting for Maya to fund First part';

/** How a button is drawn: the primary one alone has a ground of its own. */
/** It is filled, and has no edge as the others have. */
const isPrimary = (page: Page, title: string, name: string) =>
  button(row(page, title), name).evaluate((element) => {
    const { backgroundColor, borderTopColor } = getComputedStyle(element);
    return backgroundColor !== 'rgba(0, 0, 0, 0)' && borderTopColor === 'rgba(0, 0, 0, 0)';
  });

test('who approves a plan and does not pay has the turn; with the payment it passes on, live', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'The menu opens behind the page',
  );
  await addMilestone(developer, 'First part', '2');
  await addMilestone(developer, 'Second part', '3');
  await submitPlan(developer);
  await press(customer, 'Approve Plan');
  const popup = customer.waitForEvent('popup');
  await press(customer.getByRole('dialog'), "Let's do this!");
  await (await popup).close();

  // Both read whose turn it is; the primary button is the one that the words speak of.
  await expect(customer.getByText(PAY)).toBeVisible();
  await expect(developer.getByText(FUND)).toBeVisible();
  const inkOf = (page: Page, words: string) =>
    page
      .getByText(words)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  expect(await inkOf(customer, PAY)).not.toBe(await inkOf(developer, FUND));
  await expect.poll(() => isPrimary(customer, 'First part', 'Pay Milestone')).toBe(true);
  await expect.poll(() => isPrimary(customer, 'Second part', 'Pay Milestone')).toBe(false);
  await expect.poll(() => isPrimary(developer, 'First part', 'Start')).toBe(false);

  // The start is warned of before; whoever thinks better of it has started nothing.
  await press(row(developer, 'First part'), 'Start');
  const risk = developer.getByRole('dialog', { name: 'Start Unpaid Work' });
  await expect(risk).toContainText('at your own risk');
  await expectAccessible(developer, '[role=dialog]');
  await press(risk, 'Cancel');
  await expect(row(developer, 'First part')).toContainText('Planned');

  // On the thread too.
  const list = await developer.context().newPage();
  await list.goto('/dashboard/developer');
  await expect(list.getByText(FUND)).toBeVisible();
  const thread = await customer.context().newPage();
  await thread.goto(`/discussions/${ticketId}`);
  await expect(thread.getByText(PAY)).toBeVisible();

  // Paid on the roadmap: every open screen follows, and the start needs no word more.
  await pay(customer, button(row(customer, 'First part'), 'Pay Milestone'));
  await expect(developer.getByText('Your turn: start First part')).toBeVisible();
  await expect(list.getByText('Your turn: start First part')).toBeVisible();
  await expect(customer.getByText(/^Waiting for \w+ to start First part/)).toBeVisible();
  await expect(thread.getByText(/^Waiting for \w+ to start First part/)).toBeVisible();
  await expect.poll(() => isPrimary(developer, 'First part', 'Start')).toBe(true);
  await press(developer, 'Notifications');
  const news = developer.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expect(
    news.filter({ hasText: `#${ticketId.slice(-6).toUpperCase()}` }).first(),
  ).toContainText('$90.00 is held: you can start First part');
  await developer.keyboard.press('Escape');
  await press(row(developer, 'First part'), 'Start');
  await expect(row(developer, 'First part')).toContainText('Due ');
  await expect(risk).toBeHidden();

  // The next one at their own risk: nothing counts and nothing is due before it is paid.
  await press(row(developer, 'Second part'), 'Start');
  await confirm(developer, 'Start');
  for (const side of [customer, developer]) {
    await expect(row(side, 'Second part')).toContainText('Starts counting when it is paid');
    await expect(row(side, 'Second part')).not.toContainText('Due ');
  }

  // The caption stays the specification's; beside it stands what is true.
  await press(row(developer, 'First part'), 'Submit');
  const submit = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await submit.getByLabel('Message').fill('It opens in front now.');
  await press(submit, 'Submit Milestone');
  const plan = customer.getByRole('region', { name: 'Awaiting Developer Revisions' });
  await expect(plan).toContainText(/Your turn: \w+'s delivery waits for your review/);
  await expect.poll(() => isPrimary(customer, 'First part', 'Review')).toBe(true);
});
