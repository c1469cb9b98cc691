import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FailedMail } from '#domain/failed-mail.ts';
import { change } from '../lifecycle/change.ts';
import { ok } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { enqueueMail } from './outbox.ts';
import { createPostman } from './postman.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  // Nobody listens on that port: every mail fails.
  world = await openWorld({ smtpUrl: 'smtp://127.0.0.1:9' });
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

/** A mail that was tried so many times. */
async function failedMail(tries = 1, details: { forget?: true } = {}): Promise<string> {
  const to = `${randomUUID()}@example.com`;
  const letter = { kind: 'test', to, subject: 'Hello', paragraphs: ['A secret link'], ...details };
  await change(world.context, (change) => enqueueMail(change, letter));
  const find = world.context.db.selectFrom('mails').select('id').where('recipient', '=', to);
  const { id } = await find.executeTakeFirstOrThrow();
  const postman = createPostman(world.context);
  for (let count = 0; count < tries; count++) {
    await expect(postman.send(id)).rejects.toThrow();
  }
  postman.close();
  return id;
}

async function listed(query = 'limit=100') {
  const path = `/api/moderation/mails?${query}`;
  return ok(await moderator.call<{ items: FailedMail[]; next_cursor: string | null }>('GET', path));
}

const resend = (id: string, reason: unknown = 'The mailbox is open again', headers = {}) =>
  moderator.call('POST', `/api/moderation/mails/${id}/resend`, { reason }, headers);

/** The job that sends a mail: how often it was tried, and whether it is due. */
async function jobsOf(id: string) {
  const { rows } = await sql<{ attempts: number; due: boolean }>`
    select attempts, run_at <= now() as due from graphile_worker._private_jobs
    where key = ${`send-mail:${id}`}`.execute(world.context.db);
  return rows;
}

describe('failed mails', () => {
  test('are listed newest first, with address, subject, error and tries, without their words', async () => {
    const older = await failedMail(3);
    const newer = await failedMail();
    const { items } = await listed();
    expect(items.map(({ id }) => id)).toEqual([newer, older]);
    expect(items[1]).toMatchObject({ kind: 'test', subject: 'Hello', tries: 3 });
    expect(items[1]?.last_error).toContain('ECONNREFUSED');
    expect(JSON.stringify(items)).not.toContain('secret');
    const first = await listed('limit=1');
    expect(first.items.map(({ id }) => id)).toEqual([newer]);
    const second = await listed(`limit=1&cursor=${first.next_cursor}`);
    expect(second.items.map(({ id }) => id)).toEqual([older]);
  });

  test('do not show mails that wait for their first try, were sent, or go to somebody who left', async () => {
    const [waiting, sent] = [await failedMail(0), await failedMail()];
    const left = await failedMail(1, { forget: true });
    await sql`update mails set sent_at = now(), words = null where id = ${sent}`.execute(
      world.context.db,
    );
    const ids = (await listed()).items.map(({ id }) => id);
    for (const id of [waiting, sent, left]) expect(ids).not.toContain(id);
    expect(await resend(sent)).toMatchObject({ status: 409, body: { code: 'mail_already_sent' } });
    for (const id of [waiting, left, randomUUID()]) expect((await resend(id)).status).toBe(404);
  });

  test('are sent again at once, whether they wait or were given up, and that is audited', async () => {
    const { db } = world.context;
    const [waiting, givenUp] = [await failedMail(), await failedMail()];
    await sql`update graphile_worker._private_jobs set attempts = 7, run_at = now() + interval '6 hours'
      where key = ${`send-mail:${waiting}`}`.execute(db);
    await sql`delete from graphile_worker._private_jobs where key = ${`send-mail:${givenUp}`}`.execute(
      db,
    );
    for (const id of [waiting, givenUp]) {
      expect(ok(await resend(id))).toMatchObject({ id, tries: 1 });
      expect(await jobsOf(id)).toEqual([{ attempts: 0, due: true }]);
    }
    const { rows } = await sql`select actor_id, action, target_type, reason, before from audit_log
      where target_id = ${waiting}`.execute(db);
    expect(rows).toEqual([
      {
        actor_id: moderator.id,
        action: 'mail_resent',
        target_type: 'mail',
        reason: 'The mailbox is open again',
        before: { tries: 1 },
      },
    ]);
  });

  test('are sent once for one Idempotency-Key, and only for a reason', async () => {
    const id = await failedMail();
    for (const reason of [undefined, '', '  ', 7]) {
      expect((await resend(id, reason === undefined ? null : reason)).status).toBe(400);
    }
    const key = { 'idempotency-key': randomUUID() };
    expect((await resend(id, 'Again', key)).status).toBe(200);
    expect((await resend(id, 'Again', key)).status).toBe(200);
    const { rows } = await sql`select from audit_log where target_id = ${id}`.execute(
      world.context.db,
    );
    expect(rows).toHaveLength(1);
  });
});
