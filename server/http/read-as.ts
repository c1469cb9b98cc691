import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import type { Connections } from '../database/database.ts';
import { isGone } from '../database/database-errors.ts';
import { asViewer, VIEWER, type ViewerRow, valuesOf } from './authenticate.ts';
import type { Viewer } from './viewer.ts';

/**
 * A statement that looks up the viewer and their data: SQL for one row that uses `viewer`, with
 * parameters from `$4` on. Build it once, as statements are prepared by their text.
 */
export function statementAs(row: string): string {
  return `with viewer as (${VIEWER})
    select to_json(viewer) as viewer, answer.* from viewer, lateral (${row}) answer`;
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
  values: readonly unknown[],
): Promise<{ viewer: Viewer; answer: Answer }> {
  if (!claims) throw new Refusal('no_session');
  const { reads, late, pool } = server.context;
  const asked = CompiledQuery.raw(statement, [...valuesOf(claims), ...values]);
  const ask = ({ db }: Connections) => db.executeQuery<Answer & { viewer: ViewerRow }>(asked);
  const { rows } = await ask(reads).catch((error: unknown) => {
    if (late.pool === pool || !isGone(error)) throw error;
    return ask(late);
  });
  const [answer] = rows;
  const viewer = asViewer(answer?.viewer, server.context);
  return { viewer, answer: answer as Answer };
}
