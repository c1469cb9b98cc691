import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lifecycle } from '#domain/lifecycle.ts';
import { HELD_WAITS_DAYS } from '#domain/limits.ts';
import type { Milestone } from '#domain/milestone.ts';
import { DAY_MS, HOUR_MS } from '#domain/milliseconds.ts';
import { performDue } from '../lifecycle/deadlines.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { aMilestone, aRequest, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { passWeeks } from '../testing/pass-weeks.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';
import { takeStep } from './steps.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What the clock takes at a time of its own, and not along with a step of somebody else. */
const TIMED = [...new Set(lifecycle.filter((rule) => rule.timer).map(({ action }) => action))];
const seen = new Set<string>();
let weeksPassed = 0;
let steps = 0;
let deaths = 0;

/**
 * Every four hours, on two servers at once, of which one dies now and then in the middle of a step: its
 * connection breaks with all that it had not committed.
 */
async function passWeek(weeks = 1): Promise<void> {
  const { context } = world;
  for (let hour = 0; hour < 7 * 24 * weeks; hour += 4) {
    const now = new Date(Date.now() + hour * HOUR_MS);
    const killed = performDue(
      context,
      async (change, locked, due) => {
        await takeStep(change, locked, { ...due, actor: 'clock' });
        steps += 1;
        if (steps % 2 > 0) return;
        deaths += 1;
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(change.tx);
      },
      now,
    );
    await Promise.allSettled([killed, takeDueSteps(context, now)]);
    await takeDueSteps(context, now);
  }
  await passWeeks(context.db, weeks);
  weeksPassed += weeks;
}

/** What the clock did to a request since one last asked, in order. */
function clockOf(ticketId: string): () => Promise<string[]> {
  let last = 0;
  return async () => {
    const rows = await world.context.db
      .selectFrom('ticket_history')
      .select(['id', 'action'])
      .where('ticket_id', '=', ticketId)
      .where('actor', '=', 'clock')
      .where('action', 'in', TIMED)
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    last = rows.at(-1)?.id ?? last;
    const actions = rows.map(({ action }) => action);
    for (const action of actions) seen.add(action);
    return actions;
  };
}

const say = (person: Person, ticketId: string, text: string, needs_answer = false) =>
  person.call('POST', `/api/tickets/${ticketId}/messages`, { text, needs_answer });

const TIME_AND_MISSED = ['remind-of-time', 'remind-of-time', 'remind-of-time', 'miss'];

describe('a year of a request', () => {
  it('has every reminder and every act of the clock exactly once, in order', async () => {
    const customer = await world.person('customer');
    const moderator = await world.person('moderator');
    const [slow, developer, next] = [
      await world.person('developer'),
      await world.person('developer'),
      await world.person('developer'),
    ];
    const { id } = await postRequest(customer);
    const path = `/api/tickets/${id}`;
    const since = clockOf(id);
    const act = async (person: Person, action: string, body: object = {}) =>
      ok(await person.call('POST', `${path}/${action}`, body));
    await act(developer, 'reserve');
    await passWeek();
    expect(await since()).toEqual(['lapse']);
    await grab(slow, id);
    await passWeek();
    expect(await since()).toEqual(['remind', 'remind', 'remind', 'return-unplanned']);
    // It is for somebody else now.
    expect(await slow.call('POST', `${path}/grab`)).toMatchObject({ status: 404 });
    await grab(developer, id);
    ok(await developer.call('POST', `${path}/milestones`, aMilestone));
    ok(await developer.call('POST', `${path}/milestones`, aMilestone));
    await act(developer, 'submit-plan');
    await passWeek(2);
    expect(await since(), 'plan in review').toEqual(['remind', 'remind', 'remind']);
    await act(customer, 'approve-plan');
    const { items } = ok(await customer.call<{ items: Milestone[] }>('GET', `${path}/milestones`));
    const [first = '', second = ''] = items.map((milestone) => milestone.id);
    await passWeek();
    expect(await since(), 'unpaid').toEqual(['remind', 'remind']);
    await pay(world, customer, first);
    await passWeek();
    expect(await since(), 'not started').toEqual(['remind', 'remind', 'remind']);
    await deliver(developer, first);
    await passWeek(2);
    expect(await since(), 'delivered').toEqual(['remind', 'remind', 'accept', 'remind', 'remind']);
    await pay(world, customer, second);
    await passWeek(2);
    expect(await since(), 'late').toEqual(TIME_AND_MISSED);
    const due_at = new Date(Date.now() + 5 * DAY_MS).toISOString();
    ok(await customer.call('POST', `/api/milestones/${second}/extend`, { due_at }));
    await passWeek(2);
    expect(await since(), 'extended').toEqual(TIME_AND_MISSED);
    ok(await say(developer, id, 'Which of the two?', true));
    await passWeek();
    expect(await since(), 'asked').toEqual(['remind', 'remind']);
    ok(await say(customer, id, 'The first.'));
    await act(developer, 'changes', { reason: 'More to do', add: [aMilestone] });
    await passWeek();
    expect(await since(), 'change proposed').toEqual(['lapse-change']);
    await act(developer, 'ask-to-cancel', { reason: 'Too hard' });
    await passWeek();
    expect(await since(), 'asked to cancel').toEqual(['pass-on-cancel']);
    await passWeek(20);
    expect(await since(), 'with a moderator').toEqual([]);
    ok(await moderator.call('POST', `/api/moderation${path.slice(4)}/resume`, { reason: 'Go on' }));
    await act(developer, 'give-back', { note: 'Half of it is done.' });
    await passWeek(Math.ceil(HELD_WAITS_DAYS / 7) + 1);
    expect(await since(), 'given back').toEqual(['refund-held']);
    await grab(next, id);
    await act(next, 'submit-plan');
    await act(customer, 'approve-plan');
    await pay(world, customer, second);
    await deliver(next, second);
    ok(await customer.call('POST', `/api/milestones/${second}/accept`, {}));
    ok(await customer.call('POST', `/api/milestones/${second}/broke-again`, { text: 'Again' }));
    await passWeek(3);
    expect(await since(), 'repair').toEqual(TIME_AND_MISSED);
    ok(await customer.call('POST', `/api/milestones/${second}/refund-released`));
    await passWeek(12);
    expect(await since(), 'ended').toEqual([]);
    expect(weeksPassed).toBeGreaterThanOrEqual(52);
    expect(deaths).toBeGreaterThan(5);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  }, 400_000);

  it('that takes quotes tells of their end once, and ends their time once', async () => {
    const customer = await world.person('customer');
    const body = { ...aRequest, mode: 'quotes' };
    const { id } = ok(await customer.call<{ id: string }>('POST', '/api/tickets', body));
    const since = clockOf(id);
    const developer = await world.person('developer');
    const quote = { message: 'I can do it.', milestones: [aMilestone] };
    ok(await developer.call('POST', `/api/tickets/${id}/quotes`, quote));
    await passWeek();
    expect(await since()).toEqual(['tell-of-quotes', 'end-quotes']);
    await passWeek(2);
    expect(await since()).toEqual([]);
  }, 60_000);

  it('leaves out nothing that the clock can do', () => {
    expect([...seen].toSorted()).toEqual(TIMED.toSorted());
  });
});
