import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import { Refusal } from '#domain/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import { asViewer, VIEWER_OF_SESSION, type ViewerRow } from './authenticate.ts';

/** What to ask beside who asks: columns of SQL over `viewer`, whose values begin at `$3`. */
interface Asked {
  columns: string;
  values: readonly unknown[];
}

/**
 * Looks up who asks, and what they ask for, by one statement. For the reads that screens make
 * most: each wait for the database costs more than all else in them. Their routes are marked
 * `looksUpViewer`.
 * @throws Refusal `no_session`, `session_ended`, `account_suspended`
 * @throws SecondFactorOwed
 */
export async function readAs<Answer>(
  { server, claims }: FastifyRequest,
  { columns, values }: Asked,
): Promise<{ viewer: Viewer; answer: Answer }> {
  if (!claims) throw new Refusal('no_session');
  const { rows } = await server.context.db.executeQuery<{ viewer: ViewerRow; answer: Answer }>(
    CompiledQuery.raw(
      `with viewer as (${VIEWER_OF_SESSION})
        select to_json(viewer) as viewer, (select to_json(answer) from (select ${columns}) answer) as answer from viewer`,
      [claims.session_id, claims.user_id, ...values],
    ),
  );
  const [row] = rows;
  const viewer = asViewer(row?.viewer, claims, server.context);
  return { viewer, answer: row?.answer as Answer };
}
