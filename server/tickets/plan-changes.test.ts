import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import type { PlanChange } from '#domain/plan-change.ts';
import type { PlanVersion } from '#domain/plan-version.ts';
import type { Ticket } from '#domain/ticket.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import {
  agreeOnPlan,
  aMilestone,
  decideInSandbox,
  deliver,
  grab,
  ok,
  pay,
  postRequest,
} from '../testing/deeds.ts';
import { act, mailsTo, openModeratedWorld, thread } from '../testing/moderation.ts';
import type { Answer, Person } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

const { world, moderator } = await openModeratedWorld();

interface Job {
  customer: Person;
  developer: Person;
  ticketId: string;
  milestones: Milestone[];
}

interface Items<Item> {
  items: Item[];
  next_cursor: string | null;
}

const PARTS = [{ title: 'First part' }, { title: 'Second part' }];

async function aPair(): Promise<Omit<Job, 'milestones'>> {
  const customer = await world.person('customer', { name: 'Maya' });
  const developer = await world.person('developer', { name: 'Dan' });
  const { id: ticketId } = await postRequest(customer);
  await grab(developer, ticketId);
  return { customer, developer, ticketId };
}

/** Two milestones of $100 in work; the first is paid. */
async function aJob(): Promise<Job> {
  const pair = await aPair();
  const milestones = await agreeOnPlan(pair, pair.ticketId, PARTS);
  await pay(world, pair.customer, milestones[0]?.id ?? '');
  return { ...pair, milestones };
}

type Refused = Ticket & { code?: string; detail?: string };
const propose = (person: Person, { ticketId }: Pick<Job, 'ticketId'>, changes: object) =>
  person.call<Refused>('POST', `/api/tickets/${ticketId}/changes`, {
    reason: 'It turned out otherwise.',
    ...changes,
  });
const answer = (person: Person, changeId: string, how: string, body?: object) =>
  person.call<Refused>('POST', `/api/changes/${changeId}/${how}`, body);
const codeOf = ({ status, body }: Answer<Refused>) => [status, body?.code];
const proposed = async (...call: Parameters<typeof propose>) =>
  ok(await propose(...call)).change?.id ?? '';

const versionsOf = async (person: Person, { ticketId }: { ticketId: string }) =>
  ok(await person.call<Items<PlanVersion>>('GET', `/api/tickets/${ticketId}/plan/versions`)).items;
const changesOf = async (person: Person, { ticketId }: { ticketId: string }) =>
  ok(await person.call<Items<PlanChange>>('GET', `/api/tickets/${ticketId}/changes`)).items;
const planOf = async ({ customer, ticketId }: Job) =>
  ok(await customer.call<Items<Milestone>>('GET', `/api/tickets/${ticketId}/milestones`)).items;
const seenBy = async (person: Person, { ticketId }: { ticketId: string }) =>
  ok(await person.call<Ticket>('GET', `/api/tickets/${ticketId}`));
const lastLine = async (person: Person, about: { ticketId: string }) =>
  (await thread(person, about)).at(-1)?.text;
const idOf = ({ milestones }: Job, index: number) => milestones[index]?.id ?? '';

