import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Milestone, PlanOfRequest } from '#domain/milestone.ts';
import { HOUR_MS } from '#domain/milliseconds.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import type { Notification } from '#domain/notification.ts';
import type { Helper, Quote } from '#domain/quote.ts';
import type { FeedbackReport } from '#domain/review.ts';
import { HIDDEN_MESSAGE_TEXT } from '#domain/system-message-texts.ts';
import type { Ticket } from '#domain/ticket.ts';
import { givePassword, PASSWORD } from '../../testing/accounts.ts';
import { agreeOnPlan, aMilestone, aRequest, deliver, grab, ok, pay } from '../../testing/deeds.ts';
import { type Answer, openWorld, type Person, type World } from '../../testing/world.ts';
import { takeDueSteps } from '../due-steps.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const aQuote = { message: 'I have done this before.', milestones: [aMilestone] };

async function someone(name: string): Promise<Person> {
  return world.person('developer', { name });
}

/** A request in mode quotes, with as many quotes. */
async function aComparison(quotes = 0) {
  const customer = await world.person('customer', { name: 'Maya' });
  const { id: ticketId } = ok(
    await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, mode: 'quotes' }),
  );
  const developers = await Promise.all(['Dan', 'Eve', 'Finn', 'Gus'].map((name) => someone(name)));
  const sent: Quote[] = [];
  for (const developer of developers.slice(0, quotes))
    sent.push(ok(await send(developer, ticketId)));
  return { customer, ticketId, developers, quotes: sent };
}

const send = (developer: Person, ticketId: string, quote: object = aQuote) =>
  developer.call<Quote & { code: string; errors: { path: string }[] }>(
    'POST',
    `/api/tickets/${ticketId}/quotes`,
    quote,
  );

const choose = (customer: Person, { id }: Pick<Quote, 'id'>, body?: object) =>
  customer.call<{ ticket_id: string; checkout_url: string | null; code: string }>(
    'POST',
    `/api/quotes/${id}/choose`,
    body,
  );

const listed = async (person: Person, ticketId: string) =>
  ok(await person.call<{ items: Quote[] }>('GET', `/api/tickets/${ticketId}/quotes`)).items;

const own = async (person: Person) =>
  ok(await person.call<{ items: Quote[] }>('GET', '/api/me/quotes')).items;

const seen = async (person: Person, ticketId: string) =>
  ok(await person.call<Ticket>('GET', `/api/tickets/${ticketId}`));

const planOf = async (person: Person, ticketId: string) =>
  ok(await person.call<PlanOfRequest>('GET', `/api/tickets/${ticketId}/milestones`));

const step = (person: Person, ticketId: string, action: string, body?: object) =>
  person.call<Ticket & { code: string }>('POST', `/api/tickets/${ticketId}/${action}`, body);

const kindsOf = async (person: Person) =>
  ok(await person.call<{ items: Notification[] }>('GET', '/api/notifications')).items.map(
    ({ kind }) => kind,
  );

const mailKinds = async ({ email }: Person) =>
  (await world.mails()).filter(({ recipient }) => recipient === email).map(({ kind }) => kind);

const codes = (answers: readonly Answer<{ code?: string }>[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'ok' : (body.code ?? String(status)))).sort();

/** The request as if it had been posted so many hours earlier. */
async function pass(ticketId: string, hours: number): Promise<void> {
  const { db } = world.context;
  const back = sql`${hours} * interval '1 hour'`;
  await sql`update tickets set quotes_until = quotes_until - ${back} where id = ${ticketId}`.execute(
    db,
  );
  await sql`update deadlines set due_at = due_at - ${back} where ticket_id = ${ticketId}`.execute(
    db,
  );
  await takeDueSteps(world.context);
}

