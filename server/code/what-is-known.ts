import { createHash } from 'node:crypto';
import type { Context } from '../lifecycle/context.ts';
import type { ToRead } from './intake/read-project.ts';
import { placeholdersIn, valuesOf } from './placeholders.ts';
import type { Promised } from './safety/outside.ts';
import type { Waiting } from './snapshot-rows.ts';

type Known = Pick<ToRead, 'values' | 'taken' | 'ours' | 'description' | 'milestone'>;

/** What a request says already, by which a further version of its project is read. */
export async function whatIsKnown(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { ticket_id: ticketId, author_id: personId, milestone_id }: Waiting,
): Promise<Known> {
  const { description } = await db
    .selectFrom('tickets')
    .select('description')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return {
    values: await valuesOf({ db, config }, { ticketId, personId }),
    taken: await placeholdersIn(db, ticketId),
    ours: await dummiesIn(db, ticketId),
    description,
    milestone: milestone_id === null ? null : await promisedIn(db, milestone_id),
  };
}

/** The hash of the dummies that stand in downloads: brought back, they are no file of the project. */
async function dummiesIn(db: Context['db'], ticketId: string): Promise<string | null> {
  const masked = await db
    .selectFrom('snapshots')
    .select('dummy_env')
    .where('ticket_id', '=', ticketId)
    .where('dummy_env', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!masked || masked.dummy_env === null) return null;
  return createHash('sha256').update(masked.dummy_env).digest('hex');
}

async function promisedIn(db: Context['db'], milestoneId: string): Promise<Promised> {
  const milestone = await db
    .selectFrom('milestones')
    .select(['title', 'description'])
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const checks = await db
    .selectFrom('checks')
    .select('text')
    .where('milestone_id', '=', milestoneId)
    .orderBy('position')
    .execute();
  return { ...milestone, checks: checks.flatMap(({ text }) => text ?? []) };
}
