import { sql } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import type { WaitlistEntry, WaitlistStatus } from '#domain/waitlist.ts';
import { sendDeclined } from '../accounts/join-letters.ts';
import type { Reader, Tx } from '../database/database.ts';
import {
  directions,
  type ListOrder,
  type Page,
  type PageRequest,
  readPage,
} from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { invite } from './invite.ts';

/** Applications by date, optionally of one status. */
export async function listWaitlist(
  db: Reader,
  {
    status,
    order,
    ...page
  }: PageRequest & { status?: WaitlistStatus | undefined; order: ListOrder },
): Promise<Page<WaitlistEntry>> {
  const query = entries(db).$if(status !== undefined, (all) =>
    all.where('w.status', '=', status ?? 'waiting'),
  );
  const found = await readPage(query, page, {
    by: ['w.created_at', 'w.id'],
    order: directions[order],
  });
  return { ...found, items: found.items.map(asEntry) };
}

/**
 * Approves an application and mails the applicant an invitation.
 * @throws Refusal `not_found`, `waitlist_entry_decided`, `role_already_held`
 */
export async function approve(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<WaitlistEntry> {
  const { email } = await decide(change.tx, moderator, { id, status: 'approved', reason: null });
  const { invitation } = await invite(change, moderator, {
    email,
    role: 'developer',
    has_applied: true,
    reason,
  });
  await writeAudit(change, moderator, {
    action: 'waitlist_approved',
    target: { type: 'waitlist_entry', id },
    ...(reason !== undefined && { reason }),
    before: { status: 'waiting' },
    after: { status: 'approved', invitation_id: invitation.id },
  });
  return entryOf(change.tx, id);
}

/**
 * Declines an application and tells the applicant why.
 * @throws Refusal `not_found`, `waitlist_entry_decided`
 */
export async function decline(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<WaitlistEntry> {
  const { email } = await decide(change.tx, moderator, { id, status: 'declined', reason });
  await sendDeclined(change, email, reason);
  await writeAudit(change, moderator, {
    action: 'waitlist_declined',
    target: { type: 'waitlist_entry', id },
    reason,
    before: { status: 'waiting' },
    after: { status: 'declined' },
  });
  return entryOf(change.tx, id);
}

/** Of two moderators who decide at once, one is refused. */
async function decide(
  tx: Tx,
  moderator: Viewer,
  { id, ...decision }: { id: string; status: 'approved' | 'declined'; reason: string | null },
): Promise<{ email: string }> {
  const decided = await tx
    .updateTable('waitlist')
    .set({ ...decision, decided_at: sql<Date>`now()`, decided_by: moderator.id })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('email')
    .executeTakeFirst();
  if (decided) return decided;
  const entry = await tx
    .selectFrom('waitlist')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  throw new Refusal(entry ? 'waitlist_entry_decided' : 'not_found');
}

async function entryOf(tx: Tx, id: string): Promise<WaitlistEntry> {
  return asEntry(await entries(tx).where('w.id', '=', id).executeTakeFirstOrThrow());
}

function entries(db: Reader) {
  return db
    .selectFrom('waitlist as w')
    .leftJoin('invitations as i', 'i.email', 'w.email')
    .select(['w.id', 'w.name', 'w.email', 'w.specialty', 'w.bio', 'w.status', 'w.created_at'])
    .leftJoin('applications as a', 'a.waitlist_id', 'w.id')
    .select(['w.decided_at', 'w.reason', 'i.expires_at', 'i.accepted_at'])
    .select('a.submitted_at')
    .select(({ selectFrom, fn }) => {
      const reviews = selectFrom('application_reviews as r').whereRef(
        'r.application_id',
        '=',
        'a.id',
      );
      const recommended = reviews.where('r.recommends', '=', true);
      return [
        reviews.select(fn.countAll<number>().as('count')).as('reviews'),
        recommended.select(fn.countAll<number>().as('count')).as('recommended'),
      ];
    });
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

function asEntry({ expires_at, accepted_at, ...row }: Row): WaitlistEntry {
  const { submitted_at, reviews, recommended, ...entry } = row;
  return {
    ...entry,
    invitation: expires_at && { expires_at, accepted_at },
    // What was not submitted is read by nobody.
    application: submitted_at && {
      submitted_at,
      reviews: Number(reviews),
      recommended: Number(recommended),
    },
  };
}
