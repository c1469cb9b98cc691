import { readFile } from 'node:fs/promises';
import {
  addMilestone,
  button,
  confirm,
  nextDownload,
  planTogether,
  press,
  row,
  say,
  submitPlan,
} from './plan.ts';
import { expect, test } from './server.ts';

const log = (text: string) => ({
  name: 'fix.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
});

test('a delivery is paid for where it is read, opened there and taken as one zip; what is asked for stays in sight', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'The basket forgets its coupon',
  );
  await addMilestone(developer, 'Keep the coupon', '2');
  await submitPlan(developer);
  await expect(row(customer, 'Keep the coupon')).toContainText('Done when you can see it.');

  // What is asked for stands above the plan, for both, until it is answered.
  await press(customer, 'Request Changes');
  await say(customer, 'Request Changes', 'Feedback', 'Please add a **test**.');
  await customer.goto(`/dashboard/customer/plan/${ticketId}`);
  for (const [side, whose] of [
    [customer, 'Your words'],
    [developer, "The customer's words"],
  ] as const) {
    const asked = side.getByRole('region', { name: 'Changes Requested to the Plan' });
    await expect(asked).toContainText('Please add a test.');
    await expect(asked).toContainText(whose);
  }
  await submitPlan(developer);
  await expect(customer.getByText('Please add a test.')).toBeHidden();

  // Approved, and not paid yet.
  await press(customer, 'Approve Plan');
  const popup = customer.waitForEvent('popup');
  await confirm(customer, "Let's do this!");
  await (await popup).close();
  await press(row(developer, 'Keep the coupon'), 'Start');
  await press(developer.getByRole('dialog', { name: 'Start Unpaid Work' }), 'Start');
  await press(row(developer, 'Keep the coupon'), 'Submit');
  const handIn = developer.getByRole('dialog', { name: 'Submit Milestone' });
  await handIn.getByLabel('Message').fill('Two files.');
  await handIn
    .getByLabel('Files')
    .setInputFiles([log('# Kept'), { ...log('one'), name: 'fix.txt' }]);
  await handIn.getByRole('button', { name: /^Upload \d/ }).click();
  await expect(handIn.getByRole('list', { name: 'Uploaded' })).toBeVisible();
  await press(handIn, 'Submit Milestone');
  await expect(handIn).toBeHidden();

  // Paid from the delivery: that is where it leads back to, with its files open now.
  await press(row(customer, 'Keep the coupon'), 'Review');
  const review = customer.getByRole('dialog', { name: 'Review Milestone' });
  await expect(review.getByText('The files of a delivery open once it is paid for.')).toBeVisible();
  await expect(review.getByRole('button', { name: 'Download All' })).toBeHidden();
  const opened = customer.waitForEvent('popup');
  await press(review, 'Pay to Open These Files');
  const checkout = await opened;
  await press(checkout, 'Pay');
  await checkout.getByRole('link', { name: 'Open the Delivery' }).click();
  const there = checkout.getByRole('dialog', { name: 'Review Milestone' });
  await expect(there.getByText('Two files.')).toBeVisible();
  await expect(checkout).toHaveURL(new RegExp(`/dashboard/customer/plan/${ticketId}$`));
  await checkout.close();
  await customer.bringToFront();
  await expect(review).toBeVisible();
  await expect(customer.getByRole('dialog', { name: 'Approve Milestone' })).toBeHidden();
  const saved = nextDownload(customer);
  await press(review, 'Download All');
  const zip = await readFile(await (await saved).path());
  for (const name of ['fix.md', 'fix.txt']) expect(zip.includes(name)).toBe(true);

  // Every viewer has its file to be saved, and the list has them by milestone and round.
  await review.getByRole('button', { name: 'fix.md' }).click();
  const viewer = customer.getByRole('dialog', { name: 'fix.md' });
  await expect(button(viewer, 'Download')).toBeVisible();
  // What lies below it has the key until the focus has come here.
  await expect.poll(() => viewer.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await customer.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  // Sent back: what is asked for is the customer's own words to them.
  await press(review, 'Request Changes');
  await say(customer, 'Request Changes', 'Feedback', 'It forgets it after a week.');
  await customer.waitForURL(`**/discussions/${ticketId}`);
  await customer.goto(`/dashboard/customer/plan/${ticketId}`);
  const asked = customer.getByRole('region', { name: 'Changes Requested: Keep the coupon' });
  await expect(asked).toContainText('It forgets it after a week.');
  await press(customer, 'Show Files');
  const files = customer.getByRole('dialog', { name: 'Related Files' });
  await expect(files.getByRole('heading', { name: 'Keep the coupon · Delivery 1' })).toBeVisible();
  await expect(button(files, 'Download All')).toBeVisible();
});

