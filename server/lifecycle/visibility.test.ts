import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#domain/category.ts';
import {
  type Asker,
  isInPairing,
  isOpen,
  maySee,
  readsPairing,
  relationOf,
  sideIn,
} from '#domain/relation.ts';
import type { Ticket } from '#domain/ticket.ts';
import { TICKET_STATUSES } from '#domain/ticket-status.ts';
import { announceRequest } from '../notifications/new-requests.ts';
import { ok } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { availableSql, seen, seenSql } from './visibility.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Few, so that some are shared. A moderator may have some from the time as a developer. */
const someCategories = fc.subarray<Category>(['web', 'ios', 'backend']);

const aPerson = fc.record({
  role: fc.constantFrom('customer', 'developer', 'developer', 'moderator'),
  categories: someCategories,
  isBanned: fc.boolean(),
  pace: fc.constantFrom('at_once', 'never'),
});

const aRequest = fc.record({
  customer: fc.nat(4),
  developer: fc.option(fc.nat(4)),
  status: fc.oneof(
    fc.constant('AWAITING_ASSIGNMENT' as const),
    fc.constantFrom(...TICKET_STATUSES),
  ),
  categories: fc.subarray<Category>(['web', 'ios', 'backend'], { minLength: 1 }),
  replaced: fc.array(fc.nat(4), { maxLength: 2 }),
  quoted_by: fc.array(fc.nat(4), { maxLength: 1 }),
  invited: fc.array(fc.nat(4), { maxLength: 1 }),
  /** Who comes first, and whether their time goes on. */
  first: fc.option(fc.record({ who: fc.nat(4), goesOn: fc.boolean() })),
});

type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer One> ? One : never;
interface Somebody extends Asker {
  hears: boolean;
  call: Awaited<ReturnType<World['person']>>['call'];
  isBanned: boolean;
}
type Row = Awaited<ReturnType<typeof addRequest>>;

async function addPerson({ role, categories, isBanned, pace }: Value<typeof aPerson>) {
  const { id, viewer, call } = await world.person(role, { categories });
  const { db } = world.context;
  // A suspension that has ended is none.
  const banned_until = sql<Date>`now() + ${isBanned ? '1 day' : '-1 day'}::interval`;
  await db.updateTable('users').set({ banned_until }).where('id', '=', id).execute();
  const notifications = JSON.stringify({ new_request: pace });
  await db.updateTable('profiles').set({ notifications }).where('id', '=', id).execute();
  const { user_type, supported_categories } = viewer;
  const hears = pace === 'at_once' && !isBanned;
  return { id, user_type, supported_categories, hears, call, isBanned } satisfies Somebody;
}

/** Conversations from before, each maybe shared with whoever has the request now. */
const anEarlier = fc.array(fc.record({ developer: fc.option(fc.nat(4)), shared: fc.boolean() }), {
  maxLength: 2,
});

/** The nearest to what is asked for that the database takes. */
function addRequest(request: Value<typeof aRequest>, people: readonly Somebody[]) {
  const at = (place: number) => people[place % people.length]?.id ?? '';
  const customer_id = at(request.customer);
  const asked = request.developer === null ? null : at(request.developer);
  const developer_id = asked === customer_id ? null : asked;
  const without = ['AWAITING_ASSIGNMENT', 'REQUIRES_MOD_ASSISTANCE', 'CUSTOMER_REJECTED'];
  const fits = developer_id !== null || without.includes(request.status);
  const status = fits ? request.status : 'AWAITING_ASSIGNMENT';
  const isReserved = status === 'AWAITING_ASSIGNMENT' && developer_id !== null;
  return world.context.db
    .insertInto('tickets')
    .values({
      customer_id,
      developer_id,
      pairing_id: developer_id === null ? null : randomUUID(),
      status,
      categories: request.categories,
      replaced: request.replaced.map(at),
      mode: request.quoted_by.length > 0 ? 'quotes' : 'grab',
      quoted_by: request.quoted_by.map(at),
      invited: request.invited.map(at),
      first_for: request.first ? [at(request.first.who)] : [],
      first_until: request.first
        ? new Date(Date.now() + (request.first.goesOn ? 600_000 : -1000))
        : null,
      status_before_help: status === 'REQUIRES_MOD_ASSISTANCE' ? 'AWAITING_ASSIGNMENT' : null,
      reserved_until: isReserved ? new Date() : null,
      description: 'Help',
      ai_tool: 'CLAUDE',
      budget: '$1',
    })
    .returning([
      'id',
      'customer_id',
      'developer_id',
      'pairing_id',
      'status',
      'categories',
      'replaced',
      'quoted_by',
      'invited',
      'first_until',
      'first_for',
    ])
    .executeTakeFirstOrThrow();
}

