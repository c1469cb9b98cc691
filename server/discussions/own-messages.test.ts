import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#domain/message.ts';
import type { FoundMessage } from '#domain/message-search.ts';
import type { Report } from '#domain/report.ts';
import { DELETED_MESSAGE_TEXT } from '#domain/system-message-texts.ts';
import type { Ticket } from '#domain/ticket.ts';
import { change } from '../lifecycle/change.ts';
import { tidy } from '../start/tidy.ts';
import { aMilestone, grab, ok, postRequest } from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { download, kept, removeGone, upload } from '../testing/files.ts';
import { type Scene, STAGES, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { deleteMessage } from './own-messages.ts';

/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function thread(person: Person, { ticketId }: Scene): Promise<Message[]> {
  const path = `/api/tickets/${ticketId}/messages?limit=100`;
  return ok(await person.call<{ items: Message[] }>('GET', path)).items;
}

async function find(person: Person, scene: Scene, id: string): Promise<Message | undefined> {
  return (await thread(person, scene)).find((message) => message.id === id);
}

function edit(person: Person, id: string, text: string, more: object = {}) {
  return person.call<Message>('PATCH', `/api/messages/${id}`, { text, ...more });
}

function remove(person: Person, id: string) {
  return person.call('DELETE', `/api/messages/${id}`);
}

function takeOut(person: Person, id: string) {
  return person.call<Message>('PATCH', `/api/messages/${id}`, { secrets: 'mask' });
}

/** Lets so many minutes pass since a message was sent. */
async function age(id: string, minutes: number): Promise<void> {
  const created_at = new Date(Date.now() - minutes * 60_000);
  await world.context.db.updateTable('messages').set({ created_at }).where('id', '=', id).execute();
}

describe('one’s own message', () => {
  it('is edited for both sides, and says so', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, 'It fials');
    const edited = ok(await edit(scene.customer, id, 'It fails'));
    expect(edited).toMatchObject({ id, text: 'It fails', is_edited: true });
    expect(await find(scene.developer, scene, id)).toMatchObject({
      text: 'It fails',
      is_edited: true,
      is_deleted: false,
    });
  });

  it('is deleted for both sides with its files, and keeps its place', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { content: 'Hello' });
    const body = { text: 'Wrong window', attachments: [fileKey] };
    const path = `/api/tickets/${scene.ticketId}/messages`;
    const { id } = ok(await scene.customer.call<Message>('POST', path, body));
    const { fileKey: right } = await upload(world, scene.customer, { content: 'Right' });
    const after = { text: 'The right one', attachments: [right] };
    const stays = ok(await scene.customer.call<Message>('POST', path, after));
    expect((await remove(scene.customer, id)).status).toBe(204);
    expect((await find(scene.developer, scene, stays.id))?.attachments).toHaveProperty([right]);
    for (const person of [scene.customer, scene.developer]) {
      const shown = await find(person, scene, id);
      expect(shown).toMatchObject({ text: DELETED_MESSAGE_TEXT, is_deleted: true });
      expect(shown?.attachments).toEqual({});
      expect((await person.call('GET', `/api/files/${fileKey}/link`)).status).toBe(404);
    }
    await removeGone(world);
    expect((await kept(world)).objects).not.toContain(fileKey);
  });

  it.each(STAGES)('can be edited and deleted at the stage "%s"', async (stage) => {
    const scene = await walkTo(world, stage);
    const id = await say(scene.customer, scene.ticketId, 'A word');
    ok(await edit(scene.customer, id, 'Another word'));
    ok(await remove(scene.customer, id));
  });

  it('stays as it is after 10 minutes, to the minute', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, 'Hello');
    await age(id, 9.9);
    expect((await find(scene.customer, scene, id))?.actions).toMatchObject({
      'edit-message': { allowed: true },
      'delete-message': { allowed: true },
    });
    ok(await edit(scene.customer, id, 'Hello there'));
    await age(id, 10.1);
    for (const answer of [await edit(scene.customer, id, 'No'), await remove(scene.customer, id)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'message_fixed' } });
    expect((await find(scene.customer, scene, id))?.actions).toMatchObject({
      'edit-message': { allowed: false },
    });
  });

  it('is nobody else’s to change', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, `Hello`);
    const expected: [Person, number][] = [
      [scene.developer, 403],
      [await world.person('customer'), 404],
      [await world.person('developer'), 404],
      [await world.person('moderator'), 404],
    ];
    for (const [person, status] of expected) {
      expect((await edit(person, id, 'Mine now')).status).toBe(status);
      expect((await remove(person, id)).status).toBe(status);
    }
    expect((await takeOut(scene.developer, id)).status).toBe(404);
    expect((await world.call('DELETE', `/api/messages/${id}`)).status).toBe(401);
    expect((await find(scene.customer, scene, id))?.text).toBe('Hello');
    expect((await find(scene.developer, scene, id))?.actions).not.toHaveProperty('edit-message');
  });

  it('that a step has posted stays', async () => {
    const scene = await walkTo(world, 'plan approved');
    const step = (await thread(scene.customer, scene)).find((message) => message.is_system);
    expect((await edit(scene.customer, step?.id ?? '', 'No')).status).toBe(403);
    expect((await remove(scene.customer, step?.id ?? '')).status).toBe(403);
  });

  it.each([
    ['blank', '  \n'],
    ['too long', 'a'.repeat(20_001)],
    ['not storable', 'a\0b'],
    ['no text', 7],
  ])('is not edited to what is %s', async (_, text) => {
    const scene = await walkTo(world, 'reserved');
    const id = await say(scene.customer, scene.ticketId, 'Hello');
    expect((await edit(scene.customer, id, text as string)).status).toBe(400);
    expect((await scene.customer.call('PATCH', `/api/messages/${id}`, {})).status).toBe(400);
    expect((await find(scene.customer, scene, id))?.text).toBe('Hello');
  });

  it('edited and deleted at once ends as one of both, and deleted twice is deleted', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, 'Hello');
    const all = await Promise.all([
      edit(scene.customer, id, 'One'),
      remove(scene.customer, id),
      edit(scene.customer, id, 'Two'),
      remove(scene.customer, id),
    ]);
    expect(all.every(({ status }) => [200, 204, 409].includes(status))).toBe(true);
    expect(await find(scene.developer, scene, id)).toMatchObject({ is_deleted: true });
    expect((await remove(scene.customer, id)).status).toBe(204);
    expect(await edit(scene.customer, id, 'Back')).toMatchObject({
      body: { code: 'message_gone' },
    });
  });

  it('is looked through when it is edited', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, 'Hello');
    expect((await edit(scene.customer, id, KEY)).body).toMatchObject({ code: 'secrets_found' });
    const shared = ok(await edit(scene.customer, id, KEY, { secrets: 'share' }));
    expect(shared).toMatchObject({ text: KEY, has_secrets: true });
    const masked = ok(await edit(scene.customer, id, `again ${KEY}`, { secrets: 'mask' }));
    expect(masked.text).not.toContain(KEY);
  });
});

