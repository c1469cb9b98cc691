import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { caller, deliveredAndPaid, grabbed } from './moderated-work.ts';
import { button, press } from './plan.ts';
import { enter, expect, type RealServer, signInAt, test } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';
const MODERATOR = 'moderator@example.com';

async function callers(server: RealServer) {
  return { customer: await caller(server, CUSTOMER), developer: await caller(server, DEVELOPER) };
}

const plan = (side: 'customer' | 'developer', id: string) => `/dashboard/${side}/plan/${id}`;
const waysOut = (page: Page) => page.getByRole('region', { name: 'Something wrong?' });
const proposal = (page: Page) => page.getByRole('region', { name: 'Proposal to cancel' });

/** Opens a dialog by the button of its name, fills the words and confirms. */
async function say(page: Page, [title, act]: [string, string], field: string, words: string) {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel(field).fill(words);
  await press(dialog, act);
  await expect(dialog).toBeHidden();
}

test('both sides propose, decline and agree to cancel, and the held money goes as agreed', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const { id } = await deliveredAndPaid(await callers(server), 'Sidebar jumps');
  const developer = await newPerson();
  await Promise.all([
    signInAt(customer, plan('customer', id), CUSTOMER),
    signInAt(developer, `/discussions/${id}`, DEVELOPER),
  ]);

  await press(waysOut(customer), 'Ask to Cancel');
  const dialog = customer.getByRole('dialog', { name: 'Ask to Cancel' });
  const amount = dialog.getByLabel(/For the unblocker’s work/);
  await expect(amount).toHaveValue('0.00');
  await amount.fill('4000');
  await dialog.getByLabel('Reason').fill('It takes too long.');
  await press(dialog, 'Ask to Cancel');
  await expect(dialog.getByText(/Please give an amount from 0.00 to/)).toBeVisible();
  await amount.fill('40');
  await expect(dialog.getByText(/\$36\.00 to the unblocker/)).toBeVisible();
  await press(dialog, 'Ask to Cancel');
  await expect(dialog).toBeHidden();
  await expect(proposal(customer)).toContainText('You propose to cancel');
  await expect(customer.getByText(/Waiting for .* to answer your proposal/).first()).toBeVisible();
  await expectAccessible(customer, 'main');

  // Where it has no room beside the thread, it is answered in a dialog.
  await expect(proposal(developer)).toContainText('$36.00 to you');
  await developer.setViewportSize({ width: 1024, height: 720 });
  await press(developer, 'Proposal to Cancel');
  const asked = developer.getByRole('dialog', { name: 'Proposal to Cancel' });
  await press(asked, 'Decline');
  await say(developer, ['Decline to Cancel', 'Decline'], 'Message', 'It is nearly done.');
  await expect(asked).toBeHidden();
  await developer.setViewportSize({ width: 1280, height: 720 });
  await expect(proposal(customer)).toHaveCount(0);
  // A plan that cannot be read says so.
  await customer.route('**/milestones', (route) => route.fulfill({ status: 503 }));
  await customer.goto(`/discussions/${id}`);
  const thread = customer.getByRole('log', { name: 'Conversation' });
  await expect(thread.getByText('It is nearly done.')).toBeVisible();
  const beside = customer.getByRole('complementary', { name: 'Request' });
  await expect(beside.getByRole('alert')).toBeVisible();
  await customer.unroute('**/milestones');
  await press(beside, 'Try Again');
  await expect(beside.getByRole('heading', { name: 'Plan' })).toBeVisible();

  // What is held cannot be read at first: without it all of it would go back.
  await developer.route('**/milestones', (route) => route.fulfill({ status: 500 }));
  await developer.reload();
  await press(developer, 'Ask to Cancel');
  const asking = developer.getByRole('dialog', { name: 'Ask to Cancel' });
  await expect(button(asking, 'Ask to Cancel')).toBeDisabled();
  await expect(asking.getByRole('alert')).toBeVisible();
  await expect(button(asking, 'Ask to Cancel')).toBeDisabled();
  await developer.unroute('**/milestones');
  await press(asking, 'Try Again');
  await expect(asking.getByLabel(/For the unblocker’s work/)).toHaveValue('0.00');
  await say(developer, ['Ask to Cancel', 'Ask to Cancel'], 'Reason', 'I fell ill.');
  await expect(proposal(developer)).toContainText('I fell ill.');
  await expect(developer.getByRole('dialog')).toHaveCount(0);
  await customer.goto(plan('customer', id));
  await expect(proposal(customer)).toContainText('I fell ill.');
  await press(proposal(customer), 'Agree');
  await press(customer.getByRole('dialog', { name: 'Agree to Cancel' }), 'Agree');
  await expect(customer.getByText(/Cancelled, as you and .* agreed/).first()).toBeVisible();
  await expect(waysOut(customer)).toHaveCount(0);
  await developer.goto(plan('developer', id));
  await expect(developer.getByText(/Cancelled, as you and .* agreed/).first()).toBeVisible();
  await expect(developer.getByText('by a moderator')).toHaveCount(0);
});

