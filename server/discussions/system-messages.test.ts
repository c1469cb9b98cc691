import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Export } from '#domain/export.ts';
import type { Message } from '#domain/message.ts';
import type { FoundMessage } from '#domain/message-search.ts';
import type { ModeratedMessage } from '#domain/report.ts';
import { HIDDEN_MESSAGE_TEXT } from '#domain/system-message-texts.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ok } from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { listenTo } from '../testing/live.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const FEEDBACK = 'Split it at Warenkorb.tsx, please.';
const WORDS = `✗ Plan needs revisions\n\n${FEEDBACK}`;

/** A plan that its customer has sent back. */
async function sentBack(): Promise<Scene> {
  const scene = await walkTo(world, 'plan in review');
  const path = `/api/tickets/${scene.ticketId}/request-changes`;
  ok(await scene.customer.call('POST', path, { feedback: FEEDBACK }));
  return scene;
}

async function lastOf(person: Person, { ticketId }: Scene): Promise<Message | undefined> {
  const path = `/api/tickets/${ticketId}/messages?limit=100`;
  return ok(await person.call<{ items: Message[] }>('GET', path)).items.at(-1);
}

async function found({ developer }: Scene, q: string): Promise<FoundMessage[]> {
  const path = `/api/messages/search?q=${encodeURIComponent(q)}`;
  return ok(await developer.call<{ items: FoundMessage[] }>('GET', path)).items;
}

test('what a step says is stored as kind, parameters and what its author wrote', async () => {
  const scene = await walkTo(world, 'results paid');
  const path = `/api/milestones/${scene.milestoneId}/reject`;
  ok(await scene.customer.call('POST', path, { feedback: FEEDBACK }));
  const rows = await world.context.db
    .selectFrom('messages')
    .select(['kind', 'parameters', 'text'])
    .where('ticket_id', '=', scene.ticketId)
    .where('is_system', '=', true)
    .orderBy('position')
    .execute();
  const milestone = 'Fix the login';
  expect(rows).toEqual([
    { kind: 'plan_approved', parameters: {}, text: null },
    { kind: 'milestone_needs_revisions', parameters: { milestone, failed: [] }, text: FEEDBACK },
  ]);
});

test('a decision is stored as kind, parameters and reason, in the thread and on its page', async () => {
  const scene = await walkTo(world, 'help');
  const moderator = await world.person('moderator');
  const resume = `/api/moderation/tickets/${scene.ticketId}/resume`;
  ok(await moderator.call('POST', resume, { reason: 'Both were heard.' }));
  const { db } = world.context;
  const decision = await db
    .selectFrom('decisions as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select(['d.kind', 'd.parameters', 'd.reason', 'm.kind as said', 'm.text'])
    .where('d.ticket_id', '=', scene.ticketId)
    .executeTakeFirstOrThrow();
  expect(decision).toEqual({
    kind: 'request_resumed',
    parameters: {},
    reason: 'Both were heard.',
    said: 'request_resumed',
    text: 'Both were heard.',
  });
});

test('it reads alike in the thread, its live event, the list, the mail and the export', async () => {
  const scene = await walkTo(world, 'plan in review');
  const stream = await listenTo(await world.listen(), scene.developer);
  const path = `/api/tickets/${scene.ticketId}/request-changes`;
  ok(await scene.customer.call('POST', path, { feedback: FEEDBACK }));
  const said = await lastOf(scene.developer, scene);
  expect(said).toMatchObject({ text: WORDS, is_system: true, author_id: scene.customer.id });
  expect(said).not.toHaveProperty('parameters');
  const told = () => stream.heard.find(({ data }) => data.id === said?.id)?.data.message;
  await expect.poll(told).toMatchObject({ text: WORDS });
  stream.close();
  const lists = await scene.developer.call<{ items: Ticket[] }>(
    'GET',
    '/api/tickets?view=discussions',
  );
  expect(ok(lists).items[0]?.last_message?.preview).toBe(WORDS.replace('\n\n', ' '));
  await passMinutes(world, 3);
  const mail = (await world.mails()).find(
    ({ kind, recipient }) => kind === 'new_message' && recipient === scene.developer.email,
  );
  expect(mail?.body_text).toContain(`> ${WORDS.replaceAll('\n', '\n> ')}`);
  const { messages } = ok(await scene.developer.call<Export>('GET', '/api/me/export'));
  expect(messages.at(-1)).toMatchObject({ id: said?.id, text: WORDS, is_system: true });
  expect(messages.at(-1)).not.toHaveProperty('kind');
});

test('it is found by what people wrote in it, and not by our own words', async () => {
  const scene = await sentBack();
  const [one, ...others] = await found(scene, 'warenkorb split');
  expect(others).toEqual([]);
  expect(one?.snippet.map(({ text }) => text).join('')).toContain('Plan needs revisions');
  expect(await found(scene, 'revisions')).toEqual([]);
  const approved = await walkTo(world, 'approved');
  expect(await found(approved, 'login')).toMatchObject([{ author_id: approved.customer.id }]);
});

test('a hidden one keeps its words for moderators and its author alone', async () => {
  const scene = await sentBack();
  const id = (await lastOf(scene.developer, scene))?.id ?? '';
  ok(await scene.developer.call('POST', `/api/messages/${id}/report`));
  const moderator = await world.person('moderator');
  const path = `/api/moderation/messages/${id}/hide`;
  const hidden = ok(await moderator.call<ModeratedMessage>('POST', path, { reason: 'Not nice.' }));
  expect(hidden).toMatchObject({ text: WORDS, is_hidden: true, is_system: true });
  expect(await found(scene, 'warenkorb')).toEqual([]);
  for (const [person, text] of [
    [scene.developer, HIDDEN_MESSAGE_TEXT],
    [scene.customer, WORDS],
  ] as const) {
    const { messages } = ok(await person.call<Export>('GET', '/api/me/export'));
    expect(messages.find((each) => each.id === id)?.text).toBe(text);
  }
});

test.each([
  ['no words at all', { text: null }],
  ['a kind without its parameters', { kind: 'plan_approved' as const }],
  ['the words of a hidden message', { text: 'Still there', is_hidden: true }],
])('the database takes no message with %s', async (_, words) => {
  const scene = await walkTo(world, 'reserved');
  const { db } = world.context;
  const of = await db
    .selectFrom('pairings')
    .select(['ticket_id', 'id as pairing_id'])
    .where('ticket_id', '=', scene.ticketId)
    .executeTakeFirstOrThrow();
  const message = { ...of, author_id: scene.customer.id, ...words };
  await expect(db.insertInto('messages').values(message).execute()).rejects.toThrow(
    /check constraint/,
  );
});
