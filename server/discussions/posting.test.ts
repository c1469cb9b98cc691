import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import { BRIEF, connect, queries } from '../database/database.ts';
import { asViewer, VIEWER } from '../http/authenticate.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { lockPerson, lockTicketRow } from '../lifecycle/locked.ts';
import { ok } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { secondServer } from '../testing/live.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import { openWorld, type World } from '../testing/world.ts';
import { storeMessages } from './store-message.ts';

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'planning');
});
afterAll(() => world.close());

const path = (ticketId: string) => `/api/tickets/${ticketId}/messages`;

const post = ({ customer, ticketId }: Scene, text: string) =>
  customer.call<Message>('POST', path(ticketId), { text, client_id: randomUUID() });

async function textsOf({ developer, ticketId }: Scene): Promise<string[]> {
  const { items } = ok(await developer.call<MessagePage>('GET', `${path(ticketId)}?limit=100`));
  return items.map(({ text }) => text);
}

describe('messages that come at the same moment', () => {
  test('are stored together, in one order, each told to its own reader', async () => {
    const other = await walkTo(world, 'planning');
    const scenes = Array.from({ length: 20 }, (_, n) => (n % 4 === 0 ? other : scene));
    const answers = await Promise.all(scenes.map((each, n) => post(each, `number ${n}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(answers.map(({ body }) => body.text)).toEqual(scenes.map((_, n) => `number ${n}`));
    for (const each of [scene, other]) {
      const mine = answers.filter((_, n) => scenes[n] === each).map(({ body }) => body.text);
      expect((await textsOf(each)).slice(-mine.length)).toEqual(mine);
      const { items } = ok(
        await each.developer.call<{ items: { kind: string; count: number }[] }>(
          'GET',
          '/api/notifications',
        ),
      );
      expect(items.find(({ kind }) => kind === 'new_message')?.count).toBe(mine.length);
    }
    const { rows } = await sql<{ count: number }>`
      select count(distinct xmin::text) from messages where text like 'number %'`.execute(
      world.context.db,
    );
    expect(rows[0]?.count).toBeLessThan(10);
  });

  test('have times in the order of the thread, with files and without', async () => {
    const { ticketId } = scene;
    const people = [scene.customer, scene.developer];
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const person = people[n % 2] ?? scene.customer;
        const attachments =
          n % 4 < 2 ? [] : [(await upload(world, person, { content: `file ${n}` })).fileKey];
        const body = { text: `at once ${n}`, attachments, client_id: randomUUID() };
        return person.call('POST', path(ticketId), body);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const { rows } = await sql<{ late: number }>`
      select count(*) as late from (select created_at < lag(created_at) over (order by position) as is_late
        from messages where ticket_id = ${ticketId}) m where is_late`.execute(world.context.db);
    expect(rows[0]?.late).toBe(0);
  });

  test('do without one that cannot be stored', async () => {
    await sql`alter table messages add constraint no_such check (text <> 'not this one')`.execute(
      world.context.db,
    );
    const answers = await Promise.all(
      ['before', 'first', 'not this one', 'last'].map((text) => post(scene, text)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 500, 201]);
    expect((await textsOf(scene)).slice(-3)).toEqual(['before', 'first', 'last']);
  });

  test('do not wait for a request that somebody else has under a lock', async () => {
    const other = await walkTo(world, 'planning');
    const held = await hold(({ tx }) => lockTicketRow(tx, scene.ticketId));
    const late = post(scene, 'late');
    expect(
      (await Promise.all(['one', 'two'].map((text) => post(other, text)))).map(
        ({ status }) => status,
      ),
    ).toEqual([201, 201]);
    expect(await textsOf(scene)).not.toContain('late');
    await held.release();
    expect((await late).status).toBe(201);
    expect((await textsOf(scene)).at(-1)).toBe('late');
  });

  test('do not wait for a notification that somebody else has under a lock', async () => {
    const other = await walkTo(world, 'planning');
    for (const each of [scene, other]) ok(await post(each, 'first'));
    const held = await hold(({ tx }) =>
      sql`select from notifications where ticket_id = ${scene.ticketId} for update`.execute(tx),
    );
    const late = post(scene, 'later');
    const answers = await Promise.all(['one', 'two'].map((text) => post(other, text)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    await held.release();
    expect((await late).status).toBe(201);
  });

  test('pass while money of their author or reader is counted under a lock', async () => {
    const people = [scene.customer, scene.developer];
    const held = await hold(async ({ tx }) => {
      for (const { id } of people) await lockPerson(tx, id);
    });
    const answers = await Promise.all(['one', 'two'].map((text) => post(scene, text)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    await held.release();
  });

  test('do not wait long for any other lock, and come step by step', async () => {
    const other = await walkTo(world, 'planning');
    const pool = connect(world.context.config.databaseUrl ?? '', { patience: BRIEF });
    onTestFinished(() => pool.end());
    const held = await hold(({ tx }) =>
      sql`select from profiles where id = ${scene.customer.id} for update`.execute(tx),
    );
    const signed = [scene, other].map(({ customer, ticketId }) => ({
      ticket_id: ticketId,
      text: 'soon',
      client_id: null,
      user_id: customer.id,
      session_id: customer.viewer.session_id,
      is_raised: false,
    }));
    const stored = storeMessages(queries(pool), signed);
    expect(await stored).toEqual([null, null]);
    await held.release();
    expect(await storeMessages(queries(pool), signed)).not.toContain(null);
  });

  test('do without those of somebody who is signed out', async () => {
    const gone = await walkTo(world, 'planning');
    ok(await gone.customer.call('POST', '/auth/v1/logout?scope=global'));
    const answers = await Promise.all([
      post(scene, 'mine'),
      post(gone, 'too late'),
      post(scene, 'mine too'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 401, 201]);
  });

  test('at two servers are all stored once', async () => {
    const second = await secondServer(world);
    const { customer, ticketId } = scene;
    const before = (await textsOf(scene)).length;
    const client_ids = Array.from({ length: 10 }, () => randomUUID());
    const elsewhere = client_ids.map((client_id) =>
      fetch(`${second.url}${path(ticketId)}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${customer.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ text: 'Twice', client_id }),
      }),
    );
    const here = client_ids.map((client_id) =>
      customer.call('POST', path(ticketId), { text: 'Twice', client_id }),
    );
    const statuses = (await Promise.all([...elsewhere, ...here])).map(({ status }) => status);
    await second.close();
    expect(statuses).toEqual(Array(20).fill(201));
    expect((await textsOf(scene)).length).toBe(before + 10);
  });
});

