import { sql } from 'kysely';
import type { Help } from '#domain/desk.ts';
import { fullName } from '#domain/profile.ts';
import { helpWords } from '#domain/way-out.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';

const SHOWN_CHARACTERS = 300;

/**
 * Why each request needs help: who brought it to the moderators in which words, and the text of the
 * oldest open report. Without requests that need none, and without the moderator's own (security checklist C8).
 */
export async function helpOf(
  db: Reader,
  moderator: Viewer,
  rows: readonly Pick<TicketRow, 'id' | 'help_kind'>[],
): Promise<Map<string, Help>> {
  const ids = rows.filter(({ help_kind }) => help_kind !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await askedBy(db, ids).where(hasNoPart(moderator)).execute();
  return new Map(
    found.map(({ id, kind, actor, said, hidden, why, reported, ...name }) => [
      id,
      {
        kind,
        by: actor === null ? null : { full_name: fullName(name, fallbacks[actor]), side: actor },
        reason: said && helpWords[said.reason],
        words: kind === 'report' ? reported : (said?.text ?? hidden ?? why),
        reported: kind === 'report' ? null : reported,
      },
    ]),
  );
}

const fallbacks = { customer: 'Customer', developer: 'Developer', moderator: 'Moderator' } as const;

/** Who took the step that brought each request here, and the first report that is still open. */
function askedBy(db: Reader, ids: readonly string[]) {
  return db
    .selectFrom('tickets as t')
    .leftJoinLateral(
      (each) =>
        each
          .selectFrom('ticket_history as h')
          .select(['h.actor_id', 'h.actor'])
          .whereRef('h.ticket_id', '=', 't.id')
          .whereRef('h.to_status', '=', 't.status')
          .whereRef('h.from_status', '<>', 't.status')
          .orderBy('h.id', 'desc')
          .limit(1)
          .as('step'),
      (join) => join.onTrue(),
    )
    .leftJoin('profiles as p', 'p.id', 'step.actor_id')
    .leftJoin('hidden_messages as hidden', (join) =>
      join.on(sql<boolean>`hidden.message_id = (t.help->>'message_id')::uuid`),
    )
    .select(['t.id', 't.help as said', 'hidden.text as hidden', 'p.first_name', 'p.last_name'])
    .select(sql<Help['kind']>`t.help_kind`.as('kind'))
    .select(
      sql<'customer' | 'developer' | 'moderator' | null>`case
        when step.actor in ('customer', 'developer', 'moderator') then step.actor end`.as('actor'),
    )
    .select(
      sql<string | null>`case t.help_kind
        when 'take-in' then (select d.reason from decisions d
          where d.ticket_id = t.id and d.kind = 'request_taken_in' order by d.position desc limit 1)
        when 'grant-appeal' then (select a.text from appeals a
          where a.ticket_id = t.id and a.status = 'granted' order by a.decided_at desc limit 1)
        when 'suspend' then (select s.reason from suspensions s
          where s.person_id in (t.customer_id, t.developer_id) and s.ended_at is null
          order by s.created_at desc limit 1)
        end`.as('why'),
    )
    .select(
      sql<string | null>`(select left(coalesce(hidden.text, m.text), ${SHOWN_CHARACTERS})
        from reports r join messages m on m.id = r.message_id
        left join hidden_messages hidden on hidden.message_id = m.id
        where r.ticket_id = t.id and r.status = 'open' order by r.created_at, r.id limit 1)`.as(
        'reported',
      ),
    )
    .where('t.id', 'in', ids);
}
