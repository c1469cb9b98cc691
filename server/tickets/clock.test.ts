import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { shortId } from '#domain/ticket-words.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { agreeOnPlan, aMilestone, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { passWeeks } from '../testing/pass-weeks.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // A report about another request keeps back nothing here.
  await walkTo(world, 'help');
});
afterAll(() => world.close());

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const run = (hours: number) => takeDueSteps(world.context, inHours(hours));

/** Work that is paid and begun. */
async function atWork(): Promise<Scene & { milestoneId: string }> {
  const scene = await walkTo(world, 'working');
  const { milestoneId } = scene;
  if (milestoneId === null) throw new Error('no milestone');
  await pay(world, scene.customer, milestoneId);
  return { ...scene, milestoneId };
}

async function planOf({ customer, ticketId }: Pick<Scene, 'customer' | 'ticketId'>) {
  const path = `/api/tickets/${ticketId}/milestones`;
  return ok(await customer.call<{ items: Milestone[] }>('GET', path)).items;
}

async function firstOf(scene: Pick<Scene, 'customer' | 'ticketId'>): Promise<Milestone> {
  const [first] = await planOf(scene);
  if (!first) throw new Error('no milestone');
  return first;
}

async function ticketOf(person: Person, id: string): Promise<Ticket> {
  return ok(await person.call<Ticket>('GET', `/api/tickets/${id}`));
}

/** What the clock did to a request, in order. */
async function doneByClock(ticketId: string): Promise<string[]> {
  const rows = await world.context.db
    .selectFrom('ticket_history')
    .select('action')
    .where('ticket_id', '=', ticketId)
    .where('actor', '=', 'clock')
    .where('action', '<>', 'start-next')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

async function mailsTo(person: Person, ticketId: string) {
  const mails = await world.mails();
  return mails.filter(
    ({ recipient, subject }) => recipient === person.email && subject.includes(shortId(ticketId)),
  );
}

const say = (person: Person, ticketId: string, body: object) =>
  person.call<Message>('POST', `/api/tickets/${ticketId}/messages`, body);

describe('a due date that the unblocker names', () => {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const later = inDays(30);

  it('comes with the milestone, and holds once it is at work', async () => {
    const { developer, customer, ticketId, milestoneId } = await walkTo(world, 'planning');
    const edit = (body: object) =>
      developer.call<Milestone>('PATCH', `/api/milestones/${milestoneId}`, body);
    const named = ok(await edit({ due_at: later }));
    expect(named).toMatchObject({ due_at: later, clock: { state: 'off', reason: 'not_paid' } });
    expect(ok(await edit({ title: 'Mend the login' })).due_at).toBe(later);
    expect(ok(await edit({ due_at: null })).due_at).toBeNull();
    ok(await edit({ due_at: later }));
    ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
    ok(await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
    await pay(world, customer, milestoneId ?? '');
    expect(await firstOf({ customer, ticketId })).toMatchObject({
      clock: { reason: 'not_started' },
    });
    ok(await developer.call('POST', `/api/milestones/${milestoneId}/start`));
    expect(await firstOf({ customer, ticketId })).toMatchObject({
      due_at: later,
      late: false,
      clock: { state: 'running', reason: null, remaining_minutes: expect.any(Number) },
      accepts_itself_at: null,
    });
  });

  it.each([
    ['in the past', inDays(-1), 'Due Date must not be in the past'],
    ['more than a year away', inDays(400), 'Due Date must be within a year'],
    ['a century away', '2126-01-01', 'Due Date must be within a year'],
    ['none', 'soon', 'Due Date must be a date'],
    ['no day of the calendar', '2027-02-30', 'Due Date must be a date'],
  ])('is refused where it is %s', async (_, due_at, message) => {
    const { developer, ticketId } = await walkTo(world, 'planning');
    const body = { ...aMilestone, due_at };
    const answer = await developer.call('POST', `/api/tickets/${ticketId}/milestones`, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'due_at', message }] } });
  });

  it('is refused before the estimate could be kept', async () => {
    const { developer, ticketId } = await walkTo(world, 'planning');
    const body = { ...aMilestone, hours: 90, due_at: inDays(2) };
    const answer = await developer.call('POST', `/api/tickets/${ticketId}/milestones`, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('the estimated time takes until then');
  });
});

