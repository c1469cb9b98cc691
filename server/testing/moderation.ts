import { afterAll, afterEach, expect } from 'vitest';
import type { Decision } from '#domain/decision.ts';
import type { Message } from '#domain/message.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import type { Report } from '#domain/report.ts';
import type { Ticket } from '#domain/ticket.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from './deeds.ts';
import { type Scene, type Stage, say, walkTo } from './walk.ts';
import { type Answer, openWorld, type Person, type World } from './world.ts';

export const REASON = 'Both sides were heard.';

/** A world with a moderator in it, for all tests of a file; after each of them all agrees in it. */
export async function openModeratedWorld(): Promise<{ world: World; moderator: Person }> {
  const world = await openWorld();
  afterAll(() => world.close());
  afterEach(async () => expect(await brokenInvariants(world.context.db)).toEqual([]));
  return { world, moderator: await world.person('moderator', { name: 'Mo' }) };
}

/** A request at a stage, of which the customer has then reported a message. */
export async function reported(world: World, stage: Stage): Promise<Scene & { rude: string }> {
  const scene = await walkTo(world, stage);
  const rude = await say(scene.developer, scene.ticketId, 'Pay me outside of this, or else.');
  ok(await scene.customer.call('POST', `/api/messages/${rude}/report`));
  return { ...scene, rude };
}

/** A moderator's act on a request. */
export function act<Body = ModeratedRequest>(
  moderator: Person,
  { ticketId }: Pick<Scene, 'ticketId'>,
  action: string,
  more: object = {},
): Promise<Answer<Body>> {
  const path = `/api/moderation/tickets/${ticketId}/${action}`;
  return moderator.call<Body>('POST', path, { reason: REASON, ...more });
}

/** The open reports about one request. */
export async function reportsOf(
  moderator: Person,
  { ticketId }: Pick<Scene, 'ticketId'>,
  status = 'open',
): Promise<Report[]> {
  const path = `/api/moderation/reports?limit=100&status=${status}`;
  const { items } = ok(await moderator.call<{ items: Report[] }>('GET', path));
  return items.filter(({ ticket }) => ticket.id === ticketId);
}

/** What one side of a request reads of decisions. */
export async function decisionsOf(
  person: Person,
  { ticketId }: Pick<Scene, 'ticketId'>,
): Promise<Decision[]> {
  const path = `/api/tickets/${ticketId}/decisions`;
  return ok(await person.call<{ items: Decision[] }>('GET', path)).items;
}

/** Makes somebody a moderator who has requests, as `npm run moderator` can. */
export async function promote({ context }: World, { id }: Person): Promise<void> {
  await context.db
    .updateTable('profiles')
    .set({ user_type: 'moderator' })
    .where('id', '=', id)
    .execute();
}

/** The mails of one kind to one person. */
export async function mailsTo(world: World, { email }: Person, kind: string) {
  const mails = await world.mails();
  return mails.filter((mail) => mail.recipient === email && mail.kind === kind);
}

/** A request as its customer sees it. */
export async function ticketOf({ customer, ticketId }: Scene): Promise<Ticket> {
  return ok(await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`));
}

/** The discussion of a request as somebody sees it. */
export async function thread(
  person: Person,
  { ticketId }: Pick<Scene, 'ticketId'>,
): Promise<Message[]> {
  const path = `/api/tickets/${ticketId}/messages?limit=100`;
  return ok(await person.call<{ items: Message[] }>('GET', path)).items;
}
