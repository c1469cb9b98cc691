import { sql } from 'kysely';
import { appealPermission, DECISIONS_APART, type Decision } from '#domain/decision.ts';
import { Refusal } from '#domain/refusals.ts';
import { outcomeOf } from '#domain/system-message-texts.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { seen } from './visibility.ts';

/** The decisions about a request that one of its sides may read, newest first. */
export async function decisionsOf(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
): Promise<Decision[]> {
  const rows = await decisionRows(db, viewer)
    .where('d.ticket_id', '=', ticketId)
    .orderBy('d.position', 'desc')
    .execute();
  return rows.map(asDecision);
}

/**
 * One decision, also for somebody who lost the request by it.
 * @throws Refusal `not_found` for everyone whom it does not concern
 */
export async function decisionFor(db: Reader, viewer: Viewer, id: string): Promise<Decision> {
  const row = await decisionRows(db, viewer).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return asDecision(row);
}

/** All decisions about a person's requests in order, starting at a position. */
export async function decisionsConcerning(
  db: Reader,
  viewer: Viewer,
  { after, limit }: { after: number; limit: number },
) {
  const rows = await decisionRows(db, viewer)
    .where('d.position', '>', after)
    .orderBy('d.position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ position: row.position, decision: asDecision(row) }));
}

/** Only for the two sides at the time, and for other developers whose money it moved. */
function decisionRows(db: Reader, { id: me }: Viewer) {
  return db
    .selectFrom('decisions as d')
    .innerJoin('tickets as t', 't.id', 'd.ticket_id')
    .leftJoin('appeals as a', (join) =>
      join.onRef('a.decision_id', '=', 'd.id').on('a.person_id', '=', me),
    )
    .select(['d.id', 'd.position', 'd.ticket_id', 'd.message_id', 'd.kind', 'd.parameters'])
    .select(['d.reason', 'd.created_at', 't.categories', 't.ai_tool', 't.ai_tool_other'])
    .select(['a.id as appeal_id', 'a.text', 'a.created_at as appealed_at', 'a.status'])
    .select(['a.answer', 'a.decided_at'])
    .select(({ and, eb, exists, selectFrom }) =>
      and([
        eb('d.kind', 'not in', DECISIONS_APART),
        exists(
          selectFrom('decisions as newer')
            .select('newer.id')
            .whereRef('newer.ticket_id', '=', 'd.ticket_id')
            .whereRef('newer.position', '>', 'd.position')
            .where(concernsTheSame(me))
            .where('newer.kind', 'not in', DECISIONS_APART),
        ),
      ]).as('replaced'),
    )
    .where(({ or }) => or([seen.isSide({ id: me }, 'd'), isOther('d', me)]));
}

/** One of the other developers whose money it moved. */
const isOther = (decision: 'd' | 'newer', me: string) =>
  sql<boolean>`${me} = any (${sql.ref(`${decision}.others`)})`;

/** For those, whatever is newer about them. */
const concernsTheSame = (me: string) => sql<boolean>`case when ${isOther('d', me)}
  then newer.developer_id = ${me} or ${isOther('newer', me)}
  else newer.developer_id is not distinct from d.developer_id end`;

type Row = Awaited<ReturnType<ReturnType<typeof decisionRows>['execute']>>[number];

function asDecision(row: Row): Decision {
  const { id, ticket_id, message_id, kind, reason, created_at, appeal_id } = row;
  const replaced = Boolean(row.replaced);
  return {
    id,
    ticket_id,
    message_id,
    kind,
    reason,
    created_at,
    outcome: outcomeOf(kind, row.parameters),
    ticket_title: ticketTitle({ ...row, id: ticket_id }),
    appeal: appealOf(row),
    actions: {
      appeal: appealPermission({ appealed: appeal_id !== null, replaced, decided_at: created_at }),
    },
  };
}

function appealOf({ appeal_id, text, appealed_at, status, answer, decided_at }: Row) {
  if (appeal_id === null || text === null || appealed_at === null || status === null) return null;
  return { id: appeal_id, text, created_at: appealed_at, status, answer, decided_at };
}
