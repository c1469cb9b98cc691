import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import { shortId } from '#domain/ticket-words.ts';
import { ok } from '../testing/deeds.ts';
import { type Scene, type Stage, walkTo } from '../testing/walk.ts';
import { openWorld, type World } from '../testing/world.ts';
import { remind } from './reminders.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;

/** A request that has been at a stage for so many hours, milestones included. */
async function waitingAt(stage: Stage, hours: number): Promise<Scene> {
  const scene = await walkTo(world, stage);
  await sql`update tickets set status_since = status_since - ${`${hours} hours`}::interval
    where id = ${scene.ticketId}`.execute(world.context.db);
  await sql`update milestones set started_at = started_at - ${`${hours} hours`}::interval
    where ticket_id = ${scene.ticketId}`.execute(world.context.db);
  return scene;
}

async function remindersOf({ ticketId }: Scene) {
  const mails = await world.mails();
  return mails.filter(
    ({ kind, subject }) => kind === 'reminder' && subject.includes(shortId(ticketId)),
  );
}

describe('the daily reminder', () => {
  it.each([
    ['planning', 'developer', 'Plan Awaited'],
    ['plan in review', 'customer', 'Plan Waiting for Your Review'],
    ['plan approved', 'developer', 'Milestone Waiting to Be Started'],
    ['results paid', 'customer', 'Milestone Waiting for Your Review'],
  ] as const)('of a request that waits at "%s" goes to the %s', async (stage, side, subject) => {
    const waiting = await waitingAt(stage, 25);
    const fresh = await waitingAt(stage, 23);
    await remind(world.context);
    const [mail, ...more] = await remindersOf(waiting);
    expect(mail).toMatchObject({ recipient: waiting[side].email });
    expect(mail?.subject).toContain(subject);
    expect(mail?.body_text).toContain(`/dashboard/${side}/plan/${waiting.ticketId}`);
    expect(more).toEqual([]);
    expect(await remindersOf(fresh)).toEqual([]);
  });

  it('names the milestone that is late, to the unblocker', async () => {
    const scene = await waitingAt('working', 24 * 7);
    await remind(world.context);
    const [mail] = await remindersOf(scene);
    expect(mail).toMatchObject({ recipient: scene.developer.email });
    expect(mail?.subject).toContain('Milestone Late');
    expect(mail?.body_text).toContain('Fix the login');
  });

  it('leaves people in peace while a milestone is at work in time', async () => {
    const scene = await walkTo(world, 'working');
    await sql`update tickets set status_since = now() - interval '5 days'
      where id = ${scene.ticketId}`.execute(world.context.db);
    await remind(world.context);
    expect(await remindersOf(scene)).toEqual([]);
  });

  it('goes out once a day, whichever server is first and however often they start', async () => {
    const scene = await waitingAt('plan in review', 48);
    const today = new Date();
    await Promise.all([1, 2, 3].map(() => remind(world.context, today)));
    await remind(world.context, today);
    expect(await remindersOf(scene)).toHaveLength(1);
    await remind(world.context, new Date(today.getTime() + DAY_MS));
    expect(await remindersOf(scene)).toHaveLength(2);
  });

  it('ends with the step that was waited for', async () => {
    const scene = await waitingAt('plan in review', 48);
    ok(await scene.customer.call('POST', `/api/tickets/${scene.ticketId}/approve-plan`));
    await remind(world.context);
    expect(await remindersOf(scene)).toEqual([]);
  });

  it('does not go to people who want none', async () => {
    const scene = await waitingAt('plan in review', 48);
    ok(await scene.customer.call('PATCH', '/api/me', { notifications: { reminder: false } }));
    await remind(world.context);
    expect(await remindersOf(scene)).toEqual([]);
  });
});

describe('the dates of a milestone', () => {
  const firstOf = async ({ customer, ticketId }: Scene) =>
    ok(await customer.call<{ items: Milestone[] }>('GET', `/api/tickets/${ticketId}/milestones`))
      .items[0];

  it('are expected while it is planned and due once it is started', async () => {
    expect(await firstOf(await walkTo(world, 'plan in review'))).toMatchObject({
      due_at: null,
      expected_at: expect.stringMatching(/T23:59:59.999Z$/),
      late: false,
    });
    expect(await firstOf(await walkTo(world, 'working'))).toMatchObject({
      due_at: expect.stringMatching(/T23:59:59.999Z$/),
      expected_at: null,
      late: false,
    });
  });

  it('make it late for both sides until it is handed in', async () => {
    const scene = await waitingAt('working', 24 * 7);
    expect(await firstOf(scene)).toMatchObject({ late: true });
    const path = `/api/milestones/${scene.milestoneId}`;
    const handedIn = ok(
      await scene.developer.call<Milestone>('POST', `${path}/submit`, { message: 'Here it is.' }),
    );
    expect(handedIn.late).toBe(false);
  });

  it('stay those of the first start when it is sent back and started again, one more day aside', async () => {
    const scene = await waitingAt('results paid', 24 * 7);
    const before = await firstOf(scene);
    const path = `/api/milestones/${scene.milestoneId}`;
    ok(await scene.customer.call('POST', `${path}/reject`, { feedback: 'Still loops.' }));
    const again = ok(await scene.developer.call<Milestone>('POST', `${path}/start`));
    expect(again.started_at).toBe(before?.started_at);
    expect(again.late).toBe(false);
    expect(new Date(again.due_at ?? 0).getTime()).toBeGreaterThan(Date.now());
  });
});
