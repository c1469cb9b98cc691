import type { Database, Tx } from '../database/database.ts';

interface Finding {
  /** What is wrong, for figures: `payment_differs`. */
  kind: string;
  /** The one thing that it is about. */
  about: string;
  detail: string;
}

/** Keeps what a person has to look at; found again, it is the same finding. */
export async function report(tx: Pick<Tx, 'insertInto'>, finding: Finding): Promise<void> {
  const seen_at = new Date();
  await tx
    .insertInto('money_findings')
    .values({ ...finding, seen_at })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'about'])
        .doUpdateSet({ detail: finding.detail, seen_at, resolved_at: null }),
    )
    .execute();
}

/** What a complete look did not find again is mended. */
export async function resolveUnseen(db: Database, kind: string, since: Date): Promise<void> {
  await db
    .updateTable('money_findings')
    .set({ resolved_at: new Date() })
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .where('seen_at', '<', since)
    .execute();
}
