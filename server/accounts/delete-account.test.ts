import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { openPayoutAccount } from '../payments/payout-accounts.ts';
import { settleDeveloper } from '../payments/settle.ts';
import { browser, givePassword, listeningWorld, PASSWORD } from '../testing/accounts.ts';
import { bringAndRead } from '../testing/code.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { untilWaiting } from '../testing/lock-waits.ts';
import { PATIENCE } from '../testing/patience.ts';
import { STAGES, type Stage, walkTo } from '../testing/walk.ts';
import type { Person, World } from '../testing/world.ts';
import { takeStep } from '../tickets/steps.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const leave = (person: Person, password = PASSWORD) =>
  person.call('DELETE', '/api/me', { password });

/** A name and an address that stand nowhere else, so that they can be looked for everywhere. */
async function somebody(type: 'customer' | 'developer' = 'customer'): Promise<Person> {
  const person = await world.person(type);
  await givePassword(world, person);
  ok(await person.call('PATCH', '/api/me', { first_name: nameOf(person), last_name: 'Q' }));
  return person;
}

const nameOf = ({ id }: Person) => `Name${id.slice(0, 8)}`;

/** Every row of every table in which a text stands. */
async function placesOf(text: string): Promise<string[]> {
  const { db } = world.context;
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where position(${text} in t::text) > 0`.execute(
      db,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

describe('deleting one’s account', () => {
  test('needs the password', async () => {
    const ana = await somebody();
    expect(await leave(ana, 'another one')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', errors: [{ path: 'password' }] },
    });
    for (const body of [undefined, {}, { password: '' }, { password: 7 }]) {
      expect((await ana.call('DELETE', '/api/me', body)).status).toBe(400);
    }
    expect((await ana.call('GET', '/api/me')).status).toBe(200);
    expect((await world.call('DELETE', '/api/me', { password: PASSWORD })).status).toBe(401);
  });

  test('leaves no trace of name and address, and frees the address', async () => {
    const ana = await somebody();
    await world.call('POST', '/api/waitlist', {
      name: nameOf(ana),
      email: ana.email,
      specialty: 'python',
    });
    ok(await ana.call('POST', '/api/tickets', undefined).then(() => leave(ana)));
    await sendMails();
    expect(await placesOf(nameOf(ana))).toEqual([]);
    expect(await placesOf(ana.email)).toEqual([]);

    const again = browser(world);
    const { data } = await again.signUp({ email: ana.email, password: 'ganz neu hier 5' });
    expect(data.user?.id).not.toBe(ana.id);
    expect(await world.mails()).toContainEqual(
      expect.objectContaining({ kind: 'confirm_email', recipient: ana.email }),
    );
  });

  test('leaves no address in what the payment provider was asked', async () => {
    const dev = await somebody('developer');
    await openPayoutAccount(world.context, dev);
    expect((await leave(dev)).status).toBe(204);
    await sendMails();
    expect(await placesOf(dev.email)).toEqual([]);
    const accounts = world.context.db.selectFrom('payout_accounts').select('developer_id');
    expect(await accounts.where('developer_id', '=', dev.id).execute()).toHaveLength(1);
  });

  test('ends all sessions at once, and the password opens nothing any more', async () => {
    const ana = await somebody();
    const { email } = ana;
    const client = browser(world);
    await client.signInWithPassword({ email, password: PASSWORD });
    expect((await leave(ana)).status).toBe(204);
    expect(await ana.call('GET', '/api/me')).toMatchObject({ status: 401 });
    expect((await client.getUser()).error).not.toBeNull();
    const { error } = await client.signInWithPassword({ email, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  test('is confirmed by a mail of which nothing is kept', async () => {
    const ana = await somebody();
    expect((await leave(ana)).status).toBe(204);
    const mails = (await world.mails()).filter(({ recipient }) => recipient === ana.email);
    expect(mails).toMatchObject([{ kind: 'account_deleted' }]);
  });

  const final: Stage[] = ['approved', 'rejected'];
  test.each(STAGES.filter((stage) => !final.includes(stage)))(
    'waits for a request at the stage "%s", on both sides',
    async (stage) => {
      const { customer, developer } = await walkTo(world, stage);
      await givePassword(world, customer);
      await givePassword(world, developer);
      const refused = { status: 409, body: { code: 'requests_running' } };
      expect(await leave(customer)).toMatchObject(refused);
      expect((await customer.call('GET', '/api/me')).status).toBe(200);
      if (stage === 'open') expect((await leave(developer)).status).toBe(204);
      else expect(await leave(developer)).toMatchObject(refused);
    },
  );

  test('leaves finished requests and money with the other side, without the name', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'approved');
    await givePassword(world, developer);
    ok(await developer.call('PATCH', '/api/me', { first_name: nameOf(developer) }));
    expect(await leave(developer)).toMatchObject({ status: 409, body: { code: 'earnings_left' } });
    ok(await developer.call('POST', '/api/earnings/payouts'));
    await settleDeveloper(world.context, developer.id);
    const ledger = await ledgerLines();
    expect((await leave(developer)).status).toBe(204);
    const path = `/api/tickets/${ticketId}`;
    expect(ok(await customer.call('GET', path)).counterpart).toMatchObject({
      id: developer.id,
      first_name: null,
      last_name: null,
      email: null,
      full_name: 'Deleted user',
      profile_image_url: null,
    });
    const thread = ok(await customer.call<{ items: object[] }>('GET', `${path}/messages`));
    expect(thread.items.length).toBeGreaterThan(1);
    expect(JSON.stringify(ok(await customer.call('GET', `${path}/history`)))).not.toContain(
      nameOf(developer),
    );
    expect(ok(await customer.call('GET', `/api/profiles/${developer.id}`))).toMatchObject({
      full_name: 'Deleted user',
    });
    expect(
      (await customer.call('POST', `${path}/messages`, { text: 'Thank you!' })).body,
    ).toMatchObject({ code: 'other_side_gone' });
    expect(await ledgerLines()).toEqual(ledger);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  test('takes along the keys that were masked in projects, and what waits for a word about keys', async () => {
    const { customer, ticketId } = await walkTo(world, 'approved');
    await givePassword(world, customer);
    const keys = { '.env': `STRIPE_SECRET_KEY=sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}\n` };
    await bringAndRead(world, customer, ticketId, keys, { secrets: 'mask' });
    const other = { '.env': `STRIPE_SECRET_KEY=sk_live_${'9fD48IrMzkXEbskuU2aeq8ed'}\n` };
    await bringAndRead(world, customer, ticketId, other);
    expect((await leave(customer)).status).toBe(204);
    const { db } = world.context;
    const kept = await db
      .selectFrom('snapshots')
      .select(['state', 'sealed', 'file_key', 'secrets'])
      .where('ticket_id', '=', ticketId)
      .orderBy('number')
      .execute();
    const nothing = { sealed: null, file_key: null, secrets: [] };
    expect(kept).toEqual([
      { state: 'ready', ...nothing },
      { state: 'failed', ...nothing },
    ]);
    const taken = await db
      .selectFrom('files')
      .where('status', '=', 'taken')
      .select('key')
      .execute();
    expect(taken).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('asked for twice at once is done and mailed once', async () => {
    const ana = await somebody();
    const { leaving } = await world.context.db.transaction().execute(async (tx) => {
      await tx.selectFrom('sessions').where('user_id', '=', ana.id).forUpdate().execute();
      const leaving = [leave(ana), leave(ana)];
      await untilWaiting(world, 2);
      return { leaving };
    });
    const answers = await Promise.all(leaving);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    const mails = (await world.mails()).filter(({ recipient }) => recipient === ana.email);
    expect(mails).toHaveLength(1);
  });

  test('waits for a request that is just being posted', async () => {
    const ana = await somebody();
    const { context } = world;
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(context.db);
      return rows.length;
    };
    // Posting gets past the check of the session, and stands before the table.
    const blocked = context.db.transaction().execute(async (tx) => {
      await sql`lock table tickets in share row exclusive mode`.execute(tx);
      const posting = ana.call('POST', '/api/tickets', aRequest);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), PATIENCE);
      const leaving = leave(ana);
      await vi.waitFor(async () => expect(await waiting()).toBe(2), PATIENCE);
      return { posting, leaving };
    });
    const { posting, leaving } = await blocked;
    expect((await posting).status).toBe(201);
    expect(await leaving).toMatchObject({ status: 409, body: { code: 'requests_running' } });
  });

  test('waits for a finished request in which something breaks at this moment', async () => {
    const scene = await walkTo(world, 'approved');
    const { customer, developer, milestoneId } = scene;
    await givePassword(world, developer);
    ok(await developer.call('POST', '/api/earnings/payouts'));
    await settleDeveloper(world.context, developer.id);
    let leaving: ReturnType<typeof leave> | undefined;
    await change(world.context, async (change) => {
      const locked = await lockTicket(change.tx, scene.ticketId);
      const step = { action: 'broke-again', actor: customer.viewer, checkIds: [] } as const;
      await takeStep(change, locked, { ...step, milestoneId: milestoneId ?? '', words: 'Again.' });
      leaving = leave(developer);
      await Promise.race([leaving, setTimeout(1000)]);
    });
    expect(await leaving).toMatchObject({ status: 409, body: { code: 'requests_running' } });
  });
});

/** As the job does it, without an SMTP server. */
async function sendMails(): Promise<void> {
  const { db } = world.context;
  await db.deleteFrom('mails').where('forget_once_sent', '=', true).execute();
  await db
    .updateTable('mails')
    .set({ sent_at: new Date(), words: null })
    .where('sent_at', 'is', null)
    .execute();
}

async function ledgerLines(): Promise<unknown> {
  const lines = world.context.db.selectFrom('ledger_lines').selectAll();
  return lines.orderBy('entry_id').orderBy('account').execute();
}
