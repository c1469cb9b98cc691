import { sql } from 'kysely';
import type { ProgramUse } from '#domain/program.ts';
import type { Database, Reader } from '../../database/database.ts';
import { type Page, type PageRequest, readPage } from '../../http/paging.ts';
import type { Program } from '../../http/viewer.ts';

/** Columns of what a program did, as its owner reads it. */
export const USE_COLUMNS = [
  ...(['id', 'program_id', 'program_name', 'act', 'ticket_id', 'count', 'last_at'] as const),
] satisfies (keyof ProgramUse)[];

/** A call of a program that succeeded. */
export interface Use extends Program {
  /** In words. */
  act: string;
  /** A request, or what belongs to one. */
  about: string | null;
  count: number;
  last_at: Date;
}

/** What a person's programs did, newest first. */
export function usesOf(db: Reader, userId: string, page: PageRequest): Promise<Page<ProgramUse>> {
  const rows = db
    .selectFrom('program_uses as u')
    .select(USE_COLUMNS.map((column) => `u.${column}` as const))
    .where('u.user_id', '=', userId);
  return readPage(rows, page, { by: ['u.last_at', 'u.id'] });
}

/** The request that something belongs to; null where it is none, or not of one. */
const TICKET_OF = sql`coalesce(
  (select id from tickets where id = used.about),
  (select ticket_id from milestones where id = used.about),
  (select ticket_id from messages where id = used.about),
  (select ticket_id from plan_changes where id = used.about),
  (select ticket_id from snapshots where id = used.about),
  (select ticket_id from attempts where id = used.about),
  (select milestones.ticket_id from deliveries join milestones on milestones.id = milestone_id
    where deliveries.id = used.about))`;

/** Adds calls to those of the same day. Nothing is kept of somebody who has left meanwhile. */
export async function storeUses(db: Database, uses: readonly Use[]): Promise<void> {
  await sql`insert into program_uses
      (user_id, program_id, program_name, act, ticket_id, day, count, last_at)
    select user_id, id, name, act, ticket_id, last_at::date, sum(count), max(last_at)
    from (select used.*, ${TICKET_OF} as ticket_id
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as used
        (user_id uuid, id uuid, name text, act text, about uuid, count integer, last_at timestamptz)
      where exists (select from users where users.id = used.user_id)) used
    group by user_id, id, name, act, ticket_id, last_at::date
    on conflict (program_id, act, ticket_id, day) do update
      set count = program_uses.count + excluded.count,
        last_at = greatest(program_uses.last_at, excluded.last_at)`.execute(db);
}
