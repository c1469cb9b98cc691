import type { Export } from '#domain/export.ts';
import type { Reader } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { decisionsConcerning } from '../../lifecycle/decisions.ts';
import { BATCH, inBatches } from './rows.ts';

/** Decisions about a person's requests, and their appeals. */
export async function* decisionsAbout(
  db: Reader,
  viewer: Viewer,
): AsyncGenerator<Export['decisions'][number]> {
  type Row = Awaited<ReturnType<typeof decisionsConcerning>>[number];
  const read = (after: Row | undefined) =>
    decisionsConcerning(db, viewer, { after: after?.position ?? 0, limit: BATCH });
  for await (const { decision } of inBatches<Row>(read)) {
    const { ticket_title: _, actions: __, ...words } = decision;
    yield words;
  }
}

/** A person's suspensions with reasons, oldest first; not who decided. */
export function suspensionsOf(db: Reader, me: string): Promise<Export['suspensions']> {
  return db
    .selectFrom('suspensions')
    .select(['reason', 'created_at', 'ended_at'])
    .where('person_id', '=', me)
    .orderBy('created_at')
    .execute();
}
