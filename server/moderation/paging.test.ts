import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, postRequest } from '../testing/deeds.ts';
import { reported } from '../testing/moderation.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

const ROWS = 5;
const LISTS = ['waitlist', 'accounts', 'reports', 'tickets', 'audit'];

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
  const customer = await world.person('customer');
  const suspended = await world.person('customer');
  for (let n = 0; n < ROWS; n++) {
    await reported(world, 'planning');
    await postRequest(customer);
    const reason = 'They wrote twice.';
    ok(
      await moderator.call('POST', `/api/moderation/accounts/${suspended.id}/suspend`, { reason }),
    );
    ok(
      await moderator.call('POST', `/api/moderation/accounts/${suspended.id}/restore`, { reason }),
    );
    await sql`insert into waitlist (name, email, specialty)
      values ('Ana', ${`ana-${n}@example.com`}, 'python')`.execute(world.context.db);
  }
  // As rows have that one statement or one moment has made.
  for (const [table, column] of [
    ['waitlist', 'created_at'] as const,
    ['users', 'created_at'] as const,
    ['reports', 'created_at'] as const,
    ['tickets', 'status_since'] as const,
  ]) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = '2026-01-01'`.execute(
      world.context.db,
    );
  }
});
afterAll(() => world.close());

interface Listed {
  items: { id: string }[];
  next_cursor: string | null;
}

test.each(
  LISTS.flatMap((list) =>
    [2, 3].flatMap((limit) => ['newest', 'oldest'].map((order) => ({ list, limit, order }))),
  ),
)(
  'rows of one moment are each on one page of $list, $limit a page, $order first',
  async ({ list, limit, order }) => {
    const path = `/api/moderation/${list}?${list === 'accounts' || list === 'audit' ? '' : `order=${order}&`}`;
    const all = ok(await moderator.call<Listed>('GET', `${path}limit=100`)).items.map(
      ({ id }) => id,
    );
    expect(all.length).toBeGreaterThanOrEqual(ROWS);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: Listed = ok(await moderator.call<Listed>('GET', `${path}limit=${limit}${after}`));
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all);
  },
);
