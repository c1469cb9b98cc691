import { sql } from 'kysely';
import { fullName } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import {
  periodsBetween,
  type Statement,
  type StatementLine,
  type StatementPeriod,
  spanOf,
  totalsOf,
} from '#domain/statement.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { asLine, balanceCsv, CSV_HEAD, lineCsv, movementsOf } from './movements.ts';

/**
 * The months and years of which a developer can have a statement, newest first.
 * @throws Refusal `not_your_part`
 */
export async function statementPeriods(db: Reader, viewer: Viewer): Promise<StatementPeriod[]> {
  const now = new Date();
  const { since } = await accountOf(db, viewer);
  return periodsBetween(since, now).map((period) => ({
    period,
    so_far: spanOf(period).until > now,
  }));
}

/**
 * A developer's statement of a month or a year, from the ledger alone.
 * @throws Refusal `not_your_part`; `not_found` before the account was opened, and for the future
 */
export async function statementFor(db: Reader, viewer: Viewer, period: string): Promise<Statement> {
  const { from, until } = spanOf(period);
  const now = new Date();
  const { since, name } = await accountOf(db, viewer);
  if (until <= since || from > now) throw new Refusal('not_found');
  const lines = await linesOf(db, viewer.id, { from, until });
  const opening_cents = await balanceBefore(db, viewer.id, from);
  const moved = lines.reduce((sum, { net_cents }) => sum + net_cents, 0);
  return {
    period,
    from,
    until,
    so_far: until > now,
    name,
    opening_cents,
    lines,
    totals: totalsOf(lines),
    closing_cents: opening_cents + moved,
  };
}

/** Since when there is an account, or money of it. */
async function accountOf(db: Reader, viewer: Viewer): Promise<{ since: Date; name: string }> {
  if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  const { first_name, last_name, since } = await db
    .selectFrom('profiles as p')
    .select(['p.first_name', 'p.last_name'])
    .select(
      sql<Date>`least(p.created_at, (select min(e.created_at) from ledger_lines l
        join ledger_entries e on e.id = l.entry_id
        where l.account = 'developer' and l.owner_id = p.id))`.as('since'),
    )
    .where('p.id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  return { since, name: fullName({ first_name, last_name }, 'Developer') };
}

async function balanceBefore(db: Reader, developerId: string, from: Date): Promise<number> {
  const { total } = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .select(({ fn }) => fn.sum<string>('l.amount_cents').as('total'))
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId)
    .where('e.created_at', '<', from)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

async function linesOf(
  db: Reader,
  developerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<StatementLine[]> {
  const rows = await movementsOf(db, developerId)
    .where('e.created_at', '>=', from)
    .where('e.created_at', '<', until)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute();
  return rows.map(asLine);
}

/** A statement as CSV. */
export function statementCsv(statement: Statement): string {
  const { from, until, opening_cents, closing_cents, lines, so_far } = statement;
  const end = so_far ? new Date() : new Date(new Date(until).getTime() - 1);
  return [
    CSV_HEAD,
    balanceCsv(from, 'Opening balance', opening_cents),
    ...lines.map(lineCsv),
    balanceCsv(end, so_far ? 'Balance so far' : 'Closing balance', closing_cents),
  ].join('');
}