test('a thread tells what happened between its messages, and its panel leads on', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'The search finds nothing in Turkish',
    [{ name: 'alphabet.txt', buffer: Buffer.from('ı i') }],
  );
  await customer.setViewportSize({ width: 1440, height: 900 });
  await addMilestone(developer, 'Fold the letters', '1');
  await submitPlan(developer);
  await customer.goto(`/discussions/${ticketId}`);
  const thread = customer.getByRole('log', { name: 'Conversation' });
  await expect(thread.getByText(/submitted the plan/)).toBeVisible();

  // Where there is no room for a panel, its button stands over the thread.
  await customer.setViewportSize({ width: 360, height: 740 });
  await customer.getByRole('link', { name: 'Approve Plan' }).click();
  await expect(customer.getByRole('dialog', { name: 'Approve Plan' })).toBeVisible();
  await customer.setViewportSize({ width: 1440, height: 900 });
  await customer.goto(`/discussions/${ticketId}`);

  // The panel has the plan, and the button of the roadmap.
  const panel = customer.getByRole('complementary', { name: 'Request' });
  await expect(panel.getByText('Fold the letters')).toBeVisible();
  await expect(panel.getByText('Not paid yet')).toBeVisible();
  await expect(panel.getByRole('list', { name: /^Files: / })).toContainText('alphabet.txt');
  await panel.getByRole('link', { name: 'Approve Plan' }).click();
  await expect(customer.getByRole('dialog', { name: 'Approve Plan' })).toBeVisible();
  await customer.goto(`/discussions/${ticketId}`);

  // A reply shows what it answers, and leads there.
  await developer.goto(`/discussions/${ticketId}`);
  await developer.getByLabel('Message', { exact: true }).fill('Which **letters**?');
  await press(developer, 'Send');
  const question = thread.getByRole('listitem').filter({ hasText: 'Which letters?' });
  await press(question, 'Reply');
  await expect(customer.getByLabel('Message', { exact: true })).toBeFocused();
  await customer.getByLabel('Message', { exact: true }).fill('The i without a dot.');
  await press(customer, 'Send');
  const reply = developer.getByRole('listitem').filter({ hasText: 'The i without a dot.' });
  const quote = reply.getByRole('link', { name: /^In reply to You/ });
  await expect(quote).toContainText('Which letters?');
  // The thread may move under the pointer, as it says that the question was seen.
  await expect(async () => {
    await quote.click();
    await expect(developer).toHaveURL(/\?message=/, { timeout: 2000 });
  }).toPass();
  await expect(developer.locator('[aria-current=true]')).toContainText('Which letters?');
  await expect(button(customer, 'Do not reply to this message')).toBeHidden();

  // Only what is unread, the latest first; the excerpt has no marks.
  await customer.goto('/dashboard/customer');
  await developer.getByLabel('Message', { exact: true }).fill('## Mended\n\n- *all* of them');
  await press(developer, 'Send');
  await customer.goto('/help');
  await customer.goto('/discussions');
  const list = customer.getByRole('region', { name: 'Your Tickets' });
  await expect(list.getByRole('listitem').first()).toContainText(
    'The search finds nothing in Turkish',
  );
  await press(list, 'Unread');
  await expect(button(list, 'Unread')).toHaveAttribute('aria-pressed', 'true');
});
