import type { Pairing, ShareEarlier } from '#domain/pairing.ts';
import { Refusal } from '#domain/refusals.ts';
import { asCollaborator, type PersonRow, peopleByIds } from '../accounts/person.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { isShared, sharePairing } from '../lifecycle/pairings.ts';
import { perform } from '../lifecycle/perform.ts';
import { seen } from '../lifecycle/visibility.ts';
import { threadFor } from './queries.ts';
import { sharePermission } from './thread.ts';

/**
 * The conversations of a request that a side can read, newest first. There are few: each new one
 * takes a day at least.
 * @throws Refusal `not_found`, `no_longer_yours`
 */
export async function pairingsFor(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
): Promise<{ items: Pairing[]; next_cursor: null }> {
  const ticket = await threadFor(db, viewer, ticketId);
  const rows = await db
    .selectFrom('pairings as p')
    .innerJoin('tickets as t', 't.id', 'p.ticket_id')
    .select(['p.id', 'p.ticket_id', 'p.developer_id', 'p.began_at', 'p.ended_at', 'p.ended_by'])
    .select(['p.note', 'p.shared_at', 'p.shared_with'])
    .where('p.ticket_id', '=', ticketId)
    .where(seen.readsPairing(viewer))
    .orderBy('p.began_at', 'desc')
    .execute();
  const ids = rows.flatMap(({ developer_id }) => developer_id ?? []);
  const people = new Map<string, PersonRow>();
  for (const person of await peopleByIds(db, ids)) people.set(person.id, person);
  return {
    items: rows.flatMap(({ developer_id, shared_with, shared_at, ...row }) => {
      const developer = people.get(developer_id ?? '');
      if (!developer) return [];
      const isShared = shared_with === ticket.pairing_id;
      const is_present = row.id === ticket.pairing_id;
      const mayShare = ticket.customer_id === viewer.id && !is_present;
      return {
        ...row,
        developer: asCollaborator(developer),
        is_present,
        shared_at: isShared ? shared_at : null,
        actions: mayShare ? { 'share-earlier': sharePermission(ticket) } : {},
      };
    }),
    next_cursor: null,
  };
}

/**
 * The customer shares an earlier conversation with the current developer, who is notified once.
 * @throws Refusal `not_found`, `not_your_part`, `no_developer`, `developer_changed`
 */
export async function shareEarlier(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  { pairing_id, to }: ShareEarlier,
): Promise<void> {
  const locked = await lockTicket(change.tx, ticketId);
  const { ticket } = locked;
  if (ticket.customer_id === viewer.id && (await isShared(change.tx, ticket, pairing_id))) return;
  await perform(change, locked, { action: 'share-earlier', actor: viewer });
  if (to !== undefined && to !== ticket.developer_id) throw new Refusal('developer_changed');
  await sharePairing(change, ticket, pairing_id);
}