describe('a session', () => {
  const cases = Array.from({ length: 64 }, (_, bits) => {
    const at = (place: number) => (bits & (1 << place)) > 0;
    const role = at(5) ? 'moderator' : 'customer';
    return { banned: at(0), owes: at(1), app: at(2), raised: at(3), token: at(4), role };
  });

  test('posts exactly where it may act', async () => {
    const { customer, ticketId } = await walkTo(world, 'planning');
    const { id, viewer } = customer;
    const { pool, db, config } = world.context;
    const required = { config: { ...config, moderatorMfa: 'required' as const } };
    const may = async (one: (typeof cases)[number]) => {
      await sql`update users set owes_password = ${one.owes},
        banned_until = now() + ${one.banned ? '1 day' : '-1 day'}::interval where id = ${id}`.execute(
        db,
      );
      await sql`update profiles set user_type = ${one.role} where id = ${id}`.execute(db);
      await sql`update sessions set second_factor_at = ${one.raised ? new Date() : null},
        second_method = ${one.raised ? 'totp' : null} where id = ${viewer.session_id}`.execute(db);
      await sql`delete from factors where user_id = ${id}`.execute(db);
      if (one.app)
        await sql`insert into factors (user_id, factor_type, status, sealed_secret)
          values (${id}, 'totp', 'verified', 'x')`.execute(db);
      const { rows } = await pool.query(VIEWER, [viewer.session_id, id, one.token]);
      const message = { user_id: id, session_id: viewer.session_id, is_raised: one.token };
      const [stored] = await storeMessages(db, [
        { ...message, ticket_id: ticketId, text: 'May I?', client_id: null },
      ]);
      return { acts: isLetIn(() => asViewer(rows[0], required)), posts: stored !== null };
    };
    for (const one of cases) {
      const owesNothing = !one.app && one.role !== 'moderator';
      const may_act = !one.banned && !one.owes && ((one.raised && one.token) || owesNothing);
      expect({ one, ...(await may(one)) }).toEqual({ one, acts: may_act, posts: may_act });
    }
  });
});

/** A change by somebody else that has done its `work` and goes on. */
async function hold(work: (change: Change) => Promise<unknown>) {
  const isHeld = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = change(world.context, async (change) => {
    await work(change);
    isHeld.resolve();
    await released.promise;
  });
  await isHeld.promise;
  return {
    release: () => {
      released.resolve();
      return holding;
    },
  };
}

function isLetIn(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch {
    return false;
  }
}
