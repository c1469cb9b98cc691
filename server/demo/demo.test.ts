import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { solvedExamples } from '#domain/solved-examples.ts';
import { changesFor } from '../files/changes-for.ts';
import { change } from '../lifecycle/change.ts';
import { mailModerators } from '../notifications/moderators.ts';
import { openWorld, type World } from '../testing/world.ts';
import { addDemo } from './demo.ts';
import { coffeeApp, coffeeAppFixed } from './projects.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await addDemo(world.context);
});
afterAll(() => world.close());

it('the demo has a request with a project, a picture in its thread, and a delivery that changed it', async () => {
  const { db } = world.context;
  const files = await db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.key', 'a.file_key')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .select(['f.key', 'f.name', 'f.type', 'f.status', 't.customer_id'])
    .orderBy('a.position')
    .execute();
  expect(files.map(({ name, type, status }) => [name, type, status])).toEqual([
    ['corner-coffee.zip', 'application/zip', 'attached'],
    ['crash on my iPhone.png', 'image/png', 'attached'],
    ['corner-coffee-fixed.zip', 'application/zip', 'attached'],
    ['what-changed.md', 'text/plain', 'attached'],
  ]);
  const delivered = files[2];
  const customer = {
    id: delivered?.customer_id ?? '',
    supported_categories: [],
    user_type: 'customer' as const,
  };
  const { items } = await changesFor(world.context, customer, {
    key: delivered?.key ?? '',
    since: undefined,
  });
  expect(items.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
    'changed app.json',
    'changed index.js',
    'changed package.json',
    'added src/polyfills.ts',
    'changed src/time-ago.ts',
  ]);
});

it.each([
  ['before', coffeeApp['corner-coffee/index.js']],
  ['after', coffeeAppFixed['index.js']],
])('the project of the demo imports what it calls, once, %s the delivery', (_, code) => {
  expect(code?.match(/\bregisterRootComponent\b/g)).toHaveLength(2);
  expect(code).toContain("import { registerRootComponent } from 'expo';");
});

it('the demo has applications, and books and a log that agree with its history', async () => {
  const { db } = world.context;
  const { rows } = await sql<{ what: string; late: number }>`
    select 'books' as what, count(*)::int as late from ledger_entries
      where created_at > now() - interval '20 minutes'
    union all select 'log', count(*)::int from audit_log where at > now() - interval '1 hour'
    union all select 'applications', count(*)::int from waitlist
      where created_at > now() - interval '1 hour'`.execute(db);
  expect(rows.filter(({ late }) => late > 0)).toEqual([]);
  expect((await db.selectFrom('waitlist').select('id').execute()).length).toBe(3);
  const mended = await db.selectFrom('entry_versions').select('changes').executeTakeFirstOrThrow();
  expect(mended.changes.items.map(({ path }) => path)).toEqual([
    'lib/money.js',
    'lib/store.js',
    'public/board.js',
    'test/money.test.js',
  ]);
  await expect(sql`update ledger_entries set kind = kind`.execute(db)).rejects.toThrow(
    /append-only/,
  );
});

it('the demo has a request with two quotes, as old as its history says', async () => {
  const quotes = await world.context.db
    .selectFrom('quotes as q')
    .innerJoin('tickets as t', 't.id', 'q.ticket_id')
    .select(['t.mode', 't.quotes_until', 'q.outcome', 'q.created_at'])
    .execute();
  const hours = (at: Date | null) => Math.round(((at?.getTime() ?? 0) - Date.now()) / 3_600_000);
  expect(quotes.map(({ mode, outcome }) => [mode, outcome])).toEqual([
    ['quotes', null],
    ['quotes', null],
  ]);
  expect(hours(quotes[0]?.quotes_until ?? null)).toBe(28);
  expect(hours(quotes[0]?.created_at ?? null)).toBeLessThan(-15);
});

it('whoever approved a milestone of the demo has said that its checks work', async () => {
  const { rows } = await sql`
    select distinct c.state from checks c join milestones m on m.id = c.milestone_id
    where m.status = 'ACCEPTED'`.execute(world.context.db);
  expect(rows).toEqual([{ state: 'passed' }]);
});

it('the first news after the first start is mailed to the moderator at once', async () => {
  const { db } = world.context;
  const letter = { kind: 'message_reported', subject: 'Message Reported', paragraphs: [] };
  await change(world.context, (change) => mailModerators(change, letter));
  const mails = await db.selectFrom('mails').select(['recipient', 'subject']).execute();
  expect(mails).toEqual([{ recipient: 'moderator@example.com', subject: letter.subject }]);
});

it('the demo is added once', async () => {
  await addDemo(world.context);
  const { count } = await world.context.db
    .selectFrom('files')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(4);
});

it('what a thread says of a step has the date that the history gives it', async () => {
  const apart = await sql<{ kind: string }>`
    select m.kind from messages m where m.kind is not null and not exists
      (select from ticket_history h where h.ticket_id = m.ticket_id
        and abs(extract(epoch from h.created_at - m.created_at)) < 60)`.execute(world.context.db);
  expect(apart.rows).toEqual([]);
});

it.each(Object.values(solvedExamples))(
  'the start page tells of a request of the demo: $problem',
  async (example) => {
    const { rows } = await sql<Record<string, unknown>>`
    select split_part(t.description, E'\n', 1) as problem, t.ai_tool, t.stack, m.title,
      m.description as parts, m.estimated_minutes / 60 as hours, m.hourly_rate_cents,
      b.price_cents - b.discount_cents as paid_cents,
      round(extract(epoch from done.created_at - t.created_at) / 3600)::int as took_hours
    from tickets t join milestones m on m.ticket_id = t.id
      join billing_records b on b.milestone_id = m.id
      join ticket_history done on done.ticket_id = t.id and done.action = 'accept'
    where t.status = 'CUSTOMER_APPROVED' and t.description like ${`${example.problem}%`}`.execute(
      world.context.db,
    );
    expect(rows).toEqual([{ ...example, parts: `${example.parts.join('. ')}.` }]);
  },
);
