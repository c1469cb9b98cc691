import { sql } from 'kysely';
import { hasFailed } from '#domain/check.ts';
import type { CheckResult, FailedCheck } from '#domain/check-schemas.ts';
import type { AskedFor, Milestone } from '#domain/milestone.ts';
import type { Reader } from '../database/database.ts';

/**
 * The customer's last request for changes that no new submission has answered, on a milestone or the
 * plan. Null where there is none.
 */
export async function askedFor(
  db: Reader,
  ticketId: string,
  milestones: readonly Milestone[],
): Promise<AskedFor | null> {
  const [latest] = milestones
    .flatMap(({ id, status, checks: promised, deliveries }) => {
      const { decision, feedback, decided_at, checks = [] } = deliveries.at(-1) ?? {};
      const isOwed = decision === 'rejected' && (status === 'REJECTED' || status === 'IN_PROGRESS');
      return isOwed && feedback && decided_at
        ? [
            {
              milestone_id: id,
              text: feedback,
              failed: failedOf(promised, checks),
              created_at: decided_at,
            },
          ]
        : [];
    })
    .toSorted((a, b) => new Date(b.created_at).getTime() - new Date(a.created_at).getTime());
  return latest ?? askedOfPlan(db, ticketId);
}

/** The checks that failed in one round. */
function failedOf(promised: Milestone['checks'], results: readonly CheckResult[]): FailedCheck[] {
  const failed = new Map(results.filter(hasFailed).map((each) => [each.check_id, each]));
  return promised.flatMap(({ id, text }) => {
    const result = failed.get(id);
    return result ? [{ text, note: result.note }] : [];
  });
}

/**
 * While the plan is being revised. The words are those of the thread, where a moderator may hide them.
 */
async function askedOfPlan(db: Reader, ticketId: string): Promise<AskedFor | null> {
  const asked = await db
    .selectFrom('tickets as t')
    .innerJoin('messages as m', 'm.ticket_id', 't.id')
    .select([sql<string>`m.text`.as('text'), 'm.created_at'])
    .where('t.id', '=', ticketId)
    .where('t.status', '=', 'DEVELOPER_PLANNING')
    .where('m.kind', '=', 'plan_needs_revisions')
    .where('m.text', 'is not', null)
    // Requests made to a former developer do not concern the current one.
    .whereRef('m.pairing_id', '=', 't.pairing_id')
    .orderBy('m.position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return asked ? { milestone_id: null, failed: [], ...asked } : null;
}
