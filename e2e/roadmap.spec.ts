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
  say,
  submitPlan,
} from './plan.ts';
import { expect, test } from './server.ts';

/** The titles of the plan, in its order. */
const titles = (page: Page) => page.locator('tbody tr td:first-child button').allTextContents();

test('a plan is revised twice, its three milestones delivered, sent back and approved, both sides live', async ({
  page: customer,
  newPerson,
}) => {
  test.setTimeout(240_000);
  const developer = await newPerson();
  const ticketId = await planTogether(customer, developer, 'The basket is empty after a reload');

  // Plan: an empty one is not submitted; then add, edit, delete, and put in order.
  await press(developer, 'Submit Plan');
  await expect(developer.getByRole('alert')).toContainText(
    'Please add at least one milestone before submitting your plan.',
  );
  for (const [title, hours] of [
    ['Explain', '1'],
    ['Write tests', '8'],
    ['Mend it', '2'],
    ['Superfluous', '1'],
  ] as const) {
    await addMilestone(developer, title, hours);
  }
  await press(row(developer, 'Superfluous'), 'Delete');
  await expect(developer.getByRole('dialog')).toContainText(
    'Are you sure you want to delete this milestone?',
  );
  await confirm(developer, 'Delete');
  await expect(row(developer, 'Superfluous')).toBeHidden();
  await press(row(developer, 'Explain'), 'Edit');
  const edit = developer.getByRole('dialog', { name: 'Edit Milestone' });
  await edit.getByLabel('Hours').fill('3');
  await expect(edit.getByText('$150.00')).toBeVisible();
  await press(edit, 'Save Milestone');
  await expect(edit).toBeHidden();

  // By keyboard: the focus stays on the button, and the new place is said.
  const up = row(developer, 'Mend it').getByRole('button', { name: 'Move up' });
  await up.focus();
  await developer.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await developer.keyboard.press('Enter');
  await expect(developer.getByText('“Mend it” is now 1 of 3')).toBeAttached();
  await expect.poll(() => titles(customer)).toEqual(['Mend it', 'Explain', 'Write tests']);

  // By mouse, and put back by Escape.
  await drag(developer, 'Write tests', 'Explain');
  await expect.poll(() => titles(customer)).toEqual(['Mend it', 'Write tests', 'Explain']);
  await expect(row(customer, 'Total').first()).toContainText('$650.00');

  // Changes are requested twice.
  for (const wish of ['Cheaper, please.', 'Cheaper still, please.']) {
    await submitPlan(developer);
    await expect(customer.getByText("Developer's Proposed Plan")).toBeVisible();
    await expect(row(customer, 'Mend it')).toContainText('Expected');
    await press(customer, 'Request Changes');
    const changes = customer.getByRole('dialog', { name: 'Request Changes' });
    await press(changes, 'Request Changes');
    await expect(changes.getByText('Please provide a rating or feedback (or both).')).toBeVisible();
    await say(customer, 'Request Changes', 'Feedback', wish);
    await expect(customer.getByText('Awaiting Developer Revisions')).toBeVisible();
    await press(row(developer, 'Write tests'), 'Edit');
    const hours = wish.includes('still') ? '2' : '4';
    await developer.getByRole('dialog').getByLabel('Hours').fill(hours);
    await press(developer.getByRole('dialog'), 'Save Milestone');
    await expect(developer.getByRole('dialog')).toBeHidden();
  }
  await submitPlan(developer);
  await expect(row(customer, 'Total').first()).toContainText('$350.00');
  await press(customer, 'Approve Plan');
  const approval = customer.getByRole('dialog', { name: 'Approve Plan' });
  await pay(customer, button(approval, "Let's do this!"));
  await expect(customer.getByText('Plan in Progress')).toBeVisible();

  // The first milestone is rejected twice.
  for (const [round, flaw] of ['It still is empty.', 'In Safari it is empty.'].entries()) {
    await press(row(developer, 'Mend it'), 'Start');
    await expect(row(customer, 'Mend it')).toContainText('Due ');
    await press(row(developer, 'Mend it'), 'Submit');
    await say(developer, 'Submit Milestone', 'Message', `Attempt ${round + 1}`);
    await press(row(customer, 'Mend it'), 'Review');
    await press(customer.getByRole('dialog', { name: 'Review Milestone' }), 'Request Changes');
    const back = customer.getByRole('dialog', { name: 'Request Changes' });
    await press(back, 'Request Changes');
    await expect(
      back.getByText('Please provide feedback before rejecting the milestone.'),
    ).toBeVisible();
    await back.getByLabel('Feedback').fill(flaw);
    await press(back, 'Request Changes');
    await customer.waitForURL(`**/discussions/${ticketId}`);
    await expect(customer.getByText(flaw).first()).toBeVisible();
    await customer.goBack();
    await expect(row(developer, 'Mend it')).toContainText('Rejected');
  }
  await press(row(developer, 'Mend it'), 'Start');
  await handIn(developer, 'Mend it');
  await press(row(customer, 'Mend it'), 'View');
  const view = customer.getByRole('dialog', { name: 'View Milestone' });
  await expect(view.getByRole('article')).toHaveCount(3);
  await expect(view.getByText('Changes requested')).toHaveCount(2);
  await customer.keyboard.press('Escape');
  await approve(customer, 'Mend it');

  // The others start by themselves, and are paid before they are approved.
  for (const title of ['Write tests', 'Explain']) {
    await expect(row(customer, title)).toContainText('In Progress');
    await pay(customer, button(row(customer, title), 'Pay Milestone'));
    await expect(row(developer, title)).toContainText('Payment held');
    await handIn(developer, title);
    await approve(customer, title);
  }

  // The last approval leads to the rating, which stays editable and is seen by the other side.
  const rating = customer.getByRole('dialog', { name: 'Rate Developer' });
  await press(rating, 'Submit Feedback');
  await expect(rating.getByText('Please provide a rating or feedback (or both).')).toBeVisible();
  await rating.getByRole('radio', { name: '4 stars' }).check();
  await press(rating, 'Submit Feedback');
  await expect(rating).toBeHidden();
  await expect(developer.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await press(customer, 'Rate Developer');
  await rating.getByLabel('Feedback').fill('Patient.');
  await press(rating, 'Leave out the stars');
  await press(rating, 'Submit Feedback');
  await expect(developer.getByText('Patient.')).toBeVisible();
  await expect(developer.getByRole('img', { name: '4 of 5 stars' })).toBeHidden();
  await expect(customer.getByText(/of 5 stars|\(\d+\)/).first()).toBeVisible();
});

test('two tabs: a dialog whose act is gone says so, keeps the words, and leads to the new state', async ({
  page: customer,
  newPerson,
}) => {
  test.setTimeout(240_000);
  const developer = await newPerson();
  const ticketId = await planTogether(customer, developer, 'The header jumps while loading');
  await addMilestone(developer, 'Hold it still', '1');
  await addMilestone(developer, 'Test it', '1');
  const otherTab = await developer.context().newPage();
  await otherTab.goto(`/dashboard/developer/plan/${ticketId}`);

  // Deleted in the other tab while it is being edited here.
  await press(row(developer, 'Test it'), 'Edit');
  await developer.getByRole('dialog').getByLabel('Description').fill('Words of some worth');
  await press(row(otherTab, 'Test it'), 'Delete');
  await confirm(otherTab, 'Delete');
  const edit = developer.getByRole('dialog', { name: 'Edit Milestone' });
  await expect(edit.getByRole('alert')).toContainText('This milestone is no longer in the plan.');
  await expect(edit.getByLabel('Description')).toHaveValue('Words of some worth');
  await expect(edit.getByRole('button', { name: 'Save Milestone' })).toBeHidden();
  await press(edit, 'Back to the Roadmap');

  // Submitted in the other tab while a milestone is being added here.
  await press(developer, 'Add Milestone');
  await submitPlan(otherTab);
  const add = developer.getByRole('dialog', { name: 'Add New Milestone' });
  await expect(add.getByRole('alert')).toContainText('Waiting for Maya to review your plan');
  await press(add, 'Back to the Roadmap');

  // The customer approves in one tab while they would request changes in another.
  const second = await customer.context().newPage();
  await second.goto(`/dashboard/customer/plan/${ticketId}`);
  await press(second, 'Request Changes');
  await press(customer, 'Approve Plan');
  await pay(customer, button(customer.getByRole('dialog'), "Let's do this!"));
  const changes = second.getByRole('dialog', { name: 'Request Changes' });
  await expect(changes.getByRole('alert')).toContainText('This has changed meanwhile.');
  await second.keyboard.press('Escape');
  await expect(second.getByText('Plan in Progress')).toBeVisible();

  // Handed in from one tab while the other still writes; the first gets no warning of its own act.
  await press(developer, 'Start');
  await press(otherTab, 'Submit');
  await handIn(developer, 'Hold it still');
  const submit = otherTab.getByRole('dialog', { name: 'Submit Milestone' });
  await press(submit, 'View Milestone');
  await expect(otherTab.getByRole('dialog', { name: 'View Milestone' })).toContainText(
    'Here it is: Hold it still',
  );
});

test('every dialog of the roadmap works by keyboard alone and is accessible', async ({
  page: customer,
  newPerson,
}) => {
  test.setTimeout(240_000);
  const developer = await newPerson();
  await planTogether(customer, developer, 'The footer covers the form');

  await byKeyboard(developer, 'Add Milestone', 'Add New Milestone');
  await button(developer, 'Add Milestone').focus();
  await developer.keyboard.press('Enter');
  await expect(developer.getByRole('dialog').getByLabel('Title')).toBeFocused();
  await developer.keyboard.type('Move the footer');
  await developer.keyboard.press('Tab');
  await developer.keyboard.type('Under the form, at every width.');
  await developer.keyboard.press('Control+Enter');
  await expect(developer.getByRole('dialog')).toBeHidden();
  await addMilestone(developer, 'Check it on phones', '1');

  await byKeyboard(developer, 'Move the footer', 'Milestone Details');
  await byKeyboard(developer, 'Edit', 'Edit Milestone');
  await byKeyboard(developer, 'Delete', 'Delete Milestone');
  await byKeyboard(developer, 'Submit Plan', 'Submit Plan');
  await submitPlan(developer);
  await byKeyboard(customer, 'Request Changes', 'Request Changes');
  await byKeyboard(customer, 'Approve Plan', 'Approve Plan');
  await press(customer, 'Approve Plan');
  await pay(customer, button(customer.getByRole('dialog'), "Let's do this!"));
  await press(developer, 'Start');
  await byKeyboard(developer, 'View', 'View Milestone');
  await byKeyboard(developer, 'Submit', 'Submit Milestone');
  await handIn(developer, 'Move the footer');
  await byKeyboard(customer, 'Rate Developer', 'Rate Developer');
  await byKeyboard(customer, 'Review', 'Review Milestone');

  // From one dialog to the next; the focus returns to where the first was opened.
  for (const [act, next] of [
    ['Approve', 'Approve Milestone'],
    ['Request Changes', 'Request Changes'],
  ] as const) {
    await button(customer, 'Review').focus();
    await customer.keyboard.press('Enter');
    await button(customer.getByRole('dialog', { name: 'Review Milestone' }), act).focus();
    await customer.keyboard.press('Enter');
    const dialog = customer.getByRole('dialog', { name: next });
    await expect(dialog.getByLabel('Feedback')).toBeFocused();
    await expectAccessible(customer, '[role=dialog]');
    await customer.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(customer, 'Review')).toBeFocused();
  }
});