describe('a question that needs an answer', () => {
  it('passes the turn to the other side, stops the clock and moves the date', async () => {
    const scene = await atWork();
    const { customer, developer, ticketId } = scene;
    const before = await firstOf(scene);
    const text = 'Which login?';
    const asked = ok(await say(developer, ticketId, { text, needs_answer: true }));
    expect(asked.needs_answer).toBe(true);
    expect(await firstOf(scene)).toMatchObject({
      clock: { state: 'paused', reason: 'question' },
      pauses: [{ reason: 'question', ended_at: null }],
      late: false,
    });
    expect(await ticketOf(customer, ticketId)).toMatchObject({
      question: { asked_by: 'developer' },
      turn: { whose: 'mine', sentence: expect.stringContaining('question') },
      timer: null,
    });
    const [mail] = (await mailsTo(customer, ticketId)).filter(
      ({ kind }) => kind === 'answer_asked',
    );
    expect(mail?.body_text).toContain(text);
    await passWeeks(world.context.db, 2);
    expect(await firstOf(scene)).toMatchObject({
      late: false,
      clock: { remaining_minutes: before.clock.remaining_minutes },
    });
    ok(await say(customer, ticketId, { text: 'The first one.' }));
    const after = await firstOf(scene);
    expect(after).toMatchObject({ clock: { state: 'running' }, pauses: [{ reason: 'question' }] });
    expect(after.pauses[0]?.ended_at).not.toBeNull();
    const moved = new Date(after.due_at ?? 0).getTime() - new Date(before.due_at ?? 0).getTime();
    // Two weeks went by, of which all working time was moved, and so the weekends with it.
    expect(Math.abs(moved)).toBeLessThan(10_000);
    expect(await ticketOf(customer, ticketId)).toMatchObject({
      question: null,
      turn: { whose: 'theirs' },
    });
  });

  it('of the customer stops no work; it is answered by any message of the unblocker', async () => {
    const { customer, developer, ticketId } = await atWork();
    ok(await say(customer, ticketId, { text: 'When?', needs_answer: true }));
    const waiting = await ticketOf(developer, ticketId);
    expect(waiting.question).toMatchObject({ asked_by: 'customer' });
    ok(await say(customer, ticketId, { text: 'And how?' }));
    expect((await ticketOf(developer, ticketId)).question).toEqual(waiting.question);
    ok(await say(developer, ticketId, { text: 'Soon.' }));
    expect((await ticketOf(developer, ticketId)).question).toBeNull();
  });

  it('is gone with its message, and with the step that was asked about', async () => {
    const { customer, developer, ticketId } = await atWork();
    const one = ok(await say(developer, ticketId, { text: 'This?', needs_answer: true }));
    const other = ok(await say(developer, ticketId, { text: 'Or that?', needs_answer: true }));
    ok(await developer.call('DELETE', `/api/messages/${one.id}`));
    expect((await ticketOf(customer, ticketId)).question).not.toBeNull();
    ok(await developer.call('DELETE', `/api/messages/${other.id}`));
    expect((await ticketOf(customer, ticketId)).question).toBeNull();
  });

  it('is refused where nobody is there to answer, or the request has ended', async () => {
    const open = await walkTo(world, 'open');
    const asked = { text: 'Anybody?', needs_answer: true };
    expect((await say(open.customer, open.ticketId, asked)).status).toBe(409);
    const ended = await walkTo(world, 'approved');
    expect((await say(ended.customer, ended.ticketId, asked)).status).toBe(409);
  });

  it('reminds whoever has to answer after 24 and 72 hours', async () => {
    const { customer, developer, ticketId } = await atWork();
    ok(await say(developer, ticketId, { text: 'Which?', needs_answer: true }));
    for (const hours of [23, 25, 26, 71, 73, 200]) await run(hours);
    const reminders = (await mailsTo(customer, ticketId)).filter(({ kind }) => kind === 'reminder');
    expect(reminders.map(({ subject }) => subject.includes('An Answer Is Awaited'))).toEqual([
      true,
      true,
    ]);
    // Such mails can be turned off by a link in them.
    for (const { unsubscribe_url } of reminders) expect(unsubscribe_url).not.toBeNull();
  });
});

