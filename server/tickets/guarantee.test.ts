import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { FOREIGN_CHECK } from '#domain/check.ts';
import type { Earnings } from '#domain/earnings.ts';
import { type GuaranteeName, guarantees } from '#domain/guarantee.ts';
import {
  ACCEPTS_AFTER_DAYS,
  GUARANTEE_DAYS,
  MORE_TIME_DAYS,
  PLAN_WITHIN_HOURS,
  REVIEW_TOLD_DAYS,
  START_WITHIN_HOURS,
} from '#domain/limits.ts';
import type { Milestone } from '#domain/milestone.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import type { Notification } from '#domain/notification.ts';
import { refusals } from '#domain/refusals.ts';
import type { Ticket } from '#domain/ticket.ts';
import { balance } from '../ledger/ledger.ts';
import { reconcile } from '../payments/reconcile.ts';
import { agreeOnPlan, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { mailsTo, openModeratedWorld, promote, REASON, thread } from '../testing/moderation.ts';
import { passWeeks } from '../testing/pass-weeks.ts';
import { walkTo } from '../testing/walk.ts';
import { type Answer, type Person, withNewcomers } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

const { world, moderator } = await openModeratedWorld();
const { db } = world.context;
await withNewcomers(world);

interface Job {
  customer: Person;
  developer: Person;
  ticketId: string;
  /** The first milestone. */
  id: string;
}

const BROKEN = { check_ids: [], text: 'The login loops again.' };

/** A finished request with one milestone of $100, six hours of work at most a day. */
async function finished(): Promise<Job> {
  const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'approved');
  return { customer, developer, ticketId, id: milestoneId ?? '' };
}

const brokeAgain = ({ customer, id }: Job, body: object = BROKEN) =>
  customer.call<Milestone & { code?: string }>('POST', `/api/milestones/${id}/broke-again`, body);

const refund = ({ customer, id }: Job) =>
  customer.call<Milestone & { code?: string }>('POST', `/api/milestones/${id}/refund-released`);

const planOf = async (person: Person, { ticketId }: Job) =>
  ok(await person.call<{ items: Milestone[] }>('GET', `/api/tickets/${ticketId}/milestones`)).items;

async function repairOf(job: Job): Promise<Milestone> {
  const found = (await planOf(job.developer, job)).find(({ repairs }) => repairs === job.id);
  if (!found) throw new Error('there is no repair');
  return found;
}

const seenBy = async (person: Person, { ticketId }: Job) =>
  ok(await person.call<Ticket>('GET', `/api/tickets/${ticketId}`));

/** A request of two milestones: one is approved, the other is paid and at work. */
async function halfDone(): Promise<Job & { second: string }> {
  const job = await halfPaid();
  await pay(world, job.customer, job.second);
  return job;
}

/** The same, before the other one is paid. */
async function halfPaid(): Promise<Job & { second: string }> {
  const customer = await world.person('customer');
  const developer = await world.person('developer');
  const { id: ticketId } = await postRequest(customer);
  await grab(developer, ticketId);
  const plan = [{ title: 'First part' }, { title: 'Second part' }];
  const made = await agreeOnPlan({ customer, developer }, ticketId, plan);
  const [id = '', second = ''] = made.map((milestone) => milestone.id);
  await pay(world, customer, id);
  await deliver(developer, id);
  ok(await customer.call('POST', `/api/milestones/${id}/accept`, {}));
  return { customer, developer, ticketId, id, second };
}

const codeOf = ({ status, body }: Answer<{ code?: string }>) => [status, body.code];

const earningsOf = async ({ developer }: Job) =>
  ok(await developer.call<Earnings>('GET', '/api/earnings'));

const newsOf = async (person: Person) =>
  ok(await person.call<{ items: Notification[] }>('GET', '/api/notifications')).items;

/** The approval was so many days ago. */
async function approvedDaysAgo({ id }: Job, days: number): Promise<void> {
  await sql`update deliveries set decided_at = decided_at - make_interval(secs => ${days * 86_400})
    where milestone_id = ${id} and decision = 'accepted'`.execute(db);
}

/** The repair began two weeks ago: it is past its date, and what makes it missed. */
async function missRepair(job: Job): Promise<void> {
  const { id } = await repairOf(job);
  await sql`update milestones set created_at = created_at - interval '14 days',
    started_at = started_at - interval '14 days' where id = ${id}`.execute(db);
}

async function submit(developer: Person, id: string): Promise<void> {
  ok(await developer.call('POST', `/api/milestones/${id}/submit`, { message: 'Mended' }));
}

