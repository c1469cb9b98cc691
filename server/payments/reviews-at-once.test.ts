import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../database/database.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { deliver, ok } from '../testing/deeds.ts';
import { PATIENCE } from '../testing/patience.ts';
import { crash } from '../testing/payments/crash.ts';
import { type Deal, fund, makeDeal } from '../testing/payments/money-world.ts';
import {
  accept,
  CHARGE,
  look,
  lookedAtDeal,
  PRICE,
  SHARE,
} from '../testing/payments/reviewed-deal.ts';
import { together } from '../testing/payments/together.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import type { Person } from '../testing/world.ts';

// Approval and a look at its payment that meet, and servers that die between the two.

const money = useMoneyWorld();
let moderator: Person;
let other: Person;
beforeAll(async () => {
  moderator = await money.world.person('moderator', { name: 'Mo' });
  other = await money.world.person('moderator', { name: 'Mia' });
});
afterEach(async () => {
  await money.work();
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
});

const lockTicketOf =
  ({ ticketId }: Deal) =>
  (tx: Tx) =>
    tx.selectFrom('tickets').select('id').where('id', '=', ticketId).forUpdate().execute();
const recordOf = ({ milestones }: Deal) =>
  money.world.context.db
    .selectFrom('billing_records')
    .select(['status', 'released_cents', 'awarded_cents', 'awarded_to'])
    .where('id', '=', milestones[0]?.billing_record_id ?? '')
    .executeTakeFirstOrThrow();
const earnedBy = ({ developer }: Deal) =>
  balance(money.world.context.db, 'developer', developer.id);

describe('an approval and the look at its payment at the same moment', () => {
  it.each(['approval first', 'clearing first'])('release it once: %s', async (first) => {
    const deal = await lookedAtDeal(money);
    const both: (() => Promise<{ status: number }>)[] = [
      () => accept(deal),
      () => look(moderator, deal, 'clear'),
    ];
    if (first === 'clearing first') both.reverse();
    const answers = await together(money.world, lockTicketOf(deal), both);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await recordOf(deal)).toMatchObject({ status: 'released', released_cents: PRICE });
    expect(await earnedBy(deal)).toBe(SHARE);
  });

  it('refund it once, whether the work was approved or not', async () => {
    const deal = await lookedAtDeal(money);
    const [approved, refused] = await together<{ status: number }>(
      money.world,
      lockTicketOf(deal),
      [() => accept(deal), () => look(moderator, deal, 'refuse')],
    );
    expect(refused?.status).toBe(200);
    expect([200, 409]).toContain(approved?.status);
    expect(await recordOf(deal)).toMatchObject({ status: 'refunded', awarded_cents: null });
    expect(await earnedBy(deal)).toBe(0);
  });

  it.each(['before', 'after'])(
    'lets one of two moderators decide, %s the approval',
    async (when) => {
      const deal = await lookedAtDeal(money);
      if (when === 'after') ok(await accept(deal));
      const answers = await together(money.world, lockTicketOf(deal), [
        () => look(moderator, deal, 'clear'),
        () => look(other, deal, 'refuse'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const cleared = answers[0]?.status === 200;
      expect(await earnedBy(deal)).toBe(cleared && when === 'after' ? SHARE : 0);
    },
  );

  it('waits, where the payment is marked while the approval is under way', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await deliver(deal.developer, deal.milestones[0]?.id ?? '');
    const [approved] = await together(
      money.world,
      (tx) =>
        tx
          .updateTable('billing_records')
          .set({ review_reasons: ['many'] })
          .where('id', '=', deal.milestones[0]?.billing_record_id ?? '')
          .execute(),
      [() => accept(deal)],
    );
    expect(approved).toMatchObject({ body: { status: 'ACCEPTED', billing_status: 'held' } });
    expect(await recordOf(deal)).toMatchObject({
      status: 'held',
      awarded_cents: 10_000,
      awarded_to: deal.developer.id,
    });
    expect(await earnedBy(deal)).toBe(0);
    ok(await look(moderator, deal, 'clear'));
    expect(await earnedBy(deal)).toBe(9000);
  });
});

describe('a server that is killed after the look', () => {
  it.each([
    ['clear', 'before a call', /POST .*transfers$/],
    ['clear', 'after its effect', /POST .*transfers$/],
    ['refuse', 'before a call', /POST .*refunds$/],
    ['refuse', 'after its effect', /POST .*refunds$/],
  ] as const)('%s, %s: the others move it once', async (act, at, call) => {
    const deal = await lookedAtDeal(money);
    ok(await accept(deal));
    // Approved, and nothing is there to be moved, whoever works.
    await money.work();
    ok(await look(moderator, deal, act));
    expect(await crash(money, { at, count: 0, call, patience: PATIENCE.timeout })).toBe(true);
    const { db } = money.world.context;
    await db.updateTable('provider_calls').set({ leased_until: null }).execute();
    for (let run = 0; run < 3; run++) await money.work();
    const moved = await db
      .selectFrom('provider_calls')
      .select(['kind', 'amount_cents', 'state'])
      .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
      .where('kind', 'in', ['refund', 'transfer'])
      .execute();
    expect(moved).toEqual([
      act === 'clear'
        ? { kind: 'transfer', amount_cents: SHARE, state: 'done' }
        : { kind: 'refund', amount_cents: CHARGE, state: 'done' },
    ]);
  });
});

describe('the schema', () => {
  it('refuses a release while a payment is looked at, and an award that nobody waits for', async () => {
    const deal = await lookedAtDeal(money);
    ok(await accept(deal));
    const { db } = money.world.context;
    const id = deal.milestones[0]?.billing_record_id;
    for (const values of [
      sql`status = 'released', released_cents = price_cents, awarded_cents = null, awarded_to = null`,
      sql`reviewed_at = now()`,
      sql`review_reasons = null`,
      sql`awarded_to = null`,
      sql`awarded_cents = price_cents + 1`,
    ])
      await expect(
        sql`update billing_records set ${values} where id = ${id}`.execute(db),
      ).rejects.toThrow(/check constraint/);
  });
});