/** Opens a dialog by Enter, looks at it, keeps the focus in it, closes it by Escape. */
async function byKeyboard(page: Page, opener: string, title: string): Promise<void> {
  await button(page, opener).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, opener)).toBeFocused();
}

async function handIn(developer: Page, title: string): Promise<void> {
  await press(row(developer, title), 'Submit');
  await say(developer, 'Submit Milestone', 'Message', `Here it is: ${title}`);
}

async function approve(customer: Page, title: string): Promise<void> {
  await press(row(customer, title), 'Review');
  await press(customer.getByRole('dialog', { name: 'Review Milestone' }), 'Approve');
  await press(customer.getByRole('dialog', { name: 'Approve Milestone' }), 'Approve Milestone');
  await expect(customer.getByRole('dialog', { name: 'Approve Milestone' })).toBeHidden();
}

/** Drags one milestone over another; a first try is given up by Escape. */
async function drag(page: Page, title: string, onto: string): Promise<void> {
  const before = await titles(page);
  for (const gives of ['up', 'way']) {
    const from = await row(page, title).getByTitle('Drag to move').boundingBox();
    const to = await row(page, onto).getByTitle('Drag to move').boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y, { steps: 5 });
    if (gives === 'up') await page.keyboard.press('Escape');
    await page.mouse.up();
    if (gives === 'up') expect(await titles(page)).toEqual(before);
  }
}
