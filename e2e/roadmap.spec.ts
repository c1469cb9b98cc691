import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { caller, deliveredAndPaid } from './moderated-work.ts';
import {
  addMilestone,
  button,
  confirm,
  pay,
  planTogether,
  press,
  review,
  row,
  say,
  submitPlan,
} from './plan.ts';
import { expect, signInAt, test } from './server.ts';

/** The titles of the plan, in its order. */
const titles = (page: Page) => page.locator('tbody tr td:first-child button').allTextContents();

test('a plan is revised twice, its three milestones delivered, sent back and approved, both sides live', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'The basket is empty after a reload',
  );

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
  // Its form comes a moment after its dialog, and begins with what was saved.
  await expect(async () => {
    await edit.getByLabel('Hours').fill('3');
    await expect(edit.getByText('$150.00')).toBeVisible({ timeout: 2000 });
  }).toPass();
  // Hours and minutes have one problem, which either of them mends.
  const time = edit.getByRole('group', { name: 'Estimated Time' });
  await edit.getByLabel('Hours').fill('0');
  await press(edit, 'Save Milestone');
  await expect(time.getByText('Please specify estimated time')).toBeVisible();
  await expect(time).toHaveAccessibleDescription('Please specify estimated time');
  await edit.getByLabel('Minutes').fill('30');
  await expect(edit.getByText('Please specify estimated time')).toHaveCount(0);
  await edit.getByLabel('Minutes').fill('0');
  await edit.getByLabel('Hours').fill('3');
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

  // A quick hand lets go before the row was drawn where it is.
  for (const [moved, onto] of [
    ['Explain', 'Write tests'],
    ['Write tests', 'Explain'],
  ] as const) {
    await flick(developer, moved, onto);
    await expect.poll(() => titles(customer)).toEqual(['Mend it', moved, onto]);
  }

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
  await expect(row(developer, 'Mend it')).toContainText('Held $');

  // The first milestone is rejected twice.
  for (const [round, flaw] of ['It still is empty.', 'In Safari it is empty.'].entries()) {
    await press(row(developer, 'Mend it'), 'Start');
    await expect(row(customer, 'Mend it')).toContainText('Due ');
    await press(row(developer, 'Mend it'), 'Submit');
    await say(developer, 'Submit Milestone', 'Message', `Attempt ${round + 1}`);
    await review(customer, 'Mend it', 'Request Changes');
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
    await expect(row(developer, title)).toContainText('Held $');
    await handIn(developer, title);
    await approve(customer, title);
  }

  // The last approval leads to the rating, which stays editable; the other side hears that it is there.
  const rating = customer.getByRole('dialog', { name: 'Rate Developer' });
  await press(rating, 'Submit Feedback');
  const problem = rating.getByText('Please provide a rating or feedback (or both).');
  await expect(problem).toBeVisible();
  await rating.getByRole('radio', { name: '4 stars' }).check();
  await expect(problem).toBeHidden();
  await press(rating, 'Submit Feedback');
  await expect(rating).toBeHidden();
  await expect(developer.getByText('You can read it once you have left yours.')).toBeVisible();
  await press(customer, 'Rate Developer');
  await rating.getByLabel('Feedback').fill('Patient.');
  await press(rating, 'Leave out the stars');
  await press(rating, 'Submit Feedback');
  await expect(customer.getByText('Patient.')).toBeVisible();
  await expect(developer.getByText('Patient.')).toBeHidden();
  await expect(customer.getByText(/of 5 stars|\(\d+\)/).first()).toBeVisible();
});

test('two tabs: a dialog whose act is gone says so, keeps the words, and leads to the new state', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer, ticketId } = await planTogether(
    { page, newPerson, server },
    'The header jumps while loading',
  );
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
  await expect(row(developer, 'Hold it still')).toContainText('Held $');
  await press(developer, 'Start');
  await press(otherTab, 'Submit');
  await handIn(developer, 'Hold it still');
  const submit = otherTab.getByRole('dialog', { name: 'Submit Milestone' });
  await press(submit, 'View Milestone');
  await expect(otherTab.getByRole('dialog', { name: 'View Milestone' })).toContainText(
    'Here it is: Hold it still',
  );

  // Approved in one tab while it would be sent back from another.
  await review(second, 'Hold it still', 'Request Changes');
  await changes.getByLabel('Feedback').fill('It moves on phones.');
  await approve(customer, 'Hold it still');
  await expect(changes.getByRole('alert')).toContainText('This has changed meanwhile.');
  await expect(changes.getByLabel('Feedback')).toHaveValue('It moves on phones.');
  await press(changes, 'View Milestone');
  await expect(second.getByRole('dialog', { name: 'View Milestone' })).toContainText('Approved');
});

