import { describe, expect, test } from 'vitest';
import type { DecisionPreview } from '#domain/moderation.ts';
import { ok } from '../testing/deeds.ts';
import { act, decisionsOf, openModeratedWorld, reported } from '../testing/moderation.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import type { Answer } from '../testing/world.ts';

const { world, moderator } = await openModeratedWorld();

/** What a moderator reads in the dialog of a decision. */
function preview(
  { ticketId }: Pick<Scene, 'ticketId'>,
  decision: Record<string, string>,
): Promise<Answer<DecisionPreview>> {
  const query = new URLSearchParams(decision);
  return moderator.call('GET', `/api/moderation/tickets/${ticketId}/preview?${query}`);
}

/** All that a decision could leave behind. */
async function counts() {
  const tables = [
    'ledger_entries',
    'receipts',
    'mails',
    'decisions',
    'messages',
    'audit_log',
  ] as const;
  const each = tables.map((table) =>
    world.context.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return Promise.all(each);
}

describe('before a moderator decides', () => {
  test.each([
    ['resume', {}, ['No money moves by it.', '$100.00 stays held.']],
    ['close-for-customer', {}, ['Customer gets $75.00 back.']],
    ['close-for-developer', {}, ['Developer gets $90.00; the fee is $10.00.']],
    ['reopen', {}, ['Customer gets $75.00 back.']],
    [
      'split',
      { released_cents: '4000', refunded_cents: '6000' },
      ['Customer gets $60.00 back.', 'Developer gets $36.00; the fee is $4.00.'],
    ],
    ['money-back', { borne_by: 'platform' }, ['Customer gets $75.00 back.']],
  ])('%s says what each side gets, and changes nothing', async (action, amounts, sentences) => {
    const scene = await reported(world, 'results paid');
    const before = await counts();
    const { shown, sentences: said } = ok(await preview(scene, { action, ...amounts }));
    expect(said).toEqual(sentences);
    expect(await counts()).toEqual(before);
    const cents = Object.entries(amounts).map(([name, value]) => [
      name,
      name === 'borne_by' ? value : Number(value),
    ]);
    ok(await act(moderator, scene, action, { ...Object.fromEntries(cents), shown }));
  });

  test('a refund of what was released says who gives it back', async () => {
    const scene = await walkTo(world, 'approved');
    const decision = {
      action: 'refund',
      milestone_id: scene.milestoneId ?? '',
      refunded_cents: '4000',
      borne_by: 'developer',
    };
    expect(ok(await preview(scene, decision)).sentences).toEqual([
      'Customer gets $40.00 back.',
      'Developer gives back $36.00; $4.00 of the fee is given up.',
    ]);
    const byPlatform = ok(await preview(scene, { ...decision, borne_by: 'platform' }));
    expect(byPlatform.sentences.at(-1)).toBe('Unblock bears $36.00.');
  });

  test('what the rules refuse is refused there too', async () => {
    const scene = await walkTo(world, 'results paid');
    expect(await preview(scene, { action: 'resume' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
    expect(await preview(scene, { action: 'split', released_cents: '0' })).toMatchObject({
      status: 400,
    });
    const nobody = await scene.customer.call(
      'GET',
      `/api/moderation/tickets/${scene.ticketId}/preview?action=resume`,
    );
    expect(nobody.status).toBe(404);
  });
});

describe('a decision that was looked at', () => {
  test('books what was shown, or nothing', async () => {
    const scene = await reported(world, 'results paid');
    const { shown } = ok(await preview(scene, { action: 'close-for-developer' }));
    // A colleague divides the money meanwhile.
    ok(await act(moderator, scene, 'split', { released_cents: 4000, refunded_cents: 6000 }));
    expect(await act(moderator, scene, 'close-for-developer', { shown })).toMatchObject({
      status: 409,
      body: {
        code: 'money_changed',
        detail: 'The money of this request has changed meanwhile. Please look at it again.',
      },
    });
    expect(await decisionsOf(scene.customer, scene)).toHaveLength(1);
    const again = ok(await preview(scene, { action: 'close-for-developer' }));
    expect(again.sentences).toEqual(['No money moves by it.']);
    ok(await act(moderator, scene, 'close-for-developer', { shown: again.shown }));
  });

  test('gives out no receipt numbers for looks', async () => {
    const scene = await reported(world, 'results paid');
    const newest = async () => {
      const { customer, ticketId } = scene;
      const { receipts } = ok(
        await customer.call<{ receipts: { receipt_number: string }[] }>(
          'GET',
          `/api/tickets/${ticketId}/money`,
        ),
      );
      return Number(receipts.at(-1)?.receipt_number.slice(2));
    };
    const first = await newest();
    for (let look = 0; look < 3; look++) ok(await preview(scene, { action: 'close-for-customer' }));
    ok(await act(moderator, scene, 'close-for-customer'));
    expect(await newest()).toBe(first + 1);
  });
});