describe('what is told of a message', () => {
  const news = async (person: Person) =>
    ok(
      await person.call<{ items: { kind: string; count: number; is_read: boolean }[] }>(
        'GET',
        '/api/notifications',
      ),
    ).items.filter(({ kind, is_read }) => kind === 'new_message' && !is_read);

  it('ends when it is deleted before it was read: no mail, no count', async () => {
    const scene = await walkTo(world, 'working');
    await scene.developer.call('POST', `/api/tickets/${scene.ticketId}/read`);
    const first = await say(scene.customer, scene.ticketId, 'My bank is 123');
    const second = await say(scene.customer, scene.ticketId, 'Hello again');
    expect(await news(scene.developer)).toMatchObject([{ count: 2 }]);
    ok(await remove(scene.customer, first));
    expect(await news(scene.developer)).toMatchObject([{ count: 1 }]);
    ok(await remove(scene.customer, second));
    expect(await news(scene.developer)).toEqual([]);
    expect(await find(scene.customer, scene, first)).toMatchObject({
      is_read: true,
      notification_sent: true,
    });
    const unread = ok(await scene.developer.call<{ count: number }>('GET', '/api/me/unread'));
    expect(unread.count).toBe(0);
    const before = (await world.mails()).length;
    await passMinutes(world, 5);
    const mails = (await world.mails()).slice(before).map(({ body_text }) => body_text);
    expect(mails.join('\n')).not.toMatch(/bank|deleted|Hello again/);
  });

  it('counts what came after it, where it was read before it is deleted', async () => {
    const scene = await walkTo(world, 'working');
    const first = await say(scene.customer, scene.ticketId, 'Hello');
    ok(await scene.developer.call('POST', `/api/tickets/${scene.ticketId}/read`));
    await say(scene.customer, scene.ticketId, 'Hello again');
    ok(await remove(scene.customer, first));
    expect(await news(scene.developer)).toMatchObject([{ count: 1 }]);
  });

  it('counts what came after it, where its notification was read before it is deleted', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, developer, ticketId } = scene;
    const first = await say(customer, ticketId, 'Hello');
    ok(await developer.call('POST', '/api/notifications/read', { ticket_id: ticketId }));
    const second = await say(customer, ticketId, 'Hello again');
    ok(await remove(customer, first));
    expect(await news(developer)).toMatchObject([{ count: 1 }]);
    ok(await remove(customer, second));
    expect(await news(developer)).toEqual([]);
  });

  it('counts what an unblocker was told, where one from before them is deleted', async () => {
    const scene = await walkTo(world, 'reserved');
    await say(scene.customer, scene.ticketId, 'Hello');
    ok(await remove(scene.customer, scene.messages.customer));
    expect(await news(scene.developer)).toMatchObject([{ count: 1 }]);
  });

  it('is what it says when the mail is made', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, 'The frist words');
    ok(await edit(scene.customer, id, 'The first words'));
    await passMinutes(world, 5);
    const text = (await world.mails()).map(({ body_text }) => body_text).join('\n');
    expect(text).toContain('The first words');
    expect(text).not.toContain('frist');
  });

  it('is found by its words as they are now', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, 'zebra');
    const other = await say(scene.customer, scene.ticketId, 'giraffe');
    ok(await edit(scene.customer, id, 'antelope'));
    ok(await remove(scene.customer, other));
    const search = async (q: string) =>
      ok(
        await scene.developer.call<{ items: FoundMessage[] }>('GET', `/api/messages/search?q=${q}`),
      ).items.map((found) => found.id);
    expect(await search('zebra')).toEqual([]);
    expect(await search('antelope')).toEqual([id]);
    expect(await search('giraffe')).toEqual([]);
    expect(await search('deleted')).toEqual([]);
  });

  it('comes live to both sides', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.customer, scene.ticketId, 'Hello');
    const heard: { to: readonly string[]; message?: unknown }[] = [];
    const { publish } = world.context.live;
    world.context.live.publish = (events) => {
      heard.push(...events.filter(({ type }) => type === 'message'));
      publish.call(world.context.live, events);
    };
    ok(await edit(scene.customer, id, 'Hello there'));
    ok(await remove(scene.customer, id));
    world.context.live.publish = publish;
    expect(heard).toMatchObject([
      { message: { id, text: 'Hello there', is_edited: true } },
      { message: { id, text: DELETED_MESSAGE_TEXT, is_deleted: true } },
    ]);
    for (const { to } of heard)
      expect(to.toSorted()).toEqual([scene.customer.id, scene.developer.id].toSorted());
  });
});