describe('a request whose customer compares quotes', () => {
  test('is quoted on by three, whose customer chooses one: its plan is the request’s, in review', async () => {
    const { customer, ticketId, developers, quotes } = await aComparison(3);
    const [dan, eve, finn] = developers as [Person, Person, Person, Person];
    expect(await seen(customer, ticketId)).toMatchObject({
      status: 'AWAITING_ASSIGNMENT',
      mode: 'quotes',
      quotes: { count: 3 },
      turn: { whose: 'mine', action: 'choose-quote', sentence: 'Your turn: choose a quote' },
    });
    const compared = await listed(customer, ticketId);
    expect(compared.map(({ developer }) => developer.full_name)).toEqual(['Dan', 'Eve', 'Finn']);
    expect(compared[0]).toMatchObject({
      total_cents: 10_000,
      total_minutes: 120,
      record: { finished: 0 },
      message: aQuote.message,
      milestones: [
        { title: 'Fix the login', checks: [{ text: 'Fix the login works as described' }] },
      ],
      actions: { 'choose-quote': { allowed: true } },
    });
    // Each author sees their own.
    expect((await listed(eve, ticketId)).map(({ developer }) => developer.id)).toEqual([eve.id]);

    const [, chosen] = quotes as [Quote, Quote, Quote];
    expect(ok(await choose(customer, chosen, { version: 1 }))).toEqual({
      ticket_id: ticketId,
      checkout_url: null,
    });
    expect(await seen(customer, ticketId)).toMatchObject({
      status: 'CUSTOMER_REVIEWING_PLAN',
      developer_id: eve.id,
      quotes: null,
      turn: { whose: 'mine', action: 'approve-plan' },
    });
    const plan = await planOf(eve, ticketId);
    expect(plan).toMatchObject({ versions: 1, total_cents: 10_000 });
    expect(plan.items).toMatchObject([
      { id: chosen.milestones[0]?.id, title: 'Fix the login', billing_status: 'unpaid' },
    ]);
    expect(await kindsOf(eve)).toContain('quote_chosen');
    expect(await mailKinds(eve)).toContain('quote_chosen');
    for (const other of [dan, finn]) {
      expect(await kindsOf(other)).toContain('quote_declined');
      expect(await mailKinds(other)).toContain('quote_declined');
      expect((await own(other)).map(({ outcome }) => outcome)).toEqual(['declined']);
      expect((await other.call('GET', `/api/tickets/${ticketId}`)).status).toBe(404);
    }
    // The work goes on as any other, to its end.
    ok(await step(customer, ticketId, 'approve-plan'));
    const [first] = plan.items as [Milestone];
    await pay(world, customer, first.id);
    await deliver(eve, first.id);
    ok(await customer.call('POST', `/api/milestones/${first.id}/accept`, {}));
    expect((await seen(eve, ticketId)).status).toBe('CUSTOMER_APPROVED');
    expect((await own(eve))[0]?.record.finished).toBe(1);
  });

  test('is no case of a moderator whose quote it did not choose', async () => {
    const { customer, ticketId, developers, quotes } = await aComparison(2);
    const [dan, eve] = developers as [Person, Person];
    const [declined, chosen] = quotes as [Quote, Quote];
    ok(await eve.call('POST', `/api/quotes/${chosen.id}/messages`, { text: 'I could begin now.' }));
    ok(await choose(customer, chosen, { version: 1 }));
    ok(await step(customer, ticketId, 'get-help', { reason: 'other', text: 'What now?' }));
    expect(declined.id).not.toBe(chosen.id);
    await sql`update profiles set user_type = 'moderator' where id = ${dan.id}`.execute(
      world.context.db,
    );
    const theirs = `/api/moderation/tickets/${ticketId}`;
    for (const [method, address, body] of [
      ['GET', theirs],
      ['GET', `${theirs}/messages`],
      ['POST', `${theirs}/take`, {}],
      ['POST', `${theirs}/close-for-customer`, { reason: 'They took the other quote.' }],
      ['POST', `/api/moderation/accounts/${customer.id}/suspend`, { reason: 'Not mine.' }],
    ] as const)
      expect((await dan.call(method, address, body)).body, address).toMatchObject({
        code: 'not_your_part',
      });
    const moderator = await world.person('moderator');
    expect((await moderator.call('GET', theirs)).status).toBe(200);
  });

  test('approves the plan at once, if its customer says so, and offers to pay', async () => {
    const { customer, ticketId, quotes } = await aComparison(1);
    const [quote] = quotes as [Quote];
    const answer = ok(await choose(customer, quote, { approve: true }));
    expect(answer.checkout_url).toMatch(/^http/);
    expect((await seen(customer, ticketId)).status).toBe('DEVELOPER_WORKING');
  });

  test('takes no grab and no reservation; one that can be grabbed takes no quote', async () => {
    const { customer, ticketId, developers } = await aComparison();
    const [dan] = developers as [Person];
    for (const action of ['grab', 'reserve'])
      expect((await step(dan, ticketId, action)).body).toMatchObject({ code: 'takes_quotes' });
    expect((await seen(dan, ticketId)).actions).toMatchObject({
      grab: { allowed: false },
      quote: { allowed: true },
    });
    const { id } = ok(await customer.call<Ticket>('POST', '/api/tickets', aRequest));
    expect((await seen(customer, id)).mode).toBe('grab');
    expect((await send(dan, id)).body).toMatchObject({ code: 'takes_no_quotes' });
  });

  test('refuses what does not fit with what to do, and loses nothing', async () => {
    const { customer, ticketId, developers, quotes } = await aComparison(2);
    const [dan, , finn] = developers as [Person, Person, Person];
    const [mine] = quotes as [Quote, Quote];
    const stranger = await world.person('developer', { categories: ['backend'] });
    const other = await world.person('customer');
    expect((await send(customer, ticketId)).body).toMatchObject({ code: 'not_your_part' });
    expect((await send(stranger, ticketId)).status).toBe(404);
    expect((await send(other, ticketId)).status).toBe(404);
    expect((await send(dan, ticketId)).body).toMatchObject({ code: 'already_quoted' });
    const bad = async (quote: object) => (await send(finn, ticketId, quote)).body.errors;
    expect(await bad({ ...aQuote, message: ' ' })).toMatchObject([{ path: 'message' }]);
    expect(await bad({ ...aQuote, milestones: [] })).toMatchObject([{ path: 'milestones' }]);
    const file = { ...aMilestone, file_attachments: [crypto.randomUUID()] };
    expect(await bad({ ...aQuote, milestones: [file] })).toMatchObject([
      { path: 'milestones.0.file_attachments' },
    ]);
    const foreign = { ...aMilestone, checks: [{ id: crypto.randomUUID(), text: 'It works' }] };
    expect(await bad({ ...aQuote, milestones: [foreign] })).toMatchObject([
      { path: 'milestones.0.checks.0.id' },
    ]);
    // Others' quotes are not there; the author's own can be changed, and not chosen by them.
    for (const person of [finn, other, stranger]) {
      expect((await choose(person, mine)).status).toBe(404);
      expect((await person.call('PATCH', `/api/quotes/${mine.id}`, {})).status).toBe(404);
      expect((await person.call('DELETE', `/api/quotes/${mine.id}`)).status).toBe(404);
    }
    expect((await choose(dan, mine)).status).toBe(403);
    expect((await customer.call('DELETE', `/api/quotes/${mine.id}`)).status).toBe(403);
    // Their authors learn that the request itself has changed.
    ok(await customer.call('PATCH', `/api/tickets/${ticketId}`, { budget: '$300' }));
    expect(await kindsOf(dan)).toContain('quoted_request_edited');
    const changed = { milestones: [aMilestone, { ...aMilestone, title: 'Test it' }] };
    const edited = ok(await dan.call<Quote>('PATCH', `/api/quotes/${mine.id}`, changed));
    expect(edited).toMatchObject({ version: 2, total_cents: 20_000, message: aQuote.message });
    expect((await choose(customer, mine, { version: 1 })).body).toMatchObject({
      code: 'quote_changed',
    });
    ok(await choose(customer, mine, { version: 2 }));
    // After the choice.
    expect((await send(finn, ticketId)).body).toMatchObject({ code: 'ticket_already_grabbed' });
    expect((await choose(customer, mine)).body).toMatchObject({ code: 'quote_decided' });
    for (const { id } of quotes)
      expect((await choose(customer, { id })).body).toMatchObject({ code: 'quote_decided' });
    const patched = await dan.call('PATCH', `/api/quotes/${mine.id}`, { message: 'More' });
    expect(patched.body).toMatchObject({ code: 'quote_decided' });
  });

  test('keeps three of four quotes that are sent at once', async () => {
    const { customer, ticketId, developers } = await aComparison();
    const answers = await Promise.all(developers.map((developer) => send(developer, ticketId)));
    expect(codes(answers)).toEqual(['ok', 'ok', 'ok', 'quotes_full']);
    expect(await listed(customer, ticketId)).toHaveLength(3);
    const more = sql`update tickets set quoted_by = quoted_by || ${crypto.randomUUID()}::uuid
      where id = ${ticketId}`;
    await expect(more.execute(world.context.db)).rejects.toThrow(/tickets_quoted_by_check/);
  });

  test('lets one of two choices win that are made at once', async () => {
    const { customer, ticketId, quotes } = await aComparison(3);
    const answers = await Promise.all(quotes.map((quote) => choose(customer, quote)));
    expect(codes(answers)).toEqual(['ok', 'quote_decided', 'quote_decided']);
    const outcomes = (await listed(customer, ticketId)).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['chosen', 'declined', 'declined']);
    expect((await planOf(customer, ticketId)).items).toHaveLength(1);
  });

  test('is either chosen or withdrawn, and takes a fourth quote or none, where both come at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { customer, ticketId, developers, quotes } = await aComparison(2);
      const [dan, , , gus] = developers as [Person, Person, Person, Person];
      const [mine] = quotes as [Quote, Quote];
      const [chosen, withdrawn, sent] = await Promise.all([
        choose(customer, mine),
        dan.call<{ code: string }>('DELETE', `/api/quotes/${mine.id}`),
        send(gus, ticketId),
      ]);
      expect(codes([chosen, withdrawn])).toEqual(['ok', 'quote_decided']);
      const { developer_id } = await seen(customer, ticketId);
      expect(developer_id).toBe(chosen.status === 200 ? dan.id : null);
      const [late] = await own(gus);
      const isIn = sent.status === 201;
      const wanted = isIn ? (chosen.status === 200 ? 'declined' : null) : undefined;
      expect(late?.outcome).toBe(wanted);
    }
  });

  test('is one of at most five that somebody has quoted on, also at once', async () => {
    const [dan, ...all] = await Promise.all([
      someone('Dan'),
      ...Array.from({ length: 6 }, () => aComparison()),
    ]);
    const answers = await Promise.all(all.map(({ ticketId }) => send(dan, ticketId)));
    expect(codes(answers)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_many_quotes']);
    const [first] = await own(dan);
    expect((await dan.call('DELETE', `/api/quotes/${first?.id}`)).status).toBe(204);
    const left = all.find((_, place) => answers[place]?.status !== 201);
    expect((await send(dan, left?.ticketId ?? '')).status).toBe(201);
  });

  test('is told of the end of its time, and then chosen from, extended or opened', async () => {
    const { customer, ticketId, developers, quotes } = await aComparison(1);
    const [dan, eve] = developers as [Person, Person];
    await pass(ticketId, 35);
    expect(await kindsOf(customer)).not.toContain('quotes_end_soon');
    await pass(ticketId, 2);
    await pass(ticketId, 0);
    expect((await kindsOf(customer)).filter((kind) => kind === 'quotes_end_soon')).toHaveLength(1);
    await pass(ticketId, 12);
    expect(await mailKinds(customer)).toEqual(expect.arrayContaining(['quotes_ended']));
    expect(await seen(customer, ticketId)).toMatchObject({
      quotes: { until: null, count: 1 },
      timer: null,
      turn: { sentence: 'Your turn: choose a quote' },
    });
    expect((await send(eve, ticketId)).body).toMatchObject({ code: 'quotes_over' });
    // What was sent in time can still be changed and chosen.
    const path = `/api/quotes/${quotes[0]?.id}`;
    ok(await dan.call('PATCH', path, { message: 'Still there' }));

    expect((await step(eve, ticketId, 'extend-quotes')).status).toBe(403);
    const { quotes: extended, timer } = ok(await step(customer, ticketId, 'extend-quotes'));
    const left = new Date(String(extended?.until)).getTime() - Date.now();
    expect(Math.round(left / HOUR_MS)).toBe(48);
    expect(timer?.kind).toBe('quotes');
    ok(await send(eve, ticketId));
    await pass(ticketId, 37);
    expect((await kindsOf(customer)).filter((kind) => kind === 'quotes_end_soon')).toHaveLength(1);

    ok(await step(customer, ticketId, 'open-for-grabbing'));
    expect((await seen(customer, ticketId)).mode).toBe('grab');
    for (const author of [dan, eve]) {
      expect(await kindsOf(author)).toContain('opened_for_grabbing');
      expect((await own(author))[0]?.outcome).toBe('closed');
    }
    expect((await step(customer, ticketId, 'extend-quotes')).body).toMatchObject({
      code: 'takes_no_quotes',
    });
    await grab(dan, ticketId);
    expect(await mailKinds(customer)).toContain('request_assigned');
  });

  test('says so when no quote came', async () => {
    const { customer, ticketId } = await aComparison();
    await pass(ticketId, 49);
    expect((await seen(customer, ticketId)).turn).toMatchObject({
      whose: 'mine',
      action: 'extend-quotes',
    });
    const [mail] = (await world.mails()).filter(
      ({ kind, recipient }) => kind === 'quotes_ended' && recipient === customer.email,
    );
    expect(mail?.body_text).toContain('No quote has come so far.');
  });
});

