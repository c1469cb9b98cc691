import { sql } from 'kysely';
import type { Packet } from '#domain/packet.ts';
import type { ProjectFacts } from '#domain/project-facts.ts';
import type { Reader } from '../database/database.ts';

const MOST_LANGUAGES = 3;
const MOST_TECHNOLOGIES = 4;

/** What the newest project of each of these requests is made of; none for a request without one. */
export async function projectFactsOf(
  db: Reader,
  ticketIds: readonly string[],
): Promise<Map<string, ProjectFacts>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('snapshots')
    .distinctOn('ticket_id')
    .select(['ticket_id', 'files'])
    .select([
      sql<Packet['languages']>`packet -> 'languages'`.as('languages'),
      sql<Packet['technologies']>`packet -> 'technologies'`.as('technologies'),
      sql<number>`jsonb_array_length(packet -> 'findings')`.as('findings'),
    ])
    .where('ticket_id', 'in', ticketIds)
    .where('kind', '=', 'project')
    .where('packet', 'is not', null)
    .orderBy('ticket_id')
    .orderBy('number', 'desc')
    .execute();
  return new Map(
    rows.map(({ ticket_id, files, languages, technologies, findings }) => [
      ticket_id,
      {
        files,
        languages: languages.slice(0, MOST_LANGUAGES).map(({ name }) => name),
        technologies: technologies.slice(0, MOST_TECHNOLOGIES).map(({ name }) => name),
        findings,
      },
    ]),
  );
}
