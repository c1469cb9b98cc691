import type { Page } from '@playwright/test';
import { linkIn, newModerator, PASSWORD } from './account-people.ts';
import { expectAccessible } from './axe.ts';
import { caller, delivered, grabbed, started } from './moderated-work.ts';
import { enter, expect, type RealServer, signIn, test } from './server.ts';
import { fillSignIn, openSignIn } from './sign-in.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';
const MODERATOR = 'moderator@example.com';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const thread = (page: Page) => page.getByRole('log', { name: 'Conversation' });

/** Both sides and the moderator, who are signed in and have gone nowhere yet. */
async function everybody(page: Page, newPerson: () => Promise<Page>) {
  const [customer, developer] = [await newPerson(), await newPerson()];
  await Promise.all([
    enter(page, MODERATOR),
    enter(customer, CUSTOMER),
    enter(developer, DEVELOPER),
  ]);
  return { moderator: page, customer, developer };
}

async function callers(server: RealServer, developer = DEVELOPER) {
  return { customer: await caller(server, CUSTOMER), developer: await caller(server, developer) };
}

/** Reports the other side's newest message, as its reader does. */
async function report(reader: Page, ticketId: string, words: string): Promise<void> {
  await reader.goto(`/discussions/${ticketId}`);
  await expect(thread(reader).getByText(words)).toBeVisible();
  // By keyboard: a thread that still loads moves its buttons from under the pointer.
  await thread(reader).getByRole('button', { name: 'Report', exact: true }).last().press('Enter');
  await button(reader, 'Report Message').click();
  await expect(reader.getByText('Message has been reported to moderators')).toBeVisible();
}

/** Opens a dialog by its button, gives the reason and confirms. */
async function decide(moderator: Page, opener: string, title: string, act: string, reason: string) {
  await button(moderator, opener).first().click();
  const dialog = moderator.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await expect(dialog).toBeHidden();
}

const plan = (side: string, ticketId: string) => `/dashboard/${side}/plan/${ticketId}`;

test('a reported message is looked into and dismissed, and the request goes on', async ({
  page,
  newPerson,
  server,
}) => {
  const by = await callers(server);
  const ticketId = await grabbed(by, 'Widget flickers');
  await by.developer(`/api/tickets/${ticketId}/messages`, { text: 'Send me your password.' });
  const { moderator, customer, developer } = await everybody(page, newPerson);
  await report(customer, ticketId, 'Send me your password.');
  await developer.goto(plan('developer', ticketId));
  await expect(developer.getByText('Requires Mod Assistance').first()).toBeVisible();

  await moderator.goto('/moderation');
  const card = moderator
    .getByRole('listitem')
    .filter({ hasText: 'Send me your password.' })
    .first();
  await expect(card.getByText('Reported by Maya Okafor')).toBeVisible();
  await expectAccessible(moderator, 'main');
  await card.getByRole('button', { name: 'Dismiss Report' }).click();
  const dialog = moderator.getByRole('dialog', { name: 'Dismiss Report' });
  await dialog.getByLabel('Reason').fill('It was a test account.');
  await dialog.getByRole('button', { name: 'Dismiss Report' }).click();
  await expect(card).toHaveCount(0);

  await expect(developer.getByText('Planning').first()).toBeVisible();
  await expect(thread(customer).getByText('It was a test account.')).toBeVisible();
  const mail = await server.mail(DEVELOPER, /A Moderator Has Decided/, 'It was a test account.');
  expect(mail.text).toContain('It was a test account.');
});