describe('a delivery that its customer leaves alone', () => {
  async function delivered() {
    const scene = await atWork();
    const body = { message: 'Done.' };
    ok(await scene.developer.call('POST', `/api/milestones/${scene.milestoneId}/submit`, body));
    return scene;
  }

  it('is accepted by the clock after seven days, and its money released, told before and after', async () => {
    const { customer, developer, ticketId, milestoneId } = await delivered();
    const first = await firstOf({ customer, ticketId });
    expect(first.clock).toMatchObject({ state: 'paused', reason: 'review' });
    const at = new Date(first.accepts_itself_at ?? 0).getTime();
    expect(Math.abs(at - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
    expect((await ticketOf(customer, ticketId)).timer).toMatchObject({
      kind: 'acceptance',
      at: first.accepts_itself_at,
      milestone_id: milestoneId,
    });
    const [ready] = (await mailsTo(customer, ticketId)).filter(
      ({ kind }) => kind === 'milestone_ready',
    );
    expect(ready?.body_text).toContain('it is approved by itself on');
    for (const hours of [71, 73, 143, 145, 167]) await run(hours);
    const told = (await mailsTo(customer, ticketId)).filter(({ kind }) => kind === 'reminder');
    expect(told).toHaveLength(2);
    for (const { body_text, unsubscribe_url } of told) {
      expect(unsubscribe_url).toBeNull();
      expect(body_text).toContain('it is approved by itself on');
      expect(body_text).toContain('I Need More Time');
    }
    expect((await firstOf({ customer, ticketId })).status).toBe('IN_REVIEW');
    await run(169);
    expect(await firstOf({ customer, ticketId })).toMatchObject({
      status: 'ACCEPTED',
      billing_status: 'released',
      accepts_itself_at: null,
      clock: { state: 'stopped', reason: 'accepted' },
    });
    expect((await ticketOf(customer, ticketId)).status).toBe('CUSTOMER_APPROVED');
    const history = ok(
      await customer.call<{ items: { event: string; actor: string }[] }>(
        'GET',
        `/api/tickets/${ticketId}/history`,
      ),
    ).items;
    expect(history).toContainEqual(
      expect.objectContaining({ event: 'milestone_accepted_by_time', actor: 'clock' }),
    );
    const kinds = async (person: Person) =>
      (await mailsTo(person, ticketId)).map(({ kind }) => kind);
    expect(await kinds(customer)).toContain('accepted_by_time');
    expect(await kinds(developer)).toContain('milestone_accepted');
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  it('is told although its customer wants no reminders', async () => {
    const { customer, ticketId } = await delivered();
    ok(await customer.call('PATCH', '/api/me', { notifications: { reminder: false } }));
    await run(73);
    const told = (await mailsTo(customer, ticketId)).filter(({ kind }) => kind === 'reminder');
    expect(told).toHaveLength(1);
  });

  it('waits three days more for whoever needs more time, once', async () => {
    const { customer, developer, ticketId, milestoneId } = await delivered();
    const path = `/api/milestones/${milestoneId}/more-time`;
    const before = await firstOf({ customer, ticketId });
    expect(before.actions['more-time']).toEqual({ allowed: true, reason: null });
    expect((await developer.call('POST', path)).status).toBe(403);
    const more = ok(await customer.call<Milestone>('POST', path, {}));
    const thread = `/api/tickets/${ticketId}/messages`;
    for (const side of [customer, developer])
      expect(ok(await side.call<MessagePage>('GET', thread)).lines.at(-1)).toMatchObject({
        event: 'more_time_taken',
        text: expect.stringContaining('took 3 more days to look at'),
      });
    const acceptance = world.context.db
      .selectFrom('deadlines')
      .select('due_at')
      .where('ticket_id', '=', ticketId)
      .where('action', '=', 'accept')
      .where('done_at', 'is', null);
    expect(await acceptance.execute()).toEqual([
      { due_at: new Date(String(more.accepts_itself_at)) },
    ]);
    const days = (at: unknown) =>
      Math.round((new Date(String(at)).getTime() - Date.now()) / DAY_MS);
    expect([days(before.accepts_itself_at), days(more.accepts_itself_at)]).toEqual([7, 10]);
    expect(await customer.call('POST', path, {})).toMatchObject({ status: 409 });
    for (const hours of [73, 145, 169, 215, 217, 239]) await run(hours);
    expect((await firstOf({ customer, ticketId })).status).toBe('IN_REVIEW');
    await run(241);
    expect((await firstOf({ customer, ticketId })).status).toBe('ACCEPTED');
    const clock = await doneByClock(ticketId);
    expect(clock).toEqual(['remind', 'remind', 'remind', 'accept']);
  });

  it('is not accepted while its customer asks, proposes to cancel, or a moderator has it; then anew', async () => {
    const { customer, developer, ticketId } = await delivered();
    ok(await say(customer, ticketId, { text: 'What of the tests?', needs_answer: true }));
    expect((await firstOf({ customer, ticketId })).accepts_itself_at).toBeNull();
    for (const hours of [73, 145, 169, 400]) await run(hours);
    expect((await firstOf({ customer, ticketId })).status).toBe('IN_REVIEW');
    ok(await say(developer, ticketId, { text: 'They pass.' }));
    const answered = await firstOf({ customer, ticketId });
    const left = new Date(answered.accepts_itself_at ?? 0).getTime() - Date.now();
    expect(Math.round(left / DAY_MS)).toBe(7);
    ok(
      await developer.call('POST', `/api/tickets/${ticketId}/ask-to-cancel`, { reason: 'Enough' }),
    );
    expect((await firstOf({ customer, ticketId })).accepts_itself_at).toBeNull();
    ok(await customer.call('POST', `/api/tickets/${ticketId}/decline-to-cancel`, { text: 'No' }));
    const help = { reason: 'quality', text: 'Please look' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/get-help`, help));
    expect((await firstOf({ customer, ticketId })).accepts_itself_at).toBeNull();
  });

  it('is not accepted, and nowhere said to be, while a report waits for a moderator', async () => {
    const customer = await world.person('customer');
    const { id: ticketId } = await postRequest(customer);
    const earlier = await world.person('developer');
    ok(await earlier.call('POST', `/api/tickets/${ticketId}/reserve`));
    const rude = ok(await say(earlier, ticketId, { text: 'Pay me outside' }));
    ok(await earlier.call('POST', `/api/tickets/${ticketId}/abandon`));
    const developer = await world.person('developer');
    await grab(developer, ticketId);
    const [milestone] = await agreeOnPlan({ customer, developer }, ticketId);
    await pay(world, customer, milestone?.id ?? '');
    await deliver(developer, milestone?.id ?? '');
    expect((await ticketOf(customer, ticketId)).timer).toMatchObject({ kind: 'acceptance' });
    ok(await customer.call('POST', `/api/messages/${rude.id}/report`));
    expect((await firstOf({ customer, ticketId })).accepts_itself_at).toBeNull();
    expect((await ticketOf(customer, ticketId)).timer).toBeNull();
    const told = (await mailsTo(customer, ticketId)).length;
    await run(73);
    const [reminder] = (await mailsTo(customer, ticketId)).slice(told);
    expect(reminder?.kind).toBe('reminder');
    expect(reminder?.body_text).not.toContain('approved by itself');
    expect(reminder?.unsubscribe_url).not.toBeNull();
    await run(24 * 30);
    expect((await firstOf({ customer, ticketId })).status).toBe('IN_REVIEW');
    const moderator = await world.person('moderator');
    const { id: report } = await world.context.db
      .selectFrom('reports')
      .select('id')
      .where('ticket_id', '=', ticketId)
      .executeTakeFirstOrThrow();
    const reason = { reason: 'Nothing in it' };
    ok(await moderator.call('POST', `/api/moderation/reports/${report}/dismiss`, reason));
    expect((await firstOf({ customer, ticketId })).accepts_itself_at).not.toBeNull();
  });

  it('is never accepted before its customer was told in time, also after an outage of weeks', async () => {
    const { customer, ticketId } = await delivered();
    await passWeeks(world.context.db, 3);
    await run(0);
    await run(1);
    expect((await firstOf({ customer, ticketId })).status).toBe('IN_REVIEW');
    expect(await doneByClock(ticketId)).toEqual(['remind']);
    await run(24);
    expect((await firstOf({ customer, ticketId })).status).toBe('ACCEPTED');
  });

  it('stays in review while it is not paid', async () => {
    const { customer, ticketId } = await walkTo(world, 'results unpaid');
    for (const hours of [73, 145, 169, 400]) await run(hours);
    expect(await firstOf({ customer, ticketId })).toMatchObject({
      status: 'IN_REVIEW',
      accepts_itself_at: null,
    });
  });
});

describe('a deadline that is missed', () => {
  async function missed() {
    const scene = await atWork();
    await passWeeks(world.context.db, 2);
    await run(0);
    return scene;
  }

  it('was told at half, at most and at all of the time, and then to both sides', async () => {
    const { customer, developer, ticketId } = await atWork();
    for (let hours = 0; hours < 24 * 9; hours += 3) await run(hours);
    expect(await doneByClock(ticketId)).toEqual([
      ...['remind-of-time', 'remind-of-time', 'remind-of-time', 'miss'],
    ]);
    const subjects = async (person: Person) =>
      (await mailsTo(person, ticketId)).map(({ subject }) => subject.split(' - ')[1]);
    expect(await subjects(developer)).toEqual(
      expect.arrayContaining([
        'Half of the Time Has Passed',
        'Milestone Due Soon',
        'Milestone Late',
        'Deadline Missed',
      ]),
    );
    expect(await subjects(customer)).toContain('Deadline Missed');
  });

  it('can be extended by the customer, and not before', async () => {
    const early = await atWork();
    const due_at = new Date(Date.now() + 10 * DAY_MS).toISOString();
    const extend = ({ customer, milestoneId }: Scene, body: object = { due_at }) =>
      customer.call<Milestone>('POST', `/api/milestones/${milestoneId}/extend`, body);
    expect(await extend(early)).toMatchObject({ status: 409 });
    const scene = await missed();
    expect(await firstOf(scene)).toMatchObject({ late: true });
    expect(await extend(scene, { due_at: '2020-01-01' })).toMatchObject({ status: 400 });
    expect(await extend(scene, { due_at: '2199-01-01' })).toMatchObject({ status: 400 });
    expect(await extend(scene, {})).toMatchObject({ status: 400 });
    const path = `/api/milestones/${scene.milestoneId}/extend`;
    expect(await scene.developer.call('POST', path, { due_at })).toMatchObject({ status: 403 });
    expect(ok(await extend(scene))).toMatchObject({ due_at, late: false });
    expect(await extend(scene)).toMatchObject({ status: 409 });
    // Missed again, it is told again, and can be decided again.
    await passWeeks(world.context.db, 3);
    await run(0);
    expect(ok(await extend(scene))).toMatchObject({ due_at, late: false });
  });

  it('can be decided by the customer also while a later question waits for them', async () => {
    const { customer, developer, ticketId, milestoneId } = await missed();
    const question = { text: 'Which login is it?', needs_answer: true };
    ok(await developer.call('POST', `/api/tickets/${ticketId}/messages`, question));
    const ticket = await ticketOf(customer, ticketId);
    expect(ticket.actions['find-another']).toMatchObject({ allowed: true });
    expect(ticket.timer).toMatchObject({ kind: 'missed', milestone_id: milestoneId });
    expect(await firstOf({ customer, ticketId })).toMatchObject({
      late: true,
      clock: { state: 'running', reason: null, remaining_minutes: 0 },
      pauses: [],
    });
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/refund-missed`));
  });

  it('is told to both sides also where a question came before the clock', async () => {
    const { customer, developer, ticketId } = await atWork();
    await passWeeks(world.context.db, 2);
    ok(await say(developer, ticketId, { text: 'Which login is it?', needs_answer: true }));
    await run(0);
    expect(await doneByClock(ticketId)).toContain('miss');
    for (const side of [customer, developer])
      expect((await mailsTo(side, ticketId)).map(({ subject }) => subject)).toContainEqual(
        expect.stringContaining('Deadline Missed'),
      );
  });

  it('lets the customer have the milestone refunded without asking; it is planned again, unpaid', async () => {
    const { customer, developer, ticketId, milestoneId } = await missed();
    const path = `/api/milestones/${milestoneId}/refund-missed`;
    expect((await developer.call('POST', path)).status).toBe(403);
    expect(ok(await customer.call<Milestone>('POST', path, {}))).toMatchObject({
      status: 'PLANNED',
      paid: false,
      billing_status: 'unpaid',
      due_at: null,
      clock: { state: 'off' },
      actions: { checkout: { allowed: true } },
    });
    expect((await customer.call('POST', path, {})).status).toBe(409);
    const [mail] = (await mailsTo(developer, ticketId)).filter(
      ({ kind }) => kind === 'missed_refunded',
    );
    expect(mail).toBeDefined();
    expect(await ticketOf(customer, ticketId)).toMatchObject({
      held_cents: 0,
      actions: { cancel: { allowed: true } },
    });
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });
});

describe('a grabbed request without a plan', () => {
  it('is open again by itself after five days, and both were told', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    for (let hours = 0; hours < 130; hours += 1) await run(hours);
    expect(await doneByClock(ticketId)).toEqual([
      ...['remind', 'remind', 'remind', 'return-unplanned'],
    ]);
    expect(await ticketOf(customer, ticketId)).toMatchObject({
      status: 'AWAITING_ASSIGNMENT',
      developer_id: null,
    });
    const kinds = async (person: Person) =>
      (await mailsTo(person, ticketId)).map(({ kind }) => kind);
    expect(await kinds(customer)).toEqual(
      expect.arrayContaining(['reminder', 'returned_unplanned']),
    );
    expect(await kinds(developer)).toEqual(
      expect.arrayContaining(['reminder', 'reminder', 'lost_unplanned']),
    );
  });

  it('says until when it is reserved, and by when a plan is awaited', async () => {
    const reserved = await walkTo(world, 'reserved');
    const ticket = await ticketOf(reserved.developer, reserved.ticketId);
    expect(ticket.timer).toEqual({
      kind: 'reservation',
      at: ticket.reserved_until,
      milestone_id: null,
    });
    const planning = await walkTo(world, 'planning');
    expect(await ticketOf(planning.customer, planning.ticketId)).toMatchObject({
      timer: { kind: 'plan_missed' },
    });
  });
});