describe('what is said about a quote', () => {
  test('is between its author and the customer, and begins their discussion once it is chosen', async () => {
    const { customer, ticketId, developers, quotes } = await aComparison(2);
    const [dan, eve] = developers as [Person, Person];
    const [mine, theirs] = quotes as [Quote, Quote];
    const say = (person: Person, { id }: Quote, text: string) =>
      person.call<Quote & { code: string }>('POST', `/api/quotes/${id}/messages`, { text });
    ok(await say(customer, mine, 'Do you know Next.js?'));
    expect(await kindsOf(dan)).toContain('quote_discussed');
    ok(await say(dan, mine, 'For five years.'));
    ok(await say(customer, theirs, 'And you?'));
    expect((await say(eve, mine, 'Me too')).status).toBe(404);
    expect((await say(customer, mine, '  ')).status).toBe(400);
    const [first, second] = await listed(customer, ticketId);
    expect(first?.messages.map(({ text, is_mine }) => [text, is_mine])).toEqual([
      ['Do you know Next.js?', true],
      ['For five years.', false],
    ]);
    expect(second?.messages).toHaveLength(1);
    expect((await listed(eve, ticketId))[0]?.messages.map(({ text }) => text)).toEqual([
      'And you?',
    ]);
    // Nobody but the two reads a thread before the choice.
    expect((await dan.call('GET', `/api/tickets/${ticketId}/messages`)).status).toBe(404);

    ok(await choose(customer, mine));
    expect((await say(dan, mine, 'Thank you')).body).toMatchObject({ code: 'quote_decided' });
    const thread = ok(
      await dan.call<{ items: { text: string; author_id: string }[] }>(
        'GET',
        `/api/tickets/${ticketId}/messages`,
      ),
    );
    expect(thread.items.map(({ text, author_id }) => [text, author_id])).toEqual([
      [aQuote.message, dan.id],
      ['Do you know Next.js?', customer.id],
      ['For five years.', dan.id],
    ]);
    expect(ok(await customer.call('GET', '/api/me/unread'))).toMatchObject({ count: 0 });
  });

  test('is looked through for keys, which can only be masked', async () => {
    const { ticketId, developers } = await aComparison();
    const key = ['ghp', 'a1B2'.repeat(9)].join('_');
    const [dan] = developers as [Person];
    const quote = { ...aQuote, message: `Use ${key}` };
    for (const secrets of [undefined, 'share'])
      expect((await send(dan, ticketId, { ...quote, secrets })).body).toMatchObject({
        code: 'secrets_found',
      });
    const masked = ok(await send(dan, ticketId, { ...quote, secrets: 'mask' }));
    expect(masked.message).not.toContain(key);
  });
});

