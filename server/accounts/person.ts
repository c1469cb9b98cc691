import { CompiledQuery } from 'kysely';
import { type Collaborator, DELETED_USER, fullName, type UserType } from '#domain/profile.ts';
import type { Reader } from '../database/database.ts';

/** A person as `PERSON_ROWS` reads them. */
export interface PersonRow {
  id: string;
  user_type: UserType;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  is_deleted: boolean;
  /** What customers gave for this person's work; null for those who do none. */
  ratings: { average: number | null; count: number } | null;
}

/** The columns of `PERSON_ROWS`. */
export const personColumns: readonly (keyof PersonRow)[] = [
  ...(['id', 'user_type', 'first_name', 'last_name', 'profile_image_url'] as const),
  ...(['is_deleted', 'ratings'] as const),
];

/** SQL for people, from profiles `p`. */
export const PERSON_ROWS = `select p.id, p.user_type, p.first_name, p.last_name, p.profile_image_url,
    p.deleted_at is not null as is_deleted,
    case when p.user_type = 'developer' then (
      select json_build_object('average', round(avg(f.rating), 2)::float8, 'count', count(f.rating))
      from user_feedback f where f.developer_id = p.id and f.feedback_left_by = 'customer') end as ratings
  from profiles p`;

/** As others see them: nobody is told the address of anybody else. */
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

/** As others see them; null for nobody. */
export async function personById(db: Reader, id: string): Promise<Collaborator | null> {
  const { rows } = await db.executeQuery<PersonRow>(
    CompiledQuery.raw(`${PERSON_ROWS} where p.id = $1`, [id]),
  );
  return rows[0] ? asCollaborator(rows[0]) : null;
}
