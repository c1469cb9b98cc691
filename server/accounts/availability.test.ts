import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Availability } from '#domain/availability.ts';
import type { Export } from '#domain/export.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import type { Helper, Quote } from '#domain/quote.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { Unblocker, UnblockerPage } from '#domain/unblocker.ts';
import { announceRequest } from '../notifications/new-requests.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { aMilestone, aRequest, grab, ok, postRequest } from '../testing/deeds.ts';
import { finishRequest, publish } from '../testing/profiles.ts';
import { type Answer, newcomer, openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer', { name: 'Maya' });
});
afterAll(() => world.close());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

const PATH = '/api/me/availability';
const read = async (person: Person) => ok(await person.call<Availability>('GET', PATH));
const save = (person: Person, body: object) =>
  person.call<Availability & { code: string; errors: { path: string; message: string }[] }>(
    'PUT',
    PATH,
    body,
  );

async function quoteOn(person: Person, ticketId: string): Promise<Quote> {
  const quote = { message: 'I can', milestones: [aMilestone] };
  return ok(await person.call<Quote>('POST', `/api/tickets/${ticketId}/quotes`, quote));
}

const act = (person: Person, ticketId: string, action: string, body?: object) =>
  person.call<Ticket & { code: string; detail: string }>(
    'POST',
    `/api/tickets/${ticketId}/${action}`,
    body,
  );

const codes = (answers: readonly Answer<{ code?: string }>[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'ok' : (body.code ?? String(status)))).sort();

async function requests(count: number, changes: object = {}): Promise<string[]> {
  const posted = [];
  for (let each = 0; each < count; each++) posted.push((await postRequest(customer, changes)).id);
  return posted;
}

describe('the availability of an unblocker', () => {
  test('is there and five requests at a time at first, and what they choose then', async () => {
    const dan = await newcomer(world);
    expect(await read(dan)).toEqual({
      away_until: null,
      max_running: 10,
      running: 0,
      first_requests: 0,
    });
    const until = inDays(10);
    expect(ok(await save(dan, { away_until: until.toISOString(), max_running: 2 }))).toMatchObject({
      away_until: until.toISOString(),
      max_running: 2,
    });
    expect(await read(dan)).toMatchObject({ away_until: until.toISOString(), max_running: 2 });
    // A day lasts until its end. What is left out of a PUT is not there any more.
    const day = inDays(3).toISOString().slice(0, 10);
    expect(ok(await save(dan, { away_until: day, max_running: 10 })).away_until).toBe(
      `${day}T23:59:59.999Z`,
    );
    expect(ok(await save(dan, { max_running: 10 })).away_until).toBeNull();
    expect(ok(await save(dan, { max_running: null })).max_running).toBeNull();
  });

  test('refuses what cannot be, naming it, and is of unblockers alone', async () => {
    const dan = await newcomer(world);
    const paths = async (body: object) => {
      const answer = await save(dan, body);
      expect(answer.status).toBe(400);
      return answer.body.errors.map(({ path }) => path);
    };
    expect(await paths({ away_until: inDays(-1).toISOString(), max_running: 5 })).toEqual([
      'away_until',
    ]);
    expect(await paths({ away_until: inDays(36_500).toISOString(), max_running: 5 })).toEqual([
      'away_until',
    ]);
    expect(await paths({ away_until: 'tomorrow', max_running: 0 })).toEqual([
      'away_until',
      'max_running',
    ]);
    expect(await paths({ max_running: 11 })).toEqual(['max_running']);
    expect(await paths({})).toEqual(['max_running']);
    expect(await read(dan)).toMatchObject({ away_until: null, max_running: 10 });
    for (const person of [customer, await world.person('moderator')]) {
      expect((await person.call('GET', PATH)).status).toBe(403);
      expect((await save(person, { max_running: 3 })).status).toBe(403);
    }
    expect((await world.call('GET', PATH)).status).toBe(401);
  });

  test('goes into the export, and away with the account', async () => {
    const dan = await newcomer(world);
    const until = inDays(2).toISOString();
    ok(await save(dan, { away_until: until, max_running: 4 }));
    ok(await dan.call('POST', '/api/me/alerts', { words: 'stripe', min_budget_cents: 500 }));
    const exported = ok(await dan.call<Export>('GET', '/api/me/export'));
    expect(exported.availability).toEqual({
      away_until: until,
      max_running: 4,
      first_requests: 0,
    });
    expect(exported.alerts).toMatchObject([{ words: 'stripe', min_budget_cents: 500 }]);
    expect(ok(await customer.call<Export>('GET', '/api/me/export'))).toMatchObject({
      availability: null,
      alerts: [],
    });
    await givePassword(world, dan);
    expect((await dan.call('DELETE', '/api/me', { password: PASSWORD })).status).toBe(204);
    const { rows } = await sql`select away_until, max_running, (select count(*)::int from alerts
      where developer_id = p.id) as alerts from profiles p where id = ${dan.id}`.execute(
      world.context.db,
    );
    expect(rows).toEqual([{ away_until: null, max_running: 10, alerts: 0 }]);
  });
});

