import type { FastifyRequest } from 'fastify';
import { CompiledQuery } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import { asViewer, VIEWER, type ViewerRow, valuesOf } from './authenticate.ts';
import type { Viewer } from './viewer.ts';

/**
 * A statement that looks up who asks, and what they ask for: SQL for one row, told by `viewer`, whose
 * values begin at `$4`. It is put together once, as the database knows a statement by its text.
 */
export function statementAs(row: string): string {
  return `with viewer as (${VIEWER})
    select to_json(viewer) as viewer, answer.* from viewer, lateral (${row}) answer`;
}

/**
 * Looks up who asks, and what they ask for, by one statement. For the reads that screens make
 * most: each wait for the database costs more than all else in them. Their routes are marked
 * `looksUpViewer`.
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
  const { rows } = await server.context.reads.db.executeQuery<Answer & { viewer: ViewerRow }>(
    CompiledQuery.raw(statement, [...valuesOf(claims), ...values]),
  );
  const [answer] = rows;
  const viewer = asViewer(answer?.viewer, server.context);
  return { viewer, answer: answer as Answer };
}