for (const [name, isShown] of [
  ['came meanwhile', true],
  ['has not come through yet', false],
] as const)
  test(`a plan of the same price that ${name} is looked at before it is approved`, async ({
    page,
    newPerson,
    server,
  }) => {
    const { customer, developer, ticketId } = await planTogether(
      { page, newPerson, server },
      'The footer is missing on phones',
    );
    await addMilestone(developer, 'Show it, with tests', '1');
    await submitPlan(developer);
    const otherTab = await customer.context().newPage();
    await otherTab.goto(`/dashboard/customer/plan/${ticketId}`);
    await press(otherTab, 'Approve Plan');
    const approval = otherTab.getByRole('dialog', { name: 'Approve Plan' });
    await expect(approval).toContainText('Show it, with tests');
    // However late it is drawn.
    await otherTab.evaluate(() => {
      const wait = window.setTimeout.bind(window);
      Object.assign(window, {
        setTimeout: (act: () => void, ms = 0) => wait(act, Math.max(ms, 100)),
      });
    });
    const letThrough = isShown ? () => {} : await holdPlan(otherTab);

    await press(customer, 'Request Changes');
    await say(customer, 'Request Changes', 'Feedback', 'Please call it by its name.');
    await press(row(developer, 'Show it, with tests'), 'Edit');
    const edit = developer.getByRole('dialog', { name: 'Edit Milestone' });
    await edit.getByLabel('Title').fill('Show the footer');
    await press(edit, 'Save Milestone');
    await expect(edit).toBeHidden();
    await submitPlan(developer);

    if (isShown) await expect(approval).toContainText('Show the footer');
    await press(approval, "Let's do this!");
    letThrough();
    await expect(approval.getByRole('alert')).toContainText(
      'The plan has changed meanwhile. Please look at it again.',
    );
    await expect(approval).toContainText('Show the footer');
    await pay(otherTab, button(approval, "Let's do this!"));
    await expect(row(developer, 'Show the footer')).toContainText('Held $');
  });

/** Keeps a plan that is read anew from a page until it is let through. */
async function holdPlan(page: Page): Promise<() => void> {
  const coming = Promise.withResolvers<void>();
  await page.route('**/milestones', async (route) => {
    await coming.promise;
    return route.continue();
  });
  return coming.resolve;
}

test('a plan that is still being read is approved once it is there', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer } = await planTogether(
    { page, newPerson, server },
    'The header is missing on phones',
  );
  await addMilestone(developer, 'Show the header', '1');
  const letThrough = await holdPlan(customer);
  await submitPlan(developer);
  await press(customer, 'Approve Plan');
  const approval = customer.getByRole('dialog', { name: 'Approve Plan' });
  await expect(button(approval, "Let's do this!")).toBeDisabled();
  letThrough();
  await expect(approval).toContainText('Show the header');
  await pay(customer, button(approval, "Let's do this!"));
  await expect(row(developer, 'Show the header')).toContainText('Held $');
});

