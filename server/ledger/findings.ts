import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../database/database.ts';

interface Finding {
  /** What is wrong, also the label of the metric, such as `payment_differs`. */
  kind: string;
  /** What it is about. */
  about: string;
  detail: string;
}

/**
 * Reports something about money that a person has to look at. The same finding is kept once; one that
 * was resolved and comes back is found anew.
 */
export async function report(tx: Pick<Tx, 'insertInto'>, finding: Finding): Promise<void> {
  const seen_at = new Date();
  await tx
    .insertInto('money_findings')
    .values({ ...finding, seen_at })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'about']).doUpdateSet(({ ref }) => ({
        detail: finding.detail,
        seen_at,
        found_at: sql<Date>`case when ${ref('money_findings.resolved_at')} is null
            then ${ref('money_findings.found_at')} else now() end`,
        resolved_at: null,
      })),
    )
    .execute();
}

/** Unresolved findings of one kind, by what they are about. */
export async function openFindings(db: Database, kind: string): Promise<string[]> {
  const rows = await db
    .selectFrom('money_findings')
    .select('about')
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute();
  return rows.map(({ about }) => about);
}

/** Whether a moderator has looked into a finding and marked it as done. */
export async function isLookedInto(db: Reader, kind: string, about: string): Promise<boolean> {
  const found = await db
    .selectFrom('money_findings as f')
    .innerJoin('audit_log as a', 'a.target_id', 'f.id')
    .select('f.id')
    .where('f.kind', '=', kind)
    .where('f.about', '=', about)
    .where('f.resolved_at', 'is not', null)
    .where('a.action', '=', 'finding_done')
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Resolves the findings of a kind that a check did not find again.
 * @returns whether there were any
 */
export async function resolve(
  db: Pick<Tx, 'updateTable'>,
  kind: string,
  abouts: string[],
): Promise<boolean> {
  if (abouts.length === 0) return false;
  const { numUpdatedRows } = await db
    .updateTable('money_findings')
    .set({ resolved_at: new Date() })
    .where('kind', '=', kind)
    .where('about', 'in', abouts)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