test('a request is divided, resumed, appealed, closed for the customer, and appealed again in vain', async ({
  page,
  newPerson,
  server,
}) => {
  const by = await callers(server);
  const ticketId = await delivered(by, 'Invoices vanish');
  await by.customer(`/api/tickets/${ticketId}/messages`, { text: 'You are a thief.' });
  const { moderator, customer, developer } = await everybody(page, newPerson);
  await report(developer, ticketId, 'You are a thief.');

  await moderator.goto('/moderation?tab=requests');
  await moderator
    .getByRole('row', { name: /Invoices vanish/ })
    .getByRole('link')
    .click();
  await button(moderator, 'Read Discussion').click();
  await decide(moderator, 'Hide Message', 'Hide Message', 'Hide Message', 'An insult.');
  await expect(moderator.getByText('Hidden from both sides')).toBeVisible();
  await expect(
    thread(developer).getByText('This message was hidden by a moderator.'),
  ).toBeVisible();
  await expect(thread(developer).getByText('You are a thief.')).toHaveCount(0);

  await button(moderator, 'Split').click();
  const split = moderator.getByRole('dialog', { name: 'Split Held Money' });
  await expect(split.getByLabel('Released')).toBeFocused();
  await split.getByLabel('Released').fill('60');
  await expect(split.getByText('Maya Okafor gets $40.00 back.')).toBeVisible();
  await split.getByLabel('Reason').fill('Half of it works.');
  await expectAccessible(moderator, '[role=dialog]');
  await split.getByRole('button', { name: 'Split', exact: true }).click();
  await expect(split).toBeHidden();
  await decide(moderator, 'Resume', 'Resume Request', 'Resume', 'Go on, politely.');

  // The customer answers where they read it. Once a colleague grants it, the moderators have it again.
  await customer.goto(plan('customer', ticketId));
  await expect(customer.getByText('Reviewing Results').first()).toBeVisible();
  await button(customer, 'Appeal').click();
  const answer = customer.getByRole('dialog', { name: 'Appeal' });
  await answer.getByLabel('Your Answer').fill('Nothing works at all.');
  await answer.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(customer.getByText('Appeal waits for a moderator')).toBeVisible();
  await expect(button(customer, 'Appeal')).toHaveCount(0);
  const colleague = await newPerson();
  const name = { first_name: 'Kim', last_name: 'Osei' };
  await enter(colleague, await newModerator(server, name), PASSWORD);
  await moderator.goto('/moderation?tab=requests&queue=appeals');
  await expect(moderator.getByText('Nothing works at all.')).toBeVisible();
  await expect(button(moderator, 'Grant').first()).toBeDisabled();
  await expect(
    moderator.getByText('You decided what this appeal is against').first(),
  ).toBeVisible();
  await colleague.goto('/moderation?tab=requests&queue=appeals');
  await expectAccessible(colleague, 'main');
  await decide(colleague, 'Grant', 'Grant Appeal', 'Grant', 'We tried it: true.');
  await expect(customer.getByText('Appeal granted')).toBeVisible();
  await expect(customer.getByText('Requires Mod Assistance').first()).toBeVisible();

  await moderator.goto(`/moderation/requests/${ticketId}`);
  const close = 'Close for the Customer';
  await decide(moderator, close, close, close, 'It does not work.');
  await expect(customer.getByText('Customer Rejected').first()).toBeVisible();

  // The mail leads the developer to the decision.
  const mail = await server.mail(DEVELOPER, /A Moderator Has Decided/, 'It does not work.');
  const link = linkIn(mail.text, /\/decisions\/[\w-]+/);
  await developer.goto(new URL(link).pathname);
  await expect(developer.getByText('It does not work.')).toBeVisible();
  await button(developer, 'Appeal').click();
  await developer.getByLabel('Your Answer').fill('It works here.');
  await button(developer, 'Send Appeal').click();
  await expect(developer.getByText('Appeal waits for a moderator')).toBeVisible();
  await colleague.reload();
  await decide(colleague, 'Deny', 'Deny Appeal', 'Deny', 'It has to work there.');
  await developer.reload();
  await expect(developer.getByText('Appeal denied')).toBeVisible();
  await developer.goto(`/discussions/${ticketId}`);
  await expect(thread(developer).getByText('It has to work there.').last()).toBeVisible();

  await moderator.goto(`/moderation/requests/${ticketId}`);
  await moderator.getByRole('link', { name: 'Audit Log' }).click();
  const table = moderator.getByRole('table');
  // Every look is a line of its own: the first acts may be on the second page.
  await expect(table.getByText('Denied an appeal')).toBeVisible();
  const more = button(moderator, 'Show More');
  if (await more.isVisible()) await more.click();
  for (const what of [
    'Reported a message',
    'Read a discussion',
    'Hid a message',
    'Divided held money',
    'Resumed a request',
    'Granted an appeal',
    'Closed for the customer',
    'Denied an appeal',
  ])
    await expect(table.getByText(what).first()).toBeVisible();
  const file = moderator.waitForEvent('download');
  await button(moderator, 'Download CSV').click();
  expect((await file).suggestedFilename()).toBe('unblock-audit-log.csv');
});

