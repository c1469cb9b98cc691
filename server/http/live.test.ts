import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Message } from '#domain/message.ts';
import { MINUTE_MS } from '#domain/milliseconds.ts';
import { endSessions } from '../accounts/sessions.ts';
import { payloadsOf } from '../database/live-payload.ts';
import { change } from '../lifecycle/change.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { drawThumbnail, upload } from '../testing/files.ts';
import { listenTo, type OpenStream, secondServer } from '../testing/live.ts';
import { PATIENCE } from '../testing/patience.ts';
import { SAID_ON_THE_WAY, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let second: Awaited<ReturnType<typeof secondServer>>;
const streams: OpenStream[] = [];

beforeAll(async () => {
  world = await openWorld();
  await world.listen();
  second = await secondServer(world);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
  await second.close();
  await world.close();
});

async function open(person: Person, url = world.url): Promise<OpenStream> {
  const stream = await listenTo(url, person);
  streams.push(stream);
  return stream;
}

/** What was said since; what `walkTo` says on its way may still arrive, late, from another server. */
function messagesIn({ heard }: OpenStream): Message[] {
  return heard
    .filter(({ event }) => event === 'message')
    .map(({ data }) => data.message as Message)
    .filter((message) => message?.text !== SAID_ON_THE_WAY);
}

/** An event to everybody named comes last: whoever has heard it has heard all before it. */
async function settle(...all: { stream: OpenStream; person: Person }[]): Promise<void> {
  const id = randomUUID();
  const to = all.map(({ person }) => person.id);
  world.context.live.publish([{ type: 'milestone', ticket_id: id, to }]);
  await vi.waitFor(() => {
    for (const { stream } of all) expect(stream.heard.at(-1)?.data.ticket_id).toBe(id);
  }, PATIENCE);
}

describe('a step', () => {
  it('names the key of its call to who took it, and to nobody else', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'open');
    const mine = { stream: await open(developer), person: developer };
    const theirs = { stream: await open(customer, second.url), person: customer };
    const key = randomUUID();
    const path = `/api/tickets/${ticketId}/grab`;
    ok(await developer.call('POST', path, undefined, { 'idempotency-key': key }));
    await settle(mine, theirs);
    const heard = ({ stream }: typeof mine) =>
      stream.heard.find(({ event, data }) => event === 'ticket' && data.ticket_id === ticketId);
    expect(heard(mine)?.data).toEqual({ ticket_id: ticketId, cause: key });
    expect(heard(theirs)?.data).toEqual({ ticket_id: ticketId });
  });
});

describe('a message', () => {
  it.each(['the same server', 'another server'])(
    'reaches both sides with all that each may see, through %s',
    async (where) => {
      const { customer, developer, ticketId } = await walkTo(world, 'planning');
      const url = where === 'the same server' ? world.url : second.url;
      const [theirs, mine] = [await open(customer, url), await open(developer, url)];
      const id = await say(developer, ticketId, 'I found it in `cart.ts`.');
      for (const [stream, reader] of [
        [theirs, customer],
        [mine, developer],
      ] as const) {
        await vi.waitFor(() => expect(messagesIn(stream)).toHaveLength(1), PATIENCE);
        const path = `/api/tickets/${ticketId}/messages?around=${id}&limit=1`;
        const { items } = ok(await reader.call<{ items: Message[] }>('GET', path));
        expect(messagesIn(stream)).toEqual(items);
      }
      expect(messagesIn(theirs)[0]?.actions.report?.allowed).toBe(true);
      expect(messagesIn(mine)[0]?.actions.report?.allowed).toBe(false);
    },
  );

  it('that is too large to be carried is named to the screens of other servers', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const [near, far] = [await open(customer), await open(customer, second.url)];
    const id = await say(developer, ticketId, 'ü'.repeat(9000));
    await vi.waitFor(() => {
      expect(far.heard).toContainEqual({ event: 'message', data: { ticket_id: ticketId, id } });
      expect(messagesIn(near)[0]?.text).toHaveLength(9000);
    }, PATIENCE);
  });

  it('that was stored without an answer is told when it is sent again', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const far = await open(customer, second.url);
    const path = `/api/tickets/${ticketId}/messages`;
    const send = (text: string) =>
      developer.call<Message>('POST', path, { text, client_id: randomUUID() });
    const lost = { text: 'Is anybody there?', client_id: randomUUID() };
    // As where the server ends, or gives up the connection, just after the commit.
    vi.spyOn(world.context.live, 'publish').mockImplementationOnce(() => undefined);
    const first = await developer.call<Message>('POST', path, lost);
    await send('The next one');
    expect(await developer.call('POST', path, lost)).toMatchObject({ body: { id: first.body.id } });
    await vi.waitFor(() => {
      const heard = messagesIn(far).map(({ text }) => text);
      expect(heard).toEqual(['The next one', 'Is anybody there?']);
    }, PATIENCE);
  });

  it('sent many at a time reaches another server once each', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const far = await open(customer, second.url);
    const texts = Array.from({ length: 20 }, (_, count) => `${count} ${'x'.repeat(count * 150)}`);
    await Promise.all(texts.map((text) => say(developer, ticketId, text)));
    await vi.waitFor(() => expect(messagesIn(far)).toHaveLength(20), PATIENCE);
    expect(new Set(messagesIn(far).map(({ text }) => text))).toEqual(new Set(texts));
  });

  it('is not heard by strangers, nor by a developer who has given the request back', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'reserved');
    const people = [
      await world.person('developer', { categories: ['web'] }),
      await world.person('customer'),
      await world.person('moderator'),
    ];
    const own = { stream: await open(customer), person: customer };
    const before = { stream: await open(developer, second.url), person: developer };
    const strangers = [];
    for (const person of people) strangers.push({ stream: await open(person), person });

    await say(customer, ticketId, 'Only for you.');
    await vi.waitFor(() => expect(messagesIn(before.stream)).toHaveLength(1), PATIENCE);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    await say(customer, ticketId, 'A secret for the next one.');
    const next = { stream: await open(people[0] as Person), person: people[0] as Person };
    await grab(next.person, ticketId);
    await say(customer, ticketId, 'Hello again.');
    await settle(own, before, next, ...strangers.slice(1));

    const texts = (stream: OpenStream) => messagesIn(stream).map(({ text }) => text);
    expect(texts(own.stream)).toEqual([
      'Only for you.',
      'A secret for the next one.',
      'Hello again.',
    ]);
    expect(texts(before.stream)).toEqual(['Only for you.']);
    expect(texts(next.stream)).toEqual(['Hello again.']);
    for (const { stream } of strangers.slice(1)) expect(messagesIn(stream)).toEqual([]);
  });

  it('of a change that is not kept is told to nobody', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const stream = await open(customer);
    const client_id = randomUUID();
    const path = `/api/tickets/${ticketId}/messages`;
    const refused = { text: 'With a file', client_id, attachments: ['nobody/knows/it'] };
    expect((await developer.call('POST', path, refused)).status).toBe(400);
    await settle({ stream, person: customer });
    expect(messagesIn(stream)).toEqual([]);
  });
});