test('a customer cancels while nothing is held, and the unblocker is told why', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const id = await grabbed(await callers(server), 'Footer overlaps');
  const developer = await newPerson();
  await Promise.all([
    signInAt(customer, plan('customer', id), CUSTOMER),
    signInAt(developer, plan('developer', id), DEVELOPER),
  ]);
  await press(waysOut(customer), 'Cancel Request');
  await say(customer, ['Cancel Request', 'Cancel Request'], 'Reason', 'We found it ourselves.');
  await expect(customer.getByText('You cancelled this request').first()).toBeVisible();
  await expect(developer.getByText(/cancelled this request/).first()).toBeVisible();
  const mail = await server.mail(DEVELOPER, /Cancelled/, 'We found it ourselves.');
  expect(mail.text).toContain('We found it ourselves.');
});

test('an unblocker gets help on a phone, and a moderator takes another request in', async ({
  page: developer,
  newPerson,
  server,
}) => {
  const by = await callers(server);
  const id = await grabbed(by, 'Tooltip sticks');
  const other = await grabbed(by, 'Menu flickers');
  const [customer, moderator] = [await newPerson(), await newPerson()];
  await Promise.all([
    enter(customer, CUSTOMER),
    enter(developer, DEVELOPER),
    enter(moderator, MODERATOR),
  ]);
  await developer.setViewportSize({ width: 360, height: 740 });
  await developer.goto(`/discussions/${id}`);
  await press(developer, 'Something wrong?');
  await press(developer.getByRole('dialog', { name: 'Something wrong?' }), 'Get Help');
  const dialog = developer.getByRole('dialog', { name: 'Get Help' });
  await dialog.getByLabel('Message').fill('The price was changed behind my back.');
  await press(dialog, 'Get Help');
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await dialog.getByLabel('Reason').selectOption('Scope or price');
  await developer.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await press(developer.getByRole('dialog', { name: 'Something wrong?' }), 'Get Help');
  await expect(dialog.getByLabel('Message')).toHaveValue('The price was changed behind my back.');
  await expect(dialog.getByLabel('Reason').getByRole('option', { selected: true })).toHaveText(
    'Scope or price',
  );
  // Where it fails, the keyboard is still in the dialog.
  await developer.route(`**/api/tickets/${id}/get-help`, (route) => route.abort(), { times: 1 });
  await dialog.getByLabel('Reason').press('Control+Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Message')).toBeFocused();
  await press(dialog, 'Get Help');
  await expect(dialog).toBeHidden();
  await customer.goto(plan('customer', id));
  await expect(customer.getByRole('region', { name: 'Help' })).toContainText('Scope or price');

  await moderator.goto('/moderation?tab=requests');
  await expect(moderator.getByText('The price was changed behind my back.')).toBeVisible();
  await moderator.goto(`/moderation/requests/${other}`);
  await button(moderator, 'Take In').click();
  await say(moderator, ['Take In', 'Take In'], 'Reason', 'We were asked to look.');
  await expect(button(moderator, 'Resume')).toBeVisible();
  await customer.goto(plan('customer', other));
  await expect(customer.getByText('We were asked to look.').first()).toBeVisible();
});
