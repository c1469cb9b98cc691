import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Category } from '#domain/category.ts';
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationGreeting,
  type InvitedRole,
} from '#domain/invitation.ts';
import { paths } from '#domain/paths.ts';
import type { Specialty } from '#domain/specialty.ts';
import { linkTo } from '../config/link-to.ts';
import type { Reader, Tx } from '../database/database.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Letter } from '../mail/letter.ts';
import { dropMails } from '../mail/sealed-words.ts';
import { hashToken } from './mail-links.ts';

/**
 * Creates an invitation link for an address, valid once and for 7 days. It replaces an older one,
 * whichever role that was for.
 */
export async function issueInvitation(
  { tx, config }: Pick<Change, 'tx' | 'config'>,
  { email, role, invited_by }: { email: string; role: InvitedRole; invited_by: string },
): Promise<{ invitation: Invitation; url: string }> {
  await dropMails(tx, invitationSecret(email).of);
  const token = randomBytes(32).toString('base64url');
  const values = {
    role,
    invited_by,
    token_hash: hashToken(token),
    accepted_at: null,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS})`,
  };
  const invitation = await tx
    .insertInto('invitations')
    .values({ ...values, email })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
    .returning(['id', 'email', 'role', 'expires_at'])
    .executeTakeFirstOrThrow();
  return { invitation, url: linkTo(config, paths.join(token)) };
}

/** Says whose link the mail of an invitation holds. */
export function invitationSecret(email: string): NonNullable<Letter['secret']> {
  return { of: `invitation:${email}`, minutes: INVITATION_DAYS * 24 * 60 };
}

/** What an applicant entered. */
export interface Applicant {
  name: string;
  specialty: Specialty;
  /** Fields of a submitted application. */
  categories: Category[] | null;
}

/** Finds a valid invitation; null for one that was used, replaced, expired or never existed. */
export async function findInvitation(
  db: Reader,
  token: string,
): Promise<{ email: string; role: InvitedRole; applicant: Applicant | null } | null> {
  const found = await db
    .selectFrom('invitations')
    .select(['email', 'role'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) return null;
  const applicant = await db
    .selectFrom('waitlist as w')
    .leftJoin('applications as a', (on) =>
      on.onRef('a.waitlist_id', '=', 'w.id').on('a.submitted_at', 'is not', null),
    )
    .select(['w.name', 'w.specialty', 'a.categories'])
    .where('w.email', '=', found.email)
    .executeTakeFirst();
  return { ...found, applicant: applicant ?? null };
}

/** What the join page shows. Opening it does not use the link up. */
export async function greetingOf(db: Reader, token: string): Promise<InvitationGreeting> {
  const found = await findInvitation(db, token);
  if (!found) return { valid: false, email: null, name: null, role: null, has_account: null };
  const { email, role, applicant } = found;
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_confirmed_at', 'is not', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return {
    valid: true,
    email,
    role,
    name: applicant?.name ?? null,
    has_account: account !== undefined,
  };
}

/**
 * An application that still waits is approved by whoever invited its applicant in another way: nobody is to
 * review or decline somebody who has joined. Before the link is used up, as moderators decide first, too.
 */
export async function answerApplication(tx: Tx, token: string): Promise<void> {
  const answered = await tx
    .updateTable('waitlist as w')
    .from('invitations as i')
    .set(({ ref }) => ({
      status: 'approved',
      decided_at: sql<Date>`now()`,
      decided_by: ref('i.invited_by'),
    }))
    .whereRef('i.email', '=', 'w.email')
    .where('i.token_hash', '=', hashToken(token))
    .where('w.status', '=', 'waiting')
    .returning(['w.id', 'i.invited_by', 'i.id as invitation_id'])
    .execute();
  for (const { id, invited_by, invitation_id } of answered)
    await writeAudit(
      { tx },
      { id: invited_by },
      {
        action: 'waitlist_approved',
        target: { type: 'waitlist_entry', id },
        before: { status: 'waiting' },
        after: { status: 'approved', invitation_id },
      },
    );
}

/** Uses a link up. Of several callers one gets true. */
export async function takeInvitation(tx: Tx, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ token_hash: null, accepted_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