describe('typing', () => {
  it('is shown to the other side only, and kept nowhere', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const theirs = { stream: await open(customer, second.url), person: customer };
    const own = { stream: await open(developer), person: developer };
    ok(await developer.call('POST', `/api/tickets/${ticketId}/typing`));
    const told = { event: 'typing', data: { ticket_id: ticketId, person_id: developer.id } };
    await vi.waitFor(() => expect(theirs.stream.heard).toContainEqual(told), PATIENCE);
    await settle(own);
    expect(own.stream.heard.map(({ event }) => event)).not.toContain('typing');
  });
});

describe('a stream', () => {
  it('ends with its session, on whichever server', async () => {
    const customer = await world.person('customer');
    const [near, far] = [await open(customer), await open(customer, second.url)];
    await change(world.context, (change) =>
      endSessions(change, { user_id: customer.id, scope: 'global' }),
    );
    await Promise.all([near.ended, far.ended]);
  });

  it('of a program ends with its token, though its session is still there', async () => {
    const person = await world.person('customer');
    const expires_at = new Date(Date.now() + MINUTE_MS).toISOString();
    const asked = { name: 'Editor', scopes: ['read'], expires_at };
    const { token } = ok(await person.call<{ token: string }>('POST', '/api/me/tokens', asked));
    const own = await open(person);
    const stream = await open({ ...person, token });
    expect(stream.status).toBe(200);
    const ends = stream.ended.then(() => 'ended');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS });
    expect(await Promise.race([ends, sleep(PATIENCE.timeout / 2, 'open', { ref: false })])).toBe(
      'ended',
    );
    await settle({ stream: own, person });
  });

  it('ends within seconds where no event told that its session did, or its person may not', async () => {
    const { db } = world.context;
    const [gone, banned, other] = [
      await world.person('customer'),
      await world.person('customer'),
      await world.person('customer'),
    ];
    const [theirs, suspended] = [await open(gone, second.url), await open(banned)];
    const kept = await open(other);
    await db.deleteFrom('sessions').where('user_id', '=', gone.id).execute();
    const ban = db.updateTable('users').set({ banned_until: new Date('2999-01-01') });
    await ban.where('id', '=', banned.id).execute();
    const ends = Promise.all([theirs.ended, suspended.ended]).then(() => 'ended');
    expect(await Promise.race([ends, sleep(PATIENCE.timeout / 2, 'open', { ref: false })])).toBe(
      'ended',
    );
    await settle({ stream: kept, person: other });
  });

  it('that nobody reads is dropped, while the others hear everything at once', async () => {
    const [slow, quick] = [await world.person('customer'), await world.person('customer')];
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    socket.write(
      `GET /api/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow.token}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const stream = await open(quick);
    let dropped = false;
    const padding = 'x'.repeat(6000);
    for (let count = 0; count < 3000; count++) {
      const to = count % 100 === 0 ? [slow.id, quick.id] : [slow.id];
      world.context.live.publish([{ type: 'milestone', ticket_id: padding, to }]);
      if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() => expect(stream.heard).toHaveLength(30), PATIENCE);
    socket.once('close', () => {
      dropped = true;
    });
    socket.on('error', () => undefined).resume();
    await vi.waitFor(() => expect(dropped).toBe(true), PATIENCE);
  });

  it('is dropped after missed events, so that its screen refetches', async () => {
    const customer = await world.person('customer');
    const stream = await open(customer, second.url);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'unblock live'`.execute(
      world.context.db,
    );
    await stream.ended;
    // Both servers listen again, and hear each other.
    const again = await open(customer, second.url);
    await vi.waitFor(async () => {
      world.context.live.publish([{ type: 'milestone', ticket_id: 'x', to: [customer.id] }]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(again.heard.length).toBeGreaterThan(0);
    }, PATIENCE);
  });

  it('is one of at most 20 of a person', async () => {
    const limited = await openWorld({ rateLimits: true });
    const customer = await limited.person('customer');
    const url = await limited.listen();
    const opened = [];
    for (let count = 0; count < 21; count++) opened.push(await listenTo(url, customer));
    expect(opened.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
    opened[0]?.close();
    await vi.waitFor(async () => {
      const one = await listenTo(url, customer);
      opened.push(one);
      expect(one.status).toBe(200);
    }, PATIENCE);
    for (const stream of opened) stream.close();
    await limited.close();
  });
});

describe('what is carried between servers', () => {
  it('fits into notifications, in its order, whatever it is', () => {
    const events = Array.from({ length: 300 }, (_, count) => ({
      type: 'session-ended' as const,
      to: [randomUUID()],
      sessions: Array.from({ length: count }, () => randomUUID()),
    }));
    const payloads = payloadsOf('here', events);
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
    const carried = payloads.flatMap((payload) => JSON.parse(payload).events);
    expect(carried).toHaveLength(300);
    expect(carried.slice(0, 100)).toEqual(events.slice(0, 100));
    expect(carried.at(-1)).toEqual({ type: 'gap', to: [] });
  });
});

describe('a request that is open', () => {
  it('is announced to developers whom it suits without its name, and to nobody else', async () => {
    const developer = await world.person('developer', { categories: ['ios'] });
    const others = [
      await world.person('developer', { categories: ['web', 'android'] }),
      await world.person('customer', { categories: ['ios'] }),
    ];
    const stream = await open(developer, second.url);
    const theirs = [];
    for (const person of others)
      for (const url of [world.url, second.url])
        theirs.push({ stream: await open(person, url), person });
    const moderator = await world.person('moderator');
    const { id } = await postRequest(await world.person('customer'), { categories: ['ios'] });
    const told = { event: 'ticket', data: {} };
    await vi.waitFor(() => expect(stream.heard).toEqual([told]), PATIENCE);
    // It leaves the list of open requests, and comes back.
    const other = await world.person('developer', { categories: ['ios'] });
    for (const [step, heard] of [
      ['reserve', [told, told]],
      ['abandon', [told, told, told]],
    ] as const) {
      await other.call('POST', `/api/tickets/${id}/${step}`);
      await vi.waitFor(() => expect(stream.heard).toEqual(heard), PATIENCE);
    }
    await settle(...theirs);
    // What happens to it while it is not in the list is nobody else's business.
    ok(await other.call('POST', `/api/tickets/${id}/reserve`));
    ok(
      await other.call('POST', `/api/tickets/${id}/get-help`, {
        reason: 'other',
        text: 'Please look',
      }),
    );
    ok(await moderator.call('POST', `/api/moderation/tickets/${id}/resume`, { reason: 'Go on.' }));
    ok(await other.call('POST', `/api/tickets/${id}/grab`));
    await settle({ stream, person: developer });
    expect(stream.heard.filter(({ event }) => event === 'ticket')).toEqual(Array(4).fill(told));
    const heard = theirs.flatMap(({ stream }) => stream.heard.map(({ event }) => event));
    expect(new Set(heard)).toEqual(new Set(['milestone']));
  });
});

describe('the picture of a file', () => {
  it('is told to both sides of its request once it is drawn, and to nobody else', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const other = await world.person('developer', { categories: ['web'] });
    const content = await sharp({
      create: { width: 9, height: 9, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const { fileKey } = await upload(world, developer, { name: 'screen.png', content });
    const body = { text: 'Look', attachments: [fileKey] };
    ok(await developer.call('POST', `/api/tickets/${ticketId}/messages`, body));
    const [theirs, mine, none] = [
      await open(customer),
      await open(developer, second.url),
      await open(other),
    ];
    await drawThumbnail(world, fileKey);
    await settle(
      { stream: theirs, person: customer },
      { stream: mine, person: developer },
      { stream: none, person: other },
    );
    const told = { event: 'file', data: { ticket_id: ticketId, id: fileKey } };
    // What was done on the way here may still arrive, late, from another server.
    const filesIn = ({ heard }: OpenStream) => heard.filter(({ event }) => event === 'file');
    expect([theirs, mine, none].map(filesIn)).toEqual([[told], [told], []]);
  });
});
