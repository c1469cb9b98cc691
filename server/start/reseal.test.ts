import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seal, unseal } from '../config/sealed.ts';
import { postRequest } from '../testing/deeds.ts';
import { openWorld, type World } from '../testing/world.ts';
import { tidy } from './tidy.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A row of each kind that keeps something sealed for long. */
async function keepSealed() {
  const { db, config } = world.context;
  const customer = await world.person('customer');
  const ticket = await postRequest(customer);
  const [factor, webhook, version, mail] = Array.from({ length: 4 }, () => randomUUID());
  const about = { factor, webhook, version, mail } as Record<
    'factor' | 'webhook' | 'version' | 'mail',
    string
  >;
  await db
    .insertInto('factors')
    .values({
      id: about.factor,
      user_id: customer.id,
      factor_type: 'totp',
      sealed_secret: seal(config, { purpose: 'factors', id: about.factor }, 'app'),
    })
    .execute();
  const hook = { purpose: 'webhooks', id: about.webhook } as const;
  await db
    .insertInto('webhooks')
    .values({
      id: about.webhook,
      user_id: customer.id,
      url: 'https://hooks.example',
      events: ['message_sent'],
      sealed_secret: seal(config, hook, 'signs'),
      old_sealed_secret: seal(config, hook, 'signed'),
      old_secret_until: new Date(Date.now() + 3_600_000),
    })
    .execute();
  await db
    .insertInto('snapshots')
    .values({
      id: about.version,
      ticket_id: ticket.id,
      number: 1,
      kind: 'project',
      author_id: customer.id,
      source: 'archive',
      name: 'project.zip',
      state: 'failed',
      trouble: 'It was cut off.',
      sealed: seal(config, { purpose: 'code', id: about.version }, 'keys'),
    })
    .execute();
  await db
    .insertInto('mails')
    .values({
      id: about.mail,
      kind: 'code',
      recipient: 'somebody@example.com',
      subject: 'Your code',
      words: seal(config, { purpose: 'mails', id: about.mail }, 'words'),
    })
    .execute();
  // More than are sealed at a time.
  for (let key = 0; key < 120; key++)
    await db
      .insertInto('idempotency_keys')
      .values({
        owner: about.mail,
        key: `${key}`,
        fingerprint: 'x',
        sealed_answer: seal(config, { purpose: 'answers', id: `${about.mail} ${key}` }, 'answer'),
      })
      .execute();
  return about;
}

async function opened(about: Awaited<ReturnType<typeof keepSealed>>) {
  const { db, config } = world.context;
  const { rows } = await db.executeQuery<{ sealed: Buffer; purpose: 'mails'; id: string }>(
    sql`select 'factors' as purpose, id::text, sealed_secret as sealed from factors where id = ${about.factor}
      union all select 'webhooks', id::text, sealed_secret from webhooks where id = ${about.webhook}
      union all select 'webhooks', id::text, old_sealed_secret from webhooks where id = ${about.webhook}
      union all select 'code', id::text, sealed from snapshots where id = ${about.version}
      union all select 'mails', id::text, words from mails where id = ${about.mail}
      union all select 'answers', owner || ' ' || key, sealed_answer from idempotency_keys
        where owner = ${about.mail}::text`.compile(db),
  );
  return rows.map(({ purpose, id, sealed }) => unseal(config, { purpose, id }, sealed));
}

test('what is sealed for long opens after one JWT_KEY has replaced another', async () => {
  const { config } = world.context;
  const about = await keepSealed();
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const [before, next] = [config.jwtKey, await exportJWK(privateKey)];
  const answers = Array.from({ length: 120 }, () => 'answer');
  const all = ['app', 'signs', 'signed', 'keys', 'words', ...answers];
  for (const [jwtKey, jwtKeyOld] of [
    [before, next],
    [next, before],
    [next, null],
  ] as const) {
    Object.assign(config, { jwtKey, jwtKeyOld });
    await tidy(world.context);
    expect(await opened(about)).toEqual(all);
  }
  Object.assign(config, { jwtKey: before });
  expect(await opened(about)).toEqual(all.map(() => null));
});
