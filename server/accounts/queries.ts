import { sql } from 'kysely';
import { notificationsOf } from '#domain/notifications.ts';
import { type Collaborator, DELETED_USER, fullName, type Profile } from '#domain/profile.ts';
import type { Reader } from '../database/database.ts';

/** People by their ids, e-mail included: who hands them on decides whether it may be seen. */
export type Collaborators = ReadonlyMap<string, Collaborator>;

/** What the two sides of a request know of each other; ids of nobody are left out. */
export async function collaborators(db: Reader, ids: readonly string[]): Promise<Collaborators> {
  if (ids.length === 0) return new Map();
  const rows = await people(db).where('profiles.id', 'in', ids).execute();
  return new Map(
    rows.map(({ user_type, deleted_at, ...row }) => {
      const named = fullName(row, user_type === 'developer' ? 'Developer' : 'Customer');
      return [row.id, { ...row, full_name: deleted_at ? DELETED_USER : named }];
    }),
  );
}

/**
 * One person as another one sees them: oneself, or the other side of a common request; else null.
 * Source: security checklist C6.
 */
export async function collaboratorOf(
  db: Reader,
  viewerId: string,
  id: string,
): Promise<Collaborator | null> {
  const isKnown = viewerId === id || (await haveCommonTicket(db, viewerId, id));
  return isKnown ? ((await collaborators(db, [id])).get(id) ?? null) : null;
}

/** One's own profile. */
export async function ownProfile(db: Reader, id: string): Promise<Profile> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['profiles.id', 'email', 'user_type', 'first_name', 'last_name'])
    .select(['profile_image_url', 'supported_categories', 'notifications', 'profiles.created_at'])
    .where('profiles.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, notifications: notificationsOf(row.notifications) };
}

/** Ratings are the ones that customers gave for this person's work; others have none. */
function people(db: Reader) {
  return db
    .selectFrom('profiles')
    .leftJoin('users', 'users.id', 'profiles.id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('user_feedback')
          .innerJoin('tickets', 'tickets.id', 'user_feedback.ticket_id')
          .select(sql<number | null>`round(avg(rating), 2)::float8`.as('average'))
          .select(({ fn }) => fn.count<number>('rating').as('count'))
          .whereRef('tickets.developer_id', '=', 'profiles.id')
          .where('feedback_left_by', '=', 'customer')
          .as('ratings'),
      (join) => join.onTrue(),
    )
    .select(['profiles.id', 'first_name', 'last_name', 'email', 'profile_image_url', 'user_type'])
    .select('deleted_at')
    .select(({ ref, fn }) => [
      ref('ratings.average').as('rating_average'),
      fn.coalesce('ratings.count', sql.lit(0)).as('rating_count'),
    ]);
}

async function haveCommonTicket(db: Reader, one: string, other: string): Promise<boolean> {
  const found = await db
    .selectFrom('tickets')
    .select('id')
    .where((expression) =>
      expression.or([
        expression.and({ customer_id: one, developer_id: other }),
        expression.and({ customer_id: other, developer_id: one }),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