describe('The versions of a plan', () => {
  test('keep each submitted plan, what became of it, and what changed against the one before', async () => {
    const job = await aPair();
    const { customer, developer, ticketId } = job;
    const path = `/api/tickets/${ticketId}`;
    const add = (title: string) =>
      developer.call<Milestone>('POST', `${path}/milestones`, { ...aMilestone, title });
    const first = ok(await add('First part'));
    ok(await developer.call('POST', `${path}/submit-plan`));
    expect(await versionsOf(customer, job)).toMatchObject([
      { number: 1, by: 'developer', by_name: 'Dan', outcome: null, changes: [] },
    ]);
    expect((await mailsTo(world, customer, 'plan_submitted'))[0]?.body_text).not.toContain(
      'Plan 1',
    );
    ok(await customer.call('POST', `${path}/request-changes`, { feedback: 'Please add tests.' }));
    ok(await developer.call('PATCH', `/api/milestones/${first.id}`, { hours: 1, minutes: 30 }));
    ok(await add('Tests'));
    ok(await developer.call('POST', `${path}/submit-plan`));

    const short = 'Plan 2: 1 added, 1 changed, $75.00 more';
    expect(await lastLine(customer, job)).toBe(`→ ${short}`);
    const mails = await mailsTo(world, customer, 'plan_submitted');
    expect(mails.at(-1)?.body_text).toContain(`${short}.`);
    ok(await customer.call('POST', `${path}/approve-plan`));
    expect(await versionsOf(developer, job)).toMatchObject([
      {
        number: 2,
        outcome: 'approved',
        words: null,
        total_cents: 17_500,
        total_minutes: 210,
        tally: { added: 1, changed: 1, cents: 7500, minutes: 90 },
        changes: [
          {
            kind: 'changed',
            fields: ['estimated_minutes', 'cost_cents'],
            before: { estimated_minutes: 120, cost_cents: 10_000 },
            after: { estimated_minutes: 90, cost_cents: 7500 },
          },
          { kind: 'added', before: null, after: { title: 'Tests', cost_cents: 10_000 } },
        ],
      },
      { number: 1, outcome: 'changes_requested', words: 'Please add tests.', total_cents: 10_000 },
    ]);
    const page = `${path}/plan/versions?limit=1`;
    const newest = ok(await customer.call<Items<PlanVersion>>('GET', page));
    expect(newest).toMatchObject({ items: [{ number: 2, changes: [{}, {}] }], next_cursor: '2' });
    expect(ok(await customer.call<Items<PlanVersion>>('GET', `${page}&cursor=2`))).toMatchObject({
      items: [{ number: 1 }],
      next_cursor: null,
    });
    expect((await customer.call('GET', `${path}/plan/versions?limit=21`)).status).toBe(400);
  });

  test('come fewer at a time where they are long, and none is left out', async () => {
    const job = await aJob();
    await sql`insert into plan_versions (ticket_id, number, pairing_id, submitted_by, milestones)
      select ticket_id, number + more, pairing_id, submitted_by, jsonb_set(milestones,
        '{0,description}', to_jsonb(repeat(more::text, 400000)))
      from plan_versions, generate_series(1, 9) more
      where ticket_id = ${job.ticketId} and number = 1`.execute(world.context.db);
    const numbers: number[] = [];
    let cursor: string | null = String(Number.MAX_SAFE_INTEGER);
    while (cursor !== null) {
      const path = `/api/tickets/${job.ticketId}/plan/versions?limit=20&cursor=${cursor}`;
      const page: Items<PlanVersion> = ok(await job.customer.call('GET', path));
      // Each also says what changed against the one before.
      expect(JSON.stringify(page).length).toBeLessThan(4_000_000);
      numbers.push(...page.items.map(({ number }) => number));
      cursor = page.next_cursor;
    }
    expect(numbers).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('go to the next unblocker as plans, without what was said or by whom', async () => {
    const job = await aPair();
    const { customer, developer, ticketId } = job;
    const path = `/api/tickets/${ticketId}`;
    ok(await developer.call('POST', `${path}/milestones`, aMilestone));
    ok(await developer.call('POST', `${path}/submit-plan`));
    ok(await customer.call('POST', `${path}/request-changes`, { feedback: 'Too dear, Dan.' }));
    ok(await developer.call('POST', `${path}/submit-plan`));
    ok(await developer.call('POST', `${path}/give-back`, { note: 'The cause is found.' }));
    const next = await world.person('developer', { name: 'Zoe' });
    expect((await next.call('GET', `${path}/plan/versions`)).status).toBe(404);
    expect((await developer.call('GET', `${path}/plan/versions`)).status).toBe(404);
    await grab(next, ticketId);
    expect(await versionsOf(next, job)).toMatchObject([
      { number: 2, outcome: 'withdrawn', by_name: null, words: null, total_cents: 10_000 },
      { number: 1, outcome: 'changes_requested', by_name: null, words: null },
    ]);
    const [, sentBack] = await versionsOf(customer, job);
    expect(sentBack).toMatchObject({ words: 'Too dear, Dan.', by_name: 'Dan' });
  });
});

describe('A change of the plan', () => {
  test('changes nothing before the other side agrees, and then the plan, its price and its bills', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    const changes = {
      add: [{ ...aMilestone, title: 'Tests', hours: 1 }],
      alter: [{ id: idOf(job, 1), hours: 3, description: 'Also the tests' }],
    };
    const before = await planOf(job);
    const ticket = ok(await propose(developer, job, changes));
    expect(ticket).toMatchObject({
      change: { asked_by: 'developer' },
      turn: { whose: 'theirs', sentence: 'Waiting for Maya to answer your change' },
    });
    expect(await planOf(job)).toEqual(before);
    expect((await seenBy(customer, job)).turn).toMatchObject({
      whose: 'mine',
      sentence: "Your turn: answer Dan's change",
      action: 'agree-to-change',
    });
    const [open] = await changesOf(customer, job);
    expect(open).toMatchObject({
      reason: 'It turned out otherwise.',
      outcome: null,
      tally: { added: 1, changed: 1, removed: 0, cents: 10_000, minutes: 120 },
    });
    expect(Date.parse(String(open?.done_by?.after))).toBeGreaterThan(
      Date.parse(String(open?.done_by?.before)),
    );
    expect(await lastLine(customer, job)).toBe(
      '→ Proposed a change: 1 added, 1 changed, $100.00 more\n\nIt turned out otherwise.',
    );
    const [mail] = await mailsTo(world, customer, 'change_proposed');
    expect(mail?.body_text).toContain('a change of the plan: 1 added, 1 changed, $100.00 more');

    // A page with the old price is closed; what is paid on it all the same goes back.
    const checkout = `/api/milestones/${idOf(job, 1)}/checkout`;
    const { checkout_url } = ok(await customer.call<{ checkout_url: string }>('POST', checkout));
    ok(await answer(customer, open?.id ?? '', 'agree'));
    await decideInSandbox(world, checkout_url, 'pay');
    expect(await planOf(job)).toMatchObject([
      { title: 'First part', paid: true },
      { id: idOf(job, 1), description: 'Also the tests', cost_cents: 15_000, paid: false },
      { title: 'Tests', status: 'PLANNED', cost_cents: 5000, billing_status: 'unpaid' },
    ]);
    expect(await seenBy(customer, job)).toMatchObject({ change: null });
    expect(await lastLine(customer, job)).toBe(
      '✓ Agreed to the change. Plan 2: 1 added, 1 changed, $100.00 more',
    );
    expect((await versionsOf(developer, job))[0]).toMatchObject({
      number: 2,
      by: 'developer',
      change_id: open?.id,
      outcome: 'approved',
      total_cents: 30_000,
    });
    await pay(world, customer, idOf(job, 1));
    expect((await planOf(job))[1]).toMatchObject({ billing_status: 'held', cost_cents: 15_000 });
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('takes checks and due dates along: into the proposal, the plan, and the versions', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    const [, second] = job.milestones;
    const [check] = second?.checks ?? [];
    const due_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const mine = { id: check?.id, text: 'It opens', url: 'https://example.com/' };
    const foreign = { id: job.milestones[0]?.checks[0]?.id, text: 'It opens' };
    for (const checks of [[foreign], [{ ...mine, url: 'http://127.0.0.1/' }]])
      expect(
        codeOf(await propose(developer, job, { alter: [{ id: second?.id, checks }] })),
      ).toEqual([400, 'invalid_input']);
    const changeId = await proposed(developer, job, {
      alter: [
        { id: second?.id, title: 'The second', due_at, checks: [mine, { text: 'It closes' }] },
      ],
      add: [
        { ...aMilestone, title: 'Tests' },
        { ...aMilestone, title: 'Docs', checks: [{ text: 'They are there' }] },
      ],
    });
    const [open] = await changesOf(customer, job);
    const terms = {
      named_due_at: due_at,
      checks: [
        { id: check?.id, text: 'It opens', url: 'https://example.com/', expect_status: 200 },
        { text: 'It closes', url: null },
      ],
    };
    expect(open?.changes).toMatchObject([
      { fields: ['title', 'named_due_at', 'checks'], before: { named_due_at: null }, after: terms },
      { after: { checks: [{ text: 'Tests works as described' }] } },
      { after: { checks: [{ text: 'They are there' }] } },
    ]);
    ok(await answer(customer, changeId, 'agree'));
    expect(await planOf(job)).toMatchObject([
      { title: 'First part' },
      { title: 'The second', due_at, checks: terms.checks },
      { checks: [{ text: 'Tests works as described' }] },
      { checks: [{ text: 'They are there' }] },
    ]);
    expect((await versionsOf(customer, job))[0]?.changes[0]).toMatchObject({ after: terms });
  });

  test('lets a check that nobody wrote follow the new title', async () => {
    const job = await aJob();
    const alter = [{ id: idOf(job, 1), title: 'Sign-in' }];
    const changeId = await proposed(job.developer, job, { alter });
    const checks = [{ text: 'Sign-in works as described' }];
    const [open] = await changesOf(job.customer, job);
    expect(open?.changes).toMatchObject([{ fields: ['title', 'checks'], after: { checks } }]);
    ok(await answer(job.customer, changeId, 'agree'));
    expect((await planOf(job))[1]).toMatchObject({ title: 'Sign-in', checks });
  });

  test('that drops paid work says what is refunded, and refunds it once it is agreed to', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    const held = await balance(world.context.db, 'held');
    const refund = (await planOf(job))[0]?.charge_cents ?? 0;
    const id = await proposed(customer, job, { drop: [idOf(job, 0)] });
    expect((await changesOf(developer, job))[0]).toMatchObject({
      tally: { removed: 1, cents: -10_000, refunded_cents: refund },
      changes: [{ kind: 'removed', refunded_cents: refund }],
    });
    expect(await balance(world.context.db, 'held')).toBe(held);
    ok(await answer(developer, id, 'agree'));
    expect((await planOf(job)).map(({ title }) => title)).toEqual(['Second part']);
    expect(await balance(world.context.db, 'held')).toBe(held - 10_000);
    expect(await lastLine(customer, job)).toContain(`1 removed, $100.00 less, $75.00 refunded`);
    expect(await seenBy(customer, job)).toMatchObject({
      status: 'DEVELOPER_WORKING',
      turn: { action: 'checkout', milestone_id: idOf(job, 1) },
    });
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('cannot touch what was paid by altering it, nor what was handed in or accepted at all', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    const [first, second] = [idOf(job, 0), idOf(job, 1)];
    expect(codeOf(await propose(developer, job, { alter: [{ id: first, hours: 9 }] }))).toEqual([
      409,
      'milestone_already_paid',
    ]);
    await deliver(developer, first);
    for (const changes of [{ drop: [first] }, { alter: [{ id: first, hours: 1 }] }])
      expect(codeOf(await propose(customer, job, changes))).toEqual([409, 'milestone_fixed']);
    ok(await customer.call('POST', `/api/milestones/${first}/reject`, { feedback: 'Not yet.' }));
    // What was handed in once stays, so that everybody can see later what it was.
    expect(codeOf(await propose(customer, job, { drop: [first] }))).toEqual([
      409,
      'milestone_fixed',
    ]);
    await deliver(developer, first);
    ok(await customer.call('POST', `/api/milestones/${first}/accept`, {}));
    expect(codeOf(await propose(customer, job, { drop: [first] }))).toEqual([
      409,
      'milestone_fixed',
    ]);
    expect(codeOf(await propose(customer, job, { drop: [second] }))).toEqual([
      409,
      'nothing_left_to_do',
    ]);
  });

  test('is looked at again when it is agreed to: what was paid meanwhile stays, and it says so', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    const second = idOf(job, 1);
    const altered = await proposed(developer, job, { alter: [{ id: second, hours: 5 }] });
    await pay(world, customer, second);
    expect(codeOf(await answer(customer, altered, 'agree'))).toEqual([
      409,
      'milestone_already_paid',
    ]);
    expect((await seenBy(customer, job)).change?.id).toBe(altered);
    ok(await answer(developer, altered, 'withdraw'));

    const third = ok(
      await answer(
        customer,
        await proposed(developer, job, { add: [{ ...aMilestone, title: 'Third part' }] }),
        'agree',
      ),
    );
    expect(third.change).toBeNull();
    const thirdId = (await planOf(job))[2]?.id ?? '';
    const dropped = await proposed(developer, job, { drop: [thirdId] });
    await pay(world, customer, thirdId);
    expect(codeOf(await answer(customer, dropped, 'agree'))).toEqual([409, 'money_changed']);
    expect(await planOf(job)).toHaveLength(3);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('is answered once: of agreeing, declining and withdrawing at the same moment one wins', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    for (let round = 0; round < 4; round++) {
      const id = await proposed(developer, job, {
        add: [{ ...aMilestone, title: `New ${round}` }],
      });
      const answers = await Promise.all([
        answer(customer, id, 'agree'),
        answer(developer, id, 'withdraw'),
        answer(customer, id, 'decline', { text: 'No.' }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const lost of answers.filter(({ status }) => status !== 200))
        expect(codeOf(lost)).toEqual([409, 'no_change']);
    }
    const outcomes = (await changesOf(customer, job)).map(({ outcome }) => outcome);
    const agreed = outcomes.filter((outcome) => outcome === 'agreed').length;
    expect(outcomes).toHaveLength(4);
    expect(await planOf(job)).toHaveLength(2 + agreed);
    expect(await versionsOf(customer, job)).toHaveLength(1 + agreed);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('is for the two sides alone, one at a time, and answered by the other one', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    const changes = { add: [aMilestone] };
    const id = await proposed(customer, job, changes);
    expect(codeOf(await propose(developer, job, changes))).toEqual([409, 'change_open']);
    // It is still open.
    const own = await answer(customer, id, 'agree');
    expect(codeOf(own)).toEqual([409, 'no_change']);
    expect(own.body).toMatchObject({ detail: 'No change of the plan waits for this.' });
    expect(codeOf(await answer(developer, id, 'withdraw'))).toEqual([409, 'no_change']);
    const stranger = await world.person('developer');
    for (const person of [stranger, moderator]) {
      expect((await answer(person, id, 'agree')).status).toBe(404);
      expect((await propose(person, job, changes)).status).toBe(404);
      expect((await person.call('GET', `/api/tickets/${job.ticketId}/changes`)).status).toBe(404);
    }
    expect((await answer(developer, crypto.randomUUID(), 'agree')).status).toBe(404);
    expect((await answer(developer, id, 'decline', { text: ' ' })).status).toBe(400);
    ok(await answer(developer, id, 'decline', { text: 'We agreed on less.' }));
    expect(await lastLine(customer, job)).toBe('✗ Declined the change\n\nWe agreed on less.');
    expect(codeOf(await answer(developer, id, 'agree'))).toEqual([409, 'no_change']);
    expect((await mailsTo(world, customer, 'change_declined'))[0]?.body_text).toContain(
      '> We agreed on less.',
    );
  });

  test('lapses after 72 hours, and when a moderator has the request or somebody asks to cancel', async () => {
    const job = await aJob();
    const { customer, developer, ticketId } = job;
    const outcome = async () => (await changesOf(customer, job))[0]?.outcome;
    const id = await proposed(developer, job, { add: [aMilestone] });
    await takeDueSteps(world.context, new Date(Date.now() + 71 * 3_600_000));
    expect((await seenBy(customer, job)).change?.id).toBe(id);
    await takeDueSteps(world.context, new Date(Date.now() + 73 * 3_600_000));
    expect(await outcome()).toBe('lapsed');
    expect(codeOf(await answer(customer, id, 'agree'))).toEqual([409, 'no_change']);

    const path = `/api/tickets/${ticketId}`;
    await proposed(developer, job, { add: [aMilestone] });
    ok(await customer.call('POST', `${path}/ask-to-cancel`, { reason: 'Too slow.' }));
    expect(await outcome()).toBe('lapsed');
    expect(codeOf(await propose(developer, job, { add: [aMilestone] }))).toEqual([
      409,
      'proposal_open',
    ]);
    ok(await customer.call('POST', `${path}/withdraw-cancel`));
    await proposed(developer, job, { add: [aMilestone] });
    ok(await customer.call('POST', `${path}/get-help`, { reason: 'scope', text: 'Please look.' }));
    expect(await outcome()).toBe('lapsed');
    // Whoever looks into it reads the plans and the changes.
    expect(await versionsOf(moderator, job)).toMatchObject([{ number: 1, by_name: 'Dan' }]);
    expect(await changesOf(moderator, job)).toHaveLength(3);
    ok(await act(moderator, job, 'resume'));
    expect(await planOf(job)).toHaveLength(2);
  });

  test('is refused with a clear reason when it is empty, doubled, foreign, too much or too late', async () => {
    const job = await aJob();
    const { customer, developer } = job;
    const other = await aPair();
    const [foreign] = await agreeOnPlan(other, other.ticketId);
    const second = idOf(job, 1);
    const bad: [object, number, string?][] = [
      [{}, 400],
      [{ alter: [{ id: second, hours: 2 }] }, 400],
      [{ drop: [second], alter: [{ id: second, hours: 1 }] }, 400],
      [{ drop: ['x'] }, 400],
      [{ add: [aMilestone], reason: ' ' }, 400],
      [{ add: [{ ...aMilestone, hourly_rate: 0 }] }, 400],
      [{ add: [{ ...aMilestone, file_attachments: ['k'.repeat(32)] }] }, 400],
      [{ add: Array(51).fill(aMilestone) }, 400],
      [{ alter: [{ id: second, title: 'x'.repeat(201) }] }, 400],
      [{ alter: [{ id: second, hourly_rate: 0.01 }] }, 400],
      [{ alter: [{ id: second, checks: [] }] }, 400],
      [{ alter: [{ id: second, checks: Array(8).fill({ text: 'x' }) }] }, 400],
      [{ add: [{ ...aMilestone, checks: [{ text: 'x'.repeat(301) }] }] }, 400],
      [{ alter: [{ id: second, checks: [{ id: foreign?.checks[0]?.id, text: 'x' }] }] }, 400],
      [{ alter: [{ id: second, due_at: '2020-01-01' }] }, 400],
      [{ add: [{ ...aMilestone, due_at: '2126-01-01' }] }, 400],
      [{ add: Array(49).fill(aMilestone) }, 409, 'too_many_milestones'],
      [{ drop: [foreign?.id] }, 409, 'plan_changed'],
    ];
    for (const [changes, status, code] of bad) {
      const refused = await propose(developer, job, changes);
      expect([refused.status, refused.body.code], JSON.stringify(changes).slice(0, 80)).toEqual([
        status,
        code ?? 'invalid_input',
      ]);
    }
    const planning = await aPair();
    expect(codeOf(await propose(planning.developer, planning, { add: [aMilestone] }))).toEqual([
      409,
      'wrong_state',
    ]);
    expect((await seenBy(customer, job)).change).toBeNull();
  });

  test('does not carry keys or passwords to the other side unseen', async () => {
    const job = await aJob();
    const key = `sk_live_${'aB3dE5fG7hJ9kL1mN3pQ5rS7'}`;
    const changes = { add: [{ ...aMilestone, description: `Use ${key} to deploy` }] };
    const refused = await propose(job.developer, job, changes);
    expect(refused.body).toMatchObject({
      code: 'secrets_found',
      items: [{ where: 'add.0.description' }],
    });
    ok(await propose(job.developer, job, { ...changes, secrets: 'mask' }));
    const [open] = await changesOf(job.customer, job);
    expect(open?.changes[0]?.after?.description).toMatch(/^Use .+ to deploy$/);
    expect(open?.changes[0]?.after?.description).not.toContain(key);
  });
});
