import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Export } from '#domain/export.ts';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { WaitlistStatus } from '#domain/waitlist.ts';
import { removeFiles } from '../files/remove-files.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { applicant, tokenTo } from '../testing/joining.ts';
import { stored } from '../testing/stored.ts';
import { type Scene, STAGES, walkTo } from '../testing/walk.ts';
import { openWorld, type World } from '../testing/world.ts';
import { removeFinished } from './remove-finished.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** As if a request had come to its present state so long ago. */
async function standsFor(scene: Scene, interval: string): Promise<void> {
  await sql`update tickets set status_since = now() - ${interval}::interval
    where id = ${scene.ticketId}`.execute(world.context.db);
}

/** What a billing record knows of its request and plan. */
const PLANNED = [
  'ticket_id',
  'milestone_id',
  'milestone_title',
  'estimated_minutes',
  'hourly_rate_cents',
];

async function books(): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(e order by e.id) from ledger_entries e) as entries,
      (select jsonb_agg(l order by l.entry_id, l.account) from ledger_lines l) as lines,
      (select jsonb_agg(to_jsonb(b) - ${PLANNED}::text[] order by b.id) from billing_records b) as records,
      (select jsonb_agg(c order by c.id) from checkouts c) as checkouts,
      (select jsonb_agg(r order by r.number) from receipts r) as receipts,
      (select jsonb_agg(p order by p.id) from profiles p) as people`.execute(world.context.db);
  return rows[0];
}

const bytesOf = (key: string) =>
  existsSync(path.join(world.context.config.dataDir, 'files', 'originals', key));

const isThere = async ({ ticketId }: Scene) => {
  const { rows } = await sql`select from tickets where id = ${ticketId}`.execute(world.context.db);
  return rows.length === 1;
};

async function due(): Promise<Record<string, number>> {
  const { body } = await world.app.inject('/metrics');
  const found = [...body.matchAll(/^unblock_retention_due\{what="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, what, count]) => [what, Number(count)]));
}

test('a finished request goes 12 months after its end, with all that hangs on it, and the books stay', async () => {
  const scene = await walkTo(world, 'approved');
  const { customer, developer, ticketId, fileKey } = scene;
  const attached = await upload(world, developer, { name: 'proof.txt', content: 'It works.' });
  ok(
    await developer.call<Message>('POST', `/api/tickets/${ticketId}/messages`, {
      text: 'The proof',
      attachments: [attached.fileKey],
    }),
  );
  ok(await customer.call('PUT', `/api/tickets/${ticketId}/feedback`, { rating: 5 }));
  await standsFor(scene, `${RETENTION_MONTHS} months 1 hour`);
  expect(await due()).toMatchObject({ requests: 1, files: 2, late: 0 });
  expect((await due()).messages).toBeGreaterThan(2);
  await standsFor(scene, `${RETENTION_MONTHS} months 25 hours`);
  expect(await due()).toMatchObject({ requests: 1, late: 1 });
  const before = await books();

  await removeFinished(world.context);
  await removeFiles(world.context);

  expect(await due()).toEqual({ requests: 0, messages: 0, files: 0, late: 0 });
  for (const person of [customer, developer]) {
    expect((await person.call('GET', `/api/tickets/${ticketId}`)).status).toBe(404);
  }
  expect([bytesOf(fileKey), bytesOf(attached.fileKey)]).toEqual([false, false]);
  expect(await books()).toEqual(before);
  expect(await brokenInvariants(world.context.db)).toEqual([]);
  const { rows } = await sql<{ words: string }>`
    select request::text as words from provider_calls union all
    select to_jsonb(b)::text from billing_records b union all
    select description from sandbox_payments`.execute(world.context.db);
  for (const { words } of rows) expect(words).not.toContain('Fix the login');

  // What is left about them is what they can still download.
  const mine = ok(await customer.call<Export>('GET', '/api/me/export'));
  expect(mine).toMatchObject({
    tickets_as_customer: [],
    messages: [],
    billing_records: [{ ticket_id: null, my_part: 'customer', status: 'released' }],
    payments: [{ status: 'paid' }],
  });
  expect(mine.ledger_lines_as_customer.length).toBeGreaterThan(0);
  expect(ok(await developer.call<Export>('GET', '/api/me/export'))).toMatchObject({
    tickets_as_developer: [],
    messages: [],
    billing_records: [],
    files: [],
    ledger_lines_as_developer: [{ amount_cents: 9000 }],
  });
});

test('a request that was closed for its customer goes as well', async () => {
  const scene = await walkTo(world, 'rejected');
  await standsFor(scene, '13 months');
  await removeFinished(world.context);
  expect(await isThere(scene)).toBe(false);
  expect(await brokenInvariants(world.context.db)).toEqual([]);
});

describe('nothing else is touched:', () => {
  test('requests that are not finished, however old, and finished ones that are younger', async () => {
    const scenes = await Promise.all(STAGES.map((stage) => walkTo(world, stage)));
    for (const [index, scene] of scenes.entries()) {
      const isFinished = ['approved', 'rejected'].includes(STAGES[index] ?? '');
      await standsFor(scene, isFinished ? '11 months 27 days' : '10 years');
    }
    const gone = await walkTo(world, 'approved');
    await standsFor(gone, '13 months');
    const before = await Promise.all(scenes.map(stored));
    const allBooks = await books();
    await removeFinished(world.context);
    await removeFiles(world.context);
    expect(await isThere(gone)).toBe(false);
    expect(await Promise.all(scenes.map(stored))).toEqual(before);
    expect(await books()).toEqual(allBooks);
    for (const { fileKey } of scenes) expect(bytesOf(fileKey)).toBe(true);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('a finished request that moderators have something to decide about waits for them', async () => {
    const scene = await walkTo(world, 'approved');
    const moderator = await world.person('moderator');
    ok(await scene.customer.call('POST', `/api/messages/${scene.messages.developer}/report`));
    await standsFor(scene, '13 months');
    await removeFinished(world.context);
    expect(await isThere(scene)).toBe(true);
    const { items } = ok(
      await moderator.call<{ items: { id: string }[] }>('GET', '/api/moderation/reports'),
    );
    const dismiss = `/api/moderation/reports/${items[0]?.id}/dismiss`;
    ok(await moderator.call('POST', dismiss, { reason: 'It is fine.' }));
    await standsFor(scene, '13 months');
    await removeFinished(world.context);
    expect(await isThere(scene)).toBe(false);
  });

  test('a finished request whose money is still under way waits for it', async () => {
    const { db } = world.context;
    const scene = await walkTo(world, 'approved');
    await standsFor(scene, '13 months');
    await sql`insert into disputes (provider, reference, billing_record_id, checkout_id, amount_cents)
      select 'sandbox', 'dp_1', billing_record_id, id, 100 from checkouts
      where billing_record_id = ${scene.billingRecordId} and status = 'paid'`.execute(db);
    await removeFinished(world.context);
    expect(await isThere(scene)).toBe(true);
    expect((await due()).requests).toBe(0);
    // Lost over released money: a moderator has yet to say who bears it.
    await sql`update disputes set state = 'lost', closed_at = now()`.execute(db);
    await sql`with entry as (insert into ledger_entries (key, kind, billing_record_id)
        values ('dispute_lost:dp_1', 'dispute_lost', ${scene.billingRecordId}) returning id)
      insert into ledger_lines (entry_id, account, amount_cents)
      select id, line.account, line.cents from entry,
        (values ('losses', -100), ('clearing', 100)) as line (account, cents)`.execute(db);
    await removeFinished(world.context);
    expect(await isThere(scene)).toBe(true);
    await sql`update disputes set borne_by = 'platform'`.execute(db);
    await removeFinished(world.context);
    expect(await isThere(scene)).toBe(false);
  });
});

test('every table that points to a request, a milestone or a message lets it go', async () => {
  const { rows } = await sql<{ constraint: string; on_delete: string }>`
    select conrelid::regclass || '.' || conname as constraint, confdeltype as on_delete
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      and confrelid::regclass::text in ('tickets', 'milestones', 'messages', 'deliveries')`.execute(
    world.context.db,
  );
  expect(rows.length).toBeGreaterThan(10);
  const held = rows.filter(({ on_delete }) => !['c', 'n'].includes(on_delete));
  expect(held).toEqual([]);
});

test('an application that was declined or never answered goes 12 months after it came', async () => {
  const { db } = world.context;
  const moderator = await world.person('moderator');
  const apply = async (status: WaitlistStatus, interval: string) => {
    const { id } = await applicant(world, moderator);
    const path = `/api/moderation/waitlist/${id}`;
    if (status === 'approved') ok(await moderator.call('POST', `${path}/approve`));
    if (status === 'declined')
      ok(await moderator.call('POST', `${path}/decline`, { reason: 'Not now.' }));
    await sql`update waitlist set created_at = now() - ${interval}::interval
      where id = ${id}`.execute(db);
    return id;
  };
  const OLD = `${RETENTION_MONTHS} months 1 hour`;
  await apply('waiting', OLD);
  await apply('declined', OLD);
  const stay = [
    await apply('approved', OLD),
    await apply('waiting', '11 months 27 days'),
    await apply('declined', '11 months 27 days'),
  ];
  await removeFinished(world.context);
  const { rows } = await sql<{ id: string }>`select id from waitlist`.execute(db);
  expect(rows.map(({ id }) => id).sort()).toEqual(stay.sort());
});

test('whoever was approved or invited and never came goes 12 months after the last invitation', async () => {
  const { db } = world.context;
  const moderator = await world.person('moderator');
  const longAgo = async ({ email }: { email: string }) => {
    const then = `${RETENTION_MONTHS} months 1 hour`;
    await sql`update waitlist set decided_at = now() - ${then}::interval
      where email = ${email}`.execute(db);
    await sql`update invitations set created_at = now() - ${then}::interval
      where email = ${email}`.execute(db);
  };
  const approved = async () => {
    const entry = await applicant(world, moderator);
    ok(await moderator.call('POST', `/api/moderation/waitlist/${entry.id}/approve`));
    return entry;
  };
  const invite = (email: string) =>
    moderator.call('POST', '/api/moderation/invitations', { email, role: 'developer' });
  const known = async (table: 'waitlist' | 'invitations', { email }: { email: string }) =>
    (await db.selectFrom(table).select('id').where('email', '=', email).execute()).length;

  const gone = await approved();
  const joined = await approved();
  const token = await tokenTo(world, joined.email);
  const form = { password: 'correct horse battery', first_name: 'Ada', last_name: 'Byron' };
  ok(await world.call('POST', `/api/invitations/${token}/accept`, form));
  const again = await approved();
  const invited = { email: 'never-came@example.com' };
  ok(await invite(invited.email));
  for (const person of [gone, joined, again, invited]) await longAgo(person);
  ok(await invite(again.email));
  await removeFinished(world.context);
  expect([await known('waitlist', gone), await known('invitations', gone)]).toEqual([0, 0]);
  expect(await known('invitations', invited)).toBe(0);
  for (const person of [joined, again])
    expect([await known('waitlist', person), await known('invitations', person)]).toEqual([1, 1]);
});

test('one that cannot be removed does not keep back the others', async () => {
  const { db } = world.context;
  const [stuck, free] = [await walkTo(world, 'approved'), await walkTo(world, 'approved')];
  for (const scene of [stuck, free]) await standsFor(scene, '13 months');
  await sql`create table holds (ticket_id uuid references tickets)`.execute(db);
  await sql`insert into holds values (${stuck.ticketId})`.execute(db);
  await expect(removeFinished(world.context)).rejects.toThrow('Some requests');
  expect([await isThere(stuck), await isThere(free)]).toEqual([true, false]);
  expect(await brokenInvariants(db)).toEqual([]);
  await sql`drop table holds`.execute(db);
  await removeFinished(world.context);
  expect(await isThere(stuck)).toBe(false);
});

test('an account can be deleted after its requests were removed, and what was paid names nobody', async () => {
  const scene = await walkTo(world, 'approved');
  const { customer } = scene;
  await standsFor(scene, '13 months');
  await removeFinished(world.context);
  const { items } = ok(
    await customer.call<{ items: Ticket[] }>('GET', '/api/tickets?view=history'),
  );
  expect(items).toEqual([]);
  await givePassword(world, customer);
  const left = await customer.call('DELETE', '/api/me', { password: PASSWORD });
  expect(left.status).toBe(204);
  const { rows } = await sql<{ person: object }>`
    select to_jsonb(p) as person from checkouts c join profiles p on p.id = c.customer_id
    where c.customer_id = ${customer.id}`.execute(world.context.db);
  expect(rows).toMatchObject([{ person: { first_name: null, last_name: null } }]);
  expect(await brokenInvariants(world.context.db)).toEqual([]);
});
