import { sql } from 'kysely';
import { notificationsOf } from '#domain/mail-preferences.ts';
import { isServed } from '#domain/payout-country.ts';
import type { Collaborator, Profile } from '#domain/profile.ts';
import type { Reader } from '../database/database.ts';
import { hasApp } from '../http/authenticate.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Context } from '../lifecycle/context.ts';
import { seen } from '../lifecycle/visibility.ts';
import { personById } from './person.ts';

/**
 * A person as the viewer may see them: oneself, or the other side of a common request; else null.
 * Source: security checklist C6.
 */
export async function collaboratorOf(
  db: Reader,
  viewer: Pick<Viewer, 'id' | 'email'>,
  id: string,
): Promise<Collaborator | null> {
  if (viewer.id !== id) {
    return (await haveCommonTicket(db, viewer.id, id)) ? personById(db, id) : null;
  }
  const own = await personById(db, id);
  return own && { ...own, email: viewer.email };
}

export async function ownProfile(
  { db, config }: { db: Reader } & Pick<Context, 'config'>,
  { id, session_id }: Pick<Viewer, 'id' | 'session_id'>,
): Promise<Profile> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['profiles.id', 'email', 'user_type', 'first_name', 'last_name'])
    .select(['profile_image_url', 'supported_categories', 'notifications', 'profiles.created_at'])
    .select(['payout_country', 'saved_filters'])
    .select(isUnproved(session_id).as('is_unproved'))
    .where('profiles.id', '=', id)
    .executeTakeFirstOrThrow();
  const { is_unproved, ...profile } = row;
  const isRequired = config.moderatorMfa === 'required' && row.user_type === 'moderator';
  const { payout_country } = profile;
  return {
    ...profile,
    payout_served: payout_country === null ? null : isServed(config.payments, payout_country),
    notifications: notificationsOf(row.notifications),
    second_factor_needed: isRequired && is_unproved,
  };
}

/** Whether a person has confirmed their address; no for an id that nobody has. */
export async function isConfirmed(db: Reader, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of a person without an app: whether the session has no second factor, such as a passkey, either. */
const isUnproved = (session_id: string) => sql<boolean>`(not ${hasApp} and not exists (
  select from sessions where sessions.id = ${session_id} and second_factor_at is not null))`;

async function haveCommonTicket(db: Reader, one: string, other: string): Promise<boolean> {
  const found = await db
    .selectFrom('tickets')
    .select('id')
    .where(seen.isSide({ id: one }, 'tickets'))
    .where(seen.isSide({ id: other }, 'tickets'))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