test('every dialog of the roadmap works by keyboard alone and is accessible', async ({
  page,
  newPerson,
  server,
}) => {
  const { customer, developer } = await planTogether(
    { page, newPerson, server },
    'The footer covers the form',
    [{ name: 'footer.css', buffer: Buffer.from('footer { top: 0 }') }],
  );
  await byKeyboard(customer, 'Show Files', 'Related Files');

  await byKeyboard(developer, 'Add Milestone', 'Add New Milestone');
  const plan = developer.getByRole('dialog');
  await open(developer, 'Add Milestone');
  await expect(plan.getByLabel('Title')).toBeFocused();
  await developer.keyboard.type('Move the footer');
  await developer.keyboard.press('Tab');
  await developer.keyboard.type('Under the form, at every width.');
  await developer.keyboard.press('Control+Enter');
  await expect(plan).toBeHidden();
  await byKeyboard(developer, 'Move the footer', 'Milestone Details');
  await byKeyboard(developer, 'Edit', 'Edit Milestone');
  await open(developer, 'Edit');
  await expect(plan.getByLabel('Title')).toBeFocused();
  await developer.keyboard.press('End');
  await developer.keyboard.type(' down');
  await finish(developer, 'Save Milestone');
  await expect(row(developer, 'Move the footer down')).toBeVisible();
  await byKeyboard(developer, 'Delete', 'Delete Milestone');
  await open(developer, 'Delete');
  await finish(developer, 'Delete');
  await addMilestone(developer, 'Move the footer', '1');
  await byKeyboard(developer, 'Submit Plan', 'Submit Plan');
  await open(developer, 'Submit Plan');
  await finish(developer, 'Submit Plan');

  await byKeyboard(customer, 'Request Changes', 'Request Changes');
  await open(customer, 'Request Changes');
  await write(customer, 'Feedback', 'On phones too.');
  await finish(customer, 'Request Changes');
  await submitPlan(developer);
  await byKeyboard(customer, 'Approve Plan', 'Approve Plan');
  await open(customer, 'Approve Plan');
  await pay(customer, () => finish(customer, "Let's do this!"));

  await expect(row(developer, 'Move the footer')).toContainText('Held $');
  await open(developer, 'Start');
  await byKeyboard(developer, 'View', 'View Milestone');
  await byKeyboard(developer, 'Submit', 'Submit Milestone');
  await open(developer, 'Submit');
  await write(developer, 'Message', 'It is below the form.');
  await finish(developer, 'Submit Milestone');
  await byKeyboard(customer, 'Review', 'Review Milestone');

  // From one dialog to the next; the focus returns to where the first was opened.
  const dialog = customer.getByRole('dialog');
  for (const [act, next] of [
    ['Approve', 'Approve Milestone'],
    ['Request Changes', 'Request Changes'],
  ] as const) {
    await open(customer, 'Review');
    await reach(customer, button(dialog, act));
    await customer.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName(next);
    await expect(dialog.getByLabel('Feedback')).toBeFocused();
    await expectAccessible(customer, '[role=dialog]');
    await customer.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(customer, 'Review')).toBeFocused();
  }

  // Sent back once, then approved and rated.
  await open(customer, 'Review');
  await reach(customer, button(dialog, 'Request Changes'));
  await customer.keyboard.press('Enter');
  await write(customer, 'Feedback', 'Not on phones.');
  await customer.keyboard.press('Control+Enter');
  await customer.waitForURL('**/discussions/*');
  await customer.goBack();
  await open(developer, 'Start');
  await open(developer, 'Submit');
  await write(developer, 'Message', 'On phones too.');
  await finish(developer, 'Submit Milestone');
  await open(customer, 'Review');
  await reach(customer, button(dialog, 'Approve'));
  await customer.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('Approve Milestone');
  await write(customer, 'Feedback', 'Thank you.');
  await reach(customer, button(dialog, 'Approve Milestone'));
  await customer.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('Rate Developer');
  await expectAccessible(customer, '[role=dialog]');
  await reach(customer, dialog.getByRole('radio').first());
  await customer.keyboard.press('Space');
  for (let star = 1; star < 4; star++) await customer.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await finish(customer, 'Submit Feedback');
  await byKeyboard(customer, 'Rate Developer', 'Rate Developer');
});

test('a way that is taken before the plan has come leads there, also where the address opens a dialog', async ({
  page,
  server,
}) => {
  const sides = {
    customer: await caller(server, 'customer@example.com'),
    developer: await caller(server, 'developer@example.com'),
  };
  const { id, milestone } = await deliveredAndPaid(sides, 'The footer is late');
  const coming = Promise.withResolvers<void>();
  await page.route('**/milestones', async (route) => {
    await coming.promise;
    return route.continue();
  });
  const address = `/dashboard/customer/plan/${id}?open=review&milestone=${milestone}`;
  await signInAt(page, address, 'customer@example.com');
  const way = page.getByRole('link', { name: 'My Account' });
  await expect(way).toBeVisible();
  // The next screen takes its time, too.
  const loading = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await loading.promise;
    return route.continue();
  });
  await way.click();
  coming.resolve();
  await expect(page.getByText('Mend The footer is late').first()).toBeVisible();
  loading.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
});

/** Longer than a page that finds no request stays. */
const LED_AWAY_MS = 4000;

test('whoever leaves the page of a request that is not there is not led elsewhere', async ({
  page,
}) => {
  await signInAt(page, '/dashboard/customer/plan/no-request', 'customer@example.com');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Request not found');
  const loading = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await loading.promise;
    return route.continue();
  });
  await page.getByRole('link', { name: 'My Account' }).click();
  await page.waitForTimeout(LED_AWAY_MS);
  loading.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
});

/** Presses a button by keyboard. */
async function open(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

/** Writes into a field of the open dialog, once it is reached. */
async function write(page: Page, field: string, words: string): Promise<void> {
  await reach(page, page.getByRole('dialog').getByLabel(field));
  await page.keyboard.type(words);
}

/** Goes on to the last button of the open dialog, and presses it. */
async function finish(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await reach(page, button(dialog, name));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Moves the focus on by Tab until it is there. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 30; step++) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

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
  await review(customer, title, 'Approve');
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
    if (gives === 'up') await expect.poll(() => titles(page)).toEqual(before);
  }
}

/** Drags one milestone over another, so quickly that nothing is drawn between the move and its end. */
async function flick(page: Page, title: string, onto: string): Promise<void> {
  const grip = row(page, title).getByTitle('Drag to move');
  const from = await grip.boundingBox();
  const to = await row(page, onto).getByTitle('Drag to move').boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await grip.evaluate((element, clientY) => {
    for (const type of ['pointermove', 'pointerup'])
      element.dispatchEvent(new PointerEvent(type, { view: window, clientY, bubbles: true }));
  }, to.y);
  await page.mouse.up();
}
