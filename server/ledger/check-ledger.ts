import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database, Reader } from '../database/database.ts';
import { moneyInvariants } from './invariants.ts';

/** Recomputes the whole ledger and keeps the answer for `/metrics` and the moderators. */
export async function checkLedger({
  db,
  log,
}: {
  db: Database;
  log: FastifyBaseLogger;
}): Promise<void> {
  const began = performance.now();
  const broken = await brokenMoney(db);
  const took_ms = Math.round(performance.now() - began);
  await db.insertInto('ledger_checks').values({ broken, took_ms }).execute();
  if (broken.length > 0) log.error({ broken }, 'the ledger is not in order');
}

export interface LedgerState {
  checked_at: Date | null;
  /** Each broken invariant in words, with its row. */
  broken: string[];
  findings: {
    id: string;
    kind: string;
    about: string;
    detail: string;
    /** Of the payment that it is about, if it is about one of our refunds. */
    ticket_id: string | null;
    found_at: Date;
  }[];
}

/** The last answer of the ledger check, with the open findings. */
export async function ledgerState(db: Reader): Promise<LedgerState> {
  const latest = await db
    .selectFrom('ledger_checks')
    .select(['broken', 'created_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const findings = await db
    .selectFrom('money_findings as f')
    .leftJoin('provider_calls as c', (join) =>
      join.onRef('c.key', '=', 'f.about').on('c.kind', '=', 'refund'),
    )
    .leftJoin('billing_records as b', 'b.id', 'c.billing_record_id')
    .select(['f.id', 'f.kind', 'f.about', 'f.detail', 'f.found_at', 'b.ticket_id'])
    .where('f.resolved_at', 'is', null)
    .orderBy('f.found_at')
    .limit(100)
    .execute();
  return { checked_at: latest?.created_at ?? null, broken: latest?.broken ?? [], findings };
}

/**
 * Whether any of these broken invariants is news since a time: a check since then, or the last one
 * before it, was without one of them.
 */
export async function isNewlyBroken(
  db: Database,
  broken: readonly string[],
  after: Date,
): Promise<boolean> {
  if (broken.length === 0) return false;
  const { rows } = await sql<{ is_news: boolean }>`
    with before as (select max(id) as id from ledger_checks where created_at <= ${after})
    select b.id is null or exists (select from ledger_checks c
        where c.id >= b.id and not c.broken @> ${broken}::text[]) as is_news
      from before b`.execute(db);
  return rows[0]?.is_news === true;
}

async function brokenMoney(db: Database): Promise<string[]> {
  const broken: string[] = [];
  // One snapshot: money that moves meanwhile is not reported as wrong.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for (const [name, query] of Object.entries(moneyInvariants)) {
        const { rows } = await query.execute(tx);
        broken.push(...rows.map(({ what }) => `${name}: ${what}`));
      }
    });
  return broken;
}
