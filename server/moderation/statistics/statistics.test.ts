import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Statistics, statisticsSchema } from '#domain/statistics.ts';
import { awayFromMidnight } from '../../testing/day.ts';
import { ok } from '../../testing/deeds.ts';
import { walkTo } from '../../testing/walk.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  await awayFromMidnight();
  world = await openWorld();
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

async function statistics(days?: number): Promise<Statistics> {
  const query = days === undefined ? '' : `?days=${days}`;
  return ok(await moderator.call<Statistics>('GET', `/api/moderation/statistics${query}`));
}

/** As if all that there is had happened so many days earlier. */
async function earlier(ticketId: string, days: number): Promise<void> {
  const shift = sql`make_interval(days => ${days})`;
  const { db } = world.context;
  await sql`update tickets set created_at = created_at - ${shift},
    status_since = status_since - ${shift} where id = ${ticketId}`.execute(db);
  for (const table of ['ticket_history', 'messages', 'reports']) {
    await sql`update ${sql.table(table)} set created_at = created_at - ${shift}
      where ticket_id = ${ticketId}`.execute(db);
  }
}

/** Moves one step of a request to a number of minutes after the request itself. */
async function stepAt(ticketId: string, action: string, minutes: number): Promise<void> {
  await sql`update ticket_history h set created_at = t.created_at + make_interval(mins => ${minutes})
    from tickets t where t.id = h.ticket_id and h.ticket_id = ${ticketId} and h.action = ${action}`.execute(
    world.context.db,
  );
}

test('a marketplace in which nothing has happened has figures too', async () => {
  for (const [days, step_days, periods] of [
    [30, 1, 30],
    [90, 7, 13],
    [365, 7, 53],
  ] as const) {
    const found = await statistics(days);
    expect(found).toMatchObject({ days, step_days, held_now_cents: 0 });
    expect(found.periods).toHaveLength(periods);
    expect(statisticsSchema.parse(found)).toEqual(found);
    expect(found.whole).toMatchObject({
      grab: { count: 0, median_minutes: null, p90_minutes: null },
      accepted: 0,
      sent_back: 0,
    });
  }
  expect((await statistics()).days).toBe(30);
  for (const days of ['31', 'all', '30;drop']) {
    const path = `/api/moderation/statistics?days=${encodeURIComponent(days)}`;
    expect((await moderator.call('GET', path)).status).toBe(400);
  }
});

describe('the figures', () => {
  test('say where requests stood at the end of each day, and what came and went', async () => {
    await walkTo(world, 'open');
    const working = await walkTo(world, 'working');
    const approved = await walkTo(world, 'approved');
    const rejected = await walkTo(world, 'rejected');
    await earlier(working.ticketId, 2);
    await earlier(approved.ticketId, 5);
    await earlier(rejected.ticketId, 40);
    const { periods } = await statistics(30);
    const daysAgo = (days: number) => periods.at(-1 - days);
    expect(daysAgo(0)?.requests).toMatchObject({ AWAITING_ASSIGNMENT: 1, DEVELOPER_WORKING: 1 });
    expect(daysAgo(1)?.requests).toMatchObject({ AWAITING_ASSIGNMENT: 0, DEVELOPER_WORKING: 1 });
    expect(daysAgo(3)?.requests).toMatchObject({ AWAITING_ASSIGNMENT: 0, DEVELOPER_WORKING: 0 });
    expect(daysAgo(0)).toMatchObject({ posted: 1, approved: 0, rejected: 0 });
    expect(daysAgo(2)).toMatchObject({ posted: 1, approved: 0 });
    expect(daysAgo(5)).toMatchObject({ posted: 1, approved: 1 });
    expect(periods.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(0);
    const quarter = await statistics(90);
    expect(quarter.periods.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(1);
    for (const { requests } of quarter.periods) {
      for (const count of Object.values(requests)) expect(count).toBeGreaterThanOrEqual(0);
    }
  });

  test('say how long people wait for a grab, a plan and a reply', async () => {
    const before = (await statistics(30)).whole;
    const scene = await walkTo(world, 'plan in review');
    // Whatever the hour is, the steps moved below are not to come.
    await earlier(scene.ticketId, 1);
    await stepAt(scene.ticketId, 'grab', 30);
    await stepAt(scene.ticketId, 'submit-plan', 90);
    const { whole, periods } = await statistics(30);
    expect(whole.grab.count).toBe(before.grab.count + 1);
    expect(periods.reduce((sum, { grab }) => sum + grab.count, 0)).toBe(whole.grab.count);
    expect(periods.reduce((sum, { plan }) => sum + plan.count, 0)).toBe(whole.plan.count);
    await sql`delete from tickets where id <> ${scene.ticketId}`.execute(world.context.db);
    const alone = (await statistics(30)).whole;
    expect(alone).toMatchObject({
      grab: { count: 1, median_minutes: 30, p90_minutes: 30 },
      plan: { count: 1, median_minutes: 60, p90_minutes: 60 },
    });
    expect(alone.reply.count).toBe(1);
    expect(alone.reply.median_minutes).toBeLessThan(5);
  });

  test('say what customers accept, and what money is held, earned and returned', async () => {
    const before = await statistics(30);
    await walkTo(world, 'approved');
    await walkTo(world, 'results paid');
    const scene = await walkTo(world, 'results paid');
    ok(
      await scene.customer.call('POST', `/api/milestones/${scene.milestoneId}/reject`, {
        feedback: 'It still loops',
      }),
    );
    const after = await statistics(30);
    expect(after.whole.accepted - before.whole.accepted).toBe(1);
    expect(after.whole.sent_back - before.whole.sent_back).toBe(1);
    const [today, earlier] = [after.periods.at(-1), before.periods.at(-1)];
    const gained = (what: 'held_cents' | 'released_cents' | 'returned_cents') =>
      (today?.[what] ?? 0) - (earlier?.[what] ?? 0);
    expect(gained('held_cents')).toBe(30_000);
    expect(gained('released_cents')).toBe(10_000);
    expect(gained('returned_cents')).toBe(0);
    expect(after.held_now_cents - before.held_now_cents).toBe(20_000);
  });

  test('say how long reports have waited', async () => {
    for (const days of [0, 2, 5, 9]) {
      const { ticketId } = await walkTo(world, 'help');
      await earlier(ticketId, days);
    }
    expect((await statistics(30)).open_reports).toEqual([
      { age: 'day', count: 1 },
      { age: 'three_days', count: 1 },
      { age: 'week', count: 1 },
      { age: 'older', count: 1 },
    ]);
  });
});
