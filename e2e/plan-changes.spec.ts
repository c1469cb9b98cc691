import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { caller } from './moderated-work.ts';
import {
  addMilestone,
  button,
  confirm,
  pay,
  planTogether,
  press,
  row,
  say,
  submitPlan,
} from './plan.ts';
import { expect, signInAt, test } from './server.ts';

const whatChanged = (page: Page) => page.getByRole('region', { name: 'What Changed' });
const change = (page: Page) => page.getByRole('region', { name: 'Change of the plan' });

/** Keeps what a page asks there on its way until it is let through. */
async function hold(page: Page, url: string): Promise<() => void> {
  const coming = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await coming.promise;
    return route.continue();
  });
  return coming.resolve;
}

test('a plan comes again, is approved, and is changed by both sides', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'Nobody knows why it is slow',
  );

  // An unblocker who does not know yet begins with finding out.
  await press(developer, 'Start with a Diagnosis');
  await expect(row(developer, 'Diagnosis')).toContainText('$50.00');
  await expect(developer.getByText('Your turn: complete the plan and submit it')).toBeVisible();
  await submitPlan(developer);
  await press(customer, 'Request Changes');
  await say(customer, 'Request Changes', 'Feedback', 'Please add the repair of the list.');

  // The plan that comes again says what changed, line by line.
  await press(row(developer, 'Diagnosis'), 'Edit');
  const edit = developer.getByRole('dialog', { name: 'Edit Milestone' });
  await edit.getByLabel('Title').fill('Diagnosis of the list');
  await edit.getByLabel('Minutes').fill('30');
  await edit.getByLabel('Check 1').fill('The cause is named in writing');
  // What is on its way is saved as it stands there.
  const saving = await hold(developer, '**/api/milestones/*');
  await press(edit, 'Save Milestone');
  for (const label of ['Title', 'Hours', 'Minutes', 'Hourly Rate', 'Due Date'])
    await expect(edit.getByLabel(label)).not.toBeEditable();
  saving();
  await expect(edit).toBeHidden();
  await addMilestone(developer, 'Repair the list', '2');
  await submitPlan(developer);
  const short = 'Plan 2: 1 added, 1 changed, $125.00 more';
  await expect(whatChanged(customer)).toContainText(short);
  // A plan is not approved without a word that its changes could not be read.
  const versions = /\/plan\/versions/;
  const problem = { status: 400, title: 'No', detail: 'The versions are not at hand.' };
  // Until it is asked for again: the page also reads anew by itself, once its live stream is open.
  await customer.route(versions, async (route) => {
    const isAsked = await customer.evaluate(() => 'isAsked' in window);
    await (isAsked ? route.continue() : route.fulfill({ status: 400, json: problem }));
  });
  await customer.reload();
  await expect(customer.getByRole('alert')).toContainText('The versions are not at hand.');
  await customer.evaluate(() =>
    addEventListener('click', () => Object.assign(window, { isAsked: true }), { capture: true }),
  );
  await press(customer.getByRole('alert'), 'Try Again');
  await expect(whatChanged(customer)).toContainText(short);
  const lines = whatChanged(customer).getByRole('list', { name: 'What changed' }).first();
  await expect(lines.locator('> li')).toHaveCount(2);
  const changed = lines.getByRole('listitem').filter({ hasText: 'Changed' });
  await expect(changed).toContainText('1 h 30 min');
  await expect(changed.locator('ins')).toContainText([
    'added: of the list',
    'added: The cause is named in writing',
  ]);
  await expect(changed.locator('del')).toHaveText('removed: The cause is named');
  await expect(changed.getByText('It was reproduced')).toHaveCount(2);
  await whatChanged(customer).getByText('Changes requested').click();
  await expect(whatChanged(customer)).toContainText('Please add the repair of the list.');
  await expectAccessible(customer, 'main');
  await press(customer, 'Approve Plan');
  const approval = customer.getByRole('dialog', { name: 'Approve Plan' });
  await expect(approval).toContainText(short);
  await approval.getByText('Repair the list ($100.00)').click();
  await expect(approval.getByText('Repair the list works as described')).toBeVisible();
  await pay(customer, () => confirm(customer, "Let's do this!"));
  await expect(row(customer, 'Diagnosis of the list')).toContainText('Held $');

  // The unblocker proposes more work, and nothing changes before the customer agrees.
  await press(developer, 'Propose a Change');
  const dialog = developer.getByRole('dialog', { name: 'Propose a Change' });
  const rowOf = (title: string) => dialog.getByRole('listitem', { name: title });
  await expect(rowOf('Diagnosis of the list').getByRole('button', { name: 'Alter' })).toHaveCount(
    0,
  );
  await press(rowOf('Repair the list'), 'Alter');
  const form = developer.getByRole('dialog', { name: 'Alter Milestone' });
  await form.getByLabel('Hours').fill('4');
  await press(form, 'Keep');
  await press(dialog, 'Add Milestone');
  const added = developer.getByRole('dialog', { name: 'Add New Milestone' });
  await added.getByLabel('Title').fill('Tests');
  await added.getByLabel('Description').fill('So that it stays quick.');
  await press(added, 'Keep');
  await expect(dialog).toContainText('1 added, 1 changed, $150.00 more');
  // Closed by mistake.
  await developer.keyboard.press('Escape');
  await press(developer, 'Propose a Change');
  await expect(dialog).toContainText('1 added, 1 changed, $150.00 more');
  await expectAccessible(developer, '[role=dialog]');
  await dialog.getByLabel('Reason').fill('The list is read twice.');
  const proposing = await hold(developer, '**/changes');
  await press(dialog, 'Propose');
  for (const name of ['Restore', 'Alter', 'Take Out', 'Add Milestone'])
    await expect(button(dialog, name)).toBeDisabled();
  proposing();
  await expect(dialog).toBeHidden();
  await expect(developer.getByText(/Waiting for .* to answer your change/).first()).toBeVisible();
  await expect(change(customer)).toContainText('1 added, 1 changed, $150.00 more');
  await expect(change(customer)).toContainText('The list is read twice.');
  await expect(row(customer, 'Repair the list')).toContainText('$100.00');
  await expectAccessible(customer, 'main');
  // What an earlier plan changed is not shown as what the last one did.
  await customer.route(versions, (route) => route.fulfill({ status: 400, json: problem }));
  await press(change(customer), 'Agree');
  await press(customer.getByRole('dialog', { name: 'Agree to the Change' }), 'Agree');
  await expect(row(customer, 'Repair the list')).toContainText('$200.00');
  await expect(whatChanged(customer).getByRole('alert')).toContainText('not at hand');
  await expect(whatChanged(customer).getByText(short)).toHaveCount(0);
  // Nor does it wait for ever where nothing answers, and what was read before stands in for it.
  await customer.unroute(versions);
  await customer.route(versions, (route) => route.abort());
  await press(whatChanged(customer).getByRole('alert'), 'Try Again');
  await expect(whatChanged(customer).getByRole('alert')).toContainText('could not be read');
  await expect(whatChanged(customer).getByText(short)).toHaveCount(0);
  await customer.unroute(versions);
  await press(whatChanged(customer).getByRole('alert'), 'Try Again');
  await expect(whatChanged(customer)).toContainText('Plan 3: 1 added, 1 changed, $150.00 more');
  await expect(row(developer, 'Tests')).toContainText('$50.00');

  // The customer drops what is paid, and takes it back in the discussion.
  await press(customer, 'Propose a Change');
  const dropping = customer.getByRole('dialog', { name: 'Propose a Change' });
  const paid = dropping.getByRole('listitem', { name: 'Diagnosis of the list' });
  await press(paid, 'Drop');
  await expect(paid).toContainText('that is held goes back to the customer');
  await dropping.getByLabel('Reason').fill('We know the cause now.');
  await press(dropping, 'Propose');
  await expect(change(developer)).toContainText('goes back to the customer');
  await developer.goto(`/discussions/${ticketId}`);
  await expect(change(developer)).toContainText('We know the cause now.');
  await press(change(customer), 'Withdraw');
  await expect(change(developer)).toHaveCount(0);
  await expect(developer.getByRole('log', { name: 'Conversation' })).toContainText(
    'Withdrew the change',
  );
  await expect(row(customer, 'Diagnosis of the list')).toContainText('Held $');

  // A moderator who looks into it reads every plan and every change.
  const help = { reason: 'scope', text: 'We do not agree on what belongs to it.' };
  await (await caller(server, 'customer@example.com'))(`/api/tickets/${ticketId}/get-help`, help);
  const moderator = await newPerson();
  await signInAt(moderator, `/moderation/requests/${ticketId}`, 'moderator@example.com');
  const plans = moderator.getByRole('region', { name: 'Submitted Plans' });
  for (const number of [1, 2, 3]) await expect(plans).toContainText(`Plan ${number}`);
  await expect(plans).toContainText('Changes requested');
  const proposed = moderator.getByRole('region', { name: 'Changes of the Plan' });
  await expect(proposed).toContainText('Agreed: 1 added, 1 changed, $150.00 more');
  await proposed.getByText('Withdrawn').click();
  await expect(proposed).toContainText('We know the cause now.');
  await expect(proposed).toContainText('goes back to the customer');
  await expectAccessible(moderator, 'main');
});

test('somebody who cannot tell what is broken finds what a diagnosis costs', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Start with a Diagnosis' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start with a Diagnosis');
  for (const check of ['The cause is named', 'It was reproduced', 'A plan with prices'])
    await expect(page.getByRole('heading', { name: check })).toBeVisible();
  await expectAccessible(page, 'main');
});
