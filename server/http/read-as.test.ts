import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import { CONNECTED_PREFIX } from '#domain/program.ts';
import type { Ticket } from '#domain/ticket.ts';
import { connect } from '../database/database.ts';
import { buildApp } from '../start/app.ts';
import { bringAndRead } from '../testing/code.ts';
import { aRequest, ok, postRequest } from '../testing/deeds.ts';
import { onePool } from '../testing/one-pool.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'planning');
});
afterAll(() => world.close());

/** More than go by one statement. */
const MANY = 50;
const times = <One>(make: (n: number) => Promise<One>) =>
  Promise.all(Array.from({ length: MANY }, (_, n) => make(n)));

test('many who read at the same moment get each their own', async () => {
  const people = await times(() => world.person('customer'));
  const posted = await times(async (n) => {
    const request = { ...aRequest, description: `The page of ${n} stays white` };
    return ok(await (people[n] as Person).call<Ticket>('POST', '/api/tickets', request)).id;
  });
  const lists = await times((n) =>
    (people[n] as Person).call<{ items: Ticket[] }>('GET', '/api/tickets?view=active'),
  );
  expect(lists.map(({ body }) => body.items.map(({ id }) => id))).toEqual(posted.map((id) => [id]));
});

test('those who may not read are refused, and nobody beside them', async () => {
  const { customer, developer, ticketId } = scene;
  await say(customer, ticketId, 'Is anybody there?');
  const [stranger, banned, gone] = [
    await world.person('developer'),
    await world.person('developer'),
    await world.person('developer'),
  ];
  await world.context.db
    .updateTable('users')
    .set({ banned_until: new Date(Date.now() + 1000_000) })
    .where('id', '=', banned.id)
    .execute();
  await world.context.db.deleteFrom('sessions').where('user_id', '=', gone.id).execute();
  const readers = [customer, stranger, developer, banned, gone];
  const answers = await times((n) => {
    const reader = readers[n % readers.length] as Person;
    return reader.call<MessagePage & { code: string }>('GET', `/api/tickets/${ticketId}/messages`);
  });
  const [words] = ok(answers[0] as (typeof answers)[number]).items.slice(-1);
  expect(words?.text).toBe('Is anybody there?');
  const expected = ['Is anybody there?', 'not_found', 'Is anybody there?'];
  expect(answers.map(({ body }) => body.items?.at(-1)?.text ?? body.code)).toEqual(
    answers.map((_, n) => [...expected, 'account_suspended', 'session_ended'][n % readers.length]),
  );
});

describe('while the primary is gone, a standby answers', () => {
  /** Nothing listens there, as where a machine has died. */
  const dead = connect('postgres://127.0.0.1:9/gone');
  let app: FastifyInstance;
  let of: Scene;
  let leaver: Person;
  let leftId: string;
  beforeAll(async () => {
    const { late } = world.context;
    app = await buildApp({ ...world.context, ...onePool(dead), late });
    of = await walkTo(world, 'planning');
    const left = await walkTo(world, 'planning');
    [leaver, leftId] = [left.developer, left.ticketId];
    const note = { note: 'Not for me.' };
    ok(await leaver.call('POST', `/api/tickets/${leftId}/give-back`, note));
    const { id } = await postRequest(of.customer);
    await bringAndRead(world, of.customer, id, { 'app.ts': 'export const one = 1;\n' });
    const reply = { text: 'Since Monday', reply_to: of.messages.customer };
    ok(await of.developer.call<Message>('POST', `/api/tickets/${of.ticketId}/messages`, reply));
  });
  afterAll(async () => {
    await app.close();
    await dead.end();
  });

  /** Without the primary; the same as with it. */
  async function answerFor(reader: Person, url: string, status = 200) {
    const usual = await reader.call('GET', url);
    const headers = { authorization: `Bearer ${reader.token}` };
    const answer = await app.inject({ method: 'GET', url, headers });
    expect({ status: answer.statusCode, usual: usual.status }).toEqual({ status, usual: status });
    return { usual: usual.body, late: answer.json<typeof usual.body>() };
  }
  async function listFor(reader: Person, view: string) {
    const { usual, late } = await answerFor(reader, `/api/tickets?view=${view}`);
    expect(late).toEqual(usual);
    return late.items as Ticket[];
  }

  it('for a program of a person, which it has not met before', async () => {
    const asked = { name: 'My editor', scopes: ['read'] };
    const { token } = ok(
      await of.customer.call<{ token: string }>('POST', '/api/me/tokens', asked),
    );
    const late = (value: string) =>
      app.inject({
        method: 'GET',
        url: '/api/tickets?view=active',
        headers: { authorization: `Bearer ${value}` },
      });
    const answer = await late(token);
    expect(answer.statusCode).toBe(200);
    const { body } = await of.customer.call('GET', '/api/tickets?view=active');
    expect(answer.json()).toEqual(body);
    for (const unknown of [`${token.slice(0, -1)}_`, `${CONNECTED_PREFIX}unknown`])
      expect((await late(unknown)).statusCode).toBe(401);
  });

  it('for a customer’s requests, with what is unread', async () => {
    expect(await listFor(of.customer, 'active')).toContainEqual(
      expect.objectContaining({ id: of.ticketId, unread: 2 }),
    );
  });

  it('for what an unblocker works on, with its counts', async () => {
    expect(await listFor(of.developer, 'assigned')).toContainEqual(
      expect.objectContaining({ id: of.ticketId, unread: 1 }),
    );
  });

  it('for discussions, with their newest messages', async () => {
    const last_message = expect.objectContaining({ preview: 'Since Monday' });
    expect(await listFor(of.customer, 'discussions')).toContainEqual(
      expect.objectContaining({ id: of.ticketId, last_message }),
    );
  });

  it('for open requests, with projects and what others have left', async () => {
    const items = await listFor(await world.person('developer'), 'available');
    expect(items).toContainEqual(
      expect.objectContaining({ project: expect.objectContaining({ files: 1 }) }),
    );
    const handover = expect.objectContaining({ ended_by: 'give-back' });
    expect(items).toContainEqual(expect.objectContaining({ id: leftId, handover }));
  });

  it('for a thread, with what its messages answer, and for who may not read it', async () => {
    const url = `/api/tickets/${of.ticketId}/messages`;
    const { usual, late } = await answerFor(of.customer, url);
    expect(late).toEqual(usual);
    const quote = expect.objectContaining({ excerpt: 'Can you help?' });
    expect(late.items).toContainEqual(expect.objectContaining({ text: 'Since Monday', quote }));
    const refused = await answerFor(leaver, `/api/tickets/${leftId}/messages`, 404);
    expect(refused.late.code).toBe('no_longer_yours');
  });
});
