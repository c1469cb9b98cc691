import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyIdOf, publicKeys } from '../../evidence/signing-key.ts';
import { removeFiles } from '../../files/remove-files.ts';
import { brokenInvariants } from '../../operation/invariants.ts';
import { reseal } from '../../start/reseal.ts';
import { aRequest, ok } from '../../testing/deeds.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';
import { addDemo } from '../demo.ts';
import { countSealed, findInDatabase } from './find.ts';
import { removeTrial } from './remove.ts';

let world: World;

function withDemo(): void {
  beforeAll(async () => {
    world = await openWorld();
    await addDemo(world.context);
  });
  afterAll(() => world.close());
}

const leave = () => world.context.db.transaction().execute(removeTrial);
const found = () => findInDatabase(world.context.db);

async function newJwtKey(): Promise<JWK> {
  return exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
}

async function post(customer: Person): Promise<string> {
  const { id } = ok(await customer.call<{ id: string }>('POST', '/api/tickets', aRequest));
  return id;
}

async function demo(name: string): Promise<string> {
  const { id } = await world.context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', `${name}@example.com`)
    .executeTakeFirstOrThrow();
  return id;
}

describe('what is left of the demo', () => {
  withDemo();

  it('is named: people by their addresses, and the money that was made up', async () => {
    const [people, sandbox] = await found();
    for (const name of ['customer', 'developer', 'moderator', 'noah', 'lena', 'ivan'])
      expect(people).toContain(`${name}@example.com`);
    expect(sandbox).toMatch(/sandbox payments: \d+ payments, \d+ billing records paid there, /);
  });

  it('goes whole, with its files, and everything of other people stays', async () => {
    const ada = await world.person('customer');
    const bob = await world.person('developer');
    const ticket = await post(ada);
    ok(await bob.call('POST', `/api/tickets/${ticket}/grab`));
    const webhook = { url: 'https://hooks.unblock.test/', events: ['message.posted'] };
    ok(await bob.call('POST', '/api/me/webhooks', webhook));
    ok(
      await ada.call('POST', `/api/tickets/${ticket}/messages`, {
        text: 'Hello',
        client_id: crypto.randomUUID(),
      }),
    );
    const before = ok(await ada.call('GET', '/api/me/export'));
    const { db, files } = world.context;
    const keys = (await db.selectFrom('files').select('key').execute()).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(3);

    await leave();
    await removeFiles(world.context);
    expect(await found()).toEqual([]);
    // The secret of the webhook: the key that it is sealed under is needed still.
    const { config } = world.context;
    const [jwtKeyOld, jwtKey] = [config.jwtKey, await newJwtKey()];
    expect(await countSealed(db, jwtKeyOld)).toBe(1);
    await reseal({ db, config: { ...config, jwtKey, jwtKeyOld } });
    expect(await countSealed(db, jwtKeyOld)).toBe(0);
    await reseal({ db, config: { ...config, jwtKeyOld: jwtKey } });
    expect(await brokenInvariants(db)).toEqual([]);
    for (const table of [
      'ledger_entries',
      'ledger_lines',
      'checkouts',
      'receipts',
      'files',
      'sandbox_payments',
      'audit_log',
    ] as const)
      expect({ table, rows: await db.selectFrom(table).selectAll().execute() }).toEqual({
        table,
        rows: [],
      });
    for (const key of keys) await expect(files.read(`originals/${key}`)).rejects.toThrow();
    expect((await db.selectFrom('profiles').select('id').execute()).length).toBe(2);
    const { exported_at: _, ...mine } = ok(await ada.call('GET', '/api/me/export'));
    const { exported_at: __, ...mineBefore } = before;
    expect(mine).toEqual(mineBefore);
  });

  it('leaves no key of evidence files in trust but the one that production will have', async () => {
    const ada = await world.person('customer');
    const ticket = await post(ada);
    ok(await ada.call('GET', `/api/tickets/${ticket}/evidence`));
    const { db, config } = world.context;
    const [key, ...more] = await publicKeys(db);
    expect(more).toEqual([]);
    const future = await keyIdOf(config.jwtKey);
    expect(future).toBe(key?.kid);
    await db.transaction().execute((tx) => removeTrial(tx, future));
    expect(await publicKeys(db)).toEqual([key]);
    await leave();
    expect(await publicKeys(db)).toEqual([]);
  });

  it('leaves the ledger and the audit log as closed to changes as before', async () => {
    const { pool } = world.context;
    for (const table of ['ledger_entries', 'ledger_lines', 'receipts', 'audit_log'])
      await expect(pool.query(`truncate ${table} cascade`)).rejects.toThrow(/append-only/);
    const { rows } = await pool.query("select from pg_trigger where tgenabled <> 'O'");
    expect(rows).toEqual([]);
  });
});

describe('what other people have a part in', () => {
  withDemo();

  it.each([
    [
      'a request of theirs that somebody of the demo took',
      /1 of tickets/,
      async (ada: Person) => {
        const ticket = await post(ada);
        await world.context.db
          .updateTable('tickets')
          .set({
            developer_id: await demo('ivan'),
            pairing_id: randomUUID(),
            status: 'DEVELOPER_PLANNING',
            reserved_until: null,
          })
          .where('id', '=', ticket)
          .execute();
      },
    ],
    [
      'a message in a request of the demo',
      /1 of messages/,
      async (ada: Person) => {
        const { db } = world.context;
        const of = await db
          .selectFrom('pairings')
          .select(['ticket_id', 'id as pairing_id'])
          .executeTakeFirstOrThrow();
        await db
          .insertInto('messages')
          .values({ ...of, author_id: ada.id, text: 'Mine' })
          .execute();
      },
    ],
    [
      'an application that the moderator of the demo decided',
      /1 of waitlist/,
      async () => {
        const decided = {
          status: 'approved' as const,
          decided_at: new Date(),
          decided_by: await demo('moderator'),
        };
        await world.context.db
          .insertInto('waitlist')
          .values({ name: 'Eve', email: 'eve@real.example', specialty: 'python', ...decided })
          .execute();
      },
    ],
  ])('keeps all of it where it is: %s', async (_what, names, prepare) => {
    await prepare(await world.person('customer'));
    const before = await found();
    await expect(leave()).rejects.toThrow(names);
    await expect(leave()).rejects.toThrow(/^Nothing was removed/);
    expect(await found()).toEqual(before);
  });

  it('is also a request of theirs that was paid in the sandbox', async () => {
    const ada = await world.person('customer');
    const ticket = await post(ada);
    const { db } = world.context;
    const record = await db
      .selectFrom('billing_records')
      .select('id')
      .where('status', '=', 'held')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('billing_records')
      .set({ ticket_id: ticket })
      .where('id', '=', record.id)
      .execute();
    await expect(leave()).rejects.toThrow(/1 of billing_records/);
  });
});