/** The present pairing of a request, and those before it. */
async function addPairings(
  row: Row,
  earlier: Value<typeof anEarlier>,
  people: readonly Somebody[],
): Promise<{ id: string; developer_id: string | null; shared_with: string | null }[]> {
  const { id: ticket_id, developer_id, pairing_id } = row;
  const present = pairing_id === null ? [] : [{ id: pairing_id, ticket_id, developer_id }];
  const ended = { ended_at: new Date(), ended_by: 'abandon' as const };
  const before = earlier.map(({ developer, shared }) => {
    const isShared = shared && pairing_id !== null;
    const who = developer === null ? null : (people[developer % people.length]?.id ?? null);
    return {
      id: randomUUID(),
      ticket_id,
      developer_id: who,
      ...ended,
      shared_with: isShared ? pairing_id : null,
      shared_at: isShared ? new Date() : null,
    };
  });
  const all = [...present, ...before];
  if (all.length === 0) return [];
  return world.context.db
    .insertInto('pairings')
    .values(all)
    .returning(['id', 'developer_id', 'shared_with'])
    .execute();
}

/** What `domain/relation.ts` says of one person and one request. */
function said(person: Asker, row: Row) {
  const relation = relationOf(person, row);
  const side = sideIn(row, person.id);
  return {
    isSide: side !== null,
    isNoSide: side === null,
    isOpen: isOpen(row),
    isCandidate: relation === 'candidate',
    maySee: maySee(relation, row),
    otherSide: side === 'customer' ? row.developer_id : row.customer_id,
  };
}

const RULES = ['isSide', 'isNoSide', 'isCandidate', 'maySee'] as const;

/** The same from the database: of the person as a row, as values, and as a row in a text. */
async function asked({ hears: _, call: __, isBanned: ___, ...person }: Somebody, row: Row) {
  const { db } = world.context;
  const query = (who: string | Asker) =>
    db
      .selectFrom('tickets as t')
      .innerJoin('profiles as p', (join) => join.on('p.id', '=', person.id))
      .select(RULES.map((rule) => sql<boolean>`${seen[rule](who)} is true`.as(rule)))
      .select(sql<boolean>`${seen.isOpen()} is true`.as('isOpen'))
      .select(seen.otherSide(who).$castTo<string | null>().as('otherSide'))
      .where('t.id', '=', row.id)
      .executeTakeFirstOrThrow();
  const columns = RULES.map((rule) => `${seenSql[rule]('viewer')} is true as "${rule}"`);
  const text = `select ${columns.join(', ')}, ${seenSql.isOpen()} as "isOpen",
      ${seenSql.otherSide('viewer')} as "otherSide"
    from tickets t, profiles viewer where t.id = $1 and viewer.id = $2`;
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [row.id, person.id]));
  return { asRow: await query('p'), asValues: await query(person), inText: rows[0] };
}

type Pairing = Awaited<ReturnType<typeof addPairings>>[number];

