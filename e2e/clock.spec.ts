import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { letWeeksPass } from './pass-weeks.ts';
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

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Where a screen reader speaks up by itself when something changes. */
const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=timer]';

/** What a screen reader says of it. */
const heard = (part: Locator) =>
  part.evaluate((shown) => {
    const copy = shown.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
    return copy.textContent;
  });

test('time stands still for a question, silence approves the work, and what is missed is refunded', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'The cart forgets what is in it',
  );
  await addMilestone(developer, 'First part', '2');
  await addMilestone(developer, 'Second part', '3');
  await expect(developer.getByText(/Plan awaited by .+; then the customer may/)).toBeVisible();
  await expect(customer.getByText(/If no plan has come by .+ another unblocker/)).toBeVisible();

  // A date in the past is refused where it is typed; a later one stands in the plan.
  await press(row(developer, 'First part'), 'Edit');
  const form = developer.getByRole('dialog', { name: 'Edit Milestone' });
  await form.getByLabel('Due Date').fill('2020-01-01');
  await press(form, 'Save Milestone');
  await expect(form).toContainText('Due Date must not be in the past');
  await form.getByLabel('Due Date').fill(day(40));
  await press(form, 'Save Milestone');
  await expect(form).toBeHidden();
  await submitPlan(developer);
  await press(customer, 'Approve Plan');
  const popup = customer.waitForEvent('popup');
  await press(customer.getByRole('dialog'), "Let's do this!");
  await (await popup).close();
  await pay(customer, button(row(customer, 'First part'), 'Pay Milestone'));
  await press(row(developer, 'First part'), 'Start');
  await expect(row(customer, 'First part')).toContainText(/working days left/);

  // A question that needs an answer: the other side’s turn, and the clock stands still.
  const asking = await developer.context().newPage();
  await asking.goto(`/discussions/${ticketId}`);
  await asking.getByLabel('Message', { exact: true }).fill('Which browsers?');
  await asking.getByLabel('Needs an Answer').check();
  await press(asking, 'Send');
  await expect(asking.getByText('Needs an Answer').first()).toBeVisible();
  await expect(customer.getByText(/Your turn: answer \w+'s question/)).toBeVisible();
  await expect(row(customer, 'First part')).toContainText('Time stands still');
  const answering = await customer.context().newPage();
  await answering.goto(`/discussions/${ticketId}`);
  await answering.getByLabel('Message', { exact: true }).fill('All of them.');
  await press(answering, 'Send');
  await expect(asking.getByText('Answered')).toBeVisible();
  await expect(row(customer, 'First part')).toContainText(/working days left/);

  // Delivered and left alone.
  await press(row(developer, 'First part'), 'Submit');
  const submit = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await submit.getByLabel('Message').fill('It remembers now.');
  await press(submit, 'Submit Milestone');
  await expect(row(customer, 'First part')).toContainText('Approved by itself');
  // The countdown goes on for the eye alone: a screen reader hears the moment, once.
  const timer = customer.getByText(/^Approved by itself on .+ if you do nothing/).first();
  await expect(timer).toContainText(/\d days left/);
  expect(await heard(timer)).toMatch(/if you do nothing$/);
  await expect(customer.locator(LIVE).filter({ hasText: / left\b/ })).toHaveCount(0);
  await expect(developer.getByText(/Approved by itself on .+ if the customer/)).toBeVisible();
  await press(row(customer, 'First part'), 'Review');
  const review = customer.getByRole('dialog', { name: 'Review Milestone' });
  await expect(review).toContainText('If you do nothing, it is approved by itself on');
  await expectAccessible(customer, '[role=dialog]');
  await customer.keyboard.press('Escape');
  await press(row(customer, 'First part'), 'I Need More Time');
  await expect(customer.getByText('You have 3 more days to look at it.')).toBeVisible();
  await expect(button(row(customer, 'First part'), 'I Need More Time')).toBeHidden();
  await expectAccessible(customer);

  // Weeks later it is told once more, and a day after that approved; on both screens.
  await letWeeksPass(server, 2, ticketId);
  await server.mail('customer@example.com', 'Waiting for Your Review', 'approved by itself');
  await letWeeksPass(server, 1, ticketId);
  for (const side of [customer, developer]) {
    await side.reload();
    await expect(row(side, 'First part')).toContainText('Accepted');
    await expect(side.getByText(/was approved by the clock/).first()).toBeVisible();
  }
  await server.mail('customer@example.com', 'Milestone Approved', 'approved by itself');

  // The next one is missed: the customer gives it more time, and then has it refunded.
  await pay(customer, button(row(customer, 'Second part'), 'Pay Milestone'));
  await expect(row(customer, 'Second part')).toContainText('Due ');
  await letWeeksPass(server, 2, ticketId);
  await server.mail('customer@example.com', 'Deadline Missed');
  await customer.reload();
  await expect(row(customer, 'Second part')).toContainText('Late');
  await expect(customer.getByText(/^Missed since .+: you may give it more time/)).toBeVisible();
  await expect(
    developer.getByText(/^Missed since .+: the customer may give it more time/),
  ).toBeVisible();
  await press(row(customer, 'Second part'), 'Give More Time');
  const more = customer.getByRole('dialog', { name: 'Give More Time' });
  await more.getByLabel('Due Date').fill(day(-3));
  await press(more, 'Give More Time');
  await expect(more).toContainText('Due Date must not be in the past');
  await more.getByLabel('Due Date').fill(day(3));
  await expectAccessible(customer, '[role=dialog]');
  await press(more, 'Give More Time');
  await expect(more).toBeHidden();
  await expect(row(customer, 'Second part')).not.toContainText('Late');
  await letWeeksPass(server, 2, ticketId);
  await customer.reload();
  await press(row(customer, 'Second part'), 'Refund Milestone');
  await confirm(customer, 'Refund Milestone');
  await expect(button(row(customer, 'Second part'), 'Pay Milestone')).toBeVisible();
  await expect(row(developer, 'Second part')).toContainText('Planned');
  await server.mail('developer@example.com', 'Milestone Refunded');
});
