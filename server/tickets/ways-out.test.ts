import { describe, expect, test } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedRequest, ModeratedTicket } from '#domain/moderation.ts';
import type { Notification } from '#domain/notification.ts';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { balance } from '../ledger/ledger.ts';
import { agreeOnPlan, decideInSandbox, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import {
  act,
  decisionsOf,
  mailsTo,
  openModeratedWorld,
  REASON,
  thread,
  ticketOf,
} from '../testing/moderation.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import type { Answer, Person } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

const { world, moderator } = await openModeratedWorld();

interface Job {
  customer: Person;
  developer: Person;
  ticketId: string;
  milestones: Milestone[];
}

/** Two milestones of $100 in work; the first is paid. */
async function aJob(): Promise<Job> {
  const customer = await world.person('customer', { name: 'Maya' });
  const developer = await world.person('developer', { name: 'Dan' });
  const { id: ticketId } = await postRequest(customer);
  await grab(developer, ticketId);
  const plan = [{ title: 'First part' }, { title: 'Second part' }];
  const milestones = await agreeOnPlan({ customer, developer }, ticketId, plan);
  await pay(world, customer, milestones[0]?.id ?? '');
  return { customer, developer, ticketId, milestones };
}

function take(person: Person, { ticketId }: { ticketId: string }, action: string, body?: object) {
  return person.call<Ticket & { code?: string }>(
    'POST',
    `/api/tickets/${ticketId}/${action}`,
    body,
  );
}

const seenBy = async (person: Person, { ticketId }: { ticketId: string }) =>
  ok(await person.call<Ticket>('GET', `/api/tickets/${ticketId}`));

const newsOf = async (person: Person) =>
  ok(await person.call<{ items: Notification[] }>('GET', '/api/notifications')).items.map(
    ({ kind }) => kind,
  );

const lastLine = async (person: Person, about: { ticketId: string }) =>
  (await thread(person, about as Scene)).at(-1);

const codeOf = ({ status, body }: Answer<{ code?: string }>) => [status, body.code];

test('deleting a reserved request tells whoever had reserved it, whose page of it is gone', async () => {
  const { customer, developer, ticketId } = await walkTo(world, 'reserved');
  ok(await customer.call('DELETE', `/api/tickets/${ticketId}`));
  const [mail, ...more] = await mailsTo(world, developer, 'request_deleted');
  expect(more).toEqual([]);
  expect(mail?.body_text).toContain(paths.available());
  expect(mail?.body_text).not.toContain('Your turn');
});

describe('Get Help', () => {
  const words = { reason: 'quality', text: 'The login still loops.' };

  test.each([
    ['reserved', 'customer', 'No money is held for it'],
    ['planning', 'developer', 'No money is held for it'],
    ['results paid', 'customer', 'Your money stays held: $90.00'],
  ] as const)(
    'brings a request at "%s" to the moderators for the %s, without a message',
    async (stage, side, held) => {
      const scene = await walkTo(world, stage);
      const me = scene[side];
      const other = side === 'customer' ? scene.developer : scene.customer;
      expect(ok(await take(me, scene, 'get-help', words))).toMatchObject({
        status: 'REQUIRES_MOD_ASSISTANCE',
      });
      expect(await seenBy(other, scene)).toMatchObject({
        help: { by: side, reason: 'quality', text: words.text },
      });
      expect(await lastLine(other, scene)).toMatchObject({
        author_id: me.id,
        text: `✗ Asked the moderators for help: Quality of the work. Money that is held stays held\n\n${words.text}`,
      });
      expect(await newsOf(other)).toContain('help_asked');
      expect(await newsOf(moderator)).toContain('help_needed');
      const [mail] = await mailsTo(world, other, 'help_asked');
      expect(mail?.body_text).toContain('Quality of the work');
      expect(mail?.body_text).toContain(`> ${words.text}`);
      expect(mail?.body_text).toContain(`A moderator looks into it and decides. ${held}.`);
      expect(await mailsTo(world, me, 'help_asked')).toEqual([]);

      const path = `/api/moderation/tickets?q=${scene.ticketId.slice(-6)}`;
      const { items } = ok(await moderator.call<{ items: ModeratedTicket[] }>('GET', path));
      expect(items[0]?.help).toMatchObject({
        kind: 'get-help',
        by: { side },
        reason: 'Quality of the work',
        words: words.text,
      });
      expect(ok(await act(moderator, scene, 'resume'))).toMatchObject({ help: null });
      expect(await ticketOf(scene)).toMatchObject({ help: null, ending: null });
    },
  );

  test('wants a reason that is known and words, and an unblocker who has the request', async () => {
    const scene = await walkTo(world, 'open');
    expect(codeOf(await take(scene.customer, scene, 'get-help', words))).toEqual([
      409,
      'no_developer',
    ]);
    expect((await take(scene.customer, scene, 'get-help', { ...words, text: ' ' })).status).toBe(
      400,
    );
    expect(
      (await take(scene.customer, scene, 'get-help', { ...words, reason: 'bored' })).status,
    ).toBe(400);
    expect((await take(moderator, scene, 'get-help', words)).status).toBe(404);
  });
});

describe('Take In', () => {
  test('brings a running request to the moderators, and tells both sides why', async () => {
    const scene = await walkTo(world, 'working');
    const taken = ok(await act<ModeratedRequest>(moderator, scene, 'take-in'));
    expect(taken).toMatchObject({
      status: 'REQUIRES_MOD_ASSISTANCE',
      help: { kind: 'take-in', by: { side: 'moderator' } },
    });
    for (const person of [scene.customer, scene.developer]) {
      expect(await newsOf(person)).toContain('request_taken_in');
      expect((await mailsTo(world, person, 'moderator_decision'))[0]?.body_text).toContain(REASON);
      expect((await decisionsOf(person, scene))[0]).toMatchObject({ kind: 'request_taken_in' });
    }
    const audit = `/api/moderation/audit?ticket_id=${scene.ticketId}&action=request_taken_in`;
    const { items } = ok(await moderator.call<{ items: unknown[] }>('GET', audit));
    expect(items).toMatchObject([{ reason: REASON, after: { status: 'REQUIRES_MOD_ASSISTANCE' } }]);
    expect((await act(moderator, scene, 'take-in')).status).toBe(409);
  });

  test('takes an open request too, and is for moderators alone', async () => {
    const scene = await walkTo(world, 'open');
    expect((await act(scene.customer, scene, 'take-in')).status).toBe(404);
    expect(ok(await act(moderator, scene, 'take-in'))).toMatchObject({ developer: null });
    expect(ok(await act(moderator, scene, 'resume'))).toMatchObject({
      status: 'AWAITING_ASSIGNMENT',
    });
  });
});

describe('Cancel Request', () => {
  const reason = { reason: 'We found it ourselves.' };

  test.each(['open', 'reserved', 'plan in review', 'results unpaid'] as const)(
    'ends a request without held money at the stage "%s"',
    async (stage) => {
      const scene = await walkTo(world, stage);
      const { customer, developer } = scene;
      const cancelled = ok(await take(customer, scene, 'cancel', reason));
      expect(cancelled).toMatchObject({ status: 'CUSTOMER_REJECTED', ending: 'cancelled' });
      expect(cancelled.turn.sentence).toBe('You cancelled this request');
      const isTold = stage !== 'open';
      const mails = await mailsTo(world, developer, 'request_cancelled');
      expect(mails.map(({ body_text }) => body_text.includes(`> ${reason.reason}`))).toEqual(
        isTold ? [true] : [],
      );
      if (isTold) expect((await lastLine(developer, scene))?.text).toContain(reason.reason);
    },
  );

  test('lets nothing be paid any more: a payment that was under way goes back', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, milestoneId } = scene;
    const { checkout_url } = ok(
      await customer.call<{ checkout_url: string }>(
        'POST',
        `/api/milestones/${milestoneId}/checkout`,
      ),
    );
    ok(await take(customer, scene, 'cancel', reason));
    await decideInSandbox(world, checkout_url, 'pay');
    expect(await recordsOf(scene)).toEqual(['void']);
    expect(await heldFor(scene)).toBe(0);
  });

  test('is not for whoever has money held, nor for the unblocker or a stranger', async () => {
    const scene = await walkTo(world, 'results paid');
    expect(codeOf(await take(scene.customer, scene, 'cancel', reason))).toEqual([
      409,
      'money_held',
    ]);
    expect((await take(scene.developer, scene, 'cancel', reason)).status).toBe(403);
    const stranger = await world.person('customer');
    expect((await take(stranger, scene, 'cancel', reason)).status).toBe(404);
    expect(await ticketOf(scene)).toMatchObject({
      actions: { cancel: { allowed: false }, 'ask-to-cancel': { allowed: true } },
    });
  });
});