describe('somebody who is away', () => {
  test('takes nothing until they are back, which one press does', async () => {
    const dan = await world.person('developer');
    const [open, reserved, theirs] = await requests(3);
    const { id: compared } = ok(
      await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, mode: 'quotes' }),
    );
    await grab(dan, theirs ?? '');
    ok(await act(dan, reserved ?? '', 'reserve'));
    ok(await save(dan, { away_until: inDays(1).toISOString(), max_running: null }));
    const quote = { message: 'I can', milestones: [aMilestone] };
    for (const [id, action, body] of [
      [open, 'grab'],
      [open, 'reserve'],
      [reserved, 'grab'],
      [compared, 'quotes', quote],
    ] as const) {
      const { status, body: problem } = await act(dan, id ?? '', action, body);
      expect([status, problem.code]).toEqual([409, 'away']);
      expect(problem.detail).toContain('You are away');
    }
    // They still see it, with the reason; and what they have goes on.
    const seen = ok(await dan.call<Ticket>('GET', `/api/tickets/${open}`));
    expect(seen.actions.grab).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('You are away'),
    });
    ok(await dan.call('POST', `/api/tickets/${theirs}/milestones`, aMilestone));
    ok(await save(dan, { max_running: null }));
    await grab(dan, reserved ?? '');
    await grab(dan, open ?? '');
  });

  test('hears of nothing new, is not invited, is not chosen, and is shown as away', async () => {
    const dan = await world.person('developer', { categories: ['infrastructure'] });
    const { slug } = await publish(dan, { name: 'Danuta', categories: ['infrastructure'] });
    const { id: compared } = ok(
      await customer.call<Ticket>('POST', '/api/tickets', {
        ...aRequest,
        categories: ['infrastructure'],
        mode: 'quotes',
      }),
    );
    const quote = await quoteOn(dan, compared);
    const [old] = await requests(1, { categories: ['infrastructure'] });
    await grab(dan, old ?? '');
    const until = inDays(5).toISOString();
    ok(await save(dan, { away_until: until, max_running: null }));

    const [id] = await requests(1, { categories: ['infrastructure'] });
    await announceRequest(world.context, { ticket_id: id ?? '' });
    const told = await sql`select 1 from notifications where person_id = ${dan.id}
      and ticket_id = ${id} and kind = 'new_request'`.execute(world.context.db);
    expect(told.rows).toEqual([]);

    const invited = await act(customer, id ?? '', 'invite', { developer_id: dan.id });
    expect([invited.status, invited.body.code]).toEqual([409, 'unblocker_away']);
    const helpers = ok(
      await customer.call<{ items: Helper[] }>('GET', `/api/tickets/${id}/helpers`),
    ).items;
    expect(helpers.find(({ person }) => person.id === dan.id)?.away_until).toBe(until);

    const [asked] = ok(
      await customer.call<{ items: Quote[] }>('GET', `/api/tickets/${compared}/quotes`),
    ).items;
    expect(asked?.actions['choose-quote']).toMatchObject({ allowed: false });
    const chosen = await customer.call('POST', `/api/quotes/${quote.id}/choose`, {});
    expect([chosen.status, chosen.body.code]).toEqual([409, 'unblocker_away']);

    const page = ok(await world.call<UnblockerPage>('GET', `/api/unblockers/${slug}`));
    expect(page.away_until).toBe(until);
    const listed = ok(await world.call<{ items: Unblocker[] }>('GET', '/api/unblockers?q=Danuta'));
    expect(listed.items).toMatchObject([{ away_until: until, first_requests: null }]);

    // A date that has passed is none.
    await sql`update profiles set away_until = now() - interval '1 minute' where id = ${dan.id}`.execute(
      world.context.db,
    );
    expect((await read(dan)).away_until).toBeNull();
    ok(await act(customer, id ?? '', 'invite', { developer_id: dan.id }));
    ok(await customer.call('POST', `/api/quotes/${quote.id}/choose`, {}));
  });
});