describe('a question that its author deletes', () => {
  const ask = async (person: Person, ticketId: string) => {
    const body = { text: 'Which one?', needs_answer: true };
    return ok(await person.call<Message>('POST', `/api/tickets/${ticketId}/messages`, body)).id;
  };
  const questionOf = async ({ customer }: Scene, ticketId: string) =>
    ok(await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`)).question;

  it('waits for no answer, whatever else they wrote here, and asked elsewhere', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, developer, ticketId } = scene;
    const id = await ask(customer, ticketId);
    await say(customer, ticketId, 'By the way');
    const { id: elsewhere } = await postRequest(customer);
    await grab(developer, elsewhere);
    await ask(customer, elsewhere);
    ok(await remove(customer, id));
    expect(await questionOf(scene, ticketId)).toBeNull();
    expect(await questionOf(scene, elsewhere)).not.toBeNull();
  });

  it('leaves another of theirs, whatever others write elsewhere', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, ticketId } = scene;
    const [first, second] = [await ask(customer, ticketId), await ask(customer, ticketId)];
    const other = await walkTo(world, 'reserved');
    await say(other.developer, other.ticketId, 'Hello');
    ok(await remove(customer, first));
    expect(await questionOf(scene, ticketId)).not.toBeNull();
    ok(await remove(customer, second));
    expect(await questionOf(scene, ticketId)).toBeNull();
  });

  it('waits for no answer where only the unblocker before was asked as well', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, developer, ticketId } = scene;
    await ask(customer, ticketId);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'Not mine.' }));
    const next = await world.person('developer', { categories: ['web'] });
    await grab(next, ticketId);
    ok(await remove(customer, await ask(customer, ticketId)));
    expect(await questionOf(scene, ticketId)).toBeNull();
  });

  it('leaves another of theirs, though a proposal of the other side came after it', async () => {
    const scene = await walkTo(world, 'working');
    const { customer, developer, ticketId } = scene;
    await ask(developer, ticketId);
    const proposal = { reason: 'One more thing.', add: [aMilestone] };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/changes`, proposal));
    ok(await remove(developer, await ask(developer, ticketId)));
    expect(await questionOf(scene, ticketId)).not.toBeNull();
  });

  it('waits for no answer, though an earlier one is there that a step of the other side has answered', async () => {
    const scene = await walkTo(world, 'plan in review');
    const { customer, developer, ticketId } = scene;
    const answered = await ask(developer, ticketId);
    const words = { feedback: 'Smaller steps, please.' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/request-changes`, words));
    expect(await questionOf(scene, ticketId)).toBeNull();
    ok(await remove(developer, await ask(developer, ticketId)));
    expect(await questionOf(scene, ticketId)).toBeNull();
    const [first, second] = [await ask(developer, ticketId), await ask(developer, ticketId)];
    ok(await remove(developer, answered));
    ok(await remove(developer, second));
    expect(await questionOf(scene, ticketId)).not.toBeNull();
    ok(await remove(developer, first));
    expect(await questionOf(scene, ticketId)).toBeNull();
  });

  it('is deleted as any other once it was answered', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    const id = await ask(customer, ticketId);
    await say(developer, ticketId, 'This one.');
    expect((await remove(customer, id)).status).toBe(204);
  });
});

describe('a reported message', () => {
  const reports = async () => {
    const moderator = await world.person('moderator');
    const { items } = ok(
      await moderator.call<{ items: Report[] }>('GET', '/api/moderation/reports?order=newest'),
    );
    return items;
  };

  it('stays as it is for the moderators', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.developer, scene.ticketId, 'Pay me outside');
    ok(await scene.customer.call('POST', `/api/messages/${id}/report`));
    for (const answer of [await edit(scene.developer, id, 'Hi'), await remove(scene.developer, id)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'message_reported' } });
  });

  it('shows moderators what it said before it was edited and deleted', async () => {
    const scene = await walkTo(world, 'working');
    const id = await say(scene.developer, scene.ticketId, 'Pay me outside');
    ok(await edit(scene.developer, id, 'Pay me well'));
    ok(await remove(scene.developer, id));
    ok(await scene.customer.call('POST', `/api/messages/${id}/report`));
    const report = (await reports()).find(({ message }) => message.id === id);
    expect(report?.message).toMatchObject({
      is_deleted: true,
      earlier: ['Pay me outside', 'Pay me well'],
    });
    expect(JSON.stringify(await thread(scene.customer, scene))).not.toContain('Pay me');
  });

  it('alone keeps what was said before; of others it goes after two weeks', async () => {
    const scene = await walkTo(world, 'working');
    const { db } = world.context;
    const edited = async (days: number) => {
      const id = await say(scene.developer, scene.ticketId, 'Old');
      ok(await edit(scene.developer, id, 'New'));
      await db
        .updateTable('message_versions')
        .set({ replaced_at: new Date(Date.now() - days * 24 * 3_600_000) })
        .where('message_id', '=', id)
        .execute();
      return id;
    };
    const [reported, old, young] = [await edited(15), await edited(15), await edited(13)];
    ok(await scene.customer.call('POST', `/api/messages/${reported}/report`));
    await tidy(world.context);
    const left = await db
      .selectFrom('message_versions')
      .select('message_id')
      .where('message_id', 'in', [reported, old, young])
      .execute();
    expect(left.map(({ message_id }) => message_id).sort()).toEqual([reported, young].sort());
  });
});

describe('a key in an old message', () => {
  async function sharedKey(minutes: number) {
    const scene = await walkTo(world, 'working');
    const path = `/api/tickets/${scene.ticketId}/messages`;
    const body = { text: `The key: ${KEY}`, secrets: 'share' };
    const { id } = ok(await scene.customer.call<Message>('POST', path, body));
    await age(id, minutes);
    return { scene, id };
  }

  it('can be taken out by its author at any time, and is kept nowhere', async () => {
    const { scene, id } = await sharedKey(60 * 24 * 30);
    const before = await find(scene.customer, scene, id);
    expect(before).toMatchObject({
      has_secrets: true,
      actions: { 'take-out-keys': { allowed: true } },
    });
    const taken = await Promise.all([1, 2].map(() => takeOut(scene.customer, id)));
    expect(taken.map(({ status }) => status).some((status) => status === 200)).toBe(true);
    expect(await find(scene.developer, scene, id)).toMatchObject({
      text: expect.stringMatching(/^The key: /),
      has_secrets: false,
      is_edited: true,
    });
    expect(await stored(id)).not.toContain(KEY);
    expect(await takeOut(scene.customer, id)).toMatchObject({ body: { code: 'no_keys_found' } });
  });

  it('is not among the words that are kept of an edit or a deletion', async () => {
    const { scene, id } = await sharedKey(1);
    ok(await edit(scene.customer, id, `Now ${KEY}`, { secrets: 'share' }));
    ok(await remove(scene.customer, id));
    const kept = await stored(id);
    expect(kept).not.toContain(KEY);
    expect(kept).toContain('The key: ');
    expect(await find(scene.developer, scene, id)).toMatchObject({ has_secrets: false });
  });

  it('is masked in what is kept, although it came after the masking had begun', async () => {
    const { scene, id } = await sharedKey(1);
    const kept = { before: 'Hello', text: 'Hello' };
    await change(world.context, (each) => deleteMessage(each, scene.customer.viewer, { id, kept }));
    const versions = await stored(id);
    expect(versions).not.toContain(KEY);
    expect(versions).toContain('The key: ');
  });

  it('is taken out of its own message alone', async () => {
    const { scene, id } = await sharedKey(1);
    const other = await say(scene.customer, scene.ticketId, 'Before');
    ok(await edit(scene.customer, other, 'After'));
    await world.context.db
      .updateTable('message_versions')
      .set({ text: `Before: ${KEY}` })
      .where('message_id', '=', other)
      .execute();
    ok(await edit(scene.customer, id, `Now ${KEY}`, { secrets: 'share' }));
    ok(await takeOut(scene.customer, id));
    expect(await stored(other)).toContain(`Before: ${KEY}`);
  });

  it('can be taken out once it was reported, and out of what it said before', async () => {
    const { scene, id } = await sharedKey(1);
    ok(await edit(scene.customer, id, `Now ${KEY}`, { secrets: 'share' }));
    ok(await scene.developer.call('POST', `/api/messages/${id}/report`));
    ok(await takeOut(scene.customer, id));
    expect(await stored(id)).not.toContain(KEY);
    expect(await stored(id)).toContain('The key: ');
  });

  async function stored(id: string): Promise<string> {
    const { db } = world.context;
    const [messages, versions] = await Promise.all([
      db.selectFrom('messages').selectAll().where('id', '=', id).execute(),
      db.selectFrom('message_versions').selectAll().where('message_id', '=', id).execute(),
    ]);
    return JSON.stringify([messages, versions]);
  }

  it('of a file attached stays with the file', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { content: KEY });
    const body = { text: 'See the file', attachments: [fileKey], secrets: 'share' };
    const path = `/api/tickets/${scene.ticketId}/messages`;
    const { id, has_secrets } = ok(await scene.customer.call<Message>('POST', path, body));
    expect(has_secrets).toBe(false);
    expect((await takeOut(scene.customer, id)).status).toBe(409);
    expect((await download(world, scene.developer, fileKey)).status).toBe(200);
  });
});
