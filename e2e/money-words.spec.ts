import type { Page } from '@playwright/test';
import { formatCents } from '../domain/money.ts';
import { expectAccessible } from './axe.ts';
import { inLedger } from './ledger.ts';
import { caller, deliveredAndPaid } from './moderated-work.ts';
import { button } from './plan.ts';
import { enter, expect, signInAt, test, visit } from './server.ts';

const CUSTOMER = 'customer@example.com';
const DEVELOPER = 'developer@example.com';

/** How a moderator ends it, and what the dialog says before. */
const endings = [
  {
    title: 'Half of it sorts',
    act: 'Split',
    dialog: 'Split Held Money',
    released: '40',
    says: /^Maya Okafor gets \$60\.00 back\. .* gets \$36\.00; the fee is \$4\.00\.$/,
  },
  {
    title: 'None of it sorts',
    act: 'Close for the Customer',
    dialog: 'Close for the Customer',
    says: /^Maya Okafor gets \$100\.00 back\.$/,
  },
  {
    title: 'All of it sorts',
    act: 'Close for the Unblocker',
    dialog: 'Close for the Unblocker',
    says: /^.* gets \$90\.00; the fee is \$10\.00\.$/,
  },
];

test('after each ending all screens say of the money what the ledger says', async ({
  page,
  newPerson,
  server,
}) => {
  const [customer, developer] = [await newPerson(), await newPerson()];
  await Promise.all([
    enter(page, 'moderator@example.com'),
    signInAt(customer, '/help', CUSTOMER),
    signInAt(developer, '/help', DEVELOPER),
  ]);
  const by = {
    customer: await caller(server, CUSTOMER),
    developer: await caller(server, DEVELOPER),
  };
  for (const { title, act, dialog, released, says } of endings) {
    const { id } = await deliveredAndPaid(by, title);
    const { id: rude = '' } = await by.developer(`/api/tickets/${id}/messages`, {
      text: 'Pay me.',
    });
    await by.customer(`/api/messages/${rude}/report`);
    const told = await server.mail(DEVELOPER, /A Moderator Looks Into It/, title);
    expect(told.text).toContain('Your money stays held: $90.00.');

    await page.goto(`/moderation/requests/${id}`);
    await button(page, act).click();
    const asked = page.getByRole('dialog', { name: dialog });
    if (released) await asked.getByLabel('Released').fill(released);
    await expect(asked.getByLabel('What each side gets')).toHaveText(says);
    await expectAccessible(page, '[role=dialog]');
    await asked.getByLabel('Reason').fill(`It is decided about: ${title}.`);
    await button(asked, act).click();
    await expect(asked).toBeHidden();

    const { earned, back } = await inLedger(server, id);
    const paid = 10_000 - back;
    for (const [side, viewer, mine] of [
      ['customer', customer, paid],
      ['developer', developer, earned],
    ] as const) {
      const words = wordsFor(mine, back);
      await visit(viewer, `/dashboard/${side}/plan/${id}`);
      await expect(viewer.getByText(words, { exact: true }).first()).toBeVisible();
      await expect(historyOf(viewer).getByText(words).first()).toBeVisible();
      await visit(viewer, `/discussions/${id}`);
      const thread = viewer.getByRole('log', { name: 'Conversation' });
      await expect(thread.getByText(wordsFor(paid, back)).first()).toBeVisible();
      const mail = await server.mail(
        side === 'customer' ? CUSTOMER : DEVELOPER,
        /A Moderator Has Decided/,
        title,
      );
      if (mine > 0) expect(mail.text).toContain(formatCents(mine));
      if (back > 0) expect(mail.text).toContain(formatCents(back));
    }
  }
  await developer.goto('/dashboard/developer/earnings');
  await expect(developer.getByText(/Request #[0-9A-F]{6}/).first()).toBeVisible();
});

test('what a colleague decides about the money is in an open dialog at once', async ({
  page,
  server,
}) => {
  const sides = {
    customer: await caller(server, CUSTOMER),
    developer: await caller(server, DEVELOPER),
  };
  const { id, milestone } = await deliveredAndPaid(sides, 'Some of it sorts');
  await sides.customer(`/api/tickets/${id}/get-help`, { reason: 'quality', text: 'Half of it.' });
  await signInAt(page, `/moderation/requests/${id}`, 'moderator@example.com');
  await button(page, 'Close for the Customer').click();
  const gets = page.getByRole('dialog').getByLabel('What each side gets');
  await expect(gets).toHaveText('Maya Okafor gets $100.00 back.');
  const colleague = await caller(server, 'moderator@example.com');
  await colleague(`/api/moderation/tickets/${id}/split`, {
    reason: 'Half of it is done.',
    milestone_id: milestone,
    released_cents: 5000,
    refunded_cents: 5000,
  });
  await expect(gets).toHaveText('No money moves by it.');
});

const historyOf = (page: Page) => page.getByRole('region', { name: 'History' });

function wordsFor(released: number, refunded: number): string {
  return [
    released > 0 && `${formatCents(released)} released`,
    refunded > 0 && `${formatCents(refunded)} refunded`,
  ]
    .filter(Boolean)
    .join(', ');
}
