import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import { Refusal } from '#domain/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import { asViewer, VIEWER_OF_SESSION, type ViewerRow } from './authenticate.ts';

/** What to ask beside who asks: SQL for one row, told by `viewer`; its values begin at `$3`. */
interface Asked {
  row: string;
  values: readonly unknown[];
}

/**
 * Looks up who asks, and what they ask for, by one statement. For the reads that screens make
 * most: each wait for the database costs more than all else in them. Their routes are marked
 * `looksUpViewer`.
 * @throws Refusal `no_session`, `session_ended`, `account_suspended`
 * @throws SecondFactorOwed
 */
export async function readAs<Answer extends object>(
  { server, claims }: FastifyRequest,
  { row, values }: Asked,
): Promise<{ viewer: Viewer; answer: Answer }> {
  if (!claims) throw new Refusal('no_session');
  const { rows } = await server.context.db.executeQuery<Answer & { viewer: ViewerRow }>(
    CompiledQuery.raw(
      `with viewer as (${VIEWER_OF_SESSION})
        select to_json(viewer) as viewer, answer.* from viewer, lateral (${row}) answer`,
      [claims.session_id, claims.user_id, ...values],
    ),
  );
  const [answer] = rows;
  const viewer = asViewer(answer?.viewer, claims, server.context);
  return { viewer, answer: answer as Answer };
}