/** What the database says of one person and one conversation of a request, or what is of none. */
async function askedOf({ id }: Somebody, row: Row, pairing: Pairing | null) {
  const { db } = world.context;
  const person = { id };
  const query = db
    .selectFrom('tickets as t')
    .innerJoin('profiles as viewer', (join) => join.on('viewer.id', '=', id))
    // As a message of it has it.
    .innerJoinLateral(
      sql<{ pairing_id: string | null }>`(select ${pairing?.id ?? null}::uuid as pairing_id)`.as(
        'm',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('pairings as p', 'p.id', 'm.pairing_id')
    .select(sql<boolean>`${seen.readsPairing(person)} is true`.as('reads'))
    .select(sql<boolean>`${seen.isInPairing('viewer')} is true`.as('isIn'))
    .select(sql<boolean>`${sql.raw(seenSql.readsPairing('viewer'))} is true`.as('readsInText'))
    .select(sql<boolean>`${sql.raw(seenSql.isInPairing('viewer'))} is true`.as('isInInText'))
    .where('t.id', '=', row.id);
  return query.executeTakeFirstOrThrow();
}

/** Ids that `availableSql` and the list itself show to a person, whole and one to a page. */
async function available({ id, user_type, isBanned, call }: Somebody) {
  const text = `select t.id from tickets t, profiles viewer
    where viewer.id = $1 and (${availableSql('viewer').join(' or ')}) order by t.id`;
  const { rows } = await world.context.db.executeQuery<{ id: string }>(
    CompiledQuery.raw(text, [id]),
  );
  const inText = rows.map((row) => row.id);
  // Moderators owe a second factor.
  if (isBanned || user_type === 'moderator') return { inText, listed: inText, paged: inText };
  const listed = (await listedBy(call, 20)).toSorted();
  return { inText, listed, paged: (await listedBy(call, 1)).toSorted() };
}

async function listedBy(call: Person['call'], limit: number, cursor?: string): Promise<string[]> {
  const after = cursor ? `&cursor=${cursor}` : '';
  const path = `/api/tickets?view=available&limit=${limit}${after}`;
  const page = ok(await call<{ items: Ticket[]; next_cursor: string | null }>('GET', path));
  const ids = page.items.map(({ id }) => id);
  return page.next_cursor ? [...ids, ...(await listedBy(call, limit, page.next_cursor))] : ids;
}

async function toldOf(ticketId: string): Promise<string[]> {
  await announceRequest(world.context, { ticket_id: ticketId });
  const told = await world.context.db
    .selectFrom('notifications')
    .select('person_id')
    .where('ticket_id', '=', ticketId)
    .execute();
  return told.map(({ person_id }) => person_id).toSorted();
}

async function clear(): Promise<void> {
  const { db } = world.context;
  await db.deleteFrom('tickets').execute();
  await db.updateTable('profiles').set({ notifications: '{"new_request":"never"}' }).execute();
}

const aWorld = fc.asyncProperty(
  fc.array(aPerson, { minLength: 2, maxLength: 5 }),
  fc.array(aRequest, { minLength: 1, maxLength: 5 }),
  anEarlier,
  async (persons, requests, earlier) => {
    await clear();
    const people = await Promise.all(persons.map(addPerson));
    const rows = await Promise.all(requests.map((request) => addRequest(request, people)));
    const pairings = new Map<Row, Pairing[]>();
    for (const row of rows) pairings.set(row, await addPairings(row, earlier, people));
    for (const person of people) {
      for (const row of rows) {
        const rule = said(person, row);
        const { asRow, asValues, inText } = await asked(person, row);
        expect([asRow, asValues, inText]).toEqual([rule, rule, rule]);
        for (const pairing of [null, ...(pairings.get(row) ?? [])]) {
          const reads = readsPairing(person, row, pairing);
          const isIn = isInPairing(person, row, pairing?.id ?? null);
          const answer = await askedOf(person, row, pairing);
          expect(answer).toEqual({ reads, isIn, readsInText: reads, isInInText: isIn });
        }
      }
      const mine = rows.filter((row) => isOpen(row) && said(person, row).isCandidate);
      const ids = mine.map(({ id }) => id).toSorted();
      expect(await available(person)).toEqual({ inText: ids, listed: ids, paged: ids });
    }
    for (const row of rows) {
      // Whoever has had it before knows of it.
      const had = pairings.get(row)?.map(({ developer_id }) => developer_id) ?? [];
      const hear = people.filter(
        (one) => one.hears && isOpen(row) && said(one, row).isCandidate && !had.includes(one.id),
      );
      expect(await toldOf(row.id)).toEqual(hear.map(({ id }) => id).toSorted());
    }
  },
);

describe('who sees a request', () => {
  test('is the same in TypeScript, in queries and in statements, whoever asks', async () => {
    await fc.assert(aWorld, { numRuns: 40 });
  }, 300_000);
});