describe('a quote whose author or request goes', () => {
  test('is withdrawn with an author who is suspended, or leaves', async () => {
    const { customer, ticketId, developers } = await aComparison(2);
    const [dan, eve] = developers as [Person, Person];
    const moderator = await world.person('moderator');
    const path = `/api/moderation/accounts/${dan.id}/suspend`;
    ok(await moderator.call('POST', path, { reason: 'Rude' }));
    expect((await listed(customer, ticketId)).map(({ developer }) => developer.id)).toEqual([
      eve.id,
    ]);
    expect(await kindsOf(customer)).toContain('quote_withdrawn');
    expect((await seen(customer, ticketId)).quotes?.count).toBe(1);
    await givePassword(world, eve);
    ok(await eve.call('DELETE', '/api/me', { password: PASSWORD }));
    expect(await listed(customer, ticketId)).toEqual([]);
    expect((await seen(customer, ticketId)).quotes?.count).toBe(0);
  });

  test('is closed, and its author told, when its request is cancelled, deleted or closed', async () => {
    const moderator = await world.person('moderator');
    const ways: ((job: Awaited<ReturnType<typeof aComparison>>) => Promise<unknown>)[] = [
      async ({ customer, ticketId }) =>
        ok(await step(customer, ticketId, 'cancel', { reason: 'No' })),
      async ({ customer, ticketId }) =>
        ok(await customer.call('DELETE', `/api/tickets/${ticketId}`)),
      async ({ ticketId }) => {
        const path = `/api/moderation/tickets/${ticketId}`;
        ok(await moderator.call('POST', `${path}/take-in`, { reason: 'To look' }));
        ok(await moderator.call('POST', `${path}/close-for-customer`, { reason: 'Spam' }));
      },
    ];
    for (const end of ways) {
      const job = await aComparison(1);
      const [dan] = job.developers as [Person];
      await end(job);
      expect(await mailKinds(dan)).toContain('quotes_closed');
      expect((await own(dan)).filter(({ outcome }) => outcome === null)).toEqual([]);
    }
  });

  test('waits while a moderator has its request, and takes quotes anew afterwards', async () => {
    const moderator = await world.person('moderator');
    const { customer, ticketId, developers, quotes } = await aComparison(1);
    const [dan, eve] = developers as [Person, Person];
    const [mine] = quotes as [Quote];
    const path = `/api/moderation/tickets/${ticketId}`;
    ok(await moderator.call('POST', `${path}/take-in`, { reason: 'To look' }));
    expect((await choose(customer, mine)).body).toMatchObject({ code: 'quote_decided' });
    expect((await send(eve, ticketId)).status).toBe(409);
    ok(await moderator.call('POST', `${path}/resume`, { reason: 'Fine' }));
    ok(await send(eve, ticketId));
    expect((await dan.call('DELETE', `/api/quotes/${mine.id}`)).status).toBe(204);
    expect((await seen(customer, ticketId)).quotes?.count).toBe(1);
  });

  test('opens again in its mode when it is given back; the next plan replaces what nobody paid', async () => {
    const { customer, ticketId, developers, quotes } = await aComparison(1);
    const [dan, eve] = developers as [Person, Person];
    ok(await choose(customer, quotes[0] as Quote, { approve: true }));
    const [paid] = (await planOf(dan, ticketId)).items as [Milestone];
    await pay(world, customer, paid.id);
    const change = { reason: 'More', add: [{ ...aMilestone, title: 'Unpaid draft' }] };
    ok(await step(dan, ticketId, 'changes', change));
    const { change: open } = await seen(customer, ticketId);
    ok(await customer.call('POST', `/api/changes/${open?.id}/agree`));
    ok(await step(dan, ticketId, 'give-back', { note: 'Half done' }));
    expect(await seen(customer, ticketId)).toMatchObject({
      status: 'AWAITING_ASSIGNMENT',
      mode: 'quotes',
      quotes: { count: 0 },
    });
    expect((await step(eve, ticketId, 'grab')).body).toMatchObject({ code: 'takes_quotes' });
    const next = ok(
      await send(eve, ticketId, { ...aQuote, milestones: [{ ...aMilestone, title: 'The rest' }] }),
    );
    // Who gave it back may change their mind.
    ok(await send(dan, ticketId));
    ok(await choose(customer, next));
    const plan = (await planOf(eve, ticketId)).items;
    expect(plan.map(({ title, billing_status }) => [title, billing_status])).toEqual([
      ['Fix the login', 'held'],
      ['The rest', 'unpaid'],
    ]);
    const { handover } = await seen(eve, ticketId);
    expect(handover?.note).toBe('Half done');
  });
});