/** Each promise, walked through until what it says has happened, and the money is where it says. */
const walks: Record<GuaranteeName, () => Promise<void>> = {
  plan: async () => {
    const { customer, ticketId } = await walkTo(world, 'planning');
    expect(await findAnother(customer, ticketId)).toMatchObject({ status: 409 });
    await hoursPass(ticketId, PLAN_WITHIN_HOURS);
    expect(ok(await findAnother(customer, ticketId))).toMatchObject({ developer_id: null });
    const silent = await walkTo(world, 'planning');
    await passWeeks(db, 1);
    await takeDueSteps(world.context);
    expect(
      ok(await silent.customer.call<Ticket>('GET', `/api/tickets/${silent.ticketId}`)),
    ).toMatchObject({ status: 'AWAITING_ASSIGNMENT', developer_id: null });
  },
  start: async () => {
    const notStarted = async () => {
      const { customer, ticketId, milestoneId } = await walkTo(world, 'plan approved');
      const id = milestoneId ?? '';
      await pay(world, customer, id);
      expect(await findAnother(customer, ticketId)).toMatchObject({ status: 409 });
      await hoursPass(ticketId, START_WITHIN_HOURS + 1);
      expect(ok(await findAnother(customer, ticketId))).toMatchObject({ developer_id: null });
      expect(await balance(db, 'held', id)).toBe(10_000);
      return { customer, ticketId, id };
    };
    const [kept, undecided] = [await notStarted(), await notStarted()];
    ok(await kept.customer.call('POST', `/api/tickets/${kept.ticketId}/keep-held`));
    await passWeeks(db, 1);
    await takeDueSteps(world.context);
    expect(await balance(db, 'held', kept.id)).toBe(10_000);
    expect(await balance(db, 'held', undecided.id)).toBe(0);
  },
  deadline: async () => {
    const [job, longer, other] = [await atWork(), await atWork(), await atWork()];
    expect(await refundMissed(job)).toMatchObject({ status: 409 });
    await passWeeks(db, 2);
    await takeDueSteps(world.context);
    const due_at = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const path = `/api/milestones/${longer.id}/extend`;
    expect(ok(await longer.customer.call<Milestone>('POST', path, { due_at }))).toMatchObject({
      due_at,
    });
    expect(await refundMissed(longer)).toMatchObject({ status: 409 });
    ok(await findAnother(other.customer, other.ticketId));
    expect(await balance(db, 'held', other.id)).toBe(10_000);
    ok(await refundMissed(job));
    expect(await balance(db, 'held', job.id)).toBe(0);
    expect(await planOf(job.customer, job)).toMatchObject([
      { status: 'PLANNED', billing_status: 'unpaid' },
    ]);
  },
  checks: async () => {
    const job = await atWork();
    const { customer, developer, id } = job;
    const [milestone] = await planOf(customer, job);
    const checks = milestone?.checks.map((check) => ({ check_id: check.id, passed: false }));
    const fail = async () => {
      await submit(developer, id);
      const path = `/api/milestones/${id}/reject`;
      ok(await customer.call('POST', path, { feedback: 'It does not work.', checks }));
    };
    await fail();
    expect(codeOf(await refundMissed(job))).toEqual([409, 'not_failed_twice']);
    ok(await developer.call('POST', `/api/milestones/${id}/start`));
    await fail();
    expect(await refundMissed({ ...job, customer: developer })).toMatchObject({ status: 403 });
    ok(await refundMissed(job));
    expect(await balance(db, 'held', id)).toBe(0);
    const [mail] = await mailsTo(world, developer, 'failed_refunded');
    expect(mail?.body_text).toContain('the same check failed in two deliveries');
    expect(mail?.body_text).toContain('Failed twice\n- Fix the login works as described');
    expect((await planOf(customer, job))[0]?.status).toBe('PLANNED');
    // Paid anew, it has two deliveries again.
    await pay(world, customer, id);
    await deliver(developer, id);
    const path = `/api/milestones/${id}/reject`;
    ok(await customer.call('POST', path, { feedback: 'It does not work.', checks }));
    expect(codeOf(await refundMissed(job))).toEqual([409, 'not_failed_twice']);
  },
  silence: async () => {
    const job = await atWork();
    await submit(job.developer, job.id);
    const days = (count: number) => new Date(Date.now() + count * DAY_MS + 3_600_000);
    for (const count of REVIEW_TOLD_DAYS) await takeDueSteps(world.context, days(count));
    expect(await mailsTo(world, job.customer, 'reminder')).toHaveLength(REVIEW_TOLD_DAYS.length);
    expect(await balance(db, 'held', job.id)).toBe(10_000);
    ok(await job.customer.call('POST', `/api/milestones/${job.id}/more-time`));
    await takeDueSteps(world.context, days(ACCEPTS_AFTER_DAYS));
    expect(await balance(db, 'held', job.id)).toBe(10_000);
    for (const left of [1, 0])
      await takeDueSteps(world.context, days(ACCEPTS_AFTER_DAYS + MORE_TIME_DAYS - left));
    expect(await balance(db, 'held', job.id)).toBe(0);
    expect(await balance(db, 'developer', job.developer.id)).toBe(9000);
  },
  held: async () => {
    const { customer, developer, milestoneId } = await walkTo(world, 'results paid');
    const earned = () => balance(db, 'developer', developer.id);
    expect(await balance(db, 'held', milestoneId ?? '')).toBe(10_000);
    expect(await earned()).toBe(0);
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/accept`, {}));
    expect(await balance(db, 'held', milestoneId ?? '')).toBe(0);
    expect(await earned()).toBe(9000);
  },
  repair: async () => {
    const job = await finished();
    ok(await brokeAgain(job));
    expect(await balance(db, 'held', (await repairOf(job)).id)).toBe(0);
    expect(await balance(db, 'developer', job.developer.id)).toBe(9000);
  },
  repair_missed: async () => {
    const job = await finished();
    ok(await brokeAgain(job));
    await missRepair(job);
    ok(await refund(job));
    expect(await balance(db, 'developer', job.developer.id)).toBe(9000 - 6750);
  },
};

/** Work that is paid and begun. */
async function atWork(): Promise<Job> {
  const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'working');
  await pay(world, customer, milestoneId ?? '');
  return { customer, developer, ticketId, id: milestoneId ?? '' };
}

const refundMissed = ({ customer, id }: Job) =>
  customer.call<Milestone & { code?: string }>('POST', `/api/milestones/${id}/refund-missed`);

const findAnother = (customer: Person, ticketId: string) =>
  customer.call<Ticket>('POST', `/api/tickets/${ticketId}/find-another`);

async function hoursPass(ticketId: string, hours: number): Promise<void> {
  await sql`update tickets set status_since = status_since - make_interval(hours => ${hours})
    where id = ${ticketId}`.execute(db);
  await sql`update billing_records set paid_at = paid_at - make_interval(hours => ${hours})
    where ticket_id = ${ticketId} and paid_at is not null`.execute(db);
}

describe('the guarantee', () => {
  for (const [name, walk] of Object.entries(walks)) {
    const { title, acts } = guarantees[name as GuaranteeName];
    test(`does what it promises, by each of its acts: ${title}`, async () => {
      const steps = db.selectFrom('ticket_history');
      const { last } = await steps
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      await walk();
      const taken = await steps
        .select('action')
        .distinct()
        .where('id', '>', last ?? 0)
        .execute();
      expect(taken.map(({ action }) => action)).toEqual(expect.arrayContaining([...acts]));
    });
  }
});

describe('It Broke Again', () => {
  test('opens a free repair of a finished request, due in half the time, which ends it again', async () => {
    const job = await finished();
    const before = await db.selectFrom('ledger_entries').select('id').execute();
    expect(ok(await brokeAgain(job))).toMatchObject({
      id: job.id,
      status: 'ACCEPTED',
      actions: { 'broke-again': { allowed: false, reason: refusals.repair_open[1] } },
    });
    const repair = await repairOf(job);
    expect(repair).toMatchObject({
      title: 'Repair: Fix the login',
      description: BROKEN.text,
      status: 'IN_PROGRESS',
      estimated_minutes: 60,
      cost_cents: 0,
      charge_cents: 0,
      fee_cents: 0,
      billing_status: 'free',
      paid: true,
      due_at: expect.any(String),
    });
    expect(await seenBy(job.developer, job)).toMatchObject({
      status: 'DEVELOPER_WORKING',
      ending: null,
      turn: { whose: 'mine', sentence: 'Your turn: deliver Repair: Fix the login' },
    });
    expect(await seenBy(job.customer, job)).toMatchObject({ turn: { whose: 'theirs' } });
    expect((await thread(job.customer, job)).at(-1)).toMatchObject({
      text: `✗ It broke again: Fix the login\n\n${BROKEN.text}`,
    });
    expect((await newsOf(job.developer))[0]).toMatchObject({ kind: 'broke_again' });
    const [mail] = await mailsTo(world, job.developer, 'broke_again');
    expect(mail?.body_text).toContain(BROKEN.text);
    expect(mail?.body_text).toContain('half the time');

    await submit(job.developer, repair.id);
    const ready = (await mailsTo(world, job.customer, 'milestone_ready')).at(-1);
    expect(ready?.body_text).toContain('it is approved by itself on');
    expect(ready?.body_text).not.toContain('money is released');
    const path = `/api/milestones/${repair.id}`;
    ok(await job.customer.call('POST', `${path}/reject`, { feedback: 'It still loops.' }));
    ok(await job.developer.call('POST', `${path}/start`));
    await submit(job.developer, repair.id);
    expect(await job.customer.call('POST', `${path}/checkout`)).toMatchObject({ status: 409 });
    ok(await job.customer.call('POST', `${path}/accept`, {}));
    expect(await seenBy(job.customer, job)).toMatchObject({
      status: 'CUSTOMER_APPROVED',
      ending: 'accepted',
    });
    expect(await db.selectFrom('ledger_entries').select('id').execute()).toHaveLength(
      before.length,
    );
  });

  test('reminds the customer of a repair in review without a word of money', async () => {
    const job = await finished();
    ok(await brokeAgain(job));
    await submit(job.developer, (await repairOf(job)).id);
    await takeDueSteps(world.context, new Date(Date.now() + 3.1 * DAY_MS));
    const reminder = (await mailsTo(world, job.customer, 'reminder')).at(-1);
    expect(reminder?.body_text).toContain('it is approved by itself on');
    expect(reminder?.body_text).not.toContain('money is released');
  });

  test('is open on the thirteenth day and over on the fifteenth', async () => {
    const job = await finished();
    await approvedDaysAgo(job, GUARANTEE_DAYS + 1);
    expect(codeOf(await brokeAgain(job))).toEqual([409, 'guarantee_over']);
    await approvedDaysAgo(job, -2);
    expect((await planOf(job.customer, job))[0]?.actions['broke-again']).toMatchObject({
      allowed: true,
    });
    expect(await brokeAgain(job)).toMatchObject({ status: 200 });
  });

  test('opens one repair, however often it is pressed at once', async () => {
    const job = await finished();
    const answers = await Promise.all([1, 2, 3].map(() => brokeAgain(job)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await planOf(job.customer, job)).toHaveLength(2);
  });

  test('repairs what broke once more after its repair was approved', async () => {
    const job = await finished();
    ok(await brokeAgain(job));
    const first = await repairOf(job);
    await submit(job.developer, first.id);
    ok(await job.customer.call('POST', `/api/milestones/${first.id}/accept`, {}));
    await approvedDaysAgo(job, GUARANTEE_DAYS + 1);
    expect(codeOf(await brokeAgain(job))).toEqual([409, 'guarantee_over']);
    ok(await brokeAgain({ ...job, id: first.id }));
    const plan = await planOf(job.customer, job);
    expect(plan.map(({ repairs, estimated_minutes }) => [repairs, estimated_minutes])).toEqual([
      [null, 120],
      [job.id, 60],
      [job.id, 60],
    ]);
  });

  test('begins beside other work, and after a delivery that waits for the customer', async () => {
    const job = await halfDone();
    const { customer, developer, ticketId, second } = job;
    await submit(developer, second);
    ok(await brokeAgain(job));
    expect(await seenBy(customer, job)).toMatchObject({ status: 'CUSTOMER_REVIEWING_RESULTS' });
    expect(await repairOf(job)).toMatchObject({ status: 'PLANNED' });
    ok(await customer.call('POST', `/api/milestones/${second}/accept`, {}));
    expect(await repairOf(job)).toMatchObject({ status: 'IN_PROGRESS' });
    expect(await seenBy(customer, job)).toMatchObject({ status: 'DEVELOPER_WORKING' });
    expect(
      codeOf(
        (await developer.call('POST', `/api/tickets/${ticketId}/give-back`, {
          note: 'I cannot.',
        })) as Answer<{ code?: string }>,
      ),
    ).toEqual([409, 'repair_owed']);
  });

  test('gives its repair the checks that fail, which are those of what broke', async () => {
    const job = await finished();
    const [broken] = await planOf(job.customer, job);
    const check_ids = broken?.checks.map(({ id }) => id) ?? [];
    const other = await finished();
    const [foreign] = (await planOf(other.customer, other))[0]?.checks ?? [];
    const named = { text: BROKEN.text, check_ids: [...check_ids, foreign?.id] };
    expect(await brokeAgain(job, named)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'check_ids.1', message: FOREIGN_CHECK }] },
    });
    ok(await brokeAgain(job, { text: BROKEN.text, check_ids }));
    const repair = await repairOf(job);
    expect(repair.checks).toMatchObject([
      { text: 'Fix the login works as described', state: 'open', evidence: null },
    ]);
    expect(repair.checks[0]?.id).not.toBe(check_ids[0]);
    expect(repair.description).toBe(
      `${BROKEN.text}\n\nDoes not work: Fix the login works as described`,
    );
    ok(await brokeAgain(other));
    expect((await repairOf(other)).checks).toMatchObject([
      { text: 'Repair: Fix the login works as described' },
    ]);
  });

  test('names a repair of a long title without half a character', async () => {
    const { customer, developer, ticketId } = await halfDone();
    const title = `${'x'.repeat(191)}👩‍👩‍👧`;
    await db.updateTable('milestones').set({ title }).where('ticket_id', '=', ticketId).execute();
    const [broken] = await planOf(customer, { customer, developer, ticketId, id: '' });
    const job = { customer, developer, ticketId, id: broken?.id ?? '' };
    ok(await brokeAgain(job));
    expect((await repairOf(job)).title).toBe(`Repair: ${'x'.repeat(191)}`);
  });

  test('stays finished, with all that was paid, when its customer cancels while the repair runs', async () => {
    const job = await finished();
    ok(await brokeAgain(job));
    const entries = () => db.selectFrom('ledger_entries').select('id').execute();
    const [before, { id }] = [await entries(), await repairOf(job)];
    expect(await seenBy(job.customer, job)).toMatchObject({ only_repairs_left: true });
    await submit(job.developer, id);
    const path = `/api/tickets/${job.ticketId}/cancel`;
    const answer = ok(await job.customer.call<Ticket>('POST', path, { reason: 'It works now.' }));
    expect(answer).toMatchObject({
      status: 'CUSTOMER_APPROVED',
      ending: 'repair_cancelled',
      only_repairs_left: false,
      turn: { sentence: 'Finished: the work stays approved, and you cancelled the free repair' },
    });
    expect(await planOf(job.customer, job)).toMatchObject([
      { id: job.id, status: 'ACCEPTED', billing_status: 'released' },
    ]);
    expect((await entries()).length).toBe(before.length);
    expect((await thread(job.customer, job)).at(-1)).toMatchObject({
      text: '✗ Cancelled the free repair: the work stays approved\n\nIt works now.',
    });
    expect((await newsOf(job.developer))[0]).toMatchObject({ kind: 'repair_cancelled' });
    const [mail] = await mailsTo(world, job.developer, 'repair_cancelled');
    expect(mail?.body_text).toContain('your work stays approved, and what you earned is yours');
    // What breaks within the days of its approval is repaired all the same.
    ok(await brokeAgain(job));
  });

  test('is cancelled with the rest of the request where other work is not approved yet', async () => {
    const { customer, ticketId, second, ...job } = await halfDone();
    ok(await brokeAgain({ customer, ticketId, ...job }));
    const plan = `/api/tickets/${ticketId}`;
    expect(codeOf(await customer.call('POST', `${plan}/cancel`, { reason: REASON }))).toEqual([
      409,
      'money_held',
    ]);
    ok(
      await moderator.call('POST', `/api/moderation/tickets/${ticketId}/take-in`, {
        reason: REASON,
      }),
    );
    const split = { milestone_id: second, released_cents: 1000, refunded_cents: 9000 };
    const decide = `/api/moderation/tickets/${ticketId}`;
    ok(await moderator.call('POST', `${decide}/split`, { reason: REASON, ...split }));
    ok(await moderator.call('POST', `${decide}/resume`, { reason: REASON }));
    const cancelled = ok(await customer.call('POST', `${plan}/cancel`, { reason: REASON }));
    expect(cancelled).toMatchObject({ status: 'CUSTOMER_REJECTED', ending: 'cancelled' });
  });

  test('holds where both have cancelled the rest, and keeps what was paid of it', async () => {
    const job = await halfDone();
    const { customer, developer, ticketId, second } = job;
    await submit(developer, second);
    const splits = [{ milestone_id: second, released_cents: 4000, refunded_cents: 6000 }];
    const path = `/api/tickets/${ticketId}`;
    ok(await customer.call('POST', `${path}/ask-to-cancel`, { reason: REASON, splits }));
    ok(await developer.call('POST', `${path}/agree-to-cancel`, {}));
    // What its customer has not approved is not approved by the clock.
    await takeDueSteps(world.context, new Date(Date.now() + 9 * DAY_MS));
    expect(await planOf(customer, job)).toMatchObject([
      { id: job.id, actions: { 'broke-again': { allowed: true } } },
      { id: second, status: 'IN_REVIEW' },
    ]);
    ok(await brokeAgain(job));
    const repair = await repairOf(job);
    expect(await seenBy(developer, job)).toMatchObject({ status: 'DEVELOPER_WORKING' });
    expect(await planOf(customer, job)).toMatchObject([
      { id: job.id, status: 'ACCEPTED' },
      { id: second, status: 'ACCEPTED', guaranteed_until: null },
      { id: repair.id, status: 'IN_PROGRESS' },
    ]);
    await submit(developer, repair.id);
    ok(await customer.call('POST', `/api/milestones/${repair.id}/accept`, {}));
    expect(await seenBy(customer, job)).toMatchObject({ status: 'CUSTOMER_APPROVED' });
  });

  test('leaves a request ended as it was, when its customer cancels the repair or it is missed', async () => {
    const finished = async ({ developer }: Job) => {
      const ofWork = db.selectFrom('outcomes').select('finished');
      return (await ofWork.where('developer_id', '=', developer.id).executeTakeFirst())?.finished;
    };
    const closed = async () => {
      const job = await halfPaid();
      const { customer, ticketId } = job;
      const path = `/api/moderation/tickets/${ticketId}`;
      ok(await moderator.call('POST', `${path}/take-in`, { reason: REASON }));
      ok(await moderator.call('POST', `${path}/close-for-customer`, { reason: REASON }));
      const { status, ending } = await seenBy(customer, job);
      ok(await brokeAgain(job));
      return { job, ended: { status, ending } };
    };
    const [cancelled, missed] = [await closed(), await closed()];
    expect(cancelled.ended).toEqual({
      status: 'CUSTOMER_REJECTED',
      ending: 'closed_for_customer',
    });
    const { customer, ticketId } = cancelled.job;
    // It is remembered also while moderators look at the repair.
    const decide = `/api/moderation/tickets/${ticketId}`;
    ok(await moderator.call('POST', `${decide}/take-in`, { reason: REASON }));
    ok(await moderator.call('POST', `${decide}/resume`, { reason: REASON }));
    ok(await customer.call('POST', `/api/tickets/${ticketId}/cancel`, { reason: REASON }));
    await missRepair(missed.job);
    ok(await refund(missed.job));
    for (const { job, ended } of [cancelled, missed]) {
      expect(await seenBy(job.customer, job)).toMatchObject(ended);
      expect((await seenBy(job.customer, job)).actions.rate).toMatchObject({ allowed: false });
      expect(await finished(job)).toBe(false);
    }
    const again = await closed();
    await submit(again.job.developer, (await repairOf(again.job)).id);
    const accept = `/api/milestones/${(await repairOf(again.job)).id}/accept`;
    ok(await again.job.customer.call('POST', accept, {}));
    ok(await brokeAgain(again.job));
    const cancel = `/api/tickets/${again.job.ticketId}/cancel`;
    ok(await again.job.customer.call('POST', cancel, { reason: REASON }));
    expect(await seenBy(again.job.customer, again.job)).toMatchObject({
      status: 'CUSTOMER_APPROVED',
      ending: 'repair_cancelled',
    });
  });

  test('is a moderator’s matter where what was delivered and cancelled would be gone with the rest', async () => {
    const job = await halfDone();
    const { customer, developer, ticketId, second } = job;
    await submit(developer, second);
    const path = `/api/tickets/${ticketId}`;
    ok(await customer.call('POST', `${path}/ask-to-cancel`, { reason: REASON }));
    ok(await developer.call('POST', `${path}/agree-to-cancel`, {}));
    expect(codeOf(await brokeAgain(job))).toEqual([409, 'repairer_gone']);
    expect((await planOf(customer, job)).map(({ deliveries }) => deliveries.length)).toEqual([
      1, 1,
    ]);
    expect((await seenBy(customer, job)).actions['get-help']).toMatchObject({ allowed: true });
    const words = { reason: 'quality', text: 'It broke.' };
    ok(await customer.call('POST', `${path}/get-help`, words));
  });

  test('holds where its customer has cancelled the rest, also with nobody there to repair', async () => {
    const [repaired, alone] = [await halfPaid(), await halfPaid()];
    for (const { customer, ticketId } of [repaired, alone])
      ok(await customer.call('POST', `/api/tickets/${ticketId}/cancel`, { reason: REASON }));
    ok(await brokeAgain(repaired));
    const plan = await planOf(repaired.customer, repaired);
    expect(plan.map(({ repairs }) => repairs)).toEqual([null, repaired.id]);
    await missRepair(repaired);
    ok(await refund(repaired));
    const account = `/api/moderation/accounts/${alone.developer.id}`;
    ok(await moderator.call('POST', `${account}/suspend`, { reason: REASON }));
    expect(codeOf(await brokeAgain(alone))).toEqual([409, 'repairer_gone']);
    expect((await seenBy(alone.customer, alone)).actions['get-help']).toMatchObject({
      allowed: true,
    });
    const help = `/api/tickets/${alone.ticketId}/get-help`;
    ok(await alone.customer.call('POST', help, { reason: 'quality', text: 'It broke.' }));
    ok(await moderator.call('POST', `${account}/restore`, { reason: REASON }));
    const resume = `/api/moderation/tickets/${alone.ticketId}/resume`;
    ok(await moderator.call('POST', resume, { reason: REASON }));
    expect(await seenBy(alone.customer, alone)).toMatchObject({
      status: 'CUSTOMER_REJECTED',
      ending: 'cancelled',
    });
  });

  test('is for the customer of approved work, in words and with checks by their ids', async () => {
    const job = await finished();
    const path = `/api/milestones/${job.id}/broke-again`;
    const stranger = await world.person('customer');
    expect(await job.developer.call('POST', path, BROKEN)).toMatchObject({
      status: 403,
      body: { code: 'not_your_part' },
    });
    expect(await stranger.call('POST', path, BROKEN)).toMatchObject({ status: 404 });
    for (const body of [
      {},
      { text: ' ', check_ids: [] },
      { text: 'x'.repeat(5001), check_ids: [] },
      { text: 'It broke', check_ids: ['first'] },
      { text: 'It broke', check_ids: 'all' },
    ])
      expect((await brokeAgain(job, body)).status, JSON.stringify(body).slice(0, 60)).toBe(400);
    const working = await walkTo(world, 'working');
    const open = { ...job, customer: working.customer, id: working.milestoneId ?? '' };
    expect(codeOf(await brokeAgain(open))).toEqual([409, 'wrong_state']);
    const rejected = await walkTo(world, 'rejected');
    const ended = { ...job, customer: rejected.customer, id: rejected.milestoneId ?? '' };
    expect(codeOf(await brokeAgain(ended))).toEqual([409, 'wrong_state']);
  });

  test('sends the customer to Get Help where the unblocker is gone, also once all was finished', async () => {
    const job = await finished();
    const help = `/api/tickets/${job.ticketId}/get-help`;
    const words = { reason: 'quality', text: 'It broke, and nobody is there.' };
    expect(await job.customer.call('POST', help, words)).toMatchObject({ status: 409 });
    ok(
      await moderator.call('POST', `/api/moderation/accounts/${job.developer.id}/suspend`, {
        reason: REASON,
      }),
    );
    expect(codeOf(await brokeAgain(job))).toEqual([409, 'repairer_gone']);
    expect((await seenBy(job.customer, job)).actions['get-help']).toMatchObject({ allowed: true });
    expect(ok(await job.customer.call<Ticket>('POST', help, words))).toMatchObject({
      status: 'REQUIRES_MOD_ASSISTANCE',
    });
    const back = `/api/moderation/tickets/${job.ticketId}/money-back`;
    ok(await moderator.call('POST', back, { reason: REASON, borne_by: 'platform' }));
    expect(await seenBy(job.customer, job)).toMatchObject({ status: 'CUSTOMER_REJECTED' });
  });

  test('sends them there as well where the unblocker is a moderator by now, who takes no work', async () => {
    const job = await finished();
    await promote(world, job.developer);
    expect(codeOf(await brokeAgain(job))).toEqual([409, 'repairer_gone']);
    expect((await seenBy(job.customer, job)).actions['get-help']).toMatchObject({ allowed: true });
  });
});

describe('a repair that is missed', () => {
  test('is refunded out of what was released, and the request ends', async () => {
    const job = await finished();
    ok(await brokeAgain(job));
    expect(codeOf(await refund(job))).toEqual([409, 'repair_not_missed']);
    await missRepair(job);
    const plan = await planOf(job.customer, job);
    expect(plan[0]?.actions['refund-released']).toMatchObject({ allowed: true });
    const refunds = await balance(db, 'refunds');
    const answers = await Promise.all([refund(job), refund(job)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    // The first hour cost $25 less: what the customer has paid goes back.
    expect((await balance(db, 'refunds')) - refunds).toBe(7500);
    expect(await earningsOf(job)).toMatchObject({ available_cents: 0, owed_cents: 0 });
    expect(await seenBy(job.customer, job)).toMatchObject({
      status: 'CUSTOMER_APPROVED',
      ending: 'repair_missed',
      turn: { sentence: 'Finished: the free repair was missed, and you were refunded' },
    });
    expect(await planOf(job.customer, job)).toHaveLength(1);
    expect((await thread(job.customer, job)).at(-1)).toMatchObject({
      text: '✗ The free repair of “Fix the login” was missed: $75.00 goes back to the customer',
    });
    expect(await mailsTo(world, job.developer, 'repair_refunded')).toHaveLength(1);
    expect(codeOf(await brokeAgain(job))).toEqual([409, 'guarantee_over']);
    await reconcile(world.context, { olderThanMs: -1000 });
    expect(await balance(db, 'refunds')).toBe(0);
  });

  test('is a debt of an unblocker whose balance is empty, which later earnings pay', async () => {
    const job = await finished();
    await db.updateTable('billing_records').set({ payable_at: null }).execute();
    ok(await job.developer.call('POST', '/api/earnings/payouts'));
    await reconcile(world.context, { olderThanMs: -1000 });
    ok(await brokeAgain(job));
    await missRepair(job);
    ok(await refund(job));
    expect(await earningsOf(job)).toMatchObject({ available_cents: 0, owed_cents: 6750 });
  });

  test('is told in words of its own, with what can be done about it', async () => {
    const job = await finished();
    ok(await brokeAgain(job));
    const { id } = await repairOf(job);
    await passWeeks(db, 2, job.ticketId);
    expect(await seenBy(job.customer, job)).toMatchObject({
      timer: { kind: 'repair_missed', milestone_id: id },
    });
    // Of the hours of its time that have passed, and then that it is missed.
    for (let times = 0; times < 4; times += 1) await takeDueSteps(world.context);
    const [told] = await mailsTo(world, job.customer, 'repair_missed');
    const [own] = await mailsTo(world, job.developer, 'own_repair_missed');
    for (const [mail, words] of [
      [told, 'give the repair more time'],
      [told, 'have the milestone that broke refunded'],
      [own, 'your share of it then comes out of your balance'],
    ] as const)
      expect(mail?.body_text).toContain(words);
    const reminded = await mailsTo(world, job.developer, 'reminder');
    const all = [told, own, ...reminded].map((mail) => mail?.body_text);
    expect(all.join()).toContain('or have what broke refunded');
    expect(all.join()).not.toContain('another unblocker');
    expect((await newsOf(job.customer))[0]).toMatchObject({ kind: 'repair_missed' });
    const due_at = new Date(Date.now() + 5 * DAY_MS).toISOString();
    const more = await job.customer.call('POST', `/api/milestones/${id}/extend`, { due_at });
    expect(more).toMatchObject({ status: 200 });
  });

  test('is refunded while other work goes on, but not once it was handed in', async () => {
    const job = await halfDone();
    ok(await brokeAgain(job));
    await missRepair(job);
    const { id } = await repairOf(job);
    await submit(job.developer, id);
    expect(codeOf(await refund(job))).toEqual([409, 'repair_not_missed']);
    ok(await job.customer.call('POST', `/api/milestones/${id}/reject`, { feedback: 'Not yet.' }));
    await sql`update deliveries set decided_at = decided_at - interval '14 days'
      where milestone_id = ${id}`.execute(db);
    ok(await refund(job));
    expect(await seenBy(job.customer, job)).toMatchObject({ status: 'DEVELOPER_WORKING' });
    expect((await planOf(job.customer, job)).map((each) => each.id)).toEqual([job.id, job.second]);
  });
});

describe('what a new unblocker has earned', () => {
  test('can be paid out seven days after its release, and says so', async () => {
    const job = await finished();
    const share_cents = 9000;
    expect(await earningsOf(job)).toMatchObject({
      available_cents: 0,
      waiting_cents: share_cents,
      waits_until: expect.any(String),
      actions: { 'pay-out': { allowed: false, reason: refusals.payout_waits[1] } },
    });
    const payOut = () => job.developer.call<{ code?: string }>('POST', '/api/earnings/payouts');
    expect(codeOf(await payOut())).toEqual([409, 'payout_waits']);
    await sql`update billing_records set payable_at = payable_at - interval '7 days'
      where milestone_id = ${job.id}`.execute(db);
    expect(await earningsOf(job)).toMatchObject({
      available_cents: share_cents,
      waiting_cents: 0,
      waits_until: null,
    });
    expect(await payOut()).toMatchObject({ status: 201 });
  });

  test('waits for the first three milestones and no more, until the last of them', async () => {
    const [customer, developer] = [await world.person('customer'), await world.person('developer')];
    const { id: ticketId } = await postRequest(customer);
    await grab(developer, ticketId);
    const titles = ['One', 'Two', 'Three', 'Four'];
    const plan = await agreeOnPlan(
      { customer, developer },
      ticketId,
      titles.map((title) => ({ title })),
    );
    for (const [index, { id }] of plan.entries()) {
      await pay(world, customer, id);
      if (index === 0) await deliver(developer, id);
      else await submit(developer, id);
      ok(await customer.call('POST', `/api/milestones/${id}/accept`, {}));
      // A payout is no release.
      if (index === 0) await payOutAll(id);
    }
    const { rows } = await sql<{ last: Date }>`select max(payable_at) as last
      from billing_records where ticket_id = ${ticketId}`.execute(db);
    expect(await earningsOf({ customer, developer, ticketId, id: '' })).toMatchObject({
      paid_out_cents: 9000,
      available_cents: 9000,
      waiting_cents: 18_000,
      waits_until: rows[0]?.last.toISOString(),
    });

    async function payOutAll(id: string) {
      await sql`update billing_records set payable_at = now() where milestone_id = ${id}`.execute(
        db,
      );
      ok(await developer.call('POST', '/api/earnings/payouts'));
    }
  });
});
