import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { FIRST_REQUESTS } from '#domain/limits.ts';
import { type Collaborator, DELETED_USER, fullName, type UserType } from '#domain/profile.ts';
import { layoutOf } from '../database/columns.ts';
import type { Reader } from '../database/database.ts';
import { textOf } from '../database/sql-text.ts';

export interface Ratings {
  average: number | null;
  count: number;
}

/** A row of `PERSON_ROWS`. */
export interface PersonRow {
  id: string;
  user_type: UserType;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  is_deleted: boolean;
  /** A developer's ratings; null for others. */
  ratings: Ratings | null;
  /** Of a new developer: how many of their first requests are finished. */
  first_requests: number | null;
}

/** Of `PERSON_ROWS`. */
export const personLayout = layoutOf<PersonRow>({
  plain: ['id', 'user_type', 'first_name', 'last_name'],
  flags: ['is_deleted'],
  rare: ['profile_image_url', 'ratings', 'first_requests'],
});

const ratingsWhere = (counts: RawBuilder<unknown>) => sql<Ratings>`(
  select json_build_object('average', round(avg(f.rating), 2)::float8, 'count', count(f.rating))
  from user_feedback f where f.developer_id = p.id and f.feedback_left_by = 'customer'
    and f.hidden_at is null${counts})`;

/** The ratings of a developer `p`, also for former requests. Source: specification 5, "Feedback". */
export const ratings = ratingsWhere(sql``);

/** The same of reviews that others can read by now. */
export const openRatings = ratingsWhere(sql` and f.opens_at <= now()`);

/** Of a new developer `p`, how many of their first requests are finished; null for others. */
export const firstRequests = sql<number | null>`(case when p.user_type = 'developer'
  and p.first_finished < ${sql.lit(FIRST_REQUESTS)} and p.deleted_at is null then p.first_finished end)`;

/** SQL for people, from profiles `p`. */
export const PERSON_ROWS = `select p.id, p.user_type, p.first_name, p.last_name, p.profile_image_url,
    p.deleted_at is not null as is_deleted,
    case when p.user_type = 'developer' then ${textOf(ratings)} end as ratings,
    ${textOf(firstRequests)} as first_requests
  from profiles p`;

/** Null of customers. */
export const OF_DEVELOPERS = ['ratings', 'first_requests'] as const;

/** The same for people who are customers, without what is `OF_DEVELOPERS`. */
export const CUSTOMER_ROWS = `select p.id, p.user_type, p.first_name, p.last_name, p.profile_image_url,
    p.deleted_at is not null as is_deleted
  from profiles p`;

/** As others see them: without the email address. */
export function asCollaborator({
  user_type,
  is_deleted,
  ratings,
  ...person
}: PersonRow): Collaborator {
  const named = fullName(person, user_type === 'developer' ? 'Developer' : 'Customer');
  return {
    ...person,
    email: null,
    full_name: is_deleted ? DELETED_USER : named,
    rating_average: ratings?.average ?? null,
    rating_count: ratings?.count ?? 0,
  };
}

/** People by their ids, in any order. */
export async function peopleByIds(db: Reader, ids: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await db.executeQuery<PersonRow>(
    CompiledQuery.raw(`${PERSON_ROWS} where p.id = any ($1)`, [ids]),
  );
  return rows;
}

/** As others see them; null if they do not exist. */
export async function personById(db: Reader, id: string): Promise<Collaborator | null> {
  const [row] = await peopleByIds(db, [id]);
  return row ? asCollaborator(row) : null;
}