describe('an invitation', () => {
  /** A request that compares quotes, of a customer whom somebody helped before. */
  async function withHelper() {
    const customer = await world.person('customer', { name: 'Maya' });
    const helper = await world.person('developer', { name: 'Dan' });
    const { id: earlier } = ok(await customer.call<Ticket>('POST', '/api/tickets', aRequest));
    await grab(helper, earlier);
    await agreeOnPlan({ customer, developer: helper }, earlier);
    const { id: ticketId } = ok(
      await customer.call<Ticket>('POST', '/api/tickets', {
        ...aRequest,
        categories: ['infrastructure'],
        mode: 'quotes',
      }),
    );
    return { customer, helper, ticketId };
  }

  test('is mailed to nobody who wants no mails of new requests', async () => {
    const { customer, helper, ticketId } = await withHelper();
    const never = { notifications: { new_request: 'never' } };
    ok(await helper.call('PATCH', '/api/me', never));
    ok(await step(customer, ticketId, 'invite', { developer_id: helper.id }));
    expect(await kindsOf(helper)).toContain('unblocker_invited');
    expect(await mailKinds(helper)).not.toContain('unblocker_invited');
  });

  test('opens a request to whoever helped before, whatever their categories, and tells them', async () => {
    const { customer, helper, ticketId } = await withHelper();
    const helpers = async () =>
      ok(await customer.call<{ items: Helper[] }>('GET', `/api/tickets/${ticketId}/helpers`)).items;
    expect(await helpers()).toMatchObject([{ person: { id: helper.id }, invited: false }]);
    expect((await helper.call('GET', `/api/tickets/${ticketId}`)).status).toBe(404);
    const invite = (person: Person, developer_id: string) =>
      step(person, ticketId, 'invite', { developer_id });
    expect((await invite(customer, customer.id)).status).toBe(400);
    expect((await invite(customer, crypto.randomUUID())).body).toMatchObject({
      code: 'not_invitable',
    });
    const other = await world.person('customer');
    expect((await invite(customer, other.id)).body).toMatchObject({ code: 'not_invitable' });
    expect((await invite(other, helper.id)).status).toBe(404);
    ok(await invite(customer, helper.id));
    expect((await invite(customer, helper.id)).body).toMatchObject({ code: 'already_invited' });
    expect(await helpers()).toMatchObject([{ invited: true }]);
    expect(await kindsOf(helper)).toContain('unblocker_invited');
    expect(await mailKinds(helper)).toContain('unblocker_invited');
    const list = ok(await helper.call<{ items: Ticket[] }>('GET', '/api/tickets?view=available'));
    expect(list.items.map(({ id }) => id)).toContain(ticketId);
    ok(await send(helper, ticketId));
  });

  test('is offered for nobody who is an unblocker no more', async () => {
    const { customer, ticketId } = await aComparison();
    const helper = await someone('Hanna');
    const { id } = ok(await customer.call<Ticket>('POST', '/api/tickets', aRequest));
    await grab(helper, id);
    const helpers = async () =>
      ok(await customer.call<{ items: Helper[] }>('GET', `/api/tickets/${ticketId}/helpers`)).items;
    expect(await helpers()).toHaveLength(1);
    await sql`update profiles set user_type = 'moderator' where id = ${helper.id}`.execute(
      world.context.db,
    );
    expect(await helpers()).toEqual([]);
  });
});