describe('how many requests run at a time', () => {
  test('is held for grabs, reservations and what the customer chooses', async () => {
    const dan = await world.person('developer');
    const [first, second, third, reserved] = await requests(4);
    const { id: compared } = ok(
      await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, mode: 'quotes' }),
    );
    const quote = await quoteOn(dan, compared);
    ok(await act(dan, reserved ?? '', 'reserve'));
    ok(await save(dan, { max_running: 2 }));
    await grab(dan, first ?? '');
    await grab(dan, second ?? '');
    expect(await read(dan)).toMatchObject({ running: 2 });
    for (const [id, action] of [
      [third, 'grab'],
      [third, 'reserve'],
      [reserved, 'grab'],
    ] as const) {
      const { status, body } = await act(dan, id ?? '', action);
      expect([status, body.code]).toEqual([409, 'too_many_running']);
    }
    const chosen = await customer.call('POST', `/api/quotes/${quote.id}/choose`, {});
    expect([chosen.status, chosen.body.code]).toEqual([409, 'unblocker_full']);
    // One that ends makes room; so does a higher number.
    ok(await dan.call('POST', `/api/tickets/${first}/give-back`, { note: 'Not mine' }));
    ok(await customer.call('POST', `/api/quotes/${quote.id}/choose`, {}));
    expect((await act(dan, third ?? '', 'grab')).body.code).toBe('too_many_running');
    ok(await save(dan, { max_running: 3 }));
    await grab(dan, third ?? '');
    // A lower one takes nothing away.
    expect(ok(await save(dan, { max_running: 1 }))).toMatchObject({ running: 3 });
  });

  test('is not passed by any number of grabs and choices at once', async () => {
    const dan = await world.person('developer');
    const attempt = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 3 }),
      async (max_running, grabs, choices) => {
        await sql`delete from tickets where developer_id = ${dan.id} or developer_id is null`.execute(
          world.context.db,
        );
        ok(await save(dan, { max_running }));
        const quotes: Quote[] = [];
        for (let each = 0; each < choices; each++) {
          const { id } = ok(
            await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, mode: 'quotes' }),
          );
          quotes.push(await quoteOn(dan, id));
        }
        const open = await requests(grabs);
        const answers = await Promise.all([
          ...open.map((id) => act(dan, id, 'grab')),
          ...quotes.map(({ id }) =>
            customer.call<{ code: string }>('POST', `/api/quotes/${id}/choose`, {}),
          ),
        ]);
        const took = codes(answers).filter((code) => code === 'ok').length;
        expect(took).toBe(Math.min(max_running, grabs + choices));
        expect((await read(dan)).running).toBe(took);
      },
    );
    await fc.assert(attempt, { numRuns: 15 });
  }, 120_000);
});

describe('the first three requests of an unblocker', () => {
  test('run at most five at a time, and say so to the customer until all are finished', async () => {
    const dan = await newcomer(world);
    const { slug } = await publish(dan, { name: 'Dan' });
    ok(await save(dan, { max_running: 10 }));
    const [first, ...others] = await requests(6);
    await grab(dan, first ?? '');
    const seen = async () =>
      ok(await customer.call<Ticket>('GET', `/api/tickets/${first}`)).counterpart;
    expect(await seen()).toMatchObject({ id: dan.id, first_requests: 0 });
    for (const id of others.slice(0, 4)) await grab(dan, id);
    const refused = await act(dan, others[4] ?? '', 'grab');
    expect([refused.status, refused.body.code]).toEqual([409, 'too_many_first']);
    for (const id of others.slice(0, 4))
      ok(await dan.call('POST', `/api/tickets/${id}/give-back`, { note: 'Later' }));

    await finishRequest({ world, customer, developer: dan });
    expect(await seen()).toMatchObject({ first_requests: 1 });
    expect(await read(dan)).toMatchObject({ first_requests: 1, running: 1 });
    expect(
      ok(await world.call<UnblockerPage>('GET', `/api/unblockers/${slug}`)).first_requests,
    ).toBe(1);
    for (let each = 0; each < 2; each++) await finishRequest({ world, customer, developer: dan });
    expect(await seen()).toMatchObject({ first_requests: null });
    expect((await read(dan)).first_requests).toBeNull();
    for (const id of await requests(5)) await grab(dan, id);
    expect((await read(dan)).running).toBe(6);
    // What is removed a year later makes nobody new again.
    await sql`delete from tickets where developer_id = ${dan.id} and status = 'CUSTOMER_APPROVED'`.execute(
      world.context.db,
    );
    expect((await read(dan)).first_requests).toBeNull();
  });
});

describe('an invitation', () => {
  test('says why it is refused: to oneself, whoever cannot come, again, or to what is not one’s own', async () => {
    const dan = await world.person('developer');
    const [id] = await requests(1);
    const invite = async (by: Person, developer_id: string) => {
      const { status, body } = await act(by, id ?? '', 'invite', { developer_id });
      return [status, body.code];
    };
    expect(await invite(customer, customer.id)).toEqual([400, 'invalid_input']);
    const suspended = await world.person('developer');
    await sql`update users set banned_until = 'infinity' where id = ${suspended.id}`.execute(
      world.context.db,
    );
    expect(await invite(customer, suspended.id)).toEqual([409, 'not_invitable']);
    expect(await invite(customer, (await world.person('customer')).id)).toEqual([
      409,
      'not_invitable',
    ]);
    expect(await invite(await world.person('customer'), dan.id)).toEqual([404, 'not_found']);
    expect(await invite(customer, dan.id)).toEqual([200, undefined]);
    expect(await invite(customer, dan.id)).toEqual([409, 'already_invited']);
    await grab(dan, id ?? '');
    expect((await invite(customer, (await world.person('developer')).id))[0]).toBe(409);
  });
});
