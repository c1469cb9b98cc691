import type { HeldRequest, SettledRequest } from '#domain/held-request.ts';
import { HELD_HOURS } from '#domain/limits.ts';
import { HOUR_MS } from '#domain/milliseconds.ts';
import { type TicketInput, ticketInputSchema } from '#domain/ticket.ts';
import { adoptHeldFiles } from '../files/held-files.ts';
import { noteShared } from '../files/shield/note-shared.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Change } from '../lifecycle/change.ts';
import { createTicket } from './commands.ts';

/**
 * Holds a request until the address of its sign-up is confirmed; a later one of that sign-up takes its
 * place. Answers alike whether or not the sign-up made an account.
 * @param signUp the id that the sign-up was answered with
 */
export async function holdRequest(
  { tx }: Change,
  signUp: string,
  { files: _, keysShared, ...request }: TicketInput & { keysShared: boolean },
): Promise<HeldRequest> {
  // Held until this is kept: a confirmation in this moment waits, and then finds it.
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', signUp)
    .where('email_confirmed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (account) {
    const earlier = tx.deleteFrom('held_requests').where('user_id', '=', account.id);
    await earlier.where('ticket_id', 'is', null).execute();
  }
  const { id, created_at } = await tx
    .insertInto('held_requests')
    .values({
      user_id: account?.id ?? null,
      request: JSON.stringify(request),
      keys_shared: keysShared,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const expires = new Date(created_at.getTime() + HELD_HOURS * HOUR_MS);
  return { id, expires_at: expires.toISOString() };
}

/** The job after a confirmation: posts what the account's sign-up holds. */
export async function postHeld(change: Change, userId: string): Promise<void> {
  const held = await change.tx
    .selectFrom('held_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ticket_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (held) await post(change, held);
}

/**
 * Ends the waiting, for the browser that wrote it: posts it if its address is confirmed, and otherwise
 * takes it back, so that the browser can send it itself.
 */
export async function settleHeld(change: Change, id: string): Promise<SettledRequest> {
  const held = await change.tx
    .selectFrom('held_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!held) return { ticket_id: null };
  const ticket_id = held.ticket_id ?? (await post(change, held));
  if (!ticket_id) await change.tx.deleteFrom('held_requests').where('id', '=', id).execute();
  return { ticket_id };
}

interface Held {
  id: string;
  user_id: string | null;
  request: unknown;
  keys_shared: boolean;
}

/** Null while its account may not post: not confirmed, without a password of its own, or no customer's. */
async function post(
  change: Change,
  { id, user_id, request, keys_shared }: Held,
): Promise<string | null> {
  const { tx } = change;
  if (user_id === null) return null;
  const account = await tx
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .select(['p.id', 'p.user_type'])
    .where('u.id', '=', user_id)
    .where('u.email_confirmed_at', 'is not', null)
    .where('u.owes_password', '=', false)
    .where('u.password_hash', 'is not', null)
    .where('p.user_type', '=', 'customer')
    .executeTakeFirst();
  if (!account) return null;
  const input = parseInput(ticketInputSchema, request);
  const files = await adoptHeldFiles(change, id, account.id);
  const ticket_id = await createTicket(change, account, { ...input, files });
  if (keys_shared) await noteKeysShared(change, account.id, ticket_id);
  await tx
    .updateTable('held_requests')
    .set({ request: null, ticket_id })
    .where('id', '=', id)
    .execute();
  return ticket_id;
}

function noteKeysShared(change: Change, by: string, ticketId: string): Promise<void> {
  const shared = { inTexts: true, fileKeys: [] };
  return noteShared(change, {
    by,
    answer: { id: ticketId },
    shared,
    choice: 'share',
    open: [],
    masked: [],
  });
}
