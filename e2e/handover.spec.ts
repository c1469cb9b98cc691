import { sql } from 'kysely';
import { inDatabase } from './database.ts';
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

test('a request is handed over: the next unblocker sees nothing of the talk before, and is paid', async ({
  page,
  newPerson,
  server,
}) => {
  const title = 'The cart forgets everything';
  const { customer, developer, ticketId } = await planTogether({ page, newPerson, server }, title);
  await addMilestone(developer, 'Keep the cart', '1');
  await submitPlan(developer);
  await press(customer, 'Approve Plan');
  await pay(customer, () => confirm(customer, "Let's do this!"));
  await expect(row(customer, 'Keep the cart')).toContainText('Held $');

  // What the first two write is theirs.
  await customer.goto(`/discussions/${ticketId}`);
  await customer.getByRole('textbox', { name: 'Message' }).fill('The word is zanzibar');
  await press(customer, 'Send');
  await expect(customer.getByText('The word is zanzibar').first()).toBeVisible();
  await expect(customer.getByText('Sending...')).toHaveCount(0);

  // What is still on its way when the unblocker leaves is for nobody else.
  const going = Promise.withResolvers<void>();
  await customer.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await going.promise;
    return route.continue();
  });
  await customer.getByRole('textbox', { name: 'Message' }).fill('And zanzibar it stays');
  await press(customer, 'Send');
  await expect(customer.getByText('Sending...')).toBeVisible();

  // The unblocker leaves, with a note.
  await press(developer, 'Give Back');
  const dialog = developer.getByRole('dialog', { name: 'Give Back' });
  await expect(dialog.getByText('The $45.00 that is held for you')).toBeVisible();
  await dialog.getByLabel('Handover Note').fill('The cart is in local storage.');
  await press(dialog, 'Give Back');
  await expect(developer.getByText('You have given the request back.')).toBeVisible();

  going.resolve();
  const unsent = customer.getByRole('listitem').filter({ hasText: 'And zanzibar it stays' });
  await expect(unsent.getByRole('alert')).toHaveText(
    'Not sent. This unblocker no longer has the request. Nobody has read it.',
  );
  await customer.unroute('**/messages');
  await expect(button(unsent, 'Try again')).toHaveCount(0);
  await press(unsent, 'Edit');
  await expect(customer.getByRole('textbox', { name: 'Message' })).toHaveValue(
    'And zanzibar it stays',
  );

  // The customer keeps the conversation, and decides about the money.
  await expect(customer.getByText('Ana Silva gave the request back')).toBeVisible();
  await expect(customer.getByText(/Every unblocker who takes this request/)).toBeVisible();
  await customer.goto(`/dashboard/customer/plan/${ticketId}`);
  await expect(customer.getByText('The cart is in local storage.')).toBeVisible();
  await press(customer, 'Keep It Held');
  await expect(customer.getByText('$50.00 stays held for the next unblocker.')).toBeVisible();

  // Somebody else takes it, and finds the plan and the note, but no word of the others.
  const next = await newPerson();
  await signInAt(next, '/dashboard/developer/available', 'ivan@example.com');
  const card = next.getByRole('listitem').filter({ hasText: title });
  await expect(card.getByText('$50.00 is held')).toBeVisible();
  await next.goto(`/dashboard/developer/plan/${ticketId}`);
  await press(next, 'Grab Request');
  await confirm(next, 'Grab Request');
  await expect(next.getByText('The cart is in local storage.')).toBeVisible();
  await next.goto(`/discussions/${ticketId}`);
  await expect(next.getByText('No messages yet. Start the conversation!')).toBeVisible();
  await expect(next.getByText('zanzibar')).toHaveCount(0);
  await developer.goto(`/discussions/${ticketId}`);
  await expect(developer.getByText('This request is no longer yours.')).toBeVisible();

  // The work goes on with what is held, and is paid to whoever does it.
  await next.goto(`/dashboard/developer/plan/${ticketId}`);
  await submitPlan(next);
  await press(customer, 'Approve Plan');
  await confirm(customer, "Let's do this!");
  await press(row(next, 'Keep the cart'), 'Start');
  await press(row(next, 'Keep the cart'), 'Submit');
  await say(next, 'Submit Milestone', 'Message', 'It stays now.');
  await review(customer, 'Keep the cart', 'Approve');
  await press(customer.getByRole('dialog', { name: 'Approve Milestone' }), 'Approve Milestone');
  await expect(row(next, 'Keep the cart').getByText('Accepted')).toBeVisible();
  await next.goto('/dashboard/developer/earnings');
  await expect(next.getByText('$45.00').first()).toBeVisible();
  await expect(button(next, 'Give Back')).toHaveCount(0);
});

test('a customer finds another unblocker for late work, has the held money back, and cancels', async ({
  page: customer,
  newPerson,
  server,
}) => {
  const by = {
    customer: await caller(server, 'customer@example.com'),
    developer: await caller(server, 'developer@example.com'),
  };
  const { id, milestone } = await deliveredAndPaid(by, 'Chat drops words');
  await by.customer(`/api/milestones/${milestone}/reject`, { feedback: 'It still does.' });
  await inDatabase(server, async ({ db }) => {
    const long = sql`now() - interval '20 days'`;
    await sql`update milestones set started_at = ${long} where id = ${milestone}`.execute(db);
    await sql`update billing_records set paid_at = ${long} where milestone_id = ${milestone}`.execute(
      db,
    );
    await sql`update deliveries set decided_at = ${long} where milestone_id = ${milestone}`.execute(
      db,
    );
  });
  const developer = await newPerson();
  await Promise.all([
    signInAt(customer, `/dashboard/customer/plan/${id}`, 'customer@example.com'),
    signInAt(developer, `/dashboard/developer/plan/${id}`, 'developer@example.com'),
  ]);
  await expect(button(customer, 'Cancel Request')).toHaveCount(0);
  await press(customer, 'Find Another Unblocker');
  const dialog = customer.getByRole('dialog', { name: 'Find Another Unblocker' });
  await expect(dialog.getByText('$100.00 stays held for the next unblocker.')).toBeVisible();
  await press(dialog, 'Find Another Unblocker');
  await developer.goto(`/discussions/${id}`);
  await expect(developer.getByText('This request is no longer yours.')).toBeVisible();

  await press(customer, 'Refund');
  await expect(customer.getByRole('dialog').getByText('$100.00 goes back to you')).toBeVisible();
  await confirm(customer, 'Refund');
  await expect(button(customer, 'Keep It Held')).toHaveCount(0);
  await expect(customer.getByText('$100.00 refunded').first()).toBeVisible();
  await press(customer, 'Cancel Request');
  const last = customer.getByRole('dialog', { name: 'Cancel Request' });
  await last.getByLabel('Reason').fill('We found it ourselves.');
  await press(last, 'Cancel Request');
  await expect(customer.getByText('You cancelled this request').first()).toBeVisible();
});