describe('Ask to Cancel', () => {
  test('proposes how held money is divided, and is carried out at once when the other side agrees', async () => {
    const job = await aJob();
    const { customer, developer, milestones } = job;
    const [first] = milestones;
    const split = { milestone_id: first?.id, released_cents: 4000, refunded_cents: 6000 };
    const asked = ok(
      await take(customer, job, 'ask-to-cancel', { reason: 'It takes too long.', splits: [split] }),
    );
    const { charge_cents = 0 } = first ?? {};
    const customer_cents = Math.min(6000, charge_cents);
    const proposed = {
      ...split,
      milestone_title: 'First part',
      customer_cents,
      developer_cents: 3600,
    };
    const seen = await seenBy(developer, job);
    for (const ticket of [asked, seen]) {
      expect(ticket.cancellation).toMatchObject({ asked_by: 'customer', splits: [proposed] });
      expect(ticket.cancellation?.splits).toHaveLength(1);
    }
    expect(seen.turn.sentence).toBe("Your turn: answer Maya's proposal to cancel");
    expect(asked.turn.sentence).toBe('Waiting for Dan to answer your proposal to cancel');
    expect((await lastLine(developer, job))?.text).toContain('$36.00 to the unblocker');
    const [mail] = await mailsTo(world, developer, 'cancel_asked');
    expect(mail?.body_text).toContain('$36.00 to the unblocker');
    expect(mail?.body_text).toContain('> It takes too long.');

    const agreed = ok(await take(developer, job, 'agree-to-cancel'));
    expect(agreed).toMatchObject({
      status: 'CUSTOMER_REJECTED',
      ending: 'agreed',
      cancellation: null,
    });
    expect(agreed.turn.sentence).toBe('Cancelled, as you and Maya agreed');
    expect(await recordsOf(job)).toEqual(['released', 'void']);
    expect(await heldFor(job)).toBe(0);
    const { db } = world.context;
    expect(await balance(db, 'developer', developer.id)).toBe(3600);
    expect((await lastLine(customer, job))?.text).toMatch(/^✓ Agreed to cancel: .*\$36\.00/);
    expect((await mailsTo(world, customer, 'cancel_agreed'))[0]?.body_text).toContain('$36.00');
    expect(await openDeadlines(job)).toEqual([]);
  });

  test('gives all back where nothing else is said, whoever asks', async () => {
    const job = await aJob();
    ok(await take(job.developer, job, 'ask-to-cancel', { reason: 'I fell ill.' }));
    ok(await take(job.customer, job, 'agree-to-cancel'));
    expect(await recordsOf(job)).toEqual(['refunded', 'void']);
    expect(await balance(world.context.db, 'developer', job.developer.id)).toBe(0);
  });

  test('is declined with words, and the request goes on', async () => {
    const job = await aJob();
    ok(await take(job.customer, job, 'ask-to-cancel', { reason: 'Too slow.' }));
    expect((await take(job.developer, job, 'decline-to-cancel', {})).status).toBe(400);
    const text = 'It is nearly done.';
    expect(ok(await take(job.developer, job, 'decline-to-cancel', { text }))).toMatchObject({
      status: 'DEVELOPER_WORKING',
      cancellation: null,
      actions: { 'get-help': { allowed: true }, 'ask-to-cancel': { allowed: true } },
    });
    expect((await lastLine(job.customer, job))?.text).toBe(`✗ Declined to cancel\n\n${text}`);
    const [mail] = await mailsTo(world, job.customer, 'cancel_declined');
    expect(mail?.body_text).toContain('Get Help');
    expect(await recordsOf(job)).toEqual(['held', 'unpaid']);
    expect(await openDeadlines(job)).toEqual([]);
  });

  test('can be withdrawn by whoever asked, and is then asked anew', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    ok(await take(customer, job, 'ask-to-cancel', { reason: 'Too slow.' }));
    expect(codeOf(await take(developer, job, 'withdraw-cancel'))).toEqual([409, 'no_proposal']);
    expect(codeOf(await take(customer, job, 'agree-to-cancel'))).toEqual([409, 'no_proposal']);
    expect(codeOf(await take(developer, job, 'ask-to-cancel', { reason: 'I too.' }))).toEqual([
      409,
      'proposal_open',
    ]);
    ok(await take(customer, job, 'withdraw-cancel'));
    expect(codeOf(await take(developer, job, 'agree-to-cancel'))).toEqual([409, 'no_proposal']);
    expect(ok(await take(developer, job, 'ask-to-cancel', { reason: 'I too.' }))).toMatchObject({
      cancellation: { asked_by: 'developer' },
    });
  });

  test('refuses splits that do not add up, or of what is not held', async () => {
    const job = await aJob();
    const [first, second] = job.milestones.map(({ id }) => id);
    const ask = async (
      milestone_id: string | undefined,
      released_cents: number,
      refunded_cents: number,
    ) =>
      codeOf(
        await take(job.customer, job, 'ask-to-cancel', {
          reason: 'Too slow.',
          splits: [{ milestone_id, released_cents, refunded_cents }],
        }),
      );
    expect(await ask(first, 4000, 6001)).toEqual([409, 'split_does_not_add_up']);
    expect(await ask(second, 4000, 6000)).toEqual([409, 'nothing_held']);
    expect(await ask((await aJob()).milestones[0]?.id, 4000, 6000)).toEqual([409, 'nothing_held']);
    for (const [released, refunded] of [
      ...([
        [-1, 10_001],
        [10_001, -1],
        [0.5, 9999.5],
        [Number.NaN, 10_000],
      ] as const),
      ...([
        [1e300, 0],
        [2 ** 53, 0],
      ] as const),
    ]) {
      expect(await ask(first, released, refunded)).toEqual([400, 'invalid_input']);
    }
    const twice = { milestone_id: first, released_cents: 5000, refunded_cents: 5000 };
    const splits = [twice, twice];
    const both = { reason: 'Too slow.', splits };
    expect(codeOf(await take(job.customer, job, 'ask-to-cancel', both))).toEqual([
      400,
      'invalid_input',
    ]);
    const stranger = await world.person('customer');
    expect((await take(stranger, job, 'ask-to-cancel', { reason: 'Too slow.' })).status).toBe(404);
    expect(await seenBy(job.customer, job)).toMatchObject({ cancellation: null });
  });

  test('goes to a moderator when nobody answers within 72 hours', async () => {
    const job = await aJob();
    ok(await take(job.customer, job, 'ask-to-cancel', { reason: 'Too slow.' }));
    expect(await openDeadlines(job)).toEqual(['pass-on-cancel']);
    await takeDueSteps(world.context, inHours(71));
    expect(await seenBy(job.customer, job)).toMatchObject({ status: 'DEVELOPER_WORKING' });
    await takeDueSteps(world.context, inHours(73));
    for (const person of [job.customer, job.developer]) {
      expect(await seenBy(person, job)).toMatchObject({
        status: 'REQUIRES_MOD_ASSISTANCE',
        help: { by: 'customer', reason: 'no_agreement', text: 'Too slow.' },
        cancellation: null,
      });
      expect(await mailsTo(world, person, 'cancel_unanswered')).toHaveLength(1);
    }
    expect(await recordsOf(job)).toEqual(['held', 'unpaid']);
  });

  test('lapses when what it was about has changed, so that nothing is carried out wrongly', async () => {
    const changes: [string, (job: Job) => Promise<unknown>][] = [
      ['more is paid', ({ customer, milestones }) => pay(world, customer, milestones[1]?.id ?? '')],
      [
        'the work is accepted',
        async ({ customer, developer, milestones }) => {
          const path = `/api/milestones/${milestones[0]?.id}`;
          ok(await developer.call('POST', `${path}/start`));
          ok(await developer.call('POST', `${path}/submit`, { message: 'Done' }));
          ok(await customer.call('POST', `${path}/accept`, {}));
        },
      ],
      ['a moderator takes it in', (job) => act(moderator, job, 'take-in')],
    ];
    for (const [what, happens] of changes) {
      const job = await aJob();
      ok(await take(job.customer, job, 'ask-to-cancel', { reason: 'Too slow.' }));
      await happens(job);
      expect((await seenBy(job.customer, job)).cancellation, what).toBeNull();
      expect((await take(job.developer, job, 'agree-to-cancel')).status, what).toBe(409);
      expect(await newsOf(job.developer), what).toContain('cancel_lapsed');
      expect(await openDeadlines(job), what).toEqual([]);
    }
  });

  test('stays while the work goes on, since the money is the same', async () => {
    const job = await aJob();
    ok(await take(job.customer, job, 'ask-to-cancel', { reason: 'Too slow.' }));
    ok(await job.developer.call('POST', `/api/milestones/${job.milestones[0]?.id}/start`));
    expect((await seenBy(job.customer, job)).cancellation).not.toBeNull();
    ok(await take(job.developer, job, 'agree-to-cancel'));
  });

  test('is agreed to as it was read: another that took its place moves no money', async () => {
    const job = await aJob();
    const reason = 'It does not work out.';
    const read = ok(await take(job.developer, job, 'ask-to-cancel', { reason })).cancellation;
    ok(await take(job.developer, job, 'withdraw-cancel'));
    const milestone_id = job.milestones[0]?.id;
    const splits = [{ milestone_id, released_cents: 10_000, refunded_cents: 0 }];
    const other = ok(await take(job.developer, job, 'ask-to-cancel', { reason, splits }));
    const agree = (asked_at: string | undefined) =>
      take(job.customer, job, 'agree-to-cancel', { asked_at });
    expect(codeOf(await agree(read?.asked_at))).toEqual([409, 'proposal_changed']);
    expect(await recordsOf(job)).toEqual(['held', 'unpaid']);
    expect((await seenBy(job.customer, job)).cancellation).not.toBeNull();
    expect((await agree('yesterday')).status).toBe(400);
    const stranger = await world.person('customer');
    const asked_at = read?.asked_at;
    expect((await take(stranger, job, 'agree-to-cancel', { asked_at })).status).toBe(404);
    ok(await agree(other.cancellation?.asked_at));
    expect(await recordsOf(job)).toEqual(['released', 'void']);
  });

  test('is carried out once, also when all answers come at the same time', async () => {
    const job = await aJob();
    ok(await take(job.customer, job, 'ask-to-cancel', { reason: 'Too slow.' }));
    const answers = await Promise.all([
      take(job.developer, job, 'agree-to-cancel'),
      take(job.developer, job, 'agree-to-cancel'),
      take(job.developer, job, 'decline-to-cancel', { text: 'No.' }),
      take(job.customer, job, 'withdraw-cancel'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });
});

test('agreeing, accepting, giving back and paying at the same moment move each payment once', async () => {
  for (let n = 0; n < 3; n++) {
    const job = await aJob();
    const { customer, developer, milestones } = job;
    const [first, second] = milestones.map(({ id }) => id);
    ok(await developer.call('POST', `/api/milestones/${first}/start`));
    ok(await developer.call('POST', `/api/milestones/${first}/submit`, { message: 'Done' }));
    const { checkout_url } = ok(
      await customer.call<{ checkout_url: string }>('POST', `/api/milestones/${second}/checkout`),
    );
    const splits = [{ milestone_id: first, released_cents: 4000, refunded_cents: 6000 }];
    ok(await take(customer, job, 'ask-to-cancel', { reason: 'Too slow.', splits }));
    const acts = [
      () => take(developer, job, 'agree-to-cancel'),
      () => customer.call('POST', `/api/milestones/${first}/accept`, {}),
      () => take(developer, job, 'give-back', { note: 'I cannot go on.' }),
      () => take(customer, job, 'cancel', { reason: 'Never mind.' }),
      () => take(customer, job, 'refund-held'),
    ];
    const paying = decideInSandbox(world, checkout_url, 'pay');
    const answers = await Promise.all(
      acts
        .slice(n)
        .concat(acts.slice(0, n))
        .map((act) => act()),
    );
    expect((await paying).statusCode).toBeLessThan(500);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    const { db } = world.context;
    const released = await balance(db, 'developer', developer.id);
    expect([0, 3600, 9000]).toContain(released);
  }
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function recordsOf({ ticketId }: { ticketId: string }): Promise<string[]> {
  const rows = await world.context.db
    .selectFrom('billing_records as b')
    .innerJoin('milestones as m', 'm.id', 'b.milestone_id')
    .select('b.status')
    .where('b.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
  return rows.map(({ status }) => status);
}

async function heldFor({ ticketId }: { ticketId: string }): Promise<number> {
  const { held } = await world.context.db
    .selectFrom('ledger_lines as l')
    .innerJoin('billing_records as b', 'b.held_for', 'l.owner_id')
    .select((query) =>
      query.fn.coalesce(query.fn.sum<number>('l.amount_cents'), query.lit(0)).as('held'),
    )
    .where('l.account', '=', 'held')
    .where('b.ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return Number(held);
}

async function openDeadlines({ ticketId }: { ticketId: string }): Promise<string[]> {
  const rows = await world.context.db
    .selectFrom('deadlines')
    .select('action')
    .where('ticket_id', '=', ticketId)
    .where('done_at', 'is', null)
    // Whoever has the turn is reminded all the same.
    .where('action', 'not in', ['remind', 'remind-of-time', 'miss', 'accept'])
    .execute();
  return rows.map(({ action }) => action);
}
