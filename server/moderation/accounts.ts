import { sql } from 'kysely';
import type { Account, AccountHistory } from '#domain/account.ts';
import { type Actions, permissionOf } from '#domain/actions.ts';
import { fullName, type UserType } from '#domain/profile.ts';
import { Refusal, type RefusalCode } from '#domain/refusals.ts';
import { ticketGroups } from '#domain/ticket-status.ts';
import { ratings } from '../accounts/person.ts';
import type { Reader, Tx } from '../database/database.ts';
import { type Page, type PageRequest, readPage } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { listAudit, writeAudit } from '../lifecycle/audit.ts';
import { shareRequest } from '../lifecycle/under-review.ts';
import { seen } from '../lifecycle/visibility.ts';
import { asModeratedTickets, moderatedRows } from './case-queue.ts';
import { holds } from './person-search.ts';
import { trackRecordOf } from './track-record.ts';

export interface AccountSearch extends PageRequest {
  /** Part of the email address or name. */
  q?: string | undefined;
  user_type?: UserType | undefined;
  suspended?: boolean | undefined;
}

const NEWEST = 20;

/** Accounts, newest first. */
export async function listAccounts(
  db: Reader,
  moderator: Viewer,
  { q, user_type, suspended, ...page }: AccountSearch,
): Promise<Page<Account>> {
  const query = accountRows(db, moderator)
    .$if(q !== undefined, (query) => query.where(holds(q ?? '')))
    .$if(user_type !== undefined, (query) =>
      query.where('p.user_type', '=', user_type ?? 'customer'),
    )
    .$if(suspended !== undefined, (query) =>
      query.where('s.id', suspended ? 'is not' : 'is', null),
    );
  const found = await readPage(query, page, { by: ['u.created_at', 'u.id'] });
  return { ...found, items: found.items.map((row) => asAccount(row, moderator)) };
}

/** @throws Refusal `not_found` */
export async function accountFor(db: Reader, moderator: Viewer, id: string): Promise<Account> {
  const row = await accountRows(db, moderator).where('u.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return asAccount(row, moderator);
}

/**
 * One account with its newest requests and the moderators' acts on it. The view is logged.
 * @throws Refusal `not_found`
 */
export async function viewAccount(tx: Tx, moderator: Viewer, id: string): Promise<AccountHistory> {
  const account = await accountFor(tx, moderator, id);
  await writeAudit({ tx }, moderator, {
    action: 'account_viewed',
    target: { type: 'account', id },
  });
  const rows = await moderatedRows(tx)
    .where(seen.isSide({ id }))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(NEWEST)
    .execute();
  const acts = await listAudit(tx, { limit: NEWEST, target_id: id });
  const track = account.user_type === 'developer' ? await trackRecordOf(tx, id) : null;
  const requests = await asModeratedTickets(tx, moderator, rows);
  return { account, requests, track, acts: acts.items };
}

function accountRows(db: Reader, moderator: Viewer) {
  const running = sql.join([...ticketGroups.open]);
  return db
    .selectFrom('users as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('suspensions as s', (join) =>
      join.onRef('s.person_id', '=', 'u.id').on('s.ended_at', 'is', null),
    )
    .select(['u.id', 'u.email', 'u.created_at', 'u.last_sign_in_at', 'p.user_type'])
    .select(['p.first_name', 'p.last_name', 's.reason', 's.created_at as suspended_at'])
    .select([
      sql<number>`(select count(*) from tickets t where ${seen.isSide('u')}
        and t.status in (${running}))::int`.as('running'),
      sql<number>`(select count(*) from tickets t where ${seen.isSide('u')}
        and t.status not in (${running}))::int`.as('finished'),
      sql<number>`(select count(*) from reports r join messages m on m.id = r.message_id
        where m.author_id = u.id)::int`.as('reported'),
      sql<number>`(select coalesce(sum(b.price_cents), 0) from billing_records b
        join tickets t on t.id = b.ticket_id
        where ${seen.isSide('u')} and b.status = 'held')::int`.as('held_cents'),
      sql<number>`(select coalesce(sum(l.amount_cents), 0) from ledger_lines l
        where l.account = 'developer' and l.owner_id = u.id)::int`.as('balance_cents'),
      shareRequest('u', moderator).as('is_other_side'),
      ratings.as('ratings'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof accountRows>['execute']>>[number];

function asAccount(row: Row, moderator: Viewer): Account {
  const { id, user_type, ratings } = row;
  const fallback = {
    customer: 'Customer',
    developer: 'Developer',
    moderator: 'Moderator',
  } as const;
  return {
    ...row,
    rating_average: ratings.average,
    rating_count: ratings.count,
    full_name: fullName(row, fallback[user_type]),
    requests: { running: row.running, finished: row.finished },
    reported: row.reported,
    money: { held_cents: row.held_cents, balance_cents: row.balance_cents },
    suspension:
      row.reason !== null && row.suspended_at !== null
        ? { reason: row.reason, since: row.suspended_at }
        : null,
    actions: actionsOf(moderator, {
      id,
      suspended: row.suspended_at !== null,
      is_other_side: row.is_other_side,
    }),
  };
}

interface Facts {
  id: string;
  suspended: boolean;
  /** Of a request that is, or was, the moderator's own. */
  is_other_side: boolean;
}

/** Why a moderator may not suspend or restore an account; null when they may. */
export function whyNot(
  act: 'suspend' | 'restore',
  moderator: Viewer,
  { id, suspended, is_other_side }: Facts,
): RefusalCode | null {
  if (id === moderator.id) return 'own_account';
  if (is_other_side) return 'not_your_part';
  if (act === 'suspend') return suspended ? 'account_already_suspended' : null;
  return suspended ? null : 'account_not_suspended';
}

function actionsOf(moderator: Viewer, facts: Facts): Actions {
  const permission = (act: 'suspend' | 'restore') => permissionOf(whyNot(act, moderator, facts));
  return { suspend: permission('suspend'), restore: permission('restore') };
}