describe('words about a quote', () => {
  const RUDE = 'Pay me outside, you fool.';

  /** A quote about which its author and the customer have said something. */
  async function talk() {
    const { customer, ticketId, developers, quotes } = await aComparison(2);
    const [author, other] = developers as [Person, Person];
    const [{ id }] = quotes as [Quote];
    const say = (person: Person, text: string) =>
      person.call('POST', `/api/quotes/${id}/messages`, { text }).then(ok);
    await say(customer, 'Can you begin today?');
    await say(author, RUDE);
    const [quote] = await listed(customer, ticketId);
    const [question, answer] = quote?.messages ?? [];
    if (!question || !answer) throw new Error('nothing was said');
    const report = (person: Person, about: object = { message_id: answer.id }) =>
      person.call<Quote & { code: string }>('POST', `/api/quotes/${id}/report`, {
        text: 'He asks for money elsewhere.',
        ...about,
      });
    return { customer, ticketId, author, other, id, question, answer, report };
  }

  const queue = async (moderator: Person, status = 'open') =>
    ok(
      await moderator.call<{ items: FeedbackReport[] }>(
        'GET',
        `/api/moderation/reviews?status=${status}&limit=100`,
      ),
    ).items;

  const decide = (moderator: Person, id: string, path: 'hide' | 'dismiss' | 'overturn') =>
    moderator.call<FeedbackReport & { code: string }>(
      'POST',
      `/api/moderation/reviews/${id}/${path}`,
      { reason: 'Nobody may be asked to pay elsewhere.' },
    );

  test('are read by the customer no more once the quote is withdrawn, by no report either', async () => {
    const { customer, author, id, report } = await talk();
    ok(await author.call('DELETE', `/api/quotes/${id}`));
    expect(await report(customer)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await report(customer, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('are exported by the customer, of a withdrawn quote those that they wrote', async () => {
    const { customer, author, id, ticketId } = await talk();
    ok(await author.call('DELETE', `/api/quotes/${id}`));
    const exported = async (person: Person) =>
      ok(
        await person.call<{ quotes: object[]; quote_questions: object[] }>('GET', '/api/me/export'),
      );
    const { quotes, quote_questions } = await exported(customer);
    expect(quotes).toHaveLength(1);
    expect(quote_questions).toMatchObject([
      { quote_id: id, ticket_id: ticketId, text: 'Can you begin today?' },
    ]);
    expect(JSON.stringify(quotes)).not.toContain(RUDE);
    // Its author has all of it with the quote.
    expect(await exported(author)).toMatchObject({ quotes: [{ id }], quote_questions: [] });
  });

  test('are reported by the other side before the choice, once, and the request goes on', async () => {
    const { customer, ticketId, author, other, question, report } = await talk();
    const moderator = await world.person('moderator');
    const [before] = await listed(customer, ticketId);
    expect(before?.messages.map(({ actions }) => actions.report?.allowed)).toEqual([false, true]);
    expect(before?.actions.report).toMatchObject({ allowed: true });
    const told = ok(await report(customer));
    expect(told.messages[1]?.actions.report).toMatchObject({ allowed: false });
    expect(await kindsOf(moderator)).toEqual(['words_reported']);
    expect(await mailKinds(moderator)).toEqual(['words_reported']);
    expect((await report(customer)).body).toMatchObject({ code: 'message_already_reported' });
    expect((await report(author)).body).toMatchObject({ code: 'own_message' });
    expect((await report(author, {})).body).toMatchObject({ code: 'own_message' });
    ok(await report(author, { message_id: question.id }));
    ok(await report(customer, {}));
    for (const person of [other, await world.person('customer'), moderator])
      expect((await report(person)).status).toBe(404);
    expect((await report(customer, { message_id: crypto.randomUUID() })).status).toBe(404);
    expect((await report(customer, { text: ' ' })).status).toBe(400);
    expect(await seen(customer, ticketId)).toMatchObject({ status: 'AWAITING_ASSIGNMENT' });
  });

  test('are read by moderators in the case, with all that was said, while it is open', async () => {
    const { customer, ticketId, report } = await talk();
    const moderator = await world.person('moderator');
    const look = async () =>
      ok(await moderator.call<ModeratedRequest>('GET', `/api/moderation/tickets/${ticketId}`));
    expect(await look()).toMatchObject({ quotes: [], thread: { allowed: false } });
    ok(await report(customer));
    const found = (await queue(moderator)).find(({ ticket }) => ticket.id === ticketId);
    expect(found).toMatchObject({
      about: 'quote',
      text: 'He asks for money elsewhere.',
      review: {
        left_by: 'developer',
        author_name: 'Dan',
        subject_name: 'Maya',
        feedback: RUDE,
        rating: null,
      },
      actions: { hide: { allowed: true }, dismiss: { allowed: true } },
    });
    const counts = ok(
      await moderator.call<{ reviews: { count: number } }>('GET', '/api/moderation/counts'),
    );
    expect(counts.reviews.count).toBe((await queue(moderator)).length);
    expect(await look()).toMatchObject({
      thread: { allowed: true },
      quotes: [
        { author_name: 'Dan', messages: [{ side: 'customer' }, { side: 'developer', text: RUDE }] },
        { author_name: 'Eve', messages: [] },
      ],
    });
    ok(await decide(moderator, found?.id ?? '', 'dismiss'));
    expect(await look()).toMatchObject({ quotes: [] });
    expect(await mailKinds(customer)).toContain('review_decided');
  });

  test('are hidden from all but their author, who may appeal, and stay behind when it is chosen', async () => {
    const { customer, ticketId, author, id, report } = await talk();
    const moderator = await world.person('moderator');
    ok(await report(customer));
    ok(await report(customer, {}));
    for (const { id: reportId, ticket } of await queue(moderator))
      if (ticket.id === ticketId) ok(await decide(moderator, reportId, 'hide'));
    const [read] = await listed(customer, ticketId);
    expect(read).toMatchObject({ message: HIDDEN_MESSAGE_TEXT, is_hidden: true });
    expect(read?.messages[1]).toMatchObject({ text: HIDDEN_MESSAGE_TEXT, is_hidden: true });
    expect(await own(author)).toMatchObject([
      { message: aQuote.message, messages: [{}, { text: RUDE, is_hidden: true }] },
    ]);
    const exported = await customer.call('GET', '/api/me/export');
    expect(JSON.stringify(exported.body)).not.toContain(RUDE);
    expect((await report(customer)).body).toMatchObject({ code: 'message_already_hidden' });
    for (const person of [customer, author])
      expect((await mailKinds(person)).filter((kind) => kind === 'review_decided')).toHaveLength(2);
    const told = async (person: Person) =>
      (await world.mails()).find(
        ({ recipient, kind }) => recipient === person.email && kind === 'review_decided',
      )?.body_text;
    for (const [person, side] of [
      [customer, 'customer'],
      [author, 'developer'],
    ] as const) {
      expect(await told(person)).toContain('It is about "Login loops after deploy".');
      expect(await told(person)).toContain(`/dashboard/${side}/plan/${ticketId}`);
    }
    expect(await told(author)).toContain('choose Appeal below your words');
    expect(await told(customer)).not.toContain('Appeal');
    const log = await moderator.call<{ items: object[] }>(
      'GET',
      `/api/moderation/audit?action=quote_words_hidden&ticket_id=${ticketId}`,
    );
    expect(ok(log).items).toHaveLength(2);
    const appeal = (person: Person, about: object = {}) =>
      person.call<Quote & { code: string }>('POST', `/api/quotes/${id}/appeal`, {
        text: 'That was a joke.',
        ...about,
      });
    expect((await appeal(customer)).body).toMatchObject({ code: 'not_your_part' });
    const rude = { message_id: read?.messages[1]?.id };
    expect(ok(await appeal(author, rude)).messages[1]?.actions.appeal).toMatchObject({
      allowed: false,
    });
    const [waiting] = await queue(moderator, 'appealed');
    const overturn = `/api/moderation/reviews/${waiting?.id}/overturn`;
    const colleague = await world.person('moderator');
    ok(await colleague.call('POST', overturn, { reason: 'They laughed.' }));
    expect((await listed(customer, ticketId))[0]?.messages[1]).toMatchObject({ text: RUDE });
    const [one] = await queue(moderator, 'hidden');
    expect((await decide(moderator, one?.id ?? '', 'hide')).body).toMatchObject({
      code: 'report_decided',
    });
    ok(await choose(customer, { id }));
    const thread = ok(
      await customer.call<{ items: { text: string }[] }>(
        'GET',
        `/api/tickets/${ticketId}/messages`,
      ),
    ).items.map(({ text }) => text);
    expect(thread).toContain('Can you begin today?');
    expect(thread).toContain(RUDE);
    expect(thread).not.toContain(aQuote.message);
    expect((await report(customer, {})).body).toMatchObject({ code: 'quote_decided' });
  });

  test('that are hidden after the choice disappear from the conversation too, and come back by an appeal', async () => {
    const { customer, ticketId, author, id, report } = await talk();
    const moderator = await world.person('moderator');
    ok(await report(customer));
    const [found] = (await queue(moderator)).filter(({ ticket }) => ticket.id === ticketId);
    ok(await choose(customer, { id }));
    const thread = async (person: Person) =>
      ok(
        await person.call<{ items: { text: string | null; is_hidden: boolean }[] }>(
          'GET',
          `/api/tickets/${ticketId}/messages`,
        ),
      ).items;
    expect((await thread(customer)).map(({ text }) => text)).toContain(RUDE);
    ok(await decide(moderator, found?.id ?? '', 'hide'));
    for (const person of [customer, author]) {
      const said = await thread(person);
      expect(said.map(({ text }) => text)).not.toContain(RUDE);
      expect(said.filter(({ is_hidden }) => is_hidden)).toHaveLength(1);
      expect(said.map(({ text }) => text)).toContain('Can you begin today?');
    }
    const message_id = (await own(author))[0]?.messages[1]?.id;
    const appeal = { text: 'That was a joke.', message_id };
    ok(await author.call('POST', `/api/quotes/${id}/appeal`, appeal));
    const colleague = await world.person('moderator');
    ok(await decide(colleague, found?.id ?? '', 'overturn'));
    expect((await thread(customer)).map(({ text }) => text)).toContain(RUDE);
  });

  test('that are hidden as messages after the choice are read beside the quote no more either', async () => {
    const { customer, ticketId, author, id } = await talk();
    const moderator = await world.person('moderator');
    ok(await choose(customer, { id }));
    const thread = ok(
      await customer.call<{ items: { id: string; text: string | null; author_id: string }[] }>(
        'GET',
        `/api/tickets/${ticketId}/messages`,
      ),
    ).items.filter(({ author_id }) => author_id === author.id);
    expect(thread.map(({ text }) => text)).toEqual([aQuote.message, RUDE]);
    for (const message of thread) {
      ok(await customer.call('POST', `/api/messages/${message.id}/report`));
      const hide = `/api/moderation/messages/${message.id}/hide`;
      ok(await moderator.call('POST', hide, { reason: 'Nobody may be asked to pay elsewhere.' }));
    }
    const [read] = await listed(customer, ticketId);
    expect(read).toMatchObject({ message: HIDDEN_MESSAGE_TEXT, is_hidden: true });
    expect(read?.messages).toMatchObject([
      { text: 'Can you begin today?' },
      { text: HIDDEN_MESSAGE_TEXT, is_hidden: true },
    ]);
    const exported = await customer.call<{ quotes: object[] }>('GET', '/api/me/export');
    expect(JSON.stringify(exported.body)).not.toContain(RUDE);
    expect(ok(exported).quotes[0]).toMatchObject({ id, message: HIDDEN_MESSAGE_TEXT });
    // Its author reads it, and appeals against the decision about the message.
    expect(await own(author)).toMatchObject([
      {
        message: aQuote.message,
        actions: { appeal: { allowed: false } },
        messages: [{}, { text: RUDE, actions: { appeal: { allowed: false } } }],
      },
    ]);
  });

  test('of the quote itself stay until a report is answered, and others can be reported anew', async () => {
    const { customer, ticketId, author, id, report } = await talk();
    const moderator = await world.person('moderator');
    const waiting = async () =>
      (await queue(moderator)).find(({ ticket }) => ticket.id === ticketId)?.id ?? '';
    const edit = (patch: object) =>
      author.call<{ code: string }>('PATCH', `/api/quotes/${id}`, patch);
    ok(await report(customer, {}));
    const refused = { status: 409, body: { code: 'words_reported' } };
    expect(await edit({ message: RUDE })).toMatchObject(refused);
    // Its plan, and the same words.
    ok(await edit(aQuote));
    ok(await decide(moderator, await waiting(), 'dismiss'));
    ok(await edit({ milestones: [aMilestone] }));
    expect((await report(customer, {})).body).toMatchObject({ code: 'message_already_reported' });
    ok(await edit({ message: RUDE }));
    ok(await report(customer, {}));
    ok(await decide(moderator, await waiting(), 'hide'));
    ok(await author.call('POST', `/api/quotes/${id}/appeal`, { text: 'That was a joke.' }));
    expect(await edit({ message: 'I did not mean it.' })).toMatchObject(refused);
  });

  test('that are hidden once their quote is decided can be appealed for by whoever wrote them', async () => {
    const { customer, ticketId, author, id, question, report } = await talk();
    const moderator = await world.person('moderator');
    ok(await report(customer));
    ok(await report(author, { message_id: question.id }));
    ok(await step(customer, ticketId, 'open-for-grabbing'));
    const reports = (await queue(moderator)).filter(({ ticket }) => ticket.id === ticketId);
    for (const found of reports) ok(await decide(moderator, found.id, 'hide'));
    const letters = (await world.mails()).filter(({ kind }) => kind === 'review_decided');
    const toCustomer = letters.filter(({ recipient }) => recipient === customer.email);
    const withAppeal = toCustomer.filter(({ body_text }) => body_text.includes('Appeal'));
    expect([toCustomer.length, withAppeal.length]).toEqual([2, 1]);
    expect(withAppeal[0]?.body_text).toContain(`/plan/${ticketId}?open=quote-words`);
    // Twenty others were decided since.
    const since = sql`insert into quotes
      (ticket_id, developer_id, message, milestones, outcome, decided_at, created_at)
      select ticket_id, developer_id, message, milestones, outcome, now(), now()
      from quotes, generate_series(1, 20) where id = ${id}`;
    await since.execute(world.context.db);
    const [first, ...others] = await own(author);
    expect(first?.messages[1]?.actions.appeal).toMatchObject({ allowed: true });
    expect(others).toHaveLength(19);
    const appeal = (person: Person, message_id?: string) =>
      person.call('POST', `/api/quotes/${id}/appeal`, { text: 'That was a joke.', message_id });
    ok(await appeal(author, first?.messages[1]?.id));
    ok(await appeal(customer, question.id));
    expect((await own(author)).map((quote) => quote.id)).not.toContain(id);
  });

  test('about a withdrawn quote are the customer’s no more, and their mail promises no appeal', async () => {
    const { customer, ticketId, author, id, question, report } = await talk();
    const moderator = await world.person('moderator');
    ok(await report(author, { message_id: question.id }));
    ok(await author.call('DELETE', `/api/quotes/${id}`));
    const [found] = (await queue(moderator)).filter(({ ticket }) => ticket.id === ticketId);
    ok(await decide(moderator, found?.id ?? '', 'hide'));
    const letter = (await world.mails()).find(
      ({ kind, recipient }) => kind === 'review_decided' && recipient === customer.email,
    );
    expect(letter?.body_text).not.toContain('Appeal');
  });

  test('that are appealed for wait since the appeal, not since they were reported', async () => {
    const { customer, ticketId, author, id, report } = await talk();
    const moderator = await world.person('moderator');
    ok(await report(customer, {}));
    await sql`update feedback_reports set created_at = created_at - interval '10 days'
      where quote_id = ${id}`.execute(world.context.db);
    const oldest = async () => {
      const path = '/api/moderation/counts';
      const counts = await moderator.call<{ reviews: { oldest_at: string } }>('GET', path);
      return (Date.now() - new Date(ok(counts).reviews.oldest_at).getTime()) / HOUR_MS;
    };
    expect(await oldest()).toBeGreaterThan(200);
    const found = (await queue(moderator)).find(({ ticket }) => ticket.id === ticketId);
    ok(await decide(moderator, found?.id ?? '', 'hide'));
    ok(await author.call('POST', `/api/quotes/${id}/appeal`, { text: 'That was a joke.' }));
    expect(await oldest()).toBeLessThan(1);
  });

  test('are not decided by a moderator who has sent the quote', async () => {
    const { customer, ticketId, author, report } = await talk();
    const moderator = await world.person('moderator');
    ok(await report(customer));
    const [found] = (await queue(moderator)).filter(({ ticket }) => ticket.id === ticketId);
    await sql`update profiles set user_type = 'moderator' where id = ${author.id}`.execute(
      world.context.db,
    );
    expect((await queue(author)).map(({ id }) => id)).not.toContain(found?.id);
    const counts = await author.call<{ reviews: { count: number } }>(
      'GET',
      '/api/moderation/counts',
    );
    const waiting = [...(await queue(author)), ...(await queue(author, 'appealed'))];
    expect(ok(counts).reviews.count).toBe(waiting.length);
    expect((await decide(author, found?.id ?? '', 'dismiss')).body).toMatchObject({
      code: 'not_your_part',
    });
    ok(await decide(moderator, found?.id ?? '', 'dismiss'));
  });
});
