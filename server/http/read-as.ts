import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/refusals.ts';
import type { Database } from '../database/database.ts';
import { isGone } from '../database/database-errors.ts';
import { readOf } from '../database/reads.ts';
import { asViewer, type ViewerRow, viewerOfSession } from './authenticate.ts';
import type { Viewer } from './viewer.ts';

/** Who asks. */
const SESSION = { session: 'uuid', person: 'uuid', is_raised: 'boolean' };
const VIEWER = viewerOfSession({
  session: 'asked.session',
  person: 'asked.person',
  isRaised: 'asked.is_raised',
});

/**
 * A statement that looks up viewers and their data: SQL for one row that uses `viewer`, and of `asked` what
 * the caller gives. Build it once, as statements are prepared by their text.
 * @param types the SQL types of what the caller gives, by name
 */
export function statementAs(row: string, types: Readonly<Record<string, string>> = {}): string {
  return readOf(
    'to_json(viewer) as viewer, answer.*',
    `lateral (${VIEWER}) viewer, lateral (${row}) answer`,
    { ...SESSION, ...types },
  );
}

interface Found<Answer> {
  viewer: Viewer;
  answer: Answer;
  /** Who answered: what else is read for them comes from there too, as the primary may be gone. */
  db: Database;
}

/**
 * Looks up the viewer and their data in one statement. For the most frequent reads, where waiting for
 * the database costs more than everything else. Their routes are marked `looksUpViewer`. While the
 * primary is gone, a standby answers, which may be a moment late.
 * @param statement of `statementAs`
 * @throws Refusal `no_session`, `session_ended`, `account_suspended`
 * @throws SecondFactorOwed
 */
export async function readAs<Answer extends object>(
  { server, claims }: FastifyRequest,
  statement: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Found<Answer>> {
  if (!claims) throw new Refusal('no_session');
  const { reads, late, pool } = server.context;
  const { session_id: session, user_id: person, level } = claims;
  const asked = { session, person, is_raised: level === 'aal2', ...values };
  let from = reads;
  const answer = await from
    .ask<Answer & { viewer: ViewerRow }>(statement, asked)
    .catch((error: unknown) => {
      if (late.pool === pool || !isGone(error)) throw error;
      from = late;
      return from.ask<Answer & { viewer: ViewerRow }>(statement, asked);
    });
  const viewer = asViewer(answer?.viewer, server.context);
  return { viewer, answer: answer as Answer, db: from.db };
}