test('a suspended unblocker is out at once, and their request finds its way to another one or to its end', async ({
  page,
  newPerson,
  server,
}) => {
  const by = await callers(server, 'ivan@example.com');
  const [ticketId] = await started(by, 'Cart forgets');
  const other = await delivered(by, 'Cart remembers');
  const { moderator, customer } = await everybody(page, newPerson);
  const ivan = await newPerson();
  await signIn(ivan, 'ivan@example.com');
  await customer.goto(plan('customer', ticketId));

  await moderator.goto('/moderation?tab=accounts');
  await moderator.getByLabel('Name or Email').fill('ivan@');
  await button(moderator, 'History of Ivan Petrov').click();
  await expect(
    moderator.getByRole('table').getByText('Cart forgets', { exact: true }),
  ).toBeVisible();
  await decide(moderator, 'Suspend Ivan Petrov', 'Suspend Account', 'Suspend', 'Three complaints.');
  await expect(moderator.getByText('Three complaints.').first()).toBeVisible();
  await ivan.waitForURL((url) => url.pathname === '/');
  expect((await server.mail('ivan@example.com', 'Your account was suspended')).text).toContain(
    'Three complaints.',
  );
  await openSignIn(ivan);
  await fillSignIn(ivan, 'ivan@example.com', 'unblock-demo');
  await expect(ivan.getByRole('alert')).toContainText('This account is suspended');
  await ivan.getByRole('link', { name: 'What This Means' }).click();
  const suspended = ivan.getByRole('heading', { level: 1, name: 'This account is suspended' });
  await expect(suspended).toBeVisible();
  // The ways back from another service and from a mail say the same.
  for (const path of ['/auth/callback', '/reset-password']) {
    await ivan.goto('/help');
    await ivan.goto(`${path}#error=access_denied&error_code=user_banned`);
    await expect(suspended).toBeVisible();
  }
  await expect(customer.getByText('Requires Mod Assistance').first()).toBeVisible();

  await moderator.goto(`/moderation/requests/${ticketId}`);
  await expect(button(moderator, 'Resume')).toBeDisabled();
  const reopen = 'Return to the Open List';
  await decide(moderator, reopen, reopen, reopen, 'Somebody else will help you.');
  await expect(customer.getByText('Pending').first()).toBeVisible();
  await expect(customer.getByText('Somebody else will help you.')).toBeVisible();

  // What he has delivered is paid all the same.
  await moderator.goto(`/moderation/requests/${other}`);
  const close = 'Close for the Unblocker';
  await decide(moderator, close, close, close, 'The delivery is what was agreed.');
  await customer.goto(plan('customer', other));
  await expect(customer.getByText('Customer Approved').first()).toBeVisible();
  await button(moderator, 'Refund').click();
  const refund = moderator.getByRole('dialog', { name: 'Refund Released Money' });
  await expect(refund.getByLabel('Refunded')).toBeFocused();
  await refund.getByLabel('Refunded').fill('10');
  await refund.getByLabel('Borne By').selectOption('platform');
  await refund.getByLabel('Reason').fill('For the trouble.');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund).toBeHidden();
  await expect(moderator.getByText('Case refund')).toBeVisible();

  await moderator.goto('/moderation?tab=accounts');
  await decide(moderator, 'Restore Ivan Petrov', 'Restore Account', 'Restore', 'He apologised.');
  await signIn(ivan, 'ivan@example.com');
});

test('from every state a report brings a request to the moderators, and Resume brings it back', async ({
  page,
  newPerson,
  server,
}) => {
  const by = await callers(server);
  const { moderator, customer, developer } = await everybody(page, newPerson);
  const people = { customer, developer };
  const stages: {
    name: string;
    status: string;
    reader: keyof typeof people;
    make: (title: string) => Promise<string>;
  }[] = [
    { name: 'Reserved', status: 'Pending', reader: 'customer', make: reserved },
    { name: 'Planned', status: 'Reviewing Plan', reader: 'developer', make: planned },
    {
      name: 'Under way',
      status: 'Work In Progress',
      reader: 'customer',
      make: async (title) => (await started(by, title))[0],
    },
  ];
  async function reserved(title: string): Promise<string> {
    const { id = '' } = await by.customer('/api/tickets', {
      description: title,
      categories: ['web'],
      ai_tool: 'CLAUDE',
      budget: '$200',
    });
    await by.developer(`/api/tickets/${id}/reserve`);
    return id;
  }
  async function planned(title: string): Promise<string> {
    const id = await grabbed(by, title);
    const milestone = { title, description: 'Until it works', hours: 1, hourly_rate: 50 };
    await by.developer(`/api/tickets/${id}/milestones`, milestone);
    await by.developer(`/api/tickets/${id}/submit-plan`);
    return id;
  }

  for (const { name, status, reader, make } of stages) {
    const ticketId = await make(`${name} and stuck`);
    const writer = reader === 'customer' ? 'developer' : 'customer';
    const words = `No more ${name}.`;
    await by[writer](`/api/tickets/${ticketId}/messages`, { text: words });
    await people[writer].goto(plan(writer, ticketId));
    await expect(people[writer].getByText(status).first()).toBeVisible();
    await report(people[reader], ticketId, words);
    await expect(people[writer].getByText('Requires Mod Assistance').first()).toBeVisible();
    await moderator.goto(`/moderation/requests/${ticketId}`);
    await decide(moderator, 'Resume', 'Resume Request', 'Resume', `${name}: go on.`);
    await expect(people[writer].getByText(status).first()).toBeVisible();
    await expect(thread(people[reader]).getByText(`${name}: go on.`)).toBeVisible();
    // An unblocker holds three at most, and the next journey on this server wants one too.
    if (make === reserved) await by.developer(`/api/tickets/${ticketId}/abandon`);
  }
});
